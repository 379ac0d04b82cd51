"""Random maps and positions for laws and benchmarks: Strafexpedition ground of any size, seeded."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tutor.engine.law import Law
from tutor.engine.pieces import Pieces
from tutor.engine.rulebook import Rulebook
from tutor.engine.space.hexes import STEPS, added
from tutor.engine.space.maps import HexMap
from tutor.rulesets.se.state import State, Unit

RULESETS = Path(__file__).parents[1] / "tutor" / "rulesets"
ROOM = ("infantry", "infantry", "infantry", "mountain", "militia", "artillery", "mountain-artillery", "fortress", "hq")


def map_data(rows: int = 30, columns: int = 40, seed: int = 1916) -> dict[str, Any]:
    """Plain data of a map: levels in waves, woods and rough ground, rivers downhill, cliffs where it is steep."""
    rng = random.Random(seed)
    grid = {
        "top": "pointy",
        "first": "row",
        "digits": [2, 2],
        "rows": {"from": 1, "to": rows, "grows": "north"},
        "columns": {"from": 1, "to": columns, "grows": "east"},
        "shifted": "odd",
    }
    bare = {"kind": "hexes", "grid": grid, "fill": {"terrain": "clear"}, "provenance": {"hexes": "stand-in"}}
    map = HexMap.from_data(bare)
    levels = _levels(map, rng)
    hexes = {id: {"terrain": _terrain(levels[id], rng), "level": levels[id]} for id in map.places}
    sides = _sides(map, levels, rng)
    roads = _roads(map, levels, rng)
    return {**bare, "hexes": hexes, "sides": sides, "roads": roads}


def _levels(map: HexMap, rng: random.Random) -> dict[str, int]:
    """Heights from a few hills, 1 to 8."""
    hills = [(rng.choice(map.places), rng.randint(3, 8), rng.randint(3, 8)) for _ in range(max(2, len(map) // 40))]
    return {
        id: min(8, max([1, *(top - map.distance(id, at) * top // width for at, top, width in hills)]))
        for id in map.places
    }


def _terrain(level: int, rng: random.Random) -> str:
    if level >= 8:
        return "high-mountain"
    weights = (5, 3, 1, 2 if level >= 6 else 0, 1 if level <= 4 else 0)
    return rng.choices(("clear", "woods", "rough", "mountain", "town"), weights)[0]


def _sides(map: HexMap, levels: Mapping[str, int], rng: random.Random) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {"river": [], "stream": [], "cliff": [], "bridge": []}
    for one in map.places:
        for other in map.neighbours(one):
            if one < other:
                steep = abs(levels[one] - levels[other]) >= 2
                pair = f"{one}-{other}"
                if rng.random() < (0.5 if steep else 0.02):
                    found["cliff"].append(pair)
                if rng.random() < 0.08:
                    kind = rng.choice(("river", "stream"))
                    found[kind].append(pair)
                if (pair in found["cliff"] or pair in found["river"]) and rng.random() < 0.04:
                    found["bridge"].append(pair)
    return found


def _roads(map: HexMap, levels: Mapping[str, int], rng: random.Random) -> list[dict[str, Any]]:
    """Wandering ways that avoid steep ground where they can."""
    found = []
    for index in range(max(2, len(map) // 30)):
        at = rng.choice(map.places)
        direction = rng.choice(STEPS)
        through = [at]
        for _ in range(rng.randint(4, 16)):
            ahead = [o for o in map.neighbours(at) if o not in through]
            if not ahead:
                break
            wish = added(map.cell(at), direction)
            at = min(ahead, key=lambda o: (_off(map, o, wish) + 2 * abs(levels[o] - levels[through[-1]]), rng.random()))
            through.append(at)
        if len(through) > 1:
            found.append({"kind": ("road", "track", "railway")[index % 3], "through": through})
    return found


def _off(map: HexMap, id: str, wish: tuple[int, int]) -> int:
    q, r = map.cell(id)
    return abs(q - wish[0]) + abs(r - wish[1])


@cache
def random_map(rows: int = 30, columns: int = 40, seed: int = 1916) -> HexMap:
    return HexMap.from_data(map_data(rows, columns, seed))


@cache
def se_book() -> Rulebook:
    return Rulebook.load("se", RULESETS / "se")


@cache
def se_law() -> Law:
    return Law.of(se_book())


def se_state(map: HexMap, units: tuple[Unit, ...] | list[Unit] = (), **changes: Any) -> State:
    """A position of Strafexpedition on a map; `law` among the changes replaces the usual one."""
    law = changes.pop("law", None) or se_law()
    return State(law, map=map, pieces=Pieces(units), **changes)


def random_units(map: HexMap, side: str, count: int, rng: random.Random, kinds: tuple[str, ...] = ROOM) -> list[Unit]:
    """Units on random hexes of which no two sides share one: call with disjoint hexes for two sides."""
    return [
        Unit(f"{side}{n}", side, rng.choice(kinds), place, mp=6, range=6, supplied=rng.random() < 0.8)
        for n, place in enumerate(rng.choices(map.places, k=count))
    ]


def random_state(map: HexMap, seed: int, foes: int = 40, friends: int = 20, **changes: Any) -> State:
    """A position with enemies and friends anywhere, some bridges down."""
    rng = random.Random(seed)
    ours = random_units(map, "ah", friends, rng)
    taken = {unit.place for unit in ours}
    theirs = [unit for unit in random_units(map, "it", foes, rng) if unit.place not in taken]
    bridges = [frozenset((a, b)) for a, b, kinds in map.all_sides() if "bridge" in kinds]
    down = frozenset(bridge for bridge in bridges if rng.random() < 0.3)
    changes.setdefault("bridges", down)
    return se_state(map, [*ours, *theirs], **changes)
