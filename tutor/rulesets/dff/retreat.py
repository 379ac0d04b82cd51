"""2.2.4.5 e-f, k-m: staying, retreating, withdrawing, and which hexes take in those who leave."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.trace import Trace
from tutor.rulesets.dff import stacking
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import Told, come
from tutor.rulesets.dff.ground import BARRIERS, FOREST, barrier, closed_land, objections_to_land, terrain
from tutor.rulesets.dff.losses import destroyed
from tutor.rulesets.dff.state import AMPHIBIOUS, TANK, Battle, State, Unit, foe

STAY, RETREAT, AGAIN, WITHDRAW = "stay", "retreat", "again", "withdraw"


# -- friendly hexes (2.2.4.5-m) ----------------------------------------------------------------------------------
def friendly(state: State, hex: str, side: str) -> bool:
    """Held by our units, or by them last; while enemies attack it, it is not theirs. A closed land is nobody's."""
    if not state.law.allows(objections_to_land(state, hex)):
        return False
    if state.attacked(hex):
        return state.control.get(hex) == side
    if state.ground_at(hex, foe(side)):
        return False
    return bool(state.ground_at(hex, side)) or state.control.get(hex) == side


def _open(state: State, unit: Unit, a: str, b: str) -> bool:
    """Whether a unit that leaves a battle may go from a hex into the next."""
    if barrier(state, a, b) is not None or not friendly(state, b, unit.side):
        return False
    if state.attacked(b) and not attacked_refuge(state, unit, b):
        return False
    return not (unit.kind == TANK and terrain(state, b) == FOREST)


def attacked_refuge(state: State, unit: Unit, hex: str) -> bool:
    """Another reading lets units into a hex under attack, unless all around are."""
    if state.law.reads("retreat-into-attack", "barred"):
        return False
    around = state.map.neighbours(unit.place or hex)
    return not all(state.attacked(near) for near in around)


def levels(state: State, unit: Unit, origin: str) -> Iterator[list[str]]:
    """The friendly hexes one, two, three hexes away, gone through friendly hexes only."""
    seen, edge = {origin}, [origin]
    while edge:
        onward = []
        for a in edge:
            for b in state.map.neighbours(a):
                if b not in seen and _open(state, unit, a, b):
                    seen.add(b)
                    onward.append(b)
        if onward:
            yield onward
        edge = onward


def refuges(state: State, unit: Unit, origin: str, far: bool) -> tuple[str, ...]:
    """Where a unit may go: the nearest hexes with room; only the next ones unless it may go far."""
    return _refuges(state, unit.id, origin, far)


@by_identity(16)
def _refuges(state: State, id: str, origin: str, far: bool) -> tuple[str, ...]:
    unit = state.pieces[id]
    for hexes in levels(state, unit, origin):
        free = tuple(hex for hex in hexes if _room(state, unit, hex))
        if free or not far:
            return free
    return ()


def _room(state: State, unit: Unit, hex: str) -> bool:
    return not unit.stacks or stacking.room(state, hex, unit.side) > 0


def can_all_leave(state: State, hex: str, side: str, far: bool) -> bool:
    """Whether every unit of a side finds a place."""
    men = state.ground_at(hex, side)
    if not all(refuges(state, unit, hex, far) for unit in men):
        return False
    stacking_men = [unit for unit in men if unit.stacks]
    if not stacking_men:
        return True
    space = 0
    for ring in levels(state, stacking_men[0], hex):
        space += sum(max(0, stacking.room(state, one, side)) for one in ring)
        if space >= len(stacking_men) or not far:
            break
    return space >= len(stacking_men)


# -- deciding (2.2.4.5 e-f) --------------------------------------------------------------------------------------
@step("stand", "2.2.4.5-e")
def stand(s: State, t: Trace, hex: str) -> Steps[State]:
    """4) The defender retreats or stays for another round."""
    if not s.attacked(hex):
        return s
    battle = s.battle(hex)
    ask = Ask(
        s,
        "2.2.4.5-e",
        battle.defender,
        "stand",
        ("option",),
        lambda what: objections_to_standing(s, battle, what),
        options=(STAY, RETREAT),
        facts={"hex": Place(hex)},
    )
    if (yield from choose(ask)) == STAY:
        return s
    return s.then(task("leave", hex, battle.defender, RETREAT), task("capture", hex))


