"""1.3, 2.2.4.5 a-b: who fires in a combat round, and on what number each hits."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.ask import Steps, Volley, roll
from tutor.engine.facts import Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.dice import AIMED, AIMED_PAST, AIMED_UP, PAST, PLAIN, Salvo, Shots, number_to_hit
from tutor.rulesets.dff.ground import (
    CITY,
    COAST,
    elevation,
    flags,
    landing_right,
    over_river,
    shared,
    terrain,
    weather_at,
)
from tutor.rulesets.dff.state import (
    AMPHIBIOUS,
    BOMBER,
    EXPLOITATION,
    HQ,
    INITIAL,
    TANK,
    TRENCH,
    Battle,
    Hits,
    State,
    Unit,
)

NAVAL, DEFENCE, ATTACK = "naval", "Defender", "Attacker"


# -- who fires -------------------------------------------------------------------------------------------------
def guns_firing(state: State, battle: Battle, side: str) -> tuple[Unit, ...]:
    """The HQs whose artillery fires this round."""
    ids = battle.guns if side == battle.attacker else battle.answering
    guns = (state.pieces[id] for id in ids if id not in battle.silent)
    return tuple(hq for hq in guns if hq.place is not None and not _bombarded(battle, side, hq.id))


def _bombarded(battle: Battle, side: str, hq: str) -> bool:
    """Artillery that has bombarded is silent in the first round."""
    return side == battle.attacker and battle.round <= 1 and battle.lengths.get(hq, 0) > 0


def men_firing(state: State, battle: Battle, side: str) -> tuple[Unit, ...]:
    """The ground units that fire: none in artillery's own attrition, nor without supply if so read."""
    men = state.ground_at(battle.hex, side)
    if side == battle.attacker:
        return men
    if not state.ground_at(battle.hex, battle.attacker):
        return ()
    if battle.unpaid and state.law.reads("defence-without-supply", "no-fire"):
        return ()
    return tuple([unit for unit in men if not _no_tanks(state, unit)])


def _no_tanks(state: State, unit: Unit) -> bool:
    return unit.kind == TANK and weather_at(state, unit.place or "") in ("rain", "blizzard")


def bombers_firing(state: State, battle: Battle, side: str) -> tuple[Unit, ...]:
    return tuple([unit for unit in state.flying(battle.hex, side) if unit.kind == BOMBER])


def naval_guns(state: State, battle: Battle, side: str) -> bool:
    """4.4.1.4: one more artillery, free, for units in a coastal hex where their alliance may land."""
    if state.law.reads("naval-guns", "never") or not state.ground_at(battle.hex, side):
        return False
    if not landing_right(state, battle.hex, side).value.startswith("yes"):
        return False
    if COAST in flags(state, battle.hex):
        return True
    from_coast = state.law.reads("naval-guns", "from-any-coast") and side == battle.attacker
    origins = {unit.origin for unit in state.ground_at(battle.hex, side) if unit.origin}
    return from_coast and any(COAST in flags(state, hex) for hex in origins)


# -- on what number (1.3) ----------------------------------------------------------------------------------------
def hit_number(state: State, battle: Battle, unit: Unit) -> Ledger:
    """The highest face on which a unit hits."""
    rule = "2.2.4.5-a" if unit.side == battle.attacker else "2.2.4.5-b"
    return number_to_hit(state.law, rule, "hit-number", hit_lines(state, battle, unit))


@seam("dff.hit-number")
def hit_lines(state: State, battle: Battle, unit: Unit) -> Lines:
    """Strength, then every modifier (MD): they change the number, never the die."""
    attacks = unit.side == battle.attacker
    yield from _base(state, unit)
    if _as_ground(state, unit):
        yield from _terrain(state, battle, attacks)
        if attacks:
            yield from _crossing(state, battle, unit)
    yield from _weather(state, battle, unit, attacks)
    if attacks:
        yield from _attacking(state, battle, unit)
    elif unit.ground:
        yield from _defending(state, battle, unit)
    if unit.gassed and battle.round == 1:
        yield plus("4.7-c", "gassed", -1)


def _base(state: State, unit: Unit) -> Lines:
    if unit.kind == HQ:
        cell = charts.cell(state.law, "hit-numbers", "Artillery", charts.HITS)
        yield plus("4.4.1.1-a", "artillery", int(cell.value), cell=cell)
    elif unit.kind == TANK:
        cell = charts.cell(state.law, "hit-numbers", "Tanks", charts.HITS)
        yield plus("4.4.4-a", "tank-strength", int(cell.value), cell=cell)
    else:
        above = unit.strength > unit.entry
        yield plus("4.5.5.2" if unit.kind == BOMBER else "4.1-e" if above else "4.1-b", "strength", unit.strength)


