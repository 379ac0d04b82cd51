"""10.5.2.0.5: the special naval impulse of August 1914: the German LS at Syracuse must sail before anything else."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.base import BY_SEA
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.drafts import Voyage
from tutor.rulesets.fa.naval_movement import objections_to_course
from tutor.rulesets.fa.sailing import course, group_points
from tutor.rulesets.fa.state import OTTOMAN, REPAIR, State, country_of


@step("goeben", "10.5.2.0.5-a")
def goeben(s: State, t: Trace, ship: str) -> Steps[State]:
    """She must sail, and may use neutral ports; the enemies of Germany may come out against her."""
    s = s.but(special=ship, fugitive=ship, group=(ship,))
    place = yield from choose(
        Ask(
            s,
            "10.5.2.0.5-a",
            s.unit(ship).side,
            "goeben-to",
            ("place",),
            lambda place: objections_to_escaping(s, ship, place),
            facts={"unit": U(ship)},
            goes=(BY_SEA,),
        )
    )
    s = s.but(special=ship, fugitive=ship, group=(ship,))
    way = course(s, (ship,)).path(place)[1:]
    s = s.but(voyage=Voyage((ship,), way, 0, group_points(s, (ship,))), group=())
    return s.then(task("sail-on"), task("goeben-over", ship))


def objections_to_escaping(s: State, ship: str, place: str) -> Checks:
    """Where she may go: anywhere in her reach, or to an Ottoman port at once under another reading."""
    if s.law.reads("goeben-mandatory", "port-now") and not _turkish(s, place):
        reading = s.law.read("goeben-mandatory")
        yield objection("10.5.2.0.5-a", "ottoman-port-only", unit=U(ship), area=Place(place), reading=reading)
    yield from objections_to_course(s, (ship,), place)


def _turkish(s: State, place: str) -> bool:
    return place in s.map and country_of(s.map, place) == OTTOMAN


@step("goeben-over", "10.5.2.0.5-b", under="goeben")
def goeben_over(s: State, t: Trace, ship: str) -> State:
    """In an Ottoman home port, or damaged, she becomes Ottoman at once, and the Ottoman entry table is triggered."""
    unit = s.unit(ship)
    if unit.box == REPAIR:
        s = s.put(unit.but(nation=OTTOMAN)).but(fugitive="")
        t.say("10.5.2.0.5-b", "goeben-repaired-turkish", s, unit=U(ship))
        return s
    if unit.place is None:
        return s.but(fugitive="")
    if not _turkish(s, unit.place):
        t.say("10.5.2.0.5-b", "goeben-at-large", s, unit=U(ship))
        return s
    s = s.put(unit.but(nation=OTTOMAN)).but(fugitive="")
    t.say("10.5.2.0.5-b", "goeben-turkish", s, unit=U(ship), hex=Place(unit.place))
    return s
