"""`tutor lesson`: lessons listed, opened, walked through in the terminal, looked over, begun; `tutor bilans`."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import util
from itertools import islice
from pathlib import Path
from typing import Any

import click

from tutor import lookup, rulesets
from tutor.board.text import board
from tutor.cases.script import answer_of
from tutor.cli import driving
from tutor.cli.base import Command, Wrong, force_option, helped, lang_option, spoken, write, written
from tutor.cli.base import say as said
from tutor.cli.naming import Answering
from tutor.engine.text import Lang
from tutor.engine.told import Sentence, text
from tutor.files.faults import BadFile
from tutor.lessons import find, lessons, load_lesson, telling
from tutor.lessons.bilan import HAND_IN, bilan, gathered
from tutor.lessons.coach import Advice, advice
from tutor.lessons.drafting import draft
from tutor.lessons.drills import drills, graded, none
from tutor.lessons.progress import Progress
from tutor.lessons.walk import Walk

HINT, AGAIN, QUIT = ("?", "hint", "indice"), ("again", "encore"), ("quit", "quitte", "quitter")


class Group(click.Group):
    """`tutor lesson NAME` opens a lesson: what is no command is a name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            return "open", self.commands["open"], args
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        helped(self, ctx, formatter)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group("lesson", cls=Group, invoke_without_command=True)
@lang_option
@click.pass_context
def lesson(ctx: click.Context, lang: str | None) -> None:
    """Without a command: which lessons there are, and how far one has come."""
    if ctx.invoked_subcommand is None:
        write(_listed(spoken(lang)))


def _listed(lang: Lang) -> Iterator[str]:
    kept = Progress().kept()
    for name in lessons():
        one = find(name)
        mine = [task for task in kept if task.lesson == name]
        most = 3 * sum(task.graded for task in one.tasks)
        won = f"{sum(task.stars for task in mine)}/{most} {telling.STAR}" if mine else ""
        yield f"{name:<24} {one.title(lang)} ({one.minutes} min) {won}".rstrip()


# -- going through one -------------------------------------------------------------------------------------------
@lesson.command("open", cls=Command)
@click.argument("name")
@click.option("--terminal", is_flag=True)
@click.option("--port", type=click.IntRange(0, 65535), default=0)
@click.option("--browser/--no-browser", default=True)
@lang_option
def open_(name: str, terminal: bool, port: int, browser: bool, lang: str | None) -> None:
    """Open a lesson: a page without code, or question by question in the terminal."""
    tongue = spoken(lang)
    found = find(name)
    if terminal:
        Walker(Walk(found), tongue).run()
    else:
        sys.exit(_voila(found.name if "/" in found.name else name, port, browser, tongue))


class Walker:
    """A lesson with a person at the keyboard, or with lines from a pipe."""

    def __init__(self, walk: Walk, lang: Lang, progress: Progress | None = None) -> None:
        self.walk, self.lang, self.progress = walk, lang, progress or Progress()
        self.progress.resume(walk)

    def run(self) -> None:
        """Until the last task is done, or the input ends."""
        write(telling.head(self.walk.lesson, self.lang))
        while True:
            write()
            write(telling.task(self.walk, self.lang))
            if self.walk.task.graded and not self._asked():
                return
            if not self.walk.next():
                break
        won, most = self.walk.stars
        write(said("lesson-over", self.lang, won=won, most=most))

    def _asked(self) -> bool:
        """The task until it is done; False where the person has left."""
        while not self.walk.tally.done or self.walk.last is None or self.walk.last.mood != "good":
            write(said("lesson-asks", self.lang, how=said(f"how.{self.walk.task.kind}", self.lang)))
            line = sys.stdin.readline()
            if not line or line.strip() in QUIT:
                return False
            self._heard(line.strip())
        return True

    def _heard(self, line: str) -> None:
        walk = self.walk
        if line in HINT:
            rung = walk.hint()
            write([telling.say("no-more-hints", self.lang) if rung is None else telling.rung(walk, rung, self.lang)])
        elif line in AGAIN:
            walk.begin()
        elif line:
            reply = walk.attempt(self._answer(line))
            write(telling.reply(walk, reply, self.lang))
        self.progress.keep(walk)

    def _answer(self, line: str) -> Any:
        walk = self.walk
        if walk.task.kind == "choose":
            return int(line) - 1 if line.isdigit() else -1
        if walk.ask is None:
            return line
        tokens = driving.tokens([line])
        try:
            made = Answering(rulesets.ruleset(walk.ask.state.law.book.game), walk.ask, tokens, self.lang).answer()
        except Wrong as several:  # a lesson goes on; the other answers are told as ids, too
            write(said(several.kind, self.lang, **several.facts))
            made = None
        return made[0] if made and not made[1] else answer_of(walk.ask, tokens[0] if len(tokens) == 1 else tokens)


