"""Records as files: written, checked, read again, replayed to the same position."""

from __future__ import annotations

import ast
import errno
import os
import stat
from pathlib import Path

import pytest

from tests.duel.ruleset import RULES
from tutor import library
from tutor.checking import check
from tutor.engine.play import Session
from tutor.engine.records import of_session, replay
from tutor.files import writing
from tutor.files.nodes import read
from tutor.files.writing import load_record, save_record, to_yaml, write_whole


def test_a_record_without_options_has_those_of_its_scenario(toy: Path) -> None:
    snowy = (toy / "duel" / "assault.yaml").read_text("utf-8") + "options: [snow]\n"
    (toy / "duel" / "snowy.yaml").write_text(snowy, "utf-8")
    for given, wanted in (("", {"snow"}), ("options: []\n", set()), ("options: [snow]\n", {"snow"})):
        (toy / "record.yaml").write_text(f"scenario: duel/snowy\n{given}lines: []\n", "utf-8")
        record = load_record(toy / "record.yaml")
        assert library.scenario(record.scenario).played_as(record).law.options == wanted
        save_record(record, toy / "again.yaml", over=True)
        assert load_record(toy / "again.yaml") == record


def test_a_record_reads_back_the_same_and_replays(toy: Path) -> None:
    state = library.position("assault", {"halving": "exact"}, ["snow"])
    session = Session(RULES, state, seed=3)
    session.answer(("r1", "b"))
    session.roll()
    session.answer("a", despite=("1.7",))
    record = of_session(session, "duel/assault", notes={"title": {"fr": "Un", "en": "One"}})
    path = toy / "record.yaml"
    save_record(record, path)
    assert check(path) == ("record", ())
    again = load_record(path)
    assert again == record
    replayed = replay(again, Session(RULES, library.position(again.scenario, again.readings, again.options)))
    assert replayed.state.pieces == session.state.pieces


@pytest.mark.parametrize(
    "data",
    [
        {"a": "0225", "b": "13.4", "c": "yes", "d": "null", "e": "3352", "f": 3352, "g": True, "h": None, "i": ""},
        {"list": ["a", ["b", 1], {"c": ["d"]}], "text": "two\nlines: with colons # and remarks", "0225": "key"},
        {"same": [["x"], ["x"]], "quoted": "<<", "star": "*a", "tag": "!x", "accents": "Désorganisé à l'été"},
    ],
)
def test_what_is_written_reads_back_the_same(data: dict[str, object]) -> None:
    assert read(to_yaml(data), "f")[0].plain() == data


# -- whole or not at all -----------------------------------------------------------------------------------------
def test_a_file_that_is_there_is_written_over_only_when_that_is_wished(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    write_whole(path, "old")
    with pytest.raises(FileExistsError) as there:
        write_whole(path, "new")
    assert there.value.filename == str(path)
    assert path.read_text() == "old"
    write_whole(path, "new", over=True)
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == ["a.yaml"]


@pytest.mark.parametrize("fails", ["write", "fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    real = os.fdopen

    def half(handle: int, mode: str) -> object:
        file = real(handle, mode)
        file.write(b"ha")
        file.close()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(writing.os, *(("fdopen", half) if fails == "write" else (fails, full)))
    with pytest.raises(OSError, match="No space left") as error:
        write_whole(path, "new", over=True)
    assert error.value.filename == str(path), "the file that the person named"
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.yaml"], "and nothing lies about"


def test_a_file_keeps_its_permissions_and_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_text("old")
    (tmp_path / "real.yaml").chmod(0o640)
    (tmp_path / "link.yaml").symlink_to("real.yaml")
    write_whole(tmp_path / "link.yaml", "new", over=True)
    assert (tmp_path / "link.yaml").is_symlink()
    assert (tmp_path / "real.yaml").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "real.yaml").stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "other.yaml", "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "other.yaml").stat().st_mode) == 0o640, "as any new file has them"
    write_whole(Path(os.devnull), "new")
    assert not Path(os.devnull).is_file(), "what is no file is not put aside"
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "new", over=True)


ELSEWHERE = {
    "tutor/engine/rulebook.py",  # the package being built
    "tutor/board/png.py",  # what is kept for next time, in places of their own
    "tutor/board/setting.py",
    "tutor/compare/sweep.py",
    "tutor/cli/lab.py",
    "tutor/cli/lesson.py",
    "tutor/rendering/pdf.py",  # what a printer reads and nobody keeps
    "tutor/classroom/packing.py",
    "tutor/classroom/lite.py",  # a site that is built aside and then put where it was asked for
    "tutor/classroom/runtime.py",
    "tutor/lessons/progress.py",
    "tutor/classroom/pupil.py",  # the learner's progress, as the browser has kept it
}


def test_every_file_that_a_person_names_is_written_in_one_place() -> None:
    root = Path(__file__).parents[2]
    found = {
        str(path.relative_to(root))
        for path in root.glob("tutor/**/*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("write_text", "write_bytes", "fdopen")
        and not (isinstance(node.value, ast.Name) and node.value.id == "formatter")
    }  # fmt: skip
    assert found - ELSEWHERE == {"tutor/files/writing.py"}
