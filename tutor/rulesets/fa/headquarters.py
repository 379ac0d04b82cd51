"""10.7.6.5: defensive support by HQs."""

from __future__ import annotations

from typing import Any

from tutor.engine.ask import BACK, DONE, Ask, Die, Steps, choose, nothing, roll
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, instead, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.nations import objections_to_company
from tutor.rulesets.fa.odds import die_sides
from tutor.rulesets.fa.state import State, Unit
from tutor.rulesets.fa.supply import in_supply
from tutor.rulesets.fa.weather import CLEAR, weather_at


# -- announcing (10.7.6.5) -------------------------------------------------------------------------------------
@step("hq-support", "10.7.6.5-a")
def hq_support(s: State, t: Trace) -> Steps[State]:
    """When all attacks are declared the defender announces which HQ supports which attacked hex."""
    if not any(u.hq and u.side == s.waiting for u in s.on_map()) or not s.attacks:
        return s
    hq = yield from choose(
        Ask(
            s,
            "10.7.6.5-a",
            s.waiting,
            "support-with",
            ("unit",),
            lambda id: objections_to_supporting_with(s, id),
            to_end=nothing,
        )
    )
    if hq == DONE:
        return s
    return s.then(task("hq-support-at"), task("hq-support"), chosen=hq)


def objections_to_supporting_with(s: State, id: str) -> Checks:
    """May this HQ support anything?"""
    hq = s.unit(id)
    if hq.side != s.waiting or hq.place is None:
        yield objection("10.7.6.5-a", "not-defending", unit=U(id), side=Side(s.waiting))
        return
    if not hq.hq:
        yield objection("10.7.6.5-a", "no-hq", unit=U(id))
        return
    if id in s.support.values():
        yield objection("10.7.6.5-a", "supports-already", unit=U(id))
    value = support_value(s, hq)
    if value.total == 0:
        yield objection("10.7.7-d", "hq-worthless", unit=U(id), value=value, reading=s.law.read("face-down-support"))
    if not in_supply(s, hq):
        yield held("4.1-b", "support-without-supply", unit=U(id))
    near = [a.hex for a in s.attacks if a.hex == hq.place or s.map.adjacent(hq.place, a.hex)]
    if not near:
        yield objection("10.7.6.5-a", "no-attack-near-hq", unit=U(id))
    else:
        yield from _every_refusal(s, hq, near)


def _every_refusal(s: State, hq: Unit, near: list[str]) -> Checks:
    closed: list[Check] = []
    for hex in near:
        checks = s.law.in_force(objections_to_supporting(s, hq, hex))
        refusal = s.law.first_objection(checks)
        if refusal is None:
            yield from checks
            return
        closed.append(refusal)
    yield from closed


@step("hq-support-at", "10.7.6.5-a", under="hq-support")
def hq_support_at(s: State, t: Trace) -> Steps[State]:
    """The attacked hex that the chosen HQ supports."""
    hex = yield from choose(
        Ask(
            s,
            "10.7.6.5-a",
            s.waiting,
            "support-at",
            ("place",),
            lambda hex: objections_to_supporting(s, s.unit(s.chosen), hex),
            back=True,
            facts={"unit": U(s.chosen)},
        )
    )
    if hex == BACK:
        return s.but(chosen="")
    s = s.but(support=s.support.put(hex, s.chosen), chosen="")
    t.say("10.7.6.5-a", "support-announced", s, unit=U(s.support[hex]), hex=Place(hex))
    return s


def objections_to_supporting(s: State, hq: Unit, hex: str) -> Checks:
    """May this HQ support this hex?"""
    facts = {"unit": U(hq.id), "hex": Place(hex)}
    if s.attack_on(hex) is None:
        yield objection("10.7.6.5-a", "hex-not-attacked", hex=Place(hex))
        return
    here = hq.place or ""
    if here != hex and not s.map.adjacent(here, hex):
        yield objection("10.7.6.5-a", "hq-too-far", **facts)
    elif here != hex and s.attack_on(here):
        yield objection("10.7.6.5-a", "hq-attacked-itself", here=Place(here), **facts)
    else:
        yield held("10.7.6.5-a", "hq-near", **facts)
    if hex in s.support:
        yield objection("10.7.6.5-a", "one-hq-a-hex", other=U(s.support[hex]), **facts)
    stack = s.defenders(hex)
    yield from objections_to_company(s, hq, stack, "strangers-supported")
    startled = [u.nation for u in (hq, *stack) if u.country in s.surprised]
    if startled:
        yield objection("12_e", "surprised-support", nation=Term(startled[0]), **facts)
    if weather_at(s, hex) != CLEAR:
        yield held("8.2.5-d", "support-in-any-weather", weather=Term(weather_at(s, hex)), **facts)


# -- rolling -----------------------------------------------------------------------------------------------------
def support_value(s: State, hq: Unit) -> Ledger:
    """The reorganisation value that counts for support: none face-down, unless so read."""

    def lines() -> Lines:
        yield plus("10.7.6.5-b", "reorganisation", hq.reorganisation, unit=U(hq.id))
        if not hq.face_up and s.law.reads("face-down-support", "no"):
            yield instead("10.7.7-d", "face-down-hq", 0, reading=s.law.read("face-down-support"))

    return s.law.ledger("10.7.6.5-b", "support-value", lines())


@step("hq-rolls", "10.7.6.2-c")
def hq_rolls(s: State, t: Trace) -> State:
    """After artillery the HQs that announced support roll for it."""
    return s.then(*(task("hq-roll", hex) for hex in sorted(s.support)))


@step("hq-roll", "10.7.6.5-b", under="hq-rolls")
def hq_roll(s: State, t: Trace, hex: str) -> Steps[State]:
    """At or under the value the odds shift one level for the defender; the HQ is turned either way."""
    hq = s.unit(s.support[hex])
    value = support_value(s, hq)
    if not value.total:
        reading = s.law.read("face-down-support")
        t.say("10.7.7-d", "support-silenced", s, unit=U(hq.id), hex=Place(hex), value=value, reading=reading)
        return s
    die = yield from roll(Die("10.7.6.5-b", s.waiting, "hq-die", die_sides(s)))
    hq = s.unit(s.support[hex])
    attack = s.attack_on(hex)
    value = support_value(s, hq)
    s = s.change(hq.id, face_up=False)
    facts: dict[str, Any] = {"unit": U(hq.id), "hex": Place(hex), "die": die, "value": value}
    if die > value.total or attack is None:
        t.say("10.7.6.5-b", "support-fails", s, **facts)
        return s
    s = s.with_attack(attack.but(support=1))
    t.say("10.7.6.5-b", "support-succeeds", s, **facts)
    return s
