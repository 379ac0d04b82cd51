"""2.2.5: the Movement Phase, step by step: who, by what means, and where to."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held
from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.run import Task, task
from tutor.engine.space.paths import place_of
from tutor.engine.trace import Trace
from tutor.rulesets.dff import stacking
from tutor.rulesets.dff.answers import unforced
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import Told, come
from tutor.rulesets.dff.goings import RULES, by
from tutor.rulesets.dff.losses import struck
from tutor.rulesets.dff.marching import FORCED, MARCH, MEANS, RAIL, SEA, may_move_on, objections_to_moving_on
from tutor.rulesets.dff.sea import fare, paying
from tutor.rulesets.dff.sequence import initiative_first
from tutor.rulesets.dff.state import Bill, State, Unit
from tutor.rulesets.dff.supply import drawn


@step("movement-begins", "2.2.5-a")
def movement_begins(s: State, t: Trace) -> State:
    """The holder of the initiative of the Offensives Phase moves first."""
    first = initiative_first(s)[0]
    t.say("2.2.5-a", "moves-first", s, who=Side(first))
    return s.but(moving=True, active=first)


@step("side-moves", "2.2.5-a", under="movement-begins")
def side_moves(s: State, t: Trace, side: str) -> State:
    return s.then(task("move-units", side), active=side)


# -- who -----------------------------------------------------------------------------------------------------------
@step("move-units", "2.2.5-a")
def move_units(s: State, t: Trace, side: str) -> Steps[State]:
    """Unit after unit, each once."""
    ask = Ask(
        s,
        "2.2.5-a",
        side,
        "walk",
        ("unit",),
        lambda id: objections_to_moving_on(s, side, id),
        to_end=lambda: objections_to_ending_phase(s, side),
    )
    id = yield from choose(ask)
    if id == DONE:
        return s
    return s.but(chosen=id).then(task("by-what", side), task("move-units", side))


def objections_to_ending_phase(state: State, side: str) -> Checks:
    """No hex stays too full as long as somebody there can leave it."""
    for check in state.law.in_force(stacking.violations(state)):
        there = [state.pieces[unit.id] for unit in check.facts["units"]]
        movers = [unit for unit in there if unit.side == side and may_move_on(state, side, unit.id)]
        if any(by(state, unit, means).places for unit in movers for means in MEANS):
            yield check
    yield from unforced("2.2.5-a")()


# -- by what means, and where to -------------------------------------------------------------------------------------
@step("by-what", "2.2.5-b", under="move-units")
def by_what(s: State, t: Trace, side: str) -> Steps[State]:
    """On foot, by forced march, by rail or by sea."""
    unit = s.pieces[s.chosen]
    ask = Ask(
        s,
        "2.2.5-b",
        side,
        "means",
        ("option",),
        lambda means: objections_to_means(s, unit, means),
        options=MEANS,
        back=True,
        facts={"unit": U(unit.id)},
    )
    means = yield from choose(ask)
    if means == BACK:
        return s.but(chosen="")
    return s.then(task("go-to", side, means))


def objections_to_means(state: State, unit: Unit, means: str) -> Checks:
    """What shuts a means to a unit; if nothing does, it may set out."""
    closed = by(state, unit, means).closed
    yield from closed
    if not closed:
        yield held(RULES[means], "means-open", unit=U(unit.id))


@step("go-to", "2.2.5-b", under="move-units")
def go_to(s: State, t: Trace, side: str, means: str) -> Steps[State]:
    unit = s.pieces[s.chosen]
    going = by(s, unit, means)
    ask = Ask(
        s,
        RULES[means],
        side,
        "go-to",
        ("place",),
        lambda hex: iter(going.verdict(hex).checks),
        back=True,
        facts={"unit": U(unit.id)},
        goes=(means,),
    )
    hex = yield from choose(ask)
    s = s.but(chosen="")
    if hex == BACK:
        return s
    if means in (MARCH, FORCED):
        return _walked(s, t, unit, hex, means)
    if means == RAIL:
        return _arrived(s, t, unit, hex, means)
    return _sailed(s, t, unit, hex)


def _arrived(s: State, t: Trace, unit: Unit, hex: str, means: str, road: Sequence[str] = ()) -> State:
    """Empty enemy hexes on the way, and the shore landed on, are its side's now."""
    facts = {"unit": U(unit.id), "hex": Place(hex), "origin": Place(unit.place or "")}
    return come(_with_depot(s, unit, hex), t, unit, hex, Told(RULES[means], _TOLD[means], facts), road, travelled=True)


def _with_depot(s: State, hq: Unit, hex: str) -> State:
    """Another reading lets an HQ take its depot along in this phase too."""
    here = hq.place or ""
    if not hq.hq or len(s.hqs_at(here, hq.side)) > 1 or not s.law.reads("hq-carries-supply", "always"):
        return s
    return s.with_stock(here, 0).with_stock(hex, s.supply.get(hex, 0) + s.supply.get(here, 0))


_TOLD = {MARCH: "moves", FORCED: "marches-hard", RAIL: "rides", SEA: "sails-to"}


def _walked(s: State, t: Trace, unit: Unit, hex: str, means: str) -> State:
    """A forced march costs a point."""
    way = [place_of(node) for node in by(s, unit, means).way(hex)]
    s = _arrived(s, t, unit, hex, means, [node for node in way if node not in (unit.place, hex)])
    return struck(s, t, unit.id, "2.2.5.1") if means == FORCED else s


def _sailed(s: State, t: Trace, unit: Unit, hex: str) -> State:
    """The passage is paid, then the unit goes ashore."""
    cost, hqs = fare(s, unit, hex), paying(s, unit, hex)
    s = s.but(sailed=s.sailed.put(unit.side, s.sailed.get(unit.side, 0) + 1))
    after: tuple[Task, ...] = (task("ashore", unit.id, hex),)
    s = s.then(*after)
    return drawn(s, t, Bill(unit.side, hex, int(cost), hqs, "2.2.5.2-a"), cost) if cost.total else s


@step("ashore", "2.2.5.2-a", under="move-units")
def ashore(s: State, t: Trace, id: str, hex: str) -> State:
    """The unit stands on the other shore."""
    return _arrived(s, t, s.pieces[id], hex, SEA)
