"""The published page: whole in one file, readable without script, every link leading somewhere, small enough."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from tests import reading
from tests.chronicle.toy import CHRONICLE
from tutor.chronicle import bibliography, gallery
from tutor.chronicle.checked import Story, story
from tutor.chronicle.notebook import Chronicle, notebook
from tutor.chronicle.page import Page, page
from tutor.chronicle.papers import paper
from tutor.chronicle.said import degrees
from tutor.chronicle.telling import Teller
from tutor.compare.beside import said_before, said_by_others
from tutor.engine.text import Lang
from tutor.engine.told import Node, Sentence
from tutor.engine.told import text as in_words
from tutor.files.chronicle import Source
from tutor.rendering.plain import text

SHIPPED = sorted(gallery.shelf().glob("*.yaml"))


SCALE = {"13px", "15px", "18px", "24px"}
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b")


def test_the_page_stands_on_the_scale_and_the_palette_of_the_table() -> None:
    """No size of type and no colour of its own: those of the table's style and of the board."""
    sheet = resources.files("tutor.chronicle").joinpath("page.css").read_text("utf-8")
    board = resources.files("tutor.board")
    known = "".join(board.joinpath(name).read_text("utf-8") for name in ("frame.css", "table.css", "look.py"))
    assert set(COLOUR.findall(sheet)) <= {*COLOUR.findall(known), "#fff"}
    screen, paper = sheet.split("@media print")
    declared = dict(re.findall(r"--(small|text|story|head|title):(\w+)", screen))
    assert len(declared) == 5
    assert set(declared.values()) <= SCALE
    sizes = re.findall(r"font(?:-size)?:[^;}]*", sheet)
    assert [one for one in sizes if re.search(r"\d(?:px|em|rem|%)", one)] == []
    assert "pt" in paper


def sound(html: str) -> reading.Node:
    """A page that is well made and needs nothing else."""
    found = reading.read(html)
    ids = found.every("id")
    assert [id for id, n in Counter(ids).items() if n > 1] == []
    assert [link for link in found.every("href") if link.startswith("#") and link[1:] not in ids] == []
    assert [one for one in found.every("src") if not one.startswith("data:")] == []
    assert not re.search(r"<link|@import|url\((?!#)", html)
    return found


def test_a_page_is_whole(told: Story) -> None:
    found = sound(page(told, "fr", ("fr", "en")))
    assert {f"s{step.number}" for step in told.course.walked()} < set(found.every("id"))
    text = found.text
    assert "La garde attend." in text
    assert "the rules forbid it" in text.lower()
    assert "not verified" in text
    assert "non vérifié" in text


def test_what_somebody_wrote_stays_text(toy: Path) -> None:
    path = toy / "told.yaml"
    path.write_text(
        CHRONICLE.replace("A chronicler", "'<script>alert(1)</script>'").replace("is waiting", "<b>&"), "utf-8"
    )
    html = page(story(path), "en", ("fr", "en"))
    assert "<script>alert" not in html
    assert "&lt;b&gt;&amp;" in html


def test_the_ground_is_drawn_once(told: Story) -> None:
    html = page(told, "fr", ("fr", "en"))
    assert html.count('id="ground"') == 1
    assert html.count('href="#ground"') == len(list(told.course.walked()))


def test_every_step_leads_on_and_back(told: Story) -> None:
    made = Page(told, "en", ("fr", "en")).html()
    ways = re.findall(r'id="(\w+)" (?:data-back="(\w*)" )?data-next="(\w*)"', made)
    known = {id for id, *_ in ways}
    assert {one for _, *both in ways for one in both if one} <= known
    at, seen = "cover", []
    following = {id: on for id, _, on in ways}
    while at:
        seen.append(at)
        at = following[at]
    assert seen[:3] == ["cover", "s1", "s2"]
    assert seen[-1] == "credits"
    assert "s5a1" not in seen


def test_coordinates_are_told_as_one_writes_them(told: Story) -> None:
    assert degrees((-45.5, -11.25), "fr") == "45,5° S, 11,25° O"
    html = page(told, "fr", ("fr", "en"))
    assert "45,5° N, 11,25° E" in html
    assert "45.5° N, 11.25° E" in html


