"""Reach and supply on 1,200 hexes under the real rules of `dff`, `gwie` and `fa`, beside scipy on the same position.

The ground is thrown at random from the terrain and the hexsides that each game knows; 50 units a side stand on it.
The peers have the same map and units, and prices from a second, plain text in `plain_reaches.py`. Equality of the
hexes reached and of every cost, and of the units in supply, is asserted before anything is timed. `mask+solve`: the
map's steps lie in arrays, the position is masked in, and the sparse graph is solved.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.bench.plain_reaches import Dff, Fa, Gwie, Peer
from tests.bench.timing import Effort, Row, alternated, of_its_time
from tutor.engine.facts import Number
from tutor.engine.law import Law
from tutor.engine.space.maps import HexMap, read_map
from tutor.engine.space.paths import Reach
from tutor.rulesets import book
from tutor.rulesets.dff.book import AMENDMENTS as DFF_AMENDMENTS
from tutor.rulesets.dff.marching import MARCH, paces
from tutor.rulesets.dff.movement import walk as walk_dff
from tutor.rulesets.dff.ruleset import RULES as DFF
from tutor.rulesets.dff.tracing import line_of as line_dff
from tutor.rulesets.dff.tracing import supplied as supplied_dff
from tutor.rulesets.fa.book import AMENDMENTS as FA_AMENDMENTS
from tutor.rulesets.fa.ruleset import RULES as FA
from tutor.rulesets.fa.tracing import has_line
from tutor.rulesets.fa.tracing import line_of as line_fa
from tutor.rulesets.fa.walking import walk as walk_fa
from tutor.rulesets.gwie.book import AMENDMENTS as GWIE_AMENDMENTS
from tutor.rulesets.gwie.lines import supply_line as line_gwie
from tutor.rulesets.gwie.reaching import reach_of
from tutor.rulesets.gwie.ruleset import RULES as GWIE
from tutor.rulesets.gwie.state import SUPPLIED
from tutor.rulesets.gwie.supply import supply_of

UNITS, STAFFS, POSITIONS, SEED = 50, 4, 4, 1914
FOOT, HORSE, REFUSED, SUPPLY = 0.6, 1.0, 1.5, 1.0  # bars: parts of scipy's time
SHARE = 0.12  # of the hexsides that bear something


class Size(NamedTuple):
    """A sheet's rows and columns; half of the columns are the first side's."""

    rows: int
    columns: int


SHEET, WHOLE = Size(30, 40), Size(50, 80)


# -- ground and armies that all three are given -------------------------------------------------------------------
def sheet(
    size: Size,
    prefix: str,
    terrain: tuple[str, ...],
    sides: tuple[str, ...],
    flags: Callable[[int, int, random.Random], list[str]],
) -> dict[str, Any]:
    """Plain data of a map, by default 30 rows of 40 columns; `flags` are those of a hex in a row and a column."""
    rng = random.Random(SEED)
    grid = {
        "top": "pointy", "first": "row", "digits": [2, 2], "prefix": prefix, "shifted": "odd",
        "rows": {"from": 40, "to": 39 + size.rows, "grows": "north"},
        "columns": {"from": 1, "to": size.columns, "grows": "east"},
    }  # fmt: skip
    form = {"kind": "hexes", "grid": grid, "provenance": {"grid": "stand-in"}}
    bare = read_map({**form, "fill": {"terrain": "clear"}})
    hexes = {
        id: {"terrain": rng.choice(terrain), "flags": flags(*row_and_column(id), rng)} for id in sorted(bare.places)
    }
    found: dict[str, list[str]] = {kind: [] for kind in sides}
    for one in sorted(bare.places):
        for other in sorted(bare.neighbours(one)):
            if one < other and rng.random() < SHARE:
                found[rng.choice(sides)].append(f"{one}-{other}")
    return {**form, "hexes": hexes, "sides": found}


def row_and_column(hex: str) -> tuple[int, int]:
    return int(hex[-4:-2]), int(hex[-2:])


def stands(map: HexMap, seed: int, least: int, most: int, barred: frozenset[str]) -> list[str]:
    """Fifty places in some columns, a few of them shared."""
    rng = random.Random(seed)
    open_ = [id for id in map.places if least <= row_and_column(id)[1] <= most and id not in barred]
    places = rng.sample(open_, UNITS - 5)
    return places + rng.sample(places, 5)


def army(size: Size, map: HexMap, seed: int, closed: frozenset[str]) -> Iterator[tuple[bool, int, str]]:
    """Whether of the first side, which number, and where: the armies have entered each other's ground."""
    first = stands(map, seed, 1, size.columns * 13 // 20, closed)
    second = stands(map, seed + 1000, size.columns * 3 // 8, size.columns, closed | frozenset(first))
    yield from ((True, n, hex) for n, hex in enumerate(first))
    yield from ((False, n, hex) for n, hex in enumerate(second))


@dataclass(frozen=True)
class Game:
    """How one game answers, and the plain text beside it."""

    code: str
    peer: Peer
    states: tuple[Any, ...]
    side: str
    kinds: tuple[str, ...]
    reach: Callable[[Any, Any], Reach[Any]]
    fed: Callable[[Any, Any], bool]
    line: Callable[[Any, Any], object]

    def own(self, state: Any) -> list[Any]:
        return [unit for unit in state.pieces if unit.side == self.side]

    def walkers(self, state: Any, kind: str) -> list[Any]:
        return [unit for unit in self.own(state) if unit.kind == kind]

    def supplied(self, state: Any) -> set[str]:
        return {unit.id for unit in self.own(state) if self.fed(state, unit)}


# -- Distant Foreign Fields ------------------------------------------------------------------------------------------
def dff(size: Size = SHEET) -> Game:
    terrain = ("clear",) * 4 + ("rough", "heights", "mountains", "forest", "swamp", "desert")
    data = sheet(size, "", terrain, ("river", "river", "lake", "marsh", "peaks"), lambda row, column, rng: [])
    map: Any = read_map(data)
    law = Law.of(book("dff"), DFF_AMENDMENTS)
    states = tuple(_dff_state(size, map, law, seed) for seed in range(POSITIONS))
    return Game(
        "dff", Dff(map, law), states, "central",
        ("infantry", "cavalry"),
        lambda state, unit: walk_dff(state, unit, unit.place or "", paces(state, unit, MARCH)),
        supplied_dff, line_dff,
    )  # fmt: skip


def _dff_state(size: Size, map: HexMap, law: Law, seed: int) -> Any:
    pieces: dict[str, dict[str, Any]] = {}
    ours = {id for id in map.places if row_and_column(id)[1] <= size.columns // 2}
    supply: dict[str, int] = {}
    for first, n, hex in army(size, map, seed, frozenset()):
        kind = "hq" if n < STAFFS else "cavalry" if n % 9 == 0 else "infantry"
        own = {} if kind == "hq" else {"strength": 3}
        pieces[f"{'c' if first else 'a'}{n}"] = {
            "nation": "germany" if first else "france", "kind": kind, "place": hex, **own,
        }  # fmt: skip
        ours = ours | {hex} if first else ours - {hex}
        if kind == "hq" and n:
            supply[hex] = 12
    control = {"central": sorted(ours), "rest": "allies"}
    data = {"phase": "movement", "home": "west", "control": control, "supply": supply, "pieces": pieces}
    return DFF.setup(data, map, law)


# -- The Great War in Europe -----------------------------------------------------------------------------------------
def gwie(size: Size = SHEET) -> Game:
    terrain = ("clear",) * 4 + ("forest", "flood-plain", "marsh", "rough", "difficult", "mountain", "desert", "alpine")
    sides = ("river", "river", "river", "lake", "impassable")
    map: Any = read_map(sheet(size, "W", terrain, sides, _gwie_flags))
    law = Law.of(book("gwie"), GWIE_AMENDMENTS)
    closed = frozenset(hex.id for hex in map if hex.terrain == "alpine" or "holland" in hex.flags)
    control = {hex.id: "allies" if "france" in hex.flags else "cp" for hex in map if "holland" not in hex.flags}
    return gwie_game(
        Gwie(map, law),
        control,
        lambda seed: (("allies" if one else "cp", n, hex) for one, n, hex in army(size, map, seed, closed)),
    )


def gwie_game(peer: Gwie, control: Mapping[str, str], armies: Callable[[int], Iterable[tuple[str, int, str]]]) -> Game:
    """The game on a sheet of the western front: who holds its hexes, and by a seed who stands where."""
    states = tuple(_gwie_state(peer, control, armies(seed), seed) for seed in range(POSITIONS))
    return Game(
        "gwie", peer, states, "cp",
        ("infantry", "cavalry"),
        lambda state, unit: reach_of(state, (unit,)),
        lambda state, unit: supply_of(state, unit).status == SUPPLIED,
        lambda state, unit: line_gwie(state, unit.id),
    )  # fmt: skip


def _gwie_flags(row: int, column: int, rng: random.Random) -> list[str]:
    """Germany in the East where its edge lies, France in the West, a corner of Holland; towns and cities."""
    land = "holland" if row > 65 and 18 <= column <= 23 else "france" if column <= 20 else "germany"
    edge = ["edge"] if column in (33, 34) and row % 3 == 0 else []  # where the booklet has it
    return [land, *edge, *(flag for flag, share in (("town", 0.08), ("city", 0.03)) if rng.random() < share)]


def _gwie_state(peer: Gwie, lands: Mapping[str, str], army: Iterable[tuple[str, int, str]], seed: int) -> Any:
    pieces: dict[str, dict[str, Any]] = {}
    control = {**lands}
    for side, n, hex in army:
        kind = "hq" if n < STAFFS else "cavalry" if n % 5 == 0 else "infantry"
        own = {"support": 1} if kind == "hq" else {"attack": 2, "defence": 2, "mp": 4}
        pieces[f"{side}{n}"] = {"nation": "FR" if side == "allies" else "GE", "kind": kind, "place": hex, **own}
        control[hex] = side
    data = {"turn": 20, "front": "western", "theatre": "west", "weather": {"western": "fair"}, "tracing": True}
    rest = {"devastated": random.Random(seed).sample(sorted(lands), 30), "control": control, "pieces": pieces}
    return GWIE.setup({**data, **rest}, peer.map, peer.law)


# -- Fatal Alliances -------------------------------------------------------------------------------------------------
def fa(size: Size = SHEET) -> Game:
    terrain = ("clear",) * 5 + ("forest", "mountain", "marsh", "desert")
    sides = ("river", "river", "river", "canal", "strait", "alpine", "lake")
    data = sheet(size, "", terrain, sides, lambda row, column, rng: ["city"] if rng.random() < 0.05 else [])
    lands: dict[str, list[str]] = {"germany": [], "france": [], "belgium": [], "netherlands": []}
    for id in data["hexes"]:
        lands[_fa_land(size, *row_and_column(id))].append(id)
    places = {name: {"name": name.title(), "flags": ["country"], "hexes": hexes} for name, hexes in lands.items()}
    map: Any = read_map({**data, "places": places})
    law = Law.of(book("fa"), FA_AMENDMENTS)
    states = tuple(_fa_state(size, map, law, seed) for seed in range(POSITIONS))
    walk: Callable[[Any, str], Reach[Any]] = walk_fa.__wrapped__  # type: ignore[attr-defined]
    return Game(
        "fa", Fa(map, law), states, "pc",
        ("inf",),
        lambda state, unit: walk(state, unit.id),
        lambda state, unit: has_line(state, unit.id),
        lambda state, unit: line_fa(state, unit.id),
    )  # fmt: skip


def _fa_land(size: Size, row: int, column: int) -> str:
    if column <= size.columns // 2:
        return "germany"
    north = "netherlands" if row > 65 else "belgium" if row > 55 else "france"
    return north if column < size.columns * 4 // 5 else "france"


def _fa_state(size: Size, map: HexMap, law: Law, seed: int) -> Any:
    pieces: dict[str, dict[str, Any]] = {}
    control: dict[str, str] = {}
    closed = frozenset(map.named["netherlands"].hexes) | {hex.id for hex in map if hex.terrain == "desert"}
    for first, n, hex in army(size, map, seed, closed):
        kind = "hq" if n < STAFFS else "art" if n < STAFFS + 3 else "inf"
        nation = "germany" if first else "france"
        own = {"value": 2} if kind == "art" else {"factor": 3}
        own |= {"reorganisation": 3} if kind == "hq" else {}
        pieces[f"{nation}{n}"] = {"nation": nation, "kind": kind, "place": hex, "mp": 2, **own}
        control[hex] = nation
    nations = {
        "belgium": {"side": "te", "controller": "france"},
        "netherlands": {"side": "te", "controller": "france", "neutral": True},
    }
    weather = {"temperate": "clear"}
    data = {"phasing": "pc", "nations": nations, "weather": weather, "control": control, "pieces": pieces}
    return FA.setup(data, map, law)


# -- equality, then time -----------------------------------------------------------------------------------------------
def same(game: Game) -> None:
    """The same hexes at the same costs from every unit that walks or rides, and the same units in supply."""
    fed = 0
    for state in game.states:
        flags = game.peer.flags(state, game.side)
        for unit in (unit for unit in game.own(state) if unit.kind in game.kinds):
            ours = _numbered(game, game.reach(state, unit).cheapest)
            assert ours == game.peer.reached(flags, unit), (game.code, "reach", unit)
        supplied = game.supplied(state)
        assert supplied == game.peer.supplied(state, game.side), (game.code, "units in supply")
        fed += len(supplied)
    assert 0 < fed < UNITS * len(game.states), (game.code, fed)


def _numbered(game: Game, cheapest: Mapping[str, Number]) -> dict[int, float]:
    return {game.peer.index[hex]: float(cost) for hex, cost in cheapest.items()}


def fresh(state: Any) -> Any:
    """The position as it is after a change: nothing that was kept for the old one serves."""
    unit = next(iter(state.pieces))
    return state.put(unit.but(place=unit.place))


def rows(game: Game, effort: Effort) -> list[Row]:
    same(game)
    reaches = [row for kind in game.kinds for row in _reach(game, kind, effort)]
    return reaches + _supply(game, effort)


def _reach(game: Game, kind: str, effort: Effort) -> list[Row]:
    state, peer, side = game.states[0], game.peer, game.side
    walkers = game.walkers(state, kind)
    flags = peer.flags(state, side)
    told = f"{game.code}: reach, {kind}"

    def each(call: Callable[[Any], object]) -> Callable[[], None]:
        def all_() -> None:
            for unit in walkers:
                call(unit)

        return all_

    def pair(
        name: str, ours: Callable[[Any], object], theirs: Callable[[Any], object], bar: float | None = None
    ) -> Row:
        own, peers = (time / len(walkers) for time in alternated([each(ours), each(theirs)], effort))
        return of_its_time("reaches", f"{told}{name}", own, peers, "µs", bar=bar)

    solve: Callable[[Any], object] = lambda unit: peer.reached(flags, unit)  # noqa: E731
    pace = HORSE if kind == "cavalry" else FOOT
    return [
        pair(", 1200 hexes: scipy mask+solve", lambda unit: game.reach(state, unit).cheapest, solve, pace),
        pair(" and one refusal told: scipy mask+solve", lambda unit: _refused(game, state, unit), solve, REFUSED),
        pair(
            ", position just changed: scipy flags+mask+solve",
            lambda unit: game.reach(fresh(state), unit).cheapest,
            lambda unit: peer.reached(peer.flags(fresh(state), side), unit),
        ),
    ]


def _supply(game: Game, effort: Effort) -> list[Row]:
    state, peer, side = game.states[0], game.peer, game.side

    def lines() -> None:
        now = fresh(state)
        for unit in game.own(now):
            game.line(now, unit)

    own, plain, theirs = alternated(
        [lambda: game.supplied(fresh(state)), lines, lambda: peer.supplied(fresh(state), side)], effort
    )
    name = f"{game.code}: supply of a side, {UNITS} units"
    return [
        of_its_time("reaches", f"{name}, position just changed: scipy flags+mask+solve", own, theirs, "µs", bar=SUPPLY),
        of_its_time("reaches", f"{name}, all lines and cuts told: scipy, the side without", plain, theirs, "µs"),
    ]


def _refused(game: Game, state: Any, unit: Any) -> object:
    found = game.reach(state, unit)
    return found.why_not(next(place for place in state.map.places if place not in found))


GAMES: Mapping[str, Callable[..., Game]] = {"dff": dff, "gwie": gwie, "fa": fa}


def run(effort: Effort) -> list[Row]:
    return [row for game in GAMES.values() for row in rows(game(), effort)]
