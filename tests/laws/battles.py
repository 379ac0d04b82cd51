"""Many random battles of a game, played once, and the laws that hold of them in every game.

A game says how a battle begins, which of its own laws are looked at, and how its player differs. Half of the battles
are played by the usual readings, half under some others. Every law counts how often it was really looked at, and fails
if never.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from tests.laws.common import (
    Watch,
    adds_up,
    goes_back_and_forward,
    has_words,
    ledgers_of,
    parity,
    replays,
    resumes,
    tells,
)
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.check import Verdict
from tutor.engine.ledger import Ledger
from tutor.engine.play import Session
from tutor.engine.rulebook import Rule
from tutor.engine.run import Ruleset

EVERYWHERE = ("parity", "a reason for every refusal", "a way on", "refused and nothing changed")
PICKED = 6  # answers that the player looks at before he takes one


def rules_of(verdict: Verdict) -> set[str]:
    """What a verdict cites, the lines of the numbers that it compares among it."""
    facts = (fact for check in verdict.checks for fact in check.facts.values())
    return {rule for fact in facts if isinstance(fact, Ledger) for rule in fact.rules} | set(verdict.rules)


class Battles:
    """The tests of a game's battles: a game's class fills in what is its own."""

    rules: ClassVar[Ruleset[Any]]
    count: ClassVar[int]  # battles
    laws: ClassVar[tuple[str, ...]]  # of the game, besides those of all
    seldom: ClassVar[Mapping[str, int]] = {}  # laws that the dice bring less than once a battle, and how often at least
    uncited: ClassVar[int]  # how many rules of the chapters may be met by no battle
    lines: ClassVar[int]  # that are told at least
    ledgers: ClassVar[int]  # that are added up at least
    within: ClassVar[Fraction] = Fraction(0)  # how far a printed total may be off, where thirds are printed
    asks_inside: ClassVar[bool] = False  # whether some step asks a second time
    ends_early: ClassVar[float] = 0.12  # how often the player takes any answer, to be done among them
    choices_only: ClassVar[frozenset[Any]] = frozenset({DONE, BACK})  # answers that choose nothing

    # -- what a game fills in -------------------------------------------------------------------------------------
    def battle(self, seed: int, readings: bool) -> Any:
        """The position in which a battle begins."""
        raise NotImplementedError

    def reached(self, rule: Rule) -> bool:
        """Whether the battles should come to this rule."""
        raise NotImplementedError

    def asked(self, watch: Watch, state: Any, where: str) -> None:
        """What holds whenever something is asked."""

    def after(self, watch: Watch, start: Any, before: Any, state: Any, where: str) -> None:
        """What holds after every answer and every roll."""

    def at_the_end(self, watch: Watch, state: Any, where: str) -> None:
        """What holds when the battle is over."""

    # -- playing --------------------------------------------------------------------------------------------------
    @classmethod
    @cache
    def played(cls) -> tuple[Watch, tuple[Session, ...]]:
        """Every battle to its end, by a player who prefers what cites rules that he has not chosen yet."""
        watch, game = Watch(), cls()
        return watch, tuple(game.play(watch, seed) for seed in range(cls.count))

    def play(self, watch: Watch, seed: int) -> Session:
        session, rng = Session(self.rules, self.battle(seed, seed % 2 == 1), seed=seed), random.Random(seed)
        start = session.state
        while not session.over:
            before, ask = session.state, session.ask
            where = f"battle {seed}, {ask.kind if ask else ''} ({len(session.now.line)})"
            if isinstance(ask, Ask):
                verdicts = self.verdicts(watch, session, ask, rng, where)
                self.asked(watch, before, where)
                session.answer(self.choice(watch, session, ask, verdicts, rng))
            else:
                session.roll()
            self.after(watch, start, before, session.state, where)
        self.at_the_end(watch, session.state, f"battle {seed}, end")
        return session

    def verdicts(
        self, watch: Watch, session: Session, ask: Ask, rng: random.Random, where: str
    ) -> Mapping[Any, Verdict]:
        """On everything that could be answered; what the laws of all games look at, and that there is a way on."""
        verdicts = parity(watch, session, ask, rng, where)
        watch.look("a way on", any(verdict.legal for verdict in verdicts.values()), where)
        for verdict in verdicts.values():
            watch.seen |= rules_of(verdict)
        return verdicts

    def choice(
        self, watch: Watch, session: Session, ask: Ask, verdicts: Mapping[Any, Verdict], rng: random.Random
    ) -> Any:
        """Something new if there is; sometimes anything, so that plays also end early."""
        legal = [answer for answer, verdict in verdicts.items() if verdict.legal]
        go = [answer for answer in legal if answer not in self.choices_only]
        if not go or rng.random() < self.ends_early:
            return rng.choice([answer for answer in legal if answer != BACK] or legal)
        return self.something_new(watch, go, verdicts, rng)

    def something_new(
        self, watch: Watch, answers: list[Any], verdicts: Mapping[Any, Verdict], rng: random.Random
    ) -> Any:
        picked = rng.sample(answers, min(PICKED, len(answers)))
        new = [answer for answer in picked if not rules_of(verdicts[answer]) <= watch.chosen]
        answer = (new or picked)[0]
        watch.chosen |= rules_of(verdicts[answer])
        return answer

    # -- the laws -------------------------------------------------------------------------------------------------
    @classmethod
    def pytest_generate_tests(cls, metafunc: Any) -> None:
        if "law" in metafunc.fixturenames:
            metafunc.parametrize("law", EVERYWHERE + metafunc.cls.laws)

    def test_law(self, law: str) -> None:
        watch, _ = self.played()
        watch.held(law, self.seldom.get(law, self.count))

    def test_every_law_is_looked_at(self) -> None:
        watch, _ = self.played()
        assert set(watch.looked) == {*EVERYWHERE, *self.laws}

    def test_the_battles_reach_their_chapters(self) -> None:
        """What is played cites nearly all rules that it should; fewer would mean that positions have grown tame."""
        wanted = [rule.id for rule in self.rules.book if rule.kind == "rule" and self.reached(rule)]
        cited = self.played()[0].seen | set(self.cited())
        missing = [rule for rule in wanted if rule not in cited]
        assert len(missing) <= self.uncited, missing

    def cited(self) -> Iterator[str]:
        """The rules that the stories of the battles cite, the lines of their numbers among them."""
        for session in self.played()[1]:
            for entry in session.trace.entries:
                yield from entry.rules()
                for ledger in ledgers_of(entry):
                    yield from ledger.rules

    # -- going back, again, elsewhere -------------------------------------------------------------------------------
    def test_a_record_replays_to_the_same_end(self) -> None:
        replays(self.played()[1])

    def test_back_to_the_start_and_forward_again(self) -> None:
        goes_back_and_forward(self.played()[1][::4])

    def test_a_position_is_all_that_is_needed_to_go_on(self) -> None:
        resumed, inside = resumes(self.played()[1], 3)
        assert bool(inside) == self.asks_inside
        assert resumed >= self.count

    # -- words ------------------------------------------------------------------------------------------------------
    def test_both_languages_tell_everything_and_change_nothing(self) -> None:
        sessions = self.played()[1]
        assert tells(sessions[::3]) > self.lines
        has_words(sessions)

    def test_the_printed_lines_of_a_ledger_make_its_printed_total(self) -> None:
        assert adds_up(self.played()[1][::2], self.within) > self.ledgers
