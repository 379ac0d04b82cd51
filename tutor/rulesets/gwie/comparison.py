"""A situation in The Great War in Europe Deluxe: one hex of its Front, divisions, and an HQ for the guns."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from tutor.compare.comparison import (
    ENEMY,
    FOE,
    MOVER,
    VALLEY,
    Chart,
    Choice,
    Comparison,
    End,
    Request,
    always,
    everybody,
    held_by,
    here,
    hexes_of_valley,
    lost,
)
from tutor.compare.diorama import (
    ATTACKER,
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
from tutor.rulesets import book

FRONTS = {
    "western": "western", "italian": "italian", "eastern": "eastern", "balkans": "eastern",
    "caucasus": "caucasus", "palestine": "egyptian", "mesopotamia": "iraqi",
}  # fmt: skip
KM = {"western": 15, "italian": 15, "egyptian": 15, "eastern": 36, "caucasus": 36, "iraqi": 32}  # 3.6
WEST, NEAR_EAST = ("western", "italian", "egyptian"), ("caucasus", "egyptian", "iraqi")
ROWS = {"GE": "GE infantry", "AH": "AH infantry", "TU": "TU infantry", "BU": "BU infantry", "FR": "FR infantry",
        "BR": "BR infantry", "CA": "BR elite, Anzac, Canada", "AS": "BR elite, Anzac, Canada", "BE": "BE infantry",
        "RU": "RU czarist", "IT": "IT infantry", "SR": "SR infantry", "RO": "RO infantry", "GK": "GK infantry",
        "US": "US infantry"}  # fmt: skip
SHOCK_FROM, TANKS_FROM, AIR_FROM = 1917, 1916, 1915
HEAVY, AIRCRAFT, TANKS = 20, 100, 200
TERRAIN = {"open": "clear", "wood": "forest", "rough": "rough", "mountain": "mountain", "marsh": "marsh",
           "desert": "desert", "town": "clear"}  # fmt: skip
WEATHER = {"fair": "fair", "fog": "fair", "rain": "wet", "snow": "snow", "heat": "hot"}
FORTS = {"old": "fort", "modern": "heavy-fort"}
GAS = {1915: "chlorine", 1916: "phosgene", 1917: "mustard", 1918: "mustard"}
GROUPS = {"GE": "germans", "FR": "french", "BR": "british-belgians", "CA": "british-belgians",
          "AS": "british-belgians", "BE": "british-belgians"}  # fmt: skip
NOUNS = {
    "infantry": noun("division", "division"),
    "mountain": noun("division de montagne", "mountain division"),
    "cavalry": noun("division de cavalerie", "cavalry division"),
    "hq": noun("HQ", "headquarters", "m"),
    "fort": noun("fort", "fort", "m"),
    "heavy-fort": noun("fort lourd", "heavy fort", "m"),
    "tank": noun("unité de tanks", "tank unit"),
    "air": noun("unité aérienne", "air unit"),
}
NATIONS = {
    "germany": "GE",
    "austria-hungary": "AH",
    "ottoman-empire": "TU",
    "bulgaria": "BU",
    "france": "FR",
    "britain": "BR",
    "canada": "CA",
    "anzac": "AS",
    "belgium": "BE",
    "russia": "RU",
    "italy": "IT",
    "serbia": "SR",
    "romania": "RO",
    "greece": "GK",
    "usa": "US",
}


def diorama(situation: Situation) -> Diorama:
    """One hex attacked from two."""
    if situation.ground.landing:
        raise CannotSay("gwie", "no-landing-on-enemy", "9.51")
    draft = Draft("gwie", situation, NATIONS)
    sides = sides_of(situation, "cp", "allies")
    front = FRONTS[situation.front]
    codes = {side: dressed(draft, side, "GE", "FR", "3.26d") for side in SIDES}
    part = share(situation, KM[front])
    n, m, kept = fit(sizes(situation, part), 12, 6)
    draft.counts("forces", "gwie-divisions", "3.6", attackers=n, defenders=m, kept=percent(kept), km=KM[front])
    pieces: dict[str, Any] = {}
    for side, count in zip(SIDES, (n, m), strict=True):
        pieces |= _divisions(draft, side, codes[side], count)
        pieces |= _support(draft, side, codes[side], part * kept, front)
    if situation.works.fort != "none":
        draft.counts("fort", "gwie-fort", "14.11", fort=Word("fort", situation.works.fort))
        pieces["dfort"] = {"nation": codes[DEFENDER], "kind": FORTS[situation.works.fort], "place": GOAL}
    data = _data(draft, front, sides, pieces)
    _trenches(draft, front, codes[DEFENDER], data)
    _rest(draft)
    return draft.made(data, sides, GOAL, kept)


def _data(draft: Draft, front: str, sides: Mapping[str, str], pieces: dict[str, Any]) -> dict[str, Any]:
    situation, ours, theirs = draft.situation, sides[ATTACKER], sides[DEFENDER]
    theatre = "west" if front in WEST else "east"
    return {
        "map": _map(draft),
        "agenda": [["attack"]],
        "turn": turn_of(situation),
        "front": front,
        "theatre": theatre,
        "active": ours,
        "initiative": {theatre: ours},
        "weather": {front: _weather(draft, front)},
        "control": {GOAL: theirs, **dict.fromkeys(REAR, theirs), **dict.fromkeys(FRONT, ours)},
        "sources": {theirs: list(REAR), ours: list(FRONT)},
        "hands": {side: cards for side, cards in _hands(draft, front, sides).items() if cards},
        "names": names_of(situation, pieces, NOUNS),
        "pieces": pieces,
    }


def turn_of(situation: Situation) -> int:
    """The Operational Turn of a date: the first of a month that has several."""
    if situation.year == 1914:
        return {8: 1, 9: 3, 10: 5}.get(situation.month, 6)
    place = {1: 0, 2: 0, 11: 9, 12: 9}.get(situation.month, situation.month - 2)
    return 7 + (situation.year - 1915) * 10 + place


def _map(draft: Draft) -> dict[str, Any]:
    ground = draft.situation.ground
    if ground.terrain == "desert":
        draft.lost("terrain", "no-effect-there", "10.42", terrain=Word("terrain", ground.terrain))
    elif ground.terrain != "open":
        draft.counts("terrain", "terrain-as", "10.42", terrain=Word("terrain", ground.terrain))
    if ground.height:
        draft.lost("height", "no-height", "", "terrain")
    if ground.river:
        draft.counts("river", "river-as", "10.44")
    goal: dict[str, Any] = {"terrain": TERRAIN[ground.terrain]}
    flags = ["city"] * (ground.terrain == "town") + ["coastal"] * any(draft.situation.force(s).ships for s in SIDES)
    if flags:
        goal["flags"] = flags
    return with_river(hexes(goal), draft.situation)


# -- divisions ---------------------------------------------------------------------------------------------------
@cache
def _values(row: str) -> tuple[int, int, int]:
    """Attack, defence and steps of a typical division."""
    table = book("gwie").tables["typical-divisions"]
    for entry in table["rows"]:
        if entry[0]["en"] == row:
            return int(entry[1]), int(entry[2]), int(entry[4])
    raise KeyError(row)


def _divisions(draft: Draft, side: str, code: str, count: int) -> dict[str, Any]:
    force = draft.situation.force(side)
    draft.lost(f"quality-{side}", "gwie-quality", "3.22", side=side, quality=Word("quality", force.quality))
    special = _special(draft, side, code, count)
    kinds = [kind for kind, n in special.items() for _ in range(n)][:count]
    kinds += ["infantry"] * (count - len(kinds))
    places = FRONT if side == ATTACKER else (GOAL,)
    return {
        id: {"nation": code, "place": place, **_division(code, kind), **_out_of_supply(force)}
        for kind, (id, place) in zip(kinds, spread(ids(side[0], count), places), strict=True)
    }


def _division(code: str, kind: str) -> dict[str, Any]:
    row = {"shock": "GE shock", "cavalry": "cavalry"}.get(kind, ROWS[code])
    attack, defence, steps = _values(row)
    more: dict[str, Any] = {"shock": True} if kind == "shock" else {}
    return {
        "kind": "infantry" if kind == "shock" else kind,
        "attack": attack,
        "defence": defence,
        "steps": steps,
        **more,
    }


def _out_of_supply(force: Force) -> dict[str, Any]:
    return {"supply": "oos"} if force.supply == "cut" else {}


def _special(draft: Draft, side: str, code: str, count: int) -> dict[str, int]:
    force = draft.situation.force(side)
    found: dict[str, int] = {}

    def part(of: int) -> int:
        return max(1, near(Fraction(count * of, force.divisions)))

    if force.assault and code == "GE" and draft.situation.year >= SHOCK_FROM:
        found["shock"] = part(force.assault)
        draft.counts(f"assault-{side}", "gwie-shock", "15.41", side=side, n=found["shock"])
    elif force.assault:
        draft.lost(f"assault-{side}", "too-early", "15.41", side=side)
    if force.mountain:
        found["mountain"] = part(force.mountain)
        draft.counts(f"mountain-{side}", "mountain-troops", "15.71", side=side)
    if force.cavalry and count > 1:
        found["cavalry"] = part(force.cavalry)
        draft.counts(f"cavalry-{side}", "gwie-cavalry", "15.51", side=side, n=found["cavalry"])
    if force.supply == "short":
        draft.lost(f"supply-{side}", "gwie-all-or-none", "11.0", side=side)
    elif force.supply == "cut":
        draft.counts(f"supply-{side}", "gwie-cut", "11.12", side=side)
    return found


# -- what supports them ------------------------------------------------------------------------------------------
def _support(draft: Draft, side: str, code: str, part: Fraction, front: str) -> dict[str, Any]:
    force = draft.situation.force(side)
    found: dict[str, Any] = {}
    if force.headquarters and part * (force.heavy + force.siege) >= HEAVY:
        draft.counts(f"guns-{side}", "gwie-hq", "10.46a", side=side, least=HEAVY)
        found[f"{side[0]}hq"] = {
            "nation": code, "kind": "hq", "support": 1, "place": FRONT[0] if side == ATTACKER else REAR[0],
        }  # fmt: skip
    elif force.guns or force.heavy:
        draft.lost(f"guns-{side}", "gwie-no-hq", "15.61", side=side, least=HEAVY)
    planes = step(part * force.aircraft, AIRCRAFT, 2)
    if planes and draft.situation.year >= AIR_FROM:
        draft.counts(f"aircraft-{side}", "gwie-air", "15.13", side=side, n=planes)
        found |= {id: {"nation": code, "kind": "air", "front": front} for id in ids(f"{side[0]}f", planes)}
    elif force.aircraft:
        draft.lost(f"aircraft-{side}", "too-few" if not planes else "too-early", "15.11", side=side)
    return found | _tanks(draft, side, code, part)


def _tanks(draft: Draft, side: str, code: str, part: Fraction) -> dict[str, Any]:
    force = draft.situation.force(side)
    if not force.tanks:
        return {}
    if draft.situation.ground.terrain in ("wood", "mountain", "marsh"):
        draft.lost(f"tanks-{side}", "no-tanks-there", "15.21", side=side)
        return {}
    n = near(part * force.tanks / (TANKS // 2))
    if not n or draft.situation.year < TANKS_FROM or side == DEFENDER:
        draft.lost(f"tanks-{side}", "too-few", "15.22", side=side)
        return {}
    draft.counts(f"tanks-{side}", "gwie-tank", "15.23", side=side, n=min(2, n))
    return {"atank": {"nation": code, "kind": "tank", "combat": 1, "drm": min(2, n), "place": FRONT[0]}}


def _hands(draft: Draft, front: str, sides: Mapping[str, str]) -> dict[str, list[str]]:
    """Gas, and the ships off Palestine, are events."""
    found: dict[str, list[str]] = {sides[side]: [] for side in SIDES}
    for side in SIDES:
        force, year = draft.situation.force(side), draft.situation.year
        if force.gas and side == ATTACKER and year in GAS:
            draft.counts(f"gas-{side}", "gwie-gas", "6.13-event", side=side)
            found[sides[side]].append(GAS[year])
        elif force.gas:
            draft.lost(f"gas-{side}", "gas-in-attack-only" if year in GAS else "too-early", "6.13-event", side=side)
        if force.ships and front == "egyptian" and side == ATTACKER and sides[side] == "allies":
            draft.counts(f"ships-{side}", "gwie-ships", "6.20", side=side)
            found[sides[side]].append("naval-bombardment")
        elif force.ships:
            draft.lost(f"ships-{side}", "", "", "naval", side=side)
    return found


# -- trenches, weather, and what is lost -------------------------------------------------------------------------
def _trenches(draft: Draft, front: str, code: str, data: dict[str, Any]) -> None:
    """In Europe a nation digs in by the calendar; in the Near East a hex is named."""
    depth = draft.situation.works.entrenchment
    if front in NEAR_EAST and depth:
        draft.counts("entrenchment", "gwie-desert-trench", "14.53")
        data["trenches"] = [GOAL]
    elif front not in NEAR_EAST:
        now = _status(GROUPS.get(code, "other-cp" if code in ("AH", "TU", "BU") else "other-allies"), data["turn"])
        if now:
            draft.counts("entrenchment", "gwie-status", "14.42", drm=now)
        elif depth:
            draft.lost("entrenchment", "gwie-no-status", "14.42")


def _status(group: str, turn: int) -> int:
    """The modifier of a group's marker in a turn, as the set-up reads it."""
    tables = book("gwie").tables
    letters = [row[6] for row in tables["combat-turns"]["rows"] if int(row[0]) < turn and row[6] != "-"]
    column = min(letters[-1] if letters else "A", "F")
    chart = tables["combat-trenches"]
    row = next(row for row in chart["rows"] if row[0] == group)
    return int(row[chart["columns"].index(column)])


