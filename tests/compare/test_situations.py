"""Situations as files: their form, their faults with line and column, their words in both languages."""

from __future__ import annotations

import pytest

from tutor.compare.neighbours import AXES, changes
from tutor.compare.situation import find, names, parsed, situation
from tutor.files.faults import BadFile
from tutor.library import NotInLibrary


def test_there_are_enough_of_them() -> None:
    assert len(names()) >= 12


@pytest.mark.parametrize("name", names())
def test_each_says_where_it_comes_from(name: str) -> None:
    one = situation(name)
    assert one.provenance
    assert one.sources
    for both in (one.title, one.story, one.history, one.date, *one.questions):
        assert both.fr.strip()
        assert both.en.strip()
        assert both.fr != both.en or both is one.title


@pytest.mark.parametrize("name", names())
def test_special_divisions_are_among_the_divisions(name: str) -> None:
    one = situation(name)
    for force in (one.attacker, one.defender):
        assert force.assault + force.mountain + force.cavalry <= force.divisions


def test_a_fault_is_found_where_it_stands() -> None:
    text = find("somme-1916").read_text("utf-8")
    wrong = text.replace("front: western", "front: northern")
    with pytest.raises(BadFile) as bad:
        parsed(wrong, "wrong.yaml")
    ((fault,)) = bad.value.faults
    assert text.splitlines()[fault.mark.line - 1].startswith("front:")
    assert fault.kind == "expects-one-of"


def test_an_unknown_name_names_its_neighbours() -> None:
    with pytest.raises(NotInLibrary) as missing:
        situation("som-1916")
    assert "somme-1916" in missing.value.near


def test_a_change_changes_one_thing() -> None:
    one = situation("vimy-1917")
    other = one.changed({"attacker.divisions": 6})
    assert other.attacker.divisions == 6
    assert other.changed({"attacker.divisions": one.attacker.divisions}) == one.changed({})


@pytest.mark.parametrize("axis", AXES)
def test_a_slider_holds_where_the_situation_stands(axis: str) -> None:
    for name in names():
        one = situation(name)
        assert one.at(AXES[axis].path) in AXES[axis].around(one)


def test_what_changes_nothing_is_not_asked() -> None:
    assert "rain" not in changes(situation("caporetto-1917"))
    assert "rain" in changes(situation("somme-1916"))
    assert "a-river" not in changes(situation("liege-1914"))
