"""Every kind of file: one message a fault, with line and column, in both languages; nothing half loaded."""

from __future__ import annotations

import json
import re
from inspect import signature
from pathlib import Path

import pytest

from tests.duel.ruleset import MAP, SCENARIO
from tutor import __version__, library, rulesets
from tutor.checking import check, json_schema
from tutor.engine.sayings import messages
from tutor.engine.text import LANGUAGES
from tutor.files import references
from tutor.files.faults import BadFile
from tutor.files.loading import KINDS, load
from tutor.files.writing import to_yaml

ROOT = Path(__file__).parents[2]


def faults(folder: Path, text: str, name: str = "file.yaml", kind: str | None = None, lang: str = "en") -> list[str]:
    """What is wrong with a text, without the path."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    found, wrong = check(path, kind)
    assert (found is None) or not wrong or found in KINDS
    return [fault.told(lang).removeprefix(f"{path}:") for fault in wrong]  # type: ignore[arg-type]


# -- scenarios ---------------------------------------------------------------------------------------------------
def test_a_good_scenario(toy: Path) -> None:
    assert faults(toy, SCENARIO) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("game: duel", "game: xx", ["1:7: expected one of: se, tlm, dff, gwie, fa, duel"]),
        ("active: red", "", []),
        ("map: ground", "map: grund", ["4:6: no map is called “grund”; there are: ground"]),
        ("map: ground", "map: ../maps/x.yaml", ["4:6: no map is called “../maps/x.yaml”"]),
        ("map: ground", "map: 3: 4", ["4:7: unreadable YAML: mapping values are not allowed in this context"]),
        ("map: ground", "map: [ground, grund]", ["4:15: no map is called “grund”; there are: ground"]),
        ("map: ground", "map: [ground]", ["4:7: expected: a map of hexes on a single sheet"]),
        ("map: ground", "map: []", ["4:6: expected: a text or a length ≥ 1 or keys with their values"]),
        ("date: 1916", "dat: 1916", ["5:1: unknown key “dat” (date?)"]),
        ("[[attack]]", "[[atack]]", ["12:11: unknown step “atack”"]),
        ("[[attack]]", "[[attack, b]]", ["12:11: “attack” takes nothing after its name"]),
        ("place: b}", "place: z}", ["15:27: “b1” stands in “z”, which is not on the map"]),
        ("place: b}", "place: b, plac: c}", ["15:30: unknown key “plac” (place?)"]),
        ("value: 3", "value: three", ["14:36: expected: a whole number"]),
        ("title: {fr: L'assaut, en: The assault}", "title: {fr: L'assaut}", ["2:8: the key “en” is missing"]),
        ("forts: [b]", "forts: [b]\nreadings: {halving: up, other: x}", [
            "17:21: the reading “halving” has no option “up”; it has: down, exact",
            "17:25: “other” is no reading of duel",
        ]),
        ("forts: [b]", "forts: [b]\noptions: [fog]", ["17:11: unknown option “fog”; there are: snow"]),
        ("forts: [b]", "forts: [b]\nforts: [c]", ["17:1: key “forts” was already given on line 16"]),
        ("kind: history", "kind: rumour", ["6:44: expected one of: text, errata, history, geography, stand-in"]),
    ],
)  # fmt: skip
def test_scenario_faults(toy: Path, old: str, new: str, expected: list[str]) -> None:
    assert old in SCENARIO or old == "active: red"
    found = faults(toy, SCENARIO.replace(old, new))
    assert len(found) == len(expected)
    assert all(map(str.startswith, found, expected)), found


@pytest.mark.parametrize(
    ("agenda", "expected"),
    [
        ("[[player-turn]]", "“player-turn” does not say which side's; add it after the name: GE, Entente"),
        ("[[player-turn, FR]]", "no side is called “FR”; there are: GE, Entente"),
        ("[[battle]]", "“battle” needs something else after its name, in this order: area"),
        ("[[declaration, GE]]", "“declaration” takes nothing after its name"),
        ("[[player-turn, GE], [battle, verdun], [declaration], [spending]]", ""),
    ],
)
def test_an_agenda_says_all_that_its_steps_need(tmp_path: Path, agenda: str, expected: str) -> None:
    text = (ROOT / "scenarios/tlm/verdun.yaml").read_text("utf-8")
    given = re.sub(r"^agenda:.*$", f"agenda: {agenda}", text, flags=re.MULTILINE)
    found = [fault.partition(": ")[2] for fault in faults(tmp_path, given)]
    assert agenda in given
    assert found == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("agenda", "expected"),
    [
        ("[[aftermath]]", ":3:10: this step lies within a battle, and none is being fought"),
        ("[[army-wastes, nobody]]", ":3:10: the step “army-wastes” does not find here what it takes for granted"),
    ],
)
def test_a_step_that_nothing_leads_up_to_is_told_with_its_line(tmp_path: Path, agenda: str, expected: str) -> None:
    path = tmp_path / "midst.yaml"
    written = library.find("door", "tlm").read_text("utf-8").splitlines()
    rest = [line for line in written if not line.startswith(("game:", "agenda:", "#"))]
    path.write_text("\n".join(["game: tlm", "# from its middle", f"agenda: {agenda}", *rest]), "utf-8")
    with pytest.raises(BadFile) as bad:
        library.scenario(path)
    (told,) = bad.value.told("en")
    assert expected in told


@pytest.mark.parametrize("game", rulesets.games())
def test_what_an_agenda_may_list_bare_is_begun(game: str) -> None:
    """Of every game, what `check` lets stand without arguments has a step that does without them."""
    rules = rulesets.ruleset(game)
    path = next(
        path for path in sorted((ROOT / "scenarios" / game).glob("*.yaml")) if "agenda" in path.read_text("utf-8")
    )
    loaded, counted = load(path), 0
    for name in references.listed(rules):
        if any(references.arguments(loaded, rules, name, (), ())):
            continue
        for one in rules.sequence.tasks(name):
            what, _, phase = one.step.partition(":")
            begun = rules.sequence.phases[phase] if what == "begin" else None
            step = rules.steps[begun.step or phase if begun else one.step] if not begun or begun.step else None
            if step is not None:
                signature(step.act).bind(None, None, *(begun.args if begun else ()), *one.args)
                counted += 1
    assert counted


@pytest.mark.parametrize("id", ["done", "back"])
def test_no_piece_and_no_place_is_called_what_ends_or_takes_back_an_answer(toy: Path, id: str) -> None:
    named = SCENARIO.replace("b1", id)
    told = f"“{id}” answers every question already (that is all, or take back); this needs another name"
    assert faults(toy, named) == [f"15:3: {told}"]
    areas = MAP.replace(" d: {}", f" {id}: {{}}").replace(", d]", f", {id}]")
    assert faults(toy, areas) == [f"2:65: {told}"]
    region = f"{HEXES}places:\n  north: {{name: Nord, hexes: []}}\n  {id}: {{name: Sud, hexes: []}}\n"
    assert faults(toy, region) == [f"7:3: {told}"]
    inside = "\n".join(f"  {line}" for line in areas.splitlines())
    assert len(faults(toy, SCENARIO.replace("map: ground", f"map:\n{inside}"))) == 1
    with pytest.raises(BadFile):
        library.scenario(toy / "file.yaml")


def test_all_faults_at_once_and_nothing_loaded(toy: Path) -> None:
    text = SCENARIO.replace("value: 3", "value: x").replace("en: The assault", "").replace("date:", "dat:")
    assert len(faults(toy, text)) == 3
    with pytest.raises(BadFile) as bad:
        library.scenario(toy / "file.yaml")
    assert len(bad.value.faults) == 3


def test_faults_in_french(toy: Path) -> None:
    assert faults(toy, SCENARIO.replace("date:", "dat:"), lang="fr") == ["5:1: clé inconnue « dat » (date?)"]


def test_a_game_that_cannot_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(game: str) -> None:
        raise ModuleNotFoundError(name=f"tutor.rulesets.{game}.ruleset")

    monkeypatch.setattr(rulesets, "ruleset", missing)
    monkeypatch.setattr("tutor.files.loading.game_form", lambda game: None)
    text = "game: gwie\ntitle: {fr: a, en: a}\nmap: x\n"
    assert faults(tmp_path, text) == ["1:7: the rules of “gwie” cannot be played yet"]


def test_a_map_in_place(toy: Path) -> None:
    inline = "\n".join(f"  {line}" for line in MAP.splitlines())
    assert faults(toy, SCENARIO.replace("map: ground", f"map:\n{inline}")) == []
    wrong = inline.replace("[c, d]", "[c, x]")
    assert faults(toy, SCENARIO.replace("map: ground", f"map:\n{wrong}")) == ["10:7: “x” is not on the map"]


def test_a_scenario_written_and_read_again_is_the_same(toy: Path) -> None:
    first = load(toy / "duel" / "assault.yaml", "scenario")
    again = toy / "again.yaml"
    again.write_text(to_yaml(first.data), "utf-8")
    assert load(again, "scenario").data == first.data


# -- where pieces are ---------------------------------------------------------------------------------------------
PLACED = """\
game: gwie
title: {fr: Une table, en: A table}
map:
  kind: hexes
  sheet: egyptian
  grid: {top: flat, prefix: N, rows: {grows: north}, columns: {grows: east}}
  hexes: {N2913: {terrain: clear}}
  provenance: {}
