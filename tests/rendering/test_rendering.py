"""One tree, four writers: all tell the same, citations can be followed, and nothing breaks out of its form."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.duel.ruleset import RULES
from tests.reading import read
from tutor import library
from tutor.engine import telling, told, ways
from tutor.engine.check import Rest, objection
from tutor.engine.facts import Cell, Chosen, Code, Unit
from tutor.engine.going import SupplyLine
from tutor.engine.ledger import Ledger, plus, times
from tutor.engine.play import Session
from tutor.engine.run import Position, Run
from tutor.engine.space.paths import ClosedOff
from tutor.engine.text import LANGUAGES
from tutor.engine.told import Bar, Cite, Fold, Grid, Heading, Listing, Node, Phrase, Sentence, Share, Slice, text
from tutor.engine.trace import SILENT
from tutor.engine.words import Words
from tutor.rendering.bbcode import bbcode
from tutor.rendering.html import Page, Panel
from tutor.rendering.markdown import markdown
from tutor.rendering.plain import lines, rows
from tutor.rendering.plain import text as as_text

NASTY = '<b>"R1" & [b]x[/b] *y* _z_ `c` |'


@pytest.fixture
def session(toy: Path) -> Session:
    played = Session(RULES, library.position("assault"))
    played.answer(("r1", "b"))
    played.answer(2)
    return played


def words(session: Session, lang: str = "en") -> Words:
    return Words.of(session.rules, session.state, lang)  # type: ignore[arg-type]


def story(session: Session, lang: str = "en") -> tuple[Node, ...]:
    speaker = words(session, lang)
    return telling.with_footnotes(telling.trace(session.entries(), speaker), speaker)


def bare(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


# -- the same in all -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_writer_tells_every_sentence(session: Session, lang: str) -> None:
    nodes = story(session, lang)
    sentences = [told.plain(node.phrases) for node in nodes if isinstance(node, Sentence)]
    assert len(sentences) > 3
    for written in (as_text(nodes), bbcode(nodes), markdown(nodes), Panel().html(nodes), Page().html(nodes)):
        assert all(one in re.sub(r"\\(.)", r"\1", written).replace("&#x27;", "'") for one in sentences)


def test_what_is_told_grows_with_the_level(session: Session) -> None:
    nodes = story(session)
    for write in (as_text, bbcode, markdown):
        told_at = [write(nodes, level) for level in (1, 2, 3)]
        assert len(told_at[0]) < len(told_at[1]) <= len(told_at[2])
    assert len(Panel(1).html(nodes)) < len(Panel(2).html(nodes))


def test_a_citation_can_be_followed_everywhere(session: Session) -> None:
    nodes = story(session)
    (cited, *_) = (one for one in told.inlines(nodes) if isinstance(one, Cite))
    assert cited.text.startswith("DUEL ")
    assert f"[{cited.text}]" in as_text(nodes)
    assert f"[{cited.text}](#{cited.ref})" in markdown(nodes)
    assert f'href="#{cited.ref}"' in Page().html(nodes)
    assert f'<span class="cite">{cited.text}</span>' in Panel().html(nodes)
    assert cited.title in Panel().html(nodes)
    assert markdown(nodes, link=lambda cite: f"/rules/{cite.ref}").count(f"(/rules/{cited.ref})") >= 1
    assert set(told.citations(nodes)) >= {cited.ref}


def test_a_citation_has_the_title_of_its_rule_in_the_language_of_the_reader(session: Session) -> None:
    french, english = (words(session, lang).citation("1.2") for lang in LANGUAGES)
    assert french.text == english.text
    assert french.title != english.title
    assert (french.where, english.where) != ("", "")
    assert words(session).citation("9.9") == Cite("duel:9.9", "DUEL 9.9?")


def test_a_supply_line_is_green_where_it_is_open_and_red_where_it_is_cut(session: Session) -> None:
    """And nothing is said to close a way where no way on is closed."""
    speaker = words(session)
    whole = ways.supply(SupplyLine("1.2", "r1", ("a", "b"), ()), speaker)
    cut = ways.supply(SupplyLine("1.2", "r1", ("a", "b"), (), ClosedOff("c", "b", ())), speaker)
    assert [Panel().html([one]).split('"')[1] for one in (whole, cut)] == ["check ok", "check no"]
    assert [len(as_text([one]).splitlines()) for one in (whole, cut)] == [2, 2]


@pytest.mark.parametrize(
    ("legal", "then", "said"),
    [
        (True, None, "otherwise it would not come to this: no (halving=exact)"),
        (True, True, "otherwise the same answer, by other numbers or rules: no (halving=exact)"),
        (False, True, "otherwise it would be legal: no (halving=exact)"),
        (True, False, "otherwise it would be refused: no (halving=exact)"),
    ],
)
def test_what_another_reading_would_say(session: Session, legal: bool, then: bool | None, said: str) -> None:
    rest = Rest(Chosen("halving", "down"), (("exact", then),))
    told_so = as_text([telling.resting(rest, legal, words(session))]).splitlines()
    assert told_so == ["‡ a reading decides: Is it rounded? Here: down", f"  {said}"]


# -- nothing breaks out --------------------------------------------------------------------------------------------
@pytest.fixture
def nasty() -> tuple[Node, ...]:
    """A unit, a title and a head whose letters mean something to every writer."""
    line = Sentence(text(NASTY), "✓", (Cite("duel:1.2", NASTY, NASTY, NASTY, NASTY),), role="check", mood="ok")
    bits = Grid(((told.Field(text(NASTY)), told.Field((Bar(Fraction(1, 3)),))),), heads=(text(NASTY), text("n")))
    share = Share((Slice(NASTY, 1, "1/2"), Slice("b", 1, "1/2", came=True)))
    return (line, Fold(text(NASTY), (line,)), Heading(text(NASTY)), Listing((line,)), bits, share)


@pytest.mark.parametrize("writer", [Panel(), Page()])
def test_html_stays_whole(nasty: tuple[Node, ...], writer: Panel) -> None:
    read(writer.html(nasty))
    assert '<b>"R1' not in writer.html(nasty)
    assert "<b>&quot;R1" not in writer.html(nasty)


def test_bbcode_and_markdown_stay_whole(nasty: tuple[Node, ...]) -> None:
    told_so = bbcode(nasty)
    assert "[b]x[/b]" not in told_so
    assert told_so.count("[list]") == told_so.count("[/list]")
    marked = markdown(nasty)
    assert "\\<b\\>" in marked
    assert "\\*y\\*" in marked
    assert " <b>" not in marked
    assert markdown([Sentence(text("- a list? 1. no"))]).startswith("- \\- a list?")


def test_text_is_as_it_stands(nasty: tuple[Node, ...]) -> None:
    assert next(lines(nasty)) == f"✓ {NASTY} [{NASTY}]"


# -- text ----------------------------------------------------------------------------------------------------------
def test_spans_keep_their_style(session: Session) -> None:
    speaker = words(session)
    (row,) = rows([telling.check(objection("1.2", "nobody", place=Unit("r1")), speaker)])
    assert [look for _, look in row] == ["no", "no", "cite"]
    assert "".join(letters for letters, _ in row).endswith("[DUEL 1.2]")


def test_words_of_a_table_stand_left_and_figures_right() -> None:
    cells = (("a", "1"), ("long", "100"))
    table = Grid(tuple(tuple(told.Field(text(word)) for word in row) for row in cells))
    assert list(lines([table])) == ["a       1", "long  100"]


def test_a_bar_shows_what_is_small() -> None:
    assert told.eighths(Fraction(0)) == ""
    assert told.eighths(Fraction(1, 10_000)) == "▏"
    assert told.eighths(Fraction(1)) == "█" * 32


def test_a_story_of_one_line_is_told_where_everything_is(session: Session) -> None:
    speaker = words(session)
    short = Ledger.of("1.3", "strength", [plus("1.3", "printed", 3, unit=Unit("r1"))])
    deep = Ledger.of("1.3", "strength", [plus("1.3", "halved", short), times("1.4", "halved", Fraction(1, 2))])
    assert [len(list(lines([telling.ledger(deep, speaker)], level))) for level in (2, 3)] == [3, 5]


# -- what it rests on ----------------------------------------------------------------------------------------------
def test_footnotes_are_read_off_the_tree(session: Session) -> None:
    speaker = words(session)
    cell = Cell("losses", "1", "2", "D1", "stand-in")
    shown = Sentence(speaker.phrases(cell), daggers=telling.daggers({"cell": cell}, speaker.phrases(cell)))
    hidden = Sentence(
        text("told"), daggers=telling.daggers({"cell": cell, "as": Chosen("halving", "down")}, text("told"))
    )
    assert as_text([shown]) == "D1 †"
    assert as_text([hidden]) == "told † ‡"
    assert len(list(telling.footnotes([shown], speaker))) == 1
    stand_in, reading = telling.footnotes([shown, hidden], speaker)
    assert "stand-in" in told.plain(stand_in.head)
    assert "(halving)" in told.plain(reading.head)


# -- codes ---------------------------------------------------------------------------------------------------------
def test_a_code_is_told_in_words_where_the_rulebook_has_them(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    code, cell = Code("losses", "D1"), Cell("losses", "1", "2", "D1", "text")
    speaker = words(session)
    assert speaker.fact(code) == speaker.fact(cell) == "D1"
    meant = {"losses": {"D1": {"fr": "un pas de perte", "en": "one step lost"}}}
    known = {**speaker._messages, "codes": meant}
    monkeypatch.setattr(Words, "_messages", property(lambda self: known))
    assert speaker.fact(code) == speaker.fact(cell) == "D1 (one step lost)"
    assert speaker.fact(code, "words") == "one step lost"
    assert words(session, "fr").fact(Code("losses", "D2")) == "D2"


# -- facts stay ----------------------------------------------------------------------------------------------------
def test_words_keep_the_fact_that_they_name(session: Session) -> None:
    speaker = words(session)
    (line,) = (telling.check(objection("1.2", "not-yours", unit=Unit("r1"), side=Unit("b1")), speaker),)
    assert {one.fact for one in line.phrases if isinstance(one, Phrase) and one.fact is not None} == {
        Unit("r1"),
        Unit("b1"),
    }


def test_silent_play_makes_no_node(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def made(*given: object, **named: object) -> None:
        raise AssertionError("a node was made")

    for kind in (Sentence, Phrase, Cite):
        monkeypatch.setattr(kind, "__init__", made)
    run = Run(RULES, Position(library.position("assault")), SILENT)
    run.answer(("r1", "b"))
    run.answer(2)
    with pytest.raises(AssertionError):
        Sentence(())
