"""`tutor moves` and `tutor supply`: where a unit may go and why not, and the line that supplies it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from tutor.cli import driving
from tutor.cli.base import Command, Wrong, lang_option, law_options, level_option, spoken, write
from tutor.cli.base import say as said
from tutor.cli.naming import named
from tutor.engine import ways
from tutor.engine.facts import Place, Unit
from tutor.engine.telling import footnotes, with_footnotes
from tutor.engine.told import Node
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
    told: list[Node] = list(ways.shut(all_ways, words))
    if not told:
        told += (ways.everywhere(going, words) if hex is None else ways.to(going, hex, words) for going in all_ways)
    for one in told:
        write()
        write([one], level)
    if hex is not None and not any(going.verdict(hex).legal for going in all_ways):
        write()
        write([ways.instead(all_ways, hex, words)], level)
    write(footnotes(told, words))


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
    write(with_footnotes([ways.supply(found.rules.supply(state, id), words)], words), level)


def _header(found: Scenario, state: Any, id: str, words: Words) -> Iterator[str]:
    yield next(driving.header(found, words.lang))
    yield from driving.law_told(state, words.lang)
    place = state.pieces[id].place
    yield f"{words.fact(Unit(id))} · {words.fact(Place(place)) if place else said('off-the-map', words.lang)}"
