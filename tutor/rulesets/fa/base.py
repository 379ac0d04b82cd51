"""11.7: ships return to base: the one way to a port for all that must leave; and where one ship may sail at all."""

from __future__ import annotations

from typing import Any

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.going import Going
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.coming import OVERRUN, come, say
from tutor.rulesets.fa.nations import cooperate, in_hands_of, keeper_of
from tutor.rulesets.fa.sailing import (
    course,
    no_course,
    objections_to_anchoring,
    open_to_fugitive,
    out_of_range,
    sea_points,
)
from tutor.rulesets.fa.seas import ports, waters
from tutor.rulesets.fa.stacking import naval_limit
from tutor.rulesets.fa.state import OTTOMAN, State, Unit, country_of, sea_areas

BY_SEA = "sea-move"
REPELLED, DRIVEN_OFF, BROKEN_OFF = "10.5.7.2-a", OVERRUN, "10.5.10"  # by what rules a ship must leave
RETURNING, OUT_OF_RANGE = "11.7", "11.7.2"
THROWN_BACK = frozenset({REPELLED, DRIVEN_OFF})
TO_THE_NEAREST = THROWN_BACK | {OUT_OF_RANGE}  # port; one that goes home has the choice (11.7.1)


def objections_to_returning(s: State, ships: tuple[str, ...], port: str) -> Checks:
    """Is this a port of the ships' own or a cooperating nationality, with room for them?"""
    for id in ships:
        ship = s.unit(id)
        facts = {"unit": U(id), "hex": Place(port)}
        if open_to_fugitive(s, id, port):
            yield held("10.5.2.0.5-b", "ottoman-port-till-turn-ends", **facts)
        elif not in_hands_of(s, ship.nation, port) or not cooperate(s, ship.nation, keeper_of(s, port)):
            yield objection("11.7.1-a", "no-port-of-return", **facts)
    limit = naval_limit(s, port)
    there = len([u for u in s.at(port) if u.naval])
    if there + len(ships) > limit.total:
        yield objection("3-g", "port-full", hex=Place(port), limit=limit)


@by_identity(256)
def _reached(s: State, ships: tuple[str, ...]) -> dict[str, int]:
    """The ports that receive these ships and to which a way is open, however long: how many steps lead to each."""
    far = course(s, ships, True, True)
    there = (port for port in far.places if port in s.map and port != s.unit(ships[0]).place)
    receiving = (port for port in there if s.law.allows(objections_to_returning(s, ships, port)))
    return {port: int(far.cost(port) or 0) for port in receiving}


@by_identity(128)
def homes(s: State, ships: tuple[str, ...]) -> tuple[str, ...]:
    """The ports within the ships' points, or the nearest of all if there is none; none where no way is open."""
    return in_range(s, ships) or nearest(s, ships)


@by_identity(128)
def in_range(s: State, ships: tuple[str, ...]) -> tuple[str, ...]:
    """The ports within the ships' points."""
    near = course(s, ships, True)
    return tuple(port for port in _reached(s, ships) if port in near)


@by_identity(256)
def nearest(s: State, ships: tuple[str, ...], country: str = "") -> tuple[str, ...]:
    """The nearest ports, of one country if need be, in sea areas; as many as are equally near."""
    reached = {port: far for port, far in _reached(s, ships).items() if country in ("", country_of(s.map, port))}
    return tuple(port for port, far in reached.items() if far == min(reached.values()))


# -- to port (10.5.7.2, 11.7.1) ------------------------------------------------------------------------------------
def havens(s: State, id: str, rule: str) -> tuple[str, ...]:
    """The ports open to a ship that must leave: the nearest if it is thrown back, any in range if it goes home.

    The ship of the special impulse, thrown back, is exchanged in an Ottoman port: no other will do.
    """
    if rule == REPELLED and s.fugitive == id:
        return nearest(s, (id,), OTTOMAN)
    return nearest(s, (id,)) if rule in TO_THE_NEAREST else homes(s, (id,))


def refuge(s: State, *ships: str) -> State:
    """The ship of the special impulse has come into a port, or to harm, in the same turn: is she Ottoman now?"""
    return s.then(task("goeben-over", s.fugitive)) if s.fugitive in ships and not s.special else s


@step("to-port", "11.7.1-a")
def to_port(s: State, t: Trace, id: str, rule: str) -> Steps[State]:
    """A ship that must leave goes to a port of its owner's choice and is turned; without a port it is lost.

    Its cargo comes off there, and is turned with it only if the ship was thrown back.
    """
    if s.unit(id).place is None:
        return s
    open_to = havens(s, id, rule)
    if not open_to:
        s = s.destroyed(id)
        t.say(rule if rule == DRIVEN_OFF else "11.7.1-b", "no-haven", s, unit=U(id))
        return s
    port = open_to[0]
    if len(open_to) > 1:
        port = yield from choose(
            Ask(
                s,
                "11.7.1-a",
                s.unit(id).side,
                "return-to",
                ("place",),
                lambda port: objections_to_haven(s, id, port, rule),
                facts={"unit": U(id)},
            )
        )
    ship = s.unit(id).but(section=0, face_up=False, sailed=True, began=s.unit(id).start)
    carried = (u for u in s.pieces if u.aboard == id)
    aboard = [u.but(face_up=u.face_up and rule not in THROWN_BACK, aboard="", shipped=True) for u in carried]
    if rule not in TO_THE_NEAREST and not in_range(s, (id,)):
        t.say("11.7.1-b", "none-in-range", s, unit=U(id), hex=Place(port))
    s = come(s, t, [ship, *aboard], port, say(rule, "ship-sent-home", unit=U(id), hex=Place(port)))
    return refuge(s, id)


