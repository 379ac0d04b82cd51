"""The command `tutor`."""

from __future__ import annotations

import click

from tutor import __version__, rulesets
from tutor.cli.base import Tutor, Wrong, lang_option
from tutor.cli.chances import odds
from tutor.cli.checks import case, check, coverage
from tutor.cli.compare import compare
from tutor.cli.explain import explain
from tutor.cli.kit import kit
from tutor.cli.lab import lab
from tutor.cli.lesson import bilan_command, bilans, lesson
from tutor.cli.look import map_command, why
from tutor.cli.play import play
from tutor.cli.publish import publish
from tutor.cli.replay import replay
from tutor.cli.room import class_command
from tutor.cli.rules import concept, readings, rule
from tutor.cli.tournament import tournament_command
from tutor.cli.ways import moves, supply


@click.group("tutor", cls=Tutor)
@click.version_option(__version__, message="%(version)s")
@lang_option
def main(lang: str | None) -> None:
    """The tutor. The language is found before anything else is read, so that errors speak it, too."""
    for game, package in rulesets.lost().items():
        raise Wrong("no-package", game=game, package=package or "?", variable=rulesets.WRITING)


MAIN = (lab, play, explain, why, moves, supply, map_command, odds, compare, tournament_command)
LESSONS = (lesson, kit, class_command, bilan_command, bilans)
FILES = (rule, concept, readings, replay, publish, check, case, coverage)
for _command in (*MAIN, *LESSONS, *FILES):
    main.add_command(_command)

__all__ = ["main"]
