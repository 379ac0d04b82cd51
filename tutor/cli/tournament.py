"""`tutor tournament`: ready players against each other, many whole games of one scenario."""

from __future__ import annotations

import sys
from concurrent.futures import Executor

import click

from tutor.cli import driving
from tutor.cli.base import Command, Wrong, lang_option, law_options, pairs, progress, spoken, write
from tutor.cli.base import say as said
from tutor.cli.pool import leave, pool, pool_options
from tutor.compare.tabled import told
from tutor.compare.tournament import SEED, Table, Tournament, Unanswered, play, tournament
from tutor.engine.text import Lang


@click.command("tournament", cls=Command)
@click.argument("scenario")
@click.option("--players", multiple=True, metavar="[SIDE=]NAME,...")
@click.option("--games", type=click.IntRange(1), default=20)
@click.option("--question", metavar="NAME", default="")
@click.option("--seed", type=int, default=SEED)
@click.option("--csv", "as_csv", is_flag=True)
@pool_options
@law_options
@lang_option
def tournament_command(
    scenario: str,
    players: tuple[str, ...],
    games: int,
    question: str,
    seed: int,
    as_csv: bool,
    jobs: int,
    scheduler: str | None,
    readings: tuple[str, ...],
    options: tuple[str, ...],
    lang: str | None,
) -> None:
    """Ready players against each other."""
    tongue = spoken(lang)
    found, _ = driving.open_scenario(scenario, readings, options)  # says what is wrong with a reading or an option
    law = {"readings": pairs(readings, "--reading"), "options": (*found.options, *options) if options else None}
    try:
        wanted = tournament(scenario, _named(players), games=games, question=question, seed=seed, **law)
    except Unanswered as unknown:
        raise Wrong(unknown.kind, **unknown.facts) from unknown
    with pool(jobs, scheduler, tongue) as workers:
        table = _played(wanted, workers, tongue)
        if table.broken_off:
            leave()
    if as_csv:
        table.frame().to_csv(sys.stdout, index=False)
    else:
        write(told(table, tongue))
    if table.broken_off:
        sys.exit(130)


def _named(players: tuple[str, ...]) -> list[str]:
    """`bold,cautious` and `it=bold,cautious`: names with commas, a side before those that are meant for it alone."""
    found = []
    for one in players:
        side, equals, names = one.rpartition("=")
        found += [f"{side}{equals}{name.strip()}" for name in names.split(",") if name.strip()]
    return found


def _played(wanted: Tournament, workers: Executor | None, lang: Lang) -> Table:
    words = said("playing", lang)
    with progress(words) as bar:
        return play(wanted, workers, progress=lambda done, every: bar(done, every, words))
