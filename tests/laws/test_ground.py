"""Whatever ground a map of a game may have (`ground` in its game.yaml, which `tutor check` asks) can be played on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from typing import Any

import pytest
import yaml

from tutor.engine.ask import Ask
from tutor.engine.play import Session
from tutor.engine.space.maps import read_map
from tutor.library import Scenario, find_map, scenario, sheet_map
from tutor.rulesets import book

STARTS = {"se": "se/roana-march", "dff": "dff/gallipoli-1915", "fa": "fa/belgium-1914", "gwie": "gwie/trent-march"}
UNITS, ANSWERS = 3, 25


def ground(game: str) -> Iterator[tuple[str, str]]:
    for part in ("terrain", "sides", "roads"):
        yield from ((part, item) for item in book(game).ground.get(part, ()))


def laid(found: Scenario, hex: str, part: str, item: str) -> Any:
    """The map of a scenario with this ground in a hex and around it."""
    near = found.map.neighbours(hex)
    whole = deepcopy(yaml.safe_load(find_map(found.game, found.data["map"]).read_text("utf-8")))
    sheet = whole
    if "sheets" in whole:
        kept = whole["sheets"][found.map.sheet(hex).key]
        sheet = kept["map"] = deepcopy(written(found.game, kept["map"]))
    if part == "terrain":
        for at in (hex, *near):
            sheet.setdefault("hexes", {}).setdefault(at, {})["terrain"] = item
    elif part == "sides":
        around = [f"{hex}-{at}" for at in near]
        sheet["sides"] = {**sheet.get("sides", {}), item: [*sheet.get("sides", {}).get(item, ()), *around]}
    else:
        sheet["roads"] = [*sheet.get("roads", ()), *({"kind": item, "through": [hex, at]} for at in near)]
    return read_map(whole, partial(sheet_map, found.game))


def written(game: str, map: Any) -> Any:
    """What a sheet's map says: in place, or in a file of its own."""
    return yaml.safe_load(find_map(game, map).read_text("utf-8")) if isinstance(map, str) else map


@pytest.mark.parametrize(("game", "part", "item"), [(game, *one) for game in STARTS for one in ground(game)])
def test_ground_that_a_map_may_have_can_be_played_on(game: str, part: str, item: str) -> None:
    found = scenario(STARTS[game])
    here = [piece for piece in found.position().pieces if piece.place in found.map][:UNITS]
    state = found.rules.setup(found.data, laid(found, here[0].place, part, item), found.law())
    for piece in here:
        assert all(going.verdict(hex) for going in found.rules.going(state, piece.id) for hex in state.map.places)
        assert found.rules.supply(state, piece.id)
    session, rng = Session(found.rules, state, seed=1), random.Random(item)
    for _ in range(ANSWERS):
        if isinstance(session.ask, Ask):
            session.answer(rng.choice(list(session.ask.legal())))
        elif session.ask is not None:
            session.roll()
