"""11.7: ships return to base: the port to which each goes; and where one ship may sail at all."""

from __future__ import annotations

from tutor.engine.check import Check, Checks, held, is_legal, objection
from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.engine.going import Going
from tutor.engine.law import seam
from tutor.engine.space.kept import by_identity
from tutor.rulesets.fa.nations import cooperate
from tutor.rulesets.fa.sailing import course, no_course, objections_to_anchoring, sea_points
from tutor.rulesets.fa.seas import waters
from tutor.rulesets.fa.stacking import naval_limit
from tutor.rulesets.fa.state import State, Unit, country_of, sea_areas

BY_SEA = "sea-move"


@seam("fa.returning")
def objections_to_returning(s: State, ships: tuple[str, ...], port: str) -> Checks:
    """Is this a port of the ships' own or a cooperating nationality, with room for them?"""
    for id in ships:
        ship = s.unit(id)
        facts = {"unit": U(id), "hex": Place(port)}
        if not s.held_by(port, ship.side) or not cooperate(s, ship.nation, s.holder(port)):
            yield objection("11.7.1-a", "no-port-of-return", **facts)
    limit = naval_limit(s, port)
    there = len([u for u in s.at(port) if u.naval])
    if there + len(ships) > limit.total:
        yield objection("3-g", "port-full", hex=Place(port), limit=limit)


@by_identity(128)
def homes(s: State, ships: tuple[str, ...]) -> tuple[str, ...]:
    """The ports within the ships' points, or the nearest of all if there is none; none where no way is open."""
    near, far = course(s, ships, True), course(s, ships, True, True)
    open_to = [p for p in far.places if p in s.map and is_legal(objections_to_returning(s, ships, p))]
    within = tuple(port for port in open_to if port in near)
    if within or not open_to:
        return within
    least = min(far.cost(port) or 0 for port in open_to)
    return tuple(port for port in open_to if far.cost(port) == least)


@by_identity(256)
def havens(s: State, ship: str) -> tuple[str, ...]:
    """The nearest ports, in sea areas, to which a ship can go that is sent off; as many as are equally near."""
    far = course(s, (ship,), True, True)
    there = [port for port in far.places if port in s.map]
    if s.special == ship:
        open_to = [port for port in there if country_of(s.map, port) == "ottoman"]
    else:
        open_to = [port for port in there if is_legal(objections_to_returning(s, (ship,), port))]
    least = min((far.cost(port) or 0 for port in open_to), default=0)
    return tuple(port for port in open_to if far.cost(port) == least)


# -- one ship (10.5.2) -----------------------------------------------------------------------------------------------
@seam("fa.port-of-return")
def objections_to_port_of_return(s: State, ships: tuple[str, ...], place: str) -> Checks:
    """Is this one of the ports to which these ships may return?"""
    near = homes(s, ships)
    facts = {"unit": U(ships[0]), "area": Place(place), "n": len(near)}
    if place not in s.map:
        yield objection("10.5.2_d", "home-is-a-port", area=Place(place))
    else:
        check = held if place in near else objection
        yield check("11.7.1-a", "port-of-return", **facts)


def by_sea(s: State, ship: Unit, closed: tuple[Check, ...]) -> Going:
    """Where one ship and its group may sail: a surface ship that lies at sea only home."""
    home = ship.place in sea_areas(s.map) and ship.kind != "sub"
    ships = s.group if ship.id in s.group else (ship.id,)
    there = ship.place is not None and ship.place in waters(s.map).places

    def ending(place: str) -> Checks:
        return objections_to_port_of_return(s, ships, place) if home else objections_to_anchoring(s, ships, place)

    return Going(
        BY_SEA,
        "10.5.2_d" if home else "10.5.2.1-a",
        ship.id,
        course(s, ships, home, home) if there else None,
        lambda place: no_course(ship.id, place),
        sea_points(s, ship) if there else None,
        closed,
        ending,
    )
