"""Strafexpedition 13: bombardment, defensive fire, assault and counter-attack, each by its one die."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from tests.compare.independent import FACES, GOAL, Data, End, Ends, share, table, together

FROM = ("0303", "0304")
AIM, BACK = "0304", "0504"  # where the policies aim the defensive fire, and where the beaten defender goes
GUNS = {"artillery", "heavy-artillery"}


class Foot(NamedTuple):
    """A battalion, or a fortress, which has one step and is lost with it."""

    cf: tuple[int, ...]
    mg: tuple[int, ...]
    printed: int
    place: str
    steps: int = 2
    dp: int = 0

    @property
    def factor(self) -> int:
        return self.cf[-self.steps]

    @property
    def guns(self) -> int:
        return self.mg[-self.steps]

    @property
    def morale(self) -> int:
        return self.printed - self.dp


Stack: TypeAlias = tuple[Foot, ...]


class Field(NamedTuple):
    ours: Stack
    theirs: Stack
    trench: int


def ends(data: Data) -> Ends:
    """Steps B to G of the action."""
    assert data["weather"] == "clear"
    assert {p["kind"] for p in data["pieces"].values()} <= {"infantry", "fortress", "hq"} | GUNS
    side = data["active"]
    start = Field(_stack(data, side, True), _stack(data, side, False), _trench(data))
    battle = Battle(data, start)
    found: list[tuple[Fraction, Ends]] = []
    for bombed, p in battle.bombardment(start):
        for shot, q in battle.defensive_fire(bombed):
            for field, r, taken in battle.assault(shot):
                later = battle.counter_attack(field) if taken else {battle.end(field, False): Fraction(1)}
                found.append((p * q * r, later))
    return together(found)


def _stack(data: Data, side: str, ours: bool) -> Stack:
    pieces = [p for p in data["pieces"].values() if p["kind"] in {"infantry", "fortress"}]
    stack = []
    for p in pieces:
        if (p["side"] == side) == ours:
            assert p["place"] in (FROM if ours else (GOAL,))
            fort = p["kind"] == "fortress"
            cf, mg = (p["cf"],) if fort else p["cf"], (p["mg"],) if fort else p["mg"]
            stack.append(Foot(tuple(cf), tuple(mg), p["morale"], p["place"], 1 if fort else 2))
    return tuple(stack)


def _trench(data: Data) -> int:
    """20.1: the fortress's own level serves all that are with it."""
    forts = [p["trench"] for p in data["pieces"].values() if p["kind"] == "fortress"]
    return int(max([data.get("trenches", {}).get(GOAL, 0), *forts]))


def _effects(name: str) -> list[Any]:
    """Bombardment, defensive fire, assault."""
    row = next(row for row in table("se", "terrain-effects")["rows"] if row[0] == name)
    return [cell or 0 for cell in row[5:]]


def _results(name: str, value: int, shift: int) -> Iterator[tuple[str, Fraction]]:
    """13.2.5, 13.3.10: the highest column reached, shifted; an asterisk is D1 on another 1 to 3."""
    chart = table("se", name)
    column = sum(int(head) <= value for head in chart["columns"]) - 1 + shift
    for face in FACES:
        cell = "-" if column < 0 else chart["cells"][face][min(column, len(chart["columns"]) - 1)]
        if cell == "*":
            yield "D1", Fraction(1, 12)
            yield "-", Fraction(1, 12)
        else:
            yield cell, Fraction(1, 6)


def _read(result: str) -> tuple[int, int, str]:
    """Steps, disorganisation, and what stands behind."""
    if result == "-":
        return 0, 0, ""
    found = re.fullmatch(r"(\d*)D(\d*)([RT]?)", result)
    assert found, result
    return int(found[1] or 0), int(found[2] or 0), found[3]


def _weakest(stack: Stack) -> int:
    return min(range(len(stack)), key=lambda n: (stack[n].factor, stack[n].morale, n))


