"""The assault of Strafexpedition 1916 as a plain program: no ledgers, no checks, no trace, no states that are kept.

It declares assaults, fires in defence, assaults and retreats (11.1.3, 13.1, 13.3, 13.4, 16, 17) under the usual
readings in clear weather without fortresses, on counters that change in place. Every answer is tested for legality, as
true or false. It is written once more, in numbers only, so that what ledgers and traces cost can be measured.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from tutor.rulesets.se.state import GUNS, INFANTRY, MOUNTAIN, State

FIELDS = ("place", "steps", "dp", "mp_left", "assault", "origin", "fought", "retreated", "marched", "overstacked")
MORE = ("fired_defensively", "activated", "box")
CODE = re.compile(r"(?:(\d*)D(\d+))?(R?)(T?)")
RATES = {"road": Fraction(1, 2), "track": 1, "path": 1, "railway": 1}


class Illegal(Exception):
    """An answer that the rules do not allow."""


class Counter:
    """One counter, changed in place."""

    def __init__(self, unit: Any) -> None:
        self.__dict__.update(unit.__dict__)
        self.infantry, self.gun, self.hq = unit.kind in INFANTRY, unit.kind in GUNS, unit.kind == "hq"

    @property
    def face_up(self) -> tuple[int, int]:
        return self.face[-1] if self.infantry and self.steps < 2 else self.face[0]

    @property
    def combat(self) -> int:
        return 0 if self.gun else self.face_up[0]

    @property
    def machine_guns(self) -> int:
        return 0 if self.gun else self.face_up[1]

    @property
    def morale(self) -> int:
        return self.printed_morale - self.dp

    @property
    def factor(self) -> int:
        return max(0, self.bombardment - self.dp)

    def __getattr__(self, name: str) -> Any:  # only for mypy: every counter has what its unit has
        raise AttributeError(name)


class Charts:
    """The tables of the rules as plain numbers, read once."""

    def __init__(self, law: Any) -> None:
        assault, fire = law.table("assault"), law.table("defensive-fire")
        effects = law.table("terrain-effects").data["rows"]
        self.move = {row[0]: row[3] for row in effects}
        self.defence = {row[0]: row[6] or 0 for row in effects}
        self.assault = {row[0]: row[7] or 0 for row in effects}
        self.fire_labels = [int(label) for label in fire.columns]
        self.fire = {int(die): [code(cell) for cell in cells] for die, cells in fire.cells.items()}
        self.odds = {int(die): [both(cell) for cell in cells] for die, cells in assault.cells.items()}
        labels = [Fraction(a) / Fraction(b) for a, b in (label.split("/") for label in assault.columns)]
        below = sorted(Fraction(1, n) for n in range(3, 41))
        self.ladder = [float(step) for step in (*below, *labels, *range(6, 41))]
        self.below, self.columns = len(below), len(labels)
        self.morale = sorted((int(row[0]), int(row[1])) for row in law.table("morale-shifts").data["rows"])


def code(text: str) -> Any:
    """Steps, points, retreat; or the asterisk."""
    if text == "*":
        return text
    steps, points, retreat, _ = (CODE.fullmatch(text) or CODE.fullmatch("")).groups()  # type: ignore[union-attr]
    return int(steps or 0), int(points or 0), bool(retreat)


def both(text: str) -> tuple[Any, Any]:
    upper, lower = text.split("|")
    return code(upper.strip()), code(lower.strip())


class Battle:
    """Counters, trenches and points on a table; `play` takes answers and faces in the order in which they are asked."""

    def __init__(self, state: State, charts: Charts) -> None:
        self.map, self.active, self.charts = state.map, state.active, charts
        self.other = "it" if state.active == "ah" else "ah"
        self.brigade = state.brigade
        self.over_bridge = "roana-bridge" in state.law.options
        self.units = {unit.id: Counter(unit) for unit in state.pieces}
        self.at: dict[str | None, list[Counter]] = {}
        for unit in self.units.values():
            self.at.setdefault(unit.place, []).append(unit)
        self.trenches, self.points = dict(state.trenches), dict(state.points)
        self.aims: dict[str, str] = {}
        self.paid: set[str] = set()
        self.fights: dict[str, dict[str, Any]] = {}

    def same_as(self, end: State) -> bool:
        """Whether the engine ended with the same counters, trenches and points."""
        names = (*FIELDS, *MORE)
        units = all(getattr(self.units[u.id], name) == getattr(u, name) for u in end.pieces for name in names)
        return units and self.trenches == dict(end.trenches) and self.points == dict(end.points)

    def play(self, answers: Iterable[Any]) -> Battle:
        take = iter(answers).__next__
        self.declare(take)
        self.defend(take)
        self.enter(take)
        self.end()
        return self

    # -- who stands where, and what the ground allows ---------------------------------------------------------
    def there(self, hex: str | None, side: str) -> list[Counter]:
        return [u for u in self.at.get(hex, ()) if u.side == side and not u.hq]

    def foes(self, hex: str, side: str) -> list[Counter]:
        return self.there(hex, "it" if side == "ah" else "ah")

    def holding(self, hex: str, side: str) -> list[Counter]:
        return [u for u in self.there(hex, side) if not u.gun]

    def go(self, unit: Counter, place: str | None) -> None:
        if unit.place != place:
            self.at[unit.place].remove(unit)
            self.at.setdefault(place, []).append(unit)
            unit.place = place

    def crossing(self, a: str, b: str) -> frozenset[str]:
        sides = self.map.sides(a, b)
        return frozenset({"bridge"}) if "bridge" in sides else sides

    def passable(self, unit: Counter, a: str, b: str) -> bool:
        return unit.kind in MOUNTAIN or "cliff" not in self.crossing(a, b)

    def climb(self, a: str, b: str) -> int:
        return max(0, self.map.hex(b).level - self.map.hex(a).level)

    def zone(self, side: str, place: str) -> list[Counter]:
        return [
            u
            for hex in self.map.neighbours(place)
            for u in self.foes(hex, side)
            if u.infantry and self.passable(u, hex, place)
        ]

    def excess(self, hex: str, side: str, more: int) -> int:
        return len(self.there(hex, side)) + more - (1 if self.map.hex(hex).level >= 8 else 2)

    # -- declaration (13.1, 11.1.3, 11.3) ---------------------------------------------------------------------
    def declare(self, take: Callable[[], Any]) -> None:
        marching = []
        while (id := take()) != "done":
            unit = self.units[id]
            require(self.may_declare(unit))
            hex = take()
            if hex == "back":
                continue
            require(self.may_assault(unit, hex))
            cost = self.assault_cost(unit, hex)
            marches = cost > unit.mp_left
            unit.mp_left += (unit.mp // 2 if marches else 0) - cost
            unit.assault, unit.origin, unit.marched = hex, unit.place, unit.marched or marches
            if marches:
                marching.append(id)
        for id in sorted(marching):
            self.disorganise(self.units[id], 1)

    def may_declare(self, unit: Counter) -> bool:
        if unit.side != self.active or unit.place is None or not unit.infantry or not unit.commanded or unit.assault:
            return False
        return any(self.may_assault(unit, hex) for hex in self.map.neighbours(unit.place))

    def may_assault(self, unit: Counter, hex: str) -> bool:
        here = unit.place
        if hex not in self.map.neighbours(here) or not self.foes(hex, unit.side):
            return False
        if not self.passable(unit, here, hex):
            return False
        cliff = "cliff" in self.crossing(here, hex)
        left = unit.mp_left + (0 if unit.marched or cliff else unit.mp // 2)
        return self.assault_cost(unit, hex) <= left and not (cliff and not unit.mp_left)

    def assault_cost(self, unit: Counter, hex: str) -> Any:
        here = unit.place
        crossing, move = self.crossing(here, hex), self.charts.move
        if "cliff" in crossing:
            return unit.mp
        ways = self.map.roads(here, hex)
        if ways and not self.way_lost(unit, hex):
            cost = min(RATES[kind] for kind in ways)
        else:
            cost = move[self.map.hex(hex).terrain]
        if not ways:
            cost += sum(move[kind] for kind in crossing) + move["climb"] * self.climb(here, hex)
        return cost + any(foe.place != hex for foe in self.zone(unit.side, here))

    def way_lost(self, unit: Counter, hex: str) -> bool:
        held = any(foe.infantry for foe in self.foes(hex, unit.side)) or self.zone(unit.side, hex)
        return bool(held) or any(u is not unit for u in self.there(hex, unit.side))

    # -- defensive fire (13.3) --------------------------------------------------------------------------------
    def defend(self, take: Callable[[], Any]) -> None:
        if not self.target_hexes():
            return
        while (id := take()) != "done":
            unit = self.units[id]
            require(self.may_defend(unit))
            hex = take()
            if hex != "back":
                require(self.may_fire(unit, hex))
                self.aims[id] = hex
        targets = sorted(set(self.aims.values()))
        for hex in targets:
            self.lift_cap(hex, take)
        for hex in targets:
            self.defensive_fire(hex, take)
        for id in self.aims:
            self.units[id].fired_defensively |= self.units[id].gun

    def target_hexes(self) -> set[str]:
        return {u.place for u in self.units.values() if u.assault and u.side == self.active and u.place}

    def may_defend(self, unit: Counter) -> bool:
        if unit.side != self.other or unit.place is None or unit.hq or unit.id in self.aims:
            return False
        if unit.gun and (unit.mode != "fire" or not unit.factor or unit.fired_defensively or unit.emplacing):
            return False
        return any(self.may_fire(unit, hex) for hex in self.target_hexes())

    def may_fire(self, unit: Counter, hex: str) -> bool:
        if not any(foe.assault for foe in self.foes(hex, unit.side)):
            return False
        return bool(self.map.distance(unit.place, hex) <= (1 if unit.infantry else min(6, unit.range)))

    def firers(self, hex: str) -> list[Counter]:
        return [self.units[id] for id in sorted(self.aims) if self.aims[id] == hex]

    def lift_cap(self, hex: str, take: Callable[[], Any]) -> None:
        firers = self.firers(hex)
        if self.fire_value(firers, True) > self.fire_value(firers, False) and take() == "yes":
            require(self.points.get(self.other, 0) >= 1)
            self.points[self.other] -= 1
            self.paid.add(hex)

    def fire_value(self, firers: list[Counter], paid: bool) -> int:
        machine_guns = sum(u.machine_guns for u in firers)
        guns = [u.factor for u in firers if u.gun and u.factor]
        if not guns:
            return machine_guns
        support = sum(guns) // 4
        return machine_guns + (support if paid else min(support, max(1, machine_guns)))

    def defensive_fire(self, hex: str, take: Callable[[], Any]) -> None:
        targets = [u for u in self.there(hex, self.active) if u.assault]
        if targets:
            firers = self.firers(hex)
            steps, points = self.fire(self.fire_value(firers, hex in self.paid), firers, hex, take)
            self.lose([u.id for u in targets], steps, points, (), True, False, take)

    def fire(self, value: int, firers: list[Counter], hex: str, take: Callable[[], Any]) -> tuple[int, int]:
        """Steps and points of one fire, from its value to the die."""
        reached = sum(label <= value for label in self.charts.fire_labels)
        column = min(reached - 1 + self.fire_shifts(firers, hex), len(self.charts.fire_labels) - 1)
        if not reached or column < 0:
            return 0, 0
        result = self.charts.fire[take()][column]
        if result == "*":
            return 0, int(take() <= 3)
        return result[0], result[1]

    def fire_shifts(self, firers: list[Counter], hex: str) -> int:
        shifts: int = self.charts.defence[self.map.hex(hex).terrain]
        near = [u.place for u in firers if not u.gun and self.map.distance(u.place, hex) == 1]
        if near:
            trench = min(self.trenches.get(place, 0) for place in near)
            shifts += self.charts.defence[f"trench-{min(3, trench)}"] if trench else 0
            shifts += self.charts.defence["climb"] * min(self.climb(hex, place) for place in near)
        return shifts

    # -- losses (16, 17) --------------------------------------------------------------------------------------
    def lose(
        self, ids: list[str], steps: int, points: int, first: tuple[str, ...], by_fire: bool, won: bool, take: Any
    ) -> None:
        while steps and any(self.may_lose(id, ids, steps, first, by_fire) for id in ids):
            id = take()
            require(self.may_lose(id, ids, steps, first, by_fire))
            unit = self.units[id]
            steps, first = steps - (2 if unit.gun else 1), ()
            unit.steps -= 1
            if not unit.steps:
                self.remove(unit, "eliminated")
        for id in ids:
            if points and self.units[id].place is not None:
                self.disorganise(self.units[id], points, won)

    def may_lose(self, id: str, ids: list[str], steps: int, first: tuple[str, ...], by_fire: bool) -> bool:
        unit = self.units[id]
        if id not in ids or unit.place is None or (first and id not in first):
            return False
        if not unit.gun:
            return True
        left = any(self.units[one].infantry and self.units[one].place is not None for one in ids)
        return by_fire and not left and steps >= 2

    def disorganise(self, unit: Counter, points: int, won: bool = False) -> None:
        unit.dp += points
        threshold = unit.bombardment if unit.gun else unit.printed_morale
        if unit.dp < threshold:
            return
        around = (unit.place, *self.map.neighbours(unit.place))
        if won or not any(not foe.gun for hex in around for foe in self.foes(hex, unit.side)):
            unit.dp = max(0, threshold - 1)
        else:
            self.remove(unit, "surrendered")

    def remove(self, unit: Counter, box: str) -> None:
        self.go(unit, None)
        unit.box, unit.assault = box, None

    # -- the assault (13.4) -----------------------------------------------------------------------------------
    def enter(self, take: Callable[[], Any]) -> None:
        while crowded := self.crowded():
            unit = self.units[take()]
            require(unit.side == self.active and unit.assault in crowded)
            unit.assault = unit.origin = None
        marked = sorted((u for u in self.units.values() if u.assault and u.place), key=lambda u: u.id)
        for unit in marked:
            self.go(unit, unit.assault)
            unit.fought = True
        hexes = sorted({u.assault for u in marked})
        for hex in hexes:
            self.open_fight(hex)
        for hex in hexes:
            self.assault(hex, take)
        for unit in self.units.values():
            unit.assault, unit.fought = None, False

    def crowded(self) -> set[str]:
        targets = [u.assault for u in self.units.values() if u.assault and u.place]
        return {hex for hex in targets if self.excess(hex, self.active, targets.count(hex)) > 0}

    def open_fight(self, hex: str) -> None:
        defenders = self.there(hex, self.other)
        origins = sorted({u.origin for u in self.assaulters(hex)})
        garrison = any(not u.gun for u in defenders)
        self.fights[hex] = {"origins": origins, "level": self.trenches.get(hex, 0), "garrison": garrison}
        for unit in defenders:
            unit.fought = True

    def assaulters(self, hex: str) -> list[Counter]:
        return [u for u in self.there(hex, self.active) if u.assault == hex]

    def assault(self, hex: str, take: Callable[[], Any]) -> None:
        attackers, defenders = self.assaulters(hex), self.there(hex, self.other)
        if defenders and not all(u.gun for u in defenders):
            column = self.column(hex, attackers, defenders)
            upper, lower = self.charts.odds[take()][column] if column >= 0 else ((1, 2, True), (0, 0, False))
            struck = [(attackers, upper, best(attackers)), (defenders, lower, best(defenders))]
            groups = [([u.id for u in units], result, first) for units, result, first in struck]
            for ids, (steps, points, retreats), first in groups:
                self.lose(ids, steps, points, tuple(u.id for u in first), False, not retreats, take)
            self.leave(hex, upper[2], lower[2], take)
        self.hold(hex)

    def column(self, hex: str, attackers: list[Counter], defenders: list[Counter]) -> int:
        attack, defence = sum(u.combat for u in attackers), sum(u.combat for u in defenders)
        odds, ladder = attack / defence if defence else 5, self.charts.ladder
        base = min(range(len(ladder)), key=lambda i: (round(abs(ladder[i] - odds), 9), ladder[i])) - self.charts.below
        shifts = self.assault_shifts(hex) + self.morale_shift(best(attackers), best(defenders))
        return int(min(base + shifts, self.charts.columns - 1))

    def assault_shifts(self, hex: str) -> int:
        effect, origins = self.charts.assault, self.fights[hex]["origins"]
        crossed = [self.crossing(origin, hex) for origin in origins]
        shifts: int = effect[self.map.hex(hex).terrain]
        shifts += sum(effect[kind] for kind in frozenset.intersection(*crossed) - {"bridge"})
        shifts += effect["climb"] * min(self.climb(origin, hex) for origin in origins)
        trench = self.trenches.get(hex, 0)
        shifts += effect[f"trench-{min(3, trench)}"] if trench else 0
        if self.over_bridge and all(sides == {"bridge"} for sides in crossed):
            shifts -= 3
        return shifts

    def morale_shift(self, mine: list[Counter], theirs: list[Counter]) -> int:
        if not mine or not theirs:
            return 0
        difference = mine[0].morale - theirs[0].morale
        amount = max(shift for reach, shift in self.charts.morale if reach <= abs(difference))
        return amount if difference > 0 else -amount

    def leave(self, hex: str, attacker: bool, defender: bool, take: Callable[[], Any]) -> None:
        attackers = self.assaulters(hex)
        if attacker and attackers:
            self.go_back(hex, attackers, True, take)
        if defender and self.there(hex, self.other):
            self.retreat(hex, take)
        if not attacker and not defender and attackers and self.holding(hex, self.other):
            self.go_back(hex, attackers, False, take)

    def hold(self, hex: str) -> None:
        fight, trench = self.fights[hex], self.trenches.get(hex, 0)
        if not self.holding(hex, self.other) and fight["garrison"] and trench and trench == fight["level"]:
            self.trenches[hex] = trench - 1
            if trench == 1:
                del self.trenches[hex]

    # -- retreats (13.4.5) ------------------------------------------------------------------------------------
    def go_back(self, hex: str, gone: list[Counter], retreats: bool, take: Callable[[], Any]) -> None:
        gone = sorted(gone, key=lambda u: u.id)
        for unit in gone:
            if self.foes(unit.origin, unit.side):
                self.remove(unit, "surrendered")
                continue
            self.go(unit, unit.origin)
            unit.assault, unit.retreated = None, retreats
            if retreats and "cliff" in self.crossing(hex, unit.origin):
                self.disorganise(unit, 2)
        for origin in sorted({u.origin for u in gone}):
            self.punish(origin, self.active)
        for unit in gone if retreats else ():
            self.retreat_fire(unit, hex, take)

    def retreat(self, hex: str, take: Callable[[], Any]) -> None:
        while leaving := [u for u in self.there(hex, self.other) if not u.gun or u.mode != "fire"]:
            unit = self.units[take()]
            require(unit in leaving)
            around = self.map.neighbours(hex)
            if not any(self.may_retreat(unit, to) for to in around):
                self.remove(unit, "surrendered")
                continue
            to = take()
            require(to in around and self.may_retreat(unit, to))
            self.go(unit, to)
            unit.retreated, unit.assault = True, None
            if "cliff" in self.crossing(hex, to):
                self.disorganise(unit, 2)
            self.punish(to, self.other)
            self.retreat_fire(unit, hex, take)

    def may_retreat(self, unit: Counter, to: str) -> bool:
        if not self.open_to(unit, to):
            return False
        mine = self.preference(unit, to)
        around = self.map.neighbours(unit.place)
        return not any(self.preference(unit, hex) < mine and self.open_to(unit, hex) for hex in around)

    def open_to(self, unit: Counter, to: str) -> bool:
        launched = {origin for fight in self.fights.values() for origin in fight["origins"]}
        return to not in launched and not self.foes(to, unit.side) and self.passable(unit, unit.place, to)

    def preference(self, unit: Counter, to: str) -> int:
        if not self.there(to, unit.side):
            return 0 if to in self.opposite(unit.place) else 1
        return 2 if self.excess(to, unit.side, 1) <= 0 else 3

    def opposite(self, hex: str) -> set[str]:
        found: set[str] = set()
        around = set(self.map.neighbours(hex))
        for origin in self.fights[hex]["origins"]:
            across = self.map.across(origin, hex)
            if across:
                found |= {across} | (set(self.map.neighbours(across)) & around)
        return found

    def punish(self, hex: str, side: str) -> None:
        if self.excess(hex, side, 0) > 0:
            for unit in self.there(hex, side):
                if not unit.overstacked:
                    unit.overstacked = True
                    self.disorganise(unit, 1)

    def retreat_fire(self, unit: Counter, left: str, take: Callable[[], Any]) -> None:
        hex = unit.place
        if hex is None or self.trenches.get(hex):
            return
        firers = [u for u in self.zone(unit.side, hex) if u.place != left and not u.fought]
        if firers and take() == "yes":
            steps, points = self.fire(sum(u.machine_guns for u in firers), firers, hex, take)
            self.lose([unit.id], steps, points, (), True, False, take)

    # -- the end of the action (14) ---------------------------------------------------------------------------
    def end(self) -> None:
        for hex in sorted({u.place for u in self.units.values() if u.gun and u.place}):
            for gun in [u for u in self.at[hex] if u.gun]:
                if self.holding(hex, "it" if gun.side == "ah" else "ah") and not self.holding(hex, gun.side):
                    self.go(gun, None)
                    gun.box = "surrendered"
        for unit in self.units.values():
            unit.assault = unit.origin = None
            unit.fought = unit.retreated = False
            unit.activated |= unit.hq and unit.brigade == self.brigade


def best(units: list[Counter]) -> list[Counter]:
    """Those with the highest morale; guns have none."""
    morale = max((u.morale for u in units if not u.gun), default=0)
    return [u for u in units if not u.gun and u.morale == morale]


def require(legal: bool) -> None:
    if not legal:
        raise Illegal
