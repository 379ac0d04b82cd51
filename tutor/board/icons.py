"""The signs on buttons, drawn: no font of a browser has all of them."""

from __future__ import annotations

from urllib.parse import quote

LINES: dict[str, str] = {  # paths in a square of 24, drawn as lines
    "first": "M6 5v14M19 5l-9 7 9 7z",
    "previous": "M16 5l-9 7 9 7z",
    "next": "M8 5l9 7-9 7z",
    "last": "M18 5v14M5 5l9 7-9 7z",
    "undo": "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
    "redo": "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
    "keys": "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5",
    "full": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    "in": "M12 5v14M5 12h14",
    "out": "M5 12h14",
    "fit": "M4 4h16v16H4zM8 12h8M12 8v8",
    "find": "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3L21 21",
    "going": "M12 3l7 4v8l-7 4-7-4V7zM12 11h5M15 9l2 2-2 2",
    "walking": "M5 19l4-5 5 1 5-9M5 19h.1M9 14h.1M14 15h.1M19 6h.1",
    "supply": "M3 7h10v8H3zM13 10h4l3 3v2h-7M7 19a2 2 0 1 0-.1 0zM17 19a2 2 0 1 0-.1 0z",
    "zones": "M12 4l6.5 4v8L12 20l-6.5-4V8zM12 9l2.6 1.6v2.8L12 15l-2.6-1.6v-2.8z",
    "sight": "M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 14.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2z",
    "range": "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h.1",
    "zone": "M12 4l6.5 4v8L12 20l-6.5-4V8zM12 12h.1",
    "command": "M6 21V4M6 5h11l-3 3.5 3 3.5H6",
    "sources": "M12 3v12M7 10l5 5 5-5M4 20h16",
    "supplied": "M4 13l5 5L20 7",
    "line": "M4 18h3M10 15h3M16 12h4M5 18a1.5 1.5 0 1 0-.1 0zM19 12a1.5 1.5 0 1 0-.1 0z",
    "ways": "M12 21v-7M12 14C12 8 6 10 6 4M12 14c0-6 6-4 6-10M3.5 6.5L6 4l2.5 2.5M15.5 6.5L18 4l2.5 2.5",
    "foot": "M8 21v-4h4v-4h4V9h4M4 21h4",
    "rail": "M8 3v18M16 3v18M6 7h12M6 12h12M6 17h12",
    "rails": "M5 3v18M11 3v18M3 7h10M3 12h10M3 17h10M16 12h5M19 9l3 3-3 3",
    "sea": "M3 15h18l-3 5H6zM12 15V4l6 8h-6",
    "rebase": "M4 12h13M13 7l5 5-5 5M20 5v14",
    "flight": "M3 13l18-8-6 15-4-6z",
    "interception": "M12 3v5M12 16v5M3 12h5M16 12h5M12 12h.1",
    "instrument": "M6 20l6-16 6 16M8 14h8M12 2v2",
    "fronts": "M4 20c1-5 5-4 6-8s4-4 10-8M12 6l1 3M17 3l1 3M7 11l2 2M4 15l3 1",
    "cards": "M4 6h11v14H4zM8 6V3h12v14h-5M7 11h5M7 15h5",
    "players": "M9 11a3.5 3.5 0 1 0-.1 0zM3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M17 14c2.5 1 4 3 4 6",
    "setup": "M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3",
    "home": "M4 11l8-7 8 7M6 10v10h5v-6h2v6h5V10",
    "fold": "M5 9l7 7 7-7",
    "draw": "M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3",
}


def _picture(path: str) -> str:
    svg = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='black' stroke-width='2' "
        f"stroke-linecap='round' stroke-linejoin='round'><path d='{path}'/></svg>"
    )
    return f'url("data:image/svg+xml,{quote(svg)}")'


BASE = (
    '.tutor-icon::before{content:"";width:20px;height:20px;background:currentColor;'
    "-webkit-mask:center/contain no-repeat;mask:center/contain no-repeat}"
)


def css(*names: str) -> str:
    """A class for each sign, or for these, in the colour of the button's letters."""
    return BASE + "".join(
        f".tutor-icon-{name}::before{{-webkit-mask-image:{_picture(path)};mask-image:{_picture(path)}}}"
        for name, path in LINES.items()
        if not names or name in names
    )
