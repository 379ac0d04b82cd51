"""14.4, 14.5: trenches in Europe, by nation and date, and in the Near East, by hex."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Line, Lines, plus
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.cavalry import burdened
from tutor.rulesets.gwie.fronts import EUROPE, front_of
from tutor.rulesets.gwie.nations import EMPIRE, beside
from tutor.rulesets.gwie.state import ALLIES, CP, State, Unit

TABLE = "combat-trenches"
GROUPS = ("germans", "other-cp", "british-belgians", "french", "other-allies")
LAST_COLUMN = "F"
MOVED_BY = {"germans": "14.43", "other-cp": "14.43"}
NEAR_EAST_DRM = -1


def group_of(unit: Unit) -> str:
    """The status marker that serves a unit."""
    if unit.side == CP:
        return "germans" if unit.nation == "GE" else "other-cp"
    if unit.nation in EMPIRE or unit.nation == "BE":
        return "british-belgians"
    return "french" if unit.nation == "FR" else "other-allies"


def status(s: State, group: str) -> int:
    """Where a nation's marker lies on the track; before Strategic Turn B all lie on "No effect" (14.42)."""
    return s.status.get(group, 0)


@step("trench-markers", "14.42")
def move_markers(s: State, t: Trace) -> State:
    """In its Strategic Turn a marker goes on to its next box; it never goes back."""
    for group in GROUPS:
        column = min(s.letter or "A", LAST_COLUMN)
        cell = s.law.table(TABLE).at(group, column)
        if int(cell.value) < status(s, group):
            s = s.but(status=s.status.put(group, int(cell.value)))
            rule = MOVED_BY.get(group, "14.45")
            t.say(rule, "marker-moved", s, group=Term(group), now=int(cell.value), cell=cell)
    return s


def trench(s: State, hex: str, defenders: Sequence[Unit]) -> Ledger:
    """The trench modifier of the units that defend a hex."""
    return s.law.ledger("14.0", "trench", trench_lines(s, hex, tuple(defenders)))


def trench_lines(s: State, hex: str, defenders: tuple[Unit, ...]) -> Lines:
    front = front_of(s, hex)
    dug_in = [u for u in defenders if u.fights or u.garrisoned]
    if not dug_in:
        return
    spoiler = next((u for u in dug_in if burdened(s, u, front)), None)
    if front not in EUROPE:
        yield from _near_east(s, hex, dug_in, spoiler)
        return
    line = european(s, front, dug_in)
    if not line.number:
        if line.kind == "mixed-trench":
            yield line
        return
    if spoiler:
        yield plus("15.54", "cavalry-spoils-trench", 0, unit=U(spoiler.id))
        return
    fort = next((u for u in defenders if u.fort), None)
    if fort is None:
        yield line
        return
    reading = s.law.read("trench-drm-in-fort")
    if s.law.reads("trench-drm-in-fort", "applies"):
        yield plus("14.12", "trench-in-fort", line.number, fort=U(fort.id), reading=reading)
    else:
        yield plus("14.41", "no-trench-in-fort", 0, fort=U(fort.id), reading=reading)


def european(s: State, front: str, units: Sequence[Unit]) -> Line:
    """The modifier of one nation, or of a mixed stack (14.44, 14.46)."""
    found = {group_of(u): status(s, group_of(u)) for u in units}
    if set(found) == {"germans", "other-cp"} or (set(found) == {"other-cp"} and _sud_army(s, units)):
        if _sud_army(s, units):
            return plus("14.44", "sud-army-trench", status(s, "germans"))
        return plus("14.44", "mixed-trench", found["other-cp"], group=Term("other-cp"))
    if len(found) > 1:
        group = max(found, key=lambda g: (found[g], g))
        return plus("14.46", "mixed-trench", found[group], group=Term(group))
    ((group, amount),) = found.items()
    return plus(MOVED_BY.get(group, "14.45"), "national-trench", amount, group=Term(group), front=Term(front))


def _sud_army(s: State, units: Sequence[Unit]) -> bool:
    others = [u for u in units if u.fights and u.side == CP and u.nation != "GE"]
    return bool(others) and all(beside(s, u, "sud-army") for u in others)


def _near_east(s: State, hex: str, units: Sequence[Unit], spoiler: Unit | None) -> Lines:
    side = units[0].side
    if hex not in s.trenches:
        if status(s, group_of(units[0])) and side == CP:
            yield plus("14.51", "no-near-east-trench", 0, hex=Place(hex))
        elif status(s, group_of(units[0])):
            yield plus("14.47", "no-track-in-near-east", 0, hex=Place(hex))
    elif side == ALLIES and s.law.reads("allied-near-east-trenches", "none"):
        reading = s.law.read("allied-near-east-trenches")
        yield plus("14.51", "no-allied-trench", 0, hex=Place(hex), reading=reading)
    elif spoiler:
        yield plus("15.54", "cavalry-spoils-trench", 0, unit=U(spoiler.id))
    else:
        yield plus("14.53", "desert-trench", NEAR_EAST_DRM, hex=Place(hex))
