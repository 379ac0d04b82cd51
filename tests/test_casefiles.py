"""The case format: every question found right and found wrong, what decides, variants, and faults with their places."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tutor import library, rulesets
from tutor.cases import Case, load_cases, rests_on, run
from tutor.cases.comparing import _COMPARE, read_amount
from tutor.cases.paths import ABSENT, NoPath, changed, look, same, written
from tutor.cases.questions import FIND
from tutor.cases.telling import say, told
from tutor.engine.sayings import messages
from tutor.files.case import EXPECTED, QUESTIONS, Variant
from tutor.files.faults import BadFile
from tutor.rendering.plain import text

HEAD = "game: duel\npositions:\n  snowed: {scenario: assault, changes: {pieces.r1.value: 1}}\ncases:\n"


def cases(folder: Path, text: str) -> tuple[Case, ...]:
    path = folder / "cases.yaml"
    path.write_text(HEAD + text, "utf-8")
    return load_cases(path)


def one(folder: Path, body: str) -> Case:
    """A case of the position `assault` with this question."""
    return cases(folder, f"- {{id: x, position: assault, {body}}}\n")[0]


GOOD = {
    "legal": "legal: {attack: [r1, b]}, expect: true, rules: ['1.2', '1.1']",
    "not legal": "legal: {attack: [r1, c]}, expect: false, rules: ['1.2']",
    "legal later": "do: [{attack: [r1, b]}, {die: 1}], legal: {retreat: a}, expect: false, rules: ['1.7']",
    "number": "number: {strength: {unit: r1, place: b}}, expect: 1, rules: ['1.3', '1.4']",
    "lines": "number: {strength: {unit: r1, place: b}}, expect: {lines: [{1.3: 3}, {1.4: x 1/2}, {1.3: down}]}",
    "reading": "readings: {halving: exact}, number: {strength: {unit: r1, place: b}}, expect: 1.5",
    "option": "options: [snow], number: {strength: {unit: r1, place: b}}, expect: 0, rules: ['2.1']",
    "table": "tables: {losses: {cells: {1: &t [7, 7, 7, 7], 2: *t, 3: *t, 4: *t, 5: *t, 6: *t}}},"
    " do: [{attack: [r1, b]}, {die: 3}], cell: losses, expect: {row: 3, column: 1, value: 7}",
    "changes": "changes: {forts: null, pieces.r1.value: 9}, number: {strength: {unit: r1, place: b}}, expect: 9",
    "cell": "do: [{attack: [r1, b]}, {die: 3}], cell: losses, expect: {row: 3, column: 1, value: 0}, rules: ['1.4']",
    "a number without a line": "number: {strength: {unit: r1, place: b}}, expect: 1, never: ['2.1']",
    "first cell": "do: [{attack: [r1, b]}, {die: 3}], cell: {table: losses, which: 1}, expect: {value: 0}",
    "chooser": "chooser: next, expect: {who: red, ask: attack, choices: [[r1, b]]}, rules: ['1.1', '1.2']",
    "a later chooser": "do: [{attack: [r1, b]}, {die: 1}], chooser: retreat, expect: {who: blue, choices: [b, c]}",
    "dice": "do: [{attack: [r1, b]}], chooser: next, expect: {who: red, ask: die}, rules: ['1.5']",
    "nobody": "do: [{attack: [r1, b]}, {die: 1}, {retreat: b}], chooser: next, expect: nobody",
    "after": "do: [{attack: [r1, b]}, {die: 1}], after: now, expect: {pieces.b1.steps: 1, pieces.at.b: [b1]}",
    "at the end": "do: [{attack: [r1, b]}, {die: 1}, {retreat: c}], after: end, expect: {pieces.b1.place: c}",
    "despite": "do: [{attack: [r1, b]}, {die: 1}, {retreat: a, despite: ['1.7']}], after: end,"
    " expect: {pieces.at.a: [b1, r1], pieces.x: absent, attacker: r1}, rules: ['1.7']",
    "who": "do: [{attack: [r1, b], who: red}, {die: 1}, {retreat: b, who: blue}], after: end, expect: {target: b}",
    "forced left out": "changes: {pieces.r1.place: c, pieces.b1.place: d}, do: [{die: 1}],"
    " after: now, expect: {target: d}",
    "order": "do: [{attack: [r1, b]}, {die: 1}], order: now, expect: [attack, '1.5', losses], never: [snow, '2.1']",
    "odds": "odds: {question: steps, policies: {red: first, blue: first}}, expect: {1: 1/3, 2: 2/3}, rules: ['1.5']",
    "one chance": "odds: {question: steps, value: 1, policies: {red: first, blue: first}}, expect: 1/3",
    "no chance": "odds: {question: steps, value: 7, policies: {red: first, blue: first}}, expect: 0",
    "bounds": "bounds: {question: held, value: false, choosers: [blue], policies: {red: first}}, expect: [0, 1]",
}


@pytest.mark.parametrize("body", GOOD.values(), ids=GOOD.keys())
def test_what_holds(toy: Path, body: str) -> None:
    result = run(one(toy, body))
    assert result.passed, text(told(result, "en"), 3)


BAD = {
    "legal: {attack: [r1, b]}, expect: false": "legal: expected false, found true",
    "legal: {attack: [r1, b]}, expect: true, rules: ['1.7']": "do not decide: 1.7 (deciding are: 1.1, 1.2)",
    "legal: {attack: [r1, b]}, expect: true, never: ['1.2']": "“1.2” decides it",
    "legal: {attack: [r1, zz]}, expect: true": "“r1, zz” is no answer to “attack”",
    "legal: {retreat: b}, expect: true": "red must first roll “die” (expected: “retreat”)",
    "number: {strength: {unit: r1, place: b}}, expect: 2": "total: expected 2, found 1",
    "number: {strength: {unit: r1, place: b}}, expect: {lines: [{1.4: x 1/3}]}": "no line “1.4: x 1/3” at this",
    "number: {strength: {unit: r1, place: b}}, expect: {lines: [{1.4: x 1/2}, {1.3: 3}]}": "no line “1.3: 3” at this",
    "number: {strength: {unit: zz, place: b}}, expect: 1": "the number “strength”: unit “zz” is neither a unit",
    "number: {strength: {unit: r1, place: b}}, expect: 1, never: [1.4]": "“1.4” decides it",
    "cell: losses, expect: {row: 1}": "the table “losses” was read 0 times only",
    "do: [{attack: [r1, b]}, {die: 3}], cell: losses, expect: {row: 4}": "row: expected 4, found 3",
    "chooser: next, expect: {who: blue}": "who: expected blue, found red",
    "chooser: next, expect: nobody": "chooser: expected nobody, found red",
    "chooser: next, expect: {choices: [[r1, b], [r1, c]]}": "legal answers: missing r1, c",
    "do: [{attack: [r1, b]}], chooser: next, expect: {choices: [b]}": "“die” is a roll of dice, with no answers",
    "do: [{attack: [r1, b]}, {die: 1}], after: now, expect: {pieces.b1.steps: 2}": "pieces.b1.steps: expected 2",
    "do: [{attack: [r1, b]}, {die: 1}], after: end, expect: {target: b}": "blue has a choice to make",
    "after: now, expect: {pieces.zz: b}": "pieces.zz: expected b, found absent",
    "do: [{attack: [r1, b]}, {die: 1}], order: now, expect: ['1.5', attack]": "“attack” does not come",
    "order: now, expect: ['2.1']": "“2.1” never happens",
    "do: [{attack: [r1, b]}, {die: 1}], order: now, expect: [attack], never: [losses]": "“losses” happens",
    "do: [{attack: [b1, a]}], after: now, expect: {target: b}": "line 1 of “do”: “b1, a” is refused by 1.1",
    "do: [{attack: [r1, b]}, {retreat: b}], after: now, expect: {target: b}": "line 2 of “do”: red must first",
    "do: [{attack: [r1, b]}, {die: 9}], after: now, expect: {target: b}": "line 2 of “do”: “9” is no answer to “die”",
    "do: [{attack: [r1, b], who: blue}], after: now, expect: {target: b}": "“attack”: red is asked, not",
    "do: [{attack: [r1, b], despite: ['1.7']}], after: now, expect: {target: b}": "“r1, b” does not break",
    "odds: {question: steps, policies: {red: first, blue: first}}, expect: {1: 1/2, 2: 1/2}": "1: expected",
    "odds: {question: steps, policies: {red: first}}, expect: {1: 1}": "blue has to choose, and",
    "bounds: {question: held, value: false, choosers: [blue], policies: {red: first}}, expect: [0, 1/2]": "most:",
}


@pytest.mark.parametrize(("body", "difference"), BAD.items())
def test_what_does_not_hold_is_told(toy: Path, body: str, difference: str) -> None:
    result = run(one(toy, body))
    assert not result.passed
    lines = text(told(result, "en"), 3).splitlines()
    assert lines[0].endswith("cases.yaml:5: duel/x")
    assert difference in lines[1]
    assert all(text(told(result, "fr"), 3).splitlines())


def test_a_kind_of_question_is_whole() -> None:
    """It has a form, is found, compared, told where it is ill written, explained, and shown here right and wrong."""
    explained = (Path(__file__).parent / "cases" / "README.md").read_text("utf-8")
    for kind in QUESTIONS:
        missing = [
            what
            for what, there in {
                "EXPECTED of tutor/files/case.py": kind in EXPECTED,
                "a key of Variant in tutor/files/case.py": kind in Variant.model_fields,
                "FIND of tutor/cases/questions.py": kind in FIND,
                "_COMPARE of tutor/cases/comparing.py": kind in _COMPARE,
                f"tutor/files/messages.yaml (expect-{kind})": f"expect-{kind}" in messages("tutor.files"),
                "tests/cases/README.md": f"**`{kind}`**" in explained,
                "GOOD here": any(f"{kind}: " in body for body in GOOD.values()),
                "BAD here": any(f"{kind}: " in body for body in BAD),
            }.items()
            if not there
        ]
        assert not missing, f"“{kind}” is not in {', '.join(missing)}"
    assert {*EXPECTED, *FIND, *_COMPARE} == set(QUESTIONS)


def test_variants_are_laid_over_the_case(toy: Path) -> None:
    found = cases(
        toy,
        """\
