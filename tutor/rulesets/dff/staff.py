"""7.6.1: Bruchmüller: the HQ that he joins, and where he goes when the enemy takes his hex."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Steps, choose
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff.answers import unforced
from tutor.rulesets.dff.book import AMENDMENTS, step
from tutor.rulesets.dff.coming import Told, come, off
from tutor.rulesets.dff.ground import steps_from
from tutor.rulesets.dff.nations import BRUCHMULLER
from tutor.rulesets.dff.state import STAFF, State, Unit, foe

AMENDMENTS.inserts("open-offensive", "7.6.1", "staff-before-offensive", option=BRUCHMULLER)
AMENDMENTS.inserts("movement-phase", "7.6.1", "staff-before-movement", option=BRUCHMULLER, where="before")
AMENDMENTS.inserts("captured-hq", "7.6.1", "staff-retreats", option=BRUCHMULLER)


# -- the HQ that he serves -----------------------------------------------------------------------------------------
@step("staff-before-offensive", "7.6.1")
def before_offensive(s: State, t: Trace) -> State:
    """He goes to the HQ that is to use him before attacks are announced."""
    return s.then(task("staff-joins")) if s.law.reads("bruchmuller-moves", "each-offensive") else s


@step("staff-before-movement", "7.6.1")
def before_movement(s: State, t: Trace) -> State:
    """Or with everybody else."""
    return s.then(task("staff-joins")) if s.law.reads("bruchmuller-moves", "movement-phase") else s


@step("staff-joins", "7.6.1")
def staff_joins(s: State, t: Trace) -> Steps[State]:
    """However far, but into the hex of an HQ."""
    staff = next((u for u in s.on_map() if u.kind == STAFF), None)
    if staff is None:
        return s
    ask = Ask(
        s,
        "7.6.1",
        staff.side,
        "staff-joins",
        ("unit",),
        lambda id: objections_to_serving(s, staff, id),
        to_end=unforced("7.6.1"),
        facts={"unit": U(staff.id), "reading": s.law.read("bruchmuller-moves")},
    )
    id = yield from choose(ask)
    if id == DONE:
        return s
    hex = s.pieces[id].place or ""
    return come(s, t, staff, hex, Told("7.6.1", "staff-joined", {"unit": U(staff.id), "hq": U(id), "hex": Place(hex)}))


def objections_to_serving(state: State, staff: Unit, id: str) -> Checks:
    unit = state.pieces[id]
    if not unit.hq or unit.side != staff.side or unit.place is None:
        yield objection("7.6.1", "serves-only-hqs", staff=U(staff.id), unit=U(id))
    elif unit.place == staff.place:
        yield objection("7.6.1", "with-it-already", staff=U(staff.id), unit=U(id))


# -- never captured ------------------------------------------------------------------------------------------------
@step("staff-retreats", "7.6.1")
def staff_retreats(s: State, t: Trace, hex: str) -> Steps[State]:
    """The enemy has entered his hex."""
    staff = next((u for u in s.pieces.at(hex) if u.kind == STAFF and u.side == foe(s.control[hex])), None)
    if staff is None:
        return s
    if not any(s.law.allows(objections_to_staff_at(s, staff, to)) for to in s.map.places):
        s = off(s, staff, "")
        t.say("7.6.1", "staff-leaves-map", s, unit=U(staff.id))
        return s
    ask = Ask(
        s,
        "7.6.1",
        staff.side,
        "staff-retreats-to",
        ("place",),
        lambda to: objections_to_staff_at(s, staff, to),
        facts={"unit": U(staff.id)},
    )
    to = yield from choose(ask)
    return come(s, t, staff, to, Told("7.6.1", "staff-retreated", {"unit": U(staff.id), "hex": Place(to)}))


def objections_to_staff_at(state: State, staff: Unit, hex: str) -> Checks:
    """A friendly hex, the nearest one unless his unlimited movement is read into his retreat."""
    if not _safe(state, staff, hex):
        yield objection("7.6.1", "staff-not-captured", unit=U(staff.id), hex=Place(hex))
        return
    reading = state.law.read("bruchmuller-retreat")
    if reading.option == "nearest":
        steps = steps_from(state, staff.place or "")
        if steps.get(hex) != min((n for to, n in steps.items() if _safe(state, staff, to)), default=None):
            yield objection("7.6.1", "staff-goes-nearer", unit=U(staff.id), hex=Place(hex), reading=reading)


def _safe(state: State, staff: Unit, hex: str) -> bool:
    return state.control.get(hex) == staff.side and not state.ground_at(hex, foe(staff.side))
