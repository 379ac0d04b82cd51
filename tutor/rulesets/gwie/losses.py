"""10.6: who loses what."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.armour import UNREPLACED
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.fronts import NEAR_EAST, fallen, front_of
from tutor.rulesets.gwie.shock import is_shock
from tutor.rulesets.gwie.state import ALLIES, DESTROYED, GONE, POOL, State, Unit

TWO_STEP_BRITISH = frozenset({"BR", "AS", "NZ", "CA"})


# -- paying (10.62, 10.63) -------------------------------------------------------------------------------------
@step("losses", "10.62")
def losses(s: State, t: Trace, side: str) -> Steps[State]:
    """A side pays its losses step by step; what nobody is left to pay is ignored."""
    due = s.here.due.get(side, 0)
    if not due:
        return s
    if not s.standing(side):
        t.say("10.62", "excess-ignored", s, n=due, who=Side(side))
        return s.fighting(due=s.here.due.drop(side))
    unit = yield from choose(
        Ask(
            s,
            "10.61",
            side,
            "take-loss",
            ("unit",),
            lambda unit: objections_to_losing(s, side, unit),
            facts={"n": due},
        )
    )
    s = s.fighting(due=s.here.due.put(side, due - 1), first=s.here.first - {side})
    return lose_step(s, t, unit).then(task("losses", side))


def objections_to_losing(s: State, side: str, id: str) -> Checks:
    """May the next step be taken from this unit?"""
    unit = s.unit(id)
    if unit.hq and unit.side == side:
        yield objection("15.63", "hq-pays-not", unit=U(id))
        return
    if unit.flies and unit.side == side:
        yield objection("15.11", "air-pays-not", unit=U(id))
        return
    if unit not in s.standing(side):
        rule = "10.12" if unit.side == side and unit.fights else "10.61"
        yield objection(rule, "not-in-this-combat", unit=U(id))
        return
    if unit.fort:
        yield from _fort_last(s, side, unit)
    if side in s.here.first:
        yield from (first_of_attacker(s, unit) if side == s.active else first_of_defender(s, unit))


def _fort_last(s: State, side: str, fort: Unit) -> Checks:
    others = [u for u in s.standing(side) if u.fights]
    if others:
        yield objection("10.64c", "fort-last", unit=U(fort.id), units=units(others))
    else:
        yield held("14.11", "fort-alone-left", unit=U(fort.id))


def first_of_attacker(s: State, unit: Unit) -> Checks:
    """10.64a: tank, shock, then a two-step British, Anzac or Canadian unit; in the Near East the Allies are free."""
    front = front_of(s, s.here.hex)
    if s.active == ALLIES and front in NEAR_EAST:
        yield held("10.64a", "free-losses", who=Side(s.active))
        return
    for rule, kind, group in priorities(s, front):
        if not group:
            continue
        if unit in group:
            yield held(rule, "first-loss", unit=U(unit.id), group=Term(kind))
        else:
            yield objection(rule, "first-loss-elsewhere", unit=U(unit.id), group=Term(kind), units=units(group))
        return


def priorities(s: State, front: str) -> tuple[tuple[str, str, list[Unit]], ...]:
    """The groups that pay first, in their order, with the most precise rule of each."""
    left = s.standing(s.active)
    all_british = s.law.reads("first-loss-two-step", "all-british")
    british = [u for u in left if (u.nation in TWO_STEP_BRITISH and u.steps == 2) or (all_british and u.nation == "BR")]
    return (
        ("15.24", "tank", [u for u in left if u.kind == "tank"]),
        ("15.43", "shock", [u for u in left if is_shock(s, u, front)]),
        ("10.64a", "two-step-british", british),
    )


def first_of_defender(s: State, unit: Unit) -> Checks:
    """10.64b: the anti-tank unit in the hex."""
    guns = [u for u in s.standing(s.inactive) if u.kind == "anti-tank"]
    if guns and unit not in guns:
        yield objection("10.64b", "first-loss-elsewhere", unit=U(unit.id), group=Term("anti-tank"), units=units(guns))
    elif guns:
        yield held("15.33", "first-loss", unit=U(unit.id), group=Term("anti-tank"))


# -- what becomes of it ----------------------------------------------------------------------------------------
def lose_step(s: State, t: Trace, id: str) -> State:
    """Flip a two-step unit, or remove it."""
    unit = s.unit(id)
    if unit.steps > 1:
        s = s.put(unit.but(steps=unit.steps - 1))
        t.say("10.63", "reduced", s, unit=U(id))
        return s
    return removed(s, t, id)


def removed(s: State, t: Trace, id: str) -> State:
    """Off the map: to the Dead Pile, out of the game, back to the pool, or destroyed for good."""
    unit = s.unit(id)
    gone = fallen(s, unit)
    if unit.fort:
        s = s.put(gone.but(box=DESTROYED))
        t.say("14.14", "fort-destroyed", s, unit=U(id), hex=Place(unit.place or ""))
    elif unit.nation == "AB":
        s = s.put(gone.but(box=POOL, untried=True, steps=1, face=((0, 0),)))
        t.say("15.83", "arab-returns", s, unit=U(id))
    elif unit.nation == "AR":
        s = s.put(gone)
        t.say("15.83", "armenian-dies", s, unit=U(id))
    elif unit.called in UNREPLACED:
        s = s.put(gone.but(box=GONE))
        t.say("15.26", "tank-gone", s, unit=U(id))
    elif is_lost_shock(s, unit):
        s = s.put(gone.but(shock=False, face=(unit.back or unit.face[0],), back=unit.face[0]))
        t.say("15.43", "shock-lost", s, unit=U(id))
    else:
        s = s.put(gone)
        t.say("10.63", "eliminated", s, unit=U(id))
    return s


def is_lost_shock(s: State, unit: Unit) -> bool:
    """Shock troops are rebuilt as ordinary divisions, but for the Alpenkorps (15.46)."""
    return unit.shock and unit.called != "alpenkorps"


def wiped_out(s: State, t: Trace) -> State:
    """10.65: everything in the hex goes, HQs and fort included."""
    fight = s.here
    inside = s.at(fight.hex, s.inactive)
    t.say("10.65", "wiped-out", s, hex=Place(fight.hex))
    for unit in inside:
        if unit.kind != "kut":
            s = removed(s, t, unit.id)
    return s
