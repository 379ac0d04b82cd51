"""Imports point downwards only, lazy ones too: no package knows one that stands beside or above it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, pairwise
from pathlib import Path

import pytest

import tutor
from tests.test_imports import executed
from tutor.rulesets import GAMES

ROOT = Path(tutor.__file__).parent
LAYERS = (  # ARCHITECTURE.md draws them, from below
    ("engine",),
    ("rendering",),
    ("rulesets",),
    ("files",),
    ("library", "lookup", "sources"),
    ("search",),
    ("cases", "recorded"),
    ("board", "coverage"),
    ("lessons", "compare", "chronicle"),
    ("checking", "home"),
    ("classroom",),
    ("cli",),
    ("__main__",),
)
LEVEL = {package: level for level, packages in enumerate(LAYERS) for package in packages}
PLUGS = {"comparison": "compare"}  # modules of a game that only a package further up asks for, and that speak its words
ANYWHERE = {"__init__", "__version__"}  # the version, which knows nothing
EXCEPTIONS = {("tutor.engine.notebook", "tutor.board.html")}  # what the engine found shows itself in a notebook


def package(module: str) -> str:
    """Where a module stands: its package, or the package that a game's module is a plug of."""
    _, *parts = module.split(".")
    if len(parts) > 2 and parts[0] == "rulesets" and parts[2] in PLUGS:
        return PLUGS[parts[2]]
    return parts[0] if parts else "__init__"


def imported(tree: ast.AST, walk: Callable[[ast.AST], Iterator[ast.AST]] = ast.walk) -> Iterator[tuple[str, int]]:
    """Every module of ours that is imported anywhere in a file, and the line."""
    for node in walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "relative imports hide where they point"
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if is_module(name) or node.module == "tutor" else str(node.module) for name in whole]
        yield from ((name, node.lineno) for name in names if name.partition(".")[0] == "tutor")


def is_module(name: str) -> bool:
    path = ROOT.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        yield ".".join(parts).removesuffix(".__init__"), path


def upward(module: str, tree: ast.AST) -> Iterator[str]:
    """What a module imports from beside or above its own package."""
    here = package(module)
    for name, line in imported(tree):
        there = package(name)
        if here == there or there in ANYWHERE or (module, name) in EXCEPTIONS:
            continue
        if LEVEL[there] >= LEVEL[here]:
            yield f"{module}:{line} ({here}) imports {name} ({there})"


def test_every_package_has_its_layer() -> None:
    assert {package(module) for module, _ in modules()} - ANYWHERE == set(LEVEL)


def test_imports_point_downwards() -> None:
    trees = ((module, ast.parse(path.read_text("utf-8"))) for module, path in modules())
    assert list(chain.from_iterable(upward(module, tree) for module, tree in trees)) == []


def test_an_import_upwards_is_found_wherever_it_hides() -> None:
    lines = ("from tutor.lessons import loading", "import tutor.cli.base", "from tutor import library")
    hidden = "def f():\n    " + "\n    ".join(lines)
    assert len(list(upward("tutor.engine.check", ast.parse(hidden)))) == 3
    assert list(upward("tutor.cli.look", ast.parse("from tutor.board.desk import Desk"))) == []
    assert list(upward("tutor.rulesets.se.comparison", ast.parse("from tutor.compare import diorama"))) == []
    assert len(list(upward("tutor.rulesets.se.combat", ast.parse("from tutor.rulesets.se import comparison")))) == 1


def rings(imports: Mapping[str, set[str]]) -> Iterator[tuple[str, ...]]:
    """Modules that import each other, in however many steps."""
    reached = {module: beyond(module, imports) for module in imports}
    seen: set[str] = set()
    for module in sorted(reached):
        ring = tuple(sorted(other for other in reached[module] if module in reached.get(other, ())))
        if ring and module not in seen:
            seen.update(ring)
            yield ring


def beyond(module: str, imports: Mapping[str, set[str]]) -> set[str]:
    """Everything that a module imports, directly or not."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        for other in imports.get(waiting.pop(), set()) - found:
            found.add(other)
            waiting.append(other)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_import_goes_round_inside_a_game(game: str) -> None:
    """An import inside a function would only hide it: those count, too."""
    inside = f"tutor.rulesets.{game}."
    own = {module: path for module, path in modules() if module.startswith(inside)}
    assert len(own) > 20
    imports = {
        module: {name for name, _ in imported(ast.parse(path.read_text("utf-8")))} for module, path in own.items()
    }
    assert list(rings({module: {name for name in names if name in own} for module, names in imports.items()})) == []


@pytest.mark.parametrize("name", ["board", "lessons", "compare", "cases", "files"])
def test_inside_these_packages_too_imports_run_in_one_direction(name: str) -> None:
    """A click goes from pointing over walking to playing; what is called back runs in a circle."""
    inside = f"tutor.{name}."
    own = {module: path for module, path in modules() if module.startswith(inside)}
    trees = {module: ast.parse(path.read_text("utf-8")) for module, path in own.items()}
    imports = {module: {there for there, _ in imported(tree, executed)} & own.keys() for module, tree in trees.items()}
    assert list(rings(imports)) == []
    if name == "board":
        way = [f"tutor.board.{one}" for one in ("asked", "desk", "playing", "walking", "pointing", "table")]
        assert all(before in beyond(after, imports) for before, after in pairwise(way))


def test_a_ring_is_found() -> None:
    around = {"a": {"b"}, "b": {"c", "e"}, "c": {"a"}, "d": {"a"}, "e": set[str]()}
    assert list(rings(around)) == [("a", "b", "c")]
    assert list(rings({**around, "c": set()})) == []


def test_no_exception_is_out_of_date() -> None:
    trees = {module: ast.parse(path.read_text("utf-8")) for module, path in modules()}
    assert all(there in {name for name, _ in imported(trees[here])} for here, there in EXCEPTIONS)
