"""A situation in Distant Foreign Fields: one hex, divisions with their strength points, depots and the guns of HQs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tutor.compare.comparison import (
    ENEMY,
    FOE,
    HELD_BY_ATTACKER,
    HELD_BY_DEFENDER,
    MOVER,
    NOBODY,
    START,
    Choice,
    Comparison,
    End,
    Request,
    everybody,
    here,
    hexes_of_valley,
    lost,
)
from tutor.compare.diorama import (
    ATTACKER,
    BEHIND_FRONT,
    BEHIND_REAR,
    DEFENDER,
    FRONT,
    GOAL,
    SIDES,
    CannotSay,
    Diorama,
    Draft,
    Word,
    dressed,
    hexes,
    ids,
    least,
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
from tutor.compare.situation import Force, Situation

HOMES = {
    "western": "west", "italian": "italy", "eastern": "east", "balkans": "balkans",
    "caucasus": "transcaucasia", "palestine": "middle-east", "mesopotamia": "middle-east",
}  # fmt: skip
KM = {"west": 16, "italy": 16, "east": 40, "balkans": 40, "transcaucasia": 40, "middle-east": 50}
LANDS = {"allies": ("west", "balkans", "middle-east"), "central": ("east", "transcaucasia")}  # 2.2.4.4-j
STRENGTH = {"raw": 2, "ordinary": 3, "seasoned": 4, "picked": 4}
GUNS, AIRCRAFT, TANKS = 250, 60, 120
ROUNDS = {"full": 4, "short": 1, "cut": 0}  # combat rounds for which the first depot can pay, the bombardment besides
BOMBARDMENT = 3
FORTS = {"old": 1, "modern": 3}
TERRAIN = {"open": "clear", "wood": "forest", "rough": "rough", "mountain": "mountains", "desert": "desert"}
WEATHER = {"fair": "fair", "fog": "fair", "rain": "rain", "snow": "cold", "heat": "fair"}
TRENCHES_FROM, GAS_FROM, TANKS_FROM = (1914, 10), 1915, 1917
NOUNS = {
    "infantry": noun("division", "division"),
    "cavalry": noun("division de cavalerie", "cavalry division"),
    "hq": noun("QG", "headquarters", "m"),
    "tank": noun("unité de chars", "tank unit"),
    "fighter": noun("escadre de chasse", "fighter wing"),
    "fortress": noun("forteresse", "fortress"),
    "trench": noun("tranchée", "trench"),
    "gas": noun("unité de gaziers", "gas unit"),
}
NATIONS = {
    "germany": "germany",
    "austria-hungary": "austria",
    "ottoman-empire": "ottomans",
    "bulgaria": "bulgaria",
    "france": "france",
    "britain": "britain",
    "canada": "canada",
    "anzac": "australia",
    "belgium": "belgium",
    "russia": "russia",
    "italy": "italy",
    "serbia": "serbia",
    "romania": "romania",
    "greece": "greece",
    "usa": "usa",
}


def diorama(situation: Situation) -> Diorama:
    """One hex, and one offensive from the announcement to the end of the Initial Combat."""
    draft = Draft("dff", situation, NATIONS)
    sides = sides_of(situation, "central", "allies")
    home = HOMES[situation.front]
    if situation.ground.landing and home not in LANDS[sides[ATTACKER]]:
        raise CannotSay("dff", "no-landing-here", "2.2.4.4-j")
    codes = {side: dressed(draft, side, "germany", "france", "4.4.2-a") for side in SIDES}
    part = share(situation, KM[home])
    n, m, kept = least(sizes(situation, part), 4, 2)
    draft.counts("forces", "dff-divisions", "4.3-a", attackers=n, defenders=m, kept=percent(kept), km=KM[home])
    pieces: dict[str, Any] = {}
    depots: dict[str, int] = {}
    for side, count in zip(SIDES, (n, m), strict=True):
        pieces |= _divisions(draft, side, codes[side], count)
        pieces |= _headquarters(draft, side, codes[side], part * kept, count, depots)
        pieces |= _support(draft, side, codes[side], part * kept)
    pieces |= _works(draft, sides[DEFENDER])
    _rest(draft)
    return draft.made(_data(draft, home, sides, pieces, depots), sides, GOAL, kept)


def _data(
    draft: Draft, home: str, sides: Mapping[str, str], pieces: dict[str, Any], depots: Mapping[str, int]
) -> dict[str, Any]:
    situation, ours, theirs = draft.situation, sides[ATTACKER], sides[DEFENDER]
    rear = [f"{row:02}{column:02}" for row in range(4, 8) for column in range(1, 8)]
    return {
        "map": _map(draft),
        "agenda": _agenda(ours, theirs),
        "year": situation.year,
        "month": situation.month,
        "home": home,
        "fronts": [home],
        "front": home,
        "active": ours,
        "initiative": ours,
        "left": {ours: 1, theirs: 1},
        "weather": {home: _weather(draft, home)},
        "supply": dict(depots),
        "control": {"rest": ours, theirs: rear},
        "names": names_of(situation, pieces, NOUNS),
        "pieces": pieces,
    }


def _agenda(ours: str, theirs: str) -> list[list[str]]:
    """An offensive as far as the end of its Initial Combat (2.2.4)."""
    support = [["support", ours], ["support", theirs]]
    return [["declare"], ["declared"], *support, ["bombard-lengths"], ["muster"], ["initial-combat"]]


def _map(draft: Draft) -> dict[str, Any]:
    ground = draft.situation.ground
    kind, flags = TERRAIN.get(ground.terrain, "clear"), []
    if ground.terrain == "town":
        flags.append("city")
    if ground.terrain == "marsh":
        draft.lost("terrain", "terrain-clear", "5.8", terrain=Word("terrain", ground.terrain))
    elif ground.terrain == "desert":
        draft.lost("terrain", "no-effect-there", "5.3", terrain=Word("terrain", ground.terrain))
    elif ground.terrain != "open":
        draft.counts("terrain", "terrain-as", "5.1-a", terrain=Word("terrain", ground.terrain))
    if ground.height and kind in ("clear", "desert", "rough"):
        kind = "heights"
        draft.counts("height", "dff-heights", "5.2-b")
    elif ground.height:
        draft.lost("height", "height-is-terrain", "5.1-a")
    if ground.river:
        draft.counts("river", "river-as", "5.4-a")
    if not ground.landing:
        return with_river(hexes({"terrain": kind, "flags": flags}), draft.situation)
    draft.counts("landing", "dff-landing", "2.2.4.4-f")
    ports = {f"h{hex}": {"terrain": "clear", "flags": ["coast", "port"]} for hex in PORTS}
    map = hexes({"terrain": kind, "flags": [*flags, "coast"]}, None, **ports)
    map["without"] = [f"03{column:02}" for column in range(1, 8)]
    return map


PORTS = ("0203", "0204")


def _divisions(draft: Draft, side: str, code: str, count: int) -> dict[str, Any]:
    force = draft.situation.force(side)
    landing = draft.situation.ground.landing and side == ATTACKER
    if force.quality == "picked":
        draft.lost(f"quality-{side}", "dff-quality", "4.1-b", side=side, quality=Word("quality", force.quality))
    else:
        draft.counts(
            f"quality-{side}", "dff-strength", "4.1-b", side=side, quality=Word("quality", force.quality),
            n=STRENGTH[force.quality],
        )  # fmt: skip
    riders = min(count - 1, near(Fraction(count * force.cavalry, force.divisions))) if force.cavalry else 0
    if force.cavalry:
        draft.counts(f"cavalry-{side}", "dff-cavalry", "4.4.3-a", side=side, n=riders)
    own: dict[str, Any] = {"nation": code, "strength": STRENGTH[force.quality]}
    if force.supply == "cut":
        own["supplied"] = False
    places = (PORTS if landing else FRONT) if side == ATTACKER else (GOAL,)
    return {
        id: {**own, "kind": "cavalry" if index < riders else "infantry", "place": place}
        for index, (id, place) in enumerate(spread(ids(side[0], count), places))
    }


def _headquarters(
    draft: Draft, side: str, code: str, part: Fraction, count: int, depots: dict[str, int]
) -> dict[str, Any]:
    """Guns are those of HQs: one for so many pieces on the ground that is shown; the first always, for its depot."""
    force = draft.situation.force(side)
    wanted = step(part * (force.guns + 2 * force.heavy), GUNS, 3)
    if force.guns or force.heavy:
        draft.counts(f"guns-{side}", "dff-guns", "4.4.1.1-a", side=side, n=max(1, wanted))
    if force.supply != "full":
        draft.counts(f"supply-{side}", "dff-depot", "3.4.1-a", side=side, n=ROUNDS[force.supply])
    ashore = PORTS if draft.situation.ground.landing else BEHIND_FRONT
    places = ashore if side == ATTACKER else BEHIND_REAR
    hqs = list(spread(ids(f"{side[0]}hq", max(1, wanted)), places))
    depots[places[0]] = _depot(draft, side, count, len(hqs))
    return {id: {"nation": code, "kind": "hq", "place": place} for id, place in hqs}


def _depot(draft: Draft, side: str, units: int, guns: int) -> int:
    """What so many rounds cost (3.4). Guns that bombard are paid for that, and not in the first round after it."""
    rounds = ROUNDS[draft.situation.force(side).supply]
    if side == DEFENDER:
        return rounds * (1 + guns)
    dear = 2 if draft.situation.ground.landing else 1
    return dear * (rounds * (units + guns) + (BOMBARDMENT - 1) * guns) if rounds else 0


def _support(draft: Draft, side: str, code: str, part: Fraction) -> dict[str, Any]:
    """Aircraft, tanks and gas."""
    force, year = draft.situation.force(side), draft.situation.year
    place = BEHIND_FRONT[0] if side == ATTACKER else BEHIND_REAR[0]
    found: dict[str, Any] = {}
    if force.aircraft:
        found |= _fighters(draft, side, code, part, place)
    if force.tanks:
        n = step(part * force.tanks, TANKS, 2)
        if n and year >= TANKS_FROM:
            draft.counts(f"tanks-{side}", "dff-tanks", "4.4.4-a", side=side, n=n)
            tank = {"nation": code, "kind": "tank", "strength": 1, "place": FRONT[0] if side == ATTACKER else GOAL}
            found |= {id: dict(tank) for id in ids(f"{side[0]}t", n)}
        else:
            draft.lost(f"tanks-{side}", "too-few" if not n else "too-early", "4.4.4-a", side=side)
    if force.gas:
        found |= _gas(draft, side, code, force, place)
    return found


def _gas(draft: Draft, side: str, code: str, force: Force, place: str) -> dict[str, Any]:
    if side == DEFENDER:
        draft.lost(f"gas-{side}", "gas-in-attack-only", "4.7-b", side=side)
        return {}
    if draft.situation.year < GAS_FROM:
        draft.lost(f"gas-{side}", "too-early", "4.7-a", side=side)
        return {}
    draft.counts(f"gas-{side}", "dff-gas", "4.7-b", side=side)
    return {f"{side[0]}gas": {"nation": code, "kind": "gas", "place": place}}


def _fighters(draft: Draft, side: str, code: str, part: Fraction, place: str) -> dict[str, Any]:
    """The air is taken net: who has more brings one wing for what he has more, and the other stays on the ground."""
    other = draft.situation.force(DEFENDER if side == ATTACKER else ATTACKER)
    n = step(max(Fraction(0), part * (draft.situation.force(side).aircraft - other.aircraft)), AIRCRAFT, 1)
    if not n:
        draft.lost(f"aircraft-{side}", "dff-no-surplus", "4.5-a", side=side)
        return {}
    draft.counts(f"aircraft-{side}", "dff-fighters", "4.5.3", side=side, n=n)
    return {f"{side[0]}f1": {"nation": code, "kind": "fighter", "strength": 2, "place": place}}


def _works(draft: Draft, code: str) -> dict[str, Any]:
    works, found = draft.situation.works, {}
    if works.fort != "none":
        draft.counts("fort", "dff-fort", "4.6.1-a", fort=Word("fort", works.fort), value=FORTS[works.fort])
        found["dfort"] = {"side": code, "kind": "fortress", "place": GOAL, "strength": FORTS[works.fort]}
    if not works.entrenchment:
        return found
    if (draft.situation.year, draft.situation.month) < TRENCHES_FROM:
        draft.lost("entrenchment", "too-early", "4.6.2-a")
    elif draft.situation.ground.terrain == "mountain":
        draft.lost("entrenchment", "dff-no-trench-there", "4.6.2-c")
    else:
        draft.counts("entrenchment", "dff-trench", "4.6.2-a", level=works.entrenchment)
        found["dtrench"] = {"side": code, "kind": "trench", "place": GOAL, "strength": works.entrenchment}
    return found


def _weather(draft: Draft, home: str) -> str:
    now = draft.situation.weather
    facts = {"weather": Word("weather", now)}
    if now != "fair" and home == "middle-east":
        draft.lost("weather", "dff-no-weather", "2.2.1-a", **facts)
        return "fair"
    if now in ("fog", "heat"):
        draft.lost("weather", "no-such-weather", "2.2.1-a", **facts)
    elif now != "fair":
        draft.counts("weather", "weather-as", "2.2.1.1-c" if now == "rain" else "2.2.1.1-d", **facts)
    return WEATHER[now]


def _rest(draft: Draft) -> None:
    situation = draft.situation
    if situation.surprise:
        draft.lost("surprise", "no-surprise", "", "hidden")
    for side in SIDES:
        force = situation.force(side)
        if force.assault:
            draft.lost(f"assault-{side}", "", "", "shock-troops", side=side)
        if force.mountain:
            draft.lost(f"mountain-{side}", "", "", "mountain", side=side)
        if force.siege:
            draft.lost(f"siege-{side}", "guns-are-guns", "4.4.1.1-a", side=side)
        if force.ships and situation.ground.landing:
            draft.counts(f"ships-{side}", "dff-ships", "4.4.1.4", side=side)
        elif force.ships:
            draft.lost(f"ships-{side}", "no-coast", "4.4.1.4", side=side)


# -- how it ended ------------------------------------------------------------------------------------------------
def measure(d: Diorama, start: Any, end: Any) -> End:
    """Strength points of divisions; spent is the supply of the attacker's depots."""

    def strength(s: Any, side: str) -> int:
        return sum(u.strength for u in s.pieces.of(d.sides[side]) if u.ground and u.place is not None)

    def stock(s: Any) -> int:
        return sum(s.supply.get(hq.place, 0) for hq in start.hqs_of(d.sides[ATTACKER]))

    fled = [u for u in end.pieces.of(d.sides[DEFENDER]) if u.ground and u.place not in (None, d.goal)]
    holder = end.control.get(d.goal)
    ground = {d.sides[ATTACKER]: HELD_BY_ATTACKER, d.sides[DEFENDER]: HELD_BY_DEFENDER}.get(str(holder), NOBODY)
    return End(
        ground,
        lost(strength(start, ATTACKER), strength(end, ATTACKER)),
        lost(strength(start, DEFENDER), strength(end, DEFENDER)),
        bool(fled),
        Fraction(stock(start) - stock(end)),
    )


def _battle_over(s: Any) -> bool:
    return bool(s.fought) and not s.battles


# -- who is sent, and where ---------------------------------------------------------------------------------------
def declaring(goal: str) -> Mapping[str, Choice]:
    return {"attack": here(goal), "activate": everybody, "commit": everybody}


# -- one request, one valley --------------------------------------------------------------------------------------
def valley(request: Request) -> dict[str, Any]:
    return {
        "map": hexes_of_valley(),
        "year": 1915,
        "month": 6,
        "front": "west",
        "active": "central",
        "phase": "movement",
        "control": {"rest": "central", "allies": [ENEMY]},
        "supply": {START: 20},
        "pieces": {
            MOVER: {"nation": "germany", "kind": "infantry", "place": request.origin, "strength": 4},
            FOE: {"nation": "france", "kind": "infantry", "place": ENEMY, "strength": 4},
            "hq": {"nation": "germany", "kind": "hq", "place": START},
        },
    }


COMPARISON = Comparison(
    diorama=diorama,
    measure=measure,
    valley=valley,
    players={"bold": "stubborn", "careful": "careful"},
    declaring=declaring,
    over=_battle_over,
)