pieces:
  tu1: {nation: TU, kind: infantry, place: N2913, combat: 2}
  br1: {nation: BR, kind: infantry, box: allied-near-east, combat: 3}
  fli: {nation: GE, kind: air, front: egyptian}
  br2: {nation: BR, kind: infantry, arrives: M, combat: 3}
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("place: N2913", "place: N2914", ["10:44: “tu1” stands in “N2914”, which is not on the map"]),
        ("place: N2913", "supply: oos", [
            "10:8: “tu1” is nowhere: give it a place, a box, or the turn in which it comes (arrives)",
        ]),
        ("place: N2913", "place: N2913, box: trr", ["10:56: “tu1” is on the map and in the box “trr” at once"]),
        ("box: allied-near-east", "box: cp-near-east", ["11:42: “br1” has no place in the box “cp-near-east” (cp)"]),
        (
            "box: allied-near-east",
            "box: transfer",
            ["11:42: “br1” has no place in the box “transfer” (allies, PG, RU)"],
        ),
        ("box: allied-near-east", "box: alied-near-east", ["11:42: “br1” lies in the box “alied-near-east”"]),
        (", front: egyptian", "", [
            "12:8: “fli” is nowhere: give it a place, a box, or the turn in which it comes (arrives)",
        ]),
        ("arrives: M", "arrives: Z", ["13:46: expected: a text of the form ^[A-U]?$"]),
        ("arrives: M, ", "", [
            "13:8: “br2” is nowhere: give it a place, a box, or the turn in which it comes (arrives)",
        ]),
    ],
)  # fmt: skip
def test_a_piece_is_somewhere_and_only_there(tmp_path: Path, old: str, new: str, expected: list[str]) -> None:
    found = faults(tmp_path, PLACED.replace(old, new) if old else PLACED)
    assert [line.partition(", which there is not")[0] for line in found] == expected


