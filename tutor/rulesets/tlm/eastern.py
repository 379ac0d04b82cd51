"""2.0-V.4 and 3.1.g The Eastern Front Transit Box: who goes there, what it is worth, what is lost there."""

from __future__ import annotations

from fractions import Fraction

from tutor.engine.ask import Ask, Pool, choose, roll
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Side, Unit
from tutor.engine.ledger import Ledger, Lines, plus, round_down, round_up, times
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import gone, objections_to_wasting
from tutor.rulesets.tlm.calendar import game_year
from tutor.rulesets.tlm.production import price
from tutor.rulesets.tlm.sequence import at_any_event
from tutor.rulesets.tlm.state import GE, Piece, State, Step, steps

POINTS_EACH = 5
LAST_YEAR = 1917


def in_the_east(state: State) -> tuple[Piece, ...]:
    """The German pieces in the box, those inside armies too."""
    boxes = (area.id for area in state.map if areas.EAST in area.flags)
    return tuple(piece for box in boxes for piece in state.forces(box, GE))


# -- what it is worth ----------------------------------------------------------------------------------------------
def value_lines(state: State) -> Lines:
    """Every unit at its price, or at one point (reading `eft-value`)."""
    each = state.law.reads("eft-value", "one-each")
    reading = state.law.read("eft-value")
    for piece in in_the_east(state):
        worth = 1 if each else int(price(state, piece.kind).total)
        yield plus("2.0-V.4.b", "eft-worth", worth, unit=Unit(piece.id), reading=reading)


def eastern_value(state: State) -> Ledger:
    return state.law.ledger("2.0-V.4.b", "eft-value", value_lines(state))


def east_pays(state: State) -> bool:
    """3.1.g: the box is worth victory points until 1917, and not in a linked game."""
    return not state.linked and game_year(state) <= LAST_YEAR


def eastern_points(state: State) -> Ledger:
    """3.1.g: a victory point for every five building points in the box."""
    return state.law.ledger("3.1.g", "eft-points", _shared(state, "3.1.g", whole=True))


def eastern_dice(state: State) -> Ledger:
    """2.0-V.4.b: a die for every five building points in the box or part of them."""
    return state.law.ledger("2.0-V.4.b", "eft-dice", _shared(state, "2.0-V.4.b", whole=False))


def _shared(state: State, rule: str, whole: bool) -> Lines:
    yield plus(rule, "eft-value", eastern_value(state))
    yield times(rule, "eft-by-five", Fraction(1, POINTS_EACH))
    yield round_down(rule, "eft-rounded") if whole else round_up(rule, "eft-rounded")


# -- what is lost there ----------------------------------------------------------------------------------------------
@steps.step("eft-losses", "2.0-V.4.b")
def eft_losses(s: State, t: Trace) -> Step:
    """Each 1 costs a unit in the box; a game linked with its eastern sister skips this."""
    if not in_the_east(s):
        return s
    if s.linked:
        t.say("2.0-V.4.c", "eft-linked", s)
        return s
    volley = yield from roll(Pool("2.0-V.4.b", GE, (("eft", int(eastern_dice(s).total), 1),), kind="eft-losses"))
    t.say("2.0-V.4.b", "eft-hits", s, n=volley.total)
    return s.then(*(task("eft-lose") for _ in range(volley.total)), *at_any_event(s))


def objections_to_losing_there(state: State, unit: str) -> Checks:
    """Whether this unit may be the one lost in the box."""
    if all(piece.id != unit for piece in in_the_east(state)):
        yield objection("2.0-V.4.b", "not-in-the-east", unit=Unit(unit))
    elif state.pieces[unit].kind == "army" and state.inside(unit):
        yield objection("2.0-V.4.b", "army-pays-by-contents", unit=Unit(unit))
    yield from objections_to_wasting(state, unit)


@steps.step("eft-lose", "2.0-V.4.b", under="eft-losses")
def eft_lose(s: State, t: Trace) -> Step:
    """The German chooses what he loses there."""
    if not any(s.law.allows(objections_to_losing_there(s, piece.id)) for piece in in_the_east(s)):
        return s
    unit = yield from choose(
        Ask(s, "2.0-V.4.b", GE, "eft-lose", ("unit",), lambda unit: objections_to_losing_there(s, unit))
    )
    s = s.put(gone(s.pieces[unit]))
    t.say("2.0-V.4.b", "lost-in-the-east", s, unit=Unit(unit), who=Side(GE))
    return s
