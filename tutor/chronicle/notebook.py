"""A chronicle in a notebook: replayed there step by step, and written as a notebook of its own."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from tutor.chronicle.checked import story
from tutor.chronicle.course import Step
from tutor.chronicle.drawing import Drawn, picture
from tutor.chronicle.said import say, text
from tutor.chronicle.telling import Teller
from tutor.engine.text import Lang, language
from tutor.rendering.html import Page

SIDE_BY_SIDE = "display:flex;gap:16px;align-items:flex-start;flex-wrap:wrap"


class Shown:
    """One step as a notebook shows it: the board, and beside it what is told."""

    def __init__(self, tell: Teller, step: Step, drawn: Drawn) -> None:
        self.tell, self.step, self.drawn = tell, step, drawn

    def __repr__(self) -> str:
        return f"{self.step.number} · {self.tell.title(self.step)}"

    def _repr_html_(self) -> str:
        tell, step = self.tell, self.step
        svg = picture(step, tell.lang, self.drawn.window, min(1.0, 720 / self.drawn.window[2]))
        note = f"<p>{escape(text(step.told.note, tell.lang))}</p>" if step.told.note is not None else ""
        told = Page().html((*tell.nodes(step), *tell.changes(step)))
        cites = tell.references(step.told.cited)
        cited = ", ".join(f"[{n}]{f' p. {escape(page)}' if page else ''}" for n, page, _ in cites)
        title, time = escape(tell.title(step)), escape(tell.time(step))
        head = f"<h3>{escape(step.number)} · {title}</h3><p><small>{time}</small></p>"
        return (
            f'<div style="{SIDE_BY_SIDE}"><div>{svg}</div><div style="flex:1 1 20em">{head}{note}{told}'
            f"<p>{cited}</p></div></div>"
        )


class Chronicle:
    """A chronicle's file, replayed: `chronicle["7a2"]` is a step, and so is `chronicle.step(7)`."""

    def __init__(self, path: str | Path, lang: str | None = None) -> None:
        self.story = story(Path(path))
        self.tell = Teller(self.story, language(lang))
        self._drawn = Drawn(self.tell.steps, (self.tell.lang,))
        self._steps = {step.number: step for step in self.tell.steps}

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, number: str) -> Shown:
        return Shown(self.tell, self._steps[number], self._drawn)

    def step(self, number: int | str) -> Shown:
        return self[str(number)]


def notebook(path: Path, lang: Lang) -> str:
    """A notebook that replays a chronicle's file, a cell for each step."""
    found = story(path)
    tell = Teller(found, lang)
    form = found.form
    head = f"# {text(form.battle.title, lang)}\n\n{text(form.battle.summary, lang)}\n\n{say('notebook.says', lang)}"
    opened = f'from tutor.chronicle.notebook import Chronicle\n\nchronicle = Chronicle("{path.name}", "{lang}")'
    cells = [_markdown(head), _code(opened)]
    for step in tell.steps:
        if step.told.chapter is not None:
            cells.append(_markdown(f"## {text(step.told.chapter, lang)}"))
        cells.append(_code(f'chronicle["{step.number}"]  # {tell.title(step)}'))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    for number, cell in enumerate(cells):
        cell["id"] = f"step-{number}"
    return json.dumps(book, ensure_ascii=False, indent=1) + "\n"


def _markdown(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def _code(source: str) -> dict[str, Any]:
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source}