# -- maps --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("kind: areas", "kind: hexes", [
            "1:1: the key “grid” is missing",
            "2:1: unknown key “areas”",
        ]),
        ("kind: areas", "kind: sea", ["1:7: expected one of: hexes, areas, sheets, cutting"]),
        ("[b, c]", "[b, x]", ["5:5: “x” is not on the map"]),
        ("[b, c]", "[b]", ["5:27: expected: a length ≥ 2"]),
        ("areas: stand-in", "areas: guess", ["7:21: expected one of: text, errata, history, geography, stand-in"]),
    ],
)  # fmt: skip
def test_map_faults(tmp_path: Path, old: str, new: str, expected: list[str]) -> None:
    found = faults(tmp_path, MAP.replace(old, new) if old else MAP)
    assert [line.partition(" (")[0] for line in found] == expected


GROUND = """\
kind: hexes
grid: {top: pointy, rows: {from: 1, to: 2, grows: south}, columns: {from: 1, to: 2, grows: east}}
fill: {terrain: clear}
hexes: {"0102": {terrain: TERRAIN}}
sides: {SIDE: ["0101-0102"]}
roads: [{kind: ROAD, through: ["0101", "0102"]}]
provenance: {}
"""


def _ground(game: str, **changes: str) -> str:
    """A map with the last of each kind of ground that a game has, but for these."""
    own = rulesets.book(game).ground
    plain = [one for one in own["terrain"] if one not in rulesets.book(game).ringed]  # a cliff hex needs its cliffs
    kinds = {"TERRAIN": plain[-1], "SIDE": own["sides"][-1], "ROAD": own.get("roads", ("road",))[-1]}
    text = GROUND
    for kind, name in {**kinds, **changes}.items():
        text = text.replace(kind, name)
    return text


