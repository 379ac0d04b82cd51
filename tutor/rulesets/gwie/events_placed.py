"""6.35, 6.36, 6.44, 6.58: events that lay something on the map or turn counters over."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Term, places
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.fronts import NEAR_EAST, flag, front_of
from tutor.rulesets.gwie.ground import ALPINE, GAZA_LINE, MARSH, terrain_of
from tutor.rulesets.gwie.shifts import CITY
from tutor.rulesets.gwie.state import ALLIES, CP, State
from tutor.rulesets.gwie.supply import in_supply

TRENCH = "near-east-trench"
NO_TRENCH = frozenset({"mountain", "pass", MARSH, ALPINE})


# -- trenches (6.35, 6.36, 14.52) ------------------------------------------------------------------------------
@step("kress", "6.35")
def kress(s: State, t: Trace) -> State:
    """The trenches of the Gaza line are activated, unless an Allied unit was there before."""
    line = [hex for hex in GAZA_LINE if hex in s.map]
    lost = [hex for hex in line if hex in s.entered or s.control.get(hex, CP) == ALLIES or s.forces_at(hex, ALLIES)]
    if lost:
        t.say("6.35", "gaza-line-lost", s, hexes=places(lost))
        return s
    s = s.but(trenches=s.trenches | set(line), in_play=s.in_play.put("kress", s.turn))
    t.say("14.52", "gaza-line-dug", s, hexes=places(line))
    return s


@step("near-east-trench", "6.36")
def near_east_trench(s: State, t: Trace) -> Steps[State]:
    """One hex for each event."""
    hex = yield from choose(
        Ask(
            s,
            "6.36",
            CP,
            "near-east-trench",
            ("place",),
            lambda hex: objections_to_entrenching(s, hex),
            to_end=lambda: objections_to_waiting(s),
        )
    )
    if hex == DONE:
        return _kept(s, t)
    s = s.but(trenches=s.trenches | {hex})
    t.say("14.52", "trench-dug", s, hex=Place(hex))
    return s


def _kept(s: State, t: Trace) -> State:
    """Not laid after all, the trench goes back into the hand, for a later turn (6.12)."""
    if TRENCH not in s.spent:
        return s
    spent = list(s.spent)
    spent.remove(TRENCH)
    t.say("6.12-draw", "trench-kept", s, event=Term(TRENCH))
    hand = tuple(sorted((*s.hand(CP), TRENCH)))
    return s.but(spent=tuple(spent), hands=s.hands.put(CP, hand), used=s.used | {TRENCH})


def objections_to_waiting(s: State) -> Checks:
    """The event may be kept for later, unless it is read as one that is laid when drawn."""
    reading = s.law.read("near-east-trench-number")
    if reading.option == "at-draw" and any(s.law.allows(objections_to_entrenching(s, hex)) for hex in s.map.places):
        yield objection("6.36", "trench-at-once", reading=reading)


def objections_to_entrenching(s: State, hex: str) -> Checks:
    """Any hex with supplied Turkish units, except city, mountain, marsh and alpine."""
    if front_of(s, hex) not in NEAR_EAST:
        yield objection("6.36", "trench-in-near-east", hex=Place(hex))
    if not any(u.nation == "TU" and in_supply(s, u) for u in s.forces_at(hex)):
        yield objection("6.36", "trench-needs-turks", hex=Place(hex))
    terrain = terrain_of(s, hex)
    if terrain in NO_TRENCH or flag(s, hex, CITY):
        name = CITY if flag(s, hex, CITY) else terrain
        yield objection("6.36", "trench-not-here", hex=Place(hex), terrain=Term(name))
    if hex in s.trenches:
        yield objection("6.36", "trench-there", hex=Place(hex))


# -- counters turned over (6.44, 6.58) -------------------------------------------------------------------------
@step("hq-bombed", "6.44")
def hq_bombed(s: State, t: Trace) -> State:
    """The Yilderim HQ, on the Egyptian Front, is Depleted."""
    hq = s.named("yilderim")
    if hq is None or hq.place is None or front_of(s, hq.place) != "egyptian":
        t.say("6.44", "no-hq-to-bomb", s)
        return s
    s = s.put(hq.but(depleted=True))
    t.say("6.44", "hq-bombed", s, unit=U(hq.id))
    return s


@step("influenza", "6.58")
def influenza(s: State, t: Trace) -> Steps[State]:
    """Nobody comes in this turn nor is filled up in the next Replacement Phase; two dice of shock units go back."""
    s = s.but(influenza=s.turn)
    t.say("6.58", "influenza-breaks-out", s)
    one = yield from roll(Die("6.58", CP, "influenza-die"))
    other = yield from roll(Die("6.58", CP, "influenza-die"))
    n = one + other
    able = sum(u.shock for u in s.pieces)
    t.say("6.58", "influenza-strikes", s, n=min(n, able))
    return s.then(*(task("relapse") for _ in range(min(n, able))))


@step("relapse", "6.58", under="influenza")
def relapse(s: State, t: Trace) -> Steps[State]:
    id = yield from choose(Ask(s, "6.58", CP, "relapse", ("unit",), lambda unit: objections_to_relapsing(s, unit)))
    unit = s.unit(id)
    s = s.put(unit.but(shock=False, band=False, face=(unit.back or unit.face[0],), back=None))
    t.say("6.58", "relapsed", s, unit=U(id))
    return s


def objections_to_relapsing(s: State, id: str) -> Checks:
    if not s.unit(id).shock:
        yield objection("6.58", "not-shock", unit=U(id))
