"""`tutor check`, `tutor case` and `tutor coverage`: files looked over, cases run, rules counted."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from tutor import rulesets
from tutor.cases import Case, load_cases, run
from tutor.cases.telling import told
from tutor.checking import check as look_over
from tutor.checking import json_schema
from tutor.cli.base import GAME, Command, Wrong, game_option, lang_option, progress, spoken, table, write
from tutor.cli.base import say as said
from tutor.coverage import COLUMNS, Reached
from tutor.coverage import coverage as measure
from tutor.coverage import files as case_files
from tutor.engine.text import Lang
from tutor.engine.told import Sentence, text
from tutor.files.faults import BadFile
from tutor.files.loading import KINDS
from tutor.files.references import listed
from tutor.lessons.drills import drills

FILES = click.argument("files", nargs=-1, type=click.Path(path_type=Path))


def _opened(paths: Iterable[Path]) -> Iterator[Path]:
    """Files, and all YAML files of folders."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.yaml"))
        else:
            yield path


# -- check -------------------------------------------------------------------------------------------------------
@click.command("check", cls=Command)
@FILES
@click.option("--kind", type=click.Choice(tuple(KINDS)))
@click.option("--schema", type=click.Choice(tuple(KINDS)))
@game_option
@lang_option
def check(files: tuple[Path, ...], kind: str | None, schema: str | None, game: str | None, lang: str | None) -> None:
    """Check files."""
    tongue = spoken(lang)
    if schema:
        click.echo(json_schema(schema, game))
        return
    if not files:
        raise Wrong("no-files")
    paths = tuple(_opened(files))
    if not paths:
        raise Wrong("no-case-files", files=files)
    bad = False
    for path in paths:
        found, faults = look_over(path, kind)
        bad = bad or bool(faults)
        good = Sentence(text(f"{path}: {said(f'kind.{found}', tongue)}"), "✓", mood="ok")
        write([fault.told(tongue) for fault in faults] or [good])
    if bad:
        sys.exit(1)


# -- case --------------------------------------------------------------------------------------------------------
@click.command("case", cls=Command)
@FILES
@click.option("--numbers", type=GAME, metavar="GAME")
@click.option("--verbose", "-v", is_flag=True)
@lang_option
def case(files: tuple[Path, ...], numbers: str | None, verbose: bool, lang: str | None) -> None:
    """Run cases."""
    tongue = spoken(lang)
    if numbers:
        write(_names(numbers, tongue))
        return
    if not files:
        raise Wrong("no-files")
    paths = tuple(_opened(files))
    if not paths:
        raise Wrong("no-case-files", files=files)
    cases, faults = _load(paths)
    for bad in faults:
        write(bad.told(tongue))
    results = [run(one) for one in cases]
    for result in results:
        if not result.passed:
            write(told(result, tongue), 3)
        elif verbose:
            write([Sentence(text(f"{result.case.game}/{result.case.id}"), "✓", mood="ok")])
    passed = sum(result.passed for result in results)
    failed = len(results) - passed + len(faults)
    write(f"{passed} passed, {failed} failed")
    if failed:
        sys.exit(1)


def _load(paths: Iterable[Path]) -> tuple[list[Case], list[BadFile]]:
    cases: list[Case] = []
    faults: list[BadFile] = []
    for path in paths:
        try:
            cases += load_cases(path)
        except BadFile as bad:
            faults.append(bad)
    return cases, faults


def _names(game: str, lang: Lang) -> Iterator[str]:
    """What a case of this game may name."""
    try:
        rules = rulesets.ruleset(game)
    except ModuleNotFoundError as error:
        raise Wrong("not-playable", game=game) from error
    yield said("names.numbers", lang)
    for name, reckon in rules.numbers.items():
        arguments = list(inspect.signature(reckon).parameters)[1:]
        yield f"  {name}({', '.join(arguments)})"
    yield said("names.questions", lang)
    yield from (f"  {name}: {question.name(lang)}" for name, question in rules.questions.items())
    yield said("names.policies", lang)
    yield from (f"  {name}: {policy.name(lang)}" for name, policy in rules.policies.items())
    yield said("names.options", lang)
    yield f"  {', '.join(sorted(rules.amendments.options)) or '–'}"
    yield said("names.steps", lang)
    yield f"  {', '.join(listed(rules))}"
    yield said("names.tables", lang)
    yield f"  {', '.join(sorted(rules.book.tables))}"