@pytest.mark.parametrize("game", ["se", "dff", "gwie", "fa"])
def test_a_map_has_the_ground_of_its_game(tmp_path: Path, game: str) -> None:
    folder = tmp_path / game / "maps"
    folder.mkdir(parents=True)
    assert faults(folder, _ground(game)) == []
    (line,) = faults(folder, _ground(game, TERRAIN="bog"))
    assert line.startswith(f"4:27: {game} has no terrain “bog”; there are: clear, ")
    (line,) = faults(folder, _ground(game, SIDE="fence"))
    assert line.startswith(f"5:9: {game} has no hexside “fence”; there are: river, ")


@pytest.mark.parametrize("game", ["se", "dff", "gwie"])
def test_a_map_has_the_roads_of_its_game(tmp_path: Path, game: str) -> None:
    folder = tmp_path / game / "maps"
    folder.mkdir(parents=True)
    (line,) = faults(folder, _ground(game, ROAD="tunnel"))
    assert line.startswith(f"6:16: {game} has no road “tunnel”; there are: ")


RING = """kind: hexes
grid:
  {top: pointy, first: row, digits: [2, 2], rows: {from: 1, to: 3, grows: north},
   columns: {from: 1, to: 4, grows: east}}
fill: {terrain: clear, level: 1}
hexes: {"0202": {terrain: cliff-hex}}
sides: {cliff: ["0202-0201", "0202-0203", "0202-0101", "0202-0102", "0202-0301", "0202-0302"]}
provenance: {}
"""


def test_a_cliff_hex_has_its_six_cliff_sides(tmp_path: Path) -> None:
    folder = tmp_path / "se" / "maps"
    folder.mkdir(parents=True)
    assert faults(folder, RING) == []
    (line,) = faults(folder, RING.replace('"0202-0201", ', ""))
    assert line == "6:27: a hex is “cliff-hex” by its six “cliff” sides alone (se); these are missing towards: 0201"
    assert faults(folder, RING.replace("cliff-hex", "rough").replace('"0202-0201", ', "")) == []


def test_a_map_of_areas_has_the_links_of_its_game(tmp_path: Path) -> None:
    folder = tmp_path / "tlm" / "maps"
    folder.mkdir(parents=True)
    border = MAP.replace("kind: land", "kind: border")
    assert faults(folder, border) == []
    (line,) = faults(folder, border.replace("kind: border, between: [b, c]", "kind: bordre, between: [b, c]"))
    assert line == "5:12: tlm has no link “bordre”; there are: border, sea, transit"


def test_a_map_of_no_game_may_have_any_ground(tmp_path: Path) -> None:
    assert faults(tmp_path, _ground("dff", TERRAIN="bog")) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ('{"0101": {terrain: mountains}}', []),
        ('{"0101": {terrain: mountain}}', ["dff has no terrain “mountain”; there are: clear, desert, rough, heights"]),
        ('{"0101": {terrain: sea}}', ["dff has no terrain “sea”; there are: clear, desert, rough, heights"]),
    ],
)
def test_so_has_the_map_of_a_case(tmp_path: Path, change: str, expected: list[str]) -> None:
    ground = "".join(f"      {line}\n" for line in _ground("dff").splitlines())
    found = faults(
        tmp_path,
        f"""\
game: dff
positions:
  field:
    data:
      map:
{ground.replace("      ", "        ")}      agenda: [[offensives-phase]]
cases:
  - id: high
    position: field
    changes: {{map.hexes: {change}}}
    number: {{town-value: {{place: "0101"}}}}
    expect: 0
""",
    )
    assert [line.partition(", mount")[0].partition(": ")[2] for line in found] == expected


def test_a_link_in_the_map_of_a_case_that_is_a_mere_list_is_told_where_it_stands(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        """\
game: tlm
cases:
  - id: linked
    position:
      data:
        map: {kind: areas, areas: {a: {}, b: {}}, provenance: {areas: stand-in, links: stand-in},
              links: [[a, b]]}
        turn: 1
        active: GE
        pieces: {}
    number: {price: {what: tank}}
    expect: 0
""",
    )
    assert found == ["7:23: expected: keys with their values"]


