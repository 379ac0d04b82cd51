"""10.7.2: aircraft rebase (redéploiement)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose, nothing
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.going import Going
from tutor.engine.law import Law
from tutor.engine.ledger import plus
from tutor.engine.run import task
from tutor.engine.space.maps import HexMap
from tutor.engine.space.paths import Costs, compile_costs, reach
from tutor.engine.trace import Trace
from tutor.rulesets.fa.activities import COMBINED, REBASE, action_of, objections_to_activity, spent
from tutor.rulesets.fa.attacking import objections_to_side
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.coming import come, say
from tutor.rulesets.fa.missions import closed_skies, objections_to_base, potential
from tutor.rulesets.fa.nations import controller_of
from tutor.rulesets.fa.state import State, Unit
from tutor.rulesets.fa.weather import CLEAR, weather_at

BY_AIR = "air-move"


# -- who ---------------------------------------------------------------------------------------------------------
def objections_to_rebasing(s: State, unit: Unit) -> Checks:
    """May this aircraft rebase at all?"""
    yield from objections_to_side(s, unit, "10.7.2-a")
    if unit.place is None:
        return
    if not unit.air:
        yield objection("10.7.2-a", "no-aircraft", unit=U(unit.id))
        return
    if not unit.face_up:
        yield objection("10.7.2-a", "rebase-face-down", unit=U(unit.id))
    if unit.rebased:
        yield objection("10.7.2-a", "rebased-already", unit=U(unit.id))
    if unit.aboard:
        yield objection("10.7.2-b", "aboard-ship", unit=U(unit.id))
    yield from _often_enough(s, unit)


def _often_enough(s: State, unit: Unit) -> Checks:
    """In a Combined action more aircraft may rebase than its limit says, but they are turned."""
    if not extra(s, unit):
        yield from objections_to_activity(s, unit, REBASE)
        return
    yield held("10.7.2-c", "rebases-face-down", unit=U(unit.id), nation=Term(controller_of(s, unit.nation)))


def extra(s: State, unit: Unit) -> bool:
    combined = action_of(s, controller_of(s, unit.nation)) == COMBINED
    return combined and not s.law.allows(objections_to_activity(s, unit, REBASE))


def closed_by_air(s: State, unit: Unit) -> tuple[Check, ...]:
    return s.law.objections(objections_to_rebasing(s, unit))


def objections_to_airfield(s: State, id: str, hex: str) -> Checks:
    """May this aircraft rebase there?"""
    unit = s.unit(id)
    if hex == unit.place:
        yield objection("10.7.2-b", "there-already", unit=U(id), hex=Place(hex))
        return
    yield from objections_to_base(s, id, hex, rebase=True)
    if s.is_hex(hex) and weather_at(s, hex) != CLEAR:
        yield held("8.2.4-b", "rebase-any-weather", hex=Place(hex), weather=Term(weather_at(s, hex)))


# -- where to ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Sky:
    """Hexes and dots: aircraft fly over both, but not over neutral countries (18)."""

    map: HexMap
    shut: frozenset[str]

    @property
    def places(self) -> tuple[str, ...]:
        return self.map.places

    def neighbours(self, place: str, /) -> tuple[str, ...]:
        return tuple(near for near in self.map.neighbours(place) if near not in self.shut)


@lru_cache(maxsize=32)
def _flown(map: HexMap, law: Law, shut: frozenset[str]) -> Costs[str]:
    hop = law.ledger("10.3.1-b", "flight", [plus("10.3.1-b", "one-hex", 1)])
    return compile_costs(Sky(map, shut), lambda a, b: hop)


def by_air(s: State, unit: Unit) -> Going:
    """Where an aircraft may rebase."""
    far = potential(s, unit, rebase=True)
    found = reach(_flown(s.map, s.law, closed_skies(s)), unit.place or "", far.total) if unit.place in s.map else None
    return Going(
        law=s.law,
        means=BY_AIR,
        rule="10.7.2-b",
        unit=unit.id,
        reach=found,
        no_way=lambda hex: objection("10.3.1-b", "beyond-range", unit=U(unit.id), hex=Place(hex), range=far),
        allowance=far,
        closed=closed_by_air(s, unit),
        ending=lambda hex: objections_to_airfield(s, unit.id, hex),
    )


# -- the phase ---------------------------------------------------------------------------------------------------
@step("air-rebase", "10.7.2-a")
def air_rebase(s: State, t: Trace) -> Steps[State]:
    """Aircraft rebase one by one, before anything moves on land."""
    unit = yield from choose(
        Ask(s, "10.7.2-a", s.phasing, "rebase", ("unit",), lambda id: objections_to_rebase_with(s, id), to_end=nothing)
    )
    if unit == DONE:
        return s
    return s.then(task("rebase-to"), task("air-rebase"), chosen=unit)


def objections_to_rebase_with(s: State, id: str) -> Checks:
    rebasing = s.law.in_force(objections_to_rebasing(s, s.unit(id)))
    yield from rebasing
    if s.law.allows(rebasing) and not any(s.law.allows(objections_to_airfield(s, id, hex)) for hex in s.map.places):
        yield objection("10.7.2-b", "no-airfield-in-range", unit=U(id))


@step("rebase-to", "10.7.2-b", under="air-rebase")
def rebase_to(s: State, t: Trace) -> Steps[State]:
    """The friendly hex to which the chosen aircraft flies, at up to twice its range."""
    hex = yield from choose(
        Ask(
            s,
            "10.7.2-b",
            s.phasing,
            "rebase-to",
            ("place",),
            lambda hex: objections_to_airfield(s, s.chosen, hex),
            back=True,
            facts={"unit": U(s.chosen)},
            goes=(BY_AIR,),
        )
    )
    if hex == BACK:
        return s.but(chosen="")
    unit = s.unit(s.chosen)
    turned = extra(s, unit)
    s = s if turned else spent(s, unit, REBASE)
    said = say("10.7.2-c" if turned else "10.7.2-b", "rebased", unit=U(unit.id), hex=Place(hex))
    return come(
        s.but(chosen=""),
        t,
        [unit.but(rebased=True, began=unit.start, face_up=not turned)],
        hex,
        said,
    )


# -- driven off (10.7.4.8) ---------------------------------------------------------------------------------------
@step("driven-off", "10.7.4.8-b")
def driven_off(s: State, t: Trace, id: str) -> Steps[State]:
    """An aircraft on whose field enemy troops stand rebases at once and is turned; if it cannot it is destroyed."""
    unit = s.unit(id)
    if unit.place is None:
        return s
    if not any(s.law.allows(objections_to_airfield(s, id, hex)) for hex in s.map.places):
        s = s.destroyed(id)
        t.say("10.7.4.8-b", "nowhere-to-go", s, unit=U(id))
        return s
    hex = yield from choose(
        Ask(
            s,
            "10.7.4.8-b",
            unit.side,
            "haven",
            ("place",),
            lambda hex: objections_to_airfield(s, id, hex),
            facts={"unit": U(id)},
        )
    )
    said = say("10.7.4.8-b", "driven-away", unit=U(id), hex=Place(hex))
    return come(s, t, [s.unit(id).but(face_up=False)], hex, said)
