"""A tournament: ready players meet each other in many whole games of one scenario, on as many processes as there are.

The dice of a game come from its number alone, so that it is the same game wherever it is played, and whenever. Games
are dealt in lots: the pairing with the most play left comes first, by what its games have taken so far, so that nobody
waits at the end for the long ones; a lot is a second's play, so that it costs little to hand it over.
"""

from __future__ import annotations

import hashlib
import pickle
import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from tutor import library
from tutor.compare.sweep import OtherRules, Progress, abandoned, fingerprint, glancing, spread
from tutor.compare.tabled import told
from tutor.engine.ask import Ask
from tutor.engine.budget import Late, OutOfTime, never_late
from tutor.engine.chance import Distribution
from tutor.engine.frames import frame
from tutor.engine.odds import Outcome
from tutor.engine.policy import NoWayOut, Policy, Question, leading
from tutor.engine.run import Ruleset, Run
from tutor.engine.text import Text, language
from tutor.rendering.html import Page

if TYPE_CHECKING:
    from pandas import DataFrame

SEED = 1916
ENOUGH = 50_000  # questions and throws of a game that goes on for ever
LOT = 1.0  # seconds of play that are handed over at once
OVER, STUCK, ENDLESS = "over", "stuck", "endless"  # how a game came to its end
USUAL = ("bold", "cautious")  # who plays where nobody was named
WINNER = Text("qui gagne", "who wins")
PLAYED = ("number", "seed", "players", "how", "end", "choices", "throws", "seconds")  # columns of a game
SHARES = ("players", "end", "games", "share", "low", "high", "choices")  # columns of an end
Pairing = tuple[tuple[str, str], ...]  # each side with the id of who plays it


class Game(NamedTuple):
    """One game that was played: by whom, which, what came of it, and how long it was."""

    pairing: Pairing
    number: int
    seed: int
    how: str
    end: Any
    choices: int
    throws: int
    seconds: float


class Unanswered(ValueError):
    """A player, a side or a question that the game does not know. `kind` is a message."""

    def __init__(self, kind: str, **facts: Any) -> None:
        self.kind, self.facts = kind, facts
        super().__init__(f"{kind}: {facts}")


# -- what is played ------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Tournament:
    """So many games of a scenario for each pairing. `question` is asked of each end: by default who wins, or, of a
    scenario that has no winner, what the game asks first."""

    scenario: library.Scenario
    pairings: tuple[Pairing, ...]
    games: int = 20
    seed: int = SEED
    readings: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] | None = None
    question: str = ""

    def plain(self) -> dict[str, Any]:
        """All that another process needs to play it."""
        one = self.scenario
        return {
            "game": one.game,
            "name": one.name,
            "data": dict(one.data),
            "readings": dict(self.readings),
            "options": self.options,
            "question": self.question,
            "seed": self.seed,
        }

    @property
    def start(self) -> Any:
        return self.scenario.position(self.readings, self.options)


def tournament(name: str, players: Iterable[str] = (), **how: Any) -> Tournament:
    """A scenario by name, and who plays it: `"bold"` on any side, `"it=bold"` on one. Everybody meets everybody."""
    found = library.scenario(name)
    start = found.position(how.get("readings"), how.get("options"))
    made = Tournament(found, paired(found.rules, sides_of(start), players), **how)
    asked_of(found.rules, start, made.question)
    return made


def sides_of(start: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.side for piece in start.pieces))


def paired(rules: Ruleset, sides: Sequence[str], players: Iterable[str]) -> tuple[Pairing, ...]:
    """Everybody on one side against everybody on the other."""
    anywhere: list[str] = []
    named: dict[str, list[str]] = {side: [] for side in sides}
    for one in players:
        side, equals, policy = one.rpartition("=")
        if policy not in rules.policies:
            raise Unanswered("no-policy", name=policy, known=tuple(rules.policies))
        if equals and side not in named:
            raise Unanswered("no-side", name=side, known=tuple(sides))
        (named[side] if equals else anywhere).append(policy)
    each = ([*named[side], *anywhere] or usual(rules) for side in sides)
    return tuple(tuple(zip(sides, who, strict=True)) for who in product(*(dict.fromkeys(one) for one in each)))


def usual(rules: Ruleset) -> list[str]:
    """Who plays where nobody was named: the bold and the cautious, or the first two that the game knows."""
    return [one for one in USUAL if one in rules.policies] or list(rules.policies)[:2]


