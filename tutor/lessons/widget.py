"""`LessonTable("se/1-pont")` in a notebook or a page without code: the task, its board or its answers, what is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

import ipywidgets as W

from tutor.board import cells, telling
from tutor.board.desk import Desk
from tutor.board.frame import STYLE as FRAME
from tutor.board.home import home_url
from tutor.board.said import tied
from tutor.board.table import Table
from tutor.board.turns import in_turn
from tutor.board.widgets import lay, shown
from tutor.engine.telling import ledger, verdict
from tutor.engine.text import Lang
from tutor.engine.text import language as language_of
from tutor.engine.told import Sentence, plain
from tutor.engine.told import text as in_words
from tutor.files.faults import BadFile
from tutor.lessons import telling as told
from tutor.lessons.desk import desk_of, judged
from tutor.lessons.library import find, lessons
from tutor.lessons.progress import Progress
from tutor.lessons.sheet import Saved, sheet
from tutor.lessons.telling import say, words_of
from tutor.lessons.terms import Page
from tutor.lessons.walk import Reply, Rung, Walk
from tutor.library import NotInLibrary
from tutor.rendering.html import Panel, heading
from tutor.rendering.pdf import CannotPrint
from tutor.rendering.plain import lines

STYLE = f"{FRAME}<style>{resources.files('tutor.lessons').joinpath('lesson.css').read_text('utf-8')}</style>"
LEGIBLE = 72.0  # pixels of a counter on a wall


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
        self.large = large
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
        self.ended = False  # whether the last card lies there
        self._build()

    # -- building -----------------------------------------------------------------------------------------------
    def _bad(self, lines: list[str]) -> None:
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        self.children: tuple[Any, ...] = (W.HTML(f'{telling.CSS}<div class="tt" role="alert"><ul>{items}</ul></div>'),)

    def _build(self) -> None:
        self.head, self.goal, self.said = W.HTML(), W.HTML(), W.HTML()
        self.answers, self.work = W.VBox(), W.VBox()
        self.hint_button = self._button("hint", "lightbulb-o", self._hint)
        self.again_button = self._button("again", "repeat", self._again)
        self.back_button = self._button("previous", "arrow-left", lambda: self._go(-1))
        self.next_button = self._button("next", "arrow-right", lambda: self._go(1))
        self.lang_button = self._button("other-language", "", self._speak)
        self.buttons = (self.hint_button, self.again_button, self.back_button, self.next_button, self.lang_button)
        self.row = W.HBox(self.buttons[:-1])
        self.heading = W.HBox([self.head, self.lang_button])
        self.coach = W.VBox([self.goal, self.answers, self.said, self.row])
        self.dress = W.HTML(STYLE, layout=W.Layout(display="none"))
        self.stage = W.Box([self.heading, self.coach, self.work])
        for one, name in (
            (self.heading, "heading"),
            (self.answers, "answers"),
            (self.work, "work"),
            (self.row, "buttons"),
            (self.coach, "coach"),
            (self.stage, "taught"),
            (self.stage, "frame"),
        ):
            one.add_class(f"tutor-{name}")
        self.children = (self.dress, self.stage)
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
        """The present task from its beginning, or the last card."""
        self.page = Page(self.going.lesson.rules.book, self.lang)
        for button in self.buttons:
            button.description = say(f"button.{button.tutor_kind}", self.lang)
        self._say("")
        self._lay()
        self._show_head()
        self.goal.value = f'<div class="tt">{self._card() if self.ended else self._goal()}</div>'

    def _goal(self) -> str:
        walk, task = self.going, self.going.task
        sort = escape(say(f"task.{task.kind}", self.lang))
        return f'<div class="goal"><b>{walk.at + 1}. {sort}.</b> {self._told_of(task.goal(self.lang))}</div>'

    def _told_of(self, text: str) -> str:
        """The author's words, with the terms of the game explained where they come first."""
        return self.page.told(tied(text, self.lang))

    def _show_head(self) -> None:
        """Title, where one stands, stars; and which buttons are of use now."""
        walk = self.going
        lesson, graded = walk.lesson, walk.task.graded and not self.ended
        self.hint_button.disabled = not graded or walk.solved
        self.again_button.disabled = not graded
        self.back_button.disabled = walk.at == 0
        for one in (self.hint_button, self.again_button, self.next_button):
            shown(one, not self.ended)
        self.next_button.disabled = self.ended
        self.next_button.button_style = "success" if walk.solved or not walk.task.graded else ""
        dots = "".join(self._dots())
        aims = "".join(f"<li>{escape(one(self.lang))}</li>" for one in lesson.objectives)
        won, most = walk.stars
        score = escape(say("stars", self.lang, won=won, most=most))
        self.head.value = (
            f'<div class="tt"><div class="bar"><b>{escape(lesson.title(self.lang))}</b>'
            f'<span class="dots" aria-hidden="true">{dots}</span><span>{score}</span>{self._who()}'
            f"<details><summary><small>{escape(say('objectives', self.lang))} ▸</small></summary>"
            f"<ul>{aims}</ul></details></div></div>"
        )

    def _who(self) -> str:
        """Whose progress this is, where somebody has given a name."""
        name = self.progress.learner
        return f'<span class="learner">{escape(name)}</span>' if name else ""

    def _dots(self) -> Iterator[str]:
        for n, tally in enumerate(self.going.tallies):
            yield "◉" if n == self.going.at and not self.ended else "●" if tally.done else "○"

    def _lay(self) -> None:
        """The board, and what is answered beside it."""
        walk, task = self.going, self.going.task
        self.table = None
        answers: list[Any] = []
        if self.ended:
            answers = [*self._onward()]
        else:
            if task.scenario is not None:
                self.table = self._board()
            if task.kind == "choose":
                answers = self._choices()
            elif task.kind in ("predict", "answer"):
                answers = [self._field()]
        lay(self.answers, *answers)
        lay(self.work, *(() if self.table is None else (self.table,)))
        alone, answered = self.table is None, self.table is not None and walk.task.on_the_board
        for yes, name in ((alone, "tutor-alone"), (answered, "tutor-answered")):
            (self.stage.add_class if yes else self.stage.remove_class)(name)

    def _board(self) -> Table:
        desk = desk_of(self.going, self.lang)
        table = Table(desk, self.lang, lit=desk.habits.lit)
        table.judge, table.on_shown = self._judged, self._shown
        table.frame.pare(answered=self.going.task.on_the_board)
        if self.large:
            table.board.legible(LEGIBLE)
        return table

    def _choices(self) -> list[Any]:
        wide = W.Layout(width="auto", height="auto", min_height="32px")
        found = []
        for n, choice in enumerate(self.going.task.choices):
            button = W.Button(description=tied(choice.text(self.lang), self.lang), layout=wide)
            button.on_click(lambda button, n=n: self._safely(lambda: self._chosen(button, n)))
            found.append(button)
        return found

    def _chosen(self, button: W.Button, n: int) -> None:
        """What was tried stays marked until the task begins again."""
        reply = self.going.attempt(n)
        button.button_style = "success" if reply.mood == "good" else "danger"
        self._told(reply)

    def _field(self) -> Any:
        return entry(
            self.going.task.kind, self.lang, lambda text: self._safely(lambda: self._told(self.going.attempt(text)))
        )

    # -- the last card ------------------------------------------------------------------------------------------
    def _card(self) -> str:
        """What was won, and what it means without a word of the game."""
        walk, words = self.going, words_of(self.going, self.lang)
        won, most = walk.stars
        open_ = [n for n, tally in enumerate(walk.tallies, 1) if not tally.done]
        left = f"<p>{escape(say('card.left', self.lang, left=open_))}</p>" if open_ else ""
        rows = "".join(
            f"<li value={n}>{escape(say(f'task.{task.kind}', self.lang))} <span>{told.stars(tally.stars)}</span></li>"
            for n, (task, tally) in enumerate(zip(walk.lesson.tasks, walk.tallies, strict=True), 1)
            if task.graded
        )
        meant = Panel().html(told.of_lesson(walk.lesson, words))
        meaning = heading(escape(say("card.meaning", self.lang))) + meant if meant else ""
        head = escape(say("card.end" if open_ else "card.done", self.lang))
        score = f'<p class="won">{escape(say("stars", self.lang, won=won, most=most))}</p>'
        return f'<div class="last"><h3>{head}</h3>{score}{left}<ol>{rows}</ol>{meaning}</div>'

    def _onward(self) -> Iterator[Any]:
        """The next lesson and the sheet: pages of Home's, where there is one."""
        lesson, home = self.going.lesson, home_url()
        shelf = lessons(lesson.game)
        after = shelf[shelf.index(lesson.name) + 1 :] if lesson.name in shelf else ()
        titles = {name: say("card.next", self.lang, title=find(name).title(self.lang)) for name in after[:1]}
        printed = say("card.print", self.lang)
        if home is not None and lesson.name in shelf:
            kind = "project" if self.large else "learn"
            ways = [(f"{home}{kind}/{name}", title) for name, title in titles.items()]
            ways += [(f"{home}sheet/{lesson.name}", printed), (home, say("card.home", self.lang))]
            links = "".join(f'<a href="{escape(to)}">{escape(title)}</a>' for to, title in ways)
            yield W.HTML(f'<div class="tt ways">{links}</div>')
            return
        for name, title in titles.items():
            yield self._way(title, partial(self._open, name))
        yield self._way(printed, self._print)

    def _way(self, title: str, act: Callable[[], None]) -> W.Button:
        button = W.Button(description=title, layout=W.Layout(width="auto", height="auto"))
        button.on_click(lambda _: self._safely(act))
        return button

    def _open(self, name: str) -> None:
        """Another lesson in this one's place."""
        self.walk, self.ended = Walk(find(name)), False
        self.progress.resume(self.walk)
        self.show()

    def _print(self) -> None:
        """The pupils' sheet beside the notebook: as a page, and on paper where something prints."""
        lesson = self.going.lesson
        made, name = sheet(lesson.file or lesson.name, self.lang), f"{lesson.name.replace('/', '-')}.{self.lang}"
        saved = [_laid(made.save(f"{name}.html"))]
        try:
            saved.append(_laid(made.save(f"{name}.pdf")))
        except CannotPrint as why:
            saved.append(escape(why.told(self.lang)))
        self._say("".join(f"<p>{one}</p>" for one in saved))

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
            parts.append(f"<p>{self._told_of(reply.comment(self.lang))}</p>")
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
            return heading(head) + Panel().html(verdict(rung.verdict, words))
        if rung.kind == "rule":
            rule = words.citation(rung.rule)
            return heading(head) + Panel().html([Sentence(in_words(rule.title), cites=(rule,), opens=1)])
        return f"<p>{self._told_of(plain(told.rung(self.going, rung, self.lang).phrases))}</p>"

    def _again(self) -> None:
        self.going.begin()
        self.show()

    def _go(self, by: int) -> None:
        """To another task; after the last one to the last card, and back from there."""
        walk = self.going
        ended, self.ended = self.ended, by > 0 and walk.at + 1 == len(walk.lesson.tasks)
        if not self.ended and not ended:
            walk.go(walk.at + by)
        elif not self.ended:
            walk.begin()
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


def _laid(saved: Saved) -> str:
    """Where a sheet lies, as a link if that can open it."""
    return saved._repr_html_() or escape(repr(saved))


def entry(kind: str, lang: Lang, given: Callable[[str], None]) -> W.HBox:
    """A field for an answer in words or numbers, given by Enter or by its button."""
    text = W.Text(description="", placeholder=say(f"field.{kind}", lang))
    give = W.Button(description=say("button.give", lang), layout=W.Layout(width="auto"))
    give.on_click(lambda _: given(text.value))
    text.on_msg(lambda _, said, buffers: given(text.value) if said.get("event") == "submit" else None)
    return W.HBox([text, give])


__all__ = ["LessonTable"]
