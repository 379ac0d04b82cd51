"""7.0 Production: building points spent on units, cards, trenches and promotions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from tutor.engine.ask import BACK, DONE, Ask, choose, nothing
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Term, Unit
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import gone
from tutor.rulesets.tlm.arrivals import objections_to_placing, placed, room_for
from tutor.rulesets.tlm.deck import delivered, objections_to_ordering
from tutor.rulesets.tlm.faults import objections_to_date, objections_to_owner
from tutor.rulesets.tlm.joining import objections_to_transferring, transferred, which_transfers
from tutor.rulesets.tlm.sequence import SEQUENCE, at_any_event
from tutor.rulesets.tlm.state import ENTENTE, GE, RESERVE, Piece, State, Step, foe, steps
from tutor.rulesets.tlm.supplied import counter_for, fresh, in_reserve, is_pattern
from tutor.rulesets.tlm.supply import in_supply

UNIT, CARDS, TRENCH, PROMOTION, TRANSFER = "new-unit", "cards", "trench", "promotion", "transfer"
FORTIFY, TAKE_UP = "fortify", "take-up"
SPENDING = (UNIT, CARDS, TRENCH, FORTIFY, PROMOTION, TRANSFER, TAKE_UP)
TRENCHES_PER_POINT = 4
AUTUMN_1914 = 2
_ROWS = {
    "army": "1 empty army",
    "infantry": "1 infantry",
    "cavalry": "1 cavalry",
    "artillery": "1 artillery",
    "biplane": "1 biplane",
    "siege-gun": "1 siege gun",
    "paris-gun": "1 Paris Gun",
    "tank": "1 tank unit",
    "stosstruppen": "1 Stoßtruppen unit",
    "commonwealth": "rebuild 1 Commonwealth infantry",
    CARDS: "1 card",
    TRENCH: "entrench 4 units",
    FORTIFY: "fortify 1 entrenched army",
    PROMOTION: "promote infantry to Stoßtruppen",
}
_DEAR = ("tank", "stosstruppen", "commonwealth")


# -- points --------------------------------------------------------------------------------------------------------
def price(state: State, what: str) -> Ledger:
    """What a purchase costs in building points."""
    return state.law.ledger("7.6.b" if what in _DEAR else "7.6.a", "price", _price(state, what))


def _price(state: State, what: str) -> Lines:
    cell = state.law.table("building-costs").at(_ROWS[what], "BP")
    yield plus("7.6.b" if what in _DEAR else "7.6.a", "price-of", int(cell.value), type=Term(what), cell=cell)


def left(state: State, side: str) -> int:
    """The points that a side has not spent."""
    return state.points.get(side, 0)


def bought(state: State, side: str, what: str) -> State:
    """Paid for and noted."""
    points = state.points.put(side, left(state, side) - int(price(state, what).total))
    new: State = state.but(points=points, spent=(*state.spent, (side, what)))
    return new


@steps.step("building-points", "2.0-V.2")
def building_points(s: State, t: Trace) -> State:
    """What the table gives each side to spend."""
    table = s.law.table("building-points")
    for side in (GE, ENTENTE):
        cell = table.at(s.turn, side)
        s = s.but(points=s.points.put(side, int(cell.value)))
        t.say("2.0-V.2", "points-given", s, who=Side(side), cell=cell)
    t.say("7.0", "both-spend", s, reading=s.law.read("spending-together"))
    return s


# -- on what -------------------------------------------------------------------------------------------------------
def objections_to_spending(state: State, side: str, what: str) -> Checks:
    """Whether a side may do this now."""
    dug = state.spent.count((side, TRENCH))
    if what == TRANSFER:
        yield held("8.1.c", "transfers-free", who=Side(side))
    elif what == TAKE_UP:
        yield from _looking(state, side)
    elif not left(state, side):
        yield objection("7.0", "no-points-left", who=Side(side))
    if what == CARDS and not state.deck:
        yield objection("7.1.a", "no-pile", who=Side(side))
    if what == TRENCH and state.turn <= AUTUMN_1914 and dug:
        yield objection("7.4.b", "one-point-of-trenches", who=Side(side))
    if what == FORTIFY and state.law.reads("option-fortification", "not-used"):
        yield objection("7.6.a", "fortification-not-used", reading=state.law.read("option-fortification"))
    if what == PROMOTION and side != GE:
        yield objection("8.2.2.n", "promotes-not", who=Side(side))
    once = state.law.reads("promotion-limit", "one")
    if what == PROMOTION and once and (side, PROMOTION) in state.spent:
        yield objection("7.5", "one-promotion", reading=state.law.read("promotion-limit"))
    if left(state, side) or what == TRANSFER:
        yield from _in_vain(state, side, what)


def _in_vain(state: State, side: str, what: str) -> Checks:
    """A purchase that leaves nothing to choose is none: no number of cards, no unit; and what each unit lacks."""
    if what == CARDS and state.deck:
        yield from state.law.objections(objections_to_ordering(state, side, 1))
    match what:
        case "new-unit":
            yield from _nobody(state, side, "7.2", "nothing-to-build", objections_to_building, on_map=False)
        case "trench":
            yield from _nobody(state, side, "7.4.a", "nobody-to-entrench", objections_to_entrenching)
        case "fortify":
            yield from _nobody(state, side, "7.6.a", "nobody-to-fortify", objections_to_fortifying)
        case "transfer":
            yield from _nobody(state, side, "8.1.c", "nobody-to-transfer", objections_to_transferring)
        case "promotion":
            yield from _nobody(
                state, side, "7.5", "nobody-to-promote", lambda s, _, unit: objections_to_promoting(s, unit)
            )


Asked: TypeAlias = Callable[[State, str, str], Checks]


def _nobody(state: State, side: str, rule: str, kind: str, asked: Asked, on_map: bool = True) -> Checks:
    """Every unit of a side is refused: that, and every reason once."""
    if any(state.law.allows(asked(state, side, piece.id)) for piece in state.pieces.of(side)):
        return
    yield objection(rule, kind, who=Side(side))
    found: dict[tuple[str, str], Check] = {}
    for piece in state.pieces.of(side):
        if piece.on_map == on_map and piece.kind != "fort":
            for check in state.law.objections(asked(state, side, piece.id)):
                found.setdefault((check.rule, check.kind), check)
    yield from found.values()


def _looking(state: State, side: str) -> Checks:
    """7.1.b: the cards bought may be looked at when all is spent; by whom buys unseen, when both have shown."""
    if state.aside is not None:
        yield objection("7.1.b", "cards-seen-when-shown", who=Side(side), reading=state.law.read("spending-together"))
        return
    if not state.ordered.get(side, 0):
        yield objection("7.1.b", "no-cards-bought", who=Side(side))
    check = objection if left(state, side) else held
    yield check("7.1.b", "cards-seen-when-spent", who=Side(side), left=left(state, side))


@steps.step("spend", "7.0")
def spend(s: State, t: Trace, side: str) -> Step:
    """Purchase by purchase; what is left over is lost."""
    what = yield from choose(
        Ask(
            s,
            "7.0",
            side,
            "spend",
            ("option",),
            lambda what: objections_to_spending(s, side, what),
            options=SPENDING,
            to_end=nothing,
            facts={"left": left(s, side)},
        )
    )
    if what == TAKE_UP:
        return delivered(s.then(task("spend", side)), t, side)
    if what != DONE:
        return _and_go_on(s, task(what, side), side)
    if left(s, side):
        t.say("7.0", "points-lost", s, who=Side(side), n=left(s, side))
    s = s.but(points=s.points.put(side, 0))
    return delivered(s, t, side) if s.aside is None else s


def _and_go_on(s: State, purchase: Task, side: str) -> State:
    """This purchase, then the same side again; or the other, if it still spends (reading `spending-together`)."""
    other = task("spend", foe(side))
    if other in s.agenda and s.law.reads("spending-together", "by-turns"):
        return s.but(agenda=tuple(one for one in s.agenda if one != other)).then(purchase, other, task("spend", side))
    return s.then(purchase, task("spend", side))


@steps.step("spend-openly", "7.0")
def spend_openly(s: State, t: Trace) -> State:
    """One after the other, or purchase by purchase."""
    return s.then(task("spend", GE), task("spend", ENTENTE), *at_any_event(s))


@SEQUENCE.join("spending")
def both_spent(before: State, t: Trace, made: Mapping[str, State]) -> State:
    """What each has bought unseen lies on the table."""
    s = before
    for side, own in made.items():
        bought_by = [what for who, what in own.spent if who == side]
        fallen = own.fallen[len(before.fallen) :]  # an army may fall a second time
        s = s.put(*own.pieces.of(side)).but(
            points=s.points.put(side, own.points[side]),
            ordered=s.ordered.put(side, own.ordered.get(side, 0)),
            spent=(*s.spent, *((side, what) for what in bought_by)),
            fallen=(*s.fallen, *fallen),
        )
        if bought_by:
            t.say("7.0", "spent-on", s, who=Side(side), bought=tuple(map(Term, bought_by)))
        else:
            t.say("7.0", "spent-nothing", s, who=Side(side))
    s = areas.settle(s, *s.map.places)
    return s.then(*at_any_event(s))


@steps.step("deliver", "7.1.b", under="spend")
def deliver(s: State, t: Trace, side: str) -> State:
    """The cards bought unseen are drawn."""
    return delivered(s, t, side)


# -- new units (7.2, 7.3) ------------------------------------------------------------------------------------------
def objections_to_building(state: State, side: str, unit: str) -> Checks:
    """Whether a side may build this unit."""
    piece = state.pieces[unit]
    if piece.kind == "fort":
        yield objection("8.4.d", "fort-gone-for-good", fort=Unit(unit))
    yield from objections_to_owner(piece, side)
    if piece.side != side:
        yield objection("1.2.1.b", "other-side-builds", unit=Unit(unit), who=Side(side))
        return
    if piece.kind == "fort" or not (in_reserve(piece) or is_pattern(state, piece)):
        yield objection("1.2.1.b", "no-counter-left", unit=Unit(unit), reading=state.law.read("counter-limit"))
        return
    if piece.kind == "army":
        yield from _rebuilding(state, piece)
    yield from objections_to_date(state, piece)
    cost = price(state, piece.kind)
    if cost.total > left(state, side):
        yield objection(cost.rule, "too-expensive", unit=Unit(unit), cost=cost, left=left(state, side))
    if not room_for(*counter_for(state, unit), True):
        rule = "7.3.b" if piece.kind == "army" else "7.2"
        yield objection(rule, "no-room-for", unit=Unit(unit))


def _rebuilding(state: State, army: Piece) -> Checks:
    """7.3.a: armies come as reinforcements; only eliminated ones are built (reading `army-from-reserve`)."""
    if army.id in state.fallen:
        yield held("7.3.a", "army-rebuilt", army=Unit(army.id))
    elif state.law.reads("army-from-reserve", "eliminated-only"):
        reading = state.law.read("army-from-reserve")
        yield objection("7.3.a", "army-not-eliminated", army=Unit(army.id), reading=reading)


@steps.step("new-unit", "7.2", under="spend")
def new_unit(s: State, t: Trace, side: str) -> Step:
    """Which unit is built."""
    unit = yield from choose(
        Ask(
            s,
            "7.2",
            side,
            "build",
            ("unit",),
            lambda unit: objections_to_building(s, side, unit),
            back=True,
            facts={"left": left(s, side)},
        )
    )
    return s if unit == BACK else s.then(task("build-at", unit))


@steps.step("build-at", "7.2", under="spend")
def build_at(s: State, t: Trace, unit: str) -> Step:
    """Where it is put."""
    side = s.pieces[unit].side
    ready, counter = counter_for(s, unit)
    place = yield from choose(
        Ask(
            s,
            "7.2",
            side,
            "build-at",
            ("place",),
            lambda place: objections_to_placing(ready, counter, place, True),
            back=True,
            facts={"unit": Unit(unit)},
        )
    )
    if place == BACK:
        return s.then(task("new-unit", side))
    s = placed(bought(ready, side, s.pieces[unit].kind), counter, place)
    t.say("7.2", "built", s, unit=Unit(counter), area=Place(place), n=left(s, side))
    if s.pieces[counter].kind == "army":
        t.say("8.1.i", "rebuilt-empty", s, army=Unit(counter))
    return s


# -- trenches (7.4) ------------------------------------------------------------------------------------------------
def objections_to_entrenching(state: State, side: str, unit: str) -> Checks:
    """Whether a unit may be flipped to its entrenched side."""
    piece = state.pieces[unit]
    if piece.side != side or not piece.on_map:
        yield objection("7.4.a", "not-his-on-the-map", unit=Unit(unit), who=Side(side))
        return
    cannot = state.law.in_force(_undiggable(piece))
    yield from cannot
    if cannot:
        return
    if in_supply(state, unit):
        yield held("6.4", "digs-in", unit=Unit(unit))
    elif state.law.reads("entrench-unsupplied", "allowed"):
        yield held("6.5.f", "digs-in-unsupplied", unit=Unit(unit), reading=state.law.read("entrench-unsupplied"))
    else:
        yield objection("6.4", "digs-not-unsupplied", unit=Unit(unit), reading=state.law.read("entrench-unsupplied"))


def _undiggable(piece: Piece) -> Checks:
    """What bars a piece from a trench wherever it stands."""
    if piece.army is not None:
        yield objection("8.1.j", "entrenched-with-its-army", unit=Unit(piece.id), army=Unit(piece.army))
    if piece.entrenched:
        yield objection("7.4.a", "entrenched-already", unit=Unit(piece.id))
    if piece.kind == "stosstruppen":
        yield objection("8.2.2.c", "never-entrenches", unit=Unit(piece.id))
    elif piece.kind != "army" and not piece.infantry_type:
        yield objection("6.4", "never-entrenches", unit=Unit(piece.id))


@steps.step("trench", "7.4.a", under="spend")
def trench(s: State, t: Trace, side: str, dug: int = 0) -> Step:
    """Up to four units for a point, paid with the first."""
    if dug == TRENCHES_PER_POINT:
        return s
    unit = yield from choose(
        Ask(
            s,
            "7.4.a",
            side,
            "entrench",
            ("unit",),
            lambda unit: objections_to_entrenching(s, side, unit),
            to_end=nothing,
            facts={"left": TRENCHES_PER_POINT - dug},
        )
    )
    if unit == DONE:
        return s
    s = s if dug else bought(s, side, TRENCH)
    s = s.put(s.pieces[unit].but(entrenched=True))
    t.say("7.4.a", "entrenched", s, unit=Unit(unit))
    return s.then(task("trench", side, dug + 1))


# -- fortifying, an option (7.6.a; its step is in `fortifying`) --------------------------------------------------------
def objections_to_fortifying(state: State, side: str, unit: str) -> Checks:
    """Whether this may become a fortified army: it is an army, and entrenched."""
    piece = state.pieces[unit]
    if piece.side != side or not piece.on_map:
        yield objection("7.6.a", "not-his-on-the-map", unit=Unit(unit), who=Side(side))
    elif piece.kind != "army":
        yield objection("7.6.a", "only-armies-fortify", unit=Unit(unit))
    elif piece.fortified:
        yield objection("7.6.a", "fortified-already", army=Unit(unit))
    else:
        check = held if piece.entrenched else objection
        yield check("7.6.a", "fortifies-a-trench", army=Unit(unit), reading=state.law.read("option-fortification"))


# -- promotion (7.5), transfers (8.1.c) ----------------------------------------------------------------------------
def objections_to_promoting(state: State, unit: str) -> Checks:
    """Whether an infantry may become Stoßtruppen."""
    piece = state.pieces[unit]
    if piece.nation != "GE" or piece.kind != "infantry" or not piece.on_map:
        yield objection("7.5", "promotes-only-infantry", unit=Unit(unit))
    spare = next(_spare(state), None)
    if spare is None:
        yield objection("1.2.1.b", "no-stosstruppen-left", reading=state.law.read("counter-limit"))
    else:
        late = state.law.first_objection(objections_to_date(state, spare))
        yield from (late,) if late else ()


def _spare(state: State) -> Iterator[Piece]:
    yield from (p for p in state.pieces.at(None) if p.kind == "stosstruppen" and p.box == RESERVE)
    if state.law.reads("counter-limit", "no-limit"):
        yield fresh(state, "GE", "stosstruppen")


@steps.step("promotion", "7.5", under="spend")
def promotion(s: State, t: Trace, side: str) -> Step:
    """A Stoßtruppen counter takes the place of an infantry."""
    unit = yield from choose(
        Ask(s, "7.5", side, "promote", ("unit",), lambda unit: objections_to_promoting(s, unit), back=True)
    )
    if unit == BACK:
        return s
    left_behind, new = s.pieces[unit], next(_spare(s))
    s = bought(s, side, PROMOTION).put(
        new.but(place=left_behind.place, army=left_behind.army, box=""), gone(left_behind)
    )
    t.say("7.5", "promoted", s, unit=Unit(unit), new=Unit(new.id))
    return s


@steps.step("transfer", "8.1.c", under="spend")
def transfer(s: State, t: Trace, side: str) -> Step:
    """Units go in and out of armies where they stand."""
    unit = yield from choose(which_transfers(s, side, back=True))
    return s if unit == BACK else transferred(s, t, unit)
