"""Laws of names in Distant Foreign Fields: whatever language a map or a counter speaks, the booklet's lists know it.

A rule that asks for a name goes through the lists, never by one spelling of its own.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tutor.rulesets.dff as dff
from tutor.engine.text import Text
from tutor.library import scenario
from tutor.rulesets.dff import charts

LISTS = ("hq-front-limits", "port-surcharges", "supply-centres", "town-stakes")
MODULES = sorted(Path(dff.__path__[0]).glob("*.py"))


@pytest.mark.parametrize("table", LISTS)
def test_a_list_knows_its_rows_in_both_languages(table: str) -> None:
    law = scenario("dff/albert-1917").law()
    entries = [Text.of(row[0]) for row in law.table(table).data["rows"]]
    assert entries
    for entry in entries:
        for name in (entry.fr, entry.en, entry.fr.upper(), entry.en.replace("'", "’")):
            assert charts.listed(law, table, name) == entry.en, f"{table} does not know {name}"


@pytest.mark.parametrize("table", LISTS)
def test_a_name_that_nobody_bears_is_in_no_list(table: str) -> None:
    law = scenario("dff/albert-1917").law()
    for name in ("", " ", "Nowhere", "1st Army"):
        assert charts.listed(law, table, name) == ""


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_no_rule_compares_a_name_with_one_spelling(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        asked: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.Subscript):
            asked = [node.slice]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            asked = node.args[:1]
        named = [one for one in asked if isinstance(one, ast.Attribute) and one.attr == "name"]
        if any(isinstance(one, ast.Constant) and one.value is None for one in asked):
            continue
        assert not named, f"{module.name}:{node.lineno}: {ast.unparse(node)}"
