"""2.0-I Reinforcements, and where any new unit may be put (4.6.a, 6.5.e, 7.2, 7.3, 8.2.3)."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, choose, nothing
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, Unit, units
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import gone, objections_to_arriving, without_lonely
from tutor.rulesets.tlm.joining import and_join, objections_to_transferring, transferred, which_transfers
from tutor.rulesets.tlm.sequence import at_any_event
from tutor.rulesets.tlm.sources import ENGLAND
from tutor.rulesets.tlm.state import ENTENTE, GE, RESERVE, Piece, Promise, State, Step, steps
from tutor.rulesets.tlm.supply import objections_to_receiving

_HOMES = {"GE": "home-GE", "FR": "home-FR", "UK": "home-UK", "BE": "home-BE", "US": "home-FR"}
COMMONWEALTH_ENTERS = (6, 12)
STORM_OF_1918 = Promise(16, "GE", "stosstruppen", 10)  # where the table of reinforcements is not in use


# -- where ---------------------------------------------------------------------------------------------------------
def objections_to_placing(state: State, unit: str, place: str, rebuilt: bool) -> Checks:
    """Whether a new unit may be put in an area."""
    piece = state.pieces[unit]
    if piece.nation == "UK":
        yield from _england(state, piece, place, rebuilt)
    elif place == ENGLAND:
        yield objection("4.6.b", "uk-only", unit=Unit(unit))
    if rebuilt and piece.kind == "army":
        yield from _home(state, piece, place)
    if areas.EAST in state.map.area(place).flags:
        check = held if state.law.reads("eft-arrivals", "as-any-area") else objection
        yield check("2.0-V.4.a", "eft-moved-only", unit=Unit(unit), reading=state.law.read("eft-arrivals"))
    yield from objections_to_receiving(state, piece.side, place)
    yield from objections_to_arriving(state, piece, place)


def _england(state: State, piece: Piece, place: str, rebuilt: bool) -> Checks:
    """4.6.a: UK armies and all that is rebuilt appear in England; other arrivals as the reading says."""
    must = rebuilt or piece.kind == "army"
    if not must and state.law.reads("uk-arrivals", "any-supplied-area"):
        yield held("2.0-I.b", "arrives-in-france", unit=Unit(piece.id), reading=state.law.read("uk-arrivals"))
    elif place != ENGLAND:
        facts = {} if must else {"reading": state.law.read("uk-arrivals")}
        yield objection("4.6.a", "arrives-in-england", unit=Unit(piece.id), area=Place(place), **facts)
    else:
        yield held("4.6.a", "in-england", unit=Unit(piece.id))


def _home(state: State, piece: Piece, place: str) -> Checks:
    """7.3.b, 8.1.i: a rebuilt army needs a friendly area of its home nation."""
    facts = {"army": Unit(piece.id), "area": Place(place)}
    if _HOMES[piece.nation] not in state.map.area(place).flags:
        yield objection("7.3.b", "not-at-home", **facts)
    elif areas.area_state(state, place, piece.side) != areas.FRIENDLY:
        now = areas.area_state(state, place, piece.side)
        yield objection("8.1.i", "home-not-friendly", **facts, now=Term(now))
    elif piece.nation == "US":
        yield held("7.3.c", "at-home-in-france", **facts)
    else:
        yield held("7.3.b", "at-home", **facts)


def room_for(state: State, unit: str, rebuilt: bool) -> bool:
    """Whether a new unit can be put anywhere."""
    return any(state.law.allows(objections_to_placing(state, unit, place, rebuilt)) for place in state.map.places)


def placed(s: State, unit: str, place: str) -> State:
    """The unit stands there, and may go into an army (8.1.c)."""
    comes = [piece.but(place=place, box="", arrives=0) for piece in (s.pieces[unit], *s.inside(unit))]
    return and_join(areas.settle(s.put(*comes), place), unit)


# -- 2.0-I ---------------------------------------------------------------------------------------------------------
@steps.step("reinforcements", "2.0-I.a")
def reinforcements(s: State, t: Trace) -> State:
    """Each side places what arrives this turn."""
    s = called_up(s, t)
    due = {side: _waiting(s, side) for side in (GE, ENTENTE)}
    if any(due.values()):
        t.say("2.0-I.a", "arrivals-due", s, units=units(unit for waiting in due.values() for unit in waiting))
    every = s.law.reads("reorganising-on-arrival", "every-season")
    placing = [task("arrivals", side) for side in due]
    altering = [task("reorganise", side) for side, waiting in due.items() if waiting or every]
    return s.then(*placing, *altering, *at_any_event(s))


def called_up(s: State, t: Trace) -> State:
    """8.2.2.e: what the reserve owes this turn; infantry in the place of what it lacks, and the rest is lost."""
    for promise in s.promised:
        if promise.turn != s.turn:
            continue
        called = _keeping(s, promise)
        kept = promise.but(called=tuple(piece.id for piece in called))
        s = s.put(*(piece.but(box="", arrives=s.turn) for piece in called)).but(
            promised=tuple(kept if one == promise else one for one in s.promised)
        )
        t.say("8.2.2.e", "called-up", s, units=units(piece.id for piece in called))
        if len(called) < promise.n:
            t.say("1.2.1.b", "called-up-lacking", s, n=promise.n - len(called))
    return s


def _keeping(state: State, promise: Promise) -> list[Piece]:
    """The counters that keep a promise: those called already, or those that the reserve would give now."""
    if promise.called:
        return [state.pieces[id] for id in promise.called]
    ours = [p for p in state.pieces.at(None) if p.box == RESERVE and p.nation == promise.nation]
    kinds = dict.fromkeys((promise.kind, "infantry"))
    return [p for kind in kinds for p in ours if p.kind == kind][: promise.n]


def arrivals_of_1918(state: State) -> Ledger:
    """8.2.2.e: ten Stoßtruppen, or infantry in the place of those that are missing."""
    return state.law.ledger("8.2.2.e", "arrivals-1918", _arrivals_of_1918(state))


def _arrivals_of_1918(state: State) -> Lines:
    promise = next((one for one in state.promised if one.kind == "stosstruppen"), STORM_OF_1918)
    kinds = [piece.kind for piece in _keeping(state, promise)]
    storm, infantry = kinds.count("stosstruppen"), kinds.count("infantry")
    yield plus("8.2.2.e", "arriving", storm, type=Term("stosstruppen"))
    if storm < promise.n:
        yield plus("8.2.2.e", "arriving-instead", infantry, type=Term("infantry"))
    if len(kinds) < promise.n:
        yield plus("1.2.1.b", "arriving-lost", 0, n=promise.n - len(kinds))


def _waiting(state: State, side: str) -> list[str]:
    """What comes in this turn, and what found no room in an earlier one; an army with what it holds."""
    return [p.id for p in state.pieces.at(None) if _waits(state, side, p)]


def _waits(state: State, side: str, piece: Piece) -> bool:
    return piece.side == side and piece.place is None and piece.army is None and 0 < piece.arrives <= state.turn


def objections_to_arrival(state: State, side: str, unit: str) -> Checks:
    """Whether this unit arrives now."""
    piece = state.pieces[unit]
    if not _waits(state, piece.side, piece):
        yield objection("2.0-I.a", "not-due", unit=Unit(unit))
    elif piece.side != side:
        yield objection("2.0-I.a", "placed-by-its-side", unit=Unit(unit), who=Side(side))
    elif substitutes(state, unit):
        yield held("8.2.3.b", "takes-a-place", unit=Unit(unit))
    elif not room_for(state, unit, False):
        yield objection("2.0-I.b", "no-room-for", unit=Unit(unit))
    elif state.pieces[unit].kind == "commonwealth":
        yield held("8.2.3.c", "as-any-infantry", unit=Unit(unit))


def substitutes(state: State, unit: str) -> bool:
    """8.2.3.b: Canadians and ANZAC enter in the place of a UK infantry on the map."""
    return state.pieces[unit].kind == "commonwealth" and state.turn in COMMONWEALTH_ENTERS


def objections_to_no_arrivals(state: State, side: str) -> Checks:
    """Reinforcements are placed, all for which there is room."""
    able = [unit for unit in _waiting(state, side) if state.law.allows(objections_to_arrival(state, side, unit))]
    if able:
        yield objection("2.0-I.b", "still-to-place", units=units(able))


@steps.step("arrivals", "2.0-I.b", under="reinforcements")
def arrivals(s: State, t: Trace, side: str) -> Step:
    """The side's reinforcements, one by one."""
    if not _waiting(s, side):
        return s
    unit = yield from choose(
        Ask(
            s,
            "2.0-I.b",
            side,
            "arrive",
            ("unit",),
            lambda unit: objections_to_arrival(s, side, unit),
            to_end=lambda: objections_to_no_arrivals(s, side),
        )
    )
    if unit == DONE:
        return _kept_back(s, t, side)
    where = "substitute" if substitutes(s, unit) else "arrive-at"
    return s.then(task(where, unit), task("arrivals", side))


