"""1.3, 2.0-II.1.g, 7.1, 2.0-V.3 The draw pile: exchanging cards when one passes, buying them, hands too big."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Die, choose, nothing, roll
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Side, Term
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm.calendar import game_year
from tutor.rulesets.tlm.state import State, Step, steps


# -- drawing -------------------------------------------------------------------------------------------------------
def within_reach(state: State) -> int:
    """The cards that may still be drawn, the discards reshuffled among them."""
    return len(state.pile) + len(state.under) + len(state.discard)


def shuffled(state: State) -> State:
    """At the end of WINTER: pile and discards as one, or the discards under the pile (reading `reshuffle-scope`)."""
    new: State
    if state.law.reads("reshuffle-scope", "discards-only") and state.pile:
        new = state.but(under=tuple(sorted((*state.under, *state.discard))), discard=())
    else:
        new = state.but(pile=tuple(sorted((*state.pile, *state.under, *state.discard))), under=(), discard=())
    return new


def _refilled(s: State, t: Trace) -> State:
    """A draw pile that is exhausted is made anew, as far as there are cards (reading `reshuffle-moment`)."""
    if not s.pile and s.under:
        s = s.but(pile=s.under, under=())
    elif not s.pile and s.discard:
        s = s.but(pile=s.discard, discard=())
        t.say("1.3.c", "reshuffled", s, n=len(s.pile), reading=s.law.read("reshuffle-moment"))
    return s


@steps.step("draw", "1.3.b")
def draw(s: State, t: Trace, side: str, n: int) -> Step:
    """From the draw pile, one card after another; the order of the pile is nobody's knowledge."""
    if not n or not within_reach(s):
        return s
    s = _refilled(s, t)
    index: int = yield from roll(Die("1.3.b", side, "draw", len(s.pile), sealed=True))
    card = s.pile[index - 1]
    hand = tuple(sorted((*s.hand(side), card)))
    s = s.but(pile=s.pile[: index - 1] + s.pile[index:], hands=s.hands.put(side, hand))
    t.say("1.3.b", "drawn", s, seen_by=side, who=Side(side), card=Term(card))
    if s.law.reads("reshuffle-moment", "at-once"):
        s = _refilled(s, t)
    return s.then(task("draw", side, n - 1))


def put_down(state: State, side: str, card: str) -> State:
    """From the hand to the discards, without being played."""
    rest = list(state.hand(side))
    rest.remove(card)
    discard = tuple(sorted((*state.discard, card)))
    new: State = state.but(hands=state.hands.put(side, tuple(rest)), discard=discard)
    return new


# -- 2.0-II.1.g exchanging when one passes -------------------------------------------------------------------------
def objections_to_exchanging(state: State, card: str) -> Checks:
    """Whether the player who passes may put this card down for another."""
    side = state.active
    if card not in state.hand(side):
        yield objection("1.3.b", "not-in-hand", card=Term(card), who=Side(side))
    if state.acts:
        yield objection("2.0-II.1.g", "card-was-played", who=Side(side), card=Term(state.acts[0]))
    if state.used and state.law.reads("exchange-and-move", "either"):
        yield objection("2.0-II.1.g", "moved-instead", who=Side(side), reading=state.law.read("exchange-and-move"))


@steps.step("exchange", "2.0-II.1.g")
def exchange(s: State, t: Trace, n: int = 0) -> Step:
    """Card by card; then as many are drawn. What is drawn waits for the opponent's turn."""
    if not s.deck or (not s.hand(s.active) and not n):
        return s
    card = yield from choose(
        Ask(
            s,
            "2.0-II.1.g",
            s.active,
            "exchange",
            ("card",),
            lambda card: objections_to_exchanging(s, card),
            to_end=nothing,
        )
    )
    if card != DONE:
        return put_down(s, s.active, card).then(task("exchange", n + 1))
    if not n:
        return s
    t.say("2.0-II.1.g", "exchanged", s, who=Side(s.active), n=n)
    return s.then(task("draw", s.active, n), exchanged=True)


# -- 7.1 buying ----------------------------------------------------------------------------------------------------
def objections_to_ordering(state: State, side: str, n: int) -> Checks:
    """Whether a side may buy so many cards: the number is announced, then exactly so many are drawn."""
    points = state.points.get(side, 0)
    if n > points:
        yield objection("7.1.a", "cards-too-many", who=Side(side), n=n, left=points)
    if n + sum(state.ordered.values()) > within_reach(state):
        yield objection("7.1.a", "pile-too-small", n=n, held=within_reach(state))


@steps.step("cards", "7.1.a")
def cards(s: State, t: Trace, side: str) -> Step:
    """A number is announced and paid; the cards stay face down until all is spent (7.1.b)."""
    most = max(1, s.points.get(side, 0))
    n = yield from choose(
        Ask(
            s,
            "7.1.a",
            side,
            "order-cards",
            ("number",),
            lambda n: objections_to_ordering(s, side, n),
            options=tuple(range(1, most + 1)),
            back=True,
            facts={"left": s.points.get(side, 0)},
        )
    )
    if not isinstance(n, int):
        return s
    s = s.but(
        points=s.points.put(side, s.points[side] - n),
        ordered=s.ordered.put(side, s.ordered.get(side, 0) + n),
        spent=(*s.spent, *[(side, "cards")] * n),
    )
    t.say("7.1.a", "cards-ordered", s, who=Side(side), n=n)
    t.say("7.1.b", "cards-face-down", s)
    return s


def delivered(s: State, t: Trace, side: str) -> State:
    """All is spent: the cards bought are taken up, for the next turn (1.3.e)."""
    n = s.ordered.get(side, 0)
    if not n:
        return s
    t.say("1.3.e", "cards-taken-up", s, who=Side(side), n=n)
    at_once = s.law.reads("hand-cut-timing", "at-once")
    then = (task("draw", side, n), *((task("excess", side),) if at_once else ()))
    return s.then(*then, ordered=s.ordered.put(side, 0))


# -- 7.1.c, 2.0-V.3 too many ---------------------------------------------------------------------------------------
def objections_to_discarding(state: State, side: str, card: str) -> Checks:
    if card not in state.hand(side):
        yield objection("1.3.b", "not-in-hand", card=Term(card), who=Side(side))


@steps.step("excess", "2.0-V.3")
def excess(s: State, t: Trace, side: str) -> Step:
    """Cards beyond the limit of the next turn go, by their player's choice; their price is lost."""
    cell = s.law.table("hand-limits").at(game_year(s.but(turn=s.turn + 1)), side)
    if len(s.hand(side)) <= int(cell.value):
        return s
    card = yield from choose(
        Ask(
            s,
            "2.0-V.3",
            side,
            "discard",
            ("card",),
            lambda card: objections_to_discarding(s, side, card),
            facts={"limit": int(cell.value)},
        )
    )
    s = put_down(s, side, card)
    t.say("7.1.c", "discarded", s, who=Side(side), card=Term(card), cell=cell)
    return s.then(task("excess", side))
