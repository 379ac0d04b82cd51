"""5.1, 5.2: an impulse: supply for movement, the actions that the powers choose, and whether another one follows."""

from __future__ import annotations

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.tables import exact
from tutor.engine.trace import Trace
from tutor.rulesets.fa.activities import ACTIONS, PASS, action_of, powers
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.initiative import pushed
from tutor.rulesets.fa.odds import die_sides
from tutor.rulesets.fa.sources import capacity, hqs, in_desert
from tutor.rulesets.fa.state import State, foe
from tutor.rulesets.fa.supply import in_supply
from tutor.rulesets.fa.tracing import claimants

PASSING = -2  # to the die when the side passes (10.4)
ONWARD = 1  # boxes that the marker goes on after the first side
TRACK = "impulse-track"


# -- an impulse begins (5.1) -----------------------------------------------------------------------------------------
@step("impulse-begins", "5.1")
def impulse_begins(s: State, t: Trace, side: str) -> State:
    """All powers of one side play it together."""
    s = s.but(phasing=side)
    t.say("5.1", "impulse-of", s, side=Side(side), n=s.impulse)
    return s


# -- supply for movement (4.2) ---------------------------------------------------------------------------------------
@step("judge-supply", "4.2-a")
def judge_supply(s: State, t: Trace) -> State:
    """Nobody has moved yet. HQs in the desert are shared out, then supply is judged."""
    desert = [hq.id for hq in hqs(s, s.phasing) if s.traced and in_desert(s, hq)]
    return s.then(*(task("serve", hq) for hq in desert), task("judge-each"))


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


# -- what each power does (10.2.2) -----------------------------------------------------------------------------------
@step("choose-action", "10.2.2-a")
def choose_action(s: State, t: Trace, power: str) -> Steps[State]:
    """A major power takes one of four actions, whatever the others of its side do."""
    if power in s.actions:
        return s
    action = yield from choose(
        Ask(
            s,
            "10.2.2-a",
            s.phasing,
            "choose-action",
            ("option",),
            lambda action: objections_to_action(s, power, action),
            options=ACTIONS,
            facts={"nation": Term(power)},
        )
    )
    return s.but(actions=s.actions.put(power, action))


def objections_to_action(s: State, power: str, action: str) -> Checks:
    """May a power take this action? Only passing is ever forbidden: to the side that opens the turn."""
    if action != PASS or s.phasing != s.first:
        return
    reading = s.law.read("first-side-pass")
    if s.impulse > 1 and not s.law.reads("first-side-pass", "all-turn"):
        yield held("10.4", "passes-later", nation=Term(power), n=s.impulse, reading=reading)
    elif s.law.reads("first-side-pass", "each"):
        yield objection("10.4", "may-not-pass", nation=Term(power), reading=reading)
    else:
        alone = all(s.actions.get(other) == PASS for other in powers(s) if other != power)
        check = objection if alone else held
        yield check("10.4", "side-may-not-pass", nation=Term(power), side=Side(s.phasing), reading=reading)


# -- the action segment goes on, or ends (5.2, 10.8) -----------------------------------------------------------------
@step("end-of-action", "10.8-a")
def end_of_action(s: State, t: Trace) -> Steps[State]:
    """The die ends the segment if it is not above the figure in the marker's box; else the marker goes on."""
    die = yield from roll(Die("10.8-a", s.phasing, "end-die", die_sides(s)))
    rolled = end_roll(s, die)
    cell = s.law.table(TRACK).at(s.impulse_box, "figure")
    if rolled.total <= exact(cell.value):
        t.say("10.8-a", "segment-ends", s, n=rolled, box=s.impulse_box, cell=cell)
        s = s.but(ended=True)
        return pushed(s, t, "10.8-c", foe(s.first)) if s.phasing == s.first else s
    t.say("10.8-a", "segment-goes-on", s, n=rolled, box=s.impulse_box, cell=cell)
    return _advanced(s, t)


def end_roll(s: State, die: int) -> Ledger:
    """The die at the end of an impulse: less if the side passed."""

    def lines() -> Lines:
        yield plus("10.8-a", "rolled", die)
        passing = [power for power in powers(s) if action_of(s, power) == PASS]
        enough = any if s.law.reads("pass-two", "any") else all
        if passing and enough(power in passing for power in powers(s)):
            yield plus("10.4", "side-passed", PASSING, side=Side(s.phasing), reading=s.law.read("pass-two"))

    return s.law.ledger("10.8-a", "end-roll", lines())


def _advanced(s: State, t: Trace) -> State:
    """One box after the first side, after the second as many as the weather says; in the last one it stays."""
    first = s.phasing == s.first
    on = ONWARD if first else s.circled
    rule, last = ("10.8-b" if first else "8.2.8"), len(s.law.table(TRACK).rows)
    box = min(s.impulse_box + on, last)
    gone = box - s.impulse_box
    s = s.but(impulse_box=box, impulse=s.impulse + 1)
    if gone:
        t.say(rule, "marker-advances", s, n=gone, box=box)
    if gone < on:
        t.say("10.8-b", "marker-stays", s, box=box)
    return s
