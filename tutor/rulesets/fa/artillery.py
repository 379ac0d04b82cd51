"""10.7.6.4.5: artillery, its ammunition, and what it turns."""

from __future__ import annotations

from typing import Any

from tutor.engine.ask import BACK, DONE, Ask, Die, Steps, choose, nothing, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, places
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.attacking import objections_to_action, objections_to_slots
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.drafts import Shot
from tutor.rulesets.fa.nations import objections_to_company
from tutor.rulesets.fa.state import OBSERVER, State, Unit, as_one, foe
from tutor.rulesets.fa.supply import in_supply
from tutor.rulesets.fa.weather import observed

RULE = "10.7.6.4.5-a"


# -- naming the guns ---------------------------------------------------------------------------------------------
def objections_to_firing_with(s: State, gun: Unit) -> Checks:
    """May this artillery piece fire at all?"""
    yield from objections_to_any_shot(s, gun)
    yield from objections_to_action(s, gun)
    if s.law.reads("artillery-slot", "uses"):
        yield from objections_to_slots(s, gun)
    else:
        yield held("10.7.6.1-b", "gun-takes-no-slot", unit=U(gun.id), reading=s.law.read("artillery-slot"))
    near = [hex for hex in s.map.neighbours(gun.place or "") if s.is_hex(hex) and s.defenders(hex)]
    closed = [s.law.first_objection(objections_to_firing(s, gun, hex)) for hex in near]
    if not near:
        yield objection(RULE, "no-target-adjacent", unit=U(gun.id))
    elif all(check is not None for check in closed):
        yield from (check for check in closed if check is not None)


def objections_to_any_shot(s: State, gun: Unit) -> Checks:
    """Is the piece able to fire: its face, its supply, its ammunition?"""
    if any(shot.gun == gun.id for shot in s.shots):
        yield objection(RULE, "fires-already", unit=U(gun.id))
    if not gun.face_up:
        reading = s.law.read("artillery-face-down")
        check = held if s.law.reads("artillery-face-down", "fires") else objection
        yield check("10.7.6.4.5-c", "gun-face-down", unit=U(gun.id), reading=reading)
    if not in_supply(s, gun):
        reading = s.law.read("artillery-unsupplied")
        check = held if s.law.reads("artillery-unsupplied", "fires") else objection
        yield check("4.1-a", "gun-unsupplied", unit=U(gun.id), reading=reading)
    left = ammunition_left(s, gun.nation)
    facts = {"unit": U(gun.id), "needed": gun.value, "left": left}
    check = objection if left.total < gun.value else held
    yield check(RULE, "ammunition", **facts)


def ammunition_left(s: State, nation: str) -> Ledger:
    """What a nation can still fire with, the shots already named taken off."""

    def lines() -> Lines:
        yield plus(RULE, "in-stock", s.ammunition.get(as_one(nation), 0), nation=Term(nation))
        for shot in s.shots:
            if s.unit(shot.gun).country == as_one(nation):
                yield plus(RULE, "promised", -s.unit(shot.gun).value, unit=U(shot.gun))

    return s.law.ledger(RULE, "ammunition-left", lines())


def objections_to_firing(s: State, gun: Unit, hex: str) -> Checks:
    """May this piece fire at this hex?"""
    facts = {"unit": U(gun.id), "hex": Place(hex)}
    if hex not in s.map or not s.map.adjacent(gun.place or "", hex):
        yield objection(RULE, "fire-not-adjacent", **facts)
        return
    attack = s.attack_on(hex)
    reading = s.law.read("artillery-without-attack")
    if attack is None and s.law.reads("artillery-without-attack", "attacked-only"):
        yield objection(RULE, "fire-without-attack", reading=reading, **facts)
    if not s.troops(hex, foe(gun.side)):
        yield objection("10.7.6.4.5-b", "nobody-to-turn", **facts)
    elif attack is None:
        yield held(RULE, "fire-alone", reading=reading, **facts)
    else:
        yield held(RULE, "fire-adjacent", **facts)
        friends = [s.unit(id) for id in sorted(attack.units)]
        yield from objections_to_company(s, gun, friends, "strangers-in-attack")


# -- the defender's guns, where so read ----------------------------------------------------------------------------
@step("defensive-guns", RULE)
def defensive_guns(s: State, t: Trace) -> Steps[State]:
    """Only under another reading does the defender's artillery answer."""
    if s.law.reads("defensive-fire", "none") or not s.attacks:
        return s
    gun = yield from choose(
        Ask(
            s,
            RULE,
            s.waiting,
            "answer-with",
            ("unit",),
            lambda id: objections_to_answering_with(s, id),
            to_end=nothing,
        )
    )
    if gun == DONE:
        return s
    return s.then(task("defensive-gun-at"), task("defensive-guns"), chosen=gun)


def objections_to_answering_with(s: State, id: str) -> Checks:
    """May this piece of the defender answer?"""
    gun = s.unit(id)
    if gun.side != s.waiting or gun.place is None:
        yield objection(RULE, "not-defending", unit=U(id), side=Side(s.waiting))
    elif not gun.gun:
        yield objection(RULE, "no-gun", unit=U(id))
    else:
        yield from objections_to_any_shot(s, gun)
        near = [hex for hex in s.map.neighbours(gun.place) if attackers_in(s, hex)]
        if not near:
            yield objection(RULE, "no-attackers-adjacent", unit=U(id))


def attackers_in(s: State, hex: str) -> tuple[Unit, ...]:
    """The units in a hex that were declared to attack."""
    return tuple(u for u in s.troops(hex, s.phasing) if s.attack_of(u.id))


