"""A situation in Fatal Alliances: one hex of some ninety kilometres, armies and corps, one piece for a park of guns."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tutor.compare.comparison import (
    ENEMY,
    FOE,
    MOVER,
    SHARED,
    START,
    VALLEY,
    Chart,
    Choice,
    Comparison,
    End,
    Request,
    always,
    held_by,
    here,
    hexes_of_valley,
    lost,
)
from tutor.compare.diorama import (
    ATTACKER,
    BEHIND_FRONT,
    DEFENDER,
    FRONT,
    GOAL,
    REAR,
    SIDES,
    Diorama,
    Draft,
    Word,
    dressed,
    fit,
    hexes,
    ids,
    names_of,
    near,
    noun,
    percent,
    share,
    sides_of,
    sizes,
    spread,
    step,
    with_river,
)
from tutor.compare.situation import QUALITIES, Situation
from tutor.engine.ask import BACK, DONE, Answer, Ask

KM, DIVISIONS = 90, 4
MAJORS = {
    "germany": 4, "cw": 4, "france": 4, "austria-hungary": 4, "russia": 3, "italy": 3, "ottoman": 3, "usa": 4,
}  # fmt: skip
MINOR, BETTER = 2, {"raw": -1, "ordinary": 0, "seasoned": 0, "picked": 1}
PROTECTORS = {"belgium": "france", "serbia": "russia", "romania": "russia", "greece": "cw", "bulgaria": "germany"}
STORM_FROM, TANKS_FROM = 1917, 1917
GUNS, AIRCRAFT, TANKS = 500, 75, 150
SHIPS = 4
TERRAIN = {"open": "clear", "wood": "forest", "rough": "clear", "mountain": "mountain", "marsh": "marsh",
           "desert": "desert", "town": "clear"}  # fmt: skip
WEATHER = {"fair": "clear", "fog": "clear", "rain": "mud", "snow": "winter", "heat": "clear"}
SEA, BAY = "bay", ("0301", "0302", "0303", "0304", "0305", "0306", "0307")
NOUNS = {
    "inf": noun("armée", "army"),
    "mtn": noun("corps de montagne", "mountain corps", "m"),
    "cav": noun("corps de cavalerie", "cavalry corps", "m"),
    "stoss": noun("corps d'assaut", "assault corps", "m"),
    "tank": noun("corps de chars", "tank corps", "m"),
    "art": noun("parc d'artillerie", "artillery park", "m"),
    "hq": noun("HQ", "headquarters", "m"),
    "obs": noun("aviation d'observation", "observation aircraft"),
    "hs": noun("escadre cuirassée", "battle squadron"),
}
NATIONS = {
    "germany": "germany",
    "austria-hungary": "austria-hungary",
    "ottoman-empire": "ottoman",
    "bulgaria": "bulgaria",
    "france": "france",
    "britain": "cw",
    "canada": "cw",
    "anzac": "cw",
    "belgium": "belgium",
    "russia": "russia",
    "italy": "italy",
    "serbia": "serbia",
    "romania": "romania",
    "greece": "greece",
    "usa": "usa",
}


def diorama(situation: Situation) -> Diorama:
    """One hex attacked from two, by two units from each."""
    draft = Draft("fa", situation, NATIONS)
    sides = sides_of(situation, "pc", "te")
    codes = {side: dressed(draft, side, "germany", "france", "1-e") for side in SIDES}
    part = share(situation, KM)
    landing = situation.ground.landing
    n, m, kept = fit(sizes(situation, part, Fraction(1, DIVISIONS)), 1 if landing else 4, 3)
    draft.counts("forces", "fa-armies", "1-e", attackers=n, defenders=m, kept=percent(kept), km=KM)
    pieces: dict[str, Any] = {}
    ammunition: dict[str, int] = {}
    for side, count in zip(SIDES, (n, m), strict=True):
        pieces |= _troops(draft, side, codes[side], count)
        pieces |= _support(draft, side, codes[side], part, ammunition)
    if landing:
        draft.counts("landing", "fa-landing", "10.7.4.5-b")
    data = {
        "map": _map(draft, codes),
        "agenda": [["land-combat"]],
        "phasing": sides[ATTACKER],
        "year": situation.year,
        "nations": _nations(codes, sides),
        "actions": {codes[ATTACKER]: "land"},
        "weather": {"temperate": _weather(draft)},
        "control": _control(codes, landing),
        "ammunition": ammunition,
        "names": names_of(situation, pieces, NOUNS),
        "pieces": pieces,
    }
    _works(draft)
    if situation.surprise and situation.opening:
        draft.counts("surprise", "fa-surprise", "12_a")
        data["surprised"] = {codes[DEFENDER]: codes[ATTACKER]}
    elif situation.surprise:
        draft.lost("surprise", "fa-no-surprise", "12_a")
    return draft.made(data, sides, GOAL, kept)


def _nations(codes: Mapping[str, str], sides: Mapping[str, str]) -> dict[str, Any]:
    """Minor countries belong to the side that they fight for, under a major power."""
    return {
        code: {"side": sides[side], "controller": PROTECTORS[code]}
        for side, code in codes.items()
        if code in PROTECTORS
    }


def _map(draft: Draft, codes: Mapping[str, str]) -> dict[str, Any]:
    ground = draft.situation.ground
    flags = ["city"] if ground.terrain == "town" else []
    if ground.terrain == "rough":
        draft.lost("terrain", "terrain-clear", "10.7.6.6-a", terrain=Word("terrain", ground.terrain))
    elif ground.terrain in ("wood", "town", "desert"):
        draft.lost("terrain", "no-effect-there", "10.7.6.6-a", terrain=Word("terrain", ground.terrain))
    elif ground.terrain in ("mountain", "marsh"):
        draft.counts("terrain", "terrain-as", "10.7.6.6-a", terrain=Word("terrain", ground.terrain))
    if ground.height:
        draft.lost("height", "no-height", "", "terrain")
    if ground.river:
        draft.counts("river", "fa-river", "10.7.6.6-b")
    cities = {f"h{hex}": {"terrain": "clear", "flags": ["city"]} for hex in CITIES}
    if not ground.landing:
        map = with_river(hexes({"terrain": TERRAIN[ground.terrain], "flags": flags}, None, **cities), draft.situation)
        map["places"] = _homes(codes)
        return map
    sea = {f"h{hex}": {"terrain": "sea"} for hex in BAY}
    map = hexes({"terrain": TERRAIN[ground.terrain], "flags": [*flags, "coast"]}, None, **sea, **cities)
    name = {"fr": "la baie", "en": "the bay"}
    map["places"] = {**_homes(codes), SEA: {"name": name, "flags": ["sea"], "hexes": [*BAY, GOAL]}}
    return map


def _homes(codes: Mapping[str, str]) -> dict[str, Any]:
    """Behind each side a strip of its own country, with the city that supplies it (4.3_a)."""
    strips = {ATTACKER: 1, DEFENDER: 6}
    return {
        codes[side]: {"name": codes[side], "flags": ["country"], "hexes": [f"{row:02}{col:02}" for col in range(1, 8)]}
        for side, row in strips.items()
    }


CITIES = ("0103", "0603")


def _control(codes: Mapping[str, str], landing: bool) -> dict[str, str]:
    """Nobody's country lies here: every hex is held by one of the two."""
    north = {} if landing else {f"{row:02}{col:02}": codes[ATTACKER] for row in (1, 2, 3) for col in range(1, 8)}
    south = {f"{row:02}{col:02}": codes[DEFENDER] for row in (4, 5, 6, 7) for col in range(1, 8)}
    return north | south


