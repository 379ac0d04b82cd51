"""What the engine found, as a tree to be told: checks and verdicts, numbers with their story, a run, what it rests on.

Everybody tells by these functions: the terminal, the table's panel, lessons, the comparison and the cases. What they
give is made when it is told and by nobody else; a silent run makes none of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from tutor.engine.ask import DONE, Ask, Chance
from tutor.engine.check import Check, Rest, Verdict
from tutor.engine.facts import Cell, Chosen, Cited, Facts, Side, flat
from tutor.engine.ledger import Ledger, Line
from tutor.engine.nouns import number
from tutor.engine.speaking import GAP, capital
from tutor.engine.text import Text
from tutor.engine.told import (
    BY_HAND,
    Account,
    Dagger,
    Fold,
    Heading,
    Listing,
    Node,
    Phrase,
    Phrases,
    Rows,
    Sentence,
    at_level,
    daggers_in,
    inlines,
    plain,
    text,
)
from tutor.engine.trace import Entry
from tutor.engine.words import Words

SIGNS = {"section": "■", "roll": "⚄", "choice": "►", "say": "·"}
Beside = Callable[[Entry, Words], Iterable[Node]]


# -- checks and verdicts -------------------------------------------------------------------------------------------
def check(found: Check, words: Words, level: int = 1, opens: int = BY_HAND) -> Sentence:
    """One condition, whether it holds, by which rule; the numbers that were compared below it."""
    phrases = words.sentence(found.kind, found.facts, found.ok and not found.exempt_by)
    if found.exempt_by:
        exempt = {"rule": Cited(found.rule), "by": Cited(found.exempt_by)}
        phrases = (*phrases, Phrase(" ("), *words.sentence("exempt", exempt), Phrase(")"))
    stories = tuple(fact for fact in found.facts.values() if isinstance(fact, Ledger))
    opened = 3 if found.ok else level
    return Sentence(
        phrases,
        sign="✓" if found.ok else "✗",
        cites=(words.citation(found.rule),),
        daggers=daggers(found.facts, phrases),
        mood="ok" if found.ok else "no",
        role="check",
        below=tuple(ledger(one, words, level=3, opens=opened) for one in stories),
        level=level,
        opens=opens,
    )


def verdict(found: Verdict, words: Words) -> Iterator[Node]:
    """Why, or why not: the weightiest objection, then the others, then what held; and the readings that decide."""
    shown = found.objections or found.held
    if shown:
        weightiest = check(shown[0], words, opens=BY_HAND if found.legal else 2)
        others = (check(one, words, level=2) for one in shown[1:])
        yield from _once((weightiest, *others))
    else:
        yield _let_pass(found, words)
    if not found.legal and found.held:
        held = tuple(check(one, words) for one in found.held)
        head = words.sentence("told.held", {"n": len(held)})
        yield Fold(head, held, level=3)
    for rest in found.rests:
        yield resting(rest, found.legal, words)


def _let_pass(found: Verdict, words: Words) -> Sentence:
    """Nothing speaks of it, for or against: by the rule that asks it is permitted."""
    if found.asked not in words.book:
        return Sentence(words.sentence("legal", {}), "✓", mood="ok", role="check")
    by = words.citation(found.asked)
    said = words.sentence("legal-by", {"title": _within_quotes(by.title)})
    return Sentence(said, "✓", cites=(by,), mood="ok", role="check")


def _within_quotes(title: str) -> str:
    """A title that is quoted: the quotation marks in it become inner ones."""
    inner = title.replace("“", "‘").replace("”", "’")
    return re.sub(r"«\s*(.*?)\s*»", r"“\1”", inner)


def headed(found: Verdict, words: Words) -> Iterator[Node]:
    """A verdict under its heading: *Why*, or *Why not*."""
    if not found.legal or found.held or found.asked:
        yield Heading(words.sentence("told.why" if found.legal else "told.why-not", {}), level=2)
        yield from verdict(found, words)
    else:
        yield from (resting(rest, True, words) for rest in found.rests)


def checks(found: Iterable[Check], words: Words) -> Iterator[Sentence]:
    """Checks without a verdict around them: what follows, what else is possible."""
    return _once(check(one, words) for one in found)


def _once(told: Iterable[Sentence]) -> Iterator[Sentence]:
    """What several rules say in the same words is told once, with all of them."""
    kept: dict[tuple[str, str], Sentence] = {}
    for one in told:
        said = (one.sign, plain(one.phrases))
        if said in kept:
            cites = dict.fromkeys((*kept[said].cites, *one.cites))
            kept[said] = replace(kept[said], cites=tuple(cites))
        else:
            kept[said] = one
    return iter(kept.values())


def resting(rest: Rest, legal: bool, words: Words) -> Fold:
    """A reading that decides a verdict, and what its other options would say."""
    slug, option = rest.chosen.reading, rest.chosen.option
    others = []
    for other, then in rest.others:
        option_told = {"option": words.option(slug, other)}
        told = words.sentence(f"rests.{_otherwise(then, legal)}", option_told, head=False)
        others.append(Sentence((*told, _switch(f"{slug}={other}"))))
    facts = {"question": _question(slug, words), "option": words.option(slug, option)}
    return Fold(words.sentence("rests", facts), tuple(others), "note", level=2, opens=1)


def _otherwise(then: bool | None, legal: bool) -> str:
    """What another option would make of a verdict."""
    if then is None:
        return "not-asked"
    if then == legal:
        return "same"
    return "legal" if then else "refused"


def _switch(name: str) -> Phrase:
    """By what a reading is switched where one types."""
    return Phrase(f" ({name})", style="switch")


def _question(slug: str, words: Words) -> str:
    return Text.of(words.book.readings[slug]["question"])(words.lang)


# -- numbers -------------------------------------------------------------------------------------------------------
def ledger(found: Ledger, words: Words, level: int = 2, opens: int = BY_HAND) -> Account:
    """A number with its lines and the rule of each; a threshold is no sum: its head says it whole."""
    rows, cite = _rows(found, words), words.citation(found.rule)
    threshold = f"threshold.{found.kind}"
    if not words.knows(threshold):
        name = words.sentence(found.kind, {})
        total = number(found.total, words.lang)
        return Account(name, total, cite, rows, level, opens)
    head = words.sentence(threshold, {"number": found.total})
    if found.lines and found.lines[0].op == "+":
        (_, why), *others = rows
        begins_with = number(found.lines[0].number, words.lang)
        rows = ((begins_with, why), *others)
    return Account(head, "", cite, rows, level, opens)


def _rows(found: Ledger, words: Words) -> tuple[tuple[str, Sentence], ...]:
    return tuple((words.amount(line), ledger_line(line, words)) for line in found.lines)


def ledger_line(line: Line, words: Words) -> Sentence:
    """Why a rule does something to a number; the story of an amount below it, told whole where it has more lines."""
    phrases = words.sentence(line.kind, line.facts)
    cites = (words.citation(line.rule),)
    stories = tuple(_story(story, line, words) for story in line.stories)
    return Sentence(phrases, cites=cites, daggers=daggers(line.facts, phrases), below=stories)


def _story(story: Ledger, line: Line, words: Words) -> Account | Rows:
    """How an amount came about; under a line that bears its name its number stands already."""
    level = 2 if len(story.lines) > 1 else 3
    bears_its_name = (story.rule, story.kind) == (line.rule, line.kind)
    if story is line.amount and bears_its_name:
        return Rows(_rows(story, words), level)
    return ledger(story, words, level=level)


# -- a run ---------------------------------------------------------------------------------------------------------
def trace(entries: Iterable[Entry], words: Words, beside: Beside = lambda entry, words: ()) -> Iterator[Node]:
    """A run told: headings, what happened, dice, choices, each with what stands `beside` it."""
    found = list(entries)
    once = [one for n, one in enumerate(found) if not _told_by_its_outcome(found, n, words)]
    brief = {id(one) for one in worth(once)}
    for one in worth(found):
        then = words.at(one.state)
        level = 1 if id(one) in brief else 3
        yield from at_level((entry(one, then),), level)
        yield from beside(one, then)


def _told_by_its_outcome(entries: list[Entry], at: int, words: Words) -> bool:
    """Whether what comes of a choice says it all: it follows it, with all its facts but how much is left to choose."""
    choice = entries[at]
    if choice.what != "choice" or choice.despite:
        return False
    outcomes = words.outcomes(_of_choice(choice))
    if not outcomes:
        return False
    facts = dict(choice.facts)
    if choice.asked:
        facts.pop("answer", None)
    chosen = [fact for fact in flat(facts) if not isinstance(fact, int)]
    for later in entries[at + 1 :]:
        if later.what == "say" and later.kind in outcomes:
            said = list(flat(later.facts))
            return all(fact in said for fact in chosen)
        if later.what == "roll":
            return False
        if later.what == "choice" and not words.outcomes(_of_choice(later)):
            return False
    return False


def _of_choice(entry: Entry) -> str:
    """The message of a choice; of whoever declines, that of what he declines."""
    return f"{entry.kind}.{entry.asked}" if entry.asked else entry.kind


def entry(found: Entry, words: Words, now: bool = False) -> Sentence:
    """One thing that happened, with its numbers; what it was checked by, where everything is told or it was forced."""
    forced = bool(found.despite)
    despite = _despite(found, words) if forced else ()
    numbers = (ledger(one, words, opens=1 if now else BY_HAND) for one in found.ledgers)
    checked = at_level(checks(found.checks, words), 1 if forced else 3)
    phrases = sentence(found, words)
    return Sentence(
        phrases,
        sign=SIGNS[found.what],
        cites=(words.citation(found.rule),),
        daggers=daggers(found.facts, phrases),
        role="section" if found.what == "section" else "step",
        depth=found.depth,
        below=(*despite, *numbers, *checked),
        now=now,
    )


def sentence(found: Entry, words: Words) -> Phrases:
    """One entry in one sentence; whoever declines says what, where the game has words for it."""
    facts = {"who": Side(found.who), **found.facts} if found.who else found.facts
    declined = _of_choice(found)
    kind = declined if words.knows(declined) else found.kind
    return words.sentence(kind, facts)


def question(ask: Ask | Chance[Any], words: Words) -> Phrases:
    """What is asked of whom: in the game's own words, or by the sentence that tells the answer, with a gap."""
    who = Side(ask.who)
    told = own_question(ask, words, head=False) or words.sentence(ask.kind, _with_gap(ask), head=False)
    names_who = any(isinstance(one, Phrase) and one.fact == who for one in told)
    if names_who:
        return capital(told)
    colon = Phrase(" : " if words.lang == "fr" else ": ")
    return capital((*words.phrases(who), colon, *told))


