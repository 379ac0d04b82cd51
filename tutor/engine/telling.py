"""What the engine found, as a tree to be told: checks and verdicts, numbers with their story, a run, what it rests on.

Everybody tells by these functions: the terminal, the table's panel, lessons, the comparison and the cases. What they
give is made when it is told and by nobody else; a silent run makes none of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

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
    opened = 3 if found.ok else level
    stories = [fact for fact in found.facts.values() if isinstance(fact, Ledger)]
    told = [ledger(one, words, level=3, opens=opened) for one in stories]
    return Sentence(
        phrases,
        sign="✓" if found.ok else "✗",
        cites=(words.citation(found.rule),),
        daggers=daggers(found.facts, phrases),
        mood="ok" if found.ok else "no",
        role="check",
        below=tuple(told),
        level=level,
        opens=opens,
    )


def verdict(found: Verdict, words: Words) -> Iterator[Node]:
    """Why, or why not: the weightiest objection, then the others, then what held; and the readings that decide."""
    shown = found.objections or found.held
    if shown:
        opens = BY_HAND if found.legal else 2
        weightiest = check(shown[0], words, opens=opens)
        others = [check(one, words, level=2) for one in shown[1:]]
        yield from _once((weightiest, *others))
    else:
        yield _let_pass(found, words)
    if not found.legal and found.held:
        yield _held(found.held, words)
    for rest in found.rests:
        yield resting(rest, found.legal, words)


def _held(found: tuple[Check, ...], words: Words) -> Fold:
    """What held although the request is refused."""
    head = words.sentence("told.held", {"n": len(found)})
    held = tuple(check(one, words) for one in found)
    return Fold(head, held, level=3)


def _let_pass(found: Verdict, words: Words) -> Sentence:
    """Nothing speaks of it, for or against: by the rule that asks it is permitted."""
    if found.asked not in words.book:
        legal = words.sentence("legal", {})
        return Sentence(legal, "✓", mood="ok", role="check")
    by = words.citation(found.asked)
    title = _within_quotes(by.title)
    legal = words.sentence("legal-by", {"title": title})
    return Sentence(legal, "✓", cites=(by,), mood="ok", role="check")


def _within_quotes(title: str) -> str:
    """A title that is quoted: the quotation marks in it become inner ones."""
    inner = title.replace("“", "‘")
    inner = inner.replace("”", "’")
    return re.sub(r"«\s*(.*?)\s*»", r"“\1”", inner)


def headed(found: Verdict, words: Words) -> Iterator[Node]:
    """A verdict under its heading: *Why*, or *Why not*."""
    if found.legal and not found.held and not found.asked:
        for rest in found.rests:
            yield resting(rest, True, words)
        return
    kind = "told.why" if found.legal else "told.why-not"
    heading = words.sentence(kind, {})
    yield Heading(heading, level=2)
    yield from verdict(found, words)


def checks(found: Iterable[Check], words: Words) -> Iterator[Sentence]:
    """Checks without a verdict around them: what follows, what else is possible."""
    told = (check(one, words) for one in found)
    return _once(told)


def _once(told: Iterable[Sentence]) -> Iterator[Sentence]:
    """What several rules say in the same words is told once, with all of them."""
    kept: dict[tuple[str, str], Sentence] = {}
    for one in told:
        said = (one.sign, plain(one.phrases))
        first = kept.get(said)
        if first is None:
            kept[said] = one
            continue
        cites = dict.fromkeys([*first.cites, *one.cites])
        kept[said] = replace(first, cites=tuple(cites))
    return iter(kept.values())


def resting(rest: Rest, legal: bool, words: Words) -> Fold:
    """A reading that decides a verdict, and what its other options would say."""
    slug = rest.chosen.reading
    others = []
    for other, then in rest.others:
        kind = f"rests.{_otherwise(then, legal)}"
        facts = {"option": words.option(slug, other)}
        told = words.sentence(kind, facts, head=False)
        switch = _switch(f"{slug}={other}")
        others.append(Sentence((*told, switch)))
    as_read = _as_read(slug, rest.chosen.option, words)
    head = words.sentence("rests", as_read)
    return Fold(head, tuple(others), "note", level=2, opens=1)


def _as_read(slug: str, option: str, words: Words) -> Facts:
    """What a reading is about, and how it is read."""
    question = words.book.readings[slug]["question"]
    asked = Text.of(question)
    return {"question": asked(words.lang), "option": words.option(slug, option)}


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


# -- numbers -------------------------------------------------------------------------------------------------------
def ledger(found: Ledger, words: Words, level: int = 2, opens: int = BY_HAND) -> Account:
    """A number with its lines and the rule of each; a threshold is no sum: its head says it whole."""
    rows = _rows(found, words)
    cite = words.citation(found.rule)
    threshold = f"threshold.{found.kind}"
    if not words.knows(threshold):
        name = words.sentence(found.kind, {})
        total = number(found.total, words.lang)
        return Account(name, total, cite, rows, level, opens)
    head = words.sentence(threshold, {"number": found.total})
    from_a_first = _from_a_first(found, rows, words)
    return Account(head, "", cite, from_a_first, level, opens)


Told: TypeAlias = tuple[tuple[str, Sentence], ...]  # lines, each beside its amount


def _from_a_first(found: Ledger, rows: Told, words: Words) -> Told:
    """The lines of a threshold: the first says with what it begins, and adds nothing."""
    if not found.lines:
        return rows
    first = found.lines[0]
    if first.op != "+":
        return rows
    (_, why), *others = rows
    begins_with = number(first.number, words.lang)
    return ((begins_with, why), *others)


def _rows(found: Ledger, words: Words) -> Told:
    rows = []
    for line in found.lines:
        amount = words.amount(line)
        rows.append((amount, ledger_line(line, words)))
    return tuple(rows)


def ledger_line(line: Line, words: Words) -> Sentence:
    """Why a rule does something to a number; the story of an amount below it, told whole where it has more lines."""
    phrases = words.sentence(line.kind, line.facts)
    cite = words.citation(line.rule)
    rests_on = daggers(line.facts, phrases)
    stories = []
    for story in line.stories:
        stories.append(_story(story, line, words))
    return Sentence(phrases, cites=(cite,), daggers=rests_on, below=tuple(stories))


def _story(story: Ledger, line: Line, words: Words) -> Account | Rows:
    """How an amount came about; under a line that bears its name its number stands already."""
    level = 2 if len(story.lines) > 1 else 3
    if story is not line.amount:
        return ledger(story, words, level=level)
    bears_its_name = story.rule == line.rule and story.kind == line.kind
    if not bears_its_name:
        return ledger(story, words, level=level)
    rows = _rows(story, words)
    return Rows(rows, level)


# -- a run ---------------------------------------------------------------------------------------------------------
def trace(entries: Iterable[Entry], words: Words, beside: Beside = lambda entry, words: ()) -> Iterator[Node]:
    """A run told: headings, what happened, dice, choices, each with what stands `beside` it."""
    found = list(entries)
    once = []
    for n, one in enumerate(found):
        if not _told_by_its_outcome(found, n, words):
            once.append(one)
    brief = {id(one) for one in worth(once)}
    for one in worth(found):
        then = words.at(one.state)
        told = entry(one, then)
        level = 1 if id(one) in brief else 3
        yield from at_level((told,), level)
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
    if not entry.asked:
        return entry.kind
    return f"{entry.kind}.{entry.asked}"


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
    facts = found.facts
    if found.who:
        facts = {"who": Side(found.who), **facts}
    declined = _of_choice(found)
    kind = declined if words.knows(declined) else found.kind
    return words.sentence(kind, facts)


def question(ask: Ask | Chance[Any], words: Words) -> Phrases:
    """What is asked of whom: in the game's own words, or by the sentence that tells the answer, with a gap."""
    told = own_question(ask, words, head=False)
    if not told:
        told = words.sentence(ask.kind, _with_gap(ask), head=False)
    who = Side(ask.who)
    named = [one.fact for one in told if isinstance(one, Phrase)]
    if who in named:
        return capital(told)
    colon = Phrase(" : " if words.lang == "fr" else ": ")
    addressed = (*words.phrases(who), colon, *told)
    return capital(addressed)


