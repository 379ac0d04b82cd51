"""What is seen of a position, how it is drawn, and how it reads."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.board.ground import SCENARIOS, crowded, large_map, sea_map
from tutor import library, rulesets
from tutor.board import look, text
from tutor.board.kit import Kit, kit_of
from tutor.board.layout import EDGE, layout_of
from tutor.board.look import FRONT
from tutor.board.paint import areas, below, figures, key, lettering, marks, sheet, small
from tutor.board.paint.areas import LAND
from tutor.board.paint.counter import counter
from tutor.board.paint.hexes import HexSheet
from tutor.board.paint.ink import Box, Disc, Label, Path, svg
from tutor.board.paint.terrain import look_of, side_look
from tutor.board.png import png
from tutor.board.scene import Counter, Face, Front, Mark
from tutor.board.stage import Stage, scene_of
from tutor.engine.space.maps import HexMap
from tutor.engine.text import Lang
from tutor.rulesets import NoSuchGame

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", library.names())
def test_every_scenario_makes_a_scene_that_holds_all_its_pieces(name: str) -> None:
    state = library.position(name)
    scene = scene_of(state, "en")
    stage = Stage(state, "en")
    on_map = {id for stack in scene.stacks for id in stack.ids}
    beside = {item.id for display in scene.displays for item in display.items if item.what == "unit"}
    inside = {piece.id for pieces in stage.held.values() for piece in pieces}
    assert on_map | beside | inside == set(state.pieces.ids())
    assert not on_map & inside


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_same_scene_gives_the_same_text_and_it_is_well_formed(name: str) -> None:
    one = sheet.picture(scene_of(library.position(name), "fr"))
    sheet.ground.cache_clear()
    other = sheet.picture(scene_of(library.position(name), "fr"))
    assert one == other
    root = ElementTree.fromstring(one)
    assert root.tag == f"{SVG}svg"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_the_map_shows_what_the_ground_is() -> None:
    state = library.position("se/roana")
    drawn = sheet.picture(scene_of(state, "fr"))
    for word in ("Roana", "Asiago", "Monte Interrotto", "3250", "Val d'Assa"):
        assert word in drawn or word.replace("'", "&#x27;") in drawn
    assert drawn.count('href="#tree"') > 200
    assert look.WATER in drawn
    assert look.CLIFF in drawn
    assert "feDiffuseLighting" in drawn


HEXES = [name for name in library.names() if layout_of(library.position(name).map).hexes]


@pytest.mark.parametrize("name", HEXES)
def test_what_a_map_tells_apart_is_drawn_apart(name: str) -> None:
    map_ = library.position(name).map
    grounds = {ALIKE.get(hex.terrain, hex.terrain) for hex in map_}
    assert len({look_of(terrain) for terrain in grounds}) == len(grounds)
    assert {side_look(kind) for _, _, kinds in map_.all_sides() for kind in kinds} <= DRAWN
    pictures = [key.swatch(kind, sort) for kind, sort, _ in key.shown(map_) if kind not in ALIKE]
    assert len(set(pictures)) == len(pictures)


ALIKE = {
    "lake": "sea",
    "flood-plain": "clear",
    "canal": "river",
}  # one sight to the eye; the card under the pointer tells
DRAWN = {"river", "stream", "lake", "bridge", "cliff", "ridge", "strait", "frontier"}


@pytest.mark.parametrize("name", HEXES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_name_on_a_map_covers_another(name: str, lang: Lang) -> None:
    layout = layout_of(library.position(name).map)
    names = HexSheet(layout, lang, sheet.whole(layout)).lettering.names
    assert names
    for one, other in combinations(names, 2):
        apart = abs(one.x - other.x) >= one.half + other.half - 8
        assert apart or abs(one.y - other.y) > 12, (one.text, other.text)
    assert min(one.size for one in names) >= 9


def shore(name: str) -> list[str]:
    layout = layout_of(library.named_map(*name.split("/")))
    return [*HexSheet(layout, "fr", sheet.whole(layout)).shore()]


AREAS = [name for name in SCENARIOS if not isinstance(library.position(name).map, HexMap)]


@pytest.mark.parametrize("name", [*AREAS, "tlm/liege"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_edge_of_a_map_cuts_no_word(name: str, lang: Lang) -> None:
    """Names with their signs, words on seas and ranges; a river bears its name where it runs on the map."""
    layout = layout_of(library.position(name).map)
    drawn = areas.AreaSheet(layout, lang)
    for one in drawn.names():
        x, _, half, _ = drawn.with_signs(one)
        assert x - half >= EDGE
        assert x + half <= layout.width - EDGE, one.text
    written = ElementTree.fromstring(f"<svg>{''.join(drawn.labels())}</svg>")
    assert len(written)
    for word in written:
        x, y, size = (float(word.get(key, 0)) for key in ("x", "y", "font-size"))
        turn = math.radians(float((word.get("transform") or "rotate(0").removeprefix("rotate(").split()[0]))
        half = lettering.wide(word.text or "", size, False) / 2
        for end in (-half, half):
            assert 0 <= x + end * math.cos(turn) <= layout.width, word.text
            assert 0 <= y + end * math.sin(turn) <= layout.height, word.text


def test_a_map_of_coasts_without_seas_gets_water() -> None:
    drawn = {name: "".join(shore(name)) for name in ("dff/straits-1915", "dff/west", "gwie/trentino", "gwie/western")}
    assert [drawn[name].count(f'stroke="{look.SEA}"') for name in drawn] == [2, 2, 0, 0]


def test_the_sea_beyond_a_coast_has_an_even_shore() -> None:
    """It lay in round lumps: the shore turned by sixty degrees at every corner of a hex."""
    for line in re.findall('d="([^"]*)"', shore("dff/west")[0])[0].split("M")[1:]:
        points = [tuple(map(float, point.split())) for point in line.split("L")]
        ways = [math.atan2(by - ay, bx - ax) for (ax, ay), (bx, by) in pairwise(points)]
        assert max(abs(math.remainder(b - a, math.tau)) for a, b in pairwise(ways)) < math.radians(25)


@pytest.mark.parametrize("name", ["fa/europe", "gwie/western", "se/plateau"])
def test_woods_and_hills_stand_on_land(name: str) -> None:
    """Where a coast is drawn through a hex, nothing grows on its water."""
    layout = layout_of(library.named_map(*name.split("/")))
    water, grown = below.water(layout), "".join(HexSheet(layout, "fr", sheet.whole(layout)).growth())
    spots = [(float(x), float(y)) for x, y in re.findall(r'x="([-\d.]+)" y="([-\d.]+)"', grown)]
    assert len(spots) > 1000
    assert not [spot for spot in spots if water.edges and water.over(*spot)]


def test_water_beside_coasts_fades_out_before_the_edge_of_the_map() -> None:
    """On the page there is paper beyond: a line across the water would end it there."""
    scene = scene_of(library.position("dff/gallipoli-1915"), "fr")
    drawn = ElementTree.fromstring(sheet.picture(scene))
    clips = {one.get("id"): one[0] for one in drawn.iter("{http://www.w3.org/2000/svg}clipPath")}
    waters = [one for one in drawn.iter("{http://www.w3.org/2000/svg}g") if "wash" in one.get("clip-path", "")]
    assert [one[0].get("stroke") for one in waters] == [look.SHALLOWS, look.SEA, look.SEA]
    for one in waters:
        box = clips[one.get("clip-path", "")[5:-1]]
        x, y, wide, tall = (float(box.get(key)) for key in ("x", "y", "width", "height"))
        assert min(x, y, scene.layout.width - x - wide, scene.layout.height - y - tall) > 0


def test_a_front_runs_between_the_sides_and_tells_them() -> None:
    fronts = scene_of(library.position("tlm/door"), "fr").fronts
    assert Front("aachen", "liege", ("GE", "ENT")) in fronts
    assert all(set(one.letters) == {"GE", "ENT"} for one in fronts)


@pytest.mark.parametrize("name", library.names("tlm"))
def test_no_area_is_marked_beyond_the_frame_of_its_map(name: str) -> None:
    """England goes on beyond the edge: the board shows no more of it than lies in the frame, nor shades it there."""
    layout = layout_of(library.position(name).map)
    for place in layout.outlines:
        for x, y in (point for ring in layout.rings(place) for point in ring):
            assert EDGE <= x <= layout.width - EDGE, place
            assert EDGE <= y <= layout.height - EDGE, place
        assert layout.at(*layout.centres[place]) == place


def test_in_an_area_every_counter_shows_its_letters() -> None:
    from tutor.board.paint.figures import placed

    stacks = [stack for stack in scene_of(library.position("tlm/door"), "fr").stacks if len(stack.counters) > 1]
    assert stacks
    for stack in stacks:
        spots = [x for _, x, _ in placed(stack)]
        assert min(b - a for a, b in pairwise(spots)) >= 20


def test_a_window_shows_that_part_of_the_whole() -> None:
    layout = layout_of(large_map())
    assert not layout.whole
    window = (600.0, 400.0, 748.0, 506.0)
    part, whole = HexSheet(layout, "en", window), HexSheet(layout, "en", sheet.whole(layout))
    assert set(part.seen) < set(whole.seen)
    assert set(part.numbers()) <= set(whole.numbers())
    assert set(part.houses()) <= set(whole.houses())
    assert len(sheet.ground(layout, "en", window)) < 900_000


def test_seas_rivers_and_crossings_of_an_area_map_are_drawn() -> None:
    layout = layout_of(sea_map())
    drawn = sheet.ground(layout, "fr", sheet.whole(layout), 1)
    ElementTree.fromstring(drawn)
    assert "Manche" in drawn
    assert look.SEA in drawn
    assert look.SHALLOWS in drawn


@pytest.mark.parametrize("map_", [large_map(), sea_map()])
def test_every_place_is_found_at_its_centre(map_: object) -> None:
    layout = layout_of(map_)  # type: ignore[arg-type]
    for place, (x, y) in layout.centres.items():
        assert layout.at(x + 0.4, y - 0.3) == place
    assert layout.at(-5, -5) is None


def test_two_sides_in_one_place_lie_apart() -> None:
    scene = scene_of(library.position("tlm/verdun"), "en")
    stacks = [stack for stack in scene.stacks if stack.place == "verdun"]
    assert len(stacks) == 2
    assert abs(stacks[0].x - stacks[1].x) > 60


def test_an_army_opens_and_hands_and_tracks_are_displays() -> None:
    stage = Stage(library.position("tlm/verdun"), "en")
    displays = {display.key: display for display in stage.displays(opened=("ge5",))}
    assert len(displays["inside:ge5"].items) == 9
    assert [item.id for item in displays["hands:GE"].items] == sorted(stage.state.hand("GE"))
    assert [item.id for item in displays["turn"].items if item.lit] == ["8"]


def test_a_side_does_not_see_the_hand_of_the_other() -> None:
    stage = Stage(library.position("tlm/verdun"), "en", side="Entente")
    hands = {display.key: display for display in stage.displays()}
    assert {item.text for item in hands["hands:GE"].items} == {""}
    assert "Gericht" not in text.board(stage.state, "en")


def test_every_card_says_on_its_face_what_it_does() -> None:
    """Of every card that somebody may hold, by rules of its game's book."""
    for game in rulesets.GAMES:
        kit, book = kit_of(game), rulesets.book(game)
        if not any(one.get("kind") == "hands" for one in kit.data.get("displays", ())):
            continue
        for name in [one for one in library.names() if one.startswith(f"{game}/")]:
            stage = Stage(library.position(name), "en")
            items = [item for one in stage.displays() for item in one.items if item.what == "card"]
            assert all(item.uses for item in items), [item.id for item in items if not item.uses]
        rules = {rule for uses in kit.data["uses"].values() for rule in uses}
        assert all(rule in book for rule in rules)


