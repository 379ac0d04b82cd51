"""A situation in Strafexpedition 1916: one hex of 900 m, battalions, and guns in groups of batteries."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tutor.compare.comparison import (
    ENEMY,
    FOE,
    MOVER,
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
    CannotSay,
    Diorama,
    Draft,
    Word,
    dressed,
    fit,
    hexes,
    ids,
    names_of,
    noun,
    percent,
    share,
    sides_of,
    sizes,
    spread,
    step,
    with_river,
)
from tutor.compare.situation import Situation
from tutor.rulesets.se.policies import action_over

KM = Fraction(9, 10)
BATTALIONS = 12
GUNS, HEAVY = 12, 8  # guns of one counter, which stands for several batteries (2.2.1)
LEVEL = 5
FACES: Mapping[str, dict[str, Any]] = {
    "raw": {"cf": [3, 2], "mg": [1, 1], "morale": 4},
    "ordinary": {"cf": [4, 2], "mg": [2, 1], "morale": 5},
    "seasoned": {"cf": [5, 3], "mg": [2, 1], "morale": 6},
    "picked": {"cf": [6, 4], "mg": [2, 1], "morale": 7},
}
TERRAIN = {"open": "clear", "wood": "woods", "rough": "rough", "mountain": "mountain", "town": "town"}
WEATHER = {"fair": "clear", "fog": "overcast", "rain": "rain", "snow": "rain", "heat": "clear"}
NOUNS = {
    "infantry": noun("bataillon", "battalion", "m"),
    "mountain": noun("bataillon de montagne", "mountain battalion", "m"),
    "artillery": noun("groupe d'artillerie", "artillery group", "m"),
    "heavy-artillery": noun("groupe lourd", "heavy artillery group", "m"),
    "hq": noun("état-major de brigade", "brigade headquarters", "m"),
    "fortress": noun("forteresse", "fortress", "f"),
}
NATIONS = {
    "austria-hungary": "ah",
    "italy": "it",
}


def diorama(situation: Situation) -> Diorama:
    """One hex of the front: who stands on 900 m of it."""
    if situation.ground.landing:
        raise CannotSay("se", "no-landing", concept="landings")
    draft = Draft("se", situation, NATIONS)
    sides = sides_of(situation, "ah", "it")
    for side in SIDES:
        dressed(draft, side, "ah", "it", "2.2.2")
    part = share(situation, KM)
    n, m, kept = fit(sizes(situation, part, BATTALIONS), 2, 2)
    draft.counts("forces", "se-battalions", "12.5", attackers=n, defenders=m, kept=percent(kept))
    data: dict[str, Any] = {
        "map": _map(draft),
        "agenda": [["action"]],
        "active": sides[ATTACKER],
        "brigade": "1",
        "weather": WEATHER[situation.weather],
        "points": {sides[side]: {"full": 3, "short": 1, "cut": 0}[situation.force(side).supply] for side in SIDES},
    }
    pieces: dict[str, Any] = {}
    for side, count in zip(SIDES, (n, m), strict=True):
        pieces |= _infantry(draft, side, sides[side], count) | _guns(draft, side, sides[side], part)
    pieces |= _headquarters(sides) | _fort(draft, sides[DEFENDER])
    data["attached"] = [id for id, piece in pieces.items() if id.startswith("a") and "artillery" in piece["kind"]]
    depth = situation.works.entrenchment
    if depth and situation.works.fort != "none":
        draft.counts("entrenchment", "se-trench-of-fort", "20.1", level=_level(situation))
    elif depth:
        draft.counts("entrenchment", "se-trench", "18.4", level=depth)
        data["trenches"] = {GOAL: depth}
    _rest(draft)
    return draft.made({**data, "names": names_of(situation, pieces, NOUNS), "pieces": pieces}, sides, GOAL, kept)


def _map(draft: Draft) -> dict[str, Any]:
    ground = draft.situation.ground
    known = ground.terrain in TERRAIN
    if ground.terrain != "open" and known:
        draft.counts("terrain", "terrain-as", "13.4.3.C", terrain=Word("terrain", ground.terrain))
    elif not known:
        draft.lost("terrain", "terrain-clear", "2.1", terrain=Word("terrain", ground.terrain))
    if ground.height:
        draft.counts("height", "se-height", "11.0.8", levels=ground.height)
    if ground.river:
        draft.counts("river", "river-as", "13.4.3.C")
    goal = {"terrain": TERRAIN.get(ground.terrain, "clear"), "level": LEVEL + ground.height}
    behind = {f"h{hex}": {"terrain": "clear", "level": LEVEL + ground.height} for hex in (*REAR, "0403", "0405")}
    return with_river(hexes(goal, {"terrain": "clear", "level": LEVEL}, **behind), draft.situation)


def _infantry(draft: Draft, side: str, code: str, count: int) -> dict[str, Any]:
    force = draft.situation.force(side)
    draft.counts(f"quality-{side}", "se-quality", "3.0-morale", quality=Word("quality", force.quality), side=side)
    mountain = 2 * force.mountain >= force.divisions
    if force.mountain:
        draft.counts(f"mountain-{side}", "mountain-troops", "11.0.4", side=side)
    if force.assault:
        draft.lost(f"assault-{side}", "", "", "shock-troops", side=side)
    if force.cavalry:
        draft.lost(f"cavalry-{side}", "", "", "cavalry", side=side)
    own = {"side": code, "kind": "mountain" if mountain else "infantry", "mp": 8, **FACES[force.quality]}
    if side == ATTACKER:
        own |= {"brigade": "1", "commanded": True, "activated": True}
    if force.supply == "cut":
        draft.counts(f"supply-{side}", "se-cut", "10.0", side=side)
        own |= {"dp": 1, "supplied": False}
    elif force.supply == "short":
        draft.counts(f"supply-{side}", "se-short", "13.3.7", side=side)
    places = FRONT if side == ATTACKER else (GOAL,)
    return {id: {**own, "place": place} for id, place in spread(ids(side[0], count), places)}


def _guns(draft: Draft, side: str, code: str, part: Fraction) -> dict[str, Any]:
    """Field guns reach 6 hexes, heavy ones 10: those of a width of 900 m."""
    force = draft.situation.force(side)
    light, heavy = step(part * force.guns, GUNS, 3), step(part * (force.heavy + force.siege), HEAVY, 3)
    if force.siege:
        draft.lost(f"siege-{side}", "guns-are-guns", "19.0", side=side)
    if light or heavy:
        draft.counts(f"guns-{side}", "se-guns", "19.0", side=side, light=light, heavy=heavy)
    elif force.guns or force.heavy:
        draft.lost(f"guns-{side}", "too-few", "19.0", side=side)
    field = {"side": code, "kind": "artillery", "bombardment": 5, "range": 6, "mp": 4}
    big = {"side": code, "kind": "heavy-artillery", "bombardment": 10, "range": 10, "mp": 3}
    places = BEHIND_FRONT if side == ATTACKER else REAR
    guns = [*ids(f"{side[0]}f", light), *ids(f"{side[0]}h", heavy)]
    return {
        id: {**(big if id[1] == "h" else field), "place": place, "mode": "fire"} for id, place in spread(guns, places)
    }


def _headquarters(sides: Mapping[str, str]) -> dict[str, Any]:
    return {
        "ahq": {
            "side": sides[ATTACKER],
            "kind": "hq",
            "place": BEHIND_FRONT[0],
            "brigade": "1",
            "radius": 4,
            "initiative": 4,
        }
    }


def _level(situation: Situation) -> int:
    """What a fortress's own works are worth to all in its hex (20.1); no trench is dug there besides (18.1.1)."""
    return max(situation.works.entrenchment, 3 if situation.works.fort == "modern" else 2)


