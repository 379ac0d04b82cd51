"""What a side sees (4.3 c-d, 6.1-b): of the enemy the top counter of each stack, all of those in battle, no card."""

from __future__ import annotations

from tutor.engine.ask import BACK, Ask
from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.library import scenario
from tutor.rulesets.dff.declaration import entries, nearest_way
from tutor.rulesets.dff.policies import straight
from tutor.rulesets.dff.ruleset import RULES, view
from tutor.rulesets.dff.state import State, Unit


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


def test_a_policy_goes_by_a_way_that_is_open_though_its_side_sees_a_nearer_one() -> None:
    """What closes a way may be hidden from the side that chooses it: it answers with one that is allowed."""
    state = somme()
    unit = next(u for u in state.pieces if u.side == "central" and u.place is not None and entries_of(state, u))
    target, ways = entries_of(state, unit)
    asked = Ask(state, "2.2.4.1-c", "central", "enter-from", ("place",), lambda _: iter(()))
    facts = {"unit": U(unit.id), "target": Place(target)}
    nearest = nearest_way(state, unit, target)
    assert straight(state, asked._replace(facts=facts), [*ways, BACK]) == nearest
    others = [way for way in ways if way != nearest]
    assert straight(state, asked._replace(facts=facts), [*others, BACK]) in others


def entries_of(state: State, unit: Unit) -> tuple[str, tuple[str, ...]] | None:
    """A hex that a unit can attack by more than one way, with the ways."""
    held = {foe.place for foe in state.pieces if foe.side == "allies" and foe.place in state.map}
    found = ((hex, entries(state, unit, hex)) for hex in sorted(held) if unit.place in state.map and unit.ground)
    return next(((hex, ways) for hex, ways in found if len(ways) > 1), None)
