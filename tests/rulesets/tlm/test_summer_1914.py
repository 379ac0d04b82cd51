"""A whole season as a record with comments: it replays to its end, and is told in both languages without a hole."""

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
from tutor.rulesets.tlm.ruleset import RULES
from tutor.rulesets.tlm.state import State
from tutor.rulesets.tlm.victory import victory_points

PHASES = ("season-begins", "reinforcements", "turn-begins", "offensive", "movement", "declare", "combat", "exchange",
    "building-points", "check-supply", "spend", "draw", "victory", "parley", "next-season")  # fmt: skip


@cache
def record() -> Record:
    path = shipped("scenarios") / "tlm" / "records" / "summer-1914.yaml"
    return Record.from_data(yaml.safe_load(path.read_text("utf-8")))


@cache
def replayed() -> Session:
    return replay(record(), Session(RULES, scenario(record().scenario).played_as(record())))


def test_the_season_is_played_to_its_marker() -> None:
    end: State = replayed().state
    assert end.turn == 2
    assert len(replayed().now.line) == len(record().lines) + 1
    assert not any(line.despite for line in record().lines)


def test_what_the_season_has_made_of_the_front() -> None:
    end: State = replayed().state
    held = {side: {area for area, whose in end.control.items() if whose == side} for side in ("GE", "Entente")}
    assert {"liege", "brussels", "briey", "sedan", "namur"} <= held["GE"]
    assert {"mulhouse", "antwerp", "maubeuge"} <= held["Entente"]
    assert {fort.id for fort in end.pieces if fort.box == "removed"} == {
        "fort-liege", "fort-namur", "fort-sedan", "fort-mulhouse",
    }  # fmt: skip
    assert victory_points(end).total == 16
    assert {side: len(end.hand(side)) for side in ("GE", "Entente")} == {"GE": 8, "Entente": 7}
    assert end.pieces["uk1"].place == end.pieces["expedition"].place == "boulogne"
    assert not end.fallen


def test_nobody_reads_what_the_other_draws() -> None:
    """Neither the card nor the number by which it lay in the pile."""
    session = replayed()
    for side, other, drawn in (("GE", "Entente", 12), ("Entente", "GE", 10)):
        seen = session.entries(side)
        assert not [entry for entry in seen if entry.kind in ("draw", "drawn") and other in (entry.who, entry.seen_by)]
        assert sum(entry.kind == "drawn" for entry in seen) == drawn
        assert sum(entry.what == "roll" and entry.kind == "draw" for entry in seen) == drawn


def test_every_phase_of_the_season_is_in_it() -> None:
    told = {entry.kind for entry in replayed().trace.entries if entry.what == "section"}
    missing = [phase for phase in PHASES if not any(kind.endswith(phase) for kind in told)]
    assert set(missing) <= {"reinforcements", "season-begins", "turn-begins", "parley", "victory"}, missing
    assert sum("note" in line.notes for line in record().lines) > 20


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told_whole_in_both_languages(lang: Lang) -> None:
    session = replayed()
    text = list(lines(telling.trace(session.entries(), Words.of(RULES, session.state, lang)), 3))
    assert len(text) > 600
    assert not [line for line in text if "{" in line or "?]" in line]
    both = {"fr": "Bataille de Liége", "en": "Battle of Liége"}
    assert any(both[lang] in line for line in text)
