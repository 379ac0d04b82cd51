"""11.53: the Sinai Pipeline is built from town to town."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.fronts import flag, front_of
from tutor.rulesets.gwie.state import ALLIES, State
from tutor.rulesets.gwie.tracing import SINAI_TOWNS


@step("pipeline", "11.53")
def pipeline(s: State, t: Trace) -> Steps[State]:
    """At the end of a Strategic Turn the marker may go on by one town that the Allies occupy."""
    if not any(s.law.allows(objections_to_laying(s, hex)) for hex in s.map.places):
        return s
    hex = yield from choose(
        Ask(
            s,
            "11.53",
            ALLIES,
            "lay-pipeline",
            ("place",),
            lambda hex: objections_to_laying(s, hex),
            to_end=lambda: iter(()),
        )
    )
    if hex == DONE:
        return s
    s = s.but(pipeline=hex)
    t.say("11.53", "pipeline-laid", s, hex=Place(hex))
    return s


def objections_to_laying(s: State, hex: str) -> Checks:
    """The next coastal town to the east, with an Allied unit in it."""
    if hex not in SINAI_TOWNS:
        yield objection("11.53", "pipeline-by-towns", hex=Place(hex))
        return
    done = _laid(s)
    at = SINAI_TOWNS.index(hex)
    if at < done:
        yield objection("11.53", "pipeline-there-already", hex=Place(hex))
    elif at > done:
        yield objection("11.53", "pipeline-in-order", hex=Place(hex), other=Place(SINAI_TOWNS[done]))
    if not s.forces_at(hex, ALLIES):
        yield objection("11.53", "pipeline-needs-unit", hex=Place(hex))
    else:
        yield held("11.53", "pipeline-town-held", hex=Place(hex))


def _laid(s: State) -> int:
    """How many of the towns the marker has reached."""
    return SINAI_TOWNS.index(s.pipeline) + 1 if s.pipeline in SINAI_TOWNS else 0


def next_town(s: State) -> str:
    """The town to which the Pipeline may go on; none once it is done."""
    return SINAI_TOWNS[_laid(s)] if _laid(s) < len(SINAI_TOWNS) else ""


# -- and thrown back -------------------------------------------------------------------------------------------
def pipeline_broken(s: State, t: Trace, hex: str) -> State:
    """A CP unit on the coast, at the marker or west of it, throws the Pipeline back to the next town west of it."""
    if s.pipeline not in s.map or not flag(s, hex, "coastal") or front_of(s, hex) != "egyptian":
        return s
    if _westward(s, hex) > _westward(s, s.pipeline):
        return s
    left = [town for town in SINAI_TOWNS if town in s.map and _westward(s, town) < _westward(s, hex)]
    s = s.but(pipeline=left[-1] if left else "")
    t.say("11.53", "pipeline-broken", s, hex=Place(hex))
    return s


def _westward(s: State, hex: str) -> float:
    return float(s.map.centre(hex)[0])