def _hurt(stack: Stack, steps: int, dp: int, leader: bool = False) -> Stack:
    """Steps first (16.4.1): in an assault the first from the unit whose morale served, the others from the weakest."""
    left = list(stack)
    for n in range(min(steps, sum(unit.steps for unit in stack))):
        at = _weakest(tuple(left))
        if leader and not n:
            at = min(range(len(left)), key=lambda k: (-left[k].morale, left[k].factor, k))
        left[at] = left[at]._replace(steps=left[at].steps - 1)
        left = [unit for unit in left if unit.steps]
    return tuple(unit._replace(dp=unit.dp + dp) for unit in left)


def _steady(stack: Stack) -> Stack:
    """16.4: beside the enemy, a unit without morale surrenders."""
    return tuple(unit for unit in stack if unit.morale > 0)


@cache
def _ladder() -> list[tuple[Fraction, int]]:
    """13.4.3: the printed columns, and a column for each whole ratio beyond them."""
    heads: list[str] = table("se", "assault")["columns"]
    printed = [Fraction(a) / Fraction(b) for a, b in (head.split("/") for head in heads)]
    below = [(Fraction(1, n), 2 - n) for n in range(40, 2, -1)]
    above = [(Fraction(n), len(heads) + n - 6) for n in range(6, 41)]
    return below + list(zip(printed, range(len(heads)), strict=True)) + above


