"""Where a unit may go, the way there and why not: what a game's `going` found, drawn and told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from tutor.board.said import say
from tutor.board.scene import Mark
from tutor.engine import telling, ways
from tutor.engine.ask import Ask
from tutor.engine.check import Check, Verdict
from tutor.engine.facts import Number, Place, units_in
from tutor.engine.going import Going, SupplyLine
from tutor.engine.ledger import Ledger
from tutor.engine.nouns import number
from tutor.engine.run import Ruleset
from tutor.engine.space.paths import ClosedOff, Priced, place_of
from tutor.engine.text import Lang
from tutor.engine.told import Node, Sentence
from tutor.engine.words import Words

MANY = 400  # places whose cost is written on the map


# -- all that is reached ----------------------------------------------------------------------------------------
def reach_marks(goings: Iterable[Going], places: Iterable[str], lang: Lang) -> Iterator[Mark]:
    """What is reached keeps its colours, each place with its lowest cost."""
    cost: dict[str, Number] = {}
    start = None
    for one in goings:
        if one.reach is not None:
            start = place_of(one.reach.start)
            for place in one.places:
                spent = one.cost(place) or 0
                cost[place] = min(spent, cost.get(place, spent))
    yield Mark("dim", tuple(place for place in places if place not in cost and place != start))
    if cost:
        yield Mark("reach", tuple(sorted(cost)))
    if len(cost) <= MANY:
        yield from (Mark("cost", (place,), text=number(spent, lang)) for place, spent in sorted(cost.items()))


def reach_told(goings: Iterable[Going], words: Words) -> Iterator[Node]:
    """Every means with its allowance and what it reaches, or what shuts it."""
    return (ways.everywhere(one, words) for one in goings)


def first_open(goings: Iterable[Going]) -> Going | None:
    """The first means that takes the unit anywhere at all."""
    return next((one for one in goings if one.reach is not None and not one.closed), None)


# -- the way to a place -----------------------------------------------------------------------------------------
def best(goings: Iterable[Going], place: str) -> Going | None:
    """The means that gets there most cheaply; else the first that is open at all; else the first."""
    listed = list(goings)
    there = [one for one in listed if one.reach is not None and not one.closed and one.verdict(place).legal]
    if there:
        return min(there, key=lambda one: one.cost(place) or 0)
    return first_open(listed) or next(iter(listed), None)


def of_question(rules: Ruleset, ask: Ask) -> tuple[Going, ...]:
    """The means that a question asks about, where it asks whereto a unit goes."""
    unit = next((id for id in units_in(ask.facts) if id in ask.state.pieces), None)
    if not ask.goes or unit is None:
        return ()
    return tuple(one for one in rules.goings(ask.state, unit) if one.means in ask.goes)


def way_marks(going: Going, place: str, lang: Lang) -> Iterator[Mark]:
    """The cheapest way, or every way in that is closed."""
    verdict = going.verdict(place)
    if verdict.legal and going.reach is not None:
        yield Mark("path", going.way(place))
        yield from spent_marks(going, going.way(place), lang)
        yield Mark("target", (place,))
        return
    yield Mark("refused", (place,))
    cut = going.why_not(place) if not going.closed else None
    if cut is not None:
        yield from cut_marks(cut)


def spent_marks(going: Going, way: Sequence[str], lang: Lang) -> Iterator[Mark]:
    """On each place of a way what it has cost to come there."""
    found = going.taken(way[-1])
    for place in way[1:]:
        spent = None if found is None else found.cost(place)
        if spent is not None:
            yield Mark("cost", (place,), text=number(spent, lang))


def cut_marks(cut: ClosedOff[Any]) -> Iterator[Mark]:
    """A bar across every step that is closed."""
    steps = {(place_of(way.origin), place_of(way.into)) for way in cut.ways}
    yield from (Mark("cut", step) for step in sorted(steps))


def way_told(going: Going, place: str, words: Words) -> Iterator[Node]:
    """The way step by step with its costs and consequences; or why not, what is missing, what remains possible."""
    yield ways.to(going, place, words)
    if not going.verdict(place).legal:
        yield from ways.offers(going.instead(place), words)


def way_steps(going: Going, place: str, words: Words) -> Iterator[Node]:
    """The way to a place that is reached, with what each step costs and brings about."""
    found = going.taken(place)
    return iter(()) if found is None else ways.steps_to(going, found, place, words)


# -- hex by hex -------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Trail:
    """One way of being where the person pointed last: the nodes that were passed, and what each step cost."""

    nodes: tuple[Any, ...]
    costs: tuple[Ledger, ...] = ()

    def to(self, node: Any, cost: Ledger) -> Trail:
        return Trail((*self.nodes, node), (*self.costs, cost))

    @property
    def spent(self) -> Number:
        return sum((cost.total for cost in self.costs), start=0)


@dataclass(frozen=True)
class Walked:
    """How far a unit got by one means along the places that were pointed at, and what refused the next.

    A place may be passed in several modes: for each there is a trail, the cheapest first. `before` is one place less,
    `firm` how many places were pointed at before one was refused, `others` are the same way by other means.
    """

    going: Going
    trails: tuple[Trail, ...]
    before: Walked | None = None
    refused: Check | None = None
    at: str = ""
    beside: bool = False
    firm: int = 0
    others: tuple[Walked, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(place_of(node) for node in self.trails[0].nodes)

    @property
    def costs(self) -> tuple[Ledger, ...]:
        return self.trails[0].costs

    @property
    def spent(self) -> Number:
        return self.trails[0].spent


def walked(goings: Iterable[Going], places: Sequence[str]) -> Walked | None:
    """By the first means that takes the unit along all these places; else by the one that comes farthest."""
    ways = [_walked(one, places) for one in goings if one.reach is not None and not one.closed]
    first = max(ways, key=lambda way: way.firm, default=None)
    return first and replace(
        first, others=tuple(way for way in ways if way is not first and way.places == first.places)
    )


def _walked(going: Going, places: Sequence[str]) -> Walked:
    """Step after step; pointing at the place before takes a step back, and a refused place leaves all as it is."""
    assert going.reach is not None
    found, missed = Walked(going, (Trail((going.reach.start,)),)), None
    for n, place in enumerate(places):
        before = found.before
        back = before is not None and place == before.places[-1]
        found = replace(before, at="", refused=None, beside=False) if before and back else _step(found, place)
        missed = n if missed is None and found.at else missed
    return replace(found, firm=len(places) if missed is None else missed)


def _step(so_far: Walked, place: str) -> Walked:
    """One place farther, if the game's own step leads there from any of the trails."""
    tried = [(trail, node, _priced(so_far.going, trail, node)) for trail, node in _onward(so_far, place)]
    open_ = [trail.to(node, cost) for trail, node, cost in tried if isinstance(cost, Ledger)]
    if open_:
        return Walked(so_far.going, _cheapest(open_), so_far)
    refused = next((found for _, _, found in tried if isinstance(found, Check)), None)
    if tried and refused is None:
        refused = so_far.going.no_way(place)
    return replace(so_far, refused=refused, at=place, beside=not tried)


