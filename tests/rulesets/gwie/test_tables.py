"""The tables that combat consults say the same as those of the digest, and the amendments can all meet."""

from __future__ import annotations

import re
from typing import Any

from tutor.engine.law import Law
from tutor.rulesets import book
from tutor.rulesets.gwie.book import AMENDMENTS
from tutor.rulesets.gwie.fronts import MARCH_1919

SIDES = ("cp", "allied")
ENDS = "W3629 W3933 W5801 W7034 E3501 E5701 E3034 E7034 E1012 E1016 N4836 N4849"
BOOK = book("gwie")
LAW = Law.of(BOOK, AMENDMENTS)
TERRAINS = {
    "clear": "clear",
    "Forest": "forest",
    "Marsh": "marsh",
    "flood plain": "flood-plain",
    "Desert": "desert",
    "Difficult": "difficult",
    "Rough": "rough",
    "Mountain": "mountain",
    "Pass": "pass",
    "Alpine": "alpine",
    "city": "city",
}


def english(cell: Any) -> str:
    return str(cell["en"] if isinstance(cell, dict) else cell)


def test_weather_and_strategic_turns_are_those_of_the_track() -> None:
    rows = BOOK.tables["turn-track"]["rows"]
    assert len(rows) == len(LAW.table("combat-turns").rows) == 51
    for number, name, europe, near_east, letter in rows:
        row = LAW.table("combat-turns").rows[str(number)]
        assert f"{row['west']}/{row['east']}" == europe, number
        found = f"{row['near-east']}/{row['caucasus']}"
        assert found == (near_east if near_east != "-" else "-/-"), number
        assert row["letter"] == letter, number
        assert english(name)[:3].lower() == str(row["months"])[:3], number
    assert LAW.table("combat-turns").rows[str(MARCH_1919)]["months"] == "march"


def test_trench_markers_are_those_of_the_status_table() -> None:
    ours = [list(row.values())[1:] for row in LAW.table("combat-trenches").rows.values()]
    assert ours == [list(row[1:]) for row in BOOK.tables["trench-status"]["rows"]]


def test_terrain_shifts_are_those_of_the_chart() -> None:
    table = LAW.table("combat-terrain")
    for name, _mp, _mountain, fair, wet, snow, _notes in BOOK.tables["terrain-effects"]["rows"]:
        terrain = TERRAINS.get(english(name))
        if terrain is None or terrain == "alpine":
            continue
        for weather, shift in (("fair", fair), ("wet", wet), ("snow", snow)):
            wanted = -int(str(shift).removesuffix("L"))
            assert table.number(terrain, weather) == wanted, (terrain, weather)


def test_the_costs_of_steps_are_those_of_the_digest() -> None:
    ours = LAW.table("march-costs").rows
    names = {**TERRAINS, "Devastated": "devastated", "Pass followed, not in Snow": "pass-followed",
             "Pass not followed, or Snow": "pass", "frozen lake (Snow)": "lake", "river, Wet": "river"}  # fmt: skip
    compared = 0
    for name, mp, mountain in BOOK.tables["movement-costs"]["rows"]:
        row = ours.get(names.get(english(name), ""))
        if row is not None:
            assert str(row["mountain"]) == str(mountain).removeprefix("+"), name
            if english(name) != "Alpine":
                assert str(row["mp"]) == str(mp).removeprefix("+"), name
            compared += 1
    assert compared == 12


def test_capacities_are_those_of_the_digest() -> None:
    ours = [int(row["units"]) for row in LAW.table("transport").rows.values()]
    assert ours == [row[2] for row in BOOK.tables["strategic-capacity"]["rows"]]


def test_sources_are_those_of_the_digest() -> None:
    """Every place with a number is named in both; every clause on sources has its rows."""
    named = set(re.findall(r"[WEN]\d{4}", str([BOOK.tables[f"primary-sources-{side}"]["rows"] for side in SIDES])))
    rows = LAW.table("primary-sources").rows.values()
    assert named - set(ENDS.split()) == {str(row["at"]) for row in rows if row["what"] == "hex"}
    clauses = {rule.id for rule in BOOK if rule.kind == "rule" and re.match(r"11\.3[23]", rule.id)}
    assert clauses - {str(row["rule"]) for row in rows} == {"11.33f"}, "Montenegrins need no source"


def test_ports_are_those_of_the_digest() -> None:
    told = set(re.findall(r"[WE]\d{4}", str([english(row[0]) for row in BOOK.tables["port-supply"]["rows"]])))
    ours = set(LAW.table("supplying-ports").rows)
    assert told - ours == {"W6709", "W6707"}, "Channel ports go by their flag"
    assert ours <= told


def test_every_amendment_can_be_in_force_with_every_other() -> None:
    law = Law.of(BOOK, AMENDMENTS, {}, AMENDMENTS.options)
    assert len(law.amending) > 10


