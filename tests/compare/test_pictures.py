"""Plots and widgets: what they draw is what was answered."""

from __future__ import annotations

import asyncio
import base64
import re
import threading
import time
from collections.abc import Coroutine
from itertools import pairwise
from typing import Any, TypeVar
from xml.etree import ElementTree

import pytest

from tutor import rulesets
from tutor.board.look import INK, LINES, NATIONS, OUTCOMES, contrast
from tutor.compare.boards import board, row, tenths
from tutor.compare.comparison import GROUNDS
from tutor.compare.diorama import SIDES, say
from tutor.compare.neighbours import AXES
from tutor.compare.outcome import USUAL, Answer
from tutor.compare.plots import course, picture, value_told
from tutor.compare.situation import situation
from tutor.compare.sweep import Asked, Kept, ask
from tutor.compare.widgets import PAGES, Comparison, page
from tutor.engine.sayings import messages
from tutor.engine.text import LANGUAGES, Lang
from tutor.rendering.html import SHADES

T = TypeVar("T")
GAMES = ("se", "tlm", "gwie", "fa")


def test_the_bars_are_as_long_as_the_chances(kept: Kept) -> None:
    answers = [ask(Asked(game, situation("gallipoli-1915")), kept) for game in ("se", "fa")]
    figure = picture(answers, "en")
    left, right = figure.axes
    assert [text.get_text() for text in left.get_yticklabels()] == ["SE", "FA"]
    drawn = {bars_.get_label(): [patch.get_width() for patch in bars_] for bars_ in left.containers}
    for ground in GROUNDS:
        label = messages("tutor.compare")[f"ground.{ground}"]["en"]
        assert drawn[label] == [0.0, pytest.approx(float(answers[1].ground(ground)))]
    assert any("cannot" in text.get_text() for text in left.texts)
    assert [bars_[1].get_width() for bars_ in right.containers] == [
        pytest.approx(float(answers[1].loss(side))) for side in ("attacker", "defender")
    ]


def test_a_course_has_a_line_for_each_game(kept: Kept) -> None:
    one, axis = situation("gorlice-1915"), AXES["entrenchment"]
    rows = {
        value: [ask(Asked(game, one.changed({axis.path: value})), kept) for game in GAMES] for value in axis.around(one)
    }
    figure = course(rows, axis.id, "fr")
    (axes,) = figure.axes
    assert [line.get_label() for line in axes.lines] == [game.upper() for game in GAMES]
    assert list(axes.lines[0].get_ydata()) == [float(answers[0].ground()) for answers in rows.values()]
    assert axes.lines[0].get_ydata()[0] > axes.lines[0].get_ydata()[-1]


@pytest.mark.parametrize("axis", AXES)
def test_every_axis_and_value_has_its_words(axis: str) -> None:
    assert f"axis.{axis}" in messages("tutor.compare")
    for value in AXES[axis].around(situation("somme-1916")):
        told = [value_told(value, axis, lang) for lang in LANGUAGES]
        assert all(told)
        assert not any(":" in one for one in told)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_told(name: str, lang: str, kept: Kept) -> None:
    answers = [ask(Asked(game, situation("gallipoli-1915")), kept) for game in ("se", "fa")]
    html = page(name, answers, lang)  # type: ignore[arg-type]
    assert html.startswith(("<div", "<table"))
    assert "{" not in html
    if name == "answers":
        assert html.startswith(row(answers, ("se", "fa"), lang))  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_a_game_with_its_board_and_what_comes_of_it(lang: Lang, kept: Kept) -> None:
    """The parts of the bar are as wide as the chances; a game that cannot say it, or is not done, says so."""
    se, fa = (ask(Asked(game, situation("gallipoli-1915")), kept) for game in ("se", "fa"))
    cards = re.findall("<article>.*?</article>", row((se, fa, None), ("se", "fa", "tlm"), lang), re.DOTALL)
    assert [card.count("<img") for card in cards] == [0, 1, 0]
    assert say("still-reckoning", lang) in cards[2]
    widths = [float(one) for one in re.findall(r"<span style=\"width:([\d.]+)%", cards[1])]
    chances = [float(100 * fa.ground(ground)) for ground in GROUNDS if fa.ground(ground)]
    assert widths == pytest.approx(chances, abs=0.001)
    assert sum(widths) == pytest.approx(100, abs=0.01)
    for side in SIDES:
        found = tenths(fa, side)
        assert sum(found) == 1
        mean = fa.loss(side)
        low, high = (sum(chance * (n + more) for n, chance in enumerate(found)) / 10 for more in (0, 1))
        assert low <= mean <= high


