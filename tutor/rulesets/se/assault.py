"""13.4: the assault, from entering the hex to who holds it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Odds, Place, Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, instead, plus, times
from tutor.engine.run import task
from tutor.engine.tables import OddsColumns
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.coming import ASSAULT, comes, guns_among_enemies
from tutor.rulesets.se.declaration import crowded_hexes
from tutor.rulesets.se.disorganisation import settle, strike
from tutor.rulesets.se.fire import Result, tell_result
from tutor.rulesets.se.fortresses import lower_trench
from tutor.rulesets.se.shifts import assault_shifts
from tutor.rulesets.se.state import ELIMINATED, Fight, Losses, State, Unit, other

BELOW_TABLE = "1D2R"


@step("enter", "13.4.1")
def enter(s: State, t: Trace, side: str, counter: bool) -> State:
    """All assaulters enter the hexes their markers point at; of more than the limit the owner picks who goes."""
    if crowded_hexes(s, side):
        return s.then(task("too-many", side), task("enter", side, counter))
    marked = sorted((u for u in s.on_map() if u.side == side and u.assault), key=lambda u: u.id)
    hexes = sorted({u.assault for u in marked if u.assault})
    for unit in marked:
        s = comes(s, t, unit.id, unit.assault or "", ASSAULT, fought=True)
    for hex in hexes:
        s = open_fight(s, side, hex, counter)
    return s.then(*(task("assault", hex, side) for hex in hexes), task("assaults-over", side))


def open_fight(s: State, side: str, hex: str, counter: bool) -> State:
    """The assaulters stand in the hex: where they came from, and what they found there."""
    origins = tuple(sorted({u.origin for u in s.assaulters(hex, side) if u.origin}))
    before = next((f.trench for f in s.fights if f.hex == hex), s.trench(hex))
    garrison = tuple(u.id for u in s.garrison(hex, other(side)))
    s = s.refight(Fight(hex, side, origins, before, s.trench(hex), garrison, counter))
    return s.put(*(u.but(fought=True) for u in s.foes_at(hex, side)))


# -- odds -----------------------------------------------------------------------------------------------------
def strength(s: State, side: Sequence[Unit], rule: str, kind: str) -> Ledger:
    """The combat factors of one side (13.4.3.A)."""
    return s.law.ledger(rule, kind, combat_lines(s, tuple(side)))


def combat_lines(s: State, side: tuple[Unit, ...]) -> Lines:
    for unit in side:
        rule, kind = ("19.3", "guns-zero") if unit.gun else ("13.4.3.A", "combat")
        yield plus(rule, kind, unit.combat, unit=U(unit.id))


def odds_ratio(s: State, attack: Ledger, defence: Ledger) -> Ledger:
    """The attackers' combat factors divided by the defenders' (13.4.3.A); against 0 it is 5/1 (13.4.6)."""
    return s.law.ledger("13.4.3.A", "odds-ratio", ratio_lines(s, attack, defence))


def ratio_lines(s: State, attack: Ledger, defence: Ledger) -> Lines:
    yield plus("13.4.3.A", "attack-strength", attack)
    if defence.total:
        yield times("13.4.3.A", "divided-by", 1 / Fraction(defence.total), defence=defence)
    else:
        yield instead("13.4.6", "against-nothing", 5, defence=defence)


def columns(s: State) -> OddsColumns:
    """The assault table with its virtual columns: 6/1, 7/1 ... and 1/3, 1/4 ... (13.4.3.C)."""
    return _columns(s.law.table("assault").columns, s.law.reads("odds-beyond-table", "one-each"))


@cache
def _columns(labels: tuple[str, ...], one_each: bool) -> OddsColumns:
    if one_each:
        return OddsColumns(labels, range(6, 41), [Fraction(1, n) for n in range(3, 41)])
    return OddsColumns(labels, [6], [Fraction(1, 3)])


def highest_morale(s: State, side: Sequence[Unit]) -> tuple[Unit, ...]:
    """Whose morale counts: the highest of the side (13.4.4), or the one its owner named; guns have none."""
    candidates = [u for u in side if not u.gun]
    candidates = [u for u in candidates if u.id in s.named] or candidates
    best = max((u.morale for u in candidates), default=0)
    return tuple(u for u in candidates if u.morale == best)


@step("assault", "13.4.2")
def assault(s: State, t: Trace, hex: str, side: str) -> State:
    """One hex: is there anything to fight, and with whose morale?"""
    attackers, defenders = s.assaulters(hex, side), s.foes_at(hex, side)
    if not defenders:
        t.say("13.1.3", "walks-in", s, hex=Place(hex), units=units(attackers))
        return s.then(task("hold", hex, side))
    if all(u.gun for u in defenders) and s.law.reads("lone-guns", "taken-on-entry") and s.law.on("19.4"):
        t.say("19.4", "guns-overrun", s, hex=Place(hex), units=units(defenders), reading=s.law.read("lone-guns"))
        return s.then(task("hold", hex, side))
    named = [task("name-morale", hex, who) for who in (side, other(side))]
    return s.then(*named, task("assault-die", hex, side), named=frozenset())


def fighters(s: State, hex: str, side: str) -> tuple[Unit, ...]:
    """The units of one side that fight in an assaulted hex."""
    return s.assaulters(hex, side) if side == s.fight(hex).attacker else s.units_at(hex, side)


@step("name-morale", "13.4.4")
def name_morale(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Where owners name the unit whose morale counts, they do it before the die."""
    candidates = [u for u in fighters(s, hex, side) if not u.gun]
    if len(candidates) < 2 or s.law.reads("morale-unit", "highest"):
        return s
    unit = yield from choose(
        Ask(s, "13.4.4", side, "name-morale", ("unit",), lambda unit: objections_to_naming(s, hex, side, unit))
    )
    return s.but(named=s.named | {unit})


