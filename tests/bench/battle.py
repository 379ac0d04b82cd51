"""A battle told beside the same battle as a plain program: what ledgers, checks, traces and kept states cost.

Both get the same answers and dice, test every answer, and must end in the same position. The engine runs by `Session`,
with its trace; and silently, by `Run`, which does not test answers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from tests.bench import plain_se, plain_tlm
from tests.bench.timing import Effort, Row, alternated, of_its_time
from tutor.engine.ask import Ask
from tutor.engine.odds import play_out
from tutor.engine.play import Session
from tutor.engine.policy import Policy
from tutor.engine.run import Ruleset, Run, task
from tutor.library import position
from tutor.rulesets import ruleset
from tutor.rulesets.se.sequence import SEQUENCE

BATTLES = 20


@dataclass(frozen=True, eq=False, kw_only=True)
class Case:
    """One battle: where it starts, who chooses, and the plain program that fights it.

    The bars, told and silent, guard against getting slower: they are what was reached, not what one would wish for.
    """

    name: str
    rules: Ruleset
    start: Any
    policies: tuple[Policy, ...]
    plain: Callable[[], Any]
    told_bar: float
    silent_bar: float

    def players(self, n: int) -> dict[str, Policy]:
        """One way to choose for both sides, another one in every other battle."""
        chosen = self.policies[n % len(self.policies)]
        return {unit.side: chosen for unit in self.start.pieces}

    def script(self, n: int) -> tuple[list[Any], Any]:
        """The answers and faces of one battle, and how it ended."""
        rng, run, players = random.Random(n), Run(self.rules, self.start), self.players(n)
        given: list[Any] = []
        while run.ask is not None:
            ask = run.ask
            answer = players[ask.who].answer(self.rules, ask) if isinstance(ask, Ask) else ask.sample(rng)
            given.append(answer if isinstance(ask, Ask) else ask.write(answer))
            run.answer(answer)
        return given, run.state

    def told(self, given: list[Any]) -> Session:
        session = Session(self.rules, self.start)
        for answer in given:
            session.answer(answer)
        return session

    def plainly(self, given: list[Any]) -> Any:
        return self.plain().play(given)

    def silent(self, given: list[Any]) -> Run:
        run = Run(self.rules, self.start)
        for answer in given:
            ask = run.ask
            assert ask is not None
            run.answer(answer if isinstance(ask, Ask) else ask.read(answer))
        return run


@cache
def roana() -> Case:
    """Strafexpedition: declaration, defensive fire, assault and retreats at the bridge of Roana."""
    rules, state = ruleset("se"), position("se/roana")
    side = state.active
    fight = (task("declare"), task("defend", state.inactive, False), task("enter", side, False))
    start = state.but(agenda=(*fight, *SEQUENCE.agenda([["end-action"]])))
    charts = plain_se.Charts(start.law)
    return Case(
        name="SE Roana",
        rules=rules,
        start=start,
        policies=(rules.policies["bold"],),
        plain=lambda: plain_se.Battle(start, charts),
        told_bar=6.0,
        silent_bar=3.3,
    )


@cache
def last_man(name: str) -> Case:
    """To the Last Man!: one battle from its first die to its end."""
    rules, plain = ruleset("tlm"), ruleset("tlm").policies["plain"]
    players = {"GE": plain, "Entente": plain}
    opened = play_out(rules, position(f"tlm/{name}"), players, random.Random(0), _at_a_battle)
    start = opened.but(agenda=(task("battle", name), task("end-of-combat")))
    charts = plain_tlm.Charts(start.law)
    policies = (plain, rules.policies["stubborn"])
    return Case(
        name=f"TLM {name.title()}",
        rules=rules,
        start=start,
        policies=policies,
        plain=lambda: plain_tlm.Battle(start, name, charts),
        told_bar=9.0,
        silent_bar=6.0,
    )


def _at_a_battle(state: Any) -> bool:
    return bool(state.agenda) and state.agenda[0].step == "battle"


CASES: Mapping[str, Callable[[], Case]] = {
    "SE Roana": roana,
    "TLM Liège": partial(last_man, "liege"),
    "TLM Verdun": partial(last_man, "verdun"),
}


def same_end(case: Case, given: list[Any], end: Any) -> None:
    """The trace, the silent run and the plain program agree on the end."""
    assert case.told(given).state == end, f"{case.name}: told, it ends otherwise"
    assert case.silent(given).state == end, f"{case.name}: silent, it ends otherwise"
    assert case.plainly(given).same_as(end), f"{case.name}: the plain program ends otherwise"


def run(effort: Effort) -> list[Row]:
    rows = []
    for opened in CASES.values():
        case = opened()
        scripts = []
        for n in range(BATTLES):
            given, end = case.script(n)
            same_end(case, given, end)
            scripts.append(given)
        ways = (case.told, case.silent, case.plainly)
        told, silent, plain = alternated([_all(way, scripts) for way in ways], effort)
        note = f"{sum(map(len, scripts)) / BATTLES:.0f} answers and dice a battle"
        name = f"{case.name}, told: plain program"
        rows.append(of_its_time("battle", name, told, plain, "µs", bar=case.told_bar, note=note))
        name = f"{case.name}, silent: plain program"
        rows.append(of_its_time("battle", name, silent, plain, "µs", bar=case.silent_bar))
        rows.append(of_its_time("battle", f"{case.name}, told: silent", told, silent, "µs"))
    return rows


def _all(fight: Callable[[list[Any]], object], scripts: list[list[Any]]) -> Callable[[], object]:
    """All battles, one after another; a call of it counts as one battle."""
    turn = iter(())

    def one() -> object:
        nonlocal turn
        given = next(turn, None)
        if given is None:
            turn = iter(scripts)
            given = next(turn)
        return fight(given)

    return one
