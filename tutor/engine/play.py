"""A line: one position played, taken back and branched, as a value; a session that plays it for whoever is named."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from tutor.engine.ask import Answer, Ask, Chance
from tutor.engine.check import Verdict
from tutor.engine.policy import NoWayOut, Policy
from tutor.engine.run import Position, Ruleset, Run
from tutor.engine.trace import Entry, Trace

Player: TypeAlias = Policy | None  # None: a person, who is waited for


class Refused(Exception):
    """An answer that the rules do not allow, with the verdict that says why."""

    def __init__(self, ask: Ask, verdict: Verdict) -> None:
        rules = ", ".join(verdict.rules)
        super().__init__(f"{verdict.request!r}: {rules}")
        self.ask, self.verdict = ask, verdict


@dataclass(frozen=True, eq=False, kw_only=True)
class Moment:
    """One point of a line: where the run stood, and the answer by which it was come to."""

    state: Any
    given: tuple[tuple[Answer, tuple[str, ...]], ...] = ()
    mark: int
    parent: Moment | None = None
    answer: Answer = None
    despite: tuple[str, ...] = ()
    question: tuple[str, str] = ("", "")
    written: Any = None

    @property
    def line(self) -> list[Moment]:
        """The moments from the beginning to this one."""
        found: list[Moment] = []
        at: Moment | None = self
        while at is not None:
            found.append(at)
            at = at.parent
        return found[::-1]

    def answers(self, answer: Answer, written: Any, despite: tuple[str, ...]) -> bool:
        """Whether just this was answered."""
        return bool(self.answer == answer and self.written == written and self.despite == despite)

    def __eq__(self, other: object) -> bool:
        """The same answers from the same beginning."""
        if not isinstance(other, Moment):
            return NotImplemented
        mine, theirs = self, other
        while mine is not theirs:
            if not mine.answers(theirs.answer, theirs.written, theirs.despite):
                return False
            if mine.parent is None or theirs.parent is None:
                return mine.parent is theirs.parent and bool(mine.state == theirs.state)
            mine, theirs = mine.parent, theirs.parent
        return True

    def __hash__(self) -> int:
        return hash((self.answer, self.despite))


@dataclass(frozen=True, kw_only=True)
class Line:
    """What was played of one position, with all that was taken back, and the moment at which one stands.

    It is a value: an answer makes another line and leaves this one as it is. The run that stands at its end goes along
    with the first answer, and with it what its question sees; whoever asks or answers an older line gets a run of his
    own.
    """

    rules: Ruleset = field(repr=False)
    moments: tuple[Moment, ...] = field(repr=False)
    now: Moment
    state: Any = field(compare=False, repr=False)  # the position as it lies on the table now, drafts included
    position: Position = field(compare=False, repr=False)
    told: int = field(compare=False, repr=False)
    _trace: Trace = field(compare=False, repr=False)
    _runs: list[Run] = field(compare=False, repr=False)

    @classmethod
    def begun(cls, rules: Ruleset, state: Any) -> Line:
        run = Run(rules, state, Trace())
        root = Moment(state=run.state, mark=run.mark)
        return cls._standing(run, (root,), root)

    @classmethod
    def _standing(cls, run: Run, moments: tuple[Moment, ...], now: Moment) -> Line:
        return cls(
            rules=run.rules,
            moments=moments,
            now=now,
            state=run.ask.state if isinstance(run.ask, Ask) else run.state,
            position=run.position,
            told=len(run.trace.entries),
            _trace=run.trace,
            _runs=[run],
        )

    # -- what there is ------------------------------------------------------------------------------------------
    @property
    def root(self) -> Moment:
        return self.moments[0]

    @property
    def ask(self) -> Ask | Chance[Any] | None:
        """What is asked here. A step that goes on takes its question along, so that nobody may keep it."""
        return self.run.ask

    @property
    def over(self) -> bool:
        return self.ask is None

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What was said on the way to this moment."""
        return tuple(self._trace.entries[: self.told])

    @property
    def run(self) -> Run:
        """A run that stands here."""
        if not self._runs:
            self._runs.append(self._run_at(self.now))
        return self._runs[0]

    def after(self, moment: Moment) -> tuple[Moment, ...]:
        """The variations from a moment, in the order in which they were played."""
        return tuple(one for one in self.moments if one.parent is moment)

    # -- on -----------------------------------------------------------------------------------------------------
    def answered(self, answer: Answer, despite: tuple[str, ...] = (), verdict: Verdict | None = None) -> Line:
        """With an answer, or the faces of dice; raises Refused unless every objection is named in `despite`.

        Who has the verdict already gives it along.
        """
        ask = self.ask
        if ask is None:
            raise ValueError("the procedure is over")
        if not isinstance(ask, Ask):
            return self.fallen(ask.read(answer), despite)
        if verdict is None:
            verdict = ask.verdict(answer)
        if verdict.legal:
            return self._on(answer, answer, (), verdict)
        broken = {check.rule for check in verdict.objections}
        if not broken.issubset(despite):
            raise Refused(ask, verdict)
        return self._on(answer, answer, despite, verdict)

    def fallen(self, value: Any, despite: tuple[str, ...] = ()) -> Line:
        """With dice that fell so."""
        ask = self.ask
        if ask is None or isinstance(ask, Ask):
            raise ValueError("no dice are asked for now")
        return self._on(value, ask.write(value), despite)

    def _on(self, value: Answer, written: Any, despite: tuple[str, ...], verdict: Verdict | None = None) -> Line:
        ask, before = self.ask, self.now
        assert ask is not None
        known = self._known(value, written, despite)
        run = self._taken()
        run.answer(value, despite, verdict)
        if known is not None:
            return self._standing(run, self.moments, known)
        made = Moment(
            state=run.state,
            given=(*before.given, (value, despite)) if run.answers else (),
            mark=run.mark,
            parent=before,
            answer=value,
            despite=despite,
            question=(ask.rule, ask.kind),
            written=written,
        )
        return self._standing(run, (*self.moments, made), made)

    def _known(self, value: Answer, written: Any, despite: tuple[str, ...]) -> Moment | None:
        """The moment to which this answer led, where it was given before."""
        if self.now is self.moments[-1]:  # nothing was ever played after the last
            return None
        for one in self.after(self.now):
            if one.answers(value, written, despite):
                return one
        return None

    # -- back, forth, elsewhere ---------------------------------------------------------------------------------
    def back(self, steps: int = 1) -> Line:
        """Some moments earlier; what was played stays as a variation."""
        there = self.now
        for _ in range(steps):
            there = there.parent or there
        return self if there is self.now else self._at(there)

    def forward(self, variation: int = -1) -> Line:
        """Along a variation that was played before: the last one, unless another is named."""
        onward = self.after(self.now)
        return self._along(onward[variation]) if onward else self

    def at(self, moment: Moment) -> Line:
        """At any moment of any variation."""
        here, there = self.now.line, moment.line
        shared = _shared(here, there)
        line = self
        if shared < len(here):
            line = self._at(here[shared - 1])
        for step in there[shared:]:
            line = line._along(step)
        return line

    def _along(self, moment: Moment) -> Line:
        run = self._taken()
        run.answer(moment.answer, moment.despite)
        return self._standing(run, self.moments, moment)

    def _at(self, moment: Moment) -> Line:
        return self._standing(self._run_at(moment), self.moments, moment)

    def _taken(self) -> Run:
        """The run that stands here, which is about to leave; it may have left before."""
        return self._runs.pop() if self._runs else self._run_at(self.now)

    def _run_at(self, moment: Moment) -> Run:
        """A new run that stands at this moment, or at an earlier one of the same way."""
        run = Run(self.rules, moment.state, self._trace.until(moment.mark))
        for value, despite in moment.given:
            run.answer(value, despite)
        return run


