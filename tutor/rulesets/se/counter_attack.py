"""13.5: the counter-attack on a hex that was lost to an assault."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.coming import APPROACH, comes
from tutor.rulesets.se.command import commanded_from
from tutor.rulesets.se.costs import allowance
from tutor.rulesets.se.declaration import assault_cost
from tutor.rulesets.se.ground import objections_to_crossing
from tutor.rulesets.se.passing import passing_fires
from tutor.rulesets.se.reaching import reach_of
from tutor.rulesets.se.stacking import counted, limit
from tutor.rulesets.se.state import DRAFTS, State, Unit
from tutor.rulesets.se.terrain import entry_cost, objections_to_stepping, too_dear

REACH = 2


@by_identity(16, DRAFTS)
def lost_hexes(s: State) -> tuple[str, ...]:
    """Hexes that the active side took by assault in this action and still holds."""
    taken = (f.hex for f in s.fights if f.attacker == s.active and not f.counter)
    return tuple(hex for hex in taken if s.garrison(hex, s.active))


def _near_lost_hexes(s: State) -> frozenset[str]:
    """The units of the inactive side within two hexes of one."""
    near = {place for hex in lost_hexes(s) for place in s.map.within(hex, REACH)}
    return frozenset([u.id for place in near for u in s.pieces.at(place) if u.side == s.inactive])


@step("counter-attack", "13.5")
def counter_attack(s: State, t: Trace) -> Steps[State]:
    """The inactive side names a unit that tries to take a lost hex back, or ends the declaration."""
    if not any(s.unit(id).infantry for id in _near_lost_hexes(s)):
        return s
    unit = yield from choose(
        Ask(
            s,
            "13.5",
            s.inactive,
            "counter-attack",
            ("unit",),
            lambda unit: objections_to_counter_attacking_with(s, unit),
            to_end=lambda: iter(()),
            among=lambda: _near_lost_hexes(s),
        )
    )
    if unit == DONE:
        return s
    return s.then(task("counter-attack-hex"), task("counter-attack"), chosen=unit)


@step("counter-attack-hex", "13.5.1", under="counter-attack")
def counter_attack_hex(s: State, t: Trace) -> Steps[State]:
    """The lost hex that the chosen unit assaults."""
    hex = yield from choose(
        Ask(
            s,
            "13.5.1",
            s.inactive,
            "counter-attack-hex",
            ("place",),
            lambda hex: objections_to_retaking(s, s.unit(s.chosen or ""), hex),
            back=True,
            facts={"unit": U(s.chosen or "")},
            among=lambda: lost_hexes(s),
        )
    )
    id, s = s.chosen or "", s.but(chosen=None)
    if hex == BACK:
        return s
    s = s.change(id, mp_left=allowance(s, s.unit(id)).total)
    return s.then(task("counter-attack-from"), aims=frozenset({(id, hex)}))


@step("counter-attack-from", "13.5.1", under="counter-attack")
def counter_attack_from(s: State, t: Trace) -> Steps[State]:
    """One hex after another, as far as its points allow: where the unit stands is where it attacks from."""
    ((id, hex),) = s.aims
    if s.unit(id).place is None:
        return s.but(aims=frozenset(), shots=frozenset())
    start = yield from choose(
        Ask(
            s,
            "13.5.1",
            s.inactive,
            "counter-attack-from",
            ("place",),
            lambda start: objections_to_approaching(s, s.unit(id), start, hex),
            facts={"unit": U(id), "hex": Place(hex)},
            among=lambda: (s.unit(id).place, *s.map.neighbours(s.unit(id).place)),
        )
    )
    if start == s.unit(id).place:
        return s.then(task("counter-attack-marker", id, hex), aims=frozenset(), shots=frozenset())
    return _approached(s, t, id, start)


@step("counter-attack-marker", "13.5.2", under="counter-attack")
def counter_attack_marker(s: State, t: Trace, id: str, hex: str) -> State:
    """The assault marker, and what it costs."""
    unit = s.unit(id)
    cost = assault_cost(s, unit, hex)
    moved = unit.moved or s.law.reads("counter-attack-move", "the-move")
    s = s.put(unit.but(origin=unit.place, assault=hex, mp_left=unit.mp_left - cost.total, moved=moved))
    t.say("13.5.2", "counter-marker", s, unit=U(id), hex=Place(hex), cost=cost)
    return s


def _approached(s: State, t: Trace, id: str, to: str) -> State:
    """One step of the way, under the fire of those whose zone it leaves and enters (11.1.2)."""
    unit = s.unit(id)
    left = unit.place or ""
    cost = entry_cost(s, unit, left, to)
    fire = passing_fires(s, unit, left, to)
    s = comes(s, t, id, to, APPROACH, {"cost": cost}, mp_left=unit.mp_left - cost.total)
    return s.then(*fire, task("counter-attack-from"))


@seam("se.counter-attacking-with")
def objections_to_counter_attacking_with(s: State, id: str) -> Checks:
    """May this unit counter-attack at all?"""
    unit = s.unit(id)
    if unit.side != s.inactive:
        yield objection("13.5", "not-inactive", unit=U(id), side=Side(s.inactive))
    if unit.place is None:
        yield objection("13.5", "off-map", unit=U(id))
        return
    if not unit.infantry:
        yield objection("13.5", "not-infantry", unit=U(id))
    if unit.assault:
        yield objection("13.1.3", "declared-already", unit=U(id), hex=Place(unit.assault))
    if unit.side != s.inactive or not unit.infantry:
        return
    if unit.moved and s.law.reads("counter-attack-move", "the-move"):
        yield objection("11.0.7", "moved-already", unit=U(id), reading=s.law.read("counter-attack-move"))
    if s.law.reads("counter-attack-command", "commanded") and not _near_hq(s, unit):
        yield objection("13.5", "no-hq-near", unit=U(id), reading=s.law.read("counter-attack-command"))
    yield from _other_enemies(s, unit)
    yield from _lost_hex_in_reach(s, unit)


def _near_hq(s: State, unit: Unit) -> bool:
    """Within the command radius of a friendly HQ on the map."""
    quarters = (u for u in s.on_map() if u.hq and u.side == unit.side)
    return any(unit.place in commanded_from(s, hq, True) for hq in quarters)


def _other_enemies(s: State, unit: Unit) -> Checks:
    """Units that just retreated may; others only if no enemy but the one in the lost hex is beside them."""
    free = unit.retreated and s.law.reads("counter-attack-retreated", "retreated-free")
    if free:
        yield held("13.5", "just-retreated", unit=U(unit.id))
        return
    spared = lost_hexes(s) if s.law.reads("counter-attack-adjacent", "others-only") else ()
    around = (hex for hex in s.map.neighbours(unit.place) if hex not in spared)
    foes = [foe for hex in around for foe in s.foes_at(hex, unit.side)]
    if foes:
        reading = s.law.read("counter-attack-adjacent")
        yield objection("13.5", "other-enemies-adjacent", unit=U(unit.id), foes=units(foes), reading=reading)


def _lost_hex_in_reach(s: State, unit: Unit) -> Checks:
    """Somewhere to go: a lost hex within two hexes and points enough; if none, why each is closed."""
    closed: dict[tuple[str, str], Check] = {}
    for hex in lost_hexes(s):
        refusal = s.law.first_objection(objections_to_retaking(s, unit, hex))
        if refusal is None:
            yield held("13.5.1", "lost-hex-in-reach", unit=U(unit.id), hex=Place(hex))
            return
        closed.setdefault((refusal.rule, refusal.kind), refusal)
    yield from closed.values()


def objections_to_retaking(s: State, unit: Unit, hex: str) -> Checks:
    """May this unit counter-attack this hex, from wherever?"""
    if hex not in lost_hexes(s):
        yield objection("13.5", "not-lost", hex=Place(hex), hexes=places(lost_hexes(s)))
        return
    distance = s.map.distance(unit.place or "", hex)
    if distance > REACH:
        yield objection("13.5.1", "beyond-two", unit=U(unit.id), hex=Place(hex), n=distance, limit=REACH)
        return
    if distance < REACH and s.law.reads("counter-attack-reach", "exactly-two"):
        reading = s.law.read("counter-attack-reach")
        yield objection("13.5.1", "not-exactly-two", unit=U(unit.id), hex=Place(hex), n=distance, reading=reading)
    fresh = unit.but(mp_left=allowance(s, unit).total)
    closed: dict[tuple[str, str], Check] = {}
    for start in starts(s, fresh, hex):
        refusal = s.law.first_objection(objections_to_launching(s, start, hex))
        if refusal is None:
            yield held("13.5.1", "within-two", unit=U(unit.id), hex=Place(hex), n=distance)
            return
        closed.setdefault((refusal.rule, refusal.kind), refusal)
    yield from closed.values() or [objection("13.5.1", "no-way-there", unit=U(unit.id), hex=Place(hex))]


# -- the way there --------------------------------------------------------------------------------------------
def starts(s: State, unit: Unit, hex: str) -> Iterator[Unit]:
    """The unit in every hex beside the lost hex that it can come to, with the points that it has left there."""
    here = unit.place or ""
    beside = s.map.neighbours(hex)
    if here in beside:
        yield unit
    reached = reach_of(s, unit, unit.mp_left, whole=allowance(s, unit).total)
    for place in beside:
        if place != here and place in reached:
            yield unit.as_if_at(place, mp_left=reached.left(place))


def objections_to_launching(s: State, unit: Unit, hex: str) -> Checks:
    """May the unit attack the lost hex from where it stands, with the points that it has left?"""
    here = unit.place or ""
    if hex not in s.map.neighbours(here):
        yield objection("13.5.1", "not-yet-beside", unit=U(unit.id), hex=Place(hex))
        return
    blocked = s.law.objections(objections_to_crossing(s, unit, here, hex))
    yield from blocked
    moved = unit.mp_left < allowance(s, unit).total
    others = tuple(u for u in s.units_at(here, unit.side) if u.id != unit.id)
    if moved and sum(counted(s, u) for u in others) + 1 > limit(s, here).total:
        yield objection("12.3", "no-room", unit=U(unit.id), hex=Place(here), limit=limit(s, here))
    elif moved and others:
        yield held("12.3", "room", unit=U(unit.id), hex=Place(here), limit=limit(s, here))
    if blocked:
        return
    cost = assault_cost(s, unit, hex)
    if cost.total > unit.mp_left:
        yield objection("13.1.5", "too-dear", unit=U(unit.id), hex=Place(hex), cost=cost, left=unit.mp_left)
    else:
        yield held("13.5.1", "can-pay", unit=U(unit.id), hex=Place(hex), cost=cost, left=unit.mp_left)


def objections_to_approaching(s: State, unit: Unit, to: str, hex: str) -> Checks:
    """May the unit attack the lost hex from here, or take a step to this hex and still come to attack it?"""
    here = unit.place or ""
    if to == here:
        yield from objections_to_launching(s, unit, hex)
        return
    if to not in s.map.neighbours(here):
        yield objection("11.0", "not-adjacent", unit=U(unit.id), origin=Place(here), hex=Place(to))
        return
    step = s.law.in_force(objections_to_stepping(s, unit, here, to, True, unit.mp_left))
    yield from step
    if not s.law.allows(step):
        return
    cost = entry_cost(s, unit, here, to)
    if cost.total > unit.mp_left:
        yield too_dear(here, to, cost, unit.mp_left)
        return
    there = unit.as_if_at(to, mp_left=unit.mp_left - cost.total)
    if not any(s.law.allows(objections_to_launching(s, start, hex)) for start in starts(s, there, hex)):
        yield objection("13.5.1", "no-way-there", unit=U(unit.id), hex=Place(hex))
