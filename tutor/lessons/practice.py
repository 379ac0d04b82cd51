"""`Practice("se/11.0.4")` in a notebook or a page without code: drills on one rule, each on its board, without end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from html import escape
from typing import Any

import ipywidgets as W

from tutor.board import cells, marking
from tutor.board.home import home_url
from tutor.board.live import Board
from tutor.board.said import tied
from tutor.board.scene import Mark
from tutor.board.stage import scene_of
from tutor.board.turns import in_turn
from tutor.board.widgets import lay
from tutor.engine.rulebook import UnknownRule
from tutor.engine.text import Lang
from tutor.engine.text import language as language_of
from tutor.lessons.drill import Drill, May, graded
from tutor.lessons.drills import drills
from tutor.lessons.library import find, lessons
from tutor.lessons.telling import say
from tutor.lessons.widget import STYLE, entry
from tutor.rendering.html import Panel
from tutor.rulesets import NoSuchGame, book


class Practice(cells.Shown):
    """One question after the other on one rule.

    Parameters
    ----------
    rule : the game and the id of a rule: `se/11.0.4`
    language : "fr" or "en"; by default `TUTOR_LANG`, then the locale
    seed : other seeds, other drills
    """

    @in_turn
    def __init__(self, rule: str, language: str | None = None, seed: int = 0) -> None:
        super().__init__(layout=W.Layout(width="100%"))
        for name in ("lesson", "practice"):
            self.add_class(f"tutor-{name}")
        cells.replaces(self)
        self.lang: Lang = language_of(language)
        self.game, _, self.rule = rule.partition("/")
        self.right = self.asked = 0
        self.drill: Drill | None = None
        self.work: threading.Thread | None = None
        self.board: Board | None = None
        self.head, self.question, self.said = W.HTML(), W.HTML(), W.HTML()
        self.answers, self.place = W.VBox(), W.VBox()
        self.next_button = W.Button(description=say("button.next", self.lang), icon="arrow-right", disabled=True)
        self.next_button.on_click(lambda _: self.go())
        self._build()
        try:
            self._ahead: Iterator[Drill] = drills(self.game, self.rule, seed)
            rule_ = book(self.game)[self.rule]
        except (UnknownRule, NoSuchGame) as unknown:
            self._say(escape(str(unknown)), "no")
            return
        self._title = f"{rule_.cited} · {rule_.title(self.lang)}"
        self._gist = rule_.gist(self.lang)
        self._clear()
        self._look()  # a page that is still being loaded would miss what another thread lays on it

    def _build(self) -> None:
        """The frame of a lesson: what is asked lies beside its board."""
        heading, row = W.HBox([self.head]), W.HBox([self.next_button])
        coach = W.VBox([self.question, self.answers, self.said, row])
        self.stage = W.Box([heading, coach, self.place])
        for one, name in (
            (heading, "heading"),
            (self.answers, "answers"),
            (self.place, "middle"),
            (row, "buttons"),
            (coach, "coach"),
            (self.stage, "taught"),
            (self.stage, "alone"),
            (self.stage, "frame"),
        ):
            one.add_class(f"tutor-{name}")
        self.children = (W.HTML(STYLE, layout=W.Layout(display="none")), self.stage)

    @in_turn
    def go(self) -> None:
        """The next question, once random play has come to it."""
        self._clear()
        self._say(escape(say("drill-looking", self.lang)))
        self.work = threading.Thread(target=self._look, daemon=True)
        try:
            self.work.start()
        except RuntimeError:  # no threads in a browser
            self._look()

    def _clear(self) -> None:
        self.next_button.disabled = True
        self.next_button.button_style = ""
        self._head()
        lay(self.answers)
        self.question.value = ""

    def _look(self) -> None:
        self._lay(next(self._ahead, None))

    @in_turn
    def _lay(self, drill: Drill | None) -> None:
        self.drill = drill
        if drill is None:
            self._say(f"{escape(say('drill-never', self.lang, rule=self._title))} {self._elsewhere()}", "no")
            return
        self._board(drill, self._spoken(drill))
        told = escape(tied(drill.question(self.lang), self.lang))
        gist = f'<div class="gist">{escape(self._gist)}</div>' if self._gist else ""
        self.question.value = f'<div class="tt"><div class="goal">{told}</div>{gist}</div>'
        lay(self.answers, *(self._choices(drill) if drill.choices else (entry("predict", self.lang, self.answer),)))
        self._say("")

    def _elsewhere(self) -> str:
        """The lessons that teach the rule."""
        about = [one for one in map(find, lessons(self.game)) if self.rule in one.about]
        home = home_url()
        titles = [escape(one.title(self.lang)) for one in about]
        if home is not None:
            titles = [f'<a href="{home}learn/{one.name}">{t}</a>' for one, t in zip(about, titles, strict=True)]
        return f"{escape(say('drill-taught', self.lang))} {', '.join(titles)}" if titles else ""

    def _spoken(self, drill: Drill) -> Iterator[Mark]:
        """Where the question points, without what the answer would tell."""
        if not isinstance(drill, May):
            return
        request = drill.request if isinstance(drill.request, tuple) else (drill.request,)
        parts = [*zip(drill.ask.of, request, strict=False)]
        units = tuple(part for kind, part in parts if kind == "unit")
        places = tuple(part for kind, part in parts if kind == "place")
        if units:
            yield Mark("chosen", units=units[:1])
        if places:
            yield Mark("cited", places[-1:])

    def _board(self, drill: Drill, marks: Iterator[Mark]) -> None:
        shown = [*marks]
        self.board = board = Board(scene_of(drill.state, self.lang, marks=shown))
        self.stage.remove_class("tutor-alone")
        lay(self.place, board)
        places = [place for mark in shown for place in mark.places]
        places += [drill.state.pieces[unit].place for mark in shown for unit in mark.units]
        board.open_on(places or [stack.place for stack in board.scene.stacks], bool(places))
        board.redraw(plain=True)

    def _choices(self, drill: Drill) -> Iterator[Any]:
        for choice in drill.choices:
            wide = W.Layout(width="auto", height="auto", min_height="34px")
            button = W.Button(description=drill.told(choice, self.lang), layout=wide)
            button.on_click(lambda _, choice=choice: self.answer(choice))
            yield button

    @in_turn
    def answer(self, given: Any) -> None:
        """What is said to an answer; each question counts once."""
        drill = self.drill
        if drill is None or self.next_button.disabled is False:
            return
        self.asked += 1
        self.right += drill.grade(given)
        given_by = self.answers.children if drill.choices else self.answers.children[0].children
        for one in given_by:
            one.disabled = True
        if given in drill.choices:
            given_by[drill.choices.index(given)].button_style = "success" if drill.grade(given) else "danger"
        if isinstance(drill, May) and self.board is not None:
            self.board.show(
                scene_of(drill.state, self.lang, marks=marking.of_verdict(drill.ask, drill.verdict, None, self.lang))
            )
        self._head()
        self.next_button.disabled = False
        self.next_button.button_style = "success"
        self._say(Panel().html([graded(drill, given, self.lang)]), "ok" if drill.grade(given) else "no")

    def _head(self) -> None:
        score = f"<span>{escape(say('drill-score', self.lang, right=self.right, asked=self.asked))}</span>"
        self.head.value = (
            f'<div class="tt"><div class="bar"><b>{escape(self._title)}</b>{score if self.asked else ""}</div></div>'
        )

    def _say(self, inner: str, mood: str = "") -> None:
        self.said.value = f'<div class="tt" role="status" aria-live="polite"><div class="{mood}">{inner}</div></div>'


__all__ = ["Practice"]
