"""9.1, 9.2, 9.52: how many units a side may carry by rail and by sea, and what each of them counts."""

from __future__ import annotations

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus, times
from tutor.rulesets.gwie.control import land_of
from tutor.rulesets.gwie.fronts import EUROPE, NEAR_EAST
from tutor.rulesets.gwie.state import CP, TRANSFER, State, Unit

POOLS = "transport"
CP_EUROPE, CP_NEAR_EAST = "cp-rails-europe", "cp-rails-near-east"
ALLIED_WEST, RUSSIAN_EAST, RUSSIAN_CAUCASUS = "allied-west", "russian-east", "russian-caucasus"
EGYPT, IRAQ = "egypt-rails", "iraq-rails"
SEA_EUROPE, SEA_NEAR_EAST = "sea-europe", "sea-near-east"
HOME = {CP_EUROPE: ("germany",), ALLIED_WEST: ("france", "italy")}
ABROAD = {CP_EUROPE: ("9.11", "outside-germany"), ALLIED_WEST: ("9.21", "outside-france-italy")}
ALLIED_POOLS = {
    "western": ALLIED_WEST,
    "italian": ALLIED_WEST,
    "eastern": RUSSIAN_EAST,
    "caucasus": RUSSIAN_CAUCASUS,
    "egyptian": EGYPT,
    "iraqi": IRAQ,
}


def pools_of(side: str, *fronts: str) -> tuple[str, ...]:
    """The capacities against which a trip between these Fronts counts (9.14, 9.25)."""
    if side != CP:
        return tuple(dict.fromkeys(ALLIED_POOLS[front] for front in fronts))
    found = {CP_EUROPE if front in EUROPE else CP_NEAR_EAST for front in fronts}
    return tuple(sorted(found))


def freight(s: State, unit: Unit, pool: str, ends: tuple[str, ...]) -> Ledger:
    """What one trip counts against a capacity; `ends` are the hexes of it that lie on the map."""
    return s.law.ledger(str(s.law.table(POOLS).rows[pool]["rule"]), "freight", freight_lines(s, unit, pool, ends))


def freight_lines(s: State, unit: Unit, pool: str, ends: tuple[str, ...]) -> Lines:
    rule = str(s.law.table(POOLS).rows[pool]["rule"])
    yield plus(rule, "one-unit", 1, unit=U(unit.id))
    abroad = [hex for hex in ends if land_of(s, hex) not in HOME[pool]] if pool in HOME else []
    if abroad:
        rule, kind = ABROAD[pool]
        yield times(rule, kind, 2, hex=Place(abroad[0]))
    elif pool == CP_NEAR_EAST:
        yield times("9.12", "abroad-single", 1)
    if unit.hq and pool not in (SEA_EUROPE, SEA_NEAR_EAST):
        yield times("9.34", "hq-double", 2, unit=U(unit.id))
    elif unit.hq:
        amount = 2 if s.law.reads("hq-by-sea", "two") else 1
        yield times("9.52", "hq-by-sea", amount, unit=U(unit.id), reading=s.law.read("hq-by-sea"))


def capacity_left(s: State, pool: str) -> Ledger:
    """What is left of a capacity in this phase."""
    rule = str(s.law.table(POOLS).rows[pool]["rule"])
    return s.law.ledger(rule, "capacity", capacity_lines(s, pool))


def capacity_lines(s: State, pool: str) -> Lines:
    cell = s.law.table(POOLS).at(pool, "units")
    yield plus(str(s.law.table(POOLS).rows[pool]["rule"]), "whole-capacity", int(cell.value), cell=cell)
    if pool in (RUSSIAN_EAST, RUSSIAN_CAUCASUS):
        for unit in s.pieces:
            if unit.box == TRANSFER and unit.since < s.turn:
                amount = 2 if unit.hq else 1
                yield plus("9.25", "waits-in-box", -amount, unit=U(unit.id))
    if s.carried.get(pool):
        yield plus(str(s.law.table(POOLS).rows[pool]["rule"]), "carried-already", -s.carried[pool])


def objections_to_loading(s: State, unit: Unit, pools: tuple[str, ...], ends: tuple[str, ...]) -> Checks:
    """Is there room for this unit in every capacity that its trip counts against?"""
    for pool in pools:
        cost, left = freight(s, unit, pool, ends), capacity_left(s, pool)
        check = held if cost.total <= left.total else objection
        yield check(cost.rule, "room", unit=U(unit.id), pool=Term(pool), cost=cost, left=left)
    if len(pools) > 1:
        rule = {CP_NEAR_EAST: "9.14", RUSSIAN_CAUCASUS: "9.25"}.get(pools[-1], "9.52")
        yield held(rule, "counts-twice", unit=U(unit.id), pools=tuple(map(Term, pools)))


def objections_to_full_carriers(s: State, unit: Unit, pools: tuple[str, ...], here: str) -> Checks:
    """Does any trip from here still fit into what is left? Wherever it leads, it counts at least so much."""
    yield from s.law.objections(objections_to_loading(s, unit, pools, (here,)))


def loaded(s: State, unit: Unit, pools: tuple[str, ...], ends: tuple[str, ...]) -> State:
    """The capacities, less by this trip."""
    carried = s.carried
    for pool in pools:
        carried = carried.put(pool, carried.get(pool, 0) + int(freight(s, unit, pool, ends)))
    return s.but(carried=carried)


def sea_pools(*fronts: str) -> tuple[str, ...]:
    """A sea move between Europe and the Near East counts against both limits (9.52)."""
    return tuple(sorted({SEA_NEAR_EAST if front in NEAR_EAST else SEA_EUROPE for front in fronts}))