# -- troops ------------------------------------------------------------------------------------------------------
def _troops(draft: Draft, side: str, code: str, count: int) -> dict[str, Any]:
    situation, force = draft.situation, draft.situation.force(side)
    factor = MAJORS.get(code, MINOR) + BETTER[force.quality]
    if BETTER[force.quality] or force.quality == QUALITIES[1]:
        draft.counts(
            f"quality-{side}", "fa-factor", "1.1-b", side=side, n=factor, quality=Word("quality", force.quality)
        )
    else:
        draft.lost(f"quality-{side}", "fa-quality", "1.1-b", side=side, quality=Word("quality", force.quality))
    kinds = _kinds(draft, side, code, count)
    own: dict[str, Any] = {"nation": code, "mp": 2}
    if force.supply == "cut":
        draft.counts(f"supply-{side}", "fa-cut", "4.1-b", side=side)
        own |= {"supplied": False, "face_up": side == ATTACKER}
    elif force.supply == "short":
        draft.counts(f"supply-{side}", "fa-short", "10.7.6.4.5-a", side=side)
    landing = situation.ground.landing and side == ATTACKER
    if landing:
        own["invading"] = True
    places = FRONT if side == ATTACKER and not landing else (GOAL,)
    factors = {"inf": factor, "stoss": 6, "mtn": max(3, factor - 1), "cav": 2}
    return {
        id: {**own, "kind": kind, "factor": max(1, factors[kind]), "place": place}
        for kind, (id, place) in zip(kinds, spread(ids(side[0], count), places), strict=True)
    }


