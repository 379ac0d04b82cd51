"""Maps of hexes: printed numbers, rivers, ways and borders, and a picture that says what the rules say."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import pytest
from shapely import prepare
from shapely.geometry import LineString
from shapely.geometry import Point as Spot

from tools.atlas import shapes
from tools.atlas.__main__ import names
from tools.atlas.courses import Course
from tools.atlas.hexes import Hexes
from tools.atlas.sheet import SHEETS, HexSheet, sheet
from tutor import library
from tutor.board.layout import layout_of
from tutor.board.paint import below
from tutor.board.paint.lettering import every_name
from tutor.engine.space.maps import HexMap
from tutor.engine.text import LANGUAGES

SHEETS_OF_HEXES = [name for name in names() if isinstance(sheet(SHEETS / f"{name}.yaml"), HexSheet)]
STRAYED = 1.9  # hexes: no river leaves its true course by more
EDGE = 0.05  # hexes: a river that leaves the sheet is drawn to its very edge
EXACT = 3  # km: what the data of rivers miss at most
WATER = {"sea", "lake", "strait"}
BRANCHES = {"Montmirail", "Briey", "Senlis", "Vouziers", "Montdidier", "Péronne", "Bapaume", "Ypres", "Dixmude",
            "Nieuport", "Turnhout", "Dover", "Flushing"}  # fmt: skip
NETS = {  # railways that nothing joins on the sheet
    "gwie-egyptian": 2,  # the Sinai Railway was built from the Canal, the other line from Damascus
    "gwie-iraqi": 2,  # from Bagdad to Samarra, from Basra upstream
    "se-plateau": 4,  # in the valleys of the Adige, the Brenta above and below the gorge, and up to Asiago
}
each_sheet = pytest.mark.parametrize("name", SHEETS_OF_HEXES)


@cache
def made(name: str) -> Hexes:
    given = sheet(SHEETS / f"{name}.yaml")
    assert isinstance(given, HexSheet)
    return Hexes(given)


@cache
def shipped(name: str) -> HexMap:
    game, _, map = made(name).sheet.map.partition("/")
    found: HexMap = library.named_map(game, map)
    return found


def countries(map: HexMap, hex: str) -> set[str]:
    """The country of a hex, whether its flag or a place says so."""
    return set(map.hex(hex).flags) | {named.key for named in map.names(hex) if "country" in named.flags}


def english(name: object) -> str:
    return name if isinstance(name, str) else str(name.en)  # type: ignore[attr-defined]


# -- places ----------------------------------------------------------------------------------------------------
@each_sheet
def test_printed_numbers_fall_on_their_places(name: str) -> None:
    """Each place whose number the booklet gives lies in the middle of its hex, and bears its name there."""
    hexes = made(name)
    for key, town in hexes.sheet.towns.items():
        if town.hex:
            off = math.dist(hexes.placed(town.at), hexes.grid.centres[town.hex])
            assert off < 0.01, f"{key}: {off:.2f} hexes from {town.hex}"
            assert shipped(name).hex(town.hex).name.en == english(town.name)


@each_sheet
def test_the_fit_alone_comes_near(name: str) -> None:
    """The error in hexes of every control point, before what is printed is made good."""
    errors = made(name).plane.errors()
    far = {key: round(off, 2) for key, off in errors.items() if off > made(name).sheet.paper.misses}
    assert not far, f"{name}: {far}"


@each_sheet
def test_every_town_has_a_hex_of_its_own(name: str) -> None:
    hexes = made(name)
    assert not hexes.homeless
    taken = [one.hex for one in hexes.spotted.values()]
    assert len(taken) == len(set(taken))
    for key, one in hexes.spotted.items():
        assert math.dist(one.spot, hexes.grid.centres[one.hex]) < 0.95, key


@each_sheet
def test_no_town_lies_in_the_water(name: str) -> None:
    map = shipped(name)
    for key, one in made(name).spotted.items():
        assert map.hex(one.hex).terrain not in ("sea", "lake"), key


@each_sheet
def test_a_port_lies_on_the_water(name: str) -> None:
    hexes = made(name)
    for one in hexes.spotted.values():
        if "port" in one.town.flags:
            near = hexes.grid.near(one.hex)
            wet = any(id in hexes.wet or id in hexes.under_lakes for id in near)
            river = any("river" in shipped(name).sides(one.hex, id) for id in near)
            assert wet or river or one.town.opens or len(near) < 6, one.key


@each_sheet
def test_every_place_of_the_booklet_is_found_or_told_why_not(name: str) -> None:
    map, said = shipped(name), made(name).sheet.booklet
    known = {*map.places, *map.named, *made(name).spotted}
    (sheet_,) = map.sheets.values()
    assert sheet_.drawn is not None
    words = {label.name.fr for label in sheet_.drawn.labels} | {river.name.fr for river in sheet_.drawn.rivers}
    for one in said:
        assert one.place is None or one.place in known, one.name
        assert not one.label or one.name in words, one.name


# -- water -----------------------------------------------------------------------------------------------------
def courses(name: str) -> list[tuple[str, Course]]:
    return [(key, one) for key, several in made(name).courses.items() for one in several]


@each_sheet
def test_every_river_of_the_sheet_runs_on_it(name: str) -> None:
    assert [key for key, several in made(name).courses.items() if not several] == []


@each_sheet
def test_a_river_is_one_line_of_sides(name: str) -> None:
    """It touches no corner twice, so it never runs back; each side joins the corners before and after."""
    for key, one in courses(name):
        assert len(set(one.corners)) == len(one.corners), key
        for (a, b), side in zip(pairwise(one.corners), one.sides, strict=True):
            assert {a, b} == set(one.grid.sides[side]), key


@each_sheet
def test_a_river_keeps_to_its_course(name: str) -> None:
    assert {key: round(one.off(), 2) for key, one in courses(name) if one.off() > STRAYED} == {}


@each_sheet
def test_no_river_runs_along_a_lake(name: str) -> None:
    """It ends in a lake, and another piece of it leaves there: the Jordan ran between Tiberias and its lake."""
    map = shipped(name)
    rivers = [(one, other) for one, other, kinds in map.all_sides() if "river" in kinds]
    assert not [side for side in rivers if "lake" in {map.hex(id).terrain for id in side}]
    assert not [(key, side) for key, one in courses(name) for side in one.sides if made(name).under_lakes & {*side}]


@each_sheet
def test_no_river_runs_out_into_the_sea_and_back(name: str) -> None:
    """Between two hexes of water there is no river, and only its last corners touch the sea."""
    hexes = made(name)
    for key, one in courses(name):
        touching = [any(id in hexes.wet for id in hexes.grid.meeting[corner]) for corner in one.corners]
        assert all(any(id in hexes.dry for id in side) for side in one.sides), key
        if True in touching:
            inland = [n for n, wet in enumerate(touching) if not wet]
            shore = [n for n, wet in enumerate(touching) if wet]
            limit = len(one.corners) - 5
            assert not inland or min(shore) > limit or max(shore) < 3, f"{key}: {shore} of {len(one.corners)}"


@each_sheet
def test_a_tributary_ends_on_its_river(name: str) -> None:
    hexes = made(name)
    for key, river in hexes.sheet.rivers.items():
        if river.into and hexes.courses[key] and hexes.courses[river.into]:
            ends = {corner for one in hexes.courses[river.into] for corner in one.corners}
            assert hexes.courses[key][-1].corners[-1] in ends, key


@each_sheet
def test_rivers_that_do_not_join_do_not_meet(name: str) -> None:
    hexes = made(name)
    joins = {frozenset((key, river.into)) for key, river in hexes.sheet.rivers.items() if river.into}
    all = courses(name)
    for n, (one, its) in enumerate(all):
        for other, theirs in all[n + 1 :]:
            if one != other and frozenset((one, other)) not in joins:
                assert not set(its.sides) & set(theirs.sides), (one, other)


@each_sheet
def test_towns_stand_on_their_banks(name: str) -> None:
    hexes = made(name)
    wrong = [
        (one.key, key) for one in hexes.spotted.values() for key, it in courses(name) if hexes.on_wrong_bank(one, it)
    ]
    assert wrong == list(hexes.sheet.astray.items())


@pytest.mark.parametrize("name", [name for name in SHEETS_OF_HEXES if name.startswith(("gwie", "dff"))])
def test_a_town_on_a_river_says_on_which_bank(name: str) -> None:
    """Nearer than the data are exact they cannot tell: by them alone Dinant, Sedan and Fao came to the other bank."""
    hexes = made(name)
    close = [
        (one.key, key)
        for one in hexes.spotted.values()
        for key, it in courses(name)
        if any(one.hex in side for side in it.sides) and hexes.from_river(one.town, key) < EXACT
    ]
    assert [(town, river) for town, river in close if river not in hexes.spotted[town].town.bank] == []


@each_sheet
def test_a_river_runs_past_the_towns_on_its_banks(name: str) -> None:
    """Whoever says on which bank a town stands means that the river is there: beside its hex, or beside the next."""
    hexes = made(name)
    for one in hexes.spotted.values():
        near = {one.hex, *hexes.grid.near(one.hex)}
        for key in one.town.bank:
            assert any(near & {*side} for course in hexes.courses[key] for side in course.sides), (one.key, key)


@each_sheet
def test_a_river_runs_from_its_first_mark_to_its_last(name: str) -> None:
    """Where a mark lies off the sheet, the river leaves it at the edge."""
    hexes = made(name)
    for key, river in hexes.sheet.rivers.items():
        runs = hexes.courses[key]
        for mark, corner in ((river.marks[0], runs[0].corners[0]), (river.marks[-1], runs[-1].corners[-1])):
            spot, end = Spot(hexes.plane(*mark)), Spot(hexes.grid.spots[corner])
            if hexes.grid.paper.contains(spot):
                assert spot.distance(end) < 1.5, (key, mark)
            else:
                assert hexes.grid.paper.boundary.distance(end) < EDGE, (key, mark)


@each_sheet
def test_a_river_that_joins_none_ends_at_the_edge_or_in_standing_water(name: str) -> None:
    """Nothing ends in the middle of the land: where a sheet says `open` it means the edge, a marsh or a lake."""
    hexes, map = made(name), shipped(name)
    for key, river in hexes.sheet.rivers.items():
        if river.open:
            corner = hexes.courses[key][-1].corners[-1]
            off = hexes.grid.paper.boundary.distance(Spot(hexes.grid.spots[corner]))
            grounds = {map.hex(id).terrain for id in hexes.grid.meeting[corner]}
            assert off < EDGE or grounds & {"marsh", "swamp", "lake"}, (key, round(off, 1), grounds)


@each_sheet
def test_no_hex_is_an_island_in_rivers(name: str) -> None:
    """Two rivers that run side by side to where they join would leave one, and nobody could walk out of it dry."""
    map = shipped(name)
    for hex in map:
        near = map.neighbours(hex.id)
        assert len(near) < 6 or not all("river" in map.sides(hex.id, other) for other in near), hex.id


@each_sheet
def test_straits_are_named_sides_of_water(name: str) -> None:
    hexes = made(name)
    for strait in hexes.sheet.straits:
        (one, other), kind = hexes.narrows[english(strait.name)]
        assert kind in shipped(name).sides(one, other), strait.name


# -- ways and borders ------------------------------------------------------------------------------------------
@each_sheet
def test_no_way_leads_through_open_water(name: str) -> None:
    map = shipped(name)
    for road in map.roads_drawn:
        for place in road.through:
            assert map.hex(place).terrain not in ("sea", "lake"), (road.kind, place)
        for one, other in pairwise(road.through):
            assert not {"sea", "lake"} & map.sides(one, other), (road.kind, one, other)


@each_sheet
def test_a_way_is_as_short_as_its_towns_ask(name: str) -> None:
    """From end to end it visits no hex twice."""
    for road in shipped(name).roads_drawn:
        assert len(set(road.through)) == len(road.through), road.through


@each_sheet
def test_a_way_crosses_a_canal_only_to_come_to_the_other_side(name: str) -> None:
    """The railway from Ismailia to Suez runs on the west bank all along."""
    map = shipped(name)
    for divide in made(name).sheet.divides:
        for road in map.roads_drawn:
            apart = sum(divide.flag in map.hex(end).flags for end in (road.through[0], road.through[-1])) == 1
            over = sum(divide.kind in map.sides(one, other) for one, other in pairwise(road.through))
            assert over == apart, road.through


@each_sheet
def test_railways_hang_together(name: str) -> None:
    nets: list[set[str]] = []
    for road in shipped(name).roads_drawn:
        if road.kind in ("rail", "railway"):
            met = [net for net in nets if net & {*road.through}]
            nets = [net for net in nets if net not in met] + [{*road.through}.union(*met)]
    assert len(nets) == NETS.get(name, bool(nets)), [sorted(net) for net in nets]


def test_a_town_of_the_west_has_its_railway() -> None:
    """Orléans, Troyes, Belfort, Épinal and Mulhouse had none; a few lie on branch lines, not drawn."""
    map = shipped("gwie-western")
    on = {place for road in map.roads_drawn for place in road.through}
    without = {hex.name.en for hex in map if hex.flags & {"town", "city"} and hex.id not in on}
    assert without == BRANCHES


@each_sheet
def test_towns_lie_in_their_countries(name: str) -> None:
    """Where a border was drawn by hand, what it says of towns is what the sheet says of them."""
    hexes = made(name)
    for one in hexes.spotted.values():
        if hexes.sheet.countries:
            (home,) = countries(shipped(name), one.hex) & set(hexes.sheet.countries)
            assert one.town.country in (None, home), one.key


@each_sheet
def test_every_country_is_one_piece_but_for_islands(name: str) -> None:
    """No hex of a country is cut off from the rest by another country."""
    hexes, map = made(name), shipped(name)
    for flag in hexes.sheet.countries:
        own = {hex.id for hex in map if flag in countries(map, hex.id)}
        enclaves = {one.hex for one in hexes.spotted.values() if one.town.country == flag}
        for place in own - enclaves:
            near = [id for id in map.neighbours(place) if not WATER & {map.hex(id).terrain, *map.sides(place, id)}]
            assert not near or any(id in own for id in near), (flag, place)


# -- the picture -----------------------------------------------------------------------------------------------
@each_sheet
def test_the_drawn_coast_says_what_the_hexes_say(name: str) -> None:
    """Land in every hex of land, none to speak of in a hex of the sea, water along every side that is sea."""
    hexes, map = made(name), shipped(name)
    land, shores = hexes.shown, hexes.shown.buffer(0.01)
    prepare(land)
    prepare(shores)
    for hex in map:
        shape = hexes.grid.shapes[hex.id]
        share = 1.0 if land.contains(shape) else land.intersection(shape).area / shape.area
        if hex.terrain == "sea":
            assert share < 0.06, f"{hex.id} is sea, and {share:.2f} of it land"
        elif hex.terrain != "lake":
            assert share > 0.2, f"{hex.id} is {hex.terrain}, and only {share:.2f} of it land"
            assert shores.contains(Spot(hexes.grid.centres[hex.id])) or share > 0.3, hex.id
    for one, other, kinds in map.all_sides():
        if "sea" in kinds:
            ends = [hexes.grid.spots[corner] for corner in hexes.grid.sides[one, other]]
            line = LineString(ends)
            assert land.intersection(line).length < 0.4 * line.length, (one, other)


@each_sheet
def test_every_element_says_where_it_comes_from(name: str) -> None:
    map = shipped(name)
    for part in ("grid", "hexes", "terrain", "towns", "sides"):
        assert part in map.provenance, part
    assert set(map.provenance.values()) <= {"text", "errata", "history", "geography", "stand-in"}
    assert any("Natural Earth" in source for source in map.sources)


@each_sheet
def test_what_was_made_by_hand_stands_as_it_is(name: str) -> None:
    """A small map that the sheet takes over says the same of every hex, side and way of its own."""
    whole, hexes = shipped(name), made(name)
    changed = {pair for hand in hexes.sheet.hand for kind in hand.without_sides.values() for pair in kind}
    for other in hexes.sheet.surveyed:
        part: HexMap = library.named_map(hexes.sheet.map.partition("/")[0], other)
        for hex in part:
            mine = whole.hex(hex.id)
            assert (mine.terrain, mine.level, mine.name) == (hex.terrain, hex.level, hex.name), hex.id
            assert mine.flags >= hex.flags
            for near in part.neighbours(hex.id):
                if f"{hex.id}-{near}" not in changed:
                    assert whole.sides(hex.id, near) >= part.sides(hex.id, near), (hex.id, near)
                assert set(whole.roads(hex.id, near)) >= set(part.roads(hex.id, near)), (hex.id, near)


@each_sheet
def test_no_word_of_the_map_lies_on_a_town(name: str) -> None:
    """Words of seas and ranges keep off the names of places; along a river the name finds a stretch of its own."""
    layout = layout_of(shipped(name))
    for lang in LANGUAGES:
        names = every_name(layout, lang)
        for one in layout.drawings:
            words = {label.name(lang): below.stretch(label, lang) for label in one.drawn.labels}
            left, top, width, height = one.box
            for word, ends in words.items():
                assert all(left < x < left + width and top < y < top + height for x, y in ends), (
                    f"{word}: off the sheet"
                )
            on = {word: [town.text for town in names if below.covered(run, [town])] for word, run in words.items()}
            assert not {word: towns for word, towns in on.items() if towns}
            for river in one.drawn.rivers:
                for part in below.parts(river.line, below.EVERY):
                    alone, found = (below.straightest(part, river.name(lang), given) for given in ((), names))
                    assert alone is None or below.covered(found, names) <= below.covered(alone, names), river.name(lang)


def test_a_shape_is_always_told_in_the_same_words() -> None:
    """The ring's first corner and its way round are chosen, not found."""
    square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    told = {
        tuple(shapes.rings(LineString([*turned, turned[0]]).convex_hull))
        for k in range(4)
        for turned in ([*square[k:], *square[:k]], [*square[k:], *square[:k]][::-1])
    }
    assert told == {("0,0 2,0 2,2 0,2",)}
