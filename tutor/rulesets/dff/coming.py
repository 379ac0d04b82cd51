"""2.2.4.5-m and what follows from it: how a counter comes to a hex, whatever brings it there, and leaves the map.

No other module says where a counter is or who holds a hex, but for the set-up. A way in ends in `come`, for good, or
in `goes_in`, for a battle that has yet to be decided; what was declared and is taken back goes through `taken_back`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.dff import morale
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.ground import over_river
from tutor.rulesets.dff.state import (
    COUNTER,
    GONE,
    INITIAL,
    NATIONS,
    TRENCH,
    State,
    Unit,
    foe,
    nation_of,
)
from tutor.rulesets.dff.towns import owner, worth_taking

WALKED = "walked"


class Told(NamedTuple):
    """The sentence that tells of a coming."""

    rule: str
    kind: str
    facts: Mapping[str, Any]


# -- coming to stay ----------------------------------------------------------------------------------------------
def come(
    s: State, t: Trace, unit: Unit, hex: str, told: Told, road: Sequence[str] = (), phase: str = WALKED, **marks: Any
) -> State:
    """A counter comes to a hex; what troops and HQs walk through and where they stay is their side's (2.2.4.5-m)."""
    s = s.put(unit.but(place=hex, **marks))
    t.say(told.rule, told.kind, s, **told.facts)
    return _took(s, t, unit, (*road, hex), phase)


def _took(s: State, t: Trace, unit: Unit, hexes: Iterable[str], phase: str) -> State:
    """Each hex on the way that was not theirs; one under attack waits for its battle."""
    after: list[Task] = []
    for hex in hexes:
        if s.control.get(hex) != unit.side and not s.attacked(hex) and _takes(s, unit, hex):
            s = possessed(s, t, hex, unit.side, unit.nation, phase)
            after += [task("captured-hq", hex), task("overrun", hex)]
    return s.then(*after)


def _takes(state: State, unit: Unit, hex: str) -> bool:
    """Aircraft hold no ground, HQs capture no towns (4.4.1.1-g)."""
    return unit.ground or (unit.hq and not worth_taking(state, hex))


# -- going into a battle (2.2.4.4-k) -----------------------------------------------------------------------------
def goes_in(
    s: State,
    t: Trace,
    unit: Unit,
    hex: str,
    origin: str | None,
    rule: str = "2.2.4.4-k",
    named: bool = False,
    **marks: Any,
) -> State:
    """A unit stands in the hex that it attacks until the battle is over; no `origin` means that it comes by sea.

    Whence it comes is not told again where its player has `named` it.
    """
    s = s.put(unit.but(place=hex, origin=origin, **marks))
    if origin is None:
        t.say("2.2.4.4-f", "sails", s, unit=U(unit.id), hex=Place(hex))
        return s
    facts: dict[str, Any] = {"unit": U(unit.id), "hex": Place(hex), "origin": Place(origin)}
    if over_river(s, origin, hex):
        t.say("5.4-a", "moves-over-river", s, **facts)
    elif not named:
        t.say(rule, "moves-in", s, **facts)
    return s


@step("march-in", "2.2.4.5-m")
def march_in(s: State, t: Trace) -> State:
    """The attackers have come: what they went through is theirs, and on the fields they entered no aircraft stays."""
    s = s.then(*(task("overrun", battle.hex) for battle in s.battles))
    for unit in [unit for unit in s.pieces if unit.road]:
        s = _took(s.change(unit.id, road=()), t, unit, unit.road, WALKED)
    return s


def taken_back(s: State, units: Iterable[Unit], **marks: Any) -> State:
    """They never set out: each stands where it stood."""
    return s.put(*(u.but(place=u.start, start=None, origin=None, road=(), **marks) for u in units))


def stepped_back(s: State, units: Iterable[Unit]) -> State:
    """Exploiting units stay in the hex that they have taken."""
    return s.put(*(u.but(place=u.origin, origin=None) for u in units))


