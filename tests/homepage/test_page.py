"""What Home shows, without a browser: everything once, by its name, in both languages, of every game that there is."""

from __future__ import annotations

import html
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.reading import Node, read
from tutor import library, rulesets
from tutor.compare.situation import names as situations
from tutor.engine.text import LANGUAGES, Lang
from tutor.home import Home, asked, page, shelf
from tutor.home.page import MODES
from tutor.home.said import Reader
from tutor.lessons import find, lessons
from tutor.lessons.library import _shelved
from tutor.lessons.progress import Progress
from tutor.lessons.walk import Walk

BASE = "/tutor/"
SLUG = re.compile(r"\b[a-z]+/[a-z0-9-]+\b")


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "p.sqlite3", "Anna")


def home(lang: Lang, progress: Progress, mode: str = "") -> Node:
    return read(page.page(Reader(lang, BASE, progress), '<input type="hidden" name="_xsrf" value="x">', mode))


def wanted() -> dict[str, str]:
    """What must be there: an address for every scenario, lesson and situation, from the libraries themselves."""
    found = {f"{BASE}play/{name}": name for game in rulesets.games() for name in library.names(game)}
    found |= {f"{BASE}learn/{name}": name for name in lessons()}
    return found | {f"{BASE}compare/{name}": name for name in situations()}


