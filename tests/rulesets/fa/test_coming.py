"""Only one module of Fatal Alliances says where a piece stands and in whose hands a hex is; it sees to what follows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tutor.rulesets.fa

MODULES = sorted(Path(tutor.rulesets.fa.__file__).parent.glob("*.py"))
COMING, SET_UP, STATE = "coming.py", "setup.py", "state.py"
WRITERS = {"but", "change", "changed", "replace", "then"}
ONE_PLACE = {"place", "control", "before"}  # what only `coming` writes
HYPOTHETICAL = {"zones.py"}  # a unit on an empty map, to find once and for all how far its zone goes


def written(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Every field that a module changes, with its value: by keyword, or in a mapping that is spread over a call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            if name in WRITERS:
                yield from _given(node)


def _given(call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    for keyword in call.keywords:
        if keyword.arg is not None:
            yield keyword.arg, keyword.value
        elif isinstance(keyword.value, ast.Dict):
            pairs = zip(keyword.value.keys, keyword.value.values, strict=True)
            yield from ((key.value, value) for key, value in pairs if isinstance(key, ast.Constant))


def made(tree: ast.AST) -> Iterator[ast.expr]:
    """The place of every unit that a module makes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Unit":
            yield from node.args[4:5]
            yield from (keyword.value for keyword in node.keywords if keyword.arg == "place")


def _nowhere(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def strayed(name: str, source: str) -> list[str]:
    """What a module writes that it must not."""
    tree = ast.parse(source)
    found = [] if name == COMING else [field for field, value in written(tree) if field in ONE_PLACE]
    if name == STATE:  # it takes pieces off the map
        found = [field for field, value in written(tree) if field in ONE_PLACE and not _nowhere(value)]
    if name not in {SET_UP, *HYPOTHETICAL}:
        found += ["Unit" for value in made(tree) if not _nowhere(value)]
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_nobody_else_writes_where_a_piece_stands(path: Path) -> None:
    assert not strayed(path.name, path.read_text("utf-8"))


@pytest.mark.parametrize(
    ("name", "source", "wrong"),
    [
        ("movement.py", "s = s.put(unit.but(place=b))", ["place"]),
        ("rail.py", "s = s.change(id, place=hex)", ["place"]),
        ("advance.py", "s = s.but(**{'control': taken})", ["control"]),
        ("retreat.py", "s = s.then(task('a'), control=taken)", ["control"]),
        ("sea_results.py", "s = s.put(ship.but(place=None, box=REPAIR))", ["place"]),
        ("landing.py", "s = s.put(Unit(id, side, nation, kind, hex))", ["Unit"]),
        ("state.py", "gone = unit.but(place=None)", []),
        ("state.py", "gone = unit.but(place=hex)", ["place"]),
        ("walking.py", "unit = Unit('', '', '', kind, None)", []),
        ("setup.py", "unit = Unit(id, side, nation, kind, place)", []),
        ("coming.py", "s = s.put(unit.but(place=place))", []),
    ],
)
def test_it_would_be_seen(name: str, source: str, wrong: list[str]) -> None:
    assert strayed(name, source) == wrong
