"""The pieces of Strafexpedition 1916 and the position they make (chapters 2, 3, 16, 17)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from tutor.engine.facts import Number
from tutor.engine.pieces import Frozen, FrozenMap, Pieces, record
from tutor.engine.spans import draft, mark
from tutor.engine.tabletop import NoBattle, Tabletop

INFANTRY = frozenset({"infantry", "mountain", "alpine", "bersaglieri", "militia", "border"})
MOUNTAIN = frozenset({"mountain", "alpine"})
GUNS = frozenset({"artillery", "mountain-artillery", "heavy-artillery"})
INDEPENDENT = frozenset({"alpine", "bersaglieri", "militia", "border"})
SIDES = ("ah", "it")
BRIGADES, ELIMINATED, SURRENDERED = "brigades", "eliminated", "surrendered"  # the boxes of rulebook/boxes.yaml
DRAFTS = frozenset({"agenda", "chosen", "aims"})  # who aims where, and the steps that remain


@record
class Unit(Frozen):
    """A counter: what is printed on it, and its state.

    `face` holds (combat factor, machine-gun factor) of the full and of the reduced side. A fortress prints its
    trench level. `assault` is where its assault marker points, `origin` the hex its assault came from.
    """

    id: str
    side: str
    kind: str
    place: str | None
    face: tuple[tuple[int, int], ...] = ((0, 0),)
    mp: int = 0
    printed_morale: int = 0
    bombardment: int = 0
    range: int = 0
    brigade: str | None = None
    corps: str | None = None
    initiative: int = 0
    radius: int = 0
    steps: int = 1
    dp: int = 0
    mode: str = "fire"
    mp_left: Number = mark(0, until="end-turn")
    moved: bool = mark(False, until="end-turn")
    commanded: bool = mark(False, until="end-action")
    activated: bool = mark(False, until="end-turn")
    fired_offensively: bool = False
    fired_defensively: bool = False
    emplacing: bool = False
    turned: bool = mark(False, until="end-turn")
    marched: bool = mark(False, until="end-turn")
    over_cliff: bool = mark(False, until="end-turn")
    overstacked: bool = mark(False, until="end-turn")
    assault: str | None = mark(None, until="end-action")
    origin: str | None = mark(None, until="end-action")
    fought: bool = mark(False, until="end-action")
    retreated: bool = mark(False, until="end-action")
    supplied: bool = True
    box: str = ""
    arrives: int = 0
    enters: tuple[str, ...] = ()

    def as_if_at(self, hex: str, **changes: Any) -> Unit:
        """Itself in another hex, to ask what would be; how it really comes there is `coming`'s."""
        return self.but(place=hex, **changes)

    @property
    def infantry(self) -> bool:
        return self.kind in INFANTRY

    @property
    def gun(self) -> bool:
        """An artillery unit; a fortress is not one, though it fires like one."""
        return self.kind in GUNS

    @property
    def fortress(self) -> bool:
        return self.kind == "fortress"

    @property
    def fires(self) -> bool:
        """Has bombardment factors: artillery and fortresses (13.2.4)."""
        return self.gun or self.fortress

    @property
    def hq(self) -> bool:
        return self.kind == "hq"

    @property
    def fights(self) -> bool:
        """A combat unit: everything but HQs."""
        return self.kind != "hq"

    @property
    def combat(self) -> int:
        """Combat factor of the visible face; guns defend with 0 (19.3)."""
        return 0 if self.gun else self._visible[0]

    @property
    def machine_guns(self) -> int:
        return 0 if self.gun else self._visible[1]

    @property
    def _visible(self) -> tuple[int, int]:
        """The printed side that lies up: an infantry unit that has lost a step shows its back (17.1)."""
        return self.face[-1] if self.infantry and self.steps < 2 else self.face[0]

    @property
    def morale(self) -> int:
        """Current morale: printed less disorganisation (16.1)."""
        return self.printed_morale - self.dp


@record
class Losses(Frozen):
    """What a result still takes from the units it struck: steps in all, then points for each.

    `first` are those of which one must take the first step; `spares` is the clause that spares all others in the hex.
    """

    units: tuple[str, ...]
    steps: int
    dp: int
    first: tuple[str, ...] = ()
    by_fire: bool = True
    winner: bool = False
    rule: str = "13.3.11"
    spares: str = ""


@record
class Fight(Frozen):
    """An assault on one hex as it is fought: where it came from and what stood there before.

    `trench` is the level before the hex was first assaulted in this action, `level` that at the start of this fight;
    `garrison`: who defended, guns apart.
    """

    hex: str
    attacker: str
    origins: tuple[str, ...]
    trench: int
    level: int = 0
    garrison: tuple[str, ...] = ()
    counter: bool = False
    attacker_retreats: bool = False
    defender_retreats: bool = False


