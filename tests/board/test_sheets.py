"""Several sheets on one board: each in its own orientation, apart, found by pointer and arrow; boxes as trays."""

from __future__ import annotations

import math
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from PIL import Image

from tests.engine.test_space_sheets import TABLE, table
from tutor import library
from tutor.board.drawers.cards import ground_told
from tutor.board.layout import Layout, inside, layout_of
from tutor.board.live import Board
from tutor.board.paint import sheet
from tutor.board.png import png
from tutor.board.scene import Mark, Scene
from tutor.board.setting import Setting
from tutor.board.stage import Stage, scene_of
from tutor.board.table import _toward
from tutor.engine.space.maps import read_map

SEINE = "dff/seine-1914"


def laid(**changes: Any) -> Layout:
    return layout_of(table(**changes))


def test_each_sheet_has_its_own_hexagons() -> None:
    """With a pointy top the northernmost corner lies above the centre, with a flat one there are two."""
    layout = laid()
    for place, ring in layout.outlines.items():
        north = min(y for _, y in ring)
        tops = [x for x, y in ring if y == pytest.approx(north, abs=0.2)]
        assert len(tops) == (1 if layout.map.sheet(place).top == "pointy" else 2), place


def test_sheets_lie_apart_where_the_map_says_or_from_left_to_right() -> None:
    layout = laid(sheets={**TABLE["sheets"], "east": {"map": TABLE["sheets"]["east"]["map"]}})
    boxes = list(layout.sheets.values())
    assert [box.left for box in boxes] == sorted(box.left for box in boxes)
    for one, other in combinations(boxes, 2):
        assert one.right < other.left
    assert layout.width > boxes[-1].right
    low = laid(sheets={**TABLE["sheets"], "south": {**TABLE["sheets"]["south"], "at": [0, 6]}})
    assert low.sheets["south"].top > low.sheets["west"].low
    assert low.sheets["south"].left == low.sheets["west"].left


def test_a_sheet_alone_is_the_same_picture_beside_others() -> None:
    """The same hexes, moved."""
    layout = laid()
    for key in layout.map.sheets:
        alone = layout_of(read_map(TABLE["sheets"][key]["map"]))
        moves = {
            (round(layout.centres[place][0] - x, 3), round(layout.centres[place][1] - y, 3))
            for place, (x, y) in alone.centres.items()
        }
        assert len(moves) == 1
        assert not alone.sheets


def test_the_pointer_finds_every_hex_and_nothing_between_sheets() -> None:
    layout = laid(sheets={**TABLE["sheets"], "east": {"map": TABLE["sheets"]["east"]["map"]}})
    for place, (x, y) in layout.centres.items():
        assert layout.at(x, y) == place
        assert layout.at(x + 20, y - 20) == place
    west, east = layout.sheets["west"], layout.sheets["east"]
    middle = (west.right + east.left) / 2
    assert layout.at(middle, west.top + west.height / 2) is None
    assert layout.at(middle, west.top - 20) is None


def test_arrows_cross_from_sheet_to_sheet() -> None:
    layout = laid(sheets={**TABLE["sheets"], "east": {"map": TABLE["sheets"]["east"]["map"]}})
    place, seen = "W0201", ["west"]
    for _ in range(14):
        place = _toward(layout, place, "Right")
        key = layout.map.sheet(place).key
        seen += [key] if key != seen[-1] else []
    assert seen == ["west", "east", "south"]
    assert _toward(layout, place, "Right") == place
    alone = layout_of(read_map(TABLE["sheets"]["west"]["map"]))
    assert _toward(alone, "W0104", "Right") == "W0104"


def test_the_picture_names_sheets_and_marks_both_ends_of_a_link() -> None:
    layout = layout_of(library.scenario(SEINE).map)
    text = sheet.ground(layout, "fr", sheet.whole(layout), 1, True)
    assert ">Carte de la Seine<" in text
    assert ">Front Ouest<" in text
    assert text.count(">A</text>") == 2
    assert text.count(">B 4</text>") == 2
    alone = layout_of(library.scenario("gwie/suez").map)
    assert "Suez à Gaza" not in sheet.ground(alone, "fr", sheet.whole(alone), 1, True)


