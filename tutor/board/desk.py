"""The desk: a scenario as it is played and looked at. It is a value; every gesture makes the next one.

What was played is a `Line`, what is chosen and looked at a `Look`; nothing that only looks touches the line. What the
rules say of the question lies with it (`asked.py`). The gestures are in `gestures.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, Self, TypeAlias

from tutor.board import instruments
from tutor.board import view as views
from tutor.board.asked import Asked
from tutor.board.dice import Faces, Fallen, faces_of
from tutor.board.inquiring import NOTHING, Inquiry
from tutor.board.instruments import Found, Held
from tutor.board.kit import kit_of
from tutor.board.luck import Luck
from tutor.board.marching import Walked
from tutor.board.notes import Notes
from tutor.board.scene import Mark
from tutor.board.supposing import AsIf
from tutor.board.view import Mood, View
from tutor.engine.ask import BACK, Answer, Ask, Chance
from tutor.engine.pieces import FrozenMap
from tutor.engine.play import Line, Moment
from tutor.engine.run import Position, Ruleset
from tutor.engine.text import Lang
from tutor.engine.trace import Entry
from tutor.engine.words import Words
from tutor.library import Scenario

Task: TypeAlias = Literal["try", "play", "look", "answer-below"]
ONLY_LOOKED_AT = frozenset({"look", "answer-below"})
UNNOTED: FrozenMap[Moment, Notes] = FrozenMap()


@dataclass(frozen=True, slots=True)
class Note:
    """What is said over the board in place of the question."""

    text: str
    mood: Mood = ""


@dataclass(frozen=True, slots=True)
class Handed:
    """Answers that were given one after the other to a question, for whoever set the task to judge."""

    ask: Ask = field(compare=False)
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is chosen and looked at, while nothing of it is given."""

    selection: tuple[Answer, ...] = ()  # the parts of an answer that are chosen so far
    target: Answer = None  # the answer that is looked at
    ahead: tuple[Answer, ...] = ()  # answers before it that are only looked at, too
    way: tuple[str, ...] = ()  # the places that were pointed at hex by hex
    supposed: AsIf | None = None
    fan: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    note: Note | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How one sees and plays: it stays when another scenario is laid."""

    lang: Lang
    level: int = 2  # how much is told
    lit: bool = True  # whether what is possible is shown
    side: str | None = None  # whose eyes the table has; None sees everything
    stepping: bool = False  # whether what happened is gone through step by step
    walking: bool = False  # whether ways are pointed out place by place
    auto_dice: bool = False
    alone: bool = False  # whether an answer gives itself where no other is allowed
    held: Held | None = None  # the instrument in hand
    day: str = ""  # of which the fronts of history are drawn


@dataclass(frozen=True, kw_only=True)
class Desk:
    """A scenario before somebody, at one moment."""

    found: Scenario
    line: Line
    first: Moment  # where it was laid: nobody goes back behind it
    here: Asked | None = field(compare=False, repr=False)  # the question at the end of the line
    habits: Habits
    look: Look = Look()
    frame: int | None = None  # the step of a procedure that is looked at
    focus: str | None = None  # the place that the keys have come to, or over which something is dragged
    since: int = 0  # how much had been told before what happened last
    fallen: Fallen | None = None  # the last roll
    passed: tuple[tuple[Ask, Answer], ...] = field(
        default=(), compare=False
    )  # what gave itself since somebody answered
    notes: FrozenMap[Moment, Notes] = UNNOTED
    inquiry: Inquiry = NOTHING  # what the rulebooks are asked

    sides: tuple[str, ...]  # in the order in which the scenario names them
    players: FrozenMap[str, str]  # who answers for each
    dice: Luck = field(repr=False)
    lots: Luck = field(repr=False)  # by which a side that plays by chance chooses
    task: Task | None = None  # a lesson's: answers are handed in to be judged and played, of a try only one; or none is
    handed: Handed | None = None
    cites: tuple[str, ...] = ()  # the places that a lesson's task speaks of

    # -- other desks --------------------------------------------------------------------------------------------
    def looking(self, **changes: Any) -> Self:
        """With something else chosen or looked at."""
        return replace(self, look=replace(self.look, **changes))

    def told(self, text: str, mood: Mood = "") -> Self:
        return self.looking(note=Note(text, mood))

    def with_habits(self, **changes: Any) -> Self:
        return replace(self, habits=replace(self.habits, **changes))

    def at(self, line: Line, **changes: Any) -> Self:
        """At another moment: there nothing is chosen or looked at yet."""
        return replace(self, line=line, here=question(line), look=Look(), frame=None, fallen=None, **changes)

    def moved(self, line: Line, **changes: Any) -> Self:
        """At a moment that was played already: told is what led to it."""
        parent = line.now.parent
        return self.at(line, since=0 if parent is None else parent.mark, passed=(), **changes)

    # -- what there is ------------------------------------------------------------------------------------------
    @property
    def rules(self) -> Ruleset:
        return self.line.rules

    @property
    def lang(self) -> Lang:
        return self.habits.lang

    @property
    def only_looked_at(self) -> bool:
        """Whether nothing is answered on this board."""
        return self.task in ONLY_LOOKED_AT

    # -- what is asked ------------------------------------------------------------------------------------------
    @cached_property
    def asked(self) -> Asked | None:
        """The question that is put now, or after the answers that are only looked at."""
        found = None if self.only_looked_at else self.here
        for answer in self.look.ahead:
            found = found and found.after(answer)
        return found

    @property
    def ask(self) -> Ask | Chance[Any] | None:
        asked = None if self.only_looked_at else self.line.ask
        return asked if self.asked is None else self.asked.ask

    @property
    def position(self) -> Position:
        """Where what is asked stands."""
        return self.line.position if self.asked is None else self.asked.position

    @property
    def present(self) -> Any:
        """The position as it lies on the table now, and with what is only looked at."""
        return self.line.state if self.asked is None else self.asked.ask.state

    @property
    def walked(self) -> Walked | None:
        """The way that is pointed out hex by hex."""
        return self.asked.walked(self.look.way) if self.asked is not None and self.look.way else None

    @property
    def means(self) -> Iterator[tuple[Ask, Answer]]:
        """What was chosen on the way to the question that is no unit and no place: a kind of march, a card."""
        at = self.here
        for answer in self.look.ahead:
            assert at is not None
            if at.ask.options and answer != BACK:
                yield at.ask, answer
            at = at.after(answer)

    # -- what is shown ------------------------------------------------------------------------------------------
    @cached_property
    def view(self) -> View:
        """The moment as it is shown."""
        return views.view(self)

    @property
    def state(self) -> Any:
        """The position that is shown: the present one, or that of the step looked at."""
        entry = self.entry
        return self.present if entry is None or entry.state is None else entry.state

    @property
    def entry(self) -> Entry | None:
        """The step that is looked at."""
        entries = self.line.entries
        return None if self.frame is None or not entries else entries[min(self.frame, len(entries) - 1)]

    def shown_entries(self) -> list[Entry]:
        """What happened since a person last answered, as the side at the table may read it."""
        entries = self.line.entries
        start = min(self.since, len(entries))
        if self.frame is not None and self.frame < start:
            start = max(0, self.frame - 6)
        return [entry for entry in entries[start:] if self.may_read(entry)]

    def may_read(self, entry: Entry) -> bool:
        """Sealed answers are for the side that gave them, and for who sees everything."""
        return self.habits.side is None or entry.seen_by in (None, self.habits.side)

    def words(self) -> Words:
        return Words.of(self.rules, self.state, self.lang)

    @property
    def heading(self) -> str:
        """The step of the booklet that asks now."""
        steps = (one for one in reversed(self.line.entries) if one.what == "section" and one.kind.startswith("step."))
        step = next(steps, None)
        return self.words().say(step.kind, step.facts) if step else ""

    @property
    def story(self) -> str:
        """What the scenario is about, until somebody has answered; whoever has a task is told that."""
        story = self.found.data.get("story")
        played = len(self.line.now.line) - 1 > len(self.passed)
        begun = played or self.look.target is not None or self.look.selection
        if story is None or self.task is not None or begun:
            return ""
        return str(story[self.lang] if isinstance(story, Mapping) else story)

    @cached_property
    def faces(self) -> Faces:
        """What each face of the dice would be read as."""
        chance = self.line.ask
        assert chance is not None
        assert not isinstance(chance, Ask)
        return faces_of(self.rules, self.line.position, chance, self.words())

    # -- beside the play ----------------------------------------------------------------------------------------
    @property
    def noted(self) -> Notes:
        """What is noted at this moment of the record."""
        return self.notes.get(self.line.now, Notes())

    @cached_property
    def measured(self) -> Found | None:
        """What the instrument in hand finds."""
        held = self.habits.held
        return None if held is None else instruments.found(self.rules, self.line.state, self.words(), held)

    @property
    def drawn(self) -> tuple[Mark, ...]:
        """What the instrument found, what a chronicler drew at this moment, and what a task speaks of."""
        measured = self.measured.marks if self.measured is not None else ()
        if self.frame is not None:
            return measured
        spoken = (Mark("cited", self.cites),) if self.cites and self.look.target is None else ()
        return (*measured, *self.noted.marks(), *spoken)

    def units_at(self, place: str | None) -> tuple[str, ...]:
        """The counters that lie in a place, those inside others left out."""
        kit, pieces = kit_of(self.rules.game), self.present.pieces
        return tuple(p.id for p in pieces.at(place) if kit.inside(p) not in pieces) if place is not None else ()


def question(line: Line) -> Asked | None:
    """What a line asks at its end, with room for what will be found out about it."""
    return Asked(line) if isinstance(line.ask, Ask) else None
