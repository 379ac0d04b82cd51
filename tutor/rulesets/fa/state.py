"""What lies on the table: counters (1.1), the hexes and seas under them (1.2), and the land combat that is going on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any

from tutor.engine.pieces import Frozen, FrozenMap, Pieces, record
from tutor.engine.space.maps import HexMap
from tutor.engine.spans import draft, mark
from tutor.engine.tabletop import NoBattle, Tabletop
from tutor.rulesets.fa.drafts import AirCombat, Attack, Fight, March, Melee, Mission, Retreat, Shot, Voyage

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

ONE_COUNTRY: Mapping[str, str] = {"montenegro": "serbia"}  # 18.2: two names, one country in every respect

INFANTRY = ("inf", "mtn", "cav", "tg", "mil", "stoss")
LAND = (*INFANTRY, "tank", "art", "hq")
AIR = ("ftr", "bomb", "obs", "zepp")
SURFACE = ("hs", "ls")
NAVAL = (*SURFACE, "sub", "trs")
ENABLING = ("tank", "stoss")

ESCORT, BOMBER, OBSERVER, INTERCEPTOR = "escort", "bomber", "observer", "interceptor"
OTTOMAN = "ottoman"
POOL, REPAIR, REMOVED = "pool", "repair", "removed"  # boxes of rulebook/boxes.yaml
TURNS = ("Jan/Feb", "Mar/Apr", "May/Jun", "Jul/Aug", "Sep/Oct", "Nov/Dec")
DOT = "sea"
PORTS = frozenset({"port", "minor-port"})
FIRST_TURN = ("Jul/Aug", 1914)


def box_at_start(turn: str, year: int) -> int:
    """The box of the impulse track where the marker begins a game turn: that of August 1914 is shorter (8.2.8)."""
    return 4 if (turn, year) == FIRST_TURN else 2


def as_one(nation: str) -> str:
    """The country that a nation is part of: its own, or the one with which it counts as one (18.2)."""
    return ONE_COUNTRY.get(nation, nation)


def foe(side: str) -> str:
    return TE if side == PC else PC


@record
class Unit(Frozen):
    """A counter: what is printed on it, and its state.

    `factor` is the combat factor of troops and the air factor of aircraft, `value` that of an artillery piece.
    `supplied` says whether it has a supply line where the map is not asked, `line` holds the hexes of that line and
    `source` the HQ at its end, if it is one. `aboard` is the TRS that carries it. Off the map it lies in a `box`, or on
    the arm of the Production Spiral that `arrives` names. What a conquered minor country kept is a unit of the power
    that took it over, its `nation`; `remnant` is the country whose colours it bears.

    Of what it has done, `entered` and `entered_in_turn` count the hexes that it entered, of an HQ only those in winter;
    `kills` counts the aircraft that it shot down. It has `moved` by land, `sailed`, `railed` by rail, `landed` from a
    ship, and is `invading` where it did. A ship has `shipped` it into a port; `began` is where it began the impulse, if
    it went aboard, rebased, sailed or was lost since.
    """

    # on the table
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
    supplied: bool | None = None
    line: tuple[str, ...] = ()
    source: str = ""
    home: str = ""
    aboard: str = ""
    box: str = ""
    arrives: str = ""
    remnant: str = ""
    # what was done
    entered_in_turn: int = mark(0, until="turn")
    sailed: bool = mark(False, until="turn")
    promoted: bool = mark(False, until="turn")
    entered: int = mark(0, until="impulse")
    moved: bool = mark(False, until="impulse")
    railed: bool = mark(False, until="impulse")
    rebased: bool = mark(False, until="impulse")
    landed: bool = mark(False, until="impulse")
    shipped: bool = mark(False, until="impulse")
    began: str = mark("", until="impulse")
    invading: bool = mark(False, until="impulse")
    kills: int = mark(0, until="air-combats")

    @property
    def country(self) -> str:
        """The country for which it counts (18.2)."""
        return as_one(self.nation)

    @property
    def printed(self) -> str:
        """The nation whose colours it bears."""
        return self.remnant or self.nation

    @property
    def start(self) -> str:
        """Where it began the impulse."""
        return self.began or self.place or ""

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

    def entering(self, **changes: Any) -> Unit:
        """The unit when it enters one hex more."""
        return self.but(entered=self.entered + 1, entered_in_turn=self.entered_in_turn + 1, **changes)


@record
class Nation(Frozen):
    """A power or a minor country: its side, who controls it, whether it is at war at all (17, 18) or conquered (14)."""

    id: str
    side: str
    controller: str = ""
    neutral: bool = False
    conquered: bool = False


@record
class State(Tabletop):
    """A position. `phasing` is the side in phase, `first` the one that has the first impulse of the turn.

    `initiative` is the side that has it, `initiative_column` where its marker stands, `impulse_box` where that of the
    impulse does. Of the last weather roll, `circled` is the figure, `starred` whether it bore an asterisk.
    `traced` says that supply is found on the map.

    Of what was done, `impulse` is the number of the impulse in its turn, `before` names who controlled, when the turn
    began, the hexes that have changed hands since, `crossed` the straits and the route that rail has used up. The
    action segment has `ended` by the die. In an impulse, `actions` are those that the powers chose, `surprised` the
    countries on which war was declared, with the power that did; `cut` are those that were without supply when it
    began, `served` those that an HQ in the desert supplies, `used` counts what an action allows only so often.
    `contested` are the sea areas that surface ships entered, `engaged` those where there was combat, `fought` the hexes
    that were attacked, `beaten` those from which defenders had to go back. `special` is the ship that has a special
    impulse, `fugitive` the same while it may still gain an Ottoman port, to the end of the turn (10.5.2.0.5).
    """

    # on the table
    phasing: str = PC
    first: str = PC
    year: int = 1914
    turn: str = "Jul/Aug"
    initiative: str = PC
    initiative_column: str = "centre"
    impulse_box: int = 2
    nations: FrozenMap[str, Nation] = field(default_factory=FrozenMap)
    weather: FrozenMap[str, str] = field(default_factory=FrozenMap)
    circled: int = 2
    starred: bool = False
    control: FrozenMap[str, str] = field(default_factory=FrozenMap)
    ammunition: FrozenMap[str, int] = field(default_factory=FrozenMap)
    pool: FrozenMap[str, tuple[int, ...]] = field(default_factory=FrozenMap)
    halves: frozenset[str] = frozenset()
    traced: bool = True
    # what was done
    impulse: int = mark(1, until="turn")
    before: FrozenMap[str, str] = mark(FrozenMap(), until="turn")
    crossed: frozenset[tuple[str, str]] = mark(frozenset(), until="turn")
    fugitive: str = mark("", until="turn")
    ended: bool = mark(False, until="action-segment")
    special: str = mark("", until="goeben")
    actions: FrozenMap[str, str] = mark(FrozenMap(), until="impulse")
    surprised: FrozenMap[str, str] = mark(FrozenMap(), until="impulse")
    cut: frozenset[str] = mark(frozenset(), until="impulse")
    served: FrozenMap[str, tuple[str, ...]] = mark(FrozenMap(), until="impulse")
    used: FrozenMap[str, int] = mark(FrozenMap(), until="impulse")
    contested: frozenset[str] = mark(frozenset(), until="impulse")
    engaged: frozenset[str] = mark(frozenset(), until="impulse")
    fought: tuple[str, ...] = mark((), until="impulse")
    beaten: tuple[str, ...] = mark((), until="impulse")
    attacks: tuple[Attack, ...] = mark((), until="land-combat")
    shots: tuple[Shot, ...] = mark((), until="land-combat")
    missions: FrozenMap[str, Mission] = mark(FrozenMap(), until="land-combat")
    support: FrozenMap[str, str] = mark(FrozenMap(), until="hq-rolls")
    # in hand
    chosen: str = draft("")
    role: str = draft("")
    declared: tuple[str, ...] = draft(())
    air: AirCombat | None = draft(None)
    fight: Fight | None = draft(None)
    going: Retreat | None = draft(None)
    march: March | None = draft(None)
    group: tuple[str, ...] = draft(())
    voyage: Voyage | None = draft(None)
    melee: Melee | None = draft(None)

    # -- what there is --------------------------------------------------------------------------------------
    def everything(self, kind: str) -> Iterable[str]:
        if kind == "place":
            return (*self.map.places, *sea_areas(self.map))
        return super().everything(kind)

    def exists(self, kind: str, value: object) -> bool:
        if kind == "place" and value in sea_areas(self.map):
            return True
        return super().exists(kind, value)

    def misplaced(self, piece: Any) -> str:
        """Ships lie in ports and at sea, on no other coast."""
        ashore = piece.naval and piece.place in self.map
        return "1.4.3-a" if ashore and not self.map.hex(piece.place).flags & PORTS else ""

    @property
    def waiting(self) -> str:
        """The side that is not in phase."""
        return foe(self.phasing)

    @property
    def neutrals(self) -> tuple[str, ...]:
        """The countries that are in no war yet."""
        return tuple(sorted(one.id for one in self.nations.values() if one.neutral))

    @property
    def conquered(self) -> tuple[str, ...]:
        return tuple(sorted(one.id for one in self.nations.values() if one.conquered))

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

    def nation(self, id: str) -> Nation | None:
        """What is known of a nation; of two that are one country, what is known of that."""
        return self.nations.get(as_one(id))

    def side_of(self, nation: str) -> str:
        """The side of a nation; of none where there is none."""
        known = self.nation(nation)
        return known.side if known else MAJORS.get(nation, "")

    def holder_before(self, hex: str) -> str:
        """The nation that controlled a hex when the turn began."""
        return self.before.get(hex, self.holder(hex))

    def held_by(self, hex: str, side: str) -> bool:
        """Whether a side controls a hex."""
        return self.sides_with(self.holder(hex), side)

    def held_before_by(self, hex: str, side: str) -> bool:
        """Whether a side controlled a hex when the turn began."""
        return self.sides_with(self.holder_before(hex), side)

    def sides_with(self, nation: str, side: str) -> bool:
        """Whether a nation is at war on a side."""
        known = self.nation(nation)
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
        if self.fight is None:
            raise NoBattle("no attack under way")
        return self.fight

    def fighting(self, **changes: Any) -> State:
        return self.but(fight=self.here.but(**changes))

    @property
    def battle(self) -> Melee:
        """The naval combat that is being fought."""
        if self.melee is None:
            raise NoBattle("no naval combat")
        return self.melee

    @property
    def sky(self) -> AirCombat:
        """The air combat that is being fought."""
        if self.air is None:
            raise NoBattle("no air combat now")
        return self.air

    def change(self, id: str, **changes: Any) -> State:
        return self.put(self.unit(id).but(**changes))

    def at_sea(self, contested: frozenset[str], engaged: frozenset[str]) -> State:
        """With what the Naval Combat Phase will ask of sea areas; a special impulse has no such phase."""
        return self if self.special else self.but(contested=contested, engaged=engaged)

    def destroyed(self, *ids: str) -> State:
        """With these units, and all that they carry, back in their force pools (1.4); a remnant never is (14.1)."""
        lost = (*ids, *(u.id for u in self.pieces if u.aboard and u.aboard in ids))
        for_good = tuple(id for id in lost if self.unit(id).remnant)
        return self.off_map(POOL, *lost).removed(*for_good)

    def removed(self, *ids: str) -> State:
        """With these units out of the game (14.1)."""
        return self.off_map(REMOVED, *ids) if ids else self

    @property
    def next_turn(self) -> str:
        """The arm of the Production Spiral that comes next."""
        turn, year = self.turn_after
        return f"{turn} {year}"

    @property
    def turn_after(self) -> tuple[str, int]:
        """The two months of the next turn, and their year."""
        onward = TURNS.index(self.turn) + 1
        return TURNS[onward % len(TURNS)], self.year + onward // len(TURNS)

    def delayed(self, *ids: str) -> State:
        """With these units on the Production Spiral, to come in the next game turn."""
        return self.off_map("", *ids, arrives=self.next_turn)

    def off_map(self, box: str, *ids: str, arrives: str = "") -> State:
        """With these units in a box beside the map, or on the spiral."""
        units = (self.unit(id) for id in dict.fromkeys(ids))
        gone = [
            unit.but(place=None, began=unit.start, box=box, arrives=arrives, invading=False, aboard="")
            for unit in units
        ]
        missions = FrozenMap({id: m for id, m in self.missions.items() if id not in ids})
        return self.put(*gone).but(missions=missions)


# -- the map ---------------------------------------------------------------------------------------------------
@lru_cache(maxsize=8192)
def country_of(map: HexMap, hex: str) -> str:
    """The country within whose borders of 1914 a hex lies."""
    return next((as_one(named.key) for named in map.names(hex) if "country" in named.flags), "")


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
    found: dict[str, frozenset[str]] = {}
    for named in (named for named in map.named.values() if "country" in named.flags):
        found[as_one(named.key)] = found.get(as_one(named.key), frozenset()) | frozenset(named.hexes)
    return found


@lru_cache(maxsize=64)
def bordering(map: HexMap, country: str) -> frozenset[str]:
    """The countries that share a hexside with one."""
    around = {near for hex in countries(map).get(as_one(country), ()) for near in map.neighbours(hex)}
    return frozenset(country_of(map, hex) for hex in around) - {"", as_one(country)}


NO_PIECES: Pieces[Unit] = Pieces()