def objections_to_standing(state: State, battle: Battle, what: str) -> Checks:
    """Retreat needs a friendly hex for every unit."""
    hex, side = battle.hex, battle.defender
    if what == STAY:
        yield held("2.2.4.5-e", "stays-to-fight", hex=Place(hex), who=Side(side))
        return
    yield from _way_back(state, "2.2.4.5-l", hex, side, far=True)


def _way_back(state: State, rule: str, hex: str, side: str, far: bool) -> Checks:
    """Whether all find a place; if not, what shuts the hexes next to the battle, theirs or closed to all."""
    men = state.ground_at(hex, side)
    check = held if can_all_leave(state, hex, side, far) else objection
    yield check(rule, "way-back", hex=Place(hex), who=Side(side), units=units(men))
    if check is held:
        return
    for unit in [unit for unit in men if not refuges(state, unit, hex, far)][:1]:
        for near in state.map.neighbours(hex):
            if state.control.get(near) == side or closed_land(state.map, near):
                yield from state.law.objections(objections_to_refuge(state, unit, hex, near, far))


@step("press", "2.2.4.5-f")
def press(s: State, t: Trace, hex: str) -> Steps[State]:
    """5) The defender having stayed, the attacker withdraws or attacks again."""
    if not s.attacked(hex):
        return s
    battle = s.battle(hex)
    ask = Ask(
        s,
        "2.2.4.5-f",
        battle.attacker,
        "press",
        ("option",),
        lambda what: objections_to_pressing(s, battle, what),
        options=(AGAIN, WITHDRAW),
        facts={"hex": Place(hex)},
    )
    if (yield from choose(ask)) == AGAIN:
        return s
    return s.then(task("leave", hex, battle.attacker, WITHDRAW), task("withdrawn", hex))


def objections_to_pressing(state: State, battle: Battle, what: str) -> Checks:
    """Withdrawal leads to adjacent friendly hexes; from a beach there is none."""
    hex, side = battle.hex, battle.attacker
    if what == AGAIN:
        yield held("2.2.4.5-f", "attacks-again", hex=Place(hex), who=Side(side))
        return
    if battle.kind == AMPHIBIOUS:
        yield objection("2.2.4.4-i", "no-way-off-the-beach", hex=Place(hex))
        return
    yield from _way_back(state, "2.2.4.5-f", hex, side, far=False)


# -- going -------------------------------------------------------------------------------------------------------
def next_to_leave(state: State, hex: str, side: str) -> Unit | None:
    """The unit that is asked for its refuge next: the strongest."""
    men = state.ground_at(hex, side)
    return min(men, key=lambda u: (not u.stacks, -u.strength, u.nation, u.id), default=None)


@step("leave", "2.2.4.5-l")
def leave(s: State, t: Trace, hex: str, side: str, how: str) -> Steps[State]:
    """Unit after unit goes to a friendly hex, within stacking."""
    unit = next_to_leave(s, hex, side)
    if unit is None:
        return s
    far = how != WITHDRAW
    open_hexes = refuges(s, unit, hex, far)
    if not open_hexes:
        return _stranded(s, t, unit, hex).then(task("leave", hex, side, how))
    rule = "2.2.4.5-e" if how == RETREAT else "2.2.4.5-f"
    ask = Ask(
        s,
        rule,
        side,
        "leave-to",
        ("place",),
        lambda to: objections_to_refuge(s, unit, hex, to, far),
        facts={"unit": U(unit.id)},
    )
    to = yield from choose(ask)
    s = gone_to(s, t, unit, to, _leaves(rule, unit, to, hex))
    return s.then(task("leave", hex, side, how))


def gone_to(s: State, t: Trace, unit: Unit, hex: str, told: Told) -> State:
    """Out of a battle into a friendly hex."""
    return come(s, t, unit, hex, told, origin=None, gassed=False)


def _leaves(rule: str, unit: Unit, hex: str, origin: str) -> Told:
    return Told(rule, "leaves", {"unit": U(unit.id), "hex": Place(hex), "origin": Place(origin)})


