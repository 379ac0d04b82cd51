"""Laws of movement and supply in The Great War in Europe: searches against slow ones, answers, and whole turns."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.engine.relaxing import relax
from tests.laws.common import Watch, goes_back_and_forward, replays
from tests.laws.gwie_moves import KUT, SHEETS, before_moves, ground
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.check import Check
from tutor.engine.going import Going
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.play import Session
from tutor.engine.run import task
from tutor.engine.space.bits import bits_of
from tutor.engine.trace import Trace
from tutor.library import scenario
from tutor.rulesets.gwie import entering
from tutor.rulesets.gwie.book import AMENDMENTS
from tutor.rulesets.gwie.capacity import capacity_left
from tutor.rulesets.gwie.control import controller
from tutor.rulesets.gwie.events_moving import objections_to_rising
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.going import marches, objections_to_going, way_of
from tutor.rulesets.gwie.ground import objections_to_the_way
from tutor.rulesets.gwie.homes import LAND_OF
from tutor.rulesets.gwie.marching import allowance, step_cost
from tutor.rulesets.gwie.placement import likely, objections_to_placing
from tutor.rulesets.gwie.rails import (
    objections_to_arriving,
    objections_to_line_hex,
    objections_to_riding_through,
    one_stage,
    rail_reach,
)
from tutor.rulesets.gwie.reaching import Party, objections_to_going_on, price, reach_of, static_costs
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.sources import always_supplied, port_sources, primary, supplied_anyway
from tutor.rulesets.gwie.stacking import excess, objections_to_stacking, overfull
from tutor.rulesets.gwie.state import ALLIES, AVAILABLE, CP, OOS, SIDES, SUPPLIED, TRR, State, Unit, foe
from tutor.rulesets.gwie.strategic import objections_to_entraining, objections_to_railing, rides
from tutor.rulesets.gwie.supply import supply_at
from tutor.rulesets.gwie.tracing import HQ_RANGE, RANGE, _line_step, line_costs, objections_on_the_ground, towns
from tutor.rulesets.gwie.treaty import beside_peace

POSITIONS, TURNS = 24, 12
CHAPTERS = ("7", "8", "9", "11")


@cache
def position(seed: int) -> State:
    return before_moves(seed, readings=seed % 3 == 2)


def movers(s: State) -> list[Unit]:
    return [u for u in s.on_map() if (u.fights or u.hq) and u.mp]


# -- searches against slow ones ------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(POSITIONS))
def test_every_reach_agrees_with_the_slow_one(seed: int) -> None:
    """Alone and together, riders with the memory of having been seen, the first hex at whatever it costs."""
    s, rng = position(seed), random.Random(seed)
    compared = 0
    for unit in rng.sample(movers(s), 5):
        companions = [u for u in s.at(unit.place, unit.side) if u in movers(s) and u != unit]
        group = (unit, *rng.sample(companions, min(len(companions), rng.randint(0, 2))))
        party, found = Party(s, group), reach_of(s, group)
        slow = relax(found.costs.graph, lambda a, b, p=party: price(s, p, a, b), party.node(s), party.points)
        reached = {node: found._found.spent(node) for node in found.costs.graph.places if found.reaches(node)}
        assert reached == slow, group
        compared += len(slow)
        for place in rng.sample(found.places, min(3, len(found))):
            assert sum(ledger.total for ledger in found.story(place)) == found.cost(place)
    assert compared > 20


@pytest.mark.parametrize("seed", range(0, POSITIONS, 2))
def test_strategic_ways_agree_with_the_slow_ones(seed: int) -> None:
    s = position(seed)
    for unit in movers(s)[:4]:
        found = rail_reach(s, unit, unit.place or "")

        def stage(a: str, b: str, unit: Unit = unit) -> Any:
            return s.law.first_objection(objections_to_riding_through(s, unit, a, b)) or one_stage(s.law, b)

        assert found.cheapest == relax(s.map, stage, unit.place or "")


def test_no_train_is_kept_from_where_it_may_end() -> None:
    """What 9.32 says of coming into a hex agrees with what it says of ending there, beside newcomers too."""
    beside = 0
    for seed in range(2 * POSITIONS):
        s, rng = position(seed), random.Random(seed)
        s = s.but(joined=FrozenMap({land: s.turn for land in LAND_OF.values() if rng.random() < 0.5}))
        for unit in rng.sample(movers(s), 4):
            for hex in s.map.places:
                ending = list(objections_to_arriving(s, unit, hex))
                if all(check.ok for check in ending):
                    shut = [check for check in objections_to_line_hex(s, unit, hex) if not check.ok]
                    assert "9.32" not in {check.rule for check in shut}, (seed, unit, hex)
                    beside += bool(ending)
    assert beside > 40


def test_compiled_costs_are_those_of_the_ledgers() -> None:
    """On every edge of every sheet, in every weather, for mountain units and others, on the march and along a line."""
    edges = closed = 0
    for sheet, kind in enumerate(SHEETS):
        for weather in ("fair", "wet", "snow", "hot"):
            whole = position(sheet)
            here = whole.weather.put(kind.front, weather)
            bare = whole.but(map=ground(0, sheet), pieces=Pieces(), weather=here, devastated=frozenset())
            for mountain in (True, False):
                unit = Unit("", "", "", "mountain" if mountain else "infantry", "")
                costs = static_costs(bare.map, bare.law, bare.front, bare.weather, mountain)
                lines = line_costs(bare.map, bare.law, bare.front, bare.weather, mountain)
                for a in bare.map.places:
                    for b in bare.map.neighbours(a):
                        shut = bare.law.first_objection(objections_to_the_way(bare, unit, a, b))
                        assert costs.cost(a, b) == (None if shut else step_cost(bare, mountain, a, b).total), (a, b)
                        cut = bare.law.first_objection(objections_on_the_ground(bare, mountain, a, b))
                        assert lines.cost(a, b) == (None if cut else 1), (a, b)
                        edges, closed = edges + 1, closed + (shut is not None)
    assert edges > 5_000
    assert closed > 300


# -- supply --------------------------------------------------------------------------------------------------------
def test_supply_from_the_source_is_supply_from_the_unit() -> None:
    """The spread from the sources, and a slow search outward from each unit by the text alone, say the same."""
    seen: Counter[bool] = Counter()
    for seed in range(16):
        s, rng = position(seed + 100), random.Random(seed)
        for unit in movers(s):
            for hex in (unit.place or "", *rng.sample(s.map.places, 3)):
                closed = s.map.hex(hex).terrain == "alpine" and unit.kind != "mountain"
                if closed or any(u.side != unit.side for u in s.at(hex)):
                    continue
                fast = supply_at(s, unit, hex).status == SUPPLIED
                assert fast == slowly_supplied(s, unit, hex), (seed, unit, hex)
                seen[fast] += 1
    assert min(seen[True], seen[False]) > 40, seen


def slowly_supplied(s: State, unit: Unit, hex: str) -> bool:
    if locked_in(s, unit, hex):
        return False
    if any(check.ok for check in (*always_supplied(s, unit, hex), *supplied_anyway(s, unit, hex))):
        return True
    if slowly_joined(s, unit, hex):
        return True
    return any(_near(s, unit, hex, hq) for hq in slowly_feeding(s, unit) if hq.id != unit.id)


def slowly_feeding(s: State, unit: Unit) -> list[Unit]:
    """The HQs of a unit's nation that feed others; in the Near East one feeds the next, unless it is read otherwise."""
    hqs = [u for u in s.on_map() if u.hq and u.side == unit.side and u.nation == unit.nation]
    free = [hq for hq in hqs if not locked_in(s, hq, hq.place or "")]
    feeding = [hq for hq in free if slowly_joined(s, hq, hq.place or "")]
    while s.law.reads("hq-through-hq", "passes-on"):
        here = [hq for hq in free if front_of(s, hq.place or "") in ("egyptian", "caucasus", "iraqi")]
        more = [hq for hq in here if hq not in feeding and any(_near(s, hq, hq.place or "", one) for one in feeding)]
        if not more:
            break
        feeding += more
    return feeding


