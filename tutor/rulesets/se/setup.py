"""A position from a scenario's plain data, and the names of what is in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.nouns import Noun
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.space.maps import HexMap
from tutor.engine.tabletop import Names
from tutor.rulesets.se.control import held_sources
from tutor.rulesets.se.costs import allowance
from tutor.rulesets.se.sequence import SEQUENCE
from tutor.rulesets.se.state import BRIGADES, INFANTRY, State, Unit

STATE_KEYS = (
    "mp", "bombardment", "range", "brigade", "corps", "initiative", "radius", "dp", "mode", "assault", "origin",
    "moved", "commanded", "activated", "fired_offensively", "fired_defensively", "emplacing", "turned", "marched",
    "over_cliff", "overstacked", "retreated", "supplied", "box", "fought", "arrives",
)  # fmt: skip
SIDE_NAMES = {
    "ah": Noun("camp austro-hongrois", "Austro-Hungarian side"),
    "it": Noun("camp italien", "Italian side"),
}


def setup(data: Mapping[str, Any], map: HexMap, law: Law) -> State:
    """The position that a scenario describes."""
    units = [unit_of(id, entry) for id, entry in data.get("pieces", {}).items()]
    trenches = {hex: int(level) for hex, level in data.get("trenches", {}).items()}
    trenches.update({u.place: data["pieces"][u.id]["trench"] for u in units if u.place and _own_trench(data, u)})
    state = State(
        law,
        agenda=SEQUENCE.agenda(data.get("agenda", ())),
        map=map,
        pieces=Pieces(units),
        active=data.get("active", "ah"),
        brigade=data.get("brigade"),
        weather=data.get("weather", "clear"),
        trenches=FrozenMap({hex: level for hex, level in trenches.items() if level}),
        points=FrozenMap(data.get("points", {})),
        planned=frozenset(data.get("planned", ())),
        attached=frozenset(data.get("attached", ())),
        guns_planned=FrozenMap(data.get("guns", {})),
        bridges=frozenset(frozenset(side.split("-")) for side in data.get("bridges_down", ())),
        cut=frozenset(data.get("unsupplied_hexes", ())),
        sources=FrozenMap(data.get("sources", {})),
        released=data.get("released", False),
        turn=data.get("turn", 1),
        forecast=FrozenMap({int(turn): weather for turn, weather in data.get("forecast", {}).items()}),
        income=FrozenMap(data.get("income", {})),
        initiative=data.get("initiative"),
        names=Names(data.get("names", {})),
    )
    state = state.but(sources=FrozenMap({**held_sources(state), **state.sources}))
    fresh = (u for u in units if u.infantry and "mp_left" not in data["pieces"][u.id])
    return state.put(*(u.but(mp_left=allowance(state, u).total) for u in fresh))


def _own_trench(data: Mapping[str, Any], unit: Unit) -> bool:
    """Whether a fortress prints its trench level (20.1)."""
    return unit.fortress and "trench" in data["pieces"][unit.id]


def unit_of(id: str, entry: Mapping[str, Any]) -> Unit:
    """One counter from its entry: infantry has two steps, all else one (17.1, 17.3)."""
    kind = entry["kind"]
    combat, guns = _faces(entry.get("cf", 0)), _faces(entry.get("mg", 0))
    faces = tuple(zip(combat, guns, strict=True))
    steps = entry.get("steps", 2 if kind in INFANTRY else 1)
    more = {key: entry[key] for key in STATE_KEYS if key in entry}
    more["enters"] = tuple(entry.get("enters", ()))
    mp_left = entry.get("mp_left", 0)
    morale = entry.get("morale", 0)
    place = entry.get("place")
    side = entry["side"]
    if kind == "hq" and place is None and not more.get("arrives"):
        more.setdefault("box", BRIGADES)
    return Unit(id, side, kind, place, faces, steps=steps, mp_left=mp_left, printed_morale=morale, **more)


def _faces(value: Any) -> tuple[int, int]:
    """Full and reduced side; one number stands for both."""
    full, reduced = value if isinstance(value, (list, tuple)) else (value, value)
    return int(full), int(reduced)


def names(s: State) -> Callable[[Any], Noun | None]:
    """What pieces, hexes and sides are called in this position."""

    def name(thing: U | Place | Side) -> Noun | None:
        if isinstance(thing, Side):
            return SIDE_NAMES.get(thing.id)
        given = s.names.noun(thing.id)
        if given is not None:
            return given
        return _hex_name(s, thing.id) if isinstance(thing, Place) else None

    return name


def _hex_name(s: State, hex: str) -> Noun:
    """`Roana (3351)`, or the bare number."""
    known = s.map.hex(hex).name if hex in s.map else None
    if known:
        return Noun(f"{known.fr} ({hex})", f"{known.en} ({hex})", proper=True)
    return Noun(f"HEX {hex}", f"hex {hex}", proper="en")
