"""Which look a terrain has: by its name, in the words of any map; an unknown one looks like clear ground."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

LOOKS = (  # what a terrain's name must contain, the first that fits
    ("deep", "sea"),
    ("sea", "sea"),
    ("ocean", "sea"),
    ("water", "sea"),
    ("coast", "clear"),
    ("lake", "sea"),
    ("wood", "woods"),
    ("forest", "woods"),
    ("jungle", "woods"),
    ("marsh", "marsh"),
    ("swamp", "marsh"),
    ("bog", "marsh"),
    ("desert", "desert"),
    ("sand", "desert"),
    ("alp", "alpine"),
    ("high-mount", "alpine"),
    ("glacier", "alpine"),
    ("mount", "mountain"),
    ("summit", "mountain"),
    ("height", "hills"),
    ("hill", "hills"),
    ("difficult", "hills"),
    ("rough", "rough"),
    ("broken", "rough"),
    ("karst", "rough"),
    ("city", "town"),
    ("town", "town"),
    ("village", "town"),
    ("urban", "town"),
)
SIDES = (
    ("bridge", "bridge"),
    ("ford", "bridge"),
    ("cliff", "cliff"),
    ("escarp", "cliff"),
    ("river", "river"),
    ("canal", "river"),
    ("gorge", "river"),
    ("stream", "stream"),
    ("torrent", "stream"),
    ("lake", "lake"),
    ("strait", "strait"),
    ("sea", "lake"),  # open water between two coasts: nobody crosses it as one crosses a strait
    ("frontier", "frontier"),
    ("border", "frontier"),
    ("mountain", "ridge"),
    ("ridge", "ridge"),
    ("pass", "pass"),
)
COUNTRIES = frozenset(
    {
        "albania",
        "austria",
        "austria-hungary",
        "belgium",
        "britain",
        "bulgaria",
        "egypt",
        "france",
        "germany",
        "greece",
        "holland",
        "italy",
        "luxembourg",
        "montenegro",
        "netherlands",
        "ottomans",
        "persia",
        "portugal",
        "romania",
        "russia",
        "serbia",
        "spain",
        "switzerland",
        "turkey",
        "usa",
    }
)
INHABITED = frozenset({"town", "city", "capital", "village"})
RISE = {"hills": 1, "mountain": 2, "alpine": 3}  # how high ground stands on a map that tells no levels


@cache
def look_of(terrain: str) -> str:
    return next((look for part, look in LOOKS if part in terrain.lower()), "clear")


@cache
def side_look(kind: str) -> str:
    return next((look for part, look in SIDES if part in kind.lower()), "other")


@cache
def way_look(kind: str) -> str:
    """Road, track or railway."""
    low = kind.lower()
    if "rail" in low or "train" in low:
        return "railway"
    return "track" if any(part in low for part in ("track", "path", "mule")) else "road"


@lru_cache(maxsize=32)
def towns(map: Any) -> frozenset[str]:
    """Where people live: by the terrain, by the flags of a hex, or by the towns that the map names."""
    named = {place for one in map.named.values() if "town" in one.flags for place in one.hexes}
    return frozenset(
        hex.id for hex in map if hex.id in named or look_of(hex.terrain) == "town" or hex.flags & INHABITED
    )


@lru_cache(maxsize=32)
def countries(map: Any) -> Mapping[str, str]:
    """Whose land each hex is, where the map tells: by the countries that it names, or by a flag of the hex."""
    named = {place: key for key, one in map.named.items() if "country" in one.flags for place in one.hexes}
    found = {}
    for hex in map:
        told = named.get(hex.id) or next((flag for flag in sorted(hex.flags) if flag in COUNTRIES), "")
        if told and look_of(hex.terrain) != "sea":
            found[hex.id] = told
    return found
