"""17.21: the Russian force in Persia (PEF): from the Caucasus to Hamadan, once in a game, and home again."""

from __future__ import annotations

from tutor.engine.ask import DONE, NO, YES, Ask, Steps, choose, nothing
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.control import controller
from tutor.rulesets.gwie.entering import came_in
from tutor.rulesets.gwie.fronts import front_with
from tutor.rulesets.gwie.homes import HAMADAN, PEF
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.stacking import objections_to_stacking
from tutor.rulesets.gwie.state import ALLIED_NEAR_EAST, ALLIES, State, Unit
from tutor.rulesets.gwie.supply import in_supply
from tutor.rulesets.gwie.treaty import at_peace

TABRIZ = "N3045"
FROM = 17  # January and February 1916
MOST = 3


# -- to Hamadan ------------------------------------------------------------------------------------------------
@SEQUENCE.condition("force-for-persia")
def force_for_persia(s: State) -> bool:
    """Whether the Allies may send it in this New Units Phase, if it is read so."""
    return s.law.reads("persian-force-moment", "new-units") and may_send(s)


@SEQUENCE.condition("force-for-persia-late")
def force_for_persia_late(s: State) -> bool:
    """Whether they may send it at the end of this turn, if it is read so."""
    return s.law.reads("persian-force-moment", "turn-end") and may_send(s)


def may_send(s: State) -> bool:
    return HAMADAN in s.map and any(s.law.allows(objections_to_persia(s, u.id)) for u in s.pieces)


@step("persian-force", "17.21e")
def persian_force(s: State, t: Trace) -> Steps[State]:
    """Up to three units, one after another, straight to Hamadan."""
    id = yield from choose(
        Ask(
            s,
            "17.21e",
            ALLIES,
            "persian-force",
            ("unit",),
            lambda id: objections_to_persia(s, id),
            to_end=nothing,
            facts={"hex": Place(HAMADAN)},
        )
    )
    if id == DONE:
        return s.but(picked=())
    unit = s.unit(id).but(place=HAMADAN, called=PEF)
    s = s.put(unit).but(affairs=s.affairs | {PEF}, picked=(*s.picked, id))
    t.say("17.21e", "sent-to-persia", s, unit=U(id), hex=Place(HAMADAN), reading=s.law.read("persian-force-moment"))
    s = came_in(s, t, unit, HAMADAN)
    return s.then(task("persian-force")) if len(s.picked) < MOST else s.but(picked=())


def objections_to_persia(s: State, id: str) -> Checks:
    """Three Russians of the Caucasus, once, between January 1916 and the Fall of the Czar, while Tabriz is ours."""
    unit = s.unit(id)
    if unit.nation != "RU" or not unit.ground or front_with(s, unit) != "caucasus" or unit.place is None:
        yield objection("17.21e", "russians-of-the-caucasus", unit=U(id))
        return
    if (unit.hq or unit.size == "brigade") and s.law.reads("persian-force-units", "divisions"):
        yield objection("17.21d", "bound-to-caucasus", unit=U(id), reading=s.law.read("persian-force-units"))
    if s.stands(PEF) and not s.picked:
        yield objection("17.21e", "persia-once", unit=U(id))
    if len(s.picked) >= MOST:
        yield objection("17.21e", "three-for-persia", unit=U(id), n=MOST)
    if s.turn < FROM or s.stands("czar-fallen"):
        yield objection("17.21e", "not-the-time-for-persia", unit=U(id))
    check = held if controller(s, TABRIZ) == ALLIES else objection
    yield check("17.21e", "tabriz-is-ours", unit=U(id), hex=Place(TABRIZ))
    yield from objections_to_stacking(s, unit, HAMADAN)


# -- and home --------------------------------------------------------------------------------------------------
def in_persia(s: State) -> list[Unit]:
    """Who is left of the force on the map."""
    return [u for u in s.on_map() if u.called == PEF]


@SEQUENCE.condition("force-in-persia")
def force_in_persia(s: State) -> bool:
    return any(in_persia(s))


@step("persian-force-home", "17.21e")
def persian_force_home(s: State, t: Trace) -> Steps[State]:
    """At the end of a turn all of it may go home, or nobody."""
    answer = yield from choose(
        Ask(
            s,
            "17.21e",
            ALLIES,
            "persian-force-home",
            ("option",),
            lambda answer: objections_to_home_from_persia(s) if answer == YES else iter(()),
            options=(YES, NO),
            facts={"units": units(in_persia(s))},
        )
    )
    if answer == NO:
        return s
    gone = in_persia(s)
    s = s.put(*(u.but(place=None, box=ALLIED_NEAR_EAST, called="") for u in gone))
    t.say("17.21e", "home-from-persia", s, units=units(gone))
    return s


def objections_to_home_from_persia(s: State) -> Checks:
    """Only in supply; whether Russians at peace, who keep still, go home all the same is a reading (5.46)."""
    for unit in in_persia(s):
        if at_peace(s, unit):
            reading = s.law.read("home-at-peace")
            check = held if reading.option == "goes-home" else objection
            yield check("5.46", "home-at-peace", unit=U(unit.id), reading=reading)
        if not in_supply(s, unit):
            yield objection("17.21e", "cut-off-in-persia", unit=U(unit.id))
