"""What all commands share: the language, the words, and one clear message where a command line is wrong."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from tutor.engine.sayings import Sayings, messages
from tutor.engine.text import LANGUAGES, Lang, language
from tutor.engine.told import Node
from tutor.files.faults import BadFile
from tutor.files.writing import write_whole
from tutor.library import NotInLibrary
from tutor.rendering.plain import Look, rows
from tutor.rulesets import games

F = TypeVar("F", bound=Callable[..., Any])
say = Sayings("tutor.cli")


class _Game(click.Choice):  # type: ignore[type-arg]
    """The code of a game: one of those that there are when the command runs."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        self.choices = games()
        return super().convert(value, param, ctx)


GAME = _Game(games())


class Wrong(click.UsageError):
    """A command line that cannot be carried out. `kind` is a message."""

    def __init__(self, kind: str, **facts: Any) -> None:
        super().__init__(kind)
        self.kind, self.facts = kind, facts


def wanted(args: Sequence[str]) -> Lang:
    """The language of a command line, before it is read."""
    for index, arg in enumerate(args):
        if arg.startswith("--lang="):
            return language(arg.partition("=")[2])
        if arg == "--lang" and index + 1 < len(args):
            return language(args[index + 1])
    return language()


def spoken(lang: str | None) -> Lang:
    """The language asked for here, or anywhere on the command line."""
    found: Lang = language(lang) if lang else click.get_current_context().find_root().obj
    return found


def lang_option(command: F) -> F:
    return click.option("--lang", type=click.Choice(LANGUAGES), default=None)(command)


def game_option(command: F) -> F:
    return click.option("--game", type=GAME, default=None)(command)


def level_option(command: F) -> F:
    return click.option("--level", type=click.IntRange(1, 3), default=2)(command)


def force_option(command: F) -> F:
    return click.option("--force", is_flag=True)(command)


def written(path: Path, content: str | bytes, force: bool) -> None:
    """A file that was asked for on the command line: over one that is there only with --force."""
    try:
        write_whole(path, content, force)
    except FileExistsError as there:
        raise Wrong("file-exists", file=path) from there
    except OSError as error:
        raise Wrong("not-written", file=path, problem=error.strerror) from error


def law_options(command: F) -> F:
    """`--reading slug=option` and `--option name`, as often as wished."""
    command = click.option("--reading", "readings", multiple=True, metavar="SLUG=OPTION")(command)
    return click.option("--option", "options", multiple=True, metavar="NAME")(command)


def pairs(given: Iterable[str], name: str) -> dict[str, str]:
    """`key=value` options as a mapping."""
    found = {}
    for one in given:
        key, equals, value = one.partition("=")
        if not equals or not key or not value:
            raise Wrong("not-a-pair", given=one, option=name)
        found[key] = value
    return found


def console(stderr: bool = False) -> Console:
    """The one way in which the terminal is written to: what is said is text, whatever stands in it. Brackets are
    citations and colons are times and lines of files, never markup or pictures; long lines are not broken by us."""
    return Console(markup=False, emoji=False, highlight=False, soft_wrap=True, stderr=stderr)


LOOKS: Mapping[Look, str] = {"ok": "green", "no": "red", "head": "bold", "strong": "bold", "cite": "dim", "soft": "dim"}


def write(told: Iterable[str | Node] | str = "", level: int = 2, indent: int = 0) -> None:
    """Lines as they are, and what is told (`engine/told.py`) up to a level."""
    out = console()
    for one in [told] if isinstance(told, str) else told:
        if isinstance(one, str):
            out.print(Text(" " * indent + one))
            continue
        for row in rows([one], level, indent):
            out.print(Text.assemble(*((letters, LOOKS.get(look, "")) for letters, look in row)))


def table(columns: Sequence[str], listed: Iterable[tuple[str, Sequence[str]]]) -> None:
    """Columns, the first of words and the others of figures, and rows, each with its style."""
    made = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        made.add_column(Text(column), justify="right" if number else "left")
    for style, cells in listed:
        made.add_row(*map(Text, cells), style=style)
    console().print(made)


