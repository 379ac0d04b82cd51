"""Random positions before a turn of The Great War in Europe: two Theatres on one table, and all that has a span."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

from tests.laws.gwie_battles import law
from tests.laws.gwie_moves import CHANCES, GROUND, SHEETS, SIZE, _column, _unit
from tutor.engine.space.maps import read_map
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.state import ALLIES, CP, State

GRID: dict[str, Any] = {
    "top": "flat", "first": "column", "digits": [2, 2], "prefix": "N", "shifted": "odd",
    "rows": {"from": 36, "to": 42, "grows": "south"},
}  # fmt: skip
SINAI, ARMENIA = (
    replace(sheet, grid={**GRID, "columns": {"from": first, "to": first + SIZE - 1, "grows": "east"}})
    for sheet, first in ((SHEETS[2], 26), (SHEETS[3], 42))
)
LINES = {
    "top": "pointy", "first": "row", "digits": [2, 2], "prefix": "W", "shifted": "odd",
    "rows": {"from": 50, "to": 55, "grows": "north"}, "columns": {"from": 10, "to": 16, "grows": "east"},
}  # fmt: skip
MAPS = 3


@cache
def near_east(seed: int) -> Any:
    """A sheet of the Egyptian Front, in the Western Theatre, and one of the Caucasus, in the Eastern."""
    rng = random.Random(seed)
    sheets = {}
    for kind in (SINAI, ARMENIA):
        form = {"kind": "hexes", "grid": kind.grid, "provenance": {"grid": "stand-in"}}
        bare = read_map({**form, "fill": {"terrain": "clear"}})
        sheets[kind.front] = {"map": {**form, "hexes": {id: _hex(rng, kind, id) for id in bare.places}}}
    return read_map({"kind": "sheets", "sheets": sheets})


def _hex(rng: random.Random, kind: Any, id: str) -> dict[str, Any]:
    column = _column(kind, id)
    land, source = kind.allied if column < SIZE // 2 else kind.cp
    flags = [land, *(flag for flag, share in CHANCES if rng.random() < share)]
    if column in (0, SIZE - 1):
        flags += [source, "coastal"]
    return {"terrain": rng.choice(GROUND), "flags": flags}


def two_theatres(seed: int, *agenda: tuple[str, ...]) -> State:
    """The CP and the Allies on both Fronts; who has the initiative where is thrown."""
    rng, map = random.Random(seed), near_east(seed % MAPS)
    pieces: dict[str, dict[str, Any]] = {}
    for kind in (SINAI, ARMENIA):
        for side in (CP, ALLIES):
            own = [id for id in map.places if map.sheet(id).key == kind.front and map.hex(id).terrain != "alpine"]
            own = [id for id in own if (_column(kind, id) < SIZE // 2 + 1) == (side == ALLIES)]
            homes = rng.sample(own, 3)
            for number in range(rng.randint(4, 6)):
                pieces[f"{kind.front}-{side}{number}"] = {"place": rng.choice(homes), **_unit(rng, kind, side)}
            hq = {"nation": kind.nations[side][0], "kind": "hq", "place": homes[0], "support": 1, "mp": 4}
            pieces[f"{kind.front}-{side}-hq"] = hq
    taken = {piece["place"] for id, piece in pieces.items() if f"-{ALLIES}" in id}
    for id in [id for id, piece in pieces.items() if f"-{CP}" in id and piece["place"] in taken]:
        del pieces[id]
    first = rng.choice((CP, ALLIES))
    data = {
        "turn": rng.choice((10, 20, 30, 39)),
        "front": "egyptian",
        "initiative": {"west": first, "east": ALLIES if first == CP else CP},
        "tracing": True,
        "affairs": ["european-turks"],
        "in_play": {"lawrence": 9} if seed % 2 else {},
        "pieces": pieces,
        "agenda": agenda,
    }
    position: State = RULES.setup(data, map, law(rng if seed % 3 == 2 else None))
    return position


def western_front(seed: int) -> State:
    """Two lines that can bear much, with aircraft, HQs, lasting events, markers: a series, and the turn after it."""
    rng = random.Random(seed)
    map = read_map({"kind": "hexes", "grid": LINES, "fill": {"terrain": "clear"}, "provenance": {"grid": "stand-in"}})
    pieces: dict[str, dict[str, Any]] = {}
    for nation, row in (("GE", 53), ("FR", 52)):
        for column in range(11, 16):
            for number in range(rng.randint(1, 3)):
                strong = {"combat": [rng.randint(4, 8), rng.randint(2, 4)], "steps": 2}
                unit = {"nation": nation, "kind": "infantry", "place": f"W{row}{column}", **strong}
                pieces[f"{nation}{column}{number}"] = unit
            if column % 2:
                pieces[f"{nation}{column}"] = {"nation": nation, "kind": "hq", "place": f"W{row}{column}", "support": 1}
        for number in range(3):
            pieces[f"{nation}-air{number}"] = {"nation": nation, "kind": "air", "front": "western"}
    first = rng.choice((CP, ALLIES))
    data = {
        "turn": rng.choice((18, 22, 25)),
        "initiative": {"west": first, "east": ALLIES if first == CP else CP},
        "trench_status": dict.fromkeys(("germans", "french"), 0),
        "hands": {CP: ["bruchmuller", "chlorine"], ALLIES: ["the-system", "mine-attack"]},
        "markers": ["foch", "ohl" if first == CP else "oberost"],
        "pieces": pieces,
        "agenda": [["cycle"], ["turn"]],
    }
    position: State = RULES.setup(data, map, law(rng if seed % 3 == 2 else None))
    return position
