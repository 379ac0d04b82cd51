"""Instruments on the table: which a game has, and how what they found is drawn and told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

from tutor import rulesets
from tutor.board import marching
from tutor.board.said import say
from tutor.board.scene import Mark
from tutor.board.telling import panel
from tutor.engine import telling, ways
from tutor.engine.check import Verdict
from tutor.engine.facts import Number
from tutor.engine.instrument import AREAS, LINES, Instrument, Shown
from tutor.engine.nouns import number
from tutor.engine.run import Ruleset
from tutor.engine.text import Text
from tutor.engine.told import Heading, Node, Sentence, text
from tutor.engine.words import Words

ON = "places"  # as many places as are pointed at


@dataclass(frozen=True, slots=True)
class Found:
    """What an instrument draws and says."""

    marks: tuple[Mark, ...]
    told: str


@dataclass(frozen=True, slots=True)
class Tool:
    """An instrument as the table uses it: what must be pointed at, and what it then finds."""

    name: Text
    of: tuple[str, ...]
    find: Callable[..., Found]

    @property
    def needs(self) -> int:
        """How many things must be pointed at before there is something to find."""
        return sum(kind != ON for kind in self.of)


@dataclass(frozen=True, slots=True)
class Held:
    """An instrument that was taken up, the side whose matter it is, and what was pointed at with it."""

    key: str
    side: str | None = None
    given: tuple[str, ...] = ()

    def lying(self, state: Any) -> tuple[str, ...]:
        """What was pointed at, as long as all of it is still there."""
        there = all(one in state.pieces or state.exists("place", one) for one in self.given)
        return self.given if there else ()


def found(rules: Ruleset, state: Any, words: Words, held: Held) -> Found | None:
    """What an instrument finds; None as long as too little was pointed at."""
    tool = instruments(rules)[held.key]
    sides = () if held.side is None else (held.side,)
    given = sides if tool.of == ("side",) else held.lying(state)
    return tool.find(state, words, *given) if len(given) >= tool.needs else None


def instruments(rules: Ruleset) -> Mapping[str, Tool]:
    """What a game answers for one unit, then the instruments of its own."""
    found: dict[str, Tool] = {}
    if rules.going is not None:
        found["going"] = Tool(_said("instrument.going"), ("unit", ON), partial(_going, rules))
        found["walking"] = Tool(_said("instrument.walking"), ("unit", ON), partial(_walking, rules))
    if rules.supply is not None:
        found["supply"] = Tool(_said("instrument.supply"), ("unit",), partial(_supply, rules))
    own = rulesets.part(rules.game, "instruments")
    if own is not None:
        for key, one in own.INSTRUMENTS.items():
            found.setdefault(key, Tool(one.name, one.of, partial(_own, one)))
    return found


def _said(key: str) -> Text:
    return Text(say(key, "fr"), say(key, "en"))


# -- what every game may answer ---------------------------------------------------------------------------------
def _going(rules: Ruleset, state: Any, words: Words, unit: str, *places: str) -> Found:
    """Where a unit may go; the way to the place pointed at last."""
    goings = rules.goings(state, unit)
    marks = [*marching.reach_marks(goings, state.map.places, words.lang), Mark("chosen", units=(unit,))]
    told = [*marching.reach_told(goings, words)]
    elsewhere = [place for place in places if place != state.pieces[unit].place]
    one = marching.best(goings, elsewhere[-1]) if elsewhere else None
    if one is not None:
        marks = [mark for mark in marks if mark.kind != "cost"] + [*marching.way_marks(one, elsewhere[-1], words.lang)]
        told = [*marching.way_told(one, elsewhere[-1], words)]
    return Found(tuple(marks), panel(told, words))


def _walking(rules: Ruleset, state: Any, words: Words, unit: str, *places: str) -> Found:
    """The same, hex by hex."""
    found = marching.walked(rules.goings(state, unit), places) if places else None
    if found is None:
        return _going(rules, state, words, unit)
    told = ways.means(found.going, words, marching.walk_told(found, words))
    return Found((*marching.walk_marks(found, words.lang), Mark("chosen", units=(unit,))), panel([told], words))


def _supply(rules: Ruleset, state: Any, words: Words, unit: str) -> Found:
    assert rules.supply is not None
    found = rules.supply(state, unit)
    return Found(tuple(marching.supply_marks(found)), panel(marching.supply_told(found, words), words))


# -- a game's own -----------------------------------------------------------------------------------------------
def _own(one: Instrument, state: Any, words: Words, *given: str) -> Found:
    found = one.find(state, *given)
    return Found(tuple(marks(one, found)), told(one, found, words))


def marks(one: Instrument, found: Shown) -> Iterator[Mark]:
    """What is drawn on the map."""
    if (one.draws in LINES and found.area) or (one.draws in AREAS and found.line):
        raise ValueError(f"{one.name.en}: draws {one.draws!r}, and found {'an area' if found.area else 'a line'}")
    if found.area:
        yield Mark(one.draws, found.area)
    if len(found.line) > 1:
        yield Mark(one.draws, found.line, text="open" if found.open else "cut")
    if found.blocked:
        yield Mark("blocked", found.blocked)


def told(one: Instrument, found: Shown, words: Words) -> str:
    """What is said beside it."""
    parts: list[Node] = [Heading(text(one.name(words.lang)))]
    if found.area:
        parts.append(Sentence(say.phrases("covers", words, n=len(found.area))))
    if found.checks:
        parts += telling.headed(Verdict(None, found.checks), words)
    parts += (telling.ledger(story, words) for story in found.ledgers)
    return panel(parts, words, 2, *((profile(found),) if found.heights else ()))


def profile(found: Shown) -> str:
    """The ground under a line, with the place that closes it in red."""
    heights = found.heights
    low = min(height for _, height in heights) - 1
    high = max(height for _, height in heights)
    wide, tall = 44 * len(heights), 84

    def y(height: Number) -> float:
        return float(tall - 18 - 56 * (height - low) / max(high - low, 1))

    bars = "".join(
        _bar(n, place, height, y(height), tall, set(place.split("/")) & set(found.blocked))
        for n, (place, height) in enumerate(heights)
    )
    first, last = heights[0][1], heights[-1][1]
    line = (
        f'<path d="M22 {y(first) - 5:.1f}L{wide - 22} {y(last) - 5:.1f}" '
        f'stroke="{"#0b6b57" if found.open else "#b3261e"}" '
        'stroke-width="2.4" stroke-dasharray="3 4"/>'
    )
    label = ", ".join(f"{place} {number(height, 'en')}" for place, height in heights)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{tall}" viewBox="0 0 {wide} {tall}" '
        'role="img" '
        f'aria-label="{escape(label)}"><rect width="{wide}" height="{tall}" fill="#efe6cf"/>{bars}{line}</svg>'
    )


def _bar(n: int, place: str, height: Number, top: float, tall: int, blocks: set[str]) -> str:
    fill = "#b3261e" if blocks else "#bf9660"
    return (
        f'<rect x="{44 * n + 3}" y="{top:.1f}" width="38" height="{tall - 16 - top:.1f}" fill="{fill}"/>'
        f'<text x="{44 * n + 22}" y="{top + 13:.1f}" font-size="11" text-anchor="middle" fill="#fff" '
        f'font-weight="bold">{number(height, "en")}</text>'
        f'<text x="{44 * n + 22}" y="{tall - 4}" font-size="9.5" text-anchor="middle" '
        f'fill="#2b2418">{escape(place)}</text>'
    )
