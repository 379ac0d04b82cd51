"""10.32-10.34, 10.47, 10.48: which table, how strong, which ratio."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from tutor.engine.facts import Number
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Line, Lines, at_least, plus, round_up, times
from tutor.rulesets.gwie.state import FORTRESS, OOS, State, Unit
from tutor.rulesets.gwie.supply import in_supply, supply_of

TABLE_A, TABLE_B = "crt-a", "crt-b"
MANY = 3
GARRISON = 1
LOWEST, HIGHEST = 0, 5


# -- which table (10.32) ---------------------------------------------------------------------------------------
def counted_defenders(s: State, defenders: Sequence[Unit]) -> Ledger:
    """How many units defend, for the choice of the table."""
    return s.law.ledger("10.32", "defending-units", counting_lines(s, tuple(defenders)))


def counting_lines(s: State, defenders: tuple[Unit, ...]) -> Lines:
    fighting = [u for u in defenders if u.fights]
    if fighting:
        yield plus("10.32", "combat-units", len(fighting), units=tuple(U(u.id) for u in fighting))
    reading = s.law.read("forts-count-for-crt")
    for fort in defenders:
        if fort.garrisoned and s.law.reads("forts-count-for-crt", "count"):
            yield plus("10.32", "fort-counts", 1, fort=U(fort.id), reading=reading)
        elif fort.garrisoned:
            yield plus("14.11", "fort-counts-not", 0, fort=U(fort.id), reading=reading)
        elif fort.fort:
            yield _bare_works(s, fort)
    hqs = [u for u in defenders if u.hq]
    if hqs:
        yield plus("10.32", "hq-counts-not", 0, units=tuple(U(u.id) for u in hqs))


def _bare_works(s: State, fort: Unit) -> Line:
    """Kut and the Hindenburg Line hold no unit of their own; whether they count all the same is a reading."""
    reading = s.law.read("bare-works-for-crt")
    if reading.option == "count":
        return plus("10.32", "fort-counts", 1, fort=U(fort.id), reading=reading)
    return plus("14.11", "fort-counts-not", 0, fort=U(fort.id), reading=reading)


def table_for(count: Ledger) -> str:
    return TABLE_A if count.total <= MANY else TABLE_B


# -- strengths (10.33) -----------------------------------------------------------------------------------------
def attack_strength(s: State, units: Sequence[Unit]) -> Ledger:
    return s.law.ledger("10.33", "attack-strength", attack_lines(s, tuple(units)))


def defence_strength(s: State, units: Sequence[Unit]) -> Ledger:
    return s.law.ledger("10.33", "defence-strength", defence_lines(s, tuple(units)))


def attack_lines(s: State, units: tuple[Unit, ...]) -> Lines:
    """Whole factors of the supplied; of all others, Fortress Supply included, half of their sum (11.51)."""
    halved = []
    for unit in units:
        if not in_supply(s, unit):
            halved.append(unit)
        else:
            yield plus("10.33", "attack-factor", unit.attack, unit=U(unit.id))
    yield from _halves(s, [(u, u.attack) for u in halved], "attack-factor")


def defence_lines(s: State, units: tuple[Unit, ...]) -> Lines:
    """In Fortress Supply the defence is whole (11.51)."""
    halved = []
    for unit in units:
        if not unit.fights:
            continue
        now = supply_of(s, unit).status
        if now == OOS:
            halved.append(unit)
        else:
            rule = "11.51" if now == FORTRESS else "10.33"
            yield plus(rule, "defence-factor", unit.defence, unit=U(unit.id))
    yield from _halves(s, [(u, u.defence) for u in halved], "defence-factor")
    for fort in units:
        if fort.garrisoned:
            yield plus("14.11", "garrison", GARRISON, fort=U(fort.id))


def _halves(s: State, factors: list[tuple[Unit, int]], kind: str) -> Lines:
    if factors:
        share = s.law.ledger("11.12", "out-of-supply-share", _halving(s, factors, kind))
        yield plus("11.12", "out-of-supply-share", share)


def _halving(s: State, factors: list[tuple[Unit, int]], kind: str) -> Lines:
    for unit, factor in factors:
        besieged = supply_of(s, unit).status == FORTRESS
        yield plus("11.51" if besieged else "11.83", kind, factor, unit=U(unit.id))
    yield times("10.33", "halved-once", Fraction(1, 2))
    yield round_up("10.33", "rounded-up")
    reading = s.law.read("halving-and-minimum")
    able = sum(1 for _, factor in factors if factor)
    if s.law.reads("halving-and-minimum", "sum-then-floor") and able > ceil(Fraction(sum(f for _, f in factors), 2)):
        yield at_least("11.12", "never-below-one-each", able, reading=reading)


# -- the ratio (10.34) -----------------------------------------------------------------------------------------
# A column is a whole number: 4 for 4-1, 1 for 1-1, 0 for 1-2, -1 for 1-3.
def ratio(attack: Number, defence: Number) -> int:
    """Attack to defence, rounded for the defender."""
    if attack >= defence:
        return floor(Fraction(attack) / Fraction(defence))
    return 2 - ceil(Fraction(defence) / Fraction(attack)) if attack else LOWEST - 40


def label(column: int) -> str:
    """A column as the table prints it, and as it would print those beyond."""
    return f"{column}-1" if column >= 1 else f"1-{2 - column}"


def initial(s: State, attack: Number, defence: Number) -> int:
    """The ratio before shifts; under another reading all that lies beyond the table is one step."""
    found = ratio(attack, defence)
    if s.law.reads("ladder-below-one", "one-step"):
        return min(max(found, LOWEST - 1), HIGHEST + 1)
    return found
