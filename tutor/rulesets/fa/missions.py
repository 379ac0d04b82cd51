"""10.3.1-10.3.3: aircraft in the air, from being sent out to flying home."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus, times
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.engine.space.maps import HexMap
from tutor.engine.trace import Trace
from tutor.rulesets.fa.activities import COMBINED, LAND, NAVAL, action_of
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.coming import come, say
from tutor.rulesets.fa.drafts import Mission
from tutor.rulesets.fa.nations import (
    controller_of,
    neutral,
    objections_to_company,
    objections_to_country,
)
from tutor.rulesets.fa.state import BOMBER, DOT, ESCORT, OBSERVER, State, Unit, country_of, foe
from tutor.rulesets.fa.supply import moves_in_supply

POTENTIAL: Mapping[str, int] = {"zepp": 8, "bomb": 5, "obs": 4, "ftr": 3}
ZEPP_OBSERVING = 4
NO_HEXES: frozenset[str] = frozenset()
RULES: Mapping[str, str] = {
    ESCORT: "10.3.3-support_a-b",
    BOMBER: "10.3.3-support_a-b",
    OBSERVER: "10.3.3-observer_a-b",
}


# -- how far (10.3.1) ---------------------------------------------------------------------------------------------
def potential(s: State, unit: Unit, role: str = "", rebase: bool = False) -> Ledger:
    """The movement potential of an aircraft."""
    return s.law.ledger("10.3.1-a", "potential", potential_lines(s, unit, role, rebase))


def potential_lines(s: State, unit: Unit, role: str, rebase: bool) -> Lines:
    if unit.kind == "zepp" and role == OBSERVER:
        yield plus("10.3.1-a", "zepp-observing", ZEPP_OBSERVING, unit=U(unit.id))
    else:
        yield plus("10.3.1-a", "aircraft-range", POTENTIAL[unit.kind], unit=U(unit.id))
    doubled_last = not rebase or s.law.reads("rebase-unsupplied", "lost-first")
    if doubled_last:
        yield from _lost_without_supply(s, unit, rebase)
    if rebase:
        yield times("10.7.2-b", "rebase-range", 2)
    if not doubled_last:
        yield from _lost_without_supply(s, unit, rebase)


def _lost_without_supply(s: State, unit: Unit, rebase: bool) -> Lines:
    if moves_in_supply(s, unit):
        return
    if rebase:
        yield plus("4.1-c", "air-unsupplied", -2, unit=U(unit.id), reading=s.law.read("rebase-unsupplied"))
    else:
        yield plus("10.3.1-c", "air-unsupplied", -2, unit=U(unit.id))


@lru_cache(maxsize=2048)
def _distances(map: HexMap, start: str, closed: frozenset[str]) -> Mapping[str, int]:
    """How far every hex and dot lies from a start for aircraft, which may not overfly what is closed."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for near in map.neighbours(here):
            if near not in found and near not in closed:
                found[near] = found[here] + 1
                queue.append(near)
    return found


def flight(s: State, start: str, hex: str) -> int | None:
    """The hexes from one to the other; neutral minor countries are not overflown."""
    return _distances(s.map, start, closed_skies(s)).get(hex)


def closed_skies(s: State) -> frozenset[str]:
    """The hexes of neutral countries, which nobody overflies."""
    shut = frozenset(id for id in s.nations if neutral(s, id))
    return _held(s.map, s.control, shut) if shut else shut


@lru_cache(maxsize=2048)
def _held(map: HexMap, control: FrozenMap[str, str], nations: frozenset[str]) -> frozenset[str]:
    """The hexes that some nations control."""
    return frozenset(hex for hex in map.places if control.get(hex, country_of(map, hex)) in nations)


def objections_to_range(s: State, unit: Unit, start: str, hex: str, role: str = "", rebase: bool = False) -> Checks:
    """Does the aircraft reach this hex?"""
    allowed = potential(s, unit, role, rebase)
    far = flight(s, start, hex)
    facts = {"unit": U(unit.id), "hex": Place(hex), "range": allowed}
    if far is None:
        yield objection("18-d", "no-way-by-air", unit=U(unit.id), hex=Place(hex))
    elif far > allowed.total and (straight := _distances(s.map, start, NO_HEXES)[hex]) <= allowed.total:
        yield objection("18-d", "flown-around", n=far, straight=straight, **facts)
    elif far > allowed.total:
        yield objection("10.3.1-b", "out-of-range", n=far, **facts)
    else:
        yield held("10.3.1-b", "in-range", n=far, **facts)


# -- who may fly (10.3.2) -------------------------------------------------------------------------------------------
def objections_to_flying(s: State, unit: Unit) -> Checks:
    """May this aircraft fly, escort or intercept at all?"""
    if not unit.face_up:
        yield objection("10.3.2-a", "face-down-aircraft", unit=U(unit.id))
    if unit.rebased:
        yield objection("10.7.2-b", "rebased-aircraft", unit=U(unit.id))
    if unit.id in s.missions:
        yield objection("10.3.4.1-a", "flying-already", unit=U(unit.id))
    if unit.country in s.surprised and s.law.reads("surprised-air", "may-not"):
        yield objection("12_a", "surprised-aircraft", unit=U(unit.id), reading=s.law.read("surprised-air"))
    if unit.side == s.phasing:
        yield from _by_action(s, unit)


