"""Laws of movement and supply in Strafexpedition 1916, on random ground: searches, answers, and whole turns."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.engine.relaxing import relax
from tests.laws.se_moves import before_moves, turn
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.check import Check
from tutor.engine.facts import Place
from tutor.engine.going import Going
from tutor.engine.pieces import Pieces
from tutor.engine.play import Session
from tutor.engine.run import task
from tutor.engine.space.paths import place_of
from tutor.library import position as named
from tutor.rulesets.se import supply
from tutor.rulesets.se.costs import allowance
from tutor.rulesets.se.fed import in_supply
from tutor.rulesets.se.going import going
from tutor.rulesets.se.paces import PACES, TACTICAL, UNACTIVATED, march_bonus, points, potential
from tutor.rulesets.se.passing import objections_to_drawing_fire
from tutor.rulesets.se.reaching import reach_of, safer_reach, static_costs
from tutor.rulesets.se.ruleset import RULES
from tutor.rulesets.se.stacking import excess, limit
from tutor.rulesets.se.state import MOUNTAIN, SIDES, State, Unit
from tutor.rulesets.se.terrain import price
from tutor.rulesets.se.zones import felt_zone

POSITIONS = 18
CHAPTERS = ("6", "7", "8", "9", "10", "11", "12")
TURNS = 24


@cache
def position(seed: int) -> State:
    return before_moves(seed, readings=seed % 3 == 2)


# -- searches against slow ones ------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(POSITIONS))
def test_every_reach_agrees_with_the_slow_one(seed: int) -> None:
    """Tactical, unactivated and strategic, with points already spent: what a cliff takes is never what is left."""
    s, rng = position(seed), random.Random(seed)
    compared = 0
    for unit in rng.sample([u for u in s.on_map() if u.fights], 4):
        for pace in PACES.values():
            left, whole = points(s, unit, pace).total, potential(s, unit, pace).total
            found = reach_of(s, unit, left, tactical=pace.tactical, whole=whole, strategic=pace.strategic)
            if s.law.reads("cliff-move", "what-is-left") and unit.kind in MOUNTAIN:
                continue  # the price of a cliff then hangs on the way, which relaxing does not know
            args = (pace.tactical, whole, pace.strategic)
            slow = relax(s.map, lambda a, b, u=unit, more=args: price(s, u, a, b, *more), unit.place or "", left)
            assert found.cheapest == slow, (unit, pace)
            compared += len(slow)
    assert compared > 20


def test_no_weather_and_no_pace_leave_less_than_nothing() -> None:
    """9.1 takes a point, or a half, from what there is: who has no movement points owes none."""
    floors = 0
    for seed in range(POSITIONS):
        s = position(seed).but(weather="rain")
        for unit in [u for u in s.on_map() if u.fights]:
            slow = unit.but(mp=seed % 3, mp_left=0)
            slow = slow.but(mp_left=allowance(s, slow).total)
            for ledger in (
                allowance(s, slow),
                march_bonus(s, slow),
                *(work(s, slow, pace) for pace in PACES.values() for work in (potential, points)),
            ):
                assert ledger.total >= 0, (seed, ledger)
                floors += not ledger.total
    assert floors > 20


@pytest.mark.parametrize("seed", range(POSITIONS))
def test_a_safer_way_draws_no_fire(seed: int) -> None:
    s = position(seed)
    for unit in [u for u in s.on_map() if u.infantry][:4]:
        whole = potential(s, unit, PACES[TACTICAL]).total
        found = safer_reach(s, unit, whole, whole, tactical=True)

        def safe(a: str, b: str, unit: Unit = unit, whole: Any = whole) -> Any:
            return s.law.first_objection(objections_to_drawing_fire(s, unit, a, b)) or price(s, unit, a, b, True, whole)

        if not (s.law.reads("cliff-move", "what-is-left") and unit.kind in MOUNTAIN):
            assert found.cheapest == relax(s.map, safe, unit.place or "", whole)
        plain = reach_of(s, unit, whole)
        assert set(found.places) <= set(plain.places)
        assert all((found.cost(place) or 0) >= (plain.cost(place) or 0) for place in found.places)


def test_compiled_prices_are_those_of_the_ledgers() -> None:
    """On every edge of the ground, for every class of unit, on the march and along a supply line."""
    edges = 0
    for seed in range(3):
        s = position(seed)
        bare = s.but(pieces=Pieces(), bridges=frozenset())
        for kind in ("infantry", "mountain", "artillery", "mountain-artillery"):
            costs = static_costs(s.map, s.law, kind, 6 if kind == "mountain" else 0, True)
            unit = Unit("u", "ah", kind, None)
            for a in s.map.places:
                for b in s.map.neighbours(a):
                    _same(costs, a, b, price(bare, unit, a, b, True, 6))
                    edges += 1
        lines = supply.static_lines(s.map, s.law, "")
        for node in lines.graph.places:
            for onward in lines.graph.neighbours(node):
                _same(lines, node, onward, supply.price(bare, Unit("u", "ah", "infantry", None), node, onward))
                edges += 1
    assert edges > 5_000


def _same(costs: Any, a: Any, b: Any, priced: Any) -> None:
    cost = costs.cost(a, b)
    assert cost == (None if isinstance(priced, Check) else priced.total), (a, b)


# -- supply --------------------------------------------------------------------------------------------------------
def test_supply_forwards_and_backwards() -> None:
    """The search of a whole side, that of one unit, and a slow one by the text alone say the same of every unit."""
    seen: Counter[bool] = Counter()
    for seed in range(POSITIONS):
        s = before_moves(seed + 50, readings=seed % 2 == 1)
        s = s.but(bridges=frozenset()) if seed % 3 else s
        for unit in [u for u in s.on_map() if u.side in SIDES][:8]:
            told = supply.supply(s, unit.id)
            fed = told.cut is None and any(check.kind == "line-drawn" for check in told.checks)
            graph = supply.LineSpace(s.map)
            slow = relax(
                graph, lambda a, b, s=s, u=unit: supply.price(s, u, a, b), (unit.place, supply.UNIT), supply.LENGTH
            )
            wanted = any((hex, supply.ROAD) in slow for hex in supply.sources_of(s, unit.side))
            assert fed == wanted == in_supply(s, unit), unit
            if not fed and told.cut is not None:
                assert all(not way.check.ok for way in told.cut.ways)
            seen[fed] += 1
    assert min(seen.values()) > 10, seen


# -- what is answered ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(POSITIONS))
def test_every_unit_and_every_place_has_its_answer(seed: int) -> None:
    """Parity: a place is legal, or something refuses it; what is told of the way is what is paid."""
    s = position(seed)
    for unit in s.on_map():
        for way in going(s, unit.id):
            legal = {place for place in s.map.places if way.verdict(place).legal and place != unit.place}
            assert set(way.places) == (set() if way.closed else legal)
            if way.reach is not None:
                _told(s, way)


def _told(s: State, way: Going) -> None:
    assert way.reach is not None
    for place in random.Random(way.unit).sample(s.map.places, 6):
        cut = way.why_not(place)
        if cut is None:
            taken = way.taken(place)
            assert taken is not None
            assert sum(ledger.total for ledger in taken.story(place)) == way.reach.cost(place)
            assert len(way.way(place)) == len(taken.story(place)) + 1
        else:
            assert not way.verdict(place).legal
            assert all(place_of(one.origin) in way.reach and not one.check.ok for one in cut.ways)
            missing = way.missing(place)
            assert missing is None or missing > 0


# -- whole turns ---------------------------------------------------------------------------------------------------
class Seen(Counter[str]):
    """How often each law was looked at."""


@cache
def played() -> tuple[Seen, tuple[Session, ...]]:
    seen = Seen()
    return seen, tuple(_play(seen, seed) for seed in range(TURNS))


def _play(seen: Seen, seed: int) -> Session:
    session = Session(RULES, turn(seed, readings=seed % 2 == 1), seed=seed)
    rng = random.Random(seed)
    moved: Counter[str] = Counter()
    start = session.state
    while not session.over:
        ask, before = session.ask, session.state
        if not isinstance(ask, Ask):
            session.roll()
            continue
        legal = _parity(seen, ask, rng)
        answer = _choice(ask, legal, rng)
        session.answer(answer)
        moved[answer] += ask.kind == "move" and answer != DONE
        moved[before.mover or ""] -= answer == BACK and ask.kind in ("pace", "move-hex")
        _whole(seen, start, session.state, seed)
    assert all(count <= 1 for id, count in moved.items() if id), moved
    _over(seen, session.state, seed)
    return session


def _parity(seen: Seen, ask: Ask, rng: random.Random) -> list[Any]:
    """The legal set is everything that no check objects to; every refusal has a rule."""
    legal = list(ask.legal())
    assert legal, ask.kind
    everything = list(ask.candidates())
    for answer in rng.sample(everything, min(12, len(everything))):
        verdict = ask.verdict(answer)
        assert verdict.legal == (answer in legal), (ask.kind, answer)
        assert verdict.legal or verdict.objections
        seen["parity"] += 1
    return legal


def _choice(ask: Ask, legal: list[Any], rng: random.Random) -> Any:
    onward = [answer for answer in legal if answer not in (BACK, DONE)]
    if ask.kind == "move-hex" and DONE in legal and rng.random() < 0.5:
        return DONE
    if onward and rng.random() < 0.85:
        return rng.choice(onward)
    return rng.choice([answer for answer in legal if answer != BACK] or legal)


def _whole(seen: Seen, start: State, s: State, seed: int) -> None:
    """No unit is lost or doubled, no points are owed, nobody stands among enemies unless they fight."""
    assert list(start.pieces.ids()) == list(s.pieces.ids()), seed
    assert all(s.lp(side) >= 0 for side in SIDES), seed
    assert all(unit.mp_left >= 0 for unit in s.pieces), seed
    seen["pieces"] += 1
    if s.fights or s.mover or s.struck:
        return
    for hex in {unit.place for unit in s.on_map() if unit.place}:
        mixed = {unit.side for unit in s.units_at(hex) if not unit.gun}
        assert len(mixed) < 2 or s.law.reads("nobody-retreats", "both-stay") or _stood_so(start, hex), (seed, hex)
        seen["apart"] += 1


def _stood_so(start: State, hex: str) -> bool:
    return len({unit.side for unit in start.units_at(hex) if not unit.gun}) > 1


def _over(seen: Seen, s: State, seed: int) -> None:
    """Nothing is left of the turn: no draft, no HQ on the map; who is too many has been punished."""
    drafts = (s.mover, s.pace, s.shots, s.picked, s.interdicted, s.marching, s.chosen, s.aims, s.planned)
    assert not any(drafts), (seed, drafts)
    assert not any(unit.hq and unit.place for unit in s.pieces)
    assert not any(unit.moved or unit.activated or unit.commanded for unit in s.pieces)
    for side in SIDES:
        for hex in {unit.place for unit in s.units_of(side) if unit.place}:
            if excess(s, hex, side) > 0:
                there = [unit for unit in s.units_at(hex, side) if unit.infantry]
                assert all(unit.dp for unit in there), (seed, hex, limit(s, hex))
            seen["limits at the end"] += 1


def test_who_holds_a_hex_is_all_that_is_said_of_it() -> None:
    """11.0.6: a hex that the enemy holds is refused for that, not for what lies on the ways to it; others never are."""
    held_hexes, others = 0, 0
    for seed in range(POSITIONS):
        s = position(seed)
        for unit in [u for u in s.on_map() if u.infantry and u.activated][:3]:
            for way in going(s, unit.id):
                for hex in s.map.places if way.reach is not None and not way.closed else ():
                    verdict = way.verdict(hex)
                    here = [check for check in verdict.objections if check.facts.get("hex") == Place(hex)]
                    if any(not foe.gun for foe in s.foes_at(hex, unit.side)):
                        assert verdict.objections == tuple(here), (seed, hex)
                        assert [check.kind for check in here] == ["enemy-there"], (seed, hex)
                        held_hexes += 1
                    else:
                        assert all(check.kind != "enemy-there" for check in here), (seed, hex)
                        others += not verdict.legal
    assert held_hexes > 50
    assert others > 50


def test_turns_are_played_to_their_end() -> None:
    seen, sessions = played()
    assert len(sessions) == TURNS
    assert seen["parity"] > 2000
    assert seen["apart"] > 1000
    assert seen["limits at the end"] > 100


def test_turns_reach_the_chapters() -> None:
    """What is played cites nearly all the rules of chapters 6 to 12; fewer would mean that positions are too tame."""
    cited = {rule for session in played()[1] for entry in session.trace.entries for rule in entry.rules()}
    cited |= {check.rule for session in played()[1] for entry in session.trace.entries for check in entry.checks}
    wanted = [
        rule.id for rule in RULES.book if rule.kind == "rule" and rule.chapter in ("6", "7", "8", "9", "10", "11")
    ]
    missing = sorted(rule for rule in wanted if rule not in cited)
    assert len(missing) <= 12, missing


@pytest.mark.parametrize("name", ["se/roana", "se/roana-march", "se/novegno"])
def test_scenarios_play_to_their_end(name: str) -> None:
    """By chance and by every policy; every unit has an answer where it may go and whence it is supplied."""
    start = named(name)
    for unit in start.on_map():
        assert going(start, unit.id)
        assert supply.supply(start, unit.id).line[0] == unit.place
    for seed in range(3):
        session, rng = Session(RULES, start, seed=seed), random.Random(seed)
        while (ask := session.ask) is not None:
            if isinstance(ask, Ask):
                session.answer(_choice(ask, list(ask.legal()), rng))
            else:
                session.roll()
        assert list(session.state.pieces.ids()) == list(start.pieces.ids())
    for policy in RULES.policies.values():
        told = Session(RULES, start, {"ah": policy, "it": policy}, seed=1)
        told.play_on()
        assert told.over


def test_nobody_enters_a_zone_without_activation() -> None:
    """Of all steps of unactivated units none ends beside an enemy that projects there."""
    steps = 0
    for seed in range(14):
        s = before_moves(seed).but(agenda=(task("move", UNACTIVATED, "ah"),))
        session, rng = Session(RULES, s, seed=seed), random.Random(seed)
        while isinstance(ask := session.ask, Ask):
            before = session.state
            session.answer(_choice(ask, list(ask.legal()), rng))
            if before.mover and session.state.mover == before.mover:
                unit = session.state.unit(before.mover)
                assert unit.place == before.unit(unit.id).place or not felt_zone(session.state, unit, unit.place or "")
                steps += unit.place != before.unit(unit.id).place
    assert steps > 10
