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
        found = []
        for place in self.reach.places:
            if place != start and self.verdict(place).legal:
                found.append(place)
        return tuple(found)

    def verdict(self, place: str) -> Verdict:
        """May a move end there, and by which rules?"""
        found = self._verdicts.get(place)
        if found is None:
            found = self._verdicts[place] = self._judged(place)
        return found

    def _judged(self, place: str) -> Verdict:
        law = self.law
        if self.reach is None or self.closed:
            return law.verdict(place, self.closed)
        cut = self.reach.why_not(place)
        ending = tuple(self.ending(place))
        if cut is None:
            return law.verdict(place, ending)
        barred = law.objections(self.barred(place))
        if barred:
            return law.verdict(place, barred)
        on_the_way = cut.checks or (self.no_way(place),)
        refused = (check for check in ending if not check.ok)  # whoever does not come there gains nothing by the rest
        return law.verdict(place, (*on_the_way, *refused))

    def why_not(self, place: str) -> ClosedOff[Any] | None:
        """Every way in that is closed; None for a place that is reached."""
        if self.reach is None:
            return None
        return self.reach.why_not(place)

    def taken(self, place: str) -> Reach[Any] | None:
        """The search by whose way one goes there: one step, or the cheapest; of two that cost the same the safer.

        Whoever wants to come round to a place beside the unit names the places on the way.
        """
        cheapest = self.reach
        if cheapest is None or place not in cheapest:
            return None
        straight = self.beside()
        if straight is not None and place in straight:
            return straight
        safe = self.safer()
        if safe is None or place not in safe:
            return cheapest
        equal = safe.cost(place) == cheapest.cost(place)
        return safe if equal else cheapest

    def cost(self, place: str) -> Number | None:
        """What it costs to go there; None where one does not come there."""
        found = self.taken(place)
        if found is None:
            return None
        return found.cost(place)

    def left(self, place: str) -> Number | None:
        """The points left to whoever has gone there; None where there is no limit, or no way."""
        found = self.taken(place)
        if found is None:
            return None
        return found.left(place)

    def way(self, place: str) -> tuple[str, ...]:
        """The places on the way there, both ends included."""
        found = self.taken(place)
        if found is None:
            return ()
        return places_on(found, place)

    def frame(self) -> DataFrame:
        """A row a place of the map: whether a move may end there, at what cost, on which way, or by which rules not."""
        rows = map(self._row, self._map())
        return frame(rows, REACH)

    def _map(self) -> tuple[str, ...]:
        """Every place that can be asked for, the start left out."""
        if self.reach is None:
            return ()
        graph = self.reach.costs.graph
        found = dict.fromkeys(map(place_of, graph.places))
        found.pop(place_of(self.reach.start), None)
        return tuple(found)

    def _row(self, place: str) -> tuple[Any, ...]:
        verdict = self.verdict(place)
        of = self.unit, self.means, place, verdict.legal
        rules = " ".join(verdict.rules)
        if not verdict.legal:
            return *of, None, None, "", rules
        cost, left = number(self.cost(place)), number(self.left(place))
        way = " ".join(self.way(place))
        return *of, cost, left, way, rules

    def safer_way(self, place: str) -> Reach[Any] | None:
        """A search that reaches the place without a step that brings harm, where the way that is taken has one."""
        found, taken = self.safer(), self.taken(place)
        if found is None or taken is None or place not in found:
            return None
        for a, b in pairwise(taken.path(place)):
            price = found.price_now(a, b, None)
            if isinstance(price, Check):  # what brings harm is closed to the safer search
                return found
        return None

    def nearest(self, place: str) -> str | None:
        """Where a move may end, the fewest steps from a place that it does not reach."""
        if self.reach is None or self.closed:
            return None
        graph = self.reach.costs.graph
        ends = set(self.places)
        layer = [node for node in graph.places if place_of(node) == place]
        seen = set(layer)
        while layer:
            there = ends.intersection(map(place_of, layer))
            if there:
                return min(there, key=self._cost_and_name)
            around: dict[Any, None] = {}
            for node in layer:
                around |= dict.fromkeys(graph.neighbours(node))
            layer = [node for node in around if node not in seen]
            seen.update(layer)
        return None

    def _cost_and_name(self, place: str) -> tuple[Number, str]:
        """By what the nearest of several places is chosen."""
        assert self.reach is not None
        cost = self.reach.cost(place)
        return cost or 0, place

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
    way = reach.path(place)
    return tuple(map(place_of, way))


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
        if self.cut is not None:
            return False
        return all(check.ok for check in self.checks)
