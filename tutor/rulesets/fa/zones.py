"""2: zones of control (ZOC, ZDC)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Line, Lines, plus, reckon
from tutor.engine.pieces import FrozenMap
from tutor.engine.space.bits import Among, bits_of
from tutor.engine.space.kept import by_identity, by_parts
from tutor.engine.space.maps import HexMap
from tutor.rulesets.fa.nations import controller_of, neutral
from tutor.rulesets.fa.state import LAND, NO_PIECES, PC, Nation, State, Unit, as_one, country_of, foe
from tutor.rulesets.fa.terrain import ALPINE, LAKE, SEA, STRAIT

OWN_HEX_ONLY = ("hq", "tank")
EXERTING = frozenset(LAND) - {"art"}  # an ART has no zone
BARRIERS = frozenset({ALPINE, LAKE, SEA, STRAIT})


def zone(s: State, side: str, hex: str) -> Ledger:
    """How many enemies of a side hold a hex in their zone, and why the others around it do not."""
    return s.law.ledger("2-a", "zone", zone_lines(s, side, hex))


def zone_lines(s: State, side: str, hex: str) -> Lines:
    if not s.is_hex(hex):
        yield plus("2-c", "no-zone-at-sea", 0, hex=Place(hex))
        return
    for place in (hex, *s.map.neighbours(hex)):
        for unit in s.at(place):
            if unit.side == foe(side):
                yield from _exerted(s, unit, place, hex)


def _exerted(s: State, unit: Unit, place: str, hex: str) -> Lines:
    """Whether one unit exerts its zone in a hex: its own or one beside it. Supply and faces do not matter (4.1)."""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if not unit.land or unit.gun:
        yield plus("2-d", "has-no-zone", 0, **facts)
        return
    if neutral(s, unit.nation):
        yield plus("2-a", "zone-of-neutral", 0, **facts)
        return
    if unit.invading:
        yield _of_invader(s, unit, place, hex)
        return
    if unit.kind in OWN_HEX_ONLY and place != hex:
        yield plus("2-b", "own-hex-only", 0, **facts)
        return
    if unit.supplied is False and not unit.face_up:
        yield plus("4.1-b", "zone-without-supply", 1, **facts)
    else:
        yield plus("2-b", "zone-here" if place == hex else "zone-beside", 1, **facts)
    if barriers := s.map.sides(place, hex) & BARRIERS:
        yield plus("2-c", "zone-stopped", -1, side=Term(min(barriers)), **facts)
    elif (rule := _silenced(s, unit, hex)) is not None:
        reading = s.law.read("hexside-shift-names")
        yield plus(rule, "zone-surprised", -1, country=Term(country_of(s.map, hex)), reading=reading, **facts)


def _of_invader(s: State, unit: Unit, place: str, hex: str) -> Line:
    cleared = not s.troops(place, foe(unit.side)) and s.held_by(place, unit.side)
    amount = int(cleared and place == hex)
    return plus("10.7.4.5-i", "zone-of-invader", amount, unit=U(unit.id), hex=Place(hex))


def _silenced(s: State, unit: Unit, hex: str) -> str | None:
    """In the impulse of surprise other nations have no zone in the surprised country: by which rule."""
    country = country_of(s.map, hex)
    by = s.surprised.get(country)
    if by is None or unit.country == country:
        return None
    if s.law.reads("hexside-shift-names", "all"):
        return "2-e"
    at_war = s.side_of(unit.nation) == foe(s.side_of(by)) and controller_of(s, unit.nation) != country
    return "12_c" if at_war else None


def exerting(s: State, side: str, hex: str) -> tuple[Unit, ...]:
    """The enemies of a side in whose zone a hex lies."""
    around = (unit for place in (hex, *s.map.neighbours(hex)) for unit in s.at(place) if unit.side == foe(side))
    return tuple(u for u in around if reckon(s.law.in_force(_exerted(s, u, u.place or "", hex))) > 0)


def enemy_zone(s: State, side: str, hex: str) -> bool:
    """Whether a hex lies in a zone of the enemies of a side."""
    return zone(s, side, hex).total > 0


def watched(s: State, side: str) -> Among:
    """All hexes in a zone of the enemies of a side."""
    return bits_of(s.map).among(zones(s, side))


@by_parts(16, "pieces", "nations", "surprised", "control")
def zones(s: State, side: str) -> int:
    """The same as a set; what one unit exerts is never less than nothing."""
    found, bits, theirs, at_peace = 0, bits_of(s.map), foe(side), _at_peace(s.nations)
    for unit in s.pieces:
        if unit.side != theirs or unit.kind not in EXERTING or unit.place not in bits.of:
            continue
        if as_one(unit.nation) not in at_peace:
            place = unit.place or ""
            if s.surprised or unit.invading:
                found |= bits.set(_around(s, unit, place))
            else:
                found |= _as_ever(s.map, s.law, unit.kind in OWN_HEX_ONLY, place)
    return found


@by_identity(16)
def _at_peace(nations: FrozenMap[str, Nation]) -> frozenset[str]:
    """The nations that are at war with nobody: their zones hinder nobody."""
    return frozenset(nation for nation, known in nations.items() if known.neutral)


def _around(s: State, unit: Unit, place: str) -> Iterator[str]:
    near = (hex for hex in (place, *s.map.neighbours(place)) if s.is_hex(hex))
    return (hex for hex in near if reckon(s.law.in_force(_exerted(s, unit, place, hex))) > 0)


@lru_cache(maxsize=16384)
def _as_ever(map: HexMap, law: Law, own_hex_only: bool, place: str) -> int:
    """Where a unit in this hex exerts its zone if it has not just landed and nobody is surprised."""
    unit = Unit("", PC, "", OWN_HEX_ONLY[0] if own_hex_only else "inf", place)
    return bits_of(map).set(_around(State(law, map, NO_PIECES), unit, place))
