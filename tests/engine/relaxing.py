"""The slow reference search: price every step by its text, and relax until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import TypeVar

from tutor.engine.check import Check
from tutor.engine.facts import Number
from tutor.engine.ledger import Ledger
from tutor.engine.space.paths import Graph

N = TypeVar("N", bound=Hashable)


def relax(
    graph: Graph[N],
    price: Callable[[N, N], Ledger | Check],
    start: N,
    allowance: Number | None = None,
    stops: Collection[N] = (),
) -> dict[N, Number]:
    """The cheapest cost of everything within the allowance."""
    best: dict[N, Number] = {start: 0}
    open_nodes = [start]
    while open_nodes:
        changed: list[N] = []
        for node in open_nodes:
            if node in stops and node != start:
                continue
            for onward in graph.neighbours(node):
                priced = price(node, onward)
                if isinstance(priced, Check):
                    continue
                total = best[node] + priced.total
                if (allowance is None or total <= allowance) and (onward not in best or total < best[onward]):
                    best[onward] = total
                    changed.append(onward)
        open_nodes = changed
    return best