def test_a_source_ends_with_one_full_stop() -> None:
    source = Source(type="book", title="At the 55e D.R.", author=[{"literal": "Roe, J."}], publisher="Press")  # type: ignore[list-item]
    assert bibliography.plain(source, "en").startswith("Roe, J. At the 55e D.R. Press. [")
    assert "<cite>At the 55e D.R.</cite> Press." in bibliography.html(source, "en")
    assert "*At the 55e D.R.* Press." in bibliography.markdown(source, "en")


def test_a_whole_new_table_is_told_to_who_opens_it() -> None:
    html = page(story(gallery.shelf() / "marne-tlm.yaml"), "fr", ("fr",))
    assert html.count('<details class="changes">') == 1, "the beginning"
    kept = "L'Infanterie française ne bouge pas au tour de joueur de l'Allemand"
    assert html.count(kept) == 1, "units of one name are told once"


def test_a_term_is_marked_once_a_text(told: Story) -> None:
    html = page(told, "fr", ("fr", "en"))
    assert html.count('<a class="term" href="#term-0">garde</a>') == 1
    assert html.count('<a class="term" href="#term-0">guard</a>') == 1


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_shipped_chronicles(path: Path) -> None:
    """In both languages, of twelve steps and six sources at least, and light enough to be sent."""
    found = story(path)
    form = found.form
    assert len(found.course.steps) >= 12
    assert len(form.sources) >= 6
    assert any(source.accessed for source in form.sources.values())
    for step in found.course.walked():
        for words in (step.told.note, step.told.title, step.told.chapter):
            assert words is None or isinstance(words, str) or (words.fr and words.en), step.number
    html = page(found, "fr", ("fr", "en"))
    sound(html)
    assert "part." not in " ".join(Teller(found, "fr").stand_ins()), "every part that stands in has words"
    weight = len(gzip.compress(html.encode(), mtime=0))
    assert weight < 600_000 * max(1.0, len(list(found.course.walked())) / 60), f"{weight} bytes"


def test_a_picture_lies_in_the_page(toy: Path) -> None:
    (toy / "view.png").write_bytes(b"\x89PNG\r\n\x1a\n rest")
    path = toy / "told.yaml"
    shown = "    pictures: [{file: view.png, says: {fr: le champ, en: the field}, credit: Roe, licence: CC0}]\n"
    path.write_text(CHRONICLE.replace("    place: field\n", f"    place: field\n{shown}", 1), "utf-8")
    html = page(story(path), "en", ("fr", "en"))
    assert 'src="data:image/png;base64,iVBORw' in html
    assert "Roe" in html
    sound(html)


# -- papers ----------------------------------------------------------------------------------------------------------
def test_markdown_and_bbcode(told: Story) -> None:
    made = paper(told, "fr", "markdown", "told")
    assert made.text.startswith("# Le duel\n")
    shown = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", made.text)
    assert set(shown) == set(made.pictures)
    assert all(svg.startswith("<svg") for svg in made.pictures.values())
    forum = paper(told, "en", "bbcode", "told", "https://example.org/")
    assert "[img]https://example.org/told-1.png[/img]" in forum.text
    for tag in ("b", "i", "list", "quote", "size"):
        assert len(re.findall(rf"\[{tag}[=\]]", forum.text)) == forum.text.count(f"[/{tag}]"), tag


SAID = """\
    situation: liege-1914
    pictures: [{file: view.png, says: {fr: le champ, en: the field}, credit: Roe, licence: CC0}]
"""


