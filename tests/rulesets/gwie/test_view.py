"""What a side sees: its enemy's stacks from above, and his secret events not at all (6.17, 7.25)."""

from __future__ import annotations

from tutor.engine.run import Run
from tutor.library import scenario
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.state import State
from tutor.rulesets.gwie.view import UNKNOWN, view


def gaza(**changes: object) -> State:
    base = scenario("gwie/gaza")
    return RULES.setup({**base.data, "agenda": [["combat-phase", "second"]], **changes}, base.map, base.law())


def test_only_the_top_of_an_enemy_stack_is_seen() -> None:
    seen = view(gaza(), "allies")
    assert seen.unit("tu3").defence == 2
    assert seen.unit("tu53").face == (UNKNOWN,)
    assert seen.unit("br53").attack == 3, "one's own stacks are known"


def test_a_committed_attack_shows_the_stack() -> None:
    run = Run(RULES, gaza())
    for answer in ("N2913", "br54", "done"):
        run.answer(answer)
    assert run.ask is not None
    assert view(run.ask.state, "allies").unit("tu53").defence == 2
    assert view(run.ask.state, "allies").unit("tu16").face == (UNKNOWN,), "other stacks stay covered"


def test_events_are_hidden_by_agreement_only() -> None:
    assert view(gaza(), "allies").hand("cp") == ("kemal", "turkish-determination")
    assert view(gaza(secret=True), "allies").hand("cp") == ("hidden", "hidden")
    assert view(gaza(secret=True), "cp").hand("cp") == ("kemal", "turkish-determination")