def test_every_chit_of_the_near_east_has_a_face() -> None:
    """Also those that no scenario deals out at its beginning."""
    chits = set(library.position("gwie/suez-to-gaza").law.table("event-cup").rows)
    assert chits <= set(kit_of("gwie").data["uses"]), chits - set(kit_of("gwie").data["uses"])


def test_the_hand_of_whoever_is_not_asked_is_closed() -> None:
    state = library.position("tlm/verdun")
    shown = {display.key: display for display in Stage(state, "en").displays(whose="GE")}
    assert [item.id for item in shown["hands:GE"].items] == sorted(state.hand("GE"))
    assert [(item.what, item.text) for item in shown["hands:Entente"].items] == [("box", "4 cards")]


def test_a_display_that_does_not_fit_beside_another_goes_below() -> None:
    from tutor.board.paint.figures import shelf_places, spots

    scene = scene_of(library.position("tlm/verdun"), "fr")
    places = shelf_places(scene, 700)
    for (_, left, top, wide, tall), (_, left2, top2, wide2, tall2) in combinations(places, 2):
        assert left + wide <= left2 or left2 + wide2 <= left or top + tall <= top2 or top2 + tall2 <= top
    assert all(spot.x + spot.w <= 700 for spot in spots(scene, 700))


# -- counters ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("letters", "pair"), [*look.NATIONS.items(), ("plain", look.PLAIN)])
def test_every_counter_face_can_be_read(letters: str, pair: tuple[str, str]) -> None:
    assert look.contrast(*pair) >= 4.5, letters


