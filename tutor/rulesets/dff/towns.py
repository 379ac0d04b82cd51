"""2.2.7.1-b, 2.2.7.6, 7.1, 7.7.1, 7.7.4, 7.10, 7.12.1: who wins and who loses morale when a town falls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from tutor.engine.facts import Cell, Place, Term
from tutor.engine.ledger import Lines, plus
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.ground import flags, listed_as, town
from tutor.rulesets.dff.state import ALLIES, CENTRAL, NATIONS, State

BRITAIN, OTTOMANS = "britain", "ottomans"
CENTRAL_ALONE = {"albania": "7.1", "luxembourg": "7.10"}  # the Allies only liberate their towns
LANDS = (*NATIONS, *CENTRAL_ALONE, "persia")
CHANNEL_PORT, OIL, CAUCASUS = "Channel port", "Oil fields", "Caucasus"
SUBMARINES = (1917, 5)  # from then on a Channel port is worth twice its value to the British


# -- whose town --------------------------------------------------------------------------------------------------
def worth_taking(state: State, hex: str) -> bool:
    """Whether there is a town in a hex, or a value."""
    return town(state, hex) is not None or bool(printed(state, hex))


def printed(state: State, hex: str) -> int:
    return int(state.map.hex(hex).values.get("nm", 0))


def land_of(state: State, hex: str) -> str:
    """The land of a town, as it is listed or as the hex says; some lands are never a nation of the game."""
    named = town(state, hex)
    said = (*(named.flags if named is not None else ()), *sorted(flags(state, hex)))
    return next((flag for flag in said if flag in LANDS), "")


def owner(state: State, hex: str) -> str:
    """The nation to which a town belongs."""
    land = land_of(state, hex)
    return land if land in NATIONS else ""


# -- its value (2.2.7.1-b, 2.2.7.6-a, 7.1, 7.10) -----------------------------------------------------------------
class Fall(NamedTuple):
    """A town that has changed hands: who wins its value, and who loses it. Nobody is an empty name."""

    hex: str
    captor: str
    winner: str
    loser: str
    value: int
    rule: str

    @property
    def facts(self) -> dict[str, Any]:
        there = {"nation": self.winner, "loser": self.loser}
        return {"hex": Place(self.hex), **{slot: Term(nation) for slot, nation in there.items() if nation}}


def fall(state: State, hex: str, captor: str, loser: str) -> Fall:
    """Who wins and who loses the value of a town that a nation has taken from another."""
    value, land, side = printed(state, hex), land_of(state, hex), NATIONS[captor]
    rule = CENTRAL_ALONE.get(land)
    if rule is not None and state.law.on(rule):
        winner, victim = (captor, "") if side == CENTRAL else ("", loser)
        return Fall(hex, captor, winner, victim, value, "2.2.7.1-b" if winner else rule)
    if side == NATIONS.get(land):
        return Fall(hex, captor, land, loser, value, "2.2.7.1-b" if land == captor else "2.2.7.6-a")
    victim = land if land in NATIONS else _patron(state, hex, side) or loser
    return Fall(hex, captor, captor, victim, value, "2.2.7.1-b")


def _patron(state: State, hex: str, side: str) -> str:
    """Abadan is Persian, and yet it is Britain that loses it to the Central Powers (7.7.4-b)."""
    return BRITAIN if side == CENTRAL and _interest(state, hex) == OIL and state.law.on("7.7.4-b") else ""


# -- what others lose or win by it (7.7.1, 7.7.4, 7.12.1) --------------------------------------------------------
def stakes(state: State, fallen: Fall) -> Lines:
    """Beside the value of the town: each line is what it moves on the track of one nation."""
    interest = _interest(state, fallen.hex)
    if interest == CHANNEL_PORT:
        yield from _channel_port(state, fallen)
    elif interest == OIL:
        yield from _oil(state, fallen)
    elif interest == CAUCASUS:
        yield from _caucasus(state, fallen)


def _interest(state: State, hex: str) -> str:
    """What makes a town matter to others than those who win and lose its value."""
    row = state.law.table("town-stakes").rows.get(listed_as(state, "town-stakes", hex))
    return str(row["Interest"]["en"]) if row is not None else ""


def _points(state: State, hex: str) -> Cell:
    return charts.cell(state.law, "town-stakes", listed_as(state, "town-stakes", hex), "NMP")


def _channel_port(state: State, fallen: Fall) -> Lines:
    """Its value is lost to the British, too, and from May 1917 on twice over; freed, it is theirs again if so read."""
    lost = NATIONS[fallen.captor] == CENTRAL
    if not fallen.value or (not lost and state.law.reads("channel-port-freed", "gone")):
        return
    double = (state.year, state.month) >= SUBMARINES
    n = fallen.value * (2 if double else 1)
    facts: dict[str, Any] = {"hex": Place(fallen.hex), "nation": Term(BRITAIN), "cell": _points(state, fallen.hex)}
    kind = "channel-port-doubled" if double else "channel-port"
    if lost:
        yield plus("7.7.1-b", kind, -n, **facts)
    elif NATIONS.get(fallen.loser) == CENTRAL:
        yield plus("7.7.1-b", kind, n, **facts, reading=state.law.read("channel-port-freed"))


def _oil(state: State, fallen: Fall) -> Lines:
    """The oil of Abadan costs Britain more than the town, and comes back to her when she takes it from the enemy."""
    cell = _points(state, fallen.hex)
    facts: dict[str, Any] = {"hex": Place(fallen.hex), "nation": Term(BRITAIN), "cell": cell}
    if NATIONS[fallen.captor] == CENTRAL:
        yield plus("7.7.4-b", "oil-fields", -int(cell.value), **facts)
    elif fallen.captor == BRITAIN and NATIONS.get(fallen.loser) == CENTRAL:
        yield plus("7.7.4-b", "oil-fields", int(cell.value), **facts)


def _caucasus(state: State, fallen: Fall) -> Lines:
    """The third of the three towns brings the Ottomans more, and the first that Russia retakes takes that away."""
    cell = _points(state, fallen.hex)
    facts: dict[str, Any] = {"hex": Place(fallen.hex), "nation": Term(OTTOMANS), "cell": cell}
    if not all(_ottoman(state, hex) for hex in _sisters(state, fallen.hex)):
        return
    if fallen.captor == OTTOMANS:
        yield plus("7.12.1", "caucasus", int(cell.value), **facts)
    elif NATIONS[fallen.captor] == ALLIES and fallen.loser == OTTOMANS:
        yield plus("7.12.1", "caucasus", -int(cell.value), **facts)


def _sisters(state: State, hex: str) -> Iterable[str]:
    """The hexes of the other towns of the Caucasus; one that no map has is an empty name, in nobody's hands."""
    rows = state.law.table("town-stakes").rows
    here = {listed_as(state, "town-stakes", there): there for there in state.map.places}
    this = listed_as(state, "town-stakes", hex)
    names = (name for name in rows if rows[name]["Interest"]["en"] == CAUCASUS and name != this)
    return [here.get(name, "") for name in names]


def _ottoman(state: State, hex: str) -> bool:
    return state.control.get(hex) == CENTRAL and state.held.get(hex, OTTOMANS) == OTTOMANS
