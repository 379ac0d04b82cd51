"""11.8, 14: minor countries that have lost all their cities surrender; what becomes of their units and their ground."""

from __future__ import annotations

from collections import Counter

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Number, Term, units
from tutor.engine.facts import Unit as U
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
    own = cities(s, country)
    return own if all(s.held_by(hex, foe(known.side)) for hex in own) else ()


def cities(s: State, country: str) -> tuple[str, ...]:
    return tuple(sorted(hex for hex in countries(s.map).get(country, ()) if s.flag(hex, "city")))


# -- by whom (14.1) --------------------------------------------------------------------------------------------------
@step("conquered", "14.1-e", under="surrenders")
def conquered(s: State, t: Trace, country: str) -> Steps[State]:
    """It surrenders to the power that conquered it."""
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
    return s.then(task("survivors", country), task("spoils", country, power))


# -- its units (14.1) ------------------------------------------------------------------------------------------------
@step("survivors", "14.1-a", under="surrenders")
def survivors(s: State, t: Trace, country: str) -> Steps[State]:
    """One unit stays on the map, for a power of its side; the others leave the game, wherever they are."""
    side, reading = s.nations[country].side, s.law.read("survivors")
    kept = remaining(s, country)
    if len(kept) > 1 and s.law.reads("survivors", "one"):
        chosen = yield from choose(_who_stays(s, country))
        kept = (chosen,)
    if gone := sorted(u.id for u in s.pieces if u.country == country and u.id not in kept):
        s = s.removed(*gone)
        t.say("14.1-a", "leave-the-game", s, nation=Term(country), units=units(gone), reading=reading)
    if not kept:
        return s
    master = yield from choose(
        Ask(
            s,
            "14.1-a",
            side,
            "new-master",
            ("option",),
            lambda power: objections_to_master(s, side, power),
            options=tuple(MAJORS),
            facts={"units": units(kept)},
        )
    )
    s = s.put(*(u.but(nation=master, remnant=u.nation) for u in map(s.unit, kept)))
    t.say("14.1-a", "kept-by-a-friend", s, nation=Term(country), units=units(kept), other=Term(master), reading=reading)
    return s


def remaining(s: State, country: str) -> tuple[str, ...]:
    """The units of a country on the map."""
    return tuple(sorted(u.id for u in s.on_map() if u.country == country))


def _who_stays(s: State, country: str) -> Ask:
    return Ask(
        s,
        "14.1-a",
        s.nations[country].side,
        "survivor",
        ("unit",),
        lambda id: objections_to_survivor(s, country, id),
        facts={"nation": Term(country)},
    )


def objections_to_survivor(s: State, country: str, id: str) -> Checks:
    """Is this one of the units that the conquered country has on the map?"""
    check = held if id in remaining(s, country) else objection
    yield check("14.1-a", "of-the-conquered", unit=U(id), nation=Term(country))


def objections_to_master(s: State, side: str, power: str) -> Checks:
    """Is this a major power at war on the side of the conquered country?"""
    check = held if s.sides_with(power, side) else objection
    yield check("14.1-a", "friendly-power", nation=Term(power))


# -- its ground (14.1, 15) -------------------------------------------------------------------------------------------
@step("spoils", "14.1-e", under="surrenders")
def spoils(s: State, t: Trace, country: str, power: str) -> State:
    """What it still held goes to its conqueror, but for what his enemies hold there; these may be its own remnant."""
    shares = heirs(s, country, power)
    held_by = those(hex for hex in cities(s, country) if controller_of(s, s.holder(hex)) == power)
    reading = s.law.read("minor-conqueror")
    t.say("14.1-e", "goes-to-the-conqueror", s, nation=Term(country), other=Term(power), hexes=held_by, reading=reading)
    for other in sorted(set(shares.values()) - {power}):
        kept = those(hex for hex in shares if shares[hex] == other)
        t.say("15-d", "kept-by-an-enemy", s, nation=Term(country), other=Term(other), hexes=kept)
    return coming.surrendered(s, t, shares)


def heirs(s: State, country: str, power: str) -> dict[str, str]:
    """Who gets each hex that a conquered country still held: its conqueror, but for those where his enemies are."""
    left = sorted(hex for hex in countries(s.map)[country] if s.holder(hex) == country)
    return {hex: _enemy_there(s, country, hex) or power for hex in left}


def _enemy_there(s: State, country: str, hex: str) -> str:
    """The enemy of the conqueror who is in a hex, or has it in his zone while nobody of the conqueror's side is there.

    Of several the power that controlled the country comes first, then by name.
    """
    friends = s.nations[country].side
    if s.troops(hex, foe(friends)):
        return ""
    enemies = s.troops(hex, friends) or exerting(s, foe(friends), hex)
    master = controller_of(s, country)
    nations = sorted({u.country for u in enemies})
    return master if master in nations else next(iter(nations), "")


# -- who may be the conqueror (14.1) ---------------------------------------------------------------------------------
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