SHEETS = """\
kind: sheets
sheets:
  north:
    map:
      kind: hexes
      grid: {top: pointy, prefix: N, rows: {grows: south}, columns: {grows: east}}
      hexes: {N0101: {terrain: clear}}
      provenance: {}
  south:
    at: [0, 2.5]
    map:
      kind: hexes
      grid: {top: flat, prefix: S, km: 15.5, rows: {grows: south}, columns: {grows: east}}
      hexes: {S0101: {terrain: clear}}
      provenance: {}
links:
  - {kind: ferry, between: [N0101, S0101]}
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("sheets:", "sheets: {}\nrest:", ["2:9: expected: a length ≥ 1", "3:1: unknown key “rest”"]),
        ("[N0101, S0101]", "[N0101, S0102]", ["17:5: “S0102” is not on the map"]),
        ("[N0101, S0101]", "[N0101, N0101]", ["17:5: expected: two different ends"]),
        ("[N0101, S0101]", "[N0101]", ["17:28: expected: a length ≥ 2"]),
        ("{S0101: {", "{S01: {", [
            "14:14: expected: at least one hex",
            "14:20: “S01” is no number of this grid",
        ]),
        ("prefix: S", "prefix: N", [
            "14:14: expected: at least one hex",
            "14:22: “S0101” is no number of this grid",
        ]),
        ("grid: {top: flat", "sheet: east\n      grid: {top: flat", [
            "10:5: this map says that it is the sheet “east”, here it is called “south”; give both the same name",
        ]),
        ("at: [0, 2.5]", "at: [0]", ["10:9: expected: a length ≥ 2"]),
        ("at: [0, 2.5]", "ad: [0, 2.5]", ["10:5: unknown key “ad”"]),
        ("km: 15.5", "km: none", ["13:40: expected: a number, such as 4, 1/2 or 0.5"]),
    ],
)  # fmt: skip
def test_sheet_faults(toy: Path, old: str, new: str, expected: list[str]) -> None:
    found = faults(toy, SHEETS.replace(old, new) if old else SHEETS, "duel/maps/both.yaml")
    assert [line.partition(" (numbers")[0] for line in found] == expected


def test_sheets_that_are_named(toy: Path) -> None:
    """A sheet may be named: it must be a map of hexes, and the file must lie where maps are found."""
    text = "kind: sheets\nsheets:\n  one: {map: ground}\n  two: {map: grund}\n"
    assert faults(toy, text, "duel/maps/both.yaml") == [
        "3:14: expected: a map of hexes on a single sheet",
        "4:14: no map is called “grund”; there are: ground",
    ]
    assert faults(toy, "kind: sheets\nsheets:\n  one: {map: both}\n", "duel/maps/both.yaml") == [
        "3:14: expected: a map of hexes on a single sheet",
    ]
    assert faults(toy.parent / "apart", text) == [
        "3:14: “ground”: outside the folder of a game a map is written in place",
        "4:14: “grund”: outside the folder of a game a map is written in place",
    ]


HEXES = """\
kind: hexes
grid: {top: pointy, rows: {from: 1, to: 3, grows: north}, columns: {from: 1, to: 3, grows: east}}
fill: {terrain: clear}
provenance: {grid: stand-in}
"""


def test_hexes_that_are_not_there(tmp_path: Path) -> None:
    text = """\
kind: hexes
grid: {top: pointy, rows: {from: 1, to: 3, grows: north}, columns: {from: 1, to: 3, grows: east}}
fill: {terrain: clear}
sides:
  river: ["0101-0102", "0101-0909"]
roads:
  - {kind: road, through: ["0101", "0303"]}
