"""Running steps: the agenda lies in the state, and a generator lives only inside a step.

A position in mid-procedure is the state before the step at the head of the agenda, and the answers given
inside that step.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeAlias

from tutor.engine.ask import Answer, Ask, Chance, Steps
from tutor.engine.check import Verdict
from tutor.engine.facts import value
from tutor.engine.going import Going, SupplyLine
from tutor.engine.law import Amendments, Law
from tutor.engine.ledger import Ledger
from tutor.engine.pieces import Frozen, record
from tutor.engine.policy import Policy, Question
from tutor.engine.rulebook import Rulebook
from tutor.engine.space.kept import by_identity
from tutor.engine.spans import forgotten
from tutor.engine.together import as_seen
from tutor.engine.trace import SILENT, Trace

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", bound="Agenda", default=Any)  # the positions of a game; whoever serves all games need not say so
else:
    from typing import TypeVar

    S = TypeVar("S")

_new = tuple.__new__


class Task(NamedTuple):
    """A step that remains: its name and its arguments, all hashable."""

    step: str
    args: tuple[Any, ...] = ()


def task(step: str, *args: Any) -> Task:
    return _new(Task, (step, args))  # without the detour of a named tuple's own: few things are made more often


@record
class Agenda(Frozen):
    """The part of every state that procedures need: the law in force, the steps that remain, who acts aside."""

    law: Law
    agenda: tuple[Task, ...] = field(default=(), kw_only=True)
    aside: Any = field(default=None, kw_only=True)

    def then(self, *tasks: Task, **changes: Any) -> Self:
        """This state, changed, with these steps to be done next."""
        law = self.law
        first = _with_inserted(law, tasks) if law.amending else tasks
        changes["agenda"] = first + self.agenda
        return self.changed(changes)

    def later(self, *tasks: Task) -> Self:
        """With these steps after all that remain."""
        last = _with_inserted(self.law, tasks)
        return self.but(agenda=self.agenda + last)

    def finished(self) -> Self:
        """The game is over: nothing is left to do, to note or in hand."""
        over: Self = forgotten(self)
        return over.but(agenda=())

    def everything(self, kind: str) -> Iterable[Any]:
        """All there is of a kind, where a game asks for such things."""
        raise KeyError(kind)

    def exists(self, kind: str, value: Any) -> bool:
        """Whether there is such a thing."""
        everything = self.everything(kind)
        return value in tuple(everything)


def _with_inserted(law: Law, tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """The steps, with those that amendments in force insert before or after them."""
    amending = law.amending
    if not any(one.step in amending for one in tasks):
        return tasks
    found: list[Task] = []
    for one in tasks:
        before: list[Task] = []
        after: list[Task] = []
        for amendment in amending.get(one.step, ()):
            if amendment.verb != "insert" or not law.on(amendment.rule):
                continue
            beside = before if amendment.where == "before" else after
            beside.append(Task(amendment.step, one.args))
        found += [*before, one, *after]
    return tuple(found)


Step: TypeAlias = Callable[..., "Steps[Any] | Agenda"]  # a step that never asks just returns the next state


@value
class Named:
    """A step with the rule it carries out, and the heading under which it is told, unless it says nothing itself."""

    name: str
    rule: str
    act: Step
    heading: tuple[str, str] | None


class StepBook:
    """The steps of one rule set by name; `@steps.step(name, rule)` adds one."""

    def __init__(self) -> None:
        self.by_name: dict[str, Named] = {}
        self._met: dict[str, Named] = {}  # rows of the sequence: what was played is no part of what is entered
        self.rows: Callable[[str], Named | None] = lambda name: None

    def step(self, name: str, rule: str, under: str = "") -> Callable[[Step], Step]:
        """Enter a step; one that is part of another is told `under` the other's heading."""

        def enter(act: Step) -> Step:
            if name in self.by_name:
                raise ValueError(f"two steps are called {name}")
            if under and under not in self.by_name:
                raise ValueError(f"{name} is told under {under}, which is not entered before it")
            whole = self.by_name.get(under)
            heading = whole.heading if whole else (rule, f"step.{name}")
            self.by_name[name] = Named(name, rule, act, heading)
            return act

        return enter

    def __getitem__(self, name: str) -> Named:
        named = self._named(name)
        if named is None:
            raise KeyError(name)
        return named

    def __contains__(self, name: str) -> bool:
        return self._named(name) is not None

    def _named(self, name: str) -> Named | None:
        return self.by_name.get(name) or self._met.get(name) or self._row(name)

    def _row(self, name: str) -> Named | None:
        """A step that stands in the sequence of play and in no chapter."""
        named = self.rows(name)
        if named is not None:
            self._met[name] = named
        return named


