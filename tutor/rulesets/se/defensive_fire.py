"""13.3: defensive fire."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tutor.engine.ask import BACK, DONE, NO, YES, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import Law, seam
from tutor.engine.ledger import (
    Ledger,
    Lines,
    at_least,
    at_most,
    plus,
    round_down,
    round_near,
    round_up,
    times,
)
from tutor.engine.near import Near
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.disorganisation import settle, strike
from tutor.rulesets.se.fire import gun_factor, no_factor_left, read_fire, weather_on_guns
from tutor.rulesets.se.shifts import defensive_shifts
from tutor.rulesets.se.sight import objections_to_sight
from tutor.rulesets.se.state import DRAFTS, Losses, State, Unit, other

GUN_REACH = 6
QUARTER = Fraction(1, 4)


@step("defend", "13.3")
def defend(s: State, t: Trace, side: str, counter: bool) -> Steps[State]:
    """The defender names who fires at which assaulters; all targets are named before any is resolved."""
    if not target_hexes(s, side) or not _may_reach(s, side):
        return s
    unit = yield from choose(
        Ask(
            s,
            "13.3",
            side,
            "defend",
            ("unit",),
            lambda unit: objections_to_firing_with(s, side, counter, unit),
            to_end=lambda: iter(()),
            among=lambda: _may_reach(s, side),
            near=Near(hexes=_looks, past=frozenset(("agenda", "chosen")), spoken=frozenset(("aims",)), of=(counter,)),
        )
    )
    if unit == DONE:
        targets = sorted({hex for _, hex in s.aims})
        pays = [task("lift-cap", hex, side) for hex in targets]
        return s.then(*pays, *(task("defensive-fire", hex, side) for hex in targets), task("defended"))
    return s.then(task("defend-hex", side, counter), task("defend", side, counter), chosen=unit)


@step("defend-hex", "13.3", under="defend")
def defend_hex(s: State, t: Trace, side: str, counter: bool) -> Steps[State]:
    """The one hex of assaulters that the chosen unit fires at."""
    hex = yield from choose(
        Ask(
            s,
            "13.3",
            side,
            "defend-hex",
            ("place",),
            lambda hex: objections_to_firing(s, s.unit(s.chosen or ""), hex),
            back=True,
            facts={"unit": U(s.chosen or "")},
            among=lambda: target_hexes(s, side),
        )
    )
    unit, s = s.chosen or "", s.but(chosen=None)
    return s if hex == BACK else s.but(aims=s.aims | {(unit, hex)})


# -- who may fire at whom -------------------------------------------------------------------------------------
@seam("se.firing-with")
def objections_to_firing_with(s: State, side: str, counter: bool, id: str) -> Checks:
    """May this unit take part in the defensive fire?"""
    unit = s.unit(id)
    if unit.side != side:
        yield objection("13.3", "not-defending", unit=U(id), side=Side(side))
    if unit.place is None or unit.hq:
        yield objection("13.3", "off-map", unit=U(id))
        return
    if id in _aims(s):
        yield objection("13.3", "one-target", unit=U(id))
    if unit.fires:
        yield from _gun_ready(s, unit, counter)
    if unit.side == side:
        yield from _has_a_target(s, unit)


def _has_a_target(s: State, unit: Unit) -> Checks:
    """Infantry fires at assaulters beside it (13.3.1), guns at those within six hexes (13.3.4)."""
    for hex in _nearest_first(s, unit):
        found = s.law.in_force(objections_to_firing(s, unit, hex))
        if s.law.allows(found):
            yield from found
            return
    if unit.gun:
        yield objection("13.3.4", "no-target-in-reach", unit=U(unit.id), n=GUN_REACH)
    else:
        yield objection("13.3.1", "no-target-adjacent", unit=U(unit.id))


def _looks(unit: Unit, side: str) -> int | None:
    """How far from a unit lies what decides whether it fires: the target and whom it attacks; for guns, everywhere."""
    return None if unit.fires else 2


def _nearest_first(s: State, unit: Unit) -> tuple[str, ...]:
    """The targets, those next to a unit before all."""
    targets = target_hexes(s, unit.side)
    return (*[hex for hex in s.map.neighbours(unit.place) if hex in targets], *targets)


def _gun_ready(s: State, gun: Unit, counter: bool) -> Checks:
    """Artillery, and fortresses, which are artillery as well (13.3.8)."""
    if gun.gun and counter:
        yield objection("13.5.3", "no-artillery-in-counter-attack", unit=U(gun.id))
    if gun.gun and gun.mode != "fire":
        yield objection("19.1", "movement-side", unit=U(gun.id))
    elif gun.gun:
        yield from no_factor_left(s, gun)
    if gun.fired_defensively:
        yield objection("13.3.8", "fired-already", unit=U(gun.id))
    if gun.emplacing:
        yield objection("19.2", "emplacing", unit=U(gun.id), reading=s.law.read("heavy-emplacement"))


@by_identity(4, DRAFTS)
def _may_reach(s: State, side: str) -> frozenset[str]:
    """The units of a side with guns, or next to a target."""
    targets = set(target_hexes(s, side))
    own = (u for u in s.pieces if u.side == side and u.place)
    return frozenset([u.id for u in own if u.fires or not targets.isdisjoint(s.map.neighbours(u.place))])


@by_identity(16, DRAFTS)
def target_hexes(s: State, side: str) -> tuple[str, ...]:
    """Where enemies carry assault markers."""
    return tuple(sorted({u.place for u in s.on_map() if u.assault and u.side != side and u.place}))


def objections_to_firing(s: State, unit: Unit, hex: str) -> Checks:
    """May this unit fire at this hex?"""
    if hex not in target_hexes(s, unit.side):
        yield objection("13.3", "no-assault-marker", hex=Place(hex))
        return
    if not assaulters_in(s, hex, unit.side):
        for target in s.assaulting_from(hex, other(unit.side)):
            yield from objections_to_hitting(s, target, unit.side)
        return
    distance = s.map.distance(unit.place or "", hex)
    if unit.infantry and distance > 1:
        yield objection("13.3.1", "fire-not-adjacent", unit=U(unit.id), hex=Place(hex))
    elif unit.infantry or (unit.fortress and distance <= 1):
        yield held("13.3.1", "fire-adjacent", unit=U(unit.id), hex=Place(hex))
    else:
        yield from _gun_distance(s, unit, hex, distance)
    yield from _combined(s, unit, hex)


def _gun_distance(s: State, gun: Unit, hex: str, distance: int) -> Checks:
    """Guns reach six hexes at most, and their own range unless so read (13.3.4)."""
    facts = {"unit": U(gun.id), "hex": Place(hex), "n": distance}
    both = s.law.reads("defensive-guns-range", "both-limits")
    if distance > GUN_REACH:
        yield objection("13.3.4", "beyond-six", **facts, reach=GUN_REACH)
    elif distance > gun.range and both:
        yield objection("13.3.4", "out-of-range", **facts, range=gun.range, reading=s.law.read("defensive-guns-range"))
    else:
        yield held("13.3.4", "within-six", **facts)
    if gun.fortress and counters(s, gun.side):
        yield objection("13.5.3", "no-artillery-in-counter-attack", unit=U(gun.id))
    elif gun.fortress:
        yield from no_factor_left(s, gun)
    if s.law.reads("defensive-guns-sight", "needed"):
        watchers = {u.place for u in s.units_of(gun.side) if u.place}
        if not any(s.law.allows(objections_to_sight(s, place, hex)) for place in sorted(watchers)):
            yield objection("13.3.4", "unseen", hex=Place(hex), reading=s.law.read("defensive-guns-sight"))
    if s.law.reads("guns-alone-defensive", "never") and all(_as_guns(s, u, hex) for u in _firers(s, hex)):
        yield objection("13.3.6", "guns-alone", unit=U(gun.id), reading=s.law.read("guns-alone-defensive"))


def _combined(s: State, unit: Unit, hex: str) -> Checks:
    """Fire of several hexes may be combined, and that of one stack divided (13.3.3)."""
    aims = _aims(s)
    others = [firer for firer in _firers(s, hex) if firer.place != unit.place]
    mates = [mate for mate in s.units_at(unit.place, unit.side) if aims.get(mate.id, hex) != hex]
    if others:
        yield held("13.3.3", "joins-fire", hex=Place(hex), units=units(others))
    if mates:
        yield held("13.3.3", "divides-fire", unit=U(unit.id), units=units(sorted(mates, key=lambda mate: mate.id)))


@by_identity(64, DRAFTS)
def assaulters_in(s: State, hex: str, firing: str) -> tuple[Unit, ...]:
    """The only units that defensive fire hits: those with an assault marker (13.3.2)."""
    return tuple([u for u in s.units_at(hex, other(firing)) if s.law.allows(objections_to_hitting(s, u, firing))])


def objections_to_hitting(s: State, unit: Unit, firing: str) -> Checks:
    """May defensive fire hit this unit?"""
    if not unit.assault:
        yield objection("13.3.2", "bystander", unit=U(unit.id))
    elif s.law.reads("empty-target-fire", "no-fire") and not s.units_at(unit.assault, firing):
        reading = s.law.read("empty-target-fire")
        yield objection("13.1.3", "nothing-to-stop", unit=U(unit.id), hex=Place(unit.assault), reading=reading)


def counters(s: State, firing: str) -> bool:
    """Whether this is the fire at a counter-attack: then the side fires whose action it is (13.5.3)."""
    return firing == s.active


# -- the value of the fire ------------------------------------------------------------------------------------
def fire_value(s: State, firers: Sequence[Unit], hex: str) -> Ledger:
    """Machine-gun factors of all who fire, and a quarter of the guns under its cap (13.3.5-13.3.7)."""
    return s.law.ledger("13.3.5", "fire-value", fire_lines(s, tuple(firers), hex))


def _as_guns(s: State, unit: Unit, hex: str) -> bool:
    """Artillery, and a fortress that is too far away for its machine guns."""
    return unit.gun or (unit.fortress and s.map.distance(unit.place or "", hex) > 1)


def _guns(s: State, firers: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Who of the firers fires with guns: nobody at a counter-attack (13.5.3)."""
    return tuple(u for u in firers if u.fires and gun_factor(s, u).total and not counters(s, u.side))


