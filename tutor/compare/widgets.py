"""The comparison in a notebook: pick a situation, turn one thing, read five answers, the neighbours' ones at hand."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from importlib import resources
from typing import Any

import anywidget
import ipywidgets as w
import traitlets as T

from tutor.board import cells
from tutor.board.turns import in_turn
from tutor.compare import telling
from tutor.compare.boards import STYLE, board, row
from tutor.compare.comparison import compared
from tutor.compare.diorama import say
from tutor.compare.neighbours import AXES, along
from tutor.compare.outcome import USUAL, Answer, Setting, of_plain
from tutor.compare.plots import value_told
from tutor.compare.situation import Situation, names, situation
from tutor.compare.sweep import Asked, Kept, arriving, ask_in_slices
from tutor.engine.text import Lang, language
from tutor.engine.told import Node
from tutor.rendering.html import Page
from tutor.rendering.plain import text

PAGES = ("answers", "assumed", "debate", "ledgers")
BREATH = 0.005  # seconds for the page between two slices


# -- pure: answers as HTML -----------------------------------------------------------------------------------------
def page(name: str, answers: Sequence[Answer], lang: Lang) -> str:
    """One page on the answers to one situation."""
    about = answers[0].situation
    if name == "answers":
        found = (*telling.certainty(answers, lang), *telling.agreement(answers, lang), telling.history(about, lang))
        return row(answers, [answer.game for answer in answers], lang) + block(found)
    if name == "assumed":
        return block((*telling.assumed(answers, lang), *telling.scales(answers, lang)))
    if name == "debate":
        return block((*telling.lists(about, lang), *telling.questions(about, lang)))
    return block(telling.ledgers(answer, lang) for answer in answers if not answer.refused)


def block(nodes: Iterable[Node]) -> str:
    """What is told, in the letters of the page."""
    return f'<div class="tutor-said">{Page().html(nodes)}</div>'


class Named(anywidget.AnyWidget):
    """The name of the slider, for the page."""

    _esm = resources.files("tutor.compare").joinpath("named.js").read_text("utf-8")
    name = T.Unicode().tag(sync=True)


# -- live --------------------------------------------------------------------------------------------------------
WIDE = "min(100%, 440px)"  # of the list of situations: their names are long


class Comparison(cells.Shown):
    """Situation, axis and value above, answers below. What the slider can ask is worked out ahead by `executor`."""

    def __init__(
        self,
        name: str = "",
        lang: str | None = None,
        setting: Setting = USUAL,
        executor: Executor | None = None,
        kept: Kept | None = None,
    ) -> None:
        self.lang, self.setting = language(lang), setting
        self.executor, self.kept = executor, kept or Kept()
        self.known: dict[str, Answer] = {}
        self.pages: dict[tuple[str, str], str] = {}
        self.work: threading.Thread | None = None
        self.task: asyncio.Task[None] | None = None
        self.turn, self.turning = 0, False
        self.about = situation(name or names()[0])
        self._make(name or names()[0])
        dress, named = w.HTML(STYLE, layout=w.Layout(display="none")), Named(name=say("pick-value", self.lang))
        top = w.HBox([self.pick, self.axis, self.value, self.ahead, self.halt], layout=w.Layout(flex_flow="row wrap"))
        super().__init__([dress, named, top, self.head, self.page, self.body])
        self.add_class("tutor-compare")
        cells.replaces(self)
        self._turn_to_axis()

    def _make(self, name: str) -> None:
        def told(key: str) -> str:
            return say(key, self.lang)

        titles = [(self._title(situation(one)), one) for one in names()]
        wide = w.Layout(width=WIDE)
        self.pick = w.Dropdown(options=titles, value=name, description=told("pick-situation"), layout=wide)
        axes = [(told(f"axis.{axis}"), axis) for axis in AXES]
        self.axis = w.Dropdown(options=axes, description=told("pick-axis"))
        self.page = w.ToggleButtons(options=[(told(f"page.{one}"), one) for one in PAGES])
        self.value = w.SelectionSlider(options=[("-", 0)], description=told("pick-value"), continuous_update=True)
        self.ahead = w.IntProgress(layout=w.Layout(visibility="hidden"))
        self.halt = w.Button(description=told("stop"), layout=w.Layout(display="none"))
        self.halt.on_click(lambda button: self._halt_or_go_on())
        self.head, self.body = w.HTML(), w.HTML()
        self.pick.observe(self._pick, "value")
        self.axis.observe(lambda change: self._turn_to_axis(), "value")
        self.value.observe(lambda change: self.show(), "value")
        self.page.observe(lambda change: self.show(), "value")

    def _title(self, one: Situation) -> str:
        return one.title.fr if self.lang == "fr" else one.title.en

    @in_turn
    def _pick(self, change: Any) -> None:
        self.about = situation(change["new"])
        self._turn_to_axis()

    @in_turn
    def _turn_to_axis(self) -> None:
        """A slider with the values of the axis, standing where the situation stands; neighbours are begun."""
        axis = AXES[self.axis.value]
        values = axis.around(self.about)
        self.turning = True
        self.value.options = [(value_told(value, axis.id, self.lang), value) for value in values]
        self.value.value = self.about.at(axis.path)
        self.turning = False
        self.show()
        self._look_ahead()

    def asked(self) -> list[Asked]:
        """What is asked now."""
        path = AXES[self.axis.value].path
        here = self.about.at(path) == self.value.value
        now = self.about if here else self.about.changed({path: self.value.value})
        return [Asked(game, now, self.setting) for game in compared()]

    def answers(self) -> list[Answer | None]:
        """What is at hand of it; None where the answer is still being worked out."""
        return [self._at_hand(one) for one in self.asked()]

    def _at_hand(self, asked: Asked) -> Answer | None:
        key = asked.key
        if key not in self.known:
            found = self.kept.get(key)
            if found is None:
                return None
            self.known[key] = of_plain(asked.game, asked.situation, asked.setting, found)
        return self.known[key]

    @in_turn
    def show(self) -> None:
        """Draw the answers that are asked for now."""
        if self.turning:
            return
        answers = self.answers()
        whole = [answer for answer in answers if answer is not None]
        self.head.value = block(telling.heading(self.about, self.lang))
        if len(whole) == len(answers):
            self.body.value = self._page(self.page.value, whole)
        else:
            self.body.value = row(answers, compared(), self.lang)

    def _page(self, name: str, answers: list[Answer]) -> str:
        """One page; the ledgers take a run of each game, so they are kept."""
        if name != "ledgers":
            return page(name, answers, self.lang)
        key = self.lang, "".join(one.key for one in self.asked())
        if key not in self.pages:
            self.pages[key] = page(name, answers, self.lang)
        return self.pages[key]

    def _ledgers_ahead(self, asked: list[Asked], turn: int) -> Iterator[None]:
        """The pages of ledgers of all that the slider can ask, one after the other."""
        of_one = len(compared())
        for start in range(0, len(asked), of_one):
            group = asked[start : start + of_one]
            answers = [answer for one in group if (answer := self._at_hand(one)) is not None]
            if turn != self.turn or len(answers) < of_one:
                return
            key = self.lang, "".join(one.key for one in group)
            if key not in self.pages:
                self.pages[key] = page("ledgers", answers, self.lang)
                yield

    # -- ahead ---------------------------------------------------------------------------------------------------
    def _look_ahead(self) -> None:
        """Work out all that the slider can ask, in the background, the nearest values first."""
        asked = along(self.about, self.axis.value, self.setting)
        self.turn += 1
        self.work = threading.Thread(target=self._work_out, args=(asked, self.turn), daemon=True)
        try:
            self.work.start()
        except RuntimeError:  # no threads in a browser: between two slices the page breathes
            self.work = None
            self._breathe(asked, self.turn)

    def _breathe(self, asked: list[Asked], turn: int) -> None:
        """Work out what is asked in the page's own loop; without a loop all at once."""

        async def breathing() -> None:
            for _ in self._answered(asked, turn, sliced=True):
                await asyncio.sleep(BREATH)

        try:
            self.task = asyncio.get_running_loop().create_task(breathing())
        except RuntimeError:
            self._work_out(asked, turn)

    def _work_out(self, asked: list[Asked], turn: int) -> None:
        for _ in self._answered(asked, turn):
            pass

    def _answered(self, asked: list[Asked], turn: int, sliced: bool = False) -> Iterator[None]:
        """Each question until its answer is there, slice by slice where that is wished; the ledgers when all are."""
        self.ahead.max, self.ahead.value = len(asked), 0
        self.ahead.layout.visibility = "visible"
        self._halt_says("stop")
        at_hand = {one.key for one in asked if self._at_hand(one) is not None}
        for one in self._sliced(asked, turn) if sliced else self._all(asked, turn):
            if turn != self.turn:
                return
            if one is not None:
                if not self.known[one.key].refused:
                    board(self.known[one.key], self.lang)
                self.ahead.value += 1
                self.ahead.description = f"{self.ahead.value}/{self.ahead.max}"
                if one.key not in at_hand:
                    self.show()
            yield
        if turn != self.turn:
            return
        self.ahead.layout.visibility = "hidden"
        self._halt_says("")
        yield from self._ledgers_ahead(asked, turn)

    def _all(self, asked: list[Asked], turn: int) -> Iterator[Asked]:
        """What is at hand, then what arrives, until something else is asked."""
        yield from (one for one in asked if one.key in self.known)
        missing = [one for one in asked if one.key not in self.known]
        for one, answer in arriving(missing, self.executor, self.kept, lambda: turn != self.turn):
            self.known[one.key] = answer
            yield one

    def _sliced(self, asked: list[Asked], turn: int) -> Iterator[Asked | None]:
        """One question after the other once its answer is there; None after each slice of it."""
        for one in asked:
            if one.key not in self.known:
                for _ in ask_in_slices(one, self.kept, self.known):
                    yield None
                    if turn != self.turn:
                        return
            yield one

    @in_turn
    def _halt_or_go_on(self) -> None:
        """Stop what is being worked out, here and elsewhere; or go on with it."""
        if self.ahead.layout.visibility == "hidden":
            self._look_ahead()
            return
        self.turn += 1
        self.ahead.layout.visibility = "hidden"
        self._halt_says("go-on")

    def _halt_says(self, kind: str) -> None:
        self.halt.layout.display = "" if kind else "none"
        if kind:
            self.halt.description = say(kind, self.lang)

    # -- elsewhere -----------------------------------------------------------------------------------------------
    def close(self) -> None:
        """What is being worked out stops after the answer in hand, or the slice."""
        self.turn += 1
        super().close()

    def _repr_mimebundle_(self, **more: Any) -> Any:
        """Without a kernel, what is asked; the answers take seconds, and nothing waits for them here."""
        bundle = super()._repr_mimebundle_(**more) or {}
        data = dict(bundle[0] if isinstance(bundle, tuple) else bundle)
        data["text/plain"] = text(telling.heading(self.about, self.lang))
        return data
