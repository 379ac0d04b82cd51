"""Which look a terrain has: by its name, in the words of any map; an unknown one looks like clear ground."""

from __future__ import annotations

from functools import cache

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
    ("alp", "mountain"),
    ("mount", "mountain"),
    ("summit", "mountain"),
    ("glacier", "mountain"),
    ("rough", "rough"),
    ("hill", "rough"),
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
    ("strait", "strait"),
    ("sea", "strait"),
    ("frontier", "frontier"),
    ("border", "frontier"),
    ("mountain", "ridge"),
    ("ridge", "ridge"),
    ("pass", "pass"),
)


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
