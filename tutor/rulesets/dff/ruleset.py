"""Distant Foreign Fields: everything that drivers, files and boards call."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from operator import attrgetter
from typing import Any

from tutor.engine.law import Law
from tutor.engine.ledger import Ledger
from tutor.engine.pieces import Pieces
from tutor.engine.run import Ruleset
from tutor.rulesets import book
from tutor.rulesets.dff import (
    active_defence,
    air,
    attrition,
    bombardment,
    capture,
    combat,
    coming,
    declaration,
    depots,
    events,
    exploitation,
    fire,
    ground,
    headquarters,
    landing,
    losses,
    marching,
    morale,
    movement,
    moving,
    nations,
    noncombat,
    offensives,
    placement,
    retreat,
    sea,
    stacking,
    staff,
    supply,
    support,
    turns,
)
from tutor.rulesets.dff.apart import parts
from tutor.rulesets.dff.book import AMENDMENTS, STEPS
from tutor.rulesets.dff.goings import going, supply_line
from tutor.rulesets.dff.policies import PLAYERS
from tutor.rulesets.dff.questions import QUESTIONS
from tutor.rulesets.dff.sequence import SEQUENCE
from tutor.rulesets.dff.setup import laid_out, map_args, names
from tutor.rulesets.dff.state import State, Unit, foe

BOOK = book("dff")
_STEPS = active_defence, combat, declaration, exploitation, headquarters, losses, noncombat
_MORE = capture, coming, depots, events, moving, placement, landing, nations, offensives, retreat, staff, support, turns


# -- numbers that may be asked for by name -----------------------------------------------------------------------
def _hit_number(state: State, unit: str, place: str = "") -> Ledger:
    """On what number a unit hits in the battle in its hex, or in another."""
    battle = state.battle(place or state.pieces[unit].place or "")
    return fire.hit_number(state, battle, state.pieces[unit])


def _attack_bill(state: State, place: str) -> Ledger:
    return supply.attack_bill(state, state.battle(place))


def _defence_bill(state: State, place: str) -> Ledger:
    return supply.defence_bill(state, state.battle(place))


def _bombardment(state: State, unit: str, place: str, round: int) -> Ledger:
    return bombardment.bombardment_number(state, state.battle(place), state.pieces[unit], round)


def _attrition(state: State, unit: str, place: str) -> Ledger:
    return attrition.attrition_number(state, state.battle(place), state.pieces[unit])


def _naval(state: State, place: str) -> Ledger:
    """Of the side that has ships there; where none has, of the attacker's if they came."""
    battle = state.battle(place)
    sides = (side for side in (battle.attacker, battle.defender) if fire.naval_guns(state, battle, side))
    return fire.naval_number(state, battle, next(sides, battle.attacker))


def _answer_bill(state: State, place: str) -> Ledger:
    return supply.answer_bill(state, place)


def _duel_bill(state: State, place: str) -> Ledger:
    return supply.duel_bill(state, place)


def _second_round_bill(state: State, place: str) -> Ledger:
    return supply.second_round_bill(state, state.battle(place))


def _move_bill(state: State) -> Ledger:
    return supply.move_bill(state)


def _air_bill(state: State, side: str) -> Ledger:
    return supply.air_bill(state, side)


def _air_number(state: State, unit: str) -> Ledger:
    return air.air_number(state, state.pieces[unit])


def _potential(state: State, unit: str) -> Ledger:
    return movement.potential(state, state.pieces[unit])


def _entry_cost(state: State, unit: str, origin: str, place: str) -> Ledger:
    return movement.entry_cost(state, state.pieces[unit], origin, place)


def _march(state: State, unit: str, means: str) -> Ledger:
    return marching.paces(state, state.pieces[unit], means)


def _supply_step(state: State, origin: str, place: str) -> Ledger:
    """What a step costs supply that lies in the first hex."""
    side = depots.owner_of(state, origin) or ""
    return movement.entry_cost(state, depots.load(side, origin), origin, place)


def _supply_price(state: State, n: int) -> Ledger:
    return placement.price_of_supply(state, n)


