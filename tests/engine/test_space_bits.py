"""Sets of places as bits, and the search that steps with whole sets, against the map and against slow searches."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from tests.engine.relaxing import relax
from tests.randommaps import random_map
from tutor.engine.check import Check, objection
from tutor.engine.facts import Number
from tutor.engine.ledger import Ledger, plus
from tutor.engine.space.bits import Bits, alike, bits_of, digits, each, parted
from tutor.engine.space.maps import AreaMap, HexMap
from tutor.engine.space.masks import CLOSED, Ground, Lay, Steps, spread
from tutor.engine.space.paths import Costs, Modes, Reach, compile_costs, place_of, points, reach

FREE, HELD = "free", "held"


def grid(top: str, rows: int = 6, columns: int = 7) -> HexMap:
    lines = {"rows": {"from": 1, "to": rows, "grows": "south"}, "columns": {"from": 1, "to": columns, "grows": "west"}}
    form = {"top": top, "first": "column", "digits": [2, 2], "shifted": "even", **lines}
    data = {"kind": "hexes", "grid": form, "fill": {"terrain": "clear"}, "provenance": {"hexes": "stand-in"}}
    return HexMap.from_data(data)


def holed() -> HexMap:
    """A map with holes in it."""
    form = {
        "top": "flat",
        "rows": {"from": 1, "to": 8, "grows": "north"},
        "columns": {"from": 1, "to": 9, "grows": "east"},
    }
    without = random.Random(1).sample([f"{row:02d}{column:02d}" for row in range(1, 9) for column in range(1, 10)], 14)
    data = {"grid": form, "fill": {"terrain": "clear"}, "without": without, "provenance": {"hexes": "stand-in"}}
    return HexMap.from_data({"kind": "hexes", **data})


MAPS = {"terrain": random_map(9, 11, 1), "flat": grid("flat"), "pointy": grid("pointy"), "holes": holed()}
MAPS |= {"one row": grid("pointy", 1, 9), "one column": grid("flat", 9, 1)}


# -- sets ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("map", MAPS.values(), ids=MAPS)
def test_a_set_is_read_as_it_was_written(map: HexMap) -> None:
    bits, rng = Bits(map, ("sea", "box")), random.Random(3)
    assert len(set(bits.of.values())) == len(map) + 2
    for _ in range(30):
        chosen = set(rng.sample([*map.places, "sea", "box"], min(5, len(map))))
        found = bits.set(chosen)
        assert set(bits.places(found)) == chosen == set(bits.among(found))
        assert [bits.at[n] for n in each(found)] == bits.places(found)
        assert all((place in bits.among(found)) == (place in chosen) for place in map.places)
        assert sum(digits(found)) == len(bits.among(found)) == len(chosen)
    assert bits.places(0) == []
    assert "nowhere" not in bits.among(bits.all)


@pytest.mark.parametrize("map", MAPS.values(), ids=MAPS)
def test_around_is_what_the_map_says(map: HexMap) -> None:
    bits = bits_of(map)
    for place in map.places:
        assert set(bits.places(bits.around(bits.of[place]))) == set(map.neighbours(place)), "nothing wraps round"


def test_places_are_parted_by_the_sets_in_which_they_lie() -> None:
    map = MAPS["flat"]
    bits, rng = bits_of(map), random.Random(4)
    sets = [rng.sample(map.places, 12) for _ in range(3)]
    halves = [("left", bits.set(map.places[:20])), ("right", bits.set(map.places[20:]))]
    parts = parted(bits.all, [bits.set(one) for one in sets])
    found = {place: likeness for likeness, part in parts for place in bits.places(part)}
    wanted = {place: sum(1 << n for n, one in enumerate(sets) if place in one) for place in map.places}
    assert found == wanted
    halved = alike(halves, [bits.set(one) for one in sets])
    asked = Counter[str]()

    def says(place: str) -> bool:
        asked["times"] += 1
        return wanted[place] % 2 == 1 and place in map.places[:20]

    known: dict[Any, bool] = {}
    assert set(bits.places(bits.where(says, halved, known))) == set(sets[0]) & set(map.places[:20])
    assert asked["times"] == len(halved) == len(known)
    bits.where(says, halved, known)
    assert asked["times"] == len(halved), "what was said is known"


# -- a random ground and random positions on it -------------------------------------------------------------------
@dataclass
class World:
    """Prices that hang on the ground of both ends and on the marks that a position lays on them."""

    map: HexMap
    rng: random.Random
    prices: tuple[Number | None, ...]
    ground: dict[str, int] = field(init=False)
    table: dict[tuple[int, ...], Number | None] = field(default_factory=dict)
    marked: tuple[set[str], set[str]] = (set(), set())
    shut: set[str] = field(default_factory=set)
    far: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ground = {place: self.rng.randrange(3) for place in self.map.places}
        pairs = (self.rng.sample(self.map.places, 2) for _ in range(4))
        for one, other in pairs:  # links over the table
            self.far[one] = (*self.far.get(one, ()), other)

    @property
    def places(self) -> tuple[str, ...]:
        return self.map.places

    def neighbours(self, place: str, /) -> tuple[str, ...]:
        near = self.map.neighbours(place)
        return (*near, *(other for other in self.far.get(place, ()) if other not in near))

    def likeness(self, a: str, b: str) -> tuple[int, ...]:
        return self.ground[a], self.ground[b], int(b in self.map.neighbours(a))

    def base(self, a: str, b: str) -> Ledger | Check:
        return self._told(self._drawn((0, *self.likeness(a, b)), self.prices))

    def price(self, a: str, b: str) -> Ledger | Check:
        """In the position: where the ground is closed it stays closed."""
        bare, marks = self.base(a, b), (a in self.marked[0], b in self.marked[1])
        if isinstance(bare, Check) or b in self.shut:
            return objection("1.1", "shut")
        if marks == (False, False):
            return bare
        key = (1, int(bare.total * 6), *map(int, marks))
        return self._told(self._drawn(key, (*self.prices, bare.total)))

    def _drawn(self, key: tuple[int, ...], prices: tuple[Number | None, ...]) -> Number | None:
        if key not in self.table:
            self.table[key] = self.rng.choice(prices)
        return self.table[key]

    def _told(self, cost: Number | None) -> Ledger | Check:
        return objection("1.1", "shut") if cost is None else Ledger.of("1.0", "cost", [plus("1.0", "step", cost)])

    def shuffle(self) -> None:
        many = max(1, len(self.map) // 5)
        self.marked = set(self.rng.sample(self.places, many)), set(self.rng.sample(self.places, many))
        self.shut = set(self.rng.sample(self.places, many // 2))

    def sets(self, bits: Bits) -> dict[str, Any]:
        return {"leaving": (bits.set(self.marked[0]),), "entering": (bits.set(self.marked[1]), bits.set(self.shut))}


KINDS: dict[str, tuple[Number | None, ...]] = {
    "whole": (1, 2, 3, None),
    "free": (0, 1, 2, None),
    "parts": (Fraction(1, 2), Fraction(1, 3), 1, None),
    "one": (1, None),
}


def laid(world: World) -> Costs[str]:
    return compile_costs(world, world.base, lay=Lay(world, world.map, world.likeness))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("map", MAPS.values(), ids=MAPS)
def test_masks_find_what_the_slow_search_finds(map: HexMap, kind: str) -> None:
    """Places and costs; every way is a way at that cost; every refusal is that of the search place after place."""
    looked = Counter[str]()
    for seed in range(6):
        rng = random.Random(f"{kind}{seed}")
        world = World(map, rng, KINDS[kind])
        costs = laid(world)
        assert costs.ground is not None
        for _ in range(4):
            world.shuffle()
            opening = costs.opening(world.price, **world.sets(costs.ground.lay.bits))
            start, allowance = rng.choice(map.places), rng.choice((0, 1, 3, Fraction(7, 2), 6, None))
            stops = set(rng.sample(map.places, max(1, len(map) // 9)))
            more: dict[str, Any] = {"price_now": lambda a, b, left, w=world: w.price(a, b), "too_dear": too_dear}
            for halts in ((), stops):
                found = reach(costs, start, allowance, opened=opening.steps, stops=halts, **more)
                assert found.cheapest == relax(world, world.price, start, allowance, halts), (seed, start)
                marks = {place: n for n, place in enumerate(map.places)}
                slow = reach(compile_costs(world, world.base), start, allowance, touched=marks, stops=halts, **more)
                _same(found, slow, looked)
    assert looked["reached"] > 40, looked
    if len(map) > 20:
        assert min(looked["refused"], looked["ways"]) > 5, looked


def too_dear(a: str, b: str, cost: Ledger, left: Number) -> Check:
    return objection("1.2", "dear", origin=a, into=b)


def _same(found: Reach[str], slow: Reach[str], looked: Counter[str]) -> None:
    assert len(found) == len(slow)
    for place in found.costs.graph.places:
        assert (place in found) == (place in slow)
        assert found.cost(place) == slow.cost(place)
        if place in found:
            looked["reached"] += 1
            way = found.path(place)
            assert way[0] == found.start
            assert way[-1] == place
            assert all(b in found.costs.graph.neighbours(a) for a, b in pairwise(way))
            assert sum(ledger.total for ledger in found.story(place)) == found.cost(place)
            looked["ways"] += len(way) > 2
            continue
        one, other = found.why_not(place), slow.why_not(place)
        assert one is not None
        assert other is not None
        closed = ({(way.origin, way.into, way.check.rule) for way in cut.ways} for cut in (one, other))
        assert len(set(map(frozenset, closed))) == 1, (one, other)
        assert (one.furthest is None) == (other.furthest is None)
        looked["refused"] += bool(one.ways)


@pytest.mark.parametrize("kind", ["whole", "parts"])
def test_the_first_step_and_the_last_have_rules_of_their_own(kind: str) -> None:
    """The steps out of the start may cost something else; whoever has points left may overdraw."""
    looked = Counter[str]()
    for seed in range(12):
        rng = random.Random(f"{kind}{seed}")
        world = World(MAPS["terrain"], rng, KINDS[kind])
        costs = laid(world)
        assert costs.ground is not None
        bits = costs.ground.lay.bits
        world.shuffle()
        start, allowance = rng.choice(world.places), rng.choice((1, 2, 4))

        def price(a: str, b: str, world: World = world, start: str = start) -> Ledger | Check:
            bare = world.price(a, b)
            return bare if a != start or isinstance(bare, Check) else Ledger.of("1.0", "cost", [plus("1.0", "gift", 1)])

        opening = costs.opening(world.price, **world.sets(bits))
        gift = costs.opening(price, **world.sets(bits), who="first").out_of(bits.of[start])
        found = reach(costs, start, allowance, opened=opening.steps, first=gift, overdraw=True)
        slow = relax_overdrawn(world, price, start, allowance)
        assert found.cheapest == slow, seed
        looked["beyond"] += sum(cost > allowance for cost in slow.values())
        for place in found.places:
            way = found.path(place)
            assert sum(price(a, b).total for a, b in pairwise(way)) == found.cost(place)  # type: ignore[union-attr]
    assert looked["beyond"] > 20, looked


def relax_overdrawn(world: World, price: Any, start: str, allowance: Number) -> dict[str, Number]:
    best: dict[str, Number] = {start: 0}
    changed = [start]
    while changed:
        node = changed.pop()
        if best[node] >= allowance:
            continue
        for onward in world.neighbours(node):
            priced = price(node, onward)
            if isinstance(priced, Ledger) and best[node] + priced.total < best.get(onward, CLOSED):
                best[onward] = best[node] + priced.total
                changed.append(onward)
    return best


def test_modes_are_layers() -> None:
    """Whoever has once been held costs more from there on."""
    looked = Counter[str]()
    for seed in range(20):
        rng = random.Random(seed)
        world = World(MAPS["terrain"], rng, KINDS["whole"])
        on_foot = laid(world)
        world.shuffle()
        seen = set(rng.sample(world.places, 12))
        modes = Modes(world, (FREE, HELD), lambda mode, a, b, seen=seen: HELD if mode == HELD or b in seen else FREE)

        def price(a: Any, b: Any, world: World = world) -> Ledger | Check:
            bare = world.price(place_of(a), place_of(b))
            if isinstance(bare, Check) or a[1] == b[1]:
                return bare
            return Ledger.of("1.0", "cost", [plus("1.0", "step", bare), plus("1.0", "seen", 2)])

        costs = on_foot.in_modes(modes)
        assert costs.ground is not None
        bits = costs.ground.lay.bits
        sets = world.sets(bits)
        sets["entering"] = (*sets["entering"], bits.set(seen))
        start = rng.choice(world.places), FREE
        found = reach(costs, start, 7, opened=costs.opening(price, **sets).steps)
        slow = relax(modes, price, start, 7)
        nodes = {
            node: points(found._found.spent(node) or 0, costs.scale) for node in modes.places if found.reaches(node)
        }
        assert nodes == slow, seed
        assert found.cheapest == {
            place: min(cost for node, cost in slow.items() if node[0] == place) for place in map(place_of, slow)
        }
        for place in found.places:
            way = found.path(place)
            assert sum(price(a, b).total for a, b in pairwise(way)) == found.cost(place)  # type: ignore[union-attr]
            looked["held" if way[-1][1] == HELD else "free"] += 1
    assert min(looked.values()) > 30, looked


@pytest.mark.parametrize("kind", KINDS)
def test_backwards_is_forwards_from_every_place(kind: str) -> None:
    """The lines to a goal, through what may be entered, are those that a search from each place finds."""
    looked = Counter[bool]()
    for seed in range(8):
        rng = random.Random(f"{kind}{seed}")
        world = World(MAPS["terrain"], rng, KINDS[kind])
        costs = laid(world)
        assert costs.ground is not None
        bits = costs.ground.lay.bits
        shut, goal = set(rng.sample(world.places, 25)), rng.choice(world.places)
        open_ = bits.all & ~bits.set(shut)
        lines = spread(bits.of[goal], costs.ground.steps.back, through=open_)
        steps = costs.ground.steps.into(open_)
        assert spread(bits.of[goal], steps.back).waves == lines.waves

        def price(a: str, b: str, world: World = world, shut: set[str] = shut) -> Ledger | Check:
            return objection("1.1", "shut") if b in shut else world.base(a, b)

        for place in world.places:
            found = reach(costs, place, opened=steps)
            spent = lines.spent(place)
            assert found.cost(goal) == (None if spent is None else points(spent, costs.scale)), (seed, place)
            looked[spent is not None] += 1
            if spent is not None:
                way = lines.chain(place)
                assert (way[0], way[-1]) == (place, goal)
                assert sum(price(a, b).total for a, b in pairwise(way)) == found.cost(goal)  # type: ignore[union-attr]
    assert min(looked.values()) > 30, looked


def test_areas_are_stepped_over_by_links() -> None:
    rng = random.Random(6)
    names = [f"a{n}" for n in range(14)]
    links = [{"kind": "border", "between": rng.sample(names, 2)} for _ in range(30)]
    unlike = list({tuple(sorted(link["between"])): link for link in links}.values())
    areas = {name: {"name": name} for name in names}
    data = {"kind": "areas", "areas": areas, "links": unlike, "provenance": {"areas": "stand-in", "links": "stand-in"}}
    map = AreaMap.from_data(data)
    lay = Lay(map, map, lambda a, b: True)
    ground = Ground.of(lay, {True: 1}, {})
    for goal in names:
        lines = spread(lay.bits.of[goal], ground.steps.back)
        assert {area: lines.spent(area) for area in names if area in lines} == relax(
            map, lambda a, b: Ledger.of("1.0", "cost", [plus("1.0", "step", 1)]), goal
        )


def test_links_may_be_found_when_one_comes_to_them() -> None:
    map = MAPS["flat"]
    bits = bits_of(map)
    one, other = bits.index[map.places[0]], bits.index[map.places[-1]]
    bare = Steps.of(bits, {}, {})
    joined = bare.linked({one: [(2, 1 << other)]}, {other: [(2, 1 << one)]}, 1 << one, 1 << other)
    assert spread(1 << one, joined).waves == ((0, 1 << one), (2, 1 << other))
    assert spread(1 << other, joined.back).chain(map.places[0]) == (map.places[0], map.places[-1])
