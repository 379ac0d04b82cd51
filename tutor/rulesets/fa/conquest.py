"""11.8, 14: minor countries that have lost all their cities surrender."""

from __future__ import annotations

from tutor.engine.facts import Place, Term
from tutor.engine.facts import places as those
from tutor.engine.trace import Trace
from tutor.rulesets.fa import coming
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.nations import controller_of
from tutor.rulesets.fa.state import MAJORS, State, countries, foe


@step("surrenders", "11.8")
def surrenders(s: State, t: Trace) -> State:
    """Each minor country at war whose cities are all in enemy hands is conquered."""
    for country in sorted(s.nations):
        if lost := lost_cities(s, country):
            s = _surrendered(s, t, country, lost)
    return s


def lost_cities(s: State, country: str) -> tuple[str, ...]:
    """The cities of a minor country, if the enemy holds every one of them; none of one that fights on."""
    known = s.nation(country)
    if country in MAJORS or known is None or known.neutral or known.conquered:
        return ()
    own = tuple(sorted(hex for hex in countries(s.map).get(country, ()) if s.flag(hex, "city")))
    return own if all(s.held_by(hex, foe(known.side)) for hex in own) else ()


def _surrendered(s: State, t: Trace, country: str, lost: tuple[str, ...]) -> State:
    """It is conquered, and its hexes go to the power that took its capital, or else the first of its cities."""
    seat = next((hex for hex in lost if s.flag(hex, "capital")), lost[0])
    power = controller_of(s, s.holder(seat))
    s = s.but(nations=s.nations.put(country, s.nations[country].but(conquered=True)))
    t.say("11.8", "minor-surrenders", s, nation=Term(country), hexes=those(lost))
    s = coming.surrendered(s, country, power)
    t.say("14.1-e", "goes-to-the-conqueror", s, nation=Term(country), other=Term(power), hex=Place(seat))
    return s
