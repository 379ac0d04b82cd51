"""What a run said: a flat list of entries with their depth, each with the state after it.

One trace belongs to one run. It is flat so that going back is cutting it short.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Literal, NamedTuple

from tutor.engine import notebook
from tutor.engine.ask import BACK, DONE, Answer, Ask, Chance
from tutor.engine.check import Check, Verdict
from tutor.engine.facts import NO_FACTS, Facts
from tutor.engine.ledger import Ledger
from tutor.engine.together import reader

What = Literal["section", "say", "roll", "choice"]


class Entry(NamedTuple):
    """One thing that was said. `seen_by` names the side that alone may read it."""

    depth: int
    what: What
    rule: str
    kind: str
    facts: Facts = NO_FACTS
    state: Any = None
    who: str | None = None
    seen_by: str | None = None
    verdict: Verdict | None = None
    despite: tuple[str, ...] = ()

    @property
    def ledgers(self) -> Iterator[Ledger]:
        return (fact for fact in self.facts.values() if isinstance(fact, Ledger))

    @property
    def checks(self) -> Iterator[Check]:
        return iter(() if self.verdict is None else self.verdict.checks)

    def rules(self) -> Iterator[str]:
        """Every rule id that this entry cites."""
        yield self.rule
        for ledger in self.ledgers:
            yield from ledger.rules
        for check in self.checks:
            yield check.rule
            if check.exempt_by:
                yield check.exempt_by


_new = tuple.__new__  # of the entries that are made most: without the detour of a named tuple's own


class Trace:
    """Collects entries; `section` nests them."""

    silent = False

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.depth = 0

    def say(self, rule: str, kind: str, state: Any, /, seen_by: str | None = None, **facts: Any) -> None:
        """Something happened or was found, and this is the position after it."""
        entry = (self.depth, "say", rule, kind, facts, state, None, reader(state, seen_by), None, ())
        self.entries.append(_new(Entry, entry))

    def section(self, rule: str, kind: str, state: Any = None, **facts: Any) -> AbstractContextManager[None]:
        """What is said inside belongs under this heading."""
        self.entries.append(Entry(self.depth, "section", rule, kind, facts, state, seen_by=reader(state)))
        return self

    def open(self, rule: str, kind: str, state: Any) -> None:
        """What is said from now on belongs under this heading, until it is closed."""
        seen_by = None if state.aside is None else reader(state)
        entry = (self.depth, "section", rule, kind, NO_FACTS, state, None, seen_by, None, ())
        self.entries.append(_new(Entry, entry))
        self.depth += 1

    def close(self) -> None:
        self.depth -= 1

    def __enter__(self) -> None:
        self.depth += 1

    def __exit__(self, *_: object) -> None:
        self.close()

    def rolled(self, chance: Chance[Any], value: Any, state: Any) -> None:
        facts = {"dice": value, **getattr(chance, "facts", {})}
        self.entries.append(
            Entry(
                depth=self.depth,
                what="roll",
                rule=chance.rule,
                kind=chance.kind,
                facts=facts,
                state=state,
                who=chance.who,
                seen_by=chance.who if getattr(chance, "sealed", False) else None,
            )
        )

    def chose(self, ask: Ask, answer: Answer, verdict: Verdict | None, despite: tuple[str, ...] = ()) -> None:
        facts = {"answer": ask.fact(answer), **ask.facts}
        seen_by = reader(ask.state, ask.who if ask.sealed else None)
        kind = f"{answer}.{ask.kind}" if answer in (DONE, BACK) else ask.kind
        self.entries.append(
            Entry(
                depth=self.depth,
                what="choice",
                rule=ask.rule,
                kind=kind,
                facts=facts,
                state=ask.state,
                who=ask.who,
                seen_by=seen_by,
                verdict=verdict,
                despite=despite,
            )
        )

    def until(self, length: int) -> Trace:
        """A trace of its own with the first entries of this one, as it was between two steps."""
        new = Trace()
        new.entries = self.entries[:length]
        return new

    def rules(self) -> set[str]:
        """Every rule id cited so far."""
        return {rule for entry in self.entries for rule in entry.rules()}

    def _repr_html_(self) -> str:
        return notebook.html(self)


class Silent(Trace):
    """Says nothing: for searches and random play."""

    silent = True
    _SCOPE = nullcontext()

    def say(self, rule: str, kind: str, state: Any, /, seen_by: str | None = None, **facts: Any) -> None:
        pass

    def section(self, rule: str, kind: str, state: Any = None, **facts: Any) -> AbstractContextManager[None]:
        return self._SCOPE

    def rolled(self, chance: Chance[Any], value: Any, state: Any) -> None:
        pass

    def chose(self, ask: Ask, answer: Answer, verdict: Verdict | None, despite: tuple[str, ...] = ()) -> None:
        pass


SILENT = Silent()