# -- coverage ----------------------------------------------------------------------------------------------------
@click.command("coverage", cls=Command)
@FILES
@game_option
@click.option("--chapter", "chapters", multiple=True, metavar="CHAPTER")
@click.option("--json", "as_json", is_flag=True)
@click.option("--missing", is_flag=True)
@click.option("--decisive/--no-decisive", "decisive", default=True)
@click.option("--drills", "drilled", is_flag=True)
@lang_option
def coverage(
    files: tuple[Path, ...],
    game: str | None,
    chapters: tuple[str, ...],
    as_json: bool,
    missing: bool,
    decisive: bool,
    drilled: bool,
    lang: str | None,
) -> None:
    """Count the rules that cases reach."""
    tongue = spoken(lang)
    paths = tuple(_opened(files)) if files else case_files()
    if not paths:
        raise Wrong("no-case-files" if files else "no-cases-here", files=files)
    games = (game,) if game else rulesets.games()
    found = _measured(paths, games, decisive, tongue)
    if not any(reached.results for reached in found.values()):
        raise Wrong("no-cases-of", games=games)
    failed = [result for reached in found.values() for result in reached.results if not result.passed]
    if as_json:
        click.echo(json.dumps({code: reached.data(chapters or None) for code, reached in found.items()}, indent=2))
    else:
        _show(found, chapters, tongue)
        total = sum(len(reached.results) for reached in found.values())
        write(f"{total - len(failed)} passed, {len(failed)} failed")
        if missing:
            write(line for reached in found.values() for line in _missing(reached, chapters, tongue))
            write(line for reached in found.values() for line in _undecided(reached, chapters, tongue))
        if drilled:
            write(_drilled(reached, tongue) for reached in found.values())
    if failed:
        sys.exit(1)


def _measured(paths: Iterable[Path], games: Iterable[str], decisive: bool, lang: Lang) -> dict[str, Reached]:
    with progress(said("cases-run", lang)) as bar:
        return measure(paths, games, decisive, lambda done, total: bar(done, total, said("dropping", lang)))


def _show(found: dict[str, Reached], chapters: tuple[str, ...], lang: Lang) -> None:
    """A table of the games; with one game or chapters named, of the chapters."""
    columns = [said(f"column.{column}", lang) for column in ("where", *COLUMNS)]
    table(columns, _rows(found, chapters, lang))


def _rows(found: dict[str, Reached], chapters: tuple[str, ...], lang: Lang) -> Iterator[tuple[str, list[str]]]:
    for code, reached in found.items():
        if len(found) == 1 or chapters:
            for chapter in reached.chapters:
                if not chapters or chapter in chapters:
                    yield "", [f"{code.upper()} {chapter}", *_figures(reached.count(chapter))]
        if not chapters:
            yield "bold", [code.upper(), *_figures(reached.count())]
            for part in rulesets.book(code).alone:
                yield "", [part.name(lang), *_figures(reached.count(only=part.rules))]


def _figures(counts: dict[str, int | None]) -> list[str]:
    return ["–" if counts[column] is None else str(counts[column]) for column in COLUMNS]


def _missing(reached: Reached, chapters: tuple[str, ...], lang: Lang) -> Iterator[str]:
    """The rules that no case reaches."""
    for rule in rulesets.book(reached.game):
        wanted = not chapters or rule.chapter in chapters
        if wanted and rule.id in reached.rules and rule.id not in reached.executable:
            yield f"  {rule.cited} ({rule.id}) {rule.title(lang)}"


def _undecided(reached: Reached, chapters: tuple[str, ...], lang: Lang) -> Iterator[str]:
    """The rules that decide no case, and why not where that is known."""
    book = rulesets.book(reached.game)
    for id in reached.undecided:
        rule, why = book[id], book.undecided.get(id)
        if not chapters or rule.chapter in chapters:
            reason = why(lang) if why else said("undecided-why", lang)
            yield "  " + said("undecided", lang, rule=f"{rule.cited} ({id})", known=reason)


def _drilled(reached: Reached, lang: Lang) -> str:
    """How many of the decisive rules have a drill, and which have none."""
    decisive = sorted(reached.decisive or ())
    without = [rule for rule in decisive if next(drills(reached.game, rule), None) is None]
    facts = {"game": reached.game.upper(), "drilled": len(decisive) - len(without), "decisive": len(decisive)}
    return said("drilled", lang, **facts, without=tuple(without) or ("–",))


__all__: list[Any] = ["case", "check", "coverage"]
