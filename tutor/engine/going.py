"""Where a unit may go and why not, and whence it is supplied: what a game answers for one unit of a position.

Chapters decide; these only hold what they found, so that the terminal, the board and the cases can ask any game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tutor.engine.check import Check, Checks, Verdict
from tutor.engine.facts import Number
from tutor.engine.frames import frame, number
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger
from tutor.engine.space.paths import ClosedOff, Reach, place_of

if TYPE_CHECKING:
    from pandas import DataFrame

REACH = ("unit", "means", "place", "legal", "cost", "left", "way", "rules")


def _anywhere(place: str) -> Checks:
    """No rule says where a move may end."""
    yield from ()


def _nothing(a: str, b: str) -> Checks:
    """A step that brings nothing about but its cost."""
    yield from ()


def _no_search() -> None:
    """No other search is offered."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Going:
    """Where one unit may go by one means: on foot, by rail, by sea. `means` is the kind of a message.

    `closed` are the checks that shut this means to the unit altogether, `ending` those on where a move may end;
    `barred` are those that shut a place to it from wherever it comes: they are then told alone, not what lies on every
    way there. `no_way` is the objection to a place to which nothing leads at all.

    `follows` tells what a step brings about besides its cost (a fire drawn), `instead` what remains possible at a
    place that is refused, each as checks that hold. `safer` searches again and leaves out every step that brings
    harm, `endless` without a limit: how much is missing; `beside` takes one step only, where to name a place beside
    the unit is to take that step.
    """

    law: Law
    means: str
    rule: str
    unit: str
    reach: Reach[Any] | None
    no_way: Callable[[str], Check]
    allowance: Ledger | None = None
    closed: tuple[Check, ...] = ()
    ending: Callable[[str], Checks] = field(default=_anywhere)
    barred: Callable[[str], Checks] = field(default=_anywhere)
    follows: Callable[[str, str], Checks] = field(default=_nothing)
    instead: Callable[[str], Checks] = field(default=_anywhere)
    safer: Callable[[], Reach[Any] | None] = field(default=_no_search)
    endless: Callable[[], Reach[Any] | None] = field(default=_no_search)
    beside: Callable[[], Reach[Any] | None] = field(default=_no_search)
    _verdicts: dict[str, Verdict] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Where a move may end, the start left out."""
        if self.reach is None or self.closed:
            return ()
        start = place_of(self.reach.start)
        return tuple(place for place in self.reach.places if place != start and self.verdict(place).legal)

    def verdict(self, place: str) -> Verdict:
        """May a move end there, and by which rules?"""
        found = self._verdicts.get(place)
        if found is None:
            found = self._verdicts[place] = self._judged(place)
        return found

    def _judged(self, place: str) -> Verdict:
        if self.reach is None or self.closed:
            return self.law.verdict(place, self.closed)
        cut = self.reach.why_not(place)
        ending = tuple(self.ending(place))
        if cut is None:
            return self.law.verdict(place, ending)
        if barred := self.law.objections(self.barred(place)):
            return self.law.verdict(place, barred)
        on_the_way = cut.checks or (self.no_way(place),)
        refused = (check for check in ending if not check.ok)  # whoever does not come there gains nothing by the rest
        return self.law.verdict(place, (*on_the_way, *refused))

    def why_not(self, place: str) -> ClosedOff[Any] | None:
        """Every way in that is closed; None for a place that is reached."""
        return None if self.reach is None else self.reach.why_not(place)

    def taken(self, place: str) -> Reach[Any] | None:
        """The search by whose way one goes there: one step, or the cheapest; of two that cost the same the safer.

        Whoever wants to come round to a place beside the unit names the places on the way.
        """
        if self.reach is None or place not in self.reach:
            return None
        straight = self.beside()
        if straight is not None and place in straight:
            return straight
        safe = self.safer()
        equal = safe is not None and place in safe and safe.cost(place) == self.reach.cost(place)
        return safe if equal else self.reach

    def cost(self, place: str) -> Number | None:
        """What it costs to go there; None where one does not come there."""
        found = self.taken(place)
        return None if found is None else found.cost(place)

    def left(self, place: str) -> Number | None:
        """The points left to whoever has gone there; None where there is no limit, or no way."""
        found = self.taken(place)
        return None if found is None else found.left(place)

    def way(self, place: str) -> tuple[str, ...]:
        """The places on the way there, both ends included."""
        found = self.taken(place)
        return () if found is None else places_on(found, place)

    def frame(self) -> DataFrame:
        """A row a place of the map: whether a move may end there, at what cost, on which way, or by which rules not."""
        return frame(map(self._row, self._map()), REACH)

    def _map(self) -> tuple[str, ...]:
        """Every place that can be asked for, the start left out."""
        if self.reach is None:
            return ()
        start = place_of(self.reach.start)
        found = dict.fromkeys(place_of(node) for node in self.reach.costs.graph.places)
        return tuple(place for place in found if place != start)

    def _row(self, place: str) -> tuple[Any, ...]:
        verdict = self.verdict(place)
        rules = " ".join(verdict.rules)
        if not verdict.legal:
            return self.unit, self.means, place, False, None, None, "", rules
        cost, left = number(self.cost(place)), number(self.left(place))
        way = " ".join(self.way(place))
        return self.unit, self.means, place, True, cost, left, way, rules

    def safer_way(self, place: str) -> Reach[Any] | None:
        """A search that reaches the place without a step that brings harm, where the way that is taken has one."""
        found, taken = self.safer(), self.taken(place)
        if found is None or taken is None or place not in found:
            return None
        steps = pairwise(taken.path(place))
        harmed = any(isinstance(found.price_now(a, b, None), Check) for a, b in steps)
        return found if harmed else None

    def nearest(self, place: str) -> str | None:
        """Where a move may end, the fewest steps from a place that it does not reach."""
        if self.reach is None or self.closed:
            return None
        reach, graph = self.reach, self.reach.costs.graph
        ends = set(self.places)
        layer = [node for node in graph.places if place_of(node) == place]
        seen = set(layer)
        while layer:
            here = {place_of(node) for node in layer} & ends
            if here:
                return min(here, key=lambda one: (reach.cost(one) or 0, one))
            around = dict.fromkeys(other for node in layer for other in graph.neighbours(node))
            layer = [node for node in around if node not in seen]
            seen.update(layer)
        return None

    def missing(self, place: str) -> Number | None:
        """The points that are missing, where they alone decide; None where something else bars every way."""
        if self.reach is None or self.closed or place in self.reach:
            return None
        if not self.law.allows(self.ending(place)):
            return None
        found, allowance = self.endless(), self.reach.allowance
        if found is None or allowance is None:
            return None
        cost = found.cost(place)
        if cost is None or cost <= allowance:
            return None
        return cost - allowance


def places_on(reach: Reach[Any], place: str) -> tuple[str, ...]:
    """The places on the cheapest way of a search, without the modes in which they are passed."""
    return tuple(place_of(node) for node in reach.path(place))


@dataclass(frozen=True, eq=False)
class SupplyLine:
    """The line by which a unit is supplied, or the cut.

    `line` runs from the unit to its source, or as far as one comes; `cut` are the ways on from there that are closed.
    `checks` are all that decided, `ledgers` the lengths and costs.
    """

    rule: str
    unit: str
    line: tuple[str, ...]
    checks: tuple[Check, ...]
    cut: ClosedOff[Any] | None = None
    ledgers: tuple[Ledger, ...] = ()

    @property
    def open(self) -> bool:
        return self.cut is None and all(check.ok for check in self.checks)
