"""11.7: ships return to base: the port to which each goes."""

from __future__ import annotations

from tutor.engine.check import Checks, is_legal, objection
from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.space.kept import by_identity
from tutor.rulesets.fa.nations import cooperate
from tutor.rulesets.fa.sailing import course
from tutor.rulesets.fa.stacking import naval_limit
from tutor.rulesets.fa.state import State


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
