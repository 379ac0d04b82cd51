"""2.2.5.2, 3.4.7, 3.7: by sea, from a port to a port or to a coast, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Cell, Place, Side, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus, times
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.space.paths import Priced, Reach, compile_costs, reach
from tutor.engine.tables import NoSuchCell
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.amphibious import closed_sea
from tutor.rulesets.dff.ground import (
    ALBANIA,
    BALTIC,
    BLACK_SEA,
    COAST,
    PORT,
    flags,
    front_of,
    listed_as,
    objections_to_land,
)
from tutor.rulesets.dff.state import ALLIES, MOVEMENT, NATIONS, State, Unit, foe, nation_of


@dataclass(frozen=True, eq=False)
class SeaLanes:
    """From one port to every coast of every map."""

    map: HexMap
    start: str

    @property
    def places(self) -> tuple[str, ...]:
        coasts = [hex for hex in self.map.places if COAST in self.map.hex(hex).flags and hex != self.start]
        return (self.start, *coasts)

    def neighbours(self, place: str, /) -> tuple[str, ...]:
        return self.places[1:] if place == self.start else ()


@by_identity(64)
def sea_reach(state: State, id: str) -> Reach[str]:
    """Every coast to which a unit may sail, with the supply that it costs."""
    unit = state.pieces[id]

    def price(a: str, b: str) -> Priced:
        return state.law.first_objection(objections_to_sailing_to(state, unit, b)) or fare(state, unit, b)

    return reach(compile_costs(SeaLanes(state.map, unit.place or ""), price), unit.place or "", None)


# -- setting out -------------------------------------------------------------------------------------------------
def objections_to_embarking(state: State, unit: Unit) -> Checks:
    """Whoever sails begins the phase in a Port Supply Centre."""
    here = unit.place or ""
    if state.phase != MOVEMENT:
        yield objection("2.2.5.2-a", "no-ships-now", unit=U(unit.id))
    if PORT not in flags(state, here):
        yield objection("2.2.5.2-a", "not-in-port", unit=U(unit.id), hex=Place(here))


# -- where to (2.2.5.2 a-d, 3.7-c) -------------------------------------------------------------------------------
def objections_to_sailing_to(state: State, unit: Unit, hex: str) -> Checks:
    """Whether a unit may be carried to this hex."""
    if COAST not in flags(state, hex):
        yield objection("2.2.5.2-b", "not-a-coast", hex=Place(hex))
        return
    if shut := state.law.objections(objections_to_land(state, hex)):
        yield from shut
        return
    yield from _waters(state, unit, hex)
    if foes := state.ground_at(hex, foe(unit.side)):
        yield objection("2.2.5.2-c", "coast-defended", hex=Place(hex), foes=units(foes))
        return
    ours = state.control.get(hex) == unit.side
    if albanian_port(state, unit.nation, hex):
        yield held("7.1", "albanian-port", hex=Place(hex))
        return
    if ours and PORT in flags(state, hex):
        yield from _port_open(state, unit, hex)
        return
    if not ours:
        yield from _empty_shore(state, unit, hex)
    if front_of(state, hex) == front_of(state, unit.place or ""):
        yield objection("2.2.5.2-b", "coast-of-own-front", unit=U(unit.id), hex=Place(hex))


def _waters(state: State, unit: Unit, hex: str) -> Checks:
    """The seas open to each (2.2.5.2-d), and the Straits (1.1.1-b)."""
    here = flags(state, hex)
    column = "Black Sea" if BLACK_SEA in here else "Baltic" if BALTIC in here else "Elsewhere"
    row = "Russia" if unit.nation == "russia" else "Allies except Russia" if unit.side == ALLIES else "Central Powers"
    cell = charts.cell(state.law, "sea-movement-areas", row, column)
    check = held if cell.value == "yes" else objection
    yield check("2.2.5.2-d", "sea-closed", unit=U(unit.id), hex=Place(hex), cell=cell)
    if unit.side == ALLIES and closed_sea(state, hex):
        yield objection("1.1.1-b", "gallipoli-first", hex=Place(hex), reading=state.law.read("marmara"))


def _empty_shore(state: State, unit: Unit, hex: str) -> Checks:
    """Neutral and empty enemy shores are landed on like friendly ones, unless read otherwise."""
    hostile = state.control.get(hex) == foe(unit.side)
    reading = state.law.read("empty-landings")
    if hostile and state.law.reads("empty-landings", "offensives-phase"):
        yield objection("2.2.5.2-c", "shore-not-ours", hex=Place(hex), reading=reading)
    elif not unit.ground:
        yield objection("2.2.5.2-c", "troops-land-first", unit=U(unit.id), hex=Place(hex))
    else:
        yield held("2.2.5.2-c", "shore-not-ours", hex=Place(hex), reading=reading)


def _port_open(state: State, unit: Unit, hex: str) -> Checks:
    """A nation's own ports, and those that the list opens to it."""
    if own_port(state, unit, hex) or _surcharge(state, unit, hex) is not None:
        return
    yield objection("3.7-c", "port-closed", unit=U(unit.id), hex=Place(hex))


def albanian_port(state: State, nation: str, hex: str) -> bool:
    """Albania is nobody's, and yet the Allies use those of its ports that the list opens to them (7.1)."""
    free = hex not in state.control and {PORT, ALBANIA} <= flags(state, hex)
    return free and NATIONS[nation] == ALLIES and surcharge_of(state, nation, hex) is not None


