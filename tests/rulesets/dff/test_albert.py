"""The booklet's example of play (13.0) as a record: it replays to its end, and where it breaks its rules it says so."""

from __future__ import annotations

from functools import cache

import yaml

from tutor.engine.facts import Unit
from tutor.engine.play import Session
from tutor.engine.records import Record, replay
from tutor.engine.text import LANGUAGES
from tutor.engine.words import Words
from tutor.library import scenario, shipped
from tutor.rulesets.dff.ruleset import RULES
from tutor.rulesets.dff.state import State


@cache
def record() -> Record:
    path = shipped("scenarios") / "dff" / "records" / "albert-1917.yaml"
    return Record.from_data(yaml.safe_load(path.read_text("utf-8")))


@cache
def replayed() -> Session:
    return replay(record(), Session(RULES, scenario(record().scenario).played_as(record())))


def test_the_example_is_played_to_its_end() -> None:
    session = replayed()
    assert session.over
    assert len(session.now.line) == len(record().lines) + 1
    assert [entry for entry in session.trace.entries if entry.kind == "phase-over"]


def test_the_example_ends_as_printed() -> None:
    end: State = replayed().state
    strengths = {"ge1": 3, "ge2": 3, "ge3": 4, "ge4": 3, "ge6": 2, "ge7": 3, "ge8": 2, "ge9": 4}
    strengths |= {"au1": 2, "ca1": 2, "br1": 1, "fr1": 4, "be1": 3, "fr-cav": 2, "br2": 3, "br3": 3, "br4": 4}
    assert {id: end.pieces[id].strength for id in strengths} == strengths
    assert {hex: end.control[hex] for hex in ("0906", "1007", "1107", "1208", "0532")} == {
        "0906": "central", "1007": "central", "1107": "allies", "1208": "allies", "0532": "allies",
    }  # fmt: skip
    assert dict(end.morale) == {"germany": 31, "britain": 30, "france": 99}
    assert dict(end.goals) == {"germany": "failed", "britain": "met", "france": "met"}
    assert end.objectives["1107"] == 1
    assert end.pieces["hq-fr1"].box == end.pieces["ot1"].box == "pool"


def test_what_breaks_the_rules_is_kept_despite_them() -> None:
    kept = [(line.kind, line.answer, line.despite) for line in record().lines if line.despite]
    assert kept == [
        ("aid", "richthofen", ("4.5.6-a",)),
        ("exploit-with", "ge3", ("2.2.4.7-a",)),
        ("exploit-to", "0806", ("2.2.4.7-d",)),
        ("leave-to", "0907", ("2.2.4.5-f",)),
    ]
    assert all(line.notes["note"]["fr"] and line.notes["note"]["en"] for line in record().lines if line.despite)
    assert sum("note" in line.notes for line in record().lines) >= 14


def test_the_supply_that_the_rules_ask_for() -> None:
    """Ten points for the 1st Army where the booklet deducts eleven; the rest as printed."""
    end: State = replayed().state
    assert end.supply["0709"] == 22 - 10 - 2 - 4
    assert end.supply["0813"] == 40 - 3 - 1
    assert end.supply["0806"] == 19 - 3 - 1 - 3 - 2
    assert end.supply["0532"] == 35 - 12
    assert end.supply["0132"] == 5 - 2


def test_the_order_of_fighting_makes_no_other_outcome() -> None:
    """Two battles with the same ends are one outcome, and one position, whichever was fought first."""
    end: State = replayed().state
    one, other = ("1106", "initial", "taken"), ("1308", "initial", "withdrawn")
    start, ends = end.but(fought=()), [end.but(fought=fought) for fought in ((one, other), (other, one))]
    assert RULES.alike(ends[0]) == RULES.alike(ends[1]) != RULES.alike(start)
    for name in ("ground", "outcome"):
        of = RULES.questions[name].of
        assert of(start, ends[0]) == of(start, ends[1])


def test_pieces_are_called_what_the_scenario_calls_them() -> None:
    """Where it says nothing, what the game calls their kind."""
    found = scenario("dff/albert-1917")
    named = found.data["names"]
    assert named
    for lang in LANGUAGES:
        words = Words.of(found.rules, found.position(), lang)
        for id, name in named.items():
            assert words.fact(Unit(id)) == name[lang], id
