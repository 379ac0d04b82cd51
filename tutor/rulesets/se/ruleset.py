"""Strafexpedition 1916: everything that drivers, files and boards need of it."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.ledger import Ledger
from tutor.engine.run import Ruleset
from tutor.rulesets import book
from tutor.rulesets.se import action, counter_attack, declaration, scenario5
from tutor.rulesets.se.assault import assault_odds, strength
from tutor.rulesets.se.bombardment import value_of_bombardment
from tutor.rulesets.se.book import AMENDMENTS, STEPS
from tutor.rulesets.se.defensive_fire import fire_value
from tutor.rulesets.se.fire import gun_factor
from tutor.rulesets.se.policies import POLICIES, QUESTIONS
from tutor.rulesets.se.retreat import infiltration_fire
from tutor.rulesets.se.setup import names, setup
from tutor.rulesets.se.shifts import bombardment_shifts, defensive_shifts
from tutor.rulesets.se.sight import max_sight
from tutor.rulesets.se.stacking import limit
from tutor.rulesets.se.state import State
from tutor.rulesets.se.terrain import allowance, entry_cost

CHAPTERS = (action, counter_attack, declaration, scenario5)  # importing a chapter enters its steps


def _fire(s: State, place: str, units: tuple[str, ...]) -> Ledger:
    """The defensive fire value of some units at a hex."""
    return fire_value(s, [s.unit(id) for id in units], place)


def _defensive_shifts(s: State, place: str, units: tuple[str, ...]) -> Ledger:
    return defensive_shifts(s, [s.unit(id) for id in units], place)


def _strength(s: State, place: str, side: str) -> Ledger:
    return strength(s, s.units_at(place, side), "13.4.3.A", "strength")


NUMBERS: dict[str, Callable[..., Ledger]] = {
    "entry-cost": lambda s, unit, origin, place: entry_cost(s, s.unit(unit), origin, place),
    "assault-cost": lambda s, unit, place: declaration.assault_cost(s, s.unit(unit), place),
    "allowance": lambda s, unit: allowance(s, s.unit(unit)),
    "max-sight": lambda s, observer, place: max_sight(s, observer, place),
    "stacking-limit": lambda s, place: limit(s, place),
    "gun-factor": lambda s, unit: gun_factor(s, s.unit(unit)),
    "bombardment": lambda s, place: value_of_bombardment(s, place),
    "bombardment-shifts": lambda s, place: bombardment_shifts(s, place),
    "defensive-fire": _fire,
    "defensive-shifts": _defensive_shifts,
    "strength": _strength,
    "assault-shifts": lambda s, place, side: assault_odds(s, place, side).shifts,
    "infiltration-fire": lambda s, unit: infiltration_fire(s, s.unit(unit)),
}

RULES = Ruleset(
    game="se",
    book=book("se"),
    steps=STEPS,
    amendments=AMENDMENTS,
    setup=setup,
    names=names,
    numbers=NUMBERS,
    policies=POLICIES,
    questions=QUESTIONS,
)
