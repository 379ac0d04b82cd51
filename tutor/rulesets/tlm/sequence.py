"""2.0 The sequence of play: what its table asks of a position, and when its end is looked for."""

from __future__ import annotations

from tutor.engine.run import Task, task
from tutor.engine.sequence import Sequence
from tutor.rulesets import book
from tutor.rulesets.tlm.state import ENTENTE, GE, State, steps

SEQUENCE = Sequence(book("tlm"), steps)


@SEQUENCE.condition("over")
def over(state: State) -> bool:
    """Whether the game has ended."""
    return bool(state.result)


@SEQUENCE.condition("both-passed")
def both_passed(state: State) -> bool:
    """Whether the last two player turns were passes, as the reading `consecutive-passes` has it."""
    if state.law.reads("consecutive-passes", "same-round"):
        return state.passed[-2:] == (GE, ENTENTE)
    return len(state.passed) > 1 and state.passed[-1] != state.passed[-2]


@SEQUENCE.condition("attacking")
def attacking(state: State) -> bool:
    """Whether an Offensive was played."""
    return bool(state.offensive)


@SEQUENCE.condition("passing")
def passing(state: State) -> bool:
    return not attacking(state)


@SEQUENCE.condition("sealed")
def sealed(state: State) -> bool:
    """Whether what is bought stays unseen until both have bought."""
    return state.law.reads("spending-together", "sealed")


@SEQUENCE.condition("open")
def openly(state: State) -> bool:
    return not sealed(state)


# -- the end of the game (3.2.b; `ending`) ---------------------------------------------------------------------------
def pronounced(state: State) -> bool:
    """Whether victory is spoken of at all: in a campaign, if the track's ends are known (`victory-track-ends`)."""
    return state.campaign and state.law.reads("victory-track-ends", "reported")


def at_any_event(state: State) -> tuple[Task, ...]:
    """What looks for a Decisive Victory when an event has changed the points (reading `decisive-test`)."""
    return (task("decisive"),) if pronounced(state) and not state.law.reads("decisive-test", "season-end") else ()


def after_a_move(state: State) -> tuple[Task, ...]:
    """The same after each move, before the battles that it owes, if the reading has it."""
    return at_any_event(state) if state.law.reads("decisive-test", "at-any-move") else ()