def test_no_text_on_a_counter_is_too_small_and_letters_tell_the_nation() -> None:
    face = Face("AH", "mountain", "4-2-9", "7", "II/27", "11", True, ("−1",))
    labels = [shape for shape in counter(Counter("a", "ah", face, "")) if isinstance(shape, Label)]
    assert {"AH", "4-2-9", "7", "II/27", "−1"} <= {label.text for label in labels}
    assert min(label.size for label in labels) >= 8.5
    assert min(label.size for label in labels if label.text in ("4-2-9", "7")) >= 11


@pytest.mark.parametrize("kind", ["infantry", "mountain", "militia", "storm", "artillery", "heavy-artillery", "cavalry",
                                  "hq", "army", "fort", "tank", "air", "fleet", "submarine", "supply"])  # fmt: skip
def test_every_symbol_differs_in_shape_not_only_in_colour(kind: str) -> None:
    drawn = {one: svg(counter(Counter("a", "x", Face("GE", one, "1-1"), ""))) for one in (kind, "infantry", "marker")}
    assert len(set(drawn.values())) == (2 if kind == "infantry" else 3)


def test_a_game_without_a_description_gets_a_sensible_one() -> None:
    class Piece:
        id, side, nation, kind, place, attack, movement, steps = "a", "x", "FR", "cavalry-corps", "1", 3, 4, 1

    face = Kit("nowhere").face(Piece(), "2nd Cavalry Corps")
    assert (face.letters, face.symbol, face.factors, face.name) == ("FR", "cavalry", "3-4", "2")
    with pytest.raises(NoSuchGame):
        kit_of("nowhere")


