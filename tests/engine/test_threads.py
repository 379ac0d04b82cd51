"""Two threads that look at different positions get the answers that one alone gets."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import Any

import pytest

from tests.bench.play import position as two_lines
from tests.laws.dff_battles import month
from tests.laws.fa_moves import army
from tests.laws.gwie_moves import before_moves as gwie_position
from tests.laws.se_moves import before_moves as se_position
from tests.laws.test_tlm_moves import midway
from tutor.engine.ask import Ask
from tutor.engine.pieces import Frozen
from tutor.engine.run import Run
from tutor.engine.space.kept import by_identity
from tutor.rulesets import ruleset
from tutor.rulesets.dff.zones import zones_of
from tutor.rulesets.fa.zones import watched
from tutor.rulesets.gwie.going import found as gwie_reach
from tutor.rulesets.se.zones import enemy_hexes, zones_against
from tutor.rulesets.tlm.areas import held_by, stacking

CALLS, DRAFTS = 60_000, 5
Question = Callable[[], Any]


@contextmanager
def hurried() -> Iterator[None]:
    """Threads give way to each other as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def hammered(questions: list[Question], calls: int = CALLS) -> Counter[str]:
    """Every thread goes round its half of the questions; what it hears is compared with what one alone has heard."""
    alone = [(question, question()) for question in questions]
    heard: list[Counter[str]] = []

    def ask(first: int) -> None:
        half = len(alone) // 2
        mine, count = alone[first * half : (first + 1) * half], Counter[str]()
        for n in range(calls // 2):
            question, right = mine[n % len(mine)]
            count["right" if question() == right else "wrong"] += 1
        heard.append(count)

    with hurried():
        threads = [threading.Thread(target=ask, args=(first,)) for first in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(heard) == 2, "a thread did not come to its end"
    return heard[0] + heard[1]


def under(state: Any, trial: bool) -> Any:
    """The position under its law, or as if none of its rules were there."""
    law = state.law
    return state.but(law=law.without(*(rule.id for rule in law.book))) if trial else state


@cache
def se(trial: bool = False) -> list[Question]:
    """In each thread one position under many drafts, as a declaration makes them."""
    found: list[Question] = []
    for state in map(se_position, (1, 4)):
        drafts = [under(state, trial).but(chosen=None) for _ in range(DRAFTS)]
        for draft in drafts:
            for side in ("ah", "it"):
                found.append(lambda s=draft, side=side: enemy_hexes(s, side))
                found.append(lambda s=draft, side=side: set(zones_against(s, side)))
    return found


@cache
def tlm(trial: bool = False) -> list[Question]:
    found: list[Question] = []
    for state in islice(midway(6), 2):
        for draft in [under(state, trial).but(agenda=()) for _ in range(DRAFTS)]:
            for area in state.map.places[:4]:
                found += [
                    lambda s=draft, a=area: held_by(s, a, "GE"),
                    lambda s=draft, a=area: stacking(s, a, "GE").total,
                ]
    return found


@cache
def dff(trial: bool = False) -> list[Question]:
    states = [under(month(seed), trial) for seed in range(6)]
    return [lambda s=s, side=side: set(zones_of(s, side)) for s in states for side in ("central", "allies")]


@cache
def gwie(trial: bool = False) -> list[Question]:
    found: list[Question] = []
    for state in [under(gwie_position(seed), trial) for seed in range(6)]:
        for unit in [unit for unit in state.on_map() if unit.fights and unit.mp][:2]:
            found.append(lambda s=state, u=unit: gwie_reach(s, (u.id,)).cheapest)
    return found


@cache
def fa(trial: bool = False) -> list[Question]:
    states = [under(army(seed), trial) for seed in range(6)]
    return [lambda s=s, side=side: watched(s, side) for s in states for side in ("central", "entente")]


Questions = Callable[[bool], list[Question]]
in_all_games = pytest.mark.parametrize("questions", [se, tlm, dff, gwie, fa])


@in_all_games
def test_two_threads_hear_what_one_hears(questions: Questions) -> None:
    count = hammered(questions(False))
    assert count["right"] > CALLS // 2 - 2
    assert count["wrong"] == 0, count


@in_all_games
def test_a_law_on_trial_in_one_thread_is_not_heard_in_the_other(questions: Questions) -> None:
    printed, tried = questions(False), questions(True)
    assert [question() for question in printed] != [question() for question in tried]
    assert hammered([*printed, *tried], CALLS // 3)["wrong"] == 0


def test_what_is_carried_over_is_one_line_of_play_for_either_thread() -> None:
    """Positions that come of one another share what was found the last time a question was asked."""
    state = two_lines()
    fronts = [unit for unit in state.pieces if unit.infantry and unit.side == "it"]
    states = [state, *(state.put(unit.but(place=None)) for unit in fronts[:7])]
    asks = [Run(ruleset("se"), one).ask for one in states]
    questions = [lambda ask=ask: list(ask.legal()) for ask in asks if isinstance(ask, Ask) and ask.near is not None]
    assert len(questions) == len(states)
    assert hammered(questions, 1_200)["wrong"] == 0


class Table(Frozen):
    """A position with a draft."""

    beside = frozenset({"draft"})

    def __init__(self, number: int) -> None:
        self.__dict__.update(number=number, draft=0)


@by_identity(8, frozenset({"draft"}))
def number_of(table: Any) -> int:
    return int(table.number)


@by_identity(8)
def draft_of(table: Any) -> int:
    return int(table.draft)


@pytest.mark.parametrize("drafts", [DRAFTS, 1], ids=["drafts", "one"])
def test_a_draft_that_changes_all_the_time_is_told_apart_in_either_thread(drafts: int) -> None:
    """And one position that each thread asks about again and again."""
    tables = [table.but(draft=n % drafts) for table in (Table(1), Table(2)) for n in range(drafts)]
    for what in (number_of, draft_of):
        asked = [lambda t=table, what=what: what(t) for table in tables for _ in range(DRAFTS)]
        assert hammered(asked)["wrong"] == 0
