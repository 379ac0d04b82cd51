"""11: who is in supply, by which line, and what becomes of those who are not."""

from __future__ import annotations

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.facts import units as unit_facts
from tutor.engine.law import seam
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.control import controller
from tutor.rulesets.gwie.forts import besieged, near_kut
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.sources import supplied_anyway
from tutor.rulesets.gwie.state import CP, FORTRESS, OOS, SIDES, SUPPLIED, State, Unit, foe
from tutor.rulesets.gwie.tracing import Network, network

ANTWERP = "W6819"


# -- how a unit would be supplied in a hex (11.2) --------------------------------------------------------------
def means_of(s: State, unit: Unit, hex: str) -> Check | None:
    """What supplies a unit in a hex, traced on the map; None where nothing does."""
    for anyway in supplied_anyway(s, unit, hex):
        found: Check = anyway
        return found
    net = network(s, unit, front_of(s, hex))
    direct, by_town = (net.hq_direct, net.hq_by_town) if unit.hq else (net.direct, net.by_town)
    port = "11.41" if unit.side == CP else "11.44"
    lines = ((direct, "11.21", "line-direct"), (net.by_port, port, "line-to-port"), (by_town, "11.22", "line-by-town"))
    for line, rule, kind in lines:
        if line is not None and hex in line:
            return held(rule, kind, unit=U(unit.id), hex=Place(hex), n=line.cost(hex))
    return _other_means(net, unit, hex)


def _other_means(net: Network, unit: Unit, hex: str) -> Check | None:
    if net.by_own_town(hex):
        return held("11.53", "line-from-own-town", unit=U(unit.id), hex=Place(hex))
    hq = net.hq_beside(hex, unit.id)
    return None if hq is None else held("11.22", "line-by-hq", unit=U(unit.id), hq=U(hq.id))


def fortress_of(s: State, unit: Unit, hex: str) -> Unit | None:
    """The intact fort of its nationality that keeps a unit alive; Kut keeps the Allies, the Hindenburg Line nobody."""
    for fort in s.forts_at(hex, unit.side):
        own = fort.kind == "kut" or (fort.garrisoned and fort.nation == unit.nation)
        if own and (unit.fights or unit.hq):
            return fort
    return None


def status_at(s: State, unit: Unit, hex: str) -> tuple[str, Check | None]:
    """Supplied, in Fortress Supply or out of supply, were the unit in this hex, and by what."""
    means = means_of(s, unit, hex)
    if means is not None:
        return SUPPLIED, means
    fort = fortress_of(s, unit, hex)
    if fort is not None:
        return FORTRESS, held("11.51", "supplied-by-fort", unit=U(unit.id), fort=U(fort.id))
    return OOS, None


def would_starve(s: State, unit: Unit, hex: str) -> bool:
    """Whether a unit would be out of supply in a hex: traced, or as the position says."""
    if unit.nation == "AB":
        return False
    return status_at(s, unit, hex)[0] == OOS if s.tracing else hex in s.cut.get(unit.side, frozenset())


# -- the status as it was last determined (11.11, 11.12) -------------------------------------------------------
def supply_of(s: State, unit: Unit) -> tuple[str, str]:
    """Supplied, in Fortress Supply or out of supply, and the rule that says so."""
    if unit.flies:
        return SUPPLIED, "15.11"
    if unit.fort:
        return SUPPLIED, "11.51"
    if unit.nation == "AB":
        return SUPPLIED, "15.81"
    if unit.id in s.saved:
        return SUPPLIED, "11.86"
    if unit.side == CP and near_kut(s, unit.place):
        return SUPPLIED, "14.24"
    if besieged(s, unit):
        return FORTRESS, "14.23"
    return unit.supply, {SUPPLIED: "11.0", FORTRESS: "14.13", OOS: "11.12"}[unit.supply]


def in_supply(s: State, unit: Unit) -> bool:
    """In normal supply: Fortress Supply is none for an attack (11.51)."""
    return supply_of(s, unit)[0] == SUPPLIED


def checked(s: State, t: Trace) -> State:
    """11.12: supply is looked at again at the moment of every combat."""
    if not s.tracing:
        return s
    changed = []
    for unit in s.on_map():
        status = status_at(s, unit, unit.place or "")[0] if unit.fights or unit.hq else unit.supply
        if status != unit.supply:
            changed.append(unit.but(supply=status))
    if changed:
        s = s.put(*changed)
        t.say("11.12", "supply-changed", s, units=unit_facts(changed))
    return s


@seam("gwie.cut-off")
def objections_to_being_cut_off(s: State, unit: Unit, hex: str) -> Checks:
    """10.73: neither an advance nor a cavalry retreat may leave a unit out of supply."""
    if would_starve(_as_if_there(s, unit, hex), unit, hex):
        yield objection("10.73", "would-be-cut-off", unit=U(unit.id), hex=Place(hex))
        yield objection("11.83", "no-advance-out-of-supply", hex=Place(hex))


def _as_if_there(s: State, unit: Unit, hex: str) -> State:
    """The position in which the unit has entered a hex: its own, and without an HQ that stood there alone."""
    if not s.tracing or hex not in s.map:
        return s
    overrun = [u.but(place=None) for u in s.at(hex, foe(unit.side)) if u.hq]
    if not overrun and controller(s, hex) == unit.side:
        return s
    return s.put(unit.but(place=hex), *overrun).but(control=s.control.put(hex, unit.side))


@step("attrition", "11.13")
def attrition(s: State, t: Trace) -> State:
    """At the end of every Combat Phase all that is out of supply is eliminated, on both sides at once."""
    for unit in s.on_map():
        now, rule = (SUPPLIED, "11.52") if _in_antwerp(unit) else supply_of(s, unit)
        if now == FORTRESS or (unit.supply == OOS and now != OOS):
            t.say(rule, "kept-alive", s, unit=U(unit.id))
    gone = [u for u in s.on_map() if (u.fights or u.hq) and supply_of(s, u)[0] == OOS and not _in_antwerp(u)]
    for side in SIDES:
        lost = [u for u in gone if u.side == side]
        if lost:
            s = s.then(task("starve", tuple(u.id for u in lost)))
    return s


def _in_antwerp(unit: Unit) -> bool:
    """Belgians in Antwerp never suffer attrition (11.52)."""
    return unit.nation == "BE" and unit.place == ANTWERP


@step("starve", "11.84", under="attrition")
def starve(s: State, t: Trace, ids: tuple[str, ...]) -> State:
    """The units are out of the game until they are rebuilt; their hexes fall to the enemy (7.13)."""
    from tutor.rulesets.gwie.losses import removed

    t.say("11.84", "starved", s, units=unit_facts(ids))
    for id in ids:
        hex, side = s.unit(id).place or "", s.unit(id).side
        s = removed(s, t, id)
        if not s.at(hex, side):
            s = s.but(control=s.control.put(hex, foe(side)))
            t.say("7.13", "control-changes", s, hex=Place(hex), who=Side(foe(side)))
    return s
