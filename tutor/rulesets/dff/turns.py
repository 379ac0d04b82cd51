"""1.2, 2.1.4, 2.2.7-b, 8.4 The month marker: from turn to turn, through the Seasonal Turns, and past the last one."""

from __future__ import annotations

from tutor.engine.facts import Term
from tutor.engine.trace import Trace
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.sequence import AUGUST, DECEMBER, WEEKS, west_alone
from tutor.rulesets.dff.state import State

JANUARY, MONTHS_OF_A_SEASON = 1, 3
AT_FIRST, ON_THREE_FRONTS = ("west",), ("west", "east", "balkans")


@step("month-comes", "2.1.4")
def month_comes(s: State, t: Trace) -> State:
    """From the Seasonal Turn to the month after it."""
    return _told(s.but(seasonal=False), t, "2.1.4")


@step("month-marker", "2.2.7-b")
def month_marker(s: State, t: Trace) -> State:
    """To the next week or month, or to the Seasonal Turn before it."""
    if west_alone(s) or (s.week and s.month == AUGUST):
        return _next_week(s, t)
    month = JANUARY if s.month == DECEMBER else s.month + 1
    s = s.but(month=month, year=s.year + (month == JANUARY), week=0, year_played=month == JANUARY)
    if month % MONTHS_OF_A_SEASON == JANUARY:
        s = s.but(seasonal=True)
        t.say("2.2.1-b", "seasonal-turn-comes", s, month=_name(month), year=s.year)
        return s
    return _told(s, t, "2.2.7-b")


def _next_week(s: State, t: Trace) -> State:
    """In the fourth week three fronts are open; between August and September lies a Seasonal Turn (1.2.1, 2.1.5)."""
    if s.week == WEEKS:
        s = s.but(month=s.month + 1, week=1, seasonal=True, fronts=AT_FIRST)
        t.say("2.1.5", "seasonal-turn-comes", s, month=_name(s.month), year=s.year)
        return s
    s = s.but(week=s.week + 1)
    s = s.but(fronts=AT_FIRST if west_alone(s) else ON_THREE_FRONTS)
    return _told(s, t, "1.2.1-a")


def _told(s: State, t: Trace, rule: str) -> State:
    """The turn that comes."""
    if s.week:
        t.say(rule, "week-comes", s, n=s.week, month=_name(s.month), year=s.year)
    else:
        t.say(rule, "month-comes", s, month=_name(s.month), year=s.year)
    return s


def _name(month: int) -> Term:
    return Term(f"month-{month}")


@step("war-ends", "8.4")
def war_ends(s: State, t: Trace) -> State:
    """Who has not won by the end of December 1920 does not win."""
    t.say("8.4", "nobody-has-won", s)
    return s
