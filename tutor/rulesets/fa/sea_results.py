"""10.5.7.2-10.5.10: what a naval combat does to ships and cargo, and who breaks off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tutor.engine.ask import Ask, Die, Steps, choose, nothing, roll
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Side, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.base import BROKEN_OFF, REPELLED, refuge
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.sea_combat import engaged
from tutor.rulesets.fa.sea_search import flotilla
from tutor.rulesets.fa.state import REPAIR, SIDES, State, Unit
from tutor.rulesets.fa.transport import cargo

STAY, ABANDON = "stay", "abandon"
TYPES = ("hs", "ls", "trs")


# -- adding up (10.5.7.2) ------------------------------------------------------------------------------------------
def added_up(hits: tuple[tuple[str, str, str], ...]) -> Iterator[tuple[str, str, str]]:
    """Two halves of one kind make a whole, an odd X/2 is a D, an odd D/2 an A; X first, then D, then A."""
    whole: Counter[tuple[str, str, str]] = Counter()
    halves: Counter[tuple[str, str, str]] = Counter()
    for side, kind, result in hits:
        if result.endswith("/2"):
            halves[side, kind, result[0]] += 1
        else:
            whole[side, kind, result] += 1
    for (side, kind, letter), n in halves.items():
        whole[side, kind, letter] += n // 2
        whole[side, kind, "D" if letter == "X" else "A"] += n % 2
    for letter in "XDA":
        for (side, kind, result), n in sorted(whole.items()):
            if result == letter:
                yield from ((side, kind, letter) for _ in range(n))


@step("sea-losses", "10.5.7.2-b")
def sea_losses(s: State, t: Trace) -> State:
    """What both sides rolled is carried out at one time."""
    results = list(added_up(s.battle.hits))
    for side, kind, result in results:
        t.say("10.5.7.2-b", "naval-loss-due", s, side=Side(side), kind=Term(kind), result=result)
    s = s.but(melee=s.battle.but(hits=()))
    hits = [task("sea-hit", side, kind, result) for side, kind, result in results]
    return s.then(*hits, task("break-off", s.phasing), task("break-off", s.waiting), task("sea-again"))


# -- who is hit (10.5.7.2, 10.5.7.3) -------------------------------------------------------------------------------
def exposed(s: State, side: str, kind: str) -> tuple[Unit, ...]:
    return tuple(u for u in engaged(s, side) if u.kind == kind)


def conversions(s: State, side: str, kind: str) -> tuple[str, ...]:
    """The types that take a result where the type named is missing."""
    others = [other for other in TYPES if other != kind and exposed(s, side, other)]
    if s.law.reads("conversion-order", "surface-first"):
        others = sorted(others, key=TYPES.index)[:1]
    return tuple(others)


@step("sea-hit", "10.5.7.2-c", under="sea-losses")
def sea_hit(s: State, t: Trace, side: str, kind: str, result: str) -> Steps[State]:
    """One ship of the type, drawn by lot; another type if there is none."""
    ships = exposed(s, side, kind)
    if not ships:
        return s.then(task("convert", side, kind, result))
    if len(ships) == 1:
        return _hit(s, t, ships[0].id, result)
    die = yield from roll(Die("10.5.7.2-c", side, "lot", len(ships)))
    return _hit(s, t, exposed(s, side, kind)[die - 1].id, result)


@step("convert", "10.5.7.3", under="sea-losses")
def convert(s: State, t: Trace, side: str, kind: str, result: str) -> Steps[State]:
    """The result falls on another type: the other surface type before transports; SUBs never take any."""
    others = conversions(s, side, kind)
    reading = s.law.read("conversion-order")
    if not others:
        t.say("10.5.7.3", "nothing-to-hit", s, side=Side(side), kind=Term(kind), result=result)
        return s
    other = others[0]
    if len(others) > 1:
        other = yield from choose(
            Ask(
                s,
                "10.5.7.3",
                side,
                "convert-to",
                ("option",),
                lambda other: objections_to_converting(s, side, kind, other),
                options=TYPES,
                facts={"kind": Term(kind)},
            )
        )
    t.say("10.5.7.3", "converted", s, side=Side(side), kind=Term(kind), other=Term(other), reading=reading)
    return s.then(task("sea-hit", side, other, result))


def objections_to_converting(s: State, side: str, kind: str, other: str) -> Checks:
    if other not in conversions(s, side, kind):
        yield objection("10.5.7.3", "no-such-ship", other=Term(other))


def _hit(s: State, t: Trace, id: str, result: str) -> State:
    """X destroys, D damages, A sends to port; cargo shares the fate of its TRS."""
    aboard = cargo(s, id)
    facts: dict[str, Any] = {"unit": U(id)}
    if result == "X":
        s = s.destroyed(id)
        t.say("10.5.7.2-a", "ship-sunk", s, **facts)
        if aboard:
            t.say("10.5.9", "cargo-lost", s, units=units(aboard), **facts)
        return s
    if result == "A":
        return s.then(task("to-port", id, REPELLED))
    s = s.off_map(REPAIR, id).delayed(*(u.id for u in aboard))
    t.say("10.5.7.2-a", "ship-damaged", s, **facts)
    if aboard:
        t.say("10.5.9", "cargo-delayed", s, units=units(aboard), **facts)
    return refuge(s, id)


# -- another round (10.5.10) ---------------------------------------------------------------------------------------
@step("break-off", "10.5.10")
def break_off(s: State, t: Trace, side: str) -> Steps[State]:
    """After a round either side may go home with everything that it has in the sea area."""
    if not all(flotilla(s, s.battle.sea, one) for one in (s.phasing, s.waiting)):
        return s
    answer = yield from choose(Ask(s, "10.5.10", side, "break-off", ("option",), nothing, options=(STAY, ABANDON)))
    if answer == STAY:
        return s
    ships = sorted(flotilla(s, s.battle.sea, side), key=lambda ship: -ship.section)
    if s.voyage is not None and any(ship.id in s.voyage.ships for ship in ships):
        s = s.but(voyage=None)
    t.say("10.5.10", "breaks-off", s, side=Side(side), units=units(ships))
    return s.then(*(task("to-port", ship.id, BROKEN_OFF) for ship in ships))


@step("sea-again", "10.5.10", under="break-off")
def sea_again(s: State, t: Trace) -> State:
    """If both stay they search again: so does a group that was stopped on its way."""
    if s.battle.intercepting and all(flotilla(s, s.battle.sea, side) for side in SIDES):
        t.say("10.5.5.2-d", "ordinary-rounds", s, area=Place(s.battle.sea))
    return s.then(task("sea-round"))


@step("sea-over", "10.5.5.2-e")
def sea_over(s: State, t: Trace) -> State:
    """The combat is over. A group that was stopped on its way goes on, if nothing holds it any more."""
    melee = s.battle
    s = s.but(melee=None)
    if not melee.intercepting or s.voyage is None:
        return s
    return s.then(task("resume"))
