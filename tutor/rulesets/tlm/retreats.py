"""5.4 Retreats: of cavalry, instead of fire, after combat; forced ones, and those of empty armies."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, choose, nothing
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Term, Unit, units
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import (
    eliminated,
    has_left_trench,
    is_empty,
    objections_to_arriving,
    told_of_trench,
    without_lonely,
)
from tutor.rulesets.tlm.joining import and_join
from tutor.rulesets.tlm.state import Piece, State, Step, foe, steps

CAVALRY, WITHDRAW, AFTER = "cavalry-retreat", "withdraw", "retreat"
RULES = {CAVALRY: "5.4.3", WITHDRAW: "5.4.1.a", AFTER: "5.4.2.a"}
NEVER = {"siege-gun": "8.3.3.f", "paris-gun": "8.3.6.d"}


# -- who may go where ------------------------------------------------------------------------------------------
def objections_to_leaving(state: State, side: str, how: str, unit: str) -> Checks:
    """Whether a unit may retreat: whether it is one that can, and whether any area is open to it."""
    concerned = state.law.in_force(objections_to_concerning(state, side, how, unit))
    yield from concerned
    if state.law.allows(concerned):
        yield from _no_way(state, state.pieces[unit], how)


def _no_way(state: State, piece: Piece, how: str) -> Checks:
    """Every way out is closed, each by its rule."""
    here = state.here.area
    found: dict[tuple[str, str], Check] = {}
    for place in (*state.map.neighbours(here), here):
        checks = state.law.in_force(objections_to_retreating(state, how, piece.id, place))
        if state.law.allows(checks):
            return
        for check in state.law.objections(checks):
            found.setdefault((check.rule, check.kind), check)
    yield from found.values()


def objections_to_concerning(state: State, side: str, how: str, unit: str) -> Checks:
    """Whether such a retreat concerns a unit at all."""
    piece = state.pieces[unit]
    if piece.side != side:
        yield objection(RULES[how], "other-side-retreats", unit=Unit(unit), who=Side(side))
        return
    if piece.place != state.here.area:
        yield objection(RULES[how], "not-in-battle", unit=Unit(unit), area=Place(state.here.area))
        return
    if piece.retreat:
        yield objection("1.2.3.j", "retreated-already", unit=Unit(unit))
    if piece.kind == "fort":
        yield objection("8.4.a", "fort-stays", unit=Unit(unit))
    elif how == CAVALRY and piece.kind != "cavalry":
        yield objection("8.3.1.c", "only-cavalry", unit=Unit(unit))
    elif how == CAVALRY:
        yield held("5.2.1.a", "before-any-die", unit=Unit(unit))


def objections_to_retreating(state: State, how: str, unit: str, place: str) -> Checks:
    """Whether a unit may retreat from the battle to this area; to the battle area itself: step out of its army."""
    piece = state.pieces[unit]
    if place == state.here.area:
        yield from _stepping_out(state, piece, how)
        return
    if piece.kind in NEVER:
        yield objection(NEVER[piece.kind], "gun-stays", unit=Unit(unit))
    yield from objections_to_refuge(state, piece, how, place)


def objections_to_refuge(state: State, piece: Piece, how: str, place: str) -> Checks:
    """Whether an area may receive a unit that retreats."""
    here = state.here.area
    if not state.map.adjacent(here, place):
        yield objection(RULES[how], "not-adjacent", area=Place(place), origin=Place(here))
    elif areas.by_sea(state, here, place):
        yield objection("4.6.d", "not-by-sea", area=Place(place), origin=Place(here))
    else:
        yield from objections_to_refuge_state(state, piece.side, RULES[how], place)
    yield from _room(state, piece, place)
    if how == AFTER:
        yield from _one_destination(state, piece, place)


def objections_to_refuge_state(state: State, side: str, rule: str, place: str) -> Checks:
    """Whether an area is one of those to which one may retreat."""
    now = areas.area_state(state, place, side)
    if areas.CLOSED in state.map.area(place).flags:
        yield objection("4.2.e", "not-playable", area=Place(place))
    elif areas.EAST in state.map.area(place).flags and state.law.reads("eft-retreat", "closed"):
        yield objection("2.0-V.4.a", "eft-no-refuge", reading=state.law.read("eft-retreat"))
    elif now == areas.ENEMY:
        yield objection("5.4", "refuge-enemy", area=Place(place))
    elif now == areas.NEUTRAL:
        yield objection("4.1.i", "refuge-neutral", area=Place(place))
    else:
        yield held(rule, "refuge", area=Place(place), now=Term(now))


def _room(state: State, piece: Piece, place: str) -> Checks:
    if state.law.reads("retreat-into-full-area", "closed"):
        yield from objections_to_arriving(state, piece, place)


def _one_destination(state: State, piece: Piece, place: str) -> Checks:
    refuge = state.here.refuge.get(piece.side)
    if refuge is None or refuge == place:
        return
    if piece.kind == "army" and state.law.reads("forced-retreat-destination", "free") and owed(state) > 0:
        yield held("5.4.2.b", "forced-goes-free", reading=state.law.read("forced-retreat-destination"))
    else:
        yield objection("5.4.2.b", "one-destination", area=Place(place), refuge=Place(refuge))


def _stepping_out(state: State, piece: Piece, how: str) -> Checks:
    """8.1.c: a unit leaves an army that is about to retreat, and stays."""
    area, army = Place(state.here.area), piece.army
    if army is None:
        yield objection(RULES[how], "no-retreat-in-place", unit=Unit(piece.id), area=area)
    elif owed(state) > 0 and state.law.reads("forced-retreat-contents", "all-go"):
        reading = state.law.read("forced-retreat-contents")
        yield objection("8.2.2.f", "contents-go-too", unit=Unit(piece.id), reading=reading)
    elif how == CAVALRY or not may_go(state, state.pieces[army], how):
        yield objection("8.1.c", "army-retreats-not", unit=Unit(piece.id), army=Unit(army))
    else:
        yield held("8.1.c", "steps-out", unit=Unit(piece.id), army=Unit(army))
        yield from areas.objections_to_being_out(state, piece)


@by_identity(64)
def refuges(state: State, piece: Piece, how: str) -> tuple[str, ...]:
    """The areas that may receive a unit."""
    near = state.map.neighbours(state.here.area)
    return tuple([area for area in near if state.law.allows(objections_to_refuge(state, piece, how, area))])


def may_go(state: State, army: Piece, how: str) -> bool:
    """Whether an army can retreat, be it empty: all that it holds steps out, if the area has room for them.

    What has retreated into it does not move again.
    """
    if refuges(state, army, how):
        return True
    inside = state.inside(army.id)
    others = areas.stacking(state, state.here.area, army.side).total - bool(inside)
    if not inside or any(piece.retreat for piece in inside) or others + len(inside) > areas.STACKING_LIMIT:
        return False
    emptied = state.put(*(piece.but(army=None) for piece in inside))
    return bool(refuges(emptied, army, how))


# -- going -----------------------------------------------------------------------------------------------------
def gone(s: State, t: Trace, how: str, unit: str, place: str) -> State:
    """The unit leaves: alone, out of its army, or an army with what it holds."""
    piece, origin = s.pieces[unit], s.here.area
    if place == origin:
        return _stepped_out(s, t, piece)
    guns = [p for p in s.inside(unit) if p.kind in NEVER] if piece.kind == "army" else []
    for gun in guns:
        s = eliminated(s, t, gun.id)
        t.say(NEVER[gun.kind], "gun-lost-in-retreat", s, unit=Unit(gun.id))
    if unit in s.pieces and s.pieces[unit].on_map:
        s = _moved(s, t, s.pieces[unit], how, place)
    if how == AFTER and piece.side not in s.here.refuge:
        s = s.fighting(refuge=s.here.refuge.put(piece.side, place))
    s = _without_guns_behind(s, t, piece.side)
    return without_lonely(areas.settle(s, origin, place), t, origin, place)


def _without_guns_behind(s: State, t: Trace, side: str) -> State:
    """Reading `guns-left-behind`: siege guns and the Paris Gun that alone remain when the rest has gone."""
    left = s.present(side)
    if s.law.reads("guns-left-behind", "stays") or not all(p.kind in NEVER for p in left):
        return s
    for gun in left:
        s = eliminated(s, t, gun.id)
        t.say(NEVER[gun.kind], "gun-left-behind", s, unit=Unit(gun.id), reading=s.law.read("guns-left-behind"))
    return s


def _moved(s: State, t: Trace, piece: Piece, how: str, place: str) -> State:
    origin = s.here.area
    keeps = s.law.reads("retreat-trench", "kept")
    dug_in = keeps and (s.pieces[piece.army].entrenched if piece.army else piece.entrenched)
    trench = bool(dug_in and piece.kind != "artillery")
    leaves = piece.but(
        place=place, army=None, entrenched=trench, fortified=trench and piece.fortified, retreat=how, left=origin
    )
    inside = [p.but(place=place, retreat=how, left=origin) for p in s.inside(piece.id)]
    before, s = s, s.put(leaves, *inside)
    t.say(RULES[how], "retreats", s, unit=Unit(piece.id), area=Place(place), origin=Place(origin))
    if has_left_trench(before, s, piece.id):
        rule = "8.1.k" if piece.kind == "army" else "8.2.1.c"
        t.say(rule, "trench-left", s, unit=Unit(piece.id), reading=s.law.read("retreat-trench"))
    return s


def _stepped_out(s: State, t: Trace, piece: Piece) -> State:
    army = str(piece.army)
    before, s = s, s.put(piece.but(army=None, entrenched=False)).fighting(stepped=s.here.stepped | {army})
    t.say("8.1.c", "stepped-out", s, type=Term(piece.kind), unit=Unit(piece.id), army=Unit(army))
    told_of_trench(s, t, before, piece.id)
    return s


# -- what is owed ----------------------------------------------------------------------------------------------
def standing(state: State, side: str) -> tuple[Piece, ...]:
    """The armies of a side that are still in the battle."""
    return tuple(p for p in state.present(side) if p.kind == "army")


def owed(state: State) -> int:
    """How many of the defender's armies tanks and Stoßtruppen still force back."""
    return min(len(state.here.forced) - _satisfied(state), len(standing(state, state.defender)))


