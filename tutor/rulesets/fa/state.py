"""What lies on the table: counters (1.1), the hexes and seas under them (1.2), and the land combat that is going on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tutor.engine.pieces import Frozen, FrozenMap, Pieces
from tutor.engine.space.maps import HexMap
from tutor.engine.tabletop import Tabletop

TE, PC = "te", "pc"
SIDES = (PC, TE)
MAJORS: Mapping[str, str] = {
    "germany": PC,
    "austria-hungary": PC,
    "ottoman": PC,
    "france": TE,
    "cw": TE,
    "russia": TE,
    "italy": TE,
    "usa": TE,
}

INFANTRY = ("inf", "mtn", "cav", "tg", "mil", "stoss")
LAND = (*INFANTRY, "tank", "art", "hq")
AIR = ("ftr", "bomb", "obs", "zepp")
SURFACE = ("hs", "ls")
NAVAL = (*SURFACE, "sub", "trs")
ENABLING = ("tank", "stoss")

ESCORT, BOMBER, OBSERVER, INTERCEPTOR = "escort", "bomber", "observer", "interceptor"
POOL = "pool"
DOT = "sea"


def foe(side: str) -> str:
    return TE if side == PC else PC


@dataclass(frozen=True)
class Unit(Frozen):
    """A counter: what is printed on it, and its state.

    `factor` is the combat factor of troops and the air factor of aircraft, `value` that of an artillery piece.
    `entered` counts the hexes entered in this impulse, `entered_before` those earlier in the turn.
    `line` holds the hexes of its supply line, `source` the HQ at its end, if it is one.
    """

    id: str
    side: str
    nation: str
    kind: str
    place: str | None
    factor: int = 0
    mp: int = 0
    value: int = 0
    reorganisation: int = 0
    bombardment: int = 0
    tactical: int = 0
    section: int = 0
    face_up: bool = True
    white: bool = False
    supplied: bool = True
    line: tuple[str, ...] = ()
    source: str = ""
    home: str = ""
    invading: bool = False
    entered: int = 0
    entered_before: int = 0
    rebased: bool = False
    kills: int = 0
    promoted: bool = False
    box: str = ""

    @property
    def land(self) -> bool:
        return self.kind in LAND

    @property
    def air(self) -> bool:
        return self.kind in AIR

    @property
    def naval(self) -> bool:
        return self.kind in NAVAL

    @property
    def hq(self) -> bool:
        return self.kind == "hq"

    @property
    def gun(self) -> bool:
        return self.kind == "art"

    @property
    def fighter(self) -> bool:
        return self.kind == "ftr"


@dataclass(frozen=True)
class Nation(Frozen):
    """A power or a minor country: its side, who controls it, and whether it is at war at all (17, 18)."""

    id: str
    side: str
    controller: str = ""
    neutral: bool = False


@dataclass(frozen=True)
class Attack(Frozen):
    """One declared land attack: who takes part, by land and by sea, and what HQ support made of it."""

    hex: str
    units: frozenset[str] = frozenset()
    ships: frozenset[str] = frozenset()
    support: int = 0


@dataclass(frozen=True)
class Shot(Frozen):
    """An artillery piece that was named to fire at a hex."""

    gun: str
    hex: str


@dataclass(frozen=True)
class Mission(Frozen):
    """An aircraft in the air: over which hex, in which role, for which gun; `through`: it has reached its target."""

    hex: str
    role: str
    gun: str = ""
    through: bool = False


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Retreat(Frozen):
    """A unit on its way back, and the hexes that it has passed, the abandoned one first."""

    unit: str
    passed: tuple[str, ...]


@dataclass(frozen=True)
class State(Tabletop):
    """A position. `phasing` is the side in phase; the draft of its attacks lies in it."""

    phasing: str = PC
    year: int = 1914
    nations: FrozenMap[str, Nation] = field(default_factory=FrozenMap)
    actions: FrozenMap[str, str] = field(default_factory=FrozenMap)
    weather: FrozenMap[str, str] = field(default_factory=FrozenMap)
    control: FrozenMap[str, str] = field(default_factory=FrozenMap)
    surprised: FrozenMap[str, str] = field(default_factory=FrozenMap)
    ammunition: FrozenMap[str, int] = field(default_factory=FrozenMap)
    pool: FrozenMap[str, tuple[int, ...]] = field(default_factory=FrozenMap)
    halves: frozenset[str] = frozenset()
    chosen: str = ""
    role: str = ""
    declared: tuple[str, ...] = ()
    attacks: tuple[Attack, ...] = ()
    shots: tuple[Shot, ...] = ()
    missions: FrozenMap[str, Mission] = field(default_factory=FrozenMap)
    support: FrozenMap[str, str] = field(default_factory=FrozenMap)
    air: AirCombat | None = None
    fight: Fight | None = None
    going: Retreat | None = None
    fought: tuple[str, ...] = ()
    beaten: tuple[str, ...] = ()

    # -- what there is --------------------------------------------------------------------------------------
    def everything(self, kind: str) -> Iterable[str]:
        if kind == "place":
            return (*self.map.places, *sea_areas(self.map))
        return super().everything(kind)

    def exists(self, kind: str, value: object) -> bool:
        if kind == "place" and value in sea_areas(self.map):
            return True
        return super().exists(kind, value)

    @property
    def waiting(self) -> str:
        """The side that is not in phase."""
        return foe(self.phasing)

    # -- who stands where -----------------------------------------------------------------------------------
    def unit(self, id: str) -> Unit:
        found: Unit = self.pieces[id]
        return found

    def at(self, place: str) -> tuple[Unit, ...]:
        return self.pieces.at(place)

    def troops(self, hex: str, side: str) -> tuple[Unit, ...]:
        """The land units of a side in a hex."""
        return tuple(u for u in self.pieces.at(hex) if u.land and u.side == side)

    def defenders(self, hex: str) -> tuple[Unit, ...]:
        """The land units that are attacked in a hex: those of the side not in phase."""
        return self.troops(hex, self.waiting)

    def on_map(self) -> Iterator[Unit]:
        return (u for u in self.pieces if u.place is not None)

    # -- the ground -----------------------------------------------------------------------------------------
    def is_hex(self, place: str) -> bool:
        """A land hex, and no sea dot or sea area (1.2)."""
        return place in self.map and self.map.hex(place).terrain != DOT

    def flag(self, hex: str, flag: str) -> bool:
        return flag in self.map.hex(hex).flags

    def holder(self, hex: str) -> str:
        """The nation that controls a hex (15)."""
        return self.control.get(hex, country_of(self.map, hex))

    def side_of(self, nation: str) -> str:
        """The side of a nation; of none where there is none."""
        known = self.nations.get(nation)
        return known.side if known else MAJORS.get(nation, "")

    def held_by(self, hex: str, side: str) -> bool:
        """Whether a side controls a hex."""
        nation = self.holder(hex)
        known = self.nations.get(nation)
        return self.side_of(nation) == side and not (known and known.neutral)

    # -- the combat -----------------------------------------------------------------------------------------
    def attack_on(self, hex: str) -> Attack | None:
        return next((a for a in self.attacks if a.hex == hex), None)

    def attack_of(self, id: str) -> Attack | None:
        """The attack in which a unit or a ship takes part."""
        return next((a for a in self.attacks if id in a.units or id in a.ships), None)

    def with_attack(self, attack: Attack) -> State:
        rest = tuple(a for a in self.attacks if a.hex != attack.hex)
        return self.but(attacks=tuple(sorted((*rest, attack), key=lambda a: a.hex)))

    @property
    def here(self) -> Fight:
        """The attack that is being resolved."""
        assert self.fight is not None, "no attack under way"
        return self.fight

    def fighting(self, **changes: Any) -> State:
        return self.but(fight=self.here.but(**changes))

    @property
    def sky(self) -> AirCombat:
        """The air combat that is being fought."""
        assert self.air is not None, "no air combat now"
        return self.air

    def change(self, id: str, **changes: Any) -> State:
        return self.put(self.unit(id).but(**changes))

    def destroyed(self, *ids: str) -> State:
        """With these units back in their force pools (1.4)."""
        gone = [self.unit(id).but(place=None, box=POOL, invading=False) for id in ids]
        missions = FrozenMap({id: m for id, m in self.missions.items() if id not in ids})
        return self.put(*gone).but(missions=missions)


# -- the map ---------------------------------------------------------------------------------------------------
@lru_cache(maxsize=8192)
def country_of(map: HexMap, hex: str) -> str:
    """The country within whose borders of 1914 a hex lies."""
    return next((named.key for named in map.names(hex) if "country" in named.flags), "")


@lru_cache(maxsize=8192)
def seas_of(map: HexMap, hex: str) -> tuple[str, ...]:
    """The sea areas to which a hex belongs: a dot or a coastal hex."""
    return tuple(named.key for named in map.names(hex) if "sea" in named.flags)


@lru_cache(maxsize=64)
def sea_areas(map: HexMap) -> tuple[str, ...]:
    return tuple(named.key for named in map.named.values() if "sea" in named.flags)


@lru_cache(maxsize=64)
def countries(map: HexMap) -> Mapping[str, frozenset[str]]:
    """The hexes of every country."""
    return {n.key: frozenset(n.hexes) for n in map.named.values() if "country" in n.flags}


@lru_cache(maxsize=64)
def bordering(map: HexMap, country: str) -> frozenset[str]:
    """The countries that share a hexside with one."""
    around = {near for hex in countries(map).get(country, ()) for near in map.neighbours(hex)}
    return frozenset(country_of(map, hex) for hex in around) - {"", country}


NO_PIECES: Pieces[Unit] = Pieces()
