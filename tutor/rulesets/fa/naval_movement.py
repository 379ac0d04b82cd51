"""10.5.2: the naval movement phase: group after group leaves port, patrols, goes down a section, or comes home."""

from __future__ import annotations

from itertools import chain, pairwise

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose, nothing
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.space.paths import ClosedOff
from tutor.engine.trace import Trace
from tutor.rulesets.fa.activities import SAIL, objections_to_activity, spent
from tutor.rulesets.fa.attacking import objections_to_side
from tutor.rulesets.fa.base import BY_SEA, homes, objections_to_port_of_return, refuge
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.coming import come, say
from tutor.rulesets.fa.drafts import Voyage
from tutor.rulesets.fa.nations import AFLOAT, neutral
from tutor.rulesets.fa.sailing import (
    SECTIONS,
    course,
    group_points,
    no_course,
    objections_to_anchoring,
    objections_to_sea_step,
    objections_to_section,
)
from tutor.rulesets.fa.state import SURFACE, State, Unit, sea_areas
from tutor.rulesets.fa.transport import cargo, unloaded

LOWER, HOME = "lower", "home"


# -- who sails (10.5.2) ------------------------------------------------------------------------------------------
def objections_to_sailing(s: State, ship: Unit) -> Checks:
    """May this ship make a naval move at all?"""
    yield from objections_to_side(s, ship, "10.5.2-a")
    if ship.place is None:
        return
    if not ship.naval:
        yield objection("10.5.2-a", "no-ship", unit=U(ship.id))
        return
    if neutral(s, ship.nation):
        check = held if ship.nation == AFLOAT else objection
        yield check("17.1", "neutral-ships", unit=U(ship.id), nation=Term(ship.nation))
    at_sea = ship.place in sea_areas(s.map)
    if not ship.face_up and (ship.kind == "sub" or not at_sea):
        yield objection("10.5.2.1-i", "ship-face-down-stays", unit=U(ship.id))
    if ship.sailed and (ship.kind == "sub" or not at_sea):
        yield objection("10.5.2-b", "sailed-this-turn", unit=U(ship.id))
    yield from objections_to_activity(s, ship, SAIL)


def closed_at_sea(s: State, ship: Unit) -> tuple[Check, ...]:
    return s.law.objections(objections_to_sailing(s, ship))


@step("naval-movement", "10.5.2-a")
def naval_movement(s: State, t: Trace) -> Steps[State]:
    """Group after group, as many as the action allows."""
    ship = yield from choose(
        Ask(
            s,
            "10.5.2-a",
            s.phasing,
            "sail",
            ("unit",),
            lambda id: objections_to_sailing_with(s, id),
            to_end=nothing,
        )
    )
    if ship == DONE:
        return s
    s = s.but(group=(ship,))
    on = task("how-to-sail") if _at_sea(s) else task("course")
    return s.then(task("muster"), on, task("naval-movement"))


def objections_to_sailing_with(s: State, id: str) -> Checks:
    """May this ship sail, and is there anywhere to go?"""
    sailing = s.law.in_force(objections_to_sailing(s, s.unit(id)))
    yield from sailing
    if not s.law.allows(sailing):
        return
    ship = s.unit(id)
    if ship.place in sea_areas(s.map) and ship.kind != "sub":
        if not s.law.allows(_objections_to_how(s, (id,), LOWER)):
            yield from _objections_to_how(s, (id,), HOME)
    elif not _somewhere_to_sail(s, (id,)):
        yield objection("10.5.2.1-a", "nowhere-to-sail", unit=U(id))
        yield from _reasons(s, id)


def _reasons(s: State, id: str) -> Checks:
    found = course(s, (id,))
    for place in found.costs.graph.neighbours(s.unit(id).place or ""):
        cut = found.why_not(place)
        yield from (cut.checks if cut is not None else ())


