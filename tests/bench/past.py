"""Keeping the past and going back twenty steps, beside a deep copy of a plain dictionary at every step.

Ours: for each step a changed unit in a new state that shares the rest, and a moment of the session; then
`Session.back(20)`. The peer's: the same position as nested dictionaries, one unit changed in place, and a deep copy
kept at every step; then the copy of twenty steps ago is taken.
"""

from __future__ import annotations

import copy
import statistics
import time
from collections.abc import Callable
from typing import Any

from tests.bench.play import position
from tests.bench.timing import Effort, Row, alternated, times_faster
from tutor.engine.play import Moment, Session
from tutor.rulesets import ruleset

STEPS, PLAYED, BAR = 20, 40, 20.0


def session() -> tuple[Session, list[Any]]:
    """A battle with fifty units a side, forty answers on; and the positions on the way."""
    rules = ruleset("se")
    bold = rules.policies["bold"]
    played = Session(rules, position())
    seen = [played.state]
    while len(seen) <= PLAYED:
        ask: Any = played.ask
        played.answer(bold.answer(rules, ask))
        seen.append(played.state)
    return played, seen


def plain(state: Any) -> dict[str, Any]:
    """The same position as dictionaries that may be changed."""
    return {
        "units": {unit.id: dict(unit.fields()) for unit in state.pieces},
        "trenches": dict(state.trenches),
        "points": dict(state.points),
        "agenda": [[task.step, list(task.args)] for task in state.agenda],
        **{name: getattr(state, name) for name in ("active", "brigade", "weather", "chosen", "reacting")},
    }


def keep_ours(state: Any) -> Callable[[], object]:
    id = next(iter(state.pieces)).id

    def kept() -> object:
        line = Moment(state=state, mark=0)
        now = state
        for left in range(STEPS):
            now = now.change(id, mp_left=left)
            line = Moment(state=now, mark=left, parent=line, answer=id, question=("13.1.1", "declare"), written=id)
        return line

    return kept


def keep_peer(table: dict[str, Any]) -> Callable[[], object]:
    id = next(iter(table["units"]))

    def kept() -> object:
        line = []
        for left in range(STEPS):
            line.append(copy.deepcopy(table))
            table["units"][id]["mp_left"] = left
        return line[-STEPS]

    return kept


def back_and_forth(played: Session, seen: list[Any], times: int) -> float:
    """The median time of going back twenty steps, in microseconds; the way forward is not counted."""
    spent = []
    for _ in range(times):
        began = time.process_time()
        played.back(STEPS)
        spent.append(1e6 * (time.process_time() - began))
        assert played.state == seen[PLAYED - STEPS], "going back comes out somewhere else"
        for _ in range(STEPS):
            played.forward()
        assert played.state == seen[PLAYED], "going forward again comes out somewhere else"
    return statistics.median(spent)


def run(effort: Effort) -> list[Row]:
    played, seen = session()
    table = plain(seen[PLAYED])
    assert copy.deepcopy(table) == table == plain(seen[PLAYED])
    back = back_and_forth(played, seen, max(1, effort.passes))
    keep, peer = alternated([keep_ours(seen[PLAYED]), keep_peer(table)], effort)
    note = f"20 states kept {keep:.0f} µs, back {back:.0f} µs"
    name = "20 steps kept and taken back: deepcopy of a dictionary"
    return [times_faster("past", name, keep + back, peer, "µs", bar=BAR, note=note)]
