"""A session: one position played, taken back, branched, and answered by whoever is named for each side."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
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
        super().__init__(f"{verdict.request!r}: {', '.join(verdict.rules)}")
        self.ask, self.verdict = ask, verdict


@dataclass(eq=False)
class Moment:
    """One point of a session: where the run stood, and the answers that were given from here."""

    state: Any
    given: tuple[tuple[Answer, tuple[str, ...]], ...]
    mark: int
    parent: Moment | None = None
    answer: Answer = None
    despite: tuple[str, ...] = ()
    question: tuple[str, str] = ("", "")
    written: Any = None
    children: list[Moment] = field(default_factory=list)

    @property
    def line(self) -> list[Moment]:
        """The moments from the beginning to this one."""
        found: list[Moment] = []
        at: Moment | None = self
        while at is not None:
            found.append(at)
            at = at.parent
        return found[::-1]


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
        self.trace = Trace()
        self.run = Run(rules, state, self.trace)
        self.now = Moment(self.run.state, (), self.run.mark)
        self.root = self.now

    @property
    def ask(self) -> Ask | Chance[Any] | None:
        return self.run.ask

    @property
    def state(self) -> Any:
        """The position as it lies on the table now, drafts included."""
        return self.run.ask.state if isinstance(self.run.ask, Ask) else self.run.state

    @property
    def over(self) -> bool:
        return self.run.over

    @property
    def position(self) -> Position:
        return self.run.position

    def entries(self, side: str | None = None) -> list[Entry]:
        """What was said, as a side may read it (None: as the umpire does)."""
        return [e for e in self.trace.entries if side is None or e.seen_by in (None, side)]

    def _repr_html_(self) -> str:
        return self.trace._repr_html_()

    def why(self, answer: Answer) -> Verdict:
        """The verdict on any answer to the present choice."""
        if not isinstance(self.ask, Ask):
            raise ValueError("no choice is asked now")
        return self.ask.verdict(answer)

    def answer(self, answer: Answer, despite: tuple[str, ...] = ()) -> None:
        """Give an answer, or the faces of dice; raises Refused unless every objection is named in `despite`."""
        ask = self.ask
        if ask is None:
            raise ValueError("the procedure is over")
        if isinstance(ask, Ask):
            verdict = ask.verdict(answer)
            if not verdict.legal and not {check.rule for check in verdict.objections} <= set(despite):
                raise Refused(ask, verdict)
            despite = () if verdict.legal else despite
            self._go(ask, answer, answer, despite, verdict)
        else:
            value = ask.read(answer)
            self._go(ask, value, ask.write(value), despite)

    def roll(self) -> Any:
        """Throw the dice that are asked for."""
        ask = self.ask
        if ask is None or isinstance(ask, Ask):
            raise ValueError("no dice are asked for now")
        if self.rng is None:
            self.rng = random.Random()
        value = ask.sample(self.rng)
        self._go(ask, value, ask.write(value), ())
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
        for _ in range(steps):
            if self.now.parent is None:
                return
            self.now = self.now.parent
        self._rebuild()

    def forward(self, variation: int = -1) -> None:
        """Go on along a variation that was played before (the last one, unless another is named)."""
        if self.now.children:
            self.now = self.now.children[variation]
            self.run.answer(self.now.answer, self.now.despite)

    def go_to(self, moment: Moment) -> None:
        """To any moment of any variation."""
        here, there = self.now.line, moment.line
        shared = sum(1 for a, b in zip(here, there, strict=False) if a is b)
        if shared < len(here):
            self.now = here[shared - 1]
            self._rebuild()
        for step in there[shared:]:
            self.now = step
            self.run.answer(step.answer, step.despite)

    def _go(
        self,
        ask: Ask | Chance[Any],
        value: Answer,
        written: Any,
        despite: tuple[str, ...],
        verdict: Verdict | None = None,
    ) -> None:
        for child in self.now.children:
            if child.answer == value and child.written == written and child.despite == despite:
                self.now = child
                self.run.answer(value, despite, verdict)
                return
        before = self.now
        given = (*before.given, (value, despite))
        self.run.answer(value, despite, verdict)
        inside = bool(self.run.answers)
        self.now = Moment(
            state=self.run.state,
            given=given if inside else (),
            mark=self.run.mark,
            parent=before,
            answer=value,
            despite=despite,
            question=(ask.rule, ask.kind),
            written=written,
        )
        before.children.append(self.now)

    def _rebuild(self) -> None:
        self.trace = self.trace.until(self.now.mark)
        self.run = Run(self.rules, self.now.state, self.trace)
        for value, despite in self.now.given:
            self.run.answer(value, despite)


def forced(ask: Ask) -> Answer | None:
    """The only legal answer, if there is but one."""
    legal = _first(ask.legal(), 2)
    if not legal:
        raise NoWayOut(ask)
    return legal[0] if len(legal) == 1 else None


def _first(answers: Iterator[Answer], n: int) -> list[Answer]:
    found: list[Answer] = []
    for answer in answers:
        found.append(answer)
        if len(found) == n:
            break
    return found
