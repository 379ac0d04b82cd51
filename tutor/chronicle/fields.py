"""What is written of a step, of the battle and of the sources: fields that show the draft, and edit it as one types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any, get_args

import ipywidgets as W
from pydantic import ValidationError

from tutor.board.widgets import Buttons, button, row, shown, told
from tutor.chronicle import draft as edits
from tutor.chronicle.draft import in_words
from tutor.chronicle.said import say
from tutor.engine.text import Lang
from tutor.files.chronicle import Certainty, CslType, Glyph, Kind
from tutor.rendering.html import Panel

if TYPE_CHECKING:
    from tutor.chronicle.annotate import Annotate

TYPES: Mapping[str, CslType] = {  # what CSL calls a source of each kind
    "official-history": "book",
    "war-diary": "manuscript",
    "report": "report",
    "memoir": "book",
    "letter": "personal_communication",
    "press": "article-newspaper",
    "study": "book",
    "reference": "entry-encyclopedia",
    "map": "map",
    "photograph": "graphic",
    "museum": "webpage",
    "site": "webpage",
}


class Field:
    """A widget, what it shows of the draft, and what is done when it is written in."""

    def __init__(
        self, page: Page, name: str, widget: Any, read: Callable[[], Any], write: Callable[[Any], None]
    ) -> None:
        self.name, self.widget, self.read, self.write = name, widget, read, write
        self._page = page
        widget.observe(self._heard, "value")

    def _heard(self, change: Any) -> None:
        if self._page.showing:
            return
        self._page.annotate.safely(lambda: self._written(change["new"]))()

    def _written(self, value: Any) -> None:
        """What has not the form that it must have is marked, and not entered."""
        try:
            self.write(value)
        except ValidationError:
            self.widget.add_class("tutor-wrong")
        else:
            self.widget.remove_class("tutor-wrong")
            self._page.annotate.show_written(self._page)

    def show(self) -> None:
        value = self.read()
        if self.widget.value != value:
            self.widget.value = value
            self.widget.remove_class("tutor-wrong")


class Page:
    """A page of fields; while it shows the draft nobody hears what its widgets say."""

    name = ""

    def __init__(self, annotate: Annotate) -> None:
        self.annotate = annotate
        self.showing = False
        self.fields: list[Field] = []
        self.heads: list[tuple[str, W.HTML]] = []
        self.buttons: list[tuple[str, W.Button]] = []
        self.box = W.VBox([*self.build()])
        self.box.add_class("tutor-page")

    def build(self) -> Iterator[Any]:
        raise NotImplementedError

    @property
    def draft(self) -> edits.Draft:
        return self.annotate.writing.draft

    @property
    def lang(self) -> Lang:
        return self.annotate.lang

    def do(self, edit: Callable[..., edits.Draft], *given: Any, of: Any = None) -> None:
        self.annotate.writing.do(edit, *given, of=of)

    # -- what pages are made of ----------------------------------------------------------------------------------
    def head(self, name: str) -> W.HTML:
        made = W.HTML()
        self.heads.append((name, made))
        return made

    def text(self, name: str, read: Callable[[], str], write: Callable[[str], None], tall: bool = False) -> Any:
        widget = (W.Textarea if tall else W.Text)(layout=W.Layout(width="100%"))
        self.fields.append(Field(self, name, widget, read, write))
        return widget

    def choice(self, name: str, read: Callable[[], Any], write: Callable[[Any], None]) -> W.Dropdown:
        widget = W.Dropdown(options=[("–", "")], layout=W.Layout(width="100%"))
        self.fields.append(Field(self, name, widget, read, write))
        return widget

    def press(self, name: str, act: Callable[[], None], style: str = "") -> W.Button:
        made = button("", style)
        made.on_click(self.annotate.pressed(act))
        self.buttons.append((name, made))
        return made

    def options(self, widget: W.Dropdown, pairs: list[tuple[str, str]], value: Any = None) -> None:
        """What may be chosen, in the language that is spoken."""
        given = tuple(pairs)
        if widget.options != given:
            kept = widget.value if value is None else value
            widget.options = given
            widget.value = kept if kept in [one for _, one in given] else given[0][1]

    # -- showing -----------------------------------------------------------------------------------------
    def relabel(self) -> None:
        for name, head in self.heads:
            told(head, f'<div class="tt"><h4>{escape(say(f"write.{name}", self.lang))}</h4></div>')
        for name, made in self.buttons:
            made.description = say(f"write.{name}", self.lang)
        for field in self.fields:
            field.widget.description = say(f"write.{field.name}", self.lang)

    def show(self, typed: bool = False) -> None:
        """The draft; `typed`: without the fields, in one of which somebody is writing."""
        self.showing = True
        try:
            self.choices()
            for field in () if typed else self.fields:
                field.show()
            self.rest()
        finally:
            self.showing = False

    def choices(self) -> None:
        """What lists offer."""

    def rest(self) -> None:
        """What is shown and is no field."""


class StepPage(Page):
    """The step at which one stands: what the rules say of it, text, time, certainty, judgement, sources, shapes."""

    name = "step"

    def build(self) -> Iterator[Any]:
        self.cited, self.drawn = 0, 0
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
        yield from self._build_sources()
        yield from self._build_shapes()

    def _build_sources(self) -> Iterator[Any]:
        yield self.head("sources")
        self.cite = W.Dropdown(options=[("–", "")], layout=W.Layout(width="100%"))
        self.cite.observe(self.annotate.safely(self._cite), "value")
        self.citations = Buttons(lambda n: self.annotate.pressed(lambda: self._choose_citation(n)))
        self.page = self.text("page", self._cited("page"), self._cite_more("page"))
        self.quote = self.text("quote", self._cited("text"), self._quote)
        self.uncite = self.press("uncite", self._uncite)
        yield from (self.cite, self.citations.box, self.page, self.quote, self.uncite)

    def _build_shapes(self) -> Iterator[Any]:
        yield self.head("shapes")
        self.no_shapes = W.HTML()
        self.shapes = Buttons(lambda n: self.annotate.pressed(lambda: self._choose_shape(n)))
        self.label = self.text("label", self._label, self._relabel)
        self.rub = self.press("rub-out", self._rub_out)
        yield from (self.no_shapes, self.shapes.box, self.label, self.rub)

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

    # -- sources -----------------------------------------------------------------------------------------
    @property
    def _sources(self) -> list[Any]:
        return list(self.draft.line.get("sources", ()))

    def _cite(self, change: Any) -> None:
        if self.showing or not change["new"]:
            return
        self.do(edits.cite, change["new"])
        self.cited = len(self._sources) - 1
        self.annotate.show()

    def _choose_citation(self, n: int) -> None:
        self.cited = n

    def _chosen(self) -> Any:
        found = self._sources
        one = found[min(self.cited, len(found) - 1)] if found else {}
        return {"source": one} if isinstance(one, str) else one

    def _cited(self, key: str) -> Callable[[], str]:
        return lambda: in_words(self._chosen().get(key), self.lang)

    def _cite_more(self, key: str) -> Callable[[str], None]:
        return lambda text: self.do(edits.cite_more, self._number, key, text, of=(key, self._number))

    def _quote(self, text: str) -> None:
        words = edits.worded(self._chosen().get("text"), self.lang, text)
        self.do(edits.cite_more, self._number, "text", words, of=("quote", self._number))

    @property
    def _number(self) -> int:
        return min(self.cited, len(self._sources) - 1)

    def _uncite(self) -> None:
        self.do(edits.uncite, self._number)

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
            words = edits.UNSAID
        new = edits.written(self._shapes, (self._shape,), _but(shape, "label", words))
        self.do(edits.put, "shapes", new, of=("label", self._shape))

    def _rub_out(self) -> None:
        self.do(edits.rub_out, self._shape)

    # -- showing -----------------------------------------------------------------------------------------
    def choices(self) -> None:
        lang, none = self.lang, ("–", "")
        certain = [] if "fact" in self.draft.line else [none]
        self.options(self.certainty, [*certain, *((say(one, lang), one) for one in get_args(Certainty))])
        self.options(self.glyph, [none, *((f"{one} {say(f'glyph.{one}', lang)}", one) for one in get_args(Glyph))])
        spots = self.draft.data["battle"].get("places", {})
        self.options(self.place, [none, *((in_words_of(spot["name"], lang), id) for id, spot in spots.items())])
        known = self.draft.data.get("sources", {})
        first = say("write.cite" if known else "write.no-sources", lang)
        self.options(self.cite, [(first, ""), *((one["title"], id) for id, one in known.items())])
        self.cite.value = ""

    def rest(self) -> None:
        shown(self.place, bool(self.draft.data["battle"].get("places")))
        shown(self.variation, self.draft.supposed)
        named = [self._named(one) for one in self._sources]
        for n, made in enumerate(self.citations.named(named)):
            made.button_style = "primary" if n == self._number else ""
        for one in (self.page, self.quote, self.uncite):
            shown(one, bool(named))
        drawn = [f"{SIGNS[what]} {shape_told(shape, what)}" for shape in self._shapes for what in _what(shape)]
        for n, made in enumerate(self.shapes.named(drawn)):
            made.button_style = "primary" if n == self._shape else ""
        shown(self.no_shapes, not drawn)
        told(self.no_shapes, f'<div class="tt"><p>{escape(say("write.no-shapes", self.lang))}</p></div>')
        for one in (self.label, self.rub):
            shown(one, bool(drawn))
        told(self.ruling, self._ruled())
        rules = self.annotate.to_keep
        shown(self.keep, bool(rules))
        if rules:
            self.keep.description = say("write.keep", self.lang, names=", ".join(rules))

    def _named(self, cited: Any) -> str:
        source = cited if isinstance(cited, str) else cited["source"]
        title = self.draft.data["sources"][source]["title"]
        page = "" if isinstance(cited, str) else cited.get("page", "")
        return f"{title}, {page}" if page else str(title)

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


def in_words_of(words: Any, lang: Lang) -> str:
    """A text in this language, else as it is there."""
    return in_words(words, lang) or next((str(one) for one in words.values() if one), "")


def written_time(time: Any) -> str:
    """As it is typed: one moment, or two with a stroke between them."""
    return f"{time['from']}/{time['until']}" if isinstance(time, Mapping) else str(time or "")


def read_time(text: str) -> Any:
    start, stroke, until = text.strip().partition("/")
    return {"from": start.strip(), "until": until.strip()} if stroke else start or None


class BattlePage(Page):
    """What the chronicle is about, and who writes it."""

    name = "battle"

    def build(self) -> Iterator[Any]:
        for key, tall in (("title", False), ("summary", True)):
            yield self.text(f"battle-{key}", self._words(key), self._entitle(key), tall)
        yield self.text("dates", self._dates, self._date)
        for key in ("author", "licence"):
            yield self.text(key, self._plain(key), self._head(key))
        self.file = W.HTML()
        yield self.file

    @property
    def _battle(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.draft.data["battle"]
        return found

    def _words(self, key: str) -> Callable[[], str]:
        return lambda: _said(in_words(self._battle.get(key), self.lang))

    def _entitle(self, key: str) -> Callable[[str], None]:
        return lambda text: self.do(edits.entitle, key, self.lang, text, of=(key, self.lang))

    def _plain(self, key: str) -> Callable[[], str]:
        return lambda: _said(str(self._battle.get(key) or ""))

    def _head(self, key: str) -> Callable[[str], None]:
        return lambda text: self.do(edits.head, key, text, of=key)

    def _dates(self) -> str:
        return written_time(self._battle.get("dates"))

    def _date(self, text: str) -> None:
        dates = read_time(text)
        given = (dates["from"], dates["until"]) if isinstance(dates, dict) else (dates or "",)
        self.do(edits.date, *given, of="dates")

    def rest(self) -> None:
        title = self.annotate.writing.scenario.title(self.lang)
        lines = (
            say("write.laid-on", self.lang, title=title),
            say("write.lies-in", self.lang, title=self.annotate.file),
        )
        told(self.file, '<div class="tt">' + "".join(f"<p>{escape(line)}</p>" for line in lines) + "</div>")


def _said(text: str) -> str:
    """Nothing, where nobody has said anything yet."""
    return "" if text == edits.UNSAID else text


class SourcePage(Page):
    """The sources: what they are, where they lie, and how far they were read."""

    name = "source"

    def build(self) -> Iterator[Any]:
        self.chosen = ""
        self.add = self.press("new-source", self._add, "primary")
        self.which = W.Dropdown(options=[("–", "")], layout=W.Layout(width="100%"))
        self.which.observe(self.annotate.safely(self._choose), "value")
        yield from (row(self.add), self.which)
        self.title = self.text("source-title", self._plain("title"), self._put("title"))
        yield self.title
        self.kind = self.choice("kind", self._plain("kind"), self._kind)
        yield self.kind
        yield self.text("source-author", self._authors, self._author)
        for key in ("issued", "publisher", "archive", "URL"):
            yield self.text(key, self._plain(key), self._put(key))
        yield self.text("accessed", self._plain("accessed"), self._put("accessed"))
        self.extent = self.text("read", self._words, self._read)
        yield self.extent
        self.verified = W.HTML()
        self.drop = self.press("drop-source", self._drop)
        yield from (self.verified, self.drop)

    @property
    def _source(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.draft.data.get("sources", {}).get(self.chosen, {})
        return found

    def _choose(self, change: Any) -> None:
        if not self.showing:
            self.chosen = change["new"]
            self.show()

    def _add(self) -> None:
        writing = self.annotate.writing
        made, self.chosen = edits.new_source(writing.draft)
        writing.enter(made)

    def _drop(self) -> None:
        if self.chosen:
            self.do(edits.drop_source, self.chosen)

    def _plain(self, key: str) -> Callable[[], str]:
        return lambda: _said(str(self._source.get(key) or ""))

    def _put(self, key: str) -> Callable[[str], None]:
        return lambda text: self._change(key, text.strip() if key in ("URL", "accessed", "issued") else text)

    def _change(self, key: str, value: Any) -> None:
        if self.chosen:
            self.do(edits.source, self.chosen, key, value, of=(self.chosen, key))

    def _kind(self, value: str) -> None:
        if self.chosen:
            kind = edits.source(self.draft, self.chosen, "kind", value)
            self.annotate.writing.enter(edits.source(kind, self.chosen, "type", TYPES.get(value, "document")))

    def _authors(self) -> str:
        return "; ".join(_author_told(one) for one in self._source.get("author", ()))

    def _author(self, text: str) -> None:
        self._change("author", [_author_read(one) for one in text.split(";") if one.strip()])

    def _words(self) -> str:
        return in_words(self._source.get("read"), self.lang)

    def _read(self, text: str) -> None:
        self._change("read", edits.worded(self._source.get("read"), self.lang, text))

    def choices(self) -> None:
        known = self.draft.data.get("sources", {})
        if self.chosen not in known:
            self.chosen = next(reversed(known), "")
        pairs = [(one["title"], id) for id, one in known.items()] or [("–", "")]
        self.options(self.which, pairs, self.chosen)
        if self.which.value != self.chosen:
            self.which.value = self.chosen
        kinds = [(say(f"kind.{one}", self.lang), one) for one in get_args(Kind)]
        self.options(self.kind, [("–", ""), *kinds], self._source.get("kind", ""))

    def rest(self) -> None:
        some = bool(self.chosen)
        for field in self.fields:
            shown(field.widget, some)
        shown(self.which, some)
        shown(self.drop, some)
        shown(self.extent, bool(self._source.get("accessed")))
        unread = "write.no-sources" if not some else "" if self._source.get("accessed") else "write.unread"
        said = f"<p>{escape(say(unread, self.lang))}</p>" if unread else ""
        told(self.verified, f'<div class="tt">{said}</div>')


def _author_told(author: Mapping[str, Any]) -> str:
    named = author.get("literal") or author.get("family", "")
    return f"{named}, {author['given']}" if author.get("given") else str(named)


def _author_read(text: str) -> dict[str, str]:
    """With a comma family and given name, without one the name as it is."""
    family, comma, given = text.strip().partition(",")
    return {"family": family.strip(), "given": given.strip()} if comma and given.strip() else {"literal": text.strip()}


PAGES: tuple[type[Page], ...] = (StepPage, BattlePage, SourcePage)
