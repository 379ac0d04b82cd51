"""Random small battles of Fatal Alliances, seeded: troops, HQs, guns, ships and aircraft on ground thrown at random."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, TypeAlias

from tutor.engine.law import Law
from tutor.engine.space.maps import HexMap, read_map
from tutor.rulesets import book
from tutor.rulesets.fa.book import AMENDMENTS
from tutor.rulesets.fa.ruleset import RULES
from tutor.rulesets.fa.state import PC, TE, State

Counters: TypeAlias = dict[str, dict[str, Any]]
ROWS, COLUMNS, MAPS = 6, 7, 6
GROUND = ("clear",) * 5 + ("forest", "mountain", "marsh", "desert")
SIDES = ("river", "river", "river", "canal", "strait", "alpine", "lake")
NATIONS = {PC: ("germany", "germany", "germany", "austria-hungary"), TE: ("france", "france", "cw", "belgium")}
KINDS = ("inf",) * 6 + ("mtn", "cav", "tank", "stoss", "hq", "hq", "art", "art", "mil")
WEATHER = ("clear", "clear", "mud", "winter", "severe-winter")
READINGS = (
    ("defender-losses", "enemy"),
    ("defender-losses", "random"),
    ("odds-ladder", "floor"),
    ("odds-cap", "cap-first"),
    ("one-rounding", "each"),
    ("rounding-direction", "nearest"),
    ("half-face-down", "no-hq"),
    ("four-units-base", "four"),
    ("tank-slot", "within"),
    ("artillery-factor", "also-factor"),
    ("artillery-slot", "uses"),
    ("artillery-target", "owner"),
    ("artillery-target", "random"),
    ("artillery-without-attack", "any-enemy"),
    ("artillery-face-down", "fires"),
    ("artillery-unsupplied", "fires"),
    ("artillery-loss", "spared"),
    ("artillery-left-alone", "holds"),
    ("defensive-fire", "allowed"),
    ("observers-winter", "per-step"),
    ("air-other-weather", "literal"),
    ("forgo-with-marker", "barred"),
    ("forgo-twice", "several"),
    ("half-marker-leaves", "follows"),
    ("attacker-clears-how-many", "one"),
    ("face-down-after", "any"),
    ("advance-stacking", "free"),
    ("continue-retreat", "stacking"),
    ("retreat-through-empty-zoc", "last-resort"),
    ("retreat-no-return", "only-forward"),
    ("notional-dash", "whole"),
    ("invaders-retreat", "invaders"),
    ("invasion-desert", "never"),
    ("face-down-support", "yes"),
    ("unsupplied-face-up", "one"),
    ("bombardment-section", "section-1"),
    ("hexside-shift-names", "enemies-of-attacker"),
    ("surprised-air", "may"),
    ("zepp-bombers", "no"),
    ("promotion-cap", "three"),
    ("promotion-steps", "once-a-fight"),
    ("no-base-in-reach", "back-home"),
    ("minimum-odds-support", "all"),
    ("minimum-odds-support", "land-only"),
    ("die-faces", "d10"),
)


@cache
def ground(seed: int) -> HexMap:
    """A small map: the west is German, the east French and Belgian, the last row is sea."""
    rng = random.Random(f"fa{seed}")
    grid = {
        "top": "pointy", "first": "row", "digits": [2, 2], "shifted": "odd",
        "rows": {"from": 1, "to": ROWS, "grows": "south"}, "columns": {"from": 1, "to": COLUMNS, "grows": "east"},
    }  # fmt: skip
    ids = [f"{row:02d}{column:02d}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)]
    hexes: dict[str, dict[str, Any]] = {}
    for id in ids:
        flags = [flag for flag in ("city", "minor-port") if rng.random() < 0.15]
        if id[:2] == f"{ROWS - 1:02d}":
            flags += ["coast", *(["port"] if rng.random() < 0.4 else [])]
        hexes[id] = {"terrain": "sea" if id[:2] == f"{ROWS:02d}" else rng.choice(GROUND), "flags": flags}
    plain = read_map({"kind": "hexes", "grid": grid, "hexes": hexes, "provenance": {"grid": "stand-in"}})
    sides: dict[str, list[str]] = {kind: [] for kind in set(SIDES)}
    for one in plain.places:
        for other in plain.neighbours(one):
            land = hexes[one]["terrain"] != "sea" and hexes[other]["terrain"] != "sea"
            if one < other and land and rng.random() < 0.2:
                sides[rng.choice(SIDES)].append(f"{one}-{other}")
    low = [id for id in ids if int(id[:2]) < ROWS]
    lands = {
        "germany": [id for id in low if int(id[2:]) <= 3 and id != "0101"],
        "austria-hungary": ["0101"],
        "france": [id for id in low if int(id[2:]) in (4, 5)],
        "belgium": [id for id in low if id[2:] in ("06", "07") and id != "0107"],
        "netherlands": ["0107"],
    }
    places: dict[str, Any] = {
        name: {"name": name.title(), "flags": ["country"], "hexes": hexes_} for name, hexes_ in lands.items()
    }
    wet = [id for id in ids if int(id[:2]) >= ROWS - 1]
    places["gulf"] = {"name": "Gulf", "flags": ["sea"], "hexes": wet}
    data = {"kind": "hexes", "grid": grid, "hexes": hexes, "sides": sides, "places": places}
    return read_map({**data, "provenance": {"grid": "stand-in"}})  # type: ignore[return-value]


def battle(seed: int, readings: bool = False) -> State:
    """A position before the land combat phase; on request under some other readings."""
    rng = random.Random(seed)
    map = ground(seed % MAPS)
    side, other = (PC, TE) if seed % 3 else (TE, PC)
    pieces: Counters = {}
    inland = [hex.id for hex in map if hex.terrain != "sea" and len(map.neighbours(hex.id)) == 6]
    centre = rng.choice(inland)
    near = [hex for hex in map.neighbours(centre) if map.hex(hex).terrain != "sea" and hex != "0107"]
    rng.shuffle(near)
    held = rng.randint(0, 2)
    for hex in (centre, *near[:held]):
        _stack(pieces, rng, other, hex)
    for hex in near[held : held + rng.randint(2, 4)]:
        _stack(pieces, rng, side, hex)
    _landing(pieces, rng, map, side)
    _support(pieces, rng, map, side, other)
    held_hexes = sorted({p["place"] for p in pieces.values() if p["place"] in map and not p.get("invading")})
    control = {hex: rng.choice(NATIONS[_side(pieces, hex)]) for hex in held_hexes}
    data = {
        "agenda": [["land-combat"]],
        "supply": "stated",
        "phasing": side,
        "year": rng.choice((1914, 1916)),
        "nations": {
            "belgium": {"side": TE, "controller": "france"},
            "netherlands": {"side": TE, "controller": "france", "neutral": True},
        },
        "actions": {"germany": rng.choice(("land", "land", "land", "combined", "naval"))},
        "weather": {"temperate": rng.choice(WEATHER)},
        "control": control,
        "surprised": {"belgium": "germany"} if rng.random() < 0.4 else {},
        "ammunition": {nation: rng.randint(1, 6) for nation in ("germany", "france", "cw", "austria-hungary")},
        "fighter_pool": {"germany": [1, 2, 3], "france": [2, 3], "cw": [2]},
        "half_hexes": [hex for hex in held_hexes if rng.random() < 0.4],
        "pieces": pieces,
    }
    return RULES.setup(data, map, _law(rng, readings))


def _law(rng: random.Random, readings: bool) -> Law:
    chosen = dict(rng.sample(READINGS, 12)) if readings else {}
    return Law.of(book("fa"), AMENDMENTS, chosen)


def _side(pieces: Counters, hex: str) -> str:
    nation = next(p["nation"] for p in pieces.values() if p["place"] == hex)
    return PC if nation in NATIONS[PC] else TE


def _stack(pieces: Counters, rng: random.Random, side: str, hex: str) -> None:
    nation = rng.choice(NATIONS[side])
    guns = 0
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(KINDS)
        guns += kind == "art"
        if guns < 2 or kind != "art":
            _add(pieces, rng, nation, kind, hex)


def _add(pieces: Counters, rng: random.Random, nation: str, kind: str, place: str, **more: Any) -> None:
    printed: dict[str, Any] = {"mp": rng.randint(1, 3)}
    match kind:
        case "art":
            printed |= {"value": rng.randint(1, 3)}
        case "hq":
            printed |= {"factor": 1, "reorganisation": rng.randint(1, 4)}
        case "hs" | "ls":
            printed |= {"bombardment": rng.randint(0, 3), "section": rng.randint(0, 3)}
        case "ftr":
            printed |= {"factor": rng.randint(1, 3), "tactical": rng.choice((0, 0, 1))}
        case "bomb" | "zepp":
            printed |= {"factor": rng.randint(0, 1), "tactical": rng.randint(1, 3)}
        case "mil":
            printed |= {"factor": 1, "home": rng.choice(("germany", "france"))}
        case _:
            printed |= {"factor": rng.randint(1, 6), "white": rng.random() < 0.3}
    printed |= {"face_up": rng.random() < 0.75, "supplied": rng.random() < 0.85}
    pieces[f"{kind}{len(pieces)}"] = {"nation": nation, "kind": kind, "place": place, **printed, **more}


def _landing(pieces: Counters, rng: random.Random, map: HexMap, side: str) -> None:
    """Sometimes an invader on an enemy coast."""
    own = {p["place"] for p in pieces.values() if _side(pieces, p["place"]) == side}
    foes = map.named["germany" if side == TE else "france"].hexes
    beaches = [hex.id for hex in map if "coast" in hex.flags and hex.id not in own and hex.id in foes]
    if beaches and rng.random() < 0.4:
        beach = rng.choice(beaches)
        _add(pieces, rng, rng.choice(NATIONS[side][:3]), "inf", beach, invading=True, face_up=True)


def _support(pieces: Counters, rng: random.Random, map: HexMap, side: str, other: str) -> None:
    """Ships in the gulf, aircraft beside the troops."""
    for _ in range(rng.randint(0, 2)):
        _add(pieces, rng, rng.choice(NATIONS[side][:3]), rng.choice(("hs", "ls", "trs")), "gulf")
    places = sorted({p["place"] for p in pieces.values() if p["place"] in map})
    stands = {s: [place for place in places if _side(pieces, place) == s] for s in (side, other)}
    for _ in range(rng.randint(0, 4)):
        if stands[side]:
            _add(pieces, rng, NATIONS[side][0], rng.choice(("ftr", "bomb", "obs", "zepp")), rng.choice(stands[side]))
    for _ in range(rng.randint(0, 2)):
        if stands[other]:
            _add(pieces, rng, NATIONS[other][0], rng.choice(("ftr", "ftr", "obs")), rng.choice(stands[other]))
