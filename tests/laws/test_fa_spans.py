"""Laws of the turns of Fatal Alliances: what a unit, a ship, a power may do in an impulse and in a turn, and how often.

What was done is read off the questions and their answers, not off the marks; every law counts how often it was looked
at, and how often something was done again as soon as its span was over.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.laws.common import Deeds, played
from tests.laws.fa_moves import army, fleet
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.pieces import FrozenMap
from tutor.engine.play import Session
from tutor.library import position
from tutor.rulesets.fa.activities import COMBINED, LAND, NAVAL, PASS
from tutor.rulesets.fa.missions import potential
from tutor.rulesets.fa.nations import controller_of
from tutor.rulesets.fa.ruleset import RULES
from tutor.rulesets.fa.sailing import sea_points
from tutor.rulesets.fa.sequence import SEQUENCE
from tutor.rulesets.fa.state import State

ARMIES, FLEETS = 34, 5  # positions
ON_LAND, AT_SEA = 230, 600  # answers
IMPULSE = ("entered", "moved", "railed", "rebased", "landed", "invading", "kills")
TURN = ("entered_in_turn", "sailed", "promoted")
MARCH, LANDING, TRAIN, REBASE, FLIGHT = "march", "landing", "train", "rebase", "flight"
CHARTED = {
    (LAND, TRAIN): "land-strategic-moves",
    (COMBINED, MARCH): "combined-land-moves",
    (COMBINED, REBASE): "combined-rebases",
    (COMBINED, "sail"): "combined-naval-moves",
}
PLAIN = {(LAND, REBASE): 1, (COMBINED, TRAIN): 1, (LAND, MARCH): 999, (NAVAL, "sail"): 999}


class When(NamedTuple):
    year: int
    turn: str
    impulse: int


def when(s: State) -> When:
    return When(s.year, s.turn, s.impulse)


def in_turn(s: State) -> When:
    return when(s)._replace(impulse=0)


@dataclass
class Impulses(Deeds):
    """What was done in an impulse and in a turn."""

    means: dict[tuple[When, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    shares: Counter[tuple[When, str, str]] = field(default_factory=Counter)
    points: dict[tuple[When, str], int] = field(default_factory=dict)

    def forgotten(self) -> None:
        self.done.clear()
        self.means.clear()
        self.shares.clear()
        self.points.clear()

    def again(self, law: str, span: When, before: Sequence[When]) -> None:
        self.counted[f"{law}, again in the turn"] += any(one[:2] == span[:2] for one in before)

    def did(self, s: State, id: str, means: str, where: str) -> None:
        """One unit does something more in this impulse: what it has done goes together."""
        done = self.means[when(s), id]
        done.append(means)
        self.counted[means] += 1
        self.counted[f"{means}, again in the turn"] += any(
            one[0][:2] == when(s)[:2] and one[0] != when(s) and one[1] == id and means in list_
            for one, list_ in self.means.items()
        )
        assert allowed(s.unit(id).hq, done), f"{where}: {id} {done}"

    def taken_back(self, s: State, id: str) -> None:
        """Its flight was declared, and is no more."""
        done = self.means[when(s), id]
        if FLIGHT in done:
            done.remove(FLIGHT)

    def shared(self, s: State, id: str, means: str, where: str) -> None:
        """It counts against what the action of its power allows (10.2.2)."""
        power = controller_of(s, s.unit(id).nation)
        action = s.actions[power]
        self.shares[when(s), power, means] += 1
        column = CHARTED.get((action, means))
        limit = int(s.law.table("activities").number(power, column)) if column else PLAIN.get((action, means), 0)
        assert self.shares[when(s), power, means] <= limit, f"{where}: {power} {action} {means}"
        self.counted[f"{action}: {means}"] += 1


def allowed(hq: bool, done: list[str]) -> bool:
    """10.7.2-10.7.4.5 once more, in few words, of all that one unit has done in an impulse."""
    if hq and TRAIN in done and MARCH in done:
        return False
    if REBASE in done and FLIGHT in done:
        return False
    return done.count(MARCH) + done.count(LANDING) <= 1 and all(done.count(one) <= 1 for one in (TRAIN, REBASE, FLIGHT))


# -- playing -----------------------------------------------------------------------------------------------------------
def restless(ask: Ask, rng: random.Random) -> Any:
    """Somebody who does something in most phases, and soon lets the other side have its impulse."""
    legal = [answer for answer in ask.legal() if answer != BACK] or list(ask.legal())
    if ask.kind == "choose-action":
        return rng.choice([one for one in legal if one != PASS or rng.random() < 0.3] or legal)
    if DONE in legal and rng.random() < (0.1 if ask.kind == "declare" else 0.25):
        return DONE
    return rng.choice([answer for answer in legal if answer != DONE] or legal)


def turns(start: State) -> State:
    """The position at the beginning of a turn, with turn after turn to be played."""
    start = start.but(agenda=(), actions=FrozenMap(), surprised=FrozenMap(), impulse=1, impulse_box=4)
    return among_its_own(start).then(*SEQUENCE.tasks("game"))


def among_its_own(start: State) -> State:
    """Aircraft are of the nation of the troops beside them: strangers would be in excess before they flew (3-i)."""
    for unit in start.on_map():
        troops = start.troops(unit.place or "", unit.side)
        if unit.air and troops:
            start = start.put(unit.but(nation=troops[0].nation))
    return start


# -- what is looked at ------------------------------------------------------------------------------------------------
def fresh(deeds: Impulses, s: State, ask: Ask, where: str) -> None:
    """When the first power of a side chooses its action nothing is noted of the impulse before, nor of the turn."""
    if ask.kind != "choose-action" or s.actions:
        return
    deeds.counted["fresh impulse"] += 1
    assert not [u.id for u in s.pieces if any(getattr(u, name) for name in IMPULSE)], where
    noted = (s.used, s.contested, s.engaged, s.fought, s.beaten, s.attacks, s.shots, s.missions, s.support)
    assert not any(noted), f"{where}: {noted}"
    if s.impulse == 1:
        deeds.counted["fresh turn"] += 1
        assert not [u.id for u in s.pieces if any(getattr(u, name) for name in TURN)], where
        assert not s.before, where
        assert not s.crossed, where


def rested(deeds: Impulses, s: State, begun: When, ask: Ask, where: str) -> None:
    """A turn that follows another begins with everybody face-up, all but SUBs in port, the marker in its box."""
    if ask.kind != "choose-action" or s.actions or s.impulse > 1 or in_turn(s) == begun:
        return
    deeds.counted["next turn"] += 1
    assert all(u.face_up for u in s.on_map()), where
    assert not [u.id for u in s.on_map() if u.naval and u.kind != "sub" and u.place not in s.map], where
    assert s.impulse_box == 2, where
    assert s.phasing == s.first, where


def steady(deeds: Impulses, s: State, ask: Ask, where: str) -> None:
    """4.2, 10.5.2.1: a ship that has not sailed, and an aircraft, has the points that it had when the impulse began."""
    if ask.kind not in ("choose-action", "sail", "rebase", "declare"):
        return
    for unit in s.pieces.of(s.phasing):
        if unit.air or (unit.naval and not unit.sailed and unit.place in s.map):
            points = int(potential(s, unit) if unit.air else sea_points(s, unit))
            first = deeds.points.setdefault((when(s), unit.id), points)
            assert points == first, f"{where}: {unit.id} {first} {points}"
            deeds.counted["points as the impulse began"] += 1
            deeds.counted["points lost by where it began"] += unit.naval and points < unit.mp


def on_land(deeds: Impulses, s: State, ask: Ask, answer: Any, where: str) -> None:
    match ask.kind:
        case "move-to" if s.march is not None and not s.march.spent:
            deeds.did(s, s.march.unit, MARCH, where)
            deeds.shared(s, s.march.unit, MARCH, where)
        case "land-at" if s.march is not None:
            deeds.did(s, s.march.unit, LANDING, where)
        case "rail-to":
            deeds.did(s, s.chosen, TRAIN, where)
            deeds.shared(s, s.chosen, TRAIN, where)
        case "rebase-to":
            deeds.did(s, s.chosen, REBASE, where)
        case "fly-over" | "observe-for" | "intercept-at":
            deeds.did(s, s.chosen, FLIGHT, where)
        case "next-attack":
            deeds.once("is attacked", answer, when(s), where)
            attack = s.attack_on(answer)
            for id in attack.units if attack else ():
                deeds.once("attacks", id, when(s), where)
        case "reorganise-with":
            deeds.once("reorganises", answer, in_turn(s), where)


def at_sea(deeds: Impulses, s: State, ask: Ask, answer: Any, where: str) -> None:
    match ask.kind:
        case "sail-to" if s.voyage is not None and s.voyage.home:
            deeds.counted["goes home"] += 1
            deeds.shared(s, s.group[0], "sail", where)
        case "sail-to":
            for id in s.group:
                deeds.once("sails", id, in_turn(s), where)
            deeds.shared(s, s.group[0], "sail", where)
        case "take-section" if s.group:
            for id in s.group:
                deeds.once("sails", id, in_turn(s), where)
            deeds.shared(s, s.group[0], "sail", where)
        case "interdict-from":
            first = 1 if s.law.reads("interdiction-once", "turn") else 2
            assert s.impulse <= first, where
            deeds.counted["interdicts"] += 1
            if not s.law.reads("interdiction-move", "free"):
                deeds.once("sails", s.chosen, in_turn(s), where)


def chosen(deeds: Impulses, s: State, ask: Ask, answer: Any, where: str) -> None:
    if ask.kind == "choose-action":
        deeds.once("chooses", ask.facts["nation"].key, when(s), where)
        deeds.counted[f"chooses {answer}"] += 1


@cache
def wars() -> Counter[str]:
    deeds = Impulses()
    starts = [(army(seed), ON_LAND) for seed in range(ARMIES)] + [(fleet(seed), AT_SEA) for seed in range(FLEETS)]
    for seed, (start, answers) in enumerate(starts):
        deeds.forgotten()
        for before, ask, answer, after in played(RULES, turns(start), seed, answers, restless):
            if not isinstance(ask, Ask):
                continue
            where = f"war {seed}, {when(before)}, {ask.kind}"
            fresh(deeds, before, ask, where)
            rested(deeds, before, in_turn(start), ask, where)
            steady(deeds, before, ask, where)
            if ask.kind == "declare" and answer == BACK:
                deeds.taken_back(before, before.declared[-1])
            if answer in (BACK, DONE):
                continue
            for look in (on_land, at_sea, chosen):
                look(deeds, before, ask, answer, where)
            assert after.phasing == before.phasing or after.impulse != before.impulse, where
    return deeds.counted


@pytest.mark.parametrize(
    ("law", "least", "again"),
    [("is attacked", 15, 0), ("attacks", 20, 0), ("sails", 100, 80), ("reorganises", 8, 1), ("chooses", 800, 500)],
)
def test_once_in_its_span_and_again_in_the_next(law: str, least: int, again: int) -> None:
    """What an impulse gives back is done again; what a turn gives back, in the next turn alone."""
    counted = wars()
    assert counted[law] > least, counted
    assert counted[f"{law}, again"] > again, counted
    if law in ("sails", "reorganises"):
        assert counted[f"{law}, again in the turn"] == 0, counted
    if law == "chooses":
        assert counted[f"{law}, again in the turn"] > again, counted


def test_what_a_unit_does_in_an_impulse_goes_together_and_may_be_done_in_the_next() -> None:
    counted = wars()
    for means, least in ((MARCH, 250), (TRAIN, 40), (REBASE, 50), (FLIGHT, 25), (LANDING, 0)):
        assert counted[means] > least, counted
    for means in (MARCH, REBASE):
        assert counted[f"{means}, again in the turn"] > 10, counted


def test_powers_keep_to_what_their_actions_allow() -> None:
    counted = wars()
    for action in (PASS, NAVAL, COMBINED, LAND):
        assert counted[f"chooses {action}"] > 10, counted
    for share in ("land: march", "combined: march", "naval: sail", "combined: sail", "land: train", "combined: train"):
        assert counted[share] > 3, counted
    assert counted["goes home"] > 50, counted
    assert counted["interdicts"] > 5, counted


def test_an_impulse_and_a_turn_begin_without_what_was_done_before() -> None:
    counted = wars()
    assert counted["fresh impulse"] > 500, counted
    assert counted["fresh turn"] > 100, counted
    assert counted["next turn"] > 100, counted


def test_points_are_those_of_the_beginning() -> None:
    counted = wars()
    assert counted["points as the impulse began"] > 1000, counted
    assert counted["points lost by where it began"] > 50, counted


def test_the_special_impulse_leaves_nothing_to_the_naval_combat_of_the_next() -> None:
    """10.5.2.0.5: it comes before the impulse and besides it; who came out then has entered no sea area in this one."""
    came_out = 0
    for seed in range(20):
        session, rng = Session(RULES, position("fa/goeben-1914"), seed=seed), random.Random(seed)
        while session.state.impulse == 1 and not any(
            u.phase.id == "impulse" for u in SEQUENCE.under_way(session.state)
        ):
            ask = session.ask
            came_out += isinstance(ask, Ask) and ask.kind == "interdict-from"
            session.answer(restless(ask, rng) if isinstance(ask, Ask) else ask.write(ask.sample(rng)))
        s = session.state
        assert not s.contested | s.engaged, seed
        assert not s.special, seed
        assert s.unit("goeben").sailed or s.unit("goeben").place is None, seed
    assert came_out > 5
