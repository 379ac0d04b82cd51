"""Instruments: what a game can show on the map on demand. Zones, ranges, command, lines; the board only draws them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias, get_args

from tutor.engine.check import Check
from tutor.engine.facts import Number, value
from tutor.engine.ledger import Ledger
from tutor.engine.text import Text


@value
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


Given: TypeAlias = Literal["unit", "side", "place"]
AreaSign: TypeAlias = Literal["zone", "range"]
LineSign: TypeAlias = Literal["sight", "supply"]
GIVEN, AREAS, LINES = frozenset(get_args(Given)), frozenset(get_args(AreaSign)), frozenset(get_args(LineSign))


@value
class Instrument:
    """A question to a position: for `unit` or `side` ids, or between places.

    `draws` says with which sign: an area as a zone or a range, a line as one of sight or of supply.
    """

    name: Text
    of: tuple[Given, ...]
    draws: AreaSign | LineSign
    find: Callable[..., Shown]

    def __post_init__(self) -> None:
        drawn = sorted(AREAS | LINES)
        if self.draws not in drawn:
            raise ValueError(f"an instrument draws one of {', '.join(drawn)}, not {self.draws!r}")
        given = sorted(GIVEN)
        if not GIVEN.issuperset(self.of):
            raise ValueError(f"an instrument is given {', '.join(given)}, not {self.of!r}")
        of_a_side = "side" in self.of
        alone = len(self.of) == 1
        if not self.of or (of_a_side and not alone):
            raise ValueError(f"an instrument is given a side alone, or units and places, not {self.of!r}")


Instruments: TypeAlias = Mapping[str, Instrument]
