"""8.2.5, 10.7.6.7: the odds, their shifts, the column, and what modifies the die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tutor.engine.facts import Odds, Place, units
from tutor.engine.ledger import Ledger, Lines, at_most, plus
from tutor.rulesets.fa.drafts import Attack
from tutor.rulesets.fa.factors import attack_factors, defence_factors
from tutor.rulesets.fa.missions import bombers_over
from tutor.rulesets.fa.state import State, Unit
from tutor.rulesets.fa.weather import weather_lines

LOWEST = 0  # the level of 1-2; that of 2-1 is 2, of 1-1 is 1, of 1-3 is -1
HOPELESS = -99


def level_of(attack: Fraction, defence: Fraction) -> int:
    """The odds as a whole number, rounded for the defender, as a level of the ladder (10.7.6.7)."""
    if attack <= 0:
        return HOPELESS
    if attack >= defence:
        return int(attack // defence) if defence else 99
    return 2 - int(-(-defence // attack))


def label(level: int) -> str:
    return f"{level}-1" if level >= 1 else f"1-{2 - level}"


def level(column: str) -> int:
    """The level of a printed column."""
    up, _, down = column.partition("-")
    return int(up) if down == "1" else 2 - int(down)


class Reckoned:
    """The odds of one attack with all that makes them, whoever is meant to take part."""

    def __init__(
        self,
        s: State,
        hex: str,
        attackers: tuple[Unit, ...],
        ships: tuple[Unit, ...],
        bombers: tuple[Unit, ...],
        support: int,
    ) -> None:
        self.s, self.hex = s, hex
        self.attack = attack_factors(s, attackers, ships, bombers, hex)
        self.defence = defence_factors(s, hex)
        self.first = level_of(Fraction(self.attack.total), Fraction(self.defence.total))
        self.shifts = shifts(s, hex, support)
        columns = s.law.table("assault").columns
        self.lowest, self.highest = level(columns[0]), level(columns[-1])
        self.ladder = s.law.ledger("10.7.6.7-b", "odds-level", self._rungs())
        self.level = int(self.ladder)

    def _rungs(self) -> Lines:
        odds = Odds(self.attack.total, self.defence.total)
        yield plus("10.7.6.7-b", "whole-odds", self.first, odds=odds)
        if self.s.law.reads("odds-cap", "cap-first") and self.first > self.highest:
            yield at_most("10.7.6.7-b", "top-column", self.highest, reading=self.s.law.read("odds-cap"))
        yield plus("10.7.6.7-b", "all-shifts", self.shifts)

    @property
    def column(self) -> str:
        """The column that is read."""
        floor = LOWEST if self.s.law.reads("odds-ladder", "floor") else self.lowest
        return label(min(max(self.level, floor), self.highest))

    @property
    def below(self) -> bool:
        """Below 1:2, with its modifier to the die."""
        return self.level < LOWEST

    def facts(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "odds": Odds(self.attack.total, self.defence.total),
            "first": label(self.first) if self.first > HOPELESS else "0-1",
            "column": self.column,
            "shifted": label(self.level) if self.level > HOPELESS // 2 else "0-1",
            "attack": self.attack,
            "defence": self.defence,
        }
        if self.shifts.lines:
            found["shifts"] = self.shifts
        if self.level > self.highest:
            found["reading"] = self.s.law.read("odds-cap")
        elif self.first <= LOWEST:
            found["reading"] = self.s.law.read("odds-ladder")
        return found


def shifts(s: State, hex: str, support: int) -> Ledger:
    """The levels by which weather and HQ support move the odds, all of them together."""
    return s.law.ledger("8.2.5-c", "shifts", shift_lines(s, hex, support))


def shift_lines(s: State, hex: str, support: int) -> Lines:
    yield from weather_lines(s, hex)
    if support:
        yield plus("10.7.6.5-b", "hq-shift", -support, hex=Place(hex))


def declared_odds(s: State, attack: Attack) -> Reckoned:
    """The odds as they stand while attacks are declared: which support counts is a reading."""
    attackers = members(s, attack.units)
    counted = s.law.reading("minimum-odds-support")
    ships = members(s, attack.ships) if counted != "land-only" else ()
    bombers = bombers_over(s, attack.hex) if counted == "all" else ()
    return Reckoned(s, attack.hex, attackers, ships, bombers, 0)


def final_odds(s: State, attack: Attack, attackers: tuple[Unit, ...]) -> Reckoned:
    """The odds of an attack that is resolved, with the bombers that got through."""
    bombers = bombers_over(s, attack.hex, through=True)
    return Reckoned(s, attack.hex, attackers, members(s, attack.ships), bombers, attack.support)


def members(s: State, ids: frozenset[str]) -> tuple[Unit, ...]:
    return tuple(s.unit(id) for id in sorted(ids))


# -- the die -----------------------------------------------------------------------------------------------------
def die_modifier(s: State, hex: str, below: bool) -> Ledger:
    return s.law.ledger("10.7.6.7-d", "die-modifier", die_lines(s, hex, below))


def die_lines(s: State, hex: str, below: bool) -> Lines:
    """+1 where half of the defenders lie face-down, -1 below 1:2."""
    stack = s.defenders(hex)
    whole = stack if s.law.reads("half-face-down", "all-land") else tuple(u for u in stack if not u.hq)
    down = [u for u in stack if not u.face_up and not u.hq]
    reading = s.law.read("half-face-down")
    if whole and 2 * len(down) >= len(whole):
        yield plus("10.7.6.7-d", "half-down", 1, units=units(down), n=len(whole), reading=reading)
    if below:
        yield plus("10.7.6.7-d", "below-half", -1)


def die_sides(s: State) -> int:
    return 6 if s.law.reads("die-faces", "d6") else 10
