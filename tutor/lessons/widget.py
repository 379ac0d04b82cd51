"""`LessonTable("se/1-pont")` in a notebook or a page without code: the task, its board or its answers, what is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as W

from tutor.board import cells, telling
from tutor.board.desk import Desk
from tutor.board.table import Table
from tutor.board.turns import in_turn
from tutor.board.widgets import lay
from tutor.engine.telling import ledger, verdict
from tutor.engine.text import Lang
from tutor.engine.text import language as language_of
from tutor.engine.told import Sentence, plain
from tutor.engine.told import text as in_words
from tutor.files.faults import BadFile
from tutor.lessons import telling as told
from tutor.lessons.desk import desk_of, judged
from tutor.lessons.library import find
from tutor.lessons.progress import Progress
from tutor.lessons.telling import say, words_of
from tutor.lessons.terms import Page
from tutor.lessons.walk import Reply, Rung, Walk
from tutor.library import NotInLibrary
from tutor.rendering.html import Panel
from tutor.rendering.plain import lines

STYLE = (
    "<style>.tt abbr.term{text-decoration:underline dotted;cursor:help}"
    ".tt abbr.term:focus{outline:2px solid #1f5fa8}"
    ".tt .dots{letter-spacing:3px;font-size:15px}"
    ".tt .goal{font-size:16px;line-height:1.4;margin:6px 0}"
    ".tutor-large .tt{font-size:21px}.tutor-large .tt .goal{font-size:25px}"
    ".tutor-large button{font-size:19px!important}"
    ".tt .class{border-left:4px solid #c9b98f;padding:2px 10px;margin:6px 0;font-style:italic}</style>"
)


class LessonTable(cells.Shown):
    """A lesson: read, try, predict, choose, answer, play.

    Parameters
    ----------
    lesson : a name of the library (`se/1-pont`), or a path to a YAML file
    language : "fr" or "en"; by default `TUTOR_LANG`, then the locale
    progress : where the learner's progress is kept; None for the user's own file
    large : letters for a projector
    """

    @in_turn
    def __init__(
        self, lesson: str | Path, language: str | None = None, progress: Progress | None = None, large: bool = False
    ) -> None:
        super().__init__(layout=W.Layout(width="100%"))
        self.add_class("tutor-lesson")
        if large:
            self.add_class("tutor-large")
        cells.replaces(self)
        self.lang: Lang = language_of(language)
        self.errors: list[Exception] = []
        self.table: Table | None = None
        self.walk: Walk | None = None
        self._replies: list[Reply] = []  # to what was handed in, not said yet
        try:
            self.walk = Walk(find(lesson))
        except BadFile as bad:
            self._bad(bad.told(self.lang))
            return
        except NotInLibrary as missing:
            self._bad([say("no-lesson", self.lang, name=missing.name, near=missing.near)])
            return
        self.progress = progress or Progress()
        self.progress.resume(self.walk)
        self._build()

    # -- building -----------------------------------------------------------------------------------------------
    def _bad(self, lines: list[str]) -> None:
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        self.children: tuple[Any, ...] = (W.HTML(f'{telling.CSS}<div class="tt" role="alert"><ul>{items}</ul></div>'),)

    def _build(self) -> None:
        self.head, self.goal = W.HTML(), W.HTML()
        self.said = W.HTML()
        self.work = W.VBox(layout=W.Layout(width="100%"))
        self.hint_button = self._button("hint", "lightbulb-o", self._hint)
        self.again_button = self._button("again", "repeat", self._again)
        self.back_button = self._button("previous", "arrow-left", lambda: self._go(-1))
        self.next_button = self._button("next", "arrow-right", lambda: self._go(1))
        self.lang_button = self._button("other-language", "", self._speak)
        self.buttons = (self.hint_button, self.again_button, self.back_button, self.next_button, self.lang_button)
        row = W.HBox(self.buttons, layout=W.Layout(flex_flow="row wrap"))
        self.children = (self.head, self.goal, self.said, self.work, row)
        self.show()

    def _button(self, kind: str, icon: str, act: Callable[[], None]) -> W.Button:
        button = W.Button(description=say(f"button.{kind}", self.lang), icon=icon, layout=W.Layout(width="auto"))
        button.tutor_kind = kind
        button.on_click(lambda _: self._safely(act))
        return button

    @in_turn
    def _safely(self, act: Callable[[], Any]) -> None:
        """An error is told and kept; by itself it would vanish."""
        try:
            act()
        except Exception as error:
            self.errors.append(error)
            self._say(f"<p>{escape(f'{type(error).__name__}: {error}')}</p>", "err")

    @property
    def going(self) -> Walk:
        assert self.walk is not None
        return self.walk

    # -- showing ------------------------------------------------------------------------------------------------
    def show(self) -> None:
        """The present task from its beginning."""
        walk = self.going
        self.page = Page(walk.lesson.rules.book, self.lang)
        task = walk.task
        for button in self.buttons:
            button.description = say(f"button.{button.tutor_kind}", self.lang)
        self.again_button.disabled = not task.graded
        self.back_button.disabled = walk.at == 0
        self.next_button.disabled = walk.at + 1 == len(walk.lesson.tasks)
        self._say("")
        self._lay()
        self._show_head()
        sort = escape(say(f"task.{task.kind}", self.lang))
        self.goal.value = (
            f'<div class="tt"><div class="goal"><b>{walk.at + 1}. {sort}.</b> '
            f"{self.page.told(task.goal(self.lang))}</div></div>"
        )

    def _show_head(self) -> None:
        walk = self.going
        self.hint_button.disabled = not walk.task.graded or walk.solved
        lesson = walk.lesson
        dots = "".join(self._dots())
        aims = "".join(f"<li>{escape(one(self.lang))}</li>" for one in lesson.objectives)
        won, most = walk.stars
        score = escape(say("stars", self.lang, won=won, most=most))
        self.head.value = (
            f'{telling.CSS}{STYLE}<div class="tt"><div class="bar"><b>{escape(lesson.title(self.lang))}</b>'
            f'<span class="dots" aria-hidden="true">{dots}</span><span>{score}</span>{self._who()}</div>'
            f"<details><summary><small>{escape(say('objectives', self.lang))} ▸</small></summary>"
            f"<ul>{aims}</ul></details></div>"
        )

    def _who(self) -> str:
        """Whose progress this is, where somebody has given a name."""
        name = self.progress.learner
        return f'<span class="learner">{escape(name)}</span>' if name else ""

    def _dots(self) -> Iterator[str]:
        for n, tally in enumerate(self.going.tallies):
            yield "◉" if n == self.going.at else "●" if tally.done else "○"

    def _lay(self) -> None:
        """The board, or what is answered beside it."""
        walk, task = self.going, self.going.task
        self.table = None
        parts: list[Any] = []
        if task.scenario is not None:
            desk = desk_of(walk, self.lang)
            self.table = Table(desk, self.lang, lit=desk.habits.lit)
            self.table.judge, self.table.on_shown = self._judged, self._shown
            self.table.frame.pare(answered=task.on_the_board)
            parts.append(self.table)
        if task.kind == "choose":
            parts += self._choices()
        elif task.kind in ("predict", "answer"):
            parts.append(self._field())
        lay(self.work, *parts)

    def _choices(self) -> list[Any]:
        wide = W.Layout(width="auto", height="auto", min_height="32px")
        found = []
        for n, choice in enumerate(self.going.task.choices):
            button = W.Button(description=choice.text(self.lang), layout=wide)
            button.on_click(lambda _, n=n: self._safely(lambda: self._told(self.going.attempt(n))))
            found.append(button)
        return found

    def _field(self) -> Any:
        kind = self.going.task.kind
        text = W.Text(description="", placeholder=say(f"field.{kind}", self.lang), continuous_update=False)
        give = W.Button(description=say("button.give", self.lang), layout=W.Layout(width="auto"))
        give.on_click(lambda _: self._safely(lambda: self._told(self.going.attempt(text.value))))
        return W.HBox([text, give])

    # -- what is said -------------------------------------------------------------------------------------------
    def _judged(self, desk: Desk) -> Desk:
        """What the walk makes of what was handed in on the board; it is said once the board shows it."""
        after, replies = judged(desk, self.going)
        self._replies += replies
        return after

    def _shown(self) -> None:
        replies, self._replies = self._replies, []
        for reply in replies:
            self._told(reply)

    def _say(self, inner: str, mood: str = "") -> None:
        self.said.value = f'<div class="tt" role="status" aria-live="polite"><div class="{mood}">{inner}</div></div>'

    def _told(self, reply: Reply) -> None:
        """The answer to an attempt; it comes last, so that whoever reads it finds the rest in its place."""
        walk = self.going
        self.progress.keep(walk)
        words = words_of(walk, self.lang)
        mood = {"good": "ok", "bad": "no", "on": ""}[reply.mood]
        parts = [
            f'<div class="head {mood}">{reply.sign} {escape(plain(say.phrases(reply.kind, words, **reply.facts)))}'
            f"{self._won(reply)}</div>"
        ]
        if reply.comment:
            parts.append(f"<p>{self.page.told(reply.comment(self.lang))}</p>")
        if reply.shown is not None:
            parts.append(Panel().html([ledger(reply.shown, words, opens=1)]))
        if reply.mood == "good":
            parts.append(Panel().html(told.for_class(self.going, self.lang)))
        self._show_head()
        self._say("".join(parts))

    def _won(self, reply: Reply) -> str:
        return f" <small>{told.stars(self.going.tally.stars)}</small>" if reply.mood == "good" else ""

    # -- buttons ------------------------------------------------------------------------------------------------
    def _hint(self) -> None:
        """The next hint; once the task is solved what was said to the answer stays."""
        if self.going.solved:
            return
        rung = self.going.hint()
        self.progress.keep(self.going)
        if rung is None:
            self._say(f"<p>{escape(say('no-more-hints', self.lang))}</p>")
            return
        if rung.places and self.table is not None:
            self.table.board.look_at(rung.places[0])
        self._say(self._rung(rung))

    def _rung(self, rung: Rung) -> str:
        words = words_of(self.going, self.lang)
        head = escape(say(f"rung.{rung.kind}", self.lang))
        if rung.kind == "forbids" and rung.verdict is not None:
            return f"<h4>{head}</h4>{Panel().html(verdict(rung.verdict, words))}"
        if rung.kind == "rule":
            rule = words.citation(rung.rule)
            return f"<h4>{head}</h4>{Panel().html([Sentence(in_words(rule.title), cites=(rule,), opens=1)])}"
        return f"<p>{self.page.told(plain(told.rung(self.going, rung, self.lang).phrases))}</p>"

    def _again(self) -> None:
        self.going.begin()
        self.show()

    def _go(self, by: int) -> None:
        self.going.go(self.going.at + by)
        self.show()

    def _speak(self) -> None:
        self.lang = "en" if self.lang == "fr" else "fr"
        self.show()

    # -- elsewhere ----------------------------------------------------------------------------------------------
    def text(self) -> str:
        """The lesson in words, for pages without a kernel and for tests."""
        if self.walk is None:
            return ""
        tasks = (line for n in range(len(self.going.lesson.tasks)) for line in self._task_text(n))
        return "\n".join([*lines(told.head(self.going.lesson, self.lang)), *tasks])

    def _task_text(self, n: int) -> Iterator[str]:
        walk = Walk(self.going.lesson)
        walk.go(n)
        yield from lines(told.task(walk, self.lang))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        data = dict(bundle[0] if isinstance(bundle, tuple) else bundle)
        data["text/plain"] = self.text()
        if self.table is not None:
            picture = self.table._repr_mimebundle_().get("image/png")
            if picture:
                data["image/png"] = picture
        return data


__all__ = ["LessonTable"]