- id: force
  position: assault
  number: {strength: {unit: r1, place: b}}
  expect: 1
  changes: {pieces.r1.value: 4}
  rules: ["1.3"]
  variants:
    - {expect: 2}
    - {changes: {forts: null}, expect: 4}
    - {position: snowed, changes: {pieces.r1.value: 1}, expect: 0}
    - {legal: {attack: [r1, b]}, expect: true, rules: ["1.2"]}
""",
    )
    assert [case.id for case in found] == ["force", "force.1", "force.2", "force.3", "force.4"]
    assert [run(case).passed for case in found] == [False, True, True, True, True]
    assert [case.question for case in found] == ["number", "number", "number", "number", "legal"]


def test_a_case_that_is_whole_is_run_beside_its_variants(toy: Path) -> None:
    """Once: where a variant changes nothing that one is the case; what lacks its answer is but a pattern."""
    head = "- id: force\n  position: assault\n  number: {strength: {unit: r1, place: b}}\n"
    whole = cases(toy, f"{head}  expect: 1\n  variants:\n    - {{}}\n    - {{expect: 2}}\n")
    assert [case.id for case in whole] == ["force.1", "force.2"]
    pattern = cases(toy, f"{head}  variants:\n    - {{expect: 2}}\n    - {{expect: 3}}\n")
    assert [case.id for case in pattern] == ["force.1", "force.2"]


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ("{assault-odds: {hex: '3352'}}", "the number “assault-odds” takes: place; given: hex"),
        ("assault-odds", "the number “assault-odds” takes: place; given: –"),
        (
            "{assault-odds: {place: '3353x'}}",
            "the number “assault-odds”: place “3353x” is neither a unit",
        ),
    ],
)
def test_a_number_that_is_given_something_else_says_what_it_takes(tmp_path: Path, number: str, told: str) -> None:
    (difference,) = run(_of_roana(tmp_path, f"number: {number}, expect: 2")).differences
    assert explained(difference).startswith(told)
    assert "Error" not in explained(difference)


@pytest.mark.parametrize(
    "asked",
    [
        "do: [{declare: I/27}], legal: {declare-hex: Canove}, expect: false",
        'do: [{declare: gz1}], legal: {declare-hex: "3252"}, expect: false',
        "do: [{declare: i/27}], legal: {declare-hex: canove}, expect: false",
    ],
)
def test_units_and_places_may_be_named_in_cases(tmp_path: Path, asked: str) -> None:
    assert run(_of_roana(tmp_path, asked)).passed


def test_a_name_that_several_things_bear_is_refused_with_their_ids(tmp_path: Path) -> None:
    case = _of_roana(
        tmp_path,
        "changes: {names.gz2: {fr: I/27, en: I/27}}, do: [{declare: I/27}], legal: {declare-hex: Canove}, "
        "expect: false",
    )
    (difference,) = run(case).differences
    assert "is the name of several things (gz1, gz2)" in explained(difference)


def _of_roana(tmp_path: Path, asked: str) -> Any:
    path = tmp_path / "roana.yaml"
    path.write_text(f"game: se\ncases:\n- {{id: x, position: roana, {asked}}}\n", "utf-8")
    return load_cases(path)[0]


def explained(difference: Any) -> str:
    return str(say(difference.kind, "en", **difference.facts))


def test_a_position_in_place(toy: Path) -> None:
    text = """\
