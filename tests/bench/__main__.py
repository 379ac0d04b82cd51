"""python -m tests.bench [--json] [--only NAME]: our times beside those of peers, in one run.

Every part asserts that both sides give the same results before it measures, and reports medians. Kernels, battle,
past, play and import take turns between the two sides and count processor time. Reach measures one side after the other
by the clock, and exact extrapolates its sample. Bars that are missed are shown like the others. Only a difference of
results is a failure.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any

from tests.bench import (
    atlas,
    battle,
    board,
    compare,
    dff,
    exact,
    imports,
    kernels,
    past,
    play,
    reach,
    reaches,
    supply,
    whole,
)
from tests.bench.timing import QUICK, Effort, Row, of_its_time

REACH_BAR, REFUSED_BAR = 0.6, 1.5
PEERS = ("scipy", "rustworkx", "icepool", "chess")


def reaching(effort: Effort) -> list[Row]:
    """The reach benchmark in rows like the others."""
    rows = []
    for found in reach.run(effort.seconds):
        assert found["equal"], f"{found['name']}: the results differ"
        bars = {"reach, 8 points, 1200 hexes": REACH_BAR, "reach and one refusal told": REFUSED_BAR}
        bar = next((bar for name, bar in bars.items() if found["name"] == f"{name}: scipy mask+solve"), None)
        rows.append(of_its_time("reach", found["name"], found["ours_us"], found["peer_us"], "µs", bar=bar))
    return rows


PARTS: Mapping[str, Callable[[Effort], list[Row]]] = {
    "reach": reaching,
    "supply": supply.run,
    "reaches": reaches.run,
    "whole": whole.run,
    "atlas": atlas.run,
    "kernels": kernels.run,
    "battle": battle.run,
    "past": past.run,
    "play": play.run,
    "exact": exact.run,
    "dff": dff.run,
    "compare": compare.run,
    "import": imports.run,
    "board": board.run,
}


def versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "cores": str(os.cpu_count())}
    return {**found, **{peer: version(peer) for peer in PEERS}}


def measured(parts: list[str], effort: Effort) -> list[Row]:
    rows: list[Row] = []
    for part in parts:
        print(f"{part} ...", file=sys.stderr, flush=True)
        gc.collect()
        gc.freeze()  # what was imported, all the peers too, is not gone through again for every side's garbage
        rows += PARTS[part](effort)
    return rows


def figure(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}" if value < 10 else f"{value:.1f}"


def told(row: Row) -> tuple[str, ...]:
    """One line of the table."""
    sign = "≤" if row.at_most else "≥"
    bar = "" if row.bar is None else f"{sign} {row.bar:g}"
    met = {None: "reported", True: "yes", False: "no"}[row.met]
    ratio = "" if row.ratio is None else f"{row.ratio:.2f} {row.says}"
    return row.name, f"{figure(row.ours)} {row.unit}", f"{figure(row.peer)} {row.unit}", ratio, bar, met, row.note


HEAD = ("ours: peer", "ours", "peer", "ratio", "bar", "met", "")


def table(rows: list[Row]) -> str:
    """The rows as a table that Markdown understands."""
    lines = [HEAD, *(told(row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    head, *body = (" | ".join(map(str.ljust, line, widths)) for line in lines)
    return "\n".join([f"| {head} |", rule, *(f"| {line} |" for line in body)])


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--json", action="store_true", help="print rows as JSON")
    parser.add_argument("--only", choices=PARTS, action="append", help="one part (may be given more than once)")
    parser.add_argument("--quick", action="store_true", help="hardly measure; check that results are equal")
    given = parser.parse_args(argv)
    effort = QUICK if given.quick else Effort()
    try:
        rows = measured(given.only or list(PARTS), effort)
    except AssertionError as difference:
        print(f"results differ: {difference}", file=sys.stderr)
        return 1
    data: dict[str, Any] = {"versions": versions(), "rows": [row.data() for row in rows]}
    print(json.dumps(data, ensure_ascii=False, indent=1) if given.json else _text(data["versions"], rows))
    return 0


def _text(found: Mapping[str, str], rows: list[Row]) -> str:
    return ", ".join(f"{name} {number}" for name, number in found.items()) + "\n\n" + table(rows)


if __name__ == "__main__":
    sys.exit(main())