def own_question(ask: Ask | Chance[Any], words: Words, head: bool = True) -> Phrases:
    """What is asked, in the game's own words; nothing where it has none."""
    own = f"ask.{ask.kind}"
    return words.sentence(own, _with_gap(ask), head=head) if words.knows(own) else ()


def _with_gap(ask: Ask | Chance[Any]) -> Facts:
    waits = "answer" if isinstance(ask, Ask) else "dice"
    return {"who": Side(ask.who), **getattr(ask, "facts", {}), waits: GAP}


def declining(ask: Ask, words: Words) -> Phrases:
    """What whoever ends a question says by it; nothing where the game has no words for it."""
    kind = f"{DONE}.{ask.kind}"
    facts = {"who": Side(ask.who), **ask.facts}
    return words.sentence(kind, facts, head=False) if words.knows(kind) else ()


def _despite(found: Entry, words: Words) -> Iterator[Node]:
    rules = tuple(Cited(rule) for rule in found.despite)
    yield Sentence(words.sentence("despite", {"rules": rules}), mood="no")


def worth(entries: list[Entry]) -> list[Entry]:
    """Without headings under which nothing was said, or that only say again the one before."""
    kept: list[Entry] = []
    for one in reversed(entries):
        if one.what != "section" or (kept and kept[-1].depth > one.depth):
            kept.append(one)
    told: list[Entry] = []
    open_headings: dict[int, tuple[str, str]] = {}
    for one in reversed(kept):
        heading = (one.rule, one.kind)
        if one.what == "section":
            if open_headings.get(one.depth) == heading and not one.facts:
                continue
            open_headings = {depth: h for depth, h in open_headings.items() if depth < one.depth}
            open_headings[one.depth] = heading
        told.append(one)
    return told


