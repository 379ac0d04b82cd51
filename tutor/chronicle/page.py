"""A chronicle as one page: all of it is written in the file, and without script it is simply read from top to bottom.

Both languages stand in it, and a choice at its head hides one of them by style alone. The ground is drawn once; every
board uses it. The script (`page.js`) only shows one step at a time, and moves the board.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from html import escape
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from tutor import __version__
from tutor.board.said import tied
from tutor.board.text import lines as board_lines
from tutor.chronicle import bibliography
from tutor.chronicle.drawing import Drawn, scene, stage
from tutor.chronicle.said import COLON, degrees, say, text, when, written
from tutor.chronicle.telling import Teller
from tutor.engine.text import Lang
from tutor.engine.told import Cite, Node
from tutor.files.chronicle import FORMAT, Words, cited
from tutor.rendering.html import Page as Written

if TYPE_CHECKING:
    from tutor.chronicle.checked import Story
    from tutor.chronicle.course import Course, Step

Others: TypeAlias = Callable[[str, str, Lang], tuple[Node, ...]]  # a situation, the game that tells, a language
GLYPHS = {"!!": "‼", "!": "!", "!?": "⁉", "?!": "⁈", "?": "?", "??": "⁇", "=": "="}
ICONS = {  # of the buttons: lines on a square of 24
    "first": "M6 5v14M19 5l-9 7 9 7z",
    "back": "M17 4L7 12l10 8z",
    "next": "M7 4l10 8-10 8z",
    "last": "M18 5v14M5 5l9 7-9 7z",
    "closer": "M12 4v16M4 12h16",
    "farther": "M4 12h16",
    "whole": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    "contents": "M4 6h16M4 12h16M4 18h16",
    "print": "M7 9V3h10v6M7 18H4V9h16v9h-3M7 14h10v7H7z",
}
FEW = 8  # changes on the table that are told at once
KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}


def nobody(situation: str, game: str, lang: Lang) -> tuple[Node, ...]:
    """Where nobody asks the other games."""
    return ()


def resource(name: str) -> str:
    return resources.files("tutor.chronicle").joinpath(name).read_text("utf-8")


class Linked(Written):
    """What is told, with every citation a link to the rule where it stands at the end of the page."""

    def named(self, cite: Cite) -> str:
        told = escape(cite.text)
        return f'<a class="cite" href="#{anchor(cite.ref)}">{told}</a>' if cite.known else f"<code>{told}</code>"


def anchor(ref: str) -> str:
    return f"rule-{re.sub(r'[^A-Za-z0-9.-]', '-', ref)}"


class Page:
    """One chronicle as HTML."""

    def __init__(self, story: Story, lang: Lang, langs: tuple[Lang, ...], others: Others = nobody) -> None:
        self.story, self.form, self.lang, self.others = story, story.form, lang, others
        self.langs = (lang, *(one for one in langs if one != lang))
        self.tell = {one: Teller(story, one) for one in self.langs}
        self.drawn = Drawn(self.steps, self.langs)
        self.writer = Linked(2)
        self.seen = self.drawn.window  # the part of the board that was seen last

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return tuple(self.story.course.walked())

    # -- in both languages --------------------------------------------------------------------------------------
    def both(self, told: Callable[[Lang], str], tag: str = "span", kind: str = "") -> str:
        """HTML in each language; what is alike in all stands once."""
        found = {lang: told(lang) for lang in self.langs}
        classes = f' class="{kind}"' if kind else ""
        if len(set(found.values())) == 1:
            only = found[self.lang]
            return f"<{tag}{classes}>{only}</{tag}>" if only else ""
        return "".join(
            f'<{tag} class="l-{lang}{f" {kind}" if kind else ""}" lang="{lang}">{tied(one, lang)}</{tag}>'
            for lang, one in found.items()
        )

    def words(self, words: Words, tag: str = "span", kind: str = "") -> str:
        """What somebody wrote; where it is in one language only it stands once, and says in which."""
        found = {lang: written(words, lang) for lang in self.langs}
        marked = tag == "p"
        if len(set(found.values())) == 1:
            told, own = found[self.lang]
            spoken = f' lang="{own}"' if own else ""
            return f"<{tag}{spoken}{f' class={kind}' if kind else ''}>{self.prose(told, marked)}</{tag}>"
        return self.both(lambda lang: self.prose(found[lang][0], marked), tag, kind)

    def prose(self, told: str, marked: bool) -> str:
        """A text; in a paragraph with its terms marked, the first time that each comes up."""
        html = escape(told.strip(), quote=False)
        for number, words in self._marked if marked else ():
            html = words.sub(rf'<a class="term" href="#term-{number}">\g<0></a>', html, count=1)
        return html.replace("\n\n", "<br><br>")

    @cached_property
    def _marked(self) -> list[tuple[int, re.Pattern[str]]]:
        """Every term, as it stands in the texts; none inside the mark of another."""
        found = []
        for number, term in enumerate(self.form.terms):
            forms = {escape(text(term.word, lang), quote=False) for lang in self.langs}
            words = "|".join(sorted(map(re.escape, forms), key=len, reverse=True))
            found.append((number, re.compile(rf"\b(?:{words})\b(?![^<]*>)(?![^<]*</a>)")))
        return found

    def said(self, kind: str, tag: str = "span", style: str = "", /, **facts: Any) -> str:
        return self.both(lambda lang: escape(say(kind, lang, **facts), quote=False), tag, style)

    def nodes(self, told: Callable[[Teller], Iterable[Node]]) -> str:
        return self.both(lambda lang: self.writer.html(tuple(told(self.tell[lang]))), "div")

    # -- the page -----------------------------------------------------------------------------------------------
    def html(self) -> str:
        steps = "".join(self.course(self.story.course))
        after = "".join(self.apparatus())
        title = escape(text(self.form.battle.title, self.lang))
        ways = "".join(
            f'<label><input type="radio" name="lang" value="{lang}"{" checked" if lang == self.lang else ""}>'
            f"{lang.upper()}</label>"
            for lang in self.langs
        )
        choice = f'<fieldset class="langs"><legend>{self.said("language")}</legend>{ways}</fieldset>'
        return (
            f'<!doctype html>\n<html lang="{self.lang}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta name="generator" content="tutor {__version__}">\n'
            f'<meta name="author" content="{escape(self.form.battle.author)}">\n'
            f'<meta name="license" content="{escape(self.form.battle.licence)}">\n'
            f"<title>{title}</title>\n<style>{resource('page.css')}</style>\n</head>\n<body>\n"
            f"{self.drawn.defs()}\n"
            f'<header class="bar"><p class="name">{self.words(self.form.battle.title)}</p>'
            f'<div class="keys" hidden>{self.keys()}</div>{choice}</header>\n'
            f'<p class="spoken" role="status" aria-live="polite"></p>\n'
            f"<main>\n{self.cover()}\n{steps}\n{after}\n</main>\n"
            f'<nav class="steps" aria-labelledby="contents"><h2 id="contents">{self.said("contents")}</h2>'
            f"<ol>{''.join(self.contents())}</ol></nav>\n"
            f'<div class="tip" role="tooltip" id="tip" hidden></div>\n'
            f"<script>{resource('page.js')}</script>\n</body>\n</html>\n"
        )

    def keys(self) -> str:
        """The buttons that the script serves."""
        return "".join(
            f'<button type="button" data-do="{name}" title="{escape(say(name, self.lang))}">'
            f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{line}"/></svg>{self.said(name, "span", "unseen")}'
            "</button>"
            for name, line in ICONS.items()
        )

    def contents(self) -> Iterator[str]:
        yield f'<li><a href="#cover">{self.said("cover")}</a></li>'
        for step in self.steps:
            if step.told.chapter is not None and not step.supposed:
                yield f'<li class="chapter">{self.words(step.told.chapter)}</li>'
            inside = " inside" if step.supposed else ""
            broken = ' <b class="no">✗</b>' if step.broken else ""
            told = self.both(lambda lang, step=step: escape(self.tell[lang].title(step), quote=False))  # type: ignore[misc]
            link = f'<a href="#s{step.number}">{step.number} · {told}</a>'
            yield f'<li class="{step.told.what}{inside}">{link}{broken}</li>'
        for part in self.parts():
            yield f'<li><a href="#{part}">{self.said(part)}</a></li>'

    def cover(self) -> str:
        battle, scenario = self.form.battle, self.story.scenario
        dates = self.both(lambda one: escape(when(battle.dates, one)) if battle.dates else "", "p", "meta")
        laid = self.both(
            lambda one: escape(say("played-in", one, title=scenario.title(one), game=scenario.game.upper())),
            "p",
            "soft",
        )
        spots = "".join(f"<li>{self._spot(spot)}</li>" for spot in battle.places.values())
        places = f"<h2>{self.said('places')}</h2><ul>{spots}</ul>" if spots else ""
        first = f'<p class="go"><a href="#s1">{self.said("next")} ▶</a></p>'
        author = self.said("by", "p", "meta", names=battle.author)
        return (
            f'<article class="sheet" id="cover" data-next="s1" tabindex="-1"><h1>{self.words(battle.title)}</h1>{dates}'
            f"{author}{self.words(battle.summary, 'p', 'lead')}{laid}{places}"
            f"{first}{self.said('help', 'p', 'soft stepping-only')}</article>"
        )

    def _spot(self, spot: Any) -> str:
        told = [self.words(spot.name)]
        if spot.at is not None:
            told.append(self.both(lambda lang: degrees(spot.at, lang), "span", "soft"))
        if spot.note is not None:
            told.append(self.words(spot.note))
        return " · ".join(told)

    # -- steps --------------------------------------------------------------------------------------------------
    def course(
        self, course: Course, before: str = "cover", after: str = "", branched: Step | None = None
    ) -> Iterator[str]:
        """The steps one after the other, each with what might have been in its place."""
        numbers = [f"s{step.number}" for step in course.steps]
        parts = list(self.parts())
        last = after or (parts[0] if parts else "")
        for n, step in enumerate(course.steps):
            back = numbers[n - 1] if n else before
            on = numbers[n + 1] if n + 1 < len(numbers) else last
            if step.told.chapter is not None:
                yield self.words(step.told.chapter, "h2", "chapter")
            yield self.step(step, back, on, branched)
            for variation in step.variations:
                titled = self.words(variation.title) if variation.title is not None else ""
                head = f"{self.said('variation', 'span', 'soft', number=step.number)} {titled}"
                here = f"s{step.number}"
                inside = "".join(self.course(variation, here, here, step))
                yield f'<section class="variation"><h3 class="chapter">{head}</h3>{inside}</section>'

    def step(self, step: Step, back: str, on: str, branched: Step | None) -> str:
        id = f"s{step.number}"
        names = {lang: tell.title(step) for lang, tell in self.tell.items()}
        head = self.both(lambda lang: escape(names[lang], quote=False))
        glyph = ""
        if step.told.glyph is not None:
            told = self.said(f"glyph.{step.told.glyph}", "span", "unseen")
            title = escape(say(f"glyph.{step.told.glyph}", self.lang))
            sign = f'<span aria-hidden="true">{GLYPHS[step.told.glyph]}</span>'
            glyph = f' <span class="glyph" title="{title}">{sign}{told}</span>'
        title = say("board-of", self.lang, number=step.number, title=names[self.lang])
        self.seen = self.drawn.near(step) or self.seen
        board = self.drawn.board(step, f"b{step.number}", title, self.seen)
        alike = " same" if self._lies_as_before(step) else ""
        return (
            f'<article class="step {step.told.what}{alike}" id="{id}" data-back="{back}" data-next="{on}" '
            f'tabindex="-1" aria-labelledby="h{step.number}"><figure class="board">{board}</figure><div class="beside">'
            f'<h3 id="h{step.number}"><span class="n">{step.number}</span> {head}{glyph}</h3>{self.meta(step)}'
            f"{self.text(step)}{self.pictures(step)}{self.ruled(step)}{self.compared(step)}"
            f"{self.changed(step)}{self.notes(step)}"
            f"{self.branches(step, branched)}{self.position(step)}</div></article>"
        )

    def _lies_as_before(self, step: Step) -> bool:
        """Whether paper can do without the board: nothing moved, and nobody drew."""
        begins = step is self.steps[0] or step.told.chapter is not None or bool(step.told.shapes)
        return not begins and next(self.tell[self.lang].changes(step), None) is None

    def meta(self, step: Step) -> str:
        told = []
        if step.told.time is not None:
            told.append(self.both(lambda lang: escape(self.tell[lang].time(step))))
        if step.told.place is not None:
            told.append(self.words(self.form.battle.places[step.told.place].name))
        if step.told.certainty is not None:
            told.append(self.said(step.told.certainty, "span", f"certainty {step.told.certainty}"))
        who = [self.words(self.form.formations[id].name) for id in step.told.formations]
        line = f'<p class="meta">{" · ".join(told)}</p>' if told else ""
        return line + (f'<p class="who">{", ".join(who)}</p>' if who else "")

    def text(self, step: Step) -> str:
        return self.words(step.told.note, "p", "note") if step.told.note is not None else ""

    def pictures(self, step: Step) -> str:
        found = []
        for picture in step.told.pictures:
            path = self.story.path.parent / picture.file
            data = base64.b64encode(path.read_bytes()).decode()
            alt = escape(text(picture.says, self.lang))
            found.append(
                f'<figure class="picture"><img alt="{alt}" src="data:{KINDS[path.suffix.lower()]};base64,{data}">'
                f"<figcaption>{self.words(picture.says)} <small>{escape(picture.credit)} · {escape(picture.licence)}"
                f"</small></figcaption></figure>"
            )
        return "".join(found)

    def ruled(self, step: Step) -> str:
        """What the rules say, the dice, and what follows."""
        word = step.ruling.word if step.ruling is not None else ""
        told = self.nodes(lambda tell: tell.nodes(step))
        return f'<section class="ruled {word}">{told}</section>' if told else ""

    def compared(self, step: Step) -> str:
        """What the other games say of it, where a situation of the comparison fits."""
        name, game = step.told.situation, self.story.scenario.game
        told = self.nodes(lambda tell: self.others(name, game, tell.lang)) if name is not None else ""
        if not told:
            return ""
        head = self.said("others")
        return f'<details class="others"><summary>{head}</summary>{told}</details>'

    def changed(self, step: Step) -> str:
        """What lies otherwise; a whole new table is told to who opens it."""
        many = len(tuple(self.tell[self.lang].changes(step)))
        if not many:
            return ""
        told = self.nodes(lambda tell: tuple(tell.changes(step)))
        if many > FEW:
            head = self.said("changes.many", n=many)
            return f'<details class="changes"><summary>{head}</summary>{told}</details>'
        return f'<section class="changes"><h4>{self.said("changes")}</h4>{told}</section>'

    def notes(self, step: Step) -> str:
        """The sources of a step, by their numbers."""
        return self.cites(step.told.cited)

    def cites(self, sources: Iterable[Any]) -> str:
        items = []
        for one in sources:
            number = self.tell[self.lang].cited[one.source]
            title = escape(self.form.sources[one.source].title, quote=False)
            page = f", p. {escape(one.page)}" if one.page else ""
            colon = self.both(lambda lang: COLON[lang]) if one.text is not None else ""
            says = f"{colon}{self.words(one.text)}" if one.text is not None else ""
            unread = "" if self.form.sources[one.source].accessed else f" {self.said('not-verified', 'span', 'unread')}"
            items.append(f'<li><a class="src" href="#src-{number}">[{number}]</a> {title}{page}{unread}{says}</li>')
        return f'<ul class="cites">{"".join(items)}</ul>' if items else ""

    def branches(self, step: Step, branched: Step | None) -> str:
        found = []
        for one in step.variations:
            title = self.words(one.title) if one.title is not None else ""
            found.append(f'<li><a href="#s{one.steps[0].number}">{title}</a></li>' if one.steps else "")
        ways = f"<h4>{self.said('variations')}</h4><ul>{''.join(found)}</ul>" if found else ""
        back = self.said("back-to", number=branched.number) if branched is not None else ""
        return ways + (f'<p><a href="#s{branched.number}">{back}</a></p>' if branched is not None else "")

    def position(self, step: Step) -> str:
        """Who stands where, in words: at the beginning, at the end, and where a chapter begins."""
        course = self.story.course.steps
        if step is not course[0] and step is not course[-1] and step.told.chapter is None:
            return ""
        told = self.both(lambda lang: "<br>".join(map(escape, self._lines(step, lang))), "div")
        return f"<details class='position'><summary>{self.said('position')}</summary>{told}</details>"

    def _lines(self, step: Step, lang: Lang) -> Iterator[str]:
        return board_lines(scene(step, lang), stage(step, lang).place)

    # -- the apparatus ------------------------------------------------------------------------------------------
    def parts(self) -> Iterator[str]:
        """Which parts the apparatus has."""
        yield "broken"
        if self.form.sources:
            yield "sources"
        yield "rules"
        if self.form.terms:
            yield "terms"
        if self.form.formations:
            yield "formations"
        yield "credits"

    def apparatus(self) -> Iterator[str]:
        parts = list(self.parts())
        last = f"s{self.story.course.steps[-1].number}"
        for n, part in enumerate(parts):
            body = getattr(self, f"_{part}")()
            back, on = parts[n - 1] if n else last, parts[n + 1] if n + 1 < len(parts) else ""
            yield (
                f'<article class="sheet" id="{part}" data-back="{back}" data-next="{on}" tabindex="-1">'
                f"<h2>{self.said(part)}</h2>{body}</article>"
            )

    def _broken(self) -> str:
        items = []
        for step in self.steps:
            if step.broken:
                told = self.both(lambda lang, step=step: escape(self.tell[lang].title(step), quote=False))  # type: ignore[misc]
                words = self.tell[self.lang].words(step.before)
                rules = ", ".join(self.writer.named(words.citation(rule)) for rule in step.broken)
                items.append(f'<li><a href="#s{step.number}">{step.number} · {told}</a> — {rules}</li>')
        return f"<ul>{''.join(items)}</ul>" if items else self.said("broken.none", "p")

    def _sources(self) -> str:
        items = []
        for name, number in self.tell[self.lang].cited.items():
            source = self.form.sources[name]
            told = self.both(lambda lang, one=source: bibliography.html(one, lang))  # type: ignore[misc]
            note = f" — {self.words(source.note)}" if source.note is not None else ""
            items.append(f'<li id="src-{number}" value="{number}">{told}{note}</li>')
        return f"<ol>{''.join(items)}</ol>"

    def _rules(self) -> str:
        found: dict[str, dict[Lang, Cite]] = {}
        for lang, tell in self.tell.items():
            for cite in tell.rules():
                found.setdefault(cite.ref, {})[lang] = cite
        items = []
        for ref, cites in found.items():
            told = self.both(
                lambda lang, cites=cites: (
                    f"<b>{escape(cites[lang].title)}</b> {escape(cites[lang].gist)}"  # type: ignore[misc]
                    f" <small>{escape(cites[lang].where)}</small>"
                )
            )
            first = next(iter(cites.values()))
            items.append(f'<dt id="{anchor(ref)}">{escape(first.text)}</dt><dd>{told}</dd>')
        return f"<dl>{''.join(items)}</dl>"

    def _terms(self) -> str:
        items = (
            f'<dt id="term-{n}">{self._bare(term.word)}</dt><dd>{self._bare(term.says)}</dd>'
            for n, term in enumerate(self.form.terms)
        )
        return f"<dl>{''.join(items)}</dl>"

    def _bare(self, words: Words) -> str:
        return self.both(lambda lang: escape(text(words, lang), quote=False))

    def _formations(self) -> str:
        items = []
        for id, formation in self.form.formations.items():
            unit = self.both(lambda lang, id=id: escape(say("counter", lang, unit=self.tell[lang].formation(id)[1])))  # type: ignore[misc]
            told = [f"<b>{self.words(formation.name)}</b> <small>{unit}</small>"]
            if formation.certainty is not None:
                told.append(self.said(formation.certainty, "span", f"certainty {formation.certainty}"))
            if formation.commander is not None:
                told.append(self.said("led-by", names=formation.commander))
            told += [self.words(one) for one in (formation.strength, formation.note) if one is not None]
            items.append(f"<li>{' · '.join(told)}{self.cites(cited(formation.sources))}</li>")
        return f"<ul>{''.join(items)}</ul>"

    def _credits(self) -> str:
        battle = self.form.battle
        licence = self.said("licence", "p", names=f"{battle.author}, {battle.licence}")
        credits = [
            f"<li>{escape(one.file)}: {escape(one.credit)}, {escape(one.licence)}</li>"
            for step in self.steps
            for one in step.told.pictures
        ]
        pictures = f"<h3>{self.said('pictures')}</h3><ul>{''.join(credits)}</ul>" if credits else ""
        stand_ins = self._listed("stand-ins", lambda tell: tell.stand_ins())
        readings = self._listed("readings", lambda tell: tell.readings())
        made = self.said("made-with", "p", "soft", version=__version__, number=FORMAT)
        source = escape(Path(self.story.path).read_text("utf-8"))
        file = f"<details class='file'><summary>{self.said('file')}</summary><pre>{source}</pre></details>"
        return f"{licence}{self.said('games-belong', 'p')}{pictures}{stand_ins}{readings}{made}{file}"

    def _listed(self, kind: str, told: Callable[[Teller], Iterable[str]]) -> str:
        items = self.both(lambda lang: "".join(f"<li>{escape(one)}</li>" for one in told(self.tell[lang])), "ul")
        return f"<h3>{self.said(kind)}</h3>{items}" if items else ""


def page(story: Story, lang: Lang, langs: tuple[Lang, ...], others: Others = nobody) -> str:
    """The chronicle as one HTML file; `others` are asked what other games say of a situation."""
    return Page(story, lang, langs, others).html()
