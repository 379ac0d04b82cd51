"""Coming to a place: the one way by which a piece gets there, and what the booklet ties to it (10.7.4.8, 15).

Whatever brings a piece, march, train, ship, flight, advance or retreat, it comes by `come`; no other module writes
where a piece stands. A piece that leaves the map goes by `State.off_map`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.seas import objections_to_coaling, openings
from tutor.rulesets.fa.state import PORTS, SIDES, State, Unit, foe

Told: TypeAlias = tuple[str, str, dict[str, Any]]
OVERRUN, COALLESS = "10.7.4.8-b", "11.7.1-e"


def say(rule: str, kind: str, **facts: Any) -> Told:
    """What is to be said of an arrival, once the pieces stand there."""
    return rule, kind, facts


def come(s: State, t: Trace, pieces: Iterable[Unit], place: str, *says: Told) -> State:
    """Pieces come to a place, with all that they carry; what is said of it, and then what follows from it."""
    came = tuple(pieces)
    left = tuple(dict.fromkeys(s.unit(u.id).place or "" for u in came if u.land))
    ashore = tuple(u for u in came if u.land and place in s.map and not u.aboard and not u.invading)
    beaten = place in s.halves and any(not _lodged(s, place, u.side) for u in ashore)
    s = s.put(*(u.but(place=place) for u in came), *(u.but(place=place) for u in _carried(s, came)))
    for rule, kind, facts in says:
        t.say(rule, kind, s, **facts)
    if beaten:
        s = _dropped(s, t, place)
    for hex in left:
        s = _left(s, t, hex, place)
    for unit in ashore:
        s = taken(s, t, unit.id)
    return s


def _carried(s: State, came: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """What ships carry goes where they go."""
    ships, with_them = {u.id for u in came if u.naval}, {u.id for u in came}
    if not ships:
        return ()
    return tuple(u for u in s.pieces if u.aboard in ships and u.id not in with_them)


# -- who is kept out (10.7.4.8) ------------------------------------------------------------------------------------
def keeping_out(s: State, unit: Unit, hex: str) -> tuple[Unit, ...]:
    """The enemy land units that a land unit may not walk in on: a gun by itself keeps out only another gun."""
    foes = s.troops(hex, foe(unit.side))
    if unit.gun and s.law.reads("gun-onto-gun", "barred"):
        return foes
    return tuple(u for u in foes if not u.gun)


def objections_to_foes(s: State, unit: Unit, hex: str, kind: str = "enemy-inside") -> Checks:
    """Is there an enemy in this hex who keeps the unit out?"""
    if foes := keeping_out(s, unit, hex):
        alone = unit.gun and all(u.gun for u in foes)
        more = {"reading": s.law.read("gun-onto-gun")} if alone else {}
        yield objection("10.7.4.8-a", kind, unit=U(unit.id), hex=Place(hex), foes=units(foes), **more)


# -- the half-hex marker (10.7.6.9) --------------------------------------------------------------------------------
def _lodged(s: State, hex: str, *sides: str) -> bool:
    """Whether there are troops of these sides in a hex on whom a marker can lie: invaders have none."""
    return any(u.land and not u.invading and u.side in (sides or SIDES) for u in s.at(hex))


def _left(s: State, t: Trace, left: str, place: str) -> State:
    """The marker of a stack whose last unit leaves is dropped, or goes with it under another reading."""
    if left not in s.halves or left == place or _lodged(s, left):
        return s
    if s.law.reads("half-marker-leaves", "follows") and s.is_hex(place):
        s = s.but(halves=s.halves - {left} | {place})
        t.say("10.7.6.9-a", "marker-follows", s, hex=Place(place), reading=s.law.read("half-marker-leaves"))
        return s
    return _dropped(s, t, left)


def unmarked(s: State, t: Trace, hex: str) -> State:
    """The marker of a stack of which nobody is left is dropped."""
    return s if hex not in s.halves or _lodged(s, hex) else _dropped(s, t, hex)


def _dropped(s: State, t: Trace, hex: str) -> State:
    s = s.but(halves=s.halves - {hex})
    t.say("10.7.6.9-a", "marker-dropped", s, hex=Place(hex), reading=s.law.read("half-marker-leaves"))
    return s


# -- a hex is entered (10.7.4.8, 15) -------------------------------------------------------------------------------
def taken(s: State, t: Trace, id: str) -> State:
    """A land unit has entered the hex in which it stands: control changes, and what lies there by itself is overrun.

    A gun changes no control and drives nobody off; but it, too, is an enemy whose entry destroys a gun.
    """
    unit = s.unit(id)
    hex = unit.place or ""
    if not unit.gun:
        s = _controlled(s, t, unit, hex)
    leaving = []
    for other in s.at(hex):
        if other.side != foe(unit.side) or other.id in s.missions:
            continue
        if other.gun or (other.air and not other.face_up and not unit.gun):
            s = s.destroyed(other.id)
            t.say(OVERRUN, "overrun", s, unit=U(other.id), by=U(id))
        elif not unit.gun and not other.land:
            leaving.append(other.id)
    return _driven_out(s, t, leaving)


def _driven_out(s: State, t: Trace, leaving: Iterable[str]) -> State:
    """Aircraft and ships go elsewhere; an aircraft of a surprised country is lost by it."""
    tasks = []
    for unit in (s.unit(id) for id in leaving):
        if unit.air and unit.country in s.surprised:
            s = s.destroyed(unit.id)
            t.say("12_a", "surprised-overrun", s, unit=U(unit.id))
        else:
            tasks.append(task("driven-off", unit.id) if unit.air else task("to-port", unit.id, OVERRUN))
    return s.then(*tasks) if tasks else s


# -- a coast is invaded (10.7.4.5) ---------------------------------------------------------------------------------
def invaded(s: State, t: Trace, id: str) -> State:
    """An invader has set foot on a coast: it takes nothing yet; a gun by itself falls later, unless so read."""
    unit = s.unit(id)
    hex = unit.place or ""
    guns = s.troops(hex, foe(unit.side))
    if not guns or not all(u.gun for u in guns):
        return s
    reading = s.law.read("gun-invaded")
    for gun in guns:
        if s.law.reads("gun-invaded", "with-notional"):
            t.say("10.7.4.5-h", "gun-outlasts", s, unit=U(gun.id), hex=Place(hex), reading=reading)
        else:
            s = s.destroyed(gun.id)
            t.say(OVERRUN, "overrun", s, unit=U(gun.id), by=U(id), reading=reading)
    return unmarked(s, t, hex)


def conquered(s: State, t: Trace, id: str) -> State:
    """An invader has cleared its hex: it takes what is there, and no marker of the others stays behind."""
    s = taken(s, t, id)
    return unmarked(s, t, s.unit(id).place or "")


def surrendered(s: State, t: Trace, shares: Mapping[str, str]) -> State:
    """What a conquered country still held goes to those who get it, hex by hex (14.1-e, 15-d).

    Ships and aircraft that find themselves on the enemy's ground leave it, face-up or face-down (15-e).
    """
    fed = {hex: _coaling(s, hex) for hex in shares}
    for hex, nation in shares.items():
        s = _given(s, hex, nation)
    found = (u for hex in shares for u in s.at(hex) if not u.land and not s.held_by(hex, u.side))
    leaving = [u.id for u in found if u.id not in s.missions]
    if leaving:
        t.say("15-e", "on-lost-ground", s, units=units(leaving))
    for hex in shares:
        s = _starved(s, t, hex, fed[hex])
    return _driven_out(s, t, leaving)


def _given(s: State, hex: str, nation: str) -> State:
    """The hex is this nation's now; who held it when the turn began is not forgotten."""
    before = s.before if hex in s.before else s.before.put(hex, s.holder(hex))
    return s.but(control=s.control.put(hex, nation), before=before)


