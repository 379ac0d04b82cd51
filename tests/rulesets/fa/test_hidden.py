"""What a side does not see: how the other lines up its aircraft, until both lines are shown."""

from __future__ import annotations

from tests.laws.fa_battles import battle
from tutor.engine.ask import Ask
from tutor.engine.play import Session
from tutor.rulesets.fa.ruleset import RULES
from tutor.rulesets.fa.state import foe


def test_the_other_line_is_hidden_until_both_are_shown() -> None:
    hidden = shown = 0
    for seed in range(60):
        session = Session(RULES, battle(seed), seed=seed)
        while not session.over:
            ask = session.ask
            if not isinstance(ask, Ask):
                session.roll()
                continue
            sky = session.state.air
            if sky is not None and not sky.started:
                seen = RULES.view(session.state, ask.who)
                assert not seen.air.line(foe(ask.who))
                assert seen.air.line(ask.who) == sky.line(ask.who)
                assert ask.sealed
                hidden += 1
            elif sky is not None:
                assert RULES.view(session.state, ask.who) == session.state
                shown += 1
            session.answer(RULES.policies["bold"].answer(RULES, ask))
    assert hidden
    assert shown
