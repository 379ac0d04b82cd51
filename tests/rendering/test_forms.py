"""Every kind of node as each writer writes it, letter by letter, and from which level on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tutor.engine.told import (
    Account,
    Bar,
    Cite,
    Dagger,
    Field,
    Fold,
    Grid,
    Heading,
    Listing,
    Node,
    Phrase,
    Rows,
    Sentence,
    Share,
    Slice,
    text,
)
from tutor.rendering.bbcode import bbcode
from tutor.rendering.html import LINK, Page, Panel
from tutor.rendering.markdown import markdown
from tutor.rendering.pdf import PRINTER, PRINTERS, printer
from tutor.rendering.plain import lines, rows
from tutor.rendering.plain import text as as_text

CITE = Cite("duel:1.2", "DUEL 1.2", "Moving", "A unit goes one place.", "page 3")
UNKNOWN = Cite("duel:9.9", "DUEL 9.9?")
DAGGERS = (Dagger("‡", "halving", "down"), Dagger("‡", "halving", "up"), Dagger("†", "losses"))
LEAF = f'<a href="#duel:1.2" title="Moving — A unit goes one place." style="{LINK}"><code>DUEL 1.2</code></a>'
GIST = '<div class="gist"><b>Moving</b><br>A unit goes one place. <small>(page 3)</small></div>'


def panel(node: Node, level: int = 2) -> str:
    return Panel(level).html([node])


def page(node: Node, level: int = 2) -> str:
    return Page(level).html([node])


def written(node: Node, level: int = 2) -> tuple[str, str, str]:
    return as_text([node], level), bbcode([node], level), markdown([node], level)


# -- sentences -------------------------------------------------------------------------------------------------------
def test_a_check_has_its_sign_its_citation_and_each_dagger_once() -> None:
    check = Sentence(text("May go"), "✓", (CITE,), DAGGERS, "ok", "check")
    assert written(check) == (
        "✓ May go [DUEL 1.2] ‡ †",
        "✓ May go [i](DUEL 1.2)[/i] ‡ †",
        "- ✓ May go [DUEL 1.2](#duel:1.2) ‡ †",
    )
    assert panel(check) == (
        '<div class="check ok"><details><summary><span class="cite">DUEL 1.2</span>'
        '<span class=ok><span class="sign">✓</span> May go ‡ †</span></summary>'
        f"{GIST}</details></div>"
    )
    assert page(check) == f"<div>✓ May go {LEAF} ‡ †</div>"


def test_the_point_of_a_list_is_written_by_the_list() -> None:
    """BBCode, Markdown and the panel set points of their own; text has no other."""
    point, bare = Sentence(text("a"), "·"), Sentence(text("a"))
    assert written(point) == ("· a", "a", "- a")
    assert written(bare) == ("a", "a", "- a")
    assert panel(point) == panel(bare) == "<p>a</p>"
    assert panel(Sentence(text("a"), "✗")) == "<p>✗ a</p>"


def test_heads_and_sections_are_seen_as_such() -> None:
    def looks(node: Node) -> list[str]:
        return [look for row in rows([node]) for _, look in row]

    assert looks(Sentence(text("a"))) == [""]
    assert looks(Sentence(text("a"), mood="no", role="section")) == ["no"]
    assert looks(Sentence(text("a"), role="section")) == looks(Sentence(text("a"), role="head")) == ["head"]
    assert looks(Fold(text("a"), (), "head")) == ["head"]
    assert looks(Fold(text("a"), ())) == [""]
    assert looks(Heading(text("a"))) == ["head"]
    assert panel(Sentence(text("a"), role="head", below=(Sentence(text("b")),))) == '<h4 aria-level="2">a</h4><p>b</p>'
    assert panel(Sentence(text("a"), role="note")) == '<div class="note">a</div>'


def test_what_hangs_on_a_sentence_stands_further_in() -> None:
    below = (Sentence(text("b")),)
    step = Sentence(text("a"), role="step", depth=1, below=below, now=True)
    section = Sentence(text("a"), role="section", depth=1, below=below)
    assert as_text([Sentence(text("a"), below=below)]) == "a\n  b"
    assert as_text([step]) == as_text([section]) == "  a\n      b"
    assert bbcode([step]) == "a\n[list]\n[*]b\n[/list]"
    assert markdown([step]) == "  - a\n    - b"
    assert panel(step) == '<div class="step now" style="margin-left:0.7em"><div>a</div><p>b</p></div>'
    assert panel(section) == '<div class="step sec" style="margin-left:0.7em"><div>a</div><p>b</p></div>'
    assert page(step) == '<div style="padding-left:1.2em">a<div>b</div></div>'
    assert page(section) == '<div style="font-weight:600;margin-top:.3em;padding-left:1.2em">a<div>b</div></div>'


def test_a_citation_opens_what_the_rule_says() -> None:
    """One alone opens; of several each is named, and what the rulebook does not have is named, too."""
    whole = Cite("duel:1.2", "DUEL 1.2 (a)", "Moving", "", "page 3")
    assert panel(Sentence(text("a"), cites=(whole,), opens=3), 3) == (
        '<details open><summary><span class="cite">DUEL 1.2</span>a</summary><div class="gist">'
        "<b>Moving <small>DUEL 1.2 (a)</small></b><br>Moving <small>(page 3)</small></div></details>"
    )
    assert panel(Sentence(text("a"), cites=(CITE,), opens=3)).startswith("<details><summary>")
    assert panel(Sentence(text("a"), cites=(UNKNOWN,))) == '<div><span class="cite">DUEL 9.9?</span>a</div>'
    assert panel(Sentence(text("a"), cites=(CITE, UNKNOWN))) == (
        '<div><span class="cite" title="Moving — A unit goes one place.">DUEL 1.2</span>'
        '<span class="cite" title="">DUEL 9.9?</span>a</div>'
    )
    assert page(Sentence(text("a"), cites=(UNKNOWN,))) == "<div>a <code>DUEL 9.9?</code></div>"
    assert written(Sentence(text("a"), cites=(CITE, UNKNOWN))) == (
        "a [DUEL 1.2, DUEL 9.9?]",
        "a [i](DUEL 1.2)[/i] [i](DUEL 9.9?)[/i]",
        "- a [DUEL 1.2](#duel:1.2) \\[DUEL 9.9?\\]",
    )


# -- from which level on ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_node_is_told_from_its_own_level_on(level: int) -> None:
    shown = {seen: Sentence(text("seen"), level=seen) for seen in (1, 2, 3)}
    for seen, node in shown.items():
        beside = Rows((("+1", node),))
        for one in (node, beside):
            assert ["seen" in told for told in written(one, level)] == [seen <= level] * 3
        assert ("seen" in panel(node, level), "seen" in page(node, level)) == (seen <= level, seen <= level)


def test_two_is_the_level_unless_another_is_asked_for() -> None:
    nodes = [Sentence(text(str(level)), level=level) for level in (1, 2, 3)]
    assert as_text(nodes) == "\n".join(lines(nodes)) == "1\n2"
    assert bbcode(nodes) == "1\n2"
    assert markdown(nodes) == "- 1\n- 2"
    assert Panel().html(nodes) == "<p>1</p><p>2</p>"


def test_what_folds_is_there_to_be_opened_from_the_second_level_on() -> None:
    fold, account = Fold(text("a"), (Sentence(text("b")),), level=3), Account(text("a"), "3", CITE, (), level=3)
    for writer in (panel, page):
        assert [bool(writer(one, level)) for one in (fold, account) for level in (1, 2)] == [False, True] * 2
        assert writer(Sentence(text("a"), level=3), 2) == ""
        assert writer(Fold(text("a"), (), level=1), 1) == "<div>a</div>"


# -- folds, numbers, lists -------------------------------------------------------------------------------------------
def test_a_fold() -> None:
    fold = Fold(text("a"), (Sentence(text("b")),), opens=2)
    assert written(fold) == ("a\n  b", "a\n[list]\n[*]b\n[/list]", "- a\n  - b")
    assert panel(fold) == "<details open><summary><small>▸ a</small></summary><p>b</p></details>"
    assert panel(fold, 1) == "<details><summary><small>▸ a</small></summary><p>b</p></details>"
    assert panel(Fold(text("a"), fold.body, "note")) == (
        '<details class="note"><summary>a ▸</summary><p>b</p></details>'
    )
    assert panel(Fold(text("a"), (), "note")) == '<div class="note">a</div>'


def test_a_number_stands_with_its_story() -> None:
    lines = (("+3", Sentence(text("b"))), ("×½", Sentence(text("c"), cites=(CITE,))))
    account = Account(text("a"), "1½", CITE, lines, opens=2)
    assert written(account) == (
        "a = 1½ [DUEL 1.2]\n   +3  b\n   ×½  c [DUEL 1.2]",
        "a = [b]1½[/b] [i](DUEL 1.2)[/i]\n[list]\n[*][b]+3[/b] b\n[*][b]×½[/b] c [i](DUEL 1.2)[/i]\n[/list]",
        "- a = **1½** [DUEL 1.2](#duel:1.2)\n  - **+3** b\n  - **×½** c [DUEL 1.2](#duel:1.2)",
    )
    told = panel(account)
    assert told.startswith("<details open><summary>▸ a = <b>1½</b></summary><table><tr><td><div>b</div></td>")
    assert told.endswith('<tr class="sum"><td></td><td class="n">1½</td></tr></table></details>')
    assert page(account).startswith(f"<b>a = 1½</b> {LEAF}<table")
    assert page(account, 1) == ""
    assert page(Account(text("a"), "", CITE, lines, opens=3)).startswith(f"<details><summary><b>a</b> {LEAF}</summary>")
    assert 'class="sum"' not in panel(Account(text("a"), "3", CITE, lines[:1]))  # one line is its own sum
    assert as_text([Rows((("+3", Sentence(text("b"), below=(Sentence(text("c")),))),))]) == "   +3  b\n      c"


def test_a_list_has_points_or_numbers() -> None:
    items = (Sentence(text("a"), below=(Sentence(text("b")),)), Sentence(text("c")))
    points, numbers = Listing(items), Listing(items, numbered=True)
    assert written(points) == ("· a\n  b\n· c", "[list]\n[*]a\n[*]c\n[/list]", "- a\n- c")
    assert written(numbers) == ("1. a\n  b\n2. c", "[list=1]\n[*]a\n[*]c\n[/list]", "1. a\n2. c")
    assert panel(points) == "<ul><li>a<p>b</p></li><li>c</li></ul>"
    assert panel(numbers) == "<ol><li>a<p>b</p></li><li>c</li></ol>"


# -- tables ----------------------------------------------------------------------------------------------------------
def grid(*rows: tuple[Field, ...], heads: tuple[str, ...] = ()) -> Grid:
    return Grid(rows, tuple(map(text, heads)))


def test_words_and_bars_stand_left_and_figures_right() -> None:
    bar = Field((Bar(Fraction(1, 32)),))
    table = grid((Field(text("a")), Field(text("1")), bar), (Field(text("long")), Field(text("100")), Field(text("x"))))
    assert as_text([table]) == "a       1  █\nlong  100  x"
    wide = grid((Field(text("all of it"), span=2),), (Field(text("a")), Field(text("1"))), heads=("who", "n"))
    assert written(wide) == (
        "who  n\nall of it\na    1",
        "[list]\n[*][b]who[/b] · [b]n[/b]\n[*]all of it\n[*]a · 1\n[/list]",
        "\n| who | n |\n|---|---:|\n| all of it |  |\n| a | 1 |\n",
    )
    assert panel(wide) == (
        "<table><tr><th>who</th><th>n</th></tr>"
        "<tr><td colspan=2>all of it</td></tr><tr><td>a</td><td>1</td></tr></table>"
    )
    beside = grid((Field(text("a")), Field(text("b"), span=2)), tuple(map(Field, map(text, ("c", "100", "7")))))
    assert as_text([beside]) == "a  b\nc  100  7"
    assert markdown([beside]) == "\n|  |  |  |\n|---|---:|---:|\n| a | b |  |\n| c | 100 | 7 |\n"
    left = grid((Field(text("a")), Field((Bar(Fraction(1, 32)),))), (Field(text("b")), Field((Bar(Fraction(1, 16)),))))
    assert as_text([left]) == "a  █\nb  ██"


def test_the_rows_of_dice_say_what_they_are() -> None:
    for role, classes in (("face", ' class="f"'), ("came", " class=came"), ("number", "")):
        told = panel(grid((Field(text("6"), role=role),)))  # type: ignore[arg-type]
        assert told.startswith(f"<table><tr{classes}>"), role
    assert panel(Grid(((Field(text("6"), role="hit"),),), role="tall")) == (
        '<table class="faces tall"><tr><td class=hit>6</td></tr></table>'
    )


def test_a_bar_is_as_long_as_its_share_and_never_nothing() -> None:
    widths = [panel(Sentence((Bar(Fraction(share)),))) for share in ("0.001", "0.5", "1")]
    assert [f"width:{width}px" in told for width, told in zip((1, 80, 160), widths, strict=True)] == [True] * 3


def test_a_part_says_as_much_of_itself_as_has_room() -> None:
    share = Share((Slice("the attacker wins", 9, "9/10", came=True, tint="#123456"), Slice("nobody", 1, "1/10")))
    assert as_text([share]) == bbcode([share]) == "the attacker wins 9/10 · nobody 1/10"
    assert markdown([share]) == "- the attacker wins 9/10 · nobody 1/10"
    told = panel(share)
    assert 'class=came style="flex:9;background:#123456;' in told
    assert 'title="the attacker wins 9/10">the attacker wins 9/10</span>' in told
    assert 'title="nobody 1/10"></span>' in told


def test_letters_are_escaped_as_far_as_they_must_be() -> None:
    """In what is read a quotation mark is one; in an attribute it would end it."""
    told = panel(Sentence((Phrase('the "old" <fort>', style="strong"),), cites=(CITE, Cite("x", "X", '"', "", "p"))))
    assert '<b>the "old" &lt;fort&gt;</b>' in told
    assert 'title="&quot;"' in told


# -- paper -----------------------------------------------------------------------------------------------------------
def test_the_printer_is_the_one_that_is_named_or_the_first_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {name: f"/bin/{name}" for name in (*PRINTERS[2:], "own")}
    nothing: dict[str, str] = {}
    monkeypatch.delenv(PRINTER, raising=False)
    assert printer(there.get) == f"/bin/{PRINTERS[2]}"
    assert printer(nothing.get) is None
    monkeypatch.setenv(PRINTER, "own")
    assert printer(there.get) == "/bin/own"
    monkeypatch.setenv(PRINTER, "no-such")
    assert printer(there.get) is None
