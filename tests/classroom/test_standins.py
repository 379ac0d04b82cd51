"""The page's stand-ins for the widgets: the very table, lessons and drills of the notebook stand on them."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.classroom import walked
from tutor.classroom.packing import PACKAGE, STAND_INS

ROOT = PACKAGE.parent
SCRIPT = (PACKAGE / "classroom" / "page.js").read_text("utf-8")
OWN = "_page_"  # how the stand-ins name what is theirs alone


def in_the_page(module: str, *arguments: str, folder: Path) -> Any:
    """What a module prints that runs over the stand-ins, as it does in the page; in a process of its own."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(STAND_INS), str(ROOT))),
        "TUTOR_PROGRESS": str(folder / "kept" / "progress.sqlite3"),
    }
    (folder / "files").mkdir()
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=folder / "files", env=environment, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


# -- the same as in a notebook ------------------------------------------------------------------------------------
def test_table_lesson_and_drills_say_the_same_as_in_a_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUTOR_PROGRESS", str(tmp_path / "progress.sqlite3"))
    ours = json.loads(json.dumps(walked.everything()))
    assert any("✗ Falaise entre Roana" in str(said) for said in ours), "the walk must come to a refusal"
    theirs = in_the_page("tests.classroom.walked", folder=tmp_path)
    assert len(theirs) == len(ours)
    for mine, other in zip(ours, theirs, strict=True):
        assert mine == other


def test_everything_that_home_opens_is_laid_and_left(tmp_path: Path) -> None:
    told = in_the_page("tests.classroom.inpage", "opened", folder=tmp_path)
    assert told["faults"] == []
    assert (told["left"], told["living"]) == ([], 0)
    assert told["shown"] == ["chronicle", "write"], "a chronicle is a page of its own, and who writes has a kernel"
    assert set(told["kinds"]) <= set(of_the_page("KINDS")) | {"box"}
    assert set(told["drawn"]) <= {
        *of_the_page("COMMANDS"),
        *of_the_page("CANVAS_STYLES"),
        "width",
        "height",
        "draw_image",
    }


def test_an_hour_of_two_pupils_is_kept_in_the_browser(tmp_path: Path) -> None:
    told = in_the_page("tests.classroom.inpage", "hour", folder=tmp_path)
    assert told["won"] == {"se/1-pont": "3/15 ★"}
    assert (told["resumed"], told["other"]) == (3, 0)
    assert told["rows"] == [["who-else", 3], ["odds", 0]]
    assert told["saved"] == {"partie.yaml": 0}, "what is saved at the table is a record without a fault"
    assert "SE 11.0.4" in told["rules"]
    assert 'href="#/drill/se/11.0.4"' in told["rules"]
    assert "<dl>" not in told["none"] + told["no game"]


def test_a_second_press_on_what_was_not_seen_answers_nothing(tmp_path: Path) -> None:
    told = in_the_page("tests.classroom.inpage", "presses", folder=tmp_path)
    assert told["asked"]
    assert told["late"] == "That question is past; the click answered nothing."
    assert told["then"] == ""
    assert told["shell"] is None


# -- laws ---------------------------------------------------------------------------------------------------------
@cache
def of_the_page(table: str) -> tuple[str, ...]:
    """The names that the page's script knows of one sort."""
    body = re.search(rf"const {table} = \{{(.*?)\n\}};", SCRIPT, re.S)
    assert body is not None
    return tuple(re.findall(r"(?:^|[{,]|\n)\s*(\w+):", body[1]))


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """The modules of the tutor, without the stand-ins."""
    ours = (path for path in sorted(PACKAGE.rglob("*.py")) if STAND_INS not in path.parents)
    return tuple((path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")) for path in ours)


def used(package: str) -> Iterator[tuple[str, str]]:
    """Where which name of a package is used: `W.Button`, `from ipycanvas import Canvas`."""
    for where, tree in ((where, ast.parse(text)) for where, text in texts() if package in text):
        aliases = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                aliases |= {one.asname or one.name for one in node.names if one.name == package}
            elif isinstance(node, ast.ImportFrom) and node.module == package:
                yield from ((where, one.name) for one in node.names)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
                yield where, node.attr


def defined(module: str) -> set[str]:
    tree = ast.parse((STAND_INS / f"{module}.py").read_text("utf-8"))
    kinds = (ast.ClassDef, ast.FunctionDef)
    named = {node.name for node in tree.body if isinstance(node, kinds)}
    return named | {target.id for node in tree.body if isinstance(node, ast.Assign) for target in node.targets
                    if isinstance(target, ast.Name)}  # fmt: skip


@pytest.mark.parametrize("package", ["ipywidgets", "ipycanvas", "anywidget", "traitlets", "numpy"])
def test_whatever_the_tutor_uses_of_a_package_its_stand_in_has(package: str) -> None:
    asked = set(used(package))
    assert asked
    assert {(where, name) for where, name in asked if name not in defined(package)} == set()


def test_no_class_of_ours_takes_a_name_that_is_the_stand_ins_own() -> None:
    taken = [(where, found) for where, text in texts() for found in re.findall(rf"(?:def |\.){OWN}\w+", text)]
    assert taken == []


def test_the_stand_ins_keep_to_names_of_their_own_and_of_the_real_widgets() -> None:
    """Else a table's own method, `press` or `put`, would be taken for the stand-in's."""
    import anywidget
    import ipycanvas
    import ipywidgets

    for module, real in (("ipywidgets", ipywidgets), ("ipycanvas", ipycanvas), ("anywidget", anywidget)):
        for node in ast.parse((STAND_INS / f"{module}.py").read_text("utf-8")).body:
            theirs = getattr(real, node.name, None) if isinstance(node, ast.ClassDef) else None
            if theirs is None:
                continue
            assert isinstance(node, ast.ClassDef)
            methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            known = {*dir(theirs), *dir(ipywidgets.DOMWidget)}
            assert {name for name in methods - known if not name.startswith((OWN, "__"))} == set(), (
                f"{module}.{node.name}"
            )


def test_every_kind_and_command_that_is_told_the_page_knows() -> None:
    told: set[str] = set()
    for path in STAND_INS.glob("*.py"):
        text = path.read_text("utf-8")
        told |= set(re.findall(r'_page_kind = "(\w+)"', text))
    assert told <= set(of_the_page("KINDS"))
    source = (STAND_INS / "ipycanvas.py").read_text("utf-8")
    commands = set(re.findall(r'"(\w+)"', source.split("COMMANDS")[1].split(")\n)")[0]))
    assert commands - {"draw_image"} <= set(of_the_page("COMMANDS"))
    styles = set(re.findall(r'"(\w+)"', source.split("STYLES")[1].split(")")[0]))
    assert styles == set(of_the_page("CANVAS_STYLES"))
