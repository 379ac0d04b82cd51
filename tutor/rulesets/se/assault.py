"""13.4: the assault, from entering the hex to who holds it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Odds, Place, Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.tables import OddsColumns
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.disorganisation import strike
from tutor.rulesets.se.fire import Result
from tutor.rulesets.se.fortresses import lower_trench
from tutor.rulesets.se.retreat import capture_guns
from tutor.rulesets.se.shifts import assault_shifts
from tutor.rulesets.se.stacking import counted, limit
from tutor.rulesets.se.state import Fight, Losses, State, Unit, other

BELOW_TABLE = "1D2R"


@step("enter", "13.4.1")
def enter(s: State, t: Trace, side: str, counter: bool) -> Steps[State]:
    """All assaulters enter the hexes their markers point at; of more than the limit the owner picks who goes."""
    crowded = crowded_hexes(s, side)
    if crowded:
        unit = yield from choose(
            Ask(
                s,
                "13.1.4",
                side,
                "stay-behind",
                ("unit",),
                lambda unit: objections_to_staying(s, side, unit),
                facts={"hex": Place(crowded[0])},
            )
        )
        s = s.change(unit, assault=None, origin=None)
        return s.then(task("enter", side, counter))
    hexes = sorted({u.assault for u in _marked(s, side) if u.assault})
    for unit in _marked(s, side):
        s = s.put(unit.but(place=unit.assault, fought=True))
        t.say("13.4.1", "enters", s, unit=U(unit.id), hex=Place(unit.assault or ""))
    for hex in hexes:
        s = _open_fight(s, side, hex, counter)
    return s.then(*(task("assault", hex, side) for hex in hexes), task("assaults-over", side))


def _marked(s: State, side: str) -> tuple[Unit, ...]:
    return tuple(sorted((u for u in s.on_map() if u.side == side and u.assault), key=lambda u: u.id))


def _open_fight(s: State, side: str, hex: str, counter: bool) -> State:
    origins = tuple(sorted({u.origin for u in s.units_at(hex, side) if u.origin and u.assault == hex}))
    before = next((f.trench for f in s.fights if f.hex == hex), s.trench(hex))
    s = s.refight(Fight(hex, side, origins, before, counter))
    return s.put(*(u.but(fought=True) for u in s.foes_at(hex, side)))


def crowded_hexes(s: State, side: str) -> tuple[str, ...]:
    """Target hexes that more units would enter than the limit allows one side (12.5)."""
    found = []
    for hex in sorted({u.assault for u in _marked(s, side) if u.assault}):
        if sum(counted(s, u) for u in s.assaulting(hex) if u.side == side) > limit(s, hex).total:
            found.append(hex)
    return tuple(found)


def objections_to_staying(s: State, side: str, id: str) -> Checks:
    """May this assaulter be the one that stays behind?"""
    unit, crowded = s.unit(id), crowded_hexes(s, side)
    if unit.side != side or unit.assault is None:
        yield objection("13.1.4", "not-assaulting", unit=U(id))
    elif unit.assault not in crowded:
        yield objection("13.1.3", "must-assault", unit=U(id), hex=Place(unit.assault))
    else:
        allowed = limit(s, unit.assault)
        yield held("12.5", "too-many-assaulters", hex=Place(unit.assault), limit=allowed)


# -- odds -----------------------------------------------------------------------------------------------------
def strength(s: State, side: Sequence[Unit], rule: str, kind: str) -> Ledger:
    """The combat factors of one side (13.4.3.A)."""
    return Ledger.of(rule, kind, combat_lines(s, tuple(side)))


@seam("se.strength")
def combat_lines(s: State, side: tuple[Unit, ...]) -> Lines:
    for unit in side:
        rule, kind = ("19.3", "guns-zero") if unit.gun else ("13.4.3.A", "combat")
        yield plus(rule, kind, unit.combat, unit=U(unit.id))


def columns(s: State) -> OddsColumns:
    """The assault table with its virtual columns: 6/1, 7/1 ... and 1/3, 1/4 ... (13.4.3.C)."""
    labels = s.law.table("assault").columns
    if s.law.reads("odds-beyond-table", "one-each"):
        return OddsColumns(labels, range(6, 41), [Fraction(1, n) for n in range(3, 41)])
    return OddsColumns(labels, [6], [Fraction(1, 3)])


def base_column(s: State, attack: Ledger, defence: Ledger) -> tuple[int, str]:
    """The column before shifts, and the rule that gives it."""
    table = columns(s)
    if defence.total == 0:
        return table.index("5/1"), "13.4.6"
    ratio = Fraction(attack.total) / defence.total
    return table.nearest(ratio, ties_up=s.law.reads("odds-tie", "toward-attacker")), "13.4.3.B"


def morale_unit(s: State, side: Sequence[Unit]) -> Unit | None:
    """Whose morale counts: the highest of the side (13.4.4), or the one its owner named."""
    candidates = [u for u in side if not u.gun]
    named = [u for u in candidates if u.id in s.paid]
    return max(named or candidates, key=lambda u: (u.morale, u.id), default=None)


@step("assault", "13.4.2")
def assault(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """One hex: is there anything to fight, and with whose morale?"""
    attackers, defenders = s.units_at(hex, side), s.foes_at(hex, side)
    if not attackers:
        return s.refight(s.fight(hex).but(decided=True))
    if not defenders:
        t.say("13.1.3", "walks-in", s, hex=Place(hex), units=units(attackers))
        return s.refight(s.fight(hex).but(decided=True))
    if all(u.gun for u in defenders) and s.law.reads("lone-guns", "taken-on-entry"):
        t.say("19.4", "guns-overrun", s, hex=Place(hex), units=units(defenders), reading=s.law.read("lone-guns"))
        return s.refight(s.fight(hex).but(decided=True))
    named = [task("name-morale", hex, who) for who in (side, other(side))]
    return s.then(*named, task("assault-die", hex, side), paid=frozenset())
    yield


@step("name-morale", "13.4.4")
def name_morale(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Where owners name the unit whose morale counts, they do it before the die."""
    candidates = [u for u in s.units_at(hex, side) if not u.gun]
    if len(candidates) < 2 or s.law.reads("morale-unit", "highest"):
        return s
    unit = yield from choose(
        Ask(s, "13.4.4", side, "name-morale", ("unit",), lambda unit: objections_to_naming(s, hex, side, unit))
    )
    return s.but(paid=s.paid | {unit})


