"""4.4 rail, 4.5 strategic movement, 4.6 ships, 9.6 Strategic Reserves!: what carries a unit further than its feet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, Unit, units
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import objections_to_arriving
from tutor.rulesets.tlm.coming import (
    FOOT,
    RAIL,
    RESERVES,
    RULES,
    SHIP,
    STRATEGIC,
    objections_to_having_moved,
    times_used,
)
from tutor.rulesets.tlm.sources import COAST, ENGLAND, is_source
from tutor.rulesets.tlm.state import ENTENTE, Piece, State

CARD = "strategic-reserves"
RAIL_AREAS = 3
SUMMER_1914 = 1


# -- how many have moved --------------------------------------------------------------------------------------------
def movers(state: State) -> tuple[str, ...]:
    """The units that count for a player who passes: all that have moved, but for a ship that comes on top."""
    extra = {SHIP} if state.law.reads("sea-move-on-pass", "extra") else set()
    return tuple(dict.fromkeys(unit for unit, means in state.used if means not in extra))


def free_moves(state: State) -> tuple[str, ...]:
    """The units that have taken the one move of a player who passes."""
    extra = {RESERVES, SHIP} if state.law.reads("sea-move-on-pass", "extra") else {RESERVES}
    return tuple(dict.fromkeys(unit for unit, means in state.used if means not in extra))


# -- whether a means is open to a unit at all ----------------------------------------------------------------------
def objections_to_means(state: State, unit: str, means: str) -> Checks:
    """What shuts a means to a unit, wherever it would go."""
    piece = state.pieces[unit]
    never = state.law.in_force(_never(piece, means))
    yield from never
    if never:
        return
    yield from _one_unit_only(state, unit, means)
    yield from objections_to_having_moved(state, unit, means)
    yield from _left_and_resumed(state, unit, means)
    match means:
        case "rail":
            yield from _rail(state, piece)
        case "strategic":
            yield from _strategic(state, piece)
        case "ship":
            yield from _ship(state, piece)
        case "reserves":
            yield from _reserves(state, piece)


def _never(piece: Piece, means: str) -> Checks:
    """A means that is not for units of this side or nation, whatever they have done."""
    if means == STRATEGIC and piece.side != ENTENTE:
        yield objection("4.5.a", "entente-only", who=Side(piece.side))
    if means == SHIP and not _sails(piece):
        yield objection("4.6.b", "uk-only", unit=Unit(piece.id))


def _sails(piece: Piece) -> bool:
    """4.6.b: UK units, and the Belgian army in Antwerp if the reading `antwerp-evacuation` lets it."""
    return piece.nation == "UK" or _in_antwerp(piece)


def _in_antwerp(piece: Piece) -> bool:
    return piece.nation == "BE" and piece.kind == "army" and piece.place == "antwerp"


def _one_unit_only(state: State, unit: str, means: str) -> Checks:
    """2.0-II.1.d-f: who passes moves one unit, and a second by a card; a ship may come on top (`sea-move-on-pass`)."""
    if state.offensive:
        return
    if means == SHIP and state.law.reads("sea-move-on-pass", "extra"):
        yield held("4.6.b", "ship-comes-on-top", reading=state.law.read("sea-move-on-pass"))
        return
    others = [moved for moved in movers(state) if moved != unit]
    free = [moved for moved in free_moves(state) if moved != unit]
    if len(others) > 1:
        yield objection("2.0-II.1.f", "no-third-unit", unit=Unit(unit), units=units(others))
    if means != RESERVES and free:
        yield objection("2.0-II.1.d", "one-unit-only", unit=Unit(free[0]))
        yield objection("4.1.b", "passing-moved-one", unit=Unit(unit), moved=Unit(free[0]))


def _left_and_resumed(state: State, unit: str, means: str) -> Checks:
    """Units move one at a time: a march that another unit's move has ended is over."""
    walked = (unit, FOOT) in state.used and means == FOOT
    if walked and state.used[-1][0] != unit and state.law.reads("move-resumed", "over"):
        last, reading = Unit(state.used[-1][0]), state.law.read("move-resumed")
        yield objection("2.0-II.2.b", "one-at-a-time", unit=Unit(unit), last=last, reading=reading)


def _rail(state: State, piece: Piece) -> Checks:
    gone = times_used(state, RAIL)
    if len(gone) >= 2:
        yield objection("4.4.c", "two-by-rail", unit=Unit(piece.id))
    yield from _friendly_throughout(state, piece.side, str(piece.place), RAIL)


def _friendly_throughout(state: State, side: str, area: str, means: str) -> Checks:
    now = areas.area_state(state, area, side)
    if now != areas.FRIENDLY:
        yield objection(RULES[means], "must-be-friendly", area=Place(area), now=Term(now), means=Term(means))
    elif side == state.active and area not in state.since:
        yield objection(RULES[means], "friendly-too-late", area=Place(area), means=Term(means))


def _strategic(state: State, piece: Piece) -> Checks:
    most = 1 if state.turn == SUMMER_1914 else 2
    if len(times_used(state, STRATEGIC)) >= most:
        yield objection("4.5.b", "strategic-limit", limit=most)
    yield from _terminus(state, piece.side, str(piece.place))


def _terminus(state: State, side: str, area: str) -> Checks:
    """4.5.a: both ends are supply-source areas, friendly since the turn began."""
    england = area == ENGLAND and state.law.reads("strategic-england", "source")
    if area == ENGLAND and not england:
        yield objection("4.5.a", "england-by-ship", reading=state.law.read("strategic-england"))
    elif not (england or is_source(state, area, side)):
        yield objection("4.5.a", "no-source-area", area=Place(area))
    else:
        yield from _friendly_throughout(state, side, area, STRATEGIC)


