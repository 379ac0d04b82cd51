"""11.9: the final reorganisation, and the next turn."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks
from tutor.engine.facts import Code, units
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.sailing import SECTIONS, check_on_range, out_of_range
from tutor.rulesets.fa.sequence import over
from tutor.rulesets.fa.state import State, box_at_start, sea_areas


@step("final-reorganisation", "11.9")
def final_reorganisation(s: State, t: Trace) -> State:
    """All that lie face-down on the map are turned face-up."""
    down = [u for u in s.on_map() if not u.face_up]
    s = s.put(*(u.but(face_up=True) for u in down))
    if down:
        t.say("11.9", "all-upright", s, units=units(sorted(u.id for u in down)))
    return s


@step("submarine-sections", "11.9")
def submarine_sections(s: State, t: Trace, side: str) -> State:
    """Every SUB at sea may take another section of its box."""
    subs = (u for u in s.pieces.of(side) if u.kind == "sub" and u.place in sea_areas(s.map))
    return s.then(*(task("submarine-section", u.id) for u in subs if not out_of_range(s, u)))


@step("submarine-section", "11.9", under="submarine-sections")
def submarine_section(s: State, t: Trace, id: str) -> Steps[State]:
    section = yield from choose(
        Ask(
            s,
            "11.9",
            s.unit(id).side,
            "take-section",
            ("number",),
            lambda section: objections_to_lying_in_wait(s, id, section),
            options=SECTIONS,
            facts={"units": units([id])},
        )
    )
    return s.change(id, section=section)


def objections_to_lying_in_wait(s: State, id: str, section: int) -> Checks:
    """Is the section within the SUB's range?"""
    sub = s.unit(id)
    yield check_on_range(s, sub, sub.place or "", section)


@step("turn-change", "11.9")
def turn_change(s: State, t: Trace) -> State:
    """The impulse marker goes back, the turn marker goes on; past the last year there is nothing left to play."""
    turn, year = s.turn_after
    s = s.but(turn=turn, year=year, impulse_box=box_at_start(turn, year))
    if over(s):
        t.say("1.3-a", "year-track-ends", s)
    else:
        t.say("11.9", "turn-comes", s, turn=Code("turn", turn), year=str(year))
    return s
