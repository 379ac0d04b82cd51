"""Random small battles of The Great War in Europe, seeded: one for each Front in turn, with all that may join them."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from tutor.engine.law import Law
from tutor.engine.space.maps import HexMap, read_map
from tutor.rulesets import book
from tutor.rulesets.gwie.book import AMENDMENTS
from tutor.rulesets.gwie.options import FREE_ADVANCE, SCHEFFER
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.state import ALLIES, CP, State

ROWS, COLUMNS, MAPS = 6, 7, 4
GROUND = ("clear",) * 4 + ("forest", "flood-plain", "marsh", "rough", "difficult", "mountain", "alpine", "desert")
FRONTS = ("western", "italian", "eastern", "egyptian", "caucasus", "iraqi")
NATIONS = {
    "western": {CP: ("GE", "GE", "AH"), ALLIES: ("FR", "BR", "CA", "US", "BE")},
    "italian": {CP: ("AH", "AH", "GE"), ALLIES: ("IT", "IT", "BR")},
    "eastern": {CP: ("GE", "AH", "BU"), ALLIES: ("RU", "RU", "SR")},
    "egyptian": {CP: ("TU", "TU", "GE"), ALLIES: ("BR", "AS", "NZ", "AB")},
    "caucasus": {CP: ("TU",), ALLIES: ("RU", "RU", "AR")},
    "iraqi": {CP: ("TU",), ALLIES: ("BR", "IN")},
}
EVENTS = {
    CP: ("chlorine", "flame-thrower", "bruchmuller", "turkish-determination", "kemal", "von-der-goltz",
         "rigid-planning"),
    ALLIES: (
        "phosgene", "mine-attack", "hurricane-bombardment", "the-system", "meinertzhagen", "naval-bombardment",
        "townsend", "yudenich", "winter-offensive", "naval-flotilla", "they-shall-not-pass", "german-looting",
    ),
}  # fmt: skip
STANDING = ("brusilov", "mutiny", "lawrence", "civil-war", "conrad", "haig", "command-paralysis")


@cache
def ground(seed: int, front: str) -> HexMap:
    """A small map whose flags and hexsides are thrown at random."""
    rng = random.Random(f"{seed}{front}")
    ids = [f"W{row:02d}{column:02d}" for row in range(40, 40 + ROWS) for column in range(41, 41 + COLUMNS)]
    flags = ("city", "town", "coastal", "turkey", "france", "palestine", "serbia", "K")
    hexes = {
        id: {"terrain": rng.choice(GROUND), "flags": [flag for flag in flags if rng.random() < 0.12]} for id in ids
    }
    plain = read_map({"kind": "hexes", "grid": grid(), "hexes": hexes, "provenance": {"grid": "stand-in"}})
    sides: dict[str, list[str]] = {"river": [], "lake": [], "impassable": []}
    for one in plain.places:
        for other in plain.neighbours(one):
            if one < other and rng.random() < 0.3:
                sides[rng.choice(("river", "river", "river", "lake", "impassable"))].append(f"{one}-{other}")
    data = {"kind": "hexes", "grid": grid(), "hexes": hexes, "sides": sides, "provenance": {"grid": "stand-in"}}
    return read_map(data)  # type: ignore[return-value]


def grid() -> dict[str, Any]:
    return {
        "top": "pointy", "first": "row", "digits": [2, 2], "prefix": "W", "shifted": "odd",
        "rows": {"from": 40, "to": 39 + ROWS, "grows": "north"},
        "columns": {"from": 41, "to": 40 + COLUMNS, "grows": "east"},
    }  # fmt: skip


def battle(seed: int, readings: bool = False) -> State:
    """A position before a Combat Phase; on request under some other readings and with the optional rules."""
    rng = random.Random(seed)
    front = FRONTS[seed % len(FRONTS)]
    map = ground(seed % MAPS, front)
    centre = rng.choice([hex for hex in map.places if len(map.neighbours(hex)) == 6])
    ring = list(map.neighbours(centre))
    rng.shuffle(ring)
    pieces: dict[str, dict[str, Any]] = {}
    held = rng.randint(0, 2)
    for hex in (centre, *ring[:held]):
        _stack(pieces, rng, front, CP if seed % 2 else ALLIES, hex, fort=rng.random() < 0.3)
    for hex in ring[held : held + rng.randint(2, 4)]:
        _stack(pieces, rng, front, ALLIES if seed % 2 else CP, hex)
    free = [hex for hex in map.places if not any(p.get("place") == hex for p in pieces.values())]
    for side, hex in zip((CP, ALLIES), rng.sample(free, 2), strict=True):
        pieces[f"{side}-hq"] = _hq(rng, front, side, hex)
        _sky(pieces, rng, front, side)
    return RULES.setup(_data(rng, seed, front, map, centre, pieces), map, law(rng if readings else None))


def _data(
    rng: random.Random, seed: int, front: str, map: HexMap, centre: str, pieces: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    turn = rng.choice((7, 20, 26, 36, 42, 49))
    west = front in ("western", "italian", "egyptian")
    attacker = CP if seed % 2 == 0 else ALLIES
    holder = {"west" if west else "east": attacker}
    marks = {"western": "ohl", "eastern": "oberost", "egyptian": "allenby"}
    mark = marks.get(front) if rng.random() < 0.3 else None
    return {
        "turn": turn,
        "front": front,
        "active": attacker,
        "theatre": "west" if west else "east",
        "initiative": holder,
        "chooser": rng.choice((CP, CP, ALLIES)),
        "weather": {front: rng.choice(("fair", "wet", "snow", "hot"))},
        "cut": {side: rng.sample(map.places, 3) for side in (CP, ALLIES)},
        "sources": {side: rng.sample(map.places, 2) for side in (CP, ALLIES)},
        "trenches": rng.sample(map.places, 8) if front in ("egyptian", "iraqi") else [],
        "devastated": rng.sample(map.places, 4) if front == "western" else [],
        "hands": {side: rng.sample(EVENTS[side], 5) for side in (CP, ALLIES)},
        "in_play": {event: turn - rng.randint(0, 2) for event in rng.sample(STANDING, 3)},
        "markers": ["foch", *([mark] if mark else [])],
        "marks": {mark: rng.choice((centre, *map.neighbours(centre)))} if mark else {},
        "pieces": pieces,
        "agenda": [["combat-phase", "first"]],
    }


def law(rng: random.Random | None) -> Law:
    rulebook = book("gwie")
    chosen: dict[str, str] = {}
    if rng:
        open_ = sorted(slug for slug, reading in rulebook.readings.items() if len(reading["options"]) > 1)
        chosen = {slug: rng.choice(sorted(rulebook.readings[slug]["options"])) for slug in rng.sample(open_, 30)}
    return Law.of(rulebook, AMENDMENTS, chosen, rng.sample((FREE_ADVANCE, SCHEFFER), 1) if rng else ())


def _stack(
    pieces: dict[str, dict[str, Any]], rng: random.Random, front: str, side: str, hex: str, fort: bool = False
) -> None:
    """One to five units of a side; sometimes only cavalry."""
    riders = rng.random() < 0.2
    for _ in range(rng.randint(1, 5)):
        nation = rng.choice(NATIONS[front][side])
        pieces[f"{side}{len(pieces)}"] = {"place": hex, **_unit(rng, nation, riders)}
    if rng.random() < 0.15 and front == "western":
        kind = "anti-tank" if side == CP and rng.random() < 0.7 else "tank"
        nation = "GE" if side == CP else "BR"
        own = {"attack": 0, "defence": 1} if kind == "anti-tank" else {"combat": 1, "drm": rng.randint(1, 2)}
        pieces[f"{side}{len(pieces)}"] = {"place": hex, "nation": nation, "kind": kind, **own}
    if fort:
        kind = rng.choice(("fort", "heavy-fort"))
        pieces[f"{side}{len(pieces)}"] = {"place": hex, "nation": NATIONS[front][side][0], "kind": kind}


def _unit(rng: random.Random, nation: str, riders: bool) -> dict[str, Any]:
    kind = "cavalry" if riders else rng.choice(("infantry", "infantry", "infantry", "mountain", "cavalry"))
    unit: dict[str, Any] = {
        "nation": nation,
        "kind": kind,
        "supply": rng.choice(("supplied",) * 8 + ("oos", "fortress")),
    }
    if nation in ("US", "CA", "BU") and kind == "infantry":
        return {**unit, "combat": [rng.randint(3, 6), rng.randint(1, 3)], "steps": 2}
    if nation in ("AB", "AR") and rng.random() < 0.6:
        return {**unit, "kind": "infantry", "untried": True}
    shock = nation == "GE" and kind == "infantry" and rng.random() < 0.4
    return {**unit, "attack": rng.randint(1, 4), "defence": rng.randint(1, 4), "shock": shock, "band": shock}


def _hq(rng: random.Random, front: str, side: str, hex: str) -> dict[str, Any]:
    support = rng.choice((0, 1, 1, 2))
    return {"nation": NATIONS[front][side][0], "kind": "hq", "place": hex, "support": support}


def _sky(pieces: dict[str, dict[str, Any]], rng: random.Random, front: str, side: str) -> None:
    nation = {CP: "GE", ALLIES: "IT" if front == "italian" else "BR"}[side]
    for kind in rng.sample(("air", "air", "ace", "air-tactics"), 2):
        own = {"deadly": [1, 2]} if kind == "ace" else {}
        place = rng.choice((front, front, "western"))
        pieces[f"{side}{len(pieces)}"] = {"nation": nation, "kind": kind, "front": place, **own}
