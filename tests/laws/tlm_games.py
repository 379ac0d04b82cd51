"""Whole games of To the Last Man! by chance and by ready players, each under the laws that hold at any time.

`python -m tests.laws.tlm_games FILE [chance ready campaigns]` plays the games of `PLANS`, each from its seed, and
appends a line a game to FILE; games that FILE holds are not played again. At the end it counts what FILE holds.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from tests.laws.common import astray, resumes, some, to_the_end
from tests.laws.test_tlm import any_readings, conserved, nobody_lonely, within_limits
from tests.laws.test_tlm_moves import LOOSE
from tutor import library
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.play import Session
from tutor.engine.records import of_session, replay
from tutor.rulesets.tlm.ruleset import RULES
from tutor.rulesets.tlm.state import State

EVENING, CAMPAIGN = "kaiserschlacht", "great-war"
SETTLED = ("offensive", "move", "declare", "spend", "parley", "arrive")  # nothing is under way
Look = Callable[[Session, Ask], None]


@cache
def scenario(name: str) -> Any:
    return library.scenario(library.find(name, "tlm"))


def start(name: str, seed: int = 0) -> State:
    """A set-up; with an odd seed by any readings."""
    readings = any_readings(random.Random(seed)) | LOOSE if seed % 2 else {}
    return scenario(name).position(readings | {"victory-track-ends": "reported"})  # type: ignore[no-any-return]


# -- the laws ----------------------------------------------------------------------------------------------------------
def lawful(state: State) -> None:
    """What holds between two events: every piece is in one place, and the booklet's limits are kept."""
    assert not list(astray(state))
    nobody_lonely(state)
    within_limits(state)


def ended(first: State, session: Session) -> None:
    """Nothing was lost on the way, and the end has a name."""
    conserved(first, session.state)
    assert session.state.result


def taken_up_again(session: Session, name: str, first: State) -> None:
    """The record leads to the same end, and so does the game when it is taken up in the middle."""
    again = replay(of_session(session, f"tlm/{name}"), Session(RULES, first))
    assert again.state == session.state
    resumes([session], 5)


# -- the games ---------------------------------------------------------------------------------------------------------
def by_chance(name: str, seed: int, look: Look = lambda session, ask: None) -> Session:
    """A game by any legal answers and dice, and with an odd seed by any readings; nobody asks for its end."""
    session, rng = Session(RULES, start(name, seed)), random.Random(seed)

    def answering(ask: Ask) -> Any:
        legal = some(ask)
        look(session, ask)
        return DONE if ask.kind == "parley" else rng.choice(legal)

    return to_the_end(session, answering, rng)


def by_ready_players(
    name: str, players: tuple[str, str], seed: int, look: Callable[[Session, Ask, Any], None]
) -> Session:
    """A game between two ready players, who never take anything back and never ask for what the rules refuse."""
    session = Session(RULES, start(name))
    policies = dict(zip(("GE", "Entente"), (RULES.policies[player] for player in players), strict=True))

    def answering(ask: Ask) -> Any:
        answer = policies[ask.who].answer(RULES, ask)
        assert answer != BACK, ask.kind
        look(session, ask, answer)
        return answer

    return to_the_end(session, answering, random.Random(seed))


# -- many of them ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Plan:
    """So many games of a scenario, the seeds counted from 0; by ready players in all pairs of these, or by chance."""

    scenario: str
    games: int
    players: tuple[str, ...] = ()

    def pair(self, seed: int) -> tuple[str, str]:
        pairs = list(product(self.players, repeat=2))
        return pairs[seed % len(pairs)]


PLANS = {
    "chance": Plan(EVENING, 500),
    "ready": Plan(EVENING, 500, ("cautious", "bold")),
    "campaigns": Plan(CAMPAIGN, 50, ("cautious", "bold", "plan-1914")),
}
AGAIN = 10  # every so many games one is taken up again


def one(plan: Plan, seed: int) -> dict[str, Any]:
    """A game played, as a line of the file: how it went, what was looked at, and what broke."""
    seen: Counter[str] = Counter()

    def look(session: Session, ask: Ask, answer: Any = None) -> None:
        seen["questions"] += 1
        if ask.kind in SETTLED and seen["questions"] % 4 == 0:
            lawful(session.state)
            seen["positions"] += 1

    line: dict[str, Any] = {"seed": seed, "players": plan.pair(seed) if plan.players else "chance"}
    began, first = time.process_time(), start(plan.scenario, 0 if plan.players else seed)
    try:
        if plan.players:
            session = by_ready_players(plan.scenario, plan.pair(seed), seed, look)
        else:
            session = by_chance(plan.scenario, seed, look)
        line |= {"seconds": round(time.process_time() - began, 2), "result": session.state.result}
        line |= {"turn": session.state.turn, "last": session.state.last}
        ended(first, session)
        if seed % AGAIN == 0:
            taken_up_again(session, plan.scenario, first)
            seen["taken up again"] += 1
    except Exception:  # whatever it is: the other games are played all the same
        line["broke"] = traceback.format_exc(limit=-6)
    return line | {"looked": dict(seen)}


def kept(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def play(file: Path, names: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The games that the file does not hold yet, each appended as soon as it has ended."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    done = {(line["plan"], line["seed"]) for line in kept(file)}
    for name in names:
        for seed in range(PLANS[name].games):
            if (name, seed) not in done:
                line = {"plan": name, "commit": commit.stdout.strip(), **one(PLANS[name], seed)}
                with file.open("a") as out:
                    out.write(json.dumps(line) + "\n")
                yield line


def told(lines: list[dict[str, Any]]) -> Iterator[str]:
    """What the games of a file come to."""
    for name in dict.fromkeys(line["plan"] for line in lines):
        games = [line for line in lines if line["plan"] == name]
        broke = [line["seed"] for line in games if "broke" in line]
        looked: Counter[str] = Counter()
        for line in games:
            looked.update(line["looked"])
        seconds = sorted(line["seconds"] for line in games if "seconds" in line)
        yield f"{name}: {len(games)} games of {PLANS[name].games}, {len(broke)} broke {broke[:20]}"
        yield f"  commits: {dict(Counter(line['commit'] for line in games))}"
        yield f"  looked at: {dict(looked)}"
        yield f"  ended: {dict(Counter(line.get('result', 'not') for line in games))}"
        yield f"  in turn: {dict(sorted(Counter(line.get('turn', 0) for line in games).items()))}"
        if seconds:
            yield f"  seconds of processor time: {seconds[len(seconds) // 2]} half of them, {seconds[-1]} at most"


if __name__ == "__main__":
    kept_in = Path(sys.argv[1])
    for game in play(kept_in, sys.argv[2:] or PLANS):
        if "broke" in game:
            print(game["plan"], game["seed"], game["broke"], flush=True)
    print("\n".join(told(kept(kept_in))))
