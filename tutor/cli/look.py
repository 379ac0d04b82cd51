"""`tutor why` and `tutor map`: the verdict of any request with what remains possible, and the board as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from tutor import rulesets
from tutor.board import poster
from tutor.board.layout import layout_of
from tutor.board.png import paintable
from tutor.board.scene import Scene
from tutor.board.stage import scene_of
from tutor.board.text import board
from tutor.cli import driving
from tutor.cli.base import Command, Wrong, force_option, lang_option, law_options, level_option, spoken, write, written
from tutor.cli.base import say as said
from tutor.cli.explain import give
from tutor.engine.ask import BACK, Answer, Ask
from tutor.engine.check import Check
from tutor.engine.facts import Unit
from tutor.engine.play import Session
from tutor.engine.space.drawn import DATE
from tutor.engine.telling import checks
from tutor.engine.text import Lang
from tutor.engine.told import Fold, Node, Sentence, text
from tutor.library import NotInLibrary, named_map

SHOWN = 8
DAY = re.compile(DATE)


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
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--paper", type=click.Choice(poster.SIZES), default="a2")
@click.option("--front", "fronts", multiple=True, metavar="1916-06-30")
@force_option
@law_options
@lang_option
def map_command(
    scenario: str,
    output: Path | None,
    paper: str,
    fronts: tuple[str, ...],
    force: bool,
    readings: tuple[str, ...],
    options: tuple[str, ...],
    lang: str | None,
) -> None:
    """The board as text, or as a poster."""
    tongue = spoken(lang)
    if output is not None:
        game, scene = _scene(scenario, readings, options, tongue)
        written(output, _poster(game, scene, paper, output, fronts), force)
        write(said("written", tongue, file=output))
        return
    found, state = driving.open_scenario(scenario, readings, options)
    write(next(driving.header(found, tongue)))
    write(driving.law_told(state, tongue))
    write(board(state, tongue).splitlines())


def _scene(name: str, readings: tuple[str, ...], options: tuple[str, ...], lang: Lang) -> tuple[str, Scene]:
    """What a poster shows: a scenario with its counters, or a map of the library (`fa/maps/europe`) without any."""
    game, maps, map_name = name.partition("/maps/")
    if not maps:
        found, state = driving.open_scenario(name, readings, options)
        return found.game, scene_of(state, lang)
    if game not in rulesets.games():
        raise NotInLibrary(name, rulesets.games())
    map = named_map(game, map_name)
    return game, Scene(title=map.name(lang), lang=lang, layout=layout_of(map))


def _poster(game: str, scene: Scene, paper: str, file: Path, fronts: tuple[str, ...]) -> str | bytes:
    """A poster in the form that the name of the file asks for."""
    known = poster.days_of(scene)
    for day in fronts:
        if day != poster.ALL and not (DAY.fullmatch(day) and known and day >= known[0]):
            raise Wrong("no-front", day=day, known=", ".join(known) or "–")
    drawn = poster.poster(game, scene, paper, fronts)
    match file.suffix:
        case ".svg":
            return drawn
        case ".pdf" if paintable():
            return poster.pdf(drawn, scene.title)
        case ".pdf":
            raise Wrong("no-painter-for-pdf", file=file)
        case _:
            raise Wrong("no-such-picture", file=file)
