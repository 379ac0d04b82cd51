"""To the Last Man! 5.2 and 5.3: one round between two armies that stand where they are and pay in units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from tests.compare.independent import Data, Ends, every, share, together

INFANTRY = ("infantry", "commonwealth")
CARDS = {"poison-gas", "surprise-attack", "bad-weather"}


class Force(NamedTuple):
    """What a side has in the area: an army by kinds of unit, cavalry beside it, the figure of a fort."""

    army: tuple[tuple[str, int], ...]
    cavalry: int = 0
    fort: int = 0
    entrenched: bool = False

    @property
    def infantry(self) -> int:
        return sum(n for kind, n in self.army if kind in INFANTRY)

    @property
    def size(self) -> int:
        return sum(n for _, n in self.army) + self.cavalry + self.fort

    def paid(self, hits: int) -> Force:
        """5.3.1: the strongest pays, in an army the most numerous kind; between equals infantry is kept."""
        if not hits or not self.size:
            return self
        army = Counter(dict(self.army))
        strength = sum(army.values())
        if self.fort and self.fort >= max(strength, 1):
            assert self.fort != strength, "which of two equals pays is not told"
            return self._replace(fort=self.fort - 1).paid(hits - 1)
        if self.cavalry and strength <= 1:
            return self._replace(cavalry=self.cavalry - 1).paid(hits - 1)
        army[max(army, key=lambda kind: (army[kind], kind not in INFANTRY))] -= 1
        return self._replace(army=tuple((kind, n) for kind, n in army.items() if n)).paid(hits - 1)


Fire: TypeAlias = Callable[[Force, Force], list[int]]


def ends(data: Data) -> Ends:
    active = data["active"]
    other = "GE" if active == "Entente" else "Entente"
    ours, theirs = _force(data, active), _force(data, other)
    cards, against = set(data["hands"].get(active, ())), set(data["hands"].get(other, ()))
    assert cards <= CARDS - {"bad-weather"}
    assert against <= CARDS - {"surprise-attack"}
    clear = "bad-weather" not in against

    def shell(hand: set[str]) -> int:
        return 2 if clear and "poison-gas" in hand else 1  # gas helps who played it: reading gas-whose-artillery

    def bombard(us: Force, them: Force) -> list[int]:
        return [shell(cards)] * dict(us.army).get("artillery", 0)

    def attack(us: Force, them: Force) -> list[int]:
        army = dict(us.army)
        raid = [1] * us.cavalry if not them.infantry else []
        return bombard(us, them) + [1] * army.get("infantry", 0) + [2] * army.get("commonwealth", 0) + raid

    def defend(us: Force, them: Force) -> list[int]:
        army = dict(them.army)
        dug = 2 if them.entrenched else 1
        foot = [dug] * army.get("infantry", 0) + [2] * army.get("commonwealth", 0)
        return foot + [shell(against)] * army.get("artillery", 0) + [1] * them.cavalry + [2] * them.fort

    order: list[tuple[Fire, bool]] = [(bombard, False), (defend, True), (attack, False)]
    if "surprise-attack" in cards:
        order = [(attack, False), (defend, True)]
    cost = len(cards)
    return together((chance, _ended(us, them, ours, theirs, cost)) for us, them, chance in _round(ours, theirs, order))


def _force(data: Data, side: str) -> Force:
    mine = [p for p in data["pieces"].values() if (p["nation"] == "GE") == (side == "GE")]
    assert {p["kind"] for p in mine} <= {"army", "cavalry", "fort"}
    (army,) = [p for p in mine if p["kind"] == "army"]
    assert set(army["holds"]) <= {*INFANTRY, "artillery"}
    return Force(
        tuple(army["holds"].items()),
        sum(p["kind"] == "cavalry" for p in mine),
        sum(p["value"] for p in mine if p["kind"] == "fort"),
        bool(army.get("entrenched")),
    )


def _round(ours: Force, theirs: Force, order: list[tuple[Fire, bool]]) -> list[tuple[Force, Force, Fraction]]:
    """Every face of every die, one kind of fire after another."""
    now: dict[tuple[Force, Force], Fraction] = {(ours, theirs): Fraction(1)}
    for fire, at_us in order:
        after: dict[tuple[Force, Force], Fraction] = {}
        for (us, them), chance in now.items():
            dice = fire(us, them)
            for faces in every(len(dice)):
                hits = sum(face <= power for face, power in zip(faces, dice, strict=True))
                end = (us.paid(hits), them) if at_us else (us, them.paid(hits))
                after[end] = after.get(end, Fraction(0)) + chance / 6 ** len(dice)
        now = after
    return [(us, them, chance) for (us, them), chance in now.items()]


def _ended(us: Force, them: Force, ours: Force, theirs: Force, cost: int) -> Ends:
    """A fort of 1 alone holds nothing (8.4); nobody retreats who need not."""
    for one in (us, them):
        assert one.infantry or not one.army, "guns without infantry would be lost"
    held = them.size > them.fort or them.fort > 1
    ground = "shared" if us.size and held else "attacker" if us.size else "defender"
    lost: list[Any] = [share(before.size - after.size, before.size) for before, after in ((ours, us), (theirs, them))]
    return {(ground, lost[0], lost[1], False, Fraction(cost)): Fraction(1)}
