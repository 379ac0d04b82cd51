"""What is going on: attacks and missions that are declared, the fight, the move and the voyage under way."""

from __future__ import annotations

from dataclasses import field

from tutor.engine.pieces import Frozen, FrozenMap, record


@record
class Attack(Frozen):
    """One declared land attack: who takes part, by land and by sea, and what HQ support made of it."""

    hex: str
    units: frozenset[str] = frozenset()
    ships: frozenset[str] = frozenset()
    support: int = 0


@record
class Shot(Frozen):
    """An artillery piece that was named to fire at a hex."""

    gun: str
    hex: str


@record
class Mission(Frozen):
    """An aircraft in the air: over which hex, in which role, for which gun; `through`: it has reached its target."""

    hex: str
    role: str
    gun: str = ""
    through: bool = False


@record
class AirCombat(Frozen):
    """An air combat over a hex: the lines of both sides, front first, and what this round was reckoned at."""

    hex: str
    fighters: FrozenMap[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    bombers: FrozenMap[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    leaders: FrozenMap[str, str] = field(default_factory=FrozenMap)
    started: bool = False

    def line(self, side: str) -> tuple[str, ...]:
        """Everything that a side still has in the air here and not through."""
        return (*self.fighters.get(side, ()), *self.bombers.get(side, ()))

    def without(self, id: str) -> AirCombat:
        """With this aircraft out of the lines."""
        return self.but(
            fighters=FrozenMap({side: tuple(u for u in line if u != id) for side, line in self.fighters.items()}),
            bombers=FrozenMap({side: tuple(u for u in line if u != id) for side, line in self.bombers.items()}),
        )


@record
class Fight(Frozen):
    """The attack that is being resolved: who strikes, the table, and what its result still asks for."""

    attack: Attack
    attackers: frozenset[str]
    origins: frozenset[str]
    table: str = "assault"
    asked: tuple[int, int] = (0, 0)
    mine: int = 0
    theirs: int = 0
    first: bool = False
    shattered: int = 0
    forgone: int = 0
    retreat: bool = False
    star: bool = False
    notional: bool = False

    @property
    def hex(self) -> str:
        return self.attack.hex


@record
class Retreat(Frozen):
    """A unit on its way back, and the hexes that it has passed, the abandoned one first."""

    unit: str
    passed: tuple[str, ...]


@record
class March(Frozen):
    """A land move under way: the unit, the points it has spent, whether it has stopped, and what is left of its way."""

    unit: str
    spent: int = 0
    stopped: bool = False
    way: tuple[str, ...] = ()


@record
class Voyage(Frozen):
    """A naval move under way: the ships, what is left of their way, the points spent, and how it ends."""

    ships: tuple[str, ...]
    way: tuple[str, ...] = ()
    spent: int = 0
    passed: int = 0
    home: bool = False


@record
class Melee(Frozen):
    """A naval combat: the sea area, what both sides rolled to find each other, who takes part, who is surprised.

    `intercepting` says that it stops a group under way, `aims` hold the dice and the table of each side, `hits` the
    results that still have to be taken: side, type of ship, result.
    """

    sea: str
    intercepting: bool = False
    rolls: FrozenMap[str, int] = field(default_factory=FrozenMap)
    included: FrozenMap[str, frozenset[str]] = field(default_factory=FrozenMap)
    surprised: frozenset[str] = frozenset()
    aims: FrozenMap[str, tuple[int, int]] = field(default_factory=FrozenMap)
    hits: tuple[tuple[str, str, str], ...] = ()
