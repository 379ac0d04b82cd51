"""15.8, 15.9: Arabs and Armenians, the Provisional Government and the Red Army."""

from __future__ import annotations

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.entering import came_in
from tutor.rulesets.gwie.fronts import flag
from tutor.rulesets.gwie.homes import objections_to_leaving_home
from tutor.rulesets.gwie.nations import RED_ARMY, RED_HQ, collapsed, nation_of, red
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.state import ALLIED_EUROPE, ALLIED_NEAR_EAST, ALLIES, CP, POOL, WAITING, State, Unit
from tutor.rulesets.gwie.supply import in_supply

STRENGTHS = "untried-strengths"
PROVISIONAL_MP, RED_MP = 3, 4
BRIGADE, DIVISION = "brigade", "division"
ANA = "ana"


# -- Untried (15.82) -------------------------------------------------------------------------------------------
@step("reveal", "15.82")
def reveal(s: State, t: Trace, id: str) -> Steps[State]:
    """The counter is turned over: its strength is one of those that the pool still holds."""
    unit = s.unit(id)
    table = s.law.table(STRENGTHS)
    rows = [row for row in table.rows if table.rows[row]["nation"] == unit.nation]
    die = yield from roll(Die("15.82", unit.side, "reveal", sides=len(rows), facts={"unit": U(id)}))
    cell = table.at(rows[die - 1], "strength")
    strength = int(cell.value)
    s = s.put(unit.but(untried=False, face=((strength, strength),)))
    t.say("15.82", "revealed", s, unit=U(id), strength=strength, cell=cell)
    if collapsed(s, unit):
        s = s.put(s.unit(id).but(face=((1, 1),)))
        t.say("16.11", "revealed-collapsed", s, unit=U(id), reading=s.law.read("armenians-in-collapse"))
    return s


# -- Arabs (15.81, 15.83) --------------------------------------------------------------------------------------
@SEQUENCE.condition("arabs-played")
def arabs_played(s: State) -> bool:
    """Whether the Arab Northern Army has been played, so that a lost one is replaced (6.7)."""
    return s.stands(ANA)


@step("redraw-arab", "15.83")
def redraw_arab(s: State, t: Trace) -> Steps[State]:
    """In the next Strategic Turn another Arab unit, drawn at random, goes to a desert hex of Palestine."""
    pool = sorted(u.id for u in s.pieces if u.nation == "AB" and u.box == POOL)
    if not pool or any(u.nation == "AB" and u.place is not None for u in s.pieces):
        return s
    die = yield from roll(Die("15.83", ALLIES, "arab-draw", sides=len(pool)))
    return s.then(task("place-arab"), chosen=pool[die - 1])


@step("place-arab", "6.7", under="redraw-arab")
def place_arab(s: State, t: Trace) -> Steps[State]:
    id = s.chosen or ""
    hex = yield from choose(
        Ask(
            s,
            "6.7",
            ALLIES,
            "place-arab",
            ("place",),
            lambda hex: objections_to_raising(s, id, hex),
            facts={"unit": U(id)},
        )
    )
    s = s.change(id, place=hex, box="", untried=True).but(chosen=None, affairs=s.affairs | {ANA})
    t.say("6.7", "arab-raised", s, unit=U(id), hex=Place(hex))
    return came_in(s, t, s.unit(id), hex)


def objections_to_raising(s: State, id: str, hex: str) -> Checks:
    """Any desert hex of Palestine in the Ottoman Empire that no CP unit occupies, whoever controls it."""
    yield from objections_to_leaving_home(s, s.unit(id), hex)
    if s.map.hex(hex).terrain != "desert" or not flag(s, hex, "palestine"):
        yield objection("15.83", "arabs-in-the-desert", hex=Place(hex))
    if any(u.ground or u.garrisoned for u in s.at(hex, CP)):
        yield objection("6.7", "desert-occupied", hex=Place(hex))


