"""4.0.8, 4.0.9, 8.5, 8.6: brigades act in turn, each from the placing of its HQ to the other side's reaction."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.se.action import NOBODY, action_tasks, objections_to_having_ground
from tutor.rulesets.se.book import step
from tutor.rulesets.se.command import headquarters
from tutor.rulesets.se.interdiction import line_holds, not_activated
from tutor.rulesets.se.paces import TACTICAL
from tutor.rulesets.se.sequence import SEQUENCE
from tutor.rulesets.se.state import State, other


@step("actions", "4.0.8")
def actions(s: State, t: Trace) -> State:
    """The side with the initiative begins (4.0.8), then the sides alternate (4.0.9)."""
    return s.then(task("activate", s.initiative or s.active, False))


@step("activate", "4.0.8")
def activate(s: State, t: Trace, side: str, passed: bool) -> Steps[State]:
    """A side plays a brigade that it planned, or passes; when both have passed in turn the actions are over."""
    first = side == (s.initiative or s.active)
    brigade = yield from choose(
        Ask(
            s,
            "4.0.8" if first else "4.0.9",
            side,
            "activate",
            ("option",),
            lambda brigade: objections_to_activating(s, side, brigade),
            options=(NOBODY, *sorted(s.brigades)),
        )
    )
    if brigade == NOBODY:
        return s if passed else s.then(task("activate", other(side), True))
    hq = headquarters(s, brigade)
    assert hq is not None
    turned = s.but(active=side)
    acting = (task("place-hq", brigade), task("interdict", hq.id), task("activation", brigade, True))
    return turned.then(*acting, task("activate", side, False))


def objections_to_activating(s: State, side: str, brigade: str) -> Checks:
    """May this side play this brigade now?"""
    if brigade == NOBODY:
        return
    hq = headquarters(s, brigade)
    if hq is None or hq.side != side:
        yield objection("8.3", "not-own-brigade", brigade=Term(brigade), side=Side(side))
        return
    if brigade in s.planned:
        yield held("8.3", "planned", brigade=Term(brigade))
    elif not hq.activated:
        yield objection("8.3", "not-planned", brigade=Term(brigade))
    if hq.activated:
        yield objection("14", "has-acted", brigade=Term(brigade))
    if not s.lp(side) and s.law.reads("zero-lp-planned", "none-act"):
        yield objection("7.2", "no-lp", side=Side(side), reading=s.law.read("zero-lp-planned"))
    yield from objections_to_having_ground(s, brigade)


@step("activation", "8.6")
def activation(s: State, t: Trace, brigade: str, answered: bool) -> State:
    """If its HQ has a line, the brigade moves and fights, steps A to H; a planned action may be `answered` (I)."""
    hq = headquarters(s, brigade)
    assert hq is not None
    if not line_holds(s, hq):
        return not_activated(s, t, hq)
    if s.interdicted:
        t.say("10.4.1", "line-holds", s, unit=U(hq.id))
    s = s.but(interdicted=FrozenMap(), planned=s.planned - {brigade})
    begin = (task("command", brigade), task("attach", brigade), task("move", TACTICAL, s.active))
    return s.then(*begin, *action_tasks(), *(SEQUENCE.tasks("react") if answered else ()))
