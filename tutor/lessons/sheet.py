"""A lesson on paper: a sheet that prints on A4, for pupils with room to write, for the teacher with the answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tutor.board.beside import picture as small
from tutor.board.paint.sheet import Window, framed, picture
from tutor.board.said import tied
from tutor.board.scene import Scene
from tutor.board.stage import scene_of
from tutor.cases.script import answer_of
from tutor.engine import telling
from tutor.engine.text import Lang, language
from tutor.engine.words import Words
from tutor.files.writing import write_whole
from tutor.lessons.library import find
from tutor.lessons.model import Lesson, Task
from tutor.lessons.telling import say, solution, words_of
from tutor.lessons.walk import Walk
from tutor.rendering.pdf import pdf
from tutor.rendering.plain import lines

CSS = """<style>
@page{size:A4;margin:15mm}
.sheet{font:11pt/1.4 Georgia,'Liberation Serif',serif;color:#111;max-width:180mm;background:#fff;padding:4mm}
.sheet h1{font-size:17pt;margin:0 0 2mm}
.sheet h3{font-size:11pt;margin:4mm 0 1mm}
.sheet h2{font-size:12.5pt;margin:4mm 0 1mm}
.sheet p{margin:1.5mm 0}
.sheet :is(h1,h2,h3){break-after:avoid}
.sheet :is(li,small){break-inside:avoid}
.sheet .who{display:flex;gap:8mm;font-size:10pt;margin-bottom:3mm}
.sheet .who span{flex:1;border-bottom:1px solid #777;padding-bottom:5mm}
.sheet svg{display:block}
.sheet .map{break-inside:avoid;margin:2mm 0}
.sheet .map>svg{width:100%;height:auto;max-height:134mm}
.sheet .map p{font-size:9.5pt;line-height:1.35}
.sheet .after{break-inside:avoid}
.sheet .task{break-inside:avoid;margin:2.5mm 0}
.sheet .line{border-bottom:1px dotted #777;height:7.5mm}
.sheet .rule{break-inside:avoid;margin:1.5mm 0;font-size:10.5pt;line-height:1.35}
.sheet ol{margin:1mm 0 1mm 6mm;padding:0}
.sheet .right{background:#eef3ea;border-left:3px solid #0b6b57;padding:1mm 3mm;margin:1mm 0}
.sheet .words{columns:2;column-gap:9mm;font-size:10.5pt;line-height:1.35;margin:1mm 0;padding-left:4mm}
.sheet .key{columns:2;list-style:none;margin:1mm 0;padding:0;font-size:10pt}
.sheet .key li{display:flex;gap:2mm;align-items:center;break-inside:avoid;margin:.5mm 0}
.sheet .key span{display:inline-block}
.sheet .key span::first-letter{text-transform:uppercase}
.sheet .key svg{width:9mm;height:9mm;flex:none;margin:0}
.sheet :is(.class,.over){font-style:italic}
.sheet .cite{font:9.5pt ui-monospace,'DejaVu Sans Mono',monospace;border:1px solid #777;border-radius:3mm;
padding:0 1.5mm}
@media print{.sheet{padding:0;max-width:none}.sheet .task:last-child{margin-bottom:0}}
</style>"""
LINES = 2
LEGIBLE, AROUND = 1250, 160  # how wide a map may be on A4 with counters that can be read; what is left around them


@dataclass(frozen=True)
class Sheet:
    """A page of HTML that shows itself in a notebook and prints from a browser."""

    html: str
    lang: Lang

    def _repr_html_(self) -> str:
        return self.html

    @property
    def page(self) -> str:
        """The whole of a page that any browser prints."""
        return f'<!doctype html><html lang="{self.lang}"><meta charset="utf-8">{self.html}</html>'

    def save(self, path: str | Path) -> Saved:
        """A page, or by its ending a PDF; what comes back says where it lies. Raises CannotPrint."""
        made = pdf(self.page) if Path(path).suffix == ".pdf" else self.page
        write_whole(Path(path), made, over=True)
        return Saved(Path(path), self.lang)


@dataclass(frozen=True)
class Saved:
    """Where a sheet lies: in a notebook as a link, elsewhere in words."""

    path: Path
    lang: Lang

    @property
    def _beside(self) -> bool:
        """Whether it lies in the folder of the notebook, where a link can open it."""
        return self.path.resolve().parent == Path.cwd()

    @property
    def _told(self) -> str:
        if self._beside:
            return say("sheet.beside", self.lang, folder=Path.cwd().name)
        return say("sheet.saved", self.lang)

    def __repr__(self) -> str:
        return f"{self._told} {self.path.name if self._beside else self.path.resolve()}"

    def _repr_html_(self) -> str | None:
        if not self._beside:
            return None
        name = self.path.name
        return f'{escape(self._told)} <a href="{escape(quote(name))}" target="_blank">{escape(name)}</a>'


def sheet(name: str | Path, lang: str | None = None, teacher: bool = False) -> Sheet:
    """The sheet of a lesson; `teacher` adds the answers, with their rules."""
    tongue = language(lang)
    return Sheet(f'{CSS}<div class="sheet">{"".join(_parts(find(name), tongue, teacher))}</div>', tongue)


def _parts(lesson: Lesson, lang: Lang, teacher: bool) -> Iterator[str]:
    yield f"<h1>{escape(lesson.title(lang))}</h1>"
    if not teacher:
        yield who(lang)
    aims = "".join(f"<li>{escape(aim(lang))}</li>" for aim in lesson.objectives)
    yield f"<h2>{escape(say('objectives', lang))}</h2><ul>{aims}</ul>"
    yield from tasks(lesson, lesson.tasks, lang, teacher)
    yield f"<h2>{escape(say('sheet.rules', lang))}</h2>{''.join(_rules(lesson, lang))}"


def who(lang: Lang) -> str:
    """Room for whose sheet it is, and the day."""
    blanks = "".join(f"<span>{escape(say(f'sheet.{one}', lang))}</span>" for one in ("group", "date"))
    return f'<div class="who">{blanks}</div>'


def tasks(lesson: Lesson, wanted: Sequence[Task], lang: Lang, teacher: bool) -> Iterator[str]:
    """These tasks of a lesson, each new position drawn before them; one that was drawn is named by its number. They
    have the numbers of the screen: where some are left out, it says so."""
    laid = [walk for walk in (_at(lesson, task) for task in wanted) if walk.session is not None]
    drawn = list({id(walk.task.scenario): walk.task.scenario for walk in laid}.values())
    shown, named, last, before = 0, set[str](), None, 0
    for task in wanted:
        walk = _at(lesson, task)
        if walk.at > before:
            yield f'<p class="over">{escape(tied(say("sheet.over", lang, n=walk.at + 1), lang))}</p>'
        before = walk.at + 1
        if walk.session is not None and task.scenario is not last:
            last, number = task.scenario, next(n for n, one in enumerate(drawn, 1) if one is task.scenario)
            if number <= shown:
                yield f"<p><b>{escape(say('sheet.map-again', lang, n=number))}</b></p>"
            else:
                if len(drawn) > 1:
                    yield f"<h3>{escape(say('sheet.map', lang, n=number))}</h3>"
                scene, shown = scene_of(walk.session.state, lang), number
                about = [one for one in wanted if one.scenario is task.scenario]
                drawing = picture(replace(scene, displays=()), _part(scene, about), plain=True)
                yield f'<div class="map">{drawing}{_beside(scene, lang)}</div>'
                yield _key(scene, lang, named)
        yield f'<div class="task">{"".join(_task(walk, task, lang, teacher))}</div>'


def _at(lesson: Lesson, task: Task) -> Walk:
    walk = Walk(lesson)
    walk.go(lesson.tasks.index(task))
    return walk


def _part(scene: Scene, about: Sequence[Task]) -> Window | None:
    """Of a map that would be too small on paper the part where counters lie, and places that these tasks name."""
    layout = scene.layout
    if layout.width <= LEGIBLE:
        return None
    named = {one for task in about for one in (*task.mark, *_written(task.solution))} & layout.anchors.keys()
    spots = [*((stack.x, stack.y) for stack in scene.stacks), *map(layout.anchors.__getitem__, named)]
    return framed(spots, layout, AROUND) if spots else None


def _written(answer: Any) -> Iterator[str]:
    """The words of an answer, however deep they lie."""
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, Mapping):
        yield from _written([*answer.keys(), *answer.values()])
    elif isinstance(answer, Iterable):
        for one in answer:
            yield from _written(one)


def _beside(scene: Scene, lang: Lang) -> str:
    """What lies beside the map, in words that can be read on paper: of a track the box that holds."""
    told = []
    for display in scene.displays:
        items = [item.text for item in display.items if item.lit] or [item.text for item in display.items]
        told.append(say("sheet.lies", lang, where=display.title, what=", ".join(items)))
    return f"<p>{escape(tied(' '.join(told), lang))}</p>" if told else ""


def _key(scene: Scene, lang: Lang, named: set[str]) -> str:
    """Every counter of the picture that was not `named` before, with what it is: tasks call it by that name."""
    lying = [item.counter for display in scene.displays for item in display.items if item.counter is not None]
    counters = [*(counter for stack in scene.stacks for counter in stack.counters), *lying]
    known = {counter.title: counter for counter in counters if counter.title and counter.title not in named}
    named.update(known)
    rows = "".join(f"<li>{small(one)}<span>{escape(title)}</span></li>" for title, one in known.items())
    return f'<h2>{escape(say("sheet.key", lang))}</h2><ul class="key">{rows}</ul>' if rows else ""


def _rules(lesson: Lesson, lang: Lang) -> Iterator[str]:
    """What whoever has no screen cannot look up: the rules that the tasks ask for, in plain words."""
    for rule in map(lesson.rules.book.__getitem__, lesson.about):
        cited = f'<span class="cite">{escape(rule.cited)}</span>'
        yield f'<p class="rule">{cited} <b>{escape(rule.title(lang))}.</b> {escape(rule.gist(lang))}</p>'


def _task(walk: Walk, task: Task, lang: Lang, teacher: bool) -> Iterator[str]:
    head = escape(say(f"task.{task.kind}", lang))
    yield f"<b>{walk.at + 1}. {head}.</b> {escape(tied(task.goal(lang), lang))}"
    if task.choices:
        yield f"<ol>{''.join(f'<li>{escape(tied(choice.text(lang), lang))}</li>' for choice in task.choices)}</ol>"
    if not task.graded:
        return
    if teacher:
        yield from _answer(walk, lang)
    else:
        yield '<div class="line"></div>' * LINES


def _answer(walk: Walk, lang: Lang) -> Iterator[str]:
    """The solution in the rules' own words, and what it stands for."""
    words = words_of(walk, lang)
    last = walk.ladder()[-1]
    given = "; ".join(solution(walk, one, words) for one in last.answers)
    parts = [f"<b>{escape(given)}</b>", *_verdict(walk, words)]
    spoken = walk.for_class
    for rule in walk.task.taught:
        cited = f'<span class="cite">{escape(words.cite(rule))}</span>'
        title = words.book[rule].title(lang)
        meant = say("sheet.rule", lang, title=title, meant=spoken[rule](lang)) if rule in spoken else title
        parts.append(f"{cited} {escape(meant)}")
    yield f'<div class="right">{"<br>".join(parts)}</div>'


def _verdict(walk: Walk, words: Words) -> Iterator[str]:
    if walk.task.kind == "try" and walk.ask is not None:
        verdict = walk.ask.verdict(answer_of(walk.ask, walk.task.solution))
        yield from map(escape, lines(telling.verdict(verdict, words)))
