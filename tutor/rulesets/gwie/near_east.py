"""4.3, 5.11-5.15: the Near East alone: what a Strategic Turn brings, in units, chits and Resource Points."""

from __future__ import annotations

from tutor.engine.ask import NO, YES, Ask, Steps, choose, nothing
from tutor.engine.facts import Cell, Side, Term, units
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.chits import chits
from tutor.rulesets.gwie.fronts import fronts_of
from tutor.rulesets.gwie.nations import bankrupt
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.state import ALLIES, AVAILABLE, AVAILABLE_EUROPE, SIDES, State, Unit

RESOURCES, LIMITS = "resource-points-near-east", "rp-limits"
PAYERS = ("BR", "RU", "TU")
KEPT = 10
FIRST_EVENTS = "C"


@SEQUENCE.condition("near-east-alone")
def near_east_alone(s: State) -> bool:
    return s.alone


@SEQUENCE.condition("with-europe")
def with_europe(s: State) -> bool:
    return not s.alone


@SEQUENCE.condition("arrivals-known")
def arrivals_known(s: State) -> bool:
    """Whether it is known who arrives when and where: alone by the tables, with Europe where the position says it."""
    return s.alone or s.dated


@SEQUENCE.condition("arrivals-unknown")
def arrivals_unknown(s: State) -> bool:
    return not arrivals_known(s)


# -- units and chits (5.11, 5.12) ------------------------------------------------------------------------------
@step("due-units", "5.11")
def due_units(s: State, t: Trace) -> State:
    """Who comes with this letter goes into the Available Units Box of the Near East, or into that of Europe."""
    for side in (ALLIES, *(one for one in SIDES if one != ALLIES)):
        due = [u for u in s.pieces if u.side == side and u.arrives and u.arrives <= s.letter]
        if due:
            s = s.put(*(u.but(arrives="", box=box_of(s, u)) for u in due))
            t.say("5.11", "units-due", s, who=Side(side), units=units(due), letter=s.letter)
    return s


def box_of(s: State, unit: Unit) -> str:
    """Its box: with Europe, that of the Near East is for those alone who bear one of its regions (13.28, 13.29)."""
    return AVAILABLE[unit.side] if s.alone or unit.enters else AVAILABLE_EUROPE[unit.side]


@step("due-events", "5.12")
def due_events(s: State, t: Trace) -> State:
    """The chits of this letter go into the cups; there are none before C (6.0)."""
    if s.letter < FIRST_EVENTS or not s.cups:
        return s
    before = chr(ord(s.letter) - 1)
    for side in SIDES:
        new = chits(s.law, side, fronts_of(s), before, s.letter)
        if new:
            s = s.but(cups=s.cups.put(side, tuple(sorted((*s.cups.get(side, ()), *new)))))
            t.say("5.12", "chits-due", s, who=Side(side), n=len(new), letter=s.letter)
    return s


# -- Resource Points (5.12, 5.13, 5.15) ------------------------------------------------------------------------
@step("near-east-resources", "5.15")
def resources(s: State, t: Trace) -> State:
    """Britain, Russia and Turkey receive what the chart of the Near East gives; who has collapsed receives none."""
    for nation in PAYERS:
        if nation not in {payer(u.nation) for u in s.pieces}:
            continue
        if bankrupt(s, nation):
            t.say("16.11", "collapsed-gets-nothing", s, nation=Term(nation))
            continue
        cell = income(s, nation)
        s = s.but(rp=s.rp.put(nation, s.rp.get(nation, 0) + int(cell.value)))
        t.say("5.15", "resources-come", s, nation=Term(nation), n=int(cell.value), total=s.rp[nation], cell=cell)
    return s


def payer(nation: str) -> str:
    """Whose RP a nation's units cost: all Turks, all of the Empire, all Russians as one."""
    return "TU" if nation == "TU" else "RU" if nation in ("RU", "PG", "AR") else "BR"


def income(s: State, nation: str) -> Cell:
    """The cell of the chart for this Strategic Turn."""
    table = s.law.table(RESOURCES)
    spans = (column for column in table.columns if "-" in column and len(column) == len("A-C"))
    span = next(column for column in spans if column[0] <= s.letter <= column[-1])
    return table.at(nation, span)


@SEQUENCE.condition("russia-to-be-helped")
def russia_to_be_helped(s: State) -> bool:
    """Alone, where both nations are in the war: a British point that Russia may still receive (5.17, 16.11)."""
    allies = {payer(u.nation) for u in s.pieces if u.side == ALLIES}
    return s.alone and allies >= {"BR", "RU"} and not bankrupt(s, "RU") and s.rp.get("BR", 0) > 0


@step("aid-to-russia", "5.17a")
def aid_to_russia(s: State, t: Trace) -> Steps[State]:
    """One British point may go to Russia in each Resource Phase; six only after the surrender that ends this game."""
    gives = yield from choose(Ask(s, "5.17a", ALLIES, "aid-to-russia", ("option",), nothing, options=(YES, NO)))
    if gives == NO:
        return s
    s = s.but(rp=s.rp.put("BR", s.rp["BR"] - 1).put("RU", s.rp.get("RU", 0) + 1))
    t.say("5.17a", "russia-helped", s, total=s.rp["RU"])
    return s


@step("resources-kept", "5.13")
def resources_kept(s: State, t: Trace) -> State:
    """Nobody ends a Strategic Turn with more than ten Resource Points."""
    for nation, held in sorted(s.rp.items()):
        if held > KEPT:
            s = s.but(rp=s.rp.put(nation, KEPT))
            t.say("5.13", "resources-lost", s, nation=Term(nation), n=held - KEPT, limit=KEPT)
    return s


# -- initiative (5.87) -----------------------------------------------------------------------------------------
@step("standing-initiative", "5.87")
def standing_initiative(s: State, t: Trace) -> State:
    """Nobody chooses: it lies where it lay, until an Initiative event moves it."""
    for theatre, side in sorted(s.initiative.items()):
        t.say("5.87", "initiative-stands", s, theatre=Term(theatre), who=Side(side))
    return s