@record
class State(Tabletop):
    """A position. `active` is the side whose brigade acts.

    Drafts lie in it, too: `chosen` and `aims` of a declaration, the units that owe a point for their forced march
    (`marching`), the hexes of which the gun cap is lifted (`paid`), the units whose morale was named (`named`), the
    brigades that tried to react (`tried`), what a result still takes (`struck`), the dice of command (`lines`), the
    unit that is moving, its pace and who fired at it (`mover`, `pace`, `shots`, `picked`), the road hexes closed to
    the HQ that is placed, each with the gun that closes it (`interdicted`). `sources` says who controls a source that
    may be either side's, `released` that the East sector has been freed; `turn`, `forecast` and `income` are of the
    turn track, `spent` and `bids` the points that count for the initiative.
    """

    beside = DRAFTS

    # on the table
    map: Any
    pieces: Pieces[Unit]
    active: str = "ah"
    weather: str = "clear"
    trenches: FrozenMap[str, int] = field(default_factory=FrozenMap)
    points: FrozenMap[str, int] = field(default_factory=FrozenMap)
    bridges: frozenset[frozenset[str]] = frozenset()
    cut: frozenset[str] = frozenset()
    sources: FrozenMap[str, str] = field(default_factory=FrozenMap)
    released: bool = False
    turn: int = 1
    forecast: FrozenMap[int, str] = field(default_factory=FrozenMap)
    income: FrozenMap[str, int] = field(default_factory=FrozenMap)
    # marks
    planned: frozenset[str] = mark(frozenset(), until="end-turn")
    guns_planned: FrozenMap[str, int] = mark(FrozenMap(), until="end-turn")
    spent: FrozenMap[str, int] = mark(FrozenMap(), until="end-turn")
    initiative: str | None = mark(None, until="end-turn")
    interdictors: frozenset[str] = mark(frozenset(), until="end-turn")
    brigade: str | None = mark(None, until="end-action")
    attached: frozenset[str] = mark(frozenset(), until="end-action")
    lines: FrozenMap[str, bool] = mark(FrozenMap(), until="end-action")
    marching: frozenset[str] = mark(frozenset(), until="declare")
    fights: tuple[Fight, ...] = mark((), until="end-action")
    reacting: bool = mark(False, until="react")
    tried: frozenset[str] = mark(frozenset(), until="react")
    # drafts
    bids: FrozenMap[str, int] = draft(FrozenMap())
    chosen: str | None = draft(None)
    aims: frozenset[tuple[str, str]] = draft(frozenset())
    paid: frozenset[str] = draft(frozenset())
    named: frozenset[str] = draft(frozenset())
    struck: Losses | None = draft(None)
    mover: str | None = draft(None)
    pace: str | None = draft(None)
    shots: frozenset[str] = draft(frozenset())
    picked: frozenset[str] = draft(frozenset())
    interdicted: FrozenMap[str, str] = draft(FrozenMap())

    # -- sides ---------------------------------------------------------------------------------------------
    @property
    def inactive(self) -> str:
        return other(self.active)

    # -- who stands where ----------------------------------------------------------------------------------
    def units_at(self, hex: str | None, side: str | None = None) -> tuple[Unit, ...]:
        """Combat units in a hex, of one side if named."""
        there = self.pieces.at(hex)
        return there and tuple([u for u in there if (side is None or u.side == side) and u.kind != "hq"])

    def foes_at(self, hex: str, side: str) -> tuple[Unit, ...]:
        there = self.pieces.at(hex)
        return there and tuple([u for u in there if u.side != side and u.kind != "hq"])

    def units_of(self, side: str) -> tuple[Unit, ...]:
        """Combat units of a side on the map."""
        return tuple(u for u in self.on_map() if u.side == side and u.fights)

    @property
    def brigades(self) -> frozenset[str]:
        return frozenset(u.brigade for u in self.pieces if u.hq and u.brigade)

    def unit(self, id: str) -> Unit:
        return self.pieces[id]

    def on_map(self) -> Iterator[Unit]:
        return (u for u in self.pieces if u.place is not None)

    def assaulting(self, hex: str, side: str) -> tuple[Unit, ...]:
        """Units of a side whose assault marker points at the hex."""
        return tuple(u for u in self.on_map() if u.assault == hex and u.side == side)

    def assaulting_from(self, hex: str, side: str) -> tuple[Unit, ...]:
        """Units of a side in a hex that carry an assault marker."""
        return tuple([u for u in self.units_at(hex, side) if u.assault])

    def assaulters(self, hex: str, side: str) -> tuple[Unit, ...]:
        """Units of a side that have entered the hex to assault it."""
        return tuple(u for u in self.units_at(hex, side) if u.assault == hex)

    def garrison(self, hex: str, side: str) -> tuple[Unit, ...]:
        """Units of a side in a hex that can hold it: no guns."""
        return tuple(u for u in self.units_at(hex, side) if not u.gun)

    # -- changes -------------------------------------------------------------------------------------------
    def change(self, id: str, **changes: Any) -> State:
        return self.put(self.pieces[id].but(**changes))

    # -- trenches ------------------------------------------------------------------------------------------
    def trench(self, hex: str) -> int:
        """The trench level of a hex; a fortress has its own (20.1)."""
        return self.trenches.get(hex, 0)

    def dig(self, hex: str, level: int) -> State:
        changed = self.trenches.put(hex, level) if level > 0 else self.trenches.drop(hex)
        return self.but(trenches=changed)

    def fight(self, hex: str) -> Fight:
        for fight in self.fights:
            if fight.hex == hex:
                return fight
        raise NoBattle(hex)

    def refight(self, fight: Fight) -> State:
        """With this fight as it now stands."""
        rest = tuple(f for f in self.fights if f.hex != fight.hex)
        return self.but(fights=tuple(sorted((*rest, fight), key=lambda f: f.hex)))

    def lp(self, side: str) -> int:
        return self.points.get(side, 0)


def other(side: str) -> str:
    return "it" if side == "ah" else "ah"
