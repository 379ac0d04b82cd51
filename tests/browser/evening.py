"""Somebody at a table who reads its one line, and presses, drags, types."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from playwright.sync_api import expect

from tests.browser import newcomer
from tests.browser.lab import Sheet

Point: TypeAlias = tuple[float, float]
Words: TypeAlias = Mapping[str, Mapping[str, str]]
MOST = 60  # questions and throws until something is asked
SEEN = "before => document.querySelector('.tutor-table [role=status]').innerText !== before"
WORDS = {
    **newcomer.WORDS,
    "who": {"fr": "Qui répond ?", "en": "Who answers?"},
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
    "finish": newcomer.WORDS["end"],
    "may finish": {"fr": "erminez", "en": "finish"},
    "none left": {"fr": "est plus possible", "en": "is possible, finish"},
    "once more": {"fr": "encore une fois pour y renoncer", "en": "once more to leave it"},
    "map": {"fr": "Toute la carte", "en": "Whole map"},
}


class Person:
    """Knows no function of the tutor."""

    def __init__(self, sheet: Sheet, lang: str, at: Mapping[str, Point], words: Words) -> None:
        self.sheet, self.lang, self.at = sheet, lang, at
        self.words = {**WORDS, **words}
        self.done: list[str] = []

    def said(self, what: str) -> str:
        return self.words[what][self.lang]

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
        mouse, (x, y), end = self.sheet.page.mouse, self.sheet.spot(self.at[place]), self.sheet.spot(self.at[to])
        mouse.move(x, y)
        mouse.down()
        mouse.move(*end, steps=9)
        mouse.up()
        return self.sheet.until(named)

    def take_a_seat(self) -> None:
        """The program plays the other side, at once where that begins; the table shows what one's own sees."""
        self.sheet.press(self.said("who"))
        seats = partial(self.sheet.choose, self.said("other"), self.said("cautious"))
        seats() if self.line.startswith(self.said("own")) else self.and_see(seats)
        self.sheet.choose(self.said("sees"), self.said("own"))
        self.page("now")

    def page(self, what: str) -> None:
        """Opened, where it is not open already: who presses on an open page closes it."""
        tab = self.sheet.table().get_by_role("tab", name=self.said(what))
        if tab.get_attribute("aria-selected") != "true":
            tab.click()

    def until(self, *what: str, most: int = MOST) -> str:
        """Answer what one must and finish what one may, until one of these is asked."""
        for _ in range(most):
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

    def name_it(self, name: str) -> None:
        field = self.sheet.table().get_by_role("textbox", name=self.said("file"))
        field.fill(name)
        field.press("Enter")

    def save(self, name: str) -> None:
        self.page("story")
        self.name_it(name)
        self.sheet.press(self.said("save"))
        expect(self.sheet.table()).to_contain_text(re.compile(f"{self.said('saved')}.*{re.escape(name)}"))

    def load_anew(self) -> None:
        """The board as it was left, then a new one."""
        self.sheet.rests().save()
        self.sheet.page.reload()
        self.sheet.settled().ready().run_all().ready()

    def open(self, name: str) -> str:
        """What is asked where one left off."""
        self.page("story")
        self.name_it(name)
        self.press("open")
        return self.key("Escape")
