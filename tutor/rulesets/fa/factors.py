"""10.7.6.6, 10.7.6.7: the factors of both sides, from the counters to the two sums that are compared."""

from __future__ import annotations

from fractions import Fraction

from tutor.engine.facts import Number, Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Line, Lines, at_most, instead, plus, round_near, round_up, times
from tutor.rulesets.fa.nations import surprised_by
from tutor.rulesets.fa.state import State, Unit
from tutor.rulesets.fa.supply import in_supply
from tutor.rulesets.fa.terrain import WATERS, doubling, effect, halving
from tutor.rulesets.fa.weather import halves_aircraft, weather_at

NOTIONAL = 1


def printed(s: State, unit: Unit) -> Number:
    """The combat factor of a counter; the figure of a gun is none, unless so read."""
    if unit.gun:
        return unit.value if s.law.reads("artillery-factor", "also-factor") else 0
    return unit.factor


def rounded(s: State, rule: str) -> Line:
    """The one rounding at the end of all divisions."""
    if s.law.reads("rounding-direction", "nearest"):
        return round_near(rule, "rounded", reading=s.law.read("rounding-direction"))
    return round_up(rule, "rounded", reading=s.law.read("rounding-direction"))


# -- the attack --------------------------------------------------------------------------------------------------
def land_factors(s: State, attackers: tuple[Unit, ...], hex: str) -> Ledger:
    """The land units of an attack, after terrain and invasion."""
    return s.law.ledger("10.7.6.7-a", "land-factors", land_lines(s, attackers, hex))


def land_lines(s: State, attackers: tuple[Unit, ...], hex: str) -> Lines:
    each = s.law.reads("one-rounding", "each")
    groups: dict[tuple[str, bool], list[Unit]] = {}
    for unit in attackers:
        side = "" if unit.invading else _side(s, unit.place or "", hex)
        spared = side in WATERS and _surprising(s, unit, hex)
        groups.setdefault((side, spared), []).append(unit)
    divided = False
    for (side, spared), group in groups.items():
        divided |= bool(side and not spared) or any(u.invading for u in group)
        if side:
            yield _across(s, side, group, hex, spared, each)
        else:
            yield from (_third(s, unit, each) if unit.invading else _factor(s, unit) for unit in group)
    if divided and not each:
        yield rounded(s, "10.7.6.7-a")


def _side(s: State, a: str, b: str) -> str:
    """What halves an attack across a hexside: a strait before a river, since no surprise spares it."""
    kinds = halving(s, a, b)
    return next((kind for kind in kinds if kind not in WATERS), next(iter(kinds), ""))


def _third(s: State, unit: Unit, each: bool) -> Line:
    """An invader counts a third."""
    story = s.law.ledger("10.7.4.5-f", "invading-factor", _divided(s, [unit], 3, "10.7.4.5-f", each))
    return plus("10.7.4.5-f", "invader", story, unit=U(unit.id))


def _across(s: State, side: str, group: list[Unit], hex: str, spared: bool, each: bool) -> Line:
    """Those who attack across one kind of hexside count half of their sum, unless they surprise."""
    if spared:
        whole = s.law.ledger("12_b", "sum-across", (_factor(s, unit) for unit in group))
        return plus("12_b", "river-spared", whole, side=Term(side), hex=Place(hex))
    half = s.law.ledger("10.7.6.6-b", "sum-across", _divided(s, group, 2, "10.7.6.6-b", each))
    return plus("10.7.6.6-b", "across", half, side=Term(side), cell=effect(s, side, "combat"))


def _factor(s: State, unit: Unit) -> Line:
    if unit.gun:
        reading = s.law.read("artillery-factor")
        return plus("10.7.6.4.5-a", "gun-factor", printed(s, unit), unit=U(unit.id), reading=reading)
    return plus("10.7.6.7-a", "factor", printed(s, unit), unit=U(unit.id))


def _divided(s: State, group: list[Unit], by: int, rule: str, each: bool) -> Lines:
    for unit in group:
        yield _factor(s, unit)
    yield times(rule, "divided", Fraction(1, by), by=by)
    if each:
        yield rounded(s, rule)


def _surprising(s: State, unit: Unit, hex: str) -> bool:
    """Whether the unit's power declared war in this impulse on those whom it attacks."""
    there = s.defenders(hex)
    return bool(there) and all(surprised_by(s, foe.nation, unit.nation) for foe in there)


# -- the defence -------------------------------------------------------------------------------------------------
def defence_factors(s: State, hex: str) -> Ledger:
    """The land units of the attacked stack, after terrain and supply; a notional unit where there is none."""
    return s.law.ledger("10.7.6.7-a", "defence", defence_lines(s, hex))


