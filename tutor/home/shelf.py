"""What there is to open: the scenarios, lessons, drills, records and situations of all games, by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from tutor import library, rulesets
from tutor.cases.shelf import tried
from tutor.chronicle.said import text as words
from tutor.chronicle.said import when
from tutor.compare import situation as situations
from tutor.engine.text import LANGUAGES, Text
from tutor.files.faults import BadFile
from tutor.files.loading import load
from tutor.home import told
from tutor.home.said import both
from tutor.lessons import Lesson, find, lessons
from tutor.lessons.hours import hour, hours

Kind = Literal["play", "learn", "chronicle", "record", "drill", "compare", "write"]
KINDS: tuple[Kind, ...] = ("play", "learn", "chronicle", "record", "drill", "compare")
NOTHING = Text("", "")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be opened. Of a file that cannot be read, `faults` says why."""

    kind: Kind
    name: str
    title: Text
    note: Text = NOTHING
    more: Text = NOTHING
    game: str = ""
    faults: tuple[Text, ...] = ()

    @property
    def path(self) -> str:
        """Where it lies below Home."""
        return f"{self.kind}/{quote(self.name)}"


def scenarios(game: str) -> Iterator[Entry]:
    for name in library.names(game):
        yield _readable(Entry("play", name, _slug(name), game=game), _of_scenario)


def _of_scenario(bare: Entry) -> Entry:
    found = library.scenario(bare.name)
    date, story = (Text.of(found.data.get(one)) for one in ("date", "story"))
    return Entry("play", bare.name, found.title, date, story, bare.game)


def taught(game: str) -> Iterator[Entry]:
    """The lessons of a game, in the order in which it is learnt."""
    for name in lessons(game):
        yield _readable(Entry("learn", name, _slug(name), game=game), _of_lesson)


def _of_lesson(bare: Entry) -> Entry:
    lesson = find(bare.name)
    aims = Text(*(" ".join(aim(lang) for aim in lesson.objectives) for lang in LANGUAGES))
    return Entry("learn", bare.name, lesson.title, both("minutes", minutes=lesson.minutes), aims, bare.game)


def prepared(game: str) -> Iterator[Entry]:
    """The hours in class on lessons of a game."""
    for name in hours(game):
        yield _readable(Entry("learn", name, _slug(name), game=game), _of_hour)


def _of_hour(bare: Entry) -> Entry:
    found = hour(bare.name)
    question = Text(found.form.question.fr, found.form.question.en)
    return Entry("learn", bare.name, found.title, question, game=bare.game)


def drilled(game: str) -> Iterator[Entry]:
    """The rules that the lessons of a game are about, each to be practised by itself."""
    book = rulesets.book(game)
    for rule in dict.fromkeys(rule for lesson in _lessons(game) for rule in lesson.about if rule in book):
        yield Entry("drill", f"{game}/{rule}", book[rule].title, Text.of(book[rule].cited), game=game)


def _lessons(game: str) -> Iterator[Lesson]:
    for name in lessons(game):
        try:
            yield find(name)
        except BadFile:  # it is told where the lesson itself stands
            continue


def record_files(game: str) -> Mapping[str, Path]:
    """The records that came with a game, or lie in one's own folder, by name."""
    found = (path for shelf in library.shelves(game) for path in sorted((shelf / "records").glob("*.yaml")))
    return {f"{game}/{path.stem}": path for path in reversed([*found])}


def records(game: str) -> Iterator[Entry]:
    for name in sorted(record_files(game)):
        yield _readable(Entry("record", name, _slug(name), game=game), _of_record)


def _of_record(bare: Entry) -> Entry:
    path = record_files(bare.game)[bare.name]
    return Entry("record", bare.name, _title(path, path.stat().st_mtime) or bare.title, game=bare.game)


@cache
def _title(path: Path, stamp: float) -> Text:
    return Text.of(load(path, "record").data.get("title"))


