"""10.0 and 10.3: the Combat Phase, and one combat from its declaration to its end."""

from __future__ import annotations

from tutor.engine.ask import Die, Steps, roll
from tutor.engine.facts import Cell, Odds, Place, Side, Term, units
from tutor.engine.ledger import Ledger
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.drms import drm, modified
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.losses import wiped_out
from tutor.rulesets.gwie.nations import belonging
from tutor.rulesets.gwie.sequence import first_round, side_in
from tutor.rulesets.gwie.shifts import final_column, shifts
from tutor.rulesets.gwie.shock import storming
from tutor.rulesets.gwie.sources import abandoned
from tutor.rulesets.gwie.state import Fight, Made, State
from tutor.rulesets.gwie.strength import (
    HIGHEST,
    LOWEST,
    TABLE_A,
    TABLE_B,
    attack_strength,
    counted_defenders,
    defence_strength,
    initial,
    label,
    table_for,
)
from tutor.rulesets.gwie.supply import checked
from tutor.rulesets.gwie.trenches import trench

WHO_PAYS = {
    (True, True): "steps-due",
    (True, False): "attacker-pays-alone",
    (False, True): "defender-pays-alone",
    (False, False): "nobody-pays",
}
HOPELESS = {TABLE_A: "2/0", TABLE_B: "4/0"}


# -- the phase (10.0, 4.2) -------------------------------------------------------------------------------------
@step("theatre-begins", "10.0")
def theatre_begins(s: State, t: Trace, theatre: str) -> State:
    """First the side with the initiative attacks, in the second phase the other."""
    side = side_in(s, theatre)
    s = s.but(active=side, theatre=theatre)
    rule, kind = ("4.2.5", "first-combats") if first_round(s) else ("4.2.7", "second-combats")
    t.say(rule, kind, s, theatre=Term(theatre), who=Side(side))
    return s


@step("end-combat-phase", "11.13")
def end_combat_phase(s: State, t: Trace) -> State:
    """What is out of supply goes."""
    return checked(s, t).then(task("attrition"))


# -- declared and committed (10.21, 7.25) ----------------------------------------------------------------------
@step("commit", "7.25")
def commit(s: State, t: Trace) -> State:
    """The defenders are examined, and the attack can no longer be called off."""
    s = checked(s, t)
    fight = s.here
    defenders = frozenset(u.id for u in s.at(fight.hex, s.inactive))
    origins = FrozenMap({u.id: u.place for u in s.attackers() if u.place})
    s = s.fighting(defenders=defenders, origins=origins)
    t.say("10.23", "attack-declared", s, hex=Place(fight.hex), n=len(fight.attackers))
    t.say("10.21", "defenders-together", s, hex=Place(fight.hex), units=units(sorted(defenders)))
    untried = [u.id for u in (*s.attackers(), *s.defenders()) if u.untried]
    early = s.law.reads("cavalry-retreat-moment", "before-support")
    onward = task("cavalry-retreat", "engage") if early else task("engage")
    return s.then(*(task("reveal", id) for id in untried), onward)


@step("engage", "10.35")
def engage(s: State, t: Trace) -> State:
    """What both sides bring to bear: HQs, events, air units; the attacker always announces first."""
    early = s.law.reads("cavalry-retreat-moment", "before-support")
    onward = task("resolve") if early else task("cavalry-retreat", "resolve")
    return s.then(
        task("support", s.active),
        task("support", s.inactive),
        task("kaiserschlacht"),
        task("air", s.active),
        task("air", s.inactive),
        onward,
    )


# -- resolved (10.32-10.38) ------------------------------------------------------------------------------------
class Reckoning:
    """The table, ratio, column and modifier of one combat, with all that makes them."""

    def __init__(self, s: State) -> None:
        self.attack = attack_strength(s, s.attackers())
        self.defence = defence_strength(s, s.defenders())
        self.count = counted_defenders(s, s.defenders())
        self.table = table_for(self.count)
        self.first = initial(s, self.attack.total, self.defence.total)
        self.shifts = shifts(s)
        self.column = final_column(s, self.first, self.shifts, label(self.first))
        self.final = int(self.column)
        if s.law.reads("ladder-below-one", "one-step"):
            self.final = min(max(self.final, LOWEST - 1), HIGHEST + 1)
        self.drm = drm(s, self.final)

    @property
    def hopeless(self) -> bool:
        """Below the table: no roll (10.48)."""
        return self.final < LOWEST

    @property
    def read_at(self) -> str:
        """The column that is read."""
        return label(min(self.final, HIGHEST))


