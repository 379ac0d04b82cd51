"""A chronicle's file: what is right is read, and what is wrong is told with its line and the way out."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.chronicle.toy import CHRONICLE
from tests.files.test_fuzz import damaged
from tutor.checking import check, json_schema
from tutor.files.writing import to_yaml

Data = dict[str, Any]


@pytest.fixture
def checked(toy: Path) -> Callable[[str], Any]:
    def looked(text: str) -> Any:
        path = toy / "told.yaml"
        path.write_text(text, "utf-8")
        return check(path)

    return looked


def test_a_chronicle_without_fault(checked: Callable[[str], Any]) -> None:
    kind, faults = checked(CHRONICLE)
    assert (kind, faults) == ("chronicle", ())


def test_what_it_is_stands_in_its_keys(checked: Callable[[str], Any]) -> None:
    kind, faults = checked(CHRONICLE.replace("chronicle: 1\n", "", 1))
    assert kind is None
    assert [(fault.kind, fault.facts["key"]) for fault in faults] == [("missing", "chronicle")]


def test_a_format_of_later_is_told_and_nothing_else(checked: Callable[[str], Any]) -> None:
    _, faults = checked(CHRONICLE.replace("chronicle: 1", "chronicle: 2", 1).replace("pause: true", "pose: true"))
    assert [fault.kind for fault in faults] == ["newer-format"]


def test_the_schema_knows_a_chronicle() -> None:
    schema = json.loads(json_schema("chronicle"))
    assert {"chronicle", "battle", "scenario", "sources", "formations", "lines"} <= set(schema["properties"])
    assert schema["$defs"]["Line"]["properties"]["certainty"]


def test_a_record_of_the_first_version_still_replays(toy: Path) -> None:
    path = toy / "old.yaml"
    text = "scenario: duel/assault\nversion: 0.1.0\nlines:\n  - {rule: '1.1', kind: attack, answer: [r1, b]}\n"
    path.write_text(text + "  - {rule: '1.5', kind: die, answer: 4}\n", "utf-8")
    assert check(path) == ("record", ())


def test_the_line_of_a_fault(checked: Callable[[str], Any]) -> None:
    text = CHRONICLE.replace('    despite: ["1.6"]\n', "")
    _, faults = checked(text)
    (fault,) = faults
    assert fault.kind == "fact-forbidden"
    assert fault.mark.line == 1 + text.splitlines().index("  - fact: {sets: {b1: {place: a}}}")
    assert "1.6" in fault.told("en")
    assert "despite" in fault.told("fr")


def test_history_that_broke_no_rule_is_not_said_to_have(checked: Callable[[str], Any]) -> None:
    text = CHRONICLE.replace("    place: field\n", '    place: field\n    despite: ["1.2"]\n', 1)
    _, faults = checked(text)
    assert [fault.kind for fault in faults] == ["not-broken"]


def test_dates_in_a_variation_go_on_from_where_it_begins(checked: Callable[[str], Any]) -> None:
    inside = "          time: 1916-05-23\n"
    _, faults = checked(CHRONICLE.replace(inside, "          time: 1916-05-21\n"))
    assert [(fault.kind, fault.facts["time"]) for fault in faults] == [("backwards", "1916-05-21")]
    _, faults = checked(CHRONICLE.replace(inside, "          time: 1916-05-22T13\n"))
    assert faults == ()


# -- a law: three hundred chronicles, each with one thing wrong -------------------------------------------------------
WRONG = "nonesuch"


def _acts(data: Data) -> list[Data]:
    return [line for line in data["lines"] if "rule" in line]


def _facts(data: Data) -> list[Data]:
    return [line for line in data["lines"] if "fact" in line]


def _word(rng: random.Random) -> str:
    return f"{WRONG}{rng.randrange(1000)}"


def _unknown_place(data: Data, rng: random.Random) -> str:
    rng.choice(data["lines"][:1])["shapes"][0]["ring"] = _word(rng)
    return "no-place-drawn"


def _unknown_spot(data: Data, rng: random.Random) -> str:
    rng.choice(data["lines"])["place"] = _word(rng)
    return "no-spot"


def _off_the_map(data: Data, rng: random.Random) -> str:
    data["battle"]["places"]["field"]["on-map"] = _word(rng)
    return "no-place-named"


def _set_nowhere(data: Data, rng: random.Random) -> str:
    rng.choice(_facts(data)[:1])["fact"]["sets"]["b1"]["place"] = _word(rng)
    return "no-place"


def _unknown_unit(data: Data, rng: random.Random) -> str:
    rng.choice(_facts(data))["fact"]["sets"][_word(rng)] = {"place": "b"}
    return "no-unit"


def _unknown_formation(data: Data, rng: random.Random) -> str:
    data["formations"][_word(rng)] = {"name": "x"}
    return "no-unit"


def _formation_not_told(data: Data, rng: random.Random) -> str:
    rng.choice(data["lines"])["formations"] = [_word(rng)]
    return "no-formation"


def _unknown_source(data: Data, rng: random.Random) -> str:
    rng.choice(data["lines"])["sources"] = [{"source": _word(rng)} if rng.random() < 0.5 else _word(rng)]
    return "no-source"


def _unknown_situation(data: Data, rng: random.Random) -> str:
    rng.choice(data["lines"])["situation"] = f"no-such-{rng.randrange(1000)}"
    return "no-such-situation"


def _unknown_rule(data: Data, rng: random.Random) -> str:
    rng.choice(_acts(data) + _facts(data))["despite"] = [_word(rng)]
    return "no-rule"


def _unknown_field(data: Data, rng: random.Random) -> str:
    rng.choice(_facts(data)[:1])["fact"]["sets"]["b1"][_word(rng)] = 1
    return "no-field"


def _unknown_key(data: Data, rng: random.Random) -> str:
    rng.choice([data, data["battle"], *data["lines"]])[_word(rng)] = 1
    return "unknown-key"


def _another_answer(data: Data, rng: random.Random) -> str:
    _acts(data)[0]["answer"] = [_word(rng), "b"]
    return "no-such-answer"


def _backwards(data: Data, rng: random.Random) -> str:
    data["lines"][rng.choice((1, 2, 4))]["time"] = f"19{rng.randrange(10, 16)}-05-0{rng.randrange(1, 10)}"
    return "backwards"


def _no_such_day(data: Data, rng: random.Random) -> str:
    rng.choice(data["lines"])["time"] = rng.choice(("1916-02-30", "1916-13", "22 May", "1916-05-22T24", "1916-5-2"))
    return "expects-any"  # a date, or from and until


def _no_ground(data: Data, rng: random.Random) -> str:
    line = rng.choice((data["lines"][1], data["lines"][2]))
    line.pop("sources")
    return "no-ground"


def _no_certainty(data: Data, rng: random.Random) -> str:
    rng.choice(_facts(data)).pop("certainty")
    return "fact-certainty"


def _not_marked(data: Data, rng: random.Random) -> str:
    data["lines"][2].pop("despite")
    return "fact-forbidden"


def _refused(data: Data, rng: random.Random) -> str:
    _acts(data)[0]["answer"] = ["r1", "c"]
    return "act-refused"


def _two_kinds(data: Data, rng: random.Random) -> str:
    rng.choice(_acts(data) + _facts(data))["pause"] = True
    return "one-line"


def _half_an_act(data: Data, rng: random.Random) -> str:
    rng.choice(_acts(data)).pop(rng.choice(("rule", "kind", "answer")))
    return "whole-act"


def _two_shapes(data: Data, rng: random.Random) -> str:
    data["lines"][0]["shapes"][0]["area"] = ["a"]
    return "one-shape"


def _another_question(data: Data, rng: random.Random) -> str:
    _acts(data)[1]["kind"] = _word(rng)
    return "another-asked"


def _no_scenario(data: Data, rng: random.Random) -> str:
    data["scenario"] = f"duel/{_word(rng)}"
    return "no-scenario"


def _too_far_north(data: Data, rng: random.Random) -> str:
    data["battle"]["places"]["field"]["at"] = [rng.randrange(91, 400), 3]
    return "expects-limit"


def _missing(data: Data, rng: random.Random) -> str:
    data["battle"].pop(rng.choice(("title", "author", "licence", "summary", "dates")))
    return "missing"


def _no_picture(data: Data, rng: random.Random) -> str:
    picture = {"file": f"{_word(rng)}.png", "says": "x", "credit": "y", "licence": "z"}
    rng.choice(data["lines"])["pictures"] = [picture]
    return "no-picture"


def _variation_first(data: Data, rng: random.Random) -> str:
    data["lines"].insert(0, {"variation": {"title": "x", "lines": [{"pause": True}]}})
    return "variation-first"


def _read_when(data: Data, rng: random.Random) -> str:
    data["sources"]["diary"]["read"] = "all of it"
    return "read-undated"


MUTATIONS = (
    _unknown_place, _unknown_spot, _off_the_map, _set_nowhere, _unknown_unit, _unknown_formation, _formation_not_told,
    _unknown_source, _unknown_situation, _unknown_rule,
    _unknown_field, _unknown_key, _another_answer, _backwards, _no_such_day, _no_ground,
    _no_certainty, _not_marked, _refused, _two_kinds, _half_an_act, _two_shapes, _another_question, _no_scenario,
    _too_far_north, _missing, _no_picture, _variation_first, _read_when,
)  # fmt: skip
TOGETHER = 300


def test_three_hundred_wrong_chronicles_are_told(checked: Callable[[str], Any]) -> None:
    """The fault that was made is told, at its line, in both languages, and says what to do."""
    rng = random.Random(1916)
    whole = yaml.load(CHRONICLE, yaml.BaseLoader)
    whole["chronicle"], whole["lines"][0]["pause"] = 1, True
    whole["lines"][5]["variation"]["lines"][1]["variation"]["lines"][0]["pause"] = True
    whole["lines"][3]["fact"]["setup"], whole["lines"][3]["fact"]["sets"]["b1"]["steps"] = True, 1
    whole["lines"][6]["answer"] = 4
    assert checked(to_yaml(whole))[1] == ()
    for number in range(TOGETHER):
        data = deepcopy(whole)
        expected = MUTATIONS[number % len(MUTATIONS)](data, rng)
        text = to_yaml(data)
        _, faults = checked(text)
        assert expected in {fault.kind for fault in faults}, f"{number}: {expected}, but {faults}"
        at = next(fault for fault in faults if fault.kind == expected)
        if WRONG in text:
            assert WRONG in text.splitlines()[at.mark.line - 1], f"{number}: {at.told('en')}"
        for fault in faults:
            for lang in ("fr", "en"):
                told = fault.told(lang)
                assert told.startswith(f"{fault.path}:{fault.mark.line}:")
                assert "{" not in told.replace("despite: [", "")
                assert not told.split(": ", 1)[1].startswith(fault.kind), f"no message: {fault.kind}"


def test_damaged_chronicles_are_told(checked: Callable[[str], Any]) -> None:
    rng, told = random.Random(1917), 0
    for _ in range(150):
        _, faults = checked(damaged(CHRONICLE, rng))
        told += bool(faults)
        assert all(fault.mark.line >= 1 and fault.told("en") and fault.told("fr") for fault in faults)
    assert told > 90


# -- what the documentation shows -----------------------------------------------------------------------------------
def test_the_smallest_chronicle_of_the_documentation_is_right(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "chronicle.md").read_text("utf-8")
    path = tmp_path / "smallest.yaml"
    path.write_text(page.split("```yaml\n")[1].split("```")[0], "utf-8")
    assert check(path) == ("chronicle", ())