# -- leaving the map ---------------------------------------------------------------------------------------------
def off(s: State, unit: Unit, box: str, **marks: Any) -> State:
    """A counter leaves the map, and no mark of what it was doing goes with it."""
    blank = {"start": None, "origin": None, "road": (), "mission": None, "aiding": "", "gassed": False}
    return s.put(unit.but(place=None, box=box, patrol=False, fired="", **{**blank, **marks}))


# -- who holds a hex (2.2.4.5 i, m) ------------------------------------------------------------------------------
def possessed(s: State, t: Trace, hex: str, side: str, nation: str, phase: str, fought: Iterable[str] = ()) -> State:
    """A hex has a new holder: all that goes with it, whether nations have `fought` for it or it was walked into."""
    nation = nation_of(nation)
    loser = loser_of(s, hex, side, fought)
    s = s.but(control=s.control.put(hex, side), held=s.held.put(hex, nation))
    rule = "2.2.4.5-i" if phase == INITIAL else "2.2.4.5-m"
    t.say(rule, "captured", s, hex=Place(hex), who=Side(side))
    s = morale.taken(s, t, hex, nation, loser)
    if phase == COUNTER and hex in s.taken:
        s = morale.symbolic(s, t, hex, loser)
    s = _marked(s, hex, phase)
    s = _works(s, t, hex, side)
    if s.supply.get(hex):
        t.say("3.1-b", "supply-captured", s, hex=Place(hex), who=Side(side), n=s.supply[hex])
    return s


def _marked(s: State, hex: str, phase: str) -> State:
    """Captured; what a counter-attack has won back is so no more, what the Offensives Phase has marked stays so."""
    if phase == COUNTER:
        return s.but(captured=s.captured.drop(hex), taken=tuple(one for one in s.taken if one != hex))
    when = s.captured.get(hex, s.phase) if s.phase else phase
    return s.but(captured=s.captured.put(hex, when), taken=(*s.taken, hex) if phase == INITIAL else s.taken)


def nobodys(s: State, hex: str) -> State:
    """Where both sides were destroyed, if so read."""
    return s.but(control=s.control.drop(hex))


def loser_of(state: State, hex: str, side: str, fought: Iterable[str] = ()) -> str:
    """The nation of the other side that loses the hex.

    The one that took it last, else one whose counters lie there, one that has `fought` for it, its own nation; what
    lay behind the lines when play began was lost to those who stand nearest, and what was nobody's nobody loses.
    """
    counters = state.pieces.at(hex)
    known = (state.held.get(hex, ""), *(u.nation for u in counters), *sorted(fought), owner(state, hex))
    theirs = (nation_of(nation) for nation in known if nation and NATIONS[nation] != side)
    return next(theirs, "") or (_nearest(state, hex, side) if hex in state.control else "")


def _nearest(state: State, hex: str, side: str) -> str:
    others = ((u.place, u.nation) for u in state.pieces if u.side != side and u.nation and u.place in state.map)
    near = ((state.map.distance(place, hex), nation_of(nation)) for place, nation in others)
    return min(near, default=(0, ""))[1]


def _works(s: State, t: Trace, hex: str, side: str) -> State:
    """A captured trench loses a point; a fortress does not."""
    for work in s.works_at(hex, foe(side)):
        if work.kind == TRENCH:
            left = work.strength - 1
            mine = work.but(side=side, strength=left)
            s = s.put(mine) if left else off(s, mine, GONE)
            t.say("4.6.2-d", "trench-captured", s, unit=U(work.id), n=left)
        elif s.law.reads("captured-fort", "usable"):
            s = s.put(work.but(side=side))
            reading = s.law.read("captured-fort")
            t.say("4.6.1-c", "fort-captured", s, unit=U(work.id), n=work.strength, reading=reading)
        else:
            t.say("4.6.1-c", "fort-useless", s, unit=U(work.id), reading=s.law.read("captured-fort"))
    return s
