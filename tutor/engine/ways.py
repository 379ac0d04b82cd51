"""Where a unit may go and why not, and whence it is supplied, as a tree to be told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

from tutor.engine.check import Check
from tutor.engine.facts import Number, Place, Unit, Way, flat
from tutor.engine.going import Going, SupplyLine, places_on
from tutor.engine.ledger import Ledger
from tutor.engine.nouns import number
from tutor.engine.space.paths import ClosedOff, Reach, place_of
from tutor.engine.space.paths import Way as ClosedWay
from tutor.engine.telling import check, checks, ledger, ledger_line, verdict
from tutor.engine.told import Account, Fold, Node, Phrases, Rows, Sentence, plain
from tutor.engine.words import Words

LONG = 3  # steps that go on as before and are told at once
Step: TypeAlias = tuple[tuple[str, str], Ledger]


def means(going: Going, words: Words, below: Iterable[Node] = ()) -> Sentence:
    """By what means one goes."""
    named = words.sentence(going.means, {})
    cite = words.citation(going.rule)
    told = tuple(below)
    return Sentence(named, "■", (cite,), role="head", below=told)


def shut(all_ways: Iterable[Going], words: Words) -> Iterator[Sentence]:
    """What closes several means alike, told once: nothing where one of them is open, or closed by something else."""
    first, *others = all_ways
    if not others or not first.closed:
        return
    closed_alike = all(one.closed == first.closed for one in others)
    if closed_alike:
        yield from checks(first.closed, words)


# -- everywhere ----------------------------------------------------------------------------------------------------
def everywhere(going: Going, words: Words) -> Sentence:
    """Every place where a move may end, with its cost and the rules of the way; then where one may only pass."""
    told = _everywhere(going, words)
    return means(going, words, told)


def _everywhere(going: Going, words: Words) -> Iterator[Node]:
    yield from checks(going.closed, words)
    reach = going.reach
    if going.closed or reach is None:
        return
    if going.allowance is not None:
        yield ledger(going.allowance, words, level=1)
    ends = going.places
    head = words.sentence("told.places-to-go", {"n": len(ends)}, head=False)
    reached = _ends(reach, ends, words)
    passed = _passed(going, reach, ends, words)
    rows = Rows((*reached, *passed))
    yield Fold(head, (rows,))


def _ends(reach: Reach[Any], ends: tuple[str, ...], words: Words) -> Iterator[tuple[str, Sentence]]:
    """Where a move may end: the cost, and the rules of the way."""
    for place, cost in _by_cost(reach, words):
        if place not in ends:
            continue
        rules: dict[str, None] = {}
        for story in reach.story(place):
            rules |= dict.fromkeys(story.rules)
        cites = tuple(map(words.citation, rules))
        told = words.phrases(Place(place))
        yield number(cost, words.lang), Sentence(told, cites=cites)


def _passed(going: Going, reach: Reach[Any], ends: tuple[str, ...], words: Words) -> Iterator[tuple[str, Sentence]]:
    """Where one may only pass: the cost, and why no move ends there."""
    start = place_of(reach.start)
    for place, cost in _by_cost(reach, words):
        if place in ends or place == start:
            continue
        facts = {"place": Place(place)}
        told = words.sentence("told.only-passing", facts, head=False)
        refused = going.verdict(place)
        why = tuple(checks(refused.objections, words))
        yield number(cost, words.lang), Sentence(told, below=why)


def _by_cost(reach: Reach[Any], words: Words) -> list[tuple[str, Number]]:
    """Every place that is reached, the cheapest first, then by name."""

    def cost_and_name(reached: tuple[str, Number]) -> tuple[Number, str]:
        id, cost = reached
        place = Place(id)
        return cost, words.fact(place)

    reached = reach.cheapest.items()
    return sorted(reached, key=cost_and_name)


# -- one place -----------------------------------------------------------------------------------------------------
def to(going: Going, place: str, words: Words) -> Sentence:
    """The way to one place with the story of each step, or every way in that is closed."""
    told = way(going, place, words)
    return means(going, words, told)


def way(going: Going, place: str, words: Words) -> Iterator[Node]:
    """The same without the means."""
    found = going.verdict(place)
    taken = going.taken(place)
    if going.closed or going.reach is None:
        yield from verdict(found, words)
        return
    if taken is None:
        yield from _shut(going, place, words)
        return
    every_step = steps_to(going, taken, place, words)
    yield Fold(_spent(taken, place, words), tuple(every_step), opens=1)
    says_more = (one for one in found.checks if not _counts_the_way(one, taken, place))
    yield from checks(says_more, words)
    safer = going.safer_way(place)
    if safer is not None:
        cost = safer.cost(place) or 0
        head = words.sentence("told.safer", {"cost": cost}, head=False)
        safer_steps = steps_to(going, safer, place, words)
        yield Fold(head, tuple(safer_steps))


def _counts_the_way(found: Check, taken: Reach[Any], place: str) -> bool:
    """Whether what holds says no more than the head of the way: its cost, of how much, without a story of their own."""
    if not found.ok:
        return False
    numbers: list[Number] = []
    for fact in found.facts.values():
        if isinstance(fact, Ledger):
            if len(fact.lines) > 1:
                return False
            numbers.append(fact.total)
        elif isinstance(fact, (int, Fraction)):
            numbers.append(fact)
    return numbers == [taken.cost(place), taken.allowance]


def _spent(reach: Reach[Any], place: str, words: Words) -> Phrases:
    cost = reach.cost(place) or 0
    facts = {"place": Place(place), "cost": cost}
    if reach.allowance is None:
        return words.sentence("told.the-way", facts, head=False)
    of_its_limit = {**facts, "limit": reach.allowance}
    return words.sentence("told.the-way-of", of_its_limit, head=False)


def steps_to(going: Going, reach: Reach[Any], place: str, words: Words) -> Iterator[Node]:
    """Every step on the way of a search, with what it costs and brings about."""
    places = places_on(reach, place)
    costs = reach.story(place)
    return steps(going, places, costs, words)


def steps(going: Going, places: Iterable[str], costs: Iterable[Ledger], words: Words) -> Iterator[Node]:
    """Steps from place to place, with what each costs, what has been spent by then, and what it brings about.

    Where a long way goes on as before and nothing happens it is told at once, and step by step to whoever wants all.
    """
    spent: Number = 0
    priced = zip(pairwise(places), costs, strict=False)
    for run in _runs(going, tuple(priced)):
        told = []
        for (a, b), cost in run:
            spent = spent + cost.total
            told.append(_step(a, b, cost, spent, words))
        if len(run) >= LONG:
            yield _at_once(run, spent, told, words)
        else:
            yield from told
        (a, b), _ = run[-1]
        yield from checks(going.follows(a, b), words)


def _at_once(run: tuple[Step, ...], spent: Number, told: Iterable[Account], words: Words) -> Sentence:
    """Steps that go on as before, in one sentence; each by itself below it."""
    (start, _), _ = run[0]
    _, cost = run[-1]
    places = [start]
    for (_, into), _ in run:
        places.append(into)
    line = Way(map(Place, places))
    facts = {"line": line, "n": len(run), "cost": cost.total, "spent": spent}
    head = words.sentence("told.steps", facts, head=False)
    cites = tuple(map(words.citation, cost.rules))
    one_by_one = [replace(one, level=3) for one in told]
    return Sentence(head, cites=cites, below=tuple(one_by_one))


def _step(a: str, b: str, cost: Ledger, spent: Number, words: Words) -> Account:
    between = {"a": Place(a), "b": Place(b)}
    head = words.sentence("told.step", {**between, "cost": cost.total, "spent": spent}, head=False)
    rows = []
    for line in cost.lines:
        amount = words.amount(line)
        why = ledger_line(line, words)
        rows.append((amount, replace(why, level=2)))
    cite = words.citation(cost.rule)
    return Account(head, "", cite, tuple(rows), level=1)


def _runs(going: Going, steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """Steps that cost the same for the same reason, as long as none of them brings anything about."""
    run: list[Step] = []
    for step in steps:
        if run and not _goes_on(going, run[-1], step):
            yield tuple(run)
            run = []
        run.append(step)
    if run:
        yield tuple(run)


def _goes_on(going: Going, before: Step, step: Step) -> bool:
    """Whether a step costs what the one before did, and that one brought nothing about."""
    (a, b), cost_before = before
    _, cost = step
    if _alike(cost_before) != _alike(cost):
        return False
    brought_about = next(going.follows(a, b), None)
    return brought_about is None


def _alike(cost: Ledger) -> tuple[object, ...]:
    """What a step costs and why, whatever its places are called."""
    lines = []
    for one in cost.lines:
        facts = [fact for fact in flat(one.facts) if not isinstance(fact, Place)]
        does = one.rule, one.kind, one.op, one.number
        lines.append((does, facts))
    return cost.rule, cost.total, lines


def _shut(going: Going, place: str, words: Words) -> Iterator[Node]:
    """What bars the place itself; else every way in with its rule, the furthest point on the way, what is missing."""
    barred = going.law.objections(going.barred(place))
    if barred:
        yield from checks(barred, words)
        return
    cut = going.why_not(place)
    if cut is not None and cut.ways:
        yield from closed(cut, words)
    else:
        yield check(going.no_way(place), words)
    refused = (one for one in going.ending(place) if not one.ok)
    yield from checks(refused, words)
    if cut is not None:
        yield from _furthest(going, cut, words)
    missing = going.missing(place)
    if missing is not None:
        too_few = words.sentence("told.missing", {"n": missing}, head=False)
        yield Sentence(too_few)


def _furthest(going: Going, cut: ClosedOff[Any], words: Words) -> Iterator[Sentence]:
    """How far one comes; nothing where one does not come away from the start."""
    reach = going.reach
    if cut.furthest is None or reach is None:
        return
    far = place_of(cut.furthest)
    if far == place_of(reach.start):
        return
    cost = reach.cost(far) or 0
    told = words.sentence("told.furthest", {"place": Place(far), "cost": cost}, head=False)
    yield Sentence(told)


def closed(cut: ClosedOff[Any], words: Words) -> Iterator[Node]:
    """Every step that is closed, and by which rule; those into one place that are closed alike are told at once."""
    alike: dict[tuple[str, str], list[ClosedWay[Any]]] = {}
    for step in cut.ways:
        shut = step.check
        why = words.sentence(shut.kind, shut.facts, head=False)
        likeness = place_of(step.into), plain(why)
        steps = alike.setdefault(likeness, [])
        steps.append(step)
    for (into, _), steps in alike.items():
        shut = steps[0].check
        starts = [place_of(step.origin) for step in steps]
        once = tuple(dict.fromkeys(starts))
        yield _closed(shut, once, into, words)


def _closed(shut: Check, starts: tuple[str, ...], into: str, words: Words) -> Sentence:
    """Why one does not come from some places into another."""
    told = check(shut, words)
    if starts == (into,):  # it is closed to going on by another way there, not to coming
        return told
    origins = tuple(map(Place, starts))
    line = Way((origins, Place(into)))
    why = words.sentence(shut.kind, shut.facts, head=False)
    between = words.sentence("told.between", {"line": line, "why": why}, head=False)
    return replace(told, phrases=between)


# -- instead -------------------------------------------------------------------------------------------------------
def instead(goings: Iterable[Going], place: str, words: Words) -> Fold | Sentence:
    """What remains possible: by each means the nearest place where a move may end, and the rules' own word on it."""
    told: list[Node] = []
    known: set[Node] = set()
    for going in goings:
        offered = checks(going.instead(place), words)
        own = [one for one in offered if one not in known]
        known.update(own)
        near = going.nearest(place)
        if near is None:
            told += own
            continue
        facts = {"means": words.sentence(going.means, {}), "place": Place(near)}
        nearest = words.sentence("told.nearest", facts)
        told.append(Sentence(nearest, "·", below=tuple(own)))
    if not told:
        nothing = words.sentence("told.nothing-remains", {})
        return Sentence(nothing)
    return _remains(told, words)