def test_a_weakened_unit_and_its_markers_show() -> None:
    state = library.position("se/roana")
    kit = kit_of("se")
    whole, weak = state.unit("gz1"), state.unit("gz1").but(steps=1, dp=2)
    assert not kit.face(whole).weak
    assert kit.face(weak).weak
    assert kit.face(weak).markers == ("−2",)
    assert kit.face(weak).factors == "3-1-8"


# -- text and pictures ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_text_board_names_every_place_and_counter(lang: str) -> None:
    state = library.position("se/roana")
    told = text.board(state, lang)
    assert "I/27, AH" in told
    assert "3352" in told
    assert ("retranchement 1" if lang == "fr" else "trench 1") in told
    assert told == text.board(state, lang)


def test_the_picture_is_a_png_made_once() -> None:
    drawn = sheet.picture(scene_of(library.position("se/roana"), "fr"), plain=True)
    one = png(drawn)
    assert one[:8] == b"\x89PNG\r\n\x1a\n"
    assert png(drawn) is one


def test_two_hundred_counters_are_drawn() -> None:
    scene = scene_of(crowded(), "en")
    assert sum(len(stack.counters) for stack in scene.stacks) == 200


def test_only_the_hand_of_who_is_asked_is_lit() -> None:
    scene = scene_of(library.position("tlm/door"), "fr", lit=("offensive",), whose="GE")
    lit = {display.key for display in scene.displays for item in display.items if item.lit and item.what == "card"}
    assert lit == {"hands:GE"}