def _near(s: State, unit: Unit, hex: str, hq: Unit) -> bool:
    at = hq.place or ""
    return at == hex or (s.map.adjacent(at, hex) and not isinstance(towards(s, unit)(hex, at), Check))


def locked_in(s: State, unit: Unit, hex: str) -> bool:
    """The Allies in Kut while a CP unit stands in a K hex."""
    before_kut = [u for h in s.map.places if "K" in s.map.hex(h).flags for u in s.at(h, CP)]
    return unit.side == ALLIES and hex == KUT and bool(before_kut)


def towards(s: State, unit: Unit) -> Any:
    """One step of a line away from the unit. Where the unit itself stands nothing bars it."""
    mountain = unit.kind == "mountain"
    return lambda a, b: _line_step(s, unit.side, mountain, a, b)


def slowly_joined(s: State, unit: Unit, hex: str) -> bool:
    """A primary source, a port, or a town that is joined to a primary source, near enough."""
    front = front_of(s, hex)
    sources = primary(s, unit, front)
    near_east = front in ("egyptian", "caucasus", "iraqi")
    first = (HQ_RANGE if near_east else None) if unit.hq else RANGE
    if unit.hq and front == "eastern":
        raise AssertionError("the sheets have no Eastern Front")
    found = outward(s, unit, hex, first)
    if found & set(sources) or outward(s, unit, hex, RANGE) & set(port_sources(s, unit, front)):
        return True
    second = HQ_RANGE if unit.hq and near_east else RANGE
    for town in outward(s, unit, hex, second) & set(bits_of(s.map).places(towns(s, unit.side, front))):
        if outward(s, unit, town, None) & set(sources):
            return True
    return False


