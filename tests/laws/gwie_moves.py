"""Random positions before the moves of a turn of The Great War in Europe: five Fronts, each with its own sources."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.laws.gwie_battles import law
from tutor.engine.space.maps import HexMap, read_map
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.state import ALLIES, CP, State

MAPS, SIZE = 3, 7
GROUND = ("clear",) * 5 + ("forest", "flood-plain", "marsh", "rough", "difficult", "mountain", "desert", "alpine")


@dataclass(frozen=True)
class Sheet:
    """How the sheet of one Front is numbered, and what lies at its two ends."""

    front: str
    theatre: str
    grid: dict[str, Any]
    allied: tuple[str, str]  # the flag of the land, and that of a source
    cp: tuple[str, str]
    nations: dict[str, tuple[str, ...]]
    eastward: bool = True  # whether the Allies stand where the columns are low
    marked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # what some hexes bear on every sheet


def _grid(
    prefix: str, top: str, columns: tuple[int, int], rows: tuple[int, int], grows: str = "north"
) -> dict[str, Any]:
    return {
        "top": top, "first": "row" if top == "pointy" else "column", "digits": [2, 2], "prefix": prefix,
        "rows": {"from": rows[0], "to": rows[1], "grows": grows},
        "columns": {"from": columns[0], "to": columns[1], "grows": "east"}, "shifted": "odd",
    }  # fmt: skip


SHEETS = (
    Sheet("western", "west", _grid("W", "pointy", (27, 33), (50, 56)), ("france", "edge"), ("germany", "edge"),
          {CP: ("GE", "GE"), ALLIES: ("FR", "BR", "BE", "US")}),
    Sheet("italian", "west", _grid("W", "pointy", (11, 17), (20, 26)), ("italy", "edge"), ("austria-hungary", "edge"),
          {CP: ("AH", "AH"), ALLIES: ("IT", "IT")}),
    Sheet("egyptian", "west", _grid("N", "flat", (26, 32), (8, 14)), ("egypt", "west-of-suez"),
          ("turkey", "cp-source"), {CP: ("TU", "TU"), ALLIES: ("BR", "AS", "NZ", "AB")}, eastward=False),
    Sheet("caucasus", "east", _grid("N", "flat", (42, 48), (36, 42)), ("russia", "edge"), ("turkey", "cp-source"),
          {CP: ("TU", "TU"), ALLIES: ("RU", "RU", "AR")}, eastward=False),
    Sheet("iraqi", "east", _grid("N", "flat", (16, 22), (43, 52), "south"),
          ("persia", "edge"), ("turkey", "cp-source"), {CP: ("TU", "TU"), ALLIES: ("BR", "IN", "IN")}, eastward=False,
          marked={"N1845": ("town",), "N1744": ("K",), "N1844": ("K",), "N1944": ("K",)}),
)  # fmt: skip
KUT, BEFORE_KUT = "N1845", "N1844"


@cache
def ground(seed: int, sheet: int) -> HexMap:
    """A sheet whose terrain, towns, rivers and lakes are thrown at random; both ends are held by a source."""
    kind, rng = SHEETS[sheet], random.Random(f"{seed}{sheet}")
    form = {"kind": "hexes", "grid": kind.grid, "provenance": {"grid": "stand-in"}}
    bare = read_map({**form, "fill": {"terrain": "clear"}})
    hexes = {}
    for id in bare.places:
        column = _column(kind, id)
        land, source = kind.allied if column < SIZE // 2 else kind.cp
        flags = [land, *(flag for flag, share in CHANCES if rng.random() < share)]
        if column in (0, SIZE - 1) and rng.random() < 0.6:
            flags.append(source)
        terrain = "clear" if id in kind.marked else rng.choice(GROUND)
        hexes[id] = {"terrain": terrain, "flags": [*flags, *kind.marked.get(id, ())]}
    sides: dict[str, list[str]] = {"river": [], "lake": [], "impassable": [], "lagoon": []}
    for one in bare.places:
        for other in bare.neighbours(one):
            if one < other and rng.random() < 0.25:
                sides[rng.choice(("river",) * 4 + ("lake", "impassable", "lagoon"))].append(f"{one}-{other}")
    return read_map({**form, "hexes": hexes, "sides": sides})  # type: ignore[return-value]


CHANCES = (("town", 0.16), ("city", 0.06), ("port", 0.12), ("coastal", 0.1), ("palestine", 0.2))


def _column(kind: Sheet, id: str) -> int:
    """How far from the Allied end of the sheet a hex lies."""
    number = int(id[3:5] if kind.grid["first"] == "row" else id[1:3])
    far = number - kind.grid["columns"]["from"]
    return far if kind.eastward else SIZE - 1 - far


def before_moves(seed: int, readings: bool = False) -> State:
    """A position before the first Mutual Movement Phase; every third one under other readings."""
    rng, at = random.Random(seed), seed % len(SHEETS)
    kind, map = SHEETS[at], ground(seed // len(SHEETS) % MAPS, at)
    pieces: dict[str, dict[str, Any]] = {}
    for side in (CP, ALLIES):
        own = [id for id in map.places if (_column(kind, id) < SIZE // 2 + 1) == (side == ALLIES)]
        own = [id for id in own if map.hex(id).terrain not in ("alpine", "lake")]
        homes = rng.sample(own, 3)
        for number in range(rng.randint(5, 7)):
            pieces[f"{side}{number}"] = {"place": rng.choice(homes), **_unit(rng, kind, side)}
        for number, home in enumerate(rng.sample(homes, 2)):
            pieces[f"{side}-hq{number}"] = {"nation": kind.nations[side][0], "kind": "hq", "place": home, "support": 1}
        if rng.random() < 0.4:
            pieces[f"{side}-fort"] = {"nation": kind.nations[side][0], "kind": "fort", "place": rng.choice(homes)}
    _part(pieces)
    if KUT in map and rng.random() < 0.6:
        _siege(pieces)
    turn = rng.choice((6, 10, 20, 30, 40))
    return RULES.setup(
        {
            "turn": turn,
            "front": kind.front,
            "theatre": kind.theatre,
            "initiative": {kind.theatre: rng.choice((CP, ALLIES))},
            "weather": {kind.front: rng.choice(("fair", "fair", "wet", "snow"))},
            "tracing": True,
            "affairs": ["turkey-cp", *rng.sample(("european-turks", "czar-fallen", "bulgaria-cp", "romania-cp"), 2)],
            "devastated": rng.sample(map.places, 3) if kind.front == "western" else [],
            "in_play": {"typhus": turn} if rng.random() < 0.2 else {},
            "pieces": pieces,
            "agenda": [
                ["determine-supply"], ["mutual-movement", "first"], ["combat-phase", "first"],
                ["mutual-movement", "second"], ["combat-phase", "second"], ["strategic-movement"],
            ],
        },
        map,
        law(rng if readings else None),
    )  # fmt: skip


def _siege(pieces: dict[str, dict[str, Any]]) -> None:
    """Allies in Kut with their HQ, Turks before it, and nobody else in either hex."""
    for id in [id for id, piece in pieces.items() if piece["place"] in (KUT, BEFORE_KUT)]:
        del pieces[id]
    pieces["kut"] = {"nation": "BR", "kind": "kut", "place": KUT, "called": "kut"}
    for number in range(2):
        pieces[f"garrison{number}"] = {"nation": "IN", "kind": "infantry", "place": KUT, "combat": 3, "mp": 4}
    pieces["garrison-hq"] = {"nation": "BR", "kind": "hq", "place": KUT, "support": 1}
    pieces["besieger"] = {"nation": "TU", "kind": "infantry", "place": BEFORE_KUT, "combat": 3, "mp": 4}


def _siege(pieces: dict[str, dict[str, Any]]) -> None:
    """Allies in Kut with their HQ, Turks before it, and nobody else in either hex."""
    for id in [id for id, piece in pieces.items() if piece["place"] in (KUT, BEFORE_KUT)]:
        del pieces[id]
    pieces["kut"] = {"nation": "BR", "kind": "kut", "place": KUT, "called": "kut"}
    for number in range(2):
        pieces[f"garrison{number}"] = {"nation": "IN", "kind": "infantry", "place": KUT, "combat": 3, "mp": 4}
    pieces["garrison-hq"] = {"nation": "BR", "kind": "hq", "place": KUT, "support": 1}
    pieces["besieger"] = {"nation": "TU", "kind": "infantry", "place": BEFORE_KUT, "combat": 3, "mp": 4}


def _part(pieces: dict[str, dict[str, Any]]) -> None:
    """Where both sides came to lie in one hex, the CP yield it."""
    allied = {piece["place"] for id, piece in pieces.items() if id.startswith(ALLIES)}
    for id in [id for id, piece in pieces.items() if id.startswith(CP) and piece["place"] in allied]:
        del pieces[id]


def _unit(rng: random.Random, kind: Sheet, side: str) -> dict[str, Any]:
    nation = rng.choice(kind.nations[side])
    if kind.front == "western" and rng.random() < 0.1 and nation in ("BR", "GE"):
        return {"nation": nation, "kind": "tank", "combat": 1, "drm": 1}
    arm = "infantry" if nation in ("AB", "AR") else rng.choice(("infantry",) * 4 + ("mountain", "cavalry", "cavalry"))
    return {"nation": nation, "kind": arm, "combat": rng.randint(1, 4), "mp": rng.choice((1, 2, 4, 6))}
