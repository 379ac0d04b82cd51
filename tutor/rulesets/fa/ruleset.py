"""Fatal Alliances: everything that drivers, files and boards need of it."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.ledger import Ledger
from tutor.engine.run import Ruleset
from tutor.rulesets import book
from tutor.rulesets.fa import (
    advance,
    air_combat,
    base,
    conquest,
    contact,
    declaration,
    goeben,
    headquarters,
    impulse,
    initiative,
    movement,
    naval_movement,
    rail,
    rebase,
    reorganisation,
    resolution,
    results,
    retreat,
    sea_combat,
    sea_results,
    sea_search,
    stacking,
    transport,
    turns,
    weather,
)
from tutor.rulesets.fa.alike import alike
from tutor.rulesets.fa.artillery import ammunition_left, effectiveness
from tutor.rulesets.fa.book import AMENDMENTS, STEPS
from tutor.rulesets.fa.drafts import Attack, Shot
from tutor.rulesets.fa.factors import bombardment, defence_factors, ground_support, land_factors, ship_factor
from tutor.rulesets.fa.goings import going, supply
from tutor.rulesets.fa.headquarters import support_value
from tutor.rulesets.fa.landing import landing_cost
from tutor.rulesets.fa.missions import bombers_over, potential
from tutor.rulesets.fa.odds import Reckoned, die_modifier, members, shifts
from tutor.rulesets.fa.policies import POLICIES
from tutor.rulesets.fa.questions import QUESTIONS
from tutor.rulesets.fa.reorganisation import reorganising
from tutor.rulesets.fa.sailing import sea_points
from tutor.rulesets.fa.sequence import SEQUENCE
from tutor.rulesets.fa.setup import names, setup
from tutor.rulesets.fa.sources import capacity
from tutor.rulesets.fa.state import State
from tutor.rulesets.fa.terrain import entry_cost
from tutor.rulesets.fa.tracing import line_of, longest
from tutor.rulesets.fa.view import view
from tutor.rulesets.fa.walking import allowance
from tutor.rulesets.fa.zones import zone

CHAPTERS = (
    advance,
    air_combat,
    base,
    conquest,
    contact,
    declaration,
    goeben,
    headquarters,
    impulse,
    initiative,
    movement,
    naval_movement,
    rail,
    rebase,
    reorganisation,
    resolution,
    results,
    retreat,
    sea_combat,
    sea_results,
    sea_search,
    stacking,
    transport,
    turns,
    weather,
)


def _attack(s: State, place: str) -> Attack:
    """The attack on a hex: declared, being resolved, or none."""
    if s.fight is not None and s.fight.hex == place:
        return s.fight.attack
    return s.attack_on(place) or Attack(place)


def _land(s: State, place: str) -> Ledger:
    return land_factors(s, members(s, _attack(s, place).units), place)


def _odds(s: State, place: str) -> Reckoned:
    attack = _attack(s, place)
    bombers = bombers_over(s, place, through=True)
    return Reckoned(s, place, members(s, attack.units), members(s, attack.ships), bombers, attack.support)


def _effectiveness(s: State, unit: str, place: str) -> Ledger:
    return effectiveness(s, Shot(unit, place))


def _line_length(s: State, unit: str) -> Ledger:
    """The hexes that a unit's supply line counts; nothing where there is none."""
    return next(iter(line_of(s, unit).ledgers), s.law.ledger("4.4-a", "line-length", ()))


NUMBERS: dict[str, Callable[..., Ledger]] = {
    "entry-cost": lambda s, unit, origin, place: entry_cost(s, s.unit(unit), origin, place),
    "allowance": lambda s, unit: allowance(s, s.unit(unit)),
    "surface-factors": lambda s, side: sea_combat.surface_factors(s, side),
    "naval-column": lambda s, side: sea_combat.column_of(s, side),
    "enemy-ships": lambda s, side: sea_combat.enemy_ships(s, side),
    "sea-points": lambda s, unit: sea_points(s, s.unit(unit)),
    "landing-cost": lambda s, unit, place: landing_cost(s, s.unit(unit), place),
    "reorganising": lambda s, unit: reorganising(s, s.unit(unit)),
    "longest-line": lambda s: longest(s),
    "line-length": lambda s, unit: _line_length(s, unit),
    "desert-capacity": lambda s, unit: capacity(s, s.unit(unit)),
    "zone": lambda s, side, place: zone(s, side, place),
    "land-limit": lambda s, place, side: stacking.land_limit(s, place, s.troops(place, side)),
    "air-limit": lambda s, place: stacking.air_limit(s, place),
    "stack": lambda s, place, side: stacking.stack(s, place, side),
    "naval-limit": lambda s, place: stacking.naval_limit(s, place),
    "potential": lambda s, unit, role="": potential(s, s.unit(unit), role),
    "rebase-potential": lambda s, unit: potential(s, s.unit(unit), rebase=True),
    "land-factors": _land,
    "attack": lambda s, place: _odds(s, place).attack,
    "defence": lambda s, place: defence_factors(s, place),
    "shore-bombardment": lambda s, place: bombardment(s, members(s, _attack(s, place).ships), _land(s, place)),
    "ship-bombardment": lambda s, unit: ship_factor(s, s.unit(unit)),
    "ground-support": lambda s, place: ground_support(s, bombers_over(s, place), place, _land(s, place)),
    "shifts": lambda s, place: shifts(s, place, _attack(s, place).support),
    "odds-level": lambda s, place: _odds(s, place).ladder,
    "die-modifier": lambda s, place: die_modifier(s, place, _odds(s, place).below),
    "ammunition": lambda s, nation: ammunition_left(s, nation),
    "effectiveness": _effectiveness,
    "support-value": lambda s, unit: support_value(s, s.unit(unit)),
    "air-power": lambda s, side: air_combat.power(s, side),
    "air-value": lambda s, side: air_combat.value(s, side),
}

RULES: Ruleset[State] = Ruleset(
    game="fa",
    book=book("fa"),
    steps=STEPS,
    amendments=AMENDMENTS,
    setup=setup,
    names=names,
    numbers=NUMBERS,
    policies=POLICIES,
    questions=QUESTIONS,
    view=view,
    alike=alike,
    going=going,
    supply=supply,
    sequence=SEQUENCE,
)
