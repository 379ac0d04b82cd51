"""4.3: stacking."""

from __future__ import annotations

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Side, units
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.state import SIDES, State, Unit


def limit(state: State, hex: str) -> Ledger:
    """How many infantry and cavalry units one side may have in a hex."""
    return state.law.ledger("4.3-a", "stacking-limit", _limit_lines(state, hex))


def _limit_lines(state: State, hex: str) -> Lines:
    cell = charts.cell(state.law, "stacking", "Units in a hex", "Rule")
    yield plus("4.3-a", "units-a-hex", int(cell.value), cell=cell)


def counted(state: State, hex: str, side: str) -> tuple[Unit, ...]:
    """The units that count: tanks, aircraft, HQs and works do not."""
    return tuple([u for u in state.pieces.at(hex) if u.side == side and u.stacks])


def room(state: State, hex: str, side: str) -> int:
    """How many more units the hex takes."""
    return int(limit(state, hex).total) - len(counted(state, hex, side))


def excess(state: State, hex: str, side: str) -> int:
    return max(0, -room(state, hex, side))


def violations(state: State) -> Checks:
    """Hexes that hold too many units of one side at the end of a phase; battles still to be fought do not count."""
    for side in SIDES:
        for hex in dict.fromkeys(u.place for u in state.pieces.of(side) if u.place and u.stacks):
            if hex is not None and excess(state, hex, side) and not state.attacked(hex):
                there = counted(state, hex, side)
                facts = {"hex": Place(hex), "units": units(there), "limit": limit(state, hex), "who": Side(side)}
                yield objection("4.3-b", "overstacked", **facts, n=len(there))
