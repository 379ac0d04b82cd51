"""13.2: offensive bombardment by the guns of the active brigade."""

from __future__ import annotations

from functools import lru_cache

from tutor.engine.ask import BACK, DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger
from tutor.engine.near import Near
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.space.maps import HexMap
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.command import commanded_from, lookout_doubt, lookouts, throw, told_to
from tutor.rulesets.se.disorganisation import settle, strike
from tutor.rulesets.se.fire import guns_total, no_factor_left, read_fire
from tutor.rulesets.se.fortresses import lower_trench
from tutor.rulesets.se.shifts import bombardment_shifts
from tutor.rulesets.se.sight import objections_to_seeing
from tutor.rulesets.se.state import DRAFTS, ELIMINATED, Losses, State, Unit, other

NEAR = Near(hexes=lambda gun, side: None, past=frozenset(("agenda", "chosen")), own=frozenset(("aims",)))


@step("bombard", "13.2.1")
def bombard(s: State, t: Trace) -> Steps[State]:
    """All targets are named before any fire is resolved."""
    gun = yield from choose(
        Ask(
            s,
            "13.2.1",
            s.active,
            "bombard",
            ("unit",),
            lambda unit: objections_to_bombarding_with(s, unit),
            to_end=lambda: iter(()),
            among=lambda: s.attached,
            near=NEAR,
        )
    )
    if gun == DONE:
        targets = sorted({hex for _, hex in s.aims})
        return s.then(*(task("bombardment", hex) for hex in targets), task("bombarded"))
    return s.then(task("bombard-hex"), task("bombard"), chosen=gun)


@step("bombard-hex", "13.2.1", under="bombard")
def bombard_hex(s: State, t: Trace) -> Steps[State]:
    """The one hex that the chosen gun will bombard."""
    hex = yield from choose(
        Ask(
            s,
            "13.2.2",
            s.active,
            "bombard-hex",
            ("place",),
            lambda hex: objections_to_bombarding(s, s.unit(s.chosen or ""), hex),
            back=True,
            facts={"unit": U(s.chosen or "")},
            among=lambda: targets_of(s, s.unit(s.chosen or "")),
        )
    )
    gun, s = s.chosen or "", s.but(chosen=None)
    if hex == BACK:
        return s
    return s.then(task("lookout", gun, hex))


@seam("se.bombarding-with")
def objections_to_bombarding_with(s: State, id: str) -> Checks:
    """May this unit fire in this bombardment?"""
    gun = s.unit(id)
    if gun.side != s.active:
        yield objection("3.0-active", "not-active", unit=U(id), side=Side(s.active))
    if gun.place is None:
        yield objection("13.2.1", "off-map", unit=U(id))
        return
    if not gun.fires:
        yield objection("13.2.1", "not-artillery", unit=U(id))
        return
    if id not in s.attached:
        rule = "20.9" if gun.fortress else "13.2.1"
        yield objection(rule, "not-attached", unit=U(id))
    if gun.fired_offensively:
        yield objection("13.2.4", "fired-already", unit=U(id))
    if gun.gun and gun.mode != "fire":
        yield objection("19.1", "movement-side", unit=U(id))
    else:
        yield from no_factor_left(s, gun)
    if gun.emplacing:
        yield objection("19.2", "emplacing", unit=U(id), reading=s.law.read("heavy-emplacement"))
    if id in dict(s.aims):
        yield objection("13.2.1", "one-target", unit=U(id))
    if gun.fired_defensively:
        yield held("13.3.9", "defensive-fire-no-bar", unit=U(id))
    if gun.side == s.active:
        yield from _something_to_bombard(s, gun)


def _something_to_bombard(s: State, gun: Unit) -> Checks:
    """It needs a target; if there is none, why the nearest is closed to it."""
    targets = targets_of(s, gun)
    if any(s.law.allows(objections_to_bombarding(s, gun, hex)) for hex in targets):
        return
    yield objection("13.2.2", "no-target-seen", unit=U(gun.id), range=gun.range)
    if targets:
        nearest = min(targets, key=lambda hex: (s.map.distance(gun.place or "", hex), hex))
        yield from s.law.objections(objections_to_bombarding(s, gun, nearest))


def targets_of(s: State, gun: Unit) -> tuple[str, ...]:
    """What it may be worth aiming at: hexes of the enemy, or any unless so read."""
    if s.law.reads("bombardment-target", "enemy-only"):
        return _hexes_of(s, other(gun.side))
    return tuple(s.map.within(gun.place or "", gun.range))


@by_identity(16, DRAFTS)
def _hexes_of(s: State, side: str) -> tuple[str, ...]:
    return tuple(sorted({u.place for u in s.units_of(side) if u.place}))


@seam("se.bombarding")
def objections_to_bombarding(s: State, gun: Unit, hex: str) -> Checks:
    """May this gun bombard this hex?"""
    distance = s.map.distance(gun.place or "", hex)
    if distance > gun.range:
        yield objection("13.2.2", "out-of-range", unit=U(gun.id), hex=Place(hex), n=distance, range=gun.range)
    if not s.foes_at(hex, gun.side) and s.law.reads("bombardment-target", "enemy-only"):
        yield objection("13.2.1", "no-enemy-target", hex=Place(hex), reading=s.law.read("bombardment-target"))
        return
    if distance <= gun.range:
        yield from observation(s, hex)


