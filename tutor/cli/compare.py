"""`tutor compare`: one situation, five rulebooks, exact answers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import click

from tutor.cli.base import GAME, Command, Wrong, force_option, lang_option, progress, spoken, write, written
from tutor.cli.pool import pool, pool_options
from tutor.compare import requests, telling
from tutor.compare.choosing import MANNERS
from tutor.compare.comparison import compared
from tutor.compare.diorama import say
from tutor.compare.frames import frame
from tutor.compare.neighbours import changes
from tutor.compare.outcome import Answer, Setting
from tutor.compare.situation import Situation, names, situation
from tutor.compare.standins import rests_on
from tutor.compare.sweep import Asked, everywhere, sweep
from tutor.engine.text import Lang
from tutor.engine.told import Node, Sentence, text
from tutor.files.writing import to_yaml
from tutor.library import NotInLibrary


@click.command("compare", cls=Command)
@click.argument("given", metavar="SITUATION", required=False)
@click.option("--game", "games", type=GAME, multiple=True)
@click.option("--attack", type=click.Choice(MANNERS), default="bold")
@click.option("--defence", type=click.Choice(MANNERS), default="bold")
@click.option("--request", type=click.Choice(tuple(requests.REQUESTS)), default=None)
@click.option("--why", is_flag=True)
@click.option("--what-if", "what_if", is_flag=True)
@click.option("--stand-ins", "stand_ins", is_flag=True)
@click.option("--ledgers", is_flag=True)
@click.option("--csv", "as_csv", is_flag=True)
@click.option("--all", "every", is_flag=True)
@click.option("--write", "folder", type=click.Path(path_type=Path, file_okay=False), default=None)
@force_option
@pool_options
@lang_option
def compare(
    given: str | None,
    games: tuple[str, ...],
    attack: str,
    defence: str,
    request: str | None,
    why: bool,
    what_if: bool,
    stand_ins: bool,
    ledgers: bool,
    as_csv: bool,
    every: bool,
    folder: Path | None,
    force: bool,
    jobs: int,
    scheduler: str | None,
    lang: str | None,
) -> None:
    """One situation put to the five games."""
    tongue = spoken(lang)
    if request is not None:
        write([requests.told(request, tongue)])
        return
    setting = Setting(attack, defence)
    if every:
        with pool(jobs, scheduler, tongue) as workers:
            table = everywhere(map(situation, names()), setting, games or None)
            frame(_answers(table, workers, tongue), tongue).to_csv(sys.stdout, index=False)
        return
    if given is None:
        write(_known(tongue))
        return
    found = _situation(given)
    asked = [Asked(game, found, setting) for game in games or compared()]
    with pool(jobs, scheduler, tongue) as workers:
        answers = _answers(asked, workers, tongue)
        if as_csv:
            frame(answers, tongue).to_csv(sys.stdout, index=False)
            return
        write(_whole(found, answers, why, tongue))
        if what_if:
            write(_what_if(found, answers, setting, workers, tongue))
    if stand_ins:
        write(_stand_ins(answers, tongue))
    if ledgers:
        write(telling.ledgers(answer, tongue) for answer in answers if not answer.refused)
    if folder is not None:
        write(_written(_dioramas(given, answers, folder), force, tongue))


def _known(lang: Lang) -> Iterator[str]:
    """Every situation that there is."""
    yield say("situations", lang)
    for name in names():
        one = situation(name)
        yield f"  {name:<18} {one.title.fr if lang == 'fr' else one.title.en}"


def _situation(given: str) -> Situation:
    try:
        return situation(given)
    except NotInLibrary as missing:
        raise Wrong("no-situation", name=missing.name, near=missing.near) from missing


def _answers(asked: list[Asked], pool: Executor | None, lang: Lang) -> list[Answer]:
    told = say("comparing", lang)
    with progress(told) as bar:
        bar(0, len(asked), told)
        return sweep(asked, pool, progress=lambda done, all: bar(done, len(asked), told))


def _whole(found: Situation, answers: list[Answer], why: bool, lang: Lang) -> Iterator[Node | str]:
    """What the five answer, and all that must stand beside it."""
    yield from telling.heading(found, lang)
    yield ""
    yield Sentence(text(say("figures", lang)), below=(telling.table(answers, lang),))
    yield from telling.certainty(answers, lang)
    yield from telling.agreement(answers, lang)
    yield telling.history(found, lang)
    for kind, lines in (("scales", telling.scales), ("policies", telling.policies)):
        yield ""
        yield Sentence(text(say(kind, lang)), below=tuple(lines(answers, lang)))
    if why:
        yield ""
        yield Sentence(text(say("assumed", lang)), below=tuple(telling.assumed(answers, lang)))
    yield ""
    yield from telling.lists(found, lang)
    yield from telling.questions(found, lang)


def _what_if(
    found: Situation, answers: list[Answer], setting: Setting, pool: Executor | None, lang: Lang
) -> Iterator[Node | str]:
    others = changes(found)
    asked = [Asked(answer.game, other, setting) for other in others.values() for answer in answers]
    told: Any = iter(_answers(asked, pool, lang))
    table = telling.changed(answers, {id: [next(told) for _ in answers] for id in others}, lang)
    yield ""
    yield Sentence(text(say("what-if", lang)), below=(table,))


def _stand_ins(answers: list[Answer], lang: Lang) -> Iterator[Node | str]:
    found = (line for one in answers if not one.refused for line in telling.rests(rests_on(one), lang))
    yield ""
    yield Sentence(text(say("stand-ins", lang)), below=tuple(found))


def _dioramas(given: str, answers: list[Answer], folder: Path) -> dict[Path, str]:
    """The files to write."""
    playable = [answer for answer in answers if not answer.refused or answer.refused[0] == "too-weak"]
    return {folder / one.game / f"{Path(given).stem}.yaml": to_yaml(one.diorama.data) for one in playable}


def _written(files: dict[Path, str], force: bool, lang: Lang) -> Iterator[str]:
    """The dioramas as scenario files that open on the board: all of them, or none where one is there already."""
    there = [path for path in files if path.exists()]
    if there and not force:
        raise Wrong("file-exists", file=", ".join(map(str, there)))
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        written(path, content, force)
        yield say("written", lang, file=path)
