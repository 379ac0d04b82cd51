"""What a game answers to a situation: the exact distribution of its ends under named policies, and what it rests on."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any

from tutor import library, rulesets
from tutor.compare.choosing import players
from tutor.compare.comparison import HELD_BY_ATTACKER, End, comparison, diorama
from tutor.compare.diorama import SIDES, CannotSay, Diorama
from tutor.compare.situation import Situation
from tutor.engine.ask import Ask
from tutor.engine.budget import Late, OutOfTime, OverBudget, Watch, never_late
from tutor.engine.chance import Distribution
from tutor.engine.frames import frame
from tutor.engine.odds import Bounds, Endless, Odds, Outcome, at_random, bounds
from tutor.engine.policy import Policy, Question
from tutor.engine.run import Ruleset, Run
from tutor.engine.text import Text
from tutor.engine.trace import Entry, Trace

if TYPE_CHECKING:
    from pandas import DataFrame

ENDS = ("game", "ground", "loss_attacker", "loss_defender", "retreat", "spent", "probability")
SLICE = 0.06  # seconds


@dataclass(frozen=True)
class Setting:
    """How the question is put: who chooses how, under which readings and tables, and how long the sum may take."""

    attack: str = "bold"
    defence: str = "bold"
    readings: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    budget: int = 120_000
    runs: int = 2_000
    seed: int = 1916

    def plain(self) -> dict[str, Any]:
        return {
            "attack": self.attack,
            "defence": self.defence,
            "readings": dict(self.readings),
            "tables": {name: dict(table) for name, table in self.tables.items()},
            "budget": self.budget,
            "runs": self.runs,
            "seed": self.seed,
        }


USUAL = Setting()


@dataclass(frozen=True)
class Position:
    """A diorama set up under a setting, with who chooses."""

    diorama: Diorama
    setting: Setting
    state: Any
    players: Mapping[str, Policy]

    @property
    def rules(self) -> Ruleset:
        return rulesets.ruleset(self.diorama.game)

    @property
    def question(self) -> Question:
        plug = comparison(self.diorama.game)
        return Question(
            "end",
            Text("comment l'acte finit", "how the act ends"),
            lambda start, end: plug.measure(self.diorama, start, end),
            plug.over,
        )


def position(d: Diorama, setting: Setting = USUAL) -> Position:
    """The diorama on the table."""
    scenario = d.scenario
    law = scenario.law(setting.readings, tables=setting.tables)
    state = library.set_up(scenario.rules, scenario.data, scenario.map, law)
    return Position(d, setting, state, players(d, setting.attack, setting.defence))


# -- the answer --------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Answer:
    """What one game says. Where it cannot, `refused` says by which rule, and there is no distribution."""

    game: str
    situation: Situation
    setting: Setting
    distribution: Distribution[End] | None = None
    exact: bool = True
    runs: int = 0
    positions: int = 0
    refused: tuple[str, str, str] | None = None

    @property
    def ends(self) -> Distribution[End]:
        assert self.distribution is not None, self.refused
        return self.distribution

    def ground(self, holder: str = HELD_BY_ATTACKER) -> Fraction:
        """The probability that the ground is in these hands at the end."""
        return self.ends.where(lambda end: end.ground == holder)

    @property
    def retreat(self) -> Fraction:
        return self.ends.where(lambda end: end.retreat)

    def loss(self, side: str) -> Fraction:
        """The mean share of its force that a side loses."""
        return self.ends.mean(lambda end: getattr(end, side))

    @property
    def spent(self) -> Fraction:
        return self.ends.mean(lambda end: end.spent)

    def frame(self) -> DataFrame:
        """A row an end that may come, the likeliest first; none where the game cannot say it."""
        ends = Distribution[End]({}, 1) if self.distribution is None else self.distribution
        rows = (
            (self.game, *(float(one) if isinstance(one, Fraction) else one for one in (*end, ends[end])))
            for end in sorted(ends, key=lambda end: (-ends[end], end))
        )
        return frame(rows, ENDS)

    def error(self, probability: Fraction) -> float:
        """Half the width of the 95 % interval of a sampled probability; nothing where the answer is exact."""
        if self.exact:
            return 0.0
        p = float(probability)
        return 1.96 * float((p * (1 - p) / self.runs) ** 0.5)

    @cached_property
    def diorama(self) -> Diorama:
        return diorama(self.game, self.situation)

    @cached_property
    def players(self) -> Mapping[str, Policy]:
        """By attacker and defender, who chose how."""
        chosen = players(self.diorama, self.setting.attack, self.setting.defence)
        return {side: chosen[self.diorama.sides[side]] for side in SIDES}

    def story(self, whole: bool = False, seed: int = 1916) -> list[Entry]:
        """The ledgers behind the numbers, in one random run: all, or those that come first.

        These are the same in every run where something is reckoned before the first dice.
        """
        return list(_reckoned(position(self.diorama, self.setting), seed, whole))

    def bounds(self, chooser: str, event: Callable[[End], bool] | None = None, budget: int = 20_000) -> Bounds:
        """The worst and the best that one side's choices can make of an event; by default, that the ground is taken."""
        return extremes(position(self.diorama, self.setting), chooser, event, budget)