def _fort(draft: Draft, code: str) -> dict[str, Any]:
    works = draft.situation.works
    if works.fort == "none":
        return {}
    draft.counts("fort", "se-fort", "20.1", fort=Word("fort", works.fort))
    strong = works.fort == "modern"
    fort = (
        {"cf": 3, "mg": 3, "bombardment": 6, "morale": 7}
        if strong
        else {"cf": 2, "mg": 2, "bombardment": 4, "morale": 6}
    )
    trench = _level(draft.situation)
    return {"dfort": {"side": code, "kind": "fortress", "place": GOAL, "range": 6, "trench": trench, **fort}}


def _rest(draft: Draft) -> None:
    """What else the situation says."""
    situation = draft.situation
    if situation.weather != "fair":
        kept = situation.weather in ("rain", "fog")
        facts = {"weather": Word("weather", situation.weather)}
        if kept:
            draft.counts("weather", "weather-as", "9.0", **facts)
        else:
            draft.lost("weather", "se-weather", "9.0", **facts)
    if situation.surprise:
        draft.lost("surprise", "no-surprise", "", "hidden")
    for side in SIDES:
        force = situation.force(side)
        for name, concept in (("aircraft", "air"), ("tanks", "tanks"), ("gas", "gas"), ("ships", "naval")):
            if getattr(force, name):
                draft.lost(f"{name}-{side}", "", "", concept, side=side)


# -- how it ended ------------------------------------------------------------------------------------------------
def measure(d: Diorama, start: Any, end: Any) -> End:
    """Steps of battalions; spent is the mean disorganisation of the attacking battalions that are left."""

    def foot(s: Any, side: str) -> list[Any]:
        return [u for u in s.units_of(d.sides[side]) if u.infantry]

    def steps(s: Any, side: str) -> int:
        return sum(u.steps for u in foot(s, side))

    ours, theirs = foot(end, ATTACKER), foot(end, DEFENDER)
    holders = [u for u in end.units_at(d.goal) if u.infantry or u.fortress]
    ground = held_by(
        any(u.side == d.sides[ATTACKER] for u in holders), any(u.side == d.sides[DEFENDER] for u in holders)
    )
    return End(
        ground,
        lost(steps(start, ATTACKER), steps(end, ATTACKER)),
        lost(steps(start, DEFENDER), steps(end, DEFENDER)),
        any(u.place != d.goal for u in theirs),
        Fraction(sum(u.dp for u in ours), len(ours)) if ours else Fraction(0),
    )


# -- who is sent, and where ---------------------------------------------------------------------------------------
def declaring(goal: str) -> Mapping[str, Choice]:
    return {"declare-hex": here(goal)}


# -- one request, one valley --------------------------------------------------------------------------------------
def valley(request: Request) -> dict[str, Any]:
    face = {"kind": "infantry", "cf": [5, 3], "mg": [2, 1], "mp": 8, "morale": 6}
    mover = {**face, "side": "ah", "place": request.origin, "brigade": "1", "commanded": True}
    hq = {"side": "ah", "kind": "hq", "place": request.origin, "brigade": "1", "radius": 5, "initiative": 4}
    pieces = {MOVER: mover, FOE: {**face, "side": "it", "place": ENEMY}, "hq": hq}
    return {"map": hexes_of_valley(), "active": "ah", "brigade": "1", "pieces": pieces}


COMPARISON = Comparison(
    diorama=diorama,
    measure=measure,
    valley=valley,
    players={"bold": "bold", "careful": "cautious"},
    declaring=declaring,
    over=action_over,
    fits={"assault": always, "bombardment": always, "defensive-fire": always},
)
