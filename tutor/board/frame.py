"""The table as one frame, as high as the window: bar, instruments, board with its verdict, and a page beside it."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any

import ipywidgets as W

from tutor.board.home import home_url
from tutor.board.icons import css
from tutor.board.said import say
from tutor.board.telling import CSS
from tutor.board.widgets import link, shown, sign_button, told

if TYPE_CHECKING:
    from tutor.board.table import Table

STYLE = f"{CSS}<style>{resources.files('tutor.board').joinpath('frame.css').read_text('utf-8')}{css()}</style>"


def _box(kind: type[Any], name: str, *parts: Any) -> Any:
    made = kind(list(parts))
    made.add_class(f"tutor-{name}")
    return made


class Frame(W.Box):  # type: ignore[misc]
    """Where everything at a table lies. What closes it closes all of it, shown or not."""

    def __init__(self, table: Table) -> None:
        self.table = table
        drawer, tools, controls = table.drawer, table.tools, table.controls
        table.bar.add_class("tutor-title")
        table.chips.add_class("tutor-chips")
        table.headline.add_class("tutor-verdict")
        table.shelf.add_class("tutor-shelf")
        table.fight.add_class("tutor-fight")
        tools.ticks.add_class("tutor-ticks")
        tools.tongue.add_class("tutor-tongue")
        self.dress = W.HTML(STYLE, layout=W.Layout(display="none"))
        self.ends = W.HTML()
        self.bar = _box(W.HBox, "bar", table.bar, table.chips, *tools.bar, self.ends)
        self.rail = drawer.rail
        self.rail.add_class("tutor-rail")
        self.ribbon = _box(W.HBox, "ribbon", table.headline, controls.last)
        self.middle = _box(W.VBox, "middle", table.board, table.fight, table.shelf, self.ribbon)
        self.tabs = drawer.tabs
        self.tabs.add_class("tutor-tabs")
        drawer.box.add_class("tutor-page")
        self.side = _box(W.VBox, "side", self.tabs, drawer.box)
        super().__init__([self.dress, self.bar, self.rail, self.middle, self.side])
        self.add_class("tutor-frame")
        self.relabel()

    def relabel(self) -> None:
        """What only the page itself can do, and the list of keys, in the language of the table."""
        lang = self.table.playing.lang
        words = {key: say(f"frame.{key}", lang) for key in ("home", "keys", "full")}
        where = home_url()
        home = link("home", words["home"], where) if where else ""
        full = sign_button("full", words["full"], "full")
        self.ends.value = f'<div class="ends">{home}{sign_button("keys", words["keys"], "page", "keys")}{full}</div>'

    def lay_shelf(self, html: str) -> None:
        """What lies beside the map takes room only where there is something."""
        shown(self.table.shelf, bool(html))
        told(self.table.shelf, html)

    def lay_fight(self, html: str) -> None:
        """The fight lies over the board, on the half where it is not fought."""
        shown(self.table.fight, bool(html))
        told(self.table.fight, html)

    def pare(self, answered: bool) -> None:
        """For a task: the board with what is said of it, and where it is answered here the question, nothing else."""
        self.add_class("tutor-pared" if answered else "tutor-still")
        for one in (self.bar, self.rail, self.tabs, *self.table.tools.rows):
            shown(one, False)
        shown(self.side, answered)
        shown(self.table.controls.last, answered)
