"""What lies on the table and in the hands: pieces (1.2), cards (1.3), army templates (1.4), the turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, TypeAlias

from tutor.engine.ask import Steps
from tutor.engine.pieces import Frozen, FrozenMap, Pieces, record
from tutor.engine.run import StepBook
from tutor.engine.space.maps import AreaMap
from tutor.engine.spans import draft, mark
from tutor.engine.tabletop import NoBattle, Tabletop

GE, ENTENTE = "GE", "Entente"
SIDES = (GE, ENTENTE)
AGENDA = frozenset({"agenda"})  # the steps that remain: what lies on the table is the same
NATIONS: Mapping[str, str] = {"GE": GE, "FR": ENTENTE, "UK": ENTENTE, "BE": ENTENTE, "US": ENTENTE}

RESERVE, REMOVED = "reserve", "removed"  # the boxes of rulebook/boxes.yaml

INFANTRY_TYPE = ("infantry", "stosstruppen", "commonwealth")
AUXILIARIES = ("cavalry", "artillery", "siege-gun", "biplane", "tank", "paris-gun")

CARDS = (
    "offensive",
    "limited-offensive",
    "big-push",
    "gericht",
    "tout-le-monde",
    "friedensturm",
    "ersatz-2",
    "ersatz-3",
    "poison-gas",
    "barrage",
    "bad-weather",
    "strategic-reserves",
    "surprise-attack",
    "entente-crisis",
    "german-crisis",
)
HIDDEN = "hidden"
LAST_TURN = 23


def foe(side: str) -> str:
    return ENTENTE if side == GE else GE


@record
class Piece(Frozen):
    """One counter. Inside an army its place is that of the army.

    Off the map it lies in a `box`, the reserve or, a fort, out of the game; or it `arrives` in some turn. Its `value`
    is the figure of a fort, or the year that a biplane's counter bears.
    An army may be `suppressed` in this season.
    `retreat` is the retreat it made in this player turn, from the battle area `left`; `method` the way in
    which biplanes take part in the present battle; `moved` the areas it has walked in this phase and `went` the means
    by which it has moved in it, by itself or inside its army; `oos` its Out of Supply marker.
    """

    id: str
    side: str
    nation: str
    kind: str
    place: str | None
    army: str | None = None
    value: int = 0
    entrenched: bool = False
    fortified: bool = False
    retreat: str = mark("", until="combat-phase")
    left: str = mark("", until="combat-phase")
    method: str = draft("")
    moved: int = mark(0, until="movement-phase")
    went: tuple[str, ...] = mark((), until="movement-phase")
    suppressed: bool = mark(False, until="season")
    box: str = ""
    arrives: int = 0
    oos: bool = False

    @property
    def infantry_type(self) -> bool:
        return self.kind in INFANTRY_TYPE

    @property
    def on_map(self) -> bool:
        return self.place is not None


@record
class Hits(Frozen):
    """Hits still to be paid: by whom, how many by anything and by the fort, and out of which units."""

    payer: str
    plain: int
    siege: int = 0
    scope: str = "force"
    now: str = ""

    @property
    def total(self) -> int:
        return self.plain + self.siege


@record
class Battle(Frozen):
    """One battle area: what was played on it, and what is not settled yet."""

    area: str
    surprise: bool = False
    gas: frozenset[str] = frozenset()
    barrage: frozenset[str] = frozenset()
    bonus: int = 0
    weather: bool = False
    infantry: frozenset[str] = frozenset()
    scored: FrozenMap[str, int] = field(default_factory=FrozenMap)
    due: tuple[Hits, ...] = ()
    rerolled: int = 0
    forced: tuple[str, ...] = ()
    named: frozenset[str] = frozenset()
    refuge: FrozenMap[str, str] = field(default_factory=FrozenMap)
    stepped: frozenset[str] = frozenset()


@record
class Promise(Frozen):
    """Units that are taken from the reserve in some turn, by the table of reinforcements; those `called` so far."""

    turn: int
    nation: str
    kind: str
    n: int
    called: tuple[str, ...] = ()


@record
class State(Tabletop):
    """A position of To the Last Man! `active` is the attacker of this player turn.

    `since` are the areas friendly to him when his turn began, `used` the means by which his units have moved in it, in
    their order, `acts` the cards he has played in it, `apart` the units that have not left England and stay out of
    armies there. `passed` are the sides that have passed one after the other, `out` the cards out of the game,
    `crisis_vp` what Crisis cards have given the German, `fallen` the armies eliminated, `points` the building points
    left, `spent` on what they went and `ordered` the cards bought and not yet drawn. With a `deck` there is a `pile`,
    whose order nobody knows, and what lies `under` it. What the reserve owes is `promised`. A `campaign` is played for
    victory until the `last` turn: `vp` is where the marker stands on the track, `result` the level at which it ended.
    A `linked` game leaves the east to its sister.
    """

    beside = AGENDA

    map: AreaMap
    pieces: Pieces[Piece]
    turn: int
    active: str
    hands: FrozenMap[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    discard: tuple[str, ...] = ()
    control: FrozenMap[str, str] = field(default_factory=FrozenMap)
    offensive: str = mark("", until="player-turn")
    rank: str = mark("", until="player-turn")
    weather: int = mark(0, until="player-turn")
    entered: tuple[str, ...] = mark((), until="player-turn")
    moves: FrozenMap[str, str] = mark(FrozenMap(), until="player-turn")
    since: frozenset[str] = mark(frozenset(), until="player-turn")
    used: tuple[tuple[str, str], ...] = mark((), until="player-turn")
    apart: frozenset[str] = frozenset()
    passed: tuple[str, ...] = mark((), until="season")
    out: tuple[str, ...] = ()
    crisis_vp: int = 0
    fallen: tuple[str, ...] = ()
    points: FrozenMap[str, int] = mark(FrozenMap(), until="production")
    spent: tuple[tuple[str, str], ...] = mark((), until="production")
    promised: tuple[Promise, ...] = ()
    campaign: bool = False
    last: int = LAST_TURN
    linked: bool = False
    result: str = ""
    vp: int | None = None
    deck: bool = False
    pile: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    ordered: FrozenMap[str, int] = mark(FrozenMap(), until="production")
    acts: tuple[str, ...] = mark((), until="player-turn")
    exchanged: bool = mark(False, until="player-turn")
    battles: tuple[Battle, ...] = mark((), until="player-turn")
    battle: Battle | None = draft(None)
    fought: tuple[str, ...] = mark((), until="player-turn")

    # -- what there is ---------------------------------------------------------------------------------------
    def everything(self, kind: str) -> Iterable[str]:
        match kind:
            case "card":
                return CARDS
            case "side":
                return SIDES
            case _:
                return super().everything(kind)

    # -- sides and hands -------------------------------------------------------------------------------------
    @property
    def attacker(self) -> str:
        return self.active

    @property
    def defender(self) -> str:
        return foe(self.active)

    def hand(self, side: str) -> tuple[str, ...]:
        return self.hands.get(side, ())

    @property
    def pile_left(self) -> int | None:
        """How many cards the draw pile has, where there is one."""
        return len(self.pile) + len(self.under) if self.deck else None

    def played(self, side: str, card: str) -> State:
        """With this card from the hand on the discard pile."""
        rest = list(self.hand(side))
        rest.remove(card)
        acts = (*self.acts, card) if side == self.active else self.acts
        hands, discard = self.hands.put(side, tuple(rest)), tuple(sorted((*self.discard, card)))
        new: State = self.but(hands=hands, discard=discard, acts=acts)
        return new

    # -- pieces ----------------------------------------------------------------------------------------------
    def inside(self, army: str) -> tuple[Piece, ...]:
        """What an army's template holds."""
        return tuple([p for p in self.pieces.at(self.pieces[army].place) if p.army == army])

    def units(self, area: str, side: str) -> tuple[Piece, ...]:
        """The units on the map of a side in an area: armies as one, without what they hold."""
        return tuple([p for p in self.pieces.at(area) if p.side == side and p.army is None])

    def forces(self, area: str, side: str) -> tuple[Piece, ...]:
        """Every piece of a side in an area, those inside armies too."""
        return tuple([p for p in self.pieces.at(area) if p.side == side])

    # -- the battle that is being fought ---------------------------------------------------------------------
    @property
    def here(self) -> Battle:
        """The battle that is being fought."""
        if self.battle is None:
            raise NoBattle("no battle is fought")
        return self.battle

    def present(self, side: str) -> tuple[Piece, ...]:
        """The pieces of a side that take part: units that retreated into the area do not."""
        area = self.here.area
        return tuple([p for p in self.pieces.at(area) if p.side == side and not p.retreat])

    def fighting(self, **changes: Any) -> State:
        """With these changes to the battle that is being fought."""
        new: State = self.but(battle=self.here.but(**changes))
        return new


Step: TypeAlias = Steps[State]
steps = StepBook()
