"""Which events amend the rules in a position; optional rules: free advances (10.71), Scheffer-Boyadel (11.86)."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from tutor.engine.ask import DONE, Ask, Steps, choose
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place
from tutor.engine.facts import units as unit_facts
from tutor.engine.pieces import FrozenMap
from tutor.engine.tables import Table
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import AMENDMENTS, amends, step
from tutor.rulesets.gwie.events import OPTION, TABLE, WINDOWS
from tutor.rulesets.gwie.events_moving import NEAR_EAST_GAME
from tutor.rulesets.gwie.fronts import flag, front_of
from tutor.rulesets.gwie.state import OOS, State
from tutor.rulesets.gwie.supply import supply_of

FREE_ADVANCE, SCHEFFER = "free-advance", "scheffer-boyadel"
DIVISIONS = 4
ALONE = frozenset({NEAR_EAST_GAME})
Hands: TypeAlias = FrozenMap[str, tuple[str, ...]]


def in_force(s: State) -> frozenset[str]:
    """The events that are in play, held for a combat, or on the table in the present one; and which game is played."""
    alone = ALONE if s.alone else frozenset()
    if not (s.in_play or s.hands or s.fight):
        return alone
    return alone | _brought_in(s.law.table(TABLE), s.hands, s.in_play, s.fight.events if s.fight else ())


@lru_cache(maxsize=256)
def _brought_in(
    table: Table, hands: Hands, in_play: FrozenMap[str, int], played: tuple[tuple[str, str], ...]
) -> frozenset[str]:
    held = {event for hand in hands.values() for event in hand if event in table.rows}
    combat = {event for event in held if table.at(event, "window").value in WINDOWS}
    events = (combat | {event for _, event in played} | set(in_play)) & AMENDMENTS.options
    return frozenset(events | ({OPTION} if combat else set()))


# -- 10.71d ----------------------------------------------------------------------------------------------------
@amends("gwie.deep-trenches", "10.71d", "exempt", option=FREE_ADVANCE, over={"10.71b"})
def free_advance(s: State) -> bool:
    """The players agreed to ignore the limit."""
    return True


# -- 11.86 -----------------------------------------------------------------------------------------------------
AMENDMENTS.inserts("combat-phase", "11.86", "break-out", option=SCHEFFER, where="before")


@step("break-out", "11.86")
def break_out(s: State, t: Trace, which: str) -> Steps[State]:
    """Once a game the CP declare one German stack that is out of supply to be supplied for this phase."""
    if SCHEFFER in s.spent or not any(s.law.allows(objections_to_breaking_out(s, hex)) for hex in s.map.places):
        return s
    hex = yield from choose(
        Ask(
            s,
            "11.86",
            "cp",
            "break-out",
            ("place",),
            lambda hex: objections_to_breaking_out(s, hex),
            to_end=lambda: iter(()),
        )
    )
    if hex == DONE:
        return s
    stack = sorted(u.id for u in s.units_at(hex) if supply_of(s, u).status == OOS)[:DIVISIONS]
    s = s.but(saved=frozenset(stack)).with_spent(SCHEFFER)
    t.say("11.86", "breaks-out", s, hex=Place(hex), units=unit_facts(stack))
    return s


def objections_to_breaking_out(s: State, hex: str) -> Checks:
    there = s.units_at(hex)
    if not there or any(u.nation != "GE" for u in there):
        yield objection("11.86", "germans-only", hex=Place(hex))
        return
    if all(supply_of(s, u).status != OOS for u in there):
        yield objection("11.86", "not-cut-off", hex=Place(hex))
    if front_of(s, hex) != "eastern" or flag(s, hex, "balkans"):
        yield objection("11.86", "east-only", hex=Place(hex))
