"""Laws of the turns of Distant Foreign Fields: what a unit, an HQ, supply, a card may do in a month, and how often.

What was done is read off the questions and their answers, not off the marks; every law counts how often it was looked
at, and how often something was done again as soon as its span was over.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.laws.common import Deeds, played
from tests.laws.dff_battles import battle
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.pieces import FrozenMap
from tutor.engine.space.paths import place_of
from tutor.rulesets.dff.marching import RAIL
from tutor.rulesets.dff.rails import rail_reach
from tutor.rulesets.dff.ruleset import RULES
from tutor.rulesets.dff.sequence import SEQUENCE
from tutor.rulesets.dff.state import CAVALRY, INFANTRY, INITIAL, MOVEMENT, SUPPLYING, TANK, State

GAMES, ANSWERS = 40, 700
TROOPS = (INFANTRY, CAVALRY, TANK)
LENGTHY = ("front", "attack", "activate", "commit", "walk", "shift-from")  # asked again after every answer
ONCE_AN_OFFENSIVE = ("defensive-artillery-again", "one-only")
SHIFTS = ("shift-hq", "shift-hq-to", "shift-from", "shift-points", "shift-to")


class When(NamedTuple):
    """The turn, and the offensive in it."""

    year: int
    month: int
    week: int
    offensive: int = 0


def turn(s: State) -> When:
    return When(s.year, s.month, s.week)


def offensive(s: State) -> When:
    return turn(s)._replace(offensive=len(s.declared))


def restless(ask: Ask, rng: random.Random) -> Any:
    """Somebody who does what he can, now and then not; he takes nothing back."""
    legal = [answer for answer in ask.legal() if answer != BACK] or list(ask.legal())
    go = [answer for answer in legal if answer != DONE]
    if ask.kind in LENGTHY and DONE in legal:
        return rng.choice(go) if go and rng.random() < 0.6 else DONE
    return rng.choice(go) if go and rng.random() < 0.85 else rng.choice(legal)


def at_the_front(seed: int) -> State:
    """A position at the beginning of a month, with month after month to be played."""
    start = battle(seed)
    law = start.law.under(*ONCE_AN_OFFENSIVE) if seed % 2 else start.law
    return start.but(law=law, left=FrozenMap(), agenda=()).then(*SEQUENCE.tasks("game"))


# -- what was done ---------------------------------------------------------------------------------------------------
class Months:
    """The months of one play: who did what in them, whose ground and whose supply it was when they began."""

    def __init__(self, deeds: Deeds, seed: int) -> None:
        self.deeds, self.seed, self.where = deeds, seed, ""
        self.looked: set[Any] = set()
        self.stock: FrozenMap[str, int] = FrozenMap()
        self.left: Counter[str] = Counter()
        self.ground: FrozenMap[str, str] = FrozenMap()
        self.taken: frozenset[str] = frozenset()

    def see(self, before: State, ask: Ask, answer: Any, after: State) -> None:
        self.where = f"game {self.seed}, {ask.kind} in {offensive(before)}"
        if self._first(ask.kind, turn(before)):
            self._begins(before, ask.kind)
        match ask.kind:
            case "front" if answer != DONE:
                self._declares(before)
            case "card" if answer != DONE:
                self._once("card", ask.who, turn(before))
            case "support" if answer == DONE:
                if self._first("declared", offensive(before), before.part):
                    self._declared(before)
                self._supported(before, ask.who)
            case "move-to" | "go-to" if answer != BACK:
                self._moves(before, ask, answer)
            case "shift-hq-to" if answer != BACK:
                self._once("HQ shifts", before.chosen, turn(before))
        if ask.kind in SHIFTS:
            self._supply_went(before, after)

    def _first(self, *what: Any) -> bool:
        fresh = what not in self.looked
        self.looked.add(what)
        return fresh

    def _once(self, law: str, who: Any, span: Any) -> None:
        self.deeds.once(law, (self.seed, who), span, self.where)

    def _begins(self, s: State, kind: str) -> None:
        """When a phase asks its first question nothing is noted of what it limits."""
        match kind:
            case "shift-hq":
                assert s.phase == SUPPLYING, self.where
                assert not s.shifted, self.where
                assert not any(u.moved or u.activated for u in s.pieces), self.where
                self.stock, self.left = s.supply, Counter()
            case "front":
                assert (s.phase, s.part) == ("", INITIAL), self.where
                assert not s.declared, self.where
                assert not s.revealed, self.where
                assert not any(u.activated or u.fired or u.intercepted for u in s.pieces), self.where
                self.ground = s.control
            case "walk":
                assert s.phase == MOVEMENT, self.where
                assert not s.sailed, self.where
                assert not any(u.travelled or u.start or u.mission for u in s.pieces), self.where
                self.taken = frozenset(hex for hex in s.map.places if s.control.get(hex) != self.ground.get(hex))
            case _:
                return
        self.deeds.counted[f"fresh: {kind}"] += 1

    def _declares(self, s: State) -> None:
        """An offensive on a front; each side has as many as there are fronts, one in most weeks of 1914."""
        made = self.deeds.done["offensive", (self.seed, s.active)]
        assert made.count(turn(s)) < (1 if 0 < s.week < 4 else len(s.fronts)), self.where
        self.deeds.counted["offensive"] += 1
        self.deeds.counted["offensive, again"] += bool(made) and made[-1] != turn(s)
        made.append(turn(s))

    def _declared(self, s: State) -> None:
        """The battles of a part stand: who attacks, and the HQs that were activated for it."""
        for one in s.battles:
            if one.part in (INITIAL, "counter"):
                for unit in s.ground_at(one.hex, one.attacker):
                    self._once("acts", unit.id, turn(s))
            for hq in one.hqs if one.part == INITIAL else ():
                used = {span for span in self.deeds.done["activated", (self.seed, hq)] if span[:3] == turn(s)[:3]}
                assert used <= {offensive(s)}, (self.where, hq)
                if not used:
                    self._once("activated", hq, offensive(s))

    def _supported(self, s: State, side: str) -> None:
        """Aircraft have taken off and guns are laid."""
        for unit in s.pieces.of(side):
            if unit.mission and not unit.patrol:
                self._once("flies", unit.id, turn(s))
        for hq in {hq for one in s.battles for hq in one.answering if one.defender == side}:
            part = "" if s.law.reads(*ONCE_AN_OFFENSIVE) else s.part
            self._once("defending guns", hq, (offensive(s), part))

    def _moves(self, s: State, ask: Ask, hex: str) -> None:
        unit = s.unit(s.chosen)
        if unit.kind in TROOPS:
            self._once("acts", unit.id, turn(s))
        elif ask.kind == "go-to":
            self._once("travels", unit.id, turn(s))
        if RAIL in ask.goes:
            way = {place_of(node) for node in rail_reach(s, unit.id).path(hex)}
            assert way.isdisjoint(self.taken), (self.where, unit.id, way & self.taken)
            self.deeds.counted["trains"] += 1
            self.deeds.counted["trains while ground was taken"] += bool(self.taken)

    def _supply_went(self, before: State, after: State) -> None:
        """From a hex never more goes than lay there when the phase began."""
        for hex, n in before.supply.items():
            if (gone := n - after.supply.get(hex, 0)) > 0:
                self.left[hex] += gone
                assert self.left[hex] <= self.stock.get(hex, 0), (self.where, hex)
                self.deeds.counted["supply moves"] += 1
                self.deeds.counted["supply moves from where some has come"] += n > self.stock.get(hex, 0)


@cache
def months() -> Counter[str]:
    deeds = Deeds()
    for seed in range(GAMES):
        seen = Months(deeds, seed)
        play = list(played(RULES, at_the_front(seed), seed, ANSWERS, restless))
        assert len(play) == ANSWERS
        for before, ask, answer, after in play:
            seen.see(before, ask, answer, after)
    return deeds.counted


@pytest.mark.parametrize(
    ("law", "least", "again"),
    [
        ("acts", 500, 100),
        ("activated", 60, 10),
        ("travels", 100, 10),
        ("HQ shifts", 100, 40),
        ("flies", 50, 4),
        ("defending guns", 15, 2),
        ("offensive", 100, 40),
        ("card", 5, 0),
        ("supply moves", 500, 0),
        ("supply moves from where some has come", 20, 0),
        ("trains", 50, 0),
        ("trains while ground was taken", 10, 0),
    ],
)
def test_once_in_its_span_and_again_in_the_next(law: str, least: int, again: int) -> None:
    counted = months()
    assert counted[law] > least, counted
    assert not again or counted[f"{law}, again"] > again, counted
    assert min(counted[f"fresh: {kind}"] for kind in ("shift-hq", "front", "walk")) > 100, counted