# -- the group (10.5.2.1) ------------------------------------------------------------------------------------------
@step("muster", "10.5.2.1-a", under="naval-movement")
def muster(s: State, t: Trace) -> Steps[State]:
    """Other ships of the same port, or of the same section, may sail along."""
    if not any(s.law.allows(objections_to_joining(s, u.id)) for u in s.at(s.unit(s.group[0]).place or "")):
        return _loading(s)
    ship = yield from choose(
        Ask(
            s,
            "10.5.2.1-a",
            s.phasing,
            "sail-with",
            ("unit",),
            lambda id: objections_to_joining(s, id),
            to_end=nothing,
            facts={"units": units(s.group)},
        )
    )
    if ship == DONE:
        return _loading(s)
    return s.then(task("muster"), group=(*s.group, ship))


def _loading(s: State) -> State:
    """Transports that lie in port take their cargo there."""
    if _at_sea(s):
        return s
    return s.then(*(task("load", id) for id in s.group if s.unit(id).kind == "trs"))


def objections_to_joining(s: State, id: str) -> Checks:
    """May this ship sail in the group?"""
    ship, first = s.unit(id), s.unit(s.group[0])
    facts = {"unit": U(id), "other": U(first.id)}
    if id in s.group:
        yield objection("10.5.2.1-a", "in-group-already", unit=U(id))
        return
    if not ship.naval or ship.side != first.side or (ship.place, ship.section) != (first.place, first.section):
        yield objection("10.5.2.1-a", "not-together", **facts)
        return
    if (ship.kind == "sub") != (first.kind == "sub"):
        yield objection("10.5.2_b" if first.kind == "sub" else "10.5.2_a", "subs-apart", **facts)
    sailing = s.law.objections(objections_to_sailing(s, ship))
    yield from sailing
    if not sailing and not _anywhere(s, (*s.group, id)):
        yield objection("10.5.2.1-a", "nowhere-together", **facts)


def _anywhere(s: State, ships: tuple[str, ...]) -> bool:
    """Whether there is something that ships could do together."""
    if _at_sea(s):
        return any(s.law.allows(_objections_to_how(s, ships, how)) for how in (LOWER, HOME))
    return _somewhere_to_sail(s, ships)


def _somewhere_to_sail(s: State, ships: tuple[str, ...]) -> bool:
    return any(s.law.allows(objections_to_course(s, ships, place)) for place in course(s, ships).places)


def _at_sea(s: State) -> bool:
    ship = s.unit(s.group[0])
    return ship.place in sea_areas(s.map) and ship.kind != "sub"


# -- down a section, or home (10.5.2) --------------------------------------------------------------------------------
@step("how-to-sail", "10.5.2_c", under="naval-movement")
def how_to_sail(s: State, t: Trace) -> Steps[State]:
    """Surface ships at sea go down to a lower section of their box, or back to base."""
    how = yield from choose(
        Ask(
            s,
            "10.5.2_c",
            s.phasing,
            "how-to-sail",
            ("option",),
            lambda how: _objections_to_how(s, s.group, how),
            options=(LOWER, HOME),
            facts={"units": units(s.group)},
        )
    )
    if how == HOME:
        return s.then(task("course"), voyage=Voyage(s.group, home=True))
    return s.then(task("go-down"))


def _objections_to_how(s: State, ships: tuple[str, ...], how: str) -> Checks:
    """May these ships, together, go down a section, or home?"""
    if how == LOWER:
        for id in ships:
            yield from _objections_to_going_lower(s, s.unit(id))
    elif not homes(s, ships):
        yield objection("10.5.2_d", "no-port-to-return", unit=U(ships[0]))
    else:
        yield from (held("10.5.2_d", "may-return", unit=U(id)) for id in ships)


def _objections_to_going_lower(s: State, ship: Unit) -> Checks:
    if ship.section == 0:
        yield objection("10.5.2_c", "no-lower-section", unit=U(ship.id))
    if not ship.face_up:
        yield objection("10.5.2_c", "face-down-at-sea", unit=U(ship.id))
    if ship.sailed:
        yield objection("10.5.2-b", "sailed-this-turn", unit=U(ship.id))


