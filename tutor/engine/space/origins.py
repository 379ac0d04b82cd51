"""The search backwards: from where a goal can be reached, and at what cost. One search serves all who ask."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from heapq import heappop, heappush
from typing import TypeVar

from tutor.engine.facts import Number
from tutor.engine.space.paths import CLOSED, Costs, Priced

N = TypeVar("N", bound=Hashable)


def origins(
    costs: Costs[N],
    goals: Iterable[N],
    allowance: Number | None = None,
    *,
    touched: Mapping[N, Hashable] | None = None,
    price_now: Callable[[N, N, Number | None], Priced] | None = None,
) -> dict[N, Number]:
    """Of every node from which some goal can be reached, the cheapest cost of it, in units of 1/scale.

    Steps keep their direction and their price, so that this equals a `reach` from each node. `touched` and
    `price_now` are those of `reach`.
    """
    limit = costs.limit(allowance)
    now = price_now or costs.whatever_is_left
    marks = {} if touched is None else touched  # marks found on the way are empty at first, and yet are marks
    best: dict[N, Number] = dict.fromkeys(goals, 0)
    levels: list[Number] = [0]
    level: dict[Number, list[N]] = {0: list(best)}
    backward = costs.backward
    known = costs.known
    mark_of = marks.get
    best_of = best.get
    while levels:
        spent = heappop(levels)
        for node in level.pop(spent):
            outdone = best[node] != spent
            if outdone:
                continue
            mark = mark_of(node)
            for origin, cost in backward[node]:
                other = mark_of(origin)
                if mark is not None or other is not None:
                    key = (origin, node, other, mark)
                    found = known.get(key)
                    if found is None:
                        priced = now(origin, node, allowance)
                        found = known[key] = costs.number(origin, node, priced)
                    cost = found
                total = spent + cost
                if total <= limit and total < best_of(origin, CLOSED):
                    best[origin] = total
                    if total in level:
                        level[total].append(origin)
                    else:
                        level[total] = [origin]
                        heappush(levels, total)
    return best
