"""The Great War in Europe Deluxe: everything that drivers, files and boards need of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from tutor.engine.going import Going
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger
from tutor.engine.pieces import Pieces
from tutor.engine.run import Ruleset
from tutor.engine.tabletop import NoLine
from tutor.rulesets import book
from tutor.rulesets.gwie import (
    advance,
    attack,
    attrition,
    cavalry,
    devastation,
    events_at_once,
    events_combat,
    events_cup,
    events_enver,
    events_landing,
    events_mandated,
    events_moving,
    events_placed,
    events_standing,
    forts,
    movement,
    near_east,
    options,
    peoples,
    persia,
    pipeline,
    placement,
    rebuilding,
    revolution,
    sea,
    shock,
    special,
    status,
    strategic,
    supply,
    turkey,
    turns,
    victory,
    weather,
)
from tutor.rulesets.gwie.air import surplus
from tutor.rulesets.gwie.book import AMENDMENTS, STEPS
from tutor.rulesets.gwie.capacity import capacity_left, freight, pools_of
from tutor.rulesets.gwie.combat import Reckoning, drafted
from tutor.rulesets.gwie.drms import modified
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.going import marches, way_of
from tutor.rulesets.gwie.lines import supply_line
from tutor.rulesets.gwie.marching import allowance, step_cost
from tutor.rulesets.gwie.policies import POLICIES
from tutor.rulesets.gwie.questions import QUESTIONS
from tutor.rulesets.gwie.ready import READY
from tutor.rulesets.gwie.sea import sails
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.setup import names
from tutor.rulesets.gwie.setup import setup as laid_out
from tutor.rulesets.gwie.shifts import shifts
from tutor.rulesets.gwie.sources import is_port
from tutor.rulesets.gwie.stacking import stacking
from tutor.rulesets.gwie.state import ALLIES, State, Unit
from tutor.rulesets.gwie.strategic import rides
from tutor.rulesets.gwie.strength import attack_strength, counted_defenders, defence_strength
from tutor.rulesets.gwie.trenches import trench
from tutor.rulesets.gwie.view import view

# Importing a chapter enters its steps.
CHAPTERS = (
    advance,
    attack,
    attrition,
    cavalry,
    devastation,
    events_at_once,
    events_combat,
    events_cup,
    events_enver,
    events_landing,
    events_mandated,
    events_moving,
    events_placed,
    events_standing,
    forts,
    movement,
    near_east,
    options,
    peoples,
    persia,
    pipeline,
    placement,
    rebuilding,
    revolution,
    sea,
    shock,
    special,
    status,
    strategic,
    supply,
    turkey,
    turns,
    victory,
    weather,
)


# -- numbers that may be asked for by name: of the attack that is made, or as if these units attacked ----------------
def _attack(s: State, place: str, attackers: tuple[str, ...] = ()) -> Ledger:
    there = drafted(s, place, attackers)
    return attack_strength(there, there.attackers())


def _defence(s: State, place: str) -> Ledger:
    there = drafted(s, place, ())
    return defence_strength(there, there.defenders())


def _count(s: State, place: str) -> Ledger:
    there = drafted(s, place, ())
    return counted_defenders(there, there.defenders())


def _shifts(s: State, place: str, attackers: tuple[str, ...] = ()) -> Ledger:
    return shifts(drafted(s, place, attackers))


def _column(s: State, place: str, attackers: tuple[str, ...] = ()) -> Ledger:
    return Reckoning(drafted(s, place, attackers)).column


def _drm(s: State, place: str, attackers: tuple[str, ...] = ()) -> Ledger:
    return Reckoning(drafted(s, place, attackers)).drm


def _roll(s: State, place: str, die: int, attackers: tuple[str, ...] = ()) -> Ledger:
    return modified(s, die, Reckoning(drafted(s, place, attackers)).drm)


def _trench(s: State, place: str) -> Ledger:
    return trench(s, place, s.at(place))


def _stacking(s: State, place: str, side: str) -> Ledger:
    return stacking(s, place, side)


def _air(s: State) -> Ledger:
    return surplus(s)


# -- of movement and supply --------------------------------------------------------------------------------------
def _allowance(s: State, unit: str, seen: bool = False) -> Ledger:
    return allowance(s, s.unit(unit), seen)


def _step_cost(s: State, unit: str, origin: str, place: str) -> Ledger:
    return step_cost(s, s.unit(unit).kind == "mountain", origin, place)


def _way(s: State, unit: str, place: str) -> Ledger:
    return way_of(s, (s.unit(unit),), place).cost


def _line(s: State, unit: str) -> Ledger:
    for length in supply_line(s, unit).ledgers:
        return length
    raise NoLine(unit)


def _freight(s: State, unit: str, origin: str, place: str) -> Ledger:
    pools = pools_of(s.unit(unit).side, front_of(s, origin), front_of(s, place))
    return freight(s, s.unit(unit), pools[0], (origin, place))


def _capacity(s: State, pool: str) -> Ledger:
    return capacity_left(s, pool)


def going(s: State, unit: str) -> tuple[Going, ...]:
    """Every means by which a unit may go somewhere."""
    piece = s.unit(unit)
    ways = (marches(s, piece), rides(s, piece))
    ports = piece.side == ALLIES and any(is_port(s, hex) for hex in s.map.places)
    return (*ways, sails(s, piece)) if ports else ways


NUMBERS: dict[str, Callable[..., Ledger]] = {
    "attack": _attack,
    "defence": _defence,
    "defenders": _count,
    "shifts": _shifts,
    "column": _column,
    "drm": _drm,
    "roll": _roll,
    "trench": _trench,
    "stacking": _stacking,
    "air-surplus": _air,
    "allowance": _allowance,
    "step-cost": _step_cost,
    "way": _way,
    "supply-line": _line,
    "freight": _freight,
    "capacity": _capacity,
    "surrender-modifier": turkey.surrender_modifier,
    "unrest": revolution.unrest,
}


NOBODY: Pieces[Unit] = Pieces()


# -- what is the same for the odds -----------------------------------------------------------------------------
def alike(s: State) -> Hashable:
    """Two positions are the same when only equal counters have changed places; those in a combat keep their names."""
    named = _named(s)
    return s.but(pieces=NOBODY), s.pieces.lumped(lambda unit: _likeness(unit, named))


def _named(s: State) -> frozenset[str]:
    """Counters that the present combat or a remaining step calls by name."""
    fight = s.fight
    found = {str(arg) for one in s.agenda for arg in one.args}
    if fight is not None:
        found |= fight.attackers | fight.defenders | fight.air | set(fight.hq.values())
    return frozenset(found | {s.chosen or ""})


def _likeness(unit: Unit, named: frozenset[str]) -> Hashable:
    return unit if unit.id in named or unit.called else unit.but(id="")


def setup(data: Mapping[str, Any], map: Any, law: Law) -> State:
    """The position of a scenario under the law that it implies, with what is to be done in it."""
    return RULES.lawful(laid_out(data, map, law)).then(*SEQUENCE.agenda(data.get("agenda", ())))


RULES: Ruleset[State] = Ruleset(
    game="gwie",
    book=book("gwie"),
    steps=STEPS,
    amendments=AMENDMENTS,
    setup=setup,
    names=names,
    numbers=NUMBERS,
    policies={**POLICIES, **READY},
    questions=QUESTIONS,
    view=view,
    alike=alike,
    going=going,
    supply=supply_line,
    in_force=options.in_force,
    winner=victory.winner,
    sequence=SEQUENCE,
)