def _onward(so_far: Walked, place: str | None = None) -> Iterator[tuple[Trail, Any]]:
    """Every node that can be tried next, at one place or at any."""
    assert so_far.going.reach is not None
    graph = so_far.going.reach.costs.graph
    for trail in so_far.trails:
        for node in graph.neighbours(trail.nodes[-1]):
            if place is None or place_of(node) == place:
                yield trail, node


def _priced(going: Going, trail: Trail, node: Any) -> Priced | None:
    """What the game says of one step more."""
    reach = going.reach
    assert reach is not None
    left = None if reach.allowance is None else reach.allowance - trail.spent
    return reach.step(trail.nodes[-1], node, left, len(trail.nodes) > 1)


def _cheapest(trails: Iterable[Trail]) -> tuple[Trail, ...]:
    """For every node the trail that costs least, the cheapest first."""
    found: dict[Any, Trail] = {}
    for trail in sorted(trails, key=lambda one: one.spent):
        found.setdefault(trail.nodes[-1], trail)
    return tuple(found.values())


def onward(found: Walked) -> tuple[str, ...]:
    """Where the next step may lead, by whatever means led so far."""
    steps = ((way.going, trail, node) for way in (found, *found.others) for trail, node in _onward(way))
    return tuple(sorted({place_of(node) for going, trail, node in steps if _is_open(going, trail, node)}))


def _is_open(going: Going, trail: Trail, node: Any) -> bool:
    return isinstance(_priced(going, trail, node), Ledger)


def walk_marks(found: Walked, lang: Lang, lit: bool = True) -> Iterator[Mark]:
    """The way so far with what it has cost, the place that was refused, and where the next step may lead."""
    if lit and (steps := onward(found)):
        yield Mark("reach", steps)
    if found.costs:
        yield Mark("path", found.places)
        for place, spent in zip(found.places[1:], accumulate(cost.total for cost in found.costs), strict=True):
            yield Mark("cost", (place,), text=number(spent, lang))
        yield Mark("target", found.places[-1:])
    if found.at:
        yield Mark("refused", (found.at,))


def walk_told(found: Walked, words: Words) -> Iterator[Node]:
    """The way as far as it was walked, and whether a move may end there."""
    yield from walk_steps(found, words)
    if not found.at and found.costs:
        ending = tuple(found.going.ending(found.places[-1]))
        yield from telling.headed(Verdict.of(found.places[-1], ending), words)


def walk_steps(found: Walked, words: Words) -> Iterator[Node]:
    """The way as far as it was walked, and what refused the next step."""
    yield from ways.steps(found.going, found.places, found.costs, words)
    if found.beside:
        yield Sentence(say.phrases("not-beside", words, place=Place(found.at)))
    elif found.refused is not None:
        yield from telling.headed(Verdict.of(found.at, (found.refused,)), words)


# -- supply -----------------------------------------------------------------------------------------------------
def supply_marks(found: SupplyLine) -> Iterator[Mark]:
    """The line to its source; or as far as it comes, with a bar across every way on."""
    yield Mark("chosen", units=(found.unit,))
    if len(found.line) > 1:
        yield Mark("supply", found.line, text="open" if found.open else "cut")
    if found.cut is not None:
        yield from cut_marks(found.cut)


def supply_told(found: SupplyLine, words: Words) -> Iterator[Node]:
    yield ways.supply(found, words)
