"""The first five minutes: a table, and over it the one thing to do next, told when it can be done."""

from __future__ import annotations

from html import escape

import ipywidgets as W

from tutor.board import cells, telling
from tutor.board.home import home_url
from tutor.board.said import tied
from tutor.board.table import Table
from tutor.board.turns import in_turn
from tutor.engine.text import Lang
from tutor.home.page import FIRST
from tutor.home.said import say
from tutor.lessons.library import lessons

UNIT = "gz2"  # the battalion at the western end of the bridge
STEPS = ("unit", "place", "refused", "on")
# Over the frame, which fills the window: above its lower edge, in a narrow window over its head; never over the battle.
STYLE = (
    "<style>.tutor-next{position:fixed;z-index:30;left:84px;bottom:88px;max-width:min(760px,58vw);background:#fff4cf;"
    "color:#2b2418;border-left:6px solid #ffcc33;border-radius:6px;box-shadow:0 2px 10px #0006;padding:8px 14px;"
    "font-size:18px;line-height:1.35;margin:0}.tutor-next a{color:#0b5a4b}"
    "@media(max-width:900px){.tutor-next{left:6px;right:6px;top:34px;bottom:auto;max-width:none;font-size:15px}}</style>"
)


class First(cells.Shown):
    """A table with a guide: each step is told once the one before it was made."""

    @in_turn
    def __init__(self, lang: Lang) -> None:
        super().__init__(layout=W.Layout(width="100%"))
        self.add_class("tutor-first")
        cells.replaces(self)
        self.lang, self.step = lang, 0
        self.next = W.HTML(layout=W.Layout(width="100%"))
        self.table = Table(FIRST, language=lang)
        self.table.on_shown = self._shown
        self.children = (self.next, self.table)
        self._tell()

    def _shown(self) -> None:
        """The table shows something new: whether it is what was asked for."""
        before = self.step
        while self.step + 1 < len(STEPS) and self._made(STEPS[self.step]):
            self.step += 1
        if self.step != before or self.lang != self.table.playing.lang:
            self.lang = self.table.playing.lang
            self._tell()

    def _made(self, step: str) -> bool:
        desk = self.table.playing
        if desk.line.now.parent is not None:
            return True  # whoever has played needs no more help
        return desk.look.target == UNIT if step == "unit" else step == "place" and desk.view.mood == "no"

    def _tell(self) -> None:
        step = STEPS[self.step]
        told = f"{escape(tied(say(f'first.{step}', self.lang), self.lang))}{self._onward() if step == 'on' else ''}"
        self.next.value = f'{telling.CSS}{STYLE}<p class="tutor-next" role="note" aria-live="polite">{told}</p>'

    def _onward(self) -> str:
        home = home_url()
        if home is None:
            return ""
        ways = ((f"{home}learn/{lessons('se')[0]}", "first.lesson"), (home, "home"))
        return "".join(f' <a href="{escape(to)}">{escape(say(kind, self.lang))}</a>' for to, kind in ways)
