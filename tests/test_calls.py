"""Arguments are counted by nobody: from seven on they have names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import tutor

ROOT = Path(tutor.__file__).parent
MOST = 6
SHAPES = {"Box", "Label"}  # of the board's ink: coordinates in the order of every graphics library
LISTS = {"lay", "row", "_box", "labelled", "then", "by_parts"}  # as many things as there are
GAMES = {  # inside the games, by what is called
    "Going", "Shown", "read_fire", "price", "_entry_lines", "objections_to_stepping", "disorganise_together", "leaves",
    "Fight", "Made", "static_costs", "Special", "Piece", "_reached", "_on_empty_map", "_town_taken",
}  # fmt: skip


def counted(tree: ast.AST, beside: set[str]) -> Iterator[str]:
    """The calls whose arguments must be counted to be read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) > MOST:
            called = ast.unparse(node.func).rpartition(".")[2]
            if called not in beside:
                yield f"{node.lineno}: {called} with {len(node.args)}"


def test_no_call_has_more_than_six_arguments_without_a_name() -> None:
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        within = GAMES if "rulesets" in path.parts else set()
        tree = ast.parse(path.read_text("utf-8"))
        found += [f"{path.relative_to(ROOT)}:{call}" for call in counted(tree, SHAPES | LISTS | within)]
    assert found == []


def test_a_counted_call_is_found() -> None:
    tree = ast.parse("Task(1, 2, 3, 4, 5, 6, 7)\nlessons.Task(1, 2, 3, 4, 5, 6, g=7)\nlay(1, 2, 3, 4, 5, 6, 7)")
    assert list(counted(tree, LISTS)) == ["1: Task with 7"]
