"""Makes `data/` from a folder of Natural Earth's GeoJSON layers: cropped, thinned, and small enough to be kept.

    python -m tools.atlas.gather FOLDER

Natural Earth is in the public domain (naturalearthdata.com). What every sheet needs lies in `data`, so that the same
sheet gives the same map on any machine; nobody needs to run this again unless a layer is added.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

DATA = Path(__file__).with_name("data")
WEST, SOUTH, EAST, NORTH = -25.0, 20.0, 62.0, 72.0
FINE = 1000  # a coordinate is kept in thousandths of a degree
# Of each layer: how far a line may be off when points are left out, in degrees, and where its name stands.
LAYERS = {
    "land": (("land_50m",), 0.002, ()),
    "rivers": (("rivers_small_10m", "rivers_10m"), 0.006, ("name",)),
    "lakes": (("lakes_50m_named", "lakes_10m"), 0.006, ("name_en", "name")),
    "regions": (("regions_10m",), 0.02, ("name",)),
    "seas": (("seas_10m_named",), 0.03, ("name_en", "name")),
}
NAMELESS = {"land", "rivers"}  # layers in which a line needs no name
Line = list[tuple[float, float]]


def lines_of(geometry: dict[str, Any]) -> Iterator[Line]:
    """Every line or ring of a shape, in degrees."""
    within = geometry["coordinates"]
    match geometry["type"]:
        case "LineString":
            yield within
        case "Polygon" | "MultiLineString":
            yield from within
        case "MultiPolygon":
            for polygon in within:
                yield from polygon


def thinned(line: Line, off: float) -> Line:
    """The line without points that lie nearly on the way between others (Douglas and Peucker)."""
    if len(line) < 3:
        return line
    (ax, ay), (bx, by) = line[0][:2], line[-1][:2]
    length = math.hypot(bx - ax, by - ay)

    def far(point: tuple[float, float]) -> float:
        if length == 0:
            return math.hypot(point[0] - ax, point[1] - ay)
        return abs((bx - ax) * (ay - point[1]) - (ax - point[0]) * (by - ay)) / length

    at = max(range(1, len(line) - 1), key=lambda n: far(line[n]))
    if far(line[at]) <= off:
        return [line[0], line[-1]]
    return thinned(line[: at + 1], off)[:-1] + thinned(line[at:], off)


def packed(line: Line) -> str:
    """Whole thousandths of a degree, each but the first as the step from the one before."""
    points = [(round(x * FINE), round(y * FINE)) for x, y, *_ in line]
    steps = [points[0], *((bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points))]
    return " ".join(f"{x} {y}" for x, y in steps)


def near(line: Line) -> bool:
    xs, ys = [point[0] for point in line], [point[1] for point in line]
    return max(xs) > WEST and min(xs) < EAST and max(ys) > SOUTH and min(ys) < NORTH


def layer(folder: Path, sources: Iterable[str], off: float, keys: tuple[str, ...], nameless: bool) -> Iterator[str]:
    """The lines of a layer, as the lines of its file."""
    for source in sources:
        for feature in json.loads((folder / f"{source}.geojson").read_text("utf-8"))["features"]:
            has = feature["properties"]
            name = next((has[key] for key in keys if has.get(key)), "")
            if name or nameless:
                for line in filter(near, lines_of(feature["geometry"])):
                    yield json.dumps([name, packed(thinned(line, off))], ensure_ascii=False)


def main(folder: Path) -> None:
    DATA.mkdir(exist_ok=True)
    for name, (sources, off, keys) in LAYERS.items():
        rows = list(layer(folder, sources, off, keys, name in NAMELESS))
        (DATA / f"{name}.jsonl").write_text("\n".join(rows) + "\n", "utf-8")
        print(f"{name}: {len(rows)} lines")


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    main(Path(sys.argv[1]))
