"""Instruments on the table: which a game has, and how what they found is drawn and told."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import import_module, util

from tutor.board import telling
from tutor.board.said import say
from tutor.board.scene import Mark
from tutor.engine.check import Verdict
from tutor.engine.facts import Number
from tutor.engine.instrument import Instrument, Instruments, Shown
from tutor.engine.nouns import number
from tutor.engine.words import Words


def instruments(game: str) -> Instruments:
    """The instruments of a game; none where it gives none."""
    name = f"tutor.rulesets.{game}.instruments"
    if util.find_spec(name) is None:
        return {}
    found: Instruments = import_module(name).INSTRUMENTS
    return found


def marks(one: Instrument, found: Shown) -> Iterator[Mark]:
    """What is drawn on the map."""
    if found.area:
        yield Mark(one.draws, found.area)
    if found.line:
        yield Mark("sight", found.line, text="open" if found.open else "closed")
    if found.blocked:
        yield Mark("blocked", found.blocked)


def told(one: Instrument, found: Shown, words: Words) -> str:
    """What is said beside it."""
    parts = [f"<h4>{escape(one.name(words.lang))}</h4>"]
    if found.area:
        parts.append(f"<p>{escape(say('covers', words.lang, n=len(found.area)))}</p>")
    if found.heights:
        parts.append(profile(found))
    if found.checks:
        parts += telling.verdict(Verdict(None, found.checks), words, 2)
    parts += [telling.ledger(story, words, False) for story in found.ledgers]
    return f'<div class="tt">{"".join(parts)}{telling.notes(words)}</div>'


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
