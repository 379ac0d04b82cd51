"""Many whole games of a rule set by chance and by ready players, each under the laws that hold at any time.

`python -m tests.laws.games GAME FILE [PLAN ...]` plays the games of the plans, each from its seed, and appends a line a
game to FILE; games that FILE holds are not played again. `--half 0` and `--half 1` share them between two who play at
once. At the end it counts what FILE holds.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import subprocess
import time
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from tests.laws.common import resumes, to_the_end
from tutor.engine.ask import BACK, Ask
from tutor.engine.play import Session
from tutor.engine.policy import never
from tutor.engine.records import of_session, replay
from tutor.engine.run import Ruleset
from tutor.engine.spans import forgotten

AGAIN = 10  # every so many games one is taken up again
Look = Callable[[Session, Ask, Any], None]  # before an answer is given


Over = Callable[[Any], bool]


def unseen(session: Session, ask: Ask, answer: Any) -> None:
    """Nobody looks."""


def by_answers(
    rules: Ruleset[Any],
    answers: Callable[[Ask, random.Random], Any],
    first: Any,
    seed: int,
    look: Look = unseen,
    over: Over = never,
) -> Session:
    """A game from a position, each answer found by this; the dice fall as they may. Its end leaves nothing in hand."""
    session, rng = Session(rules, first), random.Random(seed)

    def answering(ask: Ask) -> Any:
        answer = answers(ask, rng)
        look(session, ask, answer)
        return answer

    to_the_end(session, answering, rng, over)
    if session.ask is None:
        assert forgotten(session.state) is session.state, "the game is over, and something is still noted or in hand"
    return session


def by_ready_players(
    rules: Ruleset[Any],
    sides: tuple[str, str],
    first: Any,
    players: tuple[str, str],
    seed: int,
    look: Look = unseen,
    over: Over = never,
) -> Session:
    """A game between two ready players, who never take anything back and never ask for what the rules refuse."""
    policies = dict(zip(sides, (rules.policies[player] for player in players), strict=True))

    def answers(ask: Ask, rng: random.Random) -> Any:
        answer = policies[ask.who].answer(rules, ask)
        assert answer != BACK, ask.kind
        return answer

    return by_answers(rules, answers, first, seed, look, over)


@dataclass(frozen=True)
class Plan:
    """So many games of a scenario, the seeds counted from 0; by ready players in all pairs of these, or by chance."""

    scenario: str
    games: int
    players: tuple[str, ...] = ()

    def pair(self, seed: int) -> tuple[str, str]:
        pairs = list(product(self.players, repeat=2))
        return pairs[seed % len(pairs)]


@dataclass(frozen=True)
class Game:
    """What a rule set brings: its plans, how a game of one begins, goes and has ended, and when laws are looked at."""

    rules: Ruleset[Any]
    plans: Mapping[str, Plan]
    start: Callable[[Plan, int], Any]
    by_chance: Callable[[Any, int, Look], Session]  # from a position, with a seed
    by_ready_players: Callable[[Any, tuple[str, str], int, Look], Session]
    lawful: Callable[[Any, Any], None]  # the first position and one between two events
    verdict: Callable[[Session], str]  # how a game ended
    ended: Callable[[Any, Session], None]
    settled: Collection[str]  # kinds of questions at which nothing is under way
    every: int = 1  # of these questions, at how many of them the laws are looked at


def game(name: str) -> Game:
    found: Game = importlib.import_module(f"tests.laws.{name}_games").GAME
    return found


def one(game: Game, plan: Plan, seed: int) -> dict[str, Any]:
    """A game played, as a line of the file: how it went, what was looked at, and what broke."""
    seen: Counter[str] = Counter()
    began, first = time.process_time(), game.start(plan, seed)

    def look(session: Session, ask: Ask, answer: Any) -> None:
        seen["questions"] += 1
        if ask.kind in game.settled and seen["questions"] % game.every == 0:
            game.lawful(first, session.state)
            seen["positions"] += 1

    line: dict[str, Any] = {"seed": seed, "players": plan.pair(seed) if plan.players else "chance"}
    try:
        if plan.players:
            session = game.by_ready_players(first, plan.pair(seed), seed, look)
        else:
            session = game.by_chance(first, seed, look)
        line |= {"seconds": round(time.process_time() - began, 2), "result": game.verdict(session)}
        line |= {"turn": session.state.turn, "last": session.state.last}
        game.ended(first, session)
        if seed % AGAIN == 0:
            taken_up_again(game, session, plan.scenario, first)
            seen["taken up again"] += 1
    except Exception:  # whatever it is: the other games are played all the same
        line["broke"] = traceback.format_exc(limit=-6)
    return line | {"looked": dict(seen)}


def taken_up_again(game: Game, session: Session, scenario: str, first: Any) -> None:
    """The record leads to the same end, and so does the game when it is taken up in the middle."""
    again = replay(of_session(session, f"{game.rules.book.game}/{scenario}"), Session(game.rules, first))
    assert again.state == session.state
    resumes([session], 5)


# -- many of them ------------------------------------------------------------------------------------------------------
def kept(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def play(game: Game, file: Path, names: Iterable[str], half: int | None = None) -> Iterator[dict[str, Any]]:
    """The games that the file does not hold yet, each appended as soon as it has ended."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    done = {(line["plan"], line["seed"]) for line in kept(file)}
    for name in names:
        for seed in range(game.plans[name].games):
            if (name, seed) not in done and half in (None, seed // 10 % 2):
                line = {"plan": name, "commit": commit.stdout.strip(), **one(game, game.plans[name], seed)}
                with file.open("a") as out:
                    out.write(json.dumps(line) + "\n")
                yield line


def told(game: Game, lines: list[dict[str, Any]]) -> Iterator[str]:
    """What the games of a file come to."""
    for name in dict.fromkeys(line["plan"] for line in lines):
        games = [line for line in lines if line["plan"] == name]
        broke = [line["seed"] for line in games if "broke" in line]
        looked: Counter[str] = Counter()
        for line in games:
            looked.update(line["looked"])
        seconds = sorted(line["seconds"] for line in games if "seconds" in line)
        yield f"{name}: {len(games)} games of {game.plans[name].games}, {len(broke)} broke {broke[:20]}"
        yield f"  commits: {dict(Counter(line['commit'] for line in games))}"
        yield f"  looked at: {dict(looked)}"
        yield f"  ended: {dict(Counter(line.get('result', 'not') for line in games))}"
        yield f"  in turn: {dict(sorted(Counter(line.get('turn', 0) for line in games).items()))}"
        if seconds:
            yield f"  seconds of processor time: {seconds[len(seconds) // 2]} half of them, {seconds[-1]} at most"


def main() -> None:
    wanted = argparse.ArgumentParser(prog="python -m tests.laws.games", description=__doc__)
    wanted.add_argument("game")
    wanted.add_argument("file", type=Path)
    wanted.add_argument("plans", nargs="*")
    wanted.add_argument("--half", type=int, choices=(0, 1))
    given = wanted.parse_args()
    found = game(given.game)
    for line in play(found, given.file, given.plans or found.plans, given.half):
        if "broke" in line:
            print(line["plan"], line["seed"], line["broke"], flush=True)
    print("\n".join(told(found, kept(given.file))))


if __name__ == "__main__":
    main()
