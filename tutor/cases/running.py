"""Running one case: set up, do, ask, compare."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tutor.cases.comparing import answer_differs, differences
from tutor.cases.model import Case, Difference, Found, Result
from tutor.cases.questions import FIND, cited_in
from tutor.cases.script import Astray, do
from tutor.engine.law import Law
from tutor.engine.play import Session
from tutor.engine.tabletop import NoBattle
from tutor.engine.trial import on_trial
from tutor.files.references import CANNOT_BEGIN


def law(case: Case) -> Law:
    """The law under which a case is judged."""
    return case.scenario.law(case.readings, case.options, case.tables)


def session(case: Case, under: Law | None = None) -> Session:
    """A session on the case's position."""
    return Session(case.ruleset, case.scenario.under(law(case) if under is None else under))


def run(case: Case) -> Result:
    """What a case finds, and where that is not what it expects."""
    start = time.perf_counter()
    play: Session | None = None
    try:
        play = _begun(case)
        do(play, case.deeds)
        found = FIND[case.question](play, case)
    except (Astray, NoBattle) as stop:
        astray = stop if isinstance(stop, Astray) else Astray("step-of-battle")
        seconds = time.perf_counter() - start
        differs: tuple[Difference, ...] = (Difference(astray.kind, {**astray.facts, "verdict": astray.verdict}),)
        if play is None:  # the very first step stops
            return Result(case, differs, None, case.scenario.under(law(case)), frozenset(), seconds)
        return Result(case, differs, None, play.state, cited_in(play.entries()), seconds, play=play)
    cited = cited_in(play.entries()) | found.cited
    differs = tuple(differences(case, found))
    return Result(case, differs, found, play.state, cited, time.perf_counter() - start, play=play)


def _begun(case: Case) -> Session:
    """The session on its position; a first step that nothing has led up to is a fault of the case."""
    try:
        return session(case)
    except NoBattle:
        raise
    except CANNOT_BEGIN as error:
        raise Astray("step-stuck", problem=f"{type(error).__name__}: {error}") from error


def rests_on(case: Case, rule: str) -> bool:
    """Whether the answer of a case that passes becomes another without the rule.

    Play that then goes another way than the case says counts; a crash shows nothing.
    """
    try:
        play = session(case, on_trial(law(case), rule))
        do(play, case.deeds)
        found = FIND[case.question](play, case)
    except Astray:
        return True
    except Exception:
        return False
    return _any(answer_differs(case, found))


def _any(items: Iterator[object]) -> bool:
    return next(items, None) is not None


__all__ = ["Found", "rests_on", "run", "session"]
