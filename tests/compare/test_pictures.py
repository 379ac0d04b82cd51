"""Plots and widgets: what they draw is what was answered."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from tutor.compare.comparison import GROUNDS
from tutor.compare.neighbours import AXES
from tutor.compare.plots import course, picture, value_told
from tutor.compare.situation import situation
from tutor.compare.sweep import Asked, Kept, ask
from tutor.compare.widgets import PAGES, Comparison, bars, page
from tutor.engine.sayings import messages
from tutor.engine.text import LANGUAGES

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
        assert html == bars(answers, lang) + html[len(bars(answers, lang)) :]  # type: ignore[arg-type]


def test_a_slider_redraws_at_once_what_was_worked_out_ahead(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.compare.widgets.compared", lambda: GAMES)
    shown = Comparison("gorlice-1915", "en", kept=kept)
    shown.axis.value = "entrenchment"
    first = shown.body.value
    assert first  # what is not known yet is being worked out; nothing waits for it
    assert shown.work is not None
    shown.work.join()
    before = shown.body.value
    assert before.count("<tr>") == 1 + len(GAMES)
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


def test_where_no_thread_can_be_started_the_page_breathes_between_two_answers(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_thread(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def laid() -> Comparison:
        shown = Comparison("gorlice-1915", "en", kept=kept)
        assert "<tr>" in shown.body.value
        assert shown.task is not None
        await shown.task
        return shown

    monkeypatch.setattr("tutor.compare.widgets.compared", lambda: GAMES)
    monkeypatch.setattr(threading.Thread, "start", no_thread)
    shown = asyncio.run(laid())
    assert None not in shown.answers()
    assert shown.ahead.value == shown.ahead.max > 0
    assert shown.body.value.count("<tr>") == 1 + len(GAMES)