def _placing_cost(state: State, nation: str, place: str, n: int) -> Ledger:
    return placement.placing_cost(state, nation, place, n)


def _fare(state: State, unit: str, place: str) -> Ledger:
    return sea.fare(state, state.pieces[unit], place)


def _hq_range(state: State, unit: str) -> Ledger:
    return ground.hq_range(state, state.pieces[unit].place or "")


def _interception(state: State, unit: str) -> Ledger:
    return landing.interception_range(state, state.pieces[unit])


def _stacking(state: State, place: str) -> Ledger:
    return stacking.limit(state, place)


def _town_value(state: State, place: str) -> Ledger:
    return morale.town_value(state, place)


def _offensives(state: State) -> Ledger:
    return offensives.allowance(state)


NUMBERS: Mapping[str, Callable[..., Ledger]] = {
    "hit-number": _hit_number,
    "attack-bill": _attack_bill,
    "defence-bill": _defence_bill,
    "answer-bill": _answer_bill,
    "bombardment": _bombardment,
    "attrition": _attrition,
    "naval-guns": _naval,
    "duel-bill": _duel_bill,
    "second-round-bill": _second_round_bill,
    "move-bill": _move_bill,
    "air-bill": _air_bill,
    "air-number": _air_number,
    "potential": _potential,
    "entry-cost": _entry_cost,
    "march": _march,
    "supply-step": _supply_step,
    "supply-price": _supply_price,
    "placing-cost": _placing_cost,
    "fare": _fare,
    "hq-range": _hq_range,
    "interception-range": _interception,
    "stacking-limit": _stacking,
    "town-value": _town_value,
    "offensives": _offensives,
}


# -- what a side sees, and what is the same ----------------------------------------------------------------------
def view(state: State, side: str) -> State:
    """Without the other side's cards, and of its stacks that are in no battle only the top counter (4.3-c)."""
    other = foe(side)
    hidden = [
        unit.id
        for hex in {u.place for u in state.pieces.of(other) if u.place is not None}
        if not state.attacked(hex)
        for unit in _under_the_top(state, hex, other)
    ]
    seen: State = state.but(cards=state.cards.drop(other))
    return seen.but(pieces=seen.pieces.drop(*hidden)) if hidden else seen


def _under_the_top(state: State, hex: str, side: str) -> list[Unit]:
    """What lies beneath the last counter that was laid down; supply and markers hide nothing (4.3-d)."""
    return [u for u in state.pieces.at(hex) if u.side == side][:-1]


_LIKENESS = attrgetter("likeness")


def _aided(state: State) -> Hashable:
    """Which kinds of units the fighters help, together or apart; whoever has left the battle is helped no more."""
    groups: dict[Unit, list[str]] = {}
    for fighter in state.pieces:
        helped = state.pieces.get(fighter.aiding) if fighter.aiding else None
        if helped is not None and helped.place == fighter.place is not None:
            groups.setdefault(helped, []).append(fighter.id)
    return frozenset((helped.likeness, tuple(sorted(fighters))) for helped, fighters in groups.items())


NOBODY: Pieces[Unit] = Pieces()


def alike(state: State) -> Hashable:
    """Two positions are the same for the odds when only equal units have changed places, and in whatever order."""
    rest = state.but(pieces=NOBODY, fought=frozenset(state.fought), taken=frozenset(state.taken))
    return rest, state.pieces.lumped(_LIKENESS), _aided(state)


def setup(data: Mapping[str, Any], map: Any, law: Law) -> State:
    """The position of a scenario under the law that it implies, with what is to be done in it."""
    listed = ([step, *map_args(args)] for step, *args in data.get("agenda", ()))
    return RULES.lawful(laid_out(data, map, law)).then(*SEQUENCE.agenda(listed))


RULES: Ruleset[State] = Ruleset(
    game="dff",
    book=BOOK,
    steps=STEPS,
    amendments=AMENDMENTS,
    setup=setup,
    names=names,
    numbers=NUMBERS,
    policies=PLAYERS,
    questions=QUESTIONS,
    view=view,
    alike=alike,
    parts=parts,
    going=going,
    supply=supply_line,
    in_force=events.in_force,
    sequence=SEQUENCE,
)
