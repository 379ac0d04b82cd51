"""`python -m tools.atlas SHEET ...`: makes the maps of sheets anew; without a name, those of all sheets."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.atlas import areas, hexes, sheet
from tools.atlas.sheet import SHEETS, HexSheet
from tools.atlas.writing import text
from tutor.files.faults import BadFile

MAPS = Path(__file__).parents[2] / "scenarios"


def names() -> list[str]:
    return sorted(path.stem for path in SHEETS.glob("*.yaml"))


def made(name: str) -> tuple[Path, str]:
    """Where the map of a sheet lies, and what it holds."""
    given = sheet.sheet(SHEETS / f"{name}.yaml")
    game, _, map = given.map.partition("/")
    data = hexes.made(given) if isinstance(given, HexSheet) else areas.made(given)
    return MAPS / game / "maps" / f"{map}.yaml", text(data, name)


def main(asked: list[str]) -> int:
    unknown = [name for name in asked if name not in names()]
    for name in unknown:
        print(f"no sheet is called {name}; there are: {', '.join(names())}", file=sys.stderr)
    if unknown:
        return 2
    for name in asked or names():
        try:
            path, content = made(name)
        except BadFile as error:
            print(error, file=sys.stderr)
            return 1
        path.write_text(content, "utf-8")
        print(f"{name}: {path.relative_to(MAPS.parent)}, {len(content) // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
