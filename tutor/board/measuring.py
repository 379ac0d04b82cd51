"""An instrument is taken up, and with it is pointed at counters and places; what it finds is drawn until it is laid
down, and follows the position."""

from __future__ import annotations

from dataclasses import replace

from tutor.board.desk import Desk
from tutor.board.instruments import ON, Held, Tool, instruments


def tool(desk: Desk) -> Tool | None:
    """The instrument in hand."""
    held = desk.habits.held
    return None if held is None else instruments(desk.rules)[held.key]


def given(desk: Desk) -> tuple[str, ...]:
    """What was pointed at with it, as long as it is still there."""
    held = desk.habits.held
    return () if held is None else held.lying(desk.line.state)


# -- gestures ---------------------------------------------------------------------------------------------------
def take_up(desk: Desk, key: str) -> Desk:
    """An instrument; a unit that was pointed at is kept where this one asks for one, too."""
    before, pointed = desk.habits.held, given(desk)[:1]
    kept = pointed if pointed and pointed[0] in desk.line.state.pieces else ()
    side = before.side if before is not None else next(iter(desk.sides), None)
    asks = instruments(desk.rules)[key].of
    return desk.with_habits(held=Held(key, side, kept if asks[:1] == ("unit",) else ()))


def lay_down(desk: Desk) -> Desk:
    return desk.with_habits(held=None)


def of_side(desk: Desk, side: str) -> Desk:
    """The side whose matter the instrument shows."""
    held = desk.habits.held
    return desk if held is None else desk.with_habits(held=replace(held, side=side))


def shorten(desk: Desk) -> Desk:
    """Without what was pointed at last."""
    return _pointed(desk, given(desk)[:-1])


def measure(desk: Desk, place: str | None, unit: str | None = None) -> Desk:
    """A place or a counter is pointed at; the same desk where the instrument in hand has no use for it."""
    held, before = tool(desk), given(desk)
    if held is None or held.of == ("side",):
        return desk
    kind = held.of[min(len(before), len(held.of) - 1)]
    full = kind != ON and len(before) >= len(held.of)
    wanted = _wanted(desk, held.of[0] if full else kind, place, unit)
    if wanted is None:
        return desk
    return _pointed(desk, (wanted,) if full else (*before, wanted)).looking(note=None)


def _wanted(desk: Desk, kind: str, place: str | None, unit: str | None) -> str | None:
    """The counter or the place that is meant."""
    if kind == "unit":
        here = (unit,) if unit else desk.units_at(place)
        return here[-1] if here else None
    return place or (desk.line.state.pieces[unit].place if unit else None)


def _pointed(desk: Desk, given: tuple[str, ...]) -> Desk:
    held = desk.habits.held
    return desk if held is None else desk.with_habits(held=replace(held, given=given))
