"""Whoever reads checks or lines asks the law what they come to; and a seam is there because something amends it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import tests.duel
import tutor.rulesets
from tests.duel.ruleset import RULES as DUEL
from tutor.engine.run import Ruleset

FOLDERS = {
    **{game: Path(tutor.rulesets.__file__).parent / game for game in tutor.rulesets.GAMES},
    "duel": Path(tests.duel.__file__).parent,
}
LISTS = {"Checks", "Lines", "Iterator[Check]", "Iterator[Line]"}
PAST_THE_LAW = {"Ledger.of", "Verdict.of"}


@cache
def modules(game: str) -> Mapping[str, ast.Module]:
    return {path.name: ast.parse(path.read_text("utf-8")) for path in sorted(FOLDERS[game].rglob("*.py"))}


def ruleset(game: str) -> Ruleset:
    return DUEL if game == "duel" else tutor.rulesets.ruleset(game)


def listing(trees: Mapping[str, ast.Module]) -> set[str]:
    """The functions that yield checks or lines, and nothing else of the same name does anything else."""
    functions = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    yields = {f.name: True for f in functions if f.returns is not None and ast.unparse(f.returns) in LISTS}
    others = {f.name for f in functions if f.returns is not None and ast.unparse(f.returns) not in LISTS}
    return set(yields) - others


def called(node: ast.AST) -> str:
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def is_list(node: ast.AST, lists: set[str]) -> bool:
    """Whether a list of checks or lines is made here, and not what the law has made of one."""
    name = called(node)
    return ".law." not in name and name.split(".")[-1] in lists


def past_the_law(trees: Mapping[str, ast.Module]) -> Iterator[str]:
    """Where checks or lines are read though the law was not asked which of them are in force."""
    lists = listing(trees)
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr == "ok":
                yield f"{name}:{node.lineno}: a check is judged past the law"
            elif called(node) in PAST_THE_LAW:
                yield f"{name}:{node.lineno}: {called(node)} past the law"  # type: ignore[attr-defined]
            elif isinstance(node, (ast.For, ast.comprehension)) and is_list(node.iter, lists):
                yield f"{name}:{node.iter.lineno}: {called(node.iter)} is gone through past the law"
            elif called(node) in ("tuple", "list", "next") and is_list(node.args[0], lists):  # type: ignore[attr-defined]
                yield f"{name}:{node.lineno}: {called(node.args[0])} is gathered past the law"  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", FOLDERS)
def test_checks_and_lines_are_read_as_the_law_has_it(game: str) -> None:
    trees = modules(game)
    assert listing(trees)
    assert list(past_the_law(trees)) == []


def test_reading_past_the_law_is_found() -> None:
    source = """
def objections_to_x(s) -> Checks: ...
def x(s):
    a = any(check.ok for check in given)
    b = [check for check in objections_to_x(s)]
    for check in module.objections_to_x(s): ...
    c = tuple(objections_to_x(s)), Ledger.of("1", "x", lines(s))
    return s.law.allows(objections_to_x(s)), tuple(s.law.held(objections_to_x(s)))
"""
    assert len(list(past_the_law({"x.py": ast.parse(source)}))) == 5


def seams(trees: Mapping[str, ast.Module]) -> set[str]:
    decorators = (
        decorator
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
    )
    return {ast.literal_eval(one.args[0]) for one in decorators if isinstance(one, ast.Call) and called(one) == "seam"}


@pytest.mark.parametrize("game", FOLDERS)
def test_every_seam_is_amended_and_whatever_is_amended_is_there(game: str) -> None:
    rules = ruleset(game)
    amended = {one.seam for one in rules.amendments.all if one.verb != "insert"}
    assert amended == seams(modules(game))
    assert [one.seam for one in rules.amendments.all if one.verb == "insert" and one.seam not in rules.steps] == []
