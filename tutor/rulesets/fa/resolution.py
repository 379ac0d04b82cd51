"""10.7.6.2 and 10.7.6.7: resolving the attacks one by one: supply again, the table, the odds, the die."""

from __future__ import annotations

import re
from typing import Any

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, places, units, value
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.drafts import Attack, Fight
from tutor.rulesets.fa.odds import die_modifier, die_sides, final_odds
from tutor.rulesets.fa.state import ENABLING, State, Unit
from tutor.rulesets.fa.supply import in_supply, objections_to_supply

ASSAULT, INFILTRATION = "assault", "infiltration"
RESULT = re.compile(r"(\d+|-)/(\d+|-)([RS]?)(\*?)")


@value
class Result:
    """What a cell asks: losses of both sides, half a hex, a retreat; an asterisk keeps the attackers upright."""

    attacker: int = 0
    defender: int = 0
    shattered: bool = False
    retreat: bool = False
    star: bool = False

    @classmethod
    def of(cls, code: str) -> Result:
        found = RESULT.fullmatch(code)
        if found is None:
            return cls(star=code.endswith("*"))
        mine, theirs, letter, star = found.groups()
        return cls(_losses(mine), _losses(theirs), letter == "S", letter == "R", bool(star))


def _losses(code: str) -> int:
    return 0 if code == "-" else int(code)


# -- one after the other -----------------------------------------------------------------------------------------
@step("resolve", "10.7.6.2-d")
def resolve(s: State, t: Trace) -> Steps[State]:
    """The attacker chooses which of his attacks comes next."""
    if not s.attacks:
        return s
    hex = yield from choose(
        Ask(s, "10.7.6.2-d", s.phasing, "next-attack", ("place",), lambda hex: objections_to_next(s, hex))
    )
    return s.then(task("attack", hex), task("resolve"))


def objections_to_next(s: State, hex: str) -> Checks:
    """Any declared attack that is not resolved yet."""
    if s.attack_on(hex) is None:
        yield objection("10.7.6.2-d", "no-attack-left", hex=Place(hex), hexes=places(a.hex for a in s.attacks))


@step("attack", "4.2-b")
def attack(s: State, t: Trace, hex: str) -> State:
    """Supply is judged again; whoever is without it does not attack."""
    declared = s.attack_on(hex) or Attack(hex)
    s = s.but(attacks=tuple(a for a in s.attacks if a.hex != hex))
    able = []
    for unit in (s.unit(id) for id in sorted(declared.units)):
        if _still_attacks(s, t, unit):
            able.append(unit)
    if not able:
        t.say("4.2-b", "attack-called-off", s, hex=Place(hex))
        return s
    if not s.defenders(hex) and not any(u.invading for u in able):
        t.say("10.7.6.1-d", "nobody-left", s, hex=Place(hex))
        return s
    origins = frozenset(u.place for u in able if u.place)
    fight = Fight(declared, frozenset(u.id for u in able), origins)
    notional = all(u.gun for u in s.defenders(hex))
    s = s.but(fight=fight.but(notional=notional))
    if len(able) == len(declared.units):
        t.say("4.2-b", "supplied-still", s, units=units(able))
    if notional:
        t.say("10.7.6.2-d", "attack-on-notional", s, hex=Place(hex), units=units(able))
    else:
        t.say("10.7.6.2-d", "attack-opens", s, hex=Place(hex), units=units(able), foes=units(s.defenders(hex)))
    _cut_off(s, t, hex)
    return s.then(task("odds"), task("choose-table"), task("combat-die"))


def _cut_off(s: State, t: Trace, hex: str) -> None:
    """The defenders' supply is judged only now."""
    for unit in s.defenders(hex):
        check = s.law.first_objection(objections_to_supply(s, unit))
        if check is not None:
            t.say("4.2-b", "defender-cut", s, unit=U(unit.id))
            t.say(check.rule, check.kind, s, **check.facts)


def _still_attacks(s: State, t: Trace, unit: Unit) -> bool:
    if not in_supply(s, unit):
        t.say("4.2-b", "unsupplied-now", s, unit=U(unit.id))
        for check in s.law.objections(objections_to_supply(s, unit)):
            t.say(check.rule, check.kind, s, **check.facts)
        return False
    if not unit.face_up and not unit.hq:
        t.say("10.7.6.1-b", "face-down-now", s, unit=U(unit.id))
        return False
    return True


@step("odds", "10.7.6.7-b")
def odds(s: State, t: Trace) -> State:
    """Factors, odds and all shifts, before the table is chosen."""
    reckoned = final_odds(s, s.here.attack, strikers(s))
    kind = "odds-shifted" if reckoned.shifts.total else "odds"
    t.say("10.7.6.7-b", kind, s, hex=Place(s.here.hex), **reckoned.facts())
    return s