def outward(s: State, unit: Unit, hex: str, limit: int | None) -> set[str]:
    """Where a line from here comes; Italian lines end in the alpine hex of Austria-Hungary in which they begin."""
    alps = {h for h in s.map.places if s.map.hex(h).terrain == "alpine" and "austria-hungary" in s.map.hex(h).flags}
    brims = alps if unit.nation == "IT" and unit.kind == "mountain" else set()
    return set(relax(s.map, lambda a, b: _not_into(brims, b) or towards(s, unit)(a, b), hex, limit))


def _not_into(brims: set[str], b: str) -> Check | None:
    return Check("11.6", "line-over-alps", False) if b in brims else None


def test_a_line_is_drawn_or_cut() -> None:
    """A line that is open leads step by step from the unit to a source; a cut one says what closes it."""
    drawn = cut = 0
    for seed in range(POSITIONS):
        s, rng = position(seed + 100), random.Random(seed)
        free = [hex for hex in s.map.places if not s.at(hex) and s.map.hex(hex).terrain != "alpine"]
        s = s.put(*(unit.but(place=rng.choice(free)) for unit in movers(s)))
        for unit in movers(s):
            line = RULES.supply(s, unit.id)  # type: ignore[misc]
            assert line.open == (supply_at(s, unit, unit.place or "").status != OOS)
            assert line.line[0] == unit.place
            assert all(s.map.adjacent(a, b) for a, b in zip(line.line, line.line[1:], strict=False))
            if not line.open:
                cut += 1
                assert [check for check in line.checks if not check.ok]
            elif len(line.line) > 1:
                drawn += 1
                ends = {*primary(s, unit, s.front), *port_sources(s, unit, s.front)}
                assert line.line[-1] in ends
    assert drawn > 50
    assert cut > 20


# -- what may share a hex ------------------------------------------------------------------------------------------
APART = {"collapse": {}, "civil war": {"civil-war": 43}}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("case", APART)
def test_what_would_be_too_many_does_not_come_in(case: str, seed: int) -> None:
    """Every limit that is checked at the end of a phase is asked of whatever comes into a hex before."""
    found, rng = scenario("gwie/near-east"), random.Random(seed)
    affairs = ["turkey-cp", "czar-fallen", "bolsheviks"]
    data = {**found.data, "agenda": [], "turn": 44, "affairs": affairs, "in_play": APART[case]}
    s = RULES.setup(data, found.map, found.law())
    for id in [u.id for u in s.on_map() if u.nation == "RU" and u.fights and rng.random() < 0.4]:
        s = s.change(id, called="red-army")
    refused = Counter[str]()
    for unit in [u for u in s.on_map() if u.ground]:
        for hex in {u.place for u in s.on_map() if u.side == unit.side and u.ground} - {unit.place}:
            after = s.change(unit.id, place=hex)
            if hex and s.law.allows(excess(s, hex, unit.side)) and after.law.objections(excess(after, hex, unit.side)):
                objections = s.law.objections(objections_to_stacking(s, unit, hex))
                assert objections, f"{unit.id} comes into {hex}"
                refused.update(check.rule for check in objections)
    assert {"7.23c", "15.93", "6.48" if APART[case] else "15.93"} <= set(refused)


