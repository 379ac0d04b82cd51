"""The cheapest way from one thing to another."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

T = TypeVar("T", bound=Any)  # one that can be ordered: of two ways that cost the same, the same is taken in every run


def cheapest(
    start: T, end: T, steps: Callable[[T, float], Iterable[tuple[T, float]]], limit: float = math.inf
) -> list[T]:
    """What lies along the way, both ends included; nothing, if there is no way or it costs more than the limit.

    `steps` gives where one may go from a place, and what has been spent there when so much has been spent here.
    """
    cost, queue = {start: 0.0}, [(0.0, start)]
    before: dict[T, T] = {}
    while queue:
        spent, at = heapq.heappop(queue)
        if at == end:
            way = [end]
            while way[-1] != start:
                way.append(before[way[-1]])
            return way[::-1]
        if spent > cost[at] or spent > limit:
            continue
        for to, then in steps(at, spent):
            if then < cost.get(to, math.inf):
                cost[to], before[to] = then, at
                heapq.heappush(queue, (then, to))
    return []
