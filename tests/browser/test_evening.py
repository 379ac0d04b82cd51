"""A person's evening: one side of 1918 against the program, by mouse and keys, on what is to be read at the table.

From the first card to the production of the first season: whoever plays takes a seat, draws, reads a card, is refused a
move by its rule, drags an army, declares a battle, throws, ends the player turn, spends unseen, saves, and goes on when
the page was loaded anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Sheet
from tutor import library
from tutor.board.layout import layout_of

pytestmark = pytest.mark.browser
Opened = Callable[..., Sheet]

SEED = 13  # with these dice the season is short
CELL = """from tutor.board.table import Table
Table("tlm/kaiserschlacht", language="{lang}", seed={seed})"""
AT = layout_of(library.position("tlm/kaiserschlacht").map).centres
REINFORCEMENTS = 3
MOST = 60  # questions and throws of a season
SEEN = "before => document.querySelector('.tutor-table [role=status]').innerText !== before"
WORDS = {
    "who": {"fr": "Qui répond ?", "en": "Who answers?"},
    "other": {"fr": "Allemand", "en": "German"},
    "cautious": {"fr": "Prudent", "en": "Cautious"},
    "sees": {"fr": "La table voit", "en": "The table sees"},
    "story": {"fr": "Récit", "en": "Story"},
    "now": {"fr": "Maintenant", "en": "Now"},
    "file": {"fr": "Fichier", "en": "File"},
    "save": {"fr": "Enregistrer", "en": "Save"},
    "saved": {"fr": "Enregistré", "en": "Saved"},
    "open": {"fr": "Ouvrir", "en": "Open"},
    "draw": {"fr": "Tirer", "en": "Draw"},
    "roll": {"fr": "Lancer", "en": "Roll"},
    "finish": {"fr": "Terminer", "en": "Finish"},
    "may finish": {"fr": "erminez", "en": "finish"},
    "none left": {"fr": "est plus possible", "en": "is possible, finish"},
    "once more": {"fr": "encore une fois pour y renoncer", "en": "once more to leave it"},
    "offensive": {"fr": "Quelle carte Offensive", "en": "Which Offensive card"},
    "move": {"fr": "Quelle unité bouger", "en": "Which unit is moved"},
    "declare": {"fr": "livrer bataille", "en": "is a battle fought"},
    "spend": {"fr": "dépenser les BPs", "en": "BPs spent"},
    "build": {"fr": "Quelle unité construire", "en": "Which unit is built"},
    "unseen": {"fr": "(réponse cachée)", "en": "(sealed answer)"},
    "confirm": {"fr": "Confirmer", "en": "Confirm"},
    "map": {"fr": "Toute la carte", "en": "Whole map"},
    "place": {"fr": "Lieu", "en": "Place"},
    "arrive": {"fr": "Dans quelle zone placer", "en": "In which area does"},
}


class Person:
    """Somebody at the table: reads its one line, and presses, drags, types. Knows no function of the tutor."""

    def __init__(self, sheet: Sheet, lang: str) -> None:
        self.sheet, self.lang = sheet, lang
        self.done: list[str] = []

    def said(self, what: str) -> str:
        return WORDS[what][self.lang]

    @property
    def line(self) -> str:
        return self.sheet.headline()

    @property
    def shelf(self) -> str:
        """What lies under the map: one's cards, and the counters that are to come."""
        return str(self.sheet.table().locator(".lying").inner_text())

    def and_see(self, act: Callable[[], Any]) -> str:
        """Do it, and look until something else is said; that is said last, so the rest is then in its place."""
        before = self.line
        act()
        self.sheet.page.wait_for_function(SEEN, arg=before)
        return self.line

    def press(self, what: str) -> str:
        return self.and_see(lambda: self.sheet.press(self.said(what)))

    def key(self, key: str) -> str:
        self.sheet.glass().focus()
        return self.and_see(lambda: self.sheet.page.keyboard.press(key))

    def drag(self, place: str, to: str, named: str) -> str:
        """What is said of it is said of where it would go."""
        mouse, (x, y), end = self.sheet.page.mouse, self.sheet.spot(AT[place]), self.sheet.spot(AT[to])
        mouse.move(x, y)
        mouse.down()
        mouse.move(*end, steps=9)
        mouse.up()
        return self.sheet.until(named)

    def take_a_seat(self) -> None:
        """The program plays the German, and the table shows what the Entente sees."""
        self.sheet.press(self.said("who"))
        self.and_see(lambda: self.sheet.choose(self.said("other"), self.said("cautious")))
        self.sheet.choose(self.said("sees"), "Entente")
        self.page("now")

    def page(self, what: str) -> None:
        self.sheet.table().get_by_role("tab", name=self.said(what)).click()

    def until(self, *what: str) -> str:
        """Answer what one must and finish what one may, until one of these is asked."""
        for _ in range(MOST):
            line = self.line
            if any(self.said(one) in line for one in what):
                return line
            self.answer(line)
        raise AssertionError(f"{what} was never asked: {self.done}")

    def answer(self, line: str) -> None:
        self.done.append(line)
        for what in ("draw", "roll"):
            if self.sheet.button(self.said(what)).count():
                self.press(what)
                return
        if self.said("may finish") in line:
            self.finish()
            return
        self.key("n")
        self.key("Enter")

    def finish(self) -> None:
        """What is left to be done is told once; whoever means it presses once more."""
        if self.said("once more") in self.press("finish"):
            self.press("finish")


