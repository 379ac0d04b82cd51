"""5.38, 5.6, 16.6: what Turkey must keep at home, and whether it surrenders."""

from __future__ import annotations

from typing import Any

from tutor.engine.ask import DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Cell, Place
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.boxes import ALPENKORPS, ALPENKORPS_CAME
from tutor.rulesets.gwie.collapse import SURRENDERED, surrendered
from tutor.rulesets.gwie.control import surrender_hexes
from tutor.rulesets.gwie.fronts import NEAR_EAST, fronts_of
from tutor.rulesets.gwie.nations import nation_of
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.state import ALLIES, ARABIA, CP, CP_NEAR_EAST, SUPPLIED, TRANSIT, TRR, State, Unit
from tutor.rulesets.gwie.supply import supply_at
from tutor.rulesets.gwie.victory import won

DICE = "trr-dice"
FIRST_LETTER, LAST_STATED = "C", "R"
SURRENDERS_AT = 11
GARRISON, WITH_58TH = 4, 5
BAGDAD, JERUSALEM, BAKU = "bagdad-1915", "jerusalem-1917", "N3653"
ISLAM = "army-of-islam"


@SEQUENCE.condition("turkey-tested")
def turkey_tested(s: State) -> bool:
    """Whether the reserve is asked for and surrender is rolled: alone, from C on, where all three Fronts are played."""
    return s.alone and s.letter >= FIRST_LETTER and fronts_of(s) >= NEAR_EAST and not s.stands(SURRENDERED)


# -- the reserve (5.38) ----------------------------------------------------------------------------------------
@step("turkish-reserve-roll", "5.38")
def reserve_roll(s: State, t: Trace) -> Steps[State]:
    """One or two dice are the divisions that must be kept back."""
    total, n = 0, dice(s)
    for _ in range(n):
        total += yield from roll(Die("5.38", CP, "reserve-die"))
    s = s.but(required=total)
    reading = s.law.read("trr-dice-late") if s.letter > LAST_STATED else None
    t.say("5.38", "reserve-required", s, n=total, now=len(in_reserve(s)), reading=reading)
    return s.then(task("fill-reserve"), task("empty-reserve"))


def dice(s: State) -> int:
    """How many dice this letter has; of S, T and U the booklet says nothing."""
    if s.letter > LAST_STATED:
        return 0 if s.law.reads("trr-dice-late", "none") else 1
    table = s.law.table(DICE)
    row = next(row for row in table.rows if row[0] <= s.letter <= row[-1])
    return int(table.at(row, "Dice").value)


def in_reserve(s: State) -> list[Unit]:
    """The Turkish infantry divisions that are kept back."""
    return [u for u in s.pieces if u.box == TRR and u.nation == "TU" and u.foot and u.size == "division"]


@step("fill-reserve", "5.38")
def fill_reserve(s: State, t: Trace) -> Steps[State]:
    """What is lacking may come at once from the map, from the way or from the box of new units."""
    if len(in_reserve(s)) >= s.required or not any(_fits(s, u.id) for u in s.pieces):
        return s
    id = yield from choose(
        Ask(
            s,
            "5.38",
            CP,
            "fill-reserve",
            ("unit",),
            lambda id: objections_to_reserving(s, id),
            to_end=lambda: iter(()),
        )
    )
    if id == DONE:
        return s
    s = s.put(s.unit(id).but(place=None, box=TRR, since=s.turn))
    t.say("5.38", "kept-in-reserve", s, unit=U(id), now=len(in_reserve(s)), n=s.required)
    return s.then(task("fill-reserve"))


def _fits(s: State, id: str) -> bool:
    return s.law.allows(objections_to_reserving(s, id))


def objections_to_reserving(s: State, id: str) -> Checks:
    """A Turkish infantry division on the map, on the way, or new."""
    unit = s.unit(id)
    if unit.nation != "TU" or not unit.foot or unit.size != "division":
        yield objection("5.38", "turkish-divisions-only", unit=U(id))
    elif unit.place is None and unit.box not in (TRANSIT, CP_NEAR_EAST):
        yield objection("5.38", "not-within-reach", unit=U(id))
    else:
        yield held("5.38", "may-be-kept", unit=U(id))


