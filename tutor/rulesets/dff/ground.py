"""1.1, 5.0: the ground itself, whoever stands on it: fronts, terrain, hexsides, coasts, and ranges over it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Cell, Number, Place, Term
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Lines, plus, times
from tutor.engine.space.bits import bits_of
from tutor.engine.space.kept import by_parts
from tutor.engine.space.maps import HexMap, Named
from tutor.engine.space.masks import CLOSED, Ground, Lay, Waves, spread
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.links import land
from tutor.rulesets.dff.state import FRONTS, State

PARENTS: Mapping[str, str] = {"seine": "west", "petrograd": "east"}
MAPS = frozenset({*FRONTS, *PARENTS})
RIVER, FOREST = "river", "forest"
BARRIERS = {"lake": "5.5", "marsh": "5.8", "peaks": "5.2-d"}
ELEVATIONS = ("rough", "heights", "mountains")
COAST, PORT, BLACK_SEA, MARMARA, CITY, GULF = "coast", "port", "black-sea", "marmara", "city", "gulf"
BALTIC = "baltic"
ALBANIA = "albania"
GALLIPOLI = "gallipoli"
CLOSED_LANDS = {"netherlands": "7.11", "switzerland": "7.17"}


# -- which map -------------------------------------------------------------------------------------------------
def front_of(state: State, hex: str) -> str:
    """The front map on which a hex lies; the scenario says which one is meant where the sheet does not."""
    return front_on(state.map, hex) or state.home


def front_on(map: HexMap, hex: str) -> str:
    """The front whose map a sheet says that it is; none where it bears no front's name, and off the map."""
    key = map.sheet(hex).key if hex in map else ""
    return key if key in MAPS else ""


def theatre(state: State, hex: str) -> str:
    """The front of which a hex is: an addition is of the front that it extends (1.1)."""
    front = front_of(state, hex)
    return PARENTS.get(front, front)


def weather_at(state: State, hex: str) -> str:
    return weather_on(state, front_of(state, hex))


def weather_on(state: State, front: str) -> str:
    """The weather of a front; the Middle East has none (2.2.1-a), an addition that of its front if so read."""
    if front == "middle-east" or (front in PARENTS and state.law.reads("addon-weather", "fair")):
        return "fair"
    return state.weather.get(PARENTS.get(front, front), "fair")


def town(state: State, hex: str) -> Named | None:
    """The town or village that covers a hex."""
    return _town(state.map, hex)


@lru_cache(maxsize=16384)
def _town(map: HexMap, hex: str) -> Named | None:
    return next((named for named in map.names(hex) if "town" in named.flags), None)


def listed_as(state: State, table: str, hex: str) -> str:
    """The row that a list of the booklet has for a hex, by the name on the map; none is empty."""
    name = state.map.hex(hex).name
    return charts.listed(state.law, table, name.en) if name is not None else ""


def flags(state: State, hex: str) -> frozenset[str]:
    found: frozenset[str] = state.map.hex(hex).flags
    return found


# -- lands that nobody enters (7.11, 7.17) -------------------------------------------------------------------------
def closed_land(map: HexMap, hex: str) -> str | None:
    """The land of a hex, if nobody may enter it."""
    return next((land for land in CLOSED_LANDS if land in map.hex(hex).flags), None)


def objections_to_land(state: State, hex: str) -> Checks:
    """What every way into a hex asks of its land: on foot, by rail, by sea, in retreat, and coming down on it."""
    land = closed_land(state.map, hex)
    if land is not None:
        yield objection(CLOSED_LANDS[land], "closed-land", hex=Place(hex), land=Term(land))


# -- where an alliance may land (2.2.4.4-j, 4.4.1.4) --------------------------------------------------------------
def landing_right(state: State, hex: str, side: str) -> Cell:
    """Whether an alliance may land here: an addition is of its front, but for Petrograd, unless read otherwise."""
    front, whole = front_of(state, hex), theatre(state, hex)
    apart = front == "petrograd" and state.law.reads("petrograd-landings", "barred")
    return charts.lands(state.law, front if apart else whole, side)


# -- the terrain of a hex and of its sides (5.1) ----------------------------------------------------------------
def terrain(state: State, hex: str) -> str:
    """Forest covers everything, and of several elevations the highest holds."""
    return terrain_on(state.map, hex)