# -- who may come in -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(4))
def test_a_hex_cut_off_serves_no_comer(seed: int) -> None:
    """Whoever comes out of a box, and onto whatever ground: where the enemy stands all round, supply decides."""
    found, rng = scenario("gwie/near-east"), random.Random(seed)
    s = RULES.setup({**found.data, "agenda": [], "turn": 20}, found.map, found.law())
    comers = [u for u in s.pieces if u.ground and u.arrives and u.box != TRR]
    counts = Counter[str]()
    for unit in (s.unit("pcossack"), s.unit("ru66"), *rng.sample(comers, 20)):
        comer = unit.but(place=None, box=AVAILABLE[unit.side], arrives="", rebuilt=rng.random() < 0.5)
        foes = [u for u in s.on_map() if u.side == foe(unit.side) and u.foot]
        grounds = [hex for hex in likely(s, comer) if s.law.allows(objections_to_placing(s.put(comer), comer, hex))]
        for hex in rng.sample(grounds, min(len(grounds), 6)):
            ring = zip(foes, s.map.neighbours(hex), strict=False)
            after = s.put(comer, *(u.but(place=near) for u, near in ring if not s.at(near)))
            fed = supply_at(after, comer, hex).status == SUPPLIED
            assert fed or not after.law.allows(objections_to_placing(after, comer, hex)), f"{comer.id} into {hex}"
            counts[f"{comer.nation} {'fed' if fed else 'cut off'}"] += 1
    assert {"TU cut off", "RU cut off", "PN cut off"} <= set(counts)


def test_an_event_puts_nobody_beside_russians_at_peace() -> None:
    """5.46: after the treaty none but Turks is put next to Russians in Russia, by an event neither (6.9)."""
    found = scenario("gwie/near-east")
    affairs = ["turkey-cp", "czar-fallen", "bolsheviks", "brest-litovsk"]
    s = RULES.setup({**found.data, "agenda": [], "turn": 44, "affairs": affairs}, found.map, found.law())
    before = s.but(affairs=s.affairs - {"brest-litovsk"})
    near = {hex for hex in s.map.places if bits_of(s.map).of[hex] & beside_peace(s)}
    risen = {hex for hex in s.map.places if s.law.allows(objections_to_rising(before, hex))}
    assert risen & near
    assert {hex for hex in s.map.places if s.law.allows(objections_to_rising(s, hex))} == risen - near


# -- what a unit is ------------------------------------------------------------------------------------------------
def test_where_the_booklet_says_unit_an_hq_counts() -> None:
    """Beside an HQ one stops under aircraft and leaves no train (6.3, 9.32), as beside a division of its nation."""
    found = scenario("gwie/near-east")
    s = RULES.setup({**found.data, "agenda": [], "turn": 40, "in_play": {"interdiction": 40}}, found.map, found.law())
    turk, stopped = s.unit("tu25"), set[str]()
    for hex in (hex for hex in s.map.places if front_of(s, hex) == "egyptian" and turk.place != hex):
        for near in (near for near in s.map.neighbours(hex) if not s.at(near)):
            division, hq = (s.put(s.unit(id).but(place=near)) for id in ("br42", "eef"))
            rules = [{c.rule for c in asked.law.objections(_held_up(asked, turk, hex))} for asked in (division, hq)]
            assert rules[0] == rules[1], f"{hex} beside {near}"
            stopped |= rules[1]
    assert stopped == {"6.3f", "9.32"}


def _held_up(s: State, unit: Unit, hex: str) -> Iterator[Check]:
    yield from objections_to_going_on(s, unit, hex)
    yield from objections_to_arriving(s, unit, hex)


def test_maude_is_not_told_to_open_the_lines_to_whom_he_does_not() -> None:
    """6.33: an answer says that the ban on trains is lifted only to the units that then ride."""
    found = scenario("gwie/near-east")
    pef = {**found.data["pieces"]["ru20"], "place": "N2252", "called": "pef"}
    data = {**found.data, "agenda": [], "turn": 26, "in_play": {"maude": 24}}
    s = RULES.setup({**data, "pieces": {**found.data["pieces"], "ru20": pef}}, found.map, found.law())
    for id, opened in (("in6", True), ("ru20", False)):
        checks = [check for hex in s.map.places for check in objections_to_railing(s, s.unit(id), hex)]
        assert any(check.exempt_by and check.rule == "9.23" for check in checks) is opened, id


