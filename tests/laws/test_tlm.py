"""Laws of To the Last Man!: random battles, parity, positions taken up again, exact odds against plain counting."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from tests.laws.common import goes_back_and_forward, replays, some
from tutor import library
from tutor.engine import telling
from tutor.engine.ask import Ask
from tutor.engine.chance import Distribution
from tutor.engine.leads import one_step
from tutor.engine.odds import odds
from tutor.engine.play import Session
from tutor.engine.run import Position, Run
from tutor.engine.text import LANGUAGES
from tutor.engine.trace import SILENT
from tutor.engine.words import Words
from tutor.rendering.plain import lines
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import is_empty, without_lonely
from tutor.rulesets.tlm.faults import faults
from tutor.rulesets.tlm.ruleset import RULES
from tutor.rulesets.tlm.state import REMOVED, RESERVE, SIDES, State

SCENARIOS = ("verdun", "liege", "cambrai", "michael")
OPTIONS = ("uk-artillery", "defensive-alert")
counted: Counter[str] = Counter()


@cache
def scenario(name: str) -> Any:
    return library.scenario(library.find(name, "tlm"))


def position(name: str, readings: dict[str, str] | None = None, options: tuple[str, ...] | None = None) -> State:
    return scenario(name).position(readings or {}, options)  # type: ignore[no-any-return]


def any_readings(rng: random.Random) -> dict[str, str]:
    """An option of every reading that play may consult."""
    readings = {slug: entry for slug, entry in RULES.book.readings.items() if entry["matter"] == "play"}
    return {slug: rng.choice(list(entry["options"])) for slug, entry in readings.items()}


def starts(runs: int) -> Iterator[tuple[int, State]]:
    """Every scenario in turn, by the default readings and by any."""
    for seed in range(runs):
        rng = random.Random(seed)
        name = SCENARIOS[seed % len(SCENARIOS)]
        if seed % 2:
            yield seed, position(name)
        else:
            options = tuple(option for option in OPTIONS if rng.random() < 0.5)
            yield seed, position(name, any_readings(rng), options)


def play_on(session: Session, rng: random.Random) -> Iterator[Ask]:
    """Random legal answers and dice to the end; every choice on the way."""
    while session.ask is not None:
        ask = session.ask
        if not isinstance(ask, Ask):
            session.answer(ask.write(ask.sample(rng)))
            continue
        yield ask
        session.answer(rng.choice(some(ask)))


def conserved(before: State, after: State) -> None:
    """Every piece is still somewhere, once, and cards are in hands or discarded."""
    made = set(after.pieces.ids()) - set(before.pieces.ids())
    assert set(before.pieces.ids()) <= set(after.pieces.ids())
    assert not made or not after.law.reads("counter-limit", "publisher-mix"), made
    for piece in after.pieces:
        assert (piece.place is None) == (piece.box in (RESERVE, REMOVED) or piece.arrives > 0), piece
        assert piece.army is None or after.pieces[piece.army].place == piece.place, piece
        assert piece.box != REMOVED or piece.kind == "fort", piece
        counted["piece"] += 1
        counted["lost"] += piece.place is None and piece.id not in made and before.pieces[piece.id].on_map
    held = (
        Counter(state.discard + state.pile + state.under + state.out + state.hand("GE") + state.hand("Entente"))
        for state in (before, after)
    )
    assert len(set(map(frozenset, (cards.items() for cards in held)))) == 1


def within_limits(state: State) -> None:
    """Limits that hold at all times hold, and control is that of whoever alone holds an area, its round being held."""
    undone = state.law.reads("weather-after-movement", "moves-undone")
    if not state.law.reads("retreat-into-full-area", "open") and not undone:
        assert not faults(state).lines, faults(state).lines
        counted["limits"] += 1
    for area in state.map.places:
        holding = [side for side in SIDES if areas.holders(state, area, side)]
        if len(holding) == 1 and area in areas.opened(state):
            assert areas.disputed(state, area) == (holding[0] == state.active), area
        elif len(holding) == 1:
            assert state.control[area] == holding[0], area
            counted["control"] += 1


def nobody_lonely(state: State) -> None:
    """8.1.g: no empty army is left in a disputed area without infantry, unless it is about to retreat (8.1.c)."""
    leaving = state.battle.stepped if state.battle is not None else frozenset()
    lonely = without_lonely(state, SILENT, *state.map.places).fallen[len(state.fallen) :]
    assert not set(lonely) - set(leaving), lonely
    counted["empty"] += sum(is_empty(state, piece) for piece in state.pieces)


def test_random_battles_keep_the_invariants() -> None:
    for seed, start in starts(160):
        rng, session = random.Random(seed), Session(RULES, start)
        for ask in play_on(session, rng):
            assert ask.who in SIDES
            nobody_lonely(session.state)
            if ask.kind not in ("join", "take-in"):  # a unit on its way straight into an army
                within_limits(session.state)
        conserved(start, session.state)
        assert session.state.battle is None
        assert not any(p.retreat or p.method for p in session.state.pieces) or not session.state.fought
    assert counted["piece"] > 1_000
    assert counted["lost"] > 100
    assert counted["limits"] > 200
    assert counted["control"] > 1_000


def test_records_replay_and_moves_are_undone() -> None:
    assert replayed_and_undone(starts(40)) > 200


def replayed_and_undone(starts: Iterable[tuple[int, State]]) -> int:
    """Plays from each start, replayed from their records, and taken back and forward; gives how many moments."""
    sessions = [Session(RULES, start) for _, start in starts]
    for seed, session in enumerate(sessions):
        for _ in play_on(session, random.Random(seed)):
            pass
    replays(sessions)
    goes_back_and_forward(sessions)
    return sum(len(session.now.line) - 1 for session in sessions)


def test_every_candidate_has_one_answer_told_in_both_languages() -> None:
    """The legal set is what no check objects to, and every check has its words."""
    for seed, start in starts(32):
        session, rng = Session(RULES, start), random.Random(seed)
        for ask in play_on(session, rng):
            candidates = list(ask.candidates())
            legal = set(ask.legal())
            for answer in rng.sample(candidates, min(60, len(candidates))):
                verdict = ask.verdict(answer)
                assert verdict.legal == (answer in legal) == ask.allows(answer)
                assert verdict.legal or verdict.objections
                counted["candidate"] += 1
                for lang in LANGUAGES:
                    words = Words(RULES.book, lang, RULES.names(ask.state))
                    for text in lines(telling.verdict(verdict, words), 3):
                        assert "{" not in text, text
                        assert "?]" not in text, text
    assert counted["candidate"] > 2_000


def test_traces_are_told_whole_in_both_languages() -> None:
    for seed, start in starts(24):
        session = Session(RULES, start)
        for _ in play_on(session, random.Random(seed)):
            pass
        for lang in ("fr", "en"):
            words = Words(RULES.book, lang, RULES.names(session.state))
            for text in lines(telling.trace(session.entries(), words), 3):
                assert "{" not in text, text
                assert "?]" not in text, text
                counted["told"] += 1
    assert counted["told"] > 1_000


def test_a_position_is_taken_up_again_at_any_ask() -> None:
    """No step keeps a fact of the game outside the state: begun again from its position it asks the same."""
    for seed, start in starts(16):
        session, rng = Session(RULES, start), random.Random(seed)
        for ask in play_on(session, rng):
            again = Run(RULES, Position(session.position.state, session.position.answers)).ask
            assert isinstance(again, Ask)
            assert (again.kind, again.rule, again.who, again.state) == (ask.kind, ask.rule, ask.who, ask.state)
            assert isinstance(one_step(RULES, session.position), Ask)
            counted["resumed"] += 1
    assert counted["resumed"] > 100


@pytest.mark.parametrize("player", sorted(RULES.policies))
def test_ready_made_players_end_every_scenario_by_legal_answers(player: str) -> None:
    for name in SCENARIOS:
        for other in RULES.policies:
            start = position(name)
            players = {start.attacker: RULES.policies[player], start.defender: RULES.policies[other]}
            session = Session(RULES, start, players, seed=7)
            session.play_on()
            assert session.over
            conserved(start, session.state)


def test_a_side_does_not_see_the_other_hand() -> None:
    start = position("verdun")
    seen = RULES.view(start, "Entente")
    assert len(seen.hand("GE")) == len(start.hand("GE"))
    assert set(seen.hand("GE")) == {"hidden"}
    assert seen.hand("Entente") == start.hand("Entente")
    hidden = position("verdun", {"template-visibility": "hidden"})
    assert not RULES.view(hidden, "Entente").inside("ge5")
    assert RULES.view(hidden, "GE").inside("ge5")


# -- exact odds against plain counting -----------------------------------------------------------------------------
def small_battle() -> State:
    """Two infantry and a gun against one entrenched infantry and a fort of 2."""
    data = dict(scenario("verdun").data)
    data["agenda"] = [["battle", "verdun"], ["end-of-combat"]]
    data["offensive"], data["hands"] = "offensive", {}
    data["pieces"] = {
        "ge5": {"nation": "GE", "kind": "army", "at": "verdun", "holds": {"infantry": 2, "artillery": 1}},
        "poilu": {"nation": "FR", "kind": "infantry", "at": "verdun", "entrenched": True},
        "fort-verdun": {"nation": "FR", "kind": "fort", "at": "verdun", "value": 2},
    }
    return library.of_data("tlm", data).position()  # type: ignore[no-any-return]


def faces(dice: int, hit: int) -> Iterator[tuple[int, Fraction]]:
    """Every roll, counted face by face."""
    for roll in product(range(1, 7), repeat=dice):
        yield sum(face <= hit for face in roll), Fraction(1, 6**dice)


def defender_pays(fort: int, infantry: int, hits: int) -> tuple[int, int]:
    for _ in range(hits):
        if fort >= max(infantry, 1):
            fort -= 1
        elif infantry:
            infantry -= 1
    return fort, infantry


def attacker_pays(infantry: int, guns: int, hits: int) -> tuple[int, int]:
    for _ in range(hits):
        if guns and guns >= infantry:
            guns -= 1
        elif infantry:
            infantry -= 1
    return infantry, guns


def counted_by_hand() -> dict[tuple[str, int, int], Fraction]:
    """The end of the small battle: who holds the area, losses of the German and of the Entente."""
    ends: dict[tuple[str, int, int], Fraction] = {}
    for shells, p in faces(1, 1):
        fort, poilu = defender_pays(2, 1, shells)
        for fort_hits, q in faces(fort, 2):
            for poilu_hits, r in faces(poilu, 2):
                infantry, guns = attacker_pays(2, 1, fort_hits + poilu_hits)
                for hits, w in faces(infantry + guns, 1):
                    left = defender_pays(fort, poilu, hits)
                    end = _end(infantry, guns, *left)
                    ends[end] = ends.get(end, Fraction(0)) + p * q * r * w
    return ends


def _end(infantry: int, guns: int, fort: int, poilu: int) -> tuple[str, int, int]:
    lost = 3 - infantry - guns + (infantry + guns == 0)
    holder = "disputed" if infantry and (poilu or fort > 1) else "GE" if infantry else "Entente"
    if guns and not infantry and poilu:
        lost += guns + 1
    return holder, lost, 3 - fort - poilu


def test_exact_odds_are_those_of_plain_counting() -> None:
    plain = RULES.policies["plain"]
    players = dict.fromkeys(SIDES, plain)
    start = small_battle()
    by_hand = counted_by_hand()
    assert sum(by_hand.values()) == 1
    holder = odds(RULES, start, RULES.questions["holder"], players)
    losses = odds(RULES, start, RULES.questions["losses"], players)
    assert holder.exact
    assert losses.exact
    for found, part in ((holder, 0), (losses, slice(1, 3))):
        wanted: dict[Any, Fraction] = {}
        for end, chance in by_hand.items():
            wanted[end[part]] = wanted.get(end[part], Fraction(0)) + chance
        assert dict(found.distribution.items()) == wanted
    assert isinstance(holder.distribution, Distribution)