def own_port(state: State, unit: Unit, hex: str) -> bool:
    """Whether a port belongs to the unit's nation."""
    try:
        cell = charts.cell(state.law, "supply-centres", listed_as(state, "supply-centres", hex), "Nation")
    except NoSuchCell:
        return False
    return cell.value == _payer(state, unit)


def _payer(state: State, unit: Unit) -> str:
    return charged_as(state, unit.nation)


def charged_as(state: State, nation: str) -> str:
    """The nation under which the list of ports has another; Americans pay as the British, if so read."""
    nation = nation_of(nation)
    if nation == "usa":
        return "Great Britain" if state.law.reads("us-ports", "british") else ""
    return charts.NATION.get(nation, "")


def _surcharge(state: State, unit: Unit, hex: str) -> Cell | None:
    return surcharge_of(state, unit.nation, hex)


def surcharge_of(state: State, nation: str, hex: str) -> Cell | None:
    """What the list asks of a nation in a foreign port; nothing where the port is closed to it."""
    try:
        port = listed_as(state, "port-surcharges", hex)
        cell = charts.cell(state.law, "port-surcharges", port, charged_as(state, nation))
    except NoSuchCell:
        return None
    return cell if cell.value.isdigit() else None


# -- the fare (2.2.5.2 a-b, 3.4.7) -------------------------------------------------------------------------------
def fare(state: State, unit: Unit, hex: str) -> Ledger:
    """The supply that the passage costs."""
    return state.law.ledger("2.2.5.2-a", "fare", _fare_lines(state, unit, hex))


def _fare_lines(state: State, unit: Unit, hex: str) -> Lines:
    reading = state.law.read("sea-cost")
    if state.law.reads("sea-cost", "per-two-units"):
        abroad = front_of(state, hex) != front_of(state, unit.place or "")
        new = abroad and state.sailed.get(unit.side, 0) % 2 == 0
        yield plus("3.4.7", "pair-sails", int(new), reading=reading)
        return
    friendly = state.control.get(hex) == unit.side and PORT in flags(state, hex)
    port = friendly or albanian_port(state, unit.nation, hex)
    cell = _surcharge(state, unit, hex) if port else None
    if cell is not None:
        yield plus("3.7-c", "port-surcharge", int(cell.value), hex=Place(hex), cell=cell, reading=reading)
    elif port:
        yield plus("2.2.5.2-a", "own-port", 0, hex=Place(hex), reading=reading)
    else:
        yield from _shore_lines(state, unit, hex)


def _shore_lines(state: State, unit: Unit, hex: str) -> Lines:
    """Double the dearest port that the list opens to the nation on that front."""
    reading = state.law.read("sea-coast-double")
    front = front_of(state, hex if state.law.reads("sea-coast-double", "arrival") else unit.place or "")
    cells = list(_listed(state, unit, front))
    dearest = max(cells, key=lambda cell: int(cell.value), default=None)
    n = int(dearest.value) if dearest is not None else 0
    yield plus("2.2.5.2-b", "port-of-front", n, front=Term(front), cell=dearest, reading=reading)
    yield times("2.2.5.2-b", "shore-doubles", 2)


def _listed(state: State, unit: Unit, front: str) -> Iterator[Cell]:
    """The surcharges of a nation in the ports of a front."""
    map_name = charts.FRONT_ROW.get(front, front)
    for port in state.law.table("port-surcharges").rows:
        try:
            where = charts.cell(state.law, "supply-centres", port, "Map").value
            cell = charts.cell(state.law, "port-surcharges", port, _payer(state, unit))
        except NoSuchCell:
            continue
        if where == map_name and cell.value.isdigit():
            yield cell


def payers(state: State, unit: Unit, hex: str) -> tuple[str, ...]:
    """The depot nearest to the departure and the one nearest to the arrival, each on its own map."""
    found: list[str] = []
    for end in (unit.place or "", hex):
        front = front_of(state, end)
        near = [hq for hq in state.hqs_of(unit.side) if state.stock(hq.id) and front_of(state, hq.place or "") == front]
        if near:
            found.append(min(near, key=lambda hq: (state.map.distance(hq.place, end), hq.id)).id)
    return tuple(dict.fromkeys(found))


def paying(state: State, unit: Unit, hex: str) -> tuple[str, ...]:
    """The depots that may be asked for the fare: those that can give all of it, where one alone must."""
    cost, near = fare(state, unit, hex).total, payers(state, unit, hex)
    if state.law.reads("fare-from", "both"):
        return near
    return tuple(hq for hq in near if state.stock(hq) >= cost)


def objections_to_fare(state: State, unit: Unit, hex: str) -> Checks:
    """The two depots must hold the fare, together or one of them alone."""
    cost, reading = fare(state, unit, hex), state.law.read("fare-from")
    stocks = [state.stock(hq) for hq in payers(state, unit, hex)]
    have = sum(stocks) if state.law.reads("fare-from", "both") else max(stocks, default=0)
    if cost.total > have:
        yield objection("2.2.5.2-a", "fare-too-dear", cost=cost, have=have, who=Side(unit.side), reading=reading)


def no_coast(hex: str) -> Check:
    return objection("2.2.5.2-b", "not-a-coast", hex=Place(hex))
