"""Exact odds of whole battles from nothing, beside twenty thousand random runs of the same procedures.

The runs are timed on five hundred and extrapolated. The sample must agree with the exact distribution.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

from tests.bench.battle import CASES, Case
from tests.bench.kernels import forget
from tests.bench.timing import QUICK, Effort, Row, times_faster
from tutor.engine.odds import Odds, Outcome, sample

RUNS, WANTED, SIGMAS, RARE = 500, 20_000, 5.0, 3


def exact(case: Case, question: Any) -> Outcome:
    forget()
    return Odds(case.rules, question, case.players(0), case.start).outcome(case.start)


def timed(call: Any) -> tuple[Any, float]:
    began = time.process_time()
    found = call()
    return found, 1e3 * (time.process_time() - began)


def agrees(drawn: Outcome, sure: Outcome) -> bool:
    """Every frequency within five standard errors and a few runs of the exact probability, and nothing impossible."""
    for outcome in drawn.distribution:
        p = float(sure.distribution[outcome])
        error = SIGMAS * (p * (1 - p) / drawn.runs) ** 0.5 + RARE / drawn.runs
        if not p or abs(float(drawn.distribution[outcome]) - p) > error:
            return False
    return True


def run(effort: Effort) -> list[Row]:
    rows = []
    runs = 50 if effort == QUICK else RUNS
    for opened in CASES.values():
        case = opened()
        question = case.rules.questions["losses"]
        times = []
        for _ in range(min(3, effort.passes)):
            found, spent = timed(lambda case=case, question=question: exact(case, question))
            times.append(spent)
        players = case.players(0)
        drawn, spent = timed(lambda: sample(case.rules, case.start, question, players, runs))  # noqa: B023
        assert agrees(drawn, found), f"{case.name}: sample and exact odds differ"
        note = f"{found.positions} positions, {len(found.distribution)} outcomes"
        name = f"{case.name}, exact losses: {WANTED:,} sampled runs"
        rows.append(times_faster("exact", name, statistics.median(times), spent * WANTED / runs, "ms", note=note))
    return rows