@pytest.mark.parametrize("style", ["markdown", "bbcode"])
def test_papers_tell_what_the_others_say_and_show_the_chroniclers_own_pictures(toy: Path, style: Any) -> None:
    (toy / "view.png").write_bytes(b"\x89PNG\r\n\x1a\n rest")
    path = toy / "told.yaml"
    path.write_text(CHRONICLE.replace("    place: field\n", f"    place: field\n{SAID}", 1), "utf-8")

    def others(situation: str, game: str, lang: Lang) -> tuple[Node, ...]:
        return (Sentence(in_words(f"of {situation}, beside {game}, in {lang}")),)

    made = paper(story(path), "en", style, "told", "", others).text
    assert made.count("What the other games say of it") == 1
    assert "of liege-1914, beside duel, in en" in made
    assert "What the other games say" not in paper(story(path), "en", style, "told").text, "where nobody is asked"
    assert ("![the field](view.png)" if style == "markdown" else "[img]view.png[/img]") in made
    assert "the field (Roe, CC0)" in made
    for told in (
        "the field · 45.5° N, 11.25° E",
        "The Guard · counter: ",
        "guard: chosen troops",
    ):
        assert told in made, told


def test_a_notebook_replays(told: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    book = json.loads(notebook(told.path, "fr"))
    monkeypatch.chdir(told.path.parent)
    space: dict[str, Any] = {}
    code = [cell["source"] for cell in book["cells"] if cell["cell_type"] == "code"]
    exec(code[0], space)  # as the notebook does
    assert isinstance(space["chronicle"], Chronicle)
    shown = [eval(source, space)._repr_html_() for source in code[1:]]
    assert len(shown) == len(list(told.course.walked()))
    assert all("<svg" in one for one in shown)


# -- a site ----------------------------------------------------------------------------------------------------------
def test_a_site(told: Story) -> None:
    files = dict(gallery.site({"told": told}, "en"))
    assert {"index.html", "search.js", "told.html", "rules-se.html", "rules-duel.html"} <= set(files)
    for name, content in files.items():
        if name.endswith(".html"):
            for link in reading.read(content).every("href"):
                page_of, _, at = link.partition("#")
                if not link.startswith("http"):
                    assert not page_of or page_of in files, link
                    assert not at or at in reading.read(files[page_of or name]).every("id"), link
                if name != "index.html":
                    break
    index = json.loads(files["search.js"].removeprefix("const INDEX = ").rstrip(";\n"))
    assert any(entry[0] == "told.html#s1" for entry in index)


def test_one_battle_by_several_games(told: Story, toy: Path) -> None:
    text = CHRONICLE.replace("battle:\n", "battle:\n  event: duel-1916\n", 1)
    (toy / "one.yaml").write_text(text, "utf-8")
    (toy / "two.yaml").write_text(text, "utf-8")
    files = dict(gallery.site({"one": story(toy / "one.yaml"), "two": story(toy / "two.yaml")}, "en"))
    assert 'href="one.html#s1"' in files["duel-1916.html"]
    assert 'href="two.html#s1"' in files["duel-1916.html"]
    assert 'href="duel-1916.html"' in files["index.html"]


def test_the_other_games_are_asked_where_a_situation_fits(toy: Path) -> None:
    path = toy / "told.yaml"
    path.write_text(
        CHRONICLE.replace("    place: field\n", "    place: field\n    situation: liege-1914\n", 1), "utf-8"
    )
    asked: list[tuple[str, str, str]] = []

    def others(situation: str, game: str, lang: Lang) -> tuple[Node, ...]:
        asked.append((situation, game, lang))
        return (Sentence(in_words(f"said in {lang}")),)

    html = page(story(path), "en", ("fr", "en"), others)
    assert asked == [("liege-1914", "duel", "en"), ("liege-1914", "duel", "fr")]
    assert html.count('<details class="others">') == 1
    assert "said in fr" in html
    sound(html)
    assert 'class="others"' not in page(story(path), "en", ("fr", "en")), "where nobody is asked nothing is said"


def test_the_terminal_asks_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TUTOR_CACHE", str(tmp_path))
    assert said_before("liege-1914", "tlm", "en") == ()
    told = text(said_by_others("asiago-1916", "dff", "en"))
    for game in ("SE", "TLM", "GWIE", "FA"):
        assert game in told
    assert "DFF" not in told
    assert text(said_before("asiago-1916", "dff", "en")) == told, "what was reckoned is kept"
