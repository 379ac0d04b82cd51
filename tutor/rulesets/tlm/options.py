"""Optional rules, as amendments: UK artillery of 1918 (8.3.2) and Defensive Alert (8.3.4, rule 13.7)."""

from __future__ import annotations

from functools import lru_cache

from tutor.engine.ask import DONE, Ask, choose, nothing
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Unit
from tutor.engine.law import Amendments, Law
from tutor.engine.ledger import Lines, at_least
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.calendar import SPRING_1918
from tutor.rulesets.tlm.combat import GROUND
from tutor.rulesets.tlm.firepower import DEFENCE
from tutor.rulesets.tlm.offensives import battle_in
from tutor.rulesets.tlm.state import Piece, State, Step, steps

amendments = Amendments()
UK_ARTILLERY, DEFENSIVE_ALERT, SUPPRESSING = "uk-artillery", "defensive-alert", "suppressing-armies"
ALERT = "alert"


def in_force(state: State) -> frozenset[str]:
    """The options that the readings on options bring in, from their date on."""
    return _brought_in(state.law, state.turn)


@lru_cache(maxsize=256)
def _brought_in(law: Law, turn: int) -> frozenset[str]:
    found = set()
    if law.reads("option-uk-artillery", "in-use") and turn >= SPRING_1918:
        found.add(UK_ARTILLERY)
    if law.reads("option-defensive-alert", "in-use"):
        found.add(DEFENSIVE_ALERT)
    if law.reads("suppressing-armies", "in-use"):
        found.add(SUPPRESSING)
    return frozenset(found)


# -- UK artillery of 1918 --------------------------------------------------------------------------------------
@amendments.amends("tlm.firepower", "8.3.2.e", "add", option=UK_ARTILLERY)
def uk_artillery(state: State, piece: Piece, stage: str) -> Lines:
    """From spring 1918 it defends at F2, or F3 with gas."""
    if piece.kind == "artillery" and piece.nation == "UK" and stage == DEFENCE and state.turn >= SPRING_1918:
        gas = piece.side in state.here.gas
        yield at_least("8.3.2.e", "uk-artillery-gas" if gas else "uk-artillery", 3 if gas else 2)


# -- Defensive Alert -------------------------------------------------------------------------------------------
amendments.inserts("dogfight", "8.3.4.4", "alert", option=DEFENSIVE_ALERT, where="before")


def objections_to_alert(state: State, unit: str) -> Checks:
    """Whether a biplane of the defender may be thrown into the battle from the next area."""
    piece, here = state.pieces[unit], state.here.area
    facts = {"unit": Unit(unit), "area": Place(here)}
    if piece.kind != "biplane" or piece.side != state.defender:
        yield objection("8.3.4.4", "alert-only-biplanes", unit=Unit(unit))
    elif not piece.on_map or not state.map.adjacent(str(piece.place), here):
        yield objection("8.3.4.4", "alert-not-adjacent", **facts)
    else:
        if battle_in(state, str(piece.place)) or str(piece.place) in state.fought:
            yield objection("8.3.4.4", "alert-in-battle", unit=Unit(unit), area=Place(str(piece.place)))
        if piece.retreat:
            yield objection("5.4", "retreated-fires-not", unit=Unit(unit))
        yield from areas.objections_to_stacking(state, piece.but(army=None), here)


@steps.step("alert", "8.3.4.4")
def alert(s: State, t: Trace) -> Step:
    """Just before the battle the defender may call biplanes from adjacent areas."""
    if s.here.weather or not any(s.law.allows(objections_to_alert(s, p.id)) for p in s.pieces.of(s.defender)):
        return s
    unit = yield from choose(
        Ask(s, "8.3.4.4", s.defender, "alert", ("unit",), lambda u: objections_to_alert(s, u), to_end=nothing)
    )
    if unit == DONE:
        return s
    s = s.put(s.pieces[unit].but(place=s.here.area, army=None, left=ALERT))
    t.say("8.3.4.4", "alerted", s, unit=Unit(unit), area=Place(s.here.area))
    return s.then(task("alert"))


@amendments.amends("tlm.method", "8.3.4.4", "add", option=DEFENSIVE_ALERT)
def alerted_only_react(state: State, unit: str, method: str) -> Checks:
    """Biplanes that came by alert may not attack the ground."""
    if state.pieces[unit].left == ALERT:
        check = objection if method == GROUND else held
        yield check("8.3.4.4", "alerted-reacts", unit=Unit(unit))