def asked_of(rules: Ruleset, start: Any, name: str = "") -> Question:
    """What is asked of each end."""
    if name:
        if name not in rules.questions:
            raise Unanswered("no-question", name=name, known=tuple(rules.questions))
        return rules.questions[name]
    if judged(rules, start):
        winner = rules.winner
        assert winner is not None
        return Question("winner", WINNER, lambda _, end: winner(end))
    return leading(rules.questions.values())[0]


def judged(rules: Ruleset, start: Any) -> bool:
    """Whether the booklet says who has won such a game."""
    return rules.winner is not None and rules.winner(start) is not None


class Opened(NamedTuple):
    """A tournament as it lies before whoever plays it."""

    rules: Ruleset
    start: Any
    question: Question
    seed: int


# -- one game ------------------------------------------------------------------------------------------------------
def played(one: Opened, pairing: Pairing, number: int, late: Late = never_late) -> Game:
    """From the beginning to the end; the same game as at the table with these players and this seed."""
    rules, seed = one.rules, one.seed + number
    players: dict[str, Policy] = {side: rules.policies[name] for side, name in pairing}
    rng, began = random.Random(seed), time.thread_time()
    run, choices, throws, how = Run(rules, one.start), 0, 0, OVER
    try:
        while (ask := run.ask) is not None:
            if late():
                raise OutOfTime
            if choices + throws >= ENOUGH:
                how = ENDLESS
                break
            if isinstance(ask, Ask):
                run.answer(players[ask.who].answer(rules, ask))
                choices += 1
            else:
                run.answer(ask.sample(rng))
                throws += 1
    except NoWayOut:
        how = STUCK
    return Game(
        pairing=pairing,
        number=number,
        seed=seed,
        how=how,
        end=one.question.of(one.start, run.state) if how == OVER else None,
        choices=choices,
        throws=throws,
        seconds=time.thread_time() - began,
    )


def lot(plain: bytes, pairing: Pairing, numbers: Sequence[int], late: Late = never_late) -> list[Game]:
    """Some games of a tournament, which is given as it was sent."""
    return [played(_opened(plain), pairing, number, late) for number in numbers]


def lot_apart(plain: bytes, pairing: Pairing, numbers: Sequence[int], rules: str) -> list[Game]:
    """What a process elsewhere plays: by the same rules, and until nobody waits for it any more."""
    game = pickle.loads(plain)["game"]
    if rules_and_maps(game) != rules:
        raise OtherRules(game)
    return lot(plain, pairing, numbers, glancing(abandoned()))


@lru_cache(4)
def _opened(plain: bytes) -> Opened:
    said = pickle.loads(plain)
    found = library.of_data(said["game"], said["data"], said["name"])
    start = found.position(said["readings"], said["options"])
    return Opened(found.rules, start, asked_of(found.rules, start, said["question"]), said["seed"])


@cache
def rules_and_maps(game: str) -> str:
    """Of all that a game is played by, but the scenario itself, which is sent."""
    found = hashlib.sha256(fingerprint(game).encode())
    for shelf in library.shelves(game):
        for path in sorted(shelf.glob("maps/*.yaml")):
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()


# -- many games ----------------------------------------------------------------------------------------------------
class Lots:
    """Deals games in lots, the pairing with the most play left first."""

    def __init__(self, pairings: Iterable[Pairing], games: int) -> None:
        self.games = games
        self.dealt = dict.fromkeys(pairings, 0)
        self.known: dict[Pairing, tuple[int, float]] = {}  # how many were played, in how many seconds

    def next(self, hands: int) -> tuple[Pairing, range] | None:
        """The next lot for one of so many hands; None where all is dealt."""
        open = [one for one, dealt in self.dealt.items() if dealt < self.games]
        if not open:
            return None
        pairing = max(open, key=self._play_left)
        first = self.dealt[pairing]
        left = self.games - first
        n = min(left, max(1, int(self._seconds(hands) / self._each(pairing)))) if pairing in self.known else 1
        self.dealt[pairing] = first + n
        return pairing, range(first, first + n)

    def _play_left(self, pairing: Pairing) -> float:
        """Nobody knows how long a pairing plays before its first game: that comes before all others."""
        if not self.dealt[pairing]:
            return float("inf")
        return (self.games - self.dealt[pairing]) * self._each(pairing)

    def _seconds(self, hands: int) -> float:
        """How much play is handed over at once: towards the end less, so that all end together."""
        left = sum((self.games - dealt) * self._each(pairing) for pairing, dealt in self.dealt.items())
        return min(LOT, left / (2 * hands))

    def _each(self, pairing: Pairing) -> float:
        games, seconds = self.known.get(pairing, (1, LOT))
        return max(seconds / games, 1e-4)

    def came(self, games: Iterable[Game]) -> None:
        for one in games:
            n, seconds = self.known.get(one.pairing, (0, 0.0))
            self.known[one.pairing] = n + 1, seconds + one.seconds