@pytest.mark.parametrize("game", rulesets.games())
def test_every_game_lays_its_own_board_with_the_counters_that_fight(game: str, kept: Kept) -> None:
    """Another force, another picture; the same question, the same."""
    one = situation("verdun-1916")
    few = one.changed({"attacker.divisions": 1})
    pictures = {}
    for about in (one, few):
        answer = Answer(game, about, USUAL)
        kind, _, data = board(answer, "en").partition(",")
        assert kind == "data:image/svg+xml;base64"
        drawn = ElementTree.fromstring(base64.b64decode(data))
        assert len(data) < 150_000
        assert "".join(drawn.itertext()).strip(), "letters of counters"
        pictures[about.at("attacker.divisions")] = data
        assert board(Answer(game, about, USUAL), "en").endswith(data)
    assert len(set(pictures.values())) == 2


def test_outcomes_are_told_apart_without_colour_and_are_no_nations() -> None:
    faces = [face for face, _ in OUTCOMES.values()]
    assert all(contrast(face, ink) >= 4.5 for face, ink in OUTCOMES.values())
    assert all(contrast(one, other) >= 1.5 for one, other in pairwise(faces))
    assert all(contrast(shade, INK) >= 4.5 for shade in SHADES)
    assert all(contrast(one, other) >= 1.5 for one, other in pairwise((*SHADES, SHADES[0])))
    assert not {*faces, *LINES, *SHADES} & {face for face, _ in NATIONS.values()}


def test_a_slider_redraws_at_once_what_was_worked_out_ahead(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.compare.widgets.compared", lambda: GAMES)
    shown = Comparison("gorlice-1915", "en", kept=kept)
    shown.axis.value = "entrenchment"
    first = shown.body.value
    assert first  # what is not known yet is being worked out; nothing waits for it
    assert shown.work is not None
    shown.work.join()
    before = shown.body.value
    assert before.count("<img") == len(GAMES)
    started = time.thread_time()
    shown.value.value = 3
    seconds = time.thread_time() - started
    assert shown.body.value != before
    assert len(shown.known) >= 16
    assert seconds < 1  # generous: the claim of 100 ms is measured by the benchmarks
    shown.page.value = "debate"
    assert "civilians" in shown.body.value
    shown.pick.value = "cambrai-1917"
    assert "Cambrai" in shown.head.value
    shown.close()
    shown.work.join(60)
    assert not shown.work.is_alive()


@pytest.fixture
def no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser, where none can be started."""

    def refused(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)


def to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """Also where tests in a browser came before: their driver leaves its loop running in this thread."""
    theirs = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return asyncio.run(work)
    finally:
        asyncio._set_running_loop(theirs)


@pytest.mark.usefixtures("no_thread")
def test_where_no_thread_can_be_started_the_page_breathes_between_two_answers(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def laid() -> Comparison:
        shown = Comparison("gorlice-1915", "en", kept=kept)
        assert shown.body.value.count("<article>") == len(GAMES)
        assert shown.task is not None
        await shown.task
        return shown

    monkeypatch.setattr("tutor.compare.widgets.compared", lambda: GAMES)
    shown = to_its_end(laid())
    assert None not in shown.answers()
    assert shown.ahead.value == shown.ahead.max > 0
    assert shown.body.value.count("<img") == len(GAMES)


@pytest.mark.usefixtures("no_thread")
def test_a_comparison_is_stopped_between_two_slices_and_gone_on_with(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def laid() -> Comparison:
        shown = Comparison("asiago-1916", "en", kept=kept)
        assert shown.task is not None
        await asyncio.sleep(0.05)
        shown.halt.click()
        await shown.task
        assert None in shown.answers(), "it was stopped within an answer"
        assert shown.halt.description == "Go on"
        shown.halt.click()
        await shown.task
        return shown

    monkeypatch.setattr("tutor.compare.widgets.compared", lambda: ("dff",))
    monkeypatch.setattr("tutor.compare.widgets.along", lambda about, axis, setting: [Asked("dff", about, setting)])
    shown = to_its_end(laid())
    assert None not in shown.answers()
    assert (shown.halt.layout.display, shown.ahead.layout.visibility) == ("none", "hidden")
