"""Nothing that a player has before him on his real table exists only as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

from tutor import library, rulesets
from tutor.board import text
from tutor.board.drawers.cards import card
from tutor.board.kit import SYMBOLS, dotted, kit_of
from tutor.board.paint import sheet
from tutor.board.paint.counter import _SYMBOLS
from tutor.board.said import say
from tutor.board.stage import Stage
from tutor.engine.facts import Place
from tutor.engine.pieces import FrozenMap
from tutor.engine.tabletop import Tabletop
from tutor.files.counters import Symbol
from tutor.files.faults import BadFile

# What is on no map and no track: drafts of a question in course and tallies of a phase, which what is told and
# asked tells; what counters wear as markers; what is only the form in which a scenario says a thing.
UNSEEN = {
    "dff": "home front active passes declared creators concerned acting part draft chosen battles fought taken "
    "supplying supplies_first shifted moving sailed year_played bill beaches",
    "se": "active chosen aims marching paid named struck fights reacting tried lines cut mover pace shots picked "
    "interdictors spent bids",
    "tlm": "active rank weather entered moves since used apart spent campaign last promised linked deck pile "
    "under acts exchanged battles battle fought",
    "gwie": "front active theatre chooser cut tracing settled entered forfeited converted march carried sailed railed "
    "used used_in_series secret special fight chosen picked made owed lost saved kaiser_front alone cups last aims "
    "stormed calm czar_fell bought pinned dated influenza",
    "fa": "phasing nations chosen role declared attacks shots missions support air fight going fought beaten traced "
    "before cut served used crossed march group voyage melee ended starred fugitive",
}
DERIVED = {"fa": {"neutrals", "conquered"}, "tlm": {"pile_left"}}  # of `nations`; of `pile` and `under`


@pytest.mark.parametrize("game", rulesets.GAMES)
def test_every_part_of_a_position_is_shown_or_deliberately_not(game: str) -> None:
    state = library.position(library.names(game)[0])
    own = {one.name for one in fields(state)} - {one.name for one in fields(Tabletop)}
    data = kit_of(game).data
    described = [*([data["works"]] if "works" in data else []), *data.get("signs", ()), *data.get("displays", ())]
    shown = {one["path"] for one in described} | {str(data.get("control", "control"))} & own
    assert shown - DERIVED.get(game, set()) <= own
    assert shown - DERIVED.get(game, set()) == own - set(UNSEEN[game].split())


def named(data: Mapping[str, Any]) -> set[str]:
    """The attributes of a piece that a description names, in its templates too."""
    name = data.get("name", {})
    templates = [*data.get("factors", {}).values(), data.get("corner", ""), *(name.values() if name else ())]
    templates += [one["text"] for one in data.get("markers", ())]
    fields_ = [data[key] for key in ("nation", "symbol", "band", "inside") if key in data]
    fields_ += [one["field"] for one in (*data.get("markers", ()), *([data["weak"]] if "weak" in data else []))]
    return {*fields_, *(slot for text in templates for slot in re.findall(r"\{(\w+)\}", text))}


@pytest.mark.parametrize("game", rulesets.GAMES)
def test_what_is_printed_on_a_counter_is_an_attribute_of_a_piece(game: str) -> None:
    positions = [library.position(name) for name in library.names(game)]
    had = {one for state in positions for piece in state.pieces for one in dir(piece)}
    assert named(kit_of(game).data) <= had


def test_every_symbol_of_the_form_has_a_painter_and_a_word() -> None:
    known = set(get_args(Symbol))
    assert known - {"marker"} == set(_SYMBOLS)
    assert {symbol for _, symbol in SYMBOLS} <= known
    assert all(say(f"symbol.{symbol}", "fr") != f"symbol.{symbol}" for symbol in known)


def test_a_description_with_an_unknown_key_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "counters.yaml").write_text("corners: {infantry: x}", "utf-8")
    monkeypatch.setattr(rulesets, "folder", lambda game: tmp_path)
    with pytest.raises(BadFile):
        kit_of.__wrapped__("se")


@pytest.mark.parametrize("name", library.names())
def test_what_a_scenario_lays_on_the_map_is_on_the_scene(name: str) -> None:
    stage = Stage(library.position(name), "en")
    laid = {
        place
        for one, place, _ in stage.kit.signs(stage.state)
        if place in stage.layout.anchors and dotted(stage.state, one["path"])
    }
    assert {work.place for work in stage.works()} == laid
    told = text.board(stage.state, "en")
    assert all(work.title and work.title in told for work in stage.works())


def test_depots_are_on_the_map_with_what_they_hold() -> None:
    state = library.position("dff/gallipoli-1915")
    stage = Stage(state, "fr")
    assert {(work.place, work.level) for work in stage.works()} == {(hex, str(n)) for hex, n in state.supply.items()}
    drawn = sheet.picture(stage.scene())
    assert all(f">{n}</text>" in drawn for n in state.supply.values())
    assert "dépôt de 30 SP" in card(stage, "0904")
    emptied = Stage(state.but(supply=FrozenMap({"0904": 30})), "fr")
    assert len(emptied.works()) == 1


def test_sources_markers_and_trenches_lie_where_they_are() -> None:
    state = library.position("gwie/gaza")
    state = state.but(marks=FrozenMap({"allenby": "N2812"}), pipeline="N3112")
    works = {(work.place, work.sign, work.level) for work in Stage(state, "fr").works()}
    assert works == {
        ("N2416", "supply", "CP"),
        ("N2716", "supply", "CP"),
        ("N3112", "supply", "AL"),
        ("N3112", "supply", ""),
        ("N2813", "trench", ""),
        ("N2712", "trench", ""),
        ("N2812", "marker", "AL"),
    }


def test_a_blown_bridge_is_told_on_both_its_banks() -> None:
    state = library.position("se/roana")
    blown = Stage(state.but(bridges=frozenset({frozenset({"3351", "3352"})})), "en")
    assert {(one.place, one.title) for one in blown.works() if one.sign == "marker"} == {
        ("3351", f"bridge down to {blown.words.fact(Place('3352'))}"),
        ("3352", f"bridge down to {blown.words.fact(Place('3351'))}"),
    }


def test_tokens_in_one_place_do_not_cover_each_other() -> None:
    from tutor.board.paint.figures import below
    from tutor.board.paint.ink import Box, Label

    state = library.position("dff/gallipoli-1915")
    state = state.but(supply=FrozenMap({"0904": 30}), objectives=FrozenMap({"0904": 2}), control=FrozenMap())
    inks = list(below(Stage(state, "en").scene()))
    assert {one.text for one in inks if isinstance(one, Label)} == {"30", "★2"}
    one, other = (ink for ink in inks if isinstance(ink, Box) and ink.round)
    apart = abs(one.x - other.x) >= (one.w if one.x < other.x else other.w)
    assert apart or abs(one.y - other.y) >= max(one.h, other.h) - 0.5


@pytest.mark.parametrize("name", ["dff/albert-1917", "dff/gallipoli-1915"])
def test_no_token_lies_on_a_name(name: str) -> None:
    from tutor.board.paint.figures import below, lettered
    from tutor.board.paint.ink import Box

    scene = Stage(library.position(name), "fr").scene()
    tokens = [ink for ink in below(scene) if isinstance(ink, Box) and ink.round]
    assert tokens
    for token in tokens:
        for one in lettered(scene.layout, "fr"):
            x, y, half, tall = one.room
            apart = abs(token.x + token.w / 2 - x) >= half + 10 or abs(token.y + 7 - y) >= tall + 6
            assert apart, one.text


BESIDE: Mapping[str, Mapping[str, str]] = {
    "dff/gallipoli-1915": {"weather": "Balkans — fair", "initiative": "Allies", "fronts": "Balkans Middle East"},
    "se/roana": {"weather": "Clear", "planned": "Lambro", "guns": "Lambro — 5"},
    "tlm/cambrai": {"offensive": "Offensive"},
    "gwie/gaza": {"initiative": "East — Allied player West — CP player", "markers": "“Allenby”"},
    "fa/belgium-1914": {"weather": "Temperate — clear", "surprised": "Belgium — Germany", "year": "1914"},
}


@pytest.mark.parametrize("name", BESIDE)
def test_tracks_and_boxes_say_what_the_position_says(name: str) -> None:
    shown = {
        one.key: " ".join(item.text for item in one.items) for one in Stage(library.position(name), "en").displays()
    }
    assert BESIDE[name].items() <= shown.items()


@pytest.mark.parametrize("name", library.names())
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_display_shows_a_key_instead_of_a_word(name: str, lang: Any) -> None:
    stage = Stage(library.position(name), lang)
    boxes = [item for one in stage.displays() for item in one.items if item.what == "box" and "-" in item.id]
    assert not [item for item in boxes if item.id in item.text]
