"""Positions and maps to draw: shipped scenarios, a large map of hexes, a map with seas; and who sits before them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from tutor import library
from tutor.board import gestures, playing
from tutor.board.desk import Desk
from tutor.board.table import Table
from tutor.engine.ask import Ask
from tutor.engine.run import Position, Ruleset
from tutor.engine.space.maps import read_map
from tutor.files.writing import to_yaml

SCENARIOS = ("se/roana", "tlm/verdun", "tlm/cambrai")


class Seat:
    """Somebody at a desk, or at a table: a gesture, called by its name, replaces the desk by the next one.

    All else is read of the desk as it is now, of what is looked at, and of the habits of whoever looks.
    """

    def __init__(self, before: Desk | Table) -> None:
        self.before = before

    @property
    def desk(self) -> Desk:
        return self.before.playing if isinstance(self.before, Table) else self.before

    def do(self, gesture: Callable[..., Desk], *event: Any, **named: Any) -> None:
        if isinstance(self.before, Table):
            self.before.turn(gesture, *event, **named)
            self.before.show()
        else:
            self.before = gesture(self.before, *event, **named)

    def __getattr__(self, name: str) -> Any:
        gesture = getattr(gestures, name, None)
        if gesture in gestures.GESTURES:
            return partial(self.do, gesture)
        desk = self.desk
        return getattr(next(one for one in (desk, desk.look, desk.habits) if hasattr(one, name)), name)


class Put(NamedTuple):
    """A question that is put, wherever it comes from."""

    rules: Ruleset
    position: Position
    ask: Ask


def desk(name: str = "se/roana", lang: Any = "en", **more: Any) -> Seat:
    found = library.scenario(name)
    return Seat(playing.lay(found, found.position(), lang, **more))


@cache
def large_data(rows: int = 30, columns: int = 40) -> dict[str, Any]:
    """1,200 hexes, or more, with heights, woods, towns and a road."""
    rng = random.Random(1916)
    terrains = ["clear"] * 5 + ["woods", "woods", "rough", "rough", "town", "mountain"]
    ids = [f"{row:02d}{column:02d}" for row in range(1, rows + 1) for column in range(1, columns + 1)]
    hexes = {id: {"terrain": rng.choice(terrains), "level": rng.randint(0, 5)} for id in ids}
    for n, id in enumerate(ids[::37]):
        hexes[id]["name"] = f"Town {n}"
    grid = {
        "top": "pointy",
        "rows": {"from": 1, "to": rows, "grows": "south"},
        "columns": {"from": 1, "to": columns, "grows": "east"},
    }
    row = [f"15{column:02d}" for column in range(1, columns + 1)]
    return {
        "kind": "hexes",
        "name": {"fr": "Grande carte", "en": "Large map"},
        "grid": grid,
        "hexes": hexes,
        "roads": [{"kind": "road", "through": row}],
        "provenance": {"hexes": "stand-in"},
    }


@cache
def large_map() -> Any:
    return read_map(large_data())


@cache
def sea_map() -> Any:
    """Land, sea areas, a river between two areas and a crossing by sea."""
    areas = {
        "flanders": {"name": "Flanders", "at": [200, 150], "flags": ["fort"]},
        "artois": {"name": "Artois", "at": [220, 280], "flags": ["rough"]},
        "kent": {"name": "Kent", "at": [40, 120], "flags": ["port"]},
        "channel": {"name": {"fr": "Manche", "en": "Channel"}, "at": [90, 260], "flags": ["sea"]},
        "north-sea": {"name": {"fr": "Mer du Nord", "en": "North Sea"}, "at": [130, 20], "flags": ["sea"]},
    }
    links = [
        {"kind": "border", "between": ["flanders", "artois"], "flags": ["river"]},
        {"kind": "coast", "between": ["flanders", "north-sea"]},
        {"kind": "coast", "between": ["artois", "channel"]},
        {"kind": "coast", "between": ["kent", "channel"]},
        {"kind": "sea", "between": ["channel", "north-sea"]},
        {"kind": "sea", "between": ["kent", "flanders"]},
    ]
    return read_map(
        {"kind": "areas", "name": "Seas", "areas": areas, "links": links, "provenance": {"areas": "stand-in"}}
    )


def crowded(count: int = 200) -> Any:
    """A position with many counters on the large map: `se` pieces, which is as good as any."""
    state = library.position("se/roana")
    pattern = [piece for piece in state.pieces if piece.place is not None]
    places = large_map().places
    made = [
        pattern[n % len(pattern)].but(id=f"u{n}", place=places[(n * 7) % len(places)], brigade=None)
        for n in range(count)
    ]
    from tutor.engine.pieces import FrozenMap, Pieces

    return state.but(map=large_map(), pieces=Pieces(made), trenches=FrozenMap())


def large_scenario(folder: Path, rows: int = 30, columns: int = 40) -> Path:
    """The large map with 200 counters as a scenario file."""
    base = dict(library.scenario("se/roana").data)
    map = large_data(rows, columns)
    places = list(map["hexes"])
    pattern = [entry for entry in base["pieces"].values() if entry.get("place") and entry["kind"] != "hq"]
    keys = ("side", "kind", "cf", "mg", "mp", "morale", "bombardment", "range", "commanded", "mp_left")
    pieces = {}
    for n in range(200):
        entry = {key: value for key, value in pattern[n % len(pattern)].items() if key in keys}
        pieces[f"u{n}"] = {**entry, "place": places[(n * 7) % len(places)]}
    pieces["hq"] = {"side": "ah", "kind": "hq", "place": places[0], "brigade": "11", "radius": 5, "initiative": 4}
    data = {
        "game": "se", "title": {"fr": "Grand front", "en": "Wide front"}, "map": map, "agenda": [["declare"]],
        "active": "ah", "brigade": "11", "weather": "clear", "pieces": pieces,
    }  # fmt: skip
    path = folder / "wide-front.yaml"
    path.write_text(to_yaml(data), "utf-8")
    return path