def own_question(ask: Ask | Chance[Any], words: Words, head: bool = True) -> Phrases:
    """What is asked, in the game's own words; nothing where it has none."""
    own = f"ask.{ask.kind}"
    if not words.knows(own):
        return ()
    return words.sentence(own, _with_gap(ask), head=head)


def _with_gap(ask: Ask | Chance[Any]) -> Facts:
    waits = "answer" if isinstance(ask, Ask) else "dice"
    facts: Facts = getattr(ask, "facts", {})
    return {"who": Side(ask.who), **facts, waits: GAP}


def declining(ask: Ask, words: Words) -> Phrases:
    """What whoever ends a question says by it; nothing where the game has no words for it."""
    kind = f"{DONE}.{ask.kind}"
    if not words.knows(kind):
        return ()
    facts = {"who": Side(ask.who), **ask.facts}
    return words.sentence(kind, facts, head=False)


def _despite(found: Entry, words: Words) -> Iterator[Node]:
    rules = tuple(Cited(rule) for rule in found.despite)
    broken = words.sentence("despite", {"rules": rules})
    yield Sentence(broken, mood="no")


def worth(entries: list[Entry]) -> list[Entry]:
    """Without headings under which nothing was said, or that only say again the one before."""
    told: list[Entry] = []
    open_headings: dict[int, tuple[str, str]] = {}
    for one in _without_empty(entries):
        if one.what == "section":
            heading = (one.rule, one.kind)
            said_before = open_headings.get(one.depth) == heading
            if said_before and not one.facts:
                continue
            open_headings = {depth: open for depth, open in open_headings.items() if depth < one.depth}
            open_headings[one.depth] = heading
        told.append(one)
    return told


