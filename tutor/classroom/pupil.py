"""What runs in the page of a classroom: it opens what Home has, keeps what was done, asks the rulebooks, hands in.

The page calls it (`classroom/boot.js`) and gives it three ways back: to paint what the widgets say, to keep the
progress in the browser, to save a file that somebody wrote at the table.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
from collections.abc import Callable
from html import escape
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

from tutor.board.said import tied
from tutor.engine.sayings import Sayings
from tutor.engine.text import Lang, language
from tutor.lessons.progress import Progress, default_path
from tutor.lessons.telling import STAR
from tutor.rulesets import NoSuchGame

say = Sayings("tutor.classroom")
STAND_INS = ("ipywidgets", "IPython")  # which say what is shown, and hear when a person pressed
MOST = 8  # rules that answer a question


class Pupil:
    """One page, before one learner after the other."""

    def __init__(
        self,
        paint: Callable[[str], Any],
        keep: Callable[[str, str], Any],
        save: Callable[[str, str], Any],
        kept: str = "",
    ) -> None:
        self.paint, self.keep, self.save = paint, keep, save
        self.shown: Any = None
        self.learner = self.kind = self.name = ""
        self.folder = Path.cwd()
        self._noted = 0
        self._saved: dict[str, int] = {}
        self.take(kept)
        _widgets().sink = paint

    # -- what is shown ----------------------------------------------------------------------------------------------
    def open(self, kind: str, name: str, lang: str, learner: str) -> str:
        """Lay it before the learner; the number of the widget that the page shows."""
        from tutor.home.live import show

        self.leave()
        self.learner, self.kind, self.name = learner, kind, name
        progress = Progress(learner=learner)
        progress.enter(language(lang))
        progress.opened(kind, name)
        self.shown = show(kind, name, lang, learner)
        _widgets().flush()
        self._after()
        return str(self.shown.model_id)

    def leave(self) -> None:
        if self.shown is not None:
            self.shown.close()
            self.shown = None
            _widgets().flush()

    def hear(self, widget: str, what: str, value: str, pressed: float) -> None:
        """What a person did, when, and what comes of it."""
        shell = sys.modules["IPython"].get_ipython()
        shell.pressed = pressed
        try:
            _widgets().hear(widget, what, json.loads(value))
        finally:
            shell.pressed = None
        self._after()

    def _after(self) -> None:
        """What was done is kept in the browser; what was written is saved as a file."""
        path = default_path()
        now = path.stat().st_mtime_ns if path.exists() else 0
        if now != self._noted:
            self._noted = now
            self.keep(base64.b64encode(path.read_bytes()).decode(), self.won(self.learner))
        for file in filter(Path.is_file, self.folder.iterdir()):
            written = file.stat().st_mtime_ns
            if self._saved.get(file.name) != written:
                self._saved[file.name] = written
                self.save(file.name, file.read_text("utf-8"))

    # -- progress ---------------------------------------------------------------------------------------------------
    def take(self, kept: str) -> None:
        """The progress as the browser has kept it, from before or from another page."""
        path = default_path()
        if kept:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(base64.b64decode(kept))
            self._noted = path.stat().st_mtime_ns

    def won(self, learner: str) -> str:
        """The stars of a learner, lesson by lesson, as Home shows them; as JSON."""
        found = {}
        for lesson, tasks in groupby(Progress(learner=learner).kept(), key=lambda one: one.lesson):
            done = [*tasks]
            found[lesson] = f"{sum(one.stars for one in done)}/{3 * done[0].of_tasks} {STAR}"
        return json.dumps(found)

    def hand_in(self, learner: str) -> str:
        """What a learner hands in: the text of a file."""
        from tutor.lessons.bilan import bilan

        return bilan(progress=Progress(learner=learner)).text

    def where(self) -> str:
        """What is open before the learner, and how the present task stands; for whoever teaches, as JSON."""
        walk = getattr(self.shown, "walk", None)
        found = {"kind": self.kind, "what": self.name, "task": 0, "tasks": 0, "tries": 0, "rungs": 0}
        found |= {"done": False, "stars": sum(one.stars for one in Progress(learner=self.learner).kept())}
        if walk is not None:
            tally = walk.tally
            found |= {"task": walk.at + 1, "tasks": len(walk.lesson.tasks), "tries": tally.tries}
            found |= {"rungs": tally.rungs, "done": tally.done}
        return json.dumps(found)

    # -- the rulebooks ----------------------------------------------------------------------------------------------
    def ask(self, question: str, lang: str, game: str) -> str:
        """The rules that answer a question in plain words, as HTML."""
        from tutor.search import search

        tongue = language(lang)
        try:
            hits = search(question, [game] if game else (), MOST, tongue)
        except NoSuchGame:
            hits = ()
        rows = "".join(_rule(hit.rule, tongue) for hit in hits)
        return f"<dl>{rows}</dl>" if rows else f"<p>{escape(say('rules-none', tongue))}</p>"


def _rule(rule: Any, lang: Lang) -> str:
    title, gist = (escape(tied(one(lang), lang)) for one in (rule.title, rule.gist))
    drill = f"#/drill/{rule.game}/{rule.id}"
    practise = f'<a href="{escape(drill)}">{escape(say("rules-practise", lang))}</a>'
    return f"<dt><b>{escape(rule.cited)}</b> {title}</dt><dd>{gist} {practise}</dd>"


def _widgets() -> Any:
    """All that the widgets say, in the page; elsewhere they have ways of their own, and nobody asks for this."""
    return sys.modules["ipywidgets"].PAGE


def start(paint: Any, keep: Any, save: Any, kept: str) -> Pupil:
    """In the page: the widgets' stand-ins are there, and Home is one page away."""
    for name in STAND_INS:
        import_module(name)
    os.environ.setdefault("TUTOR_PROGRESS", "/home/pyodide/progress/progress.sqlite3")
    os.environ["TUTOR_HOME"] = "#/"
    os.makedirs("/home/pyodide/files", exist_ok=True)
    os.chdir("/home/pyodide/files")
    _widgets().soon = asyncio.get_event_loop().call_soon  # the page's own
    return Pupil(paint, keep, save, kept)
