"""2.2.4, 2.2.4.1-2.2.4.3, 2.2.4.9: the Offensives Phase: initiative, fronts in turn, passing."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, Term
from tutor.engine.ledger import Ledger, Lines, instead, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff.answers import unforced
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.ground import weather_on
from tutor.rulesets.dff.sequence import SEQUENCE, germany_begins, west_alone
from tutor.rulesets.dff.state import ALLIES, CENTRAL, FRONTS, SIDES, State, foe


# -- how many (2.2.4.1) ------------------------------------------------------------------------------------------
def allowance(state: State) -> Ledger:
    """The offensives of each alliance in a turn."""
    return state.law.ledger("2.2.4.1-a", "offensives", _allowance_lines(state))


def _allowance_lines(state: State) -> Lines:
    fronts = tuple(Term(front) for front in state.fronts)
    yield plus("2.2.4.1-a", "active-fronts", len(state.fronts), fronts=fronts)
    if west_alone(state):
        yield instead("2.2.4.1-d", "weekly-turn", 1)


@step("count-offensives", "2.2.4")
def count_offensives(s: State, t: Trace) -> State:
    """As many as there are fronts, unless the position says how many are left."""
    for side in SIDES:
        if side not in s.left:
            s = s.but(left=s.left.put(side, int(allowance(s))))
    t.say("2.2.4.1-a", "offensives-left", s, allies=s.left[ALLIES], central=s.left[CENTRAL], n=allowance(s))
    return s


@step("initiative", "2.2.4.2")
def initiative(s: State, t: Trace) -> Steps[State]:
    """The higher die has the initiative for the whole phase."""
    if s.initiative:
        return s
    if germany_begins(s):
        return _with_initiative(s, t, "1.2.1-c", CENTRAL)
    ours = yield from roll(Die("2.2.4.2", ALLIES, "initiative-die", 10))
    theirs = yield from roll(Die("2.2.4.2", CENTRAL, "initiative-die", 10))
    if ours == theirs:
        t.say("2.2.4.2", "initiative-tied", s, n=ours, reading=s.law.read("initiative-ties"))
        if s.law.reads("initiative-ties", "reroll"):
            return s.then(task("initiative"))
        return s.but(initiative=s.active)
    return _with_initiative(s, t, "2.2.4.2", ALLIES if ours > theirs else CENTRAL)


def _with_initiative(s: State, t: Trace, rule: str, side: str) -> State:
    s = s.but(initiative=side, active=side)
    t.say(rule, "has-initiative", s, who=Side(side))
    return s


# -- which front (2.2.4.3) ---------------------------------------------------------------------------------------
@step("choose-front", "2.2.4.3-a")
def choose_front(s: State, t: Trace) -> Steps[State]:
    """The alliance whose turn it is names a front, or passes."""
    ask = Ask(
        s,
        "2.2.4.3-a",
        s.active,
        "front",
        ("option",),
        lambda front: objections_to_front(s, front),
        options=FRONTS,
        to_end=unforced("2.2.4.3-d"),
    )
    front = yield from choose(ask)
    if front == DONE:
        s = s.but(passes=s.passes + 1)
        t.say("2.2.4.3-d", "passes", s, who=Side(s.active))
        return s
    s = s.but(
        front=front,
        passes=0,
        left=s.left.put(s.active, s.left[s.active] - 1),
        declared=(*s.declared, (s.active, front)),
    )
    t.say("2.2.4.3-b", "front-declared", s, who=Side(s.active), front=Term(front), n=s.left[s.active])
    now = weather_on(s, front)
    t.say(
        "2.2.1-a" if front == "middle-east" else _WEATHER_RULE[now],
        "weather-there",
        s,
        weather=Term(now),
        front=Term(front),
    )
    return s


_WEATHER_RULE = {
    "fair": "2.2.1.1-a",
    "wet": "2.2.1.1-b",
    "rain": "2.2.1.1-c",
    "cold": "2.2.1.1-d",
    "blizzard": "2.2.1.1-e",
}


@SEQUENCE.condition("front-declared")
def front_declared(state: State) -> bool:
    return bool(state.front)


@SEQUENCE.condition("no-more-offensives")
def over(state: State) -> bool:
    """No offensive is left, or both have passed."""
    enough = 2 if state.law.reads("passing", "consecutive") else 4
    return state.passes >= enough or not any(state.left.get(side, 0) for side in SIDES)


def objections_to_front(state: State, front: str) -> Checks:
    """Whether the alliance may declare an offensive on this front."""
    facts = {"front": Term(front), "who": Side(state.active)}
    if not state.left.get(state.active, 0):
        yield objection("2.2.4.1-d" if west_alone(state) else "2.2.4.1-a", "no-offensive-left", **facts)
    if front not in state.fronts:
        yield objection("2.2.4.1-a", "front-not-active", **facts)
    if (state.active, front) in state.declared:
        check = held if state.law.reads("same-front-again", "allowed") else objection
        yield check("2.2.4.3-c", "front-again", **facts, reading=state.law.read("same-front-again"))
    elif front in state.fronts:
        yield held("2.2.4.1-a", "front-active", **facts)


@step("open-offensive", "2.2.4.4-a")
def open_offensive(s: State, t: Trace) -> State:
    """Before any attack is announced; what may be shown or played then comes here."""
    return s


# -- handing over (2.2.4.9) --------------------------------------------------------------------------------------
@step("end-offensive", "2.2.4.9")
def end_offensive(s: State, t: Trace) -> State:
    """The alliance that defended, or listened to the other pass, chooses next."""
    s = s.but(active=foe(s.active))
    if s.front:
        t.say("2.2.4.9", "hands-over", s, who=Side(s.active))
    return s


@step("offensives-over", "2.2.4.9")
def offensives_over(s: State, t: Trace) -> State:
    t.say("2.2.4.9", "phase-over", s)
    return s
