"""The tables of the booklet as facts and numbers; each is read once for a law."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from tutor.engine.facts import Cell, Number
from tutor.engine.law import Law
from tutor.engine.tables import exact
from tutor.engine.text import Text

HITS = "Hits on at most"
FRONT_ROW = {
    "west": "West",
    "east": "East",
    "balkans": "Balkans",
    "italy": "Italy",
    "middle-east": "Middle East",
    "transcaucasia": "Transcaucasia",
    "seine": "Seine",
    "petrograd": "Petrograd",
}
NATION = {
    "france": "France", "britain": "Great Britain", "italy": "Italy", "ottomans": "Ottoman Empire",
    "bulgaria": "Bulgaria", "russia": "Russia", "germany": "Germany", "austria": "Austria-Hungary",
    "belgium": "Belgium", "serbia": "Serbia and Montenegro", "romania": "Romania", "greece": "Greece",
}  # fmt: skip
SPELLED = {"Nieupoort": "Nieuport"}  # 3.7-c spells it otherwise than 7.7.1-a
WEATHER_COLUMN = {"fair": "Fair", "wet": "Wet", "rain": "Rain", "cold": "Cold", "blizzard": "Blizzard"}
TERRAIN_ROW = {
    "clear": "Clear",
    "desert": "Desert",
    "rough": "Rough",
    "heights": "Heights",
    "mountains": "Mountains",
    "forest": "Forest",
    "swamp": "Swamp",
}


@lru_cache(maxsize=1024)
def cell(law: Law, table: str, row: str, column: str) -> Cell:
    return law.table(table).at(row, column)


@lru_cache(maxsize=1024)
def number(law: Law, table: str, row: str, column: str) -> Number:
    return exact(cell(law, table, row, column).value)


@lru_cache(maxsize=256)
def row(law: Law, table: str, beginning: str) -> str:
    """The first row whose name begins like this."""
    return next(name for name in law.table(table).rows if name.startswith(beginning))


def plain(name: str) -> str:
    """A name as one looks it up: without capitals, accents, spaces or signs."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", name).casefold() if sign.isalnum())


@lru_cache(maxsize=4096)
def listed(law: Law, table: str, name: str) -> str:
    """The row of a list that a name means, in whichever language a map or a counter bears it; none is empty."""
    meant = plain(SPELLED.get(name, name))
    entries = (Text.of(row[0]) for row in law.table(table).data["rows"]) if meant else ()
    return next((entry.en for entry in entries if meant in (plain(entry.fr), plain(entry.en))), "")


def whole(law: Law, table: str, row: str, column: str) -> int:
    return int(number(law, table, row, column))


def terrain(law: Law, kind: str, column: str) -> Cell:
    """The terrain table of chapter 5; a terrain that it lacks is clear."""
    return cell(law, "terrain", TERRAIN_ROW.get(kind, "Clear"), column)


def sky(law: Law, effect: str, weather: str) -> Cell:
    """The effects of the weather (2.2.1.1)."""
    return cell(law, "weather-effects", effect, WEATHER_COLUMN[weather])


def lands(law: Law, front: str, side: str) -> Cell:
    """Whether an alliance may land on a front (2.2.4.4), or on Petrograd, of which a table of its own speaks."""
    column = "Allies" if side == "allies" else "Central Powers"
    table = "amphibious-permission-petrograd" if front == "petrograd" else "amphibious-permission"
    return cell(law, table, FRONT_ROW[front], column)
