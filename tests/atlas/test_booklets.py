"""Every place that a booklet names is on a map of its game, or a sheet says why it is not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

import pytest

from tools.atlas.__main__ import names
from tools.atlas.sheet import SHEETS, sheet
from tutor import library, rulesets
from tutor.board.paint.lettering import printed

LISTED = {  # the tables that a booklet's own names stand in, and the column
    "se": {"objectives": 0},
    "tlm": {"places": 0, "forts": 0},
    "dff": {"fortresses": 1, "special-hexes": 0, "town-stakes": 0},
    "gwie": {"places": 0, "resource-hexes": 0},
    "fa": {"map-renames": 1, "ottoman-route": 1},
}
BESIDE = re.compile(r" \(.*|,? ?hex [NSEW]+(?: of)? ?")  # Van (printed); the hex NE of Scutari
NO_NAME = {"montagnes"}  # a stage of the Ottoman route


def plain(name: str) -> str:
    """A name without article, accents and capitals, and without what is said beside it."""
    bare = unicodedata.normalize("NFD", printed(BESIDE.sub("", name)).casefold())
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


@cache
def known(game: str) -> frozenset[str]:
    """What the whole maps name, in both languages, and what their sheets say of the booklet."""
    found: set[str] = set()
    for given in (sheet(SHEETS / f"{name}.yaml") for name in names()):
        if given.map.startswith(f"{game}/"):
            map = library.named_map(game, given.map.partition("/")[2])
            places = [*map, *getattr(map, "named", {}).values()]
            words = [place.name for place in places] + [label.name for label in given.labels]
            found |= {name for word in words for name in ([word] if isinstance(word, str) else [word.fr, word.en])}
            found |= {part for said in given.booklet for part in said.name.split(", ")}
    return frozenset(plain(name) for name in found)


def named(game: str) -> Iterator[str]:
    """The places that the tables of the booklet name, as they stand there in French."""
    for table, column in LISTED[game].items():
        for row in rulesets.ruleset(game).book.tables[table]["rows"]:
            cell = row[column] if isinstance(row[column], str) else row[column]["fr"]
            yield from BESIDE.sub("", cell).split(", ")[: 1 if table == "ottoman-route" else None]


@pytest.mark.parametrize("game", LISTED)
def test_every_place_of_the_tables_is_on_a_map_or_told_why_not(game: str) -> None:
    asked = set(named(game)) - NO_NAME
    assert len(asked) > 5
    assert {name for name in asked if plain(name) not in known(game)} == set()


@pytest.mark.parametrize("name", names())
def test_every_sheet_says_of_the_booklet_where_it_names_a_place(name: str) -> None:
    """Each with its lines; nothing is said twice in two ways."""
    said = sheet(SHEETS / f"{name}.yaml").booklet
    assert len(said) > 5
    assert all(re.fullmatch(r"\d+(-\d+)?(, \d+(-\d+)?)*", one.lines) for one in said)
    told = [(part, one.unknown is None) for one in said for part in one.name.split(", ")]
    assert {part for part, found in told if found} & {part for part, found in told if not found} == set()