def _satisfied(state: State) -> int:
    area = state.here.area
    armies = [p for p in state.pieces.of(state.defender) if p.kind == "army" and p.left == area]
    ways = {AFTER}
    if state.here.surprise or state.law.reads("forced-retreat-already", "any-retreat"):
        ways.add(WITHDRAW)
    return sum(p.retreat in ways for p in armies)


def objections_to_staying(state: State, side: str, how: str) -> Checks:
    """What must still leave before a side may say that nobody else does."""
    for army in standing(state, side):
        empty = is_empty(state, army) and areas.disputed(state, state.here.area)
        if not (empty or army.id in state.here.stepped) or not may_go(state, army, how):
            continue
        if empty:
            yield objection("8.1.f", "empty-must-go", army=Unit(army.id))
        else:
            yield objection("8.1.c", "stepped-out-in-vain", army=Unit(army.id))
    if how == AFTER and side == state.defender:
        yield from _forced(state)


def _forced(state: State) -> Checks:
    if owed(state) <= 0:
        return
    able = [army for army in standing(state, state.defender) if refuges(state, army, AFTER)]
    if state.here.named:
        able = [army for army in able if army.id in state.here.named]
    if able:
        for rule in dict.fromkeys(state.here.forced):
            yield objection(rule, "armies-forced-back", n=owed(state), armies=units(able))


