"""7.6.a Fortifying an entrenched army, an option: its price and its marker; in combat it is as good as a trench."""

from __future__ import annotations

from tutor.engine.ask import BACK, Ask, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, Unit
from tutor.engine.trace import Trace
from tutor.rulesets.tlm.production import FORTIFY, bought, left
from tutor.rulesets.tlm.state import State, Step, steps


def objections_to_fortifying(state: State, side: str, unit: str) -> Checks:
    """Whether this may become a fortified army: it is an army, and entrenched."""
    piece = state.pieces[unit]
    if piece.side != side or not piece.on_map:
        yield objection("7.6.a", "not-his-on-the-map", unit=Unit(unit), who=Side(side))
    elif piece.kind != "army":
        yield objection("7.6.a", "only-armies-fortify", unit=Unit(unit))
    elif piece.fortified:
        yield objection("7.6.a", "fortified-already", army=Unit(unit))
    else:
        check = held if piece.entrenched else objection
        yield check("7.6.a", "fortifies-a-trench", army=Unit(unit), reading=state.law.read("option-fortification"))


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