def _kinds(draft: Draft, side: str, code: str, count: int) -> list[str]:
    """The first units are what is special in the force."""
    force, found = draft.situation.force(side), []

    def part(of: int) -> int:
        return near(Fraction(count * of, force.divisions))

    if force.assault:
        n = part(force.assault) if code in ("germany", "austria-hungary") else 0
        if n and draft.situation.year >= STORM_FROM:
            draft.counts(f"assault-{side}", "fa-stoss", "10.7.6.7-c", side=side, n=n)
            found += ["stoss"] * n
        else:
            draft.lost(f"assault-{side}", "too-few" if not n else "too-early", "10.7.6.7-c", side=side)
    for name, kind in (("mountain", "mtn"), ("cavalry", "cav")):
        of = getattr(force, name)
        if of and (n := part(of)):
            draft.counts(f"{name}-{side}", "fa-kind", "10.7.4.3-c" if kind == "mtn" else "2-b", side=side, n=n)
            found += [kind] * n
        elif of:
            draft.lost(f"{name}-{side}", "too-few", "1-e", side=side)
    return (found + ["inf"] * count)[:count]


# -- what supports them ------------------------------------------------------------------------------------------
def _support(draft: Draft, side: str, code: str, part: Fraction, ammunition: dict[str, int]) -> dict[str, Any]:
    force = draft.situation.force(side)
    landing = draft.situation.ground.landing
    found: dict[str, Any] = {}
    value = step(part * (force.guns + 2 * force.heavy), GUNS, 3)
    if side == ATTACKER and value and not landing:
        draft.counts(f"guns-{side}", "fa-guns", "10.7.6.4.5-a", side=side, n=value)
        found["agun"] = {"nation": code, "kind": "art", "value": value, "mp": 1, "place": FRONT[1]}
        ammunition[code] = {"full": 2 * value, "short": value, "cut": 0}[force.supply]
    elif force.guns or force.heavy:
        kind = "fa-no-defensive-guns" if side == DEFENDER else "too-few"
        draft.lost(f"guns-{side}", kind, "10.7.6.4.5-a", side=side)
    if force.headquarters and side == DEFENDER:
        value = 4 if code in ("germany", "france") else 3 if code in MAJORS else 2
        draft.counts("headquarters-defender", "fa-hq", "10.7.6.5-a", n=value)
        found["dhq"] = {"nation": code, "kind": "hq", "factor": 1, "mp": 2, "reorganisation": value, "place": REAR[0]}
    return found | _others(draft, side, code, part, bool(found.get("agun")))


def _others(draft: Draft, side: str, code: str, part: Fraction, guns: bool) -> dict[str, Any]:
    force, year = draft.situation.force(side), draft.situation.year
    found: dict[str, Any] = {}
    if force.aircraft:
        planes = step(part * force.aircraft, AIRCRAFT, 2)
        if side == ATTACKER and planes and guns:
            draft.counts(f"aircraft-{side}", "fa-observers", "10.7.6.4.5-b", side=side, n=planes)
            found |= {
                id: {"nation": code, "kind": "obs", "place": place}
                for id, place in spread(ids("ao", planes), BEHIND_FRONT)
            }
        else:
            draft.lost(f"aircraft-{side}", "fa-no-air", "10.7.6.4.5-b", side=side)
    if force.tanks:
        n = step(part * force.tanks, TANKS, 1)
        if n and year >= TANKS_FROM and side == ATTACKER:
            draft.counts(f"tanks-{side}", "fa-tank", "10.7.6.1-b", side=side)
            found["atank"] = {"nation": code, "kind": "tank", "factor": 3, "mp": 2, "place": FRONT[0]}
        else:
            draft.lost(f"tanks-{side}", "too-few" if not n else "too-early", "10.7.6.1-b", side=side)
    if force.ships and draft.situation.ground.landing:
        draft.counts(f"ships-{side}", "fa-ships", "10.7.6.3-a", side=side)
        squadrons = ids(f"{side[0]}s", max(1, near(Fraction(force.ships, SHIPS))))
        found |= {id: {"nation": code, "kind": "hs", "place": SEA, "bombardment": 2, "section": 3} for id in squadrons}
    elif force.ships:
        draft.lost(f"ships-{side}", "no-coast", "10.7.6.3-a", side=side)
    if force.gas:
        draft.lost(f"gas-{side}", "", "", "gas", side=side)
    if force.siege:
        draft.lost(f"siege-{side}", "guns-are-guns", "10.7.6.4.5-a", side=side)
    return found


