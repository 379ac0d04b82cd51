"""14.1, 14.3: fortifications and the Hindenburg Line."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.capture import fallen_to
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.kut import KUT_HEX
from tutor.rulesets.gwie.losses import removed
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.state import ALLIES, CP, DESTROYED, FORTRESS, OOS, SUPPLIED, WAITING, State, Unit, foe
from tutor.rulesets.gwie.supply import supply_at, supply_of

ENCIRCLED_FORTS = frozenset({"N2913", "N2711"})
AFTER_C, HINDENBURG_FROM = "D", "K"
SURRENDERS_FROM = 4
LINE = 4


# -- taking and losing a fort ----------------------------------------------------------------------------------
def occupied(s: State, t: Trace, hex: str, side: str) -> State:
    """14.14: an enemy fort that is occupied is destroyed; Kut begins with its first Allied occupation (14.21)."""
    for fort in s.forts_at(hex, foe(side)):
        if fort.kind == "kut":
            s = kut_stands_idle(s, t, fort)
        else:
            s = s.put(fort.but(place=None, box=DESTROYED))
            t.say("14.14", "fort-destroyed", s, unit=U(fort.id), hex=Place(hex))
    if hex == KUT_HEX and side == ALLIES and not s.forts_at(hex):
        kut = next((u for u in s.pieces if u.kind == "kut"), None)
        if kut is not None:
            s = s.put(kut.but(place=hex, box=""))
            t.say("14.21", "kut-fortified", s, hex=Place(hex))
    return s


def kut_stands_idle(s: State, t: Trace, kut: Unit) -> State:
    """14.21: in the hands of the CP Kut is no fort; its counter waits for the next Allies."""
    t.say("14.21", "kut-stands-idle", s, hex=Place(KUT_HEX))
    return s.put(kut.but(place=None, box=WAITING))


# -- surrender (14.15) -----------------------------------------------------------------------------------------
def surrendering(s: State) -> tuple[str, ...]:
    """The fort hexes that must roll: in Fortress Supply, with as many enemies adjacent as friends inside."""
    found = []
    for fort in s.on_map():
        if fort.fort and fort.place and _in_fortress_supply(s, fort):
            inside = [u for u in s.at(fort.place, fort.side) if u.ground or u.garrisoned]
            around = [u for hex in s.map.neighbours(fort.place) for u in s.at(hex, foe(fort.side)) if u.ground]
            if inside and len(around) >= len(inside):
                found.append(fort.place)
    return tuple(sorted(set(found)))


def _in_fortress_supply(s: State, fort: Unit) -> bool:
    """Nothing but the fort itself keeps those inside alive, or its own garrison where nobody else is inside."""
    if fort.kind == "hindenburg":
        return False
    inside = [supply_of(s, u).status for u in s.at(fort.place, fort.side) if u.ground]
    kept = [status for status in inside if status != OOS] or [supply_of(s, fort).status]
    return all(status == FORTRESS for status in kept)


@step("fortress-surrender", "14.15")
def fortress_surrender(s: State, t: Trace) -> State:
    """From Strategic Turn D on, every such fort tests."""
    if s.letter < AFTER_C:
        t.say("14.15", "no-surrender-yet", s)
        return s
    return s.then(*(task("surrender-die", hex) for hex in surrendering(s)))


@step("surrender-die", "14.15", under="fortress-surrender")
def surrender_die(s: State, t: Trace, hex: str) -> Steps[State]:
    """On 4, 5 or 6 all that defends is destroyed."""
    side = s.forts_at(hex)[0].side
    die = yield from roll(Die("14.15", foe(side), "surrender-die", facts={"hex": Place(hex)}))
    if die < SURRENDERS_FROM:
        t.say("14.15", "fort-holds-out", s, hex=Place(hex), die=die)
        return s
    inside = s.at(hex, side)
    t.say("14.15", "fort-surrenders", s, hex=Place(hex), die=die, units=units(inside))
    for unit in inside:
        s = removed(s, t, unit.id) if unit.kind != "kut" else kut_stands_idle(s, t, unit)
    return fallen_to(s, t, hex, foe(side))


# -- the Hindenburg Line (14.31) -------------------------------------------------------------------------------
@SEQUENCE.condition("hindenburg-ready")
def hindenburg_ready(s: State) -> bool:
    """Whether the CP have their markers and may lay them (14.31)."""
    return s.letter >= HINDENBURG_FROM and any(_to_lay(u) for u in s.pieces)


def _to_lay(unit: Unit) -> bool:
    """A marker of the Hindenburg Line that has not been laid."""
    return unit.kind == "hindenburg" and unit.place is None and unit.box != DESTROYED


@step("hindenburg", "14.31")
def hindenburg(s: State, t: Trace) -> Steps[State]:
    """The four markers go down one after another in an unbroken row, all of them or none."""
    hex = yield from choose(
        Ask(
            s,
            "14.31",
            CP,
            "hindenburg",
            ("place",),
            lambda hex: objections_to_digging(s, hex),
            to_end=lambda: objections_to_half_a_line(s),
            back=bool(s.picked),
        )
    )
    if hex == BACK:
        return s.then(task("hindenburg"), picked=())
    if hex != DONE:
        return s.then(task("hindenburg"), picked=(*s.picked, hex))
    markers = [u for u in s.pieces if _to_lay(u)]
    for marker, place in zip(markers, s.picked, strict=False):
        s = s.put(marker.but(place=place, box=""))
    if s.picked:
        t.say("14.31", "line-dug", s, hexes=places(s.picked))
    return s.but(picked=())


def objections_to_digging(s: State, hex: str) -> Checks:
    """May a marker of the Hindenburg Line go here?"""
    at = Place(hex)
    if s.letter < HINDENBURG_FROM:
        yield objection("14.31", "line-too-early", letter=s.letter or "–")
    if sum(map(_to_lay, s.pieces)) <= len(s.picked):
        yield objection("14.31", "no-marker-left")
    if front_of(s, hex) != "western":
        yield objection("14.31", "line-in-the-west", hex=at)
    if not _dug_in_supply(s, hex):
        yield objection("14.31", "line-needs-supply", hex=at)
    around = [u for near in s.map.neighbours(hex) for u in s.at(near, ALLIES) if u.ground or u.fort]
    if around:
        yield objection("14.31", "line-too-near", hex=at, foes=units(around))
    if hex in s.picked:
        yield objection("14.31", "line-there-already", hex=at)
    elif s.picked and not any(s.map.adjacent(hex, other) for other in s.picked):
        yield objection("14.31", "line-broken", hex=at)


def _dug_in_supply(s: State, hex: str) -> bool:
    """A hex of the CP in which a German division would be in supply."""
    ours = s.control.get(hex, CP) == CP and not s.barred_to(CP, hex)
    return ours and supply_at(s, Unit("", CP, "GE", "infantry"), hex).status == SUPPLIED


def objections_to_half_a_line(s: State) -> Checks:
    if 0 < len(s.picked) < LINE:
        yield objection("14.31", "half-a-line", n=len(s.picked))
