"""A battle of To the Last Man! as a plain program: no ledgers, no checks, no trace, no states that are kept.

Dogfight, artillery, defence and attack with absorption (5.2, 5.3), under the usual readings, for sides that never
retreat; forts, siege guns, trenches, biplanes and a special Offensive's dice included, combat cards not. Every answer
is tested for legality, as true or false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tests.bench.plain_se import require
from tutor.rulesets.tlm.state import INFANTRY_TYPE, SIDES, State, foe

DOGFIGHT, ARTILLERY, DEFENCE, ATTACK = "dogfight", "artillery", "defence", "attack"
ONLY = {DOGFIGHT: ("biplane",), ARTILLERY: ("artillery", "siege-gun")}
WEAK = ("artillery", "siege-gun", "biplane", "paris-gun")
STUCK = ("fort", "siege-gun", "paris-gun")
FIELDS = ("place", "army", "value", "entrenched", "method", "box")


class Counter:
    """One counter, changed in place."""

    def __init__(self, piece: Any) -> None:
        self.__dict__.update(piece.__dict__)
        self.foot = piece.kind in INFANTRY_TYPE

    def __getattr__(self, name: str) -> Any:  # only for mypy: every counter has what its piece has
        raise AttributeError(name)


class Charts:
    """Firepower and Ersatz values as plain numbers, read once."""

    def __init__(self, law: Any) -> None:
        rows = {row[0]: row for row in law.table("units").data["rows"]}
        self.attack = {kind: number(row[4]) for kind, row in rows.items()}
        self.defence = {kind: number(row[5]) for kind, row in rows.items()}
        self.trench = number(rows["infantry"][6])


def number(cell: object) -> int:
    text = str(cell).strip("[]")
    return int(text) if text.isdigit() else 0


class Battle:
    """The counters of a battle area; `play` takes answers and faces in the order in which they are asked."""

    def __init__(self, state: State, area: str, charts: Charts) -> None:
        self.area, self.charts = area, charts
        self.attacker, self.defender = state.attacker, state.defender
        self.pieces = {piece.id: Counter(piece) for piece in state.pieces}
        self.here = [piece for piece in self.pieces.values() if piece.place == area]
        self.hands = {side: list(state.hand(side)) for side in SIDES}
        self.control = dict(state.control)
        self.bonus = next(battle.bonus for battle in state.battles if battle.area == area)

    def same_as(self, end: State) -> bool:
        """Whether the engine ended with the same counters, hands and control."""
        pieces = all(getattr(self.pieces[p.id], name) == getattr(p, name) for p in end.pieces for name in FIELDS)
        hands = all(sorted(self.hands[side]) == sorted(end.hand(side)) for side in SIDES)
        return pieces and hands and self.control == dict(end.control)

    def play(self, answers: Iterable[Any]) -> Battle:
        take = iter(answers).__next__
        for side in (self.attacker, self.defender):
            self.stays(side, lambda piece: piece.kind == "cavalry", take)
        self.dogfight(take)
        self.fire(self.attacker, ARTILLERY, take)
        self.stays(self.defender, lambda piece: piece.kind not in STUCK, take)
        self.stays(self.defender, lambda piece: piece.kind == "biplane", take)
        self.fire(self.defender, DEFENCE, take)
        self.fire(self.attacker, ATTACK, take)
        for side in (self.attacker, self.defender):
            self.stays(side, lambda piece: piece.kind not in STUCK, take)
        self.end()
        return self

    def of(self, side: str) -> list[Counter]:
        return [piece for piece in self.here if piece.side == side]

    def stays(self, side: str, asked: Callable[[Counter], bool], take: Callable[[], Any]) -> None:
        """Who is asked whether something retreats, or flies again, says that nothing does."""
        if any(asked(piece) for piece in self.of(side)):
            require(take() == "done")

    def inside(self, army: str) -> list[Counter]:
        return [piece for piece in self.here if piece.army == army]

    def entrenched(self, piece: Counter) -> bool:
        return bool(self.pieces[piece.army].entrenched if piece.army else piece.entrenched)

    # -- fire (5.2) -------------------------------------------------------------------------------------------
    def dogfight(self, take: Callable[[], Any]) -> None:
        flyers = [piece for piece in self.here if piece.kind == "biplane"]
        if {piece.side for piece in flyers} != set(SIDES):
            return
        for piece in flyers:
            piece.method = DOGFIGHT
        hits = [(foe(side), self.roll(side, DOGFIGHT, take)) for side in (self.attacker, self.defender)]
        for payer, (plain, _) in hits:
            self.absorb(payer, plain, 0, True, take)

    def fire(self, side: str, stage: str, take: Callable[[], Any]) -> None:
        plain, siege = self.roll(side, stage, take)
        self.absorb(foe(side), plain, siege, False, take)

    def roll(self, side: str, stage: str, take: Callable[[], Any]) -> tuple[int, int]:
        """The hits of one step: by anything, and by siege guns."""
        groups: dict[tuple[str, int], int] = {}
        for piece in self.of(side):
            power = self.power(piece, stage)
            if power:
                tag = (piece.kind, power)
                groups[tag] = groups.get(tag, 0) + (piece.value if piece.kind == "fort" else 1)
        if self.bonus and side == self.attacker and stage in (ARTILLERY, ATTACK) and self.special_army(side):
            groups["bonus", 2] = self.bonus
        if not groups:
            return 0, 0
        faces = iter(take())
        plain = siege = 0
        for (tag, power), dice in groups.items():
            hits = sum(next(faces) <= power for _ in range(dice))
            if tag == "siege-gun":
                siege += hits
            else:
                plain += hits
        return plain, siege

    def special_army(self, side: str) -> bool:
        """The army whose Offensive adds dice: here a German one (Gericht)."""
        return any(piece.kind == "army" and piece.nation == "GE" for piece in self.of(side))

    def power(self, piece: Counter, stage: str) -> int:
        """The highest face that hits, or 0 for a piece that does not fire in this step."""
        kind = piece.kind
        if kind == "army" or (stage in ONLY and kind not in ONLY[stage]):
            return 0
        if kind == "siege-gun" and not any(p.kind == "fort" for p in self.of(foe(piece.side))):
            return 0
        if kind == "biplane" and stage != DOGFIGHT and piece.method == DOGFIGHT:
            return 0
        if kind == "cavalry" and stage == ATTACK and any(p.foot for p in self.of(foe(piece.side))):
            return 0
        if stage == DEFENCE:
            if kind == "fort" and not piece.value:
                return 0
            return self.charts.trench if kind == "infantry" and self.entrenched(piece) else self.charts.defence[kind]
        return self.charts.attack[kind]

    # -- losses (5.3) -----------------------------------------------------------------------------------------
    def absorb(self, payer: str, plain: int, siege: int, air: bool, take: Callable[[], Any]) -> None:
        while plain + siege and self.hands[payer] and self.payable(payer, air, False):
            card = take()
            if card == "done":
                break
            require(card in self.hands[payer])
            self.hands[payer].remove(card)
            worth = {"ersatz-2": 2, "ersatz-3": 3}.get(card, 1)
            plain, siege = self.cover(min(worth, plain + siege), plain, siege, take)
        while plain + siege:
            on_fort = take() == "siege" if plain and siege else siege > 0
            pays = self.payable(payer, air, on_fort)
            if not pays:
                plain, siege = (plain, 0) if on_fort else (0, siege)
                continue
            unit = self.pieces[take()]
            require(unit in pays and (on_fort or self.may_lose(unit, pays)))
            plain, siege = (plain, siege - 1) if on_fort else (plain - 1, siege)
            self.lose(unit)

    def cover(self, points: int, plain: int, siege: int, take: Callable[[], Any]) -> tuple[int, int]:
        while points:
            if plain + siege <= points or not (plain and siege):
                part = min(siege, points)
                return max(0, plain - (points - part)), siege - part
            plain, siege = (plain, siege - 1) if take() == "siege" else (plain - 1, siege)
            points -= 1
        return plain, siege

    def payable(self, payer: str, air: bool, on_fort: bool) -> list[Counter]:
        only = "biplane" if air else "fort" if on_fort else None
        return [p for p in self.of(payer) if p.kind not in ("army", "paris-gun") and only in (None, p.kind)]

    def may_lose(self, unit: Counter, pays: list[Counter]) -> bool:
        """The strongest unit first; inside an army the commonest type."""
        size = self.strength(unit)
        if any(self.strength(other) > size for other in pays):
            return False
        if unit.army is None:
            return True
        kinds = ["infantry" if p.foot else p.kind for p in pays if p.army == unit.army]
        return all(kinds.count("infantry" if unit.foot else unit.kind) >= kinds.count(kind) for kind in kinds)

    def strength(self, unit: Counter) -> int:
        if unit.army:
            return len(self.inside(unit.army))
        return unit.value if unit.kind == "fort" else 1

    def lose(self, unit: Counter) -> None:
        if unit.kind == "fort" and unit.value > 1:
            unit.value -= 1
        else:
            self.remove(unit)
        self.settle()

    def remove(self, unit: Counter) -> None:
        army = unit.army
        self.here.remove(unit)
        unit.place = unit.army = None
        unit.entrenched, unit.method = False, ""
        unit.box = "removed" if unit.kind == "fort" else "reserve"
        if army and not self.inside(army):
            self.settle()
            self.remove(self.pieces[army])

    # -- the end (4.1, 5.4.4) ---------------------------------------------------------------------------------
    def settle(self) -> None:
        holding = [side for side in SIDES if any(self.holds(piece) for piece in self.of(side))]
        if len(holding) == 1:
            self.control[self.area] = holding[0]

    def holds(self, piece: Counter) -> bool:
        if piece.kind in WEAK or (piece.kind == "fort" and piece.value <= 1):
            return False
        return piece.kind != "army" or not self.inside(piece.id)

    def end(self) -> None:
        self.settle()
        for piece in self.here:
            piece.method = ""
        for piece in list(self.here):
            ours, theirs = self.of(piece.side), self.of(foe(piece.side))
            if any(p.foot for p in ours):
                continue
            alone = piece.kind in ("artillery", "biplane", "tank") and any(p.foot for p in theirs)
            guns = piece.kind in ("siege-gun", "paris-gun") and any(p.kind != "fort" for p in theirs)
            if (alone or guns) and piece in self.here:
                self.remove(piece)
                self.settle()