def ask_retreat(s: State, side: str, how: str) -> Ask:
    """Who retreats, one at a time."""
    return Ask(
        s,
        RULES[how],
        side,
        how,
        ("unit",),
        lambda unit: objections_to_leaving(s, side, how, unit),
        to_end=lambda: objections_to_staying(s, side, how) if how != CAVALRY else nothing(),
        facts={"area": Place(s.here.area)},
    )


@steps.step("retreat-to", "5.4")
def retreat_to(s: State, t: Trace, how: str, unit: str) -> Step:
    """Where the unit goes."""
    place = yield from choose(
        Ask(
            s,
            RULES[how],
            s.pieces[unit].side,
            "retreat-to",
            ("place",),
            lambda place: objections_to_retreating(s, how, unit, place),
            back=True,
            facts={"unit": Unit(unit)},
        )
    )
    return s if place == BACK else and_join(gone(s, t, how, unit, place), unit)


def able_to_ask(state: State, side: str, how: str) -> bool:
    """Whether a side has anything in the battle that such a retreat concerns."""
    kinds = ("cavalry",) if how == CAVALRY else ()
    return any(p.kind in kinds if kinds else p.kind not in ("fort", *NEVER) for p in state.present(side))


# -- the steps ---------------------------------------------------------------------------------------------------
@steps.step("cavalry-retreat", "2.0-II.4.0")
def cavalry_retreat(s: State, t: Trace, side: str) -> Step:
    """Before the first die the cavalry of a side may leave."""
    if not able_to_ask(s, side, CAVALRY):
        return s
    if s.here.surprise and s.law.reads("cavalry-retreat-surprise", "forbidden"):
        t.say("2.0-II.4a", "no-cavalry-retreat", s, reading=s.law.read("cavalry-retreat-surprise"))
        return s
    unit = yield from choose(ask_retreat(s, side, CAVALRY))
    return s if unit == DONE else s.then(task("retreat-to", CAVALRY, unit), task("cavalry-retreat", side))


