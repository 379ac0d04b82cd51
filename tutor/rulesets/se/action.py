"""4.0.8, 14 and 15: the steps of an action, its end, and the reaction of the other side."""

from __future__ import annotations

from typing import Any

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.coming import guns_among_enemies, lifted
from tutor.rulesets.se.command import headquarters, objections_to_hq, subordinates
from tutor.rulesets.se.sequence import SEQUENCE
from tutor.rulesets.se.state import State, other

NOBODY = "nobody"


def action_tasks() -> tuple[Task, ...]:
    """Steps A to H in the booklet's order (4.0.8)."""
    return SEQUENCE.agenda([["declare"], ["combat"], ["end-action"]])


@step("combat", "13.0")
def combat(s: State, t: Trace, side: str = "") -> State:
    """Offensive fire, defensive fire, assault, counter-attack: always in this order."""
    active = side or s.active
    inactive = other(active)
    return s.then(
        task("bombard"),
        task("defend", inactive, False),
        task("enter", active, False),
        task("counter-attack"),
        task("defend", active, True),
        task("enter", inactive, True),
    )


@step("end-action", "14")
def end_action(s: State, t: Trace) -> State:
    """Guns among enemies are taken, markers come off, the HQ is flipped; its brigade takes no more orders."""
    for hex in sorted({u.place for u in s.on_map() if u.gun and u.place}):
        s = guns_among_enemies(s, t, hex)
    hq = headquarters(s, s.brigade)
    if hq:
        s = s.put(hq.but(activated=True))
        t.say("14", "action-over", s, unit=U(hq.id))
    return s


# -- reaction -------------------------------------------------------------------------------------------------
@step("react", "15.0")
def react(s: State, t: Trace) -> Steps[State]:
    """The inactive side may try to bring in one of the brigades it planned."""
    if not any(hq.side == s.inactive for brigade in s.planned - s.tried if (hq := headquarters(s, brigade))):
        return s
    brigade = yield from choose(
        Ask(
            s,
            "15.0",
            s.inactive,
            "react",
            ("option",),
            lambda brigade: objections_to_reacting(s, brigade),
            options=(NOBODY, *sorted(s.brigades)),
        )
    )
    if brigade == NOBODY:
        return s
    turned = s.but(active=s.inactive, reacting=True, tried=s.tried | {brigade})
    return turned.then(task("place-hq", brigade), task("reaction-die", brigade, s.active))


def objections_to_reacting(s: State, brigade: str) -> Checks:
    """May this brigade try to react?"""
    if brigade == NOBODY:
        return
    hq = headquarters(s, brigade)
    if hq is None or hq.side != s.inactive:
        yield objection("15.0", "not-inactive-brigade", brigade=Term(brigade), side=Side(s.inactive))
        return
    if brigade not in s.planned:
        yield objection("15.0", "not-planned", brigade=Term(brigade))
    else:
        yield held("15.0", "planned", brigade=Term(brigade))
    if hq.activated:
        yield objection("14", "has-acted", brigade=Term(brigade))
    if s.reacting and s.law.reads("reaction-nested", "not-nested"):
        yield objection("15.0", "no-reaction-to-reaction", reading=s.law.read("reaction-nested"))
    if brigade in s.tried:
        yield objection("15.0", "tried-already", brigade=Term(brigade), reading=s.law.read("reaction-attempts"))
    if not s.lp(hq.side) and s.law.reads("zero-lp-planned", "none-act"):
        yield objection("7.2", "no-lp", side=Side(hq.side), reading=s.law.read("zero-lp-planned"))
    yield from objections_to_having_ground(s, brigade)


def objections_to_having_ground(s: State, brigade: str) -> Checks:
    """A brigade without a unit on the map, or with nowhere to put its HQ, cannot act (8.3, 8.5)."""
    hq, own = headquarters(s, brigade), subordinates(s, brigade)
    if not own:
        yield objection("8.3", "no-unit-on-map", brigade=Term(brigade))
        return
    stacks = {unit.place or "" for unit in own}
    around = {hex for place in stacks for hex in s.map.within(place, hq.radius if hq else 0)}
    if not any(s.law.allows(objections_to_hq(s, brigade, hex)) for hex in (*stacks, *around)):
        yield objection("8.5", "nowhere-for-hq", brigade=Term(brigade))


@step("reaction-die", "15.0")
def reaction_die(s: State, t: Trace, brigade: str, interrupted: str) -> Steps[State]:
    """At or under the initiative value the brigade acts at once; above it the HQ goes back to the table."""
    die = yield from roll(Die("15.0", s.active, "reaction-die"))
    hq = headquarters(s, brigade)
    assert hq is not None
    facts: dict[str, Any] = {"unit": U(hq.id), "die": die, "initiative": hq.initiative}
    if die > hq.initiative:
        s = lifted(s, hq)
        t.say("15.0", "reaction-fails", s, **facts)
        if s.law.reads("reaction-attempts", "several"):
            return s.then(task("resume", interrupted), task("react"))
        return s.then(task("resume", interrupted))
    t.say("15.0", "reaction-succeeds", s, **facts)
    nested = [task("react")] if s.law.reads("reaction-nested", "nested") else []
    return s.then(task("interdict", hq.id), task("activation", brigade, False), *nested, task("resume", interrupted))


@step("resume", "15.0")
def resume(s: State, t: Trace, active: str) -> State:
    """The word goes back to the side whose action was interrupted; by another reading to that with the initiative."""
    if s.law.reads("reaction-return", "initiative-player") and s.initiative:
        active = s.initiative
    s = s.but(active=active, reacting=False, brigade=None)
    t.say("15.0", "resumes", s, side=Side(active), reading=s.law.read("reaction-return"))
    return s
