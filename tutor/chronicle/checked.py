"""A chronicle's file, checked whole: its places, units, sources and rules, its dates, and what a rule forbids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor import library
from tutor.chronicle.course import Course, Playing
from tutor.engine.play import Line
from tutor.engine.rulebook import Rulebook
from tutor.engine.text import LANGUAGES
from tutor.files import references
from tutor.files.chronicle import FORMAT, UNSAID, Chronicle, Cited, Span, When
from tutor.files.chronicle import Line as Told
from tutor.files.faults import BadFile, Fault
from tutor.files.loading import Loaded, load, parse
from tutor.files.writing import to_yaml
from tutor.library import Scenario
from tutor.recorded import law_of_record

Way = tuple[object, ...]
PICTURES = {".png": b"\x89PNG", ".jpg": b"\xff\xd8", ".jpeg": b"\xff\xd8"}
LARGEST = 400_000  # bytes of a picture: a page is to be sent by post


@dataclass(frozen=True, eq=False)
class Story:
    """A chronicle that is right: its file, the scenario that it begins with, and its course."""

    path: Path
    form: Chronicle
    scenario: Scenario
    begun: Line
    course: Course


def story(path: Path) -> Story:
    """A chronicle from its file, or a record as one; raises BadFile with every fault."""
    loaded = load(path)
    if loaded.kind == "record":
        loaded = parse(to_yaml(of_record(loaded.data, path.stem)), str(path), "chronicle")
    elif loaded.kind != "chronicle":
        raise BadFile([loaded.fault((), "no-chronicle")])
    found, faults = _looked_over(loaded)
    if faults or found is None:
        raise BadFile(faults)
    return found


def faults(loaded: Loaded) -> Iterator[Fault]:
    """Every fault of a chronicle whose form is right."""
    yield from _looked_over(loaded)[1]


def _looked_over(loaded: Loaded) -> tuple[Story | None, list[Fault]]:
    assert isinstance(loaded.form, Chronicle)
    form = loaded.form
    found = [*_told(loaded, form)]
    try:
        scenario = library.scenario(form.scenario)
    except library.NotInLibrary as missing:
        return None, [*found, loaded.fault(("scenario",), "no-scenario", scenario=missing.name, near=missing.near)]
    found += _rules_named(loaded, form.lines, scenario.rules.book, ("lines",))
    law = list(law_of_record(loaded, scenario))
    if law:
        return None, [*found, *law]
    state = scenario.position(form.readings, form.options)
    found += _on_the_map(loaded, form, state)
    begun = Line.begun(scenario.rules, state)
    playing = Playing()
    course = playing.course(form.lines, begun)
    found += [loaded.fault(one.way, one.kind, on_key=one.on_key, **one.facts) for one in playing.missteps]
    return Story(Path(loaded.path), form, scenario, begun, course), found


def of_record(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A record as a chronicle: its lines are acts, and its sources are named as far as a record names them."""
    named = list(dict.fromkeys(one for part in (data, *data["lines"]) for one in part.get("sources", ())))
    known = {source: f"s{number}" for number, source in enumerate(named, 1)}
    title = data.get("title") or name
    lines = [
        {key: value for key, value in line.items() if key != "sources"}
        | ({"sources": [known[one] for one in line["sources"]]} if line.get("sources") else {})
        for line in data["lines"]
    ]
    head = {key: data[key] for key in ("note", "shapes") if key in data}
    opening = [{"pause": True, "title": title, **head}] if head else []
    return {
        "chronicle": FORMAT,
        "battle": {
            "title": title,
            "dates": None,
            "author": UNSAID,
            "licence": UNSAID,
            "summary": data.get("note") or title,
        },
        **{key: data[key] for key in ("scenario", "readings", "options") if key in data},
        "sources": {id: {"type": "document", "title": source} for source, id in known.items()},
        "lines": [*opening, *lines],
    }


# -- what needs no game --------------------------------------------------------------------------------------------
def _told(loaded: Loaded, form: Chronicle) -> Iterator[Fault]:
    """Sources, dates, places, formations and pictures."""
    if form.battle.dates is not None:
        yield from _span(loaded, form.battle.dates, ("battle", "dates"))
    for id, formation in form.formations.items():
        way: Way = ("formations", id)
        yield from _sources(loaded, form, formation.sources, (*way, "sources"))
        yield from _certain(loaded, formation.certainty, formation.sources, way)
    for id, source in form.sources.items():
        if source.read is not None and source.accessed is None:
            yield loaded.fault(("sources", id, "read"), "read-undated", source=id)
    yield from _lines(loaded, form, form.lines, ("lines",), None)


def _lines(
    loaded: Loaded, form: Chronicle, lines: Sequence[Told], way: Way, since: tuple[int, ...] | None
) -> Iterator[Fault]:
    before = since
    for index, line in enumerate(lines):
        here = (*way, index)
        yield from _sources(loaded, form, line.sources, (*here, "sources"))
        yield from _certain(loaded, line.certainty, line.sources, here)
        yield from _pictures(loaded, line, here)
        yield from _situation(loaded, line, here)
        if line.place is not None and line.place not in form.battle.places:
            known = tuple(form.battle.places)
            yield loaded.fault((*here, "place"), "no-spot", place=line.place, known=known)
        for n, unit in enumerate(line.formations):
            if unit not in form.formations:
                known = tuple(form.formations)
                yield loaded.fault((*here, "formations", n), "no-formation", unit=unit, known=known)
        if line.variation is not None:
            yield from _lines(loaded, form, line.variation.lines, (*here, "variation", "lines"), before)
        if line.time is not None:
            yield from _span(loaded, line.time, (*here, "time"))
            begins = moment(start_of(line.time))
            if since is not None and earlier(begins, since):
                yield loaded.fault((*here, "time"), "backwards", time=start_of(line.time), before=_date(since))
            before, since = since, begins