def test_every_event_has_its_words_and_its_rule() -> None:
    for event, row in LAW.table("combat-events").rows.items():
        assert event in BOOK.data["words"]["nouns"], event
        assert str(row["rule"]) in BOOK, event
        assert event in AMENDMENTS.options, event


def test_chapters_name_no_event() -> None:
    """Events amend from modules of their own; the chapters of the booklet do not know them by id."""
    from pathlib import Path

    import tutor.rulesets.gwie as package

    spared = {"special.py", "schema.py", "comparison.py"}
    for path in Path(package.__path__[0]).glob("*.py"):
        if path.name.startswith("events") or path.name in spared:
            continue
        for event in LAW.table("combat-events").rows:
            assert f'"{event}"' not in path.read_text("utf-8"), (path.name, event)


# -- the Near East alone -----------------------------------------------------------------------------------------------
def _chits() -> dict[str, list[dict[str, Any]]]:
    """The chits of the cups by the name that the table of events gives them."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in LAW.table("event-cup").rows.values():
        found.setdefault(str(row["event"]), []).append(dict(row))
    return found


# Rules of the Near East alone that only introduce, define, or say what others say with a number of their own.
SAID_BY_OTHERS = frozenset(
    [
        "3.26b",
        "3.26c",
        "3.26f",
        "3.26h",
        "3.26l",
        "5.0",
        "5.35a",
        "5.41",
        "5.5",
        "5.63",
        "5.85",
        "6.0",
        "6.13-draw",
        "8.12",
        "13.21",
        "13.28d",
        "17.21b",
        "17.31e",
        "17.31f",
    ]
)


def _sources() -> str:
    """All that the game is made of: its modules, its sequence, what its counters say."""
    from pathlib import Path

    import tutor.rulesets.gwie as package

    folder = Path(next(iter(package.__path__)))
    files = [*sorted(folder.glob("*.py")), folder / "rulebook" / "sequence.yaml", folder / "counters.yaml"]
    return "\n".join(file.read_text("utf-8") for file in files)


def test_a_rule_that_the_near_east_alone_plays_is_played() -> None:
    """What is counted as played alone is cited somewhere: a treaty that nobody can declare is not played."""
    code = _sources()
    played = [str(id) for id in BOOK.data["alone"]["near-east"]["rules"]]
    assert {id for id in played if f'"{id}"' not in code} == SAID_BY_OTHERS


def test_the_cups_hold_what_the_table_of_events_says() -> None:
    listed = [[english(cell) for cell in row] for row in BOOK.tables["events"]["rows"]]
    sides = {"CP": "cp", "Allies": "allies"}
    for name, chits in _chits().items():
        for chit in chits:
            row = next(one for one in listed if one[0] == name and sides[one[2]] == chit["side"])
            letters = str(chit["letters"]).split()
            assert sorted(set(letters)) == sorted(row[3].split(", ")), name
            assert len(letters) == int(row[4]), name
            assert (chit["plays"] == "at-once") == (row[5] == "yes"), name
            assert row[6] in ("-", "GWiNE"), name
            assert min(letters) >= "C", name  # 6.0


def test_events_of_the_near_east_alone_are_all_in_its_cups() -> None:
    alone = {english(row[0]) for row in BOOK.tables["events"]["rows"] if english(row[6]) == "GWiNE"}
    assert len(alone) > 5
    assert alone <= set(_chits())


def test_hexes_that_decide_satisfy_what_the_booklet_says_of_them() -> None:
    from tutor import library

    map = library.named_map("gwie", "near-east")
    surrender = [row["Hex"] for row in LAW.table("surrender-hexes").rows.values() if row["Hex"] in map]
    victory = [row["Hex"] for row in LAW.table("near-east-victory-hexes").rows.values()]
    assert len(surrender) >= 5  # 17.13
    assert len(victory) >= 3  # 18.4
    assert all("turkey" in map.hex(hex).flags for hex in surrender)
    assert {hex for hex in victory if hex not in map} == set()
    allied = {"russia", "egypt"}
    assert all(map.hex(hex).flags & allied or hex in ("N2252", "N2552") for hex in victory)  # held by the Allies, 7.12


def test_the_range_in_which_the_czar_falls_grows_from_i_on() -> None:
    ranges = LAW.table("foc-ranges").rows
    least = [int(str(row["Range"]).removesuffix("+")) for row in ranges.values()]
    assert min(ranges) == "I"  # 5.43
    assert least == sorted(least, reverse=True)


def test_resource_points_are_britains_russias_and_turkeys() -> None:
    table = LAW.table("resource-points-near-east")
    assert set(table.rows) == {"BR", "RU", "TU"}  # 5.12
    for letter in "ABCDEFGHIJKLMNOPQRSTU":
        spans = [column for column in table.columns[1:] if column[0] <= letter <= column[-1]]
        assert len(spans) == 1, letter