def _kept_back(s: State, t: Trace, side: str) -> State:
    """What found no room waits for the next turn, or goes to the reserve (reading `reinforcement-without-room`)."""
    waiting = [s.pieces[unit] for unit in _waiting(s, side)]
    if s.law.reads("reinforcement-without-room", "reserve"):
        s = s.put(*(piece.but(box=RESERVE, arrives=0) for piece in waiting))
    reading = s.law.read("reinforcement-without-room")
    t.say("2.0-I.b", "kept-back", s, units=units(p.id for p in waiting), reading=reading)
    return s


@steps.step("arrive-at", "2.0-I.b", under="reinforcements")
def arrive_at(s: State, t: Trace, unit: str) -> Step:
    """The area where the reinforcement appears."""
    place = yield from choose(
        Ask(
            s,
            "2.0-I.b",
            s.pieces[unit].side,
            "arrive-at",
            ("place",),
            lambda place: objections_to_placing(s, unit, place, False),
            back=True,
            facts={"unit": Unit(unit)},
        )
    )
    if place == BACK:
        return s
    s = placed(s, unit, place)
    t.say("2.0-I.b", "arrived", s, unit=Unit(unit), area=Place(place))
    return without_lonely(s, t, place)


@steps.step("reorganise", "8.1.c", under="reinforcements")
def reorganise(s: State, t: Trace, side: str) -> Step:
    """What armies hold may be altered in this phase, too (reading `reorganising-on-arrival`)."""
    ours = [piece.id for piece in s.pieces.of(side) if piece.on_map]
    if not any(s.law.allows(objections_to_transferring(s, side, unit)) for unit in ours):
        return s
    unit = yield from choose(which_transfers(s, side, to_end=nothing, among=lambda: ours))
    return s if unit == DONE else transferred(s.then(task("reorganise", side)), t, unit)


