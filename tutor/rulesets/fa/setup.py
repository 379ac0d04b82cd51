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
from tutor.rulesets.fa.drafts import Attack, Fight, Mission, Shot
from tutor.rulesets.fa.sequence import SEQUENCE
from tutor.rulesets.fa.state import MAJORS, PC, Nation, State, Unit, as_one, box_at_start, foe

SIDE_NAMES = {
    "pc": Noun("Puissances Centrales", "Central Powers", gender="f", plural=True),
    "te": Noun("Triple Entente", "Triple Entente", gender="f"),
}
SAME = (
    "factor", "mp", "value", "reorganisation", "bombardment", "tactical", "section", "face_up", "white", "supplied",
    "source", "home", "aboard", "box", "arrives", "remnant", "entered", "entered_in_turn", "moved", "sailed", "railed",
    "landed", "shipped", "began", "invading", "rebased", "kills", "promoted",
)  # fmt: skip


def setup(data: Mapping[str, Any], map: HexMap, law: Law) -> State:
    """The position that a scenario describes, with what is to be done in it."""
    return laid_out(data, map, law).then(*SEQUENCE.agenda(data.get("agenda", ())))


def laid_out(data: Mapping[str, Any], map: HexMap, law: Law) -> State:
    """What lies on the table, and what was done before."""
    nations = nations_of(data.get("nations", {}))
    units = [unit_of(id, entry, nations) for id, entry in data.get("pieces", {}).items()]
    pieces = Pieces(units)
    phasing, impulse = data.get("phasing", PC), int(data.get("impulse", 1))
    turn, year = data.get("turn", "Jul/Aug"), int(data.get("year", 1914))
    first = data.get("first") or (phasing if impulse % 2 else foe(phasing))
    return State(
        law,
        map,
        pieces,
        names=Names(data.get("names", {})),
        phasing=phasing,
        first=first,
        year=year,
        turn=turn,
        nations=FrozenMap(nations),
        actions=FrozenMap(data.get("actions", {})),
        weather=FrozenMap(data.get("weather", {})),
        control=holders(data.get("control", {})),
        surprised=FrozenMap({as_one(id): power for id, power in data.get("surprised", {}).items()}),
        ammunition=FrozenMap({as_one(id): points for id, points in data.get("ammunition", {}).items()}),
        pool=FrozenMap({nation: tuple(factors) for nation, factors in data.get("fighter_pool", {}).items()}),
        halves=frozenset(map_ids(data.get("half_hexes", ()))),
        attacks=tuple(sorted((attack_of(entry) for entry in data.get("attacks", ())), key=lambda a: a.hex)),
        shots=tuple(Shot(gun, str(hex)) for gun, hex in data.get("shots", ())),
        fight=fight_of(data["fight"], pieces) if data.get("fight") else None,
        missions=FrozenMap({id: mission_of(entry) for id, entry in data.get("missions", {}).items()}),
        traced=data.get("supply", "traced") == "traced",
        initiative=data.get("initiative") or first,
        initiative_column=data.get("initiative_column", "centre"),
        circled=int(data.get("circled", 2)),
        starred=bool(data.get("starred", False)),
        impulse=impulse,
        impulse_box=int(data.get("impulse_box") or box_at_start(turn, year)),
        before=holders(data.get("control_before", {})),
        cut=frozenset(data.get("cut", ())),
        contested=frozenset(data.get("contested", ())),
        special=data.get("special", ""),
        fugitive=data.get("fugitive") or data.get("special", ""),
        used=FrozenMap(data.get("used", {})),
        crossed=frozenset((who, strait) for who, strait in data.get("crossed", ())),
    )


def map_ids(ids: Any) -> tuple[str, ...]:
    return tuple(str(id) for id in ids)


def nations_of(entries: Mapping[str, Mapping[str, Any]]) -> dict[str, Nation]:
    """The nations by name; of two that are one country (18.2) the one that gives it its name speaks for both."""
    named = sorted(entries.items(), key=lambda one: one[0] == as_one(one[0]))
    return {as_one(id): nation_of(as_one(id), entry) for id, entry in named}


def holders(entries: Mapping[Any, str]) -> FrozenMap[str, str]:
    return FrozenMap({str(hex): as_one(nation) for hex, nation in entries.items()})


def nation_of(id: str, entry: Mapping[str, Any]) -> Nation:
    side = entry.get("side") or MAJORS.get(id, "")
    neutral, conquered = bool(entry.get("neutral", False)), bool(entry.get("conquered", False))
    return Nation(id, side, entry.get("controller", ""), neutral, conquered)


def unit_of(id: str, entry: Mapping[str, Any], nations: Mapping[str, Nation]) -> Unit:
    """One counter from its entry; its side is that of its nation."""
    nation = entry["nation"]
    known = nations.get(as_one(nation))
    side = known.side if known else MAJORS[nation]
    more = {key: entry[key] for key in SAME if key in entry}
    line = map_ids(entry.get("line", ()))
    return Unit(id, side, nation, entry["kind"], entry.get("place"), line=line, **more)


def attack_of(entry: Mapping[str, Any]) -> Attack:
    """An attack that is declared already."""
    return Attack(
        str(entry["hex"]),
        frozenset(map_ids(entry.get("units", ()))),
        frozenset(map_ids(entry.get("ships", ()))),
        int(entry.get("support", 0)),
    )


def fight_of(entry: Mapping[str, Any], pieces: Pieces[Unit]) -> Fight:
    """An attack in the midst of its resolution."""
    attack, (mine, theirs) = attack_of(entry), entry.get("asked", (0, 0))
    return Fight(
        attack,
        attack.units,
        frozenset(pieces[id].place or "" for id in attack.units),
        table=entry.get("table", "assault"),
        asked=(int(mine), int(theirs)),
        mine=int(mine),
        theirs=int(theirs),
        shattered=int(entry.get("shattered", 0)),
        retreat=bool(entry.get("retreat", False)),
        star=bool(entry.get("star", False)),
    )


def mission_of(entry: Mapping[str, Any]) -> Mission:
    return Mission(str(entry["hex"]), entry["role"], entry.get("gun", ""), bool(entry.get("through", False)))


def names(s: State) -> Callable[[Any], Noun | None]:
    """What pieces, places and sides are called in this position."""

    def name(thing: U | Place | Side) -> Noun | None:
        if isinstance(thing, Side):
            return SIDE_NAMES.get(thing.id)
        given = s.names.noun(thing.id)
        if given is not None:
            return given
        return _place(s, thing.id) if isinstance(thing, Place) else None

    return name


def _place(s: State, id: str) -> Noun:
    """`Liège`, `hex 0504`, or a sea area."""
    if id in s.map.named:
        known = s.map.named[id].name
        return Noun(known.fr, known.en, proper=True)
    known = s.map.hex(id).name if id in s.map else None
    if known:
        return Noun(known.fr, known.en, proper=True)
    return Noun(f"hex {id}", f"hex {id}", proper="en")
