"""All exact answers of the comparison, beside twenty thousand random runs of one of them by the same procedures.

It is always the same one: which is the median changes with what is made faster. The runs are timed on a few hundred and
extrapolated. The answers follow each other in one process, as a reader asks
for them: what a game keeps from one serves the next.
"""

from __future__ import annotations

import statistics
import time

from tests.bench.timing import QUICK, Effort, Row, of_its_time
from tutor.compare.outcome import answered, position
from tutor.compare.situation import names, situation
from tutor.engine.odds import sample
from tutor.rulesets import GAMES

RUNS, WANTED = 400, 20_000
SAMPLED = ("somme-1916", "se")


def run(effort: Effort = QUICK) -> list[Row]:
    """One row; a quick run asks for three situations only."""
    asked = names()[:3] if effort is QUICK else names()
    spent: dict[tuple[str, str], float] = {}
    for name in asked:
        for game in GAMES:
            began = time.process_time()
            answer = answered(game, situation(name))
            if answer.refused is None:
                assert answer.exact, f"{name}, {game}: beyond the budget"
                spent[name, game] = time.process_time() - began
    act, game = SAMPLED
    peer = answered(game, situation(act))
    at = position(peer.diorama, peer.setting)
    began = time.process_time()
    sample(at.rules, at.state, at.question, at.players, runs=RUNS, seed=1916)
    sampled = (time.process_time() - began) * WANTED / RUNS
    name = f"compare: {len(spent)} exact answers / {WANTED:,} runs of {act} ({game})"
    note = f"median answer {statistics.median(spent.values()):.3f} s"
    return [of_its_time("compare", name, sum(spent.values()), sampled, "s", bar=1.0, note=note)]
