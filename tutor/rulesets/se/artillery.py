"""4.0.6, 19.1, 19.2: guns are turned to their movement or their fire side, before anybody acts."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.state import State, Unit

FIRE, MOVEMENT = "fire", "movement"


@step("turn-guns", "19.1")
def turn_guns(s: State, t: Trace, side: str) -> Steps[State]:
    """One gun after another is turned over, or the side has done."""
    if not any(u.gun and not u.turned for u in s.units_of(side)):
        return s
    gun = yield from choose(
        Ask(
            s,
            "19.1",
            side,
            "turn-gun",
            ("unit",),
            lambda gun: objections_to_turning(s, side, gun),
            to_end=lambda: iter(()),
            among=lambda: [u.id for u in s.units_of(side) if u.gun],
        )
    )
    if gun == DONE:
        return s
    s = turned(s, t, s.unit(gun))
    return s.then(task("turn-guns", side))


def turned(s: State, t: Trace, gun: Unit) -> State:
    """The other side of the counter; heavy guns that go to fire are a whole turn about it (19.2)."""
    to_fire = gun.mode == MOVEMENT
    heavy = to_fire and gun.kind == "heavy-artillery"
    s = s.put(gun.but(mode=FIRE if to_fire else MOVEMENT, turned=True, emplacing=heavy))
    t.say("19.1", "to-fire" if to_fire else "to-movement", s, unit=U(gun.id))
    if heavy:
        t.say("19.2", "heavy-emplaces", s, unit=U(gun.id), reading=s.law.read("heavy-emplacement"))
    return s


@seam("se.turning-guns")
def objections_to_turning(s: State, side: str, id: str) -> Checks:
    """May this gun be turned over?"""
    gun = s.unit(id)
    if gun.side != side:
        yield objection("4.0.6", "not-turning-side", unit=U(id), side=Side(side))
        return
    if not gun.gun or gun.place is None:
        yield objection("19.1", "no-gun", unit=U(id))
        return
    if gun.turned:
        yield objection("19.1", "turned-already", unit=U(id))
    else:
        yield held("19.1", "may-turn", unit=U(id))


def after_turn(s: State, gun: Unit) -> Unit:
    """Whether a heavy gun is ready when the turn after its emplacement begins, or a turn later (19.2)."""
    waits = gun.emplacing and gun.turned and s.law.reads("heavy-emplacement", "turn-after-next")
    return gun.but(emplacing=waits)
