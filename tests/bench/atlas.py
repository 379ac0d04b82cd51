"""Reach, supply and pointing on the atlas' own whole maps, beside scipy on the same map and position.

The ground of `reaches.py` is thrown at random; here it is the western front of The Great War in Europe (1,173 hexes)
and the Europe of Fatal Alliances (3,670), with their seas, borders and neutrals. Fifty units a side stand mixed in the
lands that were fought over. Equality is asserted before anything is timed, as there. The plain text knows no supply by
sea: Europe is taken without its sea areas, so that every line runs over land; its hexes of sea stay.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tests.bench import reaches
from tests.bench.plain_reaches import Fa, Gwie
from tests.bench.reaches import POSITIONS, STAFFS, UNITS, Game
from tests.bench.timing import Effort, Row
from tests.bench.whole import ALLOWED, MANY, pointed
from tutor import library
from tutor.engine.law import Law
from tutor.engine.space.maps import HexMap, read_map
from tutor.rulesets import book
from tutor.rulesets.fa.book import AMENDMENTS as FA_AMENDMENTS
from tutor.rulesets.fa.ruleset import RULES as FA
from tutor.rulesets.fa.tracing import has_line
from tutor.rulesets.fa.tracing import line_of as line_fa
from tutor.rulesets.fa.walking import walk as walk_fa
from tutor.rulesets.gwie.book import AMENDMENTS as GWIE_AMENDMENTS


def mixed(hexes: list[str], seed: int) -> Iterator[tuple[bool, int, str]]:
    """Whether of the first side, which number, and where: every other hex of a draw, a few of them shared."""
    drawn = random.Random(seed).sample(sorted(hexes), 2 * (UNITS - 5))
    for first in (True, False):
        own = drawn[first::2]
        yield from ((first, n, hex) for n, hex in enumerate([*own, *own[:5]]))


# -- The Great War in Europe -----------------------------------------------------------------------------------------
class West(Gwie):
    """The real sheet has a sea, and Switzerland."""

    def price(self, a: str, b: str) -> float | None:
        hex = self.map.hex(b)
        return None if hex.terrain == "sea" or "switzerland" in hex.flags else super().price(a, b)

    def line_price(self, a: str, b: str) -> float | None:
        hex = self.map.hex(b)
        return None if hex.terrain == "sea" else super().line_price(a, b)


def gwie() -> Game:
    map: HexMap = library.named_map("gwie", "western")
    lands = {hex.id: hex.flags & {"france", "belgium", "germany", "luxembourg"} for hex in map if hex.terrain != "sea"}
    control = {id: "allies" if "france" in land else "cp" for id, land in lands.items() if land}
    return reaches.gwie_game(
        West(map, Law.of(book("gwie"), GWIE_AMENDMENTS)),
        control,
        lambda seed: (("cp" if one else "allies", n, hex) for one, n, hex in mixed([*control], seed)),
    )


# -- Fatal Alliances -------------------------------------------------------------------------------------------------
FOUGHT_OVER = ("germany", "france", "belgium", "luxembourg")


class Europe(Fa):
    """The real map has a sea, and a dozen neutrals."""

    def __init__(self, map: HexMap, law: Law) -> None:
        super().__init__(map, law)
        states = [named for named in map.named.values() if "country" in named.flags]
        self.land = {hex: named.key for named in states for hex in named.hexes}
        self.neutral = self.bits(hex for hex, land in self.land.items() if land not in FOUGHT_OVER)
        self.foreign = self.bits(hex for hex, land in self.land.items() if land != "germany")
        self.cities = self.bits(hex.id for hex in map if "city" in hex.flags) & ~self.foreign

    def price(self, a: str, b: str) -> float | None:
        shut = self.map.hex(b).terrain == "sea" or "sea" in self.map.sides(a, b)
        return None if shut else super().price(a, b)

    def line_price(self, a: str, b: str) -> float | None:
        shut = self.map.hex(b).terrain == "sea" or "sea" in self.map.sides(a, b)
        return None if shut else super().line_price(a, b)


def fa() -> Game:
    map = _without_seas(library.map_data(library.find_map("fa", "europe")))
    law = Law.of(book("fa"), FA_AMENDMENTS)
    states = tuple(_fa_state(map, law, seed) for seed in range(POSITIONS))
    return Game(
        "fa", Europe(map, law), states, "pc",
        ("inf",),
        lambda state, unit: walk_fa.__wrapped__(state, unit.id),  # type: ignore[attr-defined]
        lambda state, unit: has_line(state, unit.id),
        lambda state, unit: line_fa(state, unit.id),
    )  # fmt: skip


def _without_seas(data: Mapping[str, Any]) -> HexMap:
    lands = {key: named for key, named in data["places"].items() if "sea" not in named.get("flags", ())}
    found: HexMap = read_map({**data, "places": lands, "links": []})
    return found


def _fa_state(map: HexMap, law: Law, seed: int) -> Any:
    lands = {named.key: named.hexes for named in map.named.values() if "country" in named.flags}
    ground = [id for land in FOUGHT_OVER for id in lands[land] if map.hex(id).terrain != "sea"]
    pieces: dict[str, dict[str, Any]] = {}
    control: dict[str, str] = {}
    for first, n, hex in mixed(ground, seed):
        kind = "hq" if n < STAFFS else "art" if n < STAFFS + 3 else "inf"
        nation = "germany" if first else "france"
        own: dict[str, Any] = {"value": 2} if kind == "art" else {"factor": 3}
        own |= {"reorganisation": 3} if kind == "hq" else {}
        pieces[f"{nation}{n}"] = {"nation": nation, "kind": kind, "place": hex, "mp": 2, **own}
        control[hex] = nation
    nations: dict[str, dict[str, Any]] = {
        land: {"side": "te", "controller": "france", "neutral": True}
        for land in lands
        if land not in ("germany", "france")
    }
    for land in ("belgium", "luxembourg"):
        nations[land] = {"side": "te", "controller": "france"}
    data = {"phasing": "pc", "nations": nations, "weather": {"temperate": "clear"}, "control": control}
    return FA.setup({**data, "pieces": pieces}, map, law)


GAMES = {"gwie": gwie, "fa": fa}
NAMES = {"gwie": "gwie western front", "fa": "fa Europe"}


def pointing(name: str, code: str, asked: Iterable[tuple[Any, list[str]]]) -> Row:
    """Pointing at a unit of a position that has just changed, on a map that was looked at before."""
    spent = []
    for state, units in asked:
        unit = next(unit for unit in units if pointed(code, state, unit) > MANY)
        now = reaches.fresh(state)
        began = time.process_time()
        pointed(code, now, unit)
        spent.append(1000 * (time.process_time() - began))
    middle = statistics.median(spent)
    told = f"{name}: pointing at a unit, position just changed"
    return Row("atlas", told, middle, ALLOWED, "ms", middle / ALLOWED, "of the time allowed", bar=1.0)


def near_east() -> Iterator[tuple[Any, list[str]]]:
    """The campaign's own set-up on its three sheets, one side's troops and the other's."""
    state = library.scenario("gwie/near-east").position()
    for side in ("cp", "allies"):
        own = (unit for unit in state.pieces if unit.side == side and unit.place in state.map)
        yield state, [unit.id for unit in own if unit.kind in ("infantry", "cavalry")]


def run(effort: Effort) -> list[Row]:
    rows = []
    for make in GAMES.values():
        game = make()
        found = reaches.rows(game, effort)  # which asserts equality first
        rows += [replace(row, part="atlas", name=_name(game, row.name)) for row in found]
        asked = ((s, [unit.id for unit in game.own(s) if unit.kind in game.kinds]) for s in game.states)
        rows.append(pointing(NAMES[game.code], game.code, asked))
    return [*rows, pointing("gwie Near East", "gwie", near_east())]


def _name(game: Game, told: str) -> str:
    return NAMES[game.code] + told.removeprefix(game.code).replace("1200", str(len(game.peer.index)))
