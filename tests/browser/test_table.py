"""The playing table as a person meets it: a real JupyterLab, a real Chromium, mouse, keyboard and finger."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.board.ground import large_scenario, sea_map
from tests.browser.lab import ROOT, Lab, Sheet, running
from tutor import library
from tutor.board.layout import layout_of
from tutor.engine.text import Lang
from tutor.files.writing import to_yaml

pytestmark = pytest.mark.browser
Opened = Callable[..., Sheet]
AT = layout_of(library.position("se/roana").map).centres
LANG: Lang = "fr"


def test_select_declare_and_take_back(opened: Opened) -> None:
    sheet = opened()
    assert "4 possibles" in sheet.until("Déclaration")
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


def test_a_refused_click_cites_its_rule_which_opens(opened: Opened) -> None:
    sheet = opened()
    sheet.click(AT["3450"])
    assert "SE 13.1.1" in sheet.until("✗")
    panel = sheet.table().locator("details").nth(1)
    gist = panel.locator(".gist")
    assert not gist.is_visible()
    panel.locator("summary").click()
    assert gist.is_visible()
    assert sheet.button("Confirmer").is_disabled()


def test_an_attack_is_stepped_to_its_end(opened: Opened) -> None:
    sheet = opened()
    for place in ("3452", "3352", "3352"):
        sheet.click(AT[place])
        sheet.page.wait_for_timeout(150)
    sheet.press("Terminer")
    sheet.until("Bombardement")
    for name in ("morser", "3352"):
        select = sheet.table().locator("select:visible").first
        wanted = "obusiers" if name == "morser" else "3352"
        label = next(text for text in select.locator("option").all_inner_texts() if wanted in text)
        select.select_option(label=label)
        sheet.until("✓")
        sheet.press("Confirmer")
        sheet.page.wait_for_timeout(150)
    sheet.press("Terminer")
    sheet.until("⚄")
    assert sheet.table().locator("table.faces td").count() == 12
    sheet.button("6").click()
    sheet.page.wait_for_timeout(300)
    for _ in range(40):
        if "terminée" in sheet.headline():
            break
        _answer(sheet)
    assert "terminée" in sheet.headline()
    for _ in range(4):
        sheet.press("Étape")
    assert sheet.table().locator(".step.now").count() == 1
    sheet.press("Au présent")
    sheet.until("terminée")


def _answer(sheet: Sheet) -> None:
    """Whatever is asked: end it, roll, or the first legal answer."""
    before = sheet.headline()
    for name in ("Lancer", "Terminer"):
        button = sheet.button(name)
        if button.count() and button.is_enabled():
            button.click()
            sheet.page.wait_for_timeout(200)
            if sheet.headline() != before:
                return
    select = sheet.table().locator("select:visible")
    lit = [t for t in select.first.locator("option").all_inner_texts() if t.startswith("●")] if select.count() else []
    if lit:
        select.first.select_option(label=lit[0])
    else:
        sheet.table().get_by_role("button", name="●").locator("visible=true").first.click()
    sheet.page.wait_for_timeout(200)
    if sheet.button("Confirmer").is_enabled():
        sheet.press("Confirmer")
    sheet.page.wait_for_timeout(200)


def test_the_language_is_switched_live(opened: Opened) -> None:
    sheet = opened()
    sheet.click(AT["3450"])
    sheet.until("✗")
    sheet.press("EN")
    sheet.until("not infantry")
    assert sheet.button("Undo").count() == 1
    sheet.press("FR")
    sheet.until("infanterie")


def test_set_up_takes_and_puts_and_says_what_is_missing(opened: Opened) -> None:
    sheet = opened(size=(1300, 1500))
    sheet.table().locator("text=Mettre en place").first.click()
    sheet.table().locator("text=retourner").first.wait_for()
    sheet.click(AT["3453"])
    sheet.until("en main")
    sheet.click(AT["3454"])
    sheet.table().locator("text=La situation est valable").wait_for()
    sheet.click(AT["3454"])
    sheet.until("en main")


def test_the_board_comes_back_after_a_page_reload_with_the_kernel_alive(opened: Opened) -> None:
    sheet = opened()
    sheet.click(AT["3450"])
    sheet.until("✗")
    sheet.page.click('.lm-MenuBar-item:has-text("File")')
    sheet.page.click('.lm-Menu-item[data-command="docmanager:save"]')
    sheet.page.wait_for_timeout(1500)
    sheet.page.reload()
    sheet.ready()
    sheet.until("✗")
    sheet.click(AT["3452"])
    sheet.until("✓")


def test_the_keyboard_alone_plays_and_is_never_trapped(opened: Opened) -> None:
    sheet = opened()
    page = sheet.page
    canvas = sheet.table().locator("canvas").first
    canvas.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
        page.wait_for_timeout(150)
    assert "33" in sheet.headline() or "34" in sheet.headline()
    page.keyboard.press("n")
    sheet.until("✓")
    page.keyboard.press("Enter")
    sheet.until("choisissez un lieu")
    page.keyboard.press("n")
    sheet.until("✓")
    page.keyboard.press("Enter")
    sheet.until("3 possibles")
    page.keyboard.press("u")
    sheet.until("choisissez un lieu")
    for key in ("Tab", "Shift+Tab"):
        canvas.focus()
        page.keyboard.press(key)
        page.wait_for_timeout(500)
        assert page.evaluate("document.activeElement.tagName") != "CANVAS"
    sheet.button("Annuler").focus()
    page.keyboard.press("Enter")
    sheet.until("4 possibles")


def test_everything_has_a_role_and_a_name(opened: Opened) -> None:
    sheet = opened()
    sheet.click(AT["3452"])
    sheet.until("✓")
    assert sheet.table().get_by_role("status").count() == 1
    assert sheet.table().get_by_role("combobox", name="Unité").count() == 1
    for name in ("Confirmer", "Terminer", "Annuler", "Refaire"):
        assert sheet.button(name).count() == 1


def test_a_finger_selects_and_goes(opened: Opened) -> None:
    sheet = opened(has_touch=True)
    for place, told in (("3452", "✓"), ("3352", "3352"), ("3352", "3 possibles")):
        sheet.page.touchscreen.tap(*sheet.spot(AT[place]))
        sheet.until(told)


def test_a_drag_is_a_move_and_never_lags(opened: Opened) -> None:
    sheet = opened()
    x, y = sheet.spot(AT["3452"])
    to = sheet.spot(AT["3352"])
    sheet.page.mouse.move(x, y)
    sheet.page.mouse.down()
    sheet.page.mouse.move(*to, steps=120)
    began = time.monotonic()
    sheet.page.mouse.up()
    sheet.until("3352")
    assert time.monotonic() - began < 1.5


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
    sheet.until("Movement", 1)
    sheet.click(areas["sedan"], 1)
    sheet.until("3rd Army", 1)
    sheet.until("✗", 0)


@pytest.mark.parametrize(("width", "output"), [(1000, 820), (1060, 870), (1300, 1120)])
def test_the_layout_holds_at_every_width(opened: Opened, width: int, output: int) -> None:
    sheet = opened(size=(width, 900))
    table = sheet.table().bounding_box()
    board = sheet.table().locator("canvas").first.bounding_box()
    panel = sheet.table().locator("select:visible").first.bounding_box()
    assert abs(table["width"] - output) < 60
    assert panel["x"] >= board["x"] + board["width"]
    assert panel["x"] + panel["width"] <= table["x"] + table["width"] + 2
    status = sheet.table().get_by_role("status").bounding_box()
    assert status["y"] < board["y"]
    x, y = AT["3452"]
    sheet.click((x, y))
    sheet.until("chasseurs")


def test_a_dark_theme_keeps_the_map_and_the_words_legible(engine: object, tmp_path: Path) -> None:
    from tests.browser.conftest import SE

    with running(tmp_path, theme="JupyterLab Dark") as lab:
        lab.write("dark.ipynb", SE)
        page = engine.new_page(viewport={"width": 1300, "height": 950})  # type: ignore[attr-defined]
        sheet = Sheet(page, lab, "dark.ipynb").open().run_all().ready()
        colour = sheet.table().locator(".head").first.evaluate("e => getComputedStyle(e).color")
        red, green, blue = (int(part) for part in colour[4:-1].split(","))
        assert min(red, green, blue) > 150
        assert sheet.faults == []
        page.close()


def test_a_wide_front_is_seen_through_a_window(opened: Opened, tmp_path: Path) -> None:
    path = large_scenario(tmp_path)
    began = f'import time\nfrom tutor.board.table import Table\nbegan = time.time()\nTable("{path}", language="en")'
    sheet = opened(began)
    sheet.until("Austro")
    before = _pixels(sheet)
    sheet.press("east")
    sheet.page.wait_for_timeout(1200)
    assert _pixels(sheet) != before
    sheet.click((300, 200))
    sheet.page.wait_for_timeout(300)
    assert sheet.headline()


def _pixels(sheet: Sheet) -> str:
    canvas = sheet.table().locator("canvas").first
    return str(canvas.evaluate("c => c.toDataURL('image/jpeg', 0.2).slice(-4000)"))


def test_seas_and_areas_are_played_on(opened: Opened, tmp_path: Path) -> None:
    data = dict(library.scenario("tlm/verdun").data)
    areas = {a.id: {"name": a.name.en, "flags": sorted(a.flags), "at": list(a.at or ())} for a in sea_map()}
    links = [
        {"kind": link.kind, "between": [link.one, link.other], "flags": sorted(link.flags)}
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
    sheet.table().get_by_role("button", name="Offensive").locator("visible=true").first.click()
    sheet.until("✓")


def test_a_cell_that_runs_again_replaces_its_table(opened: Opened) -> None:
    sheet = opened()
    for _ in range(2):
        sheet.run_all()
        sheet.page.wait_for_timeout(1500)
    sheet.ready()
    sheet.click(AT["3450"])
    sheet.until("✗")
    assert sheet.page.locator(".tutor-table").count() == 1


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb")))
def test_shipped_notebooks_leave_no_console_error(opened: Opened, lab: Lab, engine: object, name: str) -> None:
    (lab.folder / name).write_text((ROOT / "notebooks" / name).read_text("utf-8"), "utf-8")
    page = engine.new_page(viewport={"width": 1300, "height": 950})  # type: ignore[attr-defined]
    sheet = Sheet(page, lab, name).open()
    page.wait_for_selector(".jp-RenderedMarkdown", timeout=30_000)
    sheet.run_all()
    page.wait_for_timeout(6000)
    assert sheet.faults == []
    assert page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    page.close()
