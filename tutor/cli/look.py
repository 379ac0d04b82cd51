"""`tutor why` and `tutor map`: the verdict of any request with what remains possible, and the board as text."""

from __future__ import annotations

from collections.abc import Iterator

import click

from tutor.board.text import board
from tutor.cli import driving
from tutor.cli.base import Command, lang_option, law_options, level_option, spoken, write
from tutor.cli.base import say as said
from tutor.cli.explain import give
from tutor.engine.ask import BACK, Answer, Ask
from tutor.engine.check import Check
from tutor.engine.facts import Unit
from tutor.engine.play import Session
from tutor.engine.telling import checks
from tutor.engine.text import Lang
from tutor.engine.told import Fold, Node, Sentence, text

SHOWN = 8


@click.command("why", cls=Command)
@click.argument("scenario")
@click.argument("action", nargs=-1, required=True)
@click.option("--dice", metavar="3,5,...")
@click.option("--seed", type=int, default=driving.SEED)
@level_option
@law_options
@lang_option
def why(
    scenario: str,
    action: tuple[str, ...],
    dice: str | None,
    seed: int,
    level: int,
    readings: tuple[str, ...],
    options: tuple[str, ...],
    lang: str | None,
) -> None:
    """The verdict of any request."""
    tongue = spoken(lang)
    found, state = driving.open_scenario(scenario, readings, options)
    session = Session(found.rules, state, seed=seed)
    verdicts, refused = give(session, driving.tokens(action), driving.Faces(dice), tongue)
    write(next(driving.header(found, tongue)))
    write(driving.law_told(state, tongue))
    write(verdicts, level)
    if refused is not None:
        write(_remains(session, *refused, tongue))


def _remains(session: Session, ask: Ask, wanted: Answer, lang: Lang) -> Iterator[Node]:
    """What may be answered instead, the likest to the wish first, and what the rules offer for that place."""
    words = driving.words_of(session, lang)
    legal = sorted((one for one in ask.legal() if one != BACK), key=lambda one: _unlike(ask, one, wanted))
    offered = dict.fromkeys(checks(_offers(session, ask, wanted, legal), words))
    answers = (Sentence(text(driving.told_and_typed(ask, answer, words)), "·") for answer in legal[:SHOWN])
    more = (Sentence(said.phrases("and-more", words, n=len(legal) - SHOWN)),) if len(legal) > SHOWN else ()
    found = (*offered, *answers, *more)
    yield (
        Fold(words.sentence("told.remains", {}), found)
        if found
        else Sentence(words.sentence("told.nothing-remains", {}))
    )


def _offers(session: Session, ask: Ask, wanted: Answer, legal: list[Answer]) -> Iterator[Check]:
    """Where the question is where a unit moves: what the rules of movement offer for the place that is refused."""
    rules, unit = session.rules, ask.facts.get("unit")
    if rules.going is None or ask.of != ("place",) or not isinstance(unit, Unit):
        return
    for going in rules.going(ask.state, unit.id):
        if not set(going.places).isdisjoint(legal):
            yield from going.instead(wanted)


def _unlike(ask: Ask, one: Answer, wanted: Answer) -> tuple[int, int]:
    """How far an answer is from the one that was wished: other parts, then distance on the map."""
    mine, theirs = (answer if isinstance(answer, tuple) else (answer,) for answer in (one, wanted))
    differing = sum(a != b for a, b in zip(mine, theirs, strict=False)) + abs(len(mine) - len(theirs))
    map = ask.state.map
    both = mine[-1] in map and theirs[-1] in map
    return differing, map.distance(mine[-1], theirs[-1]) if both and hasattr(map, "distance") else 0


@click.command("map", cls=Command)
@click.argument("scenario")
@law_options
@lang_option
def map_command(scenario: str, readings: tuple[str, ...], options: tuple[str, ...], lang: str | None) -> None:
    """The board as text."""
    tongue = spoken(lang)
    found, state = driving.open_scenario(scenario, readings, options)
    write(next(driving.header(found, tongue)))
    write(driving.law_told(state, tongue))
    write(board(state, tongue).splitlines())
