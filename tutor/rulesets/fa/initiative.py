"""7, 10.8: who has the initiative, whether it is rolled for again, and who begins."""

from __future__ import annotations

from functools import partial

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held
from tutor.engine.facts import Side
from tutor.engine.ledger import Ledger, plus
from tutor.engine.run import task
from tutor.engine.tables import exact
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.odds import die_sides
from tutor.rulesets.fa.state import PC, SIDES, TE, State, foe

TRACK = "initiative-track"
COLUMNS = ("pc+1", "pc", "centre", "te", "te+1")  # of the track, from the Central Powers' end to the Entente's
BONUS = {PC: "Central Powers' bonus", TE: "TE bonus"}
BOXED, BOXED_FOR = "may reroll", {PC: ("Central Powers", "both"), TE: ("TE", "both")}
LET_STAND, REROLL = "let-stand", "reroll"
GO_FIRST, GO_SECOND = "go-first", "go-second"


# -- the track (7.1) --------------------------------------------------------------------------------------------------
def _row(s: State) -> str:
    """The row of the table for the column in which the marker stands."""
    return tuple(s.law.table(TRACK).rows)[COLUMNS.index(s.initiative_column)]


def initiative_roll(s: State, side: str, die: int) -> Ledger:
    """A side's die, with the bonus of the column."""
    cell = s.law.table(TRACK).at(_row(s), BONUS[side])
    lines = [plus("7.1-a", "rolled", die)]
    if exact(cell.value):
        lines.append(plus("7.1-a", "column-bonus", exact(cell.value), side=Side(side), cell=cell))
    return s.law.ledger("7.1-a", "initiative-roll", lines)


def pushed(s: State, t: Trace, rule: str, toward: str) -> State:
    """The marker goes one column in favour of a side; at the end of the track it stays."""
    at = COLUMNS.index(s.initiative_column) + (1 if toward == TE else -1)
    if not 0 <= at < len(COLUMNS):
        return s
    s = s.but(initiative_column=COLUMNS[at])
    t.say(rule, "initiative-marker-moves", s, side=Side(toward))
    return s


# -- the rolls (7.1) --------------------------------------------------------------------------------------------------
@step("roll-for-initiative", "7.1-a")
def roll_for_initiative(s: State, t: Trace, holder: str = "", again: str = "") -> Steps[State]:
    """The higher roll has it; of two equal ones the side that did not have it last turn. `again`: who rerolled."""
    holder = holder or s.initiative
    rolls = {}
    for side in SIDES:
        die = yield from roll(Die("7.1-a", side, "initiative-die", die_sides(s)))
        rolls[side] = initiative_roll(s, side, die)
    mine, theirs = (rolls[side].total for side in SIDES)
    winner = foe(holder) if mine == theirs else PC if mine > theirs else TE
    s = s.but(initiative=winner)
    kind = "initiative-by-tie" if mine == theirs else "initiative-won"
    t.say("7.1-a", kind, s, side=Side(winner), mine=rolls[winner], theirs=rolls[foe(winner)])
    if again:
        return pushed(s, t, "7.1-b", foe(again))
    loser = foe(winner)
    if s.law.table(TRACK).at(_row(s), BOXED).value not in BOXED_FOR[loser]:
        return s
    return s.then(task("reroll", loser, holder))


@step("reroll", "7.1-b", under="roll-for-initiative")
def reroll(s: State, t: Trace, side: str, holder: str) -> Steps[State]:
    """Who did not get it may have both roll once more, where the column is boxed for him; that costs a column."""
    answer = yield from choose(
        Ask(s, "7.1-b", side, "reroll", ("option",), partial(_on_rerolling, s, side), options=(LET_STAND, REROLL))
    )
    return s if answer == LET_STAND else s.then(task("roll-for-initiative", holder, side))


def _on_rerolling(s: State, side: str, answer: str) -> Checks:
    """Why it is asked, and what rolling again costs."""
    cell = s.law.table(TRACK).at(_row(s), BOXED)
    yield held("7.1-b", "column-is-boxed", side=Side(side), cell=cell)
    if answer == REROLL:
        yield held("7.1-b", "reroll-costs", side=Side(foe(side)))


# -- who begins (7.2) -------------------------------------------------------------------------------------------------
@step("first-impulse", "7.2-a")
def first_impulse(s: State, t: Trace) -> Steps[State]:
    """The side that has the initiative decides who takes the first impulse."""
    answer = yield from choose(
        Ask(
            s,
            "7.2-a",
            s.initiative,
            "who-begins",
            ("option",),
            lambda answer: iter((held("7.2-a", "initiative-decides", side=Side(s.initiative)),)),
            options=(GO_FIRST, GO_SECOND),
        )
    )
    s = s.but(first=s.initiative if answer == GO_FIRST else foe(s.initiative))
    t.say("7.2-a", "begins-the-turn", s, side=Side(s.first))
    return s
