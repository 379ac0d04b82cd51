"""The sequence of play as a table: what is under way, whose a phase is, and what is done at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tutor.engine.law import Amendments, Law
from tutor.engine.pieces import record
from tutor.engine.rulebook import Rulebook
from tutor.engine.run import Agenda, Ruleset, Run, StepBook
from tutor.engine.sequence import Sequence
from tutor.engine.spans import mark
from tutor.engine.trace import Trace

TABLE: Mapping[str, Any] = {
    "day": {
        "rule": "1",
        "parts": {
            "walk": {"rule": "1", "who": "willing", "together": True},
            "meal": {"rule": "1", "who": "hungry"},
            "sleep": {"rule": "1"},
        },
    }
}
BOOK = Rulebook("toy", {"rules": {}, "sequence": TABLE})


@record
class Day(Agenda):
    """Who walks and who eats today; what was done, what was under way then, and how much since the day began."""

    pieces: tuple[Any, ...] = ()
    willing: tuple[str, ...] = ()
    hungry: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    under: tuple[tuple[str, ...], ...] = ()
    today: int = mark(0, until="day")


STEPS = StepBook()
SEQUENCE = Sequence(BOOK, STEPS)
SEQUENCE.order("willing")(lambda s: s.willing)
SEQUENCE.order("hungry")(lambda s: s.hungry)
RULES = Ruleset(
    game="toy",
    book=BOOK,
    steps=STEPS,
    amendments=Amendments(),
    setup=lambda data, map, law: None,
    names=lambda state: lambda thing: None,
)


def noted(name: str) -> None:
    @STEPS.step(name, "1")
    def act(s: Day, t: Trace, *whose: str) -> Day:
        under = tuple(one.phase.id for one in SEQUENCE.under_way(s))
        how = "openly" if s.aside is None else "aside"
        return s.but(done=(*s.done, " ".join((name, *whose, how))), under=(*s.under, under), today=s.today + 1)


for _name in ("walk", "meal", "sleep"):
    noted(_name)


@SEQUENCE.join("walk")
def walked(before: Day, t: Trace, made: Mapping[str, Day]) -> Day:
    return before.but(done=(*before.done, *(line for own in made.values() for line in own.done)))


def played(*listed: tuple[str, ...], **changes: Any) -> Day:
    """What becomes of a day that goes as its agenda lists it."""
    start = Day(Law.of(BOOK), **changes)
    end: Day = Run(RULES, start.then(*SEQUENCE.agenda(listed))).state
    return end


def test_a_phase_that_is_nobodys_does_not_take_place() -> None:
    assert played(("day",)).done == ("sleep openly",)
    assert played(("day",), hungry=("one",)).done == ("meal one openly", "sleep openly")


def test_what_was_played_is_not_entered_for_it() -> None:
    """Whoever asks what steps there are hears the same before and after a day."""
    entered = set(STEPS.by_name)
    played(("day",), ("meal", "one"))
    assert set(STEPS.by_name) == entered
    assert "end:day" in STEPS
    assert "end:night" not in STEPS


def test_who_is_alone_does_not_act_aside() -> None:
    assert played(("walk",), willing=("one",)).done == ("walk one openly",)
    assert played(("walk",), willing=("one", "two")).done == ("walk one aside", "walk two aside")


def test_a_phase_that_waits_in_the_agenda_is_not_under_way() -> None:
    end = played(("meal", "one"), ("sleep",), ("meal", "two"))
    assert end.done == ("meal one openly", "sleep openly", "meal two openly")
    assert end.under == (("meal",), ("sleep",), ("meal",))


def test_a_mark_lasts_as_long_as_its_span() -> None:
    assert played(("meal", "one"), ("sleep",)).today == 2
    assert played(("day",), ("meal", "one"), hungry=("one",)).today == 1
