"""7.1: who controls a hex, and when that changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tutor.engine.facts import Cell, Side, Term
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.fronts import flag
from tutor.rulesets.gwie.state import ALLIES, CP, State, foe

EUROPE_BEGINS, NEAR_EAST_BEGINS = "7.11", "7.12"
NEAR_EAST_OPENS = 6
BEGAN: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(("germany", "austria-hungary", "luxembourg"), (CP, EUROPE_BEGINS)),
    **dict.fromkeys(("belgium", "france", "russia", "russian-poland", "serbia", "montenegro"), (ALLIES, EUROPE_BEGINS)),
    "turkey": (CP, NEAR_EAST_BEGINS),
    "egypt": (ALLIES, NEAR_EAST_BEGINS),
}
JOINED: Mapping[str, str] = {"italy": ALLIES, "greece": ALLIES, "bulgaria": CP}
ENTRY: Mapping[tuple[str, str], str] = {
    ("bulgaria", CP): "bulgaria-cp",
    ("romania", CP): "romania-cp",
    ("romania", ALLIES): "romania-allied",
}
LANDS = frozenset(BEGAN) | {
    "italy", "bulgaria", "romania", "greece", "albania", "persia", "holland", "switzerland",
}  # fmt: skip
BASRA, ABADAN = "N2252", "N2552"
SURRENDER_HEXES = "surrender-hexes"


def land_of(s: State, hex: str) -> str:
    """The country in which a hex lies, by its flag."""
    lands = s.map.hex(hex).flags & LANDS
    return next(iter(lands)) if lands else ""


def settlement(s: State, hex: str) -> bool:
    """A town or a city."""
    return flag(s, hex, "town") or flag(s, hex, "city")


# -- who controls it (7.1-7.14) --------------------------------------------------------------------------------
def began_with(s: State, hex: str) -> tuple[str, str] | None:
    """The side that controls a hex at the start, and the rule; none for what is still neutral or nobody's."""
    land = land_of(s, hex)
    if land in s.neutral:
        return None
    if land == "turkey" and _british_ring(s, hex):
        return ALLIES, NEAR_EAST_BEGINS
    if land == "persia":
        if flag(s, hex, "cp-town"):
            return CP, NEAR_EAST_BEGINS
        return (ALLIES, NEAR_EAST_BEGINS) if settlement(s, hex) else None
    if land == "belgium" and any(u.nation == "GE" and u.fights for u in s.at(hex)):
        return CP, EUROPE_BEGINS
    return BEGAN.get(land) or _joined(s, land)


def _joined(s: State, land: str) -> tuple[str, str] | None:
    """The side that a former neutral has joined with all its hexes (7.14)."""
    if land == "romania":
        side = CP if s.stands("romania-cp") else ALLIES if s.stands("romania-allied") else None
    else:
        side = JOINED.get(land)
    return None if side is None else (side, "7.14")


def _british_ring(s: State, hex: str) -> bool:
    """Basra with the hexes around it, and those around Abadan, as far as so read."""
    rings = (BASRA, ABADAN) if s.law.reads("abadan-ring", "both-rings") else (BASRA,)
    inside = any(hex == centre or (centre in s.map and s.map.adjacent(hex, centre)) for centre in rings)
    return inside or hex == ABADAN


def surrender_hexes(s: State) -> Iterator[Cell]:
    """Of the hexes whose loss shakes Turkey those on the maps that the Allies control (5.62)."""
    table = s.law.table(SURRENDER_HEXES)
    for name in table.rows:
        cell = table.at(name, "Hex")
        if cell.value in s.map and controller(s, cell.value) == ALLIES:
            yield cell


def controller(s: State, hex: str) -> str | None:
    """The side that controls a hex; where the Arab Northern Army stands, the Allies, until it leaves (7.13)."""
    if any(u.nation == "AB" and u.fights for u in s.at(hex)):
        return ALLIES
    return holder(s, hex)


def holder(s: State, hex: str) -> str | None:
    """The side to which a hex falls back when the Arabs in it leave: the last that came to control it (7.13)."""
    known = s.control.get(hex)
    if known is not None:
        return known
    began = began_with(s, hex)
    return began[0] if began else None


@step("starting-control", "7.1")
def starting_control(s: State, t: Trace) -> State:
    """Everything that nobody has entered yet belongs to whoever the first turn gave it to."""
    found: dict[tuple[str, str], list[str]] = {}
    for hex in s.map.places:
        began = began_with(s, hex)
        if began is not None and hex not in s.control:
            found.setdefault(began, []).append(hex)
    for (side, rule), hexes in sorted(found.items()):
        for hex in hexes:
            s = s.but(control=s.control.put(hex, side))
        if rule == NEAR_EAST_BEGINS:
            t.say(rule, "near-east-begins", s, who=Side(side), n=len(hexes), reading=s.law.read("abadan-ring"))
        elif rule == EUROPE_BEGINS:
            t.say(rule, "europe-begins", s, who=Side(side), n=len(hexes))
    return s


@step("neutral-enters", "7.14")
def neutral_enters(s: State, t: Trace, land: str, side: str) -> State:
    """All hexes of a country that joins a side are that side's at once; Greece is the exception."""
    entry = {ENTRY[land, side]} if (land, side) in ENTRY else set()
    s = s.but(neutral=s.neutral - {land}, joined=s.joined.put(land, s.turn), affairs=s.affairs | entry)
    for hex in s.map.places:
        if land_of(s, hex) == land and (land != "greece" or not s.forces_at(hex, foe(side))):
            s = s.but(control=s.control.put(hex, side))
    t.say("7.14", "country-joins", s, land=Term(land), who=Side(side))
    awaited = land == "greece" and not s.stands("european-turks")
    return s.then(task("turks-of-europe", "6.54b")) if awaited else s


def newcomer(s: State, land: str) -> bool:
    """Whether a country has just entered the war: in this very turn, or by another reading in the last one."""
    since = 0 if s.law.reads("new-belligerent-freeze", "deployment-turn") else 1
    return bool(land) and s.joined.get(land) == s.turn - since
