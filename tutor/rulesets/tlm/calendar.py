"""2.0-VI Seasons: the year of a turn, and from which turn on something may be done."""

from __future__ import annotations

from tutor.rulesets.tlm.state import State

SPRING_1915, SPRING_1916, SPRING_1917, SPRING_1918 = 4, 8, 12, 16
LAST_YEAR = 1919


def game_year(state: State) -> int:
    """The year to which the season belongs (reading `winter-year`); the tables end with the last year of the game."""
    begun = 1914 + state.turn // 4
    winter = state.turn % 4 == 3
    year = begun + 1 if winter and state.law.reads("winter-year", "second-year") else begun
    return min(year, LAST_YEAR)
