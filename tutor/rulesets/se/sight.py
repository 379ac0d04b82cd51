"""3.0, 9.1, 13.2.2, 13.2.3: the line of sight (Los), how long it may be, and from where one may observe."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Number, Place, places, units
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Line, Lines, at_most, plus
from tutor.engine.pieces import Pieces
from tutor.engine.space.maps import HexMap
from tutor.engine.space.sight import Sight, look
from tutor.rulesets.se.ground import level
from tutor.rulesets.se.state import State
from tutor.rulesets.se.zones import enemy_zone

BASE, RAIN, OVERCAST_LOW, OVERCAST_HIGH, HIGH_LEVEL = 6, 2, 4, 3, 5


# -- the line ----------------------------------------------------------------------------------------------


def line_of_sight(state: State, observer: str, target: str) -> Sight:
    """What lies on the line from centre to centre, and what of it blocks."""
    return _line_of_sight(state.map, state.law, observer, target)


@lru_cache(maxsize=16384)
def _line_of_sight(map: HexMap, law: Law, observer: str, target: str) -> Sight:
    """Nobody's presence closes a line: the ground alone does, so it is looked along once."""
    empty = State(law, map=map, pieces=Pieces())
    return look(map.line(observer, target), lambda hex: blocks(empty, observer, target, hex))


def blocks(state: State, observer: str, target: str, hex: str) -> Check | None:
    """Why a hex between the two closes the line, if it does (13.2.2, 13.2.3)."""
    bar = _bar(state, observer, target, hex)
    here = ground = level(state.map, hex)
    woods = state.map.hex(hex).terrain == "woods" and state.law.on("13.2.3")
    taller = woods and state.law.reads("los-woods", "one-level-taller")
    if taller:
        here += 1
    reading = state.law.read("los-blocking")
    facts = {"hex": Place(hex), "level": here, "bar": bar}
    if here > bar or (here == bar and _crest(state, observer, target)):
        rule, kind = ("13.2.3", "tall-woods") if taller and ground <= bar else ("13.2.2", "higher-ground")
        return objection(rule, kind, **facts, reading=reading)
    if woods and not taller and here == _higher(state, observer, target):
        return objection("13.2.3", "woods-level", **facts, reading=state.law.read("los-woods"))
    return None


def _crest(state: State, observer: str, target: str) -> bool:
    """By one reading ground level with the higher end hides what lies lower; over a plain one sees in any case."""
    hides = state.law.reads("los-blocking", "level-with-higher")
    return hides and level(state.map, observer) != level(state.map, target)


def _bar(state: State, observer: str, target: str, hex: str) -> Number:
    """The level that a hex must not exceed: that of the higher end, or of the straight line between the ends."""
    if not state.law.reads("los-blocking", "above-line"):
        return _higher(state, observer, target)
    near, far = state.map.distance(observer, hex), state.map.distance(hex, target)
    from_level, to_level = level(state.map, observer), level(state.map, target)
    return from_level + Fraction((to_level - from_level) * near, near + far)


def _higher(state: State, observer: str, target: str) -> int:
    return max(level(state.map, observer), level(state.map, target))


# -- how long it may be ------------------------------------------------------------------------------------


def max_sight(state: State, observer: str, target: str) -> Ledger:
    """How many hexes the line may count: 6, the weather, and one more for each level that the observer looks down."""
    return state.law.ledger("13.2.2", "max-sight", _sight_lines(state, observer, target))


def _sight_lines(state: State, observer: str, target: str) -> Lines:
    weather = state.law.in_force(_weather_lines(state, observer, target))
    above = state.law.in_force(_height_lines(state, observer, target))
    yield plus("3.0-LOS", "base", BASE)
    if state.law.reads("los-bonus-weather", "adds"):
        yield from weather
        yield from above
    else:
        yield from above
        yield from weather


