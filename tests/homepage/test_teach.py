"""What a teacher finds: every lesson with its papers, an hour that is an hour, one table of all hand-ins."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.reading import read
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.faults import Fault, Mark
from tutor.home import hours, page, teach
from tutor.home.said import Reader
from tutor.home.teach import HOUR, PAPERS, phases
from tutor.lessons import find, lessons
from tutor.lessons.bilan import HAND_IN, NoHandIn, bilan, gathered, handed_in
from tutor.lessons.progress import Progress
from tutor.lessons.walk import Walk

BASE = "/tutor/"


def reader(lang: Lang) -> Reader:
    return Reader(lang, BASE)


@pytest.fixture
def anna(tmp_path: Path) -> Progress:
    """A learner who has solved one task at the first attempt, and tried another."""
    progress, walk = Progress(tmp_path / "p.sqlite3", "Anna"), Walk(find("se/1-pont"))
    graded = [n for n, task in enumerate(walk.lesson.tasks) if task.graded]
    walk.go(graded[0])
    walk.attempt(walk.task.solution)
    progress.keep(walk)
    walk.go(graded[1])
    walk.hint()
    progress.keep(walk)
    return progress


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_lesson_has_all_its_papers_once(lang: Lang) -> None:
    before, prepared, rest = teach.contents(reader(lang)).partition(hours.contents(reader(lang)))
    assert prepared, "before them stand the hours made ready"
    links = Counter(link.attributes["href"] for link in read(f"{before}{rest}").all("a"))
    wanted = {f"{BASE}{paper}/{name}": 1 for name in lessons() for paper in PAPERS}
    assert dict(links) == {**wanted, f"{BASE}collect": 1}


@pytest.mark.usefixtures("toy")
def test_a_sixth_game_can_be_taught() -> None:
    assert f'href="{BASE}plan/duel/1-attack"' in teach.contents(reader("en"))
    assert "1.2" in find("duel/1-attack").about
    assert read(teach.plan("duel/1-attack", reader("en"))).all("table")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", lessons())
def test_a_plan_takes_an_hour_of_class(name: str, lang: Lang) -> None:
    found = phases(find(name), reader(lang))
    assert sum(phase.minutes for phase in found) == HOUR
    assert min(phase.minutes for phase in found) >= 4
    assert all(point and "{" not in point for phase in found for point in phase.points)
    shown = read(page.printed("paper.plan", teach.plan(name, reader(lang)), reader(lang)))
    (table,) = shown.all("table")
    times = [row.all("td")[0].text for row in table.all("tr")[1:]]
    assert times[0].startswith("0–")
    assert times[-1].endswith(f"–{HOUR}")
    assert [one.partition("–")[2] for one in times[:-1]] == [one.partition("–")[0] for one in times[1:]]


def test_hand_ins_come_to_one_table_with_a_line_for_each_pupil_and_lesson(anna: Progress) -> None:
    rows = handed_in("Anna", bilan(progress=anna).text.encode())
    other = handed_in("<b>Bo</b>", bilan(progress=anna).text.encode())
    html = teach.collected([*rows, *other], [Fault("x.json", Mark(1, 1), "no-bilan")], reader("en"))
    shown = read(html)
    lines = [[cell.text for cell in line.parts if not isinstance(cell, str)] for line in shown.all("tr")]
    assert lines[0] == ["Pupil", "Lesson", "Stars", "Tasks done", "Attempts", "Hints"]
    assert lines[1] == ["<b>Bo</b>", "Who may cross the gorge?", "3 ★", "1", "1", "1"]
    assert lines[2][0] == "Anna" or lines[1][0] == "Anna"
    assert "x.json:1:1" in shown.all("li")[0].text
    (file,) = shown.all("a")
    written = unquote(file.attributes["href"].partition(",")[2])
    read_back = [*csv.DictReader(io.StringIO(written))]
    assert [row["hand_in"] for row in read_back] == ["Anna"] * 2 + ["<b>Bo</b>"] * 2
    assert tuple(read_back[0]) == HAND_IN


@pytest.mark.parametrize("content", [
    b"", b"\xff", b"[]", b"{}", b'{"form": "tutor-bilan"}', b'{"form": "tutor-bilan", "tasks": [{}]}',
    b'{"form": "other", "tasks": []}', b'{"form": "tutor-bilan", "tasks": 3}',
])  # fmt: skip
def test_what_is_no_hand_in_is_told_so(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(NoHandIn):
        handed_in("x", content)
    (tmp_path / "x.json").write_bytes(content)
    rows, faults = gathered(tmp_path)
    assert rows == []
    assert [fault.kind for fault in faults] == ["no-bilan"]


def test_figures_that_are_none_are_refused(anna: Progress) -> None:
    data: dict[str, Any] = json.loads(bilan(progress=anna).text)
    data["tasks"][0]["stars"] = "many"
    with pytest.raises(NoHandIn):
        handed_in("x", json.dumps(data).encode())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_any_hand_in_that_is_said(lang: Lang) -> None:
    shown = read(page.collecting(reader(lang), "", teach.collected([], [], reader(lang))))
    assert shown.all("table") == []
    assert reader(lang).say("collect.none") in shown.text.replace("'", "&#x27;")
