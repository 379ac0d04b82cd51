"""What the laws of all games share: what was looked at, and what must hold of any session, whatever the rules are."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any

import pytest

from tests.agreeing import stumbling
from tutor.engine.ask import BACK, DONE, Ask, NotAnAnswer
from tutor.engine.check import Verdict
from tutor.engine.ledger import Ledger
from tutor.engine.nouns import number
from tutor.engine.play import Moment, Refused, Session
from tutor.engine.policy import never
from tutor.engine.records import of_session, replay
from tutor.engine.run import Position, Ruleset, Run
from tutor.engine.telling import ledger as ledger_told
from tutor.engine.telling import trace
from tutor.engine.text import LANGUAGES
from tutor.engine.words import Words, messages
from tutor.rendering.plain import lines, text


@dataclass
class Watch:
    """What was looked at in all plays, how often, and what was wrong; which rules were seen, and which were chosen."""

    looked: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, list[str]] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    chosen: set[str] = field(default_factory=set)

    def look(self, law: str, holds: bool, what: str) -> None:
        self.looked[law] += 1
        if not holds:
            self.wrong.setdefault(law, []).append(what)

    def held(self, law: str, least: int) -> None:
        """It was looked at often enough, and was never wrong."""
        wrong = self.wrong.get(law, [])
        assert not wrong, f"{len(wrong)} of {self.looked[law]}: {wrong[0][:400]}"
        assert self.looked[law] >= least


@dataclass
class Deeds:
    """What was done by whom, each in the span in which it may be done once; and how often it was done again later."""

    done: dict[tuple[str, Any], list[Any]] = field(default_factory=lambda: defaultdict(list))
    counted: Counter[str] = field(default_factory=Counter)

    def once(self, law: str, what: Any, span: Any, where: str) -> None:
        """It has not been done in this span; it may have been in another."""
        before = self.done[law, what]
        assert span not in before, f"{where}: {law} {what} again in {span}"
        self.counted[law] += 1
        self.counted[f"{law}, again"] += bool(before)
        self.again(law, span, before)
        before.append(span)

    def again(self, law: str, span: Any, before: Sequence[Any]) -> None:
        """Of what else is counted that was done in spans before this one."""


def played(
    rules: Ruleset[Any], start: Any, seed: int, answers: int, answering: Callable[[Ask, random.Random], Any]
) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Every question of a random play with its answer, and the positions before and after it."""
    session, rng = Session(rules, start, seed=seed), random.Random(seed)
    for _ in range(answers):
        ask, before = session.ask, session.state
        if ask is None:
            return
        answer = answering(ask, rng) if isinstance(ask, Ask) else ask.write(ask.sample(rng))
        session.answer(answer)
        yield before, ask, answer, session.state


ENDLESS = 20_000  # answers and dice; a campaign takes up to some five thousand


def to_the_end(
    session: Session,
    answering: Callable[[Ask], Any],
    rng: random.Random,
    over: Callable[[Any], bool] = never,
) -> Session:
    """A whole game, or until it is over enough: somebody answers, and the dice fall as they may."""
    for _ in range(ENDLESS):
        ask = session.ask
        if ask is None or over(session.state):
            return session
        session.answer(answering(ask) if isinstance(ask, Ask) else ask.write(ask.sample(rng)))
    raise AssertionError(f"no end after {ENDLESS} answers: {session.ask}")


def some(ask: Ask) -> list[Any]:
    """What may be answered: a game never stands still for want of an answer."""
    legal = list(ask.legal())
    assert legal, f"dead end: {ask.kind} ({ask.rule})"
    return legal


def parity(watch: Watch, session: Session, ask: Ask, rng: random.Random, where: str) -> dict[Any, Verdict]:
    """The legal set is what no check objects to, over everything that could be asked; a refusal changes nothing."""
    legal = list(ask.legal())
    verdicts = {answer: ask.verdict(answer) for answer in ask.candidates()}
    watch.look("parity", legal == [a for a, verdict in verdicts.items() if verdict.legal], where)
    watch.look("a reason for every refusal", all(v.legal or v.objections for v in verdicts.values()), where)
    refused = [answer for answer, verdict in verdicts.items() if not verdict.legal]
    if refused:
        before = session.state
        with pytest.raises(Refused):
            session.answer(rng.choice(refused))
        watch.look("refused and nothing changed", session.state == before and session.ask is ask, where)
    with pytest.raises(NotAnAnswer):
        session.answer("no such thing")
    return verdicts


def drawn(ask: Ask, rng: random.Random, *but: Any) -> Any:
    """Any legal answer, each as likely as any other, without asking about all; None where there is none but these."""
    ends = [answer for answer in (DONE, BACK) if ask.understands(answer)]
    answers = [answer for answer in (*ask.likely(), *ends) if answer not in but]
    rng.shuffle(answers)
    return next((answer for answer in answers if ask.allows(answer)), None)


def by_lot(ask: Ask, rng: random.Random) -> Any:
    """One of what may be answered, without asking about all: a game never stands still for want of an answer."""
    answer = drawn(ask, rng)
    assert answer is not None, f"dead end: {ask.kind} ({ask.rule})"
    return answer


# -- where pieces are -------------------------------------------------------------------------------------------
def astray(state: Any) -> Iterator[str]:
    """Whatever piece is not exactly on one map, in one box that holds its like, or coming in some turn."""
    for piece in state.pieces:
        ways = state.whereabouts(piece)
        if len(ways) != 1:
            yield f"{piece.id}: {' and '.join(ways) or 'nowhere'}"
        elif ways == ("box",):
            box = state.law.book.boxes.get(piece.box)
            if box is None or not box.holds(piece.side, getattr(piece, "nation", "")):
                yield f"{piece.id}: in the box {piece.box}"
        elif piece.place is not None and not state.exists("place", piece.place):
            yield f"{piece.id}: in {piece.place}"