@step("resolve", "10.37")
def resolve(s: State, t: Trace) -> Steps[State]:
    """Table, ratio, shifts, modifiers, die, result."""
    found = Reckoning(s)
    s = s.fighting(
        trench=int(trench(s, s.here.hex, s.defenders())),
        storm=len(storming(s)),
        ratio=found.first,
    )
    told(s, t, found)
    if found.hopeless:
        code = HOPELESS[found.table]
        t.say("10.48", "hopeless", s, code=code, table=Term(found.table))
        return result(s, t, code)
    t.say("10.36", "drm-told", s, drm=found.drm, total=found.drm.total)
    die = yield from roll(Die("10.37", s.active, "combat-die"))
    rolled = modified(s, die, found.drm)
    cell = s.law.table(found.table).at(rolled.total, found.read_at)
    return read(s, t, rolled, cell)


def told(s: State, t: Trace, found: Reckoning) -> None:
    """What goes before the roll, in the booklet's order."""
    t.say("10.32", "which-table", s, count=found.count, table=Term(found.table))
    t.say(
        "10.34",
        "ratio-exact" if exact(found) else "ratio",
        s,
        odds=Odds(found.attack.total, found.defence.total),
        attack=found.attack,
        defence=found.defence,
        ratio=label(found.first),
    )
    if found.shifts.lines:
        t.say("10.35", "column", s, shifts=found.shifts, first=label(found.first), final=label(found.final))
    else:
        t.say("10.35", "column-unshifted", s, final=label(found.final))
    if found.final not in range(LOWEST, HIGHEST + 1):
        t.say("10.47", "off-the-table", s, ratio=label(found.final))
    if found.final > HIGHEST:
        t.say("10.48", "above-table", s, column=found.read_at)


def exact(found: Reckoning) -> bool:
    """Whether the strengths make a whole ratio, with nothing to round."""
    more, less = sorted((found.attack.total, found.defence.total), reverse=True)
    return less > 0 and more % less == 0


def read(s: State, t: Trace, rolled: Ledger, cell: Cell) -> State:
    t.say("10.38", "result", s, cell=cell, column=cell.column, roll=rolled, table=Term(cell.table))
    return result(s, t, cell.value)


def result(s: State, t: Trace, code: str) -> State:
    """The two numbers of a result: steps of the attacker, then of the defender (10.61, 10.62)."""
    ours, _, theirs = code.partition("/")
    onward = (
        task("support-spent"),
        task("air-home"),
        task("fought"),
        task("advance"),
        task("advance-further"),
        task("close"),
    )
    due = {s.active: int(ours)}
    if theirs == "E":
        s = wiped_out(s, t)
    else:
        due[s.inactive] = int(theirs)
        t.say("10.61", WHO_PAYS[ours != "0", theirs != "0"], s, ours=int(ours), theirs=int(theirs))
    due = {side: n for side, n in due.items() if n}
    s = s.fighting(due=FrozenMap(due), first=frozenset(due))
    return s.then(task("losses", s.active), task("losses", s.inactive), *onward)


# -- over (10.14) ----------------------------------------------------------------------------------------------
@step("fought", "10.14")
def fought(s: State, t: Trace) -> State:
    """Who attacked attacks no more in this phase, and who was attacked is attacked no more."""
    fight = s.here
    done = [u.but(fought=True, pursues=False) for u in s.attackers() if u.place is not None]
    hit = [u.but(struck=True) for u in s.defenders() if u.place is not None]
    made = Made(
        front=front_of(s, fight.hex),
        side=s.active,
        nations=belonging(s.attackers()),
        units=len(fight.attackers),
        hex=fight.hex,
        ratio=fight.ratio,
        shock=fight.storm,
        kaiserschlacht=fight.kaiserschlacht,
    )
    return s.put(*done, *hit).but(made=(*s.made, made))


@step("close", "10.0", under="attack")
def close(s: State, t: Trace) -> State:
    """The combat is applied before any other is resolved."""
    return abandoned(s.but(fight=None, chosen=None), t)


def drafted(s: State, hex: str, attackers: tuple[str, ...]) -> State:
    """As if these units attacked this hex: for numbers that are asked for by name."""
    if s.fight is not None and s.fight.hex == hex and not attackers:
        return s
    near = tuple(u.id for other in s.map.neighbours(hex) for u in s.units_at(other, s.active))
    return s.but(fight=Fight(hex, frozenset(attackers or near)))