provenance: {grid: stand-in}
"""
    assert faults(tmp_path, text) == ["5:10: “0909” is not on the map", "7:5: “0101” and “0303” are not neighbours"]


# -- records, tables, readings -----------------------------------------------------------------------------------
def test_record_faults(toy: Path) -> None:
    good = "scenario: duel/assault\nlines:\n  - {rule: '1.1', kind: attack, answer: [r1, b]}\n"
    assert faults(toy, good) == []
    wrong = good.replace("'1.1'", "'9.9'").replace("answer:", "anser:")
    assert faults(toy, wrong) == ["3:5: the key “answer” is missing", "3:33: unknown key “anser” (answer?)"]
    assert faults(toy, good.replace("'1.1'", "'9.9'")) == ["3:12: “9.9” is no rule of duel"]
    assert faults(toy, good.replace("assault", "asault")) == ["1:11: no scenario “duel/asault”; near: duel/assault"]


@pytest.mark.parametrize(
    ("noted", "expected"),
    [
        ("shapes: [{ring: b}, {arrow: [a, c], colour: red}]", []),
        ("shapes: [{ring: '9999'}]", ["2:17: the drawing names “9999”, which is not on the map"]),
        ("shapes: [{ring: b}, {arrow: [a, z]}]", ["2:33: the drawing names “z”, which is not on the map"]),
        ("shapes: [{arrow: [y, z]}]", [
            "2:19: the drawing names “y”, which is not on the map",
            "2:22: the drawing names “z”, which is not on the map",
        ]),
        ("shapes: [{colour: red}]", ["2:10: expected: either a ring or an arrow"]),
        ("shapes: [{ring: a, arrow: [a, b]}]", ["2:10: expected: either a ring or an arrow"]),
        ("sources: [a diary, ' ']", ["2:20: an empty source says nothing"]),
        ("note: {fr: Ici.}", []),
        ("note: {en: Here.}", []),
        ("note: {}", ["2:7: expected: fr or en with its text, or both or a text"]),
    ],
)  # fmt: skip
def test_what_is_noted_beside_a_record_and_beside_its_lines(toy: Path, noted: str, expected: list[str]) -> None:
    start = f"scenario: duel/assault\n{noted}\nlines: []\n"
    assert faults(toy, start) == expected
    beside = f"scenario: duel/assault\nlines:\n  - {{rule: '1.1', kind: attack, answer: [r1, b], {noted}}}\n"
    assert [told.partition(": ")[2] for told in faults(toy, beside)] == [told.partition(": ")[2] for told in expected]


def test_an_answer_that_names_what_does_not_exist(toy: Path) -> None:
    line = "  - {rule: '1.1', kind: attack, answer: [r9, b]}\n"
    told = "3:41: “r9 b” names what does not exist, or does not answer “attack”"
    assert faults(toy, f"scenario: duel/assault\nlines:\n{line}") == [told]
    dice = "  - {rule: '1.1', kind: attack, answer: [r1, b]}\n  - {rule: '1.5', kind: die, answer: 7}\n"
    assert faults(toy, f"scenario: duel/assault\nlines:\n{dice}")[0].startswith("4:38: “7” names what")
    refused = line.replace("r9, b", "r1, c")
    assert faults(toy, f"scenario: duel/assault\nlines:\n{refused}") == [], "what the rules refuse, a replay tells"


@pytest.mark.parametrize(
    ("version", "told"),
    [
        ("0.1.0", None),
        ("0.0.3", None),
        (__version__, None),
        ("99.0", "written by version 99.0 of the tutor; this is"),
        ("0.99.0", "written by version 0.99.0 of the tutor; this is"),
        ("soon", "“soon” is no version; expected: numbers, such as"),
    ],
)
def test_a_record_of_a_newer_version_gets_one_clear_message(toy: Path, version: str, told: str | None) -> None:
    text = f"scenario: duel/assault\nversion: {version}\nunheard-of: 1\nlines: []\n"
    found = faults(toy, text)
    assert len(found) == 1
    assert found[0].startswith(f"2:10: {told}" if told else "3:1: unknown key")


def test_an_owners_table_takes_the_place_of_a_stand_in(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "cells: {1: [0, 0, 0, 9], 2: [0, 1, 2, 3], 3: [0, 1, 2, 3], 4: [0, 1, 2, 3], 5: [0, 1, 2, 3], 6: [0, 1, 2, 3]}"
    )
    assert faults(toy, text, "tables/duel/losses.yaml") == []
    monkeypatch.setenv("TUTOR_TABLES", str(toy / "tables"))
    table = library.position("assault").law.table("losses")
    assert table.at(1, 3).value == "9"
    assert not table.stand_in


def test_table_faults(toy: Path) -> None:
    assert faults(toy, "cells: {1: [0, 0]}", "duel/loses.yaml")[0].startswith("1:1: “loses” is no table of duel")
    assert faults(toy, "cells: {1: [0, 0, 0, 9]}", "xx/losses.yaml")[0].startswith("1:1: a table lies in a folder")
    told = faults(toy, "cells: {1: [0, 0]}", "duel/losses.yaml")
    assert "1:12: expected: 4 cells in the row, found 2" in told
    assert "1:8: the row “6” is missing" in told


def test_readings_faults(tmp_path: Path) -> None:
    text = """\
