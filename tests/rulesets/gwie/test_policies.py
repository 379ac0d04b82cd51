"""From which odds on the named players attack: as they are described."""

from __future__ import annotations

import pytest

import tutor.rulesets.gwie.ruleset as gwie
from tutor import library
from tutor.cases.paths import changed
from tutor.engine.ask import DONE, Ask
from tutor.engine.play import Session
from tutor.rulesets.gwie.policies import column_against
from tutor.rulesets.gwie.state import State


def attacking(name: str) -> Session:
    """A scenario in which the first attack is to be chosen."""
    base = library.scenario(library.find(name, "gwie"))
    data = changed(base.data, {"agenda": [["combat-phase", "first"]]})
    return Session(gwie.RULES, library.of_data("gwie", data).position())


@pytest.mark.parametrize(("player", "least"), [("bold", 1), ("careful", 3)])
def test_a_player_attacks_from_the_column_on_that_he_is_said_to_ask_for(player: str, least: int) -> None:
    """1-1 for the bold, 3-1 for the careful: each hex alone is offered, beside ending the attacks."""
    seen = set()
    for name in ("gaza", "kut", "sarikamish"):
        session = attacking(name)
        ask = session.ask
        assert isinstance(ask, Ask)
        assert ask.kind == "attack"
        for hex in ask.legal():
            if hex != DONE:
                column = column_against(session.state, hex)
                seen.add(column)
                answer = gwie.RULES.policies[player].decide(session.state, ask, [hex, DONE])
                assert answer == (hex if column >= least else DONE)
    assert seen >= {0, 1, 2, 7}


def test_a_player_lets_those_go_who_have_ridden_off() -> None:
    """A chase has no limit of its own (15.53): cavalry that has evaded one attack is not attacked again."""
    session = attacking("kut")
    state, ask = session.state, session.ask
    assert isinstance(state, State)
    assert isinstance(ask, Ask)
    good = [hex for hex in ask.legal() if hex != DONE and column_against(state, hex) >= 1]
    assert good
    for hex in good:
        there = state.at(hex, state.inactive)
        for evaded, answer in ((False, hex), (True, DONE)):
            now = state.put(*(unit.but(evaded=evaded) for unit in there))
            assert gwie.RULES.policies["bold"].decide(now, ask, [hex, DONE]) == answer