def defence_lines(s: State, hex: str) -> Lines:
    stack = s.defenders(hex)
    for unit in stack:
        yield _defender(s, unit)
    if all(unit.gun for unit in stack):
        yield plus("10.7.4.5-h", "notional-unit", NOTIONAL, hex=Place(hex))
    cell = doubling(s, hex)
    if cell is not None:
        yield times("10.7.6.6-a", "doubled", 2, terrain=Term(s.map.hex(hex).terrain), cell=cell)


def _defender(s: State, unit: Unit) -> Line:
    if unit.gun:
        return _factor(s, unit)
    if in_supply(s, unit):
        return plus("10.7.6.1-e", "factor", printed(s, unit), unit=U(unit.id))
    if unit.face_up and s.law.reads("unsupplied-face-up", "full"):
        reading = s.law.read("unsupplied-face-up")
        return plus("4.1-b", "unsupplied-up", printed(s, unit), unit=U(unit.id), reading=reading)
    return plus("4.1-b", "unsupplied-down", 3 if unit.white else 1, unit=U(unit.id))


# -- what supports the attack ------------------------------------------------------------------------------------
def bombardment(s: State, ships: tuple[Unit, ...], land: Ledger) -> Ledger:
    """Shore bombardment: each ship less what its section takes, at most the land factors (10.7.6.3)."""
    return s.law.ledger("10.7.6.3-a", "bombardment", bombardment_lines(s, ships, land))


def bombardment_lines(s: State, ships: tuple[Unit, ...], land: Ledger) -> Lines:
    for ship in ships:
        yield plus("10.7.6.3-a", "ship", ship_factor(s, ship), unit=U(ship.id))
    if sum(ship_factor(s, ship).total for ship in ships) > land.total:
        yield at_most("10.7.6.3-b", "bombardment-cap", land.total, land=land.total)


def ship_factor(s: State, ship: Unit) -> Ledger:
    def lines() -> Lines:
        yield plus("10.7.6.3-a", "ship-factor", ship.bombardment, unit=U(ship.id))
        row = _row(s, ship.section)
        cell = s.law.table("sea-box").at(row, "bombardment")
        reading = s.law.read("bombardment-section")
        yield plus("10.7.6.3-a", "section", int(cell.value), section=ship.section, cell=cell, reading=reading)
        if ship.bombardment + int(cell.value) < 0:
            yield instead("10.7.6.3-a", "not-below-zero", 0)

    return s.law.ledger("10.7.6.3-a", "ship-bombardment", lines())


def _row(s: State, section: int) -> int:
    """The row of the sea box: the printed remark gives section 2's modifier to section 1, and is read as an error."""
    swapped = {1: 2, 2: 1}
    return section if s.law.reads("bombardment-section", "section-2") else swapped.get(section, section)


def ground_support(s: State, bombers: tuple[Unit, ...], hex: str, land: Ledger) -> Ledger:
    """Tactical factors of the bombers that got through, halved by weather and woods, at most the land factors."""
    return s.law.ledger("10.7.6.4", "ground-support", support_lines(s, bombers, hex, land))


def support_lines(s: State, bombers: tuple[Unit, ...], hex: str, land: Ledger) -> Lines:
    total: Number = 0
    for bomber in bombers:
        total += bomber.tactical
        yield plus("10.7.6.4", "tactical", bomber.tactical, unit=U(bomber.id))
    halved = False
    if halves_aircraft(s, hex):
        halved = True
        yield times("8.2.4-a", "winter-sky", Fraction(1, 2), weather=Term(weather_at(s, hex)))
        total = Fraction(total, 2)
    terrain = s.map.hex(hex).terrain
    if terrain in ("forest", "marsh"):
        halved = True
        yield times("10.3.5", "hidden-below", Fraction(1, 2), terrain=Term(terrain))
        total = Fraction(total) / 2
    if halved:
        yield rounded(s, "10.3.5")
    if -(-Fraction(total) // 1) > land.total:
        yield at_most("10.7.6.4", "support-cap", land.total, land=land.total)


def attack_factors(
    s: State, attackers: tuple[Unit, ...], ships: tuple[Unit, ...], bombers: tuple[Unit, ...], hex: str
) -> Ledger:
    """All that strikes: land units, shore bombardment, ground support."""

    def lines() -> Lines:
        land = land_factors(s, attackers, hex)
        yield from land.lines
        if ships:
            yield plus("10.7.6.3-a", "by-sea", bombardment(s, ships, land))
        if bombers:
            yield plus("10.7.6.4", "by-air", ground_support(s, bombers, hex, land))

    return s.law.ledger("10.7.6.7-a", "attack", lines())
