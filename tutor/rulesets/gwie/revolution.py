"""5.4: the Russian revolutions where the Near East is played alone."""

from __future__ import annotations

from tutor.engine.ask import NO, YES, Ask, Die, Steps, choose, nothing, roll
from tutor.engine.facts import Place
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.collapse import brought_low
from tutor.rulesets.gwie.control import began_with, controller, land_of
from tutor.rulesets.gwie.fronts import flag, fronts_of
from tutor.rulesets.gwie.nations import belonging, falls_with_russia
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.shifts import CITY
from tutor.rulesets.gwie.state import ALLIES, CP, GONE, POOL, State
from tutor.rulesets.gwie.treaty import TREATY

RANGES = "foc-ranges"
FROM, UNTIL = "I", "O"
BOLSHEVIKS_AT = 7
FALLEN, RED, DUE = "czar-fallen", "bolsheviks", "red-army-due"


@SEQUENCE.condition("czar-in-danger")
def czar_in_danger(s: State) -> bool:
    """Alone, from Strategic Turn I, as long as there is a Czar and his Front is played."""
    return s.alone and s.letter >= FROM and not s.stands(FALLEN) and "caucasus" in fronts_of(s)


@SEQUENCE.condition("bolsheviks-near")
def bolsheviks_near(s: State) -> bool:
    """Alone, from the Strategic Turn after the Fall of the Czar."""
    return s.alone and s.stands(FALLEN) and not s.stands(RED) and "caucasus" in fronts_of(s)


@SEQUENCE.condition("peace-to-be-had")
def peace_to_be_had(s: State) -> bool:
    """Alone, from the Strategic Turn after the Bolshevik Revolution, as long as no treaty is declared (5.46, 15.93)."""
    return s.alone and s.stands(RED) and not s.stands(TREATY) and "caucasus" in fronts_of(s)


# -- the Fall of the Czar (5.43b, 5.45) ------------------------------------------------------------------------
@step("czar-roll", "5.43b")
def czar_roll(s: State, t: Trace) -> Steps[State]:
    """One die, and one more for every Russian city of the CP: within the range of the track the Czar falls."""
    die = yield from roll(Die("5.43b", CP, "czar-die"))
    added = cities_lost(s)
    cell = s.law.table(RANGES).at(min(s.letter, UNTIL), "Range")
    least, total = int(cell.value.removesuffix("+")), die + int(added)
    t.say("5.43b", "czar-rolled", s, die=die, modifier=added, n=total, wanted=least, cell=cell)
    if total < least:
        return s
    t.say("5.45", "czar-has-fallen", s)
    return s.but(affairs=s.affairs | {FALLEN}, czar_fell=True).then(task("czar-falls"))


def cities_lost(s: State) -> Ledger:
    """The Russian cities that the CP control."""
    return s.law.ledger("5.43b", "russian-cities", _lost_lines(s, "5.43b"))


def _lost_lines(s: State, rule: str) -> Lines:
    for hex in s.map.places:
        if land_of(s, hex) == "russia" and flag(s, hex, CITY) and controller(s, hex) == CP:
            yield plus(rule, "russian-city-lost", 1, hex=Place(hex))


# -- the Bolshevik Revolution (5.44b, 16.3) --------------------------------------------------------------------
@step("bolshevik-roll", "5.44b")
def bolshevik_roll(s: State, t: Trace) -> Steps[State]:
    """The CP may roll: seven or more, and Russia is out of the war."""
    rolls = yield from choose(Ask(s, "5.44b", CP, "bolshevik-roll", ("option",), nothing, options=(YES, NO)))
    if rolls == NO:
        return s
    die = yield from roll(Die("5.44b", CP, "bolshevik-die"))
    added = unrest(s)
    total = die + int(added)
    t.say("5.44b", "bolsheviks-rolled", s, die=die, modifier=added, n=total, wanted=BOLSHEVIKS_AT)
    return s.then(task("russia-collapses")) if total >= BOLSHEVIKS_AT else s


