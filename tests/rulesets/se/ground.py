"""Small grounds and positions for tests of Strafexpedition."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.randommaps import se_law, se_state
from tutor.engine.check import Checks
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger
from tutor.engine.space.maps import HexMap
from tutor.rulesets.se.state import State, Unit

HERE, EAST, WEST = "0505", "0506", "0504"  # 0505 in the middle; 0506 and 0504 beside it, 0507 beyond
MAPS = Path(__file__).parents[3] / "scenarios" / "se" / "maps"


@cache
def scenario_map(name: str) -> HexMap:
    return HexMap.from_data(yaml.safe_load((MAPS / f"{name}.yaml").read_text("utf-8")))


def ground(
    hexes: dict[str, tuple[str, int] | str | int] | None = None,
    sides: dict[str, list[str]] | None = None,
    roads: dict[str, list[str]] | None = None,
    size: int = 9,
) -> HexMap:
    """A square of clear hexes of level 1, with some changed: a terrain, a level, or both."""
    grid = {
        "top": "pointy",
        "rows": {"from": 1, "to": size, "grows": "north"},
        "columns": {"from": 1, "to": size, "grows": "east"},
    }
    listed = {}
    for id, what in (hexes or {}).items():
        terrain, level = what if isinstance(what, tuple) else (what, 1) if isinstance(what, str) else ("clear", what)
        listed[id] = {"terrain": terrain, "level": level}
    return HexMap.from_data(
        {
            "kind": "hexes",
            "grid": grid,
            "fill": {"terrain": "clear", "level": 1},
            "hexes": listed,
            "sides": sides or {},
            "roads": [{"kind": kind, "through": through} for kind, through in (roads or {}).items()],
            "provenance": {"hexes": "stand-in"},
        }
    )


def unit(id: str, place: str | None, kind: str = "infantry", side: str = "ah", **more: Any) -> Unit:
    more.setdefault("mp", 6)
    more.setdefault("mode", "movement")
    return Unit(id, side, kind, place, **more)


def position(map: HexMap, *units: Unit, **changes: Any) -> State:
    return se_state(map, units, **changes)


def under(**readings: str) -> Law:
    """The usual law under other readings: `under(cliff_move="what-is-left")`."""
    law = se_law()
    for slug, option in readings.items():
        law = law.under(slug.replace("_", "-"), option)
    return law


def lines(ledger: Ledger) -> list[tuple[str, str, Any]]:
    return [(line.rule, line.kind, line.number) for line in ledger.lines]


def refused(checks: Checks) -> str | None:
    return next((check.rule for check in checks if not check.ok), None)


def said(checks: Checks) -> set[tuple[str, str, bool]]:
    return {(check.rule, check.kind, check.ok) for check in checks}


CLIFF = {"cliff": ["0505-0506"]}


def wall(*, road: bool = False) -> Any:
    """A cliff along the whole east side of columns 5: no way round it."""
    sides = [f"{row:02d}05-{row + d:02d}{column:02d}" for row, d, column in WALL]
    return ground(sides={"cliff": sides}, roads={"road": [HERE, EAST]} if road else None)


WALL = [
    (r, d, c) for r in range(1, 10) for d, c in ([(0, 6), (1, 6), (-1, 6)] if r % 2 else [(0, 6)]) if 1 <= r + d <= 9
]


BRIDGE = ("3351", "3352")
DOWN = frozenset({frozenset(BRIDGE)})


def roana(*units: Unit, **changes: Any) -> State:
    return position(scenario_map("roana"), *units, **changes)
