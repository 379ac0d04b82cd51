"""The course of a battle: the lines of a chronicle played one after the other, each with what the rules say of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tutor.chronicle.umpire import Asked, Ruling, Unfit, judged, set_down
from tutor.engine.ask import Ask, Chance, NotAnAnswer
from tutor.engine.play import Line
from tutor.engine.records import RecordLine, Stopped, given
from tutor.engine.trace import Entry
from tutor.files.chronicle import Line as Told
from tutor.files.chronicle import Words
from tutor.library import frozen

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False, kw_only=True)
class Thrown:
    """Dice that fell: what was asked, what came, and how often just that comes."""

    chance: Chance[Any]
    value: Any
    share: Fraction


@dataclass(frozen=True, eq=False, kw_only=True)
class Step:
    """One line of a chronicle as it was played."""

    number: str
    way: tuple[object, ...]
    told: Told
    before: Line
    after: Line
    entries: tuple[Entry, ...] = ()
    ruling: Ruling | None = None
    thrown: Thrown | None = None
    variations: tuple[Course, ...] = ()

    @property
    def supposed(self) -> bool:
        """Whether it only might have happened."""
        return "variation" in self.way

    @property
    def broken(self) -> tuple[str, ...]:
        """The rules that history broke here."""
        if self.ruling is None or self.ruling.word != "forbidden" or self.supposed:
            return ()
        return self.ruling.rules


@dataclass(frozen=True, eq=False)
class Course:
    """Steps one after the other: of the battle, or of what might have happened."""

    steps: tuple[Step, ...]
    title: Words | None = None

    def walked(self) -> Iterator[Step]:
        """Every step, those of variations after the one that they would replace."""
        for step in self.steps:
            yield step
            for variation in step.variations:
                yield from variation.walked()


@dataclass(frozen=True, slots=True)
class Misstep:
    """What is wrong with a line: where it stands in the file, and the message."""

    way: tuple[object, ...]
    kind: str
    facts: dict[str, Any]
    on_key: bool = False


class Playing:
    """Plays the lines of a chronicle from a position, and gathers what is wrong with them."""

    def __init__(self) -> None:
        self.missteps: list[Misstep] = []

    def course(
        self,
        lines: Sequence[Told],
        begun: Line,
        way: tuple[object, ...] = ("lines",),
        prefix: str = "",
        title: Words | None = None,
    ) -> Course:
        """The lines as far as they can be played."""
        steps: list[Step] = []
        at = begun
        for index, line in enumerate(lines):
            here = (*way, index)
            if line.variation is not None:
                if not steps:
                    self._miss(here, "variation-first")
                    continue
                steps[-1] = self._branched(steps[-1], line, here)
                continue
            step = self._step(line, at, here, f"{prefix}{len(steps) + 1}")
            if step is None:
                break
            steps.append(step)
            at = step.after
        return Course(tuple(steps), title)

    def _branched(self, step: Step, line: Told, way: tuple[object, ...]) -> Step:
        """With one more variation, which goes on from before the step."""
        assert line.variation is not None
        letter = LETTERS[len(step.variations) % len(LETTERS)]
        inside = (*way, "variation", "lines")
        made = self.course(line.variation.lines, step.before, inside, f"{step.number}{letter}", line.variation.title)
        return replace(step, variations=(*step.variations, made))

    def _step(self, line: Told, at: Line, way: tuple[object, ...], number: str) -> Step | None:
        try:
            match line.what:
                case "act":
                    return self._act(line, at, way, number)
                case "fact":
                    return self._fact(line, at, way, number)
                case _:
                    return Step(number=number, way=way, told=line, before=at, after=at)
        except Unfit as unfit:
            self._miss((*way, "fact", *unfit.way), unfit.kind, unfit.on_key, **unfit.facts)
        except Stopped as stop:
            self._stopped(stop, at, way)
        except Exception as error:  # after a fact a step may meet what no procedure brings about
            self._miss(way, "stuck", problem=f"{type(error).__name__}: {error}")
        return None

    # -- acts ----------------------------------------------------------------------------------------------------
    def _act(self, line: Told, at: Line, way: tuple[object, ...], number: str) -> Step:
        despite = tuple(line.despite)
        answer = RecordLine(str(line.rule), str(line.kind), frozen(line.answer), despite)
        after = given(at, answer)
        parent = after.now.parent
        assert parent is not None
        entry = next((one for one in reversed(after.entries[at.told :]) if one.what in ("choice", "roll")), None)
        asked = _asked(after)
        ruling = thrown = None
        if entry is not None and entry.what == "choice" and entry.verdict is not None:
            ask = asked if isinstance(asked, Ask) else None
            word = "allowed" if entry.verdict.legal else "forbidden"
            ruling = Ruling(word, (Asked(verdict=entry.verdict, ask=ask),))  # type: ignore[arg-type]
        elif asked is not None and not isinstance(asked, Ask):
            thrown = Thrown(chance=asked, value=after.now.answer, share=share(asked, after.now.answer))
        if despite and (ruling is None or ruling.word == "allowed"):
            self._miss((*way, "despite"), "not-broken", rules=despite)
        made = after.entries[at.told :]
        return Step(
            number=number, way=way, told=line, before=at, after=after, entries=made, ruling=ruling, thrown=thrown
        )

    def _stopped(self, stop: Stopped, at: Line, way: tuple[object, ...]) -> None:
        line = stop.line
        assert line is not None
        if stop.refused is not None:
            rules = stop.refused.verdict.rules
            self._miss((*way, "answer"), "act-refused", answer=_written(line.answer), rules=rules)
        elif isinstance(stop.__cause__, NotAnAnswer):
            self._miss((*way, "answer"), "no-such-answer", answer=_written(line.answer), ask=line.kind)
        elif at.ask is None:
            self._miss((*way, "kind"), "nothing-asked", ask=line.kind, rule=line.rule)
        else:
            self._miss(
                (*way, "kind"), "another-asked", ask=line.kind, rule=line.rule, found=at.ask.kind, by=at.ask.rule
            )

    # -- facts ---------------------------------------------------------------------------------------------------
    def _fact(self, line: Told, at: Line, way: tuple[object, ...], number: str) -> Step:
        assert line.fact is not None
        ruling = judged(at, line.fact) if not line.fact.setup else None
        unnamed = () if ruling is None else tuple(rule for rule in ruling.rules if rule not in line.despite)
        if unnamed:
            self._miss((*way, "fact"), "fact-forbidden", rules=unnamed)
        elif line.despite and (ruling is None or ruling.word != "forbidden"):
            self._miss((*way, "despite"), "not-broken", rules=tuple(line.despite))
        after = set_down(at, line.fact) if line.fact.changes else at
        new = after.entries if line.fact.agenda is not None else ()
        return Step(number=number, way=way, told=line, before=at, after=after, entries=new, ruling=ruling)

    def _miss(self, way: tuple[object, ...], kind: str, /, on_key: bool = False, **facts: Any) -> None:
        self.missteps.append(Misstep(way, kind, facts, on_key))


def _asked(after: Line) -> Ask | Chance[Any] | None:
    """What the last answer answered."""
    return after.back().ask


def _written(answer: Any) -> Any:
    return " ".join(map(str, answer)) if isinstance(answer, tuple) else answer


def share(chance: Chance[Any], value: Any) -> Fraction:
    """How much of all that may come is just this, exactly."""
    branches = chance.branches()
    came = sum(weight for one, weight in branches if one == value)
    return Fraction(came, sum(weight for _, weight in branches))