def _remains(told: Iterable[Node], words: Words) -> Fold:
    """What remains possible, under its heading."""
    head = words.sentence("told.remains", {})
    return Fold(head, tuple(told), opens=1)


def offers(found: Iterable[Check], words: Words) -> Iterator[Node]:
    """What remains possible, where something does."""
    told = tuple(checks(found, words))
    if told:
        yield _remains(told, words)


# -- supply --------------------------------------------------------------------------------------------------------
def supply(found: SupplyLine, words: Words) -> Sentence:
    """The line by which a unit is supplied, or the cut."""
    kind = "told.in-supply" if found.open else "told.out-of-supply"
    return Sentence(
        words.sentence(kind, {"unit": Unit(found.unit)}),
        sign="✓" if found.open else "✗",
        cites=(words.citation(found.rule),),
        mood="ok" if found.open else "no",
        role="check",
        below=tuple(_supply(found, words)),
    )


def _supply(found: SupplyLine, words: Words) -> Iterator[Node]:
    if len(found.line) > 1:  # whoever stands on the source has no line to follow
        yield _line(found, words)
    numbers = [ledger(one, words, level=1) for one in found.ledgers]
    yield from numbers
    cut = found.cut
    shut = [] if cut is None else [step.check for step in cut.ways]
    others = [one for one in found.checks if one not in shut]
    for told in checks(others, words):
        below = _not_told_above(told.below, numbers)
        yield replace(told, below=below)
    if cut is not None and cut.ways:
        head = words.sentence("told.cut-there", {}, head=False)
        ways = tuple(closed(cut, words))
        yield Fold(head, ways, opens=1)


def _line(found: SupplyLine, words: Words) -> Sentence:
    """The line, to the source or as far as one comes."""
    kind = "told.supply-line" if found.open else "told.supply-as-far"
    line = Way(map(Place, found.line))
    told = words.sentence(kind, {"line": line}, head=False)
    return Sentence(told)


def _not_told_above(below: Iterable[Node], numbers: Iterable[Account]) -> tuple[Node, ...]:
    """Without the story of any number that stands above."""
    heads = {(one.head, one.total) for one in numbers}
    kept = []
    for one in below:
        stands_above = isinstance(one, Account) and (one.head, one.total) in heads
        if not stands_above:
            kept.append(one)
    return tuple(kept)