def _without_empty(entries: list[Entry]) -> list[Entry]:
    """Without headings under which nothing was said."""
    kept: list[Entry] = []
    for one in reversed(entries):
        is_heading = one.what == "section"
        heads_something = kept and kept[-1].depth > one.depth
        if not is_heading or heads_something:
            kept.append(one)
    return kept[::-1]


# -- what it rests on ----------------------------------------------------------------------------------------------
def daggers(facts: Facts, phrases: Phrases) -> tuple[Dagger, ...]:
    """Marks for readings, and for stand-ins that no cell of the sentence shows."""
    shown = {dagger.of for dagger in daggers_in(phrases)}
    found: dict[str, Dagger] = {}
    for fact in flat(facts):
        match fact:
            case Chosen():
                found[fact.reading] = Dagger("‡", fact.reading, fact.option)
            case Cell() if fact.stand_in and fact.table not in shown:
                found[fact.table] = Dagger("†", fact.table)
    return tuple(found.values())


def footnotes(nodes: Iterable[Node], words: Words) -> Iterator[Fold]:
    """Which tables stand in for missing charts, and which readings were used, in what is told."""
    tables: set[str] = set()
    readings: dict[str, str] = {}
    for dagger in daggers_in(inlines(nodes)):
        if dagger.sign == "†":
            tables.add(dagger.of)
        else:
            readings[dagger.of] = dagger.option
    if tables:
        yield _stand_ins(sorted(tables), words)
    for slug, option in sorted(readings.items()):
        yield reading(slug, option, words)


def _stand_ins(tables: list[str], words: Words) -> Fold:
    """Tables that stand in for missing charts, by their titles."""
    titles = []
    for table in tables:
        title = Text.of(words.book.tables[table]["title"])
        titles.append(title(words.lang))
    head = words.sentence("stand-in", {"tables": tuple(titles)})
    return Fold(head, (), "note")


def reading(slug: str, option: str, words: Words) -> Fold:
    """What the booklet leaves open, how it is read here, and the name by which it is switched; all ways to read it."""
    as_read = _as_read(slug, option, words)
    head = words.sentence("reading", as_read)
    items = []
    for one in words.book.readings[slug]["options"]:
        told = text(words.option(slug, one))
        items.append(Sentence(told))
    ways = Listing(tuple(items), level=4)
    return Fold((*head, _switch(slug)), (ways,), "note")


def with_footnotes(nodes: Iterable[Node], words: Words) -> tuple[Node, ...]:
    """What is told, and below it what it rests on."""
    told = tuple(nodes)
    notes = footnotes(told, words)
    return (*told, *notes)
