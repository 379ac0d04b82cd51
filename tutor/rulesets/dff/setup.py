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
from tutor.engine.run import task
from tutor.engine.tabletop import Names
from tutor.engine.words import messages
from tutor.rulesets import book
from tutor.rulesets.dff import events, nations
from tutor.rulesets.dff.combat import by_guns_alone
from tutor.rulesets.dff.state import NATIONS, SIDES, SUPPLY, WORKS, Battle, State, Unit

UNIT_KEYS = (
    "strength", "entry", "name", "supplied", "activated", "moved", "patrol", "intercepted", "fired", "start", "origin",
    "mission", "aiding", "gassed", "box", "arrives",
)  # fmt: skip
REST = "rest"


def setup(data: Mapping[str, Any], map: Any, law: Law) -> State:
    """The position that a scenario describes."""
    units = [unit_of(id, entry) for id, entry in data.get("pieces", {}).items()]
    cards = FrozenMap({side: tuple(sorted(data.get("cards", {}).get(side, ()))) for side in SIDES})
    played = law.options | nations.in_force(units) | ({events.CARDS} if any(cards.values()) else set())
    plain: dict[str, Any] = {key: data[key] for key in _PLAIN if key in data}
    maps: dict[str, Any] = {key: FrozenMap(data[key]) for key in _MAPS if key in data}
    state = State(
        law if played == law.options else replace(law, options=played),
        map=map,
        pieces=Pieces(units),
        names=Names(data.get("names", {})),
        control=FrozenMap(_control(data.get("control", {}), map, units)),
        cards=cards,
        **plain,
        **maps,
        fronts=tuple(data.get("fronts", (data.get("home", "west"),))),
        acting=frozenset(data.get("acting", ())),
        refused=frozenset(data.get("refused", ())),
        declared=tuple((side, front) for side, front in data.get("declared", ())),
        fought=tuple((hex, phase, outcome) for hex, phase, outcome in data.get("fought", ())),
    )
    state = state.but(battles=tuple(_battle(state, entry) for entry in data.get("battles", ())))
    return state.then(*(task(step, *map_args(args)) for step, *args in data.get("agenda", ())))


_PLAIN = ("year", "month", "home", "front", "active", "initiative", "passes", "phase")
_MAPS = (
    "left", "weather", "supply", "held", "morale", "goals", "pushes", "objectives", "creators", "captured", "revealed",
    "shifted", "sailed",
)  # fmt: skip


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
    """Hexes by side; `rest` holds all others; where units stand, theirs."""
    found = dict.fromkeys(map.places, data[REST]) if REST in data else {}
    for side in SIDES:
        found.update(dict.fromkeys(data.get(side, ()), side))
    listed = {hex for side in SIDES for hex in data.get(side, ())}
    for unit in units:
        if unit.place and unit.place not in listed and (unit.ground or unit.hq) and unit.start is None:
            found[unit.place] = unit.side
    return found


def _battle(state: State, entry: Mapping[str, Any]) -> Battle:
    lists: dict[str, Any] = {key: tuple(entry[key]) for key in ("hqs", "guns", "answering", "gas") if key in entry}
    plain: dict[str, Any] = {
        key: entry[key] for key in ("kind", "phase", "bombarded", "round", "unpaid", "air_round") if key in entry
    }
    lengths = FrozenMap(entry.get("lengths", {}))
    battle = Battle(entry["hex"], entry["attacker"], lengths=lengths, **lists, **plain)
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
    if article in ("le", "les"):
        return f"{'du' if article == 'le' else 'des'} {rest}"
    return f"d'{name}" if elides(name) and not name.startswith("H") else f"de {name}"


def _piece_name(s: State, id: str, nouns: Mapping[str, Any]) -> Noun | None:
    if not id:
        return Noun.of(nouns[SUPPLY])
    unit = s.pieces.get(id)
    if unit is None:
        return None
    kind = Noun.of(nouns[unit.kind])
    return replace(kind, fr=f"{kind.fr} {id}", en=f"{kind.en} {id}")
