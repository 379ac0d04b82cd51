"""12: the weather, and what it does."""

from __future__ import annotations

from tutor.engine.ask import Die, Steps, roll
from tutor.engine.facts import Term
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.fronts import TRACKS, TURNS, front_of, fronts_of
from tutor.rulesets.gwie.state import CP, State

FAIR, WET, SNOW, HOT = "fair", "wet", "snow", "hot"
LETTERS = {"F": FAIR, "W": WET, "S": SNOW, "H": HOT}
VARIABLE = "V"
DRY = ("egyptian", "iraqi")


@step("weather", "12.11")
def determine_weather(s: State, t: Trace) -> State:
    """The weather of every Front for this turn, read on the two record tracks."""
    variable = []
    for front in sorted(fronts_of(s)):
        cell = s.law.table(TURNS).at(s.turn, TRACKS[front])
        if cell.value == VARIABLE:
            variable.append(front)
            continue
        now = LETTERS.get(cell.value, FAIR)
        s = s.but(weather=s.weather.put(front, now))
        t.say("12.12", "weather-read", s, front=Term(front), weather=Term(now), cell=cell)
    return s.then(task("variable-weather", tuple(variable))) if variable else s


@step("variable-weather", "12.13", under="weather")
def variable_weather(s: State, t: Trace, fronts: tuple[str, ...]) -> Steps[State]:
    """March and October in the West and in Italy: one die for both."""
    die = yield from roll(Die("12.13", CP, "weather-die"))
    now = WET if die % 2 else FAIR
    for front in fronts:
        s = s.but(weather=s.weather.put(front, now))
    t.say("12.13", "weather-rolled", s, fronts=tuple(map(Term, fronts)), weather=Term(now), die=die)
    return s


def weather_of(s: State, front: str) -> str:
    return s.weather.get(front, FAIR)


def weather_in(s: State, hex: str) -> str:
    """The weather as the ground of a hex feels it: Wet and Snow do nothing in Egypt and Iraq (12.2b, 12.2c)."""
    front = front_of(s, hex)
    now = weather_of(s, front)
    return FAIR if front in DRY and now in (WET, SNOW) else now
