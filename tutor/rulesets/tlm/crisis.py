"""9.8 and 9.9 The Military Crisis! cards: in which years, which infantry they take, and what its lack costs."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, choose, nothing
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, Unit
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import eliminated, gone, without_lonely
from tutor.rulesets.tlm.calendar import game_year
from tutor.rulesets.tlm.sequence import at_any_event
from tutor.rulesets.tlm.state import ENTENTE, GE, Piece, State, Step, foe, steps

OWN = {GE: "entente-crisis", ENTENTE: "german-crisis"}
_RULE = {"entente-crisis": "9.8.a", "german-crisis": "9.9.a"}
_ERSATZ = {"entente-crisis": "9.8.c", "german-crisis": "9.9.d"}
_EVENTS = {"entente-crisis": "9.8.b", "german-crisis": "9.9.b"}
_OUT = {"entente-crisis": "9.8.d", "german-crisis": "9.9.e"}
_NATIONS = {
    ("entente-crisis", 1915): ("UK",),
    ("entente-crisis", 1917): ("UK", "FR"),
    ("entente-crisis", 1918): ("UK", "FR"),
    ("german-crisis", 1914): ("GE",),
    ("german-crisis", 1916): ("GE",),
    ("german-crisis", 1918): ("GE",),
}
LAST_CRISIS = 1918


# -- playing one -----------------------------------------------------------------------------------------------------
def objections_to_crisis(state: State, card: str) -> Checks:
    """Whether the active player may play this card for its crisis."""
    if card not in state.hand(state.active):
        yield objection("1.3.b", "not-in-hand", card=Term(card), who=Side(state.active))
    if card not in _RULE:
        yield objection(_RULE[OWN[state.active]], "no-crisis-card", card=Term(card))
        return
    if card != OWN[state.active]:
        yield objection(_ERSATZ[card], "crisis-of-the-other", card=Term(card), who=Side(state.active))
    if card == "german-crisis" and state.linked and state.law.reads("linked-game-crisis", "removed"):
        yield objection("2.0-V.4.c", "crisis-removed", card=Term(card), reading=state.law.read("linked-game-crisis"))
    if state.exchanged:
        yield objection("2.0-II.1.g", "exchanged-before", who=Side(state.active), card=Term(card))
    year = game_year(state)
    if (card, year) not in _NATIONS:
        yield objection(_RULE[card], "no-crisis-this-year", card=Term(card), year=str(year))
    elif not state.offensive:
        yield held("2.0-II.1.e", "crisis-when-passing", card=Term(card))


def at_any_moment(state: State) -> tuple[Task, ...]:
    """9.8.a, 9.9.a: the question is put wherever the turn pauses, if the active player may play his card."""
    card = OWN[state.active]
    held_now = card in state.hand(state.active)
    return (task("crisis"),) if held_now and state.law.allows(objections_to_crisis(state, card)) else ()


def between_moves(state: State) -> tuple[Task, ...]:
    """The same after each move, if the reading `crisis-moments` has it."""
    return at_any_moment(state) if state.law.reads("crisis-moments", "every-move") else ()


@steps.step("crisis", "9.8.a")
def crisis(s: State, t: Trace) -> Step:
    """At this point of his turn the active player may play his Crisis card."""
    if not any(card in s.hand(s.active) for card in _RULE):
        return s
    card = yield from choose(
        Ask(
            s,
            _RULE[OWN[s.active]],
            s.active,
            "crisis",
            ("card",),
            lambda card: objections_to_crisis(s, card),
            to_end=nothing,
        )
    )
    if card == DONE:
        return s
    year = game_year(s)
    s = _played(s, t, card, year)
    cell = s.law.table("crisis-events").at(f"{foe(s.active)} {year}", "to remove")
    t.say(_EVENTS[card], "crisis-struck", s, card=Term(card), who=Side(foe(s.active)), cell=cell)
    return s.then(task("pay-crisis", card, int(cell.value), int(cell.value)))


def _played(s: State, t: Trace, card: str, year: int) -> State:
    """On the discards; after the crisis of 1918 out of the game."""
    s = s.played(s.active, card)
    if year == LAST_CRISIS:
        discard = list(s.discard)
        discard.remove(card)
        s = s.but(discard=tuple(discard), out=(*s.out, card))
        t.say(_OUT[card], "card-out-of-the-game", s, card=Term(card))
    return s


# -- paying ------------------------------------------------------------------------------------------------------------
def objections_to_giving_up(state: State, card: str, unit: str) -> Checks:
    """Whether this unit satisfies the crisis."""
    piece, nations = state.pieces[unit], _NATIONS[card, game_year(state)]
    if not piece.on_map or piece.side == state.active:
        yield objection(_RULE[card], "not-his-on-the-map", unit=Unit(unit), who=Side(foe(state.active)))
    elif _off_the_map(state, piece):
        reading = state.law.read("crisis-in-the-east")
        yield objection(_RULE[card], "east-pays-not", unit=Unit(unit), area=Place(str(piece.place)), reading=reading)
    elif not piece.infantry_type:
        yield objection("8.2.1.b", "only-infantry-pays", unit=Unit(unit))
    elif piece.nation not in nations:
        yield objection(
            _EVENTS[card], "other-nation-pays", unit=Unit(unit), nations=tuple(Term(f"nation-{one}") for one in nations)
        )
    else:
        yield held("8.2.1.b", "infantry-pays", unit=Unit(unit))


def _off_the_map(state: State, piece: Piece) -> bool:
    """Whether a unit is in the east, which is no part of the map (reading `crisis-in-the-east`)."""
    in_the_east = areas.EAST in state.map.area(str(piece.place)).flags
    return in_the_east and state.law.reads("crisis-in-the-east", "map-only")


def _able(state: State, card: str) -> list[Piece]:
    nations = _NATIONS[card, game_year(state)]
    able = [p for p in state.pieces.of(foe(state.active)) if p.on_map and p.infantry_type and p.nation in nations]
    return [piece for piece in able if not _off_the_map(state, piece)]


@steps.step("pay-crisis", "8.2.1.b", under="crisis")
def pay_crisis(s: State, t: Trace, card: str, left: int, due: int) -> Step:
    """The other player takes infantry off, one by one; what is lacking is paid in VPs."""
    if not left:
        return s.then(*at_any_event(s))
    if not _able(s, card):
        return short(s, t, card, left)
    refusable = left == due and s.law.reads("crisis-shortfall", "may-refuse")
    unit = yield from choose(
        Ask(
            s,
            _RULE[card],
            foe(s.active),
            "pay-crisis",
            ("unit",),
            lambda unit: objections_to_giving_up(s, card, unit),
            to_end=nothing if refusable else None,
            facts={"left": left},
        )
    )
    if unit == DONE:
        return short(s, t, card, left)
    return given_up(s, t, card, unit).then(task("pay-crisis", card, left - 1, due))


def given_up(s: State, t: Trace, card: str, unit: str) -> State:
    """To the reserve, never to the east; an army so emptied stays (reading `crisis-empties-army`)."""
    piece = s.pieces[unit]
    area, army = str(piece.place), piece.army
    if s.law.reads("crisis-empties-army", "eliminated"):
        s = eliminated(s, t, unit)
    else:
        s = areas.settle(s.put(gone(piece)), area)
        if army is not None and not s.inside(army):
            t.say("8.1.h", "stays-empty", s, army=Unit(army), reading=s.law.read("crisis-empties-army"))
    t.say("9.9.c" if card == "german-crisis" else "9.8.a", "given-up", s, unit=Unit(unit), area=Place(area))
    return without_lonely(s, t, area)


def short(s: State, t: Trace, card: str, left: int) -> State:
    """3.1.e, 3.1.f: what could not be taken off is a victory point, for the card or for each unit."""
    points = left if s.law.reads("crisis-shortfall", "per-missing-unit") else 1
    rule = "3.1.e" if card == "entente-crisis" else "3.1.f"
    s = s.but(crisis_vp=s.crisis_vp + (points if card == "entente-crisis" else -points))
    t.say(rule, "crisis-short", s, who=Side(foe(s.active)), n=points, reading=s.law.read("crisis-shortfall"))
    return s.then(*at_any_event(s))