# -- which table (10.7.6.7) ----------------------------------------------------------------------------------------
@step("choose-table", "10.7.6.7-c")
def choose_table(s: State, t: Trace) -> Steps[State]:
    """The table is chosen now: the assault table, or the infiltration table where a tank or Stoss unit attacks."""
    if not enabling(s):
        return s
    table = yield from choose(
        Ask(
            s,
            "10.7.6.7-c",
            s.phasing,
            "table",
            ("option",),
            lambda table: objections_to_table(s, table),
            options=(ASSAULT, INFILTRATION),
        )
    )
    return s.fighting(table=table)


def objections_to_table(s: State, table: str) -> Checks:
    """Infiltration needs a tank or a Stoss unit among those who attack."""
    if table == INFILTRATION:
        yield held("10.7.6.7-c", "infiltrates", units=units(enabling(s)))


def enabling(s: State) -> tuple[Unit, ...]:
    """The attackers still there that open the infiltration table."""
    there = (s.unit(id) for id in sorted(s.here.attackers))
    return tuple(u for u in there if u.kind in ENABLING and u.place is not None)


# -- the die (10.7.6.7) --------------------------------------------------------------------------------------------
def strikers(s: State) -> tuple[Unit, ...]:
    """The attackers of the fight that are still on the map."""
    there = (s.unit(id) for id in sorted(s.here.attackers))
    return tuple(u for u in there if u.place is not None)


@step("combat-die", "10.7.6.7-d")
def combat_die(s: State, t: Trace) -> Steps[State]:
    """One die with its modifiers, read on the table chosen."""
    die = yield from roll(Die("10.7.6.7-d", s.phasing, "combat-die", die_sides(s)))
    reckoned = final_odds(s, s.here.attack, strikers(s))
    s = _ships_turned(s, t)
    modifier = die_modifier(s, s.here.hex, reckoned.below)
    table = s.law.table(s.here.table)
    rows = [int(row) for row in table.cells]
    row = min(max(die + int(modifier), min(rows)), max(rows))
    cell = table.at(row, reckoned.column)
    asked = Result.of(cell.value)
    facts: dict[str, Any] = {"table": Term(s.here.table), "die": die, "column": reckoned.column, "cell": cell}
    facts |= {"mine": asked.attacker, "theirs": asked.defender}
    if modifier.lines:
        t.say("10.7.6.7-d", "result-modified", s, modifier=modifier, row=row, **facts)
    else:
        t.say("10.7.6.7-e", "result", s, **facts)
    return _asked(s, t, cell.value)


def _ships_turned(s: State, t: Trace) -> State:
    """Ships that bombarded are turned, and stay at sea."""
    ships = sorted(s.here.attack.ships)
    if ships:
        s = s.put(*(s.unit(id).but(face_up=False) for id in ships))
        t.say("10.7.6.3-b", "ships-turned", s, units=units(ships))
    return s


def _asked(s: State, t: Trace, code: str) -> State:
    """What the result asks of both sides, in the order in which it is settled."""
    result = Result.of(code)
    s = s.fighting(
        asked=(result.attacker, result.defender),
        mine=result.attacker,
        theirs=result.defender,
        first=s.here.table == INFILTRATION and result.attacker > 0,
        shattered=int(result.shattered),
        retreat=result.retreat,
        star=result.star,
    )
    if s.here.notional:
        return _notional(s, t, code, result)
    return s.then(
        task("forgo"),
        task("half-hex"),
        task("losses", s.phasing),
        task("losses", s.waiting),
        task("retreats"),
        task("clear-markers"),
        task("advance"),
        task("aftermath"),
    )


def _notional(s: State, t: Trace, code: str, result: Result) -> State:
    """Any result other than a dash destroys the notional unit."""
    touched = result.defender or result.shattered or result.retreat
    dead = bool(touched) if s.law.reads("notional-dash", "defender-part") else code.rstrip("*") != "-"
    kind = "notional-destroyed" if dead else "notional-holds"
    s = s.fighting(theirs=0, shattered=0, retreat=False, notional=not dead)
    t.say("10.7.4.5-h", kind, s, hex=Place(s.here.hex), reading=s.law.read("notional-dash"))
    return s.then(task("losses", s.phasing), task("clear-markers"), task("advance"), task("aftermath"))


@step("end-land-combat", "5.1.2_IV_d")
def end_land_combat(s: State, t: Trace) -> State:
    """The phase of land combat is over."""
    t.say("5.1.2_IV_d", "land-combat-over", s, side=Side(s.phasing))
    return s