def test_a_way_across_a_link_can_be_marked() -> None:
    state = library.position(SEINE)
    scene = scene_of(state, "en", marks=[Mark("path", ("S0205", "0501", "0502"))])
    assert sheet.picture(scene, plain=True)
    (x, y), (x2, y2) = (scene.layout.centres[place] for place in ("S0205", "0501"))
    assert math.dist((x, y), (x2, y2)) > 2 * scene.layout.radius


def test_pointing_at_an_end_tells_where_the_link_leads() -> None:
    stage = Stage(library.position(SEINE), "en")
    told = " ".join(ground_told(stage, "S0205"))
    assert "Beauvais" in told
    assert "Beauvais line" in told
    assert not [line for line in ground_told(stage, "S0204") if "⇢" in line]


def test_what_lies_in_a_box_is_seen_under_its_name_and_can_be_pointed_at() -> None:
    """Trays in the order of the rulebook, with those who are still to come after them."""
    state = library.position("gwie/suez")
    units = state.pieces
    state = state.put(
        units["tu80"].but(place=None, box="transit"),
        units["anzac"].but(place=None, box="allied-near-east"),
        units["br42"].but(place=None, arrives="M"),
    )
    scene = scene_of(state, "en")
    trays = {display.key: display for display in scene.displays if display.key.startswith("box:")}
    assert list(trays) == ["box:transit", "box:allied-near-east", "box:M"]
    assert trays["box:transit"].title == "CP “Transit Box”"
    assert trays["box:M"].title == "To come, turn M"
    assert [item.id for item in trays["box:allied-near-east"].items] == ["anzac"]
    pressed: list[str | None] = []
    board = Board(scene)
    board.on_point = lambda place, unit, item: pressed.append(unit)
    for display in scene.displays:
        for item in display.items:
            if item.id in ("tu80", "anzac", "br42"):
                board.hear("item", display=display.key, item=item.id)
    assert pressed == ["tu80", "anzac", "br42"]
    board.give_back()


def test_every_corner_of_a_hex_lies_in_it() -> None:
    layout = laid()
    for place, (x, y) in layout.centres.items():
        assert inside(layout.outlines[place], x, y)


@pytest.mark.parametrize("given", [["suez", "trentino"], {"kind": "sheets", "sheets": {"egyptian": {"map": "gaza"}}}])
def test_ground_is_painted_on_the_sheet_where_the_hex_lies(given: object) -> None:
    """The sheet that is painted is written into the scenario, the other keeps its name."""
    setting = Setting(library.scenario("gwie/suez"))
    setting.data["map"] = given
    setting.paint("N2913", "marsh")
    sheets = setting.data["map"]["sheets"]
    painted = [entry["map"] for entry in sheets.values() if isinstance(entry["map"], dict)]
    assert len(painted) == 1
    assert painted[0]["hexes"]["N2913"]["terrain"] == "marsh"
    assert library.map_of("gwie", setting.data["map"]).hex("N2913").terrain == "marsh"


def test_who_is_put_on_the_map_leaves_his_box_and_the_other_way_round() -> None:
    setting = Setting(library.scenario("gwie/suez"))
    setting.edit("tu80", "box", "transit")
    assert setting.pieces["tu80"].get("box") == "transit"
    assert "place" not in setting.pieces["tu80"]
    setting.move("tu80", "N3209")
    assert "box" not in setting.pieces["tu80"]
    assert setting.pieces["tu80"]["place"] == "N3209"


def test_a_picture_of_a_part_has_the_sea_that_its_ground_has() -> None:
    """Far from the corner of the map, too: around the Dardanelles, with the Aegean below."""
    layout = layout_of(library.named_map("fa", "europe"))
    x, y = layout.centres["4438"]
    window = (x - 300, y - 200, 600.0, 400.0)
    scene = Scene(title="", lang="en", layout=layout)
    drawn, bare = (Image.open(BytesIO(png(text))).convert("RGB") for text in (
        sheet.picture(scene, window, 0.5, plain=True), sheet.ground(layout, "en", window, 0.5, plain=True),
    ))  # fmt: skip
    assert drawn.size == bare.size
    points = [(u, v) for u in range(5, 300, 29) for v in range(5, 200, 19)]
    blue = [bare.getpixel(at) == drawn.getpixel(at) for at in points if bare.getpixel(at)[2] > bare.getpixel(at)[0]]
    assert len(blue) > 10
    assert sum(blue) > 0.8 * len(blue)  # but for names, which lie over the one alone
