"""The pieces of The Great War in Europe Deluxe and the position they make (chapters 3, 7, 11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from tutor.engine.pieces import Frozen, FrozenMap, record
from tutor.engine.spans import draft, mark
from tutor.engine.tabletop import NoBattle, Tabletop

CP, ALLIES = "cp", "allies"
SIDES = (CP, ALLIES)
WEST, EAST = "west", "east"
THEATRES: Mapping[str, tuple[str, ...]] = {
    WEST: ("western", "italian", "egyptian"),
    EAST: ("eastern", "caucasus", "iraqi"),
}
FRONTS = frozenset(front for fronts in THEATRES.values() for front in fronts)

COMBAT_UNITS = frozenset({"infantry", "mountain", "cavalry", "tank", "anti-tank", "armoured-car"})
HQ = "hq"
FORTS = frozenset({"fort", "heavy-fort", "hindenburg", "kut"})
WITH_GARRISON = frozenset({"fort", "heavy-fort"})
AIRCRAFT = frozenset({"air", "ace", "air-tactics"})

SUPPLIED, FORTRESS, OOS = "supplied", "fortress", "oos"
# The boxes of rulebook/boxes.yaml.
DEAD_EUROPE, DEAD_NEAR_EAST = "dead-europe", "dead-near-east"
GONE, DESTROYED, POOL, WAITING = "gone", "destroyed", "pool", "waiting"
TRANSIT, TRANSFER, ARABIA, TRR = "transit", "transfer", "arabia", "trr"
ALLIED_EUROPE, ALLIED_NEAR_EAST, CP_NEAR_EAST = "allied-europe", "allied-near-east", "cp-near-east"
CP_EUROPE = "cp-europe"
BY_MAP, BY_BOX = "by-map", "by-box"  # over the map, or into one of the boxes
AVAILABLE: Mapping[str, str] = {CP: CP_NEAR_EAST, ALLIES: ALLIED_NEAR_EAST}  # of the Near East Map (5.11)
AVAILABLE_EUROPE: Mapping[str, str] = {CP: CP_EUROPE, ALLIES: ALLIED_EUROPE}
STRATEGIC_WARFARE = "strategic-warfare"
TURKEY_ENTERS = 5  # the Operational Turn of October 1914 (17.1)


@record
class Unit(Frozen):
    """A counter: what is printed on it, its state, and what it has done.

    `face` holds (attack, defence) of the full and of the reduced side, `back` those of a conversion. `called` is
    the name by which rules know a counter (`sud-army`). Off the map a counter lies in a `box`, `since` that turn, or
    comes in the Strategic Turn that `arrives` names; aircraft are on the map of a `front`, in no hex of it (15.11).

    `enters` is the region on its back where it comes in first (13.29), `posted` the hex printed on a Turk of Europe,
    where it comes in (17.13). A `dotted` counter is never replaced (5.32), one that was `rebuilt` comes in as such.
    `by` is how it came onto the map in this phase: the HQ, or the ground itself.

    An air unit is `used` in a series; a unit `devastates` its hex, or has `wasted` one, in a turn; in a Combat Phase it
    has `fought`, was `struck`, or `pursues`; cavalry has `evaded` an attack.
    """

    id: str
    side: str
    nation: str
    kind: str
    place: str | None = None
    face: tuple[tuple[int, int], ...] = ((0, 0),)
    steps: int = 1
    back: tuple[int, int] | None = None
    mp: int = 0
    size: str = "division"
    called: str = ""
    shock: bool = False
    band: bool = False
    support: int = 0
    depleted: bool = False
    drm: int = 0
    front: str = ""
    deadly: frozenset[int] = frozenset()
    supply: str = SUPPLIED
    untried: bool = False
    box: str = ""
    since: int = 0
    arrives: str = ""
    enters: str = ""
    posted: str = ""
    dotted: bool = False
    rebuilt: bool = False
    by: str = mark("", until="new-units-phase")
    used: bool = mark(False, until="series")
    devastates: bool = mark(False, until="turn")
    wasted: bool = mark(False, until="turn")
    fought: bool = mark(False, until="combat-phase")
    struck: bool = mark(False, until="combat-phase")
    pursues: bool = mark(False, until="combat-phase")
    evaded: bool = mark(False, until="combat-phase")

    @property
    def fights(self) -> bool:
        """A combat unit: no HQ, no fort, nothing in the air (3.25)."""
        return self.kind in COMBAT_UNITS

    @property
    def hq(self) -> bool:
        return self.kind == HQ

    @property
    def ground(self) -> bool:
        """What the booklet calls a unit without saying more: combat units and HQs (3.25)."""
        return self.fights or self.hq

    @property
    def fort(self) -> bool:
        return self.kind in FORTS

    @property
    def garrisoned(self) -> bool:
        """Has an intrinsic unit (14.11): not Kut (14.21), not the Hindenburg Line (14.31)."""
        return self.kind in WITH_GARRISON

    @property
    def flies(self) -> bool:
        return self.kind in AIRCRAFT

    @property
    def foot(self) -> bool:
        """Infantry, for the limits on cavalry: mountain divisions are infantry too."""
        return self.kind in ("infantry", "mountain")

    @property
    def attack(self) -> int:
        return self._visible[0]

    @property
    def defence(self) -> int:
        return self._visible[1]

    @property
    def _visible(self) -> tuple[int, int]:
        return self.face[max(0, min(len(self.face) - self.steps, len(self.face) - 1))]


@record
class Fight(Frozen):
    """One attack: the hex, who takes part, what supports it, and what is not settled yet."""

    hex: str
    attackers: frozenset[str] = frozenset()
    defenders: frozenset[str] = frozenset()
    origins: FrozenMap[str, str] = field(default_factory=FrozenMap)
    hq: FrozenMap[str, str] = field(default_factory=FrozenMap)
    air: frozenset[str] = frozenset()
    events: tuple[tuple[str, str], ...] = ()
    kaiserschlacht: bool = False
    trench: int = 0
    storm: int = 0
    ratio: int = 0
    due: FrozenMap[str, int] = field(default_factory=FrozenMap)
    first: frozenset[str] = frozenset()
    evaded: bool = False
    barred: str = ""
    advanced: frozenset[str] = frozenset()
    further: frozenset[str] = frozenset()


@record
class Made(Frozen):
    """An attack that was made in this turn: what mandated offensives and Kaiserschlacht attacks ask of it."""

    front: str
    side: str
    nations: frozenset[str]
    units: int
    hex: str
    ratio: int
    shock: int = 0
    kaiserschlacht: bool = False


@record
class March(Frozen):
    """A side's half of a Mutual Movement Phase: where everybody began, what each has spent, who is being moved.

    `seen` are the riders that have been next to the enemy, `origin` is where those began who are being moved now,
    `closed` are those who may not be moved again.
    """

    theatre: str
    side: str
    began: FrozenMap[str, str] = field(default_factory=FrozenMap)
    spent: FrozenMap[str, int] = field(default_factory=FrozenMap)
    seen: frozenset[str] = frozenset()
    halted: frozenset[str] = frozenset()
    origin: str = ""
    closed: frozenset[str] = frozenset()
    group: tuple[str, ...] = ()


@record
class State(Tabletop):
    """A position. `active` is the attacker of the present combats, or who moves.

    With `tracing` supply is traced on the map, otherwise it is what the counters and `cut` say. `affairs` are what
    has happened in the war, `joined` the countries that were neutral with the turn of their entry, `in_play` the
    events played with that of their play, `spent` what has left the game. `converted` counts the divisions that each
    Shock-troop event has turned over. `markers` are those of 10.8 that their owner
    may use, `marks` the hexes on which they lie. `lost` names the side that has lost the game.

    Where it is `dated`, the position itself says who arrives when, with Europe too, and new units are placed. `alone`
    the Near East is played without Europe (GWiNE): then events lie in `cups`, `required` is what the die asked of the
    Turkish reserve. A game that is no campaign ends with its `last` turn: of the groups of hexes that are a
    side's `aims` it must hold one, supplied. Since the last Revolution Phase there were turns in which Russians
    `stormed`, and others in which nobody attacked them in Russia (`calm`); `czar_fell` in this Strategic Turn;
    `bought` are the steps of one phase, `influenza` is the turn in which it broke out.

    Of what was done, `used` names the events and markers of this turn, `used_in_series` those that serve once between
    two Strategic Turns; `raided` is the town in which Lawrence is, `pinned` are the units that aircraft have stopped
    (6.3). While it is `settled`, the status that the counters were given at the start of the phase holds (11.11).
    `owed` are the offensives that must be made now (6.30), `saved` the units that count as supplied (11.86).
    """

    # on the table
    turn: int = 1
    letter: str = ""
    front: str = "western"
    active: str = CP
    theatre: str = WEST
    initiative: FrozenMap[str, str] = field(default_factory=FrozenMap)
    chooser: str = CP
    weather: FrozenMap[str, str] = field(default_factory=FrozenMap)
    status: FrozenMap[str, int] = field(default_factory=FrozenMap)
    control: FrozenMap[str, str] = field(default_factory=FrozenMap)
    cut: FrozenMap[str, frozenset[str]] = field(default_factory=FrozenMap)
    sources: FrozenMap[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    tracing: bool = False
    affairs: frozenset[str] = frozenset()
    neutral: frozenset[str] = frozenset()
    joined: FrozenMap[str, int] = field(default_factory=FrozenMap)
    entered: FrozenMap[str, str] = field(default_factory=FrozenMap)
    forfeited: frozenset[str] = frozenset()
    pipeline: str = ""
    trenches: frozenset[str] = frozenset()
    devastated: frozenset[str] = frozenset()
    zones_left: int = 0
    hands: FrozenMap[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    in_play: FrozenMap[str, int] = field(default_factory=FrozenMap)
    spent: tuple[str, ...] = ()
    gas: FrozenMap[str, str] = field(default_factory=FrozenMap)
    secret: bool = False
    rp: FrozenMap[str, int] = field(default_factory=FrozenMap)
    converted: FrozenMap[str, int] = field(default_factory=FrozenMap)
    markers: frozenset[str] = frozenset()
    marks: FrozenMap[str, str] = field(default_factory=FrozenMap)
    lost: str = ""
    dated: bool = False
    alone: bool = False
    cups: FrozenMap[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    required: int = 0
    last: int = 0
    aims: FrozenMap[str, tuple[tuple[str, ...], ...]] = field(default_factory=FrozenMap)
    # what was done
    stormed: int = mark(0, until="revolutions")
    calm: int = mark(0, until="revolutions")
    czar_fell: bool = mark(False, until="strategic-turn")
    bought: FrozenMap[str, int] = mark(FrozenMap(), until="replacement-phase")
    influenza: int = mark(0, until="replacement-phase")
    used_in_series: frozenset[str] = mark(frozenset(), until="series")
    used: frozenset[str] = mark(frozenset(), until="turn")
    raided: str = mark("", until="turn")
    pinned: frozenset[str] = mark(frozenset(), until="turn")
    made: tuple[Made, ...] = mark((), until="turn")
    kaiser_front: str = mark("", until="turn")
    march: March | None = mark(None, until="half")
    owed: frozenset[str] = mark(frozenset(), until="combat-phase")
    saved: frozenset[str] = mark(frozenset(), until="combat-phase")
    settled: bool = mark(False, until="strategic-movement")
    carried: FrozenMap[str, int] = mark(FrozenMap(), until="strategic-movement")
    sailed: frozenset[str] = mark(frozenset(), until="strategic-movement")
    railed: frozenset[str] = mark(frozenset(), until="strategic-movement")
    # in hand
    fight: Fight | None = draft(None)
    special: str = draft("")
    chosen: str | None = draft(None)
    picked: tuple[str, ...] = draft(())

    # -- what may be asked for -----------------------------------------------------------------------------
    def everything(self, kind: str) -> Iterable[str]:
        """All pieces, all hexes, or all events (`card`)."""
        if kind == "card":
            return self.law.table("combat-events").rows
        return super().everything(kind)

    def above(self, piece: Unit) -> str:
        """Aircraft are on the map of their Front, in no hex of it (15.11)."""
        return piece.front if piece.flies and not piece.box else ""

    # -- sides ---------------------------------------------------------------------------------------------
    @property
    def inactive(self) -> str:
        return foe(self.active)

    def stands(self, affair: str) -> bool:
        """Whether something has happened: a matter of state, an event in play, or Turkey's entry on its date (17.1)."""
        if affair in self.affairs or affair in self.in_play:
            return True
        return affair == "turkey-cp" and self.turn >= TURKEY_ENTERS and "turkey-surrendered" not in self.affairs

    def hand(self, side: str) -> tuple[str, ...]:
        return self.hands.get(side, ())

    def with_spent(self, one: str) -> State:
        """With this out of the game for good; of chits there may be several of a name."""
        return self.but(spent=tuple(sorted((*self.spent, one))))

    # -- who stands where ----------------------------------------------------------------------------------
    def unit(self, id: str) -> Unit:
        piece: Unit = self.pieces[id]
        return piece

    def at(self, hex: str | None, side: str | None = None) -> tuple[Unit, ...]:
        """All pieces in a hex, of one side if named."""
        return tuple(u for u in self.pieces.at(hex) if side is None or u.side == side)

    def units_at(self, hex: str | None, side: str | None = None) -> tuple[Unit, ...]:
        """The combat units in a hex."""
        return tuple(u for u in self.at(hex, side) if u.fights)

    def forces_at(self, hex: str | None, side: str | None = None) -> tuple[Unit, ...]:
        """The units in a hex where the booklet says no more than that: combat units and HQs."""
        return tuple(u for u in self.at(hex, side) if u.ground)

    def forts_at(self, hex: str | None, side: str | None = None) -> tuple[Unit, ...]:
        return tuple(u for u in self.at(hex, side) if u.fort)

    def barred_to(self, side: str, hex: str) -> tuple[Unit, ...]:
        """The enemies that keep a side out of a hex: combat units and intact forts with their garrison (8.22)."""
        return tuple(u for u in self.at(hex, foe(side)) if self.bars(u))

    def bars(self, unit: Unit) -> bool:
        """Whether a unit keeps the enemy out; an empty hex of the Hindenburg Line does as far as so read (14.31)."""
        if unit.fights or unit.garrisoned:
            return True
        return unit.kind == "hindenburg" and self.law.reads("empty-hindenburg", "barred")

    def on_map(self) -> Iterator[Unit]:
        return (u for u in self.pieces if u.place is not None)

    def named(self, name: str) -> Unit | None:
        """The counter that rules call by this name."""
        return next((u for u in self.pieces if u.called == name), None)

    # -- changes -------------------------------------------------------------------------------------------
    def change(self, id: str, **changes: object) -> State:
        return self.put(self.unit(id).but(**changes))

    @property
    def moving(self) -> March:
        """The half of a Mutual Movement Phase that is being played."""
        assert self.march is not None, "nobody moves"
        return self.march

    def marching(self, **changes: object) -> State:
        """With these changes to the movement that is being made."""
        return self.but(march=self.moving.but(**changes))

    @property
    def here(self) -> Fight:
        """The attack that is being declared or fought."""
        if self.fight is None:
            raise NoBattle("no attack is made")
        return self.fight

    def fighting(self, **changes: object) -> State:
        """With these changes to the attack that is being made."""
        return self.but(fight=self.here.but(**changes))

    # -- the two sides of the attack -----------------------------------------------------------------------
    def attackers(self) -> tuple[Unit, ...]:
        """All that joined the attack, whatever became of them."""
        return tuple(map(self.unit, sorted(self.here.attackers)))

    def defenders(self) -> tuple[Unit, ...]:
        """All that stood in the attacked hex when the attack was declared, HQs and forts too."""
        fight = self.here
        if fight.defenders:
            return tuple(map(self.unit, sorted(fight.defenders)))
        return tuple(sorted(self.at(fight.hex, self.inactive), key=lambda u: u.id))

    def engaged(self, side: str) -> tuple[Unit, ...]:
        """The combat units of a side in the attack."""
        return tuple(u for u in (self.attackers() if side == self.active else self.defenders()) if u.fights)

    def standing(self, side: str) -> tuple[Unit, ...]:
        """Those of them that are still on the map, a fort with its garrison included."""
        both = self.attackers() if side == self.active else self.defenders()
        return tuple(u for u in both if u.place is not None and (u.fights or u.garrisoned))

    def origin(self, unit: Unit) -> str:
        """The hex from which a unit attacks."""
        return self.here.origins.get(unit.id) or unit.place or ""


def foe(side: str) -> str:
    return ALLIES if side == CP else CP