def _sources(loaded: Loaded, form: Chronicle, sources: Iterable[Cited | str], way: Way) -> Iterator[Fault]:
    known = tuple(form.sources)
    for n, one in enumerate(sources):
        name, where = (one, (*way, n)) if isinstance(one, str) else (one.source, (*way, n, "source"))
        if name not in form.sources:
            yield loaded.fault(where, "no-source", source=name, known=known)


def _certain(loaded: Loaded, certainty: str | None, sources: Sequence[Any], way: Way) -> Iterator[Fault]:
    """What is more than conjecture rests on a source."""
    if certainty not in (None, "conjecture") and not sources:
        yield loaded.fault((*way, "certainty"), "no-ground", certainty=certainty)


def _pictures(loaded: Loaded, line: Told, way: Way) -> Iterator[Fault]:
    for n, picture in enumerate(line.pictures):
        where = (*way, "pictures", n)
        path = Path(loaded.path).parent / picture.file
        unfit = unfit_picture(picture.file, path.read_bytes() if path.is_file() else None)
        if unfit is not None:
            yield loaded.fault((*where, "file"), unfit[0], **unfit[1])
        for key in ("says", "credit", "licence"):
            if getattr(picture, key) == UNSAID:
                yield loaded.fault((*where, key), f"picture-{key}", file=picture.file)


def unfit_picture(file: str, content: bytes | None) -> tuple[str, dict[str, Any]] | None:
    """What keeps a file from being a picture of a chronicle: a message, and its facts."""
    begins = PICTURES.get(Path(file).suffix.lower())
    if begins is not None and content is None:
        return "no-picture", {"file": file}
    if begins is None or content is None or not content.startswith(begins):
        return "picture-kind", {"file": file, "known": tuple(PICTURES)}
    if len(content) > LARGEST:
        return "picture-size", {"file": file, "limit": LARGEST // 1000}
    return None


def _situation(loaded: Loaded, line: Told, way: Way) -> Iterator[Fault]:
    """What the comparison puts to the other games lies in the library."""
    if line.situation is not None:
        known = library.situations()
        if line.situation not in known:
            yield loaded.fault((*way, "situation"), "no-such-situation", name=line.situation, known=tuple(known))


# -- dates -----------------------------------------------------------------------------------------------------------
def moment(day: str) -> tuple[int, ...]:
    """A date as numbers, as many as it has."""
    return tuple(map(int, day.replace("T", "-").replace(":", "-").split("-")))


def start_of(time: When) -> str:
    return time.start if isinstance(time, Span) else time


def earlier(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether a date lies before another, as far as both say."""
    both = min(len(one), len(other))
    return one[:both] < other[:both]


def _date(numbers: tuple[int, ...]) -> str:
    day = "-".join(f"{part:02}" for part in numbers[:3])
    return f"{day}T{':'.join(f'{part:02}' for part in numbers[3:])}" if len(numbers) > 3 else day


def _span(loaded: Loaded, time: When, way: Way) -> Iterator[Fault]:
    if isinstance(time, Span) and earlier(moment(time.until), moment(time.start)):
        yield loaded.fault((*way, "until"), "backwards", time=time.until, before=time.start)


# -- what the game knows --------------------------------------------------------------------------------------------
def _rules_named(loaded: Loaded, lines: Sequence[Told], book: Rulebook, way: Way) -> Iterator[Fault]:
    for index, line in enumerate(lines):
        here = (*way, index)
        if line.rule is not None:
            yield from references.rules(loaded, book, [line.rule], (*here, "rule"))
        yield from references.rules(loaded, book, line.despite, (*here, "despite"))
        if line.variation is not None:
            yield from _rules_named(loaded, line.variation.lines, book, (*here, "variation", "lines"))


def _on_the_map(loaded: Loaded, form: Chronicle, state: Any) -> Iterator[Fault]:
    """Places of the map and units of the scenario."""
    for id, spot in form.battle.places.items():
        if spot.on_map is not None and not state.exists("place", spot.on_map):
            way = ("battle", "places", id, "on-map")
            yield loaded.fault(way, "no-place-named", place=spot.on_map)
    for id in form.formations:
        if not state.exists("unit", id):
            yield loaded.fault(("formations", id), "no-unit", on_key=True, unit=id)
    yield from _drawn(loaded, form.lines, state, ("lines",))


def _drawn(loaded: Loaded, lines: Sequence[Told], state: Any, way: Way) -> Iterator[Fault]:
    for index, line in enumerate(lines):
        here = (*way, index)
        for n, shape in enumerate(line.shapes):
            single = isinstance(getattr(shape, shape.what), str)
            for m, place in enumerate(shape.places):
                if not state.exists("place", place):
                    end = (shape.what,) if single else (shape.what, m)
                    yield loaded.fault((*here, "shapes", n, *end), "no-place-drawn", place=place)
        if line.variation is not None:
            yield from _drawn(loaded, line.variation.lines, state, (*here, "variation", "lines"))


def languages(form: Chronicle) -> tuple[str, ...]:
    """The languages in which the chronicle has its title; all where it is one text."""
    title = form.battle.title
    return LANGUAGES if isinstance(title, str) else tuple(lang for lang in LANGUAGES if getattr(title, lang))