@step("defensive-gun-at", RULE, under="defensive-guns")
def defensive_gun_at(s: State, t: Trace) -> Steps[State]:
    """The adjacent hex of attackers at which the piece fires."""
    hex = yield from choose(
        Ask(
            s,
            RULE,
            s.waiting,
            "answer-at",
            ("place",),
            lambda hex: objections_to_answering(s, hex),
            back=True,
            facts={"unit": U(s.chosen)},
        )
    )
    if hex == BACK:
        return s.but(chosen="")
    return s.but(shots=(*s.shots, Shot(s.chosen, hex)), chosen="")


def objections_to_answering(s: State, hex: str) -> Checks:
    gun = s.unit(s.chosen)
    facts = {"unit": U(gun.id), "hex": Place(hex)}
    if hex not in s.map or not s.map.adjacent(gun.place or "", hex):
        yield objection(RULE, "fire-not-adjacent", **facts)
    elif not attackers_in(s, hex):
        yield objection(RULE, "no-attackers-there", hex=Place(hex), reading=s.law.read("defensive-fire"))
    else:
        yield held(RULE, "answers", reading=s.law.read("defensive-fire"), **facts)


# -- firing ------------------------------------------------------------------------------------------------------
@step("artillery", "10.7.6.2-c")
def artillery(s: State, t: Trace) -> State:
    """After air combat every piece that was named fires."""
    return s.then(*(task("shot", shot.gun) for shot in s.shots))


def effectiveness(s: State, shot: Shot) -> Ledger:
    """The roll that turns a defender, or less: the value of the piece and what its observers add."""
    return s.law.ledger("10.7.6.4.5-b", "effectiveness", effect_lines(s, shot))


def effect_lines(s: State, shot: Shot) -> Lines:
    yield plus("10.7.6.4.5-b", "gun-value", s.unit(shot.gun).value, unit=U(shot.gun))
    tied = [id for id, m in s.missions.items() if m.role == OBSERVER and m.gun == shot.gun and m.through]
    yield from observed(s, shot.hex, len(tied))


@step("shot", "10.7.6.4.5-b", under="artillery")
def shot(s: State, t: Trace, gun: str) -> Steps[State]:
    """One die for a piece: at or under its effectiveness a unit of the hex is turned."""
    piece = s.unit(gun)
    if piece.place is None:
        return s.but(shots=tuple(one for one in s.shots if one.gun != gun))
    sides = 6 if s.law.reads("die-faces", "d6") else 10
    die = yield from roll(Die("10.7.6.4.5-b", piece.side, "gun-die", sides))
    fired = next(one for one in s.shots if one.gun == gun)
    stock = s.ammunition.put(piece.country, s.ammunition.get(piece.country, 0) - piece.value)
    s = s.but(ammunition=stock, shots=tuple(one for one in s.shots if one.gun != gun))
    limit = effectiveness(s, fired)
    t.say(RULE, "ammunition-spent", s, unit=U(gun), n=piece.value, left=stock[piece.country])
    facts: dict[str, Any] = {"unit": U(gun), "hex": Place(fired.hex), "die": die, "limit": limit}
    if die > limit.total:
        t.say("10.7.6.4.5-b", "shot-misses", s, **facts)
        return s
    if not upright(s, piece, fired.hex):
        t.say("10.7.6.4.5-b", "nobody-upright", s, **facts)
        return s
    t.say("10.7.6.4.5-b", "shot-hits", s, **facts)
    return s.then(task("turn-down", gun, fired.hex))


def upright(s: State, gun: Unit, hex: str) -> tuple[Unit, ...]:
    """The face-up units that a piece can turn: the defenders, or attackers where defenders may fire."""
    if gun.side == s.phasing:
        return tuple(u for u in s.troops(hex, foe(gun.side)) if u.face_up)
    return tuple(u for u in attackers_in(s, hex) if u.face_up)


@step("turn-down", "10.7.6.4.5-b", under="artillery")
def turn(s: State, t: Trace, gun: str, hex: str) -> Steps[State]:
    """One face-up unit is turned: by whose choice is a reading."""
    piece = s.unit(gun)
    targets = upright(s, piece, hex)
    if s.law.reads("artillery-target", "random") and len(targets) > 1:
        die = yield from roll(Die("10.7.6.4.5-b", piece.side, "lot", len(targets)))
        return _turned(s, t, sorted(u.id for u in upright(s, piece, hex))[die - 1])
    who = piece.side if s.law.reads("artillery-target", "firer") else foe(piece.side)
    target = yield from choose(
        Ask(
            s,
            "10.7.6.4.5-b",
            who,
            "turn",
            ("unit",),
            lambda id: objections_to_turning(s, gun, hex, id),
            facts={"gun": U(gun), "hexes": places([hex])},
        )
    )
    return _turned(s, t, target)


def objections_to_turning(s: State, gun: str, hex: str, id: str) -> Checks:
    """Is this one of the units that the shot may turn?"""
    unit, targets = s.unit(id), upright(s, s.unit(gun), hex)
    reading = s.law.read("artillery-target")
    if unit.place != hex or unit.side == s.unit(gun).side or not unit.land:
        yield objection("10.7.6.4.5-b", "not-under-fire", unit=U(id), hex=Place(hex))
    elif not unit.face_up:
        yield objection("10.7.6.4.5-b", "down-already", unit=U(id), reading=reading)
    elif unit not in targets:
        yield objection("10.7.6.4.5-b", "not-attacking", unit=U(id))
    else:
        yield held("10.7.6.4.5-b", "may-be-turned", unit=U(id), reading=reading)


def _turned(s: State, t: Trace, id: str) -> State:
    s = s.change(id, face_up=False)
    rule = "10.7.6.4.5-c" if s.unit(id).gun else "10.7.6.4.5-b"
    t.say(rule, "turned-by-fire", s, unit=U(id))
    return s
