"""11: who is in supply, by which line, and what becomes of those who are not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.engine.facts import units as unit_facts
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.control import controller
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.kut import besieged, besiegers
from tutor.rulesets.gwie.nations import nation_of
from tutor.rulesets.gwie.sources import always_supplied, supplied_anyway
from tutor.rulesets.gwie.state import FORTRESS, OOS, SUPPLIED, State, Unit, foe
from tutor.rulesets.gwie.tracing import Means, network

ANTWERP = "W6819"
MARKED = {SUPPLIED: "11.0", FORTRESS: "14.13", OOS: "11.12"}


# -- the one answer (11.1, 11.2) -------------------------------------------------------------------------------
class Supply(NamedTuple):
    """How a unit is supplied: its status, what decides it, and the line where one is traced."""

    status: str
    by: Check
    means: Means | None = None


def supply_of(s: State, unit: Unit) -> Supply:
    """The status of a unit where it stands: asked by every procedure, told by `supply` and the board.

    It is as things are now. In the Strategic Movement Phase that of its start holds (11.11).
    """
    if unit.place is None:
        return next(_by_right(s, unit, None), None) or _as_marked(unit)
    now = supply_at(s, unit, unit.place)
    return now if not s.settled or now.status == unit.supply else _as_marked(unit, "status-settled")


def supply_at(s: State, unit: Unit, hex: str) -> Supply:
    """The status that a unit would have in a hex: by right, as the position says itself, or by a line on the map."""
    anyway = next(_by_right(s, unit, hex), None)
    if anyway is not None:
        return anyway
    if not s.tracing:
        return _given(s, unit, hex)
    return _traced(s, unit.but(kind="infantry") if unit.garrisoned else unit, hex)


def in_supply(s: State, unit: Unit) -> bool:
    """In normal supply: Fortress Supply is none for an attack (11.51)."""
    return supply_of(s, unit).status == SUPPLIED


def _by_right(s: State, unit: Unit, hex: str | None) -> Iterator[Supply]:
    """What holds whatever lies around: the air, a siege, what is always supplied, a stack that was declared so."""
    if unit.flies:
        yield Supply(SUPPLIED, held("15.11", "supplied-in-the-air", unit=U(unit.id)))
    if unit.fort and not unit.garrisoned:
        yield Supply(SUPPLIED, held("11.51", "nobody-to-supply", fort=U(unit.id)))
    if unit.id in s.saved and hex == unit.place:
        yield Supply(SUPPLIED, held("11.86", "declared-supplied", unit=U(unit.id)))
    if hex is None:
        return
    if besieged(s, unit, hex):
        yield Supply(FORTRESS, held("14.23", "supplied-under-siege", unit=U(unit.id), foes=unit_facts(besiegers(s))))
    yield from (Supply(SUPPLIED, check) for check in s.law.in_force(always_supplied(s, unit, hex)))


def _given(s: State, unit: Unit, hex: str) -> Supply:
    """What a position says that traces no lines: by the counter where it stands, and by the hexes it calls cut off."""
    if hex == unit.place and unit.supply != SUPPLIED:
        return _as_marked(unit)
    if hex in s.cut.get(unit.side, frozenset()):
        return Supply(OOS, objection("11.12", "cut-off-as-given", unit=U(unit.id), hex=Place(hex)))
    return _as_marked(unit.but(supply=SUPPLIED))


def _as_marked(unit: Unit, kind: str = "status-given") -> Supply:
    """What the counter itself says."""
    check = objection if unit.supply == OOS else held
    rule = "11.11" if kind == "status-settled" else MARKED[unit.supply]
    return Supply(unit.supply, check(rule, kind, unit=U(unit.id)))


def _traced(s: State, unit: Unit, hex: str) -> Supply:
    """By the hex itself, by a line on the map, else by a fort, else not at all."""
    for check in s.law.in_force(supplied_anyway(s, unit, hex)):
        return Supply(SUPPLIED, check)
    means = network(s, unit, front_of(s, hex)).means(unit, hex)
    if means is not None:
        return Supply(SUPPLIED, _by_line(s, unit, hex, means), means)
    fort = fortress_of(s, unit, hex)
    if fort is not None:
        return Supply(FORTRESS, held("11.51", "supplied-by-fort", unit=U(unit.id), fort=U(fort.id)))
    return Supply(OOS, objection("11.12", "out-of-supply", unit=U(unit.id), hex=Place(hex)))


def _by_line(s: State, unit: Unit, hex: str, means: Means) -> Check:
    """That a line supplies a unit: how far it goes, or from which HQ; and the reading, where HQ draws from HQ."""
    if means.hq is None:
        length = means.length
        if length == 0 and means.kind == "line-by-town":
            return held(means.rule, "line-in-town", unit=U(unit.id), hex=Place(hex))
        return held(means.rule, means.kind, unit=U(unit.id), hex=Place(hex), n=length)
    hq, fed_by = U(means.hq.id), means.fed_by
    if fed_by is None or fed_by.hq is None:
        return held(means.rule, means.kind, unit=U(unit.id), hq=hq)
    return held(means.rule, means.kind, unit=U(unit.id), hq=hq, reading=s.law.read("hq-through-hq"))


def sources_for(s: State, unit: Unit) -> tuple[str, ...]:
    """The supply sources of a unit on the map, of any type: those that the position names, else where lines end."""
    return s.sources.get(unit.side, ()) or network(s, unit, front_of(s, unit.place or "")).ends


def fortress_of(s: State, unit: Unit, hex: str) -> Unit | None:
    """The intact fort of its nationality that keeps a unit alive; Kut keeps the Allies, the Hindenburg Line nobody."""
    for fort in s.forts_at(hex, unit.side):
        if fort.kind == "kut" or (fort.garrisoned and nation_of(fort) == nation_of(unit)):
            return fort
    return None


def checked(s: State, t: Trace) -> State:
    """11.12: supply is looked at again at the moment of every combat."""
    found = ((unit, supply_of(s, unit).status) for unit in s.on_map() if unit.ground)
    news = [unit.but(supply=now) for unit, now in found if now != unit.supply]
    changed = [unit for unit in news if not s.law.in_force(always_supplied(s, unit, unit.place or ""))]
    if changed:
        s = s.put(*changed)
        t.say("11.12", "supply-changed", s, units=unit_facts(changed))
    return s


def objections_to_being_cut_off(s: State, unit: Unit, hex: str) -> Checks:
    """10.73: neither an advance nor a cavalry retreat may leave a unit out of supply."""
    if supply_at(_as_if_there(s, unit, hex), unit, hex).status == OOS:
        yield objection("10.73", "would-be-cut-off", unit=U(unit.id), hex=Place(hex))
        yield objection("11.83", "no-advance-out-of-supply", hex=Place(hex))


def _as_if_there(s: State, unit: Unit, hex: str) -> State:
    """The position in which the unit has entered a hex and stands there."""
    taken = s.law.reads("control-by-advance", "changes")
    after = having_entered(s, unit, (hex,), taken) if hex in s.map else s
    return s if after is s else after.put(unit.but(place=hex))


def having_entered(s: State, unit: Unit, hexes: tuple[str, ...], taken: bool = True) -> State:
    """The position once a unit has entered these hexes: `taken` by its side now, without lone HQs and empty works."""
    gained = [hex for hex in hexes if taken and unit.nation != "AB" and controller(s, hex) != unit.side]
    foes = [u for hex in hexes for u in s.at(hex, foe(unit.side))]
    fallen = [u.but(place=None) for u in foes if u.hq or (u.fort and not u.garrisoned)]
    control = s.control
    for hex in gained:
        control = control.put(hex, unit.side)
    if not gained and not fallen:
        return s
    return s.put(*fallen).but(control=control) if fallen else s.but(control=control)


def in_antwerp(unit: Unit) -> bool:
    """Belgians in Antwerp never suffer attrition (11.52)."""
    return unit.nation == "BE" and unit.place == ANTWERP
