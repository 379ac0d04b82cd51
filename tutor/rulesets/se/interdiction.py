"""8.5, 10.4, 10.4.1: the supply line of an HQ, and guns that close the road behind it."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, places
from tutor.engine.facts import Unit as U
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.coming import lifted
from tutor.rulesets.se.sight import objections_to_sight
from tutor.rulesets.se.state import SIDES, State, Unit, other
from tutor.rulesets.se.supply import ROAD, UNIT, is_road_hex, line_lengths, line_of, refusals, sources_of, trace
from tutor.rulesets.se.zones import enemy_zone


def objections_to_hq_line(s: State, hq: Unit, hex: str) -> Checks:
    """An HQ is put only where a valid supply line leads (8.5, 10.4)."""
    if not any(sources_of(s, side) for side in SIDES):
        if hex in s.cut:  # no source is known: the position says itself where no line leads
            yield objection("8.5", "hq-unsupplied", hex=Place(hex))
        return
    lengths = line_lengths(s, hq.side, "infantry", True)
    length = lengths.get((hex, UNIT))
    watched = enemy_zone(s, hq.side, hex) and not s.units_at(hex, hq.side)
    if length is None:
        yield objection("10.4", "hq-unsupplied", hex=Place(hex))
        yield from refusals(s, hq.as_if_at(hex))
    elif s.law.reads("hq-supply", "on-the-road") and (length or not is_road_hex(s.map, hex)):
        yield objection("8.5", "hq-off-road", hex=Place(hex), reading=s.law.read("hq-supply"))
    elif watched and s.law.reads("hq-zoc", "blocked"):
        yield objection("10.2.2", "hq-line-in-zone", hex=Place(hex), reading=s.law.read("hq-zoc"))
    else:
        yield held("10.4", "hq-supplied", hex=Place(hex))
        yield from s.law.held(line_of(s, hq.as_if_at(hex)).checks)


@by_identity(8)
def road_of(s: State, hq: Unit) -> tuple[str, ...]:
    """The hexes of the HQ's line that lie on the road, as it runs now; its own hex does not count (10.2)."""
    found = trace(s, hq)
    paths = [found.path_to((hex, ROAD)) for hex in sources_of(s, hq.side) if found.reaches((hex, ROAD))]
    path = min(paths, key=len, default=())
    return tuple(hex for hex, mode in path if mode == ROAD and hex != hq.place)


# -- naming guns ---------------------------------------------------------------------------------------------
@step("interdict", "10.4.1")
def interdict(s: State, t: Trace, id: str) -> Steps[State]:
    """The enemy of a side that has put its HQ on the map names a gun, and the hex of the road that it closes."""
    hq = s.unit(id)
    if not any(
        s.law.allows(objections_to_interdicting_with(s, hq, u.id)) for u in s.units_of(other(hq.side)) if u.fires
    ):
        return s
    gun = yield from choose(
        Ask(
            s,
            "10.4.1",
            other(hq.side),
            "interdict",
            ("unit",),
            lambda gun: objections_to_interdicting_with(s, hq, gun),
            to_end=lambda: iter(()),
            facts={"hq": U(id)},
        )
    )
    if gun == DONE:
        return s
    return s.then(task("interdict-hex", id), task("interdict", id), chosen=gun)


@step("interdict-hex", "10.4.1", under="interdict")
def interdict_hex(s: State, t: Trace, id: str) -> Steps[State]:
    """The segment; it costs no logistic point, and the gun may have fired."""
    hq, gun = s.unit(id), s.unit(s.chosen or "")
    hex = yield from choose(
        Ask(
            s,
            "10.4.1",
            gun.side,
            "interdict-hex",
            ("place",),
            lambda hex: objections_to_interdicting(s, hq, gun, hex),
            back=True,
            facts={"unit": U(gun.id)},
        )
    )
    s = s.but(chosen=None)
    if hex == BACK:
        return s
    s = s.but(interdicted=s.interdicted.put(hex, gun.id), interdictors=s.interdictors | {gun.id})
    t.say("10.4.1", "interdicts", s, unit=U(gun.id), hex=Place(hex))
    return s


