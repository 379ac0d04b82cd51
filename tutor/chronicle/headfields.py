"""The pages of a chronicle's head: the battle, its places, the formations behind counters, the sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any, get_args

import ipywidgets as W

from tutor.board.chooser import Chooser
from tutor.board.stage import Stage
from tutor.board.widgets import row, shown, told
from tutor.chronicle import draft as edits
from tutor.chronicle.draft import FORMATIONS, PLACES, SOURCES, in_words
from tutor.chronicle.fields import (
    Citations,
    Entries,
    Page,
    in_words_of,
    read_at,
    read_time,
    said_of,
    written_at,
    written_time,
)
from tutor.chronicle.said import say
from tutor.files.chronicle import Certainty, CslType, Kind

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
        return lambda: said_of(in_words(self._battle.get(key), self.lang))

    def _entitle(self, key: str) -> Callable[[str], None]:
        return lambda text: self.do(edits.entitle, key, self.lang, text, of=(key, self.lang))

    def _plain(self, key: str) -> Callable[[], str]:
        return lambda: said_of(self._battle.get(key))

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


class PlacePage(Entries):
    """The places of the battle: where they lie on the globe, and which place of the map that is."""

    name, kind = "places", PLACES

    def build(self) -> Iterator[Any]:
        yield row(self.press("new-place", self._add, "primary"))
        yield from self.choosing()
        self.called = self.text("place-name", self.words("name"), self.tell("name"))
        self.at = self.text("at", self._at, self._put_at)
        self.on_map = Chooser("100%", "84px")
        self.on_map.on_choice = self.annotate.pressed_with(self.put("on-map"))
        self.on_map.on_unknown = self.annotate.unknown
        yield from (self.called, self.at, self.on_map)
        yield self.text("place-note", self.words("note"), self.tell("note"), tall=True)
        yield self.drop

    def _add(self) -> None:
        self.begin(edits.free_name(self.draft, PLACES))

    def _at(self) -> str:
        return written_at(self.entry.get("at"))

    def _put_at(self, text: str) -> None:
        self.change("at", read_at(text))

    def relabel(self) -> None:
        super().relabel()
        self.on_map.description = say("write.on-map", self.lang)

    def rest(self) -> None:
        super().rest()
        shown(self.on_map, bool(self.chosen))
        stage = Stage(self.annotate.writing.begun.state, self.lang)
        places = [(stage.place(place), place) for place in stage.state.everything("place")]
        self.on_map.fill([(say("write.off-map", self.lang), ""), *places], self.entry.get("on-map"))


class FormationPage(Entries):
    """The real formations behind the counters."""

    name, kind = "formations", FORMATIONS

    def build(self) -> Iterator[Any]:
        self.behind = Chooser("100%", "84px")
        self.behind.on_choice = self.annotate.pressed_with(self._add)
        self.behind.on_unknown = self.annotate.unknown
        yield self.behind
        yield from self.choosing()
        self.called = self.text("formation-name", self.words("name"), self.tell("name"))
        self.led = self.text("commander", self.plain("commander"), self.put("commander"))
        self.certainty = self.choice("certainty", self.plain("certainty"), self.put("certainty"))
        yield from (self.called, self.led, self.certainty)
        for key in ("strength", "note"):
            yield self.text(f"formation-{key}", self.words(key), self.tell(key), key == "note")
        self.cites = Citations(self, lambda: (*FORMATIONS, self.chosen) if self.chosen else ())
        yield from (*self.cites.parts, self.drop)

    def _add(self, unit: str) -> None:
        if unit not in edits.entries(self.draft, FORMATIONS):
            self.begin(unit)
        self.chosen = unit

    def relabel(self) -> None:
        super().relabel()
        self.behind.description = say("write.behind", self.lang)

    def _counters(self) -> dict[str, str]:
        """The name of every counter of the scenario."""
        stage = Stage(self.annotate.writing.begun.state, self.lang)
        return {piece.id: stage.counter(piece).name or piece.id for piece in stage.state.pieces}

    def name_of(self, id: str, entry: Mapping[str, Any]) -> str:
        return f"{self._counters().get(id, id)} · {in_words_of(entry['name'], self.lang)}"

    def choices(self) -> None:
        super().choices()
        self.options(self.certainty, [("–", ""), *((say(one, self.lang), one) for one in get_args(Certainty))])
        if self.chosen:
            self.cites.choices()

    def rest(self) -> None:
        super().rest()
        self.behind.fill(sorted((name, unit) for unit, name in self._counters().items()))
        self.cites.show(bool(self.chosen))


class SourcePage(Entries):
    """The sources: what they are, where they lie, and how far they were read."""

    name, kind = "source", SOURCES

    def build(self) -> Iterator[Any]:
        self.add = self.press("new-source", self._add, "primary")
        yield row(self.add)
        yield from self.choosing()
        self.title = self.text("source-title", self.plain("title"), self.put("title"))
        self.sort = self.choice("kind", self.plain("kind"), self._sort)
        yield from (self.title, self.sort)
        yield self.text("source-author", self._authors, self._author)
        for key in ("issued", "publisher", "archive", "URL", "accessed"):
            yield self.text(key, self.plain(key), self._put_plain(key))
        self.extent = self.text("read", self.words("read"), self.tell("read"))
        self.verified = W.HTML()
        yield from (self.extent, self.verified, self.drop)

    def _add(self) -> None:
        self.begin(edits.free_name(self.draft, SOURCES))

    def _put_plain(self, key: str) -> Callable[[str], None]:
        return lambda text: self.change(key, text.strip() if key in ("URL", "accessed", "issued") else text)

    def _sort(self, value: str) -> None:
        """The kind, and with it what CSL calls it."""
        if self.chosen:
            kind = edits.entry(self.draft, SOURCES, self.chosen, "kind", value)
            typed = edits.entry(kind, SOURCES, self.chosen, "type", TYPES.get(value, "document"))
            self.annotate.writing.enter(typed)

    def _authors(self) -> str:
        return "; ".join(_author_told(one) for one in self.entry.get("author", ()))

    def _author(self, text: str) -> None:
        self.change("author", [_author_read(one) for one in text.split(";") if one.strip()])

    def name_of(self, id: str, entry: Mapping[str, Any]) -> str:
        return str(entry["title"])

    def choices(self) -> None:
        super().choices()
        kinds = [(say(f"kind.{one}", self.lang), one) for one in get_args(Kind)]
        self.options(self.sort, [("–", ""), *kinds], self.entry.get("kind", ""))

    def rest(self) -> None:
        super().rest()
        shown(self.extent, bool(self.entry.get("accessed")))
        unread = "write.no-sources" if not self.chosen else "" if self.entry.get("accessed") else "write.unread"
        said = f"<p>{escape(say(unread, self.lang))}</p>" if unread else ""
        told(self.verified, f'<div class="tt">{said}</div>')


def _author_told(author: Mapping[str, Any]) -> str:
    named = author.get("literal") or author.get("family", "")
    return f"{named}, {author['given']}" if author.get("given") else str(named)


def _author_read(text: str) -> dict[str, str]:
    """With a comma family and given name, without one the name as it is."""
    family, comma, given = text.strip().partition(",")
    return {"family": family.strip(), "given": given.strip()} if comma and given.strip() else {"literal": text.strip()}
