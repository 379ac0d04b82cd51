"""Drills on any rule that decides something: from the cases that name it, then without end from random play.

A drill is a position in which the rule decides: it alone forbids a move, it stands in a number, or play goes on
otherwise once it is taken away. Whatever is drawn is drawn by lots that hang on the names alone: an answer more or a
scenario more leaves other drills as they were, and so does the drill before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2s
from itertools import chain, count, islice
from typing import Any

from tutor.cases import Case, shelf
from tutor.cases.questions import FIND, number
from tutor.cases.running import law, rests_on, session
from tutor.cases.script import Astray, Deed, answer_of, do, skip_to
from tutor.engine import telling
from tutor.engine.ask import BACK, DONE, Answer, Ask, Chance, NotAnAnswer
from tutor.engine.facts import Side, flat
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger
from tutor.engine.play import Session
from tutor.engine.policy import NoWayOut
from tutor.engine.rulebook import UnknownRule
from tutor.engine.text import LANGUAGES, Text
from tutor.engine.told import plain
from tutor.engine.trace import Entry
from tutor.engine.trial import on_trial
from tutor.engine.words import Words
from tutor.lessons.drill import ALLOWED, Drill, May, Next, Number, graded, say
from tutor.library import names, scenario
from tutor.rulesets import ruleset
from tutor.sources import sources

LONG = 60  # answers of one random play
WIDE = 600  # candidates of one question that are looked at
FEW = 60  # of them, for rules that refuse
FEW_RULES = 8  # that are taken away for wrong answers
MOST = 8  # cases of one file
AROUND = 12  # cases around a rule that none names
CHOICES = 4
BEFORE = 4  # sentences of what went before
TRIES = 4  # random plays in a row that never meet a rule: about a second


class Lots:
    """Draws that hang on a name and on what is drawn from, never on how much was drawn before or in which order."""

    def __init__(self, name: str) -> None:
        self.name = name

    def number(self, below: int, what: Any) -> int:
        digest = blake2s(f"{self.name}|{what}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % below

    def order(self, things: Iterable[Any], what: Any = "") -> list[Any]:
        return sorted(things, key=lambda one: self.number(2**64, f"{what}|{one}"))

    def one(self, things: Iterable[Any], what: Any = "") -> Any:
        return self.order(things, what)[0]


def drills(game: str, rule: str, seed: int = 0, tries: int = TRIES) -> Iterator[Drill]:
    """Drills on a rule, as many as are wished; `none` says why there are none."""
    if rule not in ruleset(game).book:
        raise UnknownRule(game, rule)
    seen = set[Any]()
    for found in from_cases(game, rule, seed):
        if found.key not in seen:
            seen.add(found.key)
            yield found
    if none(game, rule) == "drill-none":
        yield from from_chance(game, rule, seed, tries, seen)


def none(game: str, rule: str) -> str:
    """Why a rule cannot be drilled: the kind of a message."""
    if ruleset(game).book[rule].kind not in ("rule", "definition"):
        return "drill-no-rule"
    return "drill-none" if carried_out(game, rule) else "drill-not-played"


def carried_out(game: str, rule: str) -> bool:
    return rule in sources(game)


# -- from the cases ------------------------------------------------------------------------------------------------
def from_cases(game: str, rule: str, seed: int = 0) -> Iterator[Drill]:
    """What the cases that name the rule ask; then what would come in them without it; then what they did not ask."""
    lots = Lots(f"{game} {rule} {seed}")
    found = list(_naming(game, rule, lots))
    for way in (_asked, _parting, _not_asked):
        for case in found:
            yield from way(case, rule, lots)
    if not found:
        around = (case for near in _near(game, rule) for case in _naming(game, near, lots))
        for case in islice(around, AROUND):
            yield from chain(_asked(case, rule, lots), _parting(case, rule, lots))


def _naming(game: str, rule: str, lots: Lots) -> Iterator[Case]:
    """Cases that name a rule, by lots: at most some of each file."""
    found = {case.id: case for case in _some(game, rule, lots)}
    return (found[name] for name in lots.order(found, "cases"))


def _some(game: str, rule: str, lots: Lots) -> Iterator[Case]:
    for loaded, ids in shelf.about(game, rule):
        yield from shelf.built(loaded, lots.order(ids, "of a file")[:MOST])


def _near(game: str, rule: str) -> Iterator[str]:
    """The clauses around one that no case names: what stands below it, beside it, above it."""
    book = ruleset(game).book
    above = book[rule].parent
    yield from (one.id for one in book if one.parent == rule)
    yield from (one.id for one in book if above is not None and one.parent == above and one.id != rule)
    if above is not None and above in book:
        yield above


def _asked(case: Case, rule: str, lots: Lots) -> Iterator[Drill]:
    """Each answer of the case that the rule forbids or allows, and each number in which it stands."""
    play, answers = session(case), tuple(_answers(case))
    for given, deed in enumerate(answers):
        ask = _come_to(play, deed.kind)
        if isinstance(ask, Ask):
            answer = answer_of(ask, deed.answer)
            if _decides(ask, answer, rule):
                yield _may(rule, *_there(case, given, deed.kind), answer, lots)
        if given == len(case.deeds) or not _done(play, deed):
            break
    if case.question == "number":
        ledger = _number(play, case)
        if ledger is not None and (_counts(ledger, rule) or rests_on(case, rule)):
            yield Number(rule, play, play.state, ledger=ledger)
    told = _of_trace(rule, play, len(play.entries()))
    if told is not None:
        yield told


def _answers(case: Case) -> Iterator[Deed]:
    """What is answered in a case, and what it asks about at the end."""
    yield from case.deeds
    if case.question == "legal":
        yield Deed(*next(iter(case.argument.items())))


def _come_to(play: Session, kind: str) -> Ask | Chance[Any] | None:
    try:
        return skip_to(play, kind)
    except Astray:
        return None


def _done(play: Session, deed: Deed) -> bool:
    try:
        do(play, [deed])
    except Astray:
        return False
    return True


def _there(case: Case, given: int, kind: str) -> tuple[Session, Ask]:
    """A session of its own that stands at a question of the case: who goes on takes the question along."""
    play = session(case)
    do(play, case.deeds[:given])
    ask = skip_to(play, kind)
    assert isinstance(ask, Ask)
    return play, ask


def _decides(ask: Ask, answer: Answer, rule: str) -> bool:
    """Whether a rule forbids an answer, or stands among what allows it."""
    try:
        verdict = ask.verdict(answer)
    except NotAnAnswer:
        return False
    if not verdict.legal:
        return rule in verdict.rules
    return any(rule in (check.rule, check.exempt_by) for check in verdict.held)


def _may(rule: str, play: Session, ask: Ask, answer: Answer, lots: Lots) -> May:
    """The drill on an answer: besides the right one, rules that refuse other answers to the question."""
    broken = set(ask.verdict(answer).rules) if not ask.verdict(answer).legal else set()
    others: dict[str, None] = {}
    for other in lots.order(islice(_candidates(ask), FEW)):
        others |= dict.fromkeys(check.rule for check in ask.verdict(other).objections)
    wrong = [one for one in lots.order(others) if one != rule and one not in broken]
    choices = lots.order([ALLOWED, rule, *wrong[: CHOICES - 2]])
    return May(rule, play, ask.state, tuple(choices), ask=ask, request=answer)


def _candidates(ask: Ask) -> Iterator[Answer]:
    return (answer for answer in ask.candidates() if answer not in (DONE, BACK))


def _number(play: Session, case: Case) -> Ledger | None:
    try:
        found = number(play, case).answer
    except Astray:
        return None
    return found if isinstance(found, Ledger) else None


# -- with the rule and without -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Event:
    """What play comes to, in words: something told, a question, dice, or the end."""

    whole: Text
    told: Text  # a choice and a roll tell what is asked, not what was answered
    entry: Entry | None = None


def _parting(case: Case, rule: str, lots: Lots) -> Iterator[Drill]:
    """Where play goes on otherwise once the rule is taken away; other rules, taken away, give more wrong answers."""
    if case.question in ("odds", "bounds"):
        return
    play, happens = _played(case, law(case))
    without = _played(case, on_trial(law(case), rule))[1]
    at = _first_apart(happens, without)
    if at is None:
        return
    comes = {event.told: event for event in (happens[at], without[at])}
    cited = {one for entry in play.entries() for one in entry.rules()} - {rule}
    for other in lots.order(cited)[:FEW_RULES]:
        events = _played(case, on_trial(law(case), other))[1]
        if _first_apart(happens, events) == at and len(comes) < CHOICES:
            comes.setdefault(events[at].told, events[at])
    if any(len({told(lang) for told in comes}) < max(2, len(comes)) for lang in LANGUAGES):
        return
    before = [event.whole for event in happens[:at] if event.entry is not None and event.entry.what != "section"]
    choices = tuple(lots.order(map(str, range(len(comes)))))
    yield Next(
        rule,
        play,
        session(case).state,
        choices,
        before=tuple(before[-BEFORE:]),
        comes=tuple(comes),
        happens=happens[at].entry,
    )


def _first_apart(happens: Sequence[Event], other: Sequence[Event]) -> int | None:
    pairs = zip(happens, other, strict=False)
    return next((at for at, (one, two) in enumerate(pairs) if one.whole != two.whole), None)


def _played(case: Case, under: Law) -> tuple[Session, Sequence[Event]]:
    """What is told of a case, and the question or the end to which it comes; without a rule it may break off."""
    play, found = session(case), list[Event]()
    with suppress(Exception):
        play = session(case, under)
        do(play, case.deeds)
        FIND[case.question](play, case)
    with suppress(Exception):
        found.extend(_told(play, entry) for entry in play.entries())
        found.append(_asked_of(play))
    return play, found


def _told(play: Session, entry: Entry) -> Event:
    both = [plain(telling.sentence(entry, Words.of(play.rules, entry.state or play.state, lang))) for lang in LANGUAGES]
    whole = Text(*both)
    if entry.what not in ("roll", "choice"):
        return Event(whole, whole, entry)
    return Event(whole, _asking(play, "drill-dice" if entry.what == "roll" else "drill-asked", entry), entry)


def _asked_of(play: Session) -> Event:
    ask = play.ask
    if ask is None:
        over = Text(*(say("drill-ends", lang) for lang in LANGUAGES))
        return Event(over, over)
    told = _asking(play, "drill-asked" if isinstance(ask, Ask) else "drill-dice", ask)
    return Event(told, told)


def _asking(play: Session, kind: str, asks: Any) -> Text:
    """Who is asked, and by which rule."""
    both = (Words.of(play.rules, play.state, lang) for lang in LANGUAGES)
    title = play.rules.book[asks.rule].title
    return Text(*(say(kind, words.lang, who=words.fact(Side(asks.who)), title=title(words.lang)) for words in both))


# -- what cases do not ask -----------------------------------------------------------------------------------------
def _not_asked(case: Case, rule: str, lots: Lots) -> Iterator[Drill]:
    """On the way of a case, an answer that nothing but the rule forbids, or one that it allows."""
    for given, deed in enumerate(_answers(case)):
        try:
            play, ask = _there(case, given, deed.kind)
        except (Astray, AssertionError):
            continue
        found = _of_ask(rule, play, ask, lots)
        if found is not None:
            yield found


# -- from random play ----------------------------------------------------------------------------------------------
def from_chance(game: str, rule: str, seed: int, tries: int, seen: set[Any]) -> Iterator[Drill]:
    """What random play of the scenarios meets, until so many plays in a row met nothing new."""
    fruitless = 0
    for play in count():
        found = _one(game, rule, Lots(f"{game} {rule} {seed} {play}")) if fruitless < tries else None
        if found is not None and found.key not in seen:
            seen.add(found.key)
            fruitless = 0
            yield found
        elif fruitless >= tries:
            return
        else:
            fruitless += 1


def _one(game: str, rule: str, lots: Lots) -> Drill | None:
    """Play at random until the rule is met; half of the questions that it decides are asked with the answer yes."""
    found = scenario(lots.one(names(game)))
    session = Session(found.rules, found.position(), seed=lots.number(1_000_000, "dice"))
    before = lots.number(1 + lots.number(LONG, "at most"), "before")  # a short game is over soon
    for step in range(before):
        if not _step(session, lots, step):
            break
    for step in range(before, before + LONG):
        ask = session.ask
        may = _of_ask(rule, session, ask, lots) if isinstance(ask, Ask) else None
        found_here = may or _of_trace(rule, session, 6)
        if found_here is not None:
            return found_here
        if not _step(session, lots, step):
            return None
    return None


def _step(session: Session, lots: Lots, step: int) -> bool:
    ask = session.ask
    if ask is None:
        return False
    if not isinstance(ask, Ask):
        session.roll()
        return True
    legal = [answer for answer in ask.legal() if answer != BACK]
    if not legal:
        return False
    try:
        session.answer(lots.one(legal, step))
    except NoWayOut:
        return False
    return True


def _of_ask(rule: str, session: Session, ask: Ask, lots: Lots) -> May | None:
    """A move that nothing but the rule forbids, or one that it allows."""
    others: dict[str, None] = {}
    alone, through = None, None
    for answer in lots.order(islice(_candidates(ask), WIDE)):
        verdict = ask.verdict(answer)
        broken = list(dict.fromkeys(check.rule for check in verdict.objections))
        others |= dict.fromkeys(broken)
        if broken == [rule] and alone is None:
            alone = answer
        elif not broken and through is None and any(check.rule == rule for check in verdict.held):
            through = answer
    wished = {"refused": alone, "allowed": through}
    kinds = [kind for kind, answer in wished.items() if answer is not None]
    if not kinds:
        return None
    wrong = lots.order(one for one in others if one != rule)
    choices = lots.order([ALLOWED, rule, *wrong[: CHOICES - 2]])
    return May(rule, session, ask.state, tuple(choices), ask=ask, request=wished[lots.one(kinds)])


def _of_trace(rule: str, session: Session, last: int) -> Number | None:
    """A number told just now in which the rule stands with an amount of its own."""
    for entry in session.entries()[-last:]:
        for fact in flat(entry.facts):
            if isinstance(fact, Ledger) and len(fact.lines) > 1 and _counts(fact, rule):
                return Number(rule, session, entry.state or session.state, ledger=fact)
    return None


def _counts(ledger: Ledger, rule: str) -> bool:
    return any(line.rule == rule and line.number != 0 for line in ledger.lines)


__all__ = ["ALLOWED", "Drill", "drills", "graded", "none"]