@dataclass(frozen=True)
class Table:
    """What was played, in the order of the pairings; `broken_off` where somebody did not wait for all of it."""

    of: Tournament
    games: tuple[Game, ...]
    broken_off: bool = False

    @property
    def start(self) -> Any:
        return self.of.start

    @property
    def question(self) -> Question:
        return asked_of(self.of.scenario.rules, self.start, self.of.question)

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(side for side, _ in self.of.pairings[0])

    def between(self, pairing: Pairing) -> tuple[Game, ...]:
        return tuple(one for one in self.games if one.pairing == pairing)

    @property
    def unfinished(self) -> tuple[Game, ...]:
        """Games that came to no end: a player had no legal answer, or play went on for ever."""
        return tuple(one for one in self.games if one.how != OVER)

    def outcome(self, pairing: Pairing) -> Outcome | None:
        """How often each end came; None where no game was played to its end."""
        rules = self.of.scenario.rules
        players = {side: rules.policies[name] for side, name in pairing}
        return counted((one.end for one in self.between(pairing) if one.how == OVER), players)

    def won(self, side: str, policy: str) -> Outcome | None:
        """Of all games in which this player had this side, how many the side won."""
        pairings = [one for one in self.of.pairings if (side, policy) in one]
        games = (one for pairing in pairings for one in self.between(pairing) if one.how == OVER)
        return counted((one.end == side for one in games), {})

    def frame(self) -> DataFrame:
        """A row a game."""
        return frame(((one.number, one.seed, spelt(one.pairing), *one[3:]) for one in self.games), PLAYED)

    def shares(self) -> DataFrame:
        """A row an end of each meeting: how often it came, and where 95 of 100 such tournaments find the true share."""
        return frame(self._shares(), SHARES)

    def _shares(self) -> Iterator[tuple[Any, ...]]:
        for pairing in self.of.pairings:
            outcome = self.outcome(pairing)
            if outcome is not None:
                for end, chance in outcome.distribution.items():
                    share = float(chance), *outcome.interval(chance)
                    yield spelt(pairing), end, outcome.runs, *share, self.length(pairing)

    def length(self, pairing: Pairing) -> float:
        """How many choices a finished game of these two took on average."""
        lengths = [one.choices for one in self.between(pairing) if one.how == OVER]
        return sum(lengths) / len(lengths) if lengths else 0.0

    def _repr_html_(self) -> str:
        return f'<div class="tutor-said">{Page().html(told(self, language()))}</div>'


def spelt(pairing: Pairing) -> str:
    """As one types it: `GE=bold Entente=cautious`."""
    return " ".join(f"{side}={policy}" for side, policy in pairing)


def counted(ends: Iterable[Any], players: Mapping[str, Policy]) -> Outcome | None:
    """Ends, counted."""
    weights: dict[Any, int] = {}
    for end in ends:
        weights[end] = weights.get(end, 0) + 1
    runs = sum(weights.values())
    return Outcome(Distribution.of(weights), players, 0, exact=False, runs=runs) if runs else None


def play(
    wanted: Tournament,
    executor: Executor | None = None,
    progress: Progress = lambda done, all: None,
    stop: Late = never_late,
) -> Table:
    """All games. An interruption (Ctrl-C, the square of a notebook) or `stop` ends it: what was played is kept."""
    games: list[Game] = []
    every, broken_off = len(wanted.pairings) * wanted.games, False
    progress(0, every)
    try:
        for found in _arriving(wanted, executor, stop):
            games += found
            progress(len(games), every)
    except KeyboardInterrupt:
        broken_off = True
    place = {pairing: n for n, pairing in enumerate(wanted.pairings)}
    games.sort(key=lambda one: (place[one.pairing], one.number))
    return Table(wanted, tuple(games), broken_off or len(games) < every)


def _arriving(wanted: Tournament, executor: Executor | None, stop: Late) -> Iterator[list[Game]]:
    """Lots as they were played."""
    plain, lots = pickle.dumps(wanted.plain()), Lots(wanted.pairings, wanted.games)
    if executor is None:
        while not stop() and (one := lots.next(1)) is not None:
            try:
                found = lot(plain, *one, stop)
            except OutOfTime:
                return
            lots.came(found)
            yield found
        return
    rules = rules_and_maps(wanted.scenario.game)
    for _, found in spread(lots.next, lambda pool, one: pool.submit(lot_apart, plain, *one, rules), executor, stop):
        lots.came(found)
        yield found
