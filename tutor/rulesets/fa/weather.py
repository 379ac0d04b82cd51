"""8: the weather of a hex, and what it does to land combat, to HQs and to aircraft."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tutor.engine.ask import Die, Steps, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Line, Lines, at_least, plus
from tutor.engine.pieces import FrozenMap
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.state import State, Unit

CLEAR, MUD, WINTER, SEVERE = "clear", "mud", "winter", "severe-winter"
FOUL = (MUD, SEVERE)
ZONES = ("arctic", "mediterranean")


CHART = "weather"
LETTERS = {"C": CLEAR, "M": MUD, "W": WINTER, "S": SEVERE}
NAMED = {CLEAR: "clear-weather"}  # clear ground goes by the same word
ZONES_OF_CHART = ("arctic", "temperate", "mediterranean")


# -- the roll of the turn (8.1) --------------------------------------------------------------------------------------
@step("weather-roll", "8.1-a")
def weather_roll(s: State, t: Trace) -> Steps[State]:
    """One die for the weather of every zone, until the next turn."""
    faces = len(s.law.table(CHART).cells)
    die = yield from roll(Die("8.1-a", s.initiative, "weather-die", faces))
    rolled = weather_number(s, die)
    cell = s.law.table(CHART).at(rolled.total, s.turn)
    letters, _, noted = str(cell.value).partition(" ")
    weather = {zone: LETTERS[letter] for zone, letter in zip(ZONES_OF_CHART, letters.split("/"), strict=True)}
    s = s.but(weather=FrozenMap(weather), circled=int(noted.rstrip("*")), starred=noted.endswith("*"))
    facts: dict[str, Any] = {zone: Term(NAMED.get(now, now)) for zone, now in weather.items()}
    t.say("8.1-a", "weather-now", s, n=rolled, cell=cell, **facts)
    if s.starred:
        t.say("8.1-a", "weather-starred", s)
    return s


def weather_number(s: State, die: int) -> Ledger:
    """The die, less one after a result with an asterisk; 0 counts as 1."""

    def lines() -> Lines:
        yield plus("8.1-a", "rolled", die)
        if s.starred:
            yield plus("8.1-a", "starred-before", -1)
            yield at_least("8.1-a", "lowest-weather", 1)

    return s.law.ledger("8.1-a", "weather-number", lines())


# -- where ------------------------------------------------------------------------------------------------------------
def zone_of(s: State, hex: str) -> str:
    """The weather zone of a hex (8.1)."""
    return next((zone for zone in ZONES if s.flag(hex, zone)), "temperate")


def weather_at(s: State, hex: str) -> str:
    """The weather in a hex; deserts know none (8.1)."""
    return CLEAR if s.map.hex(hex).terrain == "desert" else s.weather.get(zone_of(s, hex), CLEAR)


def _spared(s: State, hex: str) -> str:
    """The weather that a desert hex does not feel."""
    weather = s.weather.get(zone_of(s, hex), CLEAR)
    return weather if s.map.hex(hex).terrain == "desert" and weather != CLEAR else ""


def weather_lines(s: State, hex: str) -> Lines:
    """How many levels the odds against a hex lose."""
    match weather_at(s, hex):
        case "winter":
            yield plus("8.2.5-a", "winter-shift", -1, hex=Place(hex))
        case "severe-winter":
            yield plus("8.2.5-b", "severe-winter-shift", -2, hex=Place(hex))
    if spared := _spared(s, hex):
        yield plus("8.1-c", "desert-spared", 0, hex=Place(hex), weather=Term(spared))


def objections_to_hq_attacking(s: State, unit: Unit, hex: str) -> Checks:
    """HQs do not attack into mud or a severe winter."""
    if not unit.hq:
        return
    weather = weather_at(s, hex)
    facts = {"unit": U(unit.id), "hex": Place(hex), "weather": Term(weather)}
    if weather in FOUL:
        yield objection("8.2.5-d", "hq-foul-weather", **facts)
    elif spared := _spared(s, hex):
        yield held("8.1-c", "hq-in-desert", unit=U(unit.id), hex=Place(hex), weather=Term(spared))


def objections_to_landing(s: State, unit: Unit, hex: str) -> Checks:
    """Nobody invades a hex in winter, but for a desert."""
    weather = s.weather.get(zone_of(s, hex), CLEAR)
    if weather not in (WINTER, SEVERE):
        return
    desert = s.map.hex(hex).terrain == "desert" and s.law.reads("invasion-desert", "desert-ok")
    check = held if desert else objection
    reading = s.law.read("invasion-desert")
    yield check("8.2.6", "landing-weather", unit=U(unit.id), hex=Place(hex), weather=Term(weather), reading=reading)


def entering(s: State, unit: Unit, hex: str, **changes: Any) -> Unit:
    """The unit in the hex that it enters. For an HQ only hexes in winter count: no desert, no other zone."""
    counted = not unit.hq or weather_at(s, hex) == WINTER
    return unit.entering(**changes) if counted else unit.but(**changes)


def objections_to_hq_entering(s: State, unit: Unit, hex: str, cost: int) -> Checks:
    """An HQ that enters a hex after combat: not in mud or severe winter, and only one hex in winter."""
    if not unit.hq:
        return
    weather = weather_at(s, hex)
    facts = {"unit": U(unit.id), "hex": Place(hex), "weather": Term(weather)}
    if weather in FOUL:
        yield objection("10.7.6.10", "hq-stays", **facts)
    elif spared := _spared(s, hex):
        yield held("8.2.3-a", "hq-in-desert", unit=U(unit.id), hex=Place(hex), weather=Term(spared))
    else:
        yield from objections_to_hq_in_winter(s, unit, hex, cost)


def objections_to_hq_in_winter(s: State, unit: Unit, hex: str, cost: int) -> Checks:
    """However it comes there, an HQ enters but one hex in winter; one dearer than 1 MP turns it, or is closed to it."""
    if not unit.hq or weather_at(s, hex) != WINTER:
        return
    facts = {"unit": U(unit.id), "hex": Place(hex), "weather": Term(WINTER)}
    turn = s.law.reads("hq-winter-one-hex", "turn")
    if unit.entered or (turn and unit.entered_in_turn):
        yield objection("8.2.3-b", "one-hex-in-winter", reading=s.law.read("hq-winter-one-hex"), **facts)
    if cost > 1 and not unit.face_up:
        yield objection("8.2.3-b", "hq-too-dear-in-winter", cost=cost, **facts)
    elif cost > 1:
        yield held("8.2.3-b", "hq-turns-in-winter", cost=cost, **facts)


def turned_by_winter(s: State, unit: Unit, hex: str, cost: int) -> bool:
    """In winter an HQ that enters a hex of more than one MP is turned."""
    return unit.hq and weather_at(s, hex) == WINTER and cost > 1


# -- aircraft (8.2.4, 10.3.5) ----------------------------------------------------------------------------------
def halves_aircraft(s: State, hex: str) -> bool:
    weather = weather_at(s, hex)
    return weather == WINTER or (weather == SEVERE and s.law.reads("air-other-weather", "as-winter"))


def observed(s: State, hex: str, observers: int) -> Iterator[Line]:
    """What so many observers add to a gun that fires at a hex: 1 for every 2 or part of 2."""
    if not observers:
        return
    if not halves_aircraft(s, hex):
        yield plus("10.7.6.4.5-b", "observers", (observers + 1) // 2, n=observers, hex=Place(hex))
        return
    amount = observers // 3 if s.law.reads("observers-winter", "per-step") else observers // 2
    reading = s.law.read("observers-winter")
    yield plus("8.2.4-a", "observers-in-winter", amount, n=observers, hex=Place(hex), reading=reading)
