"""4.2, 5.1.2: an impulse on land, phase by phase; supply for movement is judged when it begins."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.sources import capacity, hqs, in_desert
from tutor.rulesets.fa.state import State, Unit
from tutor.rulesets.fa.supply import in_supply
from tutor.rulesets.fa.tracing import claimants

SEA = ("naval-movement", "naval-combat")
LAND = ("air-rebase", "strategic-movement", "land-movement", "land-combat", "reorganisation")


@step("judge-supply", "4.2-a")
def judge_supply(s: State, t: Trace) -> State:
    """The impulse begins: nobody has moved yet. HQs in the desert are shared out, then supply is judged."""
    s = s.put(*(_rested(u) for u in s.pieces)).but(used=FrozenMap(), cut=frozenset(), served=FrozenMap())
    s = s.but(contested=frozenset(), engaged=frozenset())
    desert = [hq.id for hq in hqs(s, s.phasing) if s.traced and in_desert(s, hq)]
    return s.then(*(task("serve", hq) for hq in desert), task("judge-each"))


def _rested(unit: Unit) -> Unit:
    """A unit as a new impulse finds it; a ship moves in one impulse of the turn only."""
    unit = unit.but(entered=0, entered_before=unit.entered_before + unit.entered, landed=False, railed=False)
    return unit if unit.naval else unit.but(moved=False, rebased=False)


@step("judge-each", "4.2-a", under="judge-supply")
def judge_each(s: State, t: Trace) -> State:
    """Everybody of the side in phase, at one moment."""
    cut = [u.id for u in s.pieces.of(s.phasing) if u.place is not None and not in_supply(s, u)]
    s = s.but(cut=frozenset(cut))
    if cut:
        t.say("4.2-a", "cut-for-movement", s, units=units(sorted(cut)))
    else:
        t.say("4.2-a", "all-supplied", s, side=Side(s.phasing))
    return s


# -- an HQ in the desert (4.3) ---------------------------------------------------------------------------------------
@step("serve", "4.3-f", under="judge-supply")
def serve(s: State, t: Trace, hq: str) -> Steps[State]:
    """Where too many draw on an HQ in the desert, its owner chooses whom it supplies."""
    chosen = s.served.get(hq, ())
    several, limit = claimants(s, hq), int(capacity(s, s.unit(hq)))
    if len(several) <= limit or len(chosen) >= limit:
        return s
    unit = yield from choose(
        Ask(s, "4.3-f", s.phasing, "serve", ("unit",), lambda id: objections_to_serving(s, hq, id), facts={"hq": U(hq)})
    )
    return s.but(served=s.served.put(hq, (*s.served.get(hq, ()), unit))).then(task("serve", hq))


def objections_to_serving(s: State, hq: str, id: str) -> Checks:
    """One of those that have no other source, and is not chosen yet."""
    if id not in claimants(s, hq):
        yield objection("4.3-f", "needs-no-desert-hq", unit=U(id), hq=U(hq))
    elif id in s.served.get(hq, ()):
        yield objection("4.3-f", "served-already", unit=U(id), hq=U(hq))
    else:
        yield held("4.3-f", "draws-on-desert-hq", unit=U(id), hq=U(hq))


# -- the phases (5.1.2) ----------------------------------------------------------------------------------------------
@step("land-impulse", "5.1.2_IV_a-c")
def land_impulse(s: State, t: Trace) -> State:
    """A Land action: aircraft rebase, trains roll, troops move, fight and reorganise."""
    phases = [one for name in LAND for one in (task(name), task("excess"))]
    return s.then(task("judge-supply"), *phases, task("end-of-impulse"))


@step("naval-impulse", "5.1.2_II")
def naval_impulse(s: State, t: Trace) -> State:
    """A Naval action: ships move, group by group, and fight."""
    phases = [one for name in SEA for one in (task(name), task("excess"))]
    return s.then(task("judge-supply"), *phases, task("end-of-impulse"))


@step("combined-impulse", "10.6")
def combined_impulse(s: State, t: Trace) -> State:
    """A Combined action: some ships, then some of what a Land action allows."""
    phases = [one for name in (*SEA, *LAND) for one in (task(name), task("excess"))]
    return s.then(task("judge-supply"), *phases, task("end-of-impulse"))


@step("end-of-impulse", "3-j")
def end_of_impulse(s: State, t: Trace) -> State:
    """The effects of surprise last for one impulse; the next is another."""
    return s.but(impulse=s.impulse + 1, surprised=FrozenMap())