def fire_lines(s: State, firers: tuple[Unit, ...], hex: str) -> Lines:
    for unit in firers:
        if not _as_guns(s, unit, hex):
            yield plus("13.3.5", "machine-guns", machine_guns(s, unit), unit=U(unit.id))
    if _guns(s, firers):
        yield plus("13.3.5", "gun-support", s.law.ledger("13.3.5", "gun-support", support_lines(s, firers, hex)))


def machine_guns(s: State, unit: Unit) -> Ledger:
    """The machine-gun factor of the visible face; disorganisation does not touch it, unless so read."""
    return _machine_guns(unit, s.law)


@by_identity(256)
def _machine_guns(unit: Unit, law: Law) -> Ledger:
    """It is the unit's own, whatever the position, and asked for by all who might fire."""
    return law.ledger("3.0-MG", "mg-factor", machine_gun_lines(unit, law))


def machine_gun_lines(unit: Unit, law: Law) -> Lines:
    yield plus("3.0-MG", "printed-machine-guns", unit.machine_guns, unit=U(unit.id))
    if unit.dp and law.reads("mg-unchanged", "morale-lowers"):
        loss = min(unit.dp, unit.machine_guns)
        yield plus("16.1", "disorganised-machine-guns", -loss, unit=U(unit.id), reading=law.read("mg-unchanged"))


