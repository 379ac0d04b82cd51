"""A situation in To the Last Man!: one area, armies with what their templates hold, and the cards of the day."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tutor.compare.comparison import (
    FOE,
    HELD_BY_ATTACKER,
    HELD_BY_DEFENDER,
    MOVER,
    SHARED,
    Comparison,
    End,
    Request,
    lost,
)
from tutor.compare.diorama import (
    ATTACKER,
    DEFENDER,
    SIDES,
    CannotSay,
    Diorama,
    Draft,
    Word,
    dressed,
    fit,
    names_of,
    near,
    noun,
    percent,
    sides_of,
    sizes,
    step,
)
from tutor.compare.situation import Force, Situation
from tutor.rulesets import book
from tutor.rulesets.tlm.areas import disputed

DIVISIONS = 4  # of one infantry counter: the text says 2 to more than 6 (8.2.1.h)
HEAVY, AIRCRAFT, TANKS = 150, 750, 400
FIELD, BASE, REAR = "field", "base", "rear"
ARMIES = 3  # an area holds three units a side (1.2), and an army is one (8.1.a)
FORTS = {"old": 1, "modern": 3}
GAS_FROM, STORM_FROM, AIR_FROM, WEATHER_FROM = 4, 13, 8, 2
TANKS_FROM = {"GE": 16, "FR": 13, "UK": 13, "US": 17, "BE": 99}
NOUNS = {"army": noun("armée", "army"), "fort": noun("fort", "fort", "m"), "cavalry": noun("cavalerie", "cavalry")}
NATIONS = {
    "germany": "GE",
    "france": "FR",
    "britain": "UK",
    "canada": "UK",
    "anzac": "UK",
    "belgium": "BE",
    "usa": "US",
}


def diorama(situation: Situation) -> Diorama:
    """The whole attack in one area that has just become disputed."""
    if situation.ground.landing:
        raise CannotSay("tlm", "no-landing", "4.6.c")
    draft = Draft("tlm", situation, NATIONS)
    sides = sides_of(situation, "GE", "Entente")
    turn = turn_of(situation)
    codes = {side: dressed(draft, side, "GE", "FR", "1.2") for side in SIDES}
    n, m, kept = fit(sizes(situation, 1, Fraction(1, DIVISIONS)), *_room(codes))
    draft.counts("forces", "tlm-infantry", "8.2.1.h", attackers=n, defenders=m, kept=percent(kept))
    pieces: dict[str, Any] = {}
    for side, count in zip(SIDES, (n, m), strict=True):
        pieces |= _armies(draft, side, codes[side], count, turn)
    pieces |= _fort(draft, codes[DEFENDER])
    data = {
        "map": _map(draft),
        "agenda": [["declare"], ["combat"]],
        "turn": turn,
        "active": sides[ATTACKER],
        "offensive": "offensive",
        "entered": [FIELD],
        "hands": {sides[side]: _hand(draft, side, turn) for side in SIDES},
        "control": {FIELD: sides[DEFENDER], REAR: sides[DEFENDER], BASE: sides[ATTACKER]},
        "names": names_of(situation, pieces, NOUNS),
        "pieces": pieces,
    }
    _lost(draft)
    return draft.made(data, sides, FIELD, kept)


def turn_of(situation: Situation) -> int:
    """Four turns a year from the summer of 1914; a winter belongs to the year in which it begins (calendar)."""
    season = {12: 3, 1: 3, 2: 3, 3: 0, 4: 0, 5: 0, 6: 1, 7: 1, 8: 1}.get(situation.month, 2)
    year = situation.year - (situation.month <= 2)
    return max(1, (year - 1914) * 4 + season)


def _slots(code: str, kind: str) -> int:
    rows = {row[0]: row for row in book("tlm").tables["army-slots"]["rows"]}
    return int(rows[code][1 if kind == "infantry" else 2])


def _room(codes: Mapping[str, str]) -> tuple[int, int]:
    """How much infantry three armies hold, the cavalry's place kept free."""
    attack, defence = ((ARMIES - 1) * _slots(codes[side], "infantry") for side in SIDES)
    return attack, defence


def _map(draft: Draft) -> dict[str, Any]:
    return {
        "kind": "areas",
        "areas": {
            FIELD: {"name": draft.situation.title.model_dump(), "at": [200, 150]},
            BASE: {"name": {"fr": "base de l'attaquant", "en": "the attacker's base"}, "at": [200, 40]},
            REAR: {"name": {"fr": "arrières du défenseur", "en": "the defender's rear"}, "at": [200, 260]},
        },
        "links": [{"kind": "border", "between": [FIELD, one]} for one in (BASE, REAR)],
        "provenance": {"areas": "stand-in", "links": "stand-in"},
    }


