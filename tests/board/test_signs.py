"""Signs are a closed set: a misspelt one is an error where it is written, and each has a painter."""

from __future__ import annotations

import re
from pathlib import Path as File
from typing import Any

import pytest

import tutor
from tutor import library, rulesets
from tutor.board import instruments
from tutor.board.look import ATTACK, CITED
from tutor.board.paint import sheet
from tutor.board.paint.figures import below
from tutor.board.paint.ink import Label, Path
from tutor.board.paint.marks import PAINTERS, over, under
from tutor.board.scene import SIGNS, TEXTS, Mark, Sign
from tutor.board.stage import scene_of
from tutor.engine.instrument import AREAS, LINES, Instrument, Shown
from tutor.engine.text import Text

ROOT = File(tutor.__file__).parent
NAME = Text("portée", "range")


def test_every_sign_has_a_painter_and_no_painter_another_sign() -> None:
    assert set(PAINTERS) == SIGNS


@pytest.mark.parametrize("kind", sorted(SIGNS))
def test_every_sign_leaves_ink(kind: Sign) -> None:
    state = library.position("se/roana")
    bare = sheet.picture(scene_of(state, "en"))
    for text in sorted(TEXTS.get(kind, {"4"})):
        mark = Mark(kind, ("3351", "3352"), ("gz1",), text)
        assert sheet.picture(scene_of(state, "en", marks=(mark,))) != bare


def test_every_sign_is_used() -> None:
    """What nothing marks with is no sign."""
    outside = (path for path in ROOT.rglob("*.py") if path.name != "scene.py" and path.parent.name != "paint")
    words = {word for path in outside for word in re.findall(r'"(\w+)"', path.read_text("utf-8"))}
    assert words >= SIGNS


def test_a_misspelt_mark_is_an_error() -> None:
    with pytest.raises(ValueError, match="no mark is called 'raech'; there are arrow, attack"):
        Mark("raech", ("3351",))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a sight is cut or open, not 'opne'"):
        Mark("sight", ("3351", "3352"), text="opne")
    with pytest.raises(ValueError, match="a ring is blue or green or red or yellow, not ''"):
        Mark("ring", ("3351",))


def test_a_misspelt_instrument_is_an_error() -> None:
    misspelt: Any = ("rnage", ("unit",)), ("range", ("unti",)), ("range", ()), ("range", ("side", "unit"))
    for draws, of in misspelt:
        with pytest.raises(ValueError, match="an instrument"):
            Instrument(NAME, of, draws, lambda state, unit: Shown())


def test_what_an_instrument_finds_is_drawn_with_its_own_sign() -> None:
    for sign in sorted(AREAS | LINES):
        one = Instrument(NAME, ("unit",), sign, lambda state, unit: Shown())  # type: ignore[arg-type]
        found = Shown(("3351",)) if sign in AREAS else Shown(line=("3351", "3352", "3353"))
        other = Shown(("3351",)) if sign in LINES else Shown(line=("3351", "3352", "3353"))
        assert [mark.kind for mark in instruments.marks(one, found)] == [sign]
        with pytest.raises(ValueError, match=f"range: draws '{sign}'"):
            list(instruments.marks(one, other))


@pytest.mark.parametrize("game", rulesets.GAMES)
def test_a_games_own_instruments_find_what_they_draw(game: str) -> None:
    """For every unit and side of a scenario: no area where a line is drawn, and the other way round."""
    state = library.position(next(name for name in library.names(game)))
    pieces = [piece.id for piece in state.pieces][:20]
    sides = sorted({piece.side for piece in state.pieces})
    own = rulesets.part(game, "instruments")
    for one in own.INSTRUMENTS.values():
        every = {"unit": pieces, "side": sides, "place": list(state.map.places)[:20]}
        for given in zip(*(every[kind][n:] for n, kind in enumerate(one.of)), strict=False):
            list(instruments.marks(one, one.find(state, *given)))


def test_the_name_of_a_place_is_read_on_the_edge_that_is_drawn_round_it() -> None:
    inks = list(over(scene_of(library.position("se/roana"), "fr", marks=(Mark("cited", ("3252",)),))))
    edge = max(n for n, one in enumerate(inks) if isinstance(one, Path) and one.stroke == CITED)
    assert [n for n, one in enumerate(inks) if isinstance(one, Label) and one.text == "Canove" and n > edge]


def test_the_edge_of_an_area_runs_under_its_counters_and_that_of_a_hex_around_them() -> None:
    area, hex = (scene_of(library.position(name), "fr", marks=(Mark("attack", (place,)), Mark("cited", (place,))))
                 for name, place in (("tlm/michael", "artois"), ("se/roana", "3252")))  # fmt: skip
    for scene, beneath in ((area, True), (hex, False)):
        edges = [any(isinstance(one, Path) and one.stroke in (ATTACK, CITED) for one in drawn)
                 for drawn in (under(scene), over(scene))]  # fmt: skip
        assert edges == [beneath, not beneath]


def test_a_name_that_is_lettered_once_more_has_its_signs_beside_it() -> None:
    """Briey, through whose name the front of 1914 runs, is worth a point."""
    scene = scene_of(library.position("tlm/great-war"), "fr")
    drawn = list(below(scene))
    name = max(n for n, one in enumerate(drawn) if isinstance(one, Label) and one.text == "Briey")
    assert next(one.text for one in drawn[name + 1 :] if isinstance(one, Label)) == "1"