def _as_ground(state: State, unit: Unit) -> bool:
    """Whether what changes the fire of ground units changes this fire."""
    if unit.kind == HQ:
        return state.law.reads("ground-modifiers-artillery", "yes")
    return unit.ground or state.law.reads("bomber-modifiers", "yes")


_TERRAIN_RULE = {"rough": "5.2-a", "heights": "5.2-b", "mountains": "5.2-c", "forest": "5.6"}


def _terrain(state: State, battle: Battle, attacks: bool) -> Lines:
    kind = terrain(state, battle.hex)
    yield from _one_terrain(state, kind, attacks)
    if shared(state, battle.hex) and not attacks:
        yield from _under_forest(state, battle.hex, kind)
    if CITY in flags(state, battle.hex) and not attacks:
        bonus = int(state.law.reads("city-terrain", "defence"))
        yield plus("1.1-i", "city", bonus, reading=state.law.read("city-terrain"))


def _one_terrain(state: State, kind: str, attacks: bool) -> Lines:
    cell = charts.terrain(state.law, kind, ATTACK if attacks else DEFENCE)
    if int(cell.value):
        yield plus(_TERRAIN_RULE[kind], "terrain", int(cell.value), terrain=Term(kind), cell=cell)


def _under_forest(state: State, hex: str, kind: str) -> Lines:
    """An elevation under a forest is forest (5.1-b), unless its +1 is read to stay."""
    high = elevation(state, hex)
    if kind != "forest":
        yield plus("5.1-a", "highest-counts", 0, terrain=Term(kind))
    elif state.law.reads("forest-elevation", "keeps-defence"):
        yield plus("5.1-b", "elevation-stays", 1, terrain=Term(high), reading=state.law.read("forest-elevation"))
    else:
        yield plus("5.1-b", "forest-covers", 0, terrain=Term(high), reading=state.law.read("forest-elevation"))


def _crossing(state: State, battle: Battle, unit: Unit) -> Lines:
    if battle.kind == AMPHIBIOUS:
        yield plus("5.4-c", "landing", -1)
    elif over_river(state, unit.origin, battle.hex):
        rule = "5.4-a" if all_cross(state, battle) else "5.4-b"
        yield plus(rule, "river", -1, origin=Place(unit.origin or ""), hex=Place(battle.hex))


def all_cross(state: State, battle: Battle) -> bool:
    """Whether every attacking ground unit came over a river, or from the sea."""
    men = state.ground_at(battle.hex, battle.attacker)
    if battle.kind == AMPHIBIOUS:
        return bool(men)
    return bool(men) and all(over_river(state, unit.origin, battle.hex) for unit in men)


def some_cross(state: State, battle: Battle) -> bool:
    """Whether a part of the attackers came over a river."""
    men = state.ground_at(battle.hex, battle.attacker)
    return battle.kind != AMPHIBIOUS and any(over_river(state, unit.origin, battle.hex) for unit in men)


_WEATHER_RULE = {"wet": "2.2.1.1-b", "rain": "2.2.1.1-c", "cold": "2.2.1.1-d", "blizzard": "2.2.1.1-e"}


def _weather(state: State, battle: Battle, unit: Unit, attacks: bool) -> Lines:
    now = weather_at(state, battle.hex)
    if now == "fair":
        return
    effects = ["Artillery"] if unit.kind == HQ else []
    frozen = unit.kind == HQ and now in ("cold", "blizzard") and state.law.reads("cold-artillery", "affected")
    if unit.ground or frozen or (unit.kind == BOMBER and _as_ground(state, unit)):
        effects.append("Attacking ground units" if attacks else "Defending ground units")
    for effect in effects:
        cell = charts.sky(state.law, effect, now)
        if int(cell.value):
            yield plus(_WEATHER_RULE[now], "weather", int(cell.value), weather=Term(now), cell=cell)


def _attacking(state: State, battle: Battle, unit: Unit) -> Lines:
    if battle.part == EXPLOITATION:
        yield plus("2.2.4.7-c", "exploiting", -1)
    if helpers := len(state.aid(unit)):
        yield plus("4.5.3.2-a", "fighter-aid", helpers, n=helpers)
    if state.law.reads("unsupplied-malus", "enemy-fire") and unit.ground:
        hungry = [u for u in state.ground_at(battle.hex, battle.defender) if starving(state, battle, u)]
        if hungry:
            yield plus("3.6-b", "enemy-unsupplied", 1, reading=state.law.read("unsupplied-malus"))


