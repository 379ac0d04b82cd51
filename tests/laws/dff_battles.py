"""Random Offensives Phases of Distant Foreign Fields, seeded: small maps, both alliances with one offensive each."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from tutor.engine.law import Law
from tutor.engine.pieces import FrozenMap
from tutor.engine.space.maps import HexMap, read_map
from tutor.rulesets import book
from tutor.rulesets.dff.book import AMENDMENTS
from tutor.rulesets.dff.ruleset import RULES
from tutor.rulesets.dff.sequence import SEQUENCE
from tutor.rulesets.dff.state import ALLIES, CENTRAL, State

ROWS, COLUMNS, MAPS = 4, 8, 6
GROUND = ("clear",) * 5 + ("rough", "heights", "mountains", "forest", "swamp", "desert")
FRONTS = ("west", "east", "balkans", "italy", "middle-east", "transcaucasia")
NATIONS = {CENTRAL: ("germany", "germany", "austria", "ottomans"), ALLIES: ("france", "britain", "australia", "russia")}
FORCES = (
    "infantry", "infantry", "infantry", "infantry", "cavalry", "tank", "fighter", "fighter", "bomber", "ace", "gas",
    "reconnaissance",
)  # fmt: skip
WEATHER = ("fair", "fair", "fair", "wet", "rain", "cold", "blizzard")
CARDS = ("new-battlefield-manual", "creeping-barrage")
CHOSEN = 25  # readings changed in every other battle


@cache
def ground(seed: int) -> HexMap:
    """A small map whose terrain, hexsides, coasts and towns are thrown at random."""
    rng = random.Random(seed)
    ids = [f"{row:02d}{column:02d}" for row in range(ROWS) for column in range(COLUMNS)]
    hexes: dict[str, Any] = {id: _hex(rng) for id in ids}
    towns = rng.sample(ids, 5)
    for id in towns:
        hexes[id]["values"] = {"nm": rng.randint(1, 5)}
    places: dict[str, dict[str, Any]] = {
        "french": {"name": {"fr": "villes de France", "en": "towns of France"}, "flags": ["town", "france"]},
        "german": {"name": {"fr": "villes allemandes", "en": "German towns"}, "flags": ["town", "germany"]},
    }
    places["french"]["hexes"], places["german"]["hexes"] = towns[:3], towns[3:]
    plain = _read(hexes, places, {})
    sides: dict[str, list[str]] = {"river": [], "lake": [], "marsh": [], "peaks": []}
    for one in plain.places:
        for other in plain.neighbours(one):
            if one < other and rng.random() < 0.25:
                kind = rng.choice(("river", "river", "river", "river", "lake", "marsh", "peaks"))
                sides[kind].append(f"{one}-{other}")
    return _read(hexes, places, sides, rails=True)


def _hex(rng: random.Random) -> dict[str, Any]:
    flags = [flag for flag in ("coast", "city", "mountains") if rng.random() < 0.2]
    if "coast" in flags:
        flags += [flag for flag in ("port", "black-sea") if rng.random() < 0.4]
    return {"terrain": rng.choice(GROUND), "flags": flags}


def _read(hexes: dict[str, Any], places: dict[str, Any], sides: dict[str, list[str]], rails: bool = False) -> HexMap:
    grid: dict[str, Any] = {"top": "pointy", "first": "row", "digits": [2, 2], "shifted": "odd"}
    grid |= {"rows": {"from": 0, "to": ROWS - 1, "grows": "south"}}
    grid |= {"columns": {"from": 0, "to": COLUMNS - 1, "grows": "east"}}
    data: dict[str, Any] = {"kind": "hexes", "grid": grid, "hexes": hexes, "places": places, "sides": sides}
    if rails:
        data["roads"] = [{"kind": "rail", "through": [f"{row:02d}{c:02d}" for c in range(COLUMNS)]} for row in (1, 3)]
    return read_map({**data, "provenance": {"hexes": "stand-in"}})  # type: ignore[return-value]


def battle(seed: int, readings: bool = False) -> State:
    """A position before the front is chosen; on request under many other readings."""
    rng = random.Random(seed)
    map = ground(seed % MAPS)
    front = FRONTS[seed % len(FRONTS)]
    pieces: dict[str, dict[str, Any]] = {}
    control: dict[str, list[str]] = {CENTRAL: [], ALLIES: []}
    border = COLUMNS // 2
    for hex in map.places:
        side = ALLIES if int(hex[2:]) + rng.randint(-1, 1) < border else CENTRAL
        control[side].append(hex)
    ports = [hex for hex in map.places if "port" in map.hex(hex).flags]
    for side in (CENTRAL, ALLIES):
        _army(pieces, rng, side, control[side], side == CENTRAL, ports)
    supply = {piece["place"]: rng.choice((3, 6, 12, 20)) for piece in pieces.values() if piece["kind"] == "hq"}
    data: dict[str, Any] = {
        "year": rng.choice((1914, 1915, 1916, 1917, 1917, 1918)),
        "month": rng.randint(1, 12),
        "home": front,
        "fronts": [front],
        "front": front,
        "active": rng.choice((CENTRAL, ALLIES)),
        "left": {CENTRAL: 1, ALLIES: 1},
        "weather": {front: rng.choice(WEATHER)},
        "control": control,
        "supply": supply,
        "morale": {"germany": 100, "france": 90, "britain": 80, "russia": 70, "austria": 60},
        "goals": {"germany": "failed", "france": "met", "britain": "failed", "russia": "met"},
        "objectives": {hex: rng.randint(1, 3) for hex in rng.sample(map.places, 2)},
        "cards": {ALLIES: [card for card in CARDS if rng.random() < 0.4]},
        "pieces": pieces,
        "agenda": [["offensives-phase"]],
    }
    state: State = RULES.setup(data, map, law(rng if readings else None))
    return state


def month(seed: int, readings: bool = False) -> State:
    """The same army before a Supply Phase and a Movement Phase, some of it used or just captured ground."""
    rng = random.Random(f"month {seed}")
    s = battle(seed, readings)
    used = [unit.but(activated=rng.random() < 0.3) for unit in s.pieces if not unit.works]
    taken = dict.fromkeys(rng.sample(s.map.places, 3), "initial")
    agenda = SEQUENCE.agenda((["supply-phase"], ["movement-phase"]))
    return s.put(*used).but(captured=FrozenMap(taken), agenda=agenda, initiative=rng.choice((CENTRAL, ALLIES)))


def law(rng: random.Random | None) -> Law:
    rulebook = book("dff")
    chosen: dict[str, str] = {}
    if rng:
        open_ = sorted(slug for slug, reading in rulebook.readings.items() if len(reading["options"]) > 1)
        chosen = {slug: rng.choice(sorted(rulebook.readings[slug]["options"])) for slug in rng.sample(open_, CHOSEN)}
    upheavals = rng.sample(("mutiny", "revolution"), 1) if rng and rng.random() < 0.3 else ()
    return Law.of(rulebook, AMENDMENTS, chosen, upheavals)


def _army(
    pieces: dict[str, dict[str, Any]], rng: random.Random, side: str, hexes: list[str], first: bool, ports: list[str]
) -> None:
    """One or two HQs, some units near the enemy, works, aircraft, gas; often an HQ and a unit in a port."""
    ordered = sorted(hexes, key=lambda hex: int(hex[2:]), reverse=not first)
    line = ordered[: len(ordered) // 2]
    full: dict[str, int] = {}
    unit: dict[str, Any]
    own = [hex for hex in ports if hex in hexes]
    if own and rng.random() < 0.6:
        port = rng.choice(own)
        full[port] = 1
        pieces[f"{side}-port-hq"] = {"nation": NATIONS[side][0], "kind": "hq", "place": port}
        unit = {"nation": NATIONS[side][0], "kind": "infantry", "place": port, "strength": rng.randint(2, 4)}
        pieces[f"{side}-marines"] = unit
    for _ in range(rng.randint(1, 2)):
        pieces[f"{side}-hq{len(pieces)}"] = {"nation": NATIONS[side][0], "kind": "hq", "place": rng.choice(ordered)}
    for _ in range(rng.randint(5, 8)):
        kind = rng.choice(FORCES)
        free = [hex for hex in line if full.get(hex, 0) < 2]
        place = rng.choice(free)
        unit = {"nation": rng.choice(NATIONS[side]), "kind": kind, "place": place}
        if kind in ("infantry", "cavalry"):
            full[place] = full.get(place, 0) + 1
            unit |= {"strength": rng.randint(1, 4), "supplied": rng.random() < 0.85}
        elif kind in ("fighter", "bomber", "tank"):
            unit["strength"] = 1 if kind == "tank" else rng.randint(1, 3)
        elif kind == "ace":
            unit["strength"] = rng.randint(5, 8)
        elif kind == "gas":
            unit["place"] = next(piece["place"] for id, piece in pieces.items() if id.startswith(f"{side}-hq"))
        if kind == "fighter":
            unit["patrol"] = rng.random() < 0.5
        pieces[f"{side}{len(pieces)}"] = unit
    for place in rng.sample(sorted(full), min(2, len(full))):
        kind = rng.choice(("trench", "fortress"))
        pieces[f"{side}-{kind}{len(pieces)}"] = {
            "side": side, "kind": kind, "place": place, "strength": rng.randint(1, 3),
        }  # fmt: skip
