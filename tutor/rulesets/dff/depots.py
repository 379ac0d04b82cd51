"""2.2.2, 3.5, 4.4.1-d: the Supply Phase: HQs and supply move, on foot, along rivers, by rail."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tutor.engine.ask import BACK, DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, places
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.space.paths import Reach
from tutor.engine.trace import Trace
from tutor.rulesets.dff.answers import at_will, unforced
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import Told, come
from tutor.rulesets.dff.movement import along_river, objections_to_setting_out, potential, walk
from tutor.rulesets.dff.rails import objections_to_detraining, objections_to_entraining, on_rails, ride
from tutor.rulesets.dff.sequence import germany_begins
from tutor.rulesets.dff.state import ALLIES, CENTRAL, SIDES, SUPPLY, State, Unit


# -- the phase (2.2.2-a) ---------------------------------------------------------------------------------------
@step("supply-order", "2.2.2-a")
def supply_order(s: State, t: Trace) -> Steps[State]:
    """A roll says which alliance begins."""
    s = s.but(supplying=True)
    if germany_begins(s):
        t.say("1.2.1-c", "supplies-first", s, who=Side(CENTRAL))
        return s.but(supplies_first=CENTRAL)
    reading = s.law.read("supply-order-roll")
    ours = yield from roll(Die("2.2.2-a", ALLIES, "supply-die", 10))
    if s.law.reads("supply-order-roll", "one-die"):
        first = ALLIES if ours <= 5 else CENTRAL
    else:
        theirs = yield from roll(Die("2.2.2-a", CENTRAL, "supply-die", 10))
        if ours == theirs:
            t.say("2.2.2-a", "supply-tied", s, n=ours)
            return s.then(task("supply-order"))
        first = ALLIES if ours > theirs else CENTRAL
    t.say("2.2.2-a", "supplies-first", s, who=Side(first), reading=reading)
    return s.but(supplies_first=first)


# -- HQs (2.2.2-c, 4.4.1-d) --------------------------------------------------------------------------------------
@step("shift-hqs", "2.2.2-c")
def shift_hqs(s: State, t: Trace, side: str) -> Steps[State]:
    """HQ after HQ; one that has moved may still be activated (3.3-f)."""
    ask = Ask(
        s,
        "2.2.2-c",
        side,
        "shift-hq",
        ("unit",),
        lambda id: objections_to_shifting_hq(s, side, id),
        to_end=unforced("2.2.2-c"),
    )
    id = yield from choose(ask)
    if id == DONE:
        return s
    return s.but(chosen=id).then(task("shift-hq-to", side), task("shift-hqs", side))


def objections_to_shifting_hq(state: State, side: str, id: str) -> Checks:
    """Whether an HQ may move in the Supply Phase."""
    unit = state.pieces[id]
    if unit.side != side or unit.place is None:
        yield objection("2.2.2-a", "not-of-the-side", unit=U(id), who=Side(side))
    elif not unit.hq:
        yield objection("2.2.2-c", "only-hqs-and-supply", unit=U(id))
    else:
        yield from objections_to_setting_out(state, unit)
        if unit.moved:
            yield objection("4.4.1-d", "hq-moved-already", hq=U(id), reading=state.law.read("hq-two-moves"))
        else:
            yield held("2.2.2-c", "hq-may-shift", hq=U(id))


@step("shift-hq-to", "4.4.1-d", under="shift-hqs")
def shift_hq_to(s: State, t: Trace, side: str) -> Steps[State]:
    """As far as the potential of the map, or by rail."""
    hq = s.pieces[s.chosen]
    ask = Ask(
        s,
        "4.4.1-d",
        side,
        "shift-hq-to",
        ("place",),
        lambda hex: objections_to_shifting_to(s, hq, hex),
        back=True,
        facts={"hq": U(hq.id)},
    )
    hex = yield from choose(ask)
    s = s.but(chosen="")
    if hex == BACK:
        return s
    port = hq.place or ""
    alone = len(s.hqs_at(port, side)) == 1
    carried = s.supply.get(port, 0) - s.shifted.get(port, 0) if alone and _carries(s) else 0
    walk_ = on_the_road(s, hq)
    road = [node for node in walk_.path(hex) if node not in (port, hex)] if hex in walk_ else []
    facts = {"hq": U(hq.id), "hex": Place(hex), "n": carried, "reading": s.law.read("hq-carries-supply")}
    s = come(s, t, hq, hex, Told("4.4.1-d", "hq-shifted", facts), road, moved=True)
    return _moved(s, port, hex, carried) if carried else s


def _carries(state: State) -> bool:
    return not state.law.reads("hq-carries-supply", "never")


def _moved(s: State, origin: str, hex: str, n: int) -> State:
    """Points have moved, and do not move again in this phase."""
    s = s.with_stock(origin, s.supply.get(origin, 0) - n).with_stock(hex, s.supply.get(hex, 0) + n)
    return s.but(shifted=s.shifted.put(hex, s.shifted.get(hex, 0) + n))


# -- supply (3.5) ------------------------------------------------------------------------------------------------
@step("shift-supply", "3.5-a")
def shift_supply(s: State, t: Trace, side: str) -> Steps[State]:
    """Stack after stack, or a part of it."""
    ask = Ask(
        s,
        "3.5-a",
        side,
        "shift-from",
        ("place",),
        lambda hex: objections_to_shifting_from(s, side, hex),
        to_end=unforced("3.5-a"),
    )
    hex = yield from choose(ask)
    if hex == DONE:
        return s
    return s.then(task("shift-points", side, hex), task("shift-supply", side))


def objections_to_shifting_from(state: State, side: str, hex: str) -> Checks:
    """Whether supply of a side lies here that has not moved yet."""
    if not state.supply.get(hex):
        yield objection("3.1-a", "no-supply-here", hex=Place(hex))
    elif owner_of(state, hex) != side:
        yield objection("3.1-b", "supply-not-ours", hex=Place(hex), who=Side(side))
    elif fresh_points(state, hex) <= 0:
        yield objection("3.5-a", "supply-has-moved", hex=Place(hex), n=state.shifted.get(hex, 0))
    else:
        yield held("3.5-a", "supply-to-shift", hex=Place(hex), n=fresh_points(state, hex))


def owner_of(state: State, hex: str) -> str | None:
    """Supply belongs to the alliance that owns the ground (3.1-b)."""
    return next((side for side in SIDES if state.ground_at(hex, side)), None) or state.control.get(hex)


def fresh_points(state: State, hex: str) -> int:
    return state.supply.get(hex, 0) - state.shifted.get(hex, 0)


@step("shift-points", "3.1-a", under="shift-supply")
def shift_points(s: State, t: Trace, side: str, hex: str) -> Steps[State]:
    """How many of the points go together."""
    most = fresh_points(s, hex)
    ask = Ask(
        s,
        "3.1-a",
        side,
        "shift-points",
        ("number",),
        at_will("3.1-a"),
        options=tuple(range(1, most + 1)),
        back=True,
        facts={"hex": Place(hex)},
    )
    n = yield from choose(ask)
    return s if n == BACK else s.then(task("shift-to", side, hex, n))


@step("shift-to", "3.5-a", under="shift-supply")
def shift_to(s: State, t: Trace, side: str, origin: str, n: int) -> Steps[State]:
    mover = load(side, origin)
    ask = Ask(
        s,
        "3.5-a",
        side,
        "shift-to",
        ("place",),
        lambda hex: objections_to_shifting_to(s, mover, hex),
        back=True,
        facts={"hex": Place(origin), "n": n},
    )
    hex = yield from choose(ask)
    if hex == BACK:
        return s
    s = _moved(s, origin, hex, n)
    t.say("3.5-a", "supply-shifted", s, origin=Place(origin), hex=Place(hex), n=n)
    if s.hqs_at(hex, side):
        t.say("3.3-a", "depot-filled", s, hex=Place(hex), n=s.supply[hex])
    return s


def load(side: str, hex: str) -> Unit:
    """Supply on its way: it moves like a ground unit and is none."""
    return Unit("", side, "", SUPPLY, hex)


# -- where to ----------------------------------------------------------------------------------------------------
@by_identity(64)
def on_the_road(state: State, mover: Unit) -> Reach[str]:
    """How far an HQ or supply comes on the ground."""
    return walk(state, mover, mover.place or "", potential(state, mover))


def objections_to_shifting_to(state: State, mover: Unit, hex: str) -> Checks:
    """On the ground, or by rail: one of the two must be open. Where no track begins, trains are not spoken of."""
    origin = mover.place or ""
    if hex == origin:
        yield objection("3.5-a", "stays-where-it-is", hex=Place(hex))
        return
    road = on_the_road(state, mover)
    by_road = hex in road
    if by_road or state.law.allows(_by_rail(state, mover, hex)):
        yield held("3.5-a" if by_road else "2.2.2-b", "road-open" if by_road else "rails-open", hex=Place(hex))
        if by_road and mover.kind == SUPPLY:
            yield from _by_river(state, road.path(hex))
        if state.hqs_at(hex, mover.side):
            yield held("3.3-d", "depot-without-limit", hex=Place(hex), n=state.supply.get(hex, 0))
        return
    cut = road.why_not(hex)
    yield from cut.checks if cut is not None and cut.checks else (_no_road(hex),)
    if on_rails(state, origin):
        yield from state.law.objections(_by_rail(state, mover, hex))


def _by_river(state: State, way: Sequence[str]) -> Checks:
    """3.5-b: of the way, what goes along a river costs half."""
    if hexes := [b for a, b in pairwise(way) if along_river(state.map, a, b)]:
        yield held("3.5-b", "along-river", hexes=places(hexes))


def _no_road(hex: str) -> Check:
    return objection("3.5-a", "no-road-there", hex=Place(hex))


def _by_rail(state: State, mover: Unit, hex: str) -> Checks:
    """2.2.2-b: the train, under the same conditions as for units."""
    yield from objections_to_entraining(state, mover)
    line = ride(state, mover, mover.place or "")
    cut = line.why_not(hex)
    if cut is not None:
        yield from cut.checks or (objection("2.2.2-b", "no-track-there", hex=Place(hex)),)
    yield from objections_to_detraining(state, mover, hex)