def titles(lang: Lang) -> dict[str, str]:
    """As a page that has been read tells them: whatever space stands in them is a space."""
    return {f"{BASE}{one.path}": " ".join(one.title(lang).split()) for one in shelf.everything()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_linked_exactly_once_and_by_its_name(lang: Lang, progress: Progress) -> None:
    links = Counter(link.attributes["href"] for link in home(lang, progress).all("a"))
    assert {where: links[where] for where in wanted()} == dict.fromkeys(wanted(), 1)
    kinds = tuple(f"{BASE}{kind}/" for kind in shelf.KINDS)
    told = {link.attributes["href"]: link.text for link in home(lang, progress).all("a")}
    assert {where: text for where, text in told.items() if where.startswith(kinds)} == titles(lang)


@pytest.mark.parametrize("mode", ["", *MODES])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_shows_a_slug_or_a_slot(lang: Lang, mode: str, progress: Progress) -> None:
    shown = home(lang, progress, mode).text
    assert SLUG.findall(shown) == []
    assert "{" not in shown
    for entry in shelf.everything():
        assert entry.title.fr
        assert entry.title.en
        assert entry.title(lang) != entry.name.partition("/")[2]


@pytest.mark.parametrize("mode", ["", *MODES])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_can_be_heard_and_used_by_keyboard(lang: Lang, mode: str, progress: Progress) -> None:
    found = home(lang, progress, mode)
    (html,), (title,), (head,) = found.all("html"), found.all("title"), found.all("h1")
    assert html.attributes["lang"] == lang
    assert head.text in title.text
    labels = {label.attributes["for"] for label in found.all("label")}
    fields = [one for one in found.all("input") if one.attributes.get("type") != "hidden"]
    assert {one.attributes["id"] for one in fields} == labels
    assert all("alt" in image.attributes for image in found.all("img"))
    assert all(one.text for tag in ("a", "button") for one in found.all(tag))
    assert all(nav.attributes["aria-label"] for nav in found.all("nav"))
    assert not [one for tag in ("a", "button", "input") for one in found.all(tag) if "tabindex" in one.attributes]
    heads = [int(node.tag[1]) for node in _walk(found) if re.fullmatch("h[1-6]", node.tag)]
    assert heads[0] == 1
    assert heads.count(1) == 1


def _walk(node: Node) -> list[Node]:
    return [inner for one in node.parts if isinstance(one, Node) for inner in (one, *_walk(one))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_asked_of_another_server(lang: Lang, progress: Progress) -> None:
    for mode in ("", *MODES):
        html = page.page(Reader(lang, BASE, progress), "", mode)
        assert re.findall(r"(?:src|href|action)=\"(?!/|data:)[^\"]*\"|url\(|@import|https?://", html) == []


def test_before_all_one_is_asked_for_the_language_in_both() -> None:
    asked = read(page.asking(BASE, "<i></i>"))
    assert [button.attributes["value"] for button in asked.all("button")] == list(LANGUAGES)
    assert {one.attributes["lang"] for one in asked.all("p")} == set(LANGUAGES)


def test_whoever_is_new_is_told_where_to_begin_and_later_where_to_go_on(progress: Progress) -> None:
    assert [link.text for link in home("en", progress).all("a") if link.attributes["href"] == f"{BASE}first"] != []
    progress.opened("play", "fa/goeben-1914")
    progress.opened("learn", "se/1-pont")
    progress.opened("play", "se/no-longer-there")
    recent = home("en", progress).all("nav")[1]
    assert [link.text for link in recent.all("a")] == ["Who may cross the gorge?", "The Goeben"]
    other = Progress(progress.path, "Björn")
    assert len(home("en", other).all("nav")) == 1


def test_each_learner_sees_his_own_stars(progress: Progress) -> None:
    walk = Walk(find("se/1-pont"))
    walk.go(next(n for n, task in enumerate(walk.lesson.tasks) if task.kind == "try"))
    walk.attempt(walk.task.solution)
    progress.keep(walk)
    assert "3/15 ★" in home("en", progress).text
    other = home("en", Progress(progress.path, "Björn"))
    assert "★" not in other.text
    assert [one.attributes["value"] for one in other.all("option")] == ["Anna"]


def test_a_name_is_only_ever_a_name(tmp_path: Path) -> None:
    name = '"><script>alert(1)</script>'
    progress = Progress(tmp_path / "p.sqlite3", name)
    progress.enter("en")
    html = page.page(Reader("en", BASE, progress), "")
    assert "<script>alert" not in html
    assert read(html).all("option")[0].attributes["value"] == name


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sixth_game_appears_by_itself(lang: Lang, progress: Progress) -> None:
    found = home(lang, progress)
    assert [one.attributes["id"] for one in found.all("section") if "id" in one.attributes] == [*rulesets.games()]
    duel = next(one for one in found.all("section") if one.attributes.get("id") == "duel")
    assert {one.attributes["href"] for one in duel.all("a")} >= {
        f"{BASE}play/duel/assault",
        f"{BASE}learn/duel/1-attack",
    }
    assert duel.all("h2")[0].text == rulesets.book("duel").title(lang)
    links = Counter(link.attributes["href"] for link in found.all("a"))
    assert {links[where] for where in wanted()} == {1}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_faulty_file_is_told_with_its_line_and_the_rest_is_there(
    lang: Lang, progress: Progress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine" / "se").mkdir(parents=True)
    (tmp_path / "mine" / "se" / "broken.yaml").write_text("game: se\ntitle: {fr: Cassé, en: Broken}\nmap: nowhere\n")
    (tmp_path / "taught" / "se").mkdir(parents=True)
    (tmp_path / "taught" / "se" / "4-broken.yaml").write_text("game: se\n")
    monkeypatch.setenv("TUTOR_SCENARIOS", str(tmp_path / "mine"))
    monkeypatch.setenv("TUTOR_LESSONS", str(tmp_path / "taught"))
    _shelved.cache_clear()
    found = home(lang, progress)
    faults = [one.text for one in found.all("span") if one.attributes.get("class") == "fault"]
    assert len(faults) == 2
    assert any("broken.yaml:3:" in one for one in faults)
    assert any("4-broken.yaml:1:" in one for one in faults)
    links = [link.attributes["href"] for link in found.all("a")]
    assert not [one for one in links if "broken" in one]
    assert f"{BASE}play/se/roana" in links


def test_a_name_is_looked_up_and_never_read_as_a_path() -> None:
    for kind in (*shelf.KINDS, "first", "file", ""):
        for name in ("", "se", "se/", "/etc/passwd", "se/../se/roana", "../se/roana", "se/roana.yaml", "se/maps/roana"):
            assert shelf.entry(kind, name) is None, (kind, name)
    assert shelf.entry("play", "se/roana") is not None
    assert shelf.entry("learn", "se/roana") is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_a_notebook_it_is_the_same_shelf(lang: Lang, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TUTOR_PROGRESS", str(tmp_path / "p.sqlite3"))
    monkeypatch.setenv("TUTOR_HOME", BASE)
    links = Counter(link.attributes["href"] for link in read(Home(lang)._repr_html_()).all("a"))
    assert {links[where] for where in wanted()} == {1}
    monkeypatch.delenv("TUTOR_HOME")
    bare = read(Home(lang)._repr_html_())
    assert bare.all("a") == []
    calls = re.findall(r'show\("(\w+)", "([^"]+)"\)', " ".join(one.text for one in bare.all("code")))
    assert calls == re.findall(r'show\("(\w+)", "([^"]+)"\)', repr(Home(lang)))
    assert {name for _, name in calls} >= {*wanted().values()}


@pytest.mark.parametrize(
    ("lang", "question", "rule", "booklet"),
    [("fr", "comment franchir une falaise ?", "se/11.0.4", "Strafexpedition"),
     ("en", "can my cavalry leave before the battle?", "tlm/8.3.1.c", "Last Man")],
)  # fmt: skip
def test_a_question_finds_clauses_marked_with_their_game(
    lang: Lang, question: str, rule: str, booklet: str, progress: Progress
) -> None:
    reader = Reader(lang, BASE, progress)
    found = read(page.asked_page(question, reader))
    (section,) = [one for one in found.all("section") if one.attributes.get("class") == "rules"]
    items = {item.all("a")[0].attributes["href"]: item.text for item in section.all("li")}
    where, clause = f"{BASE}rule/{rule}", asked.rule(rule)
    assert clause is not None
    assert clause.cited in items[where]
    assert booklet in items[where]
    assert found.all("input")[0].attributes["value"] == question
    shown = read(page.clause_page(clause, reader))
    assert clause.title(lang) in shown.all("h1")[0].text
    links = [link.attributes["href"] for link in shown.all("a")]
    assert f"{BASE}drill/{clause.game}/{clause.id}" in links
    around = [one for one in links if one.startswith(f"{BASE}rule/")]
    assert around
    assert all(asked.rule(one.removeprefix(f"{BASE}rule/")) for one in around)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_no_rulebook_knows_is_said_so(lang: Lang, progress: Progress) -> None:
    reader = Reader(lang, BASE, progress)
    assert read(page.asked_page("xyzzy", reader)).all("li") == []
    assert read(page.asked_page("xyzzy", reader)).all("p")[0].text
    assert read(page.asked_page("", reader)).all("section") == []
    assert [answer.rule.game for answer in asked.answers("tlm gas", reader)] == ["tlm"] * asked.MOST
    for name in ("", "se", "se/", "se/0.0", "../se/11.0.4", "/etc/passwd"):
        assert asked.rule(name) is None, name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_asked_is_text_wherever_it_stands(lang: Lang, progress: Progress) -> None:
    shown = page.asked_page('"><script>alert(1)</script> falaise cliff', Reader(lang, BASE, progress))
    assert "<script>alert" not in shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_a_notebook_the_rulebooks_are_asked_with_a_server_and_without(
    lang: Lang, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TUTOR_PROGRESS", str(tmp_path / "p.sqlite3"))
    monkeypatch.setenv("TUTOR_HOME", BASE)
    question = {"fr": "comment franchir une falaise ?", "en": "how do I cross a cliff?"}[lang]
    links = [link.attributes["href"] for link in read(Home(lang).ask(question)._repr_html_()).all("a")]
    assert f"{BASE}rule/se/11.0.4" in links
    (form,) = read(Home(lang)._repr_html_()).all("form")
    assert form.attributes["action"] == f"{BASE}rule"
    monkeypatch.delenv("TUTOR_HOME")
    bare = Home(lang).ask(question)
    assert "SE 11.0.4" in repr(bare)
    assert 'show("drill", "se/11.0.4")' in html.unescape(bare._repr_html_())
    assert "rule/" not in bare._repr_html_()
