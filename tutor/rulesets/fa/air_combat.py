"""10.3.2-10.3.4: interception, and air combat in rounds."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, Steps, Total, choose, nothing, roll
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.air_results import hit, let_through, repelled, worst_results
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.drafts import AirCombat, Mission
from tutor.rulesets.fa.missions import objections_to_flying, objections_to_range, sent
from tutor.rulesets.fa.nations import cooperate, objections_to_company
from tutor.rulesets.fa.state import INTERCEPTOR, SIDES, State, Unit, foe

GREATEST = 3


# -- interception ------------------------------------------------------------------------------------------------
@step("intercept", "10.3-a")
def intercept(s: State, t: Trace) -> Steps[State]:
    """When all missions are announced the other side sends fighters against them."""
    if not any(s.unit(id).side == s.phasing for id in s.missions):
        return s
    unit = yield from choose(
        Ask(
            s,
            "10.3-a",
            s.waiting,
            "intercept",
            ("unit",),
            lambda id: objections_to_intercepting_with(s, id),
            to_end=nothing,
        )
    )
    if unit == DONE:
        return s
    return s.then(task("intercept-at"), task("intercept"), chosen=unit)


def objections_to_intercepting_with(s: State, id: str) -> Checks:
    """May this aircraft intercept anything?"""
    unit = s.unit(id)
    if unit.side != s.waiting or unit.place is None:
        yield objection("10.3-a", "not-defending", unit=U(id), side=Side(s.waiting))
        return
    if not unit.fighter:
        rule, kind = ("10.7.6.4", "no-defensive-support") if unit.tactical else ("10.3-a", "only-fighters")
        yield objection(rule, kind, unit=U(id))
        return
    yield from objections_to_flying(s, unit)
    closed: list[Check] = []
    for hex in sorted({m.hex for m in s.missions.values()}):
        refusal = s.law.first_objection(objections_to_intercepting(s, unit, hex))
        if refusal is None:
            return
        closed.append(refusal)
    yield from closed


def objections_to_intercepting(s: State, unit: Unit, hex: str) -> Checks:
    """May this fighter intercept over this hex?"""
    if not any(m.hex == hex and s.unit(id).side == s.phasing for id, m in s.missions.items()):
        yield objection("10.3-a", "nothing-flies-there", hex=Place(hex))
        return
    aloft = [s.unit(id) for id, m in s.missions.items() if m.hex == hex and s.unit(id).side == unit.side]
    yield from objections_to_company(s, unit, aloft, "strangers-aloft")
    yield from _for_whom(s, unit, hex)
    yield from objections_to_range(s, unit, unit.place or "", hex)


def _for_whom(s: State, unit: Unit, hex: str) -> Checks:
    """Missions against those with whom one does not cooperate, or against a surprised country, are let pass."""
    struck = {u.country for u in s.troops(hex, unit.side)} or {s.holder(hex)}
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if not any(cooperate(s, unit.nation, nation) for nation in struck):
        yield objection("19.2_a-i", "not-for-strangers", nation=Term(min(struck)), **facts)
    startled = struck & set(s.surprised)
    if startled and unit.country not in startled:
        yield objection("12_a", "no-help-for-surprised", nation=Term(min(startled)), **facts)


@step("intercept-at", "10.3-a", under="intercept")
def intercept_at(s: State, t: Trace) -> Steps[State]:
    """The hex over which the chosen fighter intercepts."""
    hex = yield from choose(
        Ask(
            s,
            "10.3-a",
            s.waiting,
            "intercept-at",
            ("place",),
            lambda hex: objections_to_intercepting(s, s.unit(s.chosen), hex),
            back=True,
            facts={"unit": U(s.chosen)},
        )
    )
    if hex == BACK:
        return s.but(chosen="")
    return sent(s, t, s.chosen, Mission(hex, INTERCEPTOR))


# -- where there is combat (10.3.4) ------------------------------------------------------------------------------
@step("air-combats", "10.3.4")
def air_combats(s: State, t: Trace) -> State:
    """Combat wherever fighters of one side meet aircraft of the other; elsewhere all bombers get through."""
    hexes = sorted({m.hex for m in s.missions.values()})
    return s.then(*(task("air-combat", hex) for hex in hexes), task("promotions"))


def over(s: State, hex: str, side: str) -> tuple[Unit, ...]:
    """The aircraft of a side over a hex."""
    found = (s.unit(id) for id, m in sorted(s.missions.items()) if m.hex == hex)
    return tuple(u for u in found if u.side == side)


def as_fighter(s: State, unit: Unit) -> bool:
    """A fighter that flies as one; as a bomber it only counts as a bomber."""
    return s.missions[unit.id].role in ("escort", INTERCEPTOR)


@step("air-combat", "10.3.4")
def air_combat(s: State, t: Trace, hex: str) -> State:
    """One combat: both sides line up, then rounds."""
    ours, theirs = over(s, hex, s.phasing), over(s, hex, s.waiting)
    fighters = any(as_fighter(s, u) for u in (*ours, *theirs))
    s = s.but(air=AirCombat(hex))
    if not (ours and theirs and fighters):
        return _all_through(s, t, s.phasing).but(air=None)
    t.say("10.3.4", "air-combat-opens", s, hex=Place(hex), ours=units(ours), theirs=units(theirs))
    return s.then(*(task("line-up", side) for side in (s.waiting, s.phasing)), task("lines"), task("air-round"))


# -- lining up (10.3.4.1) ----------------------------------------------------------------------------------------
def unplaced(s: State, side: str) -> tuple[Unit, ...]:
    """The aircraft of a side that are in no line yet."""
    return tuple(u for u in over(s, s.sky.hex, side) if u.id not in s.sky.line(side))


@step("line-up", "10.3.4.1-b")
def line_up(s: State, t: Trace, side: str) -> Steps[State]:
    """Each side puts its fighters and its bombers in line, front first, unseen by the other."""
    if not unplaced(s, side):
        return s
    unit = yield from choose(
        Ask(
            s,
            "10.3.4.1-b",
            side,
            "line-up",
            ("unit",),
            lambda id: objections_to_lining_up(s, side, id),
            sealed=True,
        )
    )
    sky = s.sky
    if as_fighter(s, s.unit(unit)):
        sky = sky.but(fighters=sky.fighters.put(side, (*sky.fighters.get(side, ()), unit)))
    else:
        sky = sky.but(bombers=sky.bombers.put(side, (*sky.bombers.get(side, ()), unit)))
    return s.then(task("line-up", side), air=sky)


def objections_to_lining_up(s: State, side: str, id: str) -> Checks:
    unit = s.unit(id)
    mission = s.missions.get(id)
    if unit.side != side or mission is None or mission.hex != s.sky.hex:
        yield objection("10.3.4.1-a", "not-in-air-combat", unit=U(id), hex=Place(s.sky.hex))
    elif id in s.sky.line(side):
        yield objection("10.3.4.1-b", "in-line-already", unit=U(id))
    else:
        role = Term("fighters" if as_fighter(s, unit) else "bombers")
        yield held("10.3.4.1-a", "in-group", unit=U(id), role=role)


@step("lines", "10.3.4.1-b", under="line-up")
def lines(s: State, t: Trace) -> State:
    """Both lines are shown."""
    s = s.but(air=s.sky.but(started=True))
    for side in (s.waiting, s.phasing):
        fighters, bombers = s.sky.fighters.get(side, ()), s.sky.bombers.get(side, ())
        t.say("10.3.4.1-b", "lined-up", s, side=Side(side), fighters=units(fighters), bombers=units(bombers))
    return s


# -- a round (10.3.4.2) --------------------------------------------------------------------------------------------
def power(s: State, side: str) -> Ledger:
    """The air power of a side: its front fighter and one for each other, or its front bomber alone."""
    return s.law.ledger("10.3.4.2-b", "air-power", power_lines(s, side))


def power_lines(s: State, side: str) -> Lines:
    fighters, bombers = s.sky.fighters.get(side, ()), s.sky.bombers.get(side, ())
    if fighters:
        yield plus("10.3.4.2-b", "front-fighter", s.unit(fighters[0]).factor, unit=U(fighters[0]))
        if others := fighters[1:]:
            yield plus("10.3.4.2-b", "other-fighters", len(others), units=units(others))
    elif bombers:
        yield plus("10.3.4.2-b", "front-bomber", s.unit(bombers[0]).factor, unit=U(bombers[0]))


def value(s: State, side: str) -> Ledger:
    """The combat value of a side: its power less the other's."""

    def say() -> Lines:
        yield plus("10.3.4.2-b", "own-power", power(s, side), side=Side(side))
        theirs = power(s, foe(side))
        yield plus("10.3.4.2-b", "enemy-power", -theirs.total, side=Side(foe(side)), theirs=theirs)

    return s.law.ledger("10.3.4.2-b", "air-value", say())


