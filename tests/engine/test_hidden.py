"""Hidden things: sealed answers, facts that one side alone may read, policies that see no more than their side."""

from __future__ import annotations

from typing import Any

from tests.duel.ruleset import AMENDMENTS, BOOK
from tutor.engine.ask import Ask, Steps, choose, nothing
from tutor.engine.law import Law
from tutor.engine.pieces import record
from tutor.engine.play import Session
from tutor.engine.policy import Policy
from tutor.engine.run import Agenda, Ruleset, StepBook, task
from tutor.engine.text import Text
from tutor.engine.trace import Trace

STEPS = StepBook()


@record
class State(Agenda):
    red: int = 0
    blue: int = 0


@STEPS.step("bid", "1.1")
def bid(s: State, t: Trace, side: str) -> Steps[State]:
    n = yield from choose(Ask(s, "1.1", side, "bid", ("number",), nothing, options=(0, 1, 2), sealed=True))
    s = s.but(**{side: n})
    t.say("1.1", "put-down", s, seen_by=side, n=n)
    return s


@STEPS.step("reveal", "1.2")
def reveal(s: State, t: Trace) -> State:
    t.say("1.2", "revealed", s, red=s.red, blue=s.blue)
    return s


def view(s: State, side: str) -> State:
    """Each side sees its own bid only, until both are told."""
    hidden = {other: -1 for other in ("red", "blue") if other != side}
    return s.but(**hidden) if any(step.step == "reveal" for step in s.agenda) else s


RULES = Ruleset(
    game="fa",
    book=BOOK,
    steps=STEPS,
    amendments=AMENDMENTS,
    setup=lambda *_: None,
    names=lambda s: lambda thing: None,
    view=view,
)


def start() -> State:
    return State(Law.of(BOOK, AMENDMENTS), agenda=(task("bid", "red"), task("bid", "blue"), task("reveal")))


def test_a_sealed_answer_is_told_to_its_side_alone_until_both_are_told() -> None:
    session = Session(RULES, start())
    session.answer(2)
    assert [entry.kind for entry in session.entries("blue") if entry.what != "section"] == []
    assert [entry.kind for entry in session.entries("red") if entry.what != "section"] == ["bid", "put-down"]
    session.answer(1)
    told = [entry for entry in session.entries("blue") if entry.what != "section"]
    assert [entry.kind for entry in told] == ["bid", "put-down", "revealed"]
    assert told[-1].facts == {"red": 2, "blue": 1}
    assert len(session.entries()) > len(session.entries("red"))


def test_a_policy_sees_what_its_side_sees() -> None:
    seen: list[State] = []

    def watch(s: Any, ask: Ask, legal: list[Any]) -> Any:
        seen.append(s)
        return legal[-1]

    watcher = Policy("watcher", Text("", ""), watch)
    session = Session(RULES, start(), {"red": watcher, "blue": watcher})
    session.play_on()
    assert [(s.red, s.blue) for s in seen] == [(0, -1), (-1, 0)]
    assert (session.state.red, session.state.blue) == (2, 2)
