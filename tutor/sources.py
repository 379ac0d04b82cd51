"""Where the code carries out a rule: file, line and function of every place that names its id."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from tutor import rulesets
from tutor.engine.rulebook import Rulebook, chapter_of
from tutor.files.nodes import LOADER

_NUMBER = re.compile(r"[0-9.]+")  # what YAML takes for an amount, unless it is quoted
BESIDE = ("comparison.py", "schema.py", "ruleset.py")  # they cite rules and carry none out


@dataclass(frozen=True, slots=True)
class Source:
    """One place in a game's code that names a rule; `within` is the function or class around it."""

    path: Path
    line: int
    within: str


@cache
def sources(game: str) -> Mapping[str, tuple[Source, ...]]:
    """Of every rule that the code of a game or its tables name, where they do."""
    book, folder, found = rulesets.book(game), rulesets.folder(game), dict[str, list[Source]]()
    for path in sorted(folder.glob("*.py")):
        for rule, source in _below(ast.parse(path.read_text("utf-8")), path, book, ""):
            found.setdefault(rule, []).append(source)
    for path in (*folder.glob("rulebook/sequence.yaml"), *sorted(folder.glob("rulebook/tables/*.yaml"))):
        for rule, source in _in_table(path, book):
            found.setdefault(rule, []).append(source)
    return {rule: tuple(dict.fromkeys(places)) for rule, places in found.items()}


def _in_table(path: Path, book: Rulebook) -> Iterator[tuple[str, Source]]:
    """A table that code reads decides by the rules that it names."""
    for token in yaml.scan(path.read_text("utf-8"), LOADER):
        if not isinstance(token, yaml.ScalarToken) or (token.plain and _NUMBER.fullmatch(token.value)):
            continue
        if _is_rule(token.value, book):
            yield token.value, Source(path, token.start_mark.line + 1, "")


def _below(node: ast.AST, path: Path, book: Rulebook, within: str) -> Iterator[tuple[str, Source]]:
    given = node.args if isinstance(node, ast.Call) else []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and _is_rule(child.value, book, child in given):
            yield str(child.value), Source(path, child.lineno, within)
        named = isinstance(child, (ast.FunctionDef, ast.ClassDef))
        yield from _below(child, path, book, child.name if named else within)  # type: ignore[attr-defined]


def _is_rule(value: object, book: Rulebook, given: bool = False) -> bool:
    """A bare number may be anything, a hex, a column of a table, unless it is given to a function."""
    return isinstance(value, str) and (given or not value.isdigit()) and value in book


def modules(game: str) -> Mapping[str, tuple[str, ...]]:
    """Of every chapter of a booklet, the modules that carry it out."""
    found: dict[str, set[str]] = {}
    for rule, places in sources(game).items():
        names = {place.path.name for place in places if place.path.suffix == ".py"} - set(BESIDE)
        found.setdefault(chapter_of(rule), set()).update(names)
    return {chapter: tuple(sorted(names)) for chapter, names in found.items() if names}


def page(game: str) -> str:
    """The page at a game's head: from the booklet's chapters to the modules, and from a module to what it is."""
    book, carried = rulesets.book(game), modules(game)
    lines = [
        f"# {book.title('en')}: from the booklet to the code",
        "",
        "Made by `python tools/chapters.py`. `tutor rule --code` names the lines of one rule.",
        "",
        "| chapter | | modules |",
        "|---|---|---|",
    ]
    for chapter, ids in book.chapters.items():
        title = book[chapter if chapter in book else ids[0]].title("fr")
        lines.append(f"| {chapter} | {title} | {', '.join(f'`{name}`' for name in carried.get(chapter, ())) or '–'} |")
    lines += ["", "| module | what it is |", "|---|---|"]
    for path in sorted(rulesets.folder(game).glob("*.py")):
        said = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0]
        lines.append(f"| `{path.name}` | {said} |")
    return "\n".join(lines) + "\n"
