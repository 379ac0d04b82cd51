"""A person's evening in the Near East: two turns of the Allies against the program, from the Canal towards Gaza.

Whoever plays draws an event, is refused a march by its rule, drags the cavalry to the next town, goes through attacks,
trains and ships, plays the next turn by keys alone, saves, and goes on when the page was loaded anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.evening import Person
from tests.browser.lab import Sheet
from tutor import library
from tutor.board.layout import layout_of

pytestmark = pytest.mark.browser
Opened = Callable[..., Sheet]

CELL = """from tutor.board.table import Table
Table("gwie/suez-to-gaza", language="{lang}", seed=13)"""
AT = layout_of(library.position("gwie/suez-to-gaza").map).centres
WHOLE = 120  # questions of a game
ROMANI, MAZAR, GAZA = "N3911", "N3611", "N2913"
WORDS = {
    "own": {"fr": "Joueur Allié", "en": "Allied player"},
    "other": {"fr": "Joueur CP", "en": "CP player"},
    "event": {"fr": "Tirage d'un évènement", "en": "Drawing an event"},
    "move": {"fr": "Qui bouge ?", "en": "Who moves?"},
    "rail": {"fr": "Qui prend le train ?", "en": "Who goes by rail?"},
    "whither": {"fr": "par rail ?", "en": "go by rail?"},
    "won": {"fr": "La partie est terminée", "en": "The game is over"},
}


def test_a_person_plays_two_turns_against_the_program(opened: Opened) -> None:
    two_turns(opened, "en")


@pytest.mark.slow
def test_a_person_plays_two_turns_in_french(opened: Opened) -> None:
    two_turns(opened, "fr")


def two_turns(opened: Opened, lang: str) -> None:
    sheet = opened(CELL.format(lang=lang), size=(1280, 800), alone=True)
    person = Person(sheet, lang, AT, WORDS)
    person.take_a_seat()
    assert person.said("event") in person.line
    by_mouse(person)
    by_keys(person)
    another_day(person)
    to_the_end(person)


def by_mouse(person: Person) -> None:
    """Gaza is too far for the cavalry, the next station of the pipeline is not."""
    sheet = person.sheet
    person.press("draw")
    person.until("move")
    sheet.press(person.said("map"))
    refused = person.drag(ROMANI, GAZA, "Gaza")
    assert refused.startswith("✗"), refused
    assert re.search(r"GWIE \d", refused), "the rule that refuses is named"
    allowed = person.drag(ROMANI, MAZAR, "Mazar")
    assert allowed.startswith("✓"), allowed
    assert person.said("move") in person.press("confirm")
    person.finish()
    person.until("rail")
    person.finish()


def by_keys(person: Person) -> None:
    """A unit goes by train, chosen and confirmed by keys."""
    person.until("rail")
    person.key("n")
    person.key("Enter")
    person.until("whither", "rail")
    person.key("n")
    assert person.said("rail") in person.key("Enter")


def another_day(person: Person) -> None:
    """Saved, loaded anew and opened: the same question and the same things beside the map."""
    asked, shelf = person.line, person.shelf
    person.save("near-east.yaml")
    person.load_anew()
    assert person.said("event") in person.line, "it begins with the first draw"
    assert person.open("near-east.yaml") == asked
    assert person.shelf == shelf


def to_the_end(person: Person) -> None:
    """Whoever does no more than he must loses Gaza: who has won is said, and by which rule."""
    end = person.until("won", most=WHOLE)
    assert re.search(r"GWIE 18", end), end
