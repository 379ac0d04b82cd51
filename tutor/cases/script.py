"""Doing what a case says is done: its answers and dice, given to a session one after another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tutor import rulesets
from tutor.cases.naming import Names, meant
from tutor.engine.ask import BACK, DONE, Answer, Ask, Chance, NotAnAnswer
from tutor.engine.check import Verdict
from tutor.engine.play import Refused, Session
from tutor.library import frozen

ENOUGH = 5_000
BESIDE = ("who", "despite", "note")


class Astray(Exception):
    """Play does not go as the case says. `kind` is a message."""

    def __init__(self, kind: str, verdict: Verdict | None = None, **facts: Any) -> None:
        super().__init__(f"{kind}: {facts}")
        self.kind, self.verdict, self.facts = kind, verdict, facts


@dataclass(frozen=True, slots=True)
class Deed:
    """One line of `do`."""

    kind: str
    answer: Any
    who: str | None = None
    despite: tuple[str, ...] = ()

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Deed | None:
        """From `{kind: answer, who: ..., despite: [...]}`; None where there is not just one kind."""
        kinds = [key for key in data if key not in BESIDE]
        if len(kinds) != 1:
            return None
        despite = tuple(str(rule) for rule in data.get("despite", ()))
        return cls(kinds[0], data[kinds[0]], data.get("who"), despite)


def do(session: Session, deeds: Iterable[Deed]) -> None:
    """Give every answer; raises Astray at the first that does not fit."""
    for number, deed in enumerate(deeds, 1):
        try:
            _do(session, deed)
        except Astray as astray:
            astray.facts = {**astray.facts, "number": number}
            raise


def _do(session: Session, deed: Deed) -> None:
    ask = skip_to(session, deed.kind)
    if deed.who is not None and ask.who != deed.who:
        raise Astray("other-side", who=deed.who, asked=ask.who, ask=ask.kind)
    answer = answer_meant(ask, deed.answer) if isinstance(ask, Ask) else frozen(deed.answer)
    try:
        if isinstance(ask, Ask) and deed.despite:
            objecting = {check.rule for check in ask.verdict(answer).objections}
            if not set(deed.despite) <= objecting:
                raise Astray("not-despite", rules=tuple(sorted(set(deed.despite) - objecting)), answer=deed.answer)
        session.answer(answer, deed.despite)
    except NotAnAnswer:
        raise Astray("no-answer", answer=deed.answer, ask=ask.kind) from None
    except Refused as refusal:
        raise Astray("refused", refusal.verdict, answer=deed.answer, rules=refusal.verdict.rules) from None


def skip_to(session: Session, kind: str) -> Ask | Chance[Any]:
    """The next question of this kind; others before it must have one legal answer."""
    for _ in range(ENOUGH):
        ask = session.ask
        if ask is None:
            raise Astray("over", ask=kind)
        if ask.kind == kind:
            return ask
        give_only(session, kind)
    raise Astray("endless", ask=kind)


def to_end(session: Session) -> None:
    """Whatever remains, as long as there is no choice in it."""
    for _ in range(ENOUGH):
        if session.ask is None:
            return
        give_only(session, None)
    raise Astray("endless", ask="-")


def give_only(session: Session, wanted: str | None) -> None:
    """The one legal answer to the present question."""
    ask = session.ask
    assert ask is not None
    if not isinstance(ask, Ask):
        raise Astray("dice-asked", ask=ask.kind, who=ask.who, wanted=wanted or "-")
    legal = [answer for answer, _ in zip(_but_back(ask), range(2), strict=False)]
    if not legal:
        raise Astray("no-way-out", ask=ask.kind, who=ask.who)
    if len(legal) > 1:
        raise Astray("other-ask", ask=ask.kind, who=ask.who, wanted=wanted or "-")
    session.answer(legal[0])


def _but_back(ask: Ask) -> Iterable[Answer]:
    return (answer for answer in ask.legal() if answer != BACK)


def answer_of(ask: Ask, written: Any) -> Answer:
    """An answer as the question wants it: YAML's whole numbers are ids where units or places are meant."""
    if written in (DONE, BACK):
        return written
    if ask.options:
        meant = frozen(written)
        return next((option for option in ask.options if option == meant or str(option) == str(meant)), meant)
    if len(ask.of) == 1:
        return _part(ask.of[0], written)
    parts = frozen(written)
    if not isinstance(parts, tuple) or len(parts) != len(ask.of):
        return parts
    return tuple(_part(kind, part) for kind, part in zip(ask.of, parts, strict=True))


def answer_meant(ask: Ask, written: Any) -> Answer:
    """An answer by ids, else by whole names; raises Astray where several things bear one."""
    answer = answer_of(ask, written)
    if ask.understands(answer):
        return answer
    names = Names(rulesets.ruleset(ask.state.law.book.game), ask.state)
    if ask.options:
        return _named(names.options(ask), written, ask, answer)
    parts = written if isinstance(written, (list, tuple)) else [written]
    if len(parts) != len(ask.of):
        return answer
    found = tuple(
        known if ask.state.exists(kind, known := _part(kind, part)) else _named(names.of(kind), part, ask, known)
        for kind, part in zip(ask.of, parts, strict=True)
    )
    return found if len(ask.of) > 1 else found[0]


def _named(known: Mapping[str, tuple[Answer, ...]], given: Any, ask: Ask, otherwise: Answer) -> Answer:
    found = meant(known, str(given), loosely=False)
    if len(found) > 1:
        raise Astray("several", answer=given, ask=ask.kind, found=tuple(map(str, found)))
    return found[0] if found else otherwise


def _part(kind: str, written: Any) -> Any:
    if kind == "number":
        return int(written) if str(written).lstrip("-").isdigit() else written
    return str(written) if isinstance(written, int) and not isinstance(written, bool) else frozen(written)
