"""The playing table as a person meets it: a real JupyterLab, a real Chromium, mouse, keyboard and finger."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from tests.board.ground import Seat, desk, large_scenario, sea_map
from tests.browser.conftest import SE
from tests.browser.lab import PRESSES, ROOT, WAIT, Sheet, running
from tests.browser.pressing import SIZES
from tutor import library
from tutor.board.asked import told_answer
from tutor.board.layout import layout_of
from tutor.board.table import Table
from tutor.engine.ask import DONE, Ask, Die
from tutor.engine.facts import Place
from tutor.files.writing import to_yaml

pytestmark = pytest.mark.browser
Opened = Callable[..., Sheet]
AT = layout_of(library.position("se/roana").map).centres

PIXEL = """([x, y]) => { const c = document.querySelector('canvas.tutor-sheet');
  const { left, top, scale } = document.querySelector('.tutor-glass').dataset, k = scale * c.width / c.offsetWidth;
  return [...c.getContext('2d').getImageData((x - left) * k, (y - top) * k, 1, 1).data].slice(0, 3); }"""
BOARD_TOP = "() => document.querySelector('.tutor-glass').getBoundingClientRect().top"
CONTRAST = """selector => { const parts = colour => colour.match(/[0-9.]+/g).map(Number);
  const light = rgb => { const [r, g, b] = rgb.slice(0, 3).map(v => v / 255).map(
    v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const seen = [...document.querySelectorAll('.tutor-table ' + selector)].find(e => e.offsetParent !== null);
  const ink = parts(getComputedStyle(seen).color);
  let at = seen, back = parts(getComputedStyle(at).backgroundColor);
  const clear = () => back.length > 3 && back[3] === 0;
  while (clear()) { at = at.parentElement; back = parts(getComputedStyle(at).backgroundColor); }
  const [a, b] = [light(ink), light(back)].sort((x, y) => y - x); return (a + 0.05) / (b + 0.05); }"""


def test_select_declare_and_take_back(opened: Opened) -> None:
    sheet = opened()
    assert "4 possibles" in sheet.until("Qui assaille")
    sheet.click(AT["3452"])
    sheet.until("✓")
    sheet.click(AT["3352"])
    sheet.until("3352")
    sheet.click(AT["3352"])
    sheet.until("3 possibles")
    sheet.press("Annuler")
    sheet.press("Annuler")
    sheet.until("4 possibles")
    sheet.press("Refaire")
    sheet.until("chasseurs")


def test_whoever_aims_is_told_what_would_come_of_it(opened: Opened) -> None:
    """In the card at the pointer, slice by slice; beside the board once the target is looked at; the kernel is free."""
    sheet = opened()
    sheet.click(AT["3452"])
    sheet.until("✓")
    sheet.page.mouse.move(*sheet.spot(AT["3352"]))
    told = sheet.table().locator(".tutor-card .aim")
    expect(told).to_contain_text("qui tient le terrain")
    expect(told).to_contain_text("pas perdus par l'attaquant et par le défenseur")
    sheet.click(AT["3352"])
    sheet.until("3352")
    expect(sheet.table().locator(".tutor-page .aim")).to_contain_text("qui tient le terrain")


def test_a_press_on_a_chip_on_the_shelf_or_beside_the_map_is_told(opened: Opened) -> None:
    sheet, board = opened(size=(1920, 1080)), Table("se/roana", language="fr", seed=1).board
    for display in board.scene.displays[:4]:
        item = next((item for item in display.items if item.lit), display.items[0])
        if item.what == "box":
            sheet.table().locator(f'[data-display="{display.key}"]').click()
            sheet.until(f": {item.text}.")
    layout = board.scene.layout
    sheet.click((-9, layout.height / 2))
    sheet.until("À côté de la carte : choisissez une unité.")


def test_a_refused_click_cites_its_rule_which_opens(opened: Opened) -> None:
    sheet = opened()
    sheet.click(AT["3450"])
    assert "SE 13.1.1" in sheet.until("✗")
    panel = sheet.table().locator("details").nth(1)
    gist = panel.locator(".gist")
    expect(gist).to_be_hidden()
    panel.locator("summary").click()
    expect(gist).to_be_visible()
    expect(sheet.button("Confirmer")).to_be_disabled()


def test_the_rulebook_is_asked_where_one_plays(opened: Opened) -> None:
    """By keyboard: `/` from the board, a question, Enter; the first answer is opened where it stands."""
    sheet = opened()
    sheet.glass().focus()
    sheet.page.keyboard.press("/")
    field = sheet.table().locator(".tutor-question input")
    expect(field).to_be_focused()
    sheet.page.keyboard.type("peut-on franchir une falaise ?")
    sheet.page.keyboard.press("Enter")
    answer = sheet.table().get_by_role("button", name=re.compile("11.0.4")).first
    expect(answer).to_be_visible()
    expect(answer).to_have_attribute("aria-expanded", "false")
    answer.click()
    expect(answer).to_have_attribute("aria-expanded", "true")
    expect(sheet.table().locator(".clause")).to_contain_text("11.0.4")
    expect(sheet.status()).to_contain_text("4 possibles")


def test_an_attack_is_stepped_to_its_end(opened: Opened) -> None:
    """In step with a desk of the same seed, which says what must be shown."""
    sheet, mirror = opened(), desk("se/roana", "fr", seed=1)
    mirror.pass_alone(True)
    for place in ("3452", "3352", "3352"):
        sheet.click(AT[place])
        mirror.click(place)
        sheet.until(mirror.view.headline)
    for answer in (DONE, "morser", "3352", DONE):
        _give(sheet, mirror, answer)
    expect(sheet.table().locator("table.faces td")).to_have_count(12)
    for _ in range(60):
        if mirror.line.over:
            break
        ask = mirror.ask
        _give(sheet, mirror, _first(ask) if isinstance(ask, Ask) else 6)
    sheet.until("terminée")
    for _ in range(4):
        sheet.press("Étape d'avant")
        mirror.step(-1)
        sheet.until(mirror.view.headline)
    expect(sheet.table().locator(".step.now")).to_have_count(1)
    sheet.press("Au présent")
    sheet.until("terminée")
    mirror.live()
    sheet.table().get_by_role("tab", name="Récit").click()
    sheet.table().locator(".story .tale").last.focus()
    for key, by in (("ArrowLeft", -1), ("ArrowLeft", -1), ("ArrowRight", 1)):
        sheet.page.keyboard.press(key)
        mirror.step(by)
        sheet.until(mirror.view.headline)
        expect(sheet.table().locator(".story .tale:focus")).to_have_count(1)  # who reads there goes on with the keys


def _first(ask: Ask) -> object:
    """To end the step where that is allowed, else the first legal answer."""
    legal = list(ask.legal())
    return DONE if DONE in legal else legal[0]


def _give(sheet: Sheet, mirror: Seat, answer: object) -> None:
    """The same answer to both, by the widgets that are there for it."""
    ask = mirror.ask
    if isinstance(ask, Die):
        sheet.button(str(answer)).click()
        mirror.roll(answer)
    elif answer == DONE:
        for _ in range(2):  # where something is still possible that is asked once more
            if mirror.ask is ask:
                sheet.press("Terminer")
                mirror.finish()
                sheet.until(mirror.view.headline)
    elif isinstance(ask, Ask) and ask.of in (("unit",), ("place",)) and not ask.options:
        sheet.choose("Unité" if ask.of == ("unit",) else "Lieu", str(answer))
        mirror.pick(answer)
        sheet.until(mirror.view.headline)
        sheet.press("Confirmer")
        mirror.confirm()
    else:
        assert isinstance(ask, Ask)
        for _ in range(2):
            sheet.press(told_answer(mirror.words(), ask, answer))
            mirror.pick(answer)
            sheet.until(mirror.view.headline)
    sheet.until(mirror.view.headline)


MARCH = """from tutor.board.gestures import answer
from tutor.board.table import Table
table = Table("se/roana-march", language="en", seed=1)
for wanted in ("fj9", "tactical-march"):
    while not table.playing.ask.allows(wanted):
        table.do(answer, next(one for one in table.playing.ask.legal() if one != "back"))
    table.do(answer, wanted)
table"""


def test_the_way_is_drawn_and_the_switch_walks_it_hex_by_hex(opened: Opened) -> None:
    centres = layout_of(library.position("se/roana-march").map).centres
    sheet = opened(MARCH)
    sheet.click(centres["3449"])
    sheet.until("3449")
    steps = sheet.table().locator("summary", has_text="the way, step by step")
    steps.click()
    expect(sheet.table().get_by_text("hex 3451 → hex 3450", exact=False).first).to_be_visible()
    sheet.table().get_by_label("march hex by hex").check()
    for n, place in enumerate(("3451", "3450"), 1):
        sheet.click(centres[place])
        sheet.until(place)
        expect(sheet.table().get_by_text("→", exact=False)).to_have_count(n)
    sheet.click(centres["3253"])
    assert "✗" in sheet.until("3253")


def test_the_language_is_switched_live(opened: Opened) -> None:
    sheet = opened()
    sheet.click(AT["3450"])
    sheet.until("✗")
    sheet.press("EN")
    sheet.until("not infantry")
    expect(sheet.button("Undo")).to_be_visible()
    sheet.press("FR")
    sheet.until("infanterie")


def test_set_up_takes_and_puts_and_says_what_is_missing(opened: Opened) -> None:
    sheet = opened(size=(1300, 1500))
    sheet.press("Mettre en place sa propre situation")
    sheet.table().locator("text=retourner").first.wait_for()
    sheet.click(AT["3453"])
    sheet.until("En main")
    sheet.click(AT["3454"])
    sheet.table().locator("text=La situation est valable").wait_for()
    sheet.click(AT["3454"])
    sheet.until("En main")


def test_the_board_comes_back_after_a_page_reload_with_the_kernel_alive(opened: Opened) -> None:
    sheet = opened(alone=True)
    sheet.click(AT["3450"])
    sheet.until("✗")
    sheet.save()
    sheet.page.reload()
    sheet.settled().ready()
    sheet.until("✗")
    sheet.click(AT["3452"])
    sheet.until("✓")


def test_the_keyboard_alone_plays_and_is_never_trapped(opened: Opened) -> None:
    sheet, mirror = opened(), desk("se/roana", "fr", seed=1)
    page = sheet.page
    sheet.glass().focus()
    stacks = mirror.view.scene.stacks
    page.keyboard.press("ArrowRight")
    sheet.until(mirror.words().fact(Place(stacks[0].place)))
    for key in ("ArrowDown", "ArrowLeft"):
        before = sheet.headline()
        page.keyboard.press(key)
        expect(sheet.status()).not_to_have_text(before)
    page.keyboard.press("n")
    sheet.until("✓")
    page.keyboard.press("Enter")
    sheet.until("Choisissez un lieu")
    page.keyboard.press("n")
    sheet.until("✓")
    page.keyboard.press("Enter")
    sheet.until("3 possibles")
    page.keyboard.press("u")
    sheet.until("Choisissez un lieu")
    for key in ("Tab", "Shift+Tab"):
        sheet.glass().focus()
        page.keyboard.press(key)
        page.wait_for_function(
            "!document.activeElement.matches('.tutor-glass') && document.activeElement !== document.body"
        )
    sheet.button("Annuler").focus()
    page.keyboard.press("Enter")
    sheet.until("4 possibles")


def test_keys_choose_from_the_lists_which_the_notebook_leaves_alone(opened: Opened) -> None:
    """In command mode JupyterLab takes arrows and single letters from lists; `x` would even cut the cell."""
    sheet = opened(SE, "'xx'")
    sheet.glass().focus()
    sheet.page.keyboard.press("Tab")
    sheet.page.wait_for_function("document.activeElement.tagName === 'INPUT'")
    for key in "xxdd":
        sheet.page.keyboard.press(key)
    for _ in range(2):
        sheet.page.keyboard.press("ArrowDown")
    sheet.page.keyboard.press("Control+a")
    sheet.page.keyboard.type("fj9")
    sheet.page.keyboard.press("Enter")
    sheet.until("chasseurs")
    expect(sheet.page.locator(".jp-CodeCell")).to_have_count(2)
    expect(sheet.list("Unité")).to_have_value("")
    assert "chasseurs" in str(sheet.list("Unité").get_attribute("placeholder"))
    sheet.button("Confirmer").focus()
    sheet.page.keyboard.press("Enter")
    sheet.until("Choisissez un lieu")
    sheet.list("Lieu").focus()
    sheet.page.keyboard.type("3352")
    sheet.page.keyboard.press("Enter")
    sheet.until("✓")


def test_everything_has_a_role_and_a_name(opened: Opened) -> None:
    sheet = opened()
    sheet.click(AT["3452"])
    sheet.until("✓")
    expect(sheet.table().get_by_role("status")).to_have_count(1)
    expect(sheet.table().get_by_role("combobox", name="Unité")).to_have_count(1)
    for name in ("Confirmer", "Terminer", "Annuler", "Refaire"):
        expect(sheet.button(name)).to_be_visible()


def test_a_finger_selects_and_goes(opened: Opened) -> None:
    sheet = opened(has_touch=True)
    for place, told in (("3452", "✓"), ("3352", "3352"), ("3352", "3 possibles")):
        sheet.page.touchscreen.tap(*sheet.spot(AT[place]))
        sheet.until(told)


FOLLOWED = """followed, hovered = [], table.board.on_hover
table.board.on_hover = lambda place: (followed.append(place), hovered(place))"""


def test_a_drag_is_a_move_and_follows_no_more_than_it_must(opened: Opened) -> None:
    """Of all the moves of a mouse the kernel answers those that come to another place, so it never lags behind."""
    sheet = opened(SE, FOLLOWED, "print('followed', followed)")
    x, y = sheet.spot(AT["3452"])
    to = sheet.spot(AT["3352"])
    sheet.page.mouse.move(x, y)
    sheet.page.mouse.down()
    sheet.page.mouse.move(*to, steps=120)
    sheet.page.mouse.up()
    sheet.until("3352")
    assert "followed ['3352']" in sheet.run_cell(2)


def test_the_wheel_scrolls_the_page_over_the_board_too(opened: Opened) -> None:
    sheet = opened(SE, *["1"] * 20)
    sheet.glass().scroll_into_view_if_needed()
    x, y = sheet.spot(AT["3352"])
    sheet.page.mouse.move(x, y)
    sheet.page.mouse.wheel(0, -2000)
    sheet.page.wait_for_function(f"() => ({BOARD_TOP})() > 0")
    before = sheet.page.evaluate(BOARD_TOP)
    sheet.page.mouse.move(*sheet.spot(AT["3352"]))
    sheet.page.mouse.wheel(0, 200)
    sheet.page.wait_for_function(f"() => ({BOARD_TOP})() < {before} - 50")


def test_two_boards_in_one_notebook_do_not_meddle(opened: Opened) -> None:
    other = 'Table("tlm/verdun", language="en")'
    sheet = opened('from tutor.board.table import Table\nTable("se/roana", language="fr")', other, size=(1300, 2400))
    sheet.ready(1)
    sheet.click(AT["3450"], 0)
    sheet.until("✗", 0)
    assert "Offensive" in sheet.headline(1)
    areas = layout_of(library.position("tlm/verdun").map).centres
    sheet.table(1).get_by_role("button", name="Gericht").locator("visible=true").first.click()
    sheet.until("✓", 1)
    sheet.table(1).get_by_role("button", name="Gericht").locator("visible=true").first.click()
    sheet.until("Which unit is moved?", 1)
    sheet.click(areas["sedan"], 1)
    sheet.until("3rd Army", 1)
    sheet.until("✗", 0)


LAID = """() => Object.fromEntries(
  ['frame', 'bar', 'rail', 'board', 'glass', 'shelf', 'ribbon', 'side'].map(name => {
    const box = document.querySelector(`.tutor-${name}`).getBoundingClientRect();
    return [name, box.toJSON()]; }))"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_everything_that_play_needs_lies_in_one_window(opened: Opened, size: tuple[int, int]) -> None:
    """Board, verdict, question and both bars, without a scroll; on a narrow page the question below the board."""
    sheet = opened(*["1"] * 12, SE, *["1"] * 12, size=size)
    sheet.table().evaluate("table => table.scrollIntoView()")
    sheet.rests()
    laid = sheet.page.evaluate(LAID)
    frame, board, side, ribbon = (laid[name] for name in ("frame", "board", "side", "ribbon"))
    book = sheet.page.locator(".jp-Notebook").bounding_box()
    assert frame["top"] >= book["y"] - 1
    assert frame["bottom"] <= book["y"] + book["height"] + 1
    assert frame["height"] >= 560
    for one in laid.values():
        assert frame["left"] - 1 <= one["left"] <= one["right"] <= frame["right"] + 1
        assert frame["top"] - 1 <= one["top"] <= one["bottom"] <= frame["bottom"] + 1
    if frame["width"] >= 900:
        assert board["width"] >= 0.65 * frame["width"]
        assert side["left"] >= board["right"] - 1
    else:
        assert board["width"] >= 0.98 * frame["width"]
        assert side["top"] >= ribbon["bottom"] - 1
    assert ribbon["top"] >= board["bottom"] - 1
    sheet.click(AT["3452"])
    sheet.until("chasseurs")
    assert sheet.table().evaluate("t => t.scrollWidth <= t.clientWidth + 1"), "no bar across"
    assert sheet.button("Confirmer").bounding_box()["y"] < frame["bottom"]


DARK = (".head", ".tt p", ".bar b", ".bar .phase", ".chip", ".tutor-tabs button", ".tutor-side .widget-label",
        ".tutor-side input", ".widget-toggle-buttons button", ".widget-checkbox label", ".tutor-shelf .title",
        ".tutor-ribbon button")  # fmt: skip


def test_a_dark_theme_keeps_the_map_and_the_words_legible(engine: object, tmp_path: Path) -> None:
    with running(tmp_path, theme="JupyterLab Dark") as lab:
        lab.write("dark.ipynb", SE)
        page = engine.new_page(viewport={"width": 1300, "height": 950})  # type: ignore[attr-defined]
        sheet = Sheet(page, lab, "dark.ipynb").open().run_all().ready()
        colour = sheet.table().locator(".head").first.evaluate("e => getComputedStyle(e).color")
        red, green, blue = (int(part) for part in colour[4:-1].split(","))
        assert min(red, green, blue) > 150
        for one in DARK:
            assert sheet.page.evaluate(CONTRAST, one) >= 4.5, one
        assert min(sheet.page.evaluate(PIXEL, [12, 12])) > 200
        sheet.click(AT["3450"])
        sheet.until("✗")
        for one in (".head.no", ".check", ".gist", ".tt h4"):
            assert sheet.page.evaluate(CONTRAST, one) >= 4.5, one
        assert sheet.faults == []
        page.close()


def test_a_wide_front_is_seen_through_a_window(opened: Opened, tmp_path: Path) -> None:
    """Open ground is dragged, and the map goes with it; a place is then answered where it lies."""
    path = large_scenario(tmp_path)
    began = f'import time\nfrom tutor.board.table import Table\nbegan = time.time()\nTable("{path}", language="en")'
    sheet = opened(began)
    asked = sheet.until("Austro")
    before = sheet.pixels()
    box = sheet.glass().bounding_box()
    x, y = _open_ground(sheet, str(path), box)
    sheet.page.mouse.move(x, y)
    sheet.page.mouse.down()
    sheet.page.mouse.move(x - 200, y - 60, steps=8)
    sheet.page.mouse.up()
    sheet.rests().redrawn(before)
    assert sheet.headline() == asked, "a drag of the map answers nothing"
    places = layout_of(library.scenario(path).position().map)
    x, y = _open_ground(sheet, str(path), box)
    left, top, k = (float(sheet.glass().get_attribute(f"data-{one}")) for one in ("left", "top", "scale"))
    place = places.at(left + (x - box["x"]) / k, top + (y - box["y"]) / k)
    sheet.page.mouse.click(x, y)
    expect(sheet.status()).not_to_have_text(asked)
    assert place is not None
    sheet.until(place)


def turn_wheel(page: Any, by: int) -> None:
    """Until the page has heard of it: a busy one may lose a turn."""
    page.evaluate("window.turned = 0")
    for _ in range(PRESSES):
        page.mouse.wheel(0, by)
        try:
            page.wait_for_function("window.turned", timeout=WAIT / PRESSES)
            return
        except TooLate:
            continue
    raise AssertionError("no turn of the wheel reached the page")


WHEEL = "() => addEventListener('wheel', e => { window.turned += e.deltaY; }, { capture: true, passive: true })"


@pytest.mark.parametrize("size", [(1280, 800), (400, 800)], ids=lambda size: str(size[0]))
def test_a_press_answers_the_place_under_the_pointer_at_every_zoom(opened: Opened, size: tuple[int, int]) -> None:
    """The wheel with Ctrl, the buttons and the keys zoom; while it moves and when it rests one sees the same place."""
    sheet, mirror = opened(size=size), desk("se/roana", "fr", seed=1)
    box = sheet.glass().bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    layout, scales = layout_of(mirror.state.map), set()
    sheet.page.evaluate(WHEEL)
    for turns in (-2, -3, -4, 2, 3, 30):
        sheet.page.mouse.move(*middle)
        sheet.page.keyboard.down("Control")
        for _ in range(abs(turns)):
            turn_wheel(sheet.page, 60 * (1 if turns > 0 else -1))
        sheet.page.keyboard.up("Control")
        sheet.rests()
        left, top, k = (float(sheet.glass().get_attribute(f"data-{one}")) for one in ("left", "top", "scale"))
        scales.add(round(k, 2))
        place = layout.at(left + box["width"] / k / 2, top + box["height"] / k / 2)
        assert place is not None
        sheet.page.mouse.click(*middle)
        mirror.click(place)
        sheet.until(mirror.view.headline)
        sheet.page.keyboard.press("Escape")
        sheet.until("4 possibles")
        mirror.leave()
    assert len(scales) > 4
    assert max(scales) == 4
    sheet.glass().focus()
    sheet.page.keyboard.press("0")
    sheet.page.wait_for_function("() => document.querySelector('.tutor-glass').dataset.scale < 2")
    sheet.rests()
    sheet.page.locator("[data-zoom=in]").first.click()
    sheet.rests()


def test_a_card_says_what_lies_under_the_pointer(opened: Opened) -> None:
    sheet = opened()
    for place, told in (("3351", "I/27"), ("3250", "3250"), ("3352", "205")):
        sheet.page.mouse.move(*sheet.spot(AT[place]))
        expect(sheet.table().locator(".tutor-card")).to_contain_text(told)
    expect(sheet.table().locator(".tutor-card svg").first).to_be_visible()
    sheet.page.mouse.move(5, 5)
    expect(sheet.table().locator(".tutor-card")).to_be_hidden()


ALONE = """() => { const glass = document.querySelector('.tutor-glass');
  const sheet = document.querySelector('canvas.tutor-sheet');
  return !!glass?.dataset.drawn && sheet.style.transform === 'none' && glass.clientHeight > 300
    && Math.hypot(sheet.offsetWidth - glass.clientWidth, sheet.offsetHeight - glass.clientHeight) < 2; }"""


def test_a_board_that_stands_alone_has_its_room_and_its_buttons(opened: Opened) -> None:
    """As practice lays it: without bar, ribbon or pages."""
    cell = (
        "from tutor import library\nfrom tutor.board.live import Board\nfrom tutor.board.stage import scene_of\n"
        'board = Board(scene_of(library.position("se/roana"), "en"))\nboard.redraw(plain=True)\nboard'
    )
    sheet = opened(cell, run=False).run_all()
    sheet.page.wait_for_function(ALONE)
    scale = float(sheet.page.locator(".tutor-glass").get_attribute("data-scale"))
    sheet.page.locator("[data-zoom=in]").click()
    sheet.page.wait_for_function(f"() => document.querySelector('.tutor-glass').dataset.scale > {scale} + 0.1")
    sheet.page.wait_for_function(ALONE)


def _open_ground(sheet: Sheet, path: str, box: dict[str, float]) -> tuple[float, float]:
    """A point of the page well within the board where no counter lies."""
    mirror = Table(path, language="en").board
    taken = {stack.place for stack in mirror.scene.stacks}
    left, top, k = (float(sheet.glass().get_attribute(f"data-{one}")) for one in ("left", "top", "scale"))
    for place, (x, y) in mirror.scene.layout.centres.items():
        x, y = (x - left) * k, (y - top) * k
        if place not in taken and 250 < x < box["width"] - 180 and 90 < y < box["height"] - 140:
            return box["x"] + x, box["y"] + y
    raise AssertionError("no open ground")


def test_seas_and_areas_are_played_on(opened: Opened, tmp_path: Path) -> None:
    data = dict(library.scenario("tlm/verdun").data)
    areas = {a.id: {"name": a.name.en, "flags": sorted(a.flags), "at": list(a.at or ())} for a in sea_map()}
    links = [
        {
            "kind": "border" if link.kind == "border" else "sea",
            "between": [link.one, link.other],
            "flags": sorted(link.flags),
        }
        for one in sea_map().places
        for other in sea_map().neighbours(one)
        if one < other
        for link in sea_map().links(one, other)
    ]
    data["map"] = {"kind": "areas", "areas": areas, "links": links, "provenance": {"areas": "stand-in"}}
    data["control"] = {"flanders": "GE", "kent": "Entente"}
    data["pieces"] = {
        "ge5": {"nation": "GE", "kind": "army", "at": "flanders", "holds": {"infantry": 3}},
        "fr2": {"nation": "FR", "kind": "army", "at": "artois", "holds": {"infantry": 3}},
    }
    data["names"] = {}
    path = tmp_path / "seas.yaml"
    path.write_text(to_yaml(data), "utf-8")
    sheet = opened(f'from tutor.board.table import Table\nTable("{path}", language="en")')
    sheet.until("card")
    sheet.press("Offensive")
    sheet.until("✓")


def test_a_cell_that_runs_again_replaces_its_table(opened: Opened) -> None:
    sheet = opened()
    for _ in range(2):
        sheet.run_all()
    sheet.ready()
    sheet.click(AT["3450"])
    sheet.until("✗")
    expect(sheet.page.locator(".tutor-table")).to_have_count(1)


def test_a_board_of_seas_is_blue_where_it_is_wet_and_takes_a_click_on_a_sea_area(opened: Opened) -> None:
    sheet = opened('from tutor.board.table import Table\nTable("fa/goeben-1914", language="en")')
    sheet.until("possible")
    mirror = desk("fa/goeben-1914")
    layout = layout_of(mirror.state.map)
    box = sheet.glass().bounding_box()
    left, top, k = (float(sheet.glass().get_attribute(f"data-{one}")) for one in ("left", "top", "scale"))
    inside = [
        (place, layout.centres[place])
        for place in layout.regions["italian-coast"]
        if 60 < (layout.centres[place][0] - left) * k < box["width"] - 200
        if 40 < (layout.centres[place][1] - top) * k < box["height"] - 160
        if place not in set(mirror.ask.legal()) and not mirror.state.map.hex(place).name
    ]
    place, (x, y) = inside[0]
    red, _, blue = sheet.page.evaluate(PIXEL, [x, y + 14])
    assert blue > red + 12
    sheet.click((x, y))
    mirror.click(place)
    assert mirror.target == "italian-coast"
    sheet.until(mirror.view.headline)


NOTEBOOKS = sorted((ROOT / "notebooks").rglob("*.ipynb"), key=lambda path: (path.name[:2], path))
SHIPPED = [  # one of a pair: the other is the same cells in the other language, and is run without a browser
    str(path.relative_to(ROOT / "notebooks")) for n, path in enumerate(NOTEBOOKS) if n % 4 in (0, 3)
]


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_notebooks_leave_no_console_error(opened: Opened, name: str) -> None:
    sheet = opened(name=name, run=False)
    expect(sheet.page.locator(".jp-RenderedMarkdown").first).to_be_visible()
    sheet.run_all()
    expect(sheet.page.locator("[data-mime-type='application/vnd.jupyter.stderr']")).to_have_count(0)