def _weather(draft: Draft, front: str) -> str:
    now = draft.situation.weather
    facts = {"weather": Word("weather", now)}
    if now == "fog" or (now == "heat" and front not in ("egyptian", "iraqi")):
        draft.lost("weather", "no-such-weather", "12.0", **facts)
        return "fair"
    if now != "fair":
        draft.counts("weather", "weather-as", {"rain": "12.2b", "snow": "12.2c"}.get(now, "12.2d"), **facts)
    return WEATHER[now]


def _rest(draft: Draft) -> None:
    situation = draft.situation
    if situation.surprise:
        draft.lost("surprise", "no-surprise", "", "hidden")
    for side in SIDES:
        if situation.force(side).siege:
            draft.lost(f"siege-{side}", "guns-are-guns", "15.61", side=side)


# -- how it ended ------------------------------------------------------------------------------------------------
def measure(d: Diorama, start: Any, end: Any) -> End:
    """Steps of divisions; spent is the number of the attacker's HQs that gave their support."""

    def steps(s: Any, side: str) -> int:
        return sum(u.steps for u in s.on_map() if u.side == d.sides[side] and u.fights)

    def ready(s: Any) -> int:
        return sum(u.hq and not u.depleted and u.place is not None for u in s.pieces if u.side == d.sides[ATTACKER])

    def there(side: str) -> bool:
        return bool(end.units_at(d.goal, d.sides[side]) or end.forts_at(d.goal, d.sides[side]))

    return End(
        held_by(there(ATTACKER), there(DEFENDER)),
        lost(steps(start, ATTACKER), steps(end, ATTACKER)),
        lost(steps(start, DEFENDER), steps(end, DEFENDER)),
        False,
        Fraction(ready(start) - ready(end)),
    )


