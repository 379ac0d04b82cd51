"""15 and 10.7.4.8: who controls a hex that is entered, and what the troops find in it."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, is_legal, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.missions import flight, objections_to_base
from tutor.rulesets.fa.stacking import naval_limit
from tutor.rulesets.fa.state import State, Unit, foe
from tutor.rulesets.fa.weather import CLEAR, weather_at


def occupied(s: State, t: Trace, id: str, hex: str) -> State:
    """A land unit has entered a hex: control changes, and what stands there without troops is overrun."""
    unit = s.unit(id)
    if unit.gun:
        return s
    if not s.held_by(hex, unit.side):
        before = s.before if hex in s.before else s.before.put(hex, s.holder(hex))
        s = s.but(control=s.control.put(hex, unit.nation), before=before)
        t.say("15-a", "control-changes", s, hex=Place(hex), nation=Term(unit.nation))
    return _overrun(s, t, unit, hex)


def _overrun(s: State, t: Trace, unit: Unit, hex: str) -> State:
    """Guns and face-down aircraft are destroyed; other aircraft and ships must leave at once."""
    leaving = []
    for other in s.at(hex):
        if other.side != foe(unit.side) or other.id in s.missions:
            continue
        if other.gun or (other.air and not other.face_up):
            s = s.destroyed(other.id)
            t.say("10.7.4.8-b", "overrun", s, unit=U(other.id), by=U(unit.id))
        elif other.air and other.nation in s.surprised:
            s = s.destroyed(other.id)
            t.say("12_a", "surprised-overrun", s, unit=U(other.id))
        elif other.air or other.naval:
            leaving.append(task("driven-off", other.id))
    return s.then(*leaving)


# -- aircraft and ships that must leave ----------------------------------------------------------------------------
@step("driven-off", "10.7.4.8-b")
def driven_off(s: State, t: Trace, id: str) -> Steps[State]:
    """An aircraft rebases, a ship goes to the nearest port; both are turned. Who cannot is destroyed."""
    unit = s.unit(id)
    if unit.place is None:
        return s
    if not any(is_legal(objections_to_haven(s, id, place)) for place in s.map.places):
        s = s.destroyed(id)
        t.say("10.7.4.8-b", "nowhere-to-go", s, unit=U(id))
        return s
    place = yield from choose(
        Ask(
            s,
            "10.7.4.8-b",
            unit.side,
            "haven",
            ("place",),
            lambda place: objections_to_haven(s, id, place),
            facts={"unit": U(id)},
        )
    )
    s = s.change(id, place=place, face_up=False)
    t.say("10.7.4.8-b", "driven-away", s, unit=U(id), hex=Place(place))
    return s


@seam("fa.haven")
def objections_to_haven(s: State, id: str, place: str) -> Checks:
    """Where an aircraft or a ship may go that troops have driven off."""
    unit = s.unit(id)
    if unit.air:
        yield from objections_to_base(s, id, place, rebase=True)
        if s.is_hex(place) and weather_at(s, place) != CLEAR:
            yield held("8.2.4-b", "rebase-any-weather", hex=Place(place), weather=Term(weather_at(s, place)))
        return
    if not _port(s, unit, place):
        yield objection("10.5.7.2-a", "no-friendly-port", unit=U(id), hex=Place(place))
        return
    if _full(s, place):
        yield objection("3-g", "port-full", hex=Place(place), limit=naval_limit(s, place))
    usable = [port for port in s.map.places if _port(s, unit, port) and not _full(s, port)]
    nearest = min((_away(s, unit, port) for port in usable), default=0)
    if _away(s, unit, place) > nearest:
        yield objection("10.5.7.2-a", "nearer-port", unit=U(id), hex=Place(place), n=nearest)


def _port(s: State, ship: Unit, place: str) -> bool:
    if not s.is_hex(place) or place == ship.place or not (s.flag(place, "port") or s.flag(place, "minor-port")):
        return False
    return s.held_by(place, ship.side) and flight(s, ship.place or "", place) is not None


def _full(s: State, place: str) -> bool:
    return len([u for u in s.at(place) if u.naval]) >= naval_limit(s, place).total


def _away(s: State, ship: Unit, place: str) -> int:
    return flight(s, ship.place or "", place) or 0
