"""Scenarios and maps by name, from one's own folder and from those that come with the tutor."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.duel.ruleset import MAP, SCENARIO
from tutor import library
from tutor.files.faults import BadFile
from tutor.library import NotInLibrary


def test_a_position_by_name(toy: Path) -> None:
    for name in ("duel/assault", "assault", toy / "duel" / "assault.yaml", str(toy / "duel" / "assault.yaml")):
        assert library.position(name).pieces["r1"].place == "a"


def test_readings_and_options(toy: Path) -> None:
    law = library.position("assault", {"halving": "exact"}, ["snow"]).law
    assert law.reading("halving") == "exact"
    assert law.options == {"snow"}
    with pytest.raises(ValueError, match="unknown options"):
        library.position("assault", options=["fog"])


def test_names_come_from_all_folders(toy: Path) -> None:
    assert "duel/assault" in library.names()
    assert "se/roana" in library.names("se")
    assert all(name.startswith("duel/") for name in library.names("duel"))


@pytest.mark.parametrize(
    "name", ["duel/asault", "../duel/assault", "/etc/passwd", "duel/maps/ground", "x/assault", "", "duel/"]
)
def test_what_is_not_there(toy: Path, name: str) -> None:
    with pytest.raises(NotInLibrary):
        library.scenario(name)


@pytest.mark.parametrize("name", ["../../fa/maps/ground", "/x", "ground.yaml", "se/roana"])
def test_maps_are_named_never_given_as_paths(toy: Path, name: str) -> None:
    with pytest.raises(NotInLibrary):
        library.find_map("duel", name)


def test_a_map_is_one_object_until_its_file_changes(toy: Path) -> None:
    first = library.position("assault").map
    assert library.position("assault").map is first
    path = toy / "duel" / "maps" / "ground.yaml"
    path.write_text(MAP.replace("Alpha", "Aleph"), "utf-8")
    import os

    os.utime(path, (1, 1))
    assert library.named_map("duel", "ground").area("a").name.en == "Aleph"


def test_a_file_with_faults_is_not_opened(toy: Path) -> None:
    path = toy / "duel" / "assault.yaml"
    path.write_text(SCENARIO.replace("value: 3", "value: x"), "utf-8")
    with pytest.raises(BadFile, match="expected: a whole number"):
        library.scenario("assault")


def test_the_agenda_is_set_up_where_a_game_leaves_it(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = library.scenario("assault")
    bare = found.position().but(agenda=())
    rules = type("R", (), {"setup": staticmethod(lambda data, map, law: bare)})
    state = library.set_up(rules, {"agenda": [["attack", ["x", "y"]]]}, None, bare.law)  # type: ignore[arg-type]
    assert [(task.step, task.args) for task in state.agenda] == [("attack", (("x", "y"),))]