def objections_to_interdicting_with(s: State, hq: Unit, id: str) -> Checks:
    """May this gun interdict the road of the HQ?"""
    gun = s.unit(id)
    if gun.side == hq.side:
        yield objection("10.4.1", "own-gun", unit=U(id), side=Side(other(hq.side)))
        return
    if not gun.fires or gun.place is None:
        yield objection("10.4.1", "no-gun", unit=U(id))
        return
    if gun.gun and gun.mode != "fire":
        yield objection("10.4.1", "movement-side-gun", unit=U(id))
    if gun.emplacing and s.law.reads("interdiction-emplacing", "may-not"):
        yield objection("19.2", "emplacing-no-interdicting", unit=U(id), reading=s.law.read("interdiction-emplacing"))
    elif gun.emplacing:
        yield held("10.4.1", "emplacing-no-bar", unit=U(id), reading=s.law.read("interdiction-emplacing"))
    if id in s.interdictors and s.law.reads("interdiction-guns", "once-a-turn"):
        yield objection("10.4.1", "interdicted-already", unit=U(id), reading=s.law.read("interdiction-guns"))
    closed = [hex for hex, closer in s.interdicted.items() if closer == id]
    if closed and s.law.reads("interdiction-segment", "one-hex"):
        reading = s.law.read("interdiction-segment")
        yield objection("10.4.1", "segment-closed", unit=U(id), hexes=places(closed), reading=reading)
    if gun.fired_offensively or gun.fired_defensively:
        yield held("10.4.1", "firing-no-bar", unit=U(id))
    road = road_of(s, hq)
    if not any(s.law.allows(objections_to_interdicting(s, hq, gun, hex)) for hex in road):
        yield objection("10.4.1", "no-road-in-sight", unit=U(id), hexes=places(road))


def objections_to_interdicting(s: State, hq: Unit, gun: Unit, hex: str) -> Checks:
    """May the gun close this hex: on the road of the line, in range, and seen from the gun itself?"""
    here = gun.place or ""
    if hex not in road_of(s, hq):
        yield objection("10.4.1", "not-on-the-line", hex=Place(hex), hq=U(hq.id))
        return
    distance = s.map.distance(here, hex)
    if distance > gun.range:
        yield objection("10.4.1", "out-of-range", unit=U(gun.id), hex=Place(hex), n=distance, range=gun.range)
    seen = s if s.law.reads("interdiction-weather", "weather-counts") else s.but(weather="clear")
    yield from objections_to_sight(seen, here, hex)


# -- what comes of it ----------------------------------------------------------------------------------------
def line_holds(s: State, hq: Unit) -> bool:
    """Whether the HQ still has a line that counts, once guns have named their hexes."""
    if not s.interdicted:
        return True
    return s.law.reads("interdiction-detour", "free-route-saves") and (hq.place, UNIT) in line_lengths(
        s, hq.side, "infantry", True
    )


def not_activated(s: State, t: Trace, hq: Unit) -> State:
    """Its HQ goes back to the table; what was paid for it is lost (7.1), unless so read."""
    closed = places(sorted(s.interdicted))
    s = lifted(s, hq).but(interdicted=FrozenMap(), brigade=None)
    t.say("10.4.1", "not-activated", s, unit=U(hq.id), hexes=closed)
    if s.law.reads("interdiction-lp", "refunded"):
        s = s.but(points=s.points.put(hq.side, s.lp(hq.side) + 1))
        t.say("10.4.1", "lp-refunded", s, side=Side(hq.side), n=s.lp(hq.side), reading=s.law.read("interdiction-lp"))
    else:
        t.say("7.1", "lp-lost", s, side=Side(hq.side), reading=s.law.read("interdiction-lp"))
    return s