def _ship(state: State, piece: Piece) -> Checks:
    if _in_antwerp(piece) and state.law.reads("antwerp-evacuation", "in-use"):
        yield held("4.6.b", "antwerp-evacuated", unit=Unit(piece.id), reading=state.law.read("antwerp-evacuation"))
        return
    if piece.nation != "UK":
        yield objection("4.6.b", "uk-only", unit=Unit(piece.id))
        return
    yield from _aboard(state, piece)
    gone = times_used(state, SHIP)
    if gone:
        yield objection("4.6.b", "one-by-ship", unit=Unit(gone[0]))
    if piece.place != ENGLAND:
        yield from _port(state, piece.side, str(piece.place))


def _aboard(state: State, army: Piece) -> Checks:
    """US infantry in a UK army goes with it, or keeps it ashore (reading `americans-at-sea`)."""
    reading = state.law.read("americans-at-sea")
    for one in state.inside(army.id):
        if one.nation != "UK" and state.law.reads("americans-at-sea", "british-only"):
            yield objection("4.6.b", "uk-only", unit=Unit(one.id), reading=reading)
        elif one.nation != "UK":
            yield held("4.6.b", "others-aboard", unit=Unit(one.id), reading=reading)


def _port(state: State, side: str, area: str) -> Checks:
    """4.6.b, 4.6.c: a coastal supply-source area that the enemy does not control."""
    if COAST not in state.map.area(area).flags or not is_source(state, area, side):
        yield objection("4.6.b", "no-port", area=Place(area))
        return
    now = areas.area_state(state, area, side)
    if now not in (areas.FRIENDLY, areas.DISPUTED):
        yield objection("4.6.c", "no-landing", area=Place(area), now=Term(now))
    else:
        yield held("4.6.b", "port-open", area=Place(area), now=Term(now))


def _reserves(state: State, piece: Piece) -> Checks:
    if CARD not in state.hand(piece.side):
        yield objection("1.3.b", "not-in-hand", card=Term(CARD), who=Side(piece.side))
    if not state.offensive:
        yield held("2.0-II.1.f", "second-unit", unit=Unit(piece.id))
    now = areas.area_state(state, str(piece.place), piece.side)
    if now not in (areas.FRIENDLY, areas.DISPUTED):
        yield objection("9.6.a", "reserves-from-to", area=Place(str(piece.place)), now=Term(now))


# -- one step of a way -----------------------------------------------------------------------------------------------
Stepping = Callable[[State, Piece, str, str], Checks]


def objections_to_rail(state: State, piece: Piece, a: str, b: str) -> Checks:
    if areas.by_sea(state, a, b):
        yield objection("4.6.b", "only-by-sea", area=Place(b), origin=Place(a))
    elif areas.CLOSED in state.map.area(b).flags:
        yield objection("4.2.e", "not-playable", area=Place(b))
    else:
        yield from areas.objections_to_the_east(state, a, b)
        yield from _friendly_throughout(state, piece.side, b, RAIL)
        yield from objections_to_arriving(state, piece, b, True)


def objections_to_strategic(state: State, piece: Piece, a: str, b: str) -> Checks:
    yield from _terminus(state, piece.side, b)
    yield from objections_to_arriving(state, piece, b, True)


def objections_to_ship(state: State, piece: Piece, a: str, b: str) -> Checks:
    home = piece.place == ENGLAND
    if not home and b != ENGLAND and piece.nation == "UK":
        yield objection("4.6.b", "ship-to-england", area=Place(b))
        return
    if b != ENGLAND:
        yield from _port(state, piece.side, b)
    elif piece.nation != "UK":
        yield objection("4.6.b", "uk-only", unit=Unit(piece.id))
    yield from objections_to_arriving(state, piece, b, True)


def objections_to_reserves(state: State, piece: Piece, a: str, b: str) -> Checks:
    now = areas.area_state(state, b, piece.side)
    if areas.by_sea(state, a, b):
        yield objection("4.6.b", "only-by-sea", area=Place(b), origin=Place(a))
    elif now not in (areas.FRIENDLY, areas.DISPUTED):
        yield objection("9.6.a", "reserves-from-to", area=Place(b), now=Term(now))
    else:
        yield from areas.objections_to_the_east(state, a, b)
        yield from objections_to_arriving(state, piece, b, True)


# -- the four means ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Transport:
    """A means of transport: what may be said against a step, whether it jumps, how far it goes, where it must stop."""

    means: str
    stepping: Stepping
    jumps: bool = False
    limit: int | None = None

    @property
    def rule(self) -> str:
        return RULES[self.means]

    def stops(self, state: State, piece: Piece, area: str) -> str:
        """The rule by which one may come here but not go on."""
        if self.means == RESERVES and areas.area_state(state, area, piece.side) == areas.DISPUTED:
            return self.rule
        full = state.law.first_objection(areas.objections_to_stacking(state, piece, area))
        return "" if full is None else "1.2.2.c"

    def price(self, state: State, piece: Piece, b: str) -> Ledger:
        return state.law.ledger(self.rule, "areas-by-means", self._lines(piece, b))

    def _lines(self, piece: Piece, b: str) -> Lines:
        yield plus(self.rule, "area-by-means", 1, area=Place(b), means=Term(self.means))


TRANSPORTS = (
    Transport(RAIL, objections_to_rail, limit=RAIL_AREAS),
    Transport(STRATEGIC, objections_to_strategic, jumps=True, limit=1),
    Transport(SHIP, objections_to_ship, jumps=True, limit=1),
    Transport(RESERVES, objections_to_reserves),
)