def _works(draft: Draft) -> None:
    works = draft.situation.works
    if works.entrenchment:
        draft.lost("entrenchment", "", "", "entrenchment")
    if works.fort != "none":
        draft.lost("fort", "", "", "forts")


def _weather(draft: Draft) -> str:
    now = draft.situation.weather
    facts = {"weather": Word("weather", now)}
    if now in ("fog", "heat"):
        draft.lost("weather", "no-such-weather", "8.1-a", **facts)
    elif now == "snow":
        draft.counts("weather", "weather-as", "8.2.5-a", **facts)
    elif now == "rain":
        draft.lost("weather", "fa-mud", "8.2.5-d", **facts)
    return WEATHER[now]


# -- how it ended ------------------------------------------------------------------------------------------------
def measure(d: Diorama, start: Any, end: Any) -> End:
    """Units; spent is the share of the attacker's units left that lie face-down."""

    def troops(s: Any, side: str) -> list[Any]:
        return [u for u in s.pieces.of(d.sides[side]) if u.land and not u.hq and not u.gun and u.place is not None]

    ours, theirs = troops(end, ATTACKER), troops(end, DEFENDER)
    held = bool(end.defenders(d.goal))
    entered = any(u.place == d.goal for u in ours)
    ground = SHARED if held and d.goal in end.halves else held_by(entered and not held, held)
    return End(
        ground,
        lost(len(troops(start, ATTACKER)), len(ours)),
        lost(len(troops(start, DEFENDER)), len(theirs)),
        len(end.beaten) > len(start.beaten),
        Fraction(sum(not u.face_up for u in ours), len(ours)) if ours else Fraction(0),
    )


# -- who is sent, and where ---------------------------------------------------------------------------------------
def _troops_first(view: Any, ask: Ask, legal: list[Answer]) -> Answer:
    """Troops before what supports them: guns, ships and aircraft go with an attack. HQs stay."""
    units = [view.pieces[id] for id in legal if id not in (DONE, BACK)]
    fit = sorted((u for u in units if not u.hq), key=lambda u: (not u.land or u.gun, u.id))
    if fit:
        return fit[0].id
    return DONE if DONE in legal else BACK


def declaring(goal: str) -> Mapping[str, Choice]:
    once = here(goal)
    return {"declare": _troops_first, "attack-at": once, "fire-at": once, "bombard": once, "fly-over": once}


# -- charts that fit the text -------------------------------------------------------------------------------------
def _one_shattering(cells: Chart) -> bool:
    """There must be a 1/2S."""
    return any("1/2S" in map(str, line) for line in cells.values())


# -- one request, one valley --------------------------------------------------------------------------------------
def valley(request: Request) -> dict[str, Any]:
    return {
        "map": hexes_of_valley({START: {"terrain": "clear", "flags": ["city"]}}),
        "phasing": "pc",
        "year": 1915,
        "supply": "stated",
        "control": {**dict.fromkeys(VALLEY, "germany"), ENEMY: "france"},
        "pieces": {
            MOVER: {"nation": "germany", "kind": "inf", "place": request.origin, "factor": 4, "mp": 4},
            FOE: {"nation": "france", "kind": "inf", "place": ENEMY, "factor": 4, "mp": 2},
        },
    }


COMPARISON = Comparison(
    diorama=diorama,
    measure=measure,
    valley=valley,
    players={"bold": "bold", "careful": "cautious"},
    declaring=declaring,
    too_weak="10.7.6.2-b",  # the attack that may not even be declared
    fits={"assault": _one_shattering, "infiltration": always},
)