@step("empty-reserve", "5.38")
def empty_reserve(s: State, t: Trace) -> Steps[State]:
    """What is beyond the number may go to the Transit Box, outside the limit."""
    if len(in_reserve(s)) <= s.required:
        return s
    id = yield from choose(
        Ask(
            s,
            "5.38",
            CP,
            "empty-reserve",
            ("unit",),
            lambda id: objections_to_releasing(s, id),
            to_end=lambda: iter(()),
        )
    )
    if id == DONE:
        return s
    s = s.put(s.unit(id).but(box=TRANSIT, since=s.turn, front=""))
    t.say("5.38", "leaves-reserve", s, unit=U(id))
    return s.then(task("empty-reserve"))


def objections_to_releasing(s: State, id: str) -> Checks:
    check = held if s.unit(id) in in_reserve(s) else objection
    yield check("5.38", "in-reserve", unit=U(id))


# -- surrender (5.61, 5.62) ------------------------------------------------------------------------------------
def surrender_modifier(s: State) -> Ledger:
    """What is added to the die, with all that makes it."""
    return s.law.ledger("5.62", "surrender-modifier", surrender_lines(s))


def surrender_lines(s: State) -> Lines:
    for cell in surrender_hexes(s):
        yield from _hex_lines(s, cell)
    yield from _arabia_lines(s)
    corps = s.named(ALPENKORPS)
    if corps is not None and ALPENKORPS_CAME in s.affairs:
        yield plus("5.62", "alpenkorps-came", 1, unit=U(corps.id))
    if BAGDAD in s.affairs:
        yield plus("5.62", "bagdad-fell", 3)
    if JERUSALEM in s.affairs:
        yield plus("5.62", "jerusalem-fell", 1)
    if s.stands(ISLAM) and not any(u.nation == "TU" for u in s.forces_at(BAKU)):
        yield plus("5.62", "baku-not-turkish", 4, hex=Place(BAKU))
    lacking = s.required - len(in_reserve(s))
    if lacking > 0:
        yield plus("5.62", "reserve-lacks", lacking, now=len(in_reserve(s)), wanted=s.required)


def _arabia_lines(s: State) -> Lines:
    """Four Turkish units keep Arabia, five once the 58th is in play: placed, or due as so read."""
    last = s.named("58th")
    guards = sum(u.box == ARABIA and u.nation == "TU" for u in s.pieces)
    waits = last is not None and last.box == CP_NEAR_EAST and not last.rebuilt
    facts: dict[str, Any] = {"reading": s.law.read("arabia-fifth-unit")} if waits else {}
    in_play = last is not None and not last.arrives and (not waits or s.law.reads("arabia-fifth-unit", "due"))
    wanted = WITH_58TH if in_play else GARRISON
    if guards < wanted:
        yield plus("5.62", "arabia-bare", 1, n=guards, wanted=wanted, **facts)


def _hex_lines(s: State, cell: Cell) -> Lines:
    """A hex that is supplied weighs; where the sea alone supplies it, a reading asks for a Russian in it (11.45)."""
    facts: dict[str, Any] = {"hex": Place(cell.value), "cell": cell}
    means = _means_of_supply(s, cell.value)
    if means == {"11.45"} and not any(nation_of(u) == "RU" for u in s.forces_at(cell.value, ALLIES)):
        facts["reading"] = s.law.read("coast-of-a-surrender-hex")
        if facts["reading"].option == "occupied":
            return
    if means:
        yield plus("5.62", "surrender-hex", 1, **facts)


def _means_of_supply(s: State, hex: str) -> set[str]:
    """The rules by which a British or a Russian unit would be in supply there."""
    found = [supply_at(s, Unit("", ALLIES, nation, "infantry"), hex) for nation in ("BR", "RU")]
    return {supply.by.rule for supply in found if supply.status == SUPPLIED}


@step("turkish-surrender-roll", "5.61")
def surrender_roll(s: State, t: Trace) -> Steps[State]:
    """Eleven or more, and Turkey lays down its arms: the Near East alone is then won (18.4)."""
    die = yield from roll(Die("5.61", ALLIES, "turkish-surrender-die"))
    added = surrender_modifier(s)
    total = die + int(added)
    t.say("5.61", "surrender-rolled", s, die=die, modifier=added, n=total, wanted=SURRENDERS_AT)
    if total < SURRENDERS_AT:
        return s
    s = s.but(affairs=s.affairs | {SURRENDERED})
    t.say("5.61", "turkey-surrenders", s)
    s = surrendered(s, t)
    return won(s, t, ALLIES, "18.4", "surrender-wins")
