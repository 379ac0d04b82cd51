"""13.5: the counter-attack on a hex that was lost to an assault."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Check, Checks, first_objection, held, objection
from tutor.engine.facts import Place, Side, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.declaration import assault_cost
from tutor.rulesets.se.stacking import counted, limit, stacked
from tutor.rulesets.se.state import State, Unit
from tutor.rulesets.se.terrain import allowance, entry_cost, objections_to_crossing, objections_to_entering

REACH = 2


def lost_hexes(s: State) -> tuple[str, ...]:
    """Hexes that the active side took by assault in this action and still holds."""
    return tuple(f.hex for f in s.fights if f.attacker == s.active and not f.counter and s.units_at(f.hex, s.active))


@step("counter-attack", "13.5")
def counter_attack(s: State, t: Trace) -> Steps[State]:
    """The inactive side names a unit that tries to take a lost hex back, or ends the declaration."""
    if not lost_hexes(s):
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
        )
    )
    unit, s = s.chosen or "", s.but(chosen=None)
    if hex == BACK:
        return s
    return s.then(task("counter-attack-from"), aims=frozenset({(unit, hex)}))


@step("counter-attack-from", "13.5.1", under="counter-attack")
def counter_attack_from(s: State, t: Trace) -> Steps[State]:
    """The hex beside it from which the unit does so; the step there and the entry are paid together."""
    ((id, hex),) = s.aims
    start = yield from choose(
        Ask(
            s,
            "13.5.1",
            s.inactive,
            "counter-attack-from",
            ("place",),
            lambda start: objections_to_starting(s, s.unit(id), start, hex),
            facts={"unit": U(id), "hex": Place(hex)},
        )
    )
    unit = s.unit(id)
    cost = approach_cost(s, unit, start, hex)
    left = int(allowance(s, unit)) - cost.total
    s = s.put(unit.but(place=start, origin=start, assault=hex, mp_left=left)).but(aims=frozenset())
    t.say("13.5.2", "counter-marker", s, unit=U(id), hex=Place(hex), cost=cost)
    return s


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
    if s.law.reads("counter-attack-command", "commanded") and not unit.commanded:
        yield objection("13.5", "not-commanded", unit=U(id), reading=s.law.read("counter-attack-command"))
    yield from _other_enemies(s, unit)
    yield from _lost_hex_in_reach(s, unit)


def _other_enemies(s: State, unit: Unit) -> Checks:
    """Units that just retreated may; others only if no enemy but the one in the lost hex is beside them."""
    free = unit.retreated and s.law.reads("counter-attack-retreated", "retreated-free")
    if free:
        yield held("13.5", "just-retreated", unit=U(unit.id))
        return
    spared = lost_hexes(s) if s.law.reads("counter-attack-adjacent", "others-only") else ()
    foes = [
        foe
        for hex in s.map.neighbours(unit.place)
        if hex not in spared
        for foe in s.foes_at(hex, unit.side)
        if not foe.gun
    ]
    if foes:
        reading = s.law.read("counter-attack-adjacent")
        yield objection("13.5", "other-enemies-adjacent", unit=U(unit.id), foes=units(foes), reading=reading)


def _lost_hex_in_reach(s: State, unit: Unit) -> Checks:
    """Somewhere to go: a lost hex within two hexes and points enough; if none, why each is closed."""
    closed: dict[tuple[str, str], Check] = {}
    for hex in lost_hexes(s):
        refusal = first_objection(objections_to_retaking(s, unit, hex))
        if refusal is None:
            yield held("13.5.1", "lost-hex-in-reach", unit=U(unit.id), hex=Place(hex))
            return
        closed.setdefault((refusal.rule, refusal.kind), refusal)
    yield from closed.values()


def starts(s: State, unit: Unit, hex: str) -> tuple[str, ...]:
    """The hexes beside the lost hex that the unit stands in or can step into."""
    here = unit.place or ""
    if hex in s.map.neighbours(here):
        return (here,)
    return tuple(place for place in s.map.neighbours(hex) if place in s.map.neighbours(here))


@seam("se.retaking")
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
    closed: dict[tuple[str, str], Check] = {}
    for start in starts(s, unit, hex):
        refusal = first_objection(objections_to_starting(s, unit, start, hex))
        if refusal is None:
            return
        closed.setdefault((refusal.rule, refusal.kind), refusal)
    yield from closed.values()


@seam("se.starting")
def objections_to_starting(s: State, unit: Unit, start: str, hex: str) -> Checks:
    """May it do so from this hex?"""
    here = unit.place or ""
    if start not in starts(s, unit, hex):
        yield objection("13.5.1", "no-such-way", unit=U(unit.id), start=Place(start), hex=Place(hex))
        return
    refused = [c for c in objections_to_crossing(s, unit, start, hex) if not c.ok]
    if start != here:
        refused += [c for c in objections_to_entering(s, unit, here, start) if not c.ok]
        refused += _room(s, unit, start)
    yield from refused
    if refused:
        return
    cost, points = approach_cost(s, unit, start, hex), allowance(s, unit)
    if cost.total > points.total:
        yield objection("13.1.5", "too-dear", unit=U(unit.id), hex=Place(hex), cost=cost, left=points.total)
    else:
        yield held("13.5.1", "can-pay", unit=U(unit.id), hex=Place(hex), cost=cost, left=points.total)


def _room(s: State, unit: Unit, start: str) -> Checks:
    """The approach is a move: stacking must be right where it ends (12.3)."""
    allowed = limit(s, start)
    if len(stacked(s, start, unit.side)) + counted(s, unit) > allowed.total:
        yield objection("12.3", "no-room", unit=U(unit.id), hex=Place(start), limit=allowed)


def approach_cost(s: State, unit: Unit, start: str, hex: str) -> Ledger:
    """The step towards the lost hex, if there is one, and the entry of the hex (13.5.1, 13.1.5)."""
    there = unit.but(place=start)
    lines = [plus("13.1.5", "assault-entry", assault_cost(s, there, hex), hex=Place(hex))]
    if start != unit.place:
        step_cost = entry_cost(s, unit, unit.place or "", start)
        lines.insert(0, plus("13.5.1", "approach-step", step_cost, hex=Place(start)))
    return Ledger.of("13.5.1", "approach-cost", lines)
