"""3.3, 3.6-a: whence a unit is supplied: the range of an HQ, its depot, and a line of friendly hexes to it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache

from tutor.engine.check import Check, held, objection
from tutor.engine.facts import Number, Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.going import SupplyLine
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, plus
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.space.bits import bits_of, parted
from tutor.engine.space.kept import by_identity, by_parts
from tutor.engine.space.maps import HexMap
from tutor.engine.space.masks import Lay, Steps, Waves, spread
from tutor.engine.space.paths import Costs, Priced, Reach, compile_costs, reach
from tutor.rulesets.dff.ground import BARRIERS, barrier, front_of, front_on, hq_range, range_of
from tutor.rulesets.dff.state import State, Unit, foe
from tutor.rulesets.dff.zones import presence, standing, zones_of


# -- the answer ------------------------------------------------------------------------------------------------
def supplied(state: State, unit: Unit, paid: bool = False) -> bool:
    """Whether a unit is supplied, without the reasons; a scenario may say so itself.

    Where its round of defence is `paid`, or goes unpaid for another reason, the depots need hold nothing more.
    """
    if unit.supplied is not None:
        return unit.supplied
    if state.law.reads("unsupplied-any", "all"):
        return True
    return bool(fed(state, unit.side, paid) & bits_of(state.map).of.get(standing(state, unit), 0))


@by_parts(32, "pieces", "control", "supply", "weather", "battles", "home")
def fed(state: State, side: str, paid: bool) -> int:
    """The hexes from which a line of a side leads to the depot of an HQ in whose range they are."""
    found = 0
    for hq in state.hqs_of(side):
        if hq.place and (paid or state.stock(hq.id)):
            found |= lines_to(state, side, hq.place).places & range_of(state, hq.place)
    return found


def in_range(state: State, side: str, hex: str) -> tuple[Unit, ...]:
    """The HQs of a side that have a hex in range, the nearest first."""
    here = bits_of(state.map).of[hex]
    near = [hq for hq in state.hqs_of(side) if range_of(state, hq.place or "") & here]
    return tuple(sorted(near, key=lambda hq: (state.map.distance(hq.place, hex), hq.id)))


# -- the line (3.3-b) ------------------------------------------------------------------------------------------
def objection_to_line(state: State, side: str, a: str, b: str) -> Check | None:
    """What keeps a line of a side from running from one hex into the next."""
    kind = _ground_bars(state, a, b)
    facts = {"hex": Place(b), "origin": Place(a)}
    if kind == "edge":
        return objection("4.4.1-g", "line-leaves-map", **facts, front=Term(front_of(state, b)))
    if kind:
        return objection(BARRIERS[kind], "barrier", side=Term(kind), **facts)
    return objection_to_hex(state, side, b)


def _ground_bars(state: State, a: str, b: str) -> str | None:
    return barrier(state, a, b) or ("edge" if front_of(state, a) != front_of(state, b) else None)


def objection_to_hex(state: State, side: str, hex: str) -> Check | None:
    """What keeps a line of a side from running into a hex, wherever it comes from."""
    if state.ground_at(hex, foe(side)):
        rule = "line-under-attack" if state.ground_at(hex, side) else "line-through-enemy"
        return objection("3.3-b", rule, hex=Place(hex), foes=units(state.ground_at(hex, foe(side))))
    if state.control.get(hex) != side:
        return objection("3.3-b", "line-not-friendly", hex=Place(hex))
    zones = zones_of(state, foe(side))
    if hex in zones and not _guarded(state, side, hex):
        return objection("3.3-b", "line-in-zone", hex=Place(hex), foes=units(zones.at(hex)))
    return None


def _guarded(state: State, side: str, hex: str) -> bool:
    """A friendly unit in the hex keeps an enemy zone from cutting the line."""
    return bool(state.ground_at(hex, side) or state.hqs_at(hex, side))


def _step(state: State, side: str, a: str, b: str) -> Priced:
    return objection_to_line(state, side, a, b) or _one_hex(state.law, b)


def _one_hex(law: Law, b: str) -> Ledger:
    return law.ledger("3.3-b", "line-length", [plus("3.3-b", "line-hex", 1, hex=Place(b))])


# -- all lines of a side (space.masks) ---------------------------------------------------------------------------
@lru_cache(maxsize=16)
def _lay(map: HexMap, home: str) -> Lay:
    """The steps of a map by all that a line takes from the ground."""

    fronts = {hex: front_on(map, hex) or home for hex in map.places}
    return Lay(map, map, lambda a, b: (map.sides(a, b), fronts[a] == fronts[b]))


@lru_cache(maxsize=16)
def _line_costs(map: HexMap, law: Law, home: str, side: str) -> Costs[str]:
    """The lines over a map that is all friendly and empty."""
    friendly = FrozenMap(dict.fromkeys(map.places, side))
    empty = State(law, map=map, pieces=Pieces(), home=home, control=friendly)
    return compile_costs(map, lambda a, b: _step(empty, side, a, b), lay=_lay(map, home))


@by_identity(32)
def _held(control: FrozenMap[str, str], map: HexMap, side: str) -> int:
    """The hexes of a side."""
    of = bits_of(map).index
    return bits_of(map).set(hex for hex, who in control.items() if who == side and hex in of)


@by_parts(16, "pieces", "control", "battles")
def open_to(state: State, side: str) -> int:
    """The hexes into which lines of a side run: asked of one hex of each likeness."""
    own, foes = presence(state, side), presence(state, foe(side))
    bits, known = bits_of(state.map), _known(state.map, state.law, side)
    sets = _held(state.control, state.map, side), foes.troops, foes.zones, own.troops | own.hqs
    return bits.where(lambda hex: objection_to_hex(state, side, hex) is None, parted(bits.all, sets), known)


@lru_cache(maxsize=32)
def _known(map: HexMap, law: Law, side: str) -> dict[Hashable, bool]:
    """Of every likeness of a hex whether a line may run into it."""
    return {}


@by_parts(16, "pieces", "control", "battles", "home")
def _steps(state: State, side: str) -> Steps:
    ground = _line_costs(state.map, state.law, state.home, side).ground
    assert ground is not None
    return ground.steps.into(open_to(state, side))


@by_parts(64, "pieces", "control", "battles", "home")
def lines_to(state: State, side: str, depot: str) -> Waves:
    """Every hex from which a line of a side runs to a depot: spread backwards from there."""
    ground = _line_costs(state.map, state.law, state.home, side).ground
    assert ground is not None
    return spread(bits_of(state.map).of[depot], ground.steps.back, through=open_to(state, side))


def lines_from(state: State, side: str, hex: str) -> Reach[str]:
    """Everywhere a line of a side can run to from a hex, and what closes all other ways."""

    def price(a: str, b: str, left: Number | None) -> Priced:
        return _step(state, side, a, b)

    costs = _line_costs(state.map, state.law, state.home, side)
    return reach(costs, hex, opened=_steps(state, side), price_now=price)


# -- with all reasons --------------------------------------------------------------------------------------------
def line_of(state: State, unit: Unit) -> SupplyLine:
    """The line to the nearest depot that serves, or what is missing."""
    here = standing(state, unit)
    if unit.supplied is not None:
        check = held if unit.supplied else objection
        return SupplyLine("3.6-a", unit.id, (here,), (check("3.6-a", "supply-given", unit=U(unit.id)),))
    near = in_range(state, unit.side, here)
    ledger = (hq_range(state, near[0].place or ""),) if near else ()
    if not near:
        checks = state.law.in_force(_out_of_range(state, unit, here))
        return SupplyLine("3.6-a", unit.id, (here,), checks)
    full = tuple(hq for hq in near if state.stock(hq.id))
    if not full:
        check_ = objection("3.6-a", "depots-empty", unit=U(unit.id), hqs=units(near))
        return SupplyLine("3.6-a", unit.id, (here,), (check_,), ledgers=ledger)
    for hq in full:
        lines = lines_to(state, unit.side, hq.place or "")
        if here in lines:
            kind = "at-depot" if here == hq.place else "line-to-depot"
            found = held("3.3-b", kind, unit=U(unit.id), hq=U(hq.id), n=lines.spent(here))
            return SupplyLine("3.3-b", unit.id, lines.chain(here), (found,), ledgers=ledger)
    return _cut(state, unit, full, lines_from(state, unit.side, here), ledger)


def _cut(state: State, unit: Unit, full: tuple[Unit, ...], lines: Reach[str], ledger: tuple[Ledger, ...]) -> SupplyLine:
    """In range of a depot, and no way to it (3.6-a, first case)."""
    hq = full[0]
    cut = lines.why_not(hq.place or "")
    check = objection("3.6-a", "no-line", unit=U(unit.id), hq=U(hq.id), reading=state.law.read("unsupplied-any"))
    if state.law.reads("unsupplied-any", "all"):
        check = held("3.6-a", "no-line", unit=U(unit.id), hq=U(hq.id), reading=state.law.read("unsupplied-any"))
        return SupplyLine("3.6-a", unit.id, (standing(state, unit),), (check,), ledgers=ledger)
    furthest = cut.furthest if cut is not None else None
    line = lines.path(furthest) if furthest is not None else (standing(state, unit),)
    return SupplyLine("3.6-a", unit.id, line, (check,), cut, ledger)


def _out_of_range(state: State, unit: Unit, here: str) -> Iterator[Check]:
    """Out of the range of every HQ (3.6-a, second case)."""
    reading = state.law.read("unsupplied-any")
    check = held if state.law.reads("unsupplied-any", "all") else objection
    yield check("3.6-a", "out-of-every-range", unit=U(unit.id), hex=Place(here), reading=reading)
    ours = [hq for hq in state.hqs_of(unit.side) if front_of(state, hq.place or "") == front_of(state, here)]
    for hq in ours:
        reach_ = hq_range(state, hq.place or "")
        yield check("3.3-c", "beyond-hq-range", unit=U(unit.id), hq=U(hq.id), range=reach_)
