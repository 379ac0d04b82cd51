"""2.2.4.5 c-d, 4.1, 4.6: every hit costs a strength point, and who says where it falls."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff import charts, morale
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import off
from tutor.rulesets.dff.dice import AIMED, AIMED_PAST, AIMED_UP, PAST, PLAIN
from tutor.rulesets.dff.fire import starving
from tutor.rulesets.dff.ground import weather_at
from tutor.rulesets.dff.state import ACE, FIGHTER, GONE, HQ, POOL, TANK, TRENCH, Battle, Hits, State, Unit

ORDER = (PAST, PLAIN, AIMED_PAST, AIMED_UP, AIMED)
SHOOTER = (AIMED, AIMED_PAST, AIMED_UP)


# -- who may be hit --------------------------------------------------------------------------------------------
def objections_to_losing(state: State, battle: Battle, payer: str, how: str, id: str) -> Checks:
    """Whether a hit of this kind may fall on this unit."""
    unit = state.pieces[id]
    if unit.side != payer:
        yield objection("2.2.4.5-c", "not-the-losing-side", unit=U(id), who=Side(payer))
    elif unit.place != battle.hex:
        yield objection("2.2.4.5-c", "not-in-battle", unit=U(id), hex=Place(battle.hex))
    elif unit.kind == HQ:
        yield objection("4.4.1-h", "hq-never-lost", hq=U(id))
    elif unit.air:
        yield from _aircraft(state, battle, unit, how)
    elif unit.works:
        yield from _works(state, battle, unit, how)
    elif not unit.ground:
        yield objection("2.2.4.5-c", "no-strength", unit=U(id))
    else:
        yield held("2.2.4.5-c", "takes-the-hit", unit=U(id), n=unit.strength)


def _aircraft(state: State, battle: Battle, unit: Unit, how: str) -> Checks:
    if unit.mission != battle.hex:
        yield objection("4.5.3.2-b", "aircraft-on-ground", unit=U(unit.id))
    elif how != AIMED_UP:
        rule = "4.5.3.2-b" if unit.kind in (FIGHTER, ACE) else "4.5.5.2"
        yield objection(rule, "aircraft-spared", unit=U(unit.id), reading=state.law.read("aircraft-losses"))
    else:
        yield held("4.5.3.2-b", "aircraft-within-reach", unit=U(unit.id), reading=state.law.read("aircraft-losses"))


def _works(state: State, battle: Battle, unit: Unit, how: str) -> Checks:
    if unit.side != battle.defender or not unit.strength:
        yield objection("4.6", "works-shelter-nobody", unit=U(unit.id))
    elif how in SHOOTER and state.law.reads("natural-one-trench", "owner-shields"):
        reading = state.law.read("natural-one-trench")
        yield objection("2.2.4.5-d", "shooter-names-units", unit=U(unit.id), reading=reading)
    else:
        yield held("4.6", "works-take-the-hit", unit=U(unit.id), n=unit.strength)
    if unit.kind == TRENCH:
        yield from _trench(state, battle, unit, how)
    elif how in (PAST, AIMED_PAST) or weather_at(state, battle.hex) == "rain":
        yield held("4.6.1-a", "fortress-stands", unit=U(unit.id))


def _trench(state: State, battle: Battle, unit: Unit, how: str) -> Checks:
    if how in (PAST, AIMED_PAST):
        rule = "4.4.4-d" if battle.round else "4.7-b"
        yield objection(rule, "trench-bypassed", unit=U(unit.id))
    if unit.strength == 1 and weather_at(state, battle.hex) == "rain":
        yield objection("2.2.1.1-c", "flooded-trench", unit=U(unit.id))


def candidates(state: State, battle: Battle, payer: str, how: str) -> list[str]:
    here = state.pieces.at(battle.hex)
    return [u.id for u in here if state.law.allows(objections_to_losing(state, battle, payer, how, u.id))]


# -- taking losses -----------------------------------------------------------------------------------------------
def due(battle: Battle, side: str) -> Hits | None:
    """The hits that a side takes next."""
    return next((hits for hits in battle.owed if hits.payer == side), None)


def _paid(s: State, battle: Battle, hits: Hits, how: str, n: int = 1) -> State:
    left = hits.but(**{how: getattr(hits, how) - n})
    owed = tuple([(left if h is hits else h) for h in battle.owed])
    return s.refight(battle.but(owed=tuple([h for h in owed if h.total])))


@step("losses", "2.2.4.5-c")
def losses(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """3) The owner places the hits; those on a 1 then fall where the shooter says."""
    if not s.attacked(hex):
        return s
    battle = s.battle(hex)
    hits = due(battle, side)
    if hits is None:
        return s
    how = next(way for way in ORDER if getattr(hits, way))
    able = candidates(s, battle, side, how)
    if not able:
        left = getattr(hits, how)
        t.say("2.2.4.5-c", "nobody-left-to-hit", s, n=left, who=Side(side), hex=Place(hex))
        return _paid(s, battle, hits, how, left).then(task("losses", hex, side))
    if len(able) == 1:
        unit = able[0]
    else:
        unit = yield from choose(_ask(s, battle, hits, how))
    s = _paid(s, battle, hits, how)
    if how in SHOOTER and _shield(s, battle, side):
        return s.then(task("shield", hex, unit), task("losses", hex, side))
    return struck(s, t, unit).then(task("losses", hex, side))


def _ask(s: State, battle: Battle, hits: Hits, how: str) -> Ask:
    aimed = how in SHOOTER
    return Ask(
        s,
        "2.2.4.5-d" if aimed else "2.2.4.5-c",
        battle.other(hits.payer) if aimed else hits.payer,
        "name-loss" if aimed else "take-loss",
        ("unit",),
        lambda unit: objections_to_losing(s, battle, hits.payer, how, unit),
        facts={"n": hits.total, "hex": Place(battle.hex)},
    )


def _shield(s: State, battle: Battle, side: str) -> list[str]:
    """Works that the owner may let pay for the unit that the shooter named, if so read."""
    if s.law.reads("natural-one-trench", "shooter") or side != battle.defender:
        return []
    works = [u.id for u in s.works_at(battle.hex, side)]
    return [id for id in works if s.law.allows(objections_to_losing(s, battle, side, PLAIN, id))]


@step("shield", "2.2.4.5-d", under="losses")
def shield(s: State, t: Trace, hex: str, unit: str) -> Steps[State]:
    """Reading `natural-one-trench`: the owner may let works take the loss instead."""
    side = s.pieces[unit].side
    works = _shield(s, s.battle(hex), side)
    ask = Ask(s, "2.2.4.5-d", side, "shield", ("unit",), lambda id: objections_to_shield(s, works, unit, id))
    chosen = yield from choose(ask)
    return struck(s, t, chosen)


def objections_to_shield(state: State, works: list[str], unit: str, id: str) -> Checks:
    if id != unit and id not in works:
        reading = state.law.read("natural-one-trench")
        yield objection("2.2.4.5-d", "neither-named-nor-works", unit=U(id), reading=reading)


# -- a strength point less (4.1) -----------------------------------------------------------------------------------
def struck(s: State, t: Trace, id: str, rule: str = "4.1-b") -> State:
    """One strength point is gone; nothing but its number of points says what a unit can bear (4.1-c)."""
    unit = s.pieces[id]
    if unit.air:
        return s.then(task("aircraft-hit", id))
    if unit.works:
        return _works_struck(s, t, unit)
    if unit.strength > 1:
        s = s.put(unit.but(strength=unit.strength - 1))
        t.say(rule, "weakened", s, unit=U(id), n=unit.strength - 1)
        return s
    return destroyed(s, t, unit)


def _works_struck(s: State, t: Trace, unit: Unit) -> State:
    left = unit.strength - 1
    s = s.change(unit.id, strength=left) if left else off(s, unit, GONE, strength=0)
    t.say("4.6", "works-pay", s, unit=U(unit.id), n=left)
    return s


def destroyed(s: State, t: Trace, unit: Unit) -> State:
    """A destroyed unit waits in the force pool at its entry strength; some tanks never come back."""
    if helpers := len(s.aid(unit)):
        t.say("4.1-c", "aid-shields-not", s, unit=U(unit.id), n=helpers)
    lost_for_good = unit.kind == TANK and _not_rebuilt(s, unit)
    box = GONE if lost_for_good else POOL
    s = off(s, unit, box, strength=unit.entry)
    if lost_for_good:
        t.say("4.4.4-b", "tank-gone", s, unit=U(unit.id), type=unit.name)
    else:
        t.say(_POOL_RULE.get(unit.kind, "4.1-f"), "destroyed", s, unit=U(unit.id))
    return morale.division_lost(s, t, unit)


_POOL_RULE = {"infantry": "4.4.2-b", "cavalry": "4.4.3-a", "tank": "4.4.4-b"}


def _not_rebuilt(state: State, unit: Unit) -> bool:
    rows = state.law.table("tanks").data["rows"]
    types = (charts.plain(row[1]) for row in rows if row[0]["en"] == charts.NATION.get(unit.nation))
    return charts.plain(unit.name) in types


# -- without supply (3.6) ------------------------------------------------------------------------------------------
@step("hunger", "3.6-b")
def hunger(s: State, t: Trace, hex: str) -> Steps[State]:
    """At the end of every second round unsupplied units lose one more point."""
    if not s.attacked(hex):
        return s
    battle = s.battle(hex)
    if battle.round % 2 or not battle.round:
        return s
    hungry = [u for u in s.ground_at(hex, battle.defender) if starving(s, battle, u)]
    if not hungry:
        return s
    reading = s.law.read("unsupplied-loss")
    if s.law.reads("unsupplied-loss", "each-unit") or len(hungry) == 1:
        for unit in hungry:
            t.say("3.6-b", "starves", s, unit=U(unit.id), reading=reading)
            s = struck(s, t, unit.id, "3.6-b")
        return s
    ask = Ask(s, "3.6-b", battle.defender, "starve-which", ("unit",), lambda id: objections_to_starving(s, hex, id))
    chosen = yield from choose(ask)
    t.say("3.6-b", "starves", s, unit=U(chosen), reading=reading)
    return struck(s, t, chosen, "3.6-b")


def objections_to_starving(state: State, hex: str, id: str) -> Checks:
    battle = state.battle(hex)
    hungry = [u.id for u in state.ground_at(hex, battle.defender) if starving(state, battle, u)]
    if id not in hungry:
        yield objection("3.6-b", "not-starving", unit=U(id), hex=Place(hex))
