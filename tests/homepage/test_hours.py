"""Hours in class: filled to the minute in three lengths, no word unexplained, answers for the teacher alone."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest

from tests.reading import read
from tutor.checking import check
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.hour import LENGTHS
from tutor.home import hours as prepared
from tutor.home import teach
from tutor.home.said import Reader
from tutor.lessons import find, terms
from tutor.lessons.handout import handout
from tutor.lessons.hours import hour, hours
from tutor.rulesets import folder

SHELF = hours()
BASE = "/tutor/"


def test_the_six_hours_are_there() -> None:
    assert set(SHELF) == {"se/1-roana", "se/2-modeles", "tlm/1-liege", "tlm/2-verdun", "dff/1-gallipoli", "fa/1-goeben"}


@pytest.mark.parametrize("name", SHELF)
def test_every_hour_that_comes_with_the_tutor_is_without_fault(name: str) -> None:
    game, _, stem = name.partition("/")
    assert check(folder(game) / "hours" / f"{stem}.yaml") == ("hour", ())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHELF)
def test_its_plan_runs_from_the_first_minute_to_the_last_in_three_lengths(name: str, lang: Lang) -> None:
    html = teach.paper("hour-plan", name, Reader(lang, BASE))
    assert html is not None
    assert "{" not in html
    tables = read(html).all("table")
    for table, minutes in zip(tables, (50, 30, 80), strict=True):
        times = [row.all("td")[0].text.split("–") for row in table.all("tr")[1:]]
        assert not re.search(r"\d+\smin", table.text), "what another length is for"
        assert times[0][0] == "0"
        assert times[-1][1] == str(minutes)
        assert all(before[1] == after[0] for before, after in pairwise(times))
    assert sorted(LENGTHS.values()) == [30, 50, 80]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHELF)
def test_pupils_have_room_to_write_and_the_teacher_the_answers(name: str, lang: Lang) -> None:
    found = hour(name)
    pupils, teachers = handout(name, lang).html, handout(name, lang, teacher=True).html
    graded = sum(task.graded for task in found.tasks)
    asked = graded + len(found.form.document.questions) + 2  # the debate and the exit question
    assert teachers.count('class="right"') == asked
    assert (pupils.count('class="right"'), teachers.count('class="line"')) == (0, 0)
    assert pupils.count('class="line"') == 2 * asked + 2, "the debate has twice the room"
    for html in (pupils, teachers):
        assert "size:A4" in html
        assert "<svg" in html
        assert read(html).all("h1")[0].text.replace("\u00a0", " ") == found.title(lang)
    answer = getattr(found.form.exit.answer, lang)
    seen = [read(html).text.replace("\u00a0", " ") for html in (pupils, teachers)]
    assert [answer in one for one in seen] == [False, True]
    assert [getattr(found.form.history, lang) in one for one in seen] == [False, True]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHELF)
def test_the_sheet_numbers_its_tasks_as_the_screen_does_and_says_what_is_passed_over(name: str, lang: Lang) -> None:
    found = hour(name)
    for teacher in (False, True):
        number = 0
        for over, task in re.findall(r'class="over">[^<]*?(\d+)\.</p>|<b>(\d+)\. ', handout(name, lang, teacher).html):
            assert (int(over) > number + 1) if over else (int(task) == number + 1)
            number = int(over) - 1 if over else int(task)
        assert number == found.lesson.tasks.index(found.tasks[-1]) + 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHELF)
def test_a_document_that_was_not_seen_is_said_not_to_be_verified(name: str, lang: Lang) -> None:
    assert not hour(name).form.document.verified
    for teacher in (False, True):
        told = read(handout(name, lang, teacher).html).text
        assert ("Non vérifié" if lang == "fr" else "Not verified") in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_for_teachers_leads_to_all_their_papers(lang: Lang) -> None:
    links = {link.attributes["href"] for link in read(prepared.contents(Reader(lang, BASE))).all("a")}
    for name in SHELF:
        assert {f"{BASE}{kind}/{name}" for kind in prepared.PAPERS} <= links
        assert f"{BASE}project/{hour(name).lesson.name}" in links
    assert f"{BASE}compare/asiago-1916" in links


@pytest.mark.parametrize(
    ("kind", "name"),
    [("hour-plan", "se/none"), ("hour-plan", "xx/1"), ("hour-sheet", "../se/1-roana"), ("hour-answers", ""),
     ("plan", "se/1-roana"), ("hour-plan", "se/1-pont"), ("project", "se/1-pont")],
)  # fmt: skip
def test_what_is_no_paper_is_none(kind: str, name: str) -> None:
    assert teach.paper(kind, name, Reader("en", BASE)) is None


# -- words ----------------------------------------------------------------------------------------------------------
EVERYDAY = {"act", "haute montagne", "austria-hungary"}  # terms that mean here what they mean everywhere
HEADS = {
    "table des brigades",
    "brigade table",
    "national morale",
}  # of a table that no task asks about


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHELF)
def test_what_counters_and_refusals_say_is_explained(name: str, lang: Lang) -> None:
    """`tutor check` looks at what tasks say before they are answered; here is all that stands on the paper."""
    found = hour(name)
    drawn = re.sub(r"<(style|svg).*?</\1>", "", handout(name, lang, teacher=True).html, flags=re.S)
    _, _, after = drawn.partition('class="words"')
    told = unescape(re.sub(r"<[^>]+>", " ", after.partition("</ul>")[2]))
    explained = " / ".join(getattr(one.word, lang) for one in found.form.words).casefold()
    met = set(terms.met(found.lesson.rules.book, lang, told)) - EVERYDAY - HEADS
    assert {term for term in met if not terms.stands(term, explained)} == set()


# -- files with faults ----------------------------------------------------------------------------------------------
GOOD = (folder("se") / "hours" / "1-roana.yaml").read_text("utf-8")
FAULTS = {
    ("lesson: 1-pont", "lesson: 9-none"): ["3:9: no lesson “se/9-none”"],
    ("who-else, odds]", "who-else, trumpets]"): ["no task “trumpets” here"],
    ("short: [scene, howitzers,", "short: [scene, trumpets,"): ["no task “trumpets” here"],
    ("{short: 3, hour: 5, long: 8}", "{short: 3, hour: 6, long: 8}"): ["“hour” makes 51 min in all; 50 are needed"],
    ("kind: exit", "kind: debate"): ["the hour lacks the part “exit”"],
    ('title: {fr: "Le pont', 'compare: none\ntitle: {fr: "Le pont'): ["no situation “none” in the comparison"],
    ('{fr: "Assaut, assaillir", en: "Assault"}', '{fr: "Attaque", en: "Attack"}'): [
        "the tasks say “assaut”, which “words” does not explain",
        "the tasks say “assault”, which “words” does not explain",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("change", "expected"), FAULTS.items(), ids=lambda one: str(one)[:40])
def test_faults_are_told_with_their_place(change: tuple[str, str], expected: list[str], tmp_path: Path) -> None:
    old, new = change
    assert old in GOOD
    path = tmp_path / "hour.yaml"
    path.write_text(GOOD.replace(old, new, 1), "utf-8")
    told = [fault.told("en") for fault in check(path)[1]]
    assert len(told) == len(expected)
    for line, wanted in zip(told, expected, strict=True):
        assert re.match(rf"{re.escape(str(path))}:\d+:\d+: ", line)
        assert wanted in line


def test_an_hour_of_ones_own_is_found_beside_ones_own_lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "se" / "hours").mkdir(parents=True)
    (tmp_path / "se" / "hours" / "9-mine.yaml").write_text(GOOD, "utf-8")
    assert "se/9-mine" not in hours("se")
    monkeypatch.setenv("TUTOR_LESSONS", str(tmp_path))
    assert "se/9-mine" in hours("se")
    assert hour("se/9-mine").lesson is find("se/1-pont")
