"""How far a unit comes: the search against a slow one, and the reasons."""

from __future__ import annotations

import random

import pytest

from tests.bench.reach import Peer
from tests.engine.relaxing import relax
from tests.randommaps import random_map, random_state, se_law
from tests.rulesets.se.ground import (
    EAST,
    HERE,
    ground,
    position,
    roana,
    scenario_map,
    under,
    unit,
)
from tutor.engine.check import Check
from tutor.rulesets.se import reaching, terrain
from tutor.rulesets.se.reaching import reach_of, static_costs


def test_there_is_no_minimum_move() -> None:
    state = position(ground(dict.fromkeys(ground().neighbours(HERE), "mountain")), u := unit("u", HERE, mp=2))
    found = reach_of(state, u)
    assert found.places == (HERE,)
    shut = found.why_not(EAST)
    assert shut is not None
    assert [check.rule for check in shut.checks] == ["11.0.3"]
    assert shut.checks[0].facts["left"] == 2
    assert shut.checks[0].facts["cost"].total == 3


def test_every_closed_way_in_is_named() -> None:
    """Canove's neighbours across the gorge: each step into 3351 is refused by its own rule."""
    foe = unit("foe", "3351", side="it")
    state = roana(u := unit("u", "3252", mp=8), foe)
    shut = reach_of(state, u).why_not("3351")
    assert shut is not None
    found = {(way.origin, way.check.rule) for way in shut.ways}
    assert ("3352", "11.0.6") in found
    assert ("3252", "11.0.4") in found
    assert shut.furthest in state.map.neighbours("3351")


CLASSES = ["infantry", "mountain", "artillery", "mountain-artillery"]


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("tactical", [True, False])
def test_compiled_costs_are_the_ledgers_totals(kind: str, tactical: bool) -> None:
    """On every step of every map, with nobody on it."""
    seen = closed = 0
    for map in (scenario_map("roana"), random_map(16, 16, 5)):
        state, u = position(map), unit("u", None, kind)
        costs = static_costs(map, state.law, kind, 6, tactical)
        for a in map.places:
            for b in map.neighbours(a):
                priced = terrain.price(state, u, a, b, tactical, 6)
                compiled = costs.cost(a, b)
                assert compiled == (None if isinstance(priced, Check) else priced.total), (a, b)
                seen += 1
                closed += compiled is None
    assert seen > 1500
    assert kind == "mountain" or closed > 50


READINGS: list[dict[str, str]] = [
    {},
    {"zoc_negation_silent": "everywhere"},
    {"zoc_exit_count": "per-unit", "lone_guns": "assault-needed"},
    {"roana_after": "as-gorge", "zoc_weak_units": "unsupplied-lose"},
    {"zoc_forts": "all-six", "road_and_track": "supply-only"},
]


@pytest.mark.parametrize("readings", READINGS, ids=["usual", *("+".join(r) for r in READINGS[1:])])
def test_in_any_position_the_search_agrees_with_the_slow_one(readings: dict[str, str]) -> None:
    """Crowded positions on one small map share what was compiled and remembered; the slow search asks anew."""
    map, law = random_map(6, 6, 1), under(**readings)
    rng = random.Random(str(readings))
    reached = touched = 0
    for seed in range(160):
        state = random_state(map, seed, foes=rng.randint(1, 4), friends=rng.randint(1, 6), law=law)
        taken = {u.place for u in state.on_map() if u.side == "it"}
        start, kind = rng.choice([hex for hex in map.places if hex not in taken]), rng.choice(CLASSES)
        now, tactical = state.put(u := unit("mover", start, kind)), rng.random() < 0.7
        found = reach_of(now, u, 9, tactical=tactical)
        want = relax(map, lambda a, b, n=now, u=u, t=tactical: terrain.price(n, u, a, b, t, 9), start, 9)
        assert found.cheapest == want
        for place in rng.sample(found.places, min(2, len(found))):
            assert sum(ledger.total for ledger in found.story(place)) == want[place]
        reached += len(found)
        touched += sum(place in reaching.marks(now, u) for place in found.places)
    assert reached > 1500
    assert touched > 800


def test_what_was_remembered_of_one_position_does_not_leak_into_the_next() -> None:
    """The same step of the same map, with one companion after another in the hex entered."""
    map = ground({EAST: "woods"}, roads={"track": [HERE, EAST]})
    foe = unit("foe", "0507", side="it")
    companions = {"infantry": 3, "artillery": None, "militia": 3, "hq": None, "fortress": None, "border": 3}
    for kind, cost in companions.items():
        gun = unit("gun", HERE, "artillery")
        assert reach_of(position(map, gun, foe, unit("friend", EAST, kind)), gun).cost(EAST) == cost
    for kind, cost in {"infantry": 2, "hq": 1, "artillery": 2, "fortress": 1, "militia": 2}.items():
        u = unit("u", HERE)
        assert reach_of(position(map, u, unit("friend", EAST, kind)), u).cost(EAST) == cost
    for there, cost in (((), 1), ((unit("f", "0507", side="it"),), 2), ((unit("f", EAST, side="it"),), None)):
        assert reach_of(position(map, u, *there), u).cost(EAST) == cost


def test_in_any_position_a_refusal_is_a_true_one() -> None:
    map = random_map(16, 16, 5)
    told = 0
    for seed in range(6):
        state = random_state(map, seed, foes=14, friends=10)
        u = unit("mover", next(hex for hex in map.places if not state.pieces.at(hex)))
        now = state.put(u)
        found = reach_of(now, u)
        for place in map.places:
            shut = found.why_not(place)
            assert (shut is None) == (place in found)
            for way_in in shut.ways if shut else ():
                assert way_in.origin in found
                assert way_in.into not in found
                assert not way_in.check.ok
                told += 1
    assert told > 1000


def test_the_costs_are_those_of_a_second_text() -> None:
    """Plain numbers written apart from the rules, on a whole map with nobody on it."""
    map = random_map(16, 16, 5)
    peer, costs = Peer(map), static_costs(map, se_law(), "infantry", 0, True)
    for a in map.places:
        for b in map.neighbours(a):
            assert costs.cost(a, b) == peer.prices(a, b)[0]