def _controlled(s: State, t: Trace, unit: Unit, hex: str) -> State:
    """The side takes possession; of a port, ships at sea may lose their last coal."""
    if s.held_by(hex, unit.side):
        return s
    fed = _coaling(s, hex)
    s = _given(s, hex, unit.country)
    t.say("15-a", "control-changes", s, hex=Place(hex), nation=Term(unit.country))
    if s.flag(hex, "city") and s.law.reads("phase-names", "conquest-at-once"):
        s = s.then(task("surrenders"))
    return _starved(s, t, hex, fed)


def _starved(s: State, t: Trace, hex: str, fed: tuple[str, ...]) -> State:
    """The ships that had coal in a port, and have none left in its sea areas, go home."""
    starved = [id for id in fed if id not in _coaling(s, hex)]
    for id in starved:
        t.say(COALLESS, "coal-lost", s, unit=U(id), area=Place(s.unit(id).place or ""), hex=Place(hex))
    return s.then(*(task("to-port", id, COALLESS) for id in starved)) if starved else s


def _coaling(s: State, port: str) -> tuple[str, ...]:
    """The ships in the sea areas beside a port that have coal there."""
    if not s.map.hex(port).flags & PORTS:
        return ()
    at_sea = (u for sea in openings(s.map, port) for u in s.at(sea) if u.naval and u.kind != "sub")
    return tuple(u.id for u in at_sea if s.law.allows(objections_to_coaling(s, u, u.place or "")))
