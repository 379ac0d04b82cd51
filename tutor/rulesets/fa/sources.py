"""4.3: what a supply source is: a city of the home country or of a friend, a conquered capital, an HQ."""

from __future__ import annotations

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, instead, plus
from tutor.engine.space.kept import by_parts
from tutor.rulesets.fa.nations import cooperate, in_hands_of
from tutor.rulesets.fa.state import State, Unit, as_one, country_of

BARRED = "no-source"  # the flag of Warsaw and Lodz, and of Ottoman cities outside Turkey


def objections_to_city(s: State, nation: str, hex: str) -> Checks:
    """Is there a city in this hex that supplies the units of a nation?"""
    country = country_of(s.map, hex)
    facts = {"hex": Place(hex), "nation": Term(nation), "country": Term(country)}
    if not s.flag(hex, "city"):
        yield objection("4.3_a", "no-city", **facts)
        return
    known = s.nation(country)
    conquered = known is not None and known.conquered
    if conquered:
        yield from _conquered_capital(s, nation, hex)
    elif s.flag(hex, BARRED):
        yield objection("4.3_a", "no-source-city", **facts)
    elif country == as_one(nation):
        yield held("4.3_a", "home-city", **facts)
    elif cooperate(s, nation, country):
        yield held("4.3_b", "friends-city", **facts)
    else:
        yield objection("4.3_b", "foreign-city", **facts)
        yield objection("19.2_a-i", "foreign-city", **facts)
        if s.holder(hex) == country:  # that it is not this side's is said with it
            return
    yield from _controlled(s, nation, hex)


def _conquered_capital(s: State, nation: str, hex: str) -> Checks:
    facts = {"hex": Place(hex), "nation": Term(nation), "country": Term(country_of(s.map, hex))}
    if s.flag(hex, "capital") and cooperate(s, nation, s.holder(hex)):
        yield held("4.3_c", "conquered-capital", **facts)
    else:
        yield objection("4.3_c", "conquered-city", **facts)


def _controlled(s: State, nation: str, hex: str) -> Checks:
    """The side, or a neutral power itself, must have held the city without a break since the turn began."""
    if not in_hands_of(s, nation, hex):
        yield objection("4.3-e", "city-lost", hex=Place(hex), nation=Term(s.holder(hex)))
    elif hex in s.before:
        yield objection("4.3-e", "city-changed-hands", hex=Place(hex))


@by_parts(64, "control", "nations", "before", "year")
def cities(s: State, nation: str) -> tuple[str, ...]:
    """The cities that supply a nation."""
    return tuple(hex.id for hex in s.map if "city" in hex.flags and s.law.allows(objections_to_city(s, nation, hex.id)))


def objections_to_hq(s: State, nation: str, hq: Unit, hex: str) -> Checks:
    """May units of a nation draw on this HQ? Whether it has a line of its own is another question."""
    facts = {"hq": U(hq.id), "hex": Place(hex), "nation": Term(nation)}
    if cooperate(s, nation, hq.nation):
        yield held("4.3_d", "friends-hq", **facts)
    else:
        yield objection("19.2_a-i", "strangers-hq", **facts)


def hqs(s: State, side: str) -> tuple[Unit, ...]:
    return tuple(u for u in s.pieces.of(side) if u.hq and u.place in s.map)


# -- an HQ in the desert (4.3) -----------------------------------------------------------------------------------
def capacity(s: State, hq: Unit) -> Ledger:
    """How many units and ports may draw on an HQ in a desert hex."""
    return s.law.ledger("4.3-f", "desert-capacity", capacity_lines(s, hq))


def capacity_lines(s: State, hq: Unit) -> Lines:
    yield plus("4.3-f", "reorganisation", hq.reorganisation, unit=U(hq.id))
    if not hq.face_up and s.law.reads("desert-hq-down", "zero"):
        yield instead("10.7.7-d", "face-down-hq", 0, reading=s.law.read("desert-hq-down"))


def in_desert(s: State, hq: Unit) -> bool:
    return hq.place in s.map and s.map.hex(hq.place or "").terrain == "desert"
