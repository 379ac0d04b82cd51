"""15.1, 6.3: air units and aces."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.state import GONE, STRATEGIC_WARFARE, WAITING, State, Unit

EVENT_FRONTS = ("western", "eastern", "egyptian")
ONLY_RULES = {"western": "15.16", "eastern": "15.17", "italian": "15.17", "egyptian": "15.16"}


@step("air", "15.13")
def air(s: State, t: Trace, side: str) -> Steps[State]:
    """A side commits its air units one by one; the attacker first."""
    if not any(s.law.allows(objections_to_committing(s, side, u.id)) for u in s.pieces if u.flies):
        return s
    unit = yield from choose(
        Ask(
            s,
            "15.13",
            side,
            "commit-air",
            ("unit",),
            lambda unit: objections_to_committing(s, side, unit),
            to_end=lambda: iter(()),
            back=bool(committed(s, side)),
            facts={"hex": Place(s.here.hex)},
        )
    )
    if unit == BACK:
        kept = s.here.air - {u.id for u in committed(s, side)}
        return s.fighting(air=kept).then(task("air", side))
    if unit != DONE:
        return s.fighting(air=s.here.air | {unit}).then(task("air", side))
    return s


def objections_to_committing(s: State, side: str, id: str) -> Checks:
    """May this air unit support this combat?"""
    unit, front = s.unit(id), front_of(s, s.here.hex)
    if not unit.flies:
        yield objection("15.11", "not-an-air-unit", unit=U(id))
        return
    if unit.side != side:
        yield objection("15.13", "air-of-other-side", unit=U(id), who=Side(side))
    if unit.box == GONE:
        yield objection("15.15" if unit.kind == "ace" else "6.3d", "air-gone", unit=U(id))
    if unit.box == WAITING:
        yield objection("15.11", "air-not-come", unit=U(id))
    if unit.box == STRATEGIC_WARFARE:
        yield objection("15.14", "air-at-home", unit=U(id))
    if unit.used:
        yield objection("15.12", "air-used", unit=U(id))
    if id in s.here.air:
        yield objection("15.13", "air-committed-already", unit=U(id))
    if unit.front != front:
        rule = "6.3b" if unit.kind == "air-tactics" else ONLY_RULES.get(unit.front, "6.3a")
        yield objection(rule, "air-on-its-front", unit=U(id), front=Term(unit.front), here=Term(front))
        if unit.kind != "air-tactics" and unit.front in EVENT_FRONTS:
            yield objection("6.3a", "air-event-front", unit=U(id), front=Term(unit.front))
    else:
        yield held("6.3a", "air-here", unit=U(id), front=Term(front))


def committed(s: State, side: str) -> tuple[Unit, ...]:
    return tuple(s.unit(id) for id in sorted(s.here.air) if s.unit(id).side == side)


# -- what it does to the die (15.13) ---------------------------------------------------------------------------
def surplus(s: State) -> Ledger:
    """Who is left over in the air once units have cancelled each other: positive for the attacker."""
    return s.law.ledger("15.13", "air-surplus", surplus_lines(s))


def surplus_lines(s: State) -> Lines:
    """New Air Tactics cancel but do not count once nothing is left to cancel (6.3b)."""
    ours, theirs = committed(s, s.active), committed(s, s.inactive)
    if ours:
        yield plus("15.13", "attacking-air", len(ours), units=units(ours))
    if theirs:
        yield plus("15.13", "defending-air", -len(theirs), units=units(theirs))
    yield from _tactics_left(s, ours, theirs)


def _tactics_left(s: State, ours: tuple[Unit, ...], theirs: tuple[Unit, ...]) -> Lines:
    """Which of those who are more are cancelled, the tactics or the aircraft, decides who is left over."""
    left = len(ours) - len(theirs)
    winners, fewer = (ours, theirs) if left > 0 else (theirs, ours)
    tactics = [u for u in winners if u.kind == "air-tactics"]
    if not tactics or not left:
        return
    if not fewer:
        idle, reading = len(tactics), None
    elif s.law.reads("tactics-cancel", "tactics-first"):
        idle, reading = max(0, len(tactics) - len(fewer)), s.law.read("tactics-cancel")
    else:
        idle, reading = min(len(tactics), abs(left)), s.law.read("tactics-cancel")
    facts = {"units": units(tactics), **({"reading": reading} if reading else {})}
    kind = "tactics-only-cancel" if idle else "tactics-have-cancelled"
    yield plus("6.3b", kind, -idle if left > 0 else idle, **facts)


def net_air(s: State) -> int:
    """+1 for the attacker, -1 for the defender, 0 where neither or both have none left."""
    if not s.here.air:
        return 0
    left = surplus(s).total
    return (left > 0) - (left < 0)


def air_lines(s: State) -> Lines:
    if not s.here.air:
        return
    net = net_air(s)
    if net:
        yield plus("15.13", "air-superiority", net, surplus=surplus(s))
    elif committed(s, s.active) and committed(s, s.inactive):
        yield plus("15.13", "air-cancelled", 0, surplus=surplus(s))
    else:
        yield plus("6.3b", "nothing-to-cancel", 0, surplus=surplus(s))


# -- afterwards (15.12, 15.15, 6.3b, 6.3d) ---------------------------------------------------------------------
@step("air-home", "15.12")
def air_home(s: State, t: Trace) -> State:
    """Committed units are used until the next Strategic Turn; some leave the game; aces face their fate."""
    aces = []
    for unit in (*committed(s, s.active), *committed(s, s.inactive)):
        if unit.kind == "air-tactics":
            s = s.put(unit.but(box=GONE))
            t.say("6.3b", "tactics-spent", s, unit=U(unit.id))
        elif unit.front == "italian":
            s = s.put(unit.but(box=GONE))
            t.say("6.3d", "italian-air-spent", s, unit=U(unit.id))
        else:
            s = s.put(unit.but(used=True))
            aces += [unit.id] if unit.kind == "ace" else []
    return s.then(*(task("ace-die", ace) for ace in aces))


@step("ace-die", "15.15", under="air-home")
def ace_die(s: State, t: Trace, id: str) -> Steps[State]:
    """On one of the numbers printed on its counter the ace is gone for good."""
    ace = s.unit(id)
    die = yield from roll(Die("15.15", ace.side, "ace-die", facts={"unit": U(id)}))
    if die in ace.deadly:
        s = s.put(ace.but(box=GONE))
        t.say("15.15", "ace-falls", s, unit=U(id), die=die)
    else:
        t.say("15.15", "ace-returns", s, unit=U(id), die=die)
    return s


# -- in the Strategic Turn (15.14) -----------------------------------------------------------------------------
@step("home-defence-over", "15.14")
def home_defence_over(s: State, t: Trace) -> State:
    """Air units that defended their country may be used again, until they are sent home anew."""
    home = [u for u in s.pieces if u.box == STRATEGIC_WARFARE]
    if home:
        s = s.put(*(u.but(box="") for u in home))
        t.say("15.14", "home-defence-over", s, units=units(home))
    return s