slug:
  {ref: A1, rules: ["1"], matter: play, source: ours, question: {fr: a, en: a},
   options: {x: {fr: a, en: a}}, default: y, why: {fr: a, en: a}}
"""
    assert faults(tmp_path, text, kind="readings") == ["3:43: the reading “slug” has no option “y”; it has: x"]


def test_counters_faults(tmp_path: Path) -> None:
    text = """\
corners: {infantry: "{morale}"}
symbols: {jager: montain}
markers: [{field: dp}]
displays:
  - {key: turn, path: turn, to: 9, title: {fr: Tour, en: Turn}}
  - {key: sky, kind: pair, path: sky, title: {fr: Ciel, en: Sky}}
"""
    told = faults(tmp_path, text)
    assert [line.partition(": ")[0] for line in told] == ["1:1", "2:18", "3:11", "5:5", "6:22"]
    assert "unknown key “corners”" in told[0]
    assert told[1].startswith("2:18: expected one of: infantry, mountain, ")
    assert told[3] == "5:5: from and to: only for a track (kind: track)"


def test_what_is_no_file_of_ours(tmp_path: Path) -> None:
    assert faults(tmp_path, "a: 1")[0].startswith("1:1: this file is of no known kind (scenario, ")
    assert faults(tmp_path, "[a]") == ["1:1: expected: keys with their values"]
    (tmp_path / "latin.yaml").write_bytes(b"a: \xe9t\xe9")
    assert [fault.kind for fault in check(tmp_path / "latin.yaml")[1]] == ["not-utf8"]
    assert [fault.kind for fault in check(tmp_path / "nowhere.yaml")[1]] == ["not-readable"]
    assert [fault.kind for fault in check(tmp_path)[1]] == ["not-readable"]


# -- what comes with the tutor -----------------------------------------------------------------------------------
SHIPPED = [
    *ROOT.glob("scenarios/*/*.yaml"),
    *ROOT.glob("scenarios/*/maps/*.yaml"),
    *ROOT.glob("tutor/rulesets/*/rulebook/readings.yaml"),
    *ROOT.glob("tutor/rulesets/*/rulebook/tables/*.yaml"),
    *ROOT.glob("tutor/rulesets/*/counters.yaml"),
    ROOT / "tests/duel/counters.yaml",
]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_comes_with_the_tutor(path: Path) -> None:
    kind, wrong = check(path)
    assert not wrong, "\n".join(fault.told("en") for fault in wrong)
    assert kind is not None


@pytest.mark.parametrize("kind", KINDS)
def test_json_schema(kind: str) -> None:
    schema = json.loads(json_schema(kind))
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert {"properties", "oneOf", "additionalProperties"} & set(schema)


def test_json_schema_of_a_game() -> None:
    schema = json.loads(json_schema("scenario", "se"))
    assert {"title", "agenda", "pieces", "weather"} <= set(schema["properties"])
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("package", ["tutor.files", "tutor.cases", "tutor.cli"])
def test_every_message_speaks_both_languages(package: str) -> None:
    for kind, message in messages(package).items():
        assert set(message) == set(LANGUAGES), kind


@pytest.mark.parametrize(
    ("place", "found"),
    [
        ("toulon", []),
        ("bay", ["7:53: “courbet” cannot be in “0100” (1.4.3-a)"]),
        ("sea", []),
    ],
)
def test_a_ship_is_set_up_in_a_port_or_at_sea(tmp_path: Path, place: str, found: list[str]) -> None:
    where = {"toulon": "'0101'", "bay": "'0100'", "sea": "western-mediterranean"}[place]
    text = f"""\
game: fa
title: {{fr: Toulon, en: Toulon}}
map: mediterranean
agenda: []
phasing: te
pieces:
  courbet: {{nation: france, kind: hs, mp: 4, place: {where}}}
"""
    assert faults(tmp_path, text) == found
