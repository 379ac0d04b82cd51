"""What lies on the table: units and works (4.0), supply (3.1), control, morale, and the battles of one offensive."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from itertools import count
from typing import Any

from tutor.engine.pieces import Frozen, FrozenMap, Pieces, record
from tutor.engine.tabletop import Tabletop
from tutor.rulesets.dff.dice import Shots

ALLIES, CENTRAL = "allies", "central"
SIDES = (ALLIES, CENTRAL)
NATIONS: Mapping[str, str] = {
    "france": ALLIES, "britain": ALLIES, "belgium": ALLIES, "russia": ALLIES, "italy": ALLIES, "serbia": ALLIES,
    "romania": ALLIES, "greece": ALLIES, "usa": ALLIES, "australia": ALLIES, "canada": ALLIES,
    "new-zealand": ALLIES, "india": ALLIES, "portugal": ALLIES,
    "germany": CENTRAL, "austria": CENTRAL, "ottomans": CENTRAL, "bulgaria": CENTRAL,
}  # fmt: skip
EMPIRE = frozenset({"australia", "canada", "new-zealand", "india", "portugal"})
FRONTS = ("west", "east", "balkans", "italy", "middle-east", "transcaucasia")
WEATHER = ("fair", "wet", "rain", "cold", "blizzard")

INFANTRY, CAVALRY, TANK, HQ = "infantry", "cavalry", "tank", "hq"
FIGHTER, BOMBER, RECONNAISSANCE, ACE = "fighter", "bomber", "reconnaissance", "ace"
TRENCH, FORTRESS, GAS, STAFF = "trench", "fortress", "gas", "staff"
GROUND = frozenset({INFANTRY, CAVALRY, TANK})
AIR = frozenset({FIGHTER, BOMBER, RECONNAISSANCE, ACE})
WORKS = frozenset({TRENCH, FORTRESS})
KINDS = (INFANTRY, CAVALRY, TANK, HQ, FIGHTER, BOMBER, RECONNAISSANCE, ACE, TRENCH, FORTRESS, GAS, STAFF)

ASSAULT, ATTRITION, AMPHIBIOUS = "assault", "attrition", "amphibious"
ATTACKS = (ASSAULT, ATTRITION, AMPHIBIOUS)
INITIAL, COUNTER, EXPLOITATION = "initial", "counter", "exploitation"
MOVEMENT, SUPPLYING = "movement", "supply"
QUIET = (SUPPLYING, MOVEMENT)
SUPPLY = "supply"
POOL, GONE, KILLED = "pool", "gone", "killed"


def foe(side: str) -> str:
    return CENTRAL if side == ALLIES else ALLIES


def nation_of(nation: str) -> str:
    """The nation whose morale counts: Dominions, Indians and Portuguese are British (7.7)."""
    return "britain" if nation in EMPIRE else nation


_LIKENESS: dict[Hashable, int] = {}
_NUMBERS = count()  # never the same one twice, whoever else asks


@record
class Unit(Frozen):
    """One counter. Trenches and fortresses are counters too, on the side of whoever holds them.

    `start` is where it stood when the phase began, `origin` the hex from which it entered the battle hex, `road` the
    hexes through which it came there, until their taking is told; an
    aircraft on its way has its `mission`, the hex it flies to; a fighter in a battle is `aiding` one ground unit.
    `fired` is the part of the offensive in which an
    HQ's artillery was last used. `moved` marks an HQ that the Supply Phase moved. `supplied` is said by a scenario;
    where it is None the line is traced (3.3). Off the map it lies in a `box`, or `arrives` with its code of entry.
    """

    id: str
    side: str
    nation: str
    kind: str
    place: str | None
    strength: int = 0
    entry: int = 0
    name: str = ""
    supplied: bool | None = None
    activated: bool = False
    moved: bool = False
    patrol: bool = False
    intercepted: bool = False
    fired: str = ""
    start: str | None = None
    origin: str | None = None
    road: tuple[str, ...] = ()
    mission: str | None = None
    aiding: str = ""
    gassed: bool = False
    box: str = ""
    arrives: str = ""

    def but(self, **changes: Any) -> Unit:
        new = super().but(**changes)
        new.__dict__.pop("likeness", None)
        return new

    @cached_property
    def likeness(self) -> int:
        """What makes a unit another one for the odds, as a number: equal divisions may change places."""
        named = self.id if self.kind == HQ or self.kind in AIR or self.kind in WORKS else self.name
        drawn = self.nation, self.kind, self.place, self.strength, self.supplied, self.activated, self.patrol
        moved = self.start, self.origin, self.road, self.mission, self.intercepted, self.fired
        key = named, self.side, drawn, moved, bool(self.aiding), self.gassed, self.box, self.arrives
        return _LIKENESS.setdefault(key, next(_NUMBERS))

    @property
    def ground(self) -> bool:
        return self.kind in GROUND

    @property
    def stacks(self) -> bool:
        """Counts against the limit of 4.3."""
        return self.kind in (INFANTRY, CAVALRY)

    @property
    def air(self) -> bool:
        return self.kind in AIR

    @property
    def works(self) -> bool:
        return self.kind in WORKS

    @property
    def hq(self) -> bool:
        return self.kind == HQ


@record
class Hits(Frozen):
    """Hits that one side still owes: of any kind, past trenches, and those that the shooter places.

    `aimed` are hits on a 1; `aimed_past` those of tanks, `aimed_up` those that may be placed on aircraft.
    """

    payer: str
    plain: int = 0
    past: int = 0
    aimed: int = 0
    aimed_past: int = 0
    aimed_up: int = 0

    @property
    def total(self) -> int:
        return self.plain + self.past + self.placed

    @property
    def placed(self) -> int:
        """Those that the shooter places."""
        return self.aimed + self.aimed_past + self.aimed_up


@record
class Battle(Frozen):
    """An attack on one hex, from its declaration to its end.

    `shelling` says that it was opened by artillery alone; who falls later does not change that.
    """

    hex: str
    attacker: str
    kind: str = ASSAULT
    phase: str = INITIAL
    hqs: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()
    answering: tuple[str, ...] = ()
    gas: tuple[str, ...] = ()
    lengths: FrozenMap[str, int] = field(default_factory=FrozenMap)
    bombarded: int = 0
    round: int = 0
    silent: frozenset[str] = frozenset()
    unpaid: bool = False
    hungry: frozenset[str] = frozenset()
    aimed: tuple[Shots, ...] = ()
    owed: tuple[Hits, ...] = ()
    air_round: int = 0
    shelling: bool = False
    dueller: str = ""
    pressed: bool = False
    nations: frozenset[str] = frozenset()

    @property
    def defender(self) -> str:
        return foe(self.attacker)

    def other(self, side: str) -> str:
        return foe(side)


@record
class Bill(Frozen):
    """Supply that is being paid: how much is left, by which side, out of which depots."""

    side: str
    hex: str
    points: int
    hqs: tuple[str, ...]
    rule: str


@record
class State(Tabletop):
    """A position. `active` is the alliance whose offensive it is; `shifted` is the supply that has moved this turn.

    `acting` are the HQs activated in this offensive, `refused` those whose troops would not attack this turn.
    """

    pieces: Pieces[Unit]
    year: int = 1917
    month: int = 7
    home: str = "west"
    fronts: tuple[str, ...] = ("west",)
    front: str = ""
    active: str = CENTRAL
    initiative: str = ""
    left: FrozenMap[str, int] = field(default_factory=FrozenMap)
    passes: int = 0
    declared: tuple[tuple[str, str], ...] = ()
    weather: FrozenMap[str, str] = field(default_factory=FrozenMap)
    supply: FrozenMap[str, int] = field(default_factory=FrozenMap)
    control: FrozenMap[str, str] = field(default_factory=FrozenMap)
    held: FrozenMap[str, str] = field(default_factory=FrozenMap)
    morale: FrozenMap[str, int] = field(default_factory=FrozenMap)
    goals: FrozenMap[str, str] = field(default_factory=FrozenMap)
    pushes: FrozenMap[str, int] = field(default_factory=FrozenMap)
    acting: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    objectives: FrozenMap[str, int] = field(default_factory=FrozenMap)
    creators: FrozenMap[str, str] = field(default_factory=FrozenMap)
    cards: FrozenMap[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    revealed: FrozenMap[str, str] = field(default_factory=FrozenMap)
    phase: str = INITIAL
    draft: Battle | None = None
    chosen: str = ""
    battles: tuple[Battle, ...] = ()
    fought: tuple[tuple[str, str, str], ...] = ()
    captured: FrozenMap[str, str] = field(default_factory=FrozenMap)
    shifted: FrozenMap[str, int] = field(default_factory=FrozenMap)
    sailed: FrozenMap[str, int] = field(default_factory=FrozenMap)
    bill: Bill | None = None

    # -- what may be asked for -------------------------------------------------------------------------------
    def everything(self, kind: str) -> Iterable[str]:
        return self.cards_known if kind == "card" else super().everything(kind)

    @property
    def cards_known(self) -> tuple[str, ...]:
        return tuple(sorted({card for hand in self.cards.values() for card in hand} | set(self.revealed.values())))

    # -- sides and pieces ------------------------------------------------------------------------------------
    @property
    def passive(self) -> str:
        return foe(self.active)

    def unit(self, id: str) -> Unit:
        return self.pieces[id]

    def change(self, id: str, **changes: Any) -> State:
        return self.put(self.pieces[id].but(**changes))

    def ground_at(self, hex: str | None, side: str) -> tuple[Unit, ...]:
        """Infantry, cavalry and tanks of a side in a hex."""
        return tuple([u for u in self.pieces.at(hex) if u.side == side and u.kind in GROUND])

    def works_at(self, hex: str, side: str) -> tuple[Unit, ...]:
        """What is left of the trenches and the fortress of a side in a hex."""
        return tuple([u for u in self.pieces.at(hex) if u.kind in WORKS and u.side == side and u.strength])

    def trenches_at(self, hex: str, side: str) -> tuple[Unit, ...]:
        return tuple([u for u in self.works_at(hex, side) if u.kind == TRENCH])

    def hqs_at(self, hex: str | None, side: str) -> tuple[Unit, ...]:
        return tuple(u for u in self.pieces.at(hex) if u.kind == HQ and u.side == side)

    def hqs_of(self, side: str) -> tuple[Unit, ...]:
        return tuple(u for u in self.pieces if u.kind == HQ and u.side == side and u.place is not None)

    def flying(self, hex: str, side: str) -> tuple[Unit, ...]:
        """Aircraft of a side that came to the battle in a hex."""
        return tuple([u for u in self.pieces.at(hex) if u.mission == hex and u.side == side])

    def aid(self, unit: Unit) -> tuple[Unit, ...]:
        """The aircraft that help a ground unit now: those still over its battle (4.5.3.2-a)."""
        flying = self.flying(unit.place, unit.side) if unit.place is not None else ()
        return tuple([one for one in flying if one.aiding == unit.id])

    def on_map(self) -> Iterator[Unit]:
        return (u for u in self.pieces if u.place is not None)

    def taken_in_offensives(self, hex: str) -> bool:
        """Captured in this turn's Offensives Phase, not by an HQ or on the march before or after it."""
        return self.captured.get(hex, SUPPLYING) not in QUIET

    # -- depots ----------------------------------------------------------------------------------------------
    def stock(self, hq: str) -> int:
        """What an HQ's depot holds: the supply in its hex."""
        place = self.pieces[hq].place
        return self.supply.get(place, 0) if place is not None else 0

    def with_stock(self, place: str, points: int) -> State:
        return self.but(supply=self.supply.put(place, points) if points else self.supply.drop(place))

    # -- battles ---------------------------------------------------------------------------------------------
    def battle(self, hex: str) -> Battle:
        return next(battle for battle in self.battles if battle.hex == hex)

    def attacked(self, hex: str) -> bool:
        """A battle is declared or fought here."""
        return any(battle.hex == hex for battle in self.battles)

    def refight(self, battle: Battle) -> State:
        """With this battle as it now stands."""
        return self.but(battles=tuple([battle if b.hex == battle.hex else b for b in self.battles]))

    def fighting(self, hex: str, **changes: Any) -> State:
        return self.refight(self.battle(hex).but(**changes))

    def owing(self, hex: str, hits: Hits) -> State:
        """With these hits to be taken, if there are any."""
        battle = self.battle(hex)
        return self.refight(battle.but(owed=(*battle.owed, hits))) if hits.total else self

    def settled(self, hex: str, outcome: str) -> State:
        """The battle is over, with what came of it."""
        battle = self.battle(hex)
        return self.but(
            battles=tuple(b for b in self.battles if b.hex != hex),
            fought=(*self.fought, (hex, battle.phase, outcome)),
        )