class Session:
    """Plays one position: `ask`, `answer`, `back`, `forward`, and the trace of the line so far."""

    def __init__(
        self,
        rules: Ruleset,
        state: Any,
        players: Mapping[str, Player] | None = None,
        seed: int | None = None,
        skip_forced: bool = False,
    ) -> None:
        self.rules = rules
        self.players = dict(players or {})
        self.rng = random.Random(seed) if seed is not None else None
        self.skip_forced = skip_forced
        self.line = Line.begun(rules, state)

    @property
    def ask(self) -> Ask | Chance[Any] | None:
        return self.line.ask

    @property
    def state(self) -> Any:
        """The position as it lies on the table now, drafts included."""
        return self.line.state

    @property
    def over(self) -> bool:
        return self.line.over

    @property
    def position(self) -> Position:
        return self.line.position

    @property
    def now(self) -> Moment:
        return self.line.now

    @property
    def root(self) -> Moment:
        return self.line.root

    @property
    def run(self) -> Run:
        return self.line.run

    @property
    def trace(self) -> Trace:
        return self.line.run.trace

    def entries(self, side: str | None = None) -> list[Entry]:
        """What was said, as a side may read it (None: as the umpire does)."""
        told = self.trace.entries
        if side is None:
            return list(told)
        return [entry for entry in told if entry.seen_by in (None, side)]

    def _repr_html_(self) -> str:
        return self.trace._repr_html_()

    def why(self, answer: Answer) -> Verdict:
        """The verdict on any answer to the present choice."""
        if not isinstance(self.ask, Ask):
            raise ValueError("no choice is asked now")
        return self.ask.verdict(answer)

    def answer(self, answer: Answer, despite: tuple[str, ...] = ()) -> None:
        """Give an answer, or the faces of dice; raises Refused unless every objection is named in `despite`."""
        self.line = self.line.answered(answer, despite)

    def roll(self) -> Any:
        """Throw the dice that are asked for."""
        ask = self.ask
        if ask is None or isinstance(ask, Ask):
            raise ValueError("no dice are asked for now")
        if self.rng is None:
            self.rng = random.Random()
        value = ask.sample(self.rng)
        self.line = self.line.fallen(value)
        return value

    def play_on(self) -> None:
        """Answer all that is not a person's: dice if seeded, named players, and forced answers if wished."""
        while self.ask is not None:
            ask = self.ask
            if not isinstance(ask, Ask):
                if self.rng is None:
                    return
                self.roll()
                continue
            player = self.players.get(ask.who)
            only = forced(ask) if self.skip_forced or player else None
            if only is not None:
                self.answer(only)
            elif player is not None:
                self.answer(player.answer(self.rules, ask))
            else:
                return

    # -- the line and its variations ------------------------------------------------------------------------
    def back(self, steps: int = 1) -> None:
        """Take back; what was played stays as a variation."""
        self.line = self.line.back(steps)

    def forward(self, variation: int = -1) -> None:
        """Go on along a variation that was played before (the last one, unless another is named)."""
        self.line = self.line.forward(variation)

    def go_to(self, moment: Moment) -> None:
        """To any moment of any variation."""
        self.line = self.line.at(moment)


def forced(ask: Ask) -> Answer | None:
    """The only legal answer, if there is but one."""
    legal = _first(ask.legal(), 2)
    if not legal:
        raise NoWayOut(ask)
    return legal[0] if len(legal) == 1 else None


def _shared(here: list[Moment], there: list[Moment]) -> int:
    """How many moments two ways have in common."""
    return sum(mine is theirs for mine, theirs in zip(here, there, strict=False))


def _first(answers: Iterator[Answer], n: int) -> list[Answer]:
    found: list[Answer] = []
    for answer in answers:
        found.append(answer)
        if len(found) == n:
            break
    return found
