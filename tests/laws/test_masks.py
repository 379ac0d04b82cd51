"""Laws of the masks, in all five games: what is taken as sets of hexes is what the text says, hex by hex.

Each step and each hex that a set holds is asked of the rule; every search is made again place after place by the text
alone; the fact by which procedures go is compared with the line that is drawn, unit by unit. Positions are random, and
those to which desks come that play the shipped scenarios at random.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from heapq import heappop, heappush
from itertools import count, islice
from typing import Any

import pytest

from tests.laws import test_gwie_answers
from tests.laws.test_walking import POSITIONS, goings, questions
from tutor import library
from tutor.engine.check import Check
from tutor.engine.facts import Number
from tutor.engine.going import Going
from tutor.engine.ledger import Ledger
from tutor.engine.space.bits import DIRECTIONS, bits_of, each
from tutor.engine.space.kept import Alike
from tutor.engine.space.masks import CLOSED, Steps, node_of
from tutor.engine.space.paths import Reach, place_of
from tutor.rulesets.dff import ground as dff_ground
from tutor.rulesets.dff import movement as dff_movement
from tutor.rulesets.dff import tracing as dff_tracing
from tutor.rulesets.dff.state import HQ, INFANTRY, SUPPLY, TANK
from tutor.rulesets.dff.state import SIDES as DFF_SIDES
from tutor.rulesets.dff.zones import presence as dff_presence
from tutor.rulesets.dff.zones import standing, zones_of
from tutor.rulesets.fa import lines as fa_lines
from tutor.rulesets.fa import tracing as fa_tracing
from tutor.rulesets.fa import walking as fa_walking
from tutor.rulesets.fa.state import SIDES as FA_SIDES
from tutor.rulesets.fa.state import foe as fa_foe
from tutor.rulesets.fa.zones import enemy_zone
from tutor.rulesets.fa.zones import zones as fa_zones
from tutor.rulesets.gwie import reaching as gwie_reaching
from tutor.rulesets.gwie import tracing as gwie_tracing
from tutor.rulesets.gwie.control import controller, settlement
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.marching import contact
from tutor.rulesets.gwie.presence import held as gwie_held
from tutor.rulesets.gwie.presence import in_contact
from tutor.rulesets.gwie.state import SIDES as GWIE_SIDES
from tutor.rulesets.gwie.supply import supply_of
from tutor.rulesets.gwie.treaty import TREATY, at_peace, objections_to_coming_near_peace
from tutor.rulesets.se import fed as se_fed
from tutor.rulesets.se import reaching as se_reaching
from tutor.rulesets.se import supply as se_supply
from tutor.rulesets.se import terrain as se_terrain
from tutor.rulesets.se.state import SIDES as SE_SIDES
from tutor.rulesets.se.state import Unit as SeUnit
from tutor.rulesets.tlm import areas as tlm_areas
from tutor.rulesets.tlm import supply as tlm_supply
from tutor.rulesets.tlm.state import SIDES as TLM_SIDES

GAMES = tuple(POSITIONS)
SHIPPED, FEW, STREWN = 4, 4, 2  # positions of each scenario, units of a position, times that all is strewn about
SMALL, WHOLE = 300, 1000  # hexes
APART = "the text asks for what the sets are not parted by: name it where they are made (CONTRIBUTING: Add a cost)"
Said = tuple[str, object, object]  # what is asked about; what the sets say, and what the text says


@cache
def positions(game: str) -> tuple[Any, ...]:
    """Random positions of a game, some from the middle of its scenarios, and both with everything strewn about."""
    names = (name for name in library.names() if name.startswith(f"{game}/"))
    desks = (s for name in names for s in met(name))
    found = (*POSITIONS[game](), *desks)
    all_over = (*found, *(strewn(s, random.Random(n)) for n, s in enumerate(found * STREWN)))
    if game != "gwie":
        return all_over
    return tuple(turned_red(s, random.Random(n)) for n, s in enumerate(all_over))


def met(scenario: str) -> Iterator[Any]:
    """Positions of a scenario; of one on a whole map, whose hexes are thousands, a single one."""
    for n, table in enumerate(islice(questions(scenario), SHIPPED)):
        if not n or len(table.state.map) < WHOLE:
            yield table.state


def strewn(s: Any, rng: random.Random) -> Any:
    """Half of the pieces somewhere else, and a third of what is held in other hands."""
    moved = [unit for unit in on_map(s) if rng.random() < 0.5 and not getattr(unit, "army", None)]
    places = list(s.map.places)
    s = s.put(*(unit.but(place=rng.choice(places)) for unit in moved))
    hands = sorted(set(getattr(s, "control", {}).values()))
    if not hands:
        return s
    changed = {place: rng.choice(hands) if rng.random() < 0.3 else whose for place, whose in s.control.items()}
    return s.but(control=type(s.control)(changed))


def turned_red(s: Any, rng: random.Random) -> Any:
    """Every third Russian is of the Red Army; half of these have turned red beside others who are not (GWIE 15.93)."""
    others = [unit.place for unit in on_map(s) if unit.fights and unit.side == "allies"]
    reds = [unit for unit in on_map(s) if unit.fights and unit.nation == "RU" and rng.random() < 0.3]
    return s.put(*(unit.but(called="red-army", place=rng.choice((unit.place, rng.choice(others)))) for unit in reds))


def on_map(s: Any) -> list[Any]:
    return [unit for unit in s.pieces if unit.place is not None and unit.place in s.map]


def some(s: Any, movers: list[Any], rng: random.Random) -> list[Any]:
    """A few of them; the wider the map, the fewer: each is taken over the whole of it."""
    return rng.sample(movers, min(max(1, FEW * SMALL // len(s.map)), FEW, len(movers)))


# -- step by step ---------------------------------------------------------------------------------------------------
def entered(steps: Steps, modes: tuple[str, ...]) -> dict[tuple[Any, Any], Number]:
    """The open steps that some sets hold, one by one."""
    found: dict[tuple[Any, Any], Number] = {}
    size = steps.bits.size

    def enter(n: int, into: int, units: Number) -> None:
        step = node_of(steps.bits, modes, n), node_of(steps.bits, modes, into)
        assert step not in found, f"{step} lies in two sets"
        found[step] = units

    for rise, priced in steps.layered:
        for units, six in priced:
            for k in DIRECTIONS:
                for into in each(six[k]):
                    enter(into - rise - steps.bits.moves[k], into, units)
    for n in each(steps.gates):
        for units, several in steps.links[n]:
            for into in each(several):
                enter(n, into, units)
    assert all(0 <= n < size * len(modes) for n in each(steps.gates))
    return found


def compared(costs: Any, steps: Steps, price: Callable[[Any, Any], Ledger | Check], what: str) -> Iterator[Said]:
    """Every step of a map: what the sets hold, and what the text says of it."""
    graph = costs.graph
    modes = getattr(graph, "modes", ("",))
    found = entered(steps, modes)
    for a in graph.places:
        for b in graph.neighbours(a):
            told = costs.number(a, b, price(a, b))
            yield f"{what} {a}-{b}", found.pop((a, b), None), None if told >= CLOSED else told
    assert not found, (what, found)


def steps_se(s: Any, rng: random.Random) -> Iterator[Said]:
    """There the steps of a position lie node by node, found by the marks of both ends."""
    side = rng.choice(SE_SIDES)
    for kind, tactical, strategic in (("infantry", True, False), ("artillery", False, False), ("mountain", True, True)):
        mover = kind, 6 if kind == "mountain" else 0, tactical, strategic
        costs, anyone = se_reaching._costs(s, mover), SeUnit("", side, kind, None)
        around = se_reaching._around(s, side, *mover)
        for a in s.map.places:
            found = dict(around[a])
            for b in s.map.neighbours(a):
                priced = se_terrain.price(s, anyone, a, b, tactical, mover[1], strategic)
                told = costs.number(a, b, priced)
                yield f"{kind} {a}-{b}", found.get(b, CLOSED), told


def steps_dff(s: Any, rng: random.Random) -> Iterator[Said]:
    side = rng.choice(DFF_SIDES)
    for kind in (INFANTRY, TANK, HQ, SUPPLY):
        costs = dff_movement.static_costs(s.map, s.law, kind, s.home)
        mover, steps = dff_movement._mover(kind, side), dff_movement._opening(s, side, kind, False).steps
        yield from compared(costs, steps, lambda a, b, m=mover: dff_movement.price(s, m, a, b), kind)
        for start in rng.sample(s.map.places, 3):
            first = dff_movement._opening(s, side, kind, True).out_of(bits_of(s.map).of[start])
            found = entered(first, ("",))
            for b in costs.graph.neighbours(start):
                told = costs.number(start, b, dff_movement.price(s, mover, start, b, start))
                yield f"{kind} from {start}-{b}", found.get((start, b), CLOSED), told


def steps_gwie(s: Any, rng: random.Random) -> Iterator[Said]:
    movers = [unit for unit in on_map(s) if unit.ground and unit.mp]
    for unit in some(s, movers, rng):
        party = gwie_reaching.Party(s, (unit,))
        like = Alike(party, ((gwie_reaching._alike(s, unit),), party.riding, party.lost))
        costs, opening = gwie_reaching._ways(s, like)
        going = party.on_its_way()
        yield from compared(costs, opening.steps, lambda a, b, p=going: gwie_reaching.price(s, p, a, b), unit.id)


def steps_fa(s: Any, rng: random.Random) -> Iterator[Said]:
    movers = [unit for unit in on_map(s) if unit.land]
    for unit in some(s, movers, rng):
        costs, opening = fa_walking._ways(s, Alike(unit, fa_walking._alike(s, unit)))
        walker = fa_walking._on_its_way(unit)
        yield from compared(costs, opening.steps, lambda a, b, u=walker: fa_walking._priced(s, u, a, b), unit.id)


STEPS: Mapping[str, Callable[[Any, random.Random], Iterator[Said]]] = {
    "se": steps_se,
    "dff": steps_dff,
    "gwie": steps_gwie,
    "fa": steps_fa,
}


@pytest.mark.parametrize("game", STEPS)
def test_mask_and_step_agree(game: str) -> None:
    """Every step of the map is open and costs as its text says; a set holds no step that there is not."""
    looked: Counter[str] = Counter()
    for n, s in enumerate(positions(game)):
        for step, masked, told in STEPS[game](s, random.Random(n)):
            assert masked == told, (game, n, step, APART)
            looked["closed" if told in (None, CLOSED) else "open"] += 1
    assert looked["open"] > 10_000, looked
    assert looked["closed"] > 1_000, looked


# -- hex by hex -----------------------------------------------------------------------------------------------------
def hexes_se(s: Any, rng: random.Random) -> Iterator[Said]:
    if s.bridges:
        return
    for side in SE_SIDES:
        land, walker = se_fed.ground(s.map, s.law), SeUnit("", side, "infantry", None)
        off, on = land.closed(s, side)
        for hex in s.map.places:
            here = land.bits.of[hex]
            yield f"off {hex}", not off & here, s.law.allows(se_supply.objections_off_the_road(s, walker, hex))
            yield f"on {hex}", not on & here, s.law.allows(se_supply.objections_on_the_road(s, walker, hex))


def hexes_tlm(s: Any, rng: random.Random) -> Iterator[Said]:
    for side in TLM_SIDES:
        open_, of = tlm_supply.open_to(s, side), bits_of(s.map).of
        holding = tlm_areas.presence(s)[side].holding
        for area in s.map.places:
            told = s.law.allows(tlm_supply.objections_to_line_area(s, side, area))
            yield f"line {area}", bool(open_ & of[area]), told
            yield f"held {area}", bool(holding & of[area]), tlm_areas.held_by(s, area, side)


def hexes_dff(s: Any, rng: random.Random) -> Iterator[Said]:
    of = bits_of(s.map).of
    for side in DFF_SIDES:
        open_, there = dff_tracing.open_to(s, side), dff_presence(s, side)
        for hex in s.map.places:
            yield f"line {hex}", bool(open_ & of[hex]), dff_tracing.objection_to_hex(s, side, hex) is None
            yield f"zone {hex}", bool(there.zones & of[hex]), hex in zones_of(s, side)
            yield f"troops {hex}", bool(there.troops & of[hex]), bool(s.ground_at(hex, side))
        for hq in s.hqs_of(side):
            steps, far = dff_ground.steps_from(s, hq.place or ""), dff_ground.limit(s, hq.place or "")
            for hex in s.map.places:
                yield f"range {hex}", dff_ground.in_hq_range(s, hq.place or "", hex), steps.get(hex, far + 1) <= far


def hexes_gwie(s: Any, rng: random.Random) -> Iterator[Said]:
    of = bits_of(s.map).of
    for side in GWIE_SIDES:
        ours, seen = gwie_held(s, side), in_contact(s, side)
        front = front_of(s, rng.choice(s.map.places))
        towns = gwie_tracing.towns(s, side, front)
        for hex in s.map.places:
            yield f"held {hex}", bool(ours & of[hex]), controller(s, hex) == side
            yield f"seen {hex}", bool(seen & of[hex]), bool(contact(s, side, hex))
            town = settlement(s, hex) and front_of(s, hex) == front and s.law.allows(
                gwie_tracing.objections_to_town(s, side, hex)
            )  # fmt: skip
            town = town and (side == "cp" or gwie_tracing.pipeline_reaches(s, hex))
            yield f"town {hex}", bool(towns & of[hex]), town
    movers = [unit for unit in on_map(s) if unit.ground]
    for unit in some(s, movers, rng):
        closed = gwie_reaching._closed_to(s, Alike(unit, gwie_reaching._alike(s, unit)))
        for hex in s.map.places:
            yield f"{unit.id} {hex}", bool(closed & of[hex]), gwie_reaching._closed(s, unit, hex)


def hexes_fa(s: Any, rng: random.Random) -> Iterator[Said]:
    of = bits_of(s.map).of
    for side in FA_SIDES:
        watched = fa_zones(s, side)
        for hex in filter(s.is_hex, s.map.places):
            yield f"zone {hex}", bool(watched & of[hex]), enemy_zone(s, side, hex)
    for nation in sorted({unit.nation for unit in on_map(s)}):
        line = fa_lines.Tracer(nation, s.side_of(nation), "")
        if line.side not in (*FA_SIDES, fa_foe(FA_SIDES[0])):
            continue
        open_ = fa_lines.open_to(s, nation, line.side)
        for hex in s.map.places:
            yield f"line {hex}", bool(open_ & of[hex]), s.law.allows(fa_lines.objections_to_hex(s, line, hex))


HEXES: Mapping[str, Callable[[Any, random.Random], Iterator[Said]]] = {
    "se": hexes_se,
    "tlm": hexes_tlm,
    "dff": hexes_dff,
    "gwie": hexes_gwie,
    "fa": hexes_fa,
}


@pytest.mark.parametrize("game", GAMES)
def test_a_set_holds_the_places_of_which_the_rule_says_so(game: str) -> None:
    looked: Counter[bool] = Counter()
    for n, s in enumerate(positions(game)):
        for what, masked, told in HEXES[game](s, random.Random(n)):
            assert masked == told, (game, n, what, APART)
            looked[bool(told)] += 1
    assert min(looked[True], looked[False]) > (300 if game == "tlm" else 2_000), looked


# -- what is kept ---------------------------------------------------------------------------------------------------
def otherwise(game: str, s: Any, rng: random.Random) -> Iterator[Any]:
    """The same pieces in positions that differ from one in a single field."""
    places = list(s.map.places)
    if game in ("dff", "gwie", "fa", "tlm"):
        hands = sorted(set(s.control.values()))
        yield s.but(control=type(s.control)({place: rng.choice(hands) for place in s.control}))
    if game == "dff":
        yield s.but(phase="movement" if s.phase != "movement" else "initial")
        yield s.but(supply=type(s.supply)())
        yield s.but(weather=type(s.weather)(dict.fromkeys(s.fronts, "rain")))
    if game == "gwie":
        yield s.but(turn=s.turn + 12)
        yield s.but(neutral=s.neutral | {"italy", "bulgaria"})
        yield s.but(devastated=frozenset(rng.sample(places, len(places) // 4)))
        yield s.but(weather=type(s.weather)(dict.fromkeys(("western", "italian", "eastern"), "snow")))
        yield s.but(forfeited=frozenset(rng.sample(places, len(places) // 4)))
    if game == "fa":
        flipped = {id: one.but(neutral=not one.neutral) for id, one in s.nations.items()}
        yield s.but(nations=type(s.nations)(flipped))
        yield s.but(surprised=type(s.surprised)({"belgium": "germany"}))
        yield s.but(weather=type(s.weather)({"temperate": "winter"}))
        yield s.but(before=type(s.before)(dict.fromkeys(rng.sample(places, len(places) // 4), "germany")))
    if game == "se":
        yield s.but(interdicted=frozenset(rng.sample(places, len(places) // 4)))
        yield s.but(trenches=type(s.trenches)())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_does_not_outlive_what_it_rests_on(game: str) -> None:
    """A set that was made for a position is not taken for another that differs in what the text looks at."""
    looked: Counter[str] = Counter()
    for n, s in enumerate(positions(game)[::3]):
        asked = [HEXES[game], *([STEPS[game]] if game in STEPS else ())]
        before = [{what: masked for what, masked, _ in ask(s, random.Random(n))} for ask in asked]
        for other in otherwise(game, s, random.Random(n)):
            for ask, kept in zip(asked, before, strict=True):
                for what, masked, told in ask(other, random.Random(n)):
                    assert masked == told, (game, n, what, APART)
                    looked["changed" if what in kept and kept[what] != masked else "the same"] += 1
            for unit, fact, drawn in LINES[game](other):
                assert fact == drawn, (game, n, unit)
    assert looked["changed"] > (20 if game in ("se", "tlm") else 200), looked


# -- search by search -----------------------------------------------------------------------------------------------
def slowly(reach: Reach[Any]) -> dict[str, Number]:
    """The cheapest cost of every place, step by step, each asked of the text that also walks hex by hex."""
    best: dict[Any, Number] = {reach.start: 0}
    order, waiting = count(), [(0, 0, reach.start)]
    heap: list[tuple[Any, int, Any]] = list(waiting)
    next(order)
    while heap:
        spent, _, node = heappop(heap)
        if best[node] < spent:
            continue
        left = None if reach.allowance is None else reach.allowance - spent
        try:
            onward = reach.costs.graph.neighbours(node)
        except KeyError:  # who stands outside the space goes nowhere in it
            continue
        for other in onward:
            priced = reach.step(node, other, left, node != reach.start)
            if isinstance(priced, Ledger) and spent + priced.total < best.get(other, CLOSED):
                best[other] = spent + priced.total
                heappush(heap, (best[other], next(order), other))
    found: dict[str, Number] = {}
    for node, cost in best.items():
        found[place_of(node)] = min(cost, found.get(place_of(node), cost))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_search_finds_what_the_walker_finds(game: str) -> None:
    """By every means: the same places, each at the same cost."""
    looked: Counter[str] = Counter()
    for going in goings(game):
        if going.reach is not None:
            slow = slowly(going.reach)
            assert dict(going.reach.cheapest) == slow, (game, going.means, going.unit, APART)
            looked[going.means] += len(slow)
    assert sum(looked.values()) > (300 if game == "tlm" else 1_000), looked


def test_hqs_of_fa_find_their_first_hex_in_winter() -> None:
    """What a unit does in the hex where it begins is asked apart; here that matters."""
    looked: Counter[str] = Counter()
    for s in positions("fa"):
        now = s.but(weather=type(s.weather)({"temperate": "winter"}))
        for unit in (unit for unit in on_map(now) if unit.hq):
            found = fa_walking.walk(now, unit.id)
            assert dict(found.cheapest) == slowly(found), unit
            looked["places"] += len(found)
            looked["units"] += 1
    assert looked["places"] > 2 * looked["units"] > 40, looked


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_is_legal_and_what_is_refused_is_not(game: str) -> None:
    """Every place of the map has one verdict: legal where it is offered, with a reason where it is not."""
    looked: Counter[str] = Counter()
    for going in goings(game):
        offered = _offered(going)
        for place in {place_of(node) for node in going.reach.costs.graph.places} if going.reach else ():
            verdict = going.verdict(place)
            start = going.reach is not None and place == place_of(going.reach.start)
            assert verdict.legal == (place in offered) or start, (game, going.means, going.unit, place)
            assert verdict.legal or verdict.objections, (game, going.means, going.unit, place)
            looked["offered" if verdict.legal else "refused"] += 1
    assert min(looked["offered"], looked["refused"]) > 200, looked


def _offered(going: Going) -> frozenset[str]:
    """The places where the walker, and not the search, comes, and where a move may end."""
    if going.reach is None or going.closed:
        return frozenset()
    return frozenset(place for place in slowly(going.reach) if going.law.allows(going.ending(place)))


# -- line by line ---------------------------------------------------------------------------------------------------
def lines_se(s: Any) -> Iterator[tuple[str, bool, bool]]:
    for unit in on_map(s):
        if unit.side in SE_SIDES:
            yield unit.id, se_fed.in_supply(s, unit), se_supply.supply(s, unit.id).open


def lines_tlm(s: Any) -> Iterator[tuple[str, bool, bool]]:
    return ((p.id, tlm_supply.in_supply(s, p.id), tlm_supply.supply(s, p.id).open) for p in on_map(s))


def lines_dff(s: Any) -> Iterator[tuple[str, bool, bool]]:
    ground = (unit for unit in on_map(s) if unit.ground)
    return ((unit.id, dff_tracing.supplied(s, unit), dff_tracing.line_of(s, unit).open) for unit in ground)


def lines_gwie(s: Any) -> Iterator[tuple[str, bool, bool]]:
    for unit in on_map(s):
        status = supply_of(s, unit).status
        yield unit.id, status == "oos", test_gwie_answers._status(s, unit) == "oos"
        yield unit.id, status == "supplied", test_gwie_answers._status(s, unit) == "supplied"


def lines_fa(s: Any) -> Iterator[tuple[str, bool, bool]]:
    everybody = (unit for unit in s.pieces if unit.place is not None)
    return ((unit.id, fa_tracing.has_line(s, unit.id), fa_tracing.line_of(s, unit.id).open) for unit in everybody)


LINES: Mapping[str, Callable[[Any], Iterator[tuple[str, bool, bool]]]] = {
    "se": lines_se,
    "tlm": lines_tlm,
    "dff": lines_dff,
    "gwie": lines_gwie,
    "fa": lines_fa,
}


@pytest.mark.parametrize("game", GAMES)
def test_the_line_that_is_drawn_is_the_fact_that_counts(game: str) -> None:
    looked: Counter[bool] = Counter()
    for n, s in enumerate(positions(game)):
        for unit, fact, drawn in LINES[game](s):
            assert fact == drawn, (game, n, unit)
            looked[fact] += 1
    assert min(looked[True], looked[False]) > 40, looked


def test_lines_of_dff_are_those_of_a_slow_search() -> None:
    """From the unit outward, hex by hex, each asked of the text; the other games have such a law beside their moves."""
    looked: Counter[bool] = Counter()
    for n, s in enumerate(positions("dff")):
        for unit in (unit for unit in on_map(s) if unit.ground and unit.supplied is None):
            here = standing(s, unit)
            found, front = {here}, [here]
            for a in front:
                onward = (b for b in s.map.neighbours(a) if b not in found)
                new = [b for b in onward if dff_tracing.objection_to_line(s, unit.side, a, b) is None]
                found.update(new)
                front += new
            depots = {hq.place for hq in s.hqs_of(unit.side) if s.stock(hq.id)}
            near = {hex for hex in depots if hex and dff_ground.in_hq_range(s, hex, here)}
            wanted = bool(near & found) or s.law.reads("unsupplied-any", "all")
            line = dff_tracing.line_of(s, unit)
            assert dff_tracing.supplied(s, unit) == wanted, (n, unit)
            assert line.cut is not None or set(line.line) <= found, (n, unit)
            looked[wanted] += 1
    assert min(looked[True], looked[False]) > 40, looked


def test_a_peace_closes_the_hexes_beside_russians_in_russia_alone() -> None:
    """5.46: one Russian at home, one in Turkey; the hexes beside them have the same ground."""
    s = library.scenario("gwie/near-east").position()
    s = s.but(affairs=s.affairs | {TREATY})
    home, abroad, *others = [unit for unit in on_map(s) if at_peace(s, unit)]
    s = s.put(home.but(place="N3642"), abroad.but(place="N2934"), *(unit.but(place=None) for unit in others))
    of, closed_by_peace = bits_of(s.map).of, 0
    for unit in (s.unit("pasha"), s.unit("br42"), s.unit("tu34")):
        closed = gwie_reaching._closed_to(s, Alike(unit, gwie_reaching._alike(s, unit)))
        for hex in s.map.places:
            assert bool(closed & of[hex]) == gwie_reaching._closed(s, unit, hex), (unit.id, hex)
            closed_by_peace += not s.law.allows(objections_to_coming_near_peace(s, unit, hex))
    assert closed_by_peace >= len(s.map.neighbours("N3642"))
