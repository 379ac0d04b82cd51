"""Rules, verdicts, ledgers and traces as HTML: escaped, well formed, in both languages, citations as links."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.duel.ruleset import BOOK, RULES
from tests.reading import Node, read
from tutor import library
from tutor.board import html, telling
from tutor.board.dice import FaceCell, Faces, _sentences
from tutor.engine import telling as telling_engine
from tutor.engine.check import Rest
from tutor.engine.facts import Chosen
from tutor.engine.ledger import Ledger, plus
from tutor.engine.play import Session
from tutor.engine.text import Text
from tutor.engine.words import Words
from tutor.rendering import plain
from tutor.rendering.html import Page, Panel


def parsed(thing: Any) -> Node:
    return read(thing._repr_html_())


@pytest.fixture
def session(toy: Path) -> Session:
    return Session(RULES, library.position("assault"))


def test_a_rule_is_the_anchor_of_its_citations(session: Session) -> None:
    assert parsed(BOOK["1.2"]).every("id") == ["duel:1.2"]
    assert "#duel:1.2" in parsed(session.why(("r1", "c"))).every("href")


def test_a_verdict(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    text = session.why(("r1", "c"))._repr_html_()
    assert "✗ Refused" in text
    assert "Charlie is not next to the guard" in text
    monkeypatch.setenv("TUTOR_LANG", "fr")
    assert "Charlie n'est pas à côté de la garde" in session.why(("r1", "c"))._repr_html_()


def test_a_ledger_is_told_in_the_words_of_the_one_game_that_has_it(session: Session) -> None:
    ledger = RULES.numbers["strength"](session.state, "r1", "b")
    text = ledger._repr_html_()
    assert "Strength = 1" in text
    assert "× ½" in text
    assert "Fort in b" in text
    parsed(ledger)


def test_a_ledger_is_told_the_same_whatever_was_opened_before(session: Session) -> None:
    ledger = RULES.numbers["strength"](session.state, "r1", "b")
    before = ledger._repr_html_()
    library.position("se/roana")
    assert ledger._repr_html_() == before


def test_a_ledger_that_several_games_could_have_written_is_told_by_its_ids(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = RULES.numbers["strength"](session.state, "r1", "b")
    monkeypatch.setattr(html.rulesets, "games", lambda: ("duel", "duel"))
    text = ledger._repr_html_()
    assert "strength = 1 (1.3)" in text
    assert "× 1/2 fort (1.4)" in text
    assert "Strength" not in text


def test_a_ledger_of_no_game_shows_its_number(session: Session) -> None:
    assert "nowhere = 3" in Ledger.of("0.0", "nowhere", [plus("0.0", "x", 3)])._repr_html_()


def test_a_trace_folds_its_ledgers(session: Session) -> None:
    session.answer(("r1", "b"))
    session.answer(2)
    text = session._repr_html_()
    assert "<details>" in text
    assert "stand-in" in text
    assert {"#duel:1.2", "#duel:1.4", "#duel:1.5"} & set(parsed(session.trace).every("href"))
    assert parsed(session).every("href") == parsed(session.trace).every("href")


def test_what_is_hidden_is_not_shown(session: Session) -> None:
    session.trace.say("1.1", "losses", session.state, seen_by="red", unit="secret")
    assert "secret" not in session._repr_html_()


def test_texts_are_escaped(session: Session) -> None:
    session.trace.say("1.1", "<script>", session.state)
    assert "<script>" not in session._repr_html_()


def test_nothing_to_show_is_no_error() -> None:
    assert "0" in html.trace([])


# -- the table a die is read on ---------------------------------------------------------------------------------
def table_of(values: list[str], hit: Any = None, counted: bool = False) -> str:
    cells = tuple(FaceCell(face, 1, value) for face, value in enumerate(values, start=0 if counted else 1))
    found = telling.faces(Faces(cells, Text("", ""), counted), html.words_for(library.position("se/roana"), "fr"), hit)
    read(found)
    return found


def test_short_results_have_one_cell_a_face() -> None:
    assert table_of(["-", "-", "*", "*", "D1", "D1"]).count("<td") == 12


def test_what_neighbouring_faces_share_is_said_once_where_words_would_break() -> None:
    drawn = table_of(["Alliés"] * 5 + ["–"] + ["Puissances Centrales"] * 4, hit=9)
    assert "<td colspan=5>Alliés</td>" in drawn
    assert "<td colspan=4 class=hit>Puissances Centrales</td>" in drawn
    assert "<td class=hit>9</td>" in drawn


def test_sentences_stand_line_by_line_with_their_faces() -> None:
    drawn = table_of(
        ["la brigade agit aussitôt, sans attendre"] * 4 + ["elle retourne sur la table des brigades"] * 2, 2
    )
    assert '<table class="faces tall">' in drawn
    assert "<td>1–4</td><td class=hit>" in drawn
    assert "<td>5 6</td><td>" in drawn
    assert "Ce résultat sort 4/6 du temps." in drawn


def test_many_hits_stand_together_at_the_end() -> None:
    drawn = table_of([str(n) for n in range(12)], hit=11, counted=True)
    assert drawn.count("<td") == 16
    assert "<td class=hit><b>7+</b></td>" in drawn
    assert "<td class=hit>5/12</td>" in drawn


def test_where_no_table_is_read_every_face_tells_what_would_follow() -> None:
    from tests.board.ground import desk

    table = desk("dff/albert-1917", "fr")
    table.roll(1)
    cells = table.faces.cells
    assert "égalité" in cells[0].value
    assert {cell.value for cell in cells[1:]} == {"Les Puissances Centrales ont l'initiative pour toute la phase"}


def test_what_is_said_of_several_faces_leaves_the_face_open() -> None:
    told = _sentences(["2 n'excède pas 3", "3 n'excède pas 3", "4 dépasse 3"], [2, 3, 4])
    assert told == ["… n'excède pas 3", "… n'excède pas 3", "4 dépasse 3"]


def test_a_reading_is_named_in_a_panel_by_its_question_alone() -> None:
    """Whoever has buttons is told no name that is typed; in the terminal and in a notebook one types it."""
    rests = Rest(Chosen("halving", "down"), (("exact", True),))
    words = Words(BOOK, "en")
    told = (telling_engine.resting(rests, False, words), telling_engine.reading("halving", "down", words))
    in_panel, on_page = Panel(3).html(told), Page(3).html(told)
    assert "Is it rounded?" in in_panel
    assert "halving" not in in_panel
    for typed in (on_page, "\n".join(plain.lines(told, 3))):
        assert "halving=exact" in typed
        assert "(halving)" in typed
