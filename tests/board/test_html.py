"""Rules, verdicts, ledgers and traces as HTML: escaped, well formed, in both languages, citations as links."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.toy import BOOK, TOY
from tutor import library
from tutor.board import html
from tutor.engine.ledger import Ledger, plus
from tutor.engine.play import Session

VOID = {"br"}


class Balanced(HTMLParser):
    """Fails where tags do not match."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        given = dict(attrs)
        self.links += [str(given["href"])] if "href" in given else []
        self.ids += [str(given["id"])] if "id" in given else []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def parsed(thing: Any) -> Balanced:
    parser = Balanced()
    parser.feed(thing._repr_html_())
    assert not parser.open
    return parser


@pytest.fixture
def session(toy: Path) -> Session:
    return Session(TOY, library.position("assault"))


def test_a_rule_is_the_anchor_of_its_citations(session: Session) -> None:
    assert parsed(BOOK["1.2"]).ids == ["fa:1.2"]
    assert "#fa:1.2" in parsed(session.why(("r1", "c"))).links


def test_a_verdict(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    text = session.why(("r1", "c"))._repr_html_()
    assert "✗ Refused" in text
    assert "Charlie is not next to the guard" in text
    monkeypatch.setenv("TUTOR_LANG", "fr")
    assert "Charlie n'est pas à côté de la garde" in session.why(("r1", "c"))._repr_html_()


def test_a_ledger_is_told_in_the_words_of_the_last_position(session: Session) -> None:
    ledger = TOY.numbers["strength"](session.state, "r1", "b")
    text = ledger._repr_html_()
    assert "Strength = 1" in text
    assert "× ½" in text
    assert "Fort in Bravo" in text
    parsed(ledger)


def test_a_ledger_of_no_game_shows_its_number(session: Session) -> None:
    assert "nowhere = 3" in Ledger.of("0.0", "nowhere", [plus("0.0", "x", 3)])._repr_html_()


def test_a_trace_folds_its_ledgers(session: Session) -> None:
    session.answer(("r1", "b"))
    session.answer(2)
    text = session._repr_html_()
    assert "<details>" in text
    assert "stand-in" in text
    assert {"#fa:1.2", "#fa:1.4", "#fa:1.5"} & set(parsed(session.trace).links)
    assert parsed(session).links == parsed(session.trace).links


def test_what_is_hidden_is_not_shown(session: Session) -> None:
    session.trace.say("1.1", "losses", session.state, seen_by="red", unit="secret")
    assert "secret" not in session._repr_html_()


def test_texts_are_escaped(session: Session) -> None:
    session.trace.say("1.1", "<script>", session.state)
    assert "<script>" not in session._repr_html_()


def test_nothing_to_show_is_no_error() -> None:
    html.remember(None)
    assert "0" in html.trace([])
