"""A position from a scenario's plain data, and the names of what is in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.nouns import Noun
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.tabletop import Names
from tutor.engine.words import messages
from tutor.rulesets import book
from tutor.rulesets.gwie.chits import chits, without
from tutor.rulesets.gwie.fronts import TURNS
from tutor.rulesets.gwie.nations import SIDE_OF
from tutor.rulesets.gwie.state import CP, EAST, FRONTS, SIDES, WEST, State, Unit, foe
from tutor.rulesets.gwie.trenches import GROUPS, LAST_COLUMN, TABLE

UNIT_KEYS = (
    "size", "called", "shock", "band", "support", "depleted", "drm", "front", "used", "supply", "untried",
    "fought", "struck", "devastates", "wasted", "box", "since", "arrives", "enters", "posted", "dotted", "rebuilt",
)  # fmt: skip


def setup(data: Mapping[str, Any], map: Any, law: Law) -> State:
    """The position that a scenario describes; what it leaves out is read from the tables of its date."""
    turn = int(data.get("turn", 1))
    letter = str(data.get("strategic_turn", letter_of(law, turn)))
    return State(
        law,
        map=map,
        pieces=Pieces(unit_of(id, entry, law) for id, entry in data.get("pieces", {}).items()),
        turn=turn,
        letter=letter,
        front=data.get("front", "western"),
        active=data.get("active", CP),
        theatre=data.get("theatre", WEST),
        initiative=FrozenMap({WEST: CP, EAST: foe(CP), **data.get("initiative", {})}),
        chooser=data.get("chooser", CP),
        weather=FrozenMap(data.get("weather", {})),
        status=FrozenMap({**status_of(law, letter), **data.get("trench_status", {})}),
        control=FrozenMap(data.get("control", {})),
        cut=FrozenMap({side: frozenset(data.get("cut", {}).get(side, ())) for side in SIDES}),
        sources=FrozenMap({side: tuple(data.get("sources", {}).get(side, ())) for side in SIDES}),
        tracing=bool(data.get("tracing", False)),
        affairs=frozenset(data.get("affairs", ())),
        neutral=frozenset(data.get("neutral", ())),
        joined=FrozenMap({land: int(turn) for land, turn in data.get("joined", {}).items()}),
        entered=FrozenMap(data.get("entered", {})),
        forfeited=frozenset(data.get("forfeited", ())),
        pipeline=data.get("pipeline", ""),
        trenches=frozenset(data.get("trenches", ())),
        devastated=frozenset(data.get("devastated", ())),
        zones_left=int(data.get("zones_left", 0)),
        hands=FrozenMap({side: tuple(sorted(data.get("hands", {}).get(side, ()))) for side in SIDES}),
        in_play=FrozenMap({event: int(turn) for event, turn in data.get("in_play", {}).items()}),
        gas=FrozenMap(data.get("gas", {})),
        secret=bool(data.get("secret", False)),
        rp=FrozenMap(data.get("rp", {})),
        converted=FrozenMap({event: int(n) for event, n in data.get("converted", {}).items()}),
        markers=frozenset(data.get("markers", ())),
        marks=FrozenMap(data.get("marks", {})),
        dated=bool(data.get("dated", False)),
        last=int(data.get("last", 0)),
        aims=FrozenMap({side: tuple(tuple(one) for one in hexes) for side, hexes in data.get("aims", {}).items()}),
        **_alone(data, law, letter, map),
        **_done(data),
        names=Names(data.get("names", {})),
    )


def _alone(data: Mapping[str, Any], law: Law, letter: str, map: Any) -> dict[str, Any]:
    """What there is only where the Near East is played alone."""
    gone = tuple(sorted(data.get("spent", ())))
    if not data.get("alone"):
        return {"spent": gone}
    fronts = {key if key in FRONTS else data.get("front", "western") for key in map.sheets}
    used = [*gone, *data.get("in_play", {}), *(one for hand in data.get("hands", {}).values() for one in hand)]
    cups = {side: without(chits(law, side, fronts, "", letter), used) for side in SIDES}
    return {
        "alone": True,
        "spent": gone,
        "cups": FrozenMap(cups if data.get("events", True) else {}),
        "required": int(data.get("required", 0)),
    }


def _done(data: Mapping[str, Any]) -> dict[str, Any]:
    """What was done before the position begins."""
    return {
        "used": frozenset(data.get("used", ())),
        "used_in_series": frozenset(data.get("used_in_series", ())),
        "raided": data.get("raided", ""),
        "carried": FrozenMap({pool: int(n) for pool, n in data.get("carried", {}).items()}),
    }


def letter_of(law: Law, turn: int) -> str:
    """The last Strategic Turn before an Operational Turn."""
    rows = law.table(TURNS).rows
    letters = [str(row["letter"]) for number, row in rows.items() if int(number) < turn and row["letter"] != "-"]
    return letters[-1] if letters else ""


def status_of(law: Law, letter: str) -> dict[str, int]:
    """Where the trench markers lie after a Strategic Turn."""
    column = min(letter or "A", LAST_COLUMN)
    return {group: int(law.table(TABLE).number(group, column)) for group in GROUPS}


def unit_of(id: str, entry: Mapping[str, Any], law: Law) -> Unit:
    """One counter: `attack` and `defence` hold the full and the reduced side, `combat` both at once."""
    kind, nation = entry["kind"], entry["nation"]
    attack = _sides(entry.get("attack", entry.get("combat", 0)))
    defence = _sides(entry.get("defence", entry.get("combat", 0)))
    face = tuple(zip(attack, defence, strict=True))
    back = entry.get("back")
    more = {key: entry[key] for key in UNIT_KEYS if key in entry}
    return Unit(
        id,
        entry.get("side", SIDE_OF.get(nation, CP)),
        nation,
        kind,
        entry.get("place"),
        face,
        steps=int(entry.get("steps", len(face))),
        back=None if back is None else (int(back[0]), int(back[1])),
        deadly=frozenset(entry.get("deadly", ())),
        mp=int(entry["mp"]) if "mp" in entry else usual_allowance(law, kind),
        **more,
    )


def usual_allowance(law: Law, kind: str) -> int:
    """What a counter of this kind has printed, where the scenario does not say."""
    rows = law.table("unit-allowances").rows
    return int(rows[kind]["mp"]) if kind in rows else 0


def _sides(value: Any) -> tuple[int, ...]:
    return tuple(int(one) for one in value) if isinstance(value, (list, tuple)) else (int(value),)


# -- names -----------------------------------------------------------------------------------------------------
def names(s: State) -> Callable[[Any], Noun | None]:
    """What counters, hexes and sides are called in this position."""
    nouns = messages(book("gwie"))["nouns"]

    def name(thing: U | Place | Side) -> Noun | None:
        given = s.names.given.get(thing.id)
        if given is not None:
            return Noun.of({"proper": False, **given} if isinstance(given, Mapping) else given)
        if isinstance(thing, Side):
            return Noun.of(nouns[thing.id]) if thing.id in nouns else None
        if isinstance(thing, Place):
            return _hex_name(s, thing.id)
        return _unit_name(s, thing.id, nouns)

    return name


def _hex_name(s: State, hex: str) -> Noun:
    """`Trente (W2615)`, or the bare number."""
    known = s.map.hex(hex).name if hex in s.map else None
    if known:
        return Noun(f"{known.fr} ({hex})", f"{known.en} ({hex})", proper=True)
    return Noun(f"hex {hex}", f"hex {hex}", proper="en")


def _unit_name(s: State, id: str, nouns: Mapping[str, Any]) -> Noun | None:
    unit = s.pieces.get(id)
    if unit is None:
        return None
    kind = Noun.of(nouns[unit.kind])
    return replace(kind, fr=f"{kind.fr} {unit.nation} {id}", en=f"{unit.nation} {kind.en} {id}")