@contextmanager
def progress(told: str) -> Iterator[Callable[[int, int, str], None]]:
    """A bar on the error stream where that is a terminal: how much is done, out of how much, and of what."""
    err = console(stderr=True)
    words = TextColumn("{task.description}", markup=False)
    columns = (words, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(told, total=None)
        yield lambda done, total, what: bar.update(task, description=what, completed=done, total=total)


def refuse(lines: Iterable[str], code: int) -> NoReturn:
    """What is wrong, on the error stream, and out."""
    for line in lines:
        click.echo(line, err=True)
    sys.exit(code)


class Tutor(click.Group):
    """The command `tutor`: every error becomes one message in the reader's language."""

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> Any:
        given = list(sys.argv[1:] if args is None else args)
        lang = wanted(given)
        try:
            code = super().main(given, prog_name or "tutor", **{**extra, "standalone_mode": False, "obj": lang})
        except BadFile as bad:
            refuse(bad.told(lang), 2)
        except NotInLibrary as missing:
            refuse([say("no-scenario", lang, name=missing.name, near=missing.near)], 2)
        except click.exceptions.Abort:
            refuse([say("aborted", lang)], 130)
        except click.UsageError as error:
            hint = say("see-help", lang, command=_command(error))
            refuse([f"tutor: {_told(error, lang)}", hint], 2)
        except click.ClickException as error:
            refuse([f"tutor: {error.format_message()}"], error.exit_code)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        sys.exit(code if isinstance(code, int) else 0)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        helped(self, ctx, formatter)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which a newcomer needs them."""
        return list(self.commands)


class Command(click.Command):
    """A command whose help is in the reader's language."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        helped(self, ctx, formatter)


def _command(error: click.UsageError) -> str:
    return error.ctx.command_path if error.ctx else "tutor"


def _told(error: click.UsageError, lang: Lang) -> str:
    """Click's own errors in the reader's language."""
    if isinstance(error, Wrong):
        return say(error.kind, lang, **error.facts)
    if isinstance(error, click.exceptions.NoSuchCommand):
        return say("no-command", lang, name=error.command_name, known=tuple(_known(error)))
    if isinstance(error, click.NoSuchOption):
        return say("no-such-option", lang, name=error.option_name)
    if isinstance(error, click.MissingParameter):
        return say("missing-parameter", lang, name=_name(error.param, lang))
    if isinstance(error, click.BadParameter) and error.param is not None:
        return say("bad-parameter", lang, name=_name(error.param, lang), known=_allowed(error.param, lang))
    if isinstance(error, click.BadOptionUsage):
        return say("option-needs-value", lang, name=error.option_name)
    return say("bad-command-line", lang)


def _known(error: click.UsageError) -> Iterable[str]:
    group = error.ctx.command if error.ctx else None
    return group.list_commands(error.ctx) if error.ctx and isinstance(group, click.Group) else ()


def _name(param: click.Parameter | None, lang: Lang) -> str:
    if param is None:
        return "?"
    return param.opts[0] if isinstance(param, click.Option) else _placeholders(param.make_metavar(_BARE), lang)


_BARE = click.Context(click.Command("tutor"))
_PLACEHOLDER = re.compile(r"(?<![\w-])[A-Z]{2,}(?: RANGE)?\b")


def _placeholders(usage: str, lang: Lang) -> str:
    """What stands for something that is typed: SCENARIO, UNIT, in the reader's language."""
    return _PLACEHOLDER.sub(lambda word: say(f"placeholder.{word.group().replace(' ', '-')}", lang), usage)


def _allowed(param: click.Parameter, lang: Lang) -> str:
    if isinstance(param.type, click.Choice):
        return ", ".join(map(str, param.type.choices))
    if isinstance(param.type, (click.IntRange, click.FloatRange)):
        least, most = param.type.min, param.type.max
        return f"{least}–{most}" if most is not None else f"≥ {least:g}"
    return say(f"type.{param.type.name}", lang)


def helped(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """Usage, what the command does, its arguments and options, all from messages.yaml."""
    lang: Lang = ctx.find_root().obj
    pieces = _placeholders(" ".join(command.collect_usage_pieces(ctx)), lang)
    formatter.write_usage(ctx.command_path, pieces, f"{say('usage', lang)} ")
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(say(_help(ctx.command_path), lang))
    options = [_option_help(param, command, lang) for param in command.params if isinstance(param, click.Option)]
    options.append(("--help", say("option.help", lang)))
    with formatter.section(say("options", lang)):
        formatter.write_dl(options)
    if isinstance(command, click.Group):
        known = [(name, say(_help(f"{ctx.command_path} {name}"), lang)) for name in command.list_commands(ctx)]
        with formatter.section(say("commands", lang)):
            formatter.write_dl(known)


def _help(path: str) -> str:
    """The message on a command: that of its whole path, else that of its name."""
    whole = "help." + ".".join(path.split()[1:])
    return whole if whole in messages("tutor.cli") else f"help.{path.split()[-1]}"


def _option_help(option: click.Option, command: click.Command, lang: Lang) -> tuple[str, str]:
    names = ", ".join([*option.opts, *option.secondary_opts])
    if not option.is_flag:
        names += f" {_placeholders(option.make_metavar(_BARE), lang)}"
    own = f"option.{command.name}.{option.name}"
    return names, say(own if own in messages("tutor.cli") else f"option.{option.name}", lang)