def support_lines(s: State, firers: tuple[Unit, ...], hex: str) -> Lines:
    """A quarter of the bombardment factors, at most the machine guns beside them unless an LP was spent."""
    guns = _guns(s, firers)
    for gun in guns:
        yield plus("13.3.5", "gun", gun_factor(s, gun), unit=U(gun.id))
    order = s.law.reading("weather-defensive-guns")
    if order == "weather-first":
        yield from weather_on_guns(s, hex)
    yield times("13.3.5", "quarter", QUARTER)
    if order == "quarter-first":
        yield from weather_on_guns(s, hex)
    yield {"down": round_down, "nearest": round_near, "up": round_up}[s.law.reading("quarter-rounding")](
        "13.3.5", "rounded", reading=s.law.read("quarter-rounding")
    )
    if hex in s.paid:
        yield plus("13.3.7", "cap-lifted", 0, side=Side(guns[0].side))
    else:
        yield at_most("13.3.6", "gun-cap", gun_cap(s, firers, hex))


def gun_cap(s: State, firers: Sequence[Unit], hex: str) -> Ledger:
    """Without an LP the guns add no more than the machine guns of the other units, but 1 at least (13.3.6).

    A fortress whose guns fire is no other unit: it counts as artillery here (13.3.8).
    """
    guns = _guns(s, tuple(firers))
    others = [u for u in firers if u not in guns and not _as_guns(s, u, hex)]

    def lines() -> Lines:
        for unit in others:
            yield plus("13.3.6", "machine-guns", machine_guns(s, unit), unit=U(unit.id))
        if all(_as_guns(s, u, hex) for u in firers) and s.law.reads("guns-alone-defensive", "lp-only"):
            yield at_most("13.3.6", "guns-alone-nothing", 0, reading=s.law.read("guns-alone-defensive"))
        else:
            yield at_least("13.3.6", "one-at-least", 1)

    return s.law.ledger("13.3.6", "gun-cap", lines())


