"""The fight that is being fought, as the table tells it: both sides in full, what it cost them, and every die of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from tutor import rulesets
from tutor.board.said import capitalised
from tutor.board.scene import Counter, Display, Item, Mark
from tutor.board.stage import Stage
from tutor.engine.ask import Ask
from tutor.engine.clash import Clash
from tutor.engine.facts import Odds, Side
from tutor.engine.trace import Entry

if TYPE_CHECKING:
    from tutor.board.desk import Desk

Fate: TypeAlias = Literal["", "left", "gone"]
ON_A_COUNTER = ("factors", "corner", "weak")  # what a loss changes on it


@dataclass(frozen=True, slots=True)
class Fighter:
    """A counter in a fight: as it is now, as it was at first, and what came of it."""

    now: Counter
    before: Counter
    fate: Fate

    @property
    def hit(self) -> bool:
        """Whether it is still there and less than it was."""
        return self.fate != "gone" and any(
            getattr(self.now.face, name) != getattr(self.before.face, name) for name in ON_A_COUNTER
        )


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a fight: everybody who was ever in it."""

    side: str
    fighters: tuple[Fighter, ...]

    @property
    def losses(self) -> Mapping[str, int]:
        """How many came to what."""
        fates = [one.fate for one in self.fighters]
        hit = sum(one.hit for one in self.fighters)
        return {"gone": fates.count("gone"), "hit": hit, "left": fates.count("left")}


class Throw(NamedTuple):
    """Dice of a fight, and what was said of them."""

    roll: Entry
    read: Entry | None


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight from its beginning to the moment that is looked at. `over` says that it has just come to its end."""

    place: str
    over: bool
    parties: tuple[Party, ...]
    odds: Odds | None
    throws: tuple[Throw, ...]

    def sides(self, stage: Stage, lit: frozenset[str]) -> Iterator[Display]:
        """Both sides as displays, so that a counter can be taken there."""
        for party in self.parties:
            items = (Item("unit", one.now.id, one.now.title, one.now, one.now.id in lit) for one in party.fighters)
            title = stage.words.fact(Side(party.side))
            yield Display(f"fight:{party.side}", capitalised(title), tuple(items))


# -- what stands ------------------------------------------------------------------------------------------------
def standing(state: Any) -> tuple[Clash, ...]:
    """Every attack that is declared or fought in a position."""
    plug = rulesets.part(state.law.book.game, "clashes")
    return () if plug is None else tuple(plug.clashes(state))


def arrows(stage: Stage) -> Iterator[Mark]:
    """Whence every attack comes that is declared and not over yet."""
    anchors = stage.layout.anchors
    for clash in standing(stage.state):
        if clash.place in anchors:
            yield from (Mark("arrow", (origin, clash.place)) for origin in clash.origins if origin in anchors)


# -- the one that is fought -------------------------------------------------------------------------------------
class Seen(NamedTuple):
    """A fight as it stood after so many entries."""

    n: int
    state: Any
    clash: Clash


def fight(stage: Stage, desk: Desk) -> Fight | None:
    """The fight at the moment that is looked at, or the one that has come to its end since somebody last chose."""
    found: list[Seen] = []
    for n, entry, lain in _backwards(desk):
        state = _seen(desk, lain)
        clashes = standing(state)
        begun = next((one for one in clashes if one.begun), None)
        if found and not any(one.same(found[0].clash) for one in clashes):
            break  # before that it was not even declared
        if begun is not None and (not found or begun.same(found[0].clash)):
            found.append(Seen(n, state, begun))
        elif not found and entry is not None and entry.what == "choice":
            return None
    return _told(stage, desk, found) if found else None


def _backwards(desk: Desk) -> Iterator[tuple[int, Entry | None, Any]]:
    """From the moment that is looked at to the first: each position as the step that is under way has it."""
    entries: Sequence[Entry] = desk.line.entries
    if desk.frame is None:
        ask = desk.line.ask
        now = ask.state if isinstance(ask, Ask) else desk.line.state
        yield len(entries), None, now if isinstance(ask, Ask) else _begun(now)
    else:
        entries = entries[: desk.frame + 1]
    for n in range(len(entries) - 1, -1, -1):
        state = entries[n].state
        if state is not None:
            yield n, entries[n], _begun(state) if entries[n].what == "roll" else state


def _seen(desk: Desk, state: Any) -> Any:
    """A position as the side at the table sees it."""
    side = desk.habits.side
    return state if side is None else desk.rules.seen(state, side)


def _begun(state: Any) -> Any:
    """A position before a step, as the step itself has it."""
    return state.but(agenda=state.agenda[1:])


def _told(stage: Stage, desk: Desk, found: list[Seen]) -> Fight:
    last, first = found[0], found[-1]
    end = len(desk.line.entries) if desk.frame is None else desk.frame + 1
    began = Stage(first.state, desk.lang)
    mine = dict.fromkeys(unit for one in reversed(found) for unit in one.clash.units)
    theirs = dict.fromkeys(unit for one in reversed(found) for unit in one.clash.foes)
    side = last.clash.side
    other = next((piece.side for piece in began.state.pieces if piece.side != side), side)
    entries = [entry for entry in desk.line.entries[first.n : end] if desk.may_read(entry)]
    return Fight(
        place=last.clash.place,
        over=last.n < end - (desk.frame is not None),
        parties=(
            Party(side, tuple(_fighters(stage, began, mine, last.clash.place))),
            Party(other, tuple(_fighters(stage, began, theirs, last.clash.place))),
        ),
        odds=next((fact for one in reversed(entries) for fact in one.facts.values() if type(fact) is Odds), None),
        throws=tuple(_throws(entries)),
    )


def _fighters(stage: Stage, began: Stage, units: Iterable[str], place: str) -> Iterator[Fighter]:
    for unit in units:
        now, before = (one.state.pieces.get(unit) for one in (stage, began))
        if before is None and now is None:
            continue
        was = began.counter(before) if before is not None else stage.counter(now)
        is_ = stage.counter(now) if now is not None else was
        yield Fighter(is_, was, _fate(now, before, place))


def _fate(now: Any, before: Any, place: str) -> Fate:
    """Gone from the map, or from the place that is fought for."""
    if before is None or before.place is None:
        return ""
    if now is None or now.place is None:
        return "gone"
    return "left" if before.place == place != now.place else ""


def _throws(entries: Sequence[Entry]) -> Iterator[Throw]:
    """Every roll with what is said next, before the next roll."""
    for n, entry in enumerate(entries):
        if entry.what == "roll":
            after = takewhile(lambda one: one.what != "roll", entries[n + 1 :])
            yield Throw(entry, next((one for one in after if one.what == "say"), None))
