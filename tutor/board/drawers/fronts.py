"""Where the fronts of history ran: the days that the map knows; one at a time is drawn on it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import ipywidgets as W

from tutor.board.drawers.part import Part
from tutor.board.paint import fronts
from tutor.board.widgets import lay, told
from tutor.rendering import days
from tutor.rendering.html import heading


class Fronts(Part):
    """It only looks: what is drawn decides nothing, and no record has it."""

    key = "fronts"

    def build(self) -> None:
        self.told = W.HTML()
        lay(self.box, self.told)

    def show(self) -> None:
        layout = self.desk.view.scene.layout
        listed = "".join(f"<li>{self._day(day)}</li>" for day in fronts.days(layout))
        told(
            self.told,
            f'<div class="tt answers">{heading(escape(self.say("drawer.fronts")))}<ul>{listed}</ul>'
            f"<p>{escape(self.say('fronts-from'))}</p></div>",
        )

    def _day(self, day: str) -> str:
        on = str(day == self.desk.habits.day).lower()
        return (
            f'<button type="button" class="rule" data-act="front" data-value="{day}" aria-pressed="{on}">'
            f"<b>{days.day(day, self.desk.lang)}</b> – {escape(', '.join(dict.fromkeys(self._named(day))))}</button>"
        )

    def _named(self, day: str) -> Iterator[str]:
        """What that day was, on each front that has a line of it."""
        for one in fronts.on(self.desk.view.scene.layout, (day,)):
            if one.date == day:
                yield one.name(self.desk.lang)
