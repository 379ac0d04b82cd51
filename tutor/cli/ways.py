"""`tutor moves` and `tutor supply`: where a unit may go and why not, and the line that supplies it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import click

from tutor.cli import driving
from tutor.cli.base import Command, Wrong, lang_option, law_options, level_option, spoken, write
from tutor.cli.base import say as said
from tutor.cli.naming import named
from tutor.engine.facts import Place, Unit
from tutor.engine.going import Going, SupplyLine, places_on
from tutor.engine.ledger import Ledger
from tutor.engine.nouns import number
from tutor.engine.space.paths import Reach, place_of, walked
from tutor.engine.words import Words
from tutor.library import Scenario


@click.command("moves", cls=Command)
@click.argument("scenario")
@click.argument("unit")
@click.argument("place", required=False)
@level_option
@law_options
@lang_option
def moves(
    scenario: str,
    unit: str,
    place: str | None,
    level: int,
    readings: tuple[str, ...],
    options: tuple[str, ...],
    lang: str | None,
) -> None:
    """Where a unit may go."""
    tongue = spoken(lang)
    found, state = driving.open_scenario(scenario, readings, options)
    if found.rules.going is None:
        raise Wrong("no-going", game=found.game.upper())
    words = Words.of(found.rules, state, tongue)
    id = named(found.rules, state, "unit", unit, tongue)
    hex = None if place is None else named(found.rules, state, "place", place, tongue)
    all_ways = found.rules.going(state, id)
    write(_header(found, state, id, words))
    for going in all_ways:
        write()
        write(_everywhere(going, words, level) if hex is None else _to(going, hex, words, level))
    if hex is not None and not any(going.verdict(hex).legal for going in all_ways):
        write(_instead(all_ways, hex, words))
    write(words.footnotes())


@click.command("supply", cls=Command)
@click.argument("scenario")
@click.argument("unit")
@level_option
@law_options
@lang_option
def supply(
    scenario: str, unit: str, level: int, readings: tuple[str, ...], options: tuple[str, ...], lang: str | None
) -> None:
    """The line by which a unit is supplied, or the cut."""
    tongue = spoken(lang)
    found, state = driving.open_scenario(scenario, readings, options)
    if found.rules.supply is None:
        raise Wrong("no-supply", game=found.game.upper())
    words = Words.of(found.rules, state, tongue)
    id = named(found.rules, state, "unit", unit, tongue)
    write(_header(found, state, id, words))
    write(_line(found.rules.supply(state, id), words, level))
    write(words.footnotes())


def _header(found: Scenario, state: Any, id: str, words: Words) -> Iterator[str]:
    yield next(driving.header(found, words.lang))
    yield from driving.law_told(state, words.lang)
    place = state.pieces[id].place
    yield f"{words.fact(Unit(id))} · {words.fact(Place(place)) if place else said('off-the-map', words.lang)}"


# -- moves -------------------------------------------------------------------------------------------------------
def _means(going: Going, words: Words) -> str:
    return f"■ {words.say(going.means, {})} [{words.cite(going.rule)}]"


def _everywhere(going: Going, words: Words, level: int) -> Iterator[str]:
    """Every place where a move may end, with its cost and the rules of the way; then where one may only pass."""
    yield _means(going, words)
    yield from (f"  {words.check(check)}" for check in going.closed)
    if going.closed or going.reach is None:
        return
    if going.allowance is not None:
        yield from words.ledger(going.allowance, 1, brief=level < 3)
    ends = set(going.places)
    yield f"  {said('places-to-go', words.lang, number=len(ends))}"
    reached = sorted(going.reach.cheapest.items(), key=lambda item: (item[1], words.fact(Place(item[0]))))
    for place, cost in reached:
        if place in ends:
            rules = _rules(going.reach, place, words)
            yield f"  {number(cost, words.lang):>5}  {words.fact(Place(place))}  [{rules}]"
    start = place_of(going.reach.start)
    for place, cost in reached:
        if place not in ends and place != start:
            yield f"  {number(cost, words.lang):>5}  {said('only-passing', words.lang, place=words.fact(Place(place)))}"
            yield from (f"         {words.check(check)}" for check in going.verdict(place).objections)


def _rules(reach: Reach[Any], place: str, words: Words) -> str:
    cited = dict.fromkeys(words.cite(rule) for ledger in reach.story(place) for rule in ledger.rules)
    return ", ".join(cited)


def _to(going: Going, place: str, words: Words, level: int) -> Iterator[str]:
    """The way to one place with the ledger of each step, or every way in that is closed."""
    yield _means(going, words)
    verdict = going.verdict(place)
    if going.closed or going.reach is None:
        yield from (f"  {words.check(check)}" for check in verdict.objections)
        return
    taken = going.taken(place)
    if taken is not None:
        yield from _way(going, taken, place, words, level)
        yield from (f"  {words.check(check)}" for check in verdict.checks)
        safer = going.safer_way(place)
        if safer is not None:
            yield f"  {said('safer-way', words.lang)}"
            yield from _way(going, safer, place, words, level)
        return
    yield from _shut(going, place, words, level)


def _way(going: Going, reach: Reach[Any], place: str, words: Words, level: int) -> Iterator[str]:
    """The steps with what each costs and brings about."""
    cost, limit, lang = reach.cost(place) or 0, reach.allowance, words.lang
    spent = number(cost, lang) if limit is None else f"{number(cost, lang)} / {number(limit, lang)}"
    yield f"  {said('the-way', lang, place=words.fact(Place(place)), spent=spent)}"
    story = reach.story(place)
    steps = pairwise(places_on(reach, place))
    for (a, b), ledger, total in zip(steps, story, walked(story), strict=True):
        price, so_far = number(ledger.total, lang), number(total, lang)
        yield f"    {words.fact(Place(a))} → {words.fact(Place(b))}  {price}  (= {so_far})"
        if level > 1:
            yield from (f"      {words.line(line)}" for line in ledger.lines)
        yield from (f"      {words.check(check)}" for check in going.follows(a, b))


def _shut(going: Going, place: str, words: Words, level: int) -> Iterator[str]:
    """Every way in with the rule that closes it, the furthest point on the way, and what is missing."""
    lang = words.lang
    cut = going.why_not(place)
    ways = () if cut is None else cut.ways
    for way in ways:
        a, b = words.fact(Place(place_of(way.origin))), words.fact(Place(place_of(way.into)))
        yield f"  {a} → {b}: {words.check(way.check)}"
        for fact in way.check.facts.values() if level > 2 else ():
            if isinstance(fact, Ledger):
                yield from words.ledger(fact, 2)
    if not ways:
        yield f"  {words.check(going.no_way(place))}"
    yield from (f"  {words.check(check)}" for check in going.ending(place) if not check.ok)
    if cut is not None and cut.furthest is not None and going.reach is not None:
        far = place_of(cut.furthest)
        cost = number(going.reach.cost(far) or 0, lang)
        yield f"  {said('furthest', lang, place=words.fact(Place(far)), cost=cost)}"
    missing = going.missing(place)
    if missing is not None:
        yield f"  {said('missing', lang, number=number(missing, lang))}"


def _instead(all_ways: tuple[Going, ...], place: str, words: Words) -> Iterator[str]:
    """What remains possible: the rules' own word on it, and the nearest places where a move may end."""
    lines: dict[str, None] = {}
    for going in all_ways:
        lines.update(dict.fromkeys(f"  {words.check(check)}" for check in going.instead(place)))
        near = going.nearest(place)
        if near is not None:
            told = said("nearest", words.lang, means=words.say(going.means, {}), place=words.fact(Place(near)))
            lines[f"  · {told}"] = None
    yield ""
    yield said("what-remains", words.lang) if lines else said("nothing-remains", words.lang)
    yield from lines


# -- supply ------------------------------------------------------------------------------------------------------
def _line(found: SupplyLine, words: Words, level: int) -> Iterator[str]:
    lang = words.lang
    sign, kind = ("✓", "in-supply") if found.open else ("✗", "out-of-supply")
    yield f"{sign} {said(kind, lang)} [{words.cite(found.rule)}]"
    if found.line:
        yield f"  {said('supply-line', lang)} {' → '.join(words.fact(Place(place)) for place in found.line)}"
    for ledger in found.ledgers:
        yield from words.ledger(ledger, 1, brief=level < 3)
    yield from (f"  {words.check(check)}" for check in found.checks)
    if found.cut is not None:
        yield f"  {said('the-cut', lang)}"
        for way in found.cut.ways:
            a, b = words.fact(Place(place_of(way.origin))), words.fact(Place(place_of(way.into)))
            yield f"    {a} → {b}: {words.check(way.check)}"
