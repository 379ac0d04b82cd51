"""Strafexpedition 1916: everything that drivers, files and boards need of it."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.ledger import Ledger
from tutor.engine.run import Ruleset
from tutor.rulesets import book
from tutor.rulesets.se import (
    action,
    activation,
    counter_attack,
    declaration,
    fed,
    movement,
    passing,
    phases,
    planning,
    retreat,
    scenario5,
)
from tutor.rulesets.se.assault import AssaultOdds, open_fight, strength
from tutor.rulesets.se.bombardment import value_of_bombardment
from tutor.rulesets.se.book import AMENDMENTS, STEPS
from tutor.rulesets.se.costs import allowance
from tutor.rulesets.se.defensive_fire import fire_value
from tutor.rulesets.se.disorganisation import morale, threshold_lines
from tutor.rulesets.se.fire import gun_factor
from tutor.rulesets.se.going import going
from tutor.rulesets.se.paces import PACES, march_bonus, points
from tutor.rulesets.se.passing import infiltration_value
from tutor.rulesets.se.planning import activation_cost, initiative_total
from tutor.rulesets.se.policies import POLICIES, QUESTIONS
from tutor.rulesets.se.sequence import SEQUENCE
from tutor.rulesets.se.setup import names, setup
from tutor.rulesets.se.shifts import bombardment_shifts, defensive_shifts
from tutor.rulesets.se.sight import max_sight
from tutor.rulesets.se.stacking import limit, stack
from tutor.rulesets.se.state import State
from tutor.rulesets.se.supply import supply
from tutor.rulesets.se.terrain import entry_cost

CHAPTERS = (
    action,
    activation,
    counter_attack,
    declaration,
    fed,
    movement,
    passing,
    phases,
    planning,
    retreat,
    scenario5,
)  # importing a chapter enters its steps


def _fire(s: State, place: str, units: tuple[str, ...]) -> Ledger:
    """The defensive fire value of some units at a hex."""
    return fire_value(s, [s.unit(id) for id in units], place)


def _defensive_shifts(s: State, place: str, units: tuple[str, ...]) -> Ledger:
    return defensive_shifts(s, [s.unit(id) for id in units], place)


def _infiltration(s: State, units: tuple[str, ...]) -> Ledger:
    return infiltration_value(s, [s.unit(id) for id in units])


def _strength(s: State, place: str, side: str) -> Ledger:
    return strength(s, s.units_at(place, side), "13.4.3.A", "strength")


def _assault(s: State, place: str) -> AssaultOdds:
    """The assault on a hex, once those whose markers point at it have entered."""
    fight = next((f for f in s.fights if f.hex == place), None)
    if fight is not None and s.assaulters(place, fight.attacker):
        return AssaultOdds(s, place, fight.attacker)
    marked = [u for u in s.on_map() if u.assault == place]
    if not marked:
        raise ValueError(f"nobody assaults {place}")
    side = marked[0].side
    entered = s.put(*(u.as_if_at(place) for u in marked if u.side == side))
    return AssaultOdds(open_fight(entered, side, place, side != s.active), place, side)


def _threshold(s: State, unit: str) -> Ledger:
    return s.law.ledger("16.4", "threshold", threshold_lines(s, s.unit(unit)))


def _length(s: State, unit: str) -> Ledger:
    """How far the supply line of a unit runs off the road."""
    found = supply(s, unit)
    if not found.ledgers:
        raise ValueError(f"{unit} is out of supply")
    return found.ledgers[0]


def _entry_cost(s: State, unit: str, origin: str, place: str, tactical: bool = True) -> Ledger:
    """What one step costs, in tactical movement or in that of units that are not activated."""
    return entry_cost(s, s.unit(unit), origin, place, tactical=tactical)


NUMBERS: dict[str, Callable[..., Ledger]] = {
    "entry-cost": _entry_cost,
    "assault-cost": lambda s, unit, place: declaration.assault_cost(s, s.unit(unit), place),
    "march-bonus": lambda s, unit: march_bonus(s, s.unit(unit)),
    "allowance": lambda s, unit: allowance(s, s.unit(unit)),
    "max-sight": lambda s, observer, place: max_sight(s, observer, place),
    "stacking-limit": lambda s, place: limit(s, place),
    "stack": lambda s, place, side: stack(s, place, side),
    "points": lambda s, unit, pace: points(s, s.unit(unit), PACES[pace]),
    "activation-cost": lambda s, brigade, guns: activation_cost(s, brigade, guns),
    "initiative-total": lambda s, side, die: initiative_total(s, side, die),
    "supply-line": lambda s, unit: _length(s, unit),
    "morale": lambda s, unit: morale(s, s.unit(unit)),
    "surrender-threshold": _threshold,
    "gun-factor": lambda s, unit: gun_factor(s, s.unit(unit)),
    "bombardment": value_of_bombardment,
    "bombardment-shifts": lambda s, place: bombardment_shifts(s, place),
    "defensive-fire": _fire,
    "defensive-shifts": _defensive_shifts,
    "infiltration-fire": _infiltration,
    "strength": _strength,
    "assault-odds": lambda s, place: _assault(s, place).ratio,
    "assault-shifts": lambda s, place: _assault(s, place).shifts,
}

RULES: Ruleset[State] = Ruleset(
    game="se",
    book=book("se"),
    steps=STEPS,
    amendments=AMENDMENTS,
    setup=setup,
    names=names,
    numbers=NUMBERS,
    policies=POLICIES,
    questions=QUESTIONS,
    going=going,
    supply=supply,
    sequence=SEQUENCE,
)