# -- the steps ------------------------------------------------------------------------------------------------
@step("lift-cap", "13.3.7")
def lift_cap(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Where the cap bites, the defender may spend a logistic point to lift it."""
    firers = _firers(s, hex)
    if hex in s.paid or not _guns(s, firers):
        return s
    capped, free = fire_value(s, firers, hex), fire_value(s.but(paid=s.paid | {hex}), firers, hex)
    if free.total <= capped.total:
        return s
    answer = yield from choose(
        Ask(
            s,
            "13.3.7",
            side,
            "lift-cap",
            ("option",),
            lambda answer: objections_to_paying(s, side) if answer == YES else iter(()),
            options=(NO, YES),
            facts={"hex": Place(hex), "capped": capped.total, "free": free.total},
        )
    )
    if answer == NO:
        return s
    lifted = {hex} if s.law.reads("lp-cap-scope", "one-target") else {h for _, h in s.aims}
    s = s.but(points=s.points.put(side, s.lp(side) - 1), paid=s.paid | lifted)
    t.say("13.3.7", "lp-spent", s, side=Side(side), n=s.lp(side))
    return s


def objections_to_paying(s: State, side: str) -> Checks:
    if s.lp(side) < 1:
        yield objection("13.3.7", "no-lp", side=Side(side))


@step("defensive-fire", "13.3.10")
def defensive_fire(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Resolve the fire on one hex of assaulters."""
    targets = assaulters_in(s, hex, side)
    if not targets:
        return s
    firers = _firers(s, hex)
    with t.section("13.3.10", "defensive-fire-at", s, hex=Place(hex), units=units(firers), targets=units(targets)):
        result = yield from read_fire(
            s,
            t,
            "13.3.10",
            side,
            s.law.table("defensive-fire"),
            fire_value(s, firers, hex),
            defensive_shifts(s, firers, hex),
            hex,
        )
        if result.steps or result.dp:
            bystanders = [u for u in s.units_at(hex, other(side)) if u not in targets]
            if bystanders:
                t.say("13.3.2", "bystanders-spared", s, hex=Place(hex), units=units(bystanders))
            return strike(s, t, Losses(tuple(u.id for u in targets), result.steps, result.dp, spares="13.3.2"))
    return s


@step("defended", "13.3.8")
def defended(s: State, t: Trace) -> State:
    """Guns that fired are marked: one defensive fire a turn."""
    for id, _ in sorted(s.aims):
        unit = s.unit(id)
        if unit.fires and not unit.fired_defensively:
            s = s.change(id, fired_defensively=True)
            t.say("19.8", "marked-both" if unit.fired_offensively else "marked-def", s, unit=U(id))
    return settle(s.but(aims=frozenset(), paid=frozenset()), t)


@by_identity(16)
def _firers(s: State, hex: str) -> tuple[Unit, ...]:
    return tuple([s.unit(id) for id, aim in _aims(s).items() if aim == hex])


@by_identity(4)
def _aims(s: State) -> dict[str, str]:
    """The hex that each unit fires at, in the order of their ids."""
    return dict(sorted(s.aims))