def objections_to_substituting(state: State, unit: str, old: str) -> Checks:
    """Whether a unit on the map gives its place to a Commonwealth unit."""
    piece = state.pieces[old]
    if not piece.on_map or piece.nation != "UK" or piece.kind != "infantry":
        yield objection("8.2.3.b", "no-uk-infantry", unit=Unit(old), new=Unit(unit))


@steps.step("substitute", "8.2.3.b", under="reinforcements")
def substitute(s: State, t: Trace, unit: str) -> Step:
    """A UK infantry on the map makes room for the Canadians or the ANZAC."""
    if not any(s.law.allows(objections_to_substituting(s, unit, p.id)) for p in s.pieces.of(ENTENTE)):
        t.say("8.2.3.b", "nobody-to-replace", s, unit=Unit(unit))
        return s.put(s.pieces[unit].but(box=RESERVE, arrives=0))
    old = yield from choose(
        Ask(
            s,
            "8.2.3.b",
            ENTENTE,
            "substitute",
            ("unit",),
            lambda old: objections_to_substituting(s, unit, old),
            facts={"unit": Unit(unit)},
        )
    )
    left, new = s.pieces[old], s.pieces[unit]
    comes = new.but(place=left.place, army=left.army, entrenched=left.entrenched, arrives=0)
    s = s.put(comes, gone(left))
    t.say("8.2.3.b", "substituted", s, unit=Unit(old), new=Unit(unit))
    return s