class Battle:
    def __init__(self, data: Data, start: Field) -> None:
        self.data, self.start = data, start
        self.pieces = list(data["pieces"].values())
        self.side = data["active"]

    def level(self, place: str) -> int:
        ground = self.data["map"]
        return int(ground["hexes"].get(place, {}).get("level", ground["fill"]["level"]))

    def guns(self, ours: bool) -> int:
        """All guns see and reach: they lie two hexes behind, over ground that is not higher than the target."""
        guns = [p for p in self.pieces if p["kind"] in GUNS and (p["side"] == self.side) == ours]
        assert all(p["mode"] == "fire" and p["place"] in {"0203", "0204", "0503"} and p["range"] >= 6 for p in guns)
        forts = [p for p in self.pieces if p["kind"] == "fortress" and not ours]
        return sum(p["bombardment"] for p in guns + forts)

    def bombardment(self, field: Field) -> Iterator[tuple[Field, Fraction]]:
        value = self.guns(True)
        if not value:
            yield field, Fraction(1)
            return
        assert all(unit.steps == 2 for unit in field.theirs), "20.5: a fortress under bombardment is not worked out"
        shift = _effects("clear")[0] + (_effects(f"trench-{field.trench}")[0] if field.trench else 0)
        for result, chance in _results("bombardment", value, shift):
            steps, dp, tag = _read(result)
            theirs = _steady(_hurt(field.theirs, steps, dp))
            yield Field(field.ours, theirs, max(0, field.trench - (tag == "T"))), chance

    def shift(self, column: int, trench: int, climb: int) -> int:
        assert self.data["map"]["hexes"][GOAL]["terrain"] == self.data["map"]["fill"]["terrain"] == "clear"
        dug = _effects(f"trench-{trench}")[column] if trench else 0
        return int(dug + max(0, climb) * _effects("climb")[column])

    def defensive_fire(self, field: Field) -> Iterator[tuple[Field, Fraction]]:
        """13.3: machine guns, and a quarter of the guns, at the battalion in front."""
        foot = sum(unit.guns for unit in field.theirs)
        support = self.guns(False) // 4
        assert support <= max(1, foot), "13.3.6: a limit, or a logistic point, would count"
        climb = self.level(GOAL) - self.level(AIM)
        for result, chance in _results("defensive-fire", foot + support, self.shift(1, field.trench, climb)):
            steps, dp, _ = _read(result)
            hit = _steady(_hurt(tuple(unit for unit in field.ours if unit.place == AIM), steps, dp))
            ours = tuple(unit for unit in field.ours if unit.place != AIM) + hit
            yield field._replace(ours=ours), chance

    def fight(self, us: Stack, them: Stack, shift: int) -> Iterator[tuple[Stack, Stack, bool, Fraction]]:
        """13.4.3-5: who attacks, who defends; whether the defenders must leave."""
        ratio = Fraction(sum(unit.factor for unit in us), sum(unit.factor for unit in them))
        column = min(_ladder(), key=lambda step: (abs(step[0] - ratio), step[0]))[1] + shift
        apart = max(unit.morale for unit in us) - max(unit.morale for unit in them)
        moved = max(row[1] for row in table("se", "morale-shifts")["rows"] if row[0] <= abs(apart))
        column += moved if apart > 0 else -moved
        chart = table("se", "assault")
        for face in FACES:
            result = "1D2R | -" if column < 0 else chart["cells"][face][min(column, len(chart["columns"]) - 1)]
            (steps, dp, back), (cost, harm, flee) = (_read(part) for part in result.split(" | "))
            assert (back == "R") != (flee == "R")
            left, stay = _hurt(us, steps, dp, True), _hurt(them, cost, harm, True)
            winner = left if flee else stay
            assert winner == _steady(winner), "16.4.2: the winner keeps a point"
            yield (left, _steady(stay), True, Fraction(1, 6)) if flee else (_steady(left), stay, False, Fraction(1, 6))

    def assault(self, field: Field) -> Iterator[tuple[Field, Fraction, bool]]:
        """Step D, and whether the attackers stand in the hex; a trench that is lost is a level less (18.5)."""
        if not field.ours:
            yield field, Fraction(1), False
            return
        assert field.theirs
        climb = self.level(GOAL) - self.level(AIM)
        assert len({self.level(place) for place in FROM}) == 1
        sides = self.data["map"]["sides"]
        assert not sides or sides == {"river": [f"{place}-{GOAL}" for place in FROM]}
        shift = self.shift(2, field.trench, climb) + (_effects("river")[2] if sides else 0)
        for ours, theirs, taken, chance in self.fight(field.ours, field.theirs, shift):
            yield Field(ours, theirs, max(0, field.trench - taken)), chance, taken

    def counter_attack(self, field: Field) -> Ends:
        """13.5: the beaten battalion comes back through the fire of those who beat it."""
        assert field.ours
        if not field.theirs:
            return {self.end(field, True): Fraction(1)}
        (beaten,) = field.theirs
        found: Ends = {}
        value = sum(unit.guns for unit in field.ours)
        fire = self.shift(1, field.trench, self.level(GOAL) - self.level(BACK))
        for result, p in _results("defensive-fire", value, fire):
            steps, dp, _ = _read(result)
            back = _steady(_hurt((beaten,), steps, dp))
            if not back:
                self.note(found, field._replace(theirs=()), True, p)
                continue
            assert self.level(BACK) >= self.level(GOAL)
            for theirs, ours, taken, q in self.fight(back, field.ours, self.shift(2, field.trench, 0)):
                self.note(found, field._replace(ours=ours, theirs=theirs), not taken, p * q)
        return found

    def note(self, found: Ends, field: Field, stand: bool, chance: Fraction) -> None:
        end = self.end(field, stand)
        found[end] = found.get(end, Fraction(0)) + chance

    def end(self, field: Field, stand: bool) -> End:
        """`stand`: the attackers hold the hex, and what is left of the defenders lies outside it."""
        battalions = [tuple(unit for unit in stack if len(unit.cf) == 2) for stack in (*field[:2], *self.start[:2])]
        ours, theirs, had, held = (sum(unit.steps for unit in stack) for stack in battalions)
        holders = field.ours if stand else field.theirs
        ground = "nobody" if not holders else "attacker" if stand else "defender"
        tired = Fraction(sum(unit.dp for unit in field.ours), len(field.ours)) if field.ours else Fraction(0)
        return ground, share(had - ours, had), share(held - theirs, held), stand and bool(theirs), tired
