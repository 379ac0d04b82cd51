"""The fronts of history on the table: shown on request, told as ours, and nothing of them in what is played."""

from __future__ import annotations

import pytest

from tutor import library
from tutor.board import recording
from tutor.board.layout import layout_of
from tutor.board.look import FRONT
from tutor.board.paint import fronts
from tutor.board.paint.ink import Label, Path
from tutor.board.scene import Scene
from tutor.board.table import Table
from tutor.engine.text import LANGUAGES, Lang

DAY = "1916-06-30"
NAMED = {"fr": "Front au 30 juin 1916", "en": "Front on 30 June 1916"}


def lines(scene: Scene, k: float = 1.0) -> list[Path]:
    return [one for one in fronts.on_table(scene, k) if isinstance(one, Path) and one.stroke == FRONT]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_day_is_drawn_told_and_taken_off_and_the_record_knows_nothing_of_it(lang: Lang) -> None:
    table = Table("tlm/great-war", language=lang)
    before, written = table.playing.line, recording.record(table.playing)
    assert 'data-value="fronts"' in table.drawer.rail.value
    table._acted("page", "fronts")
    told = table.drawer.part("fronts").told.value
    assert f'data-value="{DAY}" aria-pressed="false"' in told
    assert {"fr": "Tracé par nous", "en": "Our drawing"}[lang] in told
    assert not lines(table.board.scene)
    table._acted("front", DAY)
    assert table.errors == []
    assert f'data-value="{DAY}" aria-pressed="true"' in table.drawer.part("fronts").told.value
    assert NAMED[lang] in table.chips.value
    assert len(lines(table.board.scene)) == 1
    assert FRONT in table.picture()
    assert table.playing.line is before
    assert recording.record(table.playing) == written
    table._acted("front", "")
    assert NAMED[lang] not in table.chips.value
    assert not lines(table.board.scene)


def test_a_map_that_knows_no_front_offers_and_draws_none() -> None:
    table = Table("se/roana", language="en")
    assert 'data-value="fronts"' not in table.drawer.rail.value
    table._acted("front", DAY)
    assert not lines(table.board.scene)
    assert NAMED["en"] not in table.chips.value


def test_a_line_is_the_last_one_before_the_day_and_as_broad_on_the_page_from_afar() -> None:
    layout = layout_of(library.named_map("fa", "europe"))
    scene = Scene(title="", lang="en", layout=layout, day="1916-12-31")
    known = {one.front: one.date for one in fronts.on(layout, [scene.day])}
    assert known["western"] == DAY
    assert min(known.values()) < DAY
    for k in (0.1, 0.3, 1.0):
        assert min(one.width * k for one in lines(scene, k)) >= 3.4
    assert {*fronts.days(layout)} >= {*known.values()}


def test_names_under_a_line_are_read_over_it() -> None:
    """From near; from afar all names lie over the map."""
    layout = layout_of(library.named_map("tlm", "western-front"))
    scene = Scene(title="", lang="en", layout=layout, day="1918-03-20")
    near = [one.text for one in fronts.on_table(scene) if isinstance(one, Label)]
    assert near
    assert len(near) < len(layout.centres)
    assert not [one for one in fronts.on_table(scene, 0.3) if isinstance(one, Label)]
