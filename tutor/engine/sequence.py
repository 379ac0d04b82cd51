"""The sequence of play as data: phases within phases, whose they are, what ends with them, what is not played.

A booklet's sequence is a table of its rulebook (`rulebook/sequence.yaml`). A phase has a rule and a name, and either
the `step` that carries it out or the `parts` that it consists of; a whole with a step does that first. `who` says
whose it is, one side after the other, `until` what ends a whole that goes round and round, `when` what must hold for
it to take place. With `together` all do the same at the same time (see `together`). An `absent` phase stands in the
booklet and is not played here: that is said where it would come, and with a `when` only there.

A phase is a span: when it is over, whatever was noted until then is forgotten (see `spans`). Where one stands in the
sequence is read off the agenda, which holds the ends of all phases that are under way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from tutor.engine.facts import Side
from tutor.engine.rulebook import Rulebook
from tutor.engine.run import Named, StepBook, Task, task
from tutor.engine.spans import ended
from tutor.engine.text import Text
from tutor.engine.together import Joined, aside, made_by_all
from tutor.engine.trace import Trace

Holds: TypeAlias = Callable[[Any], bool]
Order: TypeAlias = Callable[[Any], tuple[str, ...]]
BEGIN, END, NEXT, ASIDE, JOINED = "begin", "end", "next", "aside", "joined"  # of a phase, as in `end:movement`


@dataclass(frozen=True, kw_only=True, eq=False)
class Phase:
    """One row of the table. `whole` is the phase that it is part of."""

    id: str
    rule: str
    name: Text
    step: str = ""
    args: tuple[Any, ...] = ()
    parts: tuple[Phase, ...] = ()
    who: tuple[str, ...] | str = ()
    until: str = ""
    when: str = ""
    together: bool = False
    absent: Text | None = None

    @classmethod
    def of(cls, id: str, row: Mapping[str, Any]) -> Phase:
        who = row.get("who", ())
        return cls(
            id=id,
            rule=row["rule"],
            name=Text.of(row.get("name")),
            step=row.get("step", ""),
            args=tuple(row.get("args", ())),
            parts=tuple(cls.of(part, below or {}) for part, below in row.get("parts", {}).items()),
            who=who if isinstance(who, str) else tuple(who),
            until=row.get("until", ""),
            when=row.get("when", ""),
            together=bool(row.get("together", False)),
            absent=Text.of(row["absent"]) if "absent" in row else None,
        )

    @property
    def all(self) -> Iterator[Phase]:
        """This one and all that lie within it, in the booklet's order."""
        yield self
        for part in self.parts:
            yield from part.all


class Under(NamedTuple):
    """A phase that is under way, and whose it is."""

    phase: Phase
    whose: tuple[Any, ...]


