"""2.2.4.6: Active Defence: the defender counter-attacks the hexes that he has lost."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, places
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff.answers import unforced
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import taken_back
from tutor.rulesets.dff.declaration import entering, entries, fit_to_attack, way_in
from tutor.rulesets.dff.ground import in_hq_range, theatre
from tutor.rulesets.dff.headquarters import feeding
from tutor.rulesets.dff.sequence import SEQUENCE
from tutor.rulesets.dff.state import COUNTER, INITIAL, Battle, State, Unit
from tutor.rulesets.dff.supply import objections_to_feeding


# -- which hexes -------------------------------------------------------------------------------------------------
@SEQUENCE.condition("hexes-lost")
def lost_some(state: State) -> bool:
    """Whether the defender has lost hexes in Initial Combat that the enemy still holds."""
    return bool(state.conquests)


@step("hexes-lost", "2.2.4.6-a")
def hexes_lost(s: State, t: Trace) -> State:
    """After all Initial Combats, hex by hex."""
    t.say("2.2.4.6-a", "hexes-lost", s, who=Side(s.passive), hexes=places(s.conquests))
    return s.but(part=COUNTER)


@step("counter-attack", "2.2.4.6-b", under="hexes-lost")
def counter_attack(s: State, t: Trace) -> Steps[State]:
    """For each lost hex the defender says whether he counter-attacks."""
    refused = [s.law.first_objection(objections_to_countering(s, hex)) for hex in s.conquests]
    if all(refused):
        for check in refused if not s.battles else ():
            if check is not None:
                t.say(check.rule, check.kind, s, **check.facts)
        return s
    ask = Ask(
        s,
        "2.2.4.6-b",
        s.passive,
        "counter-attack",
        ("place",),
        lambda hex: objections_to_countering(s, hex),
        to_end=unforced("2.2.4.6-b"),
        back=bool(s.battles),
    )
    hex = yield from choose(ask)
    if hex == DONE:
        return s
    if hex == BACK:
        return recalled(s).then(task("counter-attack"))
    s = s.but(draft=counter_on(s, hex))
    return s.then(task("counter-commit"), task("counter-attack"))


def counter_on(state: State, hex: str) -> Battle:
    """A counter-attack with all the HQs that can feed it; none of them is activated."""
    hqs = tuple(hq.id for hq in feeding(state, state.passive, hex))
    return Battle(hex, state.passive, part=COUNTER, hqs=hqs)


def objections_to_countering(state: State, hex: str) -> Checks:
    """Only a hex lost in Initial Combat, with an HQ in range that can pay."""
    if hex not in state.conquests:
        fought = [outcome for there, part, outcome in state.fought if there == hex and part == INITIAL]
        kind = "attack-was-repulsed" if fought else "not-lost"
        yield objection("2.2.4.6-a", kind, hex=Place(hex))
        return
    if state.attacked(hex):
        yield objection("2.2.4.6-b", "attacked-already", hex=Place(hex))
    attack = counter_on(state, hex)
    yield from objections_to_feeding(state, attack, "hq-feeds-counter-attack")
    if not any(state.law.allows(objections_to_joining(state, attack, u.id)) for u in state.pieces.of(state.passive)):
        yield objection("2.2.4.6-c", "nobody-in-range", hex=Place(hex))


# -- which units -------------------------------------------------------------------------------------------------
@step("counter-commit", "2.2.4.6-c", under="hexes-lost")
def counter_commit(s: State, t: Trace) -> Steps[State]:
    """Any unit that has the captured hex in range may join."""
    draft = s.draft
    if draft is None:
        return s
    ask = Ask(
        s,
        "2.2.4.6-c",
        s.passive,
        "counter-with",
        ("unit",),
        lambda id: objections_to_joining(s, draft, id),
        to_end=lambda: objections_to_nobody(s, draft),
        back=True,
        facts={"hex": Place(draft.hex)},
    )
    id = yield from choose(ask)
    if id == BACK:
        return _undrafted(s, draft)
    if id != DONE:
        return s.but(chosen=id).then(task("counter-enter"), task("counter-commit"))
    men = s.ground_at(draft.hex, draft.attacker)
    s = s.put(*(u.but(activated=_used(s, u)) for u in men)).but(draft=None, battles=(*s.battles, draft))
    there = tuple(U(u.id) for u in men)
    t.say("2.2.4.6-b", "counter-attacked", s, hex=Place(draft.hex), who=Side(draft.attacker), units=there)
    return s


def _used(state: State, unit: Unit) -> bool:
    return unit.activated or not state.law.reads("used-units", "neither")


def objections_to_nobody(state: State, draft: Battle) -> Checks:
    if not state.ground_at(draft.hex, draft.attacker):
        yield objection("2.2.4.6-b", "needs-ground-units", hex=Place(draft.hex))
    else:
        men = state.ground_at(draft.hex, draft.attacker)
        yield held("2.2.4.6-b", "attacks-with", units=tuple(U(unit.id) for unit in men), hex=Place(draft.hex))


def objections_to_joining(state: State, attack: Battle, id: str) -> Checks:
    """Whether a unit may join a counter-attack."""
    unit, hex = state.pieces[id], attack.hex
    if unit.side != attack.attacker or not unit.ground or unit.place is None:
        yield objection("2.2.4.6-b", "no-ground-unit-of-side", unit=U(id), who=Side(attack.attacker))
        return
    if unit.place == hex or (unit.start is not None and state.attacked(unit.place)):
        yield objection("2.2.4.6-b", "attacking-already", unit=U(id), hex=Place(unit.place))
        return
    if unit.activated or (state.law.reads("used-units", "both") and defended(state, unit)):
        yield objection("2.2.4.1-b", "used-already", unit=U(id), reading=state.law.read("used-units"))
    yield from fit_to_attack(state, unit, hex)
    if theatre(state, unit.place) != theatre(state, hex):
        yield objection("2.2.4.6-c", "not-on-the-front", hex=Place(unit.place), front=Term(state.front))
        return
    yield from _in_range(state, attack, unit)


def defended(state: State, unit: Unit) -> bool:
    """Whether the hex in which a unit stands was attacked in this offensive."""
    return any(hex == unit.place for hex, _, _ in state.fought)


def _in_range(state: State, attack: Battle, unit: Unit) -> Checks:
    """In range of the captured hex: by its movement, by the range of an HQ, or next to it, as it is read."""
    reading = state.law.read("active-defence-range")
    facts = {"unit": U(unit.id), "hex": Place(attack.hex), "reading": reading}
    here = unit.place or ""
    if reading.option == "adjacent" and not state.map.adjacent(here, attack.hex):
        yield objection("2.2.4.6-c", "out-of-counter-range", **facts)
        return
    if reading.option == "hq-range":
        near = any(in_hq_range(state, state.pieces[hq].place or "", here) for hq in attack.hqs)
        if not near:
            yield objection("2.2.4.6-c", "out-of-counter-range", **facts)
            return
    if entries(state, unit, attack.hex):
        yield held("2.2.4.6-c", "out-of-counter-range", **facts)
    else:
        yield objection("2.2.4.6-c", "out-of-counter-range", **facts)
        yield from way_in(state, unit, attack.hex)


@step("counter-enter", "2.2.4.6-c", under="hexes-lost")
def counter_enter(s: State, t: Trace) -> Steps[State]:
    """By which way, where that matters."""
    draft, unit = s.draft, s.pieces[s.chosen]
    assert draft is not None
    return (yield from entering(s.but(chosen=""), t, unit, draft.hex))


# -- taking back -------------------------------------------------------------------------------------------------
def _undrafted(s: State, draft: Battle) -> State:
    return taken_back(s, s.ground_at(draft.hex, draft.attacker)).but(draft=None, chosen="")


def recalled(s: State) -> State:
    """All counter-attacks are taken back."""
    for battle in s.battles:
        s = taken_back(s, s.ground_at(battle.hex, battle.attacker), activated=False)
    return s.but(battles=())