def starving(state: State, battle: Battle, unit: Unit) -> bool:
    """Unsupplied, or defending where nobody could pay."""
    unpaid = battle.unpaid and unit.side == battle.defender
    return unit.id in battle.hungry or (unpaid and state.law.reads("defence-without-supply", "unsupplied"))


def _defending(state: State, battle: Battle, unit: Unit) -> Lines:
    if alerted(state, battle):
        yield plus("4.4.1.2-c", "alerted", 1, n=battle.bombarded, reading=state.law.read("bombardment-alert"))
    if starving(state, battle, unit) and state.law.reads("unsupplied-malus", "own-fire"):
        yield plus("3.6-b", "unsupplied", -1, reading=state.law.read("unsupplied-malus"))
    if helpers := len(state.aid(unit)):
        yield plus("4.5.3.2-c", "fighter-aid", helpers, n=helpers)
    tanks = [u for u in state.ground_at(battle.hex, battle.attacker) if u.kind == TANK]
    if tanks and any(work.kind == TRENCH for work in state.works_at(battle.hex, battle.defender)):
        amount = -len(tanks) if state.law.reads("tank-malus", "per-tank") else -1
        yield plus("4.4.4-d", "tanks-against-trench", amount, reading=state.law.read("tank-malus"))


def alerted(state: State, battle: Battle) -> bool:
    """A bombardment of more than one round warns the defenders of the first combat round."""
    first = battle.part == INITIAL and battle.round <= 1 and battle.bombarded > 1
    return first and state.law.reads("bombardment-alert", "rule")


# -- firing ------------------------------------------------------------------------------------------------------
def shooters(state: State, battle: Battle, side: str) -> Iterator[tuple[Unit, ...]]:
    """All that fires, in groups of units that hit alike for the same reasons."""
    alike: dict[object, list[Unit]] = {}
    firing = (*men_firing(state, battle, side), *bombers_firing(state, battle, side))
    for unit in (*firing, *guns_firing(state, battle, side)):
        crossed = over_river(state, unit.origin, battle.hex) if unit.ground else False
        hungry = unit.id in battle.hungry
        key = (unit.kind, unit.nation, unit.name, unit.strength, hungry, len(state.aid(unit)), unit.gassed, crossed)
        alike.setdefault(key if unit.kind != HQ else unit.id, []).append(unit)
    return (tuple(group) for group in alike.values())


def salvo(state: State, battle: Battle, side: str, t: Trace) -> tuple[Shots, ...]:
    """The dice of a side, told group by group."""
    for id in battle.guns if side == battle.attacker else ():
        if _bombarded(battle, side, id):
            t.say("4.4.1.2-e", "guns-silent", state, hq=U(id))
    found: dict[tuple[str, int, str, str], int] = {}
    for group in shooters(state, battle, side):
        number, who = hit_number(state, battle, group[0]), tuple(U(unit.id) for unit in group)
        if number.total < 1:
            t.say("1.3-b", "fires-below-one", state, units=who, number=number)
        else:
            rule, kind = (
                "1.3-a" if len(number.lines) > 1 else number.rule,
                "fires" if number.total > 1 else "fires-on-a-one",
            )
            t.say(rule, kind, state, units=who, number=number)
        if shots_of(battle, group[0]) > 1:
            t.say("2.2.4.4-g", "guns-fire-twice", state)
        key = (group[0].kind, int(number), *_effects(state, battle, side, group[0], int(number)))
        found[key] = found.get(key, 0) + len(group) * shots_of(battle, group[0])
    if naval_guns(state, battle, side):
        number = naval_number(state, battle, side)
        t.say("4.4.1.4", "ships-fire", state, who=Side(side), number=number)
        key = (NAVAL, int(number), *_effects(state, battle, side, None, int(number)))
        found[key] = found.get(key, 0) + 1
    return tuple(Shots(tag, n, hit, plain, aimed) for (tag, hit, plain, aimed), n in found.items())


def naval_number(state: State, battle: Battle, side: str) -> Ledger:
    """Ships fire like artillery, and like it they are hampered in an Exploitation."""
    return number_to_hit(state.law, "4.4.1.4", "hit-number", naval_lines(state, battle, side))


