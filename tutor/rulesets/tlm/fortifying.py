"""7.6.a Fortifying an entrenched army, an option: its price and its marker; in combat it is as good as a trench."""

from __future__ import annotations

from tutor.engine.ask import BACK, Ask, choose
from tutor.engine.facts import Unit
from tutor.engine.trace import Trace
from tutor.rulesets.tlm.production import FORTIFY, bought, left, objections_to_fortifying
from tutor.rulesets.tlm.state import State, Step, steps


@steps.step("fortify", "7.6.a", under="spend")
def fortify(s: State, t: Trace, side: str) -> Step:
    """One army for a point."""
    unit = yield from choose(
        Ask(
            s,
            "7.6.a",
            side,
            "fortify-which",
            ("unit",),
            lambda unit: objections_to_fortifying(s, side, unit),
            back=True,
            facts={"left": left(s, side)},
        )
    )
    if unit == BACK:
        return s
    s = bought(s, side, FORTIFY).put(s.pieces[unit].but(fortified=True))
    t.say("7.6.a", "fortified", s, army=Unit(unit), reading=s.law.read("option-fortification"))
    return s