@steps.step("withdraw", "2.0-II.4.c1")
def withdraw(s: State, t: Trace) -> Step:
    """At his fire the defender may retreat units instead of firing them."""
    side = s.defender
    if not able_to_ask(s, side, WITHDRAW):
        return s
    unit = yield from choose(ask_retreat(s, side, WITHDRAW))
    if unit == DONE:
        return _no_way_out(s, t, side, WITHDRAW)
    return s.then(task("retreat-to", WITHDRAW, unit), task("withdraw"))


@steps.step("retreat", "2.0-II.4.e")
def retreat(s: State, t: Trace, side: str) -> Step:
    """After combat each side may retreat what it likes, the attacker first, all to one area."""
    if not able_to_ask(s, side, AFTER) or _is_over(s, side):
        return s
    unit = yield from choose(ask_retreat(s, side, AFTER))
    if unit == DONE:
        s = _no_way_out(s, t, side, AFTER)
        return s.then(task("doomed")) if side == s.defender and owed(s) > 0 else s
    return s.then(task("retreat-to", AFTER, unit), task("retreat", side))


def _is_over(state: State, side: str) -> bool:
    """Reading `enemy-gone`: with nobody opposite, only armies forced back still go."""
    return not state.present(foe(side)) and owed(state) <= 0 and state.law.reads("enemy-gone", "over")


def _no_way_out(s: State, t: Trace, side: str, how: str) -> State:
    """Empty armies that must leave and cannot (5.4.4.d, reading `forced-retreat-no-refuge`)."""
    empty = [army for army in standing(s, side) if is_empty(s, army)]
    if not (empty and areas.disputed(s, s.here.area)):
        return s
    for army in empty:
        if s.law.reads("forced-retreat-no-refuge", "eliminated"):
            s = eliminated(s, t, army.id)
            t.say("8.1.f", "no-refuge", s, army=Unit(army.id), reading=s.law.read("forced-retreat-no-refuge"))
    return s


@steps.step("doomed", "5.4.2.b")
def doomed(s: State, t: Trace) -> Step:
    """Armies forced back with nowhere to go are eliminated with what they hold (reading)."""
    if owed(s) <= 0 or s.law.reads("forced-retreat-no-refuge", "stays"):
        return s
    rule = s.here.forced[0]
    army = yield from choose(Ask(s, rule, s.defender, "doomed", ("unit",), lambda unit: objections_to_dooming(s, unit)))
    s = eliminated(s, t, *(p.id for p in s.inside(army)), army)
    t.say(rule, "no-refuge", s, army=Unit(army), reading=s.law.read("forced-retreat-no-refuge"))
    return s.fighting(forced=s.here.forced[1:]).then(task("doomed"))


def objections_to_dooming(state: State, unit: str) -> Checks:
    """Whether a unit is one of the armies that hits force back."""
    if state.pieces[unit].kind == "fort":
        yield objection("8.4.c", "fort-never-forced", unit=Unit(unit))
    if all(unit != army.id for army in standing(state, state.defender)):
        yield objection("8.2.2.f", "no-standing-army", unit=Unit(unit))


@steps.step("name-forced", "8.2.2.f")
def name_forced(s: State, t: Trace) -> Step:
    """Reading `forced-retreat-choice`: the attacker names the armies that his tanks and Stoßtruppen force back."""
    if owed(s) <= len(s.here.named) or s.law.reads("forced-retreat-choice", "defender"):
        return s
    army = yield from choose(
        Ask(s, "8.2.2.f", s.attacker, "name-forced", ("unit",), lambda unit: objections_to_naming(s, unit))
    )
    return s.fighting(named=s.here.named | {army}).then(task("name-forced"))


def objections_to_naming(state: State, unit: str) -> Checks:
    yield from objections_to_dooming(state, unit)
    if unit in state.here.named:
        yield objection("8.2.2.f", "named-already", unit=Unit(unit))