@lru_cache(maxsize=16384)
def terrain_on(map: HexMap, hex: str) -> str:
    there = {map.hex(hex).terrain, *map.hex(hex).flags}
    if FOREST in there:
        return FOREST
    return next((kind for kind in reversed(ELEVATIONS) if kind in there), map.hex(hex).terrain)


def elevation(state: State, hex: str) -> str:
    """The highest elevation of a hex, also under a forest; nothing where the ground is flat."""
    there = {state.map.hex(hex).terrain, *flags(state, hex)}
    return next((kind for kind in reversed(ELEVATIONS) if kind in there), "")


def shared(state: State, hex: str) -> bool:
    """Whether several terrains share the hex."""
    there = {state.map.hex(hex).terrain, *flags(state, hex)}
    return len(there & {FOREST, *ELEVATIONS}) > 1


def barrier(state: State, a: str, b: str) -> str | None:
    """What on the hexside stops ground units, zones and the range of HQs."""
    return barrier_on(state.map, a, b)


@lru_cache(maxsize=65536)
def barrier_on(map: HexMap, a: str, b: str) -> str | None:
    return next((kind for kind in BARRIERS if kind in map.sides(a, b)), None)


def over_river(state: State, a: str | None, b: str) -> bool:
    return a is not None and RIVER in state.map.sides(a, b)


# -- how far (1.1, 4.4.1) --------------------------------------------------------------------------------------
def potential_cell(law: Law, front: str) -> Cell:
    return charts.cell(law, "movement-potential", charts.FRONT_ROW.get(front, "West"), "Potential (hexes)")


def hq_range(state: State, hex: str) -> Ledger:
    """How many hexes an HQ and its artillery reach."""
    return state.law.ledger("4.4.1-c", "hq-range", _range_lines(state, hex))


def _range_lines(state: State, hex: str) -> Lines:
    front = front_of(state, hex)
    cell = potential_cell(state.law, front)
    yield plus("1.1-b", "map-potential", int(cell.value), front=Term(front), cell=cell)
    if state.law.reads("weather-ranges", "yes"):
        now = weather_at(state, hex)
        half = charts.number(state.law, "weather-effects", "Ground and supply movement", charts.WEATHER_COLUMN[now])
        if half != 1:
            yield times(
                "2.2.1.1-b", "weather-halves", half, weather=Term(now), reading=state.law.read("weather-ranges")
            )


@by_parts(128, "weather", "home")
def limit(state: State, hex: str) -> int:
    return int(hq_range(state, hex).total)


def steps_from(state: State, hex: str) -> Mapping[str, Number]:
    """How many hexes away every hex is that an HQ's range comes to, round lakes, marshes and peaks."""
    return _spread_from(state, hex).cheapest(lambda units: units)


def in_hq_range(state: State, hq_hex: str, hex: str) -> bool:
    """Whether the range of an HQ extends to a hex: counted in hexes, and not across what stops it."""
    return bool(range_of(state, hq_hex) & bits_of(state.map).of.get(hex, 0))


def range_of(state: State, hq_hex: str) -> int:
    """The hexes to which the range of an HQ extends, as a set."""
    crosses = state.law.reads("hq-range-map-edge", "crosses")
    return _range(state.map, hq_hex, crosses, limit(state, hq_hex))


@lru_cache(maxsize=1024)
def _range(map: HexMap, hex: str, crosses: bool, far: int) -> int:
    return spread(bits_of(map).of.get(hex, 0), _range_ground(map, crosses).steps, far).places


def _spread_from(state: State, hex: str) -> Waves:
    crosses = state.law.reads("hq-range-map-edge", "crosses")
    return spread(bits_of(state.map).of.get(hex, 0), _range_ground(state.map, crosses).steps)


@lru_cache(maxsize=16)
def _range_ground(map: HexMap, crosses: bool) -> Ground:
    """The steps that a range counts: over no barrier, and from map to map only where it `crosses` by their letters."""
    lay = Lay(land(map) if crosses else map, map, lambda a, b: barrier_on(map, a, b) is None)
    return Ground.of(lay, {open_: 1 if open_ else CLOSED for open_ in lay.steps}, {})


def in_gun_range(state: State, hq_hex: str, hex: str) -> bool:
    """Artillery fires over what stops the range of its HQ."""
    same = front_of(state, hq_hex) == front_of(state, hex)
    return same and int(state.map.distance(hq_hex, hex)) <= limit(state, hq_hex)
