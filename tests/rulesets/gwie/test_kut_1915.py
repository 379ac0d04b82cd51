"""A whole turn as a record with comments: both sequences of play, told in both languages without a hole."""

from __future__ import annotations

from functools import cache

import pytest
import yaml

from tutor.engine import telling
from tutor.engine.play import Session
from tutor.engine.records import Record, replay
from tutor.engine.text import LANGUAGES, Lang
from tutor.engine.words import Words
from tutor.library import scenario, shipped
from tutor.rendering.plain import lines
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.state import State

# A phase that is one step is told under the name of the step.
OPERATIONAL = ("phase.events-phase", "phase.new-units-phase", "step.weather", "phase.round", "phase.mutual-movement",
    "phase.combat-phase", "phase.strategic-movement", "step.turn-record")  # fmt: skip
STRATEGIC = ("phase.victory-check", "phase.resource-phase", "phase.strategic-warfare", "phase.replacement-phase",
    "phase.revolutions", "step.fortress-surrender", "phase.turkish-surrender", "phase.initiative-phase",
    "step.resources-kept", "step.turn-change")  # fmt: skip


@cache
def record() -> Record:
    path = shipped("scenarios") / "gwie" / "records" / "kut-1915.yaml"
    return Record.from_data(yaml.safe_load(path.read_text("utf-8")))


@cache
def replayed() -> Session:
    return replay(record(), Session(RULES, scenario(record().scenario).played_as(record())))


def test_the_turn_is_played_to_the_next() -> None:
    end: State = replayed().state
    assert (end.turn, end.letter) == (17, "G")
    assert len(replayed().now.line) == len(record().lines) + 1
    assert not any(line.despite for line in record().lines)


def test_what_the_turn_has_made_of_the_siege() -> None:
    end: State = replayed().state
    assert end.pieces["in6"].place == "N1845"
    assert (end.pieces["in30"].box, end.pieces["in3"].box) == ("allied-near-east", "allied-near-east")
    assert (end.pieces["tu51"].box, end.pieces["tu2"].box) == ("cp-near-east", "cp-near-east")
    assert not end.pieces["sixth-army"].depleted
    assert "N1945" in end.trenches
    assert end.hand("cp") == ("von-der-goltz",)


def test_every_phase_of_both_sequences_is_in_it() -> None:
    told = [entry.kind for entry in replayed().trace.entries if entry.what == "section"]
    first = [told.index(phase) for phase in (*OPERATIONAL, "phase.strategic-turn", *STRATEGIC)]
    assert first == sorted(first)
    assert sum("note" in line.notes for line in record().lines) >= 18


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told_whole_in_both_languages(lang: Lang) -> None:
    session = replayed()
    text = list(lines(telling.trace(session.entries(), Words.of(RULES, session.state, lang)), 3))
    assert len(text) > 120
    assert not [line for line in text if "{" in line or "?]" in line]
    both = {"fr": "Reddition des forteresses", "en": "Fortress surrender"}
    assert any(both[lang] in line for line in text)
