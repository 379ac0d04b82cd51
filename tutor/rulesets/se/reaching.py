"""11.0, 11.2.2: how far a unit comes: every hex that it can enter, with the cheapest way and the reasons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from tutor.engine.check import Check
from tutor.engine.facts import Number
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger
from tutor.engine.pieces import Pieces
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.paths import Costs, Reach, compile_costs, reach, steps_now
from tutor.rulesets.se.costs import allowance
from tutor.rulesets.se.ground import column_of, parts
from tutor.rulesets.se.passing import objections_to_drawing_fire
from tutor.rulesets.se.state import DRAFTS, MOUNTAIN, State, Unit
from tutor.rulesets.se.terrain import near_enemies, price, takes_all, too_dear
from tutor.rulesets.se.zones import zones_against

Mover: TypeAlias = tuple[str, Number, bool, bool]  # its class, what a cliff takes, whether tactical, whether strategic


def reach_of(
    state: State,
    unit: Unit,
    points: Number | None = None,
    *,
    tactical: bool = True,
    whole: Number | None = None,
    strategic: bool = False,
    endless: bool = False,
    stops: Collection[object] = (),
) -> Reach[str]:
    """Every hex that a unit can enter with its points, with the cheapest way and the reasons.

    A step at road rate cannot pass a friend (12.4), and that lies in the price of the step; where the move may end
    is another question (12.3).

    Args:
        whole: What a cliff takes: the points of a unit that has spent none, by default the same as `points`.
        strategic: Only hexes far from every enemy (11.2.2).
        endless: As far as the ground lets it, whatever the points.
        stops: Hexes from which it does not go on.
    """
    points = allowance(state, unit).total if points is None else points
    full = points if whole is None else whole
    rest = state.law.reads("cliff-move", "what-is-left")
    mover = _alike(unit), full if unit.kind in MOUNTAIN else 0, tactical, strategic

    def price_now(a: str, b: str, left: Number | None) -> Ledger | Check:
        return price(state, unit, a, b, tactical, left if rest and left is not None else full, strategic)

    return reach(
        _costs(state, mover),
        unit.place or "",
        None if endless else points,
        around=_around(state, unit.side, *mover),
        first=_first(state, unit, mover),
        stops=stops,
        price_now=price_now,
        too_dear=too_dear,
    )


def _costs(state: State, mover: Mover) -> Costs[str]:
    kind, whole, tactical, _ = mover
    return static_costs(state.map, state.law, kind, whole, tactical)


@by_identity(32, DRAFTS)
def _around(
    state: State, side: str, kind: str, whole: Number, tactical: bool, strategic: bool
) -> Mapping[str, Sequence[tuple[str, Number]]]:
    """The steps that are open to one class of unit, wherever it goes on from."""
    mover, anyone = (kind, whole, tactical, strategic), Unit("", side, kind, None)
    touched = _near_marks(state, side, _marks(state, side)) if strategic else _marks(state, side)
    return steps_now(_costs(state, mover), touched, lambda a, b: price(state, anyone, a, b, tactical, whole, strategic))


def _first(state: State, unit: Unit, mover: Mover) -> Sequence[tuple[str, Number]] | None:
    """The steps out of the hex where a unit stands, if the position has a say there: it is no friend of its own."""
    (_, whole, tactical, strategic), touched = mover, marks(state, unit)
    if unit.place not in touched:
        return None
    touched = _near_marks(state, unit.side, touched) if strategic else touched
    now = lambda a, b: price(state, unit, a, b, tactical, whole, strategic)  # noqa: E731
    return steps_now(_costs(state, mover), touched, now)[unit.place or ""]


def safer_reach(state: State, unit: Unit, points: Number, whole: Number, tactical: bool) -> Reach[str]:
    """The same without a step that draws fire (11.1.2)."""

    def price_now(a: str, b: str, left: Number | None) -> Ledger | Check:
        drawn = state.law.first_objection(objections_to_drawing_fire(state, unit, a, b))
        return drawn or price(state, unit, a, b, tactical, whole)

    return reach(
        static_costs(state.map, state.law, _alike(unit), whole if unit.kind in MOUNTAIN else 0, tactical),
        unit.place or "",
        points,
        touched=_watched_marks(state, unit),
        price_now=price_now,
        too_dear=too_dear,
    )


@lru_cache(maxsize=32)
def static_costs(map: HexMap, law: Law, kind: str, whole: Number, tactical: bool) -> Costs[str]:
    """The prices of all steps of a map on which nobody stands, for one class of unit."""
    empty = State(law, map=map, pieces=Pieces())
    mover = Unit("", "", kind, None)
    takes_rest: Callable[[Ledger], bool] | None = None
    if law.reads("cliff-move", "what-is-left"):
        takes_rest = takes_all
    return compile_costs(map, lambda a, b: price(empty, mover, a, b, tactical, whole), takes_rest, scale=parts(law))


def _alike(unit: Unit) -> str:
    """One kind for all units that the ground treats alike."""
    if unit.infantry:
        return "mountain" if unit.kind in MOUNTAIN else "infantry"
    return "artillery" if column_of(unit) == "artillery" else unit.kind


def _near_marks(state: State, side: str, common: Mapping[str, Hashable]) -> Mapping[str, Hashable]:
    """The same, with the hexes that strategic movement shuns."""
    found = dict(common)
    for hex in near_enemies(state, side):
        found[hex] = ("near", found.get(hex, 0))
    return found


def _watched_marks(state: State, unit: Unit) -> Mapping[str, Hashable]:
    """The same, with who watches each hex and whether a trench shelters in it."""
    found = dict(marks(state, unit))
    for hex, foes in zones_against(state, unit.side).items():
        found[hex] = (found.get(hex, 0), frozenset(foe.id for foe in foes), bool(state.trench(hex)))
    return found


# Of every hex what the price of a step takes from the position: bits, and the number of zones from here on.
BARRED, GUNS_THERE, FRIEND, STACKING, INFANTRY_THERE, ZONE = 1, 2, 4, 8, 16, 32


def marks(state: State, unit: Unit) -> Mapping[str, Hashable]:
    """The hexes on which the position has a say in what this unit pays."""
    common = _marks(state, unit.side)
    here = unit.place
    if here is None or here not in common:
        return common
    bits = len(zones_against(state, unit.side).at(here)) * ZONE
    for other in state.pieces.at(here):
        bits |= 0 if other.id == unit.id else _presence(other, unit.side)
    return {**common, here: _mark(state, here, bits)}


@by_identity(16, DRAFTS)
def _marks(state: State, side: str) -> Mapping[str, Hashable]:
    found = {hex: len(foes) * ZONE for hex, foes in zones_against(state, side).items()}
    for unit in state.pieces:
        if unit.place is not None:
            found[unit.place] = found.get(unit.place, 0) | _presence(unit, side)
    if not state.bridges:
        return found
    for hex in (hex for pair in state.bridges for hex in pair):
        found.setdefault(hex, 0)
    return {hex: _mark(state, hex, bits) for hex, bits in found.items()}


def _presence(unit: Unit, side: str) -> int:
    """What one unit in a hex means to a mover of a side."""
    if unit.hq:
        return 0
    if unit.side != side:
        return GUNS_THERE if unit.gun else BARRED
    if unit.fortress:
        return FRIEND
    return FRIEND | STACKING | (INFANTRY_THERE if unit.infantry else 0)


def _mark(state: State, hex: str, bits: int) -> Hashable:
    """Bridges that are down belong to the hexes at both their ends."""
    down = [pair for pair in state.bridges if hex in pair]
    return (bits, frozenset(down)) if down else bits
