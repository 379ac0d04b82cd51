"""What pages of fields are made of: each field shows the draft, and edits it as one types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

import ipywidgets as W
from pydantic import ValidationError

from tutor.board.widgets import Buttons, button, heard, shown, told
from tutor.chronicle import draft as edits
from tutor.chronicle.draft import SOURCES, Way, in_words
from tutor.chronicle.said import say
from tutor.engine.text import Lang
from tutor.files.chronicle import UNSAID
from tutor.rendering.html import heading

if TYPE_CHECKING:
    from tutor.chronicle.annotate import Annotate

FORMED = ("time", "dates", "at", "issued", "accessed", "URL")  # whose form is told below them: not every text has it


class Field:
    """A widget, what it shows of the draft, and what is done when it is written in."""

    def __init__(
        self, page: Page, name: str, widget: Any, read: Callable[[], Any], write: Callable[[Any], None]
    ) -> None:
        self.name, self.widget, self.read, self.write = name, widget, read, write
        self.form = W.HTML() if name in FORMED else None
        self.wrong = False
        self._page = page
        widget.observe(self._heard, "value")

    def _heard(self, change: Any) -> None:
        if self._page.showing:
            return
        self._page.annotate.safely(lambda: self._written(change["new"]))()

    def _written(self, value: Any) -> None:
        """What has not the form that it must have is not entered, and that is told where one writes."""
        try:
            self.write(value)
        except ValidationError:
            self._judged(wrong=True)
        else:
            self._judged(wrong=False)
            self._page.annotate.show_written(self._page)

    def _judged(self, wrong: bool) -> None:
        if wrong != self.wrong:
            self.wrong = wrong
            (self.widget.add_class if wrong else self.widget.remove_class)("tutor-wrong")
            self.tell_form()

    def tell_form(self) -> None:
        """How it is to be written; that it is not yet, where it is not."""
        if self.form is None:
            return
        lang = self._page.lang
        form = say(f"form-of.{self.name}", lang)
        kind, role = ("no", ' role="status"') if self.wrong else ("soft", "")
        line = say("write.wrong", lang, title=form) if self.wrong else form
        told(self.form, f'<div class="tt"><p class="form {kind}"{role}>{escape(line)}</p></div>')

    def show(self) -> None:
        value = self.read()
        if self.widget.value != value:
            self.widget.value = value
            self._judged(wrong=False)

    def shown(self, yes: bool) -> None:
        shown(self.widget, yes)
        if self.form is not None:
            shown(self.form, yes)


class Page:
    """A page of fields; while it shows the draft nobody hears what its widgets say."""

    name = ""

    def __init__(self, annotate: Annotate) -> None:
        self.annotate = annotate
        self.showing = False
        self.fields: list[Field] = []
        self.heads: list[tuple[str, W.HTML]] = []
        self.buttons: list[tuple[str, W.Button]] = []
        self.box = W.VBox([*self._with_forms(self.build())])
        self.box.add_class("tutor-page")

    def build(self) -> Iterator[Any]:
        raise NotImplementedError

    def _with_forms(self, parts: Iterator[Any]) -> Iterator[Any]:
        """Below a field how it is to be written, where that is not plain."""
        for part in parts:
            yield part
            yield from (one.form for one in self.fields if one.widget is part and one.form is not None)

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

    def one_of(self, act: Callable[[int], None]) -> Buttons:
        """As many buttons as there are things, of which one is pressed."""
        return Buttons(lambda n: self.annotate.pressed(lambda: act(n)))

    def options(self, widget: W.Dropdown, pairs: list[tuple[str, str]], value: Any = None) -> None:
        """What may be chosen, in the language that is spoken."""
        given = tuple(pairs)
        if all(field.widget is not widget for field in self.fields):
            heard(widget, given[0][0])  # what stands in it unchosen
        if widget.options != given:
            kept = widget.value if value is None else value
            widget.options = given
            widget.value = kept if kept in [one for _, one in given] else given[0][1]

    # -- showing -----------------------------------------------------------------------------------------
    def relabel(self) -> None:
        for name, head in self.heads:
            told(head, f'<div class="tt">{heading(escape(say(f"write.{name}", self.lang)))}</div>')
        for name, made in self.buttons:
            made.description = say(f"write.{name}", self.lang)
        for field in self.fields:
            field.widget.description = say(f"write.{field.name}", self.lang)
            field.tell_form()

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


class Citations:
    """The sources that a step or a formation cites, each with its page and what it says there; `of` says which."""

    def __init__(self, page: Page, of: Callable[[], Way]) -> None:
        self.of, self.chosen = of, 0
        self._page = page
        self.cite = W.Dropdown(options=[("–", "")], layout=W.Layout(width="100%"))
        self.cite.observe(page.annotate.safely(self._cite), "value")
        self.named = page.one_of(self._choose)
        self.page = page.text("page", self._told("page"), self._more("page"))
        self.quote = page.text("quote", self._told("text"), self._quote)
        self.uncite = page.press("uncite", lambda: page.do(edits.uncite, self.of(), self._number))

    @property
    def parts(self) -> tuple[Any, ...]:
        return self.cite, self.named.box, self.page, self.quote, self.uncite

    @property
    def _cited(self) -> Sequence[Any]:
        way = self.of()
        return edits.cited_at(self._page.draft, way) if way else ()

    @property
    def _number(self) -> int:
        return min(self.chosen, len(self._cited) - 1)

    def _cite(self, change: Any) -> None:
        if self._page.showing or not change["new"]:
            return
        self._page.do(edits.cite, self.of(), change["new"])
        self.chosen = len(self._cited) - 1
        self._page.annotate.show()

    def _choose(self, n: int) -> None:
        self.chosen = n

    def _one(self) -> Mapping[str, Any]:
        found = self._cited
        one = found[self._number] if found else {}
        return {"source": one} if isinstance(one, str) else one

    def _told(self, key: str) -> Callable[[], str]:
        return lambda: in_words(self._one().get(key), self._page.lang)

    def _more(self, key: str) -> Callable[[str], None]:
        return lambda text: self._enter(key, text, key)

    def _quote(self, text: str) -> None:
        self._enter("text", edits.worded(self._one().get("text"), self._page.lang, text), "quote")

    def _enter(self, key: str, value: Any, field: str) -> None:
        self._page.do(edits.cite_more, self.of(), self._number, key, value, of=(field, self.of(), self._number))

    def choices(self) -> None:
        """The sources that may be cited."""
        known, lang = edits.entries(self._page.draft, SOURCES), self._page.lang
        first = say("write.cite" if known else "write.no-sources", lang)
        self._page.options(self.cite, [(first, ""), *((one["title"], id) for id, one in known.items())])
        self.cite.value = ""

    def show(self, yes: bool = True) -> None:
        """Those that are cited; nothing, where there is nobody who cites."""
        shown(self.cite, yes)
        cited = [self._name(one) for one in self._cited] if yes else []
        pressed(self.named, cited, self._number if cited else -1)
        for one in (self.page, self.quote, self.uncite):
            shown(one, bool(cited))

    def _name(self, cited: Any) -> str:
        source = cited if isinstance(cited, str) else cited["source"]
        title = edits.entries(self._page.draft, SOURCES)[source]["title"]
        page = "" if isinstance(cited, str) else cited.get("page", "")
        return f"{title}, {page}" if page else str(title)


class Entries(Page):
    """A page of things that the head has many of, one of which is written on."""

    kind: ClassVar[Way]

    def choosing(self) -> Iterator[Any]:
        """Which of them is written on."""
        self.chosen = ""
        self.which = W.Dropdown(options=[("–", "")], layout=W.Layout(width="100%"))
        self.which.observe(self.annotate.safely(self._choose), "value")
        self.drop = self.press("drop", self._drop)
        yield self.which

    @property
    def entry(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = edits.entries(self.draft, self.kind).get(self.chosen, {})
        return found

    def _choose(self, change: Any) -> None:
        if not self.showing:
            self.chosen = change["new"]
            self.show()

    def begin(self, id: str) -> None:
        """One more, which is written on from now on."""
        self.do(edits.new_entry, self.kind, id)
        self.chosen = id

    def _drop(self) -> None:
        if self.chosen:
            self.do(edits.drop_entry, self.kind, self.chosen)

    # -- fields of it --------------------------------------------------------------------------------------------
    def plain(self, key: str) -> Callable[[], str]:
        return lambda: said_of(self.entry.get(key))

    def put(self, key: str) -> Callable[[Any], None]:
        return lambda value: self.change(key, value)

    def words(self, key: str) -> Callable[[], str]:
        return lambda: said_of(in_words(self.entry.get(key), self.lang))

    def tell(self, key: str) -> Callable[[str], None]:
        return lambda text: self.change(key, edits.worded(self.entry.get(key), self.lang, text))

    def change(self, key: str, value: Any) -> None:
        if self.chosen:
            self.do(edits.entry, self.kind, self.chosen, key, value, of=(self.kind, self.chosen, key, self.lang))

    # -- showing -----------------------------------------------------------------------------------------
    def name_of(self, id: str, entry: Mapping[str, Any]) -> str:
        """How it stands in the list."""
        return in_words_of(entry["name"], self.lang)

    def choices(self) -> None:
        known = edits.entries(self.draft, self.kind)
        if self.chosen not in known:
            self.chosen = next(reversed([*known]), "")
        pairs = [(self.name_of(id, one), id) for id, one in known.items()] or [("–", "")]
        self.options(self.which, pairs, self.chosen)
        if self.which.value != self.chosen:
            self.which.value = self.chosen

    def rest(self) -> None:
        some = bool(self.chosen)
        for field in self.fields:
            field.shown(some)
        shown(self.which, some)
        shown(self.drop, some)


def pressed(buttons: Buttons, names: Sequence[str], number: int) -> None:
    """Buttons with these names, of which one is pressed."""
    for n, made in enumerate(buttons.named(names)):
        made.button_style = "primary" if n == number else ""


# -- how things are typed ----------------------------------------------------------------------------------------
def in_words_of(words: Any, lang: Lang) -> str:
    """A text in this language, else as it is there."""
    return in_words(words, lang) or next((str(one) for one in words.values() if one), "")


def written_time(time: Any) -> str:
    """As it is typed: one moment, or two with a stroke between them."""
    return f"{time['from']}/{time['until']}" if isinstance(time, Mapping) else str(time or "")


def read_time(text: str) -> Any:
    start, stroke, until = text.strip().partition("/")
    return {"from": start.strip(), "until": until.strip()} if stroke else start or None


def written_at(at: Any) -> str:
    """Latitude and longitude as they are typed."""
    return ", ".join(f"{degrees:.9g}" for degrees in at) if at else ""


DEGREES = r"([-−+]?\d+(?:[.,]\d+)?)\s*°?\s*([NSEWO]?)"
BETWEEN = r"(?:\s*[,;/]\s*|\s+)"


def read_at(text: str) -> Any:
    """Two numbers, however they are parted: 45.877, 11.474; 45,877 11,474; 45.877 N, 11.474 E. Else the text itself."""
    found = re.fullmatch(rf"\s*{DEGREES}{BETWEEN}{DEGREES}\s*", text, re.IGNORECASE)
    if found is None:
        return text.strip() or None
    first, north, second, east = found.groups()
    return [_degrees(first, north.upper() == "S"), _degrees(second, east.upper() in ("W", "O"))]


def _degrees(number: str, negative: bool) -> float:
    found = float(number.replace(",", ".").replace("−", "-"))
    return -found if negative else found


def said_of(text: Any) -> str:
    """What a field shows: nothing, where nobody has said anything yet."""
    return "" if text in (None, UNSAID) else str(text)
