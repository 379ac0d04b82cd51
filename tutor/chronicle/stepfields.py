"""The page of the step at which one stands: what the rules say of it, and all that may be written beside it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, get_args

import ipywidgets as W

from tutor import library
from tutor.board.widgets import shown, told
from tutor.chronicle import draft as edits
from tutor.chronicle.checked import PICTURES, unfit_picture
from tutor.chronicle.draft import FORMATIONS, PLACES, in_words
from tutor.chronicle.fields import Citations, Page, in_words_of, pressed, read_time, said_of, written_time
from tutor.chronicle.said import say
from tutor.engine.text import Lang, Text
from tutor.files.chronicle import UNSAID, Certainty, Glyph
from tutor.files.faults import say as fault
from tutor.files.loading import load
from tutor.files.writing import write_whole
from tutor.rendering.html import Panel


class StepPage(Page):
    """What the rules say, text, time, certainty, judgement, who and where, sources, drawings, pictures, other games."""

    name = "step"

    def build(self) -> Iterator[Any]:
        self.drawn = self.pictured = 0
        self.ruling = W.HTML()
        yield self.ruling
        self.keep = self.press("keep", self.annotate.keep, "danger")
        yield self.keep
        self.variation = self.text("variation-title", self._variation, self._title_variation)
        yield self.variation
        for name, tall in (("title", False), ("note", True)):
            yield self.text(name, self._words(name), self._tell(name), tall)
        self.time = self.text("time", self._time, self._at)
        self.certainty = self.choice("certainty", self._field("certainty"), self._put("certainty"))
        self.glyph = self.choice("glyph", self._field("glyph"), self._put("glyph"))
        self.place = self.choice("place", self._field("place"), self._put("place"))
        yield from (self.time, self.certainty, self.glyph, self.place)
        yield self.text("chapter", self._words("chapter"), self._tell("chapter"))
        self.who = self.one_of(self._take_part)
        self.who_takes_part = self.head("who-takes-part")
        yield from (self.who_takes_part, self.who.box)
        yield self.head("sources")
        self.cites = Citations(self, lambda: self.draft.at)
        yield from self.cites.parts
        yield from self._build_shapes()
        yield from self._build_pictures()
        self.others = self.head("others")
        self.situation = self.choice("situation", self._field("situation"), self._put("situation"))
        self.put_to_them = W.HTML()
        yield from (self.others, self.situation, self.put_to_them)

    def _build_shapes(self) -> Iterator[Any]:
        yield self.head("shapes")
        self.no_shapes = W.HTML()
        self.shapes = self.one_of(self._choose_shape)
        self.label = self.text("label", self._label, self._relabel)
        self.rub = self.press("rub-out", self._rub_out)
        yield from (self.no_shapes, self.shapes.box, self.label, self.rub)

    def _build_pictures(self) -> Iterator[Any]:
        yield self.head("pictures")
        self.bring = W.HTML()  # a file is chosen in the page, made small enough there, and comes as a message
        self.beside = W.Dropdown(options=[("–", "")], layout=W.Layout(width="100%"))
        self.beside.observe(self.annotate.safely(self._from_beside), "value")
        self.pictures = self.one_of(self._choose_picture)
        yield from (self.bring, self.beside, self.pictures.box)
        self.says = self.text("picture-says", self._picture_words, self._picture_say)
        self.credit = self.text("picture-credit", self._of_picture("credit"), self._caption("credit"))
        self.licence = self.text("picture-licence", self._of_picture("licence"), self._caption("licence"))
        self.take_away = self.press("take-away", lambda: self.do(edits.take_away, self._picture_number))
        yield from (self.says, self.credit, self.licence, self.take_away)

    # -- fields of the line -----------------------------------------------------------------------------------------
    def _words(self, key: str) -> Callable[[], str]:
        return lambda: in_words(self.draft.line.get(key), self.lang)

    def _tell(self, key: str) -> Callable[[str], None]:
        return lambda text: self.do(edits.tell, key, self.lang, text, of=(key, self.lang))

    def _field(self, key: str) -> Callable[[], str]:
        return lambda: str(self.draft.line.get(key, ""))

    def _put(self, key: str) -> Callable[[str], None]:
        return lambda value: self.do(edits.put, key, value)

    def _time(self) -> str:
        return written_time(self.draft.line.get("time"))

    def _at(self, text: str) -> None:
        self.do(edits.put, "time", read_time(text), of="time")

    def _variation(self) -> str:
        if not self.draft.supposed:
            return ""
        return in_words(edits.found_at(self.draft.data, (*self.draft.at[:-2], "title")), self.lang)

    def _title_variation(self, text: str) -> None:
        self.do(edits.title_variation, self.lang, text, of="variation")

    def _take_part(self, n: int) -> None:
        self.do(edits.take_part, [*edits.entries(self.draft, FORMATIONS)][n])

    # -- shapes -----------------------------------------------------------------------------------------
    @property
    def _shapes(self) -> list[Any]:
        return list(self.draft.line.get("shapes", ()))

    def last_drawn(self) -> None:
        """Whoever has drawn something names that."""
        self.drawn = len(self._shapes) - 1

    def _choose_shape(self, n: int) -> None:
        self.drawn = n

    @property
    def _shape(self) -> int:
        return min(max(self.drawn, 0), len(self._shapes) - 1)

    def _label(self) -> str:
        return in_words(self._shapes[self._shape].get("label"), self.lang) if self._shapes else ""

    def _relabel(self, text: str) -> None:
        shape = self._shapes[self._shape]
        words = edits.worded(shape.get("label"), self.lang, text)
        if words is None and "mark" in shape:
            words = UNSAID
        new = edits.written(self._shapes, (self._shape,), _but(shape, "label", words))
        self.do(edits.put, "shapes", new, of=("label", self._shape))

    def _rub_out(self) -> None:
        self.do(edits.rub_out, self._shape)

    # -- pictures -----------------------------------------------------------------------------------------
    @property
    def _folder(self) -> Path:
        return self.annotate.writing.path.parent

    @property
    def _pictures(self) -> list[Any]:
        return list(self.draft.line.get("pictures", ()))

    @property
    def _picture_number(self) -> int:
        return min(self.pictured, len(self._pictures) - 1)

    def _choose_picture(self, n: int) -> None:
        self.pictured = n

    def _from_beside(self, change: Any) -> None:
        if not self.showing and change["new"]:
            self._add_picture(change["new"])

    def brought(self, name: str, data: str) -> None:
        """A picture that somebody chose in the page: it lies beside the chronicle from now on."""
        try:
            content = base64.b64decode(data.partition(",")[2], validate=True)
        except binascii.Error:
            content = b""
        unfit = unfit_picture(name, content)
        if unfit is not None:
            self.annotate.say(str(fault(unfit[0], self.lang, **unfit[1])), "no")
            return
        path = _free(self._folder, Path(name).name, content)
        write_whole(path, content, True)
        self._add_picture(path.name)

    def _add_picture(self, file: str) -> None:
        self.do(edits.add_picture, file)
        self.pictured = len(self._pictures) - 1
        self.annotate.show()

    def _picture(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._pictures[self._picture_number] if self._pictures else {}
        return found

    def _of_picture(self, key: str) -> Callable[[], str]:
        return lambda: said_of(self._picture().get(key))

    def _caption(self, key: str) -> Callable[[Any], None]:
        return lambda value: self.do(edits.caption, self._picture_number, key, value, of=(key, self._picture_number))

    def _picture_words(self) -> str:
        return said_of(in_words(self._picture().get("says"), self.lang))

    def _picture_say(self, text: str) -> None:
        self._caption("says")(edits.worded(self._picture().get("says"), self.lang, text))

    # -- showing -----------------------------------------------------------------------------------------
    def choices(self) -> None:
        lang, none = self.lang, ("–", "")
        certain = [] if "fact" in self.draft.line else [none]
        self.options(self.certainty, [*certain, *((say(one, lang), one) for one in get_args(Certainty))])
        self.options(self.glyph, [none, *((f"{one} {say(f'glyph.{one}', lang)}", one) for one in get_args(Glyph))])
        spots = edits.entries(self.draft, PLACES)
        self.options(self.place, [none, *((in_words_of(spot["name"], lang), id) for id, spot in spots.items())])
        self.options(self.situation, [none, *_situations(lang)])
        self.cites.choices()
        names = [path.name for path in sorted(self._folder.iterdir()) if path.suffix.lower() in PICTURES]
        self.options(self.beside, [(say("write.beside", lang), ""), *((name, name) for name in names)])
        self.beside.value = ""

    def rest(self) -> None:
        shown(self.place, bool(edits.entries(self.draft, PLACES)))
        shown(self.variation, self.draft.supposed)
        self._rest_who()
        self.cites.show()
        drawn = [f"{SIGNS[what]} {shape_told(shape, what)}" for shape in self._shapes for what in _what(shape)]
        pressed(self.shapes, drawn, self._shape if drawn else -1)
        shown(self.no_shapes, not drawn)
        told(self.no_shapes, f'<div class="tt"><p>{escape(say("write.no-shapes", self.lang))}</p></div>')
        for one in (self.label, self.rub):
            shown(one, bool(drawn))
        self._rest_pictures()
        self._rest_others()
        told(self.ruling, self._ruled())
        rules = self.annotate.to_keep
        shown(self.keep, bool(rules))
        if rules:
            self.keep.description = say("write.keep", self.lang, names=", ".join(rules))

    def _rest_who(self) -> None:
        """Every formation as a button; those that take part are pressed."""
        known, there = edits.entries(self.draft, FORMATIONS), self.draft.line.get("formations", ())
        shown(self.who_takes_part, bool(known))
        names = [in_words_of(one["name"], self.lang) for one in known.values()]
        for unit, made in zip(known, self.who.named(names), strict=True):
            made.button_style = "primary" if unit in there else ""

    def _rest_pictures(self) -> None:
        kinds, name = ",".join(PICTURES), escape(say("write.bring", self.lang))
        field = f'<label class="bring">{name}<input type="file" accept="{kinds}" data-picture></label>'
        told(self.bring, f'<div class="tt">{field}</div>')
        shown(self.beside, len(self.beside.options) > 1)
        files = [str(one["file"]) for one in self._pictures]
        pressed(self.pictures, files, self._picture_number if files else -1)
        for one in (self.says, self.credit, self.licence, self.take_away):
            shown(one, bool(files))

    def _rest_others(self) -> None:
        """The situation that fits an act or a fact; what becomes of it."""
        fits = "pause" not in self.draft.line
        for one in (self.others, self.situation, self.put_to_them):
            shown(one, fits)
        kind = "write.put-to-them" if self.draft.line.get("situation") else "write.no-situation"
        told(self.put_to_them, f'<div class="tt"><p>{escape(say(kind, self.lang))}</p></div>')

    def _ruled(self) -> str:
        """What the rules say of the step; what keeps it from being played."""
        writing = self.annotate.writing
        step, wrong = writing.step, writing.read.wrong(self.draft.at)
        if step is None:
            told = self.annotate.told_wrong(wrong) if wrong is not None else say("write.not-reached", self.lang)
            return f'<div class="tt"><div class="ruled no" role="status">{escape(told)}</div></div>'
        if step.ruling is None:
            return ""
        mood = {"allowed": "ok", "forbidden": "no"}.get(step.ruling.word, "")
        nodes = tuple(self.annotate.teller.ruling(step))
        return f'<div class="tt"><div class="ruled {mood}" role="status">{Panel().html(nodes)}</div></div>'


SIGNS = {"arrow": "→", "front": "⌇", "ring": "○", "area": "▦", "mark": "T"}


def _what(shape: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(one for one in SIGNS if one in shape)


def shape_told(shape: Mapping[str, Any], what: str) -> str:
    """From where to where."""
    places = shape[what]
    if isinstance(places, str):
        return places
    return " – ".join((places[0], places[-1])) if what != "area" else ", ".join(places[:3]) + "…" * (len(places) > 3)


def _but(data: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    return {one: part for one, part in {**data, key: value}.items() if part is not None}


@cache
def _situations(lang: Lang) -> tuple[tuple[str, str], ...]:
    """The situations of the comparison, by their titles."""
    return tuple(
        (Text.of(load(path, "situation").data["title"])(lang), name) for name, path in library.situations().items()
    )


def _free(folder: Path, name: str, content: bytes) -> Path:
    """Where a file of this name may lie: no other is written over."""
    path, n = folder / name, 1
    while path.exists() and path.read_bytes() != content:
        n += 1
        path = folder / f"{Path(name).stem}-{n}{Path(name).suffix}"
    return path
