"""16 and 17: disorganisation, surrender, and the loss of steps."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Unit as U
from tutor.engine.facts import units
from tutor.engine.ledger import Ledger, Lines, at_most, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.coming import leaves
from tutor.rulesets.se.fortresses import capture_fortress, overrun
from tutor.rulesets.se.state import ELIMINATED, SURRENDERED, Losses, State, Unit


def morale(s: State, unit: Unit) -> Ledger:
    """The current morale: what is printed, less the disorganisation (16.1)."""
    return s.law.ledger("16.1", "morale", morale_lines(s, unit))


def morale_lines(s: State, unit: Unit) -> Lines:
    yield plus("3.0-morale", "printed-morale", unit.printed_morale, unit=U(unit.id))
    if unit.dp:
        yield plus("16.1", "disorganised-morale", -unit.dp, unit=U(unit.id))


def threshold(s: State, unit: Unit) -> int:
    """The disorganisation at which a unit gives way."""
    return int(s.law.ledger("16.4", "threshold", threshold_lines(s, unit)))


def threshold_lines(s: State, unit: Unit) -> Lines:
    """The morale of a unit (16.4); the bombardment factor of a gun (19.7); the morale of a fortress (20.3)."""
    guns, spirit, law = unit.bombardment, unit.printed_morale, s.law
    if unit.gun:
        yield plus("19.7", "gun-threshold", guns, unit=U(unit.id))
        if spirit and law.reads("gun-threshold", "morale-too"):
            yield at_most("16.4", "printed-morale", spirit, unit=U(unit.id), reading=law.read("gun-threshold"))
        return
    yield plus("20.3" if unit.fortress else "16.4", "printed-morale", spirit, unit=U(unit.id))
    if unit.fortress and guns and law.reads("fort-surrender", "either"):
        yield at_most("19.7", "gun-threshold", guns, unit=U(unit.id), reading=law.read("fort-surrender"))


def threatened(s: State, unit: Unit) -> bool:
    """An enemy who can bring about a surrender stands in the hex or next to it (16.4)."""
    guns_count = s.law.reads("surrender-adjacent", "any-unit")
    around = (unit.place or "", *s.map.neighbours(unit.place))
    return any(guns_count or not foe.gun for hex in around for foe in s.foes_at(hex, unit.side))


def disorganise(s: State, t: Trace, id: str, points: int, rule: str, held: bool = False, winner: bool = False) -> State:
    """Add disorganisation points; at the threshold the unit surrenders, or is held just below it."""
    return disorganise_together(s, t, (id,), points, rule, held, winner)


def disorganise_together(
    s: State, t: Trace, ids: Sequence[str], points: int, rule: str, held: bool = False, winner: bool = False
) -> State:
    """All take their points; only then those at their threshold give way, in the same position (4.0.5)."""
    for id in ids:
        total = s.unit(id).dp + points
        s = s.change(id, dp=total)
        t.say(rule, "disorganised", s, unit=U(id), n=points, total=total)
    due = [id for id in ids if broken(s, s.unit(id))]
    if not (winner or held) and s.law.reads("surrender-time", "end-of-step"):
        for id in due:
            t.say("16.4", "surrender-later", s, unit=U(id), reading=s.law.read("surrender-time"))
        return s
    return give_way(s, t, due, winner, held)


def broken(s: State, unit: Unit) -> bool:
    """Whether a unit has as many points as it can bear (16.4)."""
    return unit.dp >= threshold(s, unit)


def give_way(s: State, t: Trace, ids: Sequence[str], winner: bool = False, held: bool = False) -> State:
    """Units at their threshold surrender, unless something keeps them just below; all are judged before any goes."""
    judged = [(id, s.law.first_objection(objections_to_surrendering(s, s.unit(id), winner, held))) for id in ids]
    for id, kept in judged:
        s = hold_below(s, t, id, kept.rule, kept.kind) if kept else surrender(s, t, id)
    return s


def objections_to_surrendering(s: State, unit: Unit, winner: bool = False, held: bool = False) -> Checks:
    """May a unit at its threshold be made to surrender?"""
    if winner:
        yield objection("16.4.2", "held-winner", unit=U(unit.id), dp=unit.dp)
    if held:
        yield objection("11.3", "held-below", unit=U(unit.id), dp=unit.dp)
    if not threatened(s, unit):
        yield objection("20.3" if unit.fortress else "16.4", "held-below", unit=U(unit.id), dp=unit.dp)


def hold_below(s: State, t: Trace, id: str, rule: str, kind: str) -> State:
    """The unit stays, one point below its threshold."""
    unit = s.unit(id)
    s = s.put(unit.but(dp=max(0, threshold(s, unit) - 1)))
    t.say(rule, kind, s, unit=U(id), dp=s.unit(id).dp)
    return s


def settle(s: State, t: Trace) -> State:
    """The end of a step: where surrender waits for it, whoever is at the threshold gives way now."""
    if s.law.reads("surrender-time", "end-of-step"):
        return give_way(s, t, [unit.id for unit in s.on_map() if unit.fights and unit.dp and broken(s, unit)])
    return s


def surrender(s: State, t: Trace, id: str, rule: str | None = None) -> State:
    """The unit goes to the box of those that surrendered, where it counts for victory (16.4)."""
    unit = s.unit(id)
    rule = rule or ("20.3" if unit.fortress else "19.7" if unit.gun else "16.4")
    if unit.fortress:
        return capture_fortress(s, t, id, rule)
    return leaves(s, t, id, SURRENDERED, rule, "surrenders")


def lose_step(s: State, t: Trace, id: str, rule: str) -> State:
    """Flip the unit, or remove it with its last step (17.1)."""
    unit = s.unit(id)
    if unit.fortress:
        return overrun(s, t, id)
    left = unit.steps - 1
    if left:
        s = s.put(unit.but(steps=left))
        t.say("17.1", "reduced", s, unit=U(id))
    else:
        s = leaves(s, t, id, ELIMINATED, "17.3" if unit.gun else "17.2", "eliminated", steps=0)
    return s


def strike(s: State, t: Trace, losses: Losses) -> State:
    """Lay a result on the units it strikes; steps come before points (16.4.1)."""
    return s.then(task("losses"), struck=losses)


@step("losses", "16.4.1")
def losses(s: State, t: Trace) -> Steps[State]:
    """The owner takes one step loss after another; then every unit that is left takes its points."""
    struck = s.struck
    assert struck is not None
    if struck.steps and any(s.law.allows(objections_to_losing(s, id)) for id in struck.units):
        unit = yield from choose(
            Ask(
                s,
                struck.rule,
                s.unit(struck.units[0]).side,
                "take-loss",
                ("unit",),
                lambda unit: objections_to_losing(s, unit),
                facts={"n": struck.steps},
                among=lambda: struck.units,
            )
        )
        cost = 2 if s.unit(unit).gun else 1
        s = lose_step(s, t, unit, struck.rule)
        return s.then(task("losses"), struck=struck.but(steps=struck.steps - cost, first=()))
    if struck.steps:
        t.say(struck.rule, "losses-vanish", s, n=struck.steps)
        for id in struck.units if not t.silent else ():
            for check in s.law.objections(objections_to_losing(s, id)) if s.unit(id).place is not None else ():
                t.say(check.rule, check.kind, s, **check.facts)
    s = s.but(struck=None)
    for id in struck.units:
        if s.unit(id).place is not None and struck.dp:
            s = disorganise(s, t, id, struck.dp, struck.rule, winner=struck.winner)
    return s


def objections_to_losing(s: State, id: str) -> Checks:
    """May this unit take the next step loss?"""
    struck, unit = s.struck, s.unit(id)
    assert struck is not None
    if id not in struck.units or unit.place is None:
        yield _spared(s, struck, unit)
        return
    if struck.first and id not in struck.first:
        yield objection("13.4.4", "first-loss-elsewhere", unit=U(id), first=units(struck.first))
    elif struck.first:
        yield held("13.4.4", "first-loss", unit=U(id))
    if struck.by_fire:
        yield from _fire_losses(s, struck, unit)
    elif unit.gun:
        yield objection("17.3", "guns-not-in-assault", unit=U(id))
    if s.law.reads("losses-owner", "strongest") and unit.infantry:
        stronger = [u for u in _infantry_left(s, struck) if (u.combat, u.morale) > (unit.combat, unit.morale)]
        if stronger and not struck.first:
            yield objection(
                struck.rule, "stronger-first", unit=U(id), first=U(stronger[0].id), reading=s.law.read("losses-owner")
            )


_SPARED = {"13.3.2": "bystander", "11.1.2": "not-passing", "13.4.5.5": "not-passing"}


def _spared(s: State, struck: Losses, unit: Unit) -> Check:
    """Why a result does not touch a unit: fire at some units of a hex spares the others there."""
    beside = struck.spares and unit.place and unit.place in {s.unit(mate).place for mate in struck.units}
    ours = unit.side == s.unit(struck.units[0]).side
    rule, kind = (struck.spares, _SPARED[struck.spares]) if beside and ours else (struck.rule, "not-struck")
    return objection(rule, kind, unit=U(unit.id))


def _fire_losses(s: State, struck: Losses, unit: Unit) -> Checks:
    if unit.fortress:
        yield objection("20.5", "fortress-no-steps", unit=U(unit.id))
    if unit.gun:
        if _infantry_left(s, struck):
            yield objection("19.6", "infantry-first", unit=U(unit.id))
        if struck.steps < 2:
            yield objection("19.6", "two-losses-needed", unit=U(unit.id), n=struck.steps)
        else:
            yield held("19.6", "two-losses", unit=U(unit.id))


def _infantry_left(s: State, struck: Losses) -> list[Unit]:
    return [u for u in map(s.unit, struck.units) if u.infantry and u.place is not None]
