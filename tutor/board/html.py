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
from tutor.engine.check import Check, Verdict
from tutor.engine.ledger import Ledger, Line
from tutor.engine.nouns import number
from tutor.engine.rulebook import Rule, Rulebook
from tutor.engine.run import Ruleset
from tutor.engine.text import Lang, language
from tutor.engine.trace import Entry, Trace
from tutor.engine.words import Words, messages

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


# -- parts -------------------------------------------------------------------------------------------------------
def cited(rule: str, book: Rulebook, lang: Lang) -> str:
    """A citation as a link to the rule, with its gist on hover."""
    if rule not in book:
        return f"<code>{escape(book.game.upper())} {escape(rule)}?</code>"
    found = book[rule]
    hint = " — ".join(text for text in (found.title(lang), found.gist(lang)) if text)
    style = "text-decoration:none;border:1px solid currentColor;border-radius:3px;padding:0 .3em;opacity:.75"
    return f'<a href="#{anchor(found)}" title="{escape(hint)}" style="{style}"><code>{escape(found.cited)}</code></a>'


def anchor(rule: Rule) -> str:
    return escape(rule.ref)


def _told(line: str, rules: Iterable[str], words: Words) -> str:
    """A line of words with its citations as links."""
    text = escape(line, quote=False)
    for rule in rules:
        bare = escape(f"[{words.cite(rule)}]", quote=False)
        text = text.replace(bare, cited(rule, words.book, words.lang))
    return text


def _box(inner: str, colour: str = SAND) -> str:
    return f'<div style="border-left:4px solid {colour};padding:.2em .8em;margin:.3em 0;line-height:1.5">{inner}</div>'


def _notes(words: Words) -> str:
    return "".join(f"<div><small>{escape(note)}</small></div>" for note in words.footnotes())


# -- what is shown -----------------------------------------------------------------------------------------------
def rule(found: Rule, lang: str | None = None) -> str:
    """A rule: what it says, and where it stands."""
    tongue = language(lang)
    head = f'<b id="{anchor(found)}">{escape(found.cited)}</b> <b>{escape(found.title(tongue))}</b>'
    gist = f"<div>{escape(found.gist(tongue))}</div>" if found.gist else ""
    lines = ("lignes " if tongue == "fr" else "lines ") + found.lines
    return _box(f"{head}{gist}<small>{escape(found.ref)} · {escape(lines)}</small>")


def verdict(found: Verdict, lang: str | None = None) -> str:
    """Refused or legal, with every check."""
    if found.state is None:
        return _box("<br>".join(escape(f"{check.rule}: {check.kind}") for check in found.checks))
    words = words_for(found.state, lang)
    lines = [_check(check, words) for check in (*found.objections, *found.held)]
    head = words.say("legal" if found.legal else "refused", {})
    inner = f"<b>{'✓' if found.legal else '✗'} {escape(head)}</b>" + "".join(f"<div>{line}</div>" for line in lines)
    return _box(inner + _notes(words), GREEN if found.legal else RED)


def _check(check: Check, words: Words) -> str:
    line = _told(words.check(check), [check.rule], words)
    ledgers = "".join(_nested(fact, words) for fact in check.facts.values() if isinstance(fact, Ledger))
    return line + ledgers


def ledger(found: Ledger, lang: str | None = None) -> str:
    """A number with its story."""
    words = _words_for_ledger(found, lang)
    if words is None:
        return _box("<br>".join(map(escape, _by_ids(found))))
    return _box(_table(found, words) + _notes(words))


def _by_ids(found: Ledger) -> Iterator[str]:
    """A number whose book nobody knows: kinds and rules as they are written."""
    yield f"{found.kind} = {found.total} ({found.rule})"
    yield from (f"{line.op} {line.number} {line.kind} ({line.rule})" for line in found.lines)


def _table(found: Ledger, words: Words) -> str:
    return _head(found, words) + _rows(found, words)


def _head(found: Ledger, words: Words) -> str:
    total = number(found.total, words.lang)
    return f"<b>{escape(words.say(found.kind, {}))} = {total}</b> {cited(found.rule, words.book, words.lang)}"


def _rows(found: Ledger, words: Words) -> str:
    cell = 'style="text-align:right;vertical-align:top;padding:0 .8em 0 0;border:0;white-space:nowrap"'
    rows = "".join(
        f'<tr style="background:none"><td {cell}>{escape(words.amount(line))}</td>'
        f'<td style="text-align:left;padding:0;border:0">{_line(line, words)}</td></tr>'
        for line in found.lines
    )
    return f'<table style="border-collapse:collapse;margin:.1em 0 .1em 1em">{rows}</table>'


def _line(line: Line, words: Words) -> str:
    said = escape(words.say(line.kind, line.facts), quote=False)
    marks = words.marks(line.facts)
    below = _nested(line.amount, words) if isinstance(line.amount, Ledger) else ""
    return f"{said} {cited(line.rule, words.book, words.lang)}{marks}{below}"


def _nested(found: Ledger, words: Words) -> str:
    return f"<details><summary>{_head(found, words)}</summary>{_rows(found, words)}</details>"


def trace(entries: Iterable[Entry], lang: str | None = None) -> str:
    """A run told, ledgers folded."""
    told = [entry for entry in entries if entry.seen_by is None]
    state = next((entry.state for entry in reversed(told) if entry.state is not None), None)
    if state is None:
        return _box(f"{len(told)}")
    words = words_for(state, lang)
    return _box("".join(_entries(told, words)) + _notes(words))


def _entries(entries: list[Entry], words: Words) -> Iterator[str]:
    for index, entry in enumerate(entries):
        after = entries[index + 1] if index + 1 < len(entries) else None
        if entry.what == "section" and (after is None or after.depth <= entry.depth):
            continue
        line = _told(next(words.entry(entry, level=1)).strip(), [entry.rule], words)
        weight = "font-weight:600;margin-top:.3em;" if entry.what == "section" else ""
        ledgers = "".join(_nested(one, words) for one in entry.ledgers)
        yield f'<div style="{weight}padding-left:{1.2 * entry.depth}em">{line}{ledgers}</div>'