# -- the Provisional Government (15.91, 15.92) -----------------------------------------------------------------
def turns_provisional(s: State, unit: Unit) -> bool:
    """Czarist infantry but the Serbian volunteers; the divisions have two faces (3.26), of brigades it is a reading."""
    if unit.nation != "RU" or not unit.foot or unit.called == "serb-volunteers":
        return False
    return unit.size != BRIGADE or s.law.reads("czarist-brigades", "divisions")


@step("czar-falls", "15.91")
def czar_falls(s: State, t: Trace) -> State:
    """All czarist infantry, wherever it lies, becomes divisions of the Provisional Government."""
    turned = 0
    for unit in s.pieces:
        if turns_provisional(s, unit):
            back = unit.back or (1, 2)
            steps = 1 if unit.steps else 0
            s = s.put(
                unit.but(nation="PG", face=(back,), back=unit.face[0], mp=PROVISIONAL_MP, steps=steps, size=DIVISION)
            )
            turned += 1
    t.say("15.91", "czarists-flipped", s, n=turned)
    brigades = [u for u in s.pieces if u.nation == "RU" and u.foot and u.size == BRIGADE]
    if brigades:
        t.say("15.91", "brigades-stay", s, units=units(brigades), reading=s.law.read("czarist-brigades"))
    for unit in s.pieces:
        if unit.nation == "PG" and unit.box == WAITING:
            s = s.put(unit.but(box=russian_box(s)))
            reading = s.law.read("provisional-box")
            t.say("15.92", "provisional-available", s, unit=U(unit.id), box=Term(russian_box(s)), reading=reading)
    return s


def russian_box(s: State) -> str:
    """In which Allied box new Russian units wait: the booklet has one in Europe and one in the Near East."""
    return ALLIED_EUROPE if not s.alone and s.law.reads("provisional-box", "europe") else ALLIED_NEAR_EAST


# -- the Red Army (15.93) --------------------------------------------------------------------------------------
@step("red-army", "15.93")
def red_army(s: State, t: Trace) -> Steps[State]:
    """A die gives how many supplied divisions of the Provisional Government become the Red Army's."""
    die = yield from roll(Die("15.93", ALLIES, "red-army-die"))
    able = sum(_may_turn_red(s, u) for u in s.on_map())
    n = min(die, able)
    if die > able:
        t.say("15.93", "red-army-excess", s, n=die - able)
    return s.then(*(task("red-division") for _ in range(n)), task("red-hq"))


def _may_turn_red(s: State, unit: Unit) -> bool:
    return s.law.allows(objections_to_red_division(s, unit.id))


@step("red-division", "15.93", under="red-army")
def red_division(s: State, t: Trace) -> Steps[State]:
    id = yield from choose(
        Ask(s, "15.93", ALLIES, "red-division", ("unit",), lambda unit: objections_to_red_division(s, unit))
    )
    unit = s.unit(id)
    s = s.put(unit.but(called=RED_ARMY, face=(unit.back or (3, 3),), back=unit.face[0], mp=RED_MP))
    t.say("15.93", "turned-red", s, unit=U(id))
    return s


def objections_to_red_division(s: State, id: str) -> Checks:
    unit = s.unit(id)
    if unit.nation != "PG" or unit.place is None or unit.called:
        yield objection("15.93", "not-provisional", unit=U(id))
    elif not in_supply(s, unit):
        yield objection("15.93", "red-needs-supply", unit=U(id))


@step("red-hq", "15.93", under="red-army")
def red_hq(s: State, t: Trace) -> State:
    """One HQ comes with them; it never supports, it only supplies."""
    hq = next((u for u in s.pieces if u.hq and nation_of(u) == "RU" and u.place is None), None)
    if hq is None or not any(u.called == RED_ARMY for u in s.on_map()):
        return s
    s = s.put(hq.but(support=0, box=russian_box(s), called=RED_HQ))
    t.say("15.93", "red-hq", s, unit=U(hq.id))
    return s


def objections_to_red_passing(s: State, unit: Unit, hex: str) -> Checks:
    """The Red Army does not pass through other Allies, nor they through it."""
    others = [u for u in s.units_at(hex, unit.side) if red(u) != red(unit)]
    if others:
        yield objection("15.93", "red-army-passes-not", unit=U(unit.id), hex=Place(hex), units=units(others))
