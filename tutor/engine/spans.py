"""What a position notes for a while: marks that a span of the sequence ends, and drafts that their step ends.

Every field of a position and of its pieces is one of three. What lies on the table stays until a rule changes it. A
*mark* says what was done and names the span that ends it: the end of that phase clears it, and nothing else need. A
*draft* is what a procedure has in hand: when no phase is under way but the sequence itself, it is as it was at first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, field, fields
from functools import cache
from typing import Any, TypeVar

from tutor.engine.pieces import FrozenMap

S = TypeVar("S")
UNTIL, DRAFT = "until", "draft"


def mark(first: Any, *, until: str) -> Any:
    """A field that notes what was done, until a span ends."""
    return _noted(first, {UNTIL: until})


def draft(first: Any) -> Any:
    """A field that a procedure fills and clears."""
    return _noted(first, {DRAFT: True})


def _noted(first: Any, meta: Mapping[str, Any]) -> Any:
    if isinstance(first, FrozenMap):  # compared by what it holds, so dataclasses take it for a list
        return field(default_factory=lambda: first, metadata=meta)
    return field(default=first, metadata=meta)


def first_of(one: Field[Any]) -> Any:
    """What a field holds when nothing is noted."""
    if one.default_factory is MISSING:
        return one.default
    return one.default_factory()


@cache
def marks_of(kind: Any, until: tuple[str, ...]) -> dict[str, Any]:
    """The marks of a class that end with any of these spans, as they are when nothing is noted."""
    marks = [one for one in fields(kind) if one.metadata.get(UNTIL) in until]
    return {one.name: first_of(one) for one in marks}


@cache
def drafts_of(kind: Any) -> dict[str, Any]:
    drafts = [one for one in fields(kind) if DRAFT in one.metadata]
    return {one.name: first_of(one) for one in drafts}


@cache
def spans_of(kind: Any) -> frozenset[str]:
    """The spans that the marks of a class name."""
    notes = [one.metadata for one in fields(kind)]
    return frozenset([note[UNTIL] for note in notes if UNTIL in note])


def ended(state: Any, spans: tuple[str, ...]) -> Any:
    """The position when these spans are over: what was noted until then, on it or on any piece, is gone."""
    return _each(state, lambda one: rest(one, spans))


def forgotten(state: Any) -> Any:
    """The position when the game is over: nothing is noted or in hand any more, on it or on any piece."""
    return _each(state, _bare)


def _each(state: Any, rested: Callable[[Any], Any | None]) -> Any:
    """The position and each of its pieces as this leaves them; None where it changes nothing."""
    found = [rested(piece) for piece in state.pieces]
    pieces = [piece for piece in found if piece is not None]
    if pieces:
        state = state.put(*pieces)
    return rested(state) or state


def rest(one: Any, spans: tuple[str, ...]) -> Any | None:
    """It without the marks of these spans; None where it has none."""
    return _as_at_first(one, marks_of(one.__class__, spans))


def _bare(one: Any) -> Any | None:
    """It without any mark or draft; None where it has none."""
    kind = one.__class__
    marks = marks_of(kind, tuple(spans_of(kind)))
    return _as_at_first(one, {**marks, **drafts_of(kind)})


def _as_at_first(one: Any, firsts: Mapping[str, Any]) -> Any | None:
    changed = {name: first for name, first in firsts.items() if getattr(one, name) != first}
    if not changed:
        return None
    return one.but(**changed)


def _noted_on(one: Any, over: tuple[str, ...]) -> list[str]:
    """The marks of these spans that still note something."""
    found = []
    for name, first in marks_of(one.__class__, over).items():
        if getattr(one, name) != first:
            found.append(name)
    return found


def noted(state: Any, spans: Iterable[str]) -> list[str]:
    """What is still noted although these spans are over: for laws."""
    over = tuple(spans)
    found = []
    for one in (state, *state.pieces):
        whose = getattr(one, "id", "position")
        found += [f"{whose}.{name}" for name in _noted_on(one, over)]
    return found