def column(value: int) -> str:
    value = min(max(value, -GREATEST), GREATEST)
    return f"+{value}" if value > 0 else str(value)


def ended(s: State) -> bool:
    """No bomber is still on its way, one side has nothing left, or one has no fighters (10.3.4.2)."""
    empty = any(not s.sky.line(side) for side in SIDES)
    return empty or not any(s.sky.fighters.get(side) for side in SIDES) or not any(s.sky.bombers.values())


@step("air-round", "10.3.4.2-a")
def air_round(s: State, t: Trace) -> State:
    """Values are reckoned for both; the side not in phase rolls first."""
    if ended(s):
        return s.then(task("air-over"))
    ours, theirs = value(s, s.phasing), value(s, s.waiting)
    leaders = {side: s.sky.fighters.get(side, ())[0] for side in SIDES if s.sky.fighters.get(side)}
    s = s.but(air=s.sky.but(leaders=FrozenMap(leaders)))
    for side, reckoned in ((s.waiting, theirs), (s.phasing, ours)):
        t.say("10.3.4.2-b", "air-value-of", s, side=Side(side), value=reckoned, column=column(int(reckoned)))
    return s.then(
        task("air-roll", s.waiting, int(theirs)),
        task("air-roll", s.phasing, int(ours)),
        task("abandon", s.phasing),
        task("abandon", s.waiting),
        task("air-round"),
    )