@dataclass(frozen=True, eq=False, kw_only=True)
class Ruleset(Generic[S]):
    """One game: its rulebook, its steps, and the few functions that drivers, files and boards call.

    `setup(data, map, law)` makes a position from a scenario's plain data; `names(state)` gives the nouns of
    pieces, places and sides; `numbers` are the ledgers that may be asked for by name, each
    `number(state, **arguments)`; `view` hides from a side what it may not see; `alike` says when two positions
    are the same for the odds (by default, when they are equal); `parts` where they fall apart (see `Parts`).
    `in_force` are the options that follow from a position, besides those that the players agreed on: dated rules,
    events drawn. `sequence` is the sequence of play. `winner` names the side that has won a game that is over, nobody
    as "", and answers None for a position whose booklet judges nobody (a single battle).
    `going(state, unit)` gives every means by which a unit may go somewhere, `supply(state, unit)` its supply line.
    """

    game: str
    book: Rulebook
    steps: StepBook
    amendments: Amendments
    setup: Callable[[Mapping[str, Any], Any, Law], S]
    names: Callable[[S], Callable[[Any], Any]]
    numbers: Mapping[str, Callable[..., Ledger]] = field(default_factory=dict)
    policies: Mapping[str, Policy[S]] = field(default_factory=dict)
    questions: Mapping[str, Question[S]] = field(default_factory=dict)
    view: Callable[[S, str], S] = lambda state, side: state
    alike: Callable[[S], Hashable] = lambda state: state
    parts: Callable[[S], Parts[S] | None] | None = None
    going: Callable[[S, str], tuple[Going, ...]] | None = None
    supply: Callable[[S, str], SupplyLine] | None = None
    in_force: Callable[[S], frozenset[str]] | None = None
    winner: Callable[[S], str | None] | None = None
    sequence: Any = None

    def seen(self, state: S, side: str) -> S:
        """The position as a side may see it."""
        open_to_it = as_seen(state, side)
        return self.view(open_to_it, side)

    def lawful(self, state: S) -> S:
        """The position with the law that it implies."""
        if self.in_force is None:
            return state
        law = state.law
        implied = self.in_force(state)
        if implied == law.implied:
            return state
        following = law.following(implied)
        return state if following is law else state.but(law=following)

    def goings(self, state: Any, unit: str) -> tuple[Going, ...]:
        """Every means by which a unit may go somewhere: searched once, and remembered in the position."""
        if self.going is None:
            return ()
        return _searched(state, self, unit)


@by_identity(24)
def _searched(state: Any, rules: Ruleset, unit: str) -> tuple[Going, ...]:
    assert rules.going is not None
    return rules.going(state, unit)


@value
class Parts(Generic[S]):
    """A position as parts that go their ways without touching each other: two volleys fired at the same time.

    Each part is a position whose agenda ends where the parts meet again; `joined` makes one position of their ends.
    The odds work out each part once and multiply, if whoever chooses in it looks no further than the part. No question
    ends inside a part.
    """

    states: tuple[S, ...]
    joined: Callable[[tuple[S, ...]], S]