@step("go-down", "10.5.2_c", under="naval-movement")
def go_down(s: State, t: Trace) -> Steps[State]:
    """To a lower section of the same box, where nobody can intercept them."""
    section = yield from choose(
        Ask(
            s,
            "10.5.2_c",
            s.phasing,
            "take-section",
            ("number",),
            lambda section: objections_to_going_down(s, section),
            options=SECTIONS,
            facts={"units": units(s.group)},
        )
    )
    s = spent(s, s.unit(s.group[0]), SAIL)
    s = s.put(*(s.unit(id).but(section=section, sailed=True) for id in s.group))
    t.say("10.5.2_c", "goes-down", s, units=units(s.group), section=section)
    return s.but(group=())


def objections_to_going_down(s: State, section: int) -> Checks:
    now = s.unit(s.group[0]).section
    facts = {"units": units(s.group), "section": section, "now": now}
    if section >= now:
        yield objection("10.5.2_c", "only-lower", **facts)
    else:
        yield held("10.5.5-a", "not-intercepted-below", **facts)


# -- the course (10.5.2.1) -------------------------------------------------------------------------------------------
def under_way(s: State) -> Voyage:
    assert s.voyage is not None, "no voyage"
    return s.voyage


@step("course", "10.5.2.1-a", under="naval-movement")
def course_of(s: State, t: Trace) -> Steps[State]:
    """The sea area or port to which the group sails."""
    home = s.voyage is not None and s.voyage.home
    place = yield from choose(
        Ask(
            s,
            "10.5.2_d" if home else "10.5.2_b" if s.unit(s.group[0]).kind == "sub" else "10.5.2_a",
            s.phasing,
            "sail-to",
            ("place",),
            lambda place: objections_to_course(s, s.group, place, home),
            back=not any(cargo(s, id) for id in s.group),
            facts={"units": units(s.group)},
            goes=(BY_SEA,),
        )
    )
    if place == BACK:
        return s.but(group=(), voyage=None)
    way = course(s, s.group, home, home).path(place)[1:]
    s = s if s.special else spent(s, s.unit(s.group[0]), SAIL)
    points = group_points(s, s.group)
    voyage = Voyage(s.group, way, 0, points, home)
    return s.then(task("sail-on"), voyage=voyage, group=())


def objections_to_course(s: State, ships: tuple[str, ...], place: str, home: bool = False) -> Checks:
    """Can the group come there, and stay?"""
    facts = {"unit": U(ships[0]), "area": Place(place)}
    if place == s.unit(ships[0]).place and s.unit(ships[0]).kind != "sub":
        yield objection("10.5.2.1-a", "lies-there-already", **facts)
        return
    if home:
        yield from objections_to_port_of_return(s, ships, place)
        if place in homes(s, ships):
            yield from _on_the_way(s, ships[0], course(s, ships, True, True).path(place), home)
        return
    found = course(s, ships)
    cut = found.why_not(place)
    if cut is not None:
        yield from _closed_ways(s, ships, cut, place)
        return
    yield from _on_the_way(s, ships[0], found.path(place))
    yield held("10.5.2.1-f", "within-sea-points", n=found.cost(place), points=group_points(s, ships), **facts)
    yield from objections_to_anchoring(s, ships, place)


def _closed_ways(s: State, ships: tuple[str, ...], cut: ClosedOff[str], place: str) -> Checks:
    """Every way in is closed: all that closes each."""
    if not cut.ways:
        yield no_course(ships[0], place)
    for way in cut.ways:
        steps = (s.law.objections(objections_to_sea_step(s, s.unit(id), way.origin, way.into)) for id in ships)
        yield from tuple(chain.from_iterable(steps)) or (way.check,)


def _on_the_way(s: State, ship: str, way: tuple[str, ...], home: bool = False) -> Checks:
    """What lets the group pass at each step: the port it leaves, the passages, the coal."""
    if len(way) > 1 and (way[0] in s.map or way[-1] in s.map):
        yield held("10.5.2.1-b", "port-and-sea", unit=U(ship), origin=Place(way[0]), area=Place(way[1]))
    for a, b in pairwise(way):
        yield from s.law.held(objections_to_sea_step(s, s.unit(ship), a, b, home))


