"""Instruments: what a game can show on the map on demand. Zones, ranges, command, lines; the board only draws them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tutor.engine.check import Check
from tutor.engine.facts import Number
from tutor.engine.ledger import Ledger
from tutor.engine.text import Text


@dataclass(frozen=True, slots=True)
class Shown:
    """What an instrument found.

    `area` are the places that it covers, `line` those that a line passes (`open` or closed, and `blocked` where), with
    the heights under it; `checks` and `ledgers` say why.
    """

    area: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    open: bool = True
    blocked: tuple[str, ...] = ()
    heights: tuple[tuple[str, Number], ...] = ()
    checks: tuple[Check, ...] = ()
    ledgers: tuple[Ledger, ...] = ()


@dataclass(frozen=True, slots=True)
class Instrument:
    """A question to a position: for `unit` or `side` ids, or between places. `draws` says with which sign."""

    name: Text
    of: tuple[str, ...]
    draws: str
    find: Callable[..., Shown]


Instruments: TypeAlias = Mapping[str, Instrument]
