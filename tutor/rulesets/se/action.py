"""4.0.8, 14 and 15: the steps of an action, its end, and the reaction of the other side."""

from __future__ import annotations

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.command import headquarters
from tutor.rulesets.se.retreat import capture_guns
from tutor.rulesets.se.state import State, other

NOBODY = "nobody"


def action_tasks(active: str) -> tuple[Task, ...]:
    """Steps A to H in the booklet's order (4.0.8)."""
    inactive = other(active)
    return (
        task("declare"),
        task("bombard"),
        task("defend", inactive, False),
        task("enter", active, False),
        task("counter-attack"),
        task("defend", active, True),
        task("enter", inactive, True),
        task("end-action"),
    )


@step("action", "4.0.8.A-I")
def action(s: State, t: Trace) -> Steps[State]:
    """A whole action of the active brigade, and the other side's chance to react."""
    return s.then(*action_tasks(s.active), task("react"))
    yield


@step("end-action", "14")
def end_action(s: State, t: Trace) -> Steps[State]:
    """Guns among enemies are taken, markers come off, the HQ is flipped."""
    for hex in sorted({u.place for u in s.on_map() if u.gun and u.place}):
        s = capture_guns(s, t, hex)
    s = s.put(
        *(
            u.but(assault=None, origin=None, fought=False, retreated=False, marched=False)
            for u in s.pieces
            if u.assault or u.origin or u.fought or u.retreated or u.marched
        )
    )
    hq = headquarters(s, s.brigade)
    if hq:
        s = s.put(hq.but(activated=True))
        t.say("14", "action-over", s, unit=U(hq.id))
    return s.but(fights=(), attached=frozenset(), brigade=None)
    yield


# -- reaction -------------------------------------------------------------------------------------------------
@step("react", "15.0")
def react(s: State, t: Trace) -> Steps[State]:
    """The inactive side may try to bring in one of the brigades it planned."""
    if not any(headquarters(s, b) for b in s.planned if _side_of(s, b) == s.inactive):
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
    turned = s.but(active=s.inactive, reacting=True)
    return turned.then(task("place-hq", brigade), task("reaction-die", brigade), task("resume", s.active))


def _side_of(s: State, brigade: str) -> str | None:
    hq = headquarters(s, brigade)
    return hq.side if hq else None


@seam("se.reacting")
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
        yield objection("15.0", "has-acted", brigade=Term(brigade))
    if s.reacting:
        yield objection("15.0", "no-reaction-to-reaction", reading=s.law.read("reaction-nested"))


@step("reaction-die", "15.0")
def reaction_die(s: State, t: Trace, brigade: str) -> Steps[State]:
    """At or under the initiative value the brigade acts at once; above it the HQ goes back to the table."""
    die = yield from roll(Die("15.0", s.active, "reaction-die"))
    hq = headquarters(s, brigade)
    assert hq is not None
    if die > hq.initiative:
        s = s.put(hq.but(place=None))
        t.say("15.0", "reaction-fails", s, unit=U(hq.id), die=die, initiative=hq.initiative)
        return s
    s = s.but(planned=s.planned - {brigade})
    t.say("15.0", "reaction-succeeds", s, unit=U(hq.id), die=die, initiative=hq.initiative)
    return s.then(task("command", brigade), task("attach", brigade), *action_tasks(s.active))


@step("resume", "15.0")
def resume(s: State, t: Trace, active: str) -> Steps[State]:
    """The word goes back to the side whose action was interrupted."""
    s = s.but(active=active, reacting=False, brigade=None)
    t.say("15.0", "resumes", s, side=Side(active), reading=s.law.read("reaction-return"))
    return s
    yield
