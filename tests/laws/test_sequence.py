"""Laws of every sequence of play: what a span ends is gone, what a procedure fills is cleared, the law follows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

import pytest

from tests.laws.common import drawn
from tutor import library
from tutor.engine.ask import BACK, Ask
from tutor.engine.run import Ruleset, Run
from tutor.engine.sequence import END, NEXT, Phase
from tutor.engine.spans import DRAFT, UNTIL, drafts_of, noted, spans_of
from tutor.rulesets import GAMES, ruleset

PLAYED = [game for game in GAMES if ruleset(game).sequence is not None]
ANSWERS = 240


def positions(game: str) -> Iterator[Any]:
    """The beginning of every scenario of a game, as it is read by default and in some other way."""
    rng = random.Random(1914)
    for name in library.names():
        found = library.scenario(name)
        if found.rules.game == game:
            yield found.position()
            yield found.position({slug: rng.choice(list(one["options"])) for slug, one in _readings(found.rules)})


def _readings(rules: Ruleset) -> Iterator[tuple[str, Any]]:
    return ((slug, one) for slug, one in rules.book.readings.items() if one["matter"] == "play")


def watched(rules: Ruleset, state: Any, look: Callable[[Any], None]) -> Run:
    """A run that shows every position between two steps."""

    def until(state: Any) -> bool:
        look(state)
        return False

    return Run(rules, state, until=until)


def wander(run: Run, watch: Watch, rng: random.Random, answers: int) -> None:
    """Any legal answer, and any dice."""
    for _ in range(answers):
        ask = run.ask
        if ask is None:
            return
        if not isinstance(ask, Ask):
            run.answer(ask.sample(rng))
            continue
        watch.asked(ask)
        answer = drawn(ask, rng, BACK)
        run.answer(BACK if answer is None else answer)


class Watch:
    """Looks at every position between two steps."""

    def __init__(self, rules: Ruleset, tally: Counter[str]) -> None:
        self.rules, self.tally, self.before = rules, tally, None

    def __call__(self, state: Any) -> None:
        head = state.agenda[0].step if state.agenda else ""
        if self.before is not None and self.before.startswith(f"{END}:"):
            ended = self.before.partition(":")[2]
            assert noted(state, self.rules.sequence.spans[ended]) == [], f"after {ended}"
            self.tally["span ended"] += 1
        if head.startswith(f"{NEXT}:"):
            assert dict(_drafted(state)) == {}, head
            self.tally["phase begins"] += 1
        self.before = head or None

    def asked(self, ask: Ask) -> None:
        """Whoever is asked is asked under the law that the position implies."""
        state = ask.state
        implied = self.rules.in_force(state) if self.rules.in_force is not None else frozenset()
        assert state.law.options == state.law.agreed | implied, ask.kind
        self.tally["asked"] += 1
        self.tally["implied"] += bool(implied)
        self.tally[f"implied {len(implied)}"] += 1


def _drafted(state: Any) -> Iterator[tuple[str, Any]]:
    for one in (state, *state.pieces):
        for name, first in drafts_of(type(one)).items():
            if getattr(one, name) != first:
                yield f"{getattr(one, 'id', 'position')}.{name}", getattr(one, name)


@pytest.mark.parametrize("game", PLAYED)
def test_what_a_span_ends_is_gone_and_drafts_are_cleared(game: str) -> None:
    tally: Counter[str] = Counter()
    rules = ruleset(game)
    for number, state in enumerate(positions(game)):
        whole = state.but(agenda=()).then(*rules.sequence.tasks(rules.sequence.roots[0].id))
        for start in (state, whole):
            watch = Watch(rules, tally)
            run = watched(rules, start, watch)
            wander(run, watch, random.Random(number), ANSWERS)
    assert tally["span ended"] > 100, tally
    assert tally["phase begins"] > 100, tally
    assert tally["asked"] > 800, tally
    if rules.in_force is not None:
        assert tally["implied"] > 100, tally


# -- the tables --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", PLAYED)
def test_a_table_names_what_there_is(game: str) -> None:
    rules = ruleset(game)
    sequence = rules.sequence
    for phase in sequence.phases.values():
        assert phase.rule in rules.book, phase.id
        assert phase.name, phase.id
        assert bool(phase.parts) or phase.absent is not None or _step(phase) in rules.steps.by_name, phase.id
        assert not phase.parts or rules.steps[phase.id].heading == (phase.rule, f"phase.{phase.id}"), phase.id
        assert not phase.when or phase.when in sequence.holds, phase.id
        assert not phase.until or phase.until in sequence.holds, phase.id
        assert not isinstance(phase.who, str) or phase.who in sequence.orders, phase.id
        assert not phase.together or phase.id in sequence.joins, phase.id
    used = {name for phase in sequence.phases.values() for name in (phase.when, phase.until)}
    assert sequence.holds.keys() <= used


def _step(phase: Phase) -> str:
    return phase.step or phase.id


@pytest.mark.parametrize("game", PLAYED)
def test_every_mark_names_a_span_of_the_sequence(game: str) -> None:
    rules = ruleset(game)
    state = next(positions(game))
    kinds = {type(state), *(type(piece) for piece in state.pieces)}
    for kind in kinds:
        assert spans_of(kind) <= rules.sequence.phases.keys(), kind
        for one in fields(kind):
            assert not (UNTIL in one.metadata and DRAFT in one.metadata), one.name
