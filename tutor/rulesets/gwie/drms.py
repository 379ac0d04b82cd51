"""10.36, 10.5: modifiers to the combat die."""

from __future__ import annotations

from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, at_least, at_most, plus, reckon
from tutor.engine.space.hexes import DIRECTIONS, opposite
from tutor.rulesets.gwie.air import air_lines
from tutor.rulesets.gwie.armour import tank_lines
from tutor.rulesets.gwie.forts import ENCIRCLED_FORTS
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.shock import shock_lines
from tutor.rulesets.gwie.state import State
from tutor.rulesets.gwie.strength import HIGHEST, label
from tutor.rulesets.gwie.trenches import trench_lines
from tutor.rulesets.gwie.weather import HOT, SNOW, weather_of

DEFENDERS_LIMIT = -3
HOT_FRONTS = ("egyptian", "iraqi")


def drm(s: State, column: int) -> Ledger:
    """The final modifier: all that both sides have, and the defender's limit (10.55)."""
    return s.law.ledger("10.51", "drm", _with_limit(s, column))


def _with_limit(s: State, column: int) -> Lines:
    lines = s.law.in_force(drm_lines(s, column))
    yield from lines
    if reckon(lines) < DEFENDERS_LIMIT:
        yield at_least("10.55", "defender-limit", DEFENDERS_LIMIT)


@seam("gwie.drms")
def drm_lines(s: State, column: int) -> Lines:
    yield from concentric_lines(s)
    if column > HIGHEST:
        yield plus("10.54", "beyond-the-table", column - HIGHEST, ratio=label(column))
    yield from tank_lines(s)
    yield from shock_lines(s)
    yield from air_lines(s)
    yield from weather_lines(s)
    yield from trench_lines(s, s.here.hex, s.defenders())


@seam("gwie.weather-drm")
def weather_lines(s: State) -> Lines:
    front = front_of(s, s.here.hex)
    now = weather_of(s, front)
    if now == SNOW and front == "caucasus":
        yield plus("12.2c", "snow-in-caucasus", -2)
    if now == HOT and front in HOT_FRONTS:
        yield plus("12.2d", "hot-attack", -2, front=Term(front))


# -- concentric attacks (10.53) --------------------------------------------------------------------------------
def concentric(s: State) -> str | None:
    """How the hex is surrounded: four hexes, opposite sides, or three that alternate."""
    hex = s.here.hex
    origins = {s.origin(u) for u in s.attackers()}
    ways = {str(s.map.direction(hex, origin)) for origin in origins if s.map.adjacent(hex, origin)}
    if len(ways) >= 4:
        return "four-hexes"
    if any(opposite(way) in ways for way in ways):
        return "opposite-sides"
    ring = DIRECTIONS[s.map.sheet(hex).top]
    alternate = len({ring.index(way) % 2 for way in ways}) == 1
    return "three-sides" if len(ways) == 3 and alternate else None


def concentric_lines(s: State) -> Lines:
    how = concentric(s)
    if how is None:
        return
    hex = s.here.hex
    fort = next((u for u in s.defenders() if u.fort), None)
    if fort is not None and hex not in ENCIRCLED_FORTS:
        yield plus("10.53", "no-concentric-at-fort", 0, fort=U(fort.id))
    elif fort is not None:
        yield plus("14.12", "concentric-at-gaza", 1, hex=Place(hex), how=Term(how))
    else:
        yield plus("10.53", "concentric", 1, how=Term(how))


# -- the modified roll (10.56) ---------------------------------------------------------------------------------
def modified(s: State, die: int, change: Ledger) -> Ledger:
    """The die with its modifier, read from 1 to 6."""
    return s.law.ledger("10.56", "modified-roll", _roll_lines(die, change))


def _roll_lines(die: int, change: Ledger) -> Lines:
    yield plus("10.37", "rolled", die)
    if change.total:
        yield plus("10.36", "final-drm", change.total)
    raw = die + change.total
    if raw > 6:
        yield at_most("10.56", "at-most-six", 6)
    elif raw < 1:
        yield at_least("10.56", "at-least-one", 1)
