"""Laws of the turns of The Great War in Europe: what a unit, an aircraft, a marker, an event may do, and how often.

What was done is read off the questions and their answers, not off the marks; every law counts how often it was looked
at, and how often something was done again as soon as its span was over.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.laws.common import Deeds, played
from tests.laws.gwie_turns import two_theatres, western_front
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.play import Session
from tutor.rulesets.gwie.control import controller
from tutor.rulesets.gwie.fronts import front_of, theatre_of
from tutor.rulesets.gwie.going import way_of
from tutor.rulesets.gwie.marching import allowance
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.special import CHOSEN, FOCH
from tutor.rulesets.gwie.state import ALLIES, CP, SIDES, State

TURNS, SERIES, SAME_TIME = 16, 24, 12
LASTING = ("bruchmuller", "the-system")
BUSY = (
    "move",
    "go",
    "rail",
    "sail",
    "attack",
    "join",
    "commit-air",
    "play-event",
    "place-marker",
    "attacker-hq",
    "raid",
)


class When(NamedTuple):
    """The spans in which something was done, the widest first."""

    series: str
    turn: int
    round: str


def when(s: State) -> When:
    """Read off the position: the letter, the number, and which of the two rounds."""
    rounds = [under.whose[0] for under in SEQUENCE.under_way(s) if under.phase.id == "round"]
    return When(s.letter, s.turn, rounds[0] if rounds else "")


def in_turn(now: When) -> When:
    return now._replace(round="")


def in_series(now: When) -> When:
    return When(now.series, 0, "")


class Turns(Deeds):
    """What was done in a round, a turn and a series of turns."""

    def again(self, law: str, span: Any, before: Sequence[Any]) -> None:
        self.counted[f"{law}, again in the series"] += any(_series(one) == _series(span) for one in before)


def _series(span: Any) -> str:
    """The series in which a span lies that is one of its turns, or part of one."""
    inner = span[0] if isinstance(span[0], When) else span
    return inner.series if isinstance(inner, When) else ""


def restless(ask: Ask, rng: random.Random) -> Any:
    """Somebody who does what he can, now and then not."""
    legal = list(ask.legal())
    go = [answer for answer in legal if answer not in (DONE, BACK)]
    if go and (ask.kind in BUSY or DONE not in legal) and rng.random() < 0.85:
        return rng.choice(go)
    return rng.choice([answer for answer in legal if answer != BACK] or legal)


def fresh(deeds: Turns, s: State, ask: Any) -> None:
    """When a phase asks its first question nothing is noted of what it limits."""
    kind = "rail" if ask.kind == "sail" else ask.kind
    span = (kind, ask.who if kind == "move" else "", when(s))
    if kind not in ("move", "rail", "attack") or deeds.done["fresh", span]:
        return
    deeds.done["fresh", span].append(True)
    deeds.counted[f"fresh: {kind}"] += 1
    match kind:
        case "attack":
            assert not any(u.fought or u.struck or u.pursues for u in s.pieces), span
        case "rail":
            assert not s.railed | s.sailed | set(s.carried), span
        case "move":
            assert not s.moving.spent, span


# -- movement: on foot once a turn, by rail or by sea once a turn ----------------------------------------------------
def marched(deeds: Turns, before: State, where: str, hex: str, legs: dict[Any, int]) -> None:
    now, group = when(before), [before.unit(id) for id in before.moving.group]
    way = way_of(before, tuple(group), hex)
    for unit in group:
        key = (unit.id, now.turn, now.round)
        if key not in legs:
            deeds.once("marches", unit.id, in_turn(now), where)
            legs[key] = 0
            one_hex = len(way.places) == 2
            assert way.paid[unit.id] <= int(allowance(before, unit)) or one_hex, where
        else:
            deeds.counted["marches on"] += 1
        legs[key] += way.paid[unit.id]
        assert legs[key] <= int(allowance(before, unit)) or unit.id in way.seen | before.moving.seen, where
        assert unit.side == before.moving.side, where
        assert theatre_of(front_of(before, unit.place or "")) == before.moving.theatre, where


def rode(deeds: Turns, before: State, ask: Ask, after: State, where: str) -> None:
    for unit in after.pieces:
        if unit.place != before.unit(unit.id).place and ask.kind in ("rail-to", "sail-to", "rail-means"):
            deeds.once("rides", unit.id, in_turn(when(before)), where)
            deeds.counted[ask.kind] += 1


def test_a_unit_marches_and_rides_once_a_turn() -> None:
    """However it is moved, alone or in a stack, leg by leg: one half of one phase, its allowance, one train or ship."""
    deeds = Turns()
    for seed in range(TURNS):
        deeds.done.clear()
        legs: dict[Any, int] = {}
        for before, ask, answer, after in played(RULES, two_theatres(seed, ("cycle",), ("turn",)), seed, 320, restless):
            where = f"turns {seed}, {ask.kind}"
            fresh(deeds, before, ask)
            if ask.kind == "go" and answer != BACK:
                marched(deeds, before, where, answer, legs)
            rode(deeds, before, ask, after, where)
            if ask.kind == "raid" and answer != DONE:
                deeds.once("raids", "lawrence", in_series(when(before)), where)
            assert not after.raided or after.turn == before.turn, where
    counted = deeds.counted
    assert counted["marches"] > 300, counted
    assert counted["marches, again in the series"] > 60, counted
    assert counted["marches on"] > 30, counted
    assert counted["rides"] > 60, counted
    assert counted["rides, again in the series"] > 3, counted
    assert min(counted["rail-to"], counted["sail-to"]) > 10, counted
    assert counted["raids"] > 1, counted
    assert min(counted["fresh: move"], counted["fresh: rail"]) > 25, counted


# -- combat: once a phase, once a turn, once a series -----------------------------------------------------------------
def fought(deeds: Turns, before: State, where: str) -> None:
    """An attack that has been made: who took part, and what supported it."""
    now, fight = when(before), before.here
    combat = (now, before.special)
    for id in fight.attackers:
        deeds.once("attacks", id, combat, where)
    for unit in before.defenders():
        deeds.once("is attacked", unit.id, combat, where)
    for id in fight.air:
        deeds.once("flies", id, in_series(now), where)
    for id in fight.hq.values():
        deeds.once("supports", id, in_series(now), where)
    for _, event in fight.events:
        if event in LASTING:
            deeds.once("lasts", event, in_turn(now), where)


def laid(deeds: Turns, before: State, after: State, where: str) -> None:
    """Markers whose combats are over."""
    for marker in before.marks:
        if marker not in after.marks:
            if marker in CHOSEN:
                deeds.once("OHL or OberOst", "", in_series(when(before)), where)
            elif marker == FOCH:
                deeds.once("Foch", "", in_turn(when(before)), where)


@cache
def battles() -> Counter[str]:
    deeds = Turns()
    for seed in range(SERIES):
        deeds.done.clear()
        for before, ask, _, after in played(RULES, western_front(seed), seed, 500, restless):
            where = f"series {seed}, {ask.kind}"
            fresh(deeds, before, ask)
            if len(after.made) > len(before.made):
                fought(deeds, before, where)
            laid(deeds, before, after, where)
    return deeds.counted


@pytest.mark.parametrize(
    ("law", "least", "given_back", "again"),
    [
        ("attacks", 250, "turn", 40),
        ("is attacked", 250, "turn", 40),
        ("lasts", 15, "series", 1),  # a turn gives it back, but its card seldom comes again in the same series
        ("Foch", 10, "turn", 5),
        ("flies", 100, "series", 10),
        ("supports", 30, "series", 4),
        ("OHL or OberOst", 10, "series", 2),
    ],
)
def test_once_in_its_span_and_again_in_the_next(law: str, least: int, given_back: str, again: int) -> None:
    """What a turn gives back is done again in the same series; what a Strategic Turn does, after it."""
    counted = battles()
    assert counted[law] > least, counted
    assert counted["fresh: attack"] > 80, counted
    assert counted[f"{law}, again in the series" if given_back == "turn" else f"{law}, again"] > again, counted


# -- at the same time -------------------------------------------------------------------------------------------------
def halves(seed: int, only: str = "") -> tuple[dict[str, State], State]:
    """What each side was shown when it began to move, and where both came to; `only` one of them moves at all."""
    session, begun = Session(RULES, two_theatres(seed, ("mutual-movement", "first"), ("attack",)), seed=seed), {}
    rngs = {side: random.Random(f"{seed}{side}") for side in SIDES}
    while isinstance(session.ask, Ask) and session.ask.kind in ("move", "take-along", "go", "devastate"):
        ask = session.ask
        begun.setdefault(ask.who, ask.state)
        answer = DONE if only not in ("", ask.who) else restless(ask, rngs[ask.who])
        session.answer(answer)
    return begun, session.state


def test_who_moves_at_the_same_time_sees_nothing_of_the_other_and_disturbs_nothing() -> None:
    moved: Counter[str] = Counter()
    for seed in range(SAME_TIME):
        start = two_theatres(seed)
        begun, both = halves(seed)
        assert begun.keys() == set(SIDES)
        for side, shown in begun.items():
            assert shown.pieces == start.pieces, (seed, side)
            assert shown.control == start.control, (seed, side)
        alone = {side: halves(seed, side)[1] for side in SIDES}
        for unit in start.pieces:
            own = alone[unit.side].unit(unit.id)
            moved[unit.side] += own.place != unit.place
            there = both.unit(unit.id)
            assert there.place in (own.place, None), (seed, unit.id)
            if own.place != unit.place and there.place:
                assert controller(both, there.place) == unit.side, (seed, unit.id)
        for hex in start.map.places:
            changed = [s.control.get(hex) for s in alone.values() if s.control.get(hex) != start.control.get(hex)]
            assert both.control.get(hex) == (changed[0] if changed else start.control.get(hex)), (seed, hex)
        assert both.aside is None
        assert both.march is None
    assert min(moved[CP], moved[ALLIES]) > 40, moved