class Position(NamedTuple, Generic[S]):
    """Where a run stands: the state before the current step, and the answers given inside the step."""

    state: S
    answers: tuple[Any, ...] = ()

    def after(self, answer: Answer) -> Position[S]:
        """When one answer more was given inside the step."""
        return Position(self.state, (*self.answers, answer))


def next_step(rules: Ruleset[S], state: S) -> tuple[Task, Named, S]:
    """What stands at the head of the agenda, and the state in which it begins, without it, under the law it implies."""
    agenda, steps = state.agenda, rules.steps
    head = agenda[0]
    named = steps.by_name.get(head.step)
    if named is None:
        named = steps[head.step]
    if rules.in_force is not None:
        state = rules.lawful(state)
    return head, named, state.but(agenda=agenda[1:])


def as_position(given: Position[S] | S) -> Position[S]:
    """Where a run begins: a state is a position in which nothing was answered."""
    if isinstance(given, Position):
        return given
    return Position(given)


class Run(Generic[S]):
    """One line of play through the steps, standing at an ask, at dice, or at the end."""

    __slots__ = ("_gen", "_told", "_until", "answers", "ask", "mark", "rules", "state", "trace")

    def __init__(
        self,
        rules: Ruleset[S],
        position: Position[S] | S,
        trace: Trace = SILENT,
        until: Callable[[S], bool] | None = None,
    ) -> None:
        at = as_position(position)
        self.rules = rules
        self.trace = trace
        self.state: S = at.state
        self.answers: tuple[Any, ...] = ()
        self.ask: Ask | Chance[Any] | None = None
        self.mark = len(trace.entries) if not trace.silent else 0
        self._gen: Steps[S] | None = None
        self._told = False  # whether the step that is under way has a heading
        self._until = None if at.answers else until
        self._go_on()
        self._until = until
        for answer in at.answers:
            self.answer(answer)

    @property
    def position(self) -> Position[S]:
        return Position(self.state, self.answers)

    @property
    def over(self) -> bool:
        return self.ask is None

    def answer(self, value: Answer, despite: tuple[str, ...] = (), verdict: Verdict | None = None) -> None:
        """Give the answer and go on to the next ask. Whether it is legal is the asker's business.

        A trace tells the verdict; who has it already gives it along.
        """
        assert self.ask is not None, "the run is over"
        if not self.trace.silent:
            self._tell(self.ask, value, despite, verdict)
        self._send(value)

    def _tell(self, ask: Ask | Chance[Any], value: Answer, despite: tuple[str, ...], verdict: Verdict | None) -> None:
        if not isinstance(ask, Ask):
            self.trace.rolled(ask, value, self.state)
            return
        if verdict is None:
            verdict = ask.verdict(value)
        self.trace.chose(ask, value, verdict, despite)

    def _send(self, value: Any) -> None:
        assert self._gen is not None
        self.answers = (*self.answers, value)
        try:
            self.ask = self._gen.send(value)
        except StopIteration as end:
            self._finish(end.value)
            self._go_on()

    def _go_on(self) -> None:
        """Do steps until one asks or none is left, or as far as was wished."""
        rules, trace, until = self.rules, self.trace, self._until
        while (state := self.state).agenda and not (until and until(state)):
            head, named, start = next_step(rules, state)
            if start.law.off and start.law.skips(named.rule):
                self.state = start
                continue
            if not trace.silent:
                self._open(named, start)
            act = named.act(start, trace, *head.args)
            if isinstance(act, Agenda):
                self._finish(act)  # type: ignore[arg-type]  # the steps of a game give its positions
                continue
            self._gen = act
            try:
                self.ask = next(self._gen)
                return
            except StopIteration as end:
                self._finish(end.value)
        self.ask, self._gen = None, None

    def _open(self, named: Named, state: S) -> None:
        self.mark = len(self.trace.entries)
        if named.heading is not None:
            self.trace.open(*named.heading, state)
            self._told = True

    def _finish(self, state: S) -> None:
        self.state, self.answers, self.ask = state, (), None
        if self._told:
            self.trace.close()
            self._told = False
            self.mark = len(self.trace.entries)
