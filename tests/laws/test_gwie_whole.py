"""Laws of whole games of the Near East alone: set-ups, games by chance and by ready players."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.laws import gwie_games as games
from tests.laws.gwie_games import RESTLESS, lawful, start
from tutor.engine.ask import Ask
from tutor.engine.play import Session
from tutor.engine.records import of_session, replay
from tutor.rulesets.gwie.control import land_of
from tutor.rulesets.gwie.ground import BEACHES
from tutor.rulesets.gwie.kut import KUT_HEX, besiegers
from tutor.rulesets.gwie.near_east import KEPT
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.state import ALLIES, CP, FORTRESS, SUPPLIED

WHOLE = ("suez-to-gaza", "near-east")
EVENING = "suez-to-gaza"
SIEGE = "kut"
SHORTER = (SIEGE, "sarikamish", "gallipoli")
FIRST_YEAR = 10  # of the campaign: until D, so that C brings events, the reserve and the surrender roll
BOTH = {CP: "cautious", ALLIES: "bold"}
counted: Counter[str] = Counter()  # what one test was asked


@pytest.fixture(autouse=True)
def _counting_begins() -> None:
    counted.clear()


def counting(session: Session, ask: Ask, answer: Any) -> None:
    counted[ask.kind] += 1


def by_chance(name: str, seed: int, until: int = 51) -> Session:
    def watching(session: Session, ask: Ask, answer: Any) -> None:
        counting(session, ask, answer)
        if ask.kind in RESTLESS:
            lawful(start(name), session.state)

    return games.by_chance(start(name), seed, watching, lambda state: state.turn > until)


def by_players(name: str, players: dict[str, str], seed: int, until: int = 51) -> Session:
    pair = players[CP], players[ALLIES]
    return games.by_ready_players(start(name), pair, seed, counting, lambda state: state.turn > until)


@pytest.mark.parametrize("name", [*WHOLE, "sarikamish"])
def test_a_set_up_is_lawful_and_in_supply(name: str) -> None:
    from tutor.rulesets.gwie.supply import in_supply

    state = start(name)
    lawful(state, state)
    assert [u.id for u in state.on_map() if u.ground and not in_supply(state, u)] == []
    assert {u.nation for u in state.pieces if not u.enters and u.ground and u.nation != "AB"} <= {"RU", "AR", "PN"}
    assert len({u.id for u in state.pieces if u.nation == "TU" and u.place and land_of(state, u.place) == "egypt"}) <= 3


def test_whole_games_by_chance_come_to_their_verdict() -> None:
    for seed in (3, 4):
        end = by_chance(EVENING, seed).state
        assert end.lost or end.turn >= end.last
        assert all(points <= 2 * KEPT for points in end.rp.values())
    assert counted["place-at"] > 0


def test_the_campaign_begins_lawfully_by_chance_and_by_players() -> None:
    for session in (by_chance("near-east", 6, FIRST_YEAR), by_players("near-east", BOTH, 5, FIRST_YEAR)):
        now = session.state
        lawful(start("near-east"), now)
        assert now.lost or now.turn > FIRST_YEAR
    assert counted["fill-reserve"] > 0


def test_whole_games_by_ready_players_come_to_their_verdict() -> None:
    for players in ({CP: "cautious", ALLIES: "bold"}, {CP: "bold", ALLIES: "cautious"}):
        session = by_players(EVENING, players, 1)
        end: Any = session.state
        lawful(start(EVENING), end)
        assert end.lost or end.turn == end.last
        assert end.pipeline != start(EVENING).pipeline, "the Allies lay no water pipe"
        again = replay(of_session(session, "gwie/suez-to-gaza"), Session(RULES, start(EVENING)))
        assert again.state == end
    assert counted["join"] > 0


def test_the_siege_of_kut_stands_at_its_beginning() -> None:
    """Who is shut up in Kut lives on the fort (14.23), everybody else is supplied, and all three K hexes are held."""
    from tutor.rulesets.gwie.supply import supply_of

    state = start(SIEGE)
    lawful(state, state)
    status = {u.id: supply_of(state, u).status for u in state.on_map() if u.ground}
    shut_up = {u.id for u in state.at(KUT_HEX, ALLIES) if u.ground}
    assert shut_up
    assert status == {id: FORTRESS if id in shut_up else SUPPLIED for id in status}
    assert {u.place for u in besiegers(state)} == {hex for hex in state.map.places if "K" in state.map.hex(hex).flags}


@pytest.mark.parametrize("players", [("cautious", "bold"), ("bold", "cautious")])
@pytest.mark.parametrize("name", SHORTER)
def test_a_shorter_game_comes_to_its_verdict(name: str, players: tuple[str, str]) -> None:
    sides = dict(zip((CP, ALLIES), players, strict=True))
    games = [by_players(name, sides, 1), by_chance(name, 3)]
    for end in (game.state for game in games):
        lawful(start(name), end)
        assert end.lost or end.turn == end.last


def test_enver_attacks_or_marches_as_he_must() -> None:
    """Whoever leads the Turks, the offensive of the first turn is made (6.30)."""
    for player in ("cautious", "bold"):
        session = by_players("sarikamish", {CP: player, ALLIES: "cautious"}, 1, until=start("sarikamish").turn)
        assert session.state.lost != CP


def test_the_beaches_are_won_and_fed_by_sea() -> None:
    """The landing is made, whoever plays; Egypt sends more, and nobody of the CP sets foot on a beach (6.52, 9.55)."""
    session = by_players("gallipoli", BOTH, 1, until=start("gallipoli").turn + 2)
    now = session.state
    assert {u.place for u in now.pieces if u.side == ALLIES and u.place} & BEACHES
    assert any(u.place in BEACHES for u in map(now.unit, ("br42", "br52")) if u.place)
    assert counted["sail-to"] > 0
    assert not any(now.forces_at(hex, CP) for hex in BEACHES)


def test_ready_players_keep_up_the_siege() -> None:
    """Until the first surrender roll the besiegers do not march off, nor their foes past them."""
    session, rng = Session(RULES, start(SIEGE)), random.Random(1)
    while session.ask is not None and session.state.turn == start(SIEGE).turn:
        ask = session.ask
        if not isinstance(ask, Ask):
            if ask.kind == "surrender-die":
                assert besiegers(session.state)
                return
            session.answer(ask.write(ask.sample(rng)))
            continue
        session.answer(RULES.policies["bold" if ask.who == CP else "cautious"].answer(RULES, ask))
    pytest.fail("nobody rolled for the surrender of Kut")
