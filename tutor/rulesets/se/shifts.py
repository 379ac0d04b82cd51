"""Column shifts of bombardment (13.2.5.C), defensive fire (13.3.10.C) and assault (13.4.3.C)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Line, Lines, plus
from tutor.rulesets.se.disorganisation import morale
from tutor.rulesets.se.ground import BRIDGE, climb, crossing, effect, effect_number, terrain_of
from tutor.rulesets.se.state import Fight, State, Unit

TRENCHES = (1, 2, 3)


def bombardment_shifts(s: State, hex: str) -> Ledger:
    return s.law.ledger("13.2.5", "shifts", bombardment_lines(s, hex))


def bombardment_lines(s: State, hex: str) -> Lines:
    """The terrain of the target hex and its trench."""
    yield from _terrain(s, "13.2.5", hex, "bombardment")
    yield from _trench(s, s.trench(hex), hex, "bombardment")


def defensive_shifts(s: State, firers: Sequence[Unit], hex: str) -> Ledger:
    return s.law.ledger("13.3.10", "shifts", defensive_lines(s, tuple(firers), hex))


def defensive_lines(s: State, firers: tuple[Unit, ...], hex: str) -> Lines:
    """The target hex shelters the assaulters; the trench and height of those who fire help them."""
    if s.law.reads("defensive-fire-shifts", "both"):
        yield from _terrain(s, "13.3.10", hex, "defensive-fire")
    near = [u for u in firers if not u.gun and u.place and s.map.distance(u.place, hex) == 1]
    if not near:
        return
    trench = min(s.trench(u.place or "") for u in near)
    if trench:
        yield from _trench(s, trench, near[0].place or "", "defensive-fire")
    levels = min(climb(s, hex, u.place or "") for u in near)
    if levels:
        cell = effect(s, "climb", "defensive-fire")
        each = effect_number(s, "climb", "defensive-fire")
        yield plus("11.0.8", "fire-downhill", each * levels, levels=levels, cell=cell)


def assault_shifts(s: State, fight: Fight, attacker: Unit | None, defender: Unit | None) -> Ledger:
    return s.law.ledger("13.4.3.C", "shifts", assault_lines(s, fight, attacker, defender))


@seam("se.assault-shifts")
def assault_lines(s: State, fight: Fight, attacker: Unit | None, defender: Unit | None) -> Lines:
    """First what favours the hex that is defended, then what favours the attacker."""
    yield from _terrain(s, "13.4.3.C", fight.hex, "assault")
    yield from _hexsides(s, fight)
    yield from _uphill(s, fight)
    yield from _trench(s, s.trench(fight.hex), fight.hex, "assault", taken_over=fight.counter)
    if s.weather == "rain":
        yield plus("9.1-rain", "rain-assault", -1)
    yield from _morale(s, attacker, defender)


def _terrain(s: State, rule: str, hex: str, column: str) -> Lines:
    terrain = terrain_of(s.map, hex)
    amount = effect_number(s, terrain, column)
    if amount:
        yield plus(
            rule, "terrain-shift", amount, hex=Place(hex), terrain=Term(terrain), cell=effect(s, terrain, column)
        )


def _trench(s: State, level: int, hex: str, column: str, taken_over: bool = False) -> Lines:
    """A trench shelters whoever stands in it (18.4): those who have just taken it (18.6), a fort's guests (20.1)."""
    if not level:
        return
    row = f"trench-{min(level, TRENCHES[-1])}"
    amount = effect_number(s, row, column)
    if amount:
        fort = any(u.fortress for u in s.units_at(hex))
        rule = "18.6" if taken_over else "20.1" if fort else "18.4"
        yield plus(rule, "trench-shift", amount, hex=Place(hex), level=level, cell=effect(s, row, column))


def _hexsides(s: State, fight: Fight) -> Lines:
    """A hexside counts only if all sides that were crossed are of one kind (13.4.3.C)."""
    crossed = [frozenset(crossing(s, origin, fight.hex)) for origin in fight.origins]
    kinds = [kind for kind in sorted(set().union(*crossed)) if kind != BRIDGE]
    reading = s.law.read("mixed-hexsides")
    if s.law.reads("mixed-hexsides", "worst-side"):
        worst = min(kinds, key=lambda kind: effect_number(s, kind, "assault"), default=None)
        if worst:
            yield _side(s, worst, reading=reading)
        return
    for kind in kinds:
        if all(kind in sides for sides in crossed):
            yield _side(s, kind)
        else:
            yield plus("13.4.3.C", "sides-differ", 0, terrain=Term(kind), reading=reading)


def _uphill(s: State, fight: Fight) -> Lines:
    """The levels that the assault climbs (11.0.8); which count where its units climb unlike numbers is not said."""
    climbs = [climb(s, origin, fight.hex) for origin in fight.origins] or [0]
    least, most = min(climbs), max(climbs)
    levels = {"least": least, "most": most, "only-alike": least if least == most else 0}[s.law.reading("mixed-climbs")]
    if least != most:
        reading = s.law.read("mixed-climbs")
        yield plus("11.0.8", "climbs-differ", 0, least=least, most=most, levels=levels, reading=reading)
    if levels:
        each = effect_number(s, "climb", "assault")
        yield plus("11.0.8", "assault-uphill", each * levels, levels=levels, cell=effect(s, "climb", "assault"))


def _side(s: State, kind: str, **facts: object) -> Line:
    cell = effect(s, kind, "assault")
    return plus("13.4.3.C", "side-shift", effect_number(s, kind, "assault"), terrain=Term(kind), cell=cell, **facts)


def _morale(s: State, attacker: Unit | None, defender: Unit | None) -> Lines:
    """The current morale of both sides (16.3): the stand-in shifts by their difference."""
    if attacker is None or defender is None:
        return
    mine, theirs = morale(s, attacker), morale(s, defender)
    difference = int(mine) - int(theirs)
    table = s.law.table("morale-shifts")
    rows = [int(row) for row in table.rows]
    reached = max((row for row in rows if row <= abs(difference)), default=0)
    amount = int(table.number(reached, "shift")) * (1 if difference > 0 else -1)
    if amount:
        yield plus(
            "16.3",
            "morale-shift",
            amount,
            attacker=U(attacker.id),
            defender=U(defender.id),
            mine=mine,
            theirs=theirs,
            reading=s.law.read("morale-unit"),
            cell=table.at(reached, "shift"),
        )