# -- the armies --------------------------------------------------------------------------------------------------
def _armies(draft: Draft, side: str, code: str, count: int, turn: int) -> dict[str, Any]:
    """Infantry fills army after army; what supports it goes into the first ones that have room."""
    force = draft.situation.force(side)
    holds = _infantry(draft, side, code, count, turn)
    support = _support(draft, side, code, turn)
    per_army, room = _slots(code, "infantry"), _slots(code, "auxiliary")
    armies = max(1, -(-count // per_army))
    guns = _gun_limit(draft, side, code, support.pop("artillery", 0), armies)
    filled: list[dict[str, int]] = [{} for _ in range(armies)]
    for index, kind in enumerate(kind for kind, n in holds.items() for _ in range(n)):
        army = filled[index % armies]
        army[kind] = army.get(kind, 0) + 1
    extras = ["artillery"] * guns + [kind for kind, n in support.items() for _ in range(n)]
    for index, kind in enumerate(extras):
        army = filled[index % armies]
        if sum(n for one, n in army.items() if one not in _FOOT) < room:
            army[kind] = army.get(kind, 0) + 1
    own: dict[str, Any] = {"nation": code, "kind": "army", "at": FIELD}
    if side == DEFENDER and draft.situation.works.entrenchment:
        draft.counts("entrenchment", "tlm-entrenched", "8.2.1.d", level=draft.situation.works.entrenchment)
        own["entrenched"] = True
    found = {f"{side[0]}{number}": {**own, "holds": army} for number, army in enumerate(filled, 1)}
    if force.cavalry:
        draft.counts(f"cavalry-{side}", "tlm-cavalry", "8.3.1.h", side=side)
        found[f"{side[0]}cav"] = {"nation": code, "kind": "cavalry", "at": FIELD}
    return found


_FOOT = ("infantry", "stosstruppen", "commonwealth")


def _infantry(draft: Draft, side: str, code: str, count: int, turn: int) -> dict[str, int]:
    force = draft.situation.force(side)
    special = 0
    if force.assault:
        if code == "GE" and turn >= STORM_FROM:
            special = min(count, max(1, near(Fraction(count * force.assault, force.divisions))))
            draft.counts(f"assault-{side}", "tlm-storm", "8.2.2.d", side=side, n=special)
        else:
            draft.lost(f"assault-{side}", "too-early", "8.2.2.d", side=side)
    if force.nation in ("canada", "anzac"):
        draft.counts(f"quality-{side}", "tlm-commonwealth", "8.2.3.a", side=side)
        return {"commonwealth": count}
    draft.lost(f"quality-{side}", "tlm-quality", "5.2.1.f", side=side, quality=Word("quality", force.quality))
    plain = {"infantry": count - special} if count > special else {}
    return {**plain, **({"stosstruppen": special} if special else {})}


def _support(draft: Draft, side: str, code: str, turn: int) -> dict[str, int]:
    """Auxiliary counters, each for what the text says that it stands for."""
    force = draft.situation.force(side)
    found: dict[str, int] = {}
    if force.guns or force.heavy:
        found["artillery"] = step(force.heavy, HEAVY, 9)
    if force.siege and draft.situation.works.fort != "none" and side == ATTACKER and code == "GE":
        found["siege-gun"] = 1
        draft.counts(f"siege-{side}", "tlm-siege", "8.3.3.h", side=side)
    elif force.siege:
        draft.lost(f"siege-{side}", "tlm-no-siege", "8.3.3.a", side=side)
    if force.aircraft:
        found |= _biplanes(draft, side, force, turn)
    if force.tanks:
        n = step(force.tanks, TANKS, 3)
        if n and turn >= TANKS_FROM[code]:
            draft.counts(f"tanks-{side}", "tlm-tanks", "8.3.5.h", side=side, n=n)
            found["tank"] = n
        else:
            kind = "too-few" if turn >= TANKS_FROM[code] else "too-early"
            draft.lost(f"tanks-{side}", kind, "8.3.5.h" if n == 0 else "8.3.5.c", side=side)
    return found


def _biplanes(draft: Draft, side: str, force: Force, turn: int) -> dict[str, int]:
    n = step(force.aircraft, AIRCRAFT, 3)
    if n and turn >= AIR_FROM:
        draft.counts(f"aircraft-{side}", "tlm-biplanes", "8.3.4.h", side=side, n=n)
        return {"biplane": n}
    draft.lost(f"aircraft-{side}", "too-few" if not n else "too-early", "8.3.4.h", side=side)
    return {}


def _gun_limit(draft: Draft, side: str, code: str, wanted: int, armies: int) -> int:
    """So many guns an army by year and nation."""
    force = draft.situation.force(side)
    if not (force.guns or force.heavy):
        return 0
    chart = book("tlm").tables["artillery-limits"]
    each = {"-": 0}.get(str(_limit(chart, code, draft.situation.year)), _limit(chart, code, draft.situation.year))
    n = min(wanted, armies * int(each))
    if n:
        draft.counts(f"guns-{side}", "tlm-guns", "8.3.2.h", side=side, n=n, limit=each)
    else:
        draft.lost(f"guns-{side}", "tlm-no-guns", "8.3.2.h", side=side)
    return n


def _limit(chart: Mapping[str, Any], code: str, year: int) -> Any:
    return chart["cells"][str(year)][chart["columns"].index(code)] if code in chart["columns"] else "-"


def _fort(draft: Draft, code: str) -> dict[str, Any]:
    fort = draft.situation.works.fort
    if fort == "none":
        return {}
    draft.counts("fort", "tlm-fort", "8.4.f", fort=Word("fort", fort), value=FORTS[fort])
    return {"dfort": {"nation": code, "kind": "fort", "at": FIELD, "value": FORTS[fort]}}


# -- the cards, and what is lost ---------------------------------------------------------------------------------
def _hand(draft: Draft, side: str, turn: int) -> list[str]:
    """Only cards that the situation speaks of: none for losses."""
    situation, force = draft.situation, draft.situation.force(side)
    cards: list[str] = []
    if force.gas and turn >= GAS_FROM:
        draft.counts(f"gas-{side}", "tlm-gas", "9.3.a", side=side)
        cards.append("poison-gas")
    elif force.gas:
        draft.lost(f"gas-{side}", "too-early", "9.3.b", side=side)
    if side == ATTACKER and situation.surprise:
        draft.counts("surprise", "tlm-surprise", "9.7.a")
        cards.append("surprise-attack")
    if side == DEFENDER and situation.weather in ("rain", "snow") and turn >= WEATHER_FROM:
        draft.counts("weather", "tlm-weather", "9.5.a", weather=Word("weather", situation.weather))
        cards.append("bad-weather")
    elif side == DEFENDER and situation.weather != "fair":
        draft.lost("weather", "", "", "weather", weather=Word("weather", situation.weather))
    return cards


def _lost(draft: Draft) -> None:
    situation = draft.situation
    ground = situation.ground
    if ground.terrain != "open":
        draft.lost("terrain", "", "", "terrain", terrain=Word("terrain", ground.terrain))
    for name in ("river", "height"):
        if getattr(ground, name):
            draft.lost(name, "", "", "terrain")
    for side in SIDES:
        force = situation.force(side)
        if force.mountain:
            draft.lost(f"mountain-{side}", "", "", "mountain", side=side)
        if force.ships:
            draft.lost(f"ships-{side}", "", "", "naval", side=side)
        if force.supply != "full":
            draft.lost(f"supply-{side}", "", "", "supply", side=side)


# -- how it ended ------------------------------------------------------------------------------------------------
def measure(d: Diorama, start: Any, end: Any) -> End:
    """Pieces and the figures of forts; spent is the number of the attacker's cards."""

    def count(s: Any, side: str) -> int:
        there = [p for p in s.pieces.of(d.sides[side]) if p.on_map and p.kind != "army"]
        return sum(p.value if p.kind == "fort" else 1 for p in there)

    side = d.sides[ATTACKER]
    owner = end.control.get(d.goal)
    taken = HELD_BY_ATTACKER if owner == side else HELD_BY_DEFENDER
    return End(
        SHARED if disputed(end, d.goal) else taken,
        lost(count(start, ATTACKER), count(end, ATTACKER)),
        lost(count(start, DEFENDER), count(end, DEFENDER)),
        any(p.on_map and p.place != d.goal and p.kind != "fort" for p in end.pieces.of(d.sides[DEFENDER])),
        Fraction(len(start.hand(side)) - len(end.hand(side))),
    )


# -- one request, one valley --------------------------------------------------------------------------------------
def valley(request: Request) -> dict[str, Any]:
    origin, _ = request.areas
    return {
        "map": {
            "kind": "areas",
            "areas": {
                "base": {"name": {"fr": "la base", "en": "the base"}, "at": [100, 60]},
                "field": {"name": {"fr": "la zone de l'ennemi", "en": "the enemy's area"}, "at": [100, 150]},
                "beyond": {"name": {"fr": "la zone d'après", "en": "the area beyond"}, "at": [100, 240]},
            },
            "links": [{"kind": "border", "between": ["field", one]} for one in ("base", "beyond")],
            "provenance": {"areas": "stand-in"},
        },
        "turn": 1,
        "active": "GE",
        "offensive": "offensive",
        "control": {"base": "GE", "field": "Entente", "beyond": "Entente"},
        "pieces": {
            MOVER: {"nation": "GE", "kind": "infantry", "at": origin},
            FOE: {"nation": "FR", "kind": "infantry", "at": "field"},
        },
    }


COMPARISON = Comparison(
    diorama=diorama,
    measure=measure,
    valley=valley,
    players={"bold": "spendthrift", "careful": "careful"},
    goal=lambda request: request.areas[1],
)
