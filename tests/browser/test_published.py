"""A published chronicle, opened from the disk with the network cut: walked by key, wheel and touch, read, printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tutor.chronicle import gallery
from tutor.chronicle.checked import story
from tutor.chronicle.page import page

pytestmark = pytest.mark.browser
SIZES = {"wide": (1280, 800), "narrow": (400, 800)}
Opens = Callable[..., Any]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("published") / "roana.html"
    path.write_text(page(story(gallery.shelf() / "roana.yaml"), "fr", ("fr", "en")), "utf-8")
    return path


@pytest.fixture
def opens(engine: Any, file: Path) -> Iterator[Opens]:
    """A page without a network; whatever it says amiss, and whatever it asks of a net, fails the test."""
    contexts, faults = [], []

    def opened(size: str = "wide", at: str = "", **more: Any) -> Any:
        width, height = SIZES[size]
        context = engine.new_context(viewport={"width": width, "height": height}, offline=True, **more)
        contexts.append(context)
        sheet = context.new_page()
        sheet.on("pageerror", lambda error: faults.append(str(error)))
        sheet.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        sheet.on(
            "request", lambda asked: None if asked.url.startswith(("file:", "data:")) else faults.append(asked.url)
        )
        sheet.goto(f"file://{file}{at}")
        return sheet

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def now(sheet: Any) -> str:
    """The step that is shown: one alone."""
    shown = sheet.locator("main article:visible")
    assert shown.count() == 1
    return str(shown.get_attribute("id"))


@pytest.mark.parametrize("size", SIZES)
def test_it_is_walked_by_key(opens: Opens, size: str) -> None:
    sheet = opens(size)
    assert now(sheet) == "cover"
    seen = []
    for _ in range(40):
        sheet.keyboard.press("ArrowRight")
        if seen and now(sheet) == seen[-1]:
            break
        seen.append(now(sheet))
    assert seen[:3] == ["s1", "s2", "s3"]
    assert seen[-1] == "credits"
    assert sheet.url.endswith("#credits")
    sheet.keyboard.press("Home")
    assert now(sheet) == "cover"
    sheet.keyboard.press("End")
    assert now(sheet) == "s15"
    sheet.keyboard.press("ArrowLeft")
    assert now(sheet) == "s14"


def test_it_is_walked_by_the_wheel(opens: Opens) -> None:
    sheet = opens(at="#s3")
    sheet.mouse.move(400, 400)
    sheet.mouse.wheel(0, 120)
    sheet.wait_for_function("location.hash === '#s4'")
    sheet.wait_for_timeout(300)
    sheet.mouse.wheel(0, -120)
    sheet.wait_for_function("location.hash === '#s3'")


@pytest.mark.parametrize("where", [".board", ".beside"])
def test_it_is_walked_by_touch(opens: Opens, where: str) -> None:
    sheet = opens("narrow", "#s3", has_touch=True, is_mobile=True)
    box = sheet.locator(f".now {where}").bounding_box()
    y = box["y"] + min(box["height"] / 2, 120)
    touch = sheet.context.new_cdp_session(sheet)

    def swipe(start: int, end: int) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start, "y": y}]})
        for n in range(1, 6):
            x = start + (end - start) * n / 5
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y + n}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(320, 80)
    sheet.wait_for_function("location.hash === '#s4'")
    swipe(80, 320)
    sheet.wait_for_function("location.hash === '#s3'")


def test_the_board_comes_closer_and_is_moved(opens: Opens) -> None:
    sheet = opens(at="#s11")
    board = sheet.locator(".now .board svg")
    whole = [float(part) for part in board.get_attribute("viewBox").split()]
    sheet.keyboard.press("+")
    sheet.keyboard.press("+")
    closer = [float(part) for part in board.get_attribute("viewBox").split()]
    assert closer[2] < whole[2] / 1.5
    sheet.mouse.move(400, 400)
    sheet.mouse.down()
    sheet.mouse.move(300, 350, steps=4)
    sheet.mouse.up()
    moved = [float(part) for part in board.get_attribute("viewBox").split()]
    assert moved[0] > closer[0]
    assert moved[1] > closer[1]
    assert now(sheet) == "s11"
    sheet.keyboard.press("ArrowRight")
    assert sheet.locator(".now .board svg").get_attribute("viewBox").split()[2] == str(moved[2]).rstrip("0").rstrip(".")
    sheet.keyboard.press("0")
    assert [float(part) for part in sheet.locator(".now .board svg").get_attribute("viewBox").split()] == whole


def test_a_variation_is_gone_into_and_left(opens: Opens) -> None:
    sheet = opens(at="#s2")
    sheet.locator('.now a[href="#s2a1"]').first.click()
    assert now(sheet) == "s2a1"
    sheet.keyboard.press("ArrowRight")
    assert now(sheet) == "s2a2"
    sheet.locator('.now a[href="#s2"]').click()
    assert now(sheet) == "s2"


def test_rules_are_told_on_hover_and_focus_in_both_languages(opens: Opens) -> None:
    sheet = opens(at="#s2a1")
    sheet.locator(".now summary").first.click()
    cite = sheet.locator(".now a.cite:visible").first
    cite.hover()
    tip = sheet.locator(".tip")
    assert tip.is_visible()
    assert tip.locator(".l-fr").is_visible()
    assert tip.locator(".l-en").is_visible()
    sheet.keyboard.press("Escape")
    assert not tip.is_visible()
    cite.focus()
    assert tip.is_visible()
    assert cite.get_attribute("aria-describedby") == "tip"


def test_the_language_is_chosen(opens: Opens) -> None:
    sheet = opens(at="#s4")
    assert "Le pont saute" in sheet.locator(".now h3").inner_text()
    sheet.locator(".langs input[value=en]").check()
    assert "The bridge is blown up" in sheet.locator(".now h3").inner_text()
    assert sheet.evaluate("document.documentElement.lang") == "en"


def test_the_board_speaks_one_language(opens: Opens) -> None:
    """Its words are hidden where they are used: style does not reach into what is used."""
    sheet = opens(at="#s4")
    for lang in ("en", "fr"):
        sheet.locator(f".langs input[value={lang}]").check()
        shown = sheet.locator(".now .board use").evaluate_all(
            "all => all.filter(one => getComputedStyle(one).display !== 'none').map(one => one.getAttribute('class'))"
        )
        assert {one for one in shown if one} <= {f"l-{lang}"}
    inside = sheet.locator(".pool [class^=l-]").count()
    assert inside == 0


def test_it_is_read_without_script(opens: Opens) -> None:
    sheet = opens(java_script_enabled=False)
    assert sheet.locator("main article:visible").count() >= 45
    french = sheet.locator("h3 .l-fr", has_text="Neuf hommes sur le vieux chemin")
    english = sheet.locator("h3 .l-en", has_text="Nine men on the old track")
    assert (french.is_visible(), english.is_visible()) == (True, False)
    sheet.locator(".langs input[value=en]").check()
    assert (french.is_visible(), english.is_visible()) == (False, True)
    assert sheet.locator("button:visible").count() == 0


def test_a_screen_reader_can_walk_it(opens: Opens) -> None:
    sheet = opens(at="#s3")
    for button in sheet.get_by_role("button").all():
        assert button.inner_text().strip() or button.get_attribute("title")
    shown = sheet.locator(".now")
    assert shown.get_attribute("aria-labelledby")
    assert sheet.get_by_role("img", name=re.compile("étape 3")).count() == 1
    sheet.get_by_role("button", name="Étape suivante").click()
    assert "Le pont saute" in sheet.get_by_role("status").inner_text()
    assert sheet.evaluate("document.activeElement.id") == "s4"


@pytest.mark.parametrize("size", SIZES)
def test_nothing_runs_out_of_the_page(opens: Opens, size: str) -> None:
    sheet = opens(size)
    for at in ("cover", "s1", "s4", "s11", "s2a11", "broken", "sources", "rules", "formations", "credits"):
        sheet.evaluate(f"location.hash = '#{at}'; dispatchEvent(new PopStateEvent('popstate'))")
        assert sheet.evaluate("document.documentElement.scrollWidth <= innerWidth"), at
        inner = ".now .beside" if at.startswith("s") and at[1:2].isdigit() else ".now"
        assert sheet.locator(inner).evaluate("one => one.scrollWidth <= one.clientWidth + 1"), at


def test_it_is_printed(opens: Opens, tmp_path: Path) -> None:
    sheet = opens(at="#s4")
    sheet.pdf(path=tmp_path / "roana.pdf", format="A4", print_background=True)
    printed = (tmp_path / "roana.pdf").read_bytes()
    pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", printed))
    assert 12 < pages < 60
    sheet.emulate_media(media="print")
    assert sheet.locator("main article:visible").count() >= 45
    assert not sheet.locator(".bar").is_visible()


def test_a_site_is_searched_without_a_server(opens: Opens, tmp_path: Path) -> None:
    for name, content in gallery.site({"roana": story(gallery.shelf() / "roana.yaml")}, "fr"):
        (tmp_path / name).write_text(content, "utf-8")
    sheet = opens("narrow")
    sheet.goto(f"file://{tmp_path}/index.html")
    sheet.locator("#q").fill("territoriaux pont")
    first = sheet.locator("#found a").first
    assert first.get_attribute("href").startswith("roana.html#s")
    first.click()
    expect(sheet.locator("main article.now")).to_have_count(1)
    sheet.goto(f"file://{tmp_path}/index.html")
    sheet.locator("#q").fill("assaut 13.1.2")
    assert "rules-se.html#rule-se-13.1.2" in [one.get_attribute("href") for one in sheet.locator("#found a").all()][:3]
