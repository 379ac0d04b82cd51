"""What a fact is: something that the sources say, set on the table, and what the rules say of it.

The umpire moves no piece by the rules: he sets the position as it was. Whether the rules would have allowed it is asked
beside that, of the question that is put now, or of every means by which a unit may go.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from tutor.engine.ask import Ask, NotAnAnswer
from tutor.engine.check import Verdict
from tutor.engine.going import Going
from tutor.engine.pieces import FrozenMap
from tutor.engine.play import Line
from tutor.engine.run import task
from tutor.engine.tabletop import Tabletop
from tutor.files.chronicle import Fact
from tutor.library import frozen

Word: TypeAlias = Literal["allowed", "forbidden", "not-askable"]
GONE, FIXED = "gone", frozenset({"id"})
APART = frozenset({"map", "pieces", "names", "law", "agenda", "aside", "control"})  # set otherwise, or by nobody


class Unfit(Exception):
    """Something in a fact that the position does not have: where in the fact, and what is wrong."""

    def __init__(self, way: tuple[object, ...], kind: str, /, on_key: bool = False, **facts: Any) -> None:
        super().__init__(kind)
        self.way, self.kind, self.on_key, self.facts = way, kind, on_key, facts


@dataclass(frozen=True, eq=False, kw_only=True)
class Asked:
    """One verdict on a fact: of a question that is put, or of a means of going."""

    verdict: Verdict
    ask: Ask | None = None
    going: Going | None = None


@dataclass(frozen=True, eq=False)
class Ruling:
    """What the rules say of a fact or an act, and whether history broke them."""

    word: Word
    asked: tuple[Asked, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that forbid it."""
        broken = (check.rule for one in self.asked for check in one.verdict.objections)
        return tuple(dict.fromkeys(broken))


# -- what the rules say -------------------------------------------------------------------------------------------
def judged(played: Line, fact: Fact) -> Ruling:
    """Allowed, forbidden, or nothing that the rules could be asked here; raises Unfit where it asks for nothing."""
    asked = tuple(_by_question(played, fact) if fact.asks else _by_going(played, fact))
    if not asked:
        return Ruling("not-askable")
    return Ruling("allowed" if all(one.verdict.legal for one in asked) else "forbidden", asked)


def _by_question(played: Line, fact: Fact) -> Iterator[Asked]:
    """The verdicts on answers that are given one after the other beside the table."""
    for number, given in enumerate(fact.asks):
        ask = played.ask
        if not isinstance(ask, Ask):
            return
        try:
            verdict = ask.verdict(frozen(given))
        except NotAnAnswer as error:
            raise Unfit(("asks", number), "no-such-answer", answer=given, ask=ask.kind) from error
        yield Asked(verdict=verdict, ask=ask)
        if number + 1 < len(fact.asks):
            played = played.answered(frozen(given), verdict.rules, verdict)


def _by_going(played: Line, fact: Fact) -> Iterator[Asked]:
    """Of every unit that is set in another place the means that brings it there, or comes nearest to it."""
    for unit, changes in fact.sets.items():
        piece, place = played.state.pieces.get(unit), changes.get("place")
        if piece is None or place is None or piece.place is None or str(place) == piece.place:
            continue
        goings = played.rules.goings(played.state, unit)
        found = [Asked(verdict=one.verdict(str(place)), going=one) for one in goings]
        if found:
            yield min(found, key=lambda one: (not one.verdict.legal, len(one.verdict.objections)))


# -- what is set ---------------------------------------------------------------------------------------------------
def set_down(played: Line, fact: Fact) -> Line:
    """A line that goes on from the position as it was; the step under way is gone through again to the same point."""
    at = played.position
    state = changed(at.state, fact)
    begun = Line.begun(played.rules, state)
    if fact.agenda is None:
        for value, despite in played.now.given:
            begun = _again(begun, value, despite)
    return begun


def _again(begun: Line, value: Any, despite: tuple[str, ...]) -> Line:
    ask = begun.ask
    if not isinstance(ask, Ask):
        return begun.fallen(value, despite)
    verdict = ask.verdict(value)
    return begun.answered(value, (*despite, *verdict.rules), verdict)


def changed(state: Any, fact: Fact) -> Any:
    """The position with what a fact changes; raises Unfit where it names what there is not."""
    pieces = state.pieces
    for unit, changes in fact.sets.items():
        if unit not in pieces:
            raise Unfit(("sets", unit), "no-unit", on_key=True, unit=unit)
        gone = changes.get(GONE)
        pieces = pieces.drop(unit) if gone else pieces.put(_changed_piece(state, pieces[unit], changes))
    more: dict[str, Any] = {} if fact.agenda is None else {"agenda": tuple(_tasks(fact.agenda))}
    if fact.holds:
        more["control"] = _control(state, fact.holds)
    for key, value in fact.table.items():
        if key in APART or not hasattr(state, key):
            known = tuple(sorted(one.name for one in fields(state) if one.name not in APART))
            raise Unfit(("table", key), "no-part", on_key=True, field=key, known=known)
        more[key] = _fitting(getattr(state, key), key, value, ("table", key))
    return state.but(pieces=pieces, **more)


def _tasks(agenda: list[list[Any]]) -> Iterator[Any]:
    return (task(str(step), *frozen(args)) for step, *args in agenda)


def _changed_piece(state: Any, piece: Any, changes: Mapping[str, Any]) -> Any:
    known = {one.name for one in fields(piece)} - FIXED
    found: dict[str, Any] = {}
    for key, value in changes.items():
        if key == GONE:
            continue
        if key not in known:
            raise Unfit(("sets", piece.id, key), "no-field", on_key=True, field=key, known=tuple(sorted(known)))
        found[key] = _fitting(getattr(piece, key), key, value, ("sets", piece.id, key))
    place = found.get("place")
    if place is not None and not state.exists("place", place):
        raise Unfit(("sets", piece.id, "place"), "no-place", unit=piece.id, place=place)
    new = piece.but(**found)
    if isinstance(state, Tabletop) and "place" in found and not state.whereabouts(new):
        raise Unfit(("sets", piece.id), "nowhere", unit=piece.id)
    return new


def _fitting(old: Any, key: str, value: Any, way: tuple[object, ...]) -> Any:
    """A value of the kind that lies there now."""
    new = frozen(value)
    if key == "place" or isinstance(old, str):
        if isinstance(new, (str, int)) and not isinstance(new, bool):
            return str(new)
        if new is None and key == "place":
            return None
    elif old is None or type(new) is type(old):
        return new
    elif isinstance(old, frozenset) and isinstance(new, tuple):
        return frozenset(frozenset(map(str, one)) if isinstance(one, tuple) else one for one in new)  # sides of hexes
    elif isinstance(old, FrozenMap) and isinstance(new, dict):
        return FrozenMap({**old, **new})
    raise Unfit(way, "field-kind", field=key, old=old)


def _control(state: Any, holds: Mapping[str, str]) -> Any:
    control = getattr(state, "control", None)
    if not isinstance(control, FrozenMap):
        raise Unfit(("holds",), "no-control", game=state.law.book.game)
    for place, side in holds.items():
        if not state.exists("place", place):
            raise Unfit(("holds", place), "no-place-named", on_key=True, place=place)
        control = control.put(place, side)
    return control