def _by_action(s: State, unit: Unit) -> Checks:
    """Which missions the action of its power allows."""
    action = action_of(s, controller_of(s, unit.nation))
    facts = {"unit": U(unit.id), "action": Term(action)}
    reading = s.law.read("air-missions-naval")
    if action in (LAND, COMBINED):
        yield held("10.3-b", "missions-allowed", **facts)
    elif action == NAVAL and s.law.reads("air-missions-naval", "some"):
        yield held("10.3-a", "naval-flies", unit=U(unit.id), reading=reading)
    else:
        yield objection("10.3-b", "no-missions", reading=reading, **facts)


def roles_of(s: State, unit: Unit) -> tuple[str, ...]:
    """The roles in which an aircraft may go out with an attack."""
    match unit.kind:
        case "ftr":
            return (ESCORT, BOMBER) if unit.tactical else (ESCORT,)
        case "bomb":
            return (BOMBER,)
        case "obs":
            return (OBSERVER,)
        case "zepp":
            bombs = unit.tactical and s.law.reads("zepp-bombers", "yes")
            return (BOMBER, OBSERVER) if bombs else (OBSERVER,)
    return ()


def objections_to_sending(s: State, unit: Unit, role: str, hex: str) -> Checks:
    """May this aircraft be sent over this hex in this role?"""
    attack = s.attack_on(hex)
    if attack is None and not any(shot.hex == hex for shot in s.shots):
        yield objection(RULES[role], "nothing-to-support", unit=U(unit.id), hex=Place(hex))
        return
    if attack is not None:
        friends = [s.unit(id) for id in sorted(attack.units)]
        yield from objections_to_company(s, unit, friends, "strangers-in-attack")
    aloft = [s.unit(id) for id, m in s.missions.items() if m.hex == hex and s.unit(id).side == unit.side]
    yield from objections_to_company(s, unit, aloft, "strangers-aloft")
    yield from objections_to_range(s, unit, unit.place or "", hex, role)


def objections_to_observing(s: State, unit: Unit, gun: str) -> Checks:
    """May this observer be tied to this gun?"""
    shot = next((one for one in s.shots if one.gun == gun), None)
    if shot is None:
        yield objection("10.3.3-observer_a-b", "gun-not-firing", unit=U(unit.id), gun=U(gun))
        return
    yield from objections_to_company(s, unit, [s.unit(gun)], "strangers-in-attack")
    yield from objections_to_range(s, unit, unit.place or "", shot.hex, OBSERVER)


def sent(s: State, t: Trace, id: str, mission: Mission) -> State:
    s = s.but(missions=s.missions.put(id, mission), chosen="", role="")
    facts: dict[str, Any] = {"unit": U(id), "hex": Place(mission.hex)}
    if mission.gun:
        t.say("10.3.3-observer_a-b", "observer-sent", s, gun=U(mission.gun), **facts)
    else:
        rule = RULES.get(mission.role, "10.3.3-support_a-b")
        t.say(rule, "aircraft-sent", s, role=Term(mission.role), **facts)
    return s


def bombers_over(s: State, hex: str, through: bool = False) -> tuple[Unit, ...]:
    """The bombers of the phasing side over a hex, or those of them that have reached their target."""
    found = (s.unit(id) for id, m in s.missions.items() if m.hex == hex and m.role == BOMBER and m.through >= through)
    return tuple(sorted((u for u in found if u.side == s.phasing), key=lambda u: u.id))


# -- and home again (10.3.2) ------------------------------------------------------------------------------------------
@step("fly-home", "10.3.2-b")
def fly_home(s: State, t: Trace, id: str) -> Steps[State]:
    """After its mission an aircraft flies to a friendly hex in range and is turned."""
    if id not in s.missions:
        return s
    if not any(s.law.allows(objections_to_base(s, id, hex)) for hex in s.map.places):
        if s.law.reads("no-base-in-reach", "destroyed"):
            s = s.destroyed(id)
            t.say("10.3.2-b", "no-base", s, unit=U(id), reading=s.law.read("no-base-in-reach"))
            return s
        return _landed(s, t, id, s.unit(id).place or "")
    unit = s.unit(id)
    hex = yield from choose(
        Ask(
            s,
            "10.3.2-b",
            unit.side,
            "base",
            ("place",),
            lambda place: objections_to_base(s, id, place),
            facts={"unit": U(id)},
        )
    )
    return _landed(s, t, id, hex)


def _landed(s: State, t: Trace, id: str, hex: str) -> State:
    s = s.but(missions=s.missions.drop(id))
    said = say("10.3.2-b", "landed", unit=U(id), hex=Place(hex))
    return come(s, t, [s.unit(id).but(face_up=False)], hex, said)


def objections_to_base(s: State, id: str, place: str, rebase: bool = False) -> Checks:
    """May this aircraft land here?"""
    unit = s.unit(id)
    mission = s.missions.get(id)
    start = mission.hex if mission else unit.place or ""
    rule = "10.7.2-b" if rebase else "10.3.2-b"
    if not s.is_hex(place) or s.map.hex(place).terrain == DOT:
        yield objection(rule, "no-land-below", hex=Place(place))
        return
    if not s.held_by(place, unit.side) or s.troops(place, foe(unit.side)):
        yield objection(rule, "not-friendly", unit=U(id), hex=Place(place))
    else:
        yield from objections_to_country(s, unit, place)
    yield from objections_to_range(s, unit, start, place, mission.role if mission else "", rebase)


@step("fly-all-home", "10.3.2-b", under="fly-home")
def fly_all_home(s: State, t: Trace) -> State:
    """Everything that is still in the air goes home, one after the other."""
    return s.then(*(task("fly-home", id) for id in sorted(s.missions)))