def test_what_an_hq_would_bring_into_iraq_is_told_of_its_own_alone() -> None:
    """13.28: of a unit bound to Egypt nothing is said of coming into Iraq by an HQ."""
    found = scenario("gwie/near-east")
    s = RULES.setup({**found.data, "agenda": [], "turn": 28}, found.map, found.law())
    for id, own in (("in12", True), ("br53", False)):
        unit = s.unit(id).but(place=None, box=AVAILABLE[ALLIES], arrives="")
        checks = [check for hex in ("N2252", "N2048") for check in objections_to_placing(s.put(unit), unit, hex)]
        assert any(check.kind == "iraq-by-hq" for check in checks) is own, id


# -- every unit and every place ------------------------------------------------------------------------------------
def teaching(name: str) -> State:
    found = scenario(name)
    return RULES.setup({**found.data, "agenda": [["determine-supply"]]}, found.map, found.law())


@pytest.mark.parametrize("seed", [*range(0, POSITIONS, 3), "gwie/suez", "gwie/trent-march"])
def test_every_unit_and_every_place_get_the_same_answer(seed: int | str) -> None:
    """What is told beforehand, by march and by rail, is what the question then accepts; a refusal has a reason."""
    s = teaching(seed) if isinstance(seed, str) else position(seed)
    legal = asked = 0
    for unit in movers(s):
        on_foot, by_rail = marches(s, unit), rides(s, unit)
        boards = s.law.allows(objections_to_entraining(s, unit.side, unit.id))
        assert boards == (not by_rail.closed)
        walks, rolls = set(on_foot.places), set(by_rail.places)
        for place in s.map.places:
            if place != unit.place:
                told = _told(on_foot, walks, place)
                assert told == s.law.allows(objections_to_going(s, (unit,), place)), (unit, place)
                if boards:
                    rolled = s.law.allows(objections_to_railing(s, unit, place))
                    assert _told(by_rail, rolls, place) == rolled, (unit, place)
                legal, asked = legal + told, asked + 1
    assert legal > 20
    assert asked > 300


def _told(going: Going, places: set[str], place: str) -> bool:
    """What is said of a place; whoever may not go there learns why."""
    if place in places:
        return True
    verdict = going.verdict(place)
    assert verdict.objections, (going.unit, place)
    return verdict.legal


