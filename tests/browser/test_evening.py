"""A person's evening: one side of 1918 against the program, by mouse and keys, on what is to be read at the table.

From the first card to the production of the first season: whoever plays takes a seat, draws, reads a card, is refused a
move by its rule, drags an army, declares a battle, throws, ends the player turn, spends unseen, saves, and goes on when
the page was loaded anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.evening import Person
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
WORDS = {
    "own": {"fr": "Entente", "en": "Entente"},
    "other": {"fr": "Allemand", "en": "German"},
    "offensive": {"fr": "Quelle carte Offensive", "en": "Which Offensive card"},
    "move": {"fr": "Quelle unité bouger", "en": "Which unit is moved"},
    "declare": {"fr": "livrer bataille", "en": "is a battle fought"},
    "spend": {"fr": "dépenser les BPs", "en": "BPs spent"},
    "build": {"fr": "Quelle unité construire", "en": "Which unit is built"},
    "unseen": {"fr": "(réponse cachée)", "en": "(sealed answer)"},
    "arrive": {"fr": "Dans quelle zone placer", "en": "In which area does"},
}


def test_a_person_plays_a_season_against_the_program(opened: Opened) -> None:
    a_season(opened, "en")


@pytest.mark.slow
def test_a_person_plays_a_season_in_french(opened: Opened) -> None:
    a_season(opened, "fr")


def a_season(opened: Opened, lang: str) -> None:
    sheet = opened(CELL.format(lang=lang, seed=SEED), size=(1280, 800), alone=True)
    person = Person(sheet, lang, AT, WORDS)
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
    asked, shelf = person.line, person.shelf
    assert asked.startswith("Entente")
    person.save("evening.yaml")
    person.load_anew()
    assert not person.line.startswith("Entente"), "it begins with the German's cards"
    assert person.open("evening.yaml") == asked
    assert person.shelf == shelf