def test_the_small_map_shows_land_and_water_front_and_counters() -> None:
    """Every hex in its colour, as strips that leave no gap; areas on their coast. No paper is left where land is."""
    at_sea, on_land, areas = (
        scene_of(library.position(name), "fr") for name in ("fa/goeben-1914", "gwie/kut", "tlm/brussels")
    )
    for scene, k in ((at_sea, 0.12), (on_land, 0.05)):
        shapes = list(small.overview(scene, k))
        strips = [one for one in shapes if isinstance(one, Path) and one.fill]
        assert len(strips) < 0.5 * len(scene.layout.centres)
        for place, (x, y) in scene.layout.centres.items():
            over = {one.fill for one in strips if _boxed(one.points, x * k, y * k)}
            assert len(over) == 1, place
            assert (over == {look.SEA}) == (look_of(scene.layout.map.hex(place).terrain) == "sea")
        assert sum(isinstance(one, Box) for one in shapes) == 2 + len(scene.stacks)
    coast = small.overview(scene_of(library.position("dff/gallipoli-1915"), "fr"), 0.1)
    assert any(isinstance(one, Disc) and one.fill == look.SEA for one in coast)
    shapes = list(small.overview(areas, 0.1))
    fills = {one.fill for one in shapes if isinstance(one, Path)}
    assert {look.SEA, LAND[0]} <= fills
    assert sum(len(one.points) for one in shapes if isinstance(one, Path)) < 1500
    fronts = [one for one in shapes if isinstance(one, Path) and one.stroke == look.FRONT]
    assert len(fronts) == len(areas.fronts) > 0


def _boxed(ring: Any, x: float, y: float) -> bool:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return min(xs) < x < max(xs) and min(ys) < y < max(ys)


@pytest.mark.parametrize("name", ["tlm/kaiserschlacht", "dff/seine-1914"])
def test_no_front_and_no_flag_hides_a_name(name: str) -> None:
    """A name through which a front goes, or over which a flag hangs, is lettered once more on top of it."""
    scene = scene_of(library.position(name), "fr")
    drawn = list(figures.below(scene))
    lines = [(n, one) for n, one in enumerate(drawn) if isinstance(one, Path) and (one.stroke == FRONT or one.fill)]
    crossed = 0
    for written in figures.lettered(scene.layout, "fr"):
        over = [n for n, line in lines if _meets(line.points, written)]
        if over and "italic" not in written.style:
            again = [n for n, one in enumerate(drawn) if isinstance(one, Label) and one.text == written.text]
            assert max(again, default=-1) > max(over), written.text
            crossed += 1
    assert crossed


@pytest.mark.parametrize("name", ["tlm/verdun", "fa/belgium-1914", "gwie/gaza"])
def test_no_counter_and_no_frame_around_one_hides_a_name(name: str) -> None:
    """Be it of another place, or of a pile that reaches down to the name of its own."""
    scene = scene_of(library.position(name), "fr")
    scene = replace(scene, marks=(Mark("ready", units=tuple(one for stack in scene.stacks for one in stack.ids)),))
    drawn = list(marks.over(scene))
    framed = max(n for n, one in enumerate(drawn) if isinstance(one, Path) and one.fill == look.OK)
    over = [one.text for one in drawn[framed:] if isinstance(one, Label)]
    hidden = 0
    for written in figures.lettered(scene.layout, "fr"):
        spots = [(x, y, stack.size / 2 + 5) for stack in scene.stacks for _, x, y in figures.placed(stack)]
        middle = written.y - 0.35 * written.size
        if "italic" not in written.style and any(
            abs(x - written.x) < half + written.half and abs(y - middle) < half + 0.35 * written.size
            for x, y, half in spots
        ):
            assert written.text in over
            hidden += 1
    assert hidden


def test_the_border_of_reach_hides_no_name_beside_it() -> None:
    scene = scene_of(library.position("gwie/gaza"), "fr")
    gaza = next(name for name in figures.lettered(scene.layout, "fr") if name.text == "Gaza")
    below = max(scene.layout.map.neighbours(gaza.place), key=lambda one: scene.layout.centres[one][1])
    drawn = list(marks.under(replace(scene, marks=(Mark("reach", (below,)),))))
    assert [one for one in drawn if isinstance(one, Label) and one.text == "Gaza"]