# -- going back, again, elsewhere -------------------------------------------------------------------------------
def replays(sessions: Iterable[Session]) -> None:
    """The record of a whole play leads to the same end."""
    for session in sessions:
        record = of_session(session, "none")
        again = replay(type(record).from_data(record.to_data()), Session(session.rules, session.root.state))
        assert again.state == session.state
        assert again.over


def goes_back_and_forward(sessions: Iterable[Session]) -> None:
    """To the start and to the end again: the same state, the same story."""
    for session in sessions:
        state, told = session.state, _told(session)
        length = len(session.now.line) - 1
        session.back(length)
        assert session.now is session.root
        assert session.run.state == session.root.state
        for _ in range(length):
            session.forward()
        assert (session.state, _told(session)) == (state, told)


def _told(session: Session) -> list[Any]:
    return [(e.depth, e.what, e.rule, e.kind, e.who, str(e.facts)) for e in session.trace.entries]


def resumes(sessions: Iterable[Session], moments: int) -> tuple[int, int]:
    """Drop the generator at some asks of every play and resume from state and answers: the same asks, the same end.

    Gives how often that was done, and how often inside a step.
    """
    rng = random.Random(0)
    resumed = inside = 0
    for session in sessions:
        line = session.now.line
        for moment in rng.sample(line, min(moments, len(line))):
            run = _resumed(session, moment)
            for step, after in pairwise(line[line.index(moment) :]):
                assert run.ask is not None
                assert (run.ask.rule, run.ask.kind) == after.question, step
                run.answer(after.answer, after.despite)
            assert run.over
            assert run.state == session.state
            resumed += 1
            inside += bool(moment.given)
    return resumed, inside


def _resumed(session: Session, moment: Moment) -> Run:
    return Run(session.rules, Position(moment.state, tuple(answer for answer, _ in moment.given)))


# -- words ------------------------------------------------------------------------------------------------------
BESIDE = re.compile(r"^ *(?:(?:[×÷≤≥=] )?\S+  )?")  # the number beside a sentence, and what a line is indented by


def tells(sessions: Iterable[Session]) -> int:
    """Both languages tell everything, without a slot left open, and change no record; gives how many lines."""
    told = 0
    for session in sessions:
        record = of_session(session, "none").to_data()
        for lang in LANGUAGES:
            words = Words(session.rules.book, lang, session.rules.names(session.root.state))
            for line in lines(trace(session.entries(), words), 3):
                assert "{" not in line, line
                assert "?]" not in line, line
                assert not stumbling(BESIDE.sub("", line), lang), line
                told += 1
        assert of_session(session, "none").to_data() == record
    return told


def has_words(sessions: Sequence[Session]) -> None:
    """Every kind of thing that is told has its message."""
    known = messages(sessions[0].rules.book)["messages"]
    kinds = {kind for session in sessions for kind in _kinds(session)}
    assert not {kind for kind in kinds if kind not in known}


def _kinds(session: Session) -> Iterator[str]:
    for entry in session.trace.entries:
        yield entry.kind
        yield from (check.kind for check in entry.checks)
        for ledger in ledgers_of(entry):
            yield ledger.kind
            yield from (line.kind for line in ledger.walk())


def ledgers_of(entry: Any) -> Iterator[Ledger]:
    """The ledgers of an entry of a trace, those that its checks compare among them."""
    yield from entry.ledgers
    for check in entry.checks:
        yield from (fact for fact in check.facts.values() if isinstance(fact, Ledger))


def adds_up(sessions: Iterable[Session], within: Fraction = Fraction(0)) -> int:
    """Whoever works through the printed lines of a ledger finds its printed total; gives how many ledgers."""
    added = 0
    for session in sessions:
        words = Words(session.rules.book, "en", lambda thing: None)
        for ledger in (one for entry in session.trace.entries for one in ledgers_of(entry)):
            for one in (ledger, *(story for line in ledger.walk() for story in line.stories)):
                total, printed = _printed(words, one)
                assert total == printed or abs(total - printed) < within, text([ledger_told(one, words)], 3)
                added += 1
    return added


def _printed(words: Words, ledger: Ledger) -> tuple[Fraction, Fraction]:
    """The total that a reader finds who works through the printed lines, and the total printed.

    The head of a threshold says its number in a sentence.
    """
    told = ledger_told(ledger, words)
    total = Fraction(0)
    for amount, _ in told.rows:
        total = _worked(total, amount)
    return total, _number(told.total or number(ledger.total, words.lang))


ROUNDED: dict[str, Callable[[Fraction], int]] = {
    "⌊⌋": floor,
    "⌈⌉": ceil,
    "≈": lambda total: floor(total + Fraction(1, 2)),
}


def _worked(total: Fraction, line: str) -> Fraction:
    op, _, rest = line.partition(" ")
    if op in ROUNDED:
        return Fraction(ROUNDED[op](total))
    if op in ("×", "≤", "≥", "="):
        amount = _number(rest.split(" ")[0])
        return {"×": total * amount, "≤": min(total, amount), "≥": max(total, amount), "=": amount}[op]
    return total + _number(op)


def _number(told: str) -> Fraction:
    signs = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
    sign = -1 if told.startswith("−") else 1
    bare = told.lstrip("+−")
    return sign * (signs[bare] if bare in signs else Fraction(bare))
