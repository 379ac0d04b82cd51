"""Records as files: written, checked, read again, replayed to the same position."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.toy import TOY
from tutor import library
from tutor.engine.play import Session
from tutor.engine.records import of_session, replay
from tutor.files.checking import check
from tutor.files.nodes import read
from tutor.files.writing import load_record, save_record, to_yaml


def test_a_record_reads_back_the_same_and_replays(toy: Path) -> None:
    state = library.position("assault", {"halving": "exact"}, ["snow"])
    session = Session(TOY, state, seed=3)
    session.answer(("r1", "b"))
    session.roll()
    session.answer("a", despite=("1.7",))
    record = of_session(session, "fa/assault", notes={"title": {"fr": "Un", "en": "One"}})
    path = toy / "record.yaml"
    save_record(record, path)
    assert check(path) == ("record", ())
    again = load_record(path)
    assert again == record
    replayed = replay(again, Session(TOY, library.position(again.scenario, again.readings, again.options)))
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
