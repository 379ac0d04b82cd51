"""Laws of movement and supply of Distant Foreign Fields, in its scenarios and in random months."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from tests.laws.common import has_words, replays, tells
from tests.laws.dff_battles import month
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.check import Check
from tutor.engine.play import Session
from tutor.engine.space.paths import Reach
from tutor.engine.telling import check as told_check
from tutor.engine.text import LANGUAGES
from tutor.engine.told import plain
from tutor.engine.trace import Entry
from tutor.engine.words import Words
from tutor.library import scenario
from tutor.rulesets.dff.goings import going
from tutor.rulesets.dff.ground import FOREST, terrain
from tutor.rulesets.dff.marching import FORCED, MARCH, RAIL, paces
from tutor.rulesets.dff.movement import price, static_costs, walk
from tutor.rulesets.dff.ruleset import RULES
from tutor.rulesets.dff.sequence import SEQUENCE
from tutor.rulesets.dff.stacking import excess
from tutor.rulesets.dff.state import HQ, SIDES, SUPPLY, TANK, State, Unit
from tutor.rulesets.dff.tracing import line_of, supplied

SCENARIOS = ("dff/albert-1917", "dff/gallipoli-1915")
MONTHS, LANDINGS = 48, 8
SCATTERED = 3


# -- positions ---------------------------------------------------------------------------------------------------
@cache
def positions() -> tuple[State, ...]:
    """Both scenarios as they begin and with some units scattered, and random months, in the Movement Phase."""
    found: list[State] = []
    for name in SCENARIOS:
        start = scenario(name).position().but(moving=True, agenda=())
        found += [start, *(_scattered(start, seed) for seed in range(SCATTERED))]
    return (*found, *(month(seed, seed % 2 == 1).but(moving=True, agenda=()) for seed in range(12)))


def _scattered(state: State, seed: int) -> State:
    """Some ground units somewhere else on ground of their side."""
    rng = random.Random(seed)
    moved = []
    for unit in state.pieces:
        if unit.stacks and unit.place and rng.random() < 0.4:
            hexes = [hex for hex in state.map.places if state.control.get(hex) == unit.side]
            moved.append(unit.but(place=rng.choice(hexes)))
    return state.put(*moved)


def movers(state: State) -> Iterator[Unit]:
    return (unit for unit in state.pieces if unit.place is not None and (unit.ground or unit.hq))


# -- where one may go --------------------------------------------------------------------------------------------
def test_every_unit_and_every_place_has_an_answer() -> None:
    """By each means a place is open or refused by a rule; what is said to be open is what no check objects to."""
    looked: Counter[str] = Counter()
    for state in positions():
        rng = random.Random(0)
        units = list(state.pieces)
        for unit in rng.sample(units, min(12, len(units))):
            for way in going(state, unit.id):
                open_ = set(way.places)
                for place in state.map.places:
                    verdict = way.verdict(place)
                    looked[way.means] += 1
                    looked["open"] += place in open_
                    if place == unit.place:
                        assert place not in open_
                        continue
                    assert verdict.legal == (place in open_) or way.reach is None or way.closed
                    assert verdict.legal or verdict.objections
                    assert all(check.rule in RULES.book for check in verdict.checks)
    assert min(looked.values()) > 5_000, looked


def test_what_is_told_has_words() -> None:
    told = 0
    for name in SCENARIOS:
        state = scenario(name).position().but(moving=True, agenda=())
        for lang in LANGUAGES:
            words = Words.of(RULES, state, lang)
            for unit in state.pieces:
                for way in going(state, unit.id):
                    for place in list(state.map.places)[::7]:
                        for check in way.verdict(place).checks:
                            line = plain(told_check(check, words).phrases)
                            assert "{" not in line, line
                            assert not line.startswith(check.kind), line
                            told += 1
    assert told > 5_000


def test_the_reach_equals_a_slow_reference() -> None:
    """Every cost on foot is what relaxing all steps again and again comes to, priced by the text alone."""
    compared = 0
    for state in positions():
        for unit in list(movers(state))[::3]:
            for means in (MARCH, FORCED):
                whole = paces(state, unit, means)
                fast = walk(state, unit, unit.place or "", whole)
                assert dict(fast.cheapest) == _slowly(state, unit, whole.total)
                compared += len(fast)
    assert compared > 5_000


def _slowly(state: State, unit: Unit, allowance: Any) -> dict[str, Any]:
    start = unit.place or ""
    best: dict[str, Any] = {start: 0}
    changed = True
    while changed:
        changed = False
        for a in list(best):
            for b in state.map.neighbours(a):
                priced = price(state, unit, a, b, start)
                if isinstance(priced, Check):
                    continue
                total = best[a] + Fraction(priced.total)
                if total <= allowance and total < best.get(b, total + 1):
                    best[b] = total
                    changed = True
    return best


def test_no_means_brings_tanks_into_a_forest() -> None:
    """On foot, by train or by ship (5.6)."""
    looked: Counter[str] = Counter()
    for state in positions():
        wooded = {hex for hex in state.map.places if terrain(state, hex) == FOREST}
        for unit in state.pieces:
            if unit.kind == TANK and unit.place is not None:
                for way in going(state, unit.id):
                    assert not wooded & set(way.places), (unit, way.means)
                    looked[way.means] += bool(wooded) * len(way.places)
    assert looked[MARCH], looked
    assert looked[RAIL], looked


def test_compiled_costs_equal_the_ledgers() -> None:
    """On a map where nobody stands every edge costs what its ledger says, or is closed by a check."""
    edges = 0
    for state in positions()[:: SCATTERED + 1]:
        for kind in ("", TANK, SUPPLY):
            empty = state.but(pieces=state.pieces.drop(*state.pieces.ids()), control=type(state.control)())
            mover = Unit("", "allies", "", kind, None)
            costs = static_costs(state.map, state.law, kind, state.home)
            for a in state.map.places:
                for b in state.map.neighbours(a):
                    priced = price(empty, mover, a, b)
                    cost = costs.cost(a, b)
                    assert cost is None if isinstance(priced, Check) else cost == priced.total
                    edges += 1
    assert edges > 3_000


# -- whence one is supplied ----------------------------------------------------------------------------------------
def test_the_line_and_the_short_answer_agree() -> None:
    """Whoever is supplied has a line to a depot over open hexes; whoever is not has the reason."""
    count: Counter[bool] = Counter()
    for state in positions():
        for unit in movers(state):
            if unit.kind == HQ:
                continue
            line = line_of(state, unit)
            assert line.open == supplied(state, unit), (unit, line.checks)
            count[line.open] += 1
            if line.open and unit.supplied is None and len(line.line) > 1:
                assert any(hq.place == line.line[-1] and state.stock(hq.id) for hq in state.hqs_of(unit.side))
                for a, b in zip(line.line, line.line[1:], strict=False):
                    assert state.map.adjacent(a, b)
            assert line.open or any(not check.ok for check in line.checks)
    assert min(count.values()) >= 20, count


# -- random months -------------------------------------------------------------------------------------------------
@cache
def played() -> tuple[Session, ...]:
    landing = scenario("dff/gallipoli-1915").position()
    landing = landing.but(agenda=SEQUENCE.agenda((["supply-phase"], ["movement-phase"])))
    months = tuple(_play(month(seed, readings=seed % 2 == 1), seed) for seed in range(MONTHS - LANDINGS))
    return (*months, *(_play(landing, seed) for seed in range(LANDINGS)))


def _play(start: State, seed: int) -> Session:
    session = Session(RULES, start, seed=seed)
    rng = random.Random(seed)
    while not session.over:
        ask = session.ask
        if not isinstance(ask, Ask):
            session.roll()
            continue
        legal = list(ask.legal())
        assert legal, ask.kind
        assert all(ask.verdict(answer).legal == (answer in legal) for answer in ask.candidates())
        go = [answer for answer in legal if answer not in (DONE, BACK)]
        done = not go or (rng.random() < 0.15 and DONE in legal)
        session.answer(rng.choice([answer for answer in legal if answer not in go] if done else go))
    return session


def test_months_keep_their_laws() -> None:
    """Nobody is lost but by a forced march or an airfield overrun; supply neither grows nor shrinks but by fares."""
    moved: Counter[str] = Counter()
    for session in played():
        start, end = session.root.state, session.state
        fares = [int(fare) for entry in session.trace.entries for fare in _fare(entry)]
        assert list(start.pieces.ids()) == list(end.pieces.ids())
        assert sum(start.supply.values()) - sum(end.supply.values()) == sum(fares)
        moved["fares"] += len(fares)
        for unit in start.pieces:
            now = end.pieces[unit.id]
            assert now.strength <= unit.strength or now.place is None
            assert (now.place is None) == bool(now.box), now
            levelled = now.place is None and unit.strength == 1  # a captured trench loses its last point (4.6.2-d)
            assert not unit.works or now.place == unit.place or levelled
            moved["moved"] += now.place != unit.place
        for hex in end.map.places:
            sides = {side for side in SIDES if end.ground_at(hex, side)}
            assert len(sides) < 2, hex
            assert not sides or {end.control.get(hex)} == sides, hex
            for side in SIDES:
                assert excess(end, hex, side) <= excess(start, hex, side)
        assert not end.chosen
        moved["months"] += 1
    assert moved["months"] == MONTHS
    assert moved["moved"] > 3 * MONTHS
    assert moved["fares"] > 5, moved


def _fare(entry: Entry) -> Iterator[Any]:
    """What a passage took from a depot: the whole bill, or the part that one of several paid."""
    if entry.kind == "pays-passage":
        yield entry.facts["bill"].total
    elif entry.kind == "paid":
        yield entry.facts["n"]


def test_months_replay_and_are_told() -> None:
    replays(played())
    assert tells(played()) > 1_000
    has_words(played())
    kinds = Counter(entry.kind for session in played() for entry in session.trace.entries)
    for kind in ("moves", "marches-hard", "rides", "sails-to", "hq-shifted", "supply-shifted"):
        assert kinds[kind], kind


def test_reach_is_a_reach() -> None:
    """What the terminal shows of a search is there: its places with their costs and its reasons elsewhere."""
    state = scenario("dff/gallipoli-1915").position().but(moving=True, agenda=())
    way = going(state, "ot-cav")[0]
    assert isinstance(way.reach, Reach)
    assert way.reach.cost("0507") == 2
    assert way.why_not("0607") is None
    assert {check.rule for check in going(state, "ot5")[0].verdict("0909").checks} == {"5.5"}
