"""A position from a scenario's plain data, and the names of what is in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.nouns import Noun, elides
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.tabletop import Names
from tutor.engine.words import messages
from tutor.rulesets import book
from tutor.rulesets.dff import nations
from tutor.rulesets.dff.combat import by_guns_alone
from tutor.rulesets.dff.ground import closed_land
from tutor.rulesets.dff.sequence import WEEKLY, WEEKS
from tutor.rulesets.dff.state import (
    INITIAL,
    MOVEMENT,
    NATIONS,
    SIDES,
    SUPPLY,
    SUPPLYING,
    WORKS,
    Battle,
    State,
    Unit,
)

UNIT_KEYS = (
    "strength", "entry", "name", "supplied", "activated", "moved", "travelled", "patrol", "intercepted", "fired",
    "start", "origin", "mission", "aiding", "gassed", "box", "arrives",
)  # fmt: skip
REST = "rest"


def laid_out(data: Mapping[str, Any], map: Any, law: Law) -> State:
    """The position that a scenario describes, with nothing to be done in it."""
    units = [unit_of(id, entry) for id, entry in data.get("pieces", {}).items()]
    plain: dict[str, Any] = {key: data[key] for key in _PLAIN if key in data}
    maps: dict[str, Any] = {key: FrozenMap(data[key]) for key in _MAPS if key in data}
    sets: dict[str, Any] = {key: frozenset(data[key]) for key in _SETS if key in data}
    state = State(
        law,
        map=map,
        pieces=Pieces(units),
        names=Names(data.get("names", {})),
        control=FrozenMap(_control(data.get("control", {}), map, units)),
        cards=FrozenMap({side: tuple(sorted(data.get("cards", {}).get(side, ()))) for side in SIDES}),
        concerned=nations.concerning(units),
        **plain,
        **maps,
        **sets,
        **_now(data),
        week=_week(data),
        seasonal=bool(data.get("seasonal_turn", False)),
        fronts=_fronts(data),
        declared=tuple((side, front) for side, front in data.get("declared", ())),
        fought=tuple((hex, part, outcome) for hex, part, outcome in data.get("fought", ())),
        taken=tuple(hex for hex, part in data.get("captured", {}).items() if part == INITIAL),
    )
    return state.but(battles=tuple(_battle(state, entry) for entry in data.get("battles", ())))


_PLAIN = ("year", "month", "home", "front", "active", "initiative", "passes")
_MAPS = (
    "left", "weather", "supply", "held", "morale", "goals", "pushes", "objectives", "creators", "captured", "revealed",
    "shifted", "sailed",
)  # fmt: skip
_SETS = ("acting", "refused", "pushing")


def _now(data: Mapping[str, Any]) -> dict[str, Any]:
    """What is going on when the position begins: a phase of the turn, or the part of an offensive."""
    phase = data.get("phase", INITIAL)
    if phase in (SUPPLYING, MOVEMENT):
        return {"supplying": phase == SUPPLYING, "moving": phase == MOVEMENT}
    return {"part": phase}


def _fronts(data: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(data.get("fronts", (data.get("home", "west"),)))


def _week(data: Mapping[str, Any]) -> int:
    """In August and September 1914, where it is not given: the first while one front is open, else the fourth."""
    if (data.get("year"), data.get("month")) not in WEEKLY:
        return 0
    return int(data.get("week", 1 if len(_fronts(data)) == 1 else WEEKS))


def map_args(args: list[Any]) -> tuple[Any, ...]:
    """Lists as tuples."""
    return tuple(tuple(arg) if isinstance(arg, list) else arg for arg in args)


def unit_of(id: str, entry: Mapping[str, Any]) -> Unit:
    """One counter; its side is that of its nation, but works belong to whoever holds them."""
    nation, kind = entry.get("nation", ""), entry["kind"]
    side = entry["side"] if kind in WORKS else NATIONS[nation]
    more = {key: entry[key] for key in UNIT_KEYS if key in entry}
    more.setdefault("entry", more.get("strength", 0))
    return Unit(id, side, nation, kind, entry.get("place"), **more)


def _control(data: Mapping[str, Any], map: Any, units: list[Unit]) -> Mapping[str, str]:
    """Hexes by side; `rest` holds all others; where units stand, theirs; a closed land is nobody's."""
    found = dict.fromkeys(map.places, data[REST]) if REST in data else {}
    for side in SIDES:
        found.update(dict.fromkeys(data.get(side, ()), side))
    listed = {hex for side in SIDES for hex in data.get(side, ())}
    for unit in units:
        if unit.place and unit.place not in listed and (unit.ground or unit.hq) and unit.start is None:
            found[unit.place] = unit.side
    return {hex: side for hex, side in found.items() if hex not in map or closed_land(map, hex) is None}


def _battle(state: State, entry: Mapping[str, Any]) -> Battle:
    lists: dict[str, Any] = {key: tuple(entry[key]) for key in ("hqs", "guns", "answering", "gas") if key in entry}
    plain: dict[str, Any] = {
        key: entry[key] for key in ("kind", "bombarded", "round", "unpaid", "air_round") if key in entry
    }
    lengths = FrozenMap(entry.get("lengths", {}))
    part = entry.get("phase", INITIAL)
    battle = Battle(entry["hex"], entry["attacker"], part=part, lengths=lengths, **lists, **plain)
    return battle.but(shelling=by_guns_alone(state, battle))


# -- names -------------------------------------------------------------------------------------------------------
def names(s: State) -> Callable[[Any], Noun | None]:
    """What pieces, hexes and sides are called in this position."""
    nouns = messages(book("dff"))["nouns"]

    def noun(thing: U | Place | Side) -> Noun | None:
        given = s.names.noun(thing.id)
        if given is not None:
            return given
        if isinstance(thing, Side):
            return Noun.of(nouns.get(thing.id, thing.id))
        if isinstance(thing, Place):
            return _hex_name(s, thing.id)
        return _piece_name(s, thing.id, nouns)

    return noun


def _hex_name(s: State, hex: str) -> Noun:
    """A town's hex by its name; one described from a town so; any other by its number."""
    known = s.map.hex(hex).name if hex in s.map else None
    if not known:
        return Noun(f"hex {hex}", f"hex {hex}", proper="en")
    if known.en[:1].islower():
        return Noun(f"hex {known.fr} ({hex})", f"hex {known.en} ({hex})")
    return Noun(f"hex {_of(known.fr)} ({hex})", f"{known.en} ({hex})", proper="en")


def _of(name: str) -> str:
    """de with a French place name, which may begin with its article."""
    article, _, rest = name.partition(" ")
    if article.casefold() in ("le", "les"):
        return f"{'du' if article.casefold() == 'le' else 'des'} {rest}"
    return f"d'{name}" if elides(name) and not name.startswith("H") else f"de {name}"


def _piece_name(s: State, id: str, nouns: Mapping[str, Any]) -> Noun | None:
    if not id:
        return Noun.of(nouns[SUPPLY])
    unit = s.pieces.get(id)
    if unit is None:
        return None
    kind = Noun.of(nouns[unit.kind])
    return replace(kind, fr=f"{kind.fr} {id}", en=f"{kind.en} {id}")