def _haven(s: State, id: str, rule: str) -> tuple[str, str]:
    """By which clause a port is open to a ship, and what is said of it: the nearest, in range, or for want of such."""
    if rule in TO_THE_NEAREST:
        return "11.7.1-a", "nearest-haven"
    return ("11.7.1-a", "haven-in-range") if in_range(s, (id,)) else ("11.7.1-b", "haven-out-of-range")


def objections_to_haven(s: State, id: str, port: str, rule: str) -> Checks:
    """May a ship that must leave go to this port? If not, what keeps it out: no port, no way, no room, or too far."""
    facts: dict[str, Any] = {"unit": U(id), "hex": Place(port)}
    if port in _reached(s, (id,)):
        facts |= {"n": _reached(s, (id,))[port], "points": sea_points(s, s.unit(id))}
    if port in havens(s, id, rule):
        yield held(*_haven(s, id, rule), **facts)
        yield from s.law.held(objections_to_returning(s, (id,), port))
    elif port not in ports(s.map) or port == s.unit(id).place:
        yield objection("11.7.1-a", "no-haven-there", **facts)
    elif port in _reached(s, (id,)):
        clause, kind = _haven(s, id, rule)
        yield objection("10.5.7.2-a" if rule in THROWN_BACK else clause, kind, **facts)
    else:
        yield from s.law.objections(objections_to_returning(s, (id,), port))
        cut = course(s, (id,), True, True).why_not(port)
        yield from s.law.objections(cut.checks if cut is not None else ())


# -- all of them, at the end of the turn (11.7) ----------------------------------------------------------------------
@step("return-to-base", "11.7")
def return_to_base(s: State, t: Trace, side: str) -> Steps[State]:
    """Sea area after sea area, and there from the highest section down, all go to port; SUBs only out of range."""
    seas = [sea for sea in sea_areas(s.map) if _leaving(s, side, sea)]
    if not seas:
        return s
    sea = seas[0]
    if len(seas) > 1:
        sea = yield from choose(
            Ask(s, "11.7", side, "return-from", ("place",), lambda place: objections_to_returning_from(s, side, place))
        )
    leaving = _leaving(s, side, sea)
    in_order = units(id for id, _ in leaving)
    t.say("11.7", "returns-in-order", s, side=Side(side), area=Place(sea), units=in_order, n=len(leaving))
    return s.then(*(task("to-port", id, rule) for id, rule in leaving), task("return-to-base", side))


def _leaving(s: State, side: str, sea: str) -> list[tuple[str, str]]:
    """The ships of a side that leave a sea area now, in their order, and by what rule."""
    ships = sorted((u for u in s.at(sea) if u.naval and u.side == side), key=lambda u: (-u.section, u.id))
    rules = ((u.id, RETURNING if u.kind != "sub" else OUT_OF_RANGE if out_of_range(s, u) else "") for u in ships)
    return [(id, rule) for id, rule in rules if rule]


def objections_to_returning_from(s: State, side: str, sea: str) -> Checks:
    """Are there ships of this side that must leave this sea area?"""
    if sea not in sea_areas(s.map) or not _leaving(s, side, sea):
        yield objection("11.7", "nobody-returns", area=Place(sea))


# -- one ship (10.5.2) -----------------------------------------------------------------------------------------------
def objections_to_port_of_return(s: State, ships: tuple[str, ...], place: str) -> Checks:
    """Is this one of the ports to which these ships may return?"""
    near = homes(s, ships)
    facts = {"unit": U(ships[0]), "area": Place(place), "n": len(near)}
    if place not in s.map:
        yield objection("10.5.2_d", "home-is-a-port", area=Place(place))
    else:
        check = held if place in near else objection
        yield check("11.7.1-a", "port-of-return", **facts)
        if place in near:
            yield from s.law.held(objections_to_returning(s, ships, place))


def by_sea(s: State, ship: Unit, closed: tuple[Check, ...]) -> Going:
    """Where one ship and its group may sail: a surface ship that lies at sea only home."""
    home = ship.place in sea_areas(s.map) and ship.kind != "sub"
    ships = s.group if ship.id in s.group else (ship.id,)
    there = ship.place is not None and ship.place in waters(s.map).places

    def ending(place: str) -> Checks:
        return objections_to_port_of_return(s, ships, place) if home else objections_to_anchoring(s, ships, place)

    return Going(
        law=s.law,
        means=BY_SEA,
        rule="10.5.2_d" if home else "10.5.2.1-a",
        unit=ship.id,
        reach=course(s, ships, home, home) if there else None,
        no_way=lambda place: no_course(ship.id, place),
        allowance=sea_points(s, ship) if there else None,
        closed=closed,
        ending=ending,
    )
