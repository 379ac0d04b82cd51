"""The tables of the booklet as facts and numbers; each is read once for a law."""

from __future__ import annotations

from functools import lru_cache

from tutor.engine.facts import Cell, Number
from tutor.engine.law import Law
from tutor.engine.tables import exact

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