def objections_to_refuge(state: State, unit: Unit, origin: str, hex: str, far: bool) -> Checks:
    """Whether a unit that leaves a battle may go to this hex."""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if hex in refuges(state, unit, origin, far):
        yield held("2.2.4.5-m", "refuge", **facts)
        return
    side = unit.side
    kind = barrier(state, origin, hex) if state.map.adjacent(origin, hex) else None
    if shut := state.law.objections(objections_to_land(state, hex)):
        yield from shut
    elif not friendly(state, hex, side) and state.ground_at(hex, foe(side)):
        yield objection("2.2.4.5-l", "enemies-there", **facts, foes=units(state.ground_at(hex, foe(side))))
    elif not friendly(state, hex, side):
        yield objection("2.2.4.5-m", "not-friendly", hex=Place(hex), who=Side(side))
    elif state.attacked(hex) and not attacked_refuge(state, unit, hex):
        yield objection("2.2.4.5-l", "under-attack", hex=Place(hex), reading=state.law.read("retreat-into-attack"))
    elif kind:
        yield objection(BARRIERS[kind], "barrier-bars", **facts)
    elif unit.kind == TANK and terrain(state, hex) == FOREST:
        yield objection("5.6", "no-tanks-in-forest", **facts)
    elif not _room(state, unit, hex):
        yield objection("4.3-a", "no-room", hex=Place(hex), limit=stacking.limit(state, hex))
    else:
        retreats = far and _defended(state, unit, origin)
        if retreats and not state.map.adjacent(origin, hex):
            yield from _next_to(state, unit, origin, hex)
        rule = "2.2.4.5-l" if retreats else "4.3-b" if far else "2.2.4.5-f"
        yield objection(rule, "nearer-hexes", hex=Place(hex), origin=Place(origin))


def _defended(state: State, unit: Unit, hex: str) -> bool:
    return state.attacked(hex) and state.battle(hex).defender == unit.side


def _next_to(state: State, unit: Unit, origin: str, hex: str) -> Checks:
    """A retreat is one hex long as long as a hex next to the battle has room."""
    near = [to for to in refuges(state, unit, origin, True) if state.map.adjacent(origin, to)]
    if near:
        yield objection("2.2.4.5-e", "retreat-next-door", unit=U(unit.id), hex=Place(hex), hexes=places(near))


def _stranded(s: State, t: Trace, unit: Unit, hex: str) -> State:
    """A unit that must leave and has nowhere to go returns whence it came; without such a hex it is lost."""
    back = unit.start or unit.origin
    if back is None or back == hex or not friendly(s, back, unit.side) or not _room(s, unit, back):
        t.say("2.2.4.5-l", "no-refuge", s, unit=U(unit.id), hex=Place(hex))
        return destroyed(s, t, unit)
    told = Told("4.3-b", "back-where-it-came-from", {"unit": U(unit.id), "hex": Place(back)})
    return gone_to(s, t, unit, back, told)


@step("withdrawn", "2.2.4.5-j")
def withdrawn(s: State, t: Trace, hex: str) -> State:
    """The attacker has left: the hex is held."""
    battle = s.battle(hex)
    s = s.settled(hex, WITHDRAW)
    t.say("2.2.4.5-j", "held", s, hex=Place(hex), who=Side(battle.defender))
    return s.then(task("land-all", hex))


@step("fall-back", "2.2.4.4-e")
def fall_back(s: State, t: Trace, hex: str, side: str, how: str) -> State:
    """After a ground attrition, or where an attack is called off, the attackers go back to friendly hexes."""
    return s.then(task("leave", hex, side, how), task("fallen-back", hex, how))


@step("fallen-back", "2.2.4.4-e", under="fall-back")
def fallen_back(s: State, t: Trace, hex: str, how: str) -> State:
    return s.settled(hex, how).then(task("land-all", hex))


@step("call-off", "3.4.1-b")
def call_off(s: State, t: Trace, hex: str) -> State:
    """The attack is not paid for: all attackers go to friendly hexes."""
    return s.then(task("fall-back", hex, s.battle(hex).attacker, "called-off"))


@step("send-unit-back", "3.4.1-b", under="call-off")
def send_unit_back(s: State, t: Trace, hex: str, id: str) -> Steps[State]:
    """One unit is taken out of an attack that the depots cannot feed."""
    unit = s.pieces[id]
    if not refuges(s, unit, hex, True):
        return _stranded(s, t, unit, hex)
    ask = Ask(
        s,
        "3.4.1-b",
        unit.side,
        "leave-to",
        ("place",),
        lambda to: objections_to_refuge(s, unit, hex, to, True),
        facts={"unit": U(id)},
    )
    to = yield from choose(ask)
    return gone_to(s, t, unit, to, _leaves("3.4.1-b", unit, to, hex))
