"""11.3, 11.4, 11.7: primary sources, ports that supply, and what becomes of captured ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law
from tutor.engine.pieces import Pieces
from tutor.engine.space.bits import bits_of, parted
from tutor.engine.space.maps import HexMap
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.control import controller, land_of, settlement
from tutor.rulesets.gwie.fronts import flag, front_of
from tutor.rulesets.gwie.ground import ALPINE, BEACHES
from tutor.rulesets.gwie.kut import near_kut
from tutor.rulesets.gwie.nations import EMPIRE, nation_of
from tutor.rulesets.gwie.presence import held as side_holds
from tutor.rulesets.gwie.presence import presence
from tutor.rulesets.gwie.state import ALLIES, CP, State, Unit, foe

PRIMARY, PORTS = "primary-sources", "supplying-ports"
EDGE, MARK, TOWNS, HEX = "edge", "mark", "towns", "hex"
NAMED_NATIONS = frozenset({"RU", "RO", "GK", "SR", "MN", "IT"})
CONSTANTINOPLE = "E1328"
SALONIKA = "E1116"
CALAIS, DUNKIRK = "W6707", "W6709"
LETTERED = {"W5603": "R", "W6819": "A"}
ANTWERP = "W6819"
ANTWERP_GATES = ("W6718", "W6719", "W6820", "W6919")
PORT_RANGE = 4
AT_HOME: Mapping[str, tuple[str, str]] = {
    "south-persian-rifles": ("persia", "11.33i"),
    "persian-gendarmerie": ("persia", "11.32d"),
    "MN": ("montenegro", "11.33f"),
}  # whom, in his own land, nothing need supply


# -- primary sources (11.3) ------------------------------------------------------------------------------------
def primary(s: State, unit: Unit, front: str) -> Mapping[str, str]:
    """The primary sources that a unit can use on a Front, each with its rule."""
    return _usable(s, unit.side, candidates(s, unit, front))


def _usable(s: State, side: str, sources: Mapping[str, str]) -> dict[str, str]:
    """Those that still supply a side: one of each likeness is asked."""
    if not sources:
        return {}
    bits, other = bits_of(s.map), foe(side)
    lost = bits.set(hex for hex in s.forfeited if hex in s.map)
    parts = parted(bits.set(sources), (side_holds(s, other), presence(s, other).anything, lost))
    open_ = bits.where(lambda hex: usable(s, side, hex), parts, {})
    return {hex: rule for hex, rule in sources.items() if bits.of[hex] & open_}


def candidates(s: State, unit: Unit, front: str) -> Mapping[str, str]:
    """Those of its side and nation, whoever holds them now."""
    found: dict[str, str] = {}
    for id, row in s.law.table(PRIMARY).rows.items():
        if row["front"] != front or row["side"] != unit.side or not serves(str(row["nations"]), unit):
            continue
        if row["needs"] != "-" and not s.stands(str(row["needs"])):
            continue
        for hex in places_of(s, id):
            found.setdefault(hex, str(row["rule"]))
    return found


def serves(nations: str, unit: Unit) -> bool:
    """Whether a source is for this unit; Armenians and the Persian Cossacks count as Russians (11.33)."""
    nation = "RU" if unit.called == "persian-cossack" else nation_of(unit)
    match nations:
        case "any":
            return True
        case "empire":
            return nation in EMPIRE
        case "others":
            return nation not in NAMED_NATIONS
        case _:
            return nation in nations.split()


def places_of(s: State, id: str) -> tuple[str, ...]:
    """The hexes that one row of the table names on this map."""
    return _places(s.map, s.law, s.front, id)


@lru_cache(maxsize=1024)
def _places(map: HexMap, law: Law, home: str, id: str) -> tuple[str, ...]:
    return tuple(_named(State(law, map=map, pieces=Pieces(), front=home), id))


def _named(s: State, id: str) -> Iterator[str]:
    row = s.law.table(PRIMARY).rows[id]
    at = str(row["at"])
    if row["what"] == HEX:
        yield from (hex for hex in (at,) if hex in s.map)
        return
    for hex in s.map.places:
        if front_of(s, hex) == row["front"] and _fits(s, hex, row, at):
            yield hex


def _fits(s: State, hex: str, row: Mapping[str, object], at: str) -> bool:
    if row["what"] == MARK:
        return flag(s, hex, at)
    if row["what"] == TOWNS:
        return land_of(s, hex) == at and settlement(s, hex)
    inside = at in ("-", land_of(s, hex)) and s.map.hex(hex).terrain != ALPINE
    halves = _within(hex[1:3], str(row["first"])) and _within(hex[3:5], str(row["second"]))
    return inside and halves and flag(s, hex, EDGE)


def _within(number: str, bounds: str) -> bool:
    if bounds == "-":
        return True
    least, most = bounds.split("-")
    return least <= number <= most


# -- ports (9.53) ----------------------------------------------------------------------------------------------
def is_port(s: State, hex: str) -> bool:
    return bool(s.law.held(checks_on_port(s, hex)))


def checks_on_port(s: State, hex: str) -> Checks:
    """A town or city with an anchor, the coast west of Suez, and the beaches once they were landed on."""
    anchor = settlement(s, hex) and flag(s, hex, "port")
    egypt = flag(s, hex, "coastal") and flag(s, hex, "west-of-suez")
    beach = hex in BEACHES and s.stands("gallipoli")
    check = held if anchor or egypt or beach else objection
    yield check("9.53", "is-a-port", hex=Place(hex))


# -- what becomes of captured ones (11.71) ---------------------------------------------------------------------
def objections_to_source(s: State, side: str, hex: str) -> Checks:
    """What keeps a primary source of a side from supplying it (11.6, 11.71, 11.33)."""
    other = foe(side)
    if controller(s, hex) == other or s.at(hex, other):
        yield objection("11.71", "source-captured", hex=Place(hex), who=Side(other))
    if hex in s.forfeited:
        yield objection("11.71", "source-forfeited", hex=Place(hex))


def usable(s: State, side: str, hex: str) -> bool:
    return s.law.allows(objections_to_source(s, side, hex))


def captured(s: State, t: Trace, hex: str, side: str) -> State:
    """11.71: a source that the enemy enters is lost to its side for good, unless it is a map edge or a port (9.53)."""
    lost = [row for id, row in s.law.table(PRIMARY).rows.items() if row["side"] != side and hex in places_of(s, id)]
    if not lost:
        if settlement(s, hex):
            t.say("11.72", "town-serves", s, hex=Place(hex), who=Side(side))
        return s
    if hex == SALONIKA:
        t.say("11.33h", "source-lost-for-good", s, hex=Place(hex))
    elif flag(s, hex, EDGE) or flag(s, hex, "port") or is_port(s, hex):
        t.say("11.71", "source-comes-back", s, hex=Place(hex))
        return s
    else:
        t.say("11.71", "source-lost-for-good", s, hex=Place(hex))
    return s.but(forfeited=s.forfeited | {hex})


def abandoned(s: State, t: Trace) -> State:
    """11.33: Salonika and the beaches are sources no more once the Allies have left them altogether."""
    for hex in sorted({SALONIKA, *BEACHES}):
        event = "salonika" if hex == SALONIKA else "gallipoli"
        gone = hex in s.map and s.stands(event) and s.control.get(hex) == ALLIES and not s.forces_at(hex, ALLIES)
        if gone and hex not in s.forfeited:
            s = s.but(forfeited=s.forfeited | {hex})
            t.say("11.33h", "source-lost-for-good", s, hex=Place(hex))
    return s


# -- supplied without a line (11.32d, 11.33, 11.4, 15.81) ------------------------------------------------------
def always_supplied(s: State, unit: Unit, hex: str) -> Checks:
    """Whom nothing puts out of supply: Arabs, and the CP in a K hex."""
    if unit.nation == "AB":  # everywhere, and of Palestine it is said once more
        rule = "11.33i" if flag(s, hex, "palestine") else "15.81"
        yield held(rule, "supplied-by-right", unit=U(unit.id), hex=Place(hex))
    if unit.side == CP and near_kut(s, hex):
        yield held("11.54", "supplied-at-kut", unit=U(unit.id), hex=Place(hex))


def supplied_anyway(s: State, unit: Unit, hex: str) -> Checks:
    """What supplies a unit in a hex without a line."""
    home = AT_HOME.get(unit.called) or AT_HOME.get(unit.nation)
    if home is not None and flag(s, hex, home[0]):
        yield held(home[1], "supplied-by-right", unit=U(unit.id), hex=Place(hex))
    if front_of(s, hex) == "caucasus":
        nation = nation_of(unit)
        if flag(s, hex, "black-sea") and nation in ("RU", "TU"):
            yield held("11.45", "supplied-on-coast", unit=U(unit.id), hex=Place(hex))
        if flag(s, hex, "caspian") and nation == "RU":
            yield held("11.45", "supplied-on-coast", unit=U(unit.id), hex=Place(hex))
    yield from _in_port(s, unit, hex)


def supplied_in_box(unit: Unit) -> str:
    """The rule by which units in the boxes between the Fronts are always supplied."""
    return "11.32d" if unit.side == CP else "11.33i"


def _in_port(s: State, unit: Unit, hex: str) -> Checks:
    """Who stands in a port that supplies his nation."""
    row = s.law.table(PORTS).rows.get(hex)
    serving = row is not None and row["side"] == unit.side and serves(str(row["nations"]), unit)
    if row is not None and serving and (row["needs"] == "-" or controller(s, CONSTANTINOPLE) == ALLIES):
        yield held(str(row["rule"]), "supplied-in-port", unit=U(unit.id), hex=Place(hex))
    if unit.side == ALLIES and flag(s, hex, "port") and front_of(s, hex) == "western":
        reading = s.law.read("port-without-its-hexes") if hex in LETTERED else None
        if s.law.allows(objections_to_port(s, hex, standing=True)):
            yield held("11.44", "supplied-in-port", unit=U(unit.id), hex=Place(hex), reading=reading)


# -- ports as sources (11.41, 11.44) ---------------------------------------------------------------------------
def port_sources(s: State, unit: Unit, front: str) -> Mapping[str, str]:
    """The ports to which a unit traces as if to primary sources, never through a secondary one."""
    found: dict[str, str] = {}
    for hex, row in s.law.table(PORTS).rows.items():
        ours = hex in s.map and row["side"] == unit.side and serves(str(row["nations"]), unit)
        if int(row["range"]) and ours and front_of(s, hex) == front:
            found[hex] = str(row["rule"])
    found = _usable(s, unit.side, found)
    if front == "western" and (unit.nation in EMPIRE or unit.nation == "BE"):
        for hex in _ports(s.map):
            if front_of(s, hex) == front and port_open(s, hex):
                found[hex] = "11.44"
    return found


@lru_cache(maxsize=32)
def _ports(map: HexMap) -> tuple[str, ...]:
    return tuple(hex for hex in map.places if "port" in map.hex(hex).flags)


def channel_sources(s: State, unit: Unit, front: str) -> Mapping[str, str]:
    """The ports that the British alone reach through a secondary source."""
    if unit.nation not in EMPIRE or front != "western":
        return {}
    return {hex: "11.44" for hex in (CALAIS, DUNKIRK) if hex in s.map and port_open(s, hex)}


def port_open(s: State, hex: str) -> bool:
    return s.law.allows(objections_to_port(s, hex))


def objections_to_port(s: State, hex: str, standing: bool = False) -> Checks:
    """May an Allied port of the Western Front supply, if only those `standing` in it?

    Rouen and Antwerp need the hexes of their letter; a devastated town is no source, be it a port.
    """
    if controller(s, hex) != ALLIES or s.at(hex, CP):
        yield objection("11.44", "port-not-ours", hex=Place(hex))
    if hex in s.devastated:
        yield objection("14.63", "town-devastated", hex=Place(hex))
    letter = LETTERED.get(hex)
    if letter is None:
        return
    closed = [other for other in s.map.places if flag(s, other, letter) and controller(s, other) != ALLIES]
    if closed and not (standing and s.law.reads("port-without-its-hexes", "occupants")):
        reading = s.law.read("port-without-its-hexes")
        yield objection("11.44", "port-hexes-lost", hex=Place(hex), hexes=tuple(map(Place, closed)), reading=reading)
    if hex == ANTWERP:
        reading = s.law.read("antwerp-second-edition")
        gates = [gate for gate in ANTWERP_GATES if gate in s.map and s.forces_at(gate, CP)]
        if gates and s.law.reads("antwerp-second-edition", "blocked"):
            yield objection("11.44", "antwerp-gates", hexes=tuple(map(Place, gates)), reading=reading)
        elif gates:
            yield held("11.44", "antwerp-gates", hexes=tuple(map(Place, gates)), reading=reading)
