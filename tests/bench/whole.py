"""Pointing at a unit on a map as large as a whole game's, 4,000 hexes, that nobody has looked at before.

What the table does then: where the unit may go by every means, every place with its cost, what shuts the rest, and
its supply line; drawn and told. Nothing that was asked of another map serves. The time allowed is what a hand hardly
feels.
"""

from __future__ import annotations

import statistics
import time
from itertools import islice
from typing import Any

from tests.bench.reaches import GAMES, WHOLE, Size
from tests.bench.timing import Effort, Row
from tests.randommaps import map_data, random_state
from tutor.board.instruments import instruments
from tutor.engine.space.maps import HexMap
from tutor.engine.words import Words
from tutor.rulesets import ruleset

GAMES_OF_HEXES = ("se", *GAMES)
ALLOWED, MAPS, MANY = 200.0, 5, 10  # milliseconds; fresh maps for the median; signs of a unit that goes somewhere


def position(code: str, size: Size = WHOLE) -> Any:
    """A position on a map that is made anew, so that nothing is known of it."""
    if code == "se":
        return random_state(HexMap.from_data(map_data(*size, 5)), 5, foes=40, friends=50)
    return GAMES[code](size).states[0]


def walkers(code: str, state: Any) -> list[str]:
    side, kinds = {"se": "ah", "dff": "central", "gwie": "cp", "fa": "pc"}[code], ("infantry", "inf")
    return [unit.id for unit in state.pieces if unit.side == side and unit.kind in kinds and unit.place]


def pointed(code: str, state: Any, unit: str) -> int:
    """How many signs are drawn of where a unit may go and of its line."""
    rules = ruleset(code)
    tools, words = instruments(rules), Words.of(rules, state, "en")
    found = [tools[one].find(state, words, unit) for one in ("going", "supply")]
    assert all(one.told for one in found)
    return sum(len(one.marks) for one in found)


def taken(code: str, unit: str) -> float:
    """Milliseconds from the first question about a map."""
    state = position(code)
    assert len(state.map) == WHOLE.rows * WHOLE.columns
    began = time.process_time()
    drawn = pointed(code, state, unit)
    spent = 1000 * (time.process_time() - began)
    assert drawn > MANY, (code, unit, drawn)
    return spent


def run(effort: Effort) -> list[Row]:
    rows = []
    for code in GAMES_OF_HEXES:
        known = position(code)  # another map; and what is looked up once a session, whatever the map
        going = (unit for unit in walkers(code, known) if pointed(code, known, unit) > MANY)
        units = list(islice(going, 1 if effort.passes == 1 else MAPS))
        spent = statistics.median(taken(code, unit) for unit in units)
        told = f"{code}: pointing at a unit, a map of 4,000 hexes nobody has looked at"
        rows.append(Row("whole", told, spent, ALLOWED, "ms", spent / ALLOWED, "of the time allowed", bar=1.0))
    return rows