def test_what_is_to_be_read_on_a_map_is_known_to_whoever_lies_over_it() -> None:
    """Names with their signs, flags, the names of sheets; from afar the few names that are then lettered."""
    areas, sheets = (scene_of(library.position(name), "fr") for name in ("tlm/liege", "dff/seine-1914"))
    near, far = (list(figures.to_read(sheets, k)) for k in (1.0, 0.3))
    assert {box.titled for box in sheets.layout.sheets.values()} <= {*near}
    assert len(far) == len(lettering.from_afar(sheets.layout, "fr", 0.3)) < len(near)
    rooms, flag = list(figures.to_read(areas, 1.0)), areas.layout.anchors["england"]
    assert any(abs(x - flag[0]) < half and abs(y - flag[1]) < tall for x, y, half, tall in rooms)
    antwerp = next(name for name in figures.lettered(areas.layout, "fr") if name.place == "antwerp")
    assert any(x - half == pytest.approx(antwerp.x - antwerp.half) and x + half > antwerp.x + antwerp.half + 20
               for x, _, half, _ in rooms)  # fmt: skip


def _meets(points: Any, name: Any) -> bool:
    """Whether a line comes into the box of a name."""
    for (ax, ay), (bx, by) in pairwise(points):
        for n in range(21):
            x, y = ax + (bx - ax) * n / 20, ay + (by - ay) * n / 20
            if abs(x - name.x) < name.half and name.y - 0.7 * name.size < y < name.y:
                return True
    return False


def test_a_large_map_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """How far a name reaches is worked out when it is placed, never for every hex that asks for it."""
    measured: list[str] = []
    told = lettering.wide
    monkeypatch.setattr(lettering, "wide", lambda text, *how: measured.append(text) or told(text, *how))
    layout = layout_of(library.position("gwie/suez-to-gaza").map)
    sheet.ground.__wrapped__(layout, "fr", sheet.whole(layout), 1.0, True)
    assert len(measured) < 20 * (len(lettering.every_name(layout, "fr")) + len(layout.map.named))


def test_what_grows_in_an_area_is_looked_for_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    inside = areas.inside
    monkeypatch.setattr(areas, "inside", lambda *spot: looked.append(spot) or inside(*spot))
    layout = layout_of(library.position("tlm/marne").map)
    grown = list(areas.AreaSheet(layout, "fr").growth())
    assert len(grown) > 100
    assert len(looked) < 12 * len(grown)


@pytest.mark.parametrize("name", ["se/roana", "gwie/gaza", "dff/albert-1917"])
def test_an_arrow_hides_no_factors(name: str) -> None:
    """From a hex into the next it lies between two counters, whichever way it goes."""
    bare = scene_of(library.position(name), "en")
    held = [stack.place for stack in bare.stacks if stack.place in bare.layout.map]
    pairs = [(one, other) for one in held for other in held if other in bare.layout.map.neighbours(one)]
    assert pairs
    for one, other in pairs:
        scene = replace(bare, marks=(Mark("arrow", (one, other)),), fan=())
        (arrow,) = (ink for ink in marks.over(scene) if isinstance(ink, Path) and len(ink.points) == 7 and ink.fill)
        x, y = bare.layout.anchors[other]
        tip = arrow.points[3]
        assert 18 <= max(abs(tip[0] - x), abs(tip[1] - y)) <= 32, (one, other)


def test_a_plain_picture_has_no_shelf_longer_than_its_map() -> None:
    """In a saved notebook the units of four years to come would hide that there is a map."""
    scene = scene_of(library.position("gwie/near-east"), "fr")
    window = (0.0, 0.0, 748.0, 506.0)
    height, shown = figures.shelf_height(scene, 748.0), figures.within(scene, 748.0, sheet.PLAIN_SHELF)
    assert height > 2 * sheet.PLAIN_SHELF
    assert 0 < len(shown) < len(scene.displays)
    drawn = ElementTree.fromstring(sheet.picture(scene, window, plain=True))
    assert float(drawn.attrib["height"]) <= 506 + sheet.PLAIN_SHELF + 6