# -- what it rests on ----------------------------------------------------------------------------------------------
def daggers(facts: Facts, phrases: Phrases) -> tuple[Dagger, ...]:
    """Marks for readings, and for stand-ins that no cell of the sentence shows."""
    shown = {dagger.of for dagger in daggers_in(phrases)}
    found: dict[str, Dagger] = {}
    for fact in flat(facts):
        if isinstance(fact, Chosen):
            found[fact.reading] = Dagger("‡", fact.reading, fact.option)
        elif isinstance(fact, Cell) and fact.stand_in and fact.table not in shown:
            found[fact.table] = Dagger("†", fact.table)
    return tuple(found.values())


def footnotes(nodes: Iterable[Node], words: Words) -> Iterator[Fold]:
    """Which tables stand in for missing charts, and which readings were used, in what is told."""
    found = list(dict.fromkeys(daggers_in(inlines(nodes))))
    tables = sorted({dagger.of for dagger in found if dagger.sign == "†"})
    if tables:
        titles = tuple(_title(table, words) for table in tables)
        head = words.sentence("stand-in", {"tables": titles})
        yield Fold(head, (), "note")
    readings = {dagger.of: dagger.option for dagger in found if dagger.sign == "‡"}
    for slug, option in sorted(readings.items()):
        yield reading(slug, option, words)


def _title(table: str, words: Words) -> str:
    return Text.of(words.book.tables[table]["title"])(words.lang)


def reading(slug: str, option: str, words: Words) -> Fold:
    """What the booklet leaves open, how it is read here, and the name by which it is switched; all ways to read it."""
    facts = {"question": _question(slug, words), "option": words.option(slug, option)}
    head = words.sentence("reading", facts)
    options = words.book.readings[slug]["options"]
    items = tuple(Sentence(text(words.option(slug, one))) for one in options)
    ways = Listing(items, level=4)
    return Fold((*head, _switch(slug)), (ways,), "note")


def with_footnotes(nodes: Iterable[Node], words: Words) -> tuple[Node, ...]:
    """What is told, and below it what it rests on."""
    told = tuple(nodes)
    return (*told, *footnotes(told, words))