class Sequence:
    """The sequence of one game; chapters enter the conditions and the orders that its table names.

    It answers the step book for the steps that its rows stand for.
    """

    def __init__(self, book: Rulebook, steps: StepBook) -> None:
        self._book = book
        self.holds: dict[str, Holds] = {}
        self.orders: dict[str, Order] = {}
        self.joins: dict[str, Joined] = {}
        self._acts: dict[str, Callable[..., Any]] = {
            BEGIN: self._begin,
            END: self._end,
            NEXT: self._next,
            ASIDE: self._aside,
            JOINED: self._joined,
        }
        steps.rows = self.row

    # -- the table ---------------------------------------------------------------------------------------------------
    @cached_property
    def roots(self) -> tuple[Phase, ...]:
        rows = self._book.data.get("sequence", {})
        return tuple(Phase.of(id, row) for id, row in rows.items())

    @cached_property
    def phases(self) -> Mapping[str, Phase]:
        """Every phase by its id."""
        found = {}
        for root in self.roots:
            for phase in root.all:
                found[phase.id] = phase
        return found

    @cached_property
    def spans(self) -> Mapping[str, tuple[str, ...]]:
        """Of every phase the spans that end with it: its own, and those of all that lies within it."""
        found = {}
        for id, phase in self.phases.items():
            within = [one.id for one in phase.all]
            found[id] = tuple(within)
        return found

    def condition(self, name: str) -> Callable[[Holds], Holds]:
        """Enter what a `when` or an `until` of the table names."""

        def enter(holds: Holds) -> Holds:
            self.holds[name] = holds
            return holds

        return enter

    def order(self, name: str) -> Callable[[Order], Order]:
        """Enter whose a phase is where a position decides that."""

        def enter(order: Order) -> Order:
            self.orders[name] = order
            return order

        return enter

    def join(self, phase: str) -> Callable[[Joined], Joined]:
        """Enter how one position is made of what all have done in a phase at the same time."""

        def enter(joined: Joined) -> Joined:
            self.joins[phase] = joined
            return joined

        return enter

    def tasks(self, name: str, *args: Any) -> tuple[Task, ...]:
        """What an agenda lists: a phase, for whom it is named or for all whose it is, or a single step."""
        phase = self.phases.get(name)
        if phase is None:
            return (task(name, *args),)
        once = args or phase.until
        what = BEGIN if once else NEXT
        return (task(f"{what}:{name}", *args),)

    def agenda(self, listed: Iterable[Iterable[Any]]) -> tuple[Task, ...]:
        """What a scenario lists, name and arguments: phases and single steps, in their order."""
        found: list[Task] = []
        for name, *args in listed:
            found += self.tasks(str(name), *args)
        return tuple(found)

    def under_way(self, state: Any) -> tuple[Under, ...]:
        """The phases that one stands in, the widest first."""
        found = []
        for one in reversed(state.agenda):
            what, _, id = one.step.partition(":")
            if what == END:
                phase = self.phases[id]
                found.append(Under(phase, one.args))
        return tuple(found)

    # -- playing it --------------------------------------------------------------------------------------------------
    def row(self, name: str) -> Named | None:
        """The step that a row stands for: a whole by its own name, what comes before and after any (`end:movement`)."""
        what, _, id = name.rpartition(":")
        phase = self.phases.get(id)
        if phase is None:
            return None
        if not what and not phase.parts:
            return None
        act = self._acts[what] if what else self._parts

        def done(s: Any, t: Trace, *args: Any) -> Any:
            return act(s, t, phase, *args)

        is_headed = what in ("", JOINED)
        heading = (phase.rule, f"phase.{id}") if is_headed else None
        return Named(name, phase.rule, done, heading)

    def _whole(self, phase: Phase, args: tuple[Any, ...]) -> tuple[Task, ...]:
        """A phase from its beginning to its end, for whom it is."""
        end = task(f"{END}:{phase.id}", *args)
        if phase.parts:
            return task(phase.id, *args), end
        step = phase.step or phase.id
        return task(step, *phase.args, *args), end

    def _begin(self, s: Any, t: Trace, phase: Phase, *whose: Any) -> Any:
        """The phase, once, for whom it is named."""
        whole = self._whole(phase, whose)
        return s.then(*whole)

    def _parts(self, s: Any, t: Trace, phase: Phase, *whose: Any) -> Any:
        """A whole is done part by part, after its own step if it has one."""
        parts = [task(f"{NEXT}:{part.id}") for part in phase.parts]
        if not phase.step:
            return s.then(*parts)
        own = task(phase.step, *phase.args, *whose)
        return s.then(own, *parts)

    def _next(self, s: Any, t: Trace, phase: Phase, done: int = 0) -> Any:
        """The phase comes up: once, once for each side, or round after round until what ends it holds."""
        if phase.when and not self.holds[phase.when](s):
            return s
        if phase.absent is not None:
            t.say(phase.rule, "phase-absent", s, phase=phase.name, why=phase.absent)
            return s
        who = self._order(s, phase)
        if phase.who and not who:  # it is nobody's now
            return s
        if phase.together and len(who) > 1:  # alone nobody acts aside
            return self._together(s, phase, who)
        times = max(len(who), 1)
        over = self.holds[phase.until](s) if phase.until else done >= times
        if over:
            return s
        whose = (who[done % times],) if who else ()
        whole = self._whole(phase, whose)
        once_more = task(f"{NEXT}:{phase.id}", done + 1)
        return s.then(*whole, once_more)

    def _order(self, s: Any, phase: Phase) -> tuple[str, ...]:
        """Whose the phase is, in their order."""
        if isinstance(phase.who, str):
            return self.orders[phase.who](s)
        return phase.who

    def _together(self, s: Any, phase: Phase, who: tuple[str, ...]) -> Any:
        """Each does the same aside, then it is put together."""
        aside_each = [task(f"{ASIDE}:{phase.id}", side) for side in who]
        joined = task(f"{JOINED}:{phase.id}")
        return s.then(*aside_each, joined)

    def _aside(self, s: Any, t: Trace, phase: Phase, side: str) -> Any:
        """One of those who act at the same time does so aside."""
        alone = aside(s, side)
        begun = alone.but(agenda=s.agenda)
        whole = self._whole(phase, (side,))
        return begun.then(*whole)

    def _joined(self, s: Any, t: Trace, phase: Phase) -> Any:
        """What all have done aside is put together."""
        before, made = made_by_all(s)
        here = before.but(agenda=s.agenda)
        join = self.joins[phase.id]
        return join(here, t, made)

    def _end(self, s: Any, t: Trace, phase: Phase, *whose: Any) -> Any:
        """The phase is over, and with it all that was noted until then."""
        spans = self.spans[phase.id]
        return ended(s, spans)


def side_of(under: Under) -> Side | None:
    """Whose the phase is, where it is a side's."""
    if not under.whose:
        return None
    whose = under.whose[0]
    return Side(whose) if isinstance(whose, str) else None
