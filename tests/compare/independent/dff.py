"""Distant Foreign Fields 2.2.4.5 and 4.4.1: a bombardment of three rounds, gas, then rounds until one side is gone.

The battle is pressed as long as the depot pays for it, and the defender never leaves. A loss from a natural 1 is
named by the shooter, after the others: it never falls on a trench; the others fall on the trench first. The defender
pays a point a round for the battle and another for his guns, as the example of chapter 13 does; when he can no longer,
his guns are silent, his division fires at -1 and loses a point at the end of every second round (3.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from tests.compare.independent import GOAL, Data, Ends, share

LENGTH = 3  # rounds of bombardment, by the policy
GUN = 3
LIFT = {"clear": 0, "heights": 1, "rough": 1, "mountains": 1}  # 5.2: what the terrain gives the defending units
DRAG = {"clear": 0, "heights": 0, "rough": 0, "mountains": 1}  # and what it takes from those that attack
RAIN = {"fair": 0, "rain": 1}  # 2.2.1.1: what the weather takes from every gun, and from the units that attack


class Round(NamedTuple):
    """The battle before a round: divisions in attack, the one in defence, its trench, what both depots hold."""

    ours: tuple[int, ...]
    theirs: int
    trench: int
    stock: int
    rear: int
    nth: int


Hits = dict[tuple[int, int], Fraction]  # losses that the owner places, losses that the shooter names


def shots(needed: list[int]) -> Hits:
    """1.3: a d10 each, or double 1 on two dice where less than 1 is needed."""
    found: Hits = {(0, 0): Fraction(1)}
    for number in needed:
        named = Fraction(1, 10) if number >= 1 else Fraction(1, 100)
        placed = Fraction(min(number, 10) - 1, 10) if number > 1 else Fraction(0)
        after: Hits = {}
        for (a, b), chance in found.items():
            for more, p in (((1, 0), placed), ((0, 1), named), ((0, 0), 1 - placed - named)):
                if p:
                    key = (a + more[0], b + more[1])
                    after[key] = after.get(key, Fraction(0)) + chance * p
        found = after
    return found


def on_defender(theirs: int, trench: int, placed: int, named: int) -> tuple[int, int]:
    dug = min(trench, placed)
    return max(0, theirs - (placed - dug) - named), trench - dug


def on_attackers(ours: tuple[int, ...], placed: int, named: int) -> tuple[int, ...]:
    """The owner spreads them, the strongest first; the enemy finishes the weakest."""
    left = list(ours)
    for n in range(placed + named):
        standing = [k for k in range(len(left)) if left[k]]
        if standing:
            at = max(standing, key=lambda k: (left[k], -k)) if n < placed else min(standing, key=lambda k: (left[k], k))
            left[at] -= 1
    return tuple(left)


def ends(data: Data) -> Ends:
    return Fight(data).all()


class Fight:
    def __init__(self, data: Data) -> None:
        pieces = list(data["pieces"].values())
        assert {p["kind"] for p in pieces} <= {"infantry", "hq", "trench", "gas"}
        (sky,) = set(data["weather"].values())
        self.gun = GUN - RAIN[sky]
        assert not data["map"]["sides"]
        ground = data["map"]["hexes"][GOAL]
        assert not ground["flags"]
        self.lift = LIFT[ground["terrain"]]
        self.drag = DRAG[ground["terrain"]] + RAIN[sky]
        divisions = [p for p in pieces if p["kind"] == "infantry"]
        self.ours = tuple(p["strength"] for p in divisions if p["place"] != GOAL)
        (self.theirs,) = (p["strength"] for p in divisions if p["place"] == GOAL)
        self.trench = sum(p["strength"] for p in pieces if p["kind"] == "trench")
        assert sorted(p["place"] for p in pieces if p["kind"] == "hq") == ["0203", "0603"]
        self.gas = sum(p["kind"] == "gas" for p in pieces)
        assert self.gas <= 1
        assert not self.gas or data["year"] >= 1917, "4.7: before 1917 gas kills"
        self.stock, self.rear = data["supply"]["0203"], data["supply"]["0603"]

    def all(self) -> Ends:
        self.later = cache(self._later)
        found: Ends = {}
        for (placed, named), chance in shots([self.gun] * LENGTH).items():
            theirs, trench = on_defender(self.theirs, self.trench, placed, named)
            start = Round(self.ours, theirs, trench, self.stock - LENGTH, self.rear, 1)
            for (them, us), gassed in self.clouds():
                for end, p in self.fought(start, them, us):
                    found[end] = found.get(end, Fraction(0)) + chance * gassed * p
        return found

    def clouds(self) -> Iterator[tuple[tuple[int, int], Fraction]]:
        """4.7: what gas takes from the defender, and from an attacker, in the first round."""
        if not self.gas:
            yield (0, 0), Fraction(1)
            return
        assert len(self.ours) == 1
        yield (1, 0), Fraction(4, 10)
        yield (0, 0), Fraction(5, 10)
        yield (0, 1), Fraction(1, 10)

    def _later(self, now: Round) -> Ends:
        return dict(self.fought(now, 0, 0))

    def fought(self, now: Round, them: int, us: int) -> Iterator[tuple[Any, Fraction]]:
        """A round and all that may follow. The guns that bombarded are silent in the first (4.4.1.2)."""
        first = now.nth == 1
        cost = sum(1 for strength in now.ours if strength) + (not first)
        if now.stock < cost:
            yield self.end(now, "defender"), Fraction(1)
            return
        if not now.theirs:  # the attack must follow a bombardment, whatever has come of it, and so its round is paid
            yield self.end(now._replace(stock=now.stock - cost), "attacker"), Fraction(1)
            return
        assert now.rear != 1, "which of the two is paid is not told"
        paid = now.rear > 1
        attack = [s - us - self.drag for s in now.ours if s] + [self.gun] * (not first)
        number = now.theirs + self.lift + (first and LENGTH > 1) - them - (not paid)
        defence = [number, self.gun] if paid else [number]
        wasted = int(not paid and now.nth % 2 == 0)
        found: Ends = {}
        for (a, b), p in shots(attack).items():
            theirs, trench = on_defender(now.theirs, now.trench, a, b)
            for (c, d), q in shots(defence).items():
                ours = on_attackers(now.ours, c, d)
                left = max(0, theirs - wasted)
                after = Round(ours, left, trench, now.stock - cost, max(0, now.rear - 2), now.nth + 1)
                if not any(ours):
                    rest: Ends = {self.end(after, "defender"): Fraction(1)}
                elif not left:
                    rest = {self.end(after, "attacker"): Fraction(1)}
                else:
                    rest = self.later(after)
                for end, r in rest.items():
                    found[end] = found.get(end, Fraction(0)) + p * q * r
        yield from found.items()

    def end(self, now: Round, ground: str) -> Any:
        lost = share(sum(self.ours) - sum(now.ours), sum(self.ours))
        return ground, lost, share(self.theirs - now.theirs, self.theirs), False, Fraction(self.stock - now.stock)