# -- under way (10.5.2.1) --------------------------------------------------------------------------------------------
@step("sail-on", "10.5.2.1-f", under="naval-movement")
def sail_on(s: State, t: Trace) -> State:
    """One sea area or port farther; in every sea area the enemy may come out or intercept."""
    if s.voyage is None or not any(s.unit(id).place is not None for id in s.voyage.ships):
        return s.but(voyage=None)
    now = s.voyage
    if not now.way:
        return s.then(task("anchor"))
    place, *rest = now.way
    left = max(now.passed - now.spent - 1, 0)
    s = s.but(voyage=now.but(way=tuple(rest), spent=now.spent + 1))
    said = say("10.5.2.1-f", "sails", units=units(now.ships), area=Place(place), left=left)
    s = come(s, t, [s.unit(id).but(section=0, began=s.unit(id).start) for id in now.ships], place, said)
    surface = any(s.unit(id).kind != "sub" for id in now.ships)
    if place in s.map or not surface:
        return s.then(task("sail-on"))
    loads = [task("load", id) for id in now.ships if not rest and not now.home]
    return s.then(*loads, task("interdict"), task("intercept-at-sea"), task("sail-on"))


@step("anchor", "10.5.2.1-h", under="naval-movement")
def anchor(s: State, t: Trace) -> Steps[State]:
    """At the end: a section of the sea box, or the quay."""
    now = under_way(s)
    here = s.unit(now.ships[0]).place or ""
    if here in s.map:
        return _in_port(s, t, now.ships)
    section = yield from choose(
        Ask(
            s,
            "10.5.2.1-h",
            s.phasing,
            "take-section",
            ("number",),
            lambda section: objections_to_lying(s, under_way(s), section),
            options=SECTIONS,
            facts={"units": units(now.ships)},
        )
    )
    return placed(s, t, under_way(s).ships, section).but(voyage=None)


def objections_to_lying(s: State, now: Voyage, section: int) -> Checks:
    """May every ship of the group lie in this section?"""
    for id in now.ships:
        ship = s.unit(id)
        yield from objections_to_section(s, ship, ship.place or "", section, now.passed - now.spent)


def placed(s: State, t: Trace, ships: tuple[str, ...], section: int) -> State:
    """Ships in their section; a SUB that has moved is turned."""
    s = s.put(*(_lying(s.unit(id), section) for id in ships))
    if any(s.unit(id).kind != "sub" for id in ships):
        sea = frozenset({s.unit(ships[0]).place or ""})
        s = s.at_sea(s.contested | sea, s.engaged - sea)
    t.say("10.5.2.1-h", "lies-in-section", s, units=units(ships), section=section)
    if subs := [id for id in ships if s.unit(id).kind == "sub"]:
        t.say("10.5.2.1-i", "sub-turned", s, units=units(subs))
    return s


def _lying(ship: Unit, section: int) -> Unit:
    return ship.but(section=section, sailed=True, face_up=ship.face_up and ship.kind != "sub")


def _in_port(s: State, t: Trace, ships: tuple[str, ...]) -> State:
    """Ships that come into a port are turned, and their cargo is landed."""
    s = s.put(*(s.unit(id).but(section=0, sailed=True, face_up=False) for id in ships)).but(voyage=None)
    t.say("10.5.2.1-i", "ships-in-port", s, units=units(ships), hex=Place(s.unit(ships[0]).place or ""))
    for id in ships:
        s = unloaded(s, t, id)
    return refuge(s, *ships)


def cruisers(s: State, sea: str, side: str) -> tuple[Unit, ...]:
    """The HS and LS of a side in a sea area, those of neutral powers left out."""
    return tuple(u for u in s.at(sea) if u.kind in SURFACE and u.side == side and not neutral(s, u.nation))
