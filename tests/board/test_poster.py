"""A map on paper: everything lies on the sheet, each map fits, and it is told what the sheet shows."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from tutor import library, rulesets
from tutor.board import look
from tutor.board.layout import layout_of
from tutor.board.paint import fronts, key
from tutor.board.paint.ink import Label, d
from tutor.board.paint.lettering import Lettering
from tutor.board.poster import SIZES, pdf, poster
from tutor.board.scene import Scene
from tutor.cli import main
from tutor.engine.space.maps import HexMap
from tutor.engine.text import LANGUAGES, Lang

SVG = "{http://www.w3.org/2000/svg}"
MAPS = [
    (game, path.stem)
    for game in rulesets.games()
    for shelf in library.shelves(game)
    for path in shelf.glob("maps/*.yaml")
]


def alone(game: str, name: str, lang: Lang = "en") -> Scene:
    """A map without anything on it."""
    map = library.named_map(game, name)
    return Scene(title=map.name(lang), lang=lang, layout=layout_of(map))


def length(told: str) -> float:
    return float(told.removesuffix("mm"))


@pytest.mark.parametrize("paper", ["a4", "a2"])
@pytest.mark.parametrize(("game", "name"), MAPS)
def test_every_map_fits_on_paper_between_its_title_and_its_key(game: str, name: str, paper: str) -> None:
    """Nothing overlaps and nothing runs over the edge, however long the key is."""
    sheet = ElementTree.fromstring(poster(game, alone(game, name), paper))
    wide, tall = length(sheet.attrib["width"]), length(sheet.attrib["height"])
    assert sorted((wide, tall)) == sorted(SIZES[paper])
    title, _, *named, credit = sheet.findall(f"{SVG}text")
    map_, *pictures = sheet.findall(f"{SVG}svg")
    assert title.text == alone(game, name).title
    top, height = float(map_.attrib["y"]), float(map_.attrib["height"])
    assert float(title.attrib["y"]) < top
    assert height > 0.7 * tall
    assert len(named) == len(pictures)
    for picture in pictures:
        assert float(picture.attrib["y"]) >= top + height
        assert float(picture.attrib["y"]) + float(picture.attrib["height"]) < float(credit.attrib["y"])
        assert float(picture.attrib["x"]) + float(picture.attrib["width"]) < wide
    assert float(credit.attrib["y"]) < tall


WHOLE = [("fa", "europe"), ("se", "plateau"), ("gwie", "western"), ("gwie", "near-east"), ("dff", "west"),
         ("tlm", "western-front")]  # fmt: skip


@pytest.mark.parametrize("paper", ["a3", "a2", "a0"])
@pytest.mark.parametrize(("game", "name"), WHOLE)
def test_every_name_on_paper_can_be_read(game: str, name: str, paper: str) -> None:
    """Names had three to five points on A2; none has less than six now, and none lies over another."""
    scene = alone(game, name)
    (map_,) = ElementTree.fromstring(poster(game, scene, paper)).findall(f"{SVG}svg")[:1]
    wide, tall = map(float, map_.attrib["viewBox"].split()[2:])
    mm = min(float(map_.attrib["width"]) / wide, float(map_.attrib["height"]) / tall)
    named = [one for one in map_.iter(f"{SVG}text") if one.attrib["font-family"] == look.SERIF]
    assert len(named) > 40
    sizes = {one.text or "": float(one.attrib["font-size"]) * mm * 72 / 25.4 for one in named}
    assert {text: round(size, 1) for text, size in sizes.items() if size < 5.95 and not text.isdigit()} == {}


def test_cities_come_before_other_places_where_paper_is_short_of_room() -> None:
    layout = layout_of(library.named_map("fa", "europe"))
    places = tuple(layout.centres)
    whole, large = (Lettering(layout, "en", places, places, least).names for least in (0.0, 30.0))
    cities = {name.text for name in whole if name.size > 15}
    assert len(large) < len(whole)
    assert len(cities - {name.text for name in large}) < 0.15 * len(cities)
    for one, other in combinations(large, 2):
        assert abs(one.x - other.x) > one.half + other.half or abs(one.y - other.y) > 25, (one.text, other.text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_key_names_what_the_map_shows_once(lang: Lang) -> None:
    scene = alone("fa", "europe", lang)
    sheet = ElementTree.fromstring(poster("fa", scene))
    told = [one.text for one in sheet.findall(f"{SVG}text")][2:-1]
    assert len(told) == len(set(told))
    assert isinstance(scene.map, HexMap)
    known = {"fr": {"montagne", "ville", "port", "frontière"}, "en": {"mountain", "town", "port", "frontier"}}
    assert known[lang] <= {*told}
    assert len(told) <= len(list(key.shown(scene.map))) + len(list(key.signs(scene.layout)))


def test_the_key_of_a_map_of_areas_names_signs_borders_and_ways() -> None:
    """And nothing that the map does not show: around Verdun there is no sea."""
    assert told_on("western-front") == {
        "port", "what the area is worth", "fortress", "border of areas", "frontier", "river", "way by sea",
        "way over other areas", "rough ground", "closed country",
    }  # fmt: skip
    assert not {"port", "way by sea", "closed country"} & told_on("meuse")


def told_on(name: str, *days: str) -> set[str | None]:
    sheet = ElementTree.fromstring(poster("tlm", alone("tlm", name), "a4", days))
    return {one.text for one in sheet.findall(f"{SVG}text")[2:-1]}


def test_fronts_of_some_days_are_drawn_under_the_names_and_stand_in_the_key() -> None:
    """Of a day that the map does not know it is the last line before it; without a day there is none."""
    scene = alone("tlm", "western-front")
    plain, on = (poster("tlm", scene, "a4", days) for days in ((), ("1916-12-24",)))
    (front,) = {one.line for one in scene.layout.drawings[0].drawn.on("1916-12-24")}
    start = d((front[0],), closed=False)
    lines = fronts.on(scene.layout, ("1916-12-24",))
    lain_over = [one.text for one in fronts.on_paper(scene.layout, "en", lines) if isinstance(one, Label)]
    assert lain_over
    assert start not in plain
    for name in lain_over:
        assert on.index(f">{name}<") < on.index(start) < on.rindex(f">{name}<")
    assert told_on("western-front", "1916-12-24") - told_on("western-front") == {"30 June 1916: eve of the Somme"}
    assert len(told_on("western-front", "all")) == len(told_on("western-front")) + 7


@pytest.mark.parametrize("day", ["1914-08-01", "yesterday"])
def test_a_day_without_a_front_is_told(day: str, tmp_path: Path) -> None:
    code, told = run("map", "tlm/maps/western-front", "-o", str(tmp_path / "front.svg"), "--front", day)
    assert code != 0
    assert "1914-09-05" in told
    assert list(tmp_path.iterdir()) == []


def test_a_pdf_has_the_size_of_its_paper() -> None:
    page = pdf(poster("se", alone("se", "roana"), "a4"), "Roana")
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", page)
    assert page.startswith(b"%PDF")
    assert box is not None
    assert [round(float(side) / 72 * 25.4) for side in box.groups()] == [297, 210]


def run(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, args, prog_name="tutor")
    return done.exit_code, done.output


def test_a_poster_of_a_scenario_has_its_counters_and_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "roana.svg"
    code, told = run("map", "se/roana", "-o", str(file), "--paper", "a4")
    assert code == 0
    assert file.name in "".join(told.split())
    written = file.read_text("utf-8")
    assert "5-2-8" in written
    assert "5-2-8" not in poster("se", alone("se", "roana"), "a4")
    code, told = run("map", "se/roana", "-o", str(file))
    assert code != 0
    assert "--force" in told
    assert file.read_text("utf-8") == written


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("fa/maps/europ", "poster.svg"), "europe"),
        (("xx/maps/europe", "poster.svg"), "fa"),
        (("fa/maps/europe", "poster.doc"), ".svg"),
    ],
)
def test_what_is_no_poster_is_told_and_nothing_is_written(asked: tuple[str, str], said: str, tmp_path: Path) -> None:
    name, file = asked
    code, told = run("map", name, "-o", str(tmp_path / file))
    assert code != 0
    assert said in told
    assert list(tmp_path.iterdir()) == []