def answered(game: str, situation: Situation, setting: Setting = USUAL, late: Late = never_late) -> Answer:
    """Put the situation to one game: exactly, or beyond the budget by a sample that says it is one. Whoever no longer
    wants the answer makes it late: then there is none, but OutOfTime."""
    work = in_slices(game, situation, setting, inf, late)
    while True:
        try:
            next(work)
        except StopIteration as done:
            answer: Answer = done.value
            return answer


def in_slices(
    game: str, situation: Situation, setting: Setting = USUAL, seconds: float = SLICE, late: Late = never_late
) -> Generator[None, None, Answer]:
    """The same answer, a slice after the other: between two of them whoever has one processor may do something else."""
    try:
        d = diorama(game, situation)
    except CannotSay as cannot:
        return Answer(game, situation, setting, refused=(cannot.kind, cannot.rule, cannot.concept))
    at = position(d, setting)
    try:
        found = yield from _exact(at, seconds, late)
    except Endless:
        rule = comparison(game).too_weak
        if not rule:
            raise
        return Answer(game, situation, setting, refused=("too-weak", rule, ""))
    except OutOfTime:
        raise
    except OverBudget:
        found = yield from _sampled(at, seconds, late)
    return Answer(
        game=game,
        situation=situation,
        setting=setting,
        distribution=found.distribution,
        exact=found.exact,
        runs=found.runs,
        positions=found.positions,
    )


def _exact(at: Position, seconds: float, late: Late) -> Generator[None, None, Outcome]:
    """What was found in a slice is remembered; where nothing was, a step takes longer, and is given more."""
    work = Odds(at.rules, at.question, at.players, at.state, at.setting.budget)
    given, known = seconds, -1
    while True:
        work.late = _either(Watch(given), late)
        try:
            return work.outcome(at.state)
        except OutOfTime:
            if late():
                raise
            given = seconds if work.known_now > known else 2 * given
            known = work.known_now
        yield


def _either(one: Late, other: Late) -> Late:
    return lambda: one() or other()


def _sampled(at: Position, seconds: float, late: Late) -> Generator[None, None, Outcome]:
    runs, over = at.setting.runs, Watch(seconds)
    weights: dict[Any, int] = {}
    found = at_random(at.rules, at.state, at.question, at.players, at.setting.seed, late=late)
    for answer in islice(found, runs):
        weights[answer] = weights.get(answer, 0) + 1
        if late():
            raise OutOfTime
        if over():
            yield
            over = Watch(seconds)
    return Outcome(Distribution.of(weights), at.players, 0, exact=False, runs=runs)


def extremes(at: Position, chooser: str, event: Callable[[End], bool] | None, budget: int) -> Bounds:
    """Minimax over the choices of one side; the declaration of the attack is its choice, too."""
    wished = event or (lambda end: end.ground == HELD_BY_ATTACKER)
    plug, d = comparison(at.diorama.game), at.diorama

    def happened(start: Any, end: Any) -> bool:
        return wished(plug.measure(d, start, end))

    return bounds(
        at.rules,
        at.state,
        event=happened,
        choosers=frozenset({d.sides[chooser]}),
        policies=at.players,
        budget=budget,
        until=plug.over,
    )


def _reckoned(at: Position, seed: int, whole: bool) -> Iterator[Entry]:
    """What is reckoned on the way of one random run."""
    rng, trace = random.Random(seed), Trace()
    run = Run(at.rules, at.state, trace, until=comparison(at.diorama.game).over)
    while run.ask is not None:
        ask = run.ask
        if not isinstance(ask, Ask) and not whole and any(any(entry.ledgers) for entry in trace.entries):
            break
        run.answer(at.players[ask.who].answer(at.rules, ask) if isinstance(ask, Ask) else ask.sample(rng))
    return (entry for entry in trace.entries if any(entry.ledgers))


# -- as data, for files and other processes ----------------------------------------------------------------------
def to_plain(answer: Answer) -> dict[str, Any]:
    """What was found, without the question."""
    if answer.distribution is None:
        return {"refused": list(answer.refused or ())}
    ends = [
        [end.ground, str(end.attacker), str(end.defender), end.retreat, str(end.spent), ways]
        for end, ways in sorted(answer.distribution.weights.items())
    ]
    return {"exact": answer.exact, "runs": answer.runs, "positions": answer.positions, "ends": ends}


def of_plain(game: str, situation: Situation, setting: Setting, found: Mapping[str, Any]) -> Answer:
    bare = Answer(game, situation, setting)
    if "refused" in found:
        kind, rule, concept = found["refused"]
        return replace(bare, refused=(kind, rule, concept))
    weights = {
        End(ground, Fraction(ours), Fraction(theirs), retreat, Fraction(spent)): ways
        for ground, ours, theirs, retreat, spent, ways in found["ends"]
    }
    distribution = Distribution.of(weights)
    return replace(
        bare,
        distribution=distribution,
        exact=found["exact"],
        runs=found["runs"],
        positions=found["positions"],
    )