def test_what_is_missing_is_enough() -> None:
    """Where one number decides, that many points more and the place is reached."""
    counted = 0
    for seed in range(8):
        s, rng = position(seed), random.Random(seed)
        for unit in [u for u in movers(s) if u.kind != "cavalry"]:
            going = marches(s, unit)
            for place in rng.sample(s.map.places, 8):
                missing = going.missing(place)
                if missing is not None:
                    times = max(1, int(allowance(s, unit)) // unit.mp)
                    stronger = unit.but(mp=unit.mp + -(-int(missing) // times))
                    assert place in reach_of(s.put(stronger), (stronger,)), (seed, unit, place, missing)
                    counted += 1
    assert counted > 60


# -- whole turns ---------------------------------------------------------------------------------------------------
@cache
def played() -> tuple[Watch, tuple[Session, ...]]:
    watch = Watch()
    starts = [position(seed) for seed in range(TURNS)]
    for name in ("gwie/suez", "gwie/trent-march"):
        found = scenario(name)
        starts += [RULES.setup(found.data, found.map, found.law())] * 2
    return watch, tuple(_play(watch, start, seed) for seed, start in enumerate(starts))


def _play(watch: Watch, start: State, seed: int) -> Session:
    """A whole turn: moves, battles, moves, battles, rail and sea, by a player who moves more than he ponders."""
    session, rng = Session(RULES, start, seed=seed), random.Random(seed)
    while not session.over:
        ask, before = session.ask, session.state
        where = f"turn {seed}, {ask.kind if ask else ''} ({len(session.now.line)})"
        if isinstance(ask, Ask):
            answer = _choice(watch, ask, rng, where)
            watch.seen |= set(ask.verdict(answer).rules)
            session.answer(answer)
            _moved(watch, ask, answer, before, session.state, where)
        else:
            session.roll()
        _kept(watch, session, where)
    return session


def _choice(watch: Watch, ask: Ask, rng: random.Random, where: str) -> Any:
    legal = list(ask.legal())
    everything = list(ask.candidates())
    sample = rng.sample(everything, min(12, len(everything)))
    watch.look("parity", all((answer in legal) == ask.verdict(answer).legal for answer in sample), where)
    watch.look("a way on", bool(legal), where)
    refused = [answer for answer in sample if answer not in legal]
    for answer in refused[:2]:
        verdict = ask.verdict(answer)
        watch.look("a reason for every refusal", bool(verdict.objections), where)
        watch.seen |= set(verdict.rules)
    go = [answer for answer in legal if answer not in (DONE, BACK)]
    friends = [hex for hex in go if ask.kind == "go" and ask.state.at(hex, ask.who)]
    if friends and rng.random() < 0.4:
        return rng.choice(friends)
    stop = 0.12 if ask.kind in ("move", "rail", "sail") else 0.4
    if go and (rng.random() > stop or DONE not in legal):
        return rng.choice(go)
    return DONE if DONE in legal else BACK


def _moved(watch: Watch, ask: Ask, answer: Any, before: State, after: State, where: str) -> None:
    """A finished leg: paid for, never into the enemy, never out of supply by choice, and the hex is one's own."""
    if ask.kind == "go" and answer != BACK:
        group = [before.unit(id) for id in before.moving.group]
        way = way_of(before, tuple(group), answer)
        for unit in group:
            there = after.unit(unit.id)
            watch.look("arrives", there.place == answer, where)
            spent = after.march.spent.get(unit.id, 0) if after.march else 0
            fits = spent <= int(allowance(before, unit)) or unit.id in way.seen
            watch.look("within the allowance", fits, f"{where}: {unit}")
            watch.look(
                "never out of supply by choice", supply_at(after, there, answer).status != OOS, f"{where}: {unit}"
            )
            watch.look("apart", not after.barred_to(unit.side, answer), where)
            own = controller(after, answer) == unit.side
            watch.look("the hex is one's own", own, where)
    if ask.kind in ("rail-to", "sail-to") and answer != BACK:
        watch.look("control stays", after.control == before.control, where)
        left = all(capacity_left(after, pool).total >= 0 for pool in after.carried)
        watch.look("within the capacity", left, f"{where}: {after.carried}")


def _kept(watch: Watch, session: Session, where: str) -> None:
    """Nothing is lost; the limits on stacks hold when the phase is over, and only then."""
    s, start = session.state, session.root.state
    watch.look("the same units", list(start.pieces.ids()) == list(s.pieces.ids()), where)
    sides = {(u.place, u.side) for u in s.on_map() if u.ground or u.garrisoned}
    watch.look("a hex of one side", not any((place, foe(side)) in sides for place, side in sides), where)
    watch.look("on the map or in a box", all((u.place is None) == (u.box != "") for u in s.pieces), where)
    if session.over or (session.ask is not None and session.ask.kind == "attack"):
        watch.look("within the limits when it counts", not overfull(s), where)
        watch.look("no draft is left over", s.march is None and s.chosen is None, where)
    elif s.march is not None and overfull(s):
        watch.look("crowded on the way", True, where)


LAWS = (
    "parity", "a way on", "a reason for every refusal", "arrives", "within the allowance",
    "never out of supply by choice", "apart", "the hex is one's own", "control stays", "within the capacity",
    "the same units", "on the map or in a box", "within the limits when it counts", "no draft is left over",
    "crowded on the way", "a hex of one side",
)  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    watch, _ = played()
    watch.held(law, TURNS)


def test_every_law_is_looked_at() -> None:
    assert set(played()[0].looked) == set(LAWS)


def test_the_turns_reach_the_chapters() -> None:
    """What these few small sheets can reach of the four chapters is cited in play."""
    watch, sessions = played()
    cited = {rule for session in sessions for entry in session.trace.entries for rule in entry.rules()} | watch.seen
    wanted = [rule.id for rule in RULES.book if rule.kind == "rule" and rule.chapter in CHAPTERS]
    reached = [rule for rule in wanted if rule in cited]
    assert len(reached) >= 50, sorted(set(wanted) - cited)


# -- again, and back -----------------------------------------------------------------------------------------------
def test_a_record_replays_to_the_same_end() -> None:
    replays(played()[1])


def test_back_to_the_start_and_forward_again() -> None:
    goes_back_and_forward(played()[1][::4])


def test_a_draft_can_be_taken_back() -> None:
    """Whoever has named his units and thinks better of it stands where he was."""
    taken = 0
    for seed in range(8):
        session = Session(RULES, position(seed).but(agenda=()).then(task("mutual-movement", "first")), seed=seed)
        assert session.ask is not None
        unit = next((answer for answer in session.ask.legal() if answer != DONE), None)
        if unit is not None:
            before = session.state.pieces
            session.answer(unit)
            session.answer(BACK)
            assert session.state.pieces == before
            assert session.state.moving.group == ()
            taken += 1
    assert taken > 4


PEACEFUL = {
    "rail_to", "sail_to", "leaves_box",  # into what one's own side holds (9.31, 9.51)
    "place_at",  # the same; and to be placed changes no control (13.11, 13.28, 13.29, 13.3; 7.13)
    "deployed",  # the Turks of Europe, before an Ally is there (17.13)
    "occupied", "hindenburg",  # works, not units
    "closed_to_cavalry", "objections_to_ending", "_as_if_there", "_fed",  # only as if
}  # fmt: skip


def test_whoever_comes_into_a_hex_does_so_by_the_one_way() -> None:
    """Whatever puts a unit into a hex that the enemy may hold also says what follows from it (`entering`)."""
    seen = set()
    for path in sorted(Path(entering.__file__).parent.glob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and _puts_somewhere(function):
                calls = {node.func.id for node in _calls(function) if isinstance(node.func, ast.Name)}
                seen.add(function.name)
                assert function.name in PEACEFUL or calls & {"came_in", "marched_in"}, f"{path.name}: {function.name}"
    assert seen >= PEACEFUL, PEACEFUL - seen


def _calls(function: ast.FunctionDef) -> list[ast.Call]:
    return [node for node in ast.walk(function) if isinstance(node, ast.Call)]


def _puts_somewhere(function: ast.FunctionDef) -> bool:
    """Whether it gives a unit a place that is not none."""
    changes = [node for node in _calls(function) if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES]
    given = [word.value for node in changes for word in node.keywords if word.arg == "place"]
    return any(not (isinstance(value, ast.Constant) and value.value is None) for value in given)


CHANGES = ("change", "but")


@pytest.mark.parametrize("seed", range(0, POSITIONS, 4))
def test_the_arabs_leave_no_trace_in_who_holds_a_hex(seed: int) -> None:
    """Whoever comes in, whoever has gone: but for those who stand there, hexes are held as if there were no Arabs."""
    s = position(seed)
    arabs = Unit("arabs", ALLIES, "AB", "infantry", face=((1, 1),))
    asked = 0
    for unit in movers(s):
        if unit.nation == "AB":
            continue
        for hex in s.map.neighbours(unit.place):
            if unit.side == CP or s.at(hex, CP):
                continue
            alone = entering.marched_in(s.put(unit.but(place=hex)), Trace(), unit.but(place=hex), hex)
            with_arabs = s.but(pieces=Pieces((*s.pieces, arabs.but(place=hex))))
            met = entering.marched_in(with_arabs.put(unit.but(place=hex)), Trace(), unit.but(place=hex), hex)
            assert controller(with_arabs, hex) == ALLIES
            gone = met.put(met.unit("arabs").but(place=None))
            assert controller(gone, hex) == controller(alone, hex) == ALLIES
            asked += 1
    assert asked


RAILS, MARCHES = {"gwie.lines", "gwie.boarding", "gwie.station"}, {"gwie.stepping", "gwie.entering", "gwie.halting"}
NOT_ON_RAILS = {"gallipoli"}  # the beaches have no station


def test_an_event_that_forbids_marches_forbids_trains() -> None:
    """What an event closes to those who move is closed by strategic movement, too."""
    marches = {one.option for one in AMENDMENTS.all if one.seam in MARCHES}
    trains = {one.option for one in AMENDMENTS.all if one.seam in RAILS}
    assert marches - NOT_ON_RAILS <= trains
    assert marches > NOT_ON_RAILS


def test_everybody_moves_only_in_his_own_half() -> None:
    movers_seen: Counter[str] = Counter()
    for session in played()[1]:
        for entry in session.trace.entries:
            if entry.kind == "marches":
                movers_seen[session.root.state.unit(entry.facts["units"][0].id).side] += 1
    assert all(movers_seen[side] > TURNS for side in SIDES), movers_seen
    assert ALLIES in movers_seen
