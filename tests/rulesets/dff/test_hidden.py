"""What a side sees (4.3 c-d, 6.1-b): of the enemy the top counter of each stack, all of those in battle, no card."""

from __future__ import annotations

from tutor.library import scenario
from tutor.rulesets.dff.ruleset import RULES, view
from tutor.rulesets.dff.state import State


def somme(**changes: object) -> State:
    base = scenario("dff/albert-1917")
    state: State = RULES.setup({**base.data, **changes}, base.map, base.law())
    return state


def test_only_the_top_of_an_enemy_stack_is_seen() -> None:
    state = somme()
    stack = [unit.id for unit in state.pieces.at("0532")]
    assert [unit.id for unit in view(state, "allies").pieces.at("0532")] == stack[-1:]
    assert [unit.id for unit in view(state, "central").pieces.at("0532")] == stack, "one's own stacks are known"


def test_supply_hides_nothing() -> None:
    """Points under an HQ are no counter: they are seen, and so is the HQ that lies alone."""
    seen = view(somme(), "allies")
    assert seen.supply["0813"] == 40
    assert "hq-ge1" in seen.pieces


def test_works_and_aircraft_can_hide_what_lies_under_them() -> None:
    state = somme()
    under = state.pieces.at("1007")
    assert [unit.kind for unit in under] == ["infantry", "trench"]
    assert [unit.kind for unit in view(state, "central").pieces.at("1007")] == ["trench"]


def test_a_battle_reveals_the_stacks_in_it() -> None:
    state = somme(battles=[{"hex": "0532", "attacker": "allies", "hqs": []}])
    assert len(view(state, "allies").pieces.at("0532")) == 2
    assert len(view(state, "allies").pieces.at("0813")) == 1, "other stacks stay covered"


def test_cards_are_secret_until_shown() -> None:
    assert view(somme(), "central").cards.get("allies", ()) == ()
    assert view(somme(), "allies").cards["allies"] == ("new-battlefield-manual",)