def naval_lines(state: State, battle: Battle, side: str) -> Lines:
    cell = charts.cell(state.law, "hit-numbers", "Artillery", charts.HITS)
    yield plus("4.4.1.4", "naval-artillery", int(cell.value), cell=cell, reading=state.law.read("naval-guns"))
    if battle.part == EXPLOITATION and side == battle.attacker:
        yield plus("2.2.4.7-c", "exploiting", -1)
    now = weather_at(state, battle.hex)
    if now in ("wet", "rain"):
        sky = charts.sky(state.law, "Artillery", now)
        yield plus(_WEATHER_RULE[now], "weather", int(sky.value), weather=Term(now), cell=sky)


def shots_of(battle: Battle, unit: Unit) -> int:
    """In a landing the attacker's artillery fires twice."""
    return 2 if unit.kind == HQ and battle.kind == AMPHIBIOUS and unit.side == battle.attacker else 1


def _effects(state: State, battle: Battle, side: str, unit: Unit | None, number: int) -> tuple[str, str]:
    """What a hit and a 1 of this fire do."""
    attacks = side == battle.attacker
    tank = attacks and unit is not None and unit.kind == TANK
    plain = PAST if tank else PLAIN
    if not attacks and state.law.reads("natural-one-who", "attacker-only"):
        return plain, plain
    if number < 1 and state.law.reads("double-one", "no"):
        return plain, plain
    upward = not attacks and unit is not None and unit.ground and bool(state.flying(battle.hex, battle.attacker))
    if upward and state.law.reads("aircraft-losses", "defender-with-one"):
        return plain, AIMED_UP
    return plain, (AIMED_PAST if tank else AIMED) if several(state, battle, side) else plain


def several(state: State, battle: Battle, side: str) -> bool:
    """Whether there is more than one on whom a hit of this side could fall, so that it matters who places it."""
    victim = battle.other(side)
    works = state.works_at(battle.hex, victim) if victim == battle.defender else ()
    return len(state.ground_at(battle.hex, victim)) + len(works) > 1


@step("attackers-fire", "2.2.4.5-a")
def attackers_fire(s: State, t: Trace, hex: str) -> State:
    """1) One die for each attacking unit."""
    return _aimed(s, t, hex, s.battle(hex).attacker)


@step("defenders-fire", "2.2.4.5-b")
def defenders_fire(s: State, t: Trace, hex: str) -> State:
    """2) The defender likewise; where a river is crossed, before the attackers."""
    return _aimed(s, t, hex, s.battle(hex).defender)


def _aimed(s: State, t: Trace, hex: str, side: str) -> State:
    """What a side fires with, told group by group; then the dice."""
    groups = salvo(s, s.battle(hex), side, t)
    if not groups:
        return s
    attacks = side == s.battle(hex).attacker
    return s.fighting(hex, aimed=groups).then(task("attack-dice" if attacks else "defence-dice", hex))


@step("attack-dice", "2.2.4.5-a", under="attackers-fire")
def attack_dice(s: State, t: Trace, hex: str) -> Steps[State]:
    """All the attacker's dice at once."""
    battle = s.battle(hex)
    facts = {"hex": Place(hex)}
    volley = yield from roll(Salvo("2.2.4.5-a", battle.attacker, battle.aimed, "attack-dice", facts))
    return struck_by(s, t, battle, battle.defender, "2.2.4.5-a", volley)


@step("defence-dice", "2.2.4.5-b", under="defenders-fire")
def defence_dice(s: State, t: Trace, hex: str) -> Steps[State]:
    """All the defender's dice at once."""
    battle = s.battle(hex)
    facts = {"hex": Place(hex)}
    volley = yield from roll(Salvo("2.2.4.5-b", battle.defender, battle.aimed, "defence-dice", facts))
    return struck_by(s, t, battle, battle.attacker, "2.2.4.5-b", volley)


def struck_by(s: State, t: Trace, battle: Battle, victim: str, rule: str, volley: Volley) -> State:
    """What the dice hit is owed by the side that was fired at."""
    n = volley.total
    t.say(rule, "hits" if n else "no-hits", s, n=n, who=Side(victim), hex=Place(battle.hex))
    if placed := volley.of(AIMED, AIMED_PAST, AIMED_UP):
        t.say("2.2.4.5-d", "ones", s, n=placed, who=Side(battle.other(victim)))
    owed = (*battle.owed, Hits(victim, **dict(volley.hits))) if n else battle.owed
    return s.refight(battle.but(aimed=(), owed=owed))


def river_first(state: State, battle: Battle) -> bool:
    """The defender fires first where all attackers cross a river or land (5.4)."""
    return all_cross(state, battle)
