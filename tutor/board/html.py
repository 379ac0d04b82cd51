"""How rules, verdicts, ledgers and traces show themselves in a notebook: small HTML, every citation a link.

A citation leads to the rule where it is shown on the same page (`#se:13.4.3`), and tells its gist on hover. A
verdict or a trace knows its position. A ledger alone does not: it is told in the words of the one game that has all
its rules and lines, units and places by their ids; where more than one game could have written it, by its ids alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from tutor import rulesets
from tutor.engine import telling
from tutor.engine.check import Verdict
from tutor.engine.ledger import Ledger
from tutor.engine.rulebook import Rule, Rulebook
from tutor.engine.run import Ruleset
from tutor.engine.text import language
from tutor.engine.told import Node, Phrase, Sentence
from tutor.engine.trace import Entry, Trace
from tutor.engine.words import Words, messages
from tutor.rendering.html import Page, boxed

RED, GREEN, SAND = "#b3261e", "#0b6b57", "#8a6a3a"


def shown(found: Any) -> str:
    """What the engine found, as a notebook shows it."""
    match found:
        case Rule():
            return rule(found)
        case Verdict():
            return verdict(found)
        case Ledger():
            return ledger(found)
        case Trace():
            return trace(found.entries)
    raise TypeError(f"{type(found).__name__} has no HTML")


# -- words -------------------------------------------------------------------------------------------------------
def words_for(state: Any, lang: str | None = None) -> Words:
    """The words of a position."""
    book: Rulebook = state.law.book
    names = _ruleset(book)
    return Words(book, language(lang), names.names(state)) if names else Words(book, language(lang))


def _ruleset(book: Rulebook) -> Ruleset | None:
    try:
        rules = rulesets.ruleset(book.game)
    except ImportError:
        return None
    return rules if rules.book is book else None


def _words_for_ledger(ledger: Ledger, lang: str | None) -> Words | None:
    """The words of the only game that can have written it; None where that is no game or several."""
    able = [book for book in map(rulesets.book, rulesets.games()) if _knows(book, ledger)]
    return Words(able[0], language(lang)) if len(able) == 1 else None


def _knows(book: Rulebook, ledger: Ledger) -> bool:
    told = messages(book)["messages"]
    kinds = (ledger.kind, *(line.kind for line in ledger.walk()))
    return all(rule in book for rule in ledger.rules) and all(kind in told for kind in kinds)


# -- what is shown -----------------------------------------------------------------------------------------------
def rule(found: Rule, lang: str | None = None) -> str:
    """A rule: what it says, and where it stands."""
    words = Words(rulesets.book(found.game), language(lang))
    ref = escape(found.ref)
    head = f'<b id="{ref}">{escape(found.cited)}</b> <b>{escape(found.title(words.lang))}</b>'
    gist = f"<div>{escape(found.gist(words.lang))}</div>" if found.gist else ""
    where = escape(words.say("told.lines", {"lines": found.lines}).lower())
    return boxed(f"{head}{gist}<small>{ref} · {where}</small>", SAND)


def verdict(found: Verdict, lang: str | None = None) -> str:
    """Refused or legal, with every check."""
    if found.state is None:
        return boxed("<br>".join(escape(f"{check.rule}: {check.kind}") for check in found.checks), SAND)
    words = words_for(found.state, lang)
    head = f"{'✓' if found.legal else '✗'} {words.say('legal' if found.legal else 'refused', {})}"
    rests = (telling.resting(rest, found.legal, words) for rest in found.rests)
    told: tuple[Node, ...] = (*telling.checks((*found.objections, *found.held), words), *rests)
    return boxed(f"<b>{escape(head)}</b>{_page(told, words)}", GREEN if found.legal else RED)


def ledger(found: Ledger, lang: str | None = None) -> str:
    """A number with its story."""
    words = _words_for_ledger(found, lang)
    if words is None:
        return boxed("<br>".join(map(escape, _by_ids(found))), SAND)
    return boxed(_page([telling.ledger(found, words, opens=1)], words), SAND)


def _by_ids(found: Ledger) -> Iterator[str]:
    """A number whose book nobody knows: kinds and rules as they are written."""
    yield f"{found.kind} = {found.total} ({found.rule})"
    yield from (f"{line.op} {line.number} {line.kind} ({line.rule})" for line in found.lines)


def trace(entries: Iterable[Entry], lang: str | None = None) -> str:
    """A run told, ledgers folded."""
    told = [entry for entry in entries if entry.seen_by is None]
    state = next((entry.state for entry in reversed(told) if entry.state is not None), None)
    if state is None:
        return boxed(f"{len(told)}", SAND)
    words = words_for(state, lang)
    return boxed(_page(telling.trace(told, words), words), SAND)


def _page(nodes: Iterable[Node], words: Words) -> str:
    """What is told, and in small print what it rests on."""
    told = tuple(nodes)
    notes = tuple(
        Sentence(tuple(Phrase(one.text, style="soft") for one in fold.head if isinstance(one, Phrase)))
        for fold in telling.footnotes(told, words)
    )
    return Page().html((*told, *notes))
