"""A draft: a chronicle while it is written, as plain data, and the line at which the writer stands. It is a value.

Every edit is a pure function from a draft to the next one, and leaves it in the form of a chronicle's file: what is
emptied is taken away, and what a file must have stays. So it can be written to the disk after each keystroke.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from tutor.engine.text import LANGUAGES, Lang
from tutor.files.chronicle import FORMAT, UNSAID

Way: TypeAlias = tuple[Any, ...]
Data: TypeAlias = Mapping[str, Any]
INSIDE = ("variation", "lines")
FIRST: Way = ("lines", 0)
PLACES, FORMATIONS, SOURCES = ("battle", "places"), ("formations",), ("sources",)
ENTRIES = (PLACES, FORMATIONS, SOURCES)  # what the head has many of, each under a name of its own
MUST = {PLACES: "name", FORMATIONS: "name", SOURCES: "title"}  # what each has, whoever said nothing yet


@dataclass(frozen=True)
class Draft:
    """The data of a chronicle, and the way to the line at which one stands."""

    data: Data
    at: Way = FIRST

    @property
    def line(self) -> Data:
        found: Data = found_at(self.data, self.at)
        return found

    @property
    def supposed(self) -> bool:
        """Whether one stands in what might have been."""
        return "variation" in self.at

    @property
    def ways(self) -> tuple[Way, ...]:
        """The way to every line that is told, those of variations after the one that they would replace."""
        return tuple(_ways(self.data["lines"], ("lines",)))


def _ways(lines: Sequence[Data], way: Way) -> Iterator[Way]:
    for index, line in enumerate(lines):
        if "variation" in line:
            yield from _ways(line["variation"]["lines"], (*way, index, *INSIDE))
        else:
            yield (*way, index)


def begun(scenario: str, title: str, lang: Lang, author: str = "") -> Draft:
    """A chronicle of which nothing is told yet."""
    battle = {"title": {lang: title}, "dates": None, "author": author or UNSAID, "licence": "CC BY 4.0"}
    head = {"chronicle": FORMAT, "battle": {**battle, "summary": UNSAID}, "scenario": scenario, "sources": {}}
    return Draft({**head, "lines": [{"pause": True}]})


# -- data ----------------------------------------------------------------------------------------------------------
def found_at(data: Any, way: Way) -> Any:
    for part in way:
        data = data[part]
    return data


def written(data: Any, way: Way, value: Any) -> Any:
    """The data with another value at the end of a way; None takes a key away. The old data stays as it is."""
    if not way:
        return value
    first, *rest = way
    if isinstance(data, list):
        return [*data[:first], written(data[first], tuple(rest), value), *data[first + 1 :]]
    inner = written(data.get(first, {}), tuple(rest), value)
    if inner is None:
        return {key: one for key, one in data.items() if key != first}
    return {**data, first: inner}


def worded(old: Any, lang: Lang, text: str) -> Any:
    """A text with these words in one language; None where nothing is left of it. One that stood for both is let go."""
    spoken = dict(old) if isinstance(old, Mapping) else {}
    spoken[lang] = text
    kept = {one: spoken[one] for one in LANGUAGES if str(spoken.get(one) or "").strip()}
    return kept or None


def in_words(words: Any, lang: Lang) -> str:
    """What a field shows to be written on: the text in this language, or the one that stands for both."""
    return str(words.get(lang) or "") if isinstance(words, Mapping) else str(words or "")


# -- the line at which one stands --------------------------------------------------------------------------------------
def stand(draft: Draft, way: Way) -> Draft:
    return replace(draft, at=way)


def put(draft: Draft, key: str, value: Any) -> Draft:
    """A field of the line; nothing in it takes it away, except what a fact must say."""
    if key == "certainty" and not value and "fact" in draft.line:
        value = "conjecture"
    return replace(draft, data=written(draft.data, (*draft.at, key), value or None))


def tell(draft: Draft, key: str, lang: Lang, text: str) -> Draft:
    """The words of a field in one language."""
    return put(draft, key, worded(draft.line.get(key), lang, text))


def keep(draft: Draft, rules: Sequence[str]) -> Draft:
    """History broke these rules."""
    return put(draft, "despite", list(rules))


def set_also(draft: Draft, unit: str, changes: Data) -> Draft:
    """One more counter that the same fact sets; whether a rule was broken is then another question."""
    fact = draft.line["fact"]
    before = fact.get("sets", {})
    sets = {**before, unit: {**before.get(unit, {}), **changes}}
    return put(put(draft, "fact", {**fact, "sets": sets}), "despite", None)


def draw(draft: Draft, shape: Data) -> Draft:
    return put(draft, "shapes", [*draft.line.get("shapes", ()), dict(shape)])


def rub_out(draft: Draft, number: int) -> Draft:
    return put(draft, "shapes", _without(draft.line["shapes"], number))


def take_part(draft: Draft, unit: str) -> Draft:
    """A formation takes part in the step; one that does no longer."""
    there = draft.line.get("formations", ())
    return put(draft, "formations", [one for one in there if one != unit] if unit in there else [*there, unit])


def add_picture(draft: Draft, file: str) -> Draft:
    """One more picture beside the text; what there is to be seen, and whose it is, is still to be said."""
    picture = {"file": file, "says": UNSAID, "credit": UNSAID, "licence": UNSAID}
    return put(draft, "pictures", [*draft.line.get("pictures", ()), picture])


def caption(draft: Draft, number: int, key: str, value: Any) -> Draft:
    """What a picture must say."""
    return replace(draft, data=written(draft.data, (*draft.at, "pictures", number, key), value or UNSAID))


def take_away(draft: Draft, number: int) -> Draft:
    return put(draft, "pictures", _without(draft.line["pictures"], number))


# -- citations, of the step or of a formation ------------------------------------------------------------------------
def cited_at(draft: Draft, way: Way) -> Sequence[Any]:
    """The sources that are cited there."""
    found: Sequence[Any] = found_at(draft.data, way).get("sources", ())
    return found


def cite(draft: Draft, way: Way, source: str) -> Draft:
    """One more source; one that is cited already is cited at another page."""
    return replace(draft, data=written(draft.data, (*way, "sources"), [*cited_at(draft, way), source]))


def uncite(draft: Draft, way: Way, number: int) -> Draft:
    left = _without(cited_at(draft, way), number)
    return replace(draft, data=written(draft.data, (*way, "sources"), left or None))


def cite_more(draft: Draft, way: Way, number: int, key: str, value: Any) -> Draft:
    """The page of a citation, or what the source says there."""
    cited = cited_at(draft, way)[number]
    whole = {"source": cited} if isinstance(cited, str) else dict(cited)
    told = {one: part for one, part in {**whole, key: value}.items() if part}
    new: Any = told["source"] if len(told) == 1 else told
    return replace(draft, data=written(draft.data, (*way, "sources", number), new))


def _without(listed: Sequence[Any], number: int) -> list[Any]:
    return [one for n, one in enumerate(listed) if n != number]


# -- lines --------------------------------------------------------------------------------------------------------
def _around(draft: Draft) -> tuple[Way, int, list[Data]]:
    """The way to the lines among which one stands, where in them, and the lines."""
    way, index = draft.at[:-1], draft.at[-1]
    return way, index, found_at(draft.data, way)


def _end(lines: Sequence[Data], index: int) -> int:
    """The first line that is no variation of the one at `index`."""
    index += 1
    while index < len(lines) and "variation" in lines[index]:
        index += 1
    return index


def _with_lines(draft: Draft, way: Way, lines: list[Data], at: int) -> Draft:
    return replace(draft, data=written(draft.data, way, lines), at=(*way, at))


def add(draft: Draft, line: Data) -> Draft:
    """A line after the one at which one stands; one stands at it then."""
    way, index, lines = _around(draft)
    after = _end(lines, index)
    return _with_lines(draft, way, [*lines[:after], dict(line), *lines[after:]], after)


def may_delete(draft: Draft) -> bool:
    """A chronicle has one line at least."""
    return draft.supposed or len(_blocks(draft.data["lines"])) > 1


def delete(draft: Draft) -> Draft:
    """Without the line, and without what might have been in its place; a variation of nothing goes, too."""
    way, index, lines = _around(draft)
    left = [*lines[:index], *lines[_end(lines, index) :]]
    if left:
        before = next(n for n in range(min(index, len(left)) - 1, -2, -1) if n < 0 or "variation" not in left[n])
        return _with_lines(draft, way, left, max(before, 0))
    outer = way[: -len(INSIDE)]
    around, number = outer[:-1], outer[-1]
    parents = found_at(draft.data, around)
    replaced = next(n for n in range(number - 1, -1, -1) if "variation" not in parents[n])
    return _with_lines(draft, around, _without(parents, number), replaced)


def suppose(draft: Draft, lang: Lang, title: str) -> Draft:
    """What might have happened in place of the line: it begins with a pause."""
    way, index, lines = _around(draft)
    after = _end(lines, index)
    variation = {"variation": {"title": {lang: title}, "lines": [{"pause": True}]}}
    made = _with_lines(draft, way, [*lines[:after], variation, *lines[after:]], after)
    return replace(made, at=(*way, after, *INSIDE, 0))


def title_variation(draft: Draft, lang: Lang, text: str) -> Draft:
    """The title of the variation in which one stands; it always has one."""
    way = (*draft.at[:-2], "title")
    new = worded(found_at(draft.data, way), lang, text) or {lang: UNSAID}
    return replace(draft, data=written(draft.data, way, new))


def promote(draft: Draft, lang: Lang, title: str) -> Draft:
    """The variation in which one stands is what happened; what was told in its place might have been."""
    way, index, _ = _around(draft)
    outer = way[: -len(INSIDE)]
    around, number = outer[:-1], outer[-1]
    lines = found_at(draft.data, around)
    first = next(n for n in range(number - 1, -1, -1) if "variation" not in lines[n])
    after = _end(lines, first)
    own = lines[number]["variation"]["lines"]
    others = [one for n, one in enumerate(lines[first + 1 : after], first + 1) if n != number]
    demoted = {"variation": {"title": {lang: title}, "lines": [lines[first], *lines[after:]]}}
    branches = _end(own, 0)
    moved = [own[0], *own[1:branches], demoted, *others, *own[branches:]]
    at = index if index < branches else index + 1 + len(others)
    return _with_lines(draft, around, [*lines[:first], *moved], first + at)


def _blocks(lines: Sequence[Data]) -> list[list[Data]]:
    """Every line together with its variations."""
    blocks: list[list[Data]] = []
    for line in lines:
        if "variation" in line:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def may_shift(draft: Draft, by: int) -> bool:
    _, index, lines = _around(draft)
    at = sum("variation" not in line for line in lines[:index])
    return 0 <= at + by < len(_blocks(lines))


def shift(draft: Draft, by: int) -> Draft:
    """The line earlier or later among its own, with its variations."""
    way, index, lines = _around(draft)
    blocks = _blocks(lines)
    at = sum("variation" not in line for line in lines[:index])
    blocks.insert(at + by, blocks.pop(at))
    return _with_lines(draft, way, [line for block in blocks for line in block], sum(map(len, blocks[: at + by])))


# -- the head ------------------------------------------------------------------------------------------------------
def entitle(draft: Draft, key: str, lang: Lang, text: str) -> Draft:
    """Title and summary of the battle: a file must have both."""
    new = worded(draft.data["battle"].get(key), lang, text) or UNSAID
    return replace(draft, data=written(draft.data, ("battle", key), new))


def head(draft: Draft, key: str, value: Any) -> Draft:
    """Another field of the battle."""
    new = value or (None if key == "event" else UNSAID)
    return replace(draft, data=written(draft.data, ("battle", key), new))


def date(draft: Draft, start: str, until: str = "") -> Draft:
    """When it was; nothing where nobody says."""
    dates = {"from": start, "until": until} if start and until else start or None
    return replace(draft, data={**draft.data, "battle": {**draft.data["battle"], "dates": dates}})


def entries(draft: Draft, kind: Way) -> Data:
    """All places, formations or sources, by their names in the file."""
    found = draft.data
    for part in kind:
        found = found.get(part, {})
    return found


def entry(draft: Draft, kind: Way, id: str, key: str, value: Any) -> Draft:
    """A field of a place, a formation or a source; what each must have stays."""
    new = value or (UNSAID if key == MUST[kind] else None)
    made = replace(draft, data=written(draft.data, (*kind, id, key), new))
    if key == "accessed" and not value:
        return replace(made, data=written(made.data, (*kind, id, "read"), None))
    return made


def new_entry(draft: Draft, kind: Way, id: str) -> Draft:
    """One more, of which nothing is said yet."""
    begun = {"type": "document", "title": UNSAID} if kind == SOURCES else {"name": UNSAID}
    return replace(draft, data=written(draft.data, (*kind, id), begun))


def free_name(draft: Draft, kind: Way) -> str:
    """A name that none of them has."""
    known, letter = entries(draft, kind), kind[-1][0]
    return next(f"{letter}{n}" for n in range(1, len(known) + 2) if f"{letter}{n}" not in known)


def drop_entry(draft: Draft, kind: Way, id: str) -> Draft:
    """Without it, wherever it is named."""
    data = written(draft.data, (*kind, id), None)
    without = {PLACES: _unplaced, FORMATIONS: _unformed, SOURCES: _uncited}[kind]
    if kind == SOURCES and "formations" in data:
        data = {**data, "formations": {key: _uncited(one, id) for key, one in data["formations"].items()}}
    return replace(draft, data={**data, "lines": [*_each(data["lines"], lambda line: without(line, id))]})


def _each(lines: Sequence[Data], change: Callable[[Data], Data]) -> Iterator[Data]:
    """Every line changed, those of variations, too."""
    for line in lines:
        if "variation" in line:
            inside = line["variation"]
            yield {**line, "variation": {**inside, "lines": [*_each(inside["lines"], change)]}}
        else:
            yield change(line)


def _unplaced(line: Data, id: str) -> Data:
    return {key: one for key, one in line.items() if key != "place" or one != id}


def _unformed(line: Data, id: str) -> Data:
    return _with(line, "formations", [one for one in line.get("formations", ()) if one != id])


def _uncited(line: Data, id: str) -> Data:
    cited = line.get("sources", ())
    return _with(line, "sources", [one for one in cited if (one if isinstance(one, str) else one["source"]) != id])


def _with(line: Data, key: str, listed: list[Any]) -> Data:
    """The line with what is left of a list; as it was, where that is all of it."""
    if len(listed) == len(line.get(key, ())):
        return line
    left: Data = written(line, (key,), listed or None)
    return left
