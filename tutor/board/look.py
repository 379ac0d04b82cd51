"""Every colour and measure of the board, by name."""

from __future__ import annotations

INK, PAPER, GRID = "#2b2418", "#efe6cf", "#5a4a2c"
HEIGHTS = ("#e9e3c3", "#efe2b8", "#e6cf98", "#d6b57a", "#bf9660", "#a67c4c")
SNOW, CONTOUR = "#e4e2de", "#8a6a3a"
WOODS, TREE, TREE_LIGHT = "#a9bd7f", "#5f7d44", "#86a35c"
WATER_EDGE, WATER, GLINT, BANK = "#2f6285", "#6ea3c4", "#b9d6e6", "#6b5330"
SEA, SHALLOWS, DESERT, MARSH = "#a9c3cf", "#dbe7e4", "#ead9ae", "#b9c8a4"
ROAD_CASING, ROAD, TRACK, CLIFF, HOUSE = "#4d3a1f", "#fff6dc", "#5d3f1c", "#4a3620", "#8c3b2e"

OK, NO, SAND = "#0b6b57", "#b3261e", "#8c7a4a"
SELECT, ATTACK, ZONE, CITED = "#ffcc33", "#8a3b00", "#e07b00", "#5b3fa0"
FRONT = "#7a1c14"
NOTED = {"green": "#0b6b57", "red": "#b3261e", "blue": "#1f5fa8", "yellow": "#c98a00"}
STAND_IN, STAND_IN_PAPER = "#6b5310", "#fff4cf"

# What becomes of the ground, and who loses: told apart by lightness, and no nation's. The ink stands on them.
OUTCOMES: dict[str, tuple[str, str]] = {
    "attacker": ("#7d2f6b", "#ffffff"),
    "shared": ("#dcb3d3", INK),
    "nobody": ("#f4ecd8", INK),
    "defender": ("#1f5f6b", "#ffffff"),
}
LINES = ("#7d2f6b", "#1f5f6b", "#b06a00", "#4a4a4a", "#5b8f2f")  # of a plot, one a game: each with a marker of its own

SANS = "'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
SERIF = "Georgia, 'Liberation Serif', 'DejaVu Serif', serif"

RADIUS = 42.0  # of a hex, in CSS pixels
COUNTER = 47.0
IN_AREA = 60.0  # a counter on a map of areas, where there is more room
MARGIN = 12.0
WINDOW = (748, 506)  # the natural size of a board: larger maps are seen through a window of it
WHOLE = (940, 770)  # up to this size a map is shown whole, a little smaller

# Face and ink of every nation; the contrast of each pair is at least 5.
NATIONS: dict[str, tuple[str, str]] = {
    "GE": ("#7f8c86", "#0d1412"),
    "AH": ("#c3cfdd", "#1f2a3a"),
    "TU": ("#d98b5f", "#2a1206"),
    "BU": ("#b7a7c9", "#22143a"),
    "FR": ("#7ea6d9", "#0b1c3a"),
    "UK": ("#cdb88a", "#2e230c"),
    "RU": ("#8fa05a", "#1a2008"),
    "IT": ("#9dbb8d", "#17301a"),
    "BE": ("#e8cf5c", "#33290a"),
    "SB": ("#b98a7a", "#2a0f08"),
    "US": ("#5c6b3f", "#ffffff"),
    "RO": ("#e3b23c", "#33240a"),
    "GR": ("#a8d0e6", "#0f2a3a"),
    "AS": ("#d9b77c", "#2b1d06"),
    "PT": ("#c97b84", "#2b080d"),
    "AL": ("#8fb0dc", "#0b1c3a"),  # alliances: their flags, and what they count
    "CP": ("#98a49e", "#0d1412"),
}
# The tint along the frontiers of a state, by the names that maps give it.
LANDS: dict[str, str] = {
    "austria": "#c9b458",
    "austria-hungary": "#c9b458",
    "belgium": "#d3a33a",
    "britain": "#c4627a",
    "bulgaria": "#8571b8",
    "cw": "#c4627a",
    "egypt": "#c4627a",
    "france": "#5b86cf",
    "germany": "#6f7f8c",
    "greece": "#4fa0c4",
    "holland": "#d9822f",
    "italy": "#58a468",
    "luxembourg": "#a585c2",
    "netherlands": "#d9822f",
    "ottoman": "#bd6a41",
    "ottomans": "#bd6a41",
    "persia": "#8f78ad",
    "romania": "#cf9531",
    "rumania": "#cf9531",
    "russia": "#76963f",
    "serbia": "#a0566d",
    "switzerland": "#b8503f",
    "turkey": "#bd6a41",
}
ALIASES = {"BR": "UK", "CW": "UK", "GB": "UK", "OT": "TU", "SE": "SB", "PO": "PT", "UN": "US", "ENT": "AL", "TE": "AL",
           "PC": "CP", "CE": "CP", "AU": "AS", "NZ": "AS", "CA": "UK", "IN": "UK"}  # fmt: skip
PLAIN = ("#d8d2c2", "#2b2418")
BANDS = ("#b3261e", "#1f5fa8", "#6b2f8f", "#0b6b57", "#a65e00", "#444444", "#c2185b", "#5d4037")


def nation(letters: str) -> tuple[str, str]:
    """Face and ink of a counter."""
    known = ALIASES.get(letters.upper(), letters.upper())
    return NATIONS.get(known, PLAIN)


def band(name: str) -> str:
    """The colour of a formation: any name has one, always the same."""
    return BANDS[sum(map(ord, name)) % len(BANDS)]


def land(key: str) -> str:
    """The tint of a state: any has one, always the same."""
    return LANDS.get(key) or band(key)


def luminance(colour: str) -> float:
    """As the accessibility guidelines reckon it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1 to 21; text needs 4.5."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
