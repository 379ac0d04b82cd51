"""10.5.3: naval transport: what a TRS takes aboard, from a port or a coast, and how it comes off again."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Steps, choose, nothing
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.coming import come, say
from tutor.rulesets.fa.nations import cooperate, neutral, stays_home
from tutor.rulesets.fa.state import State, Unit, seas_of
from tutor.rulesets.fa.weather import FOUL, weather_at


def cargo(s: State, ship: str) -> tuple[Unit, ...]:
    return tuple(u for u in s.pieces if u.aboard == ship)


def objections_to_embarking(s: State, ship: str, id: str) -> Checks:
    """May this TRS take this unit aboard where it is?"""
    trs, unit = s.unit(ship), s.unit(id)
    facts = {"unit": U(id), "ship": U(ship)}
    if unit.side != trs.side or unit.place is None or unit.naval:
        yield objection("10.5.3-a", "no-cargo", **facts)
        return
    if aboard := cargo(s, ship):
        yield objection("10.5.3-a", "ship-full", other=U(aboard[0].id), **facts)
    if unit.aboard:
        yield objection("10.5.3-a", "aboard-already", **facts)
    if not unit.face_up and not unit.hq:
        yield objection("10.5.3-a", "face-down-cargo", **facts)
    if stays_home(unit):
        yield objection("10.7.4.6", "militia-stays-ashore", unit=U(id), home=Term(unit.home))
    if neutral(s, unit.nation):
        yield objection("10.7.4.7-a", "neutral-stands", unit=U(id), nation=Term(unit.nation))
    if not cooperate(s, trs.nation, unit.nation):
        yield objection("19.2_a-i", "no-lift-for-strangers", **facts)
    yield from _within_reach(s, trs, unit)
    if id in s.cut:
        yield held("10.5.3-d", "embarks-unsupplied", **facts)
    yield held("10.5.3-c", "not-counted", **facts)


def _within_reach(s: State, trs: Unit, unit: Unit) -> Checks:
    """In the same port; or, when the TRS has ended its move at sea, on any coast of the sea area."""
    here, there = trs.place or "", unit.place or ""
    facts = {"unit": U(unit.id), "ship": U(trs.id)}
    if here in s.map:
        check = held if here == there else objection
        yield check("10.5.3-b", "same-port", hex=Place(here), **facts)
    else:
        check = held if there in s.map and here in seas_of(s.map, there) else objection
        yield check("10.5.3-b", "from-any-coast", area=Place(here), **facts)


def may_load(s: State, ship: str) -> bool:
    trs = s.unit(ship)
    return trs.kind == "trs" and any(
        s.law.allows(objections_to_embarking(s, ship, u.id)) for u in s.pieces.of(trs.side)
    )


@step("load", "10.5.3-b")
def load(s: State, t: Trace, ship: str) -> Steps[State]:
    """A TRS with room takes a unit aboard."""
    if not may_load(s, ship):
        return s
    unit = yield from choose(
        Ask(
            s,
            "10.5.3-b",
            s.phasing,
            "embark",
            ("unit",),
            lambda id: objections_to_embarking(s, ship, id),
            to_end=nothing,
            facts={"ship": U(ship)},
        )
    )
    if unit == DONE:
        return s
    embarked = s.unit(unit)
    turned = unit in s.cut and embarked.face_up
    says = [say("10.5.3-b", "embarks", unit=U(unit), ship=U(ship))]
    if turned:
        says.append(say("10.5.3-d", "turned-aboard", unit=U(unit)))
    aboard = embarked.but(aboard=ship, began=embarked.start, face_up=embarked.face_up and not turned)
    return come(s, t, [aboard], s.unit(ship).place or "", *says)


def unloaded(s: State, t: Trace, ship: str) -> State:
    """In a port the cargo comes off by itself when naval movement ends, and may still move in this impulse."""
    landed = cargo(s, ship)
    if not landed:
        return s
    port = s.unit(ship).place or ""
    says = [say("10.5.3-e", "unloaded", units=units(landed), ship=U(ship), hex=Place(port))]
    if weather_at(s, port) in FOUL:
        hqs = (u.id for u in landed if u.hq)
        says += [say("8.2.3-a", "hq-came-by-ship", unit=U(id), hex=Place(port)) for id in hqs]
    return come(s, t, [u.but(aboard="", shipped=True) for u in landed], port, *says)