def _voila(name: str, port: int, browser: bool, lang: Lang) -> int:
    """A page without code."""
    if util.find_spec("voila") is None:
        raise Wrong("no-voila")
    cell = f'from tutor.lessons.widget import LessonTable\nLessonTable("{name}", language="{lang}")'
    code: dict[str, Any] = {"cell_type": "code", "source": cell, "metadata": {}, "outputs": [], "execution_count": None}
    page = {"cells": [code], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    with tempfile.TemporaryDirectory(prefix="tutor-lesson-") as own:
        path = Path(own) / "lesson.ipynb"
        path.write_text(json.dumps(page), "utf-8")
        command = [sys.executable, "-m", "voila", str(path), f"--port={port}", "--Voila.ip=127.0.0.1"]
        command += [] if browser else ["--no-browser"]
        server = subprocess.Popen(command, env={**os.environ, "TUTOR_LANG": lang})
        signal.signal(signal.SIGTERM, lambda number, frame: server.terminate())
        try:
            return server.wait()
        except KeyboardInterrupt:
            server.terminate()
            return server.wait()


@lesson.command("drill", cls=Command)
@click.argument("rule", nargs=-1, required=True)
@click.option("--number", "-n", "number", type=click.IntRange(1, 100), default=5)
@click.option("--seed", type=int, default=0)
@lang_option
def drill(rule: tuple[str, ...], number: int, seed: int, lang: str | None) -> None:
    """Drills on one rule, with a person at the keyboard."""
    tongue = spoken(lang)
    found = lookup.cited(" ".join(rule))
    if len(found) != 1:
        raise Wrong("one-rule", rule=" ".join(rule), found=tuple(one.ref for one in found[:6]))
    right = asked = 0
    for one in islice(drills(found[0].game, found[0].id, seed), number):
        asked += 1
        write(board(one.state, tongue).splitlines())
        write(f"{asked}. {one.question(tongue)}")
        write(f"   {n}. {one.told(choice, tongue)}" for n, choice in enumerate(one.choices, 1))
        line = sys.stdin.readline().strip()
        if not line or line in QUIT:
            return
        answer = (
            one.choices[int(line) - 1] if one.choices and line in map(str, range(1, len(one.choices) + 1)) else line
        )
        right += one.grade(answer)
        write([graded(one, answer, tongue)], 3)
    if not asked:
        raise Wrong(none(found[0].game, found[0].id), rule=found[0].cited)
    write(said("drill-over", tongue, right=right, asked=asked))


# -- for authors -------------------------------------------------------------------------------------------------
@lesson.command("check", cls=Command)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@lang_option
def check(files: tuple[Path, ...], lang: str | None) -> None:
    """Look lessons over: faults, and what an author should think about."""
    tongue = spoken(lang)
    if not files:
        raise Wrong("no-files")
    bad = False
    for path in (inner for file in files for inner in (sorted(file.rglob("*.yaml")) if file.is_dir() else [file])):
        try:
            found = advice(load_lesson(path))
        except BadFile as faults:
            write(faults.told(tongue))
            bad = True
            continue
        bad = bad or any(one.must for one in found)
        write(_advised(one, path, tongue) for one in found)
        if not found:
            write([Sentence(text(str(path)), "✓", mood="ok")])
    if bad:
        sys.exit(1)


def _advised(one: Advice, path: Path, lang: Lang) -> Sentence:
    return Sentence(text(one.told(str(path), lang)), "✗" if one.must else "?", mood="no" if one.must else "")


@lesson.command("new", cls=Command)
@click.argument("scenario")
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False))
@force_option
@lang_option
def new(scenario: str, output: Path | None, force: bool, lang: str | None) -> None:
    """Begin a lesson from a scenario."""
    tongue = spoken(lang)
    text = draft(scenario)
    if output is None:
        click.echo(text, nl=False)
        return
    written(output, text, force)
    write(said("written", tongue, file=output))


# -- hand-ins ----------------------------------------------------------------------------------------------------
@click.command("bilan", cls=Command)
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--reset", is_flag=True)
@force_option
@lang_option
def bilan_command(output: Path | None, reset: bool, force: bool, lang: str | None) -> None:
    """What one has done: to read, or to hand in."""
    tongue = spoken(lang)
    if reset:
        Progress().reset()
        write(said("progress-reset", tongue))
        return
    found = bilan(tongue)
    if output is not None:
        written(output, found.text, force)
        write(said("written", tongue, file=output))
    else:
        write(found.lines)


@click.command("bilans", cls=Command)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@lang_option
def bilans(folder: Path, lang: str | None) -> None:
    """One CSV of all hand-ins in a folder."""
    rows, faults = gathered(folder)
    out = csv.DictWriter(sys.stdout, HAND_IN, lineterminator="\n")
    out.writeheader()
    out.writerows(rows)
    for fault in faults:
        click.echo(fault.told(spoken(lang)), err=True)
    if faults:
        sys.exit(1)