# -- who is sent, and where ---------------------------------------------------------------------------------------
def declaring(goal: str) -> Mapping[str, Choice]:
    return {"attack": here(goal), "join": everybody}


# -- charts that fit the text -------------------------------------------------------------------------------------
def _wiping_out(cells: Chart) -> bool:
    """10.65: some rolls at 3-1 or better, and none below, destroy the whole hex."""
    columns = range(6)
    hits = {column for line in cells.values() for column in columns if str(line[column]).endswith("/E")}
    return bool(hits) and min(hits) >= 3


# -- one request, one valley --------------------------------------------------------------------------------------
def valley(request: Request) -> dict[str, Any]:
    return {
        "map": hexes_of_valley(),
        "turn": 11,
        "active": "cp",
        "agenda": [["march"]],
        "control": {**dict.fromkeys(VALLEY, "cp"), ENEMY: "allies"},
        "pieces": {
            MOVER: {"nation": "GE", "kind": "infantry", "place": request.origin, "combat": 3},
            FOE: {"nation": "FR", "kind": "infantry", "place": ENEMY, "combat": 2},
        },
    }


COMPARISON = Comparison(
    diorama=diorama,
    measure=measure,
    valley=valley,
    players={"bold": "bold", "careful": "careful"},
    declaring=declaring,
    fits={"crt-a": _wiping_out, "crt-b": always},
)