@by_identity(256, DRAFTS)
def observation(s: State, target: str) -> tuple[Check, ...]:
    """Some hex in the command radius of the active HQ must see the target (13.2.2).

    The radius does not run through enemies, nor through their zone without a die (8.1).
    """
    hq = active_hq(s)
    if hq is None:
        return (objection("13.2.2", "no-hq", side=Side(s.active)),)
    for doubtful in (False, True):
        for observer in lookouts(s, hq, target, doubtful):
            seen = held("13.2.2", "observed", hex=Place(target), observer=Place(observer))
            dice = (held("8.1", "lookout-needs-die", observer=Place(observer), hq=U(hq.id)),) if doubtful else ()
            return (seen, *dice, *s.law.in_force(objections_to_seeing(s, s.active, observer, target)))
    unobserved = objection("13.2.2", "unobserved", hex=Place(target), hq=U(hq.id), radius=hq.radius)
    return (unobserved, *_nearest_lookout(s, hq, target))


def _nearest_lookout(s: State, hq: Unit, target: str) -> tuple[Check, ...]:
    """Why none sees it: the nearest that would, were command not cut off (8.1), or the nearest of the radius."""
    within, about = commanded_from(told_to(s, hq), hq, True), _by_distance(s.map, target)
    near = (hex for hex in about if hex not in within and s.map.distance(hq.place or "", hex) <= hq.radius)
    cut_off = next((hex for hex in near if s.law.allows(objections_to_seeing(s, s.active, hex, target))), None)
    if cut_off is not None:
        return (objection("8.1", "lookout-cut-off", observer=Place(cut_off), hex=Place(target), hq=U(hq.id)),)
    nearest = next(hex for hex in about if hex in within)
    return s.law.objections(objections_to_seeing(s, s.active, nearest, target))


@by_identity(16, DRAFTS)
def active_hq(s: State) -> Unit | None:
    return next((u for u in s.on_map() if u.hq and u.brigade == s.brigade and u.side == s.active), None)


@lru_cache(maxsize=2048)
def _by_distance(map: HexMap, target: str) -> tuple[str, ...]:
    return tuple(sorted(map.places, key=lambda hex: (map.distance(hex, target), hex)))


@step("lookout", "8.1", under="bombard")
def lookout(s: State, t: Trace, gun: str, hex: str) -> Steps[State]:
    """The dice that decide whether the radius holds a hex that sees the target; if not, the gun may name another."""
    hq = active_hq(s)
    assert hq is not None
    if lookout_doubt(s, hq, (hex,)) is not None:
        die = yield from roll(Die("8.1", s.active, "command-die"))
        return throw(s, t, lookout_doubt(s, hq, (hex,)) or "", die).then(task("lookout", gun, hex))
    if next(lookouts(s, hq, hex, False), None) is None:
        t.say("13.2.2", "unobserved", s, hex=Place(hex), hq=U(hq.id), radius=hq.radius)
        return s
    return s.but(aims=s.aims | {(gun, hex)})


@step("bombardment", "13.2.5")
def bombardment(s: State, t: Trace, hex: str) -> Steps[State]:
    """Resolve the fire on one hex."""
    guns = tuple(s.unit(id) for id, aim in sorted(s.aims) if aim == hex)
    with t.section("13.2.5", "bombardment-of", s, hex=Place(hex), guns=units(guns)):
        value = guns_total(s, guns, hex)
        shifts = bombardment_shifts(s, hex)
        result = yield from read_fire(s, t, "13.2.5", s.active, s.law.table("bombardment"), value, shifts, hex)
        hit = tuple(u.id for u in s.foes_at(hex, s.active) or s.units_at(hex))
        if result.steps and s.law.reads("trench-loss-fire", "any-fire") and s.trench(hex):
            s = s.then(task("trench-shaken", hex, hit))
        if hit and (result.steps or result.dp):
            s = strike(s, t, Losses(hit, result.steps, result.dp, rule="13.2.6"))
        return _on_the_trench(s, t, hex, guns) if result.trench else s


def _on_the_trench(s: State, t: Trace, hex: str, guns: tuple[Unit, ...]) -> State:
    """A T takes a level off a trench that is there, unless mountain artillery alone fired (13.2.6)."""
    if not s.trench(hex):
        t.say("13.2.6", "no-trench-there", s, hex=Place(hex))
        return s
    if all(gun.kind == "mountain-artillery" for gun in guns):
        t.say("13.2.6", "trench-spared", s, hex=Place(hex))
        return s
    return lower_trench(s, t, hex, "13.2.6")


@step("trench-shaken", "18.5", under="bombardment")
def trench_shaken(s: State, t: Trace, hex: str, hit: tuple[str, ...]) -> State:
    """Where 18.5 is read of any fire: a defender who is eliminated in the trench costs it a level."""
    gone = any(s.unit(id).infantry and s.unit(id).box == ELIMINATED for id in hit)
    return lower_trench(s, t, hex, "18.5") if gone else s


@step("bombarded", "13.2.4")
def bombarded(s: State, t: Trace) -> State:
    """Guns that fired are marked: once a turn."""
    for id, _ in sorted(s.aims):
        s = s.change(id, fired_offensively=True)
        both = s.unit(id).fired_defensively
        t.say("19.8", "marked-both" if both else "marked-act", s, unit=U(id))
    return settle(s.but(aims=frozenset()), t)


def value_of_bombardment(s: State, place: str, units: tuple[str, ...] = ()) -> Ledger:
    """For terminal and cases: what guns are worth against a hex, by default those that aim at it."""
    aiming = units or tuple(id for id, aim in sorted(s.aims) if aim == place)
    return guns_total(s, [s.unit(id) for id in aiming], place)