def objections_to_naming(s: State, hex: str, side: str, id: str) -> Checks:
    unit = s.unit(id)
    if unit.side != side or unit.place != hex:
        yield objection("13.4.4", "not-in-assault", unit=U(id), hex=Place(hex))
    elif unit.gun:
        yield objection("19.3", "guns-no-morale", unit=U(id))


@step("assault-die", "13.4.3.D")
def assault_die(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Odds, shifts, die, result."""
    odds = assault_odds(s, hex, side)
    t.say(odds.rule, "odds", s, **odds.facts())
    if odds.column < 0:
        t.say("13.4.3.C", "below-table", s, code=BELOW_TABLE, side=Side(side))
        return _apply(s, t, hex, side, Result.of(BELOW_TABLE), Result.of("-"))
    table = s.law.table("assault")
    label = table.columns[odds.column]
    die = yield from roll(Die("13.4.3.D", side, "assault-die"))
    cell = table.at(die, label)
    upper, lower = (Result.of(part.strip()) for part in cell.value.split("|"))
    t.say("13.4.4", "assault-result", s, die=die, column=label, attacker=upper.code, defender=lower.code, cell=cell)
    return _apply(s, t, hex, side, upper, lower)


class AssaultOdds:
    """The odds of one assault with all that makes them."""

    def __init__(self, s: State, hex: str, side: str) -> None:
        self.attackers, self.defenders = s.units_at(hex, side), s.foes_at(hex, side)
        self.attack = strength(s, self.attackers, "13.4.3.A", "attack-strength")
        self.defence = strength(s, self.defenders, "13.4.3.A", "defence-strength")
        self.table = columns(s)
        self.base, self.rule = base_column(s, self.attack, self.defence)
        self.shifts = assault_shifts(s, s.fight(hex), morale_unit(s, self.attackers), morale_unit(s, self.defenders))
        self.final = self.base + int(self.shifts)
        if self.rule == "13.4.6" and s.law.reads("zero-combat-shifts", "final"):
            self.final = self.base

    @property
    def column(self) -> int:
        """The column that is read; negative below the table."""
        return min(self.final, len(self.table.labels) - 1)

    def facts(self) -> dict[str, Any]:
        return {
            "odds": Odds(self.attack.total, self.defence.total),
            "attack": self.attack,
            "defence": self.defence,
            "first": self.table.label(self.base),
            "shifts": self.shifts,
            "column": self.table.label(self.column),
        }


def assault_odds(s: State, hex: str, side: str) -> AssaultOdds:
    return AssaultOdds(s, hex, side)


def _apply(s: State, t: Trace, hex: str, side: str, upper: Result, lower: Result) -> State:
    """Losses of both sides at once, then who must leave."""
    attackers, defenders = s.units_at(hex, side), s.foes_at(hex, side)
    best, best_foe = morale_unit(s, attackers), morale_unit(s, defenders)
    fight = s.fight(hex).but(attacker_retreats=upper.retreat, defender_retreats=lower.retreat)
    s = s.refight(fight).but(paid=frozenset())
    hits = [
        (attackers, upper, best, not upper.retreat),
        (defenders, lower, best_foe, not lower.retreat),
    ]
    strikes = [
        task("assault-losses", tuple(u.id for u in struck), result.steps, result.dp, first.id if first else None, won)
        for struck, result, first, won in hits
        if result.steps or result.dp
    ]
    return s.then(*strikes, task("decide", hex, side))


@step("assault-losses", "13.4.4")
def assault_losses(
    s: State, t: Trace, struck: tuple[str, ...], steps: int, dp: int, first: str | None, won: bool
) -> Steps[State]:
    """One side takes its part of the result; the first step falls on the unit whose morale was used."""
    return strike(s, t, Losses(struck, steps, dp, first, by_fire=False, winner=won, rule="13.4.4"))
    yield


# -- who holds the hex ----------------------------------------------------------------------------------------
@step("decide", "13.4.4")
def decide(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Who retreats, and who may stay."""
    fight = s.fight(hex)
    attackers, defenders = s.units_at(hex, side), [u for u in s.foes_at(hex, side) if not u.gun]
    if attackers and defenders and not fight.attacker_retreats and not fight.defender_retreats:
        if s.law.reads("nobody-retreats", "attacker-back"):
            t.say("13.4.5", "nobody-retreats", s, hex=Place(hex), reading=s.law.read("nobody-retreats"))
            return s.then(task("go-back", hex, side, False), task("hold", hex, side))
        return s.then(task("hold", hex, side))
    leaving = []
    if fight.attacker_retreats and attackers:
        leaving.append(task("go-back", hex, side, True))
    stays = fight.attacker_retreats and s.law.reads("both-retreat", "defender-holds")
    if fight.defender_retreats and defenders and not stays:
        leaving.append(task("retreat", hex, other(side)))
    return s.then(*leaving, task("hold", hex, side))
    yield


@step("hold", "18.5")
def hold(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """The defender is gone: the trench suffers; after a successful counter-attack it is as it was before."""
    fight = s.fight(hex)
    attackers = s.units_at(hex, side)
    defenders = [u for u in s.foes_at(hex, side) if not u.gun]
    s = s.refight(fight.but(decided=True))
    if defenders:
        return s
    if fight.counter and attackers:
        if s.trench(hex) != fight.trench:
            s = s.dig(hex, fight.trench)
            t.say("13.5.4", "trench-restored", s, hex=Place(hex), level=fight.trench)
    elif s.trench(hex) == fight.trench and fight.trench:
        s = lower_trench(s, t, hex, "18.5")
    if attackers:
        t.say("13.4", "hex-taken", s, hex=Place(hex), units=units(attackers))
        if s.law.reads("gun-capture-time", "end-of-assault"):
            s = capture_guns(s, t, hex)
    return s
    yield


@step("assaults-over", "13.4.2")
def assaults_over(s: State, t: Trace, side: str) -> Steps[State]:
    """Markers come off when all assaults of the step are resolved."""
    return s.put(*(u.but(assault=None) for u in s.pieces if u.side == side and u.assault))
    yield
