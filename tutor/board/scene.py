"""A scene: everything that can be seen of a position, as plain data. Nothing here draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from tutor.board.layout import Layout
from tutor.board.look import COUNTER
from tutor.engine.text import Lang
from tutor.files.record import Colour

What: TypeAlias = Literal["unit", "card", "box", "option"]
Sign: TypeAlias = Literal[
    # of a question
    "dim", "ready", "chosen", "reach", "attack", "cost",
    # of an answer
    "target", "refused", "path", "arrow", "cut", "cited", "odds",
    # of an instrument
    "zone", "range", "sight", "supply", "blocked",
    # of whoever reads
    "ring", "pointer", "focus",
]  # fmt: skip
SIGNS = frozenset(get_args(Sign))
OPEN_OR_CUT, DRAWN = frozenset({"open", "cut"}), frozenset(get_args(Colour))
TEXTS: Mapping[Sign, frozenset[str]] = {"sight": OPEN_OR_CUT, "supply": OPEN_OR_CUT, "ring": DRAWN, "pointer": DRAWN}


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a counter, and the markers on it."""

    letters: str
    symbol: str
    factors: str
    corner: str = ""
    name: str = ""
    band: str = ""
    weak: bool = False
    markers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counter:
    """A piece as the board shows it. `title` is what a screen reader says, `holds` how many it carries inside."""

    id: str
    side: str
    face: Face
    title: str
    holds: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Stack:
    """Counters of one side in one place, the top one last; piled up, or each `across` the one before."""

    place: str
    x: float
    y: float
    counters: tuple[Counter, ...]
    size: float = COUNTER
    across: float = 0.0

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(counter.id for counter in self.counters)


@dataclass(frozen=True, slots=True)
class Work:
    """What is dug, built or stored in a place: trenches, depots, markers without an id."""

    place: str
    sign: str
    level: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Hold:
    """Who controls a place."""

    place: str
    letters: str


@dataclass(frozen=True, slots=True)
class Front:
    """A border between what two sides hold, and who they are."""

    one: str
    other: str
    letters: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Use:
    """One thing that a card can do: by which rule, what that is called, and what it says."""

    rule: str
    title: str
    gist: str


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in a display: a counter, a card, a box of a track."""

    what: What
    id: str
    text: str
    counter: Counter | None = None
    lit: bool = False
    uses: tuple[Use, ...] = ()


@dataclass(frozen=True, slots=True)
class Display:
    """Something that lies beside the map: a hand, a box, a track, what an army holds."""

    key: str
    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something said about places or counters, by the sign that says it; `board/paint/marks.py` draws them all.

    The text is a cost or a chance to be written, whether a line is open or cut, or the colour in which somebody drew.
    """

    kind: Sign
    places: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    text: str = ""

    def __post_init__(self) -> None:
        if self.kind not in SIGNS:
            raise ValueError(f"no mark is called {self.kind!r}; there are {', '.join(sorted(SIGNS))}")
        if self.text not in TEXTS.get(self.kind, {self.text}):
            raise ValueError(f"a {self.kind} is {' or '.join(sorted(TEXTS[self.kind]))}, not {self.text!r}")


@dataclass(frozen=True, kw_only=True)
class Scene:
    """What is seen: the ground, the stacks on it, what lies beside it, and what is marked."""

    title: str
    lang: Lang
    layout: Layout
    stacks: tuple[Stack, ...] = ()
    works: tuple[Work, ...] = ()
    holds: tuple[Hold, ...] = ()
    fronts: tuple[Front, ...] = ()
    day: str = ""  # on which the history's fronts are drawn, of a map that knows them; no rule looks at them
    displays: tuple[Display, ...] = ()
    sides: tuple[Display, ...] = ()  # of the fight that is fought
    marks: tuple[Mark, ...] = ()
    fan: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def map(self) -> Any:
        return self.layout.map

    def stack_of(self, unit: str) -> Stack | None:
        return next((stack for stack in self.stacks if unit in stack.ids), None)

    def marked(self, kind: Sign) -> tuple[Mark, ...]:
        return tuple(mark for mark in self.marks if mark.kind == kind)
