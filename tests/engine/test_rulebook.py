"""Rulebooks: ids, chapters, parents; the compiled form is used when it is the newer one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tutor.engine.rulebook import COMPILED, Rulebook, UnknownRule, chapter_of, parent_of
from tutor.rulesets import GAMES, NoSuchGame, book, folder, ruleset

SOURCE = '"1.1":\n  printed: "1.1"\n  lines: "3"\n  kind: rule\n  effects: [counts]\n  text: complete\n'


def test_ids() -> None:
    assert [chapter_of(rule) for rule in ("13.4.3.A", "2.0-II.4", "Sc5.roana")] == ["13", "2", "Sc5"]
    ids = dict.fromkeys(["13.4", "13.4.3.A", "13.4.5", "13.4.5.1", "2.0", "2.0-II.4.a"])
    assert parent_of("13.4.5.1", ids) == "13.4.5"
    assert parent_of("13.4.3.A", ids) == "13.4"
    assert parent_of("2.0-II.4.a", ids) == "2.0"
    assert parent_of("13.4", ids) is None


def test_a_rule_knows_itself() -> None:
    rule = book("se")["13.4.6"]
    assert (rule.ref, rule.chapter, rule.kind, rule.parent) == ("se:13.4.6", "13", "rule", "13.4")
    assert rule.cited == "SE 13.4.6"
    assert "13.4.6" in book("se").chapters["13"]


def test_what_does_not_exist_says_so() -> None:
    with pytest.raises(UnknownRule, match="se:99"):
        book("se")["99"]
    with pytest.raises(NoSuchGame, match="chess"):
        book("chess")
    with pytest.raises(NoSuchGame, match="chess"):
        ruleset("chess")


def test_the_newer_of_source_and_compiled_form_is_read(tmp_path: Path) -> None:
    rules = tmp_path / "rulebook" / "rules"
    rules.mkdir(parents=True)
    source, compiled = rules / "01.yaml", tmp_path / COMPILED
    source.write_text(SOURCE, "utf-8")
    compiled.write_text(json.dumps({"rules": {}, "tables": {}}), "utf-8")
    os.utime(source, (1, 1))
    assert len(Rulebook.load("x", tmp_path)) == 0
    os.utime(compiled, (0, 0))
    assert "1.1" in Rulebook.load("x", tmp_path)


def test_one_id_in_two_files_is_refused(tmp_path: Path) -> None:
    rules = tmp_path / "rulebook" / "rules"
    rules.mkdir(parents=True)
    for name in ("01.yaml", "02.yaml"):
        (rules / name).write_text(SOURCE, "utf-8")
    with pytest.raises(ValueError, match=r"1\.1 stands in two files"):
        len(Rulebook.load("x", tmp_path))


def test_all_five_are_there() -> None:
    assert sum(len(book(game)) for game in GAMES) == 2013
    assert all((folder(game) / "rulebook").is_dir() for game in GAMES)
