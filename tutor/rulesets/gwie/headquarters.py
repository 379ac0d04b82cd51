"""10.46, 15.6: support from headquarters."""

from __future__ import annotations

from typing import Any

from tutor.engine.ask import DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Line, plus
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.cavalry import lonely
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.nations import nation_of, same_nation
from tutor.rulesets.gwie.state import OOS, State, Unit
from tutor.rulesets.gwie.supply import in_supply, supply_of

EASTERN_ONLY, GUARDS = "ge-11th-army", "russian-gd"
SHELL_SHORTAGE, RUSSIAN_SHORTAGE = ("B", "C"), "D"


@step("support", "10.46b")
def support(s: State, t: Trace, side: str) -> Steps[State]:
    """A side names the HQ that supports it, or none; the attacker first."""
    if not any(s.law.allows(objections_to_supporting(s, side, u.id)) for u in s.on_map() if u.hq):
        _nobody_supports(s, t, side)
        return s
    hq = yield from choose(
        Ask(
            s,
            "10.46b",
            side,
            "attacker-hq" if side == s.active else "defender-hq",
            ("unit",),
            lambda unit: objections_to_supporting(s, side, unit),
            to_end=lambda: objections_to_no_support(s, side),
            facts={"hex": Place(s.here.hex)},
        )
    )
    if hq == DONE:
        return s
    s = s.fighting(hq=s.here.hq.put(side, hq))
    t.say("10.46c", "hq-supports", s, unit=U(hq), who=Side(side), n=s.unit(hq).support)
    return s


def _nobody_supports(s: State, t: Trace, side: str) -> None:
    """Why no HQ of a side supports it: each that is near enough by its own reason."""
    ours = [u for u in s.on_map() if u.hq and u.side == side]
    near = [hq for hq in ours if any(_touches(s, hq.place or "", s.origin(u)) for u in s.standing(side))]
    for hq in near:
        for refusal in s.law.objections(objections_to_supporting(s, side, hq.id))[:1]:
            t.say(refusal.rule, refusal.kind, s, **refusal.facts)
    if ours and not near:
        t.say("10.46a", "no-hq-near", s, who=Side(side))


@seam("gwie.unsupported")
def objections_to_no_support(s: State, side: str) -> Checks:
    """Support is never an obligation."""
    return
    yield


def objections_to_supporting(s: State, side: str, id: str) -> Checks:
    """May this HQ support this side in this combat?"""
    hq, fight = s.unit(id), s.here
    if not hq.hq:
        yield objection("10.46a", "not-an-hq", unit=U(id))
        return
    if hq.side != side:
        yield objection("10.46a", "hq-of-other-side", unit=U(id), who=Side(side))
    if hq.place is None:
        yield objection("10.46a", "hq-off-map", unit=U(id))
        return
    if hq.support == 0:
        yield objection("15.62", "hq-without-support", unit=U(id))
    if hq.depleted:
        yield objection("10.46a", "hq-depleted", unit=U(id))
    yield from _supplied(s, hq, attacking=side == s.active)
    if hq.called == EASTERN_ONLY and front_of(s, fight.hex) != "eastern":
        yield objection("10.46a", "hq-in-the-east-only", unit=U(id), front=Term(front_of(s, fight.hex)))
    if hq.side == side:
        yield from _near(s, side, hq)


def _supplied(s: State, hq: Unit, attacking: bool) -> Checks:
    """Fortress Supply counts in defence only (11.51)."""
    if not (in_supply(s, hq) if attacking else supply_of(s, hq).status != OOS):
        yield objection("10.46a", "hq-not-supplied", unit=U(hq.id))


def _near(s: State, side: str, hq: Unit) -> Checks:
    """Stacked with or adjacent to an engaged unit, and one of its own nation engaged."""
    engaged = s.engaged(side)
    facts: dict[str, Any] = {"unit": U(hq.id)}
    keepers = [u for u in s.standing(side) if u.garrisoned and same_nation(s, hq, u)]
    if keepers and not any(same_nation(s, hq, u) for u in engaged):
        facts["reading"] = s.law.read("hq-for-a-fort")
        engaged = (*engaged, *keepers) if facts["reading"].option == "supports" else engaged
    if not any(same_nation(s, hq, u) for u in engaged):
        yield objection("10.46a", "hq-nation-not-engaged", nation=Term(hq.nation), **facts)
    near = [u for u in engaged if _touches(s, hq.place or "", s.origin(u))]
    fit = [u for u in near if not lonely(s, u)]
    if not near:
        yield objection("10.46a", "hq-too-far", unit=U(hq.id))
    elif not fit:
        yield objection("15.54", "hq-not-for-cavalry", unit=U(hq.id), units=units(near))
    else:
        yield held("10.46a", "hq-near", units=units(fit), **facts)


def _touches(s: State, one: str, other: str) -> bool:
    return one == other or s.map.adjacent(one, other)


def support_line(s: State, side: str) -> Line | None:
    """The shift that an HQ gives: right in attack, left in defence."""
    id = s.here.hq.get(side)
    if id is None:
        return None
    amount = s.unit(id).support if side == s.active else -s.unit(id).support
    return plus("10.46c", "hq-shift", amount, unit=U(id))


@step("support-spent", "10.46c")
def support_spent(s: State, t: Trace) -> State:
    """An HQ that gave its support lies Depleted until the next Strategic Turn."""
    for side in (s.active, s.inactive):
        id = s.here.hq.get(side)
        if id and s.unit(id).place is not None:
            s = s.change(id, depleted=True)
            t.say("10.46c", "hq-spent", s, unit=U(id))
            if side == s.active and s.unit(id).called == GUARDS:
                s = s.with_spent(GUARDS)
    return s


# -- refreshed in a Strategic Turn (5.14) ----------------------------------------------------------------------
@step("refresh-hqs", "5.14")
def refresh_hqs(s: State, t: Trace) -> State:
    """All Depleted HQs on the map that are in supply are flipped to Support; of each other it is told why not."""
    fresh = []
    for hq in (u for u in s.on_map() if u.hq and u.depleted):
        refusal = s.law.first_objection(objections_to_refreshing(s, hq))
        if refusal is None:
            fresh.append(hq)
        else:
            t.say(refusal.rule, refusal.kind, s, **refusal.facts)
    if fresh:
        s = s.put(*(hq.but(depleted=False) for hq in fresh))
        t.say("5.14", "hqs-refreshed", s, units=units(fresh))
    return s


def objections_to_refreshing(s: State, hq: Unit) -> Checks:
    """May this HQ go back to its Support side?"""
    option = s.law.read("shell-shortage-option")
    short = option.option == "russian-d" and hq.nation == "RU"
    if s.letter in SHELL_SHORTAGE:
        yield objection("5.14", "shell-shortage", unit=U(hq.id), letter=s.letter)
    elif short and s.letter == RUSSIAN_SHORTAGE:
        yield objection("5.14", "shell-shortage", unit=U(hq.id), letter=s.letter, reading=option)
    if short and hq.called == GUARDS and GUARDS in s.spent:
        yield objection("5.14", "guards-worn-out", unit=U(hq.id), reading=option)
    if nation_of(hq) == "RU" and s.stands("czar-fallen"):
        yield objection("5.45", "czarist-hq-tired", unit=U(hq.id))
    if not in_supply(s, hq):
        yield objection("5.14", "hq-not-supplied", unit=U(hq.id))