def unrest(s: State) -> Ledger:
    """What is added to the die of the Bolshevik Revolution."""
    return s.law.ledger("5.44b", "unrest", unrest_lines(s))


def unrest_lines(s: State) -> Lines:
    yield from _lost_lines(s, "5.44b")
    if s.stormed:
        yield plus("5.44a", "russians-attacked", s.stormed, turns=s.stormed)
    if s.calm:
        yield plus("5.44a", "russians-in-peace", s.calm, turns=s.calm)
    for hex in s.map.places:
        if _conquered(s, hex):
            yield plus("5.44a", "russian-conquest", -1, hex=Place(hex))


def _conquered(s: State, hex: str) -> bool:
    """Whether this is a city of the CP in which Russians stand, or were the last to (5.43c)."""
    began = began_with(s, hex) if flag(s, hex, CITY) else None
    if began is None or began[0] != CP or controller(s, hex) != ALLIES:
        return False
    return s.entered.get(hex) == "RU" or "RU" in belonging(s.forces_at(hex, ALLIES))


# -- the treaty, or the Red Army (5.46, 15.93) -----------------------------------------------------------------
@step("brest-litovsk", "5.46")
def brest_litovsk(s: State, t: Trace) -> Steps[State]:
    """The CP may declare the war in Russia over."""
    signed = yield from choose(Ask(s, "5.46", CP, "brest-litovsk", ("option",), nothing, options=(YES, NO)))
    if signed == NO:
        return s
    t.say("5.46", "peace-declared", s)
    return s.but(affairs=s.affairs | {TREATY})


@step("red-army-forms", "15.93")
def red_army_forms(s: State, t: Trace) -> State:
    """The first of these Strategic Turns passes; from the second after the Revolution on the Red Army is raised."""
    if not s.stands(DUE):
        t.say("15.93", "red-army-to-come", s)
        return s.but(affairs=s.affairs | {DUE})
    return s.then(task("red-army"))


@step("unrest-noted", "5.44a")
def unrest_noted(s: State, t: Trace) -> State:
    """A turn in which Russians attacked, and one in which nobody attacked them in Russia, weigh in the Revolution."""
    attacked = any("RU" in made.nations for made in s.made)
    defended = any(made.side == CP and land_of(s, made.hex) == "russia" for made in s.made)
    return s.but(stormed=s.stormed + attacked, calm=s.calm + (not defended))


@step("russia-collapses", "16.3")
def russia_collapses(s: State, t: Trace) -> State:
    """Its points and HQs are lost, its brigades leave the game, and its divisions are worth one each (16.11)."""
    russians = [u for u in s.pieces if falls_with_russia(s, u) and u.box != GONE]
    gone = [u for u in russians if u.hq or (u.fights and u.size == "brigade")]
    weak = [u for u in russians if u.fights and u not in gone]
    s = brought_low(s, "RU", russians).put(*(u.but(place=None, box=GONE) for u in gone))
    s = s.but(affairs=s.affairs | {RED})
    t.say("16.3", "brigades-go", s, n=len(gone))
    armenians = s.law.read("armenians-in-collapse") if any(u.nation == "AR" for u in s.pieces) else None
    t.say("16.11", "collapsed", s, n=sum(u.box != POOL for u in weak), reading=armenians)
    return _peace_offered(s, t)


def _peace_offered(s: State, t: Trace) -> State:
    """Whether the treaty may be declared in the phase of the Revolution itself is a reading (5.46, 15.93)."""
    if not peace_to_be_had(s):
        return s
    moment = s.law.read("treaty-moment")
    if moment.option == "same-phase":
        t.say("5.46", "peace-at-once", s, reading=moment)
        return s.then(task("brest-litovsk"))
    t.say("5.46", "peace-later", s, reading=moment)
    return s
