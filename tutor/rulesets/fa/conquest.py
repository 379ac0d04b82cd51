"""11.8, 14: minor countries that have lost all their cities surrender."""

from __future__ import annotations

from collections import Counter

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Number, Term
from tutor.engine.facts import places as those
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa import coming
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.nations import controller_of
from tutor.rulesets.fa.state import MAJORS, State, countries, foe
from tutor.rulesets.fa.zones import exerting


@step("surrenders", "11.8")
def surrenders(s: State, t: Trace) -> State:
    """Each minor country at war whose cities are all in enemy hands is conquered."""
    return s.then(*(task("conquered", country) for country in sorted(s.nations) if lost_cities(s, country)))


def lost_cities(s: State, country: str) -> tuple[str, ...]:
    """The cities of a minor country, if the enemy holds every one of them; none of one that fights on."""
    known = s.nation(country)
    if country in MAJORS or known is None or known.neutral or known.conquered:
        return ()
    own = tuple(sorted(hex for hex in countries(s.map).get(country, ()) if s.flag(hex, "city")))
    return own if all(s.held_by(hex, foe(known.side)) for hex in own) else ()


# -- by whom (14.1) --------------------------------------------------------------------------------------------------
@step("conquered", "14.1-e", under="surrenders")
def conquered(s: State, t: Trace, country: str) -> Steps[State]:
    """It surrenders, and what was left of it goes to the power that conquered it."""
    lost, side = lost_cities(s, country), foe(s.nations[country].side)
    takers = conquerors(s, lost)
    power = next(iter(takers))
    if len(takers) > 1:
        power = yield from choose(
            Ask(
                s,
                "14.1-e",
                side,
                "conqueror",
                ("option",),
                lambda power: objections_to_conqueror(s, lost, power),
                options=tuple(taking(s, lost)),
                facts={"nation": Term(country)},
            )
        )
    s = s.but(nations=s.nations.put(country, s.nations[country].but(conquered=True)))
    t.say("11.8", "minor-surrenders", s, nation=Term(country), hexes=those(lost), reading=s.law.read("phase-names"))
    shares = heirs(s, country, power)
    s = coming.surrendered(s, shares)
    held_by = those(hex for hex in lost if controller_of(s, s.holder(hex)) == power)
    reading = s.law.read("minor-conqueror")
    t.say("14.1-e", "goes-to-the-conqueror", s, nation=Term(country), other=Term(power), hexes=held_by, reading=reading)
    for other in sorted(set(shares.values()) - {power}):
        kept = those(hex for hex in shares if shares[hex] == other)
        t.say("15-d", "kept-by-an-enemy", s, nation=Term(country), other=Term(other), hexes=kept)
    return s


# -- what was left of it (14.1, 15) ----------------------------------------------------------------------------------
def heirs(s: State, country: str, power: str) -> dict[str, str]:
    """Who gets each hex that a conquered country still held: its conqueror, but for those where his enemies are."""
    left = sorted(hex for hex in countries(s.map)[country] if s.holder(hex) == country)
    return {hex: _enemy_there(s, country, hex) or power for hex in left}


def _enemy_there(s: State, country: str, hex: str) -> str:
    """The enemy of the conqueror who is in a hex, or has it in his zone while nobody of the conqueror's side is there.

    What survives of the country counts as its master's (14.1-a). Of several the master comes first, then by name.
    """
    friends = s.nations[country].side
    if s.troops(hex, foe(friends)):
        return ""
    enemies = s.troops(hex, friends) or exerting(s, foe(friends), hex)
    master = controller_of(s, country)
    nations = sorted({master if u.country == country else u.country for u in enemies})
    return master if master in nations else next(iter(nations), "")


def taking(s: State, lost: tuple[str, ...]) -> Counter[str]:
    """The powers that hold the cities of a country, each with how many."""
    return Counter(controller_of(s, s.holder(hex)) for hex in lost)


def conquerors(s: State, lost: tuple[str, ...]) -> tuple[str, ...]:
    """Which of them may be the conqueror: whoever holds the capital, most cities, or, so read, whomever they name."""
    takers = taking(s, lost)
    most = tuple(power for power in takers if takers[power] == max(takers.values()))
    seat = next((hex for hex in lost if s.flag(hex, "capital")), None)
    match s.law.reading("minor-conqueror"):
        case "named":
            return tuple(takers)
        case "capital" if seat is not None:
            return (controller_of(s, s.holder(seat)),)
    return most


def objections_to_conqueror(s: State, lost: tuple[str, ...], power: str) -> Checks:
    """May this power be named the conqueror?"""
    n: Number = taking(s, lost)[power]
    check = held if power in conquerors(s, lost) else objection
    yield check("14.1-e", "holds-cities", nation=Term(power), n=n, reading=s.law.read("minor-conqueror"))