def _height_lines(state: State, observer: str, target: str) -> Lines:
    drop = level(state.map, observer) - level(state.map, target)
    if state.law.reads("los-height-bonus", "either-way"):
        drop = abs(drop)
    if drop > 0:
        reading = state.law.read("los-height-bonus")
        yield plus("13.2.2", "from-above", drop, observer=Place(observer), hex=Place(target), reading=reading)


def _weather_lines(state: State, observer: str, target: str) -> Lines:
    if state.weather == "rain":
        yield at_most("9.1-rain", "rain-sight", RAIN)
    elif state.weather == "overcast":
        yield _overcast(state, observer, target)


def _overcast(state: State, observer: str, target: str) -> Line:
    """Level 5 stands in both classes of the booklet, and it does not say whose level counts."""
    ends = {"observer": (observer,), "target": (target,), "higher": (observer, target)}
    counted = max(level(state.map, hex) for hex in ends[state.law.reading("overcast-whose-level")])
    first_high = HIGH_LEVEL if state.law.reads("overcast-level-five", "three") else HIGH_LEVEL + 1
    most = OVERCAST_HIGH if counted >= first_high else OVERCAST_LOW
    readings = (state.law.read("overcast-level-five"), state.law.read("overcast-whose-level"))
    return at_most("9.1-overcast", "overcast-sight", most, level=counted, readings=readings)


# -- what may be seen, and from where ----------------------------------------------------------------------


def objections_to_sight(state: State, observer: str, target: str) -> Checks:
    """Does one hex see the other, whoever looks? For a gun that looks for itself (10.4.1) this is all."""
    distance = state.map.distance(observer, target)
    facts = {"observer": Place(observer), "hex": Place(target)}
    if distance <= 1:
        yield from _adjacent(state, distance, facts)
        return
    most = max_sight(state, observer, target)
    if distance > most.total:
        yield objection("13.2.2", "too-far", **facts, distance=distance, most=most)
    else:
        yield held("13.2.2", "near-enough", **facts, distance=distance, most=most)
    sight = line_of_sight(state, observer, target)
    yield from sight.objections
    if sight.visible:
        between = tuple(hex for point in sight.points for hex in point.places)
        yield held("13.2.2", "line-open", **facts, between=places(between))
    for point in sight.points:
        if point.spared:
            yield held("13.2.3", "along-hexside", **facts, beside=places(point.places))


def _adjacent(state: State, distance: int, facts: dict[str, Place]) -> Checks:
    """The line is defined between hexes that are not adjacent (3.0)."""
    reading = state.law.read("los-adjacent")
    if distance == 1 and state.law.reads("los-adjacent", "not-seen"):
        yield objection("3.0-LOS", "adjacent-unseen", **facts, reading=reading)
    else:
        yield held("3.0-LOS", "adjacent-seen", **facts, reading=reading)


def objections_to_observing(state: State, side: str, observer: str) -> Checks:
    """May this side observe from this hex? No unit is needed there, but no enemy may hold it or control it."""
    foes = tuple(unit for unit in state.units_at(observer) if unit.side != side)
    facts = {"observer": Place(observer)}
    if foes:
        yield objection("13.2.2", "enemy-in-observer-hex", **facts, foes=units(foes))
    controlling = enemy_zone(state, side, observer)
    if not controlling:
        return
    reading = state.law.read("observer-zoc")
    own = state.units_at(observer, side)
    if own and state.law.reads("observer-zoc", "friend-negates"):
        yield held("13.2.2", "friend-in-observer-hex", **facts, friends=units(own), reading=reading)
    else:
        yield objection("13.2.2", "zone-in-observer-hex", **facts, foes=units(controlling), reading=reading)


def objections_to_seeing(state: State, side: str, observer: str, target: str) -> Checks:
    """May this side see the target from the observer hex? Whether an HQ's radius holds that hex is not asked."""
    yield from objections_to_observing(state, side, observer)
    yield from objections_to_sight(state, observer, target)
