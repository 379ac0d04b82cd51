"""Where a unit may go, the way there and why not: what a game's `going` found, drawn and told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Any

from tutor.board import telling
from tutor.board.said import say
from tutor.board.scene import Mark
from tutor.engine.ask import Ask
from tutor.engine.check import Check, Verdict
from tutor.engine.facts import Number, units_in
from tutor.engine.going import Going, SupplyLine
from tutor.engine.ledger import Ledger
from tutor.engine.nouns import number
from tutor.engine.run import Ruleset
from tutor.engine.space.paths import ClosedOff, place_of
from tutor.engine.words import Words

MANY = 400  # places whose cost is written on the map


# -- all that is reached ----------------------------------------------------------------------------------------
def reach_marks(goings: Iterable[Going], places: Iterable[str], lang: str) -> Iterator[Mark]:
    """What is reached keeps its colours, each place with its lowest cost."""
    cost: dict[str, Number] = {}
    start = None
    for one in goings:
        if one.reach is not None:
            start = place_of(one.reach.start)
            for place in one.places:
                spent = one.reach.cost(place) or 0
                cost[place] = min(spent, cost.get(place, spent))
    yield Mark("dim", tuple(place for place in places if place not in cost and place != start))
    if cost:
        yield Mark("reach", tuple(sorted(cost)))
    if len(cost) <= MANY:
        yield from (Mark("cost", (place,), text=number(spent, lang)) for place, spent in sorted(cost.items()))  # type: ignore[arg-type]


def reach_told(goings: Iterable[Going], words: Words) -> Iterator[str]:
    """Every means with its allowance, or what shuts it."""
    for one in goings:
        yield f"<h4>{escape(words.say(one.means, {}))}</h4>"
        if one.allowance is not None:
            yield telling.ledger(one.allowance, words, False)
        if one.closed:
            yield from telling.verdict(Verdict.of(None, one.closed), words, 2)
        else:
            yield f"<p>{escape(say('covers', words.lang, n=len(one.places)))}</p>"


def first_open(goings: Iterable[Going]) -> Going | None:
    """The first means that takes the unit anywhere at all."""
    return next((one for one in goings if one.reach is not None and not one.closed), None)


# -- the way to a place -----------------------------------------------------------------------------------------
def best(goings: Iterable[Going], place: str) -> Going | None:
    """The means that gets there most cheaply; else the first that is open at all; else the first."""
    listed = list(goings)
    there = [one for one in listed if one.reach is not None and not one.closed and one.verdict(place).legal]
    if there:
        return min(there, key=lambda one: one.reach.cost(place) or 0 if one.reach else 0)
    return first_open(listed) or next(iter(listed), None)


def of_question(rules: Ruleset, ask: Ask) -> tuple[Going, ...]:
    """The means that a question asks about, where it asks whereto a unit goes."""
    unit = next((id for id in units_in(ask.facts) if id in ask.state.pieces), None)
    if not ask.goes or rules.going is None or unit is None:
        return ()
    return tuple(one for one in rules.going(ask.state, unit) if one.means in ask.goes)


def way_marks(going: Going, place: str) -> Iterator[Mark]:
    """The cheapest way, or every way in that is closed."""
    verdict = going.verdict(place)
    if verdict.legal and going.reach is not None:
        yield Mark("path", going.way(place))
        yield Mark("target", (place,))
        return
    yield Mark("refused", (place,))
    cut = going.why_not(place) if not going.closed else None
    if cut is not None:
        yield from cut_marks(cut)


def cut_marks(cut: ClosedOff[Any]) -> Iterator[Mark]:
    """A bar across every step that is closed."""
    steps = {(place_of(way.origin), place_of(way.into)) for way in cut.ways}
    yield from (Mark("cut", step) for step in sorted(steps))


def way_told(going: Going, place: str, words: Words) -> Iterator[str]:
    """The way step by step with its costs and consequences; or why not, what is missing, what remains possible."""
    verdict = going.verdict(place)
    if verdict.legal and going.reach is not None:
        yield from way_steps(going, place, words)
        yield from telling.verdict(verdict, words, 2)
        if (safer := going.safer_way(place)) is not None:
            told = say("safer", words.lang, n=number(safer.cost(place) or 0, words.lang))
            yield f"<p>{escape(told)}</p>"
        return
    yield from telling.verdict(verdict, words, 2)
    missing = going.missing(place)
    if missing is not None:
        yield f"<p>{escape(say('points-missing', words.lang, n=number(missing, words.lang)))}</p>"
    instead = tuple(going.instead(place))
    if instead:
        yield f"<h4>{escape(say('remains', words.lang))}</h4>"
        yield from telling.checks(instead, words)


def way_steps(going: Going, place: str, words: Words) -> Iterator[str]:
    """The way to a place that is reached, with what each step costs and brings about."""
    found = going.taken(place)
    if found is not None:
        steps = zip(pairwise(going.way(place)), found.story(place), strict=False)
        yield from _steps([(a, b, cost, tuple(going.follows(a, b))) for (a, b), cost in steps], words)


def _steps(steps: Iterable[tuple[str, str, Ledger, tuple[Check, ...]]], words: Words) -> Iterator[str]:
    spent: Number = 0
    for a, b, cost, follows in steps:
        spent = spent + cost.total
        head = say("step", words.lang, a=a, b=b, n=number(cost.total, words.lang), spent=number(spent, words.lang))
        yield f"<p><b>{escape(head)}</b></p>{telling.ledger(cost, words, False)}"
        yield from telling.checks(follows, words)


# -- hex by hex -------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Walked:
    """How far a unit got along the places that were pointed at, and what refused the next."""

    nodes: tuple[Any, ...]
    costs: tuple[Ledger, ...]
    refused: Check | None = None
    at: str = ""
    beside: bool = False

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(place_of(node) for node in self.nodes)

    @property
    def spent(self) -> Number:
        return sum((cost.total for cost in self.costs), start=0)


def walked(going: Going, places: Iterable[str]) -> Walked:
    """Step after step; pointing at the place before takes a step back."""
    assert going.reach is not None
    found = Walked((going.reach.start,), ())
    for place in places:
        if len(found.nodes) > 1 and place == found.places[-2]:
            found = Walked(found.nodes[:-1], found.costs[:-1])
        else:
            found = _step(going, found, place)
    return found


def _step(going: Going, so_far: Walked, place: str) -> Walked:
    reach = going.reach
    assert reach is not None
    here = so_far.nodes[-1]
    onward = [node for node in reach.costs.graph.neighbours(here) if place_of(node) == place]
    if not onward:
        return Walked(so_far.nodes, so_far.costs, None, place, True)
    if here in reach.stops and len(so_far.nodes) > 1 and reach.why_stop is not None:
        return Walked(so_far.nodes, so_far.costs, reach.why_stop(here, onward[0]), place)
    left = None if reach.allowance is None else reach.allowance - so_far.spent
    priced = [(node, reach.price_now(here, node, left)) for node in onward]
    open_ = [(node, price) for node, price in priced if isinstance(price, Ledger)]
    if not open_:
        refusal = next(price for _, price in priced if isinstance(price, Check))
        return Walked(so_far.nodes, so_far.costs, refusal, place)
    node, price = min(open_, key=lambda pair: pair[1].total)
    if left is not None and price.total > left and reach.too_dear is not None:
        return Walked(so_far.nodes, so_far.costs, reach.too_dear(here, node, price, left), place)
    return Walked((*so_far.nodes, node), (*so_far.costs, price))


def walk_marks(found: Walked) -> Iterator[Mark]:
    if len(found.nodes) > 1:
        yield Mark("path", found.places)
        yield Mark("target", found.places[-1:])
    if found.at:
        yield Mark("refused", (found.at,))


def walk_told(going: Going, found: Walked, words: Words) -> Iterator[str]:
    """The way as far as it was walked, and whether a move may end there."""
    yield from walk_steps(going, found, words)
    if not found.at and len(found.nodes) > 1:
        yield from telling.verdict(Verdict.of(found.places[-1], tuple(going.ending(found.places[-1]))), words, 2)


def walk_steps(going: Going, found: Walked, words: Words) -> Iterator[str]:
    """The way as far as it was walked, and what refused the next step."""
    follows = (tuple(going.follows(a, b)) for a, b in pairwise(found.places))
    steps = zip(pairwise(found.places), found.costs, follows, strict=True)
    yield from _steps([(a, b, cost, more) for (a, b), cost, more in steps], words)
    if found.beside:
        yield f"<p>{escape(say('not-beside', words.lang, place=found.at))}</p>"
    elif found.refused is not None:
        yield from telling.verdict(Verdict.of(found.at, (found.refused,)), words, 2)


# -- supply -----------------------------------------------------------------------------------------------------
def supply_marks(found: SupplyLine) -> Iterator[Mark]:
    """The line to its source; or as far as it comes, with a bar across every way on."""
    yield Mark("chosen", units=(found.unit,))
    if len(found.line) > 1:
        yield Mark("supply", found.line, text="open" if found.open else "cut")
    if found.cut is not None:
        yield from cut_marks(found.cut)


def supply_told(found: SupplyLine, words: Words) -> Iterator[str]:
    yield from telling.verdict(Verdict.of(None, found.checks), words, 2)
    if found.cut is not None and found.cut.checks:
        yield f"<h4>{escape(say('cut-there', words.lang))}</h4>"
        yield from telling.checks(found.cut.checks, words)
    yield from (telling.ledger(one, words, False) for one in found.ledgers)
