"""A newcomer at a lesson: sees words on a page, clicks on them, types into fields. Knows no function of the tutor."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import expect

from tests.browser.lab import WAIT

WORDS = {
    "next": {"fr": "Suite", "en": "Next"},
    "hint": {"fr": "Indice", "en": "Hint"},
    "solution": {"fr": "La solution", "en": "The solution"},
    "give": {"fr": "Répondre", "en": "Give"},
    "unit": {"fr": "Unité", "en": "Unit"},
    "place": {"fr": "Lieu", "en": "Place"},
    "end": {"fr": "Terminer", "en": "Finish"},
    "another": {"fr": "Pourquoi pas une autre ?", "en": "Why not another?"},
    "confirm": {"fr": "Confirmer", "en": "Confirm"},
}
TOLD = "lesson => [...lesson.querySelectorAll('[role=status]')].map(one => one.innerText).join(' | ')"
CHANGED = f"""([lesson, before]) => ({TOLD})(lesson) !== before
  && new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"""


@dataclass
class Newcomer:
    """Somebody in front of a page, with the log of what was clicked; nothing sleeps, all waits for words."""

    page: Any
    lang: str
    log: list[str] = field(default_factory=list)

    def said(self, what: str) -> str:
        return WORDS[what][self.lang]

    def did(self, what: str) -> None:
        self.log.append(what)

    @property
    def clicks(self) -> int:
        return len(self.log)

    def click(self, within: Any, words: str) -> None:
        """A button, by the words on it."""
        found = within.get_by_role("button", name=_exactly(words)).locator("visible=true")
        found.first.click(timeout=WAIT)
        self.did(words)

    def run_all(self) -> None:
        """The menu, as the first cell says."""
        self.page.locator('.lm-MenuBar-item:has-text("Run")').click(timeout=WAIT)
        self.did("Run")
        self.page.locator('.lm-Menu-item[data-command="runmenu:run-all"]').click(timeout=WAIT)
        self.did("Run All Cells")

    def type(self, within: Any, label: str, text: str) -> None:
        """Into a field, by its label."""
        entry = within.get_by_role("combobox", name=label).or_(within.get_by_role("textbox", name=label))
        entry.locator("visible=true").first.fill(text)
        entry.locator("visible=true").first.press("Enter")
        self.did(f"{label}: {text}")

    # -- a lesson -----------------------------------------------------------------------------------------------
    def told(self, lesson: Any) -> str:
        return str(lesson.get_by_role("status").first.inner_text())

    def until(self, lesson: Any, *parts: str) -> str:
        expect(lesson.get_by_role("status").first).to_contain_text(
            re.compile("|".join(map(re.escape, parts))), timeout=WAIT
        )
        return self.told(lesson)

    def through(self, lesson: Any) -> None:
        """A whole lesson, with hints where they are needed."""
        number = len(lesson.locator(".dots").inner_text())
        for task in range(number):
            expect(lesson.locator(".goal b")).to_contain_text(f"{task + 1}.", timeout=WAIT)
            if not self._only_read(lesson):
                self._solve(lesson)
            if task + 1 < number:
                self.click(lesson, self.said("next"))

    def _only_read(self, lesson: Any) -> bool:
        hint = lesson.get_by_role("button", name=self.said("hint"))
        return bool(hint.first.is_disabled())

    def _solve(self, lesson: Any) -> None:
        """Hints to the last, which names the answer; then the answer."""
        while self.said("solution") not in self.told(lesson):
            self._and_see(lesson, lambda: self.click(lesson, self.said("hint")))
        answers = re.split(r"\s*;\s*", re.split(r"\s*:\s*", self.told(lesson), maxsplit=1)[1].strip())
        for answer in answers:
            self._give(lesson, answer)
        self.until(lesson, "★", "☆")

    def _and_see(self, lesson: Any, act: Callable[[], None]) -> None:
        """Do it, and look until something else is said; what follows from it is then in its place."""
        handle = lesson.element_handle()
        before = handle.evaluate(TOLD)
        act()
        self.page.wait_for_function(CHANGED, arg=[handle, before], timeout=WAIT)

    def _give(self, lesson: Any, answer: str) -> None:
        for part in re.split(r"\s*→\s*", answer):
            self._and_see(lesson, lambda part=part: self._part(lesson, part.strip()))
        confirm = lesson.get_by_role("button", name=self.said("confirm")).locator("visible=true")
        if confirm.count() and confirm.first.is_enabled():
            self._and_see(lesson, lambda: self.click(lesson, self.said("confirm")))

    def _part(self, lesson: Any, part: str) -> None:
        """A name is on a button, or goes into the field that is there."""
        named = lesson.get_by_role("button", name=_exactly(_bare(part)))
        others = lesson.get_by_role("button", name=_exactly(self.said("another"))).locator("visible=true")
        if not named.locator("visible=true").count() and others.count():
            self.click(lesson, self.said("another"))  # what one does not hold lies behind it
            expect(named.locator("visible=true").first).to_be_visible()
        if named.locator("visible=true").count():
            self.click(lesson, _bare(part))
            return
        field_ = lesson.get_by_role("textbox").locator("visible=true")
        if lesson.get_by_role("button", name=self.said("give")).count():
            field_.first.fill(part)
            self.did(part)
            self.click(lesson, self.said("give"))
            return
        for label in ("unit", "place"):
            entry = lesson.get_by_role("combobox", name=self.said(label)).locator("visible=true")
            if entry.count():
                self.type(lesson, self.said(label), _bare(part))


def _exactly(words: str) -> re.Pattern[str]:
    """These words with whatever signs stand around them."""
    return re.compile(rf"^\W*{re.escape(words)}\W*$".replace("/", r"\/"), re.IGNORECASE)


def _bare(part: str) -> str:
    """The name as the list shows it, without what was added to type it."""
    return re.sub(r"\s*\([^()]*\)$", "", part)