def chronicles(game: str) -> Iterator[Entry]:
    for name in told.files(game):
        yield _readable(Entry("chronicle", name, _slug(name), game=game), _of_chronicle)


def _of_chronicle(bare: Entry) -> Entry:
    battle = told.form(told.files(bare.game)[bare.name]).battle
    title, summary = (Text(*(words(one, lang) for lang in LANGUAGES)) for one in (battle.title, battle.summary))
    dates = Text(*(when(battle.dates, lang) for lang in LANGUAGES)) if battle.dates is not None else NOTHING
    return Entry("chronicle", bare.name, title, dates, summary, bare.game)


def writings(game: str) -> Iterator[Entry]:
    """One's own chronicles, to go on with; and on every scenario a new one."""
    for name in told.own(game):
        yield _readable(Entry("write", name, _slug(name), game=game), _of_writing)
    for one in scenarios(game):
        if not one.faults:
            _, _, stem = one.name.partition("/")
            title = Text(*(both("new-chronicle", title=one.title(lang))(lang) for lang in LANGUAGES))
            yield Entry("write", f"{game}/{told.NEW}{stem}", title, one.note, game=game)


def _of_writing(bare: Entry) -> Entry:
    battle = told.form(told.own(bare.game)[bare.name]).battle
    return Entry("write", bare.name, Text(*(words(battle.title, lang) for lang in LANGUAGES)), game=bare.game)


def compared() -> Iterator[Entry]:
    """The situations that all games can be put before, in the order of the war."""
    found = (_readable(Entry("compare", name, _slug(name)), _of_situation) for name in situations.names())
    yield from sorted(found, key=_when)


def _when(entry: Entry) -> tuple[int, int]:
    if entry.faults:
        return 0, 0  # what cannot be read stands first: somebody is at it
    found = situations.situation(entry.name)
    return found.year, found.month


def _of_situation(bare: Entry) -> Entry:
    found = situations.situation(bare.name)
    title, date, story = (Text(one.fr, one.en) for one in (found.title, found.date, found.story))
    return Entry("compare", bare.name, title, date, story)


def _readable(bare: Entry, read: Callable[[Entry], Entry]) -> Entry:
    """The entry as its file has it; where the file is faulty, by the file's name and with its faults."""
    try:
        return read(bare)
    except BadFile as bad:
        found = zip(*(bad.told(lang) for lang in LANGUAGES), strict=True)
        return Entry(bare.kind, bare.name, bare.title, game=bare.game, faults=tuple(Text(*one) for one in found))


def _slug(name: str) -> Text:
    return Text.of(name.partition("/")[2] or name)


OF_GAMES: Mapping[Kind, Callable[[str], Iterator[Entry]]] = {
    "play": scenarios,
    "learn": taught,
    "chronicle": chronicles,
    "record": records,
    "drill": drilled,
}


TO_WRITE: Mapping[Kind, Callable[[str], Iterator[Entry]]] = {"write": writings}  # begun where one comes to write


def of_game(game: str, kind: Kind) -> tuple[Entry, ...]:
    return tuple({**OF_GAMES, **TO_WRITE}[kind](game))


def everything() -> Iterator[Entry]:
    """All that can be opened."""
    for game in rulesets.games():
        for kind in OF_GAMES:
            yield from of_game(game, kind)
    yield from compared()


def entry(kind: str, name: str) -> Entry | None:
    """What has this name; None where nothing has: a name is looked up, never read as a path."""
    game, _, rule = name.partition("/")
    if kind == "drill" and game in rulesets.games() and rule in rulesets.book(game) and tried(game, rule):
        found = rulesets.book(game)[rule]  # more can be practised than the lessons are about
        return Entry("drill", name, found.title, Text.of(found.cited), game=game)
    if (kind in OF_GAMES or kind in TO_WRITE) and game in rulesets.games():
        return next((one for one in of_game(game, kind) if one.name == name), None)  # type: ignore[arg-type]
    return next((one for one in compared() if one.name == name), None) if kind == "compare" else None
