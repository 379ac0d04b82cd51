"""17, 18, 19 and 10.7.4.6-10.7.4.7: who cooperates, who is at war, and whose ground a unit may enter."""

from __future__ import annotations

from collections.abc import Iterable

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.rulesets.fa.state import MAJORS, TE, State, Unit, as_one, bordering, country_of

PAIRS = (
    frozenset({"usa", "cw"}),
    frozenset({"usa", "france"}),
    frozenset({"cw", "italy"}),
    frozenset({"usa", "italy"}),
)
FROM_1916 = frozenset({"germany", "austria-hungary"})
RUSSIAN = ("serbia", "rumania")
AFLOAT = "cw"  # whose ships may move while it is neutral (17.1)
GUESTS = (("cw", "france"), ("germany", "austria-hungary"))


def controller_of(s: State, nation: str) -> str:
    """The major power whose action and limits a nation shares (10.2.2)."""
    known, nation = s.nation(nation), as_one(nation)
    if nation in MAJORS or known is None:
        return nation
    if known.side == TE and nation not in RUSSIAN and not s.law.reads("minor-controller", "when-joining"):
        return "france" if s.law.reads("minor-controller", "france") else "cw"
    return known.controller


def keeper_of(s: State, hex: str) -> str:
    """The nation in whose control a hex is: of a minor country at war it is the power that controls that (15)."""
    holder = s.holder(hex)
    return holder if neutral(s, holder) else controller_of(s, holder)


def neutral(s: State, nation: str) -> bool:
    known = s.nation(nation)
    return known is not None and known.neutral


def in_hands_of(s: State, nation: str, hex: str) -> bool:
    """Whether a hex is in the hands of a nation's side; a neutral one has no side yet, only its own country."""
    if neutral(s, nation):
        return s.holder(hex) == as_one(nation)
    return s.held_by(hex, s.side_of(nation))


def objections_to_cooperating(s: State, one: str, other: str) -> Checks:
    """May units of these two nations do together what cooperation allows?"""
    if one == other:
        return
    facts = {"nation": Term(one), "other": Term(other)}
    pair = frozenset({one, other})
    if as_one(one) == as_one(other):
        yield held("18.2-b", "one-country", **facts)
    elif neutral(s, one) or neutral(s, other):
        yield objection("17.1", "neutral-apart", **facts)
    elif pair in PAIRS or (pair == FROM_1916 and s.year >= 1916):
        yield held("19.1", "cooperate", **facts)
    elif {one, other} & set(MAJORS) and controller_of(s, one) == controller_of(s, other):
        yield held("19.1", "minor-and-master", **facts)
    elif pair == FROM_1916:
        yield objection("19.1", "not-before-1916", year=str(s.year), **facts)
    else:
        yield objection("19.1", "no-cooperation", **facts)


def cooperate(s: State, one: str, other: str) -> bool:
    return one == other or s.law.allows(objections_to_cooperating(s, one, other))


def objections_to_company(s: State, unit: Unit, others: Iterable[Unit], kind: str) -> Checks:
    """What units that do not cooperate may not do together; `kind` is what it would be."""
    for other in others:
        found = s.law.in_force(objections_to_cooperating(s, unit.nation, other.nation))
        if not s.law.allows(found):
            yield objection("19.2_a-i", kind, unit=U(unit.id), other=U(other.id))
        yield from found
        if found:
            return


def strangers(s: State, nation: str, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Those of these units with which a nation does not cooperate."""
    return tuple(u for u in units if not cooperate(s, nation, u.nation))


def at_war(s: State, nation: str, other: str) -> bool:
    sides = {s.side_of(nation), s.side_of(other)}
    return len(sides) == 2 and "" not in sides and not neutral(s, nation) and not neutral(s, other)


def stays_home(unit: Unit) -> bool:
    """Whether this unit may never leave the country that is its home (10.7.4.6)."""
    return unit.kind in ("tg", "mil") and bool(unit.home)


def objections_to_country(s: State, unit: Unit, hex: str) -> Checks:
    """May a unit, on land or in the air, stand in the country to which this hex belongs?"""
    country = country_of(s.map, hex)
    facts = {"unit": U(unit.id), "hex": Place(hex), "country": Term(country)}
    holder = s.holder(hex)
    if neutral(s, holder) and holder != unit.country:
        yield objection("18-d", "neutral-country", **facts)
    elif at_war(s, unit.nation, holder):
        yield held("10.7.4.7-b", "enemy-ground", unit=U(unit.id), hex=Place(hex), nation=Term(holder))
    if stays_home(unit) and country != unit.home:
        yield objection("10.7.4.6", "stays-home", home=Term(unit.home), **facts)
    if unit.nation == "austria-hungary" and country == "germany":
        yield objection("10.7.4.7_b" if unit.land else "19.1", "not-into-germany", **facts)
    yield from _homeland_of_an_ally(s, unit, hex, country)
    yield from objections_to_abroad(s, unit, hex)


def _homeland_of_an_ally(s: State, unit: Unit, hex: str, country: str) -> Checks:
    """The homeland of a major power of one's side that does not cooperate is closed while it is its own."""
    if country not in MAJORS or country == unit.nation or MAJORS[country] != unit.side:
        return
    rule = "10.7.4.7_a" if unit.land else "19.2_a-i"
    facts = {"unit": U(unit.id), "hex": Place(hex), "country": Term(country)}
    if (unit.nation, country) in GUESTS:
        yield held(rule, "guest", **facts)
    elif cooperate(s, unit.nation, country) or not s.held_by(hex, unit.side):
        return
    else:
        yield objection(rule, "ally-homeland", **facts)


def objections_to_abroad(s: State, unit: Unit, hex: str) -> Checks:
    """A minor country's units fight and move at home and in the countries that border it."""
    country = country_of(s.map, hex)
    if unit.nation in MAJORS or country in ("", unit.country):
        return
    facts = {"unit": U(unit.id), "hex": Place(hex), "country": Term(country)}
    if country in bordering(s.map, unit.nation):
        yield held("18.2-a", "next-door", **facts)
    else:
        yield objection("18.2-a", "far-from-home", **facts)


# -- surprise (12) -----------------------------------------------------------------------------------------------
def surprised_by(s: State, nation: str, attacker: str) -> bool:
    """Whether this power declared war on that nation in this impulse, or, if so read, one that it cooperates with."""
    declarer = s.surprised.get(as_one(nation))
    if declarer is None or declarer == controller_of(s, attacker):
        return declarer is not None
    return s.law.reads("surprise-shared", "allies") and cooperate(s, declarer, attacker)