def test_a_person_plays_a_season_against_the_program(opened: Opened) -> None:
    a_season(opened, "en")


@pytest.mark.slow
def test_a_person_plays_a_season_in_french(opened: Opened) -> None:
    a_season(opened, "fr")


def a_season(opened: Opened, lang: str) -> None:
    sheet = opened(CELL.format(lang=lang, seed=SEED), size=(1280, 800), alone=True)
    person = Person(sheet, lang)
    person.take_a_seat()
    the_first_offensive(person)
    the_battle(person)
    unseen_production(person)
    another_day(person)


def the_first_offensive(person: Person) -> None:
    """Cards drawn, reinforcements placed, the German's attack suffered; then a card is read, and played."""
    for _ in range(REINFORCEMENTS):
        person.until("arrive")
        person.and_see(lambda: person.sheet.choose(person.said("place"), "Boulogne"))
        person.key("Enter")
    person.until("offensive")
    assert any(person.said("draw") in line for line in person.done)
    sheet = person.sheet
    read = person.and_see(lambda: sheet.press("Offensive"))
    assert read.startswith("✓"), read
    expect(sheet.table().locator(".tutor-page").first).to_contain_text("TLM 9.1")
    person.and_see(lambda: sheet.press("Offensive"))
    person.until("move")


def the_battle(person: Person) -> None:
    """Two areas are too far for an army, one is not; there a battle is declared, and dice are thrown."""
    sheet = person.sheet
    sheet.press(person.said("map"))
    refused = person.drag("ypres", "sedan", "Sedan")
    assert refused.startswith("✗"), refused
    assert re.search(r"TLM \d", refused), "the rule that refuses is named"
    expect(sheet.button(person.said("confirm"))).to_be_disabled()
    allowed = person.drag("ypres", "ostend", "Ostend")
    assert allowed.startswith("✓"), allowed
    assert person.said("move") in person.press("confirm")
    person.finish()
    person.until("declare")
    for _ in range(0 if person.said("none left") in person.line else 2):  # what is owed and alone declares itself
        person.and_see(lambda: sheet.click(AT["ostend"]))
    rolled = len(person.done)
    person.until("offensive")
    assert any("⚄ Entente" in line for line in person.done[rolled:]), "dice were thrown"


def unseen_production(person: Person) -> None:
    """Both pass; what the German has bought is not to be read while the Entente buys."""
    person.finish()
    person.until("spend")
    person.key("n")
    assert person.said("build") in person.key("Enter")
    person.page("story")
    expect(person.sheet.table().locator(".story").last).to_contain_text(person.said("unseen"))


def another_day(person: Person) -> None:
    """Saved, loaded anew and opened: the same question, the same hand, and nobody looks into the other's."""
    sheet, asked, shelf = person.sheet, person.line, person.shelf
    assert asked.startswith("Entente")
    name_it(person)
    sheet.press(person.said("save"))
    expect(sheet.table()).to_contain_text(re.compile(f"{person.said('saved')}.*evening.yaml"))
    sheet.rests().save()
    sheet.page.reload()
    sheet.settled().ready().run_all().ready()  # the board as it was left, then a new one
    assert not person.line.startswith("Entente"), "it begins with the German's cards"
    person.page("story")
    name_it(person)
    person.press("open")
    assert person.key("Escape") == asked
    assert person.shelf == shelf


def name_it(person: Person) -> None:
    field = person.sheet.table().get_by_role("textbox", name=person.said("file"))
    field.fill("evening.yaml")
    field.press("Enter")