@step("air-roll", "10.3.4.2-c", under="air-round")
def air_roll(s: State, t: Trace, side: str, value: int) -> Steps[State]:
    """Two dice on the column of the value reckoned before; the result falls on the other side."""
    if not s.sky.line(foe(side)):
        return s
    dice = yield from roll(Total("10.3.4.2-c", side, "air-dice"))
    cell = s.law.table("air-combat").at(dice, column(value))
    t.say("10.3.4.3-a", "air-result", s, side=Side(side), n=dice, column=column(value), cell=cell)
    if cell.value == "-":
        return s
    return s.then(task("air-hit", side, cell.value[0], cell.value[1]))


@step("air-hit", "10.3.4.3-a", under="air-round")
def air_hit(s: State, t: Trace, side: str, prefix: str, result: str) -> Steps[State]:
    """A: the roller names the victim, D: its owner. X destroys it, A repels it, C lets a bomber through."""
    victims = worst_results(s, foe(side), result)
    if not victims:
        t.say("10.3.4.3-a", "no-bomber-to-pass", s, side=Side(foe(side)))
        return s
    rule, who = ("10.3.4.3-b", side) if prefix == "A" else ("10.3.4.3-c", foe(side))
    unit = yield from choose(
        Ask(
            s,
            rule,
            who,
            "air-victim",
            ("unit",),
            lambda id: objections_to_victim(s, rule, foe(side), result, id),
            facts={"result": Term(f"air-{result}")},
        )
    )
    if result == "X":
        return hit(s, t, side, unit)
    return repelled(s, t, unit) if result == "A" else let_through(s, t, unit)


def objections_to_victim(s: State, rule: str, side: str, result: str, id: str) -> Checks:
    """Only the front aircraft of a group can be hit; any bomber may be let through."""
    if id not in s.sky.line(side):
        yield objection(rule, "not-in-line", unit=U(id), side=Side(side))
    elif id not in worst_results(s, side, result):
        kind = "only-bombers-pass" if result == "C" else "only-the-front"
        yield objection("10.3.4.3-a" if result == "C" else "10.3.4.1-b", kind, unit=U(id))
    else:
        yield held(rule, "may-suffer", unit=U(id))


@step("abandon", "10.3.4.2-d", under="air-round")
def abandon(s: State, t: Trace, side: str) -> Steps[State]:
    """After a round each side may call off all it still has in the line, the side in phase first."""
    if ended(s):
        return s
    answer = yield from choose(Ask(s, "10.3.4.2-d", side, "abandon", ("option",), nothing, options=("stay", "abandon")))
    if answer == "stay":
        return s
    t.say("10.3.4.2-d", "abandons", s, side=Side(side), units=units(s.sky.line(side)))
    for id in s.sky.line(side):
        s = repelled(s, t, id)
    return s


@step("air-over", "10.3.4.2-e", under="air-round")
def air_over(s: State, t: Trace) -> State:
    """The bombers of a side whose enemy has no fighters left get through."""
    for side in SIDES:
        if not s.sky.fighters.get(foe(side)):
            s = _all_through(s, t, side)
    passed = [u for u in over(s, s.sky.hex, s.phasing) if s.missions[u.id].through]
    t.say("10.3.4.2-e", "air-combat-over", s, hex=Place(s.sky.hex), units=units(passed))
    return s.but(air=None)


def _all_through(s: State, t: Trace, side: str) -> State:
    """All bombers and observers of a side over the hex reach their targets."""
    passing = [u for u in over(s, s.sky.hex, side) if not as_fighter(s, u) and not s.missions[u.id].through]
    for unit in passing:
        s = s.but(missions=s.missions.put(unit.id, s.missions[unit.id].but(through=True)))
    if passing:
        t.say("10.3.4.2-a", "all-through", s, units=units(passing), hex=Place(s.sky.hex))
    return s
