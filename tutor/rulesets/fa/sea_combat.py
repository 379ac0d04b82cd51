"""10.5.7.1: surface combat: factors, column, row, dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Cell, Side
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, at_most, plus, round_up
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.odds import die_sides
from tutor.rulesets.fa.state import State, Unit, foe

CHART, RESULTS, HIGHEST = "naval-combat", "surface-crt", 6


# -- the two sums (10.5.7.1) ---------------------------------------------------------------------------------------
def engaged(s: State, side: str) -> tuple[Unit, ...]:
    """The ships of a side that take part and are still there."""
    ships = (s.unit(id) for id in sorted(s.battle.included.get(side, ())))
    return tuple(u for u in ships if u.place == s.battle.sea)


def surface_factors(s: State, side: str) -> Ledger:
    return s.law.ledger("10.5.7.1-a", "surface-factors", factor_lines(s, side))


def factor_lines(s: State, side: str) -> Lines:
    for ship in engaged(s, side):
        yield plus("10.5.7.1-a", "ship-factor", ship.factor, unit=U(ship.id))


def column_of(s: State, side: str) -> Ledger:
    """The column, counted from 1: by factors, one to the left if surprised, one to the right if the enemy is."""
    return s.law.ledger("10.5.7.1-a", "naval-column", column_lines(s, side))


def column_lines(s: State, side: str) -> Lines:
    factors = surface_factors(s, side)
    columns = s.law.table(CHART).columns
    yield plus("10.5.7.1-a", "by-factors", _column(columns, factors.total), factors=factors)
    if side in s.battle.surprised:
        yield plus("10.5.7.1-a", "surprised-shift", -1, side=Side(side))
    if foe(side) in s.battle.surprised:
        yield plus("10.5.7.1-a", "surprising-shift", 1, side=Side(foe(side)))
        yield at_most("10.5.7.1-a", "last-column", len(columns))


def _column(columns: tuple[str, ...], total: Any) -> int:
    """The last column whose least number is reached; none for nothing."""
    least = [int(label.rstrip("+").split("-")[0]) for label in columns]
    return sum(total >= one for one in least)


def enemy_ships(s: State, side: str) -> Ledger:
    """The row: the enemy's ships, an LS for half."""
    return s.law.ledger("10.5.7.1-b", "enemy-ships", ship_lines(s, side))


def ship_lines(s: State, side: str) -> Lines:
    for ship in engaged(s, foe(side)):
        half = ship.kind == "ls"
        yield plus("10.5.7.1-b", "half-a-ship" if half else "a-ship", Fraction(1, 2) if half else 1, unit=U(ship.id))
    yield round_up("10.5.7.1-b", "ships-rounded")


def _row(rows: tuple[str, ...], n: int) -> str:
    least = {label: int(label.rstrip("+").split("-")[0]) for label in rows}
    return max((label for label in rows if least[label] <= n), key=least.__getitem__, default=rows[0])


def chart_cell(s: State, side: str) -> Cell | None:
    """The X/Y of a side; none if it does not fight."""
    table, column = s.law.table(CHART), int(column_of(s, side))
    if column < 1 or not surface_factors(s, side).total or not engaged(s, foe(side)):
        return None
    row = _row(tuple(table.cells), int(enemy_ships(s, side)))
    return table.at(row, table.columns[column - 1])


# -- aiming (10.5.7.1) ---------------------------------------------------------------------------------------------
@step("sea-fire", "10.5.7.1-c")
def sea_fire(s: State, t: Trace) -> State:
    """Both sides find their dice and their table, roll, and only then take what they got."""
    for side in (s.phasing, s.waiting):
        cell = chart_cell(s, side)
        if cell is None:
            t.say("10.5.7.1-a", "no-naval-fire", s, side=Side(side), column=column_of(s, side))
            continue
        dice, table = map(int, cell.value.split("/"))
        s = s.but(melee=s.battle.but(aims=s.battle.aims.put(side, (dice, table))))
        facts: dict[str, Any] = {
            "column": column_of(s, side),
            "heading": cell.column,
            "row": enemy_ships(s, side),
            "cell": cell,
        }
        t.say("10.5.7.1-c", "naval-aim", s, side=Side(side), dice=dice, table=table, **facts)
    aiming = [task("give-up", side) for side in (s.phasing, s.waiting)]
    rolling = [task("sea-dice", side) for side in (s.phasing, s.waiting)]
    return s.then(*aiming, *rolling, task("sea-losses"))


@step("give-up", "10.5.7.1-c", under="sea-fire")
def give_up(s: State, t: Trace, side: str) -> Steps[State]:
    """For every die given up the table rises by one."""
    dice, table = s.battle.aims.get(side, (0, 0))
    if dice < 2 or table >= HIGHEST:
        return s
    n = yield from choose(
        Ask(
            s,
            "10.5.7.1-c",
            side,
            "give-up-dice",
            ("number",),
            lambda n: objections_to_giving_up(s, side, n),
            options=tuple(range(dice)),
        )
    )
    dice, table = s.battle.aims[side]
    return s.but(melee=s.battle.but(aims=s.battle.aims.put(side, (dice - n, table + n))))


def objections_to_giving_up(s: State, side: str, n: int) -> Checks:
    dice, table = s.battle.aims[side]
    check = objection if table + n > HIGHEST else held
    yield check("10.5.7.1-c", "dice-for-table", n=n, dice=dice - n, table=table + n, highest=HIGHEST)


@step("sea-dice", "10.5.7.1-c", under="sea-fire")
def sea_dice(s: State, t: Trace, side: str) -> State:
    dice, table = s.battle.aims.get(side, (0, 0))
    return s.then(*(task("sea-die", side, table) for _ in range(dice)))


@step("sea-die", "10.5.7.1-c", under="sea-fire")
def sea_die(s: State, t: Trace, side: str, table: int) -> Steps[State]:
    """One die on its table: a type of ship and a result for the other side."""
    die = yield from roll(Die("10.5.7.1-c", side, "sea-die", die_sides(s)))
    rows = [int(row) for row in s.law.table(RESULTS).cells]
    cell = s.law.table(RESULTS).at(min(die, max(rows)), f"TRC {table}")
    t.say("10.5.7.2-a", "naval-result", s, side=Side(side), die=die, table=table, cell=cell)
    if cell.value == "-":
        return s
    kind, result = cell.value.lower().split(" ")
    hits = (*s.battle.hits, (foe(side), kind, result.upper()))
    return s.but(melee=s.battle.but(hits=hits))
