"""What lies on the table: units and works (4.0), supply (3.1), control, morale, and the battles of one offensive."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, field
from functools import cached_property
from itertools import count
from typing import Any

from tutor.engine.pieces import Frozen, FrozenMap, Pieces, record
from tutor.engine.spans import draft as in_hand
from tutor.engine.spans import mark
from tutor.engine.tabletop import NoBattle, Tabletop
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

    `supplied` is said by a scenario; where it is None the line is traced (3.3). Off the map it lies in a `box`, or
    `arrives` with its code of entry.

    Of what was done, `activated` says that the Offensives Phase has used it, or the Air Phase before that; `moved` that
    the Supply Phase has moved this HQ, `travelled` that the Movement Phase has moved it. In an offensive `start` is
    where it stood, `origin` the hex from which it entered the battle hex, `road` the hexes through which it came there,
    until their taking is told; an aircraft on its way has its `mission`, the hex it flies to; a fighter in a battle is
    `aiding` one ground unit. `fired` is the part of the offensive in which an HQ's artillery was last used.
    """

    # on the table

    id: str
    side: str
    nation: str
    kind: str
    place: str | None
    _: KW_ONLY
    strength: int = 0
    entry: int = 0
    name: str = ""
    supplied: bool | None = None
    box: str = ""
    arrives: str = ""
    # what was done
    activated: bool = mark(False, until="month")
    moved: bool = mark(False, until="month")
    patrol: bool = mark(False, until="month")
    intercepted: bool = mark(False, until="month")
    travelled: bool = mark(False, until="movement-phase")
    fired: str = mark("", until="offensive")
    start: str | None = mark(None, until="offensive")
    origin: str | None = mark(None, until="offensive")
    road: tuple[str, ...] = mark((), until="offensive")
    mission: str | None = mark(None, until="offensive")
    aiding: str = mark("", until="offensive")
    gassed: bool = mark(False, until="offensive")

    def but(self, **changes: Any) -> Unit:
        new = super().but(**changes)
        new.__dict__.pop("likeness", None)
        return new

    @cached_property
    def likeness(self) -> int:
        """What makes a unit another one for the odds, as a number: equal divisions may change places."""
        named = self.id if self.kind == HQ or self.kind in AIR or self.kind in WORKS else self.name
        drawn = self.side, self.nation, self.kind, self.place, self.strength, self.supplied, self.box, self.arrives
        used = self.activated, self.moved, self.patrol, self.intercepted, self.travelled, self.fired
        moved = self.start, self.origin, self.road, self.mission
        key = named, drawn, used, moved, bool(self.aiding), self.gassed
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
    """An attack on one hex, from its declaration to its end, in a `part` of an offensive.

    `shelling` says that it was opened by artillery alone; who falls later does not change that.
    """

    hex: str
    attacker: str
    _: KW_ONLY
    kind: str = ASSAULT
    part: str = INITIAL
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
    """A position. `active` is the alliance whose offensive it is, or that moves.

    In August and September 1914 a turn is a `week` (1.2.1); with `seasonal` the marker lies on the Seasonal Turn before
    the month. `held` names the nation that took a hex last, `creators` those whose attack made a Symbolic Objective,
    `pushing` the HQs that wear a Big Push marker. `concerned` are the national rules that concern its counters.

    Of what was done, `pushes` counts the Big Pushes of the nations this year. `captured` are the hexes that were taken
    this turn, with the part of the offensive or the phase in which; `taken` those that the Initial Combat of this
    offensive took and nobody has won back. `revealed` are the cards shown this turn, `refused` the HQs whose troops
    would not attack in it, `acting` those activated in this offensive, whose `part` is being played. `shifted` is the
    supply that has moved.
    """

    # on the table
    pieces: Pieces[Unit]
    _: KW_ONLY
    year: int = 1917
    month: int = 7
    week: int = 0
    seasonal: bool = False
    home: str = "west"
    fronts: tuple[str, ...] = ("west",)
    active: str = CENTRAL
    weather: FrozenMap[str, str] = field(default_factory=FrozenMap)
    supply: FrozenMap[str, int] = field(default_factory=FrozenMap)
    control: FrozenMap[str, str] = field(default_factory=FrozenMap)
    held: FrozenMap[str, str] = field(default_factory=FrozenMap)
    morale: FrozenMap[str, int] = field(default_factory=FrozenMap)
    goals: FrozenMap[str, str] = field(default_factory=FrozenMap)
    pushing: frozenset[str] = frozenset()
    objectives: FrozenMap[str, int] = field(default_factory=FrozenMap)
    creators: FrozenMap[str, str] = field(default_factory=FrozenMap)
    cards: FrozenMap[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    concerned: frozenset[str] = frozenset()
    # what was done
    pushes: FrozenMap[str, int] = mark(FrozenMap(), until="year")
    year_played: bool = mark(False, until="year")
    initiative: str = mark("", until="month")
    left: FrozenMap[str, int] = mark(FrozenMap(), until="month")
    captured: FrozenMap[str, str] = mark(FrozenMap(), until="month")
    revealed: FrozenMap[str, str] = mark(FrozenMap(), until="month")
    refused: frozenset[str] = mark(frozenset(), until="month")
    supplying: bool = mark(False, until="supply-phase")
    supplies_first: str = mark("", until="supply-phase")
    shifted: FrozenMap[str, int] = mark(FrozenMap(), until="supply-phase")
    moving: bool = mark(False, until="movement-phase")
    sailed: FrozenMap[str, int] = mark(FrozenMap(), until="movement-phase")
    passes: int = mark(0, until="offensives-phase")
    declared: tuple[tuple[str, str], ...] = mark((), until="offensives-phase")
    front: str = mark("", until="fronts")
    part: str = mark(INITIAL, until="offensive")
    acting: frozenset[str] = mark(frozenset(), until="offensive")
    battles: tuple[Battle, ...] = mark((), until="offensive")
    fought: tuple[tuple[str, str, str], ...] = mark((), until="offensive")
    taken: tuple[str, ...] = mark((), until="offensive")
    beaches: frozenset[str] = mark(frozenset(), until="offensive")
    # in hand
    draft: Battle | None = in_hand(None)
    chosen: str = in_hand("")
    bill: Bill | None = in_hand(None)

    # -- what may be asked for -------------------------------------------------------------------------------
    def everything(self, kind: str) -> Iterable[str]:
        return self.cards_known if kind == "card" else super().everything(kind)

    @property
    def cards_known(self) -> tuple[str, ...]:
        return tuple(sorted({card for hand in self.cards.values() for card in hand} | set(self.revealed.values())))

    # -- when ------------------------------------------------------------------------------------------------
    @property
    def phase(self) -> str:
        """Whether supply moves now, or units; in other phases neither."""
        return SUPPLYING if self.supplying else MOVEMENT if self.moving else ""

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

    @property
    def conquests(self) -> tuple[str, ...]:
        """The hexes that the Initial Combat of this offensive has taken and the attacker still holds."""
        return tuple(hex for hex in self.taken if self.control.get(hex) == self.active)

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
        for battle in self.battles:
            if battle.hex == hex:
                return battle
        raise NoBattle(hex)

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
            fought=(*self.fought, (hex, battle.part, outcome)),
        )
