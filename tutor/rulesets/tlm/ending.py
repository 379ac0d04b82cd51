"""3.1.b, 3.2, 3.3 How a campaign ends: the level of victory, a Decisive Victory, an armistice, a capitulation."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, choose, nothing
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, Term
from tutor.engine.law import Law
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm.sequence import pronounced
from tutor.rulesets.tlm.state import ENTENTE, GE, State, Step, foe, steps
from tutor.rulesets.tlm.victory import victory_points

LEVELS = ("entente-decisive", "entente-marginal", "stalemate", "german-marginal", "german-decisive")
_ROWS = (
    "Entente Decisive Victory",
    "Entente Marginal Victory",
    "stalemate",
    "German Marginal Victory",
    "German Decisive Victory",
)
ARMISTICE, CAPITULATION = "armistice", "capitulation"
ACCEPT, REFUSE = "accept", "refuse"


# -- the level (3.1.b) -----------------------------------------------------------------------------------------------
def level(state: State) -> str:
    """Where the German total stands on the track."""
    return level_of(state.law, int(victory_points(state).total))


def level_of(law: Law, total: int) -> str:
    """The level of a German total."""
    table = law.table("victory-levels")
    for key, row in zip(LEVELS[:-1], _ROWS, strict=False):
        if total <= int(table.at(row, "VP to").value):
            return key
    return LEVELS[-1]


def after_a_turn(state: State) -> tuple[Task, ...]:
    """The total is read; who has just played may speak of peace, if the reading `parley-moments` has it."""
    read = () if state.law.reads("decisive-test", "season-end") else (task("victory"),)
    return (*read, task("parley", state.active)) if state.law.reads("parley-moments", "every-turn") else read


def is_decisive(level: str) -> bool:
    return level in (LEVELS[0], LEVELS[-1])


@steps.step("victory", "3.1.b")
def victory(s: State, t: Trace) -> State:
    """The total is read on the track; a Decisive Victory ends the game."""
    if not pronounced(s):
        return s
    now = level(s)
    s = s.but(vp=int(victory_points(s).total))
    reading = s.law.read("victory-track-ends")
    t.say("3.1.b", "level-now", s, level=Term(now), points=victory_points(s), reading=reading)
    if not is_decisive(now):
        return s
    t.say("3.2.b", "decisive", s, level=Term(now))
    return s.but(result=now).finished()


@steps.step("decisive", "3.2.b", under="victory")
def decisive(s: State, t: Trace) -> State:
    """A Decisive Victory that has been reached ends the game at once; a battle is fought out first."""
    return s.then(task("victory")) if s.battle is None and is_decisive(level(s)) else s


def ended(s: State, t: Trace) -> State:
    """After the last turn: the level that the track shows stands."""
    if not pronounced(s):
        return s.finished()
    over = s.but(result=level(s), vp=int(victory_points(s).total)).finished()
    t.say("3.1.b", "level-at-the-end", over, level=Term(over.result), points=victory_points(s))
    return over


# -- armistice and capitulation (3.2.a, 3.3) ---------------------------------------------------------------------------
def objections_to_parley(state: State, side: str, what: str) -> Checks:
    """Whether a side may ask for the end of the game in this way."""
    now = level(state)
    if what == ARMISTICE:
        yield held("3.2.a", "may-propose", level=Term(now))
    elif _winning(now) == side:
        yield objection("3.3", "winner-capitulates-not", who=Side(side), level=Term(now))
    else:
        yield held("3.3", "may-capitulate", level=Term(_shifted(now, side)))


def _winning(level: str) -> str:
    middle = LEVELS.index("stalemate")
    at = LEVELS.index(level)
    return "" if at == middle else GE if at > middle else ENTENTE


def winner(state: State) -> str | None:
    """Who has won a campaign: nobody as long as it lasts, and at a stalemate; of a battle alone nothing is said."""
    if not pronounced(state):
        return None
    return _winning(state.result) if state.result else ""


def _shifted(level: str, loser: str) -> str:
    """One level against the side that gives up."""
    at = LEVELS.index(level) + (-1 if loser == GE else 1)
    return LEVELS[min(max(at, 0), len(LEVELS) - 1)]


@steps.step("parley", "3.2.a")
def parley(s: State, t: Trace, side: str) -> Step:
    """A side may propose an armistice, or give up: at the end of a season, or of each of its turns."""
    if not pronounced(s):
        return s
    what = yield from choose(
        Ask(
            s,
            "3.2.a",
            side,
            "parley",
            ("option",),
            lambda what: objections_to_parley(s, side, what),
            options=(ARMISTICE, CAPITULATION),
            to_end=nothing,
        )
    )
    if what == DONE:
        return s
    if what == ARMISTICE:
        return s.then(task("answer", foe(side)))
    ended = s.but(result=_shifted(level(s), side)).finished()
    t.say("3.3", "capitulates", ended, who=Side(side), level=Term(ended.result))
    return ended


@steps.step("answer", "3.2.a", under="parley")
def answer(s: State, t: Trace, side: str) -> Step:
    """The other side takes the armistice, and the level stands, or plays on."""
    said = yield from choose(Ask(s, "3.2.a", side, "armistice-answer", ("option",), nothing, options=(ACCEPT, REFUSE)))
    if said == REFUSE:
        return s
    ended = s.but(result=level(s)).finished()
    t.say("3.2.a", "armistice-made", ended, level=Term(ended.result))
    return ended
