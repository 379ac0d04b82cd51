"""Laws of the battle of Strafexpedition 1916: they hold at every question of many random battles (`battles`)."""

from __future__ import annotations

from fractions import Fraction

from tests.laws.battles import Battles
from tests.laws.common import Watch
from tests.laws.se_battles import battle
from tutor.engine.ask import BACK, DONE
from tutor.engine.rulebook import Rule
from tutor.rulesets.se.action import NOBODY
from tutor.rulesets.se.disorganisation import threshold
from tutor.rulesets.se.ruleset import RULES
from tutor.rulesets.se.stacking import excess, limit
from tutor.rulesets.se.state import SIDES, State


def _kept(watch: Watch, start: State, s: State, where: str) -> None:
    """No unit is lost or doubled; steps only fall; whoever is in a box stays there."""
    watch.look("the same units", list(start.pieces.ids()) == list(s.pieces.ids()), where)
    for unit in s.pieces:
        before = start.unit(unit.id)
        watch.look("steps only fall", 0 <= unit.steps <= before.steps, f"{where}: {unit}")
        watch.look("on the map or in a box", (unit.place is None) == bool(unit.box), f"{where}: {unit}")
        watch.look("without steps eliminated", unit.steps > 0 or unit.box == "eliminated", f"{where}: {unit}")
    watch.look("points are only spent", all(0 <= s.lp(side) <= start.lp(side) for side in SIDES), where)
    trenches = all(0 < level <= start.trench(hex) for hex, level in s.trenches.items())
    watch.look("trenches only fall", trenches, f"{where}: {s.trenches}")


def _standing(watch: Watch, s: State, where: str, over: bool = False) -> None:
    """Below the threshold, within the stacking limit unless a retreat was punished for it, and apart."""
    at_once = s.law.reads("surrender-time", "at-once")
    for unit in s.on_map():
        if unit.fights and at_once:
            watch.look("below the threshold", unit.dp < max(1, threshold(s, unit)), f"{where}: {unit}")
    moving = {id for id, _ in s.aims}
    underway = ", move (" in where or any(task.step == "move" for task in s.agenda)  # 12.3: when the step ends
    retreating = _retreating(s, where)
    judged = {task.args[0] for task in s.agenda if task.step == "overstacked"}
    together = s.law.reads("nobody-retreats", "both-stay")
    for hex in {unit.place for unit in s.on_map() if unit.place}:
        for side in SIDES:
            there = s.units_at(hex, side)
            spared = underway or hex in judged or any(u.overstacked or u.id in moving | retreating for u in there)
            watch.look("within the stacking limit", spared or excess(s, hex, side) <= 0, f"{where}: {hex} {there}")
            watch.look("assaulters within the limit", len(s.assaulters(hex, side)) <= limit(s, hex).total, where)
        mixed = {u.side for u in s.units_at(hex) if not u.gun}
        fighting = any(f.hex == hex for f in s.fights)
        watch.look("apart unless they fight", len(mixed) < 2 or fighting or together, f"{where}: {hex}")
    if over:
        idle = not (s.fights or s.aims or s.struck or s.marching or s.paid or s.named or s.tried or s.chosen)
        idle = idle and not (s.mover or s.pace or s.shots or s.picked or s.interdicted)
        watch.look("no draft is left over", idle and not any(u.assault or u.origin for u in s.pieces), where)


def _retreating(s: State, where: str) -> set[str]:
    """Whose retreat has not been judged: the fire at it comes first (12.7)."""
    named = [arg for task in s.agenda if "retreat" in task.step for arg in task.args]
    lists = [arg if isinstance(arg, tuple) else (arg,) for arg in named]
    gone = {unit.id for unit in s.on_map() if unit.retreated} if ", retreat" in where else set()
    return gone | {id for several in lists for id in several}


class TestBattles(Battles):
    rules = RULES
    count = 60
    laws = (
        "the same units",
        "steps only fall",
        "on the map or in a box",
        "without steps eliminated",
        "points are only spent",
        "trenches only fall",
        "below the threshold",
        "within the stacking limit",
        "assaulters within the limit",
        "apart unless they fight",
        "no draft is left over",
    )
    uncited = 3
    lines = 10_000
    ledgers = 500
    within = Fraction(1, 100)
    asks_inside = True
    choices_only = frozenset({DONE, BACK, NOBODY})

    def battle(self, seed: int, readings: bool) -> State:
        return battle(seed, readings=readings)

    def reached(self, rule: Rule) -> bool:
        return rule.chapter in ("12", "13", "14", "15", "16", "17")

    def asked(self, watch: Watch, state: State, where: str) -> None:
        _standing(watch, state, where)

    def after(self, watch: Watch, start: State, before: State, state: State, where: str) -> None:
        _kept(watch, start, state, where)

    def at_the_end(self, watch: Watch, state: State, where: str) -> None:
        _standing(watch, state, where, over=True)