def objections_to_naming(s: State, hex: str, side: str, id: str) -> Checks:
    """May this unit lend its morale?"""
    unit = s.unit(id)
    if unit.side != side or unit not in fighters(s, hex, side):
        yield objection("13.4.4", "not-in-assault", unit=U(id), hex=Place(hex))
    elif unit.gun:
        yield objection("19.3", "guns-no-morale", unit=U(id))


@step("assault-die", "13.4.3.D")
def assault_die(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Odds, shifts, die, result."""
    odds = assault_odds(s, hex, side)
    kind = "odds" if odds.shifts.total else "odds-even" if odds.shifts.lines else "odds-plain"
    t.say(odds.rule, kind, s, **odds.facts())
    if odds.column < 0:
        t.say("13.4.3.C", "below-table", s, code=BELOW_TABLE, side=Side(side))
        tell_result(s, t, "13.4.4", Result.of(BELOW_TABLE), side)
        return _apply(s, t, hex, side, Result.of(BELOW_TABLE), Result.of("-"))
    table = s.law.table("assault")
    label = table.columns[odds.column]
    die = yield from roll(Die("13.4.3.D", side, "assault-die"))
    cell = table.at(die, label)
    upper, lower = (Result.of(part.strip()) for part in cell.value.split("|"))
    t.say("13.4.3.D", "assault-result", s, die=die, column=label, attacker=upper.code, defender=lower.code, cell=cell)
    tell_result(s, t, "13.4.4", upper, side)
    tell_result(s, t, "13.4.4", lower, other(side))
    return _apply(s, t, hex, side, upper, lower)


class AssaultOdds:
    """The odds of one assault with all that makes them."""

    def __init__(self, s: State, hex: str, side: str) -> None:
        attackers, defenders = fighters(s, hex, side), fighters(s, hex, other(side))
        attack = strength(s, attackers, "13.4.3.A", "attack-strength")
        defence = strength(s, defenders, "13.4.3.A", "defence-strength")
        self.forces = Odds(attack.total, defence.total)
        self.ratio = odds_ratio(s, attack, defence)
        self.table = columns(s)
        against_nothing = not defence.total
        self.rule = "13.4.6" if against_nothing else "13.4.3.B"
        self.base = self.table.nearest(self.ratio.total, ties_up=s.law.reads("odds-tie", "toward-attacker"))
        best, best_foe = (next(iter(highest_morale(s, who)), None) for who in (attackers, defenders))
        self.shifts = assault_shifts(s, s.fight(hex), best, best_foe)
        self.final = self.base + int(self.shifts)
        if against_nothing and s.law.reads("zero-combat-shifts", "final"):
            self.final = self.base

    @property
    def column(self) -> int:
        """The column that is read; negative below the table."""
        return min(self.final, len(self.table.labels) - 1)

    def facts(self) -> dict[str, Any]:
        found = {"odds": self.forces, "ratio": self.ratio}
        if self.shifts.lines:
            found |= {"first": self.table.label(self.base), "shifts": self.shifts}
        return found | {"column": self.table.label(self.column)}


def assault_odds(s: State, hex: str, side: str) -> AssaultOdds:
    return AssaultOdds(s, hex, side)


def _apply(s: State, t: Trace, hex: str, side: str, upper: Result, lower: Result) -> State:
    """Losses of both sides at once, then who must leave."""
    stays = upper.retreat and s.law.reads("both-retreat", "defender-holds")
    fight = s.fight(hex).but(attacker_retreats=upper.retreat, defender_retreats=lower.retreat and not stays)
    hits = ((side, upper, not fight.attacker_retreats), (other(side), lower, not fight.defender_retreats))
    strikes = []
    for who, result, won in hits:
        struck = fighters(s, hex, who)
        if struck and (result.steps or result.dp):
            ids, first = tuple(u.id for u in struck), tuple(u.id for u in highest_morale(s, struck))
            strikes.append(task("assault-losses", ids, result.steps, result.dp, first, won))
    if upper.retreat and lower.retreat:
        t.say("13.4.5", "both-retreat", s, hex=Place(hex), reading=s.law.read("both-retreat"))
    s = s.refight(fight).but(named=frozenset())
    return s.then(*strikes, task("decide", hex, side))


@step("assault-losses", "13.4.4")
def assault_losses(
    s: State, t: Trace, struck: tuple[str, ...], steps: int, dp: int, first: tuple[str, ...], won: bool
) -> State:
    """One side takes its part of the result; the first step falls on the unit whose morale was used."""
    return strike(s, t, Losses(struck, steps, dp, first, by_fire=False, winner=won, rule="13.4.4"))


# -- who holds the hex ----------------------------------------------------------------------------------------
@step("decide", "13.4.4")
def decide(s: State, t: Trace, hex: str, side: str) -> State:
    """Who retreats, and who may stay."""
    fight = s.fight(hex)
    attackers = s.assaulters(hex, side)
    nobody = not fight.attacker_retreats and not fight.defender_retreats
    leaving = []
    if attackers and fight.attacker_retreats:
        leaving.append(task("go-back", hex, side, True))
    if fight.defender_retreats and s.foes_at(hex, side):
        leaving.append(task("retreat", hex, other(side)))
    if nobody and attackers and s.garrison(hex, other(side)):
        t.say("13.4.5", "nobody-retreats", s, hex=Place(hex), reading=s.law.read("nobody-retreats"))
        if s.law.reads("nobody-retreats", "attacker-back"):
            leaving.append(task("go-back", hex, side, False))
    return s.then(*leaving, task("hold", hex, side))


@step("hold", "18.5")
def hold(s: State, t: Trace, hex: str, side: str) -> State:
    """Where a defender is gone the trench suffers; after a successful counter-attack it is as it was before."""
    fight, attackers = s.fight(hex), s.assaulters(hex, side)
    held = bool(s.garrison(hex, other(side)))
    regained = fight.counter and bool(attackers) and not held
    if not regained and s.trench(hex) == fight.level and trench_suffers(s, fight, held):
        s = lower_trench(s, t, hex, "18.5")
    if held:
        return s
    if attackers:
        t.say("13.4", "hex-taken", s, hex=Place(hex), units=units(attackers))
        if s.law.reads("gun-capture-time", "end-of-assault"):
            s = guns_among_enemies(s, t, hex, "19.4")
    return s.then(task("regain", hex)) if regained and s.trench(hex) != fight.trench else s


def trench_suffers(s: State, fight: Fight, held: bool) -> bool:
    """A unit that defended in the trench had to leave it or was eliminated (18.5); by another reading, all of them."""
    if held and s.law.reads("trench-loss", "all-gone"):
        return False
    if held:
        return any(s.unit(id).box == ELIMINATED for id in fight.garrison)
    return bool(fight.garrison)


@step("regain", "13.5.4", under="hold")
def regain(s: State, t: Trace, hex: str) -> State:
    """The trench is as it was before the hex was lost."""
    level = s.fight(hex).trench
    s = s.dig(hex, level)
    t.say("13.5.4", "trench-restored", s, hex=Place(hex), level=level)
    return s


@step("assaults-over", "13.4.2")
def assaults_over(s: State, t: Trace, side: str) -> State:
    """Markers come off when all assaults of the step are resolved."""
    s = s.put(*(u.but(assault=None, fought=False) for u in s.pieces if u.assault or u.fought))
    return settle(s, t)
