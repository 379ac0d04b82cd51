"""Random positions of Strafexpedition 1916 before units move, seeded: any stacks, roads, sources, readings."""

from __future__ import annotations

import random

from tests.laws.se_battles import law
from tests.randommaps import random_map, random_state
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.rulesets.se.costs import allowance
from tutor.rulesets.se.state import State, Unit
from tutor.rulesets.se.supply import is_road_hex

ROWS, COLUMNS, MAPS = 8, 9, 8


def before_moves(seed: int, readings: bool = False, rows: int = ROWS, columns: int = COLUMNS) -> State:
    """Some of a side's brigade commanded, guns on either face, sources on the roads; on request other readings."""
    rng = random.Random(seed)
    map = random_map(rows, columns, seed % MAPS)
    size = max(4, len(map) // 12)
    changes = {"law": law(rng)} if readings else {}
    s = random_state(map, seed, foes=size, friends=size, weather=rng.choice(("clear", "clear", "rain")), **changes)
    s = s.put(*(_readied(s, unit, rng) for unit in s.pieces))
    roads = [hex for hex in map.places if is_road_hex(map, hex)]
    sources = {hex: rng.choice(("ah", "it")) for hex in rng.sample(roads, min(6, len(roads)))}
    trenches = {hex: rng.randint(1, 2) for hex in rng.sample(map.places, 6)}
    return s.but(
        sources=FrozenMap(sources),
        trenches=FrozenMap(trenches),
        points=FrozenMap({"ah": rng.randint(1, 4), "it": rng.randint(1, 4)}),
        income=FrozenMap({"ah": 2, "it": 1}),
        forecast=FrozenMap({1: rng.choice(("clear", "rain", "overcast"))}),
        brigade="1",
        initiative=rng.choice(("ah", "it")),
    )


def _readied(s: State, unit: Unit, rng: random.Random) -> Unit:
    brigade = {"ah": "1", "it": "2"}[unit.side]
    if unit.hq:
        return unit.but(brigade=f"{brigade}{unit.id}", radius=3, initiative=3)
    if unit.infantry:
        near = rng.random() < 0.6
        unit = unit.but(
            brigade=brigade, steps=2, printed_morale=6, face=((4, 2), (2, 1)), commanded=near, activated=near
        )
        whole = allowance(s, unit).total
        return unit.but(mp_left=whole if rng.random() < 0.8 else rng.randint(0, int(whole)))
    return unit.but(mode=rng.choice(("fire", "movement")), bombardment=3)


def turn(seed: int, readings: bool = False) -> State:
    """A whole turn to be played, HQs on the table."""
    s = before_moves(seed, readings)
    quarters = [unit.but(place=None, brigade={"ah": "1", "it": "2"}[unit.side]) for unit in s.pieces if unit.hq]
    kept = {side: next((unit for unit in quarters if unit.side == side), None) for side in ("ah", "it")}
    gone = [unit.id for unit in s.pieces if unit.hq and unit not in kept.values()]
    s = s.but(pieces=s.pieces.drop(*gone)).put(*(unit for unit in kept.values() if unit))
    s = s.put(*(u.but(commanded=False, activated=False) for u in s.pieces if u.infantry))
    entry = [hex for hex in s.map.places if not s.units_at(hex)][:3]
    waiting = [unit for unit in s.pieces if unit.infantry][:2]
    s = s.put(*(unit.but(place=None, arrives=1, enters=tuple(entry)) for unit in waiting))
    return s.but(brigade=None, agenda=(task("turn"),))