- id: here
  position:
    data:
      map: {kind: areas, areas: {x: {}, y: {}}, links: [{kind: land, between: [x, y]}], provenance: {areas: stand-in}}
      agenda: [[attack]]
      pieces: {one: {side: red, place: x}, other: {side: blue, place: y}}
  legal: {attack: [one, y]}
  expect: true
"""
    assert run(cases(toy, text)[0]).passed


FAULTS = {
    "{id: x, position: assault, expect: 1}": "5:3: expected: exactly one question of legal, number",
    "{id: x, position: assault, cell: losses, chooser: next, expect: {}}": "5:3: expected: exactly one question",
    "{id: x, position: assault, cell: losses}": "5:3: the key “expect” is missing",
    "{id: x, cell: losses, expect: {row: 1}}": "5:3: the key “position” is missing",
    "{id: x, position: asault, cell: losses, expect: {row: 1}}": "5:21: no scenario “asault”; near: duel/assault",
    "{id: x, position: assault, cell: loss, expect: {row: 1}}": "5:36: unknown table “loss”; there are: losses",
    "{id: x, position: assault, cell: losses, expect: 4}": "5:52: expected: row, column or value",
    "{id: x, position: assault, legal: {a: b}, expect: maybe}": "5:53: expected: true or false",
    "{id: x, position: assault, number: power, expect: 4}": "5:38: unknown number “power”; there are: strength",
    "{id: x, position: assault, number: strength, expect: {lines: [{1.3: '? 2'}]}}": "5:65: “? 2” is no amount",
    "{id: x, position: assault, cell: losses, expect: {row: 1}, rules: ['9.9']}": "5:70: “9.9” is no rule of duel",
    "{id: x, position: assault, number: strength, expect: 1, never: ['9.9']}": "5:67: “9.9” is no rule of duel",
    "{id: x, position: assault, cell: losses, expect: {row: 1}, readings: {half: up}}": "5:73: “half” is no",
    "{id: x, position: assault, cell: losses, expect: {row: 1}, options: [fog]}": "5:72: unknown option “fog”",
    "{id: x, position: assault, cell: losses, expect: {row: 1}, tables: {gain: {}}}": "5:71: “gain” is no table of",
    "{id: x, position: assault, cell: losses, expect: {}, tables: {losses: {rows: [[0]]}}}": "5:81: expected: 4",
    "{id: x, position: assault, odds: {question: why}, expect: 1}": "5:47: unknown question “why”; there are",
    "{id: x, position: assault, odds: {question: held, policies: {red: mad}}, expect: 1}": "5:69: unknown",
    "{id: x, position: assault, cell: losses, expect: {row: 1}, do: [{a: 1, b: 2}]}": "5:67: expected: a single",
    "{id: x, position: {scenario: assault, data: {}}, cell: losses, expect: {row: 1}}": "5:21: expected:",
    "{id: x, position: assault, changes: {forts.a.b: 1}, cell: losses, expect: {}}": "5:40: nothing at the path",
    "{id: x, position: assault, changes: {piecs: 1}, cell: losses, expect: {}}": "5:39: unknown key “piecs” (pieces?)",
    "{id: x, position: assault, changes: {pieces.r1.place: z}, cell: losses, expect: {}}": "5:39: “r1” stands in “z”",
    "{id: x, position: assault, cell: losses, expect: {row: 1}, extra: 1}": "5:62: unknown key “extra”",
    "{id: X, position: assault, cell: losses, expect: {row: 1}}": "5:8: expected: a text of the form",
}


@pytest.mark.parametrize(("case", "fault"), FAULTS.items())
def test_faults_have_their_place(toy: Path, case: str, fault: str) -> None:
    with pytest.raises(BadFile) as bad:
        cases(toy, f"- {case}\n")
    lines = bad.value.told("en")
    assert len(lines) == 1
    assert f"cases.yaml:{fault}" in lines[0]


def test_a_position_that_names_itself(toy: Path) -> None:
    path = toy / "cases.yaml"
    case = "- {id: x, position: assault, cell: losses, expect: {row: 1}}\n"
    path.write_text("game: duel\npositions:\n  assault: {scenario: assault}\ncases:\n" + case, "utf-8")
    with pytest.raises(BadFile) as bad:
        load_cases(path)
    assert [line.split("cases.yaml:")[1] for line in bad.value.told("en")] == [
        "3:3: the position “assault” names itself; give another name to it, or name the scenario that it starts from"
    ]


def test_two_cases_of_one_name(toy: Path) -> None:
    body = "position: assault, cell: losses, expect: {row: 1}"
    with pytest.raises(BadFile) as bad:
        cases(toy, f"- {{id: x, {body}}}\n- {{id: x, {body}}}\n")
    assert "cases.yaml:6:8: another case is already called “x”" in bad.value.told("en")[0]


def test_what_an_answer_rests_on(toy: Path) -> None:
    number = one(toy, "number: {strength: {unit: r1, place: b}}, expect: 1")
    assert rests_on(number, "1.3")
    assert rests_on(number, "1.4")
    assert not rests_on(number, "1.2")
    refusal = one(toy, "legal: {attack: [r1, c]}, expect: false")
    assert rests_on(refusal, "1.2")
    assert not rests_on(refusal, "1.3")
    assert run(number).passed
    assert rests_on(one(toy, GOOD["order"]), "1.5")


# -- paths and values --------------------------------------------------------------------------------------------
def test_changing_data() -> None:
    data: dict[str, Any] = {"a": {"b": 1, "x.y": {"z": 1}}, "list": [{"id": "p", "n": 1}, 5]}
    assert changed(data, {"a.b": 2, "a.c": 3})["a"] == {"b": 2, "c": 3, "x.y": {"z": 1}}
    assert changed(data, {"a.x.y.z": 2})["a"]["x.y"] == {"z": 2}
    assert changed(data, {"list.p.n": 2, "list.1": 6})["list"] == [{"id": "p", "n": 2}, 6]
    assert changed(data, {"list.q": {"n": 3}})["list"][2] == {"id": "q", "n": 3}
    assert changed(data, {"a": None, "list.p": None}) == {"list": [5]}
    assert data["a"]["b"] == 1
    with pytest.raises(NoPath):
        changed(data, {"nowhere.b": 1})


@pytest.mark.parametrize(
    ("expected", "found", "equal"),
    [
        (1, 1, True),
        ("1/2", 1, False),
        (True, True, True),
        (1, True, False),
        ("a", "a", True),
        (3352, "3352", True),
        (["b", "a"], frozenset({"a", "b"}), True),
        (["b", "b"], frozenset({"a", "b"}), False),
        (["a", 1], ("a", 1), True),
        ([1, "a"], ("a", 1), False),
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        (None, None, True),
        ("null", None, True),
        ("absent", ABSENT, True),
        ("absent", "here", False),
    ],
)
def test_values(expected: Any, found: Any, equal: bool) -> None:
    assert same(expected, found) is equal


def test_looking_never_calls_anything() -> None:
    assert look("text", "upper") is ABSENT
    assert look({"a": [{"b": 1}]}, "a.0.b") == 1
    assert written(("a", None, True)) == "a, null, true"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (2, ("+", 2)),
        ("-3", ("+", -3)),
        ("x 1/2", ("×", 0.5)),
        ("<= 4", ("≤", 4)),
        (">= 0", ("≥", 0)),
        ("= 5", ("=", 5)),
    ],
)
def test_amounts(text: Any, meant: tuple[str, float]) -> None:
    assert read_amount(text) == meant
    assert [read_amount(way)[0] for way in ("down", "up", "near")] == ["⌊⌋", "⌈⌉", "≈"]


# -- numbers that a position does not have ------------------------------------------------------------------------
@pytest.mark.parametrize("game", rulesets.GAMES)
def test_a_number_that_cannot_be_reckoned_is_a_message(tmp_path: Path, game: str) -> None:
    """Each number of a game, asked of the first piece and the first place of a position in which nothing has begun."""
    path = tmp_path / "numbers.yaml"
    opening = library.scenario(library.find(OPENINGS[game], game))
    state = opening.position()
    first = {"unit": next(iter(state.pieces)).id, "place": state.map.places[0]}
    asked = [
        {"id": name, "position": OPENINGS[game], "number": {name: _given(reckon, first)}, "expect": 0}
        for name, reckon in rulesets.ruleset(game).numbers.items()
    ]
    path.write_text(yaml.safe_dump({"game": game, "cases": asked}), "utf-8")
    wrong = [fault for case in load_cases(path) for fault in run(case).differences]
    assert {fault.kind for fault in wrong} <= {"differs", "no-number", "no-battle", "no-line"}


def test_the_length_of_no_line_is_a_message(tmp_path: Path) -> None:
    """Fort Kut and its garrison have no way out: that is said, not a fault of the program."""
    path = tmp_path / "line.yaml"
    asked = {"id": "cut", "position": "kut", "number": {"supply-line": {"unit": "in6"}}, "expect": 0}
    path.write_text(yaml.safe_dump({"game": "gwie", "cases": [asked]}), "utf-8")
    (fault,) = run(load_cases(path)[0]).differences
    assert fault.kind == "no-line"
    assert all("supply-line" in say("no-line", lang, name="supply-line") for lang in ("fr", "en"))


def test_a_step_of_a_battle_wants_a_battle(tmp_path: Path) -> None:
    """An agenda that begins in the middle of a battle is told so, in both languages, and is no crash."""
    path = tmp_path / "midst.yaml"
    for step in ("aftermath", "artillery", "withdraw"):
        position = {"scenario": "verdun", "changes": {"agenda": [[step]]}}
        asked = {"id": "x", "position": position, "after": "end", "expect": {"turn": 8}}
        path.write_text(yaml.safe_dump({"game": "tlm", "cases": [asked]}), "utf-8")
        (case,) = load_cases(path)
        assert [fault.kind for fault in run(case).differences] == ["step-of-battle"]


def test_a_first_step_out_of_its_place_is_told_and_is_no_crash(tmp_path: Path) -> None:
    """What it is done with is not there: the case says so, and the next one runs."""
    path = tmp_path / "astray.yaml"
    cases = [
        {
            "id": step[0],
            "position": {"scenario": "verdun", "changes": {"agenda": [[*step]]}},
            "chooser": "next",
            "expect": {"ask": "move"},
        }
        for step in (("army-wastes", "nobody"), ("battle", "nowhere"), ("movement-phase",))
    ]
    path.write_text(yaml.safe_dump({"game": "tlm", "cases": cases}), "utf-8")
    found = [[fault.kind for fault in run(case).differences] for case in load_cases(path)]
    assert found[:2] == [["step-stuck"], ["step-stuck"]]
    assert "step-stuck" not in found[2]


OPENINGS = {"se": "roana", "tlm": "verdun", "dff": "albert-1917", "gwie": "trent", "fa": "belgium-1914"}


def _given(reckon: Callable[..., Any], first: Mapping[str, str]) -> dict[str, Any]:
    """The first piece and place for what a number wants to know, one for every whole number."""
    wanted = {
        name: str(one.annotation) for name, one in inspect.signature(reckon).parameters.items() if name != "state"
    }
    wanted.pop("s", None)
    many = {name: [first["unit"]] for name, kind in wanted.items() if kind.startswith("tuple")}
    whole = {name: 1 for name, kind in wanted.items() if kind == "int"}
    return {name: first.get(name, first["place"]) for name in wanted} | many | whole


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("bombardment: {unit: GE-1A, place: '0101', round: 1}", "the number “bombardment” is one of a battle"),
        (
            "attack-bill: {place: '0101'}",
            "the number “attack-bill” is one of a battle, and there is none there: have it declared in “do”",
        ),
    ],
)
def test_a_number_of_a_battle_wants_a_battle(tmp_path: Path, number: str, said: str) -> None:
    path = tmp_path / "numbers.yaml"
    path.write_text(f"game: dff\ncases: [{{id: x, position: albert-1917, number: {{{number}}}, expect: 1}}]\n", "utf-8")
    (case,) = load_cases(path)
    assert said in text(told(run(case), "en"), 3)
