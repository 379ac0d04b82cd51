"""What is told of a place is so: who is said to be in the East is, and a hex that is held is no zone of its holder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.laws.common import ledgers_of
from tutor.cases import load_cases
from tutor.cases.running import session
from tutor.cases.script import do, skip_to
from tutor.engine.ask import Ask
from tutor.engine.check import Check
from tutor.engine.ledger import Line
from tutor.engine.telling import sentence
from tutor.engine.told import plain
from tutor.engine.trace import Trace
from tutor.engine.words import Words
from tutor.rulesets.se.fortresses import lower_trench
from tutor.rulesets.se.scenario5 import EAST
from tutor.rulesets.se.state import State

CASES = Path(__file__).parents[2] / "cases" / "se"
FILES = ("sc5.yaml", "13-5.yaml", "coming.yaml", "disputes/round-1.yaml", "disputes/round-2.yaml")


@cache
def told() -> tuple[list[tuple[State, Check]], list[tuple[State, Line]]]:
    """Every check of the questions that the cases ask, and every line of a ledger on the way, with their positions."""
    checks: list[tuple[State, Check]] = []
    lines: list[tuple[State, Line]] = []
    for case in (case for name in FILES for case in load_cases(CASES / name)):
        play = session(case)
        do(play, case.deeds)
        if case.question == "legal":
            ((kind, _),) = case.argument.items()
            ask = skip_to(play, kind)
            assert isinstance(ask, Ask)
            checks += ((play.state, check) for one in ask.candidates() for check in ask.verdict(one).checks)
        lines += (
            (entry.state, line) for entry in play.entries() for ledger in ledgers_of(entry) for line in ledger.lines
        )
    return checks, lines


def test_who_is_said_to_be_in_the_east_is_there() -> None:
    found = [(s, s.unit(check.facts["unit"].id)) for s, check in told()[0] if check.kind.startswith("frozen-")]
    assert len(found) > 10
    assert all(EAST in s.map.hex(unit.place or "").flags for s, unit in found)


def test_who_holds_a_hex_is_not_said_to_watch_it() -> None:
    found = [(s, line) for s, line in told()[1] if line.kind == "way-ends-in-zone"]
    assert len(found) > 5
    for s, line in found:
        assert line.facts["hex"].id not in {s.unit(one.id).place for one in line.facts["foes"]}


def test_a_trench_falls_to_the_level_that_is_left() -> None:
    """It is told with what is left of it; the last level is told as gone."""
    (case,) = (one for one in load_cases(CASES / "13-2.yaml") if one.id == "trench-lowered-by-guns")
    play = session(case)
    assert isinstance(play.state, State)
    words = Words.of(play.rules, play.state, "en")
    for before, said in ((3, "falls to level 2"), (2, "falls to level 1"), (1, "no trench is left")):
        trace = Trace()
        lower_trench(play.state.dig("0406", before), trace, "0406", "18.5")
        assert said in plain(sentence(trace.entries[-1], words)).casefold()
