"""What is told, before it is written: a small tree of frozen nodes that knows no screen.

Words stand in phrases, which keep the fact that they name; citations and daggers are nodes of their own, so that who
writes may link them. `level` is from where on a node is told: 1 is one line, 2 the rules, 3 everything; `opens` from
which level on a fold stands open where folds can be opened by hand. `tutor/rendering` writes it: as text, as HTML, as
Markdown, as BBCode.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from tutor.engine.facts import Cell, Chosen, value

Style: TypeAlias = Literal["", "strong", "soft", "die", "struck", "stand", "switch"]
Mood: TypeAlias = Literal["", "ok", "no"]
Role: TypeAlias = Literal["", "check", "step", "section", "head", "note"]  # of a sentence or a fold
BY_HAND = 9  # a level that nobody asks for: the fold is opened by hand alone


# -- in a line -----------------------------------------------------------------------------------------------------
@value
class Phrase:
    """Words, and the fact that they name. A `switch` is a name that is typed: who has buttons for it leaves it out."""

    text: str
    fact: Any = None
    style: Style = ""


@value
class Dagger:
    """† rests on a table that stands in for a missing one, ‡ on a reading of what the booklet leaves open."""

    sign: Literal["†", "‡"]
    of: str
    option: str = ""


@value
class Cite:
    """A rule that is cited, with what it says, in the reader's language."""

    ref: str
    text: str
    title: str = ""
    gist: str = ""
    where: str = ""

    @property
    def known(self) -> bool:
        return bool(self.where)


@value
class Bar:
    """A share of one, drawn as a bar."""

    share: Fraction


Inline: TypeAlias = Phrase | Dagger | Cite | Bar
Phrases: TypeAlias = tuple[Inline, ...]


# -- blocks --------------------------------------------------------------------------------------------------------
@value
class Sentence:
    """A sentence, by which rule, and what hangs on it."""

    phrases: Phrases
    sign: str = ""
    cites: tuple[Cite, ...] = ()
    daggers: tuple[Dagger, ...] = ()
    mood: Mood = ""
    role: Role = ""
    depth: int = 0
    below: tuple[Node, ...] = ()
    level: int = 1
    opens: int = BY_HAND
    now: bool = False


@value
class Fold:
    """What stands under a heading and can be folded away."""

    head: Phrases
    body: tuple[Node, ...]
    role: Role = ""
    level: int = 1
    opens: int = BY_HAND


@value
class Rows:
    """Sentences, each beside its number."""

    rows: tuple[tuple[str, Sentence], ...]
    level: int = 1


@value
class Account:
    """A number with its story: what each rule does to it."""

    head: Phrases
    total: str
    cite: Cite
    rows: tuple[tuple[str, Sentence], ...]
    level: int = 2
    opens: int = BY_HAND


@value
class Heading:
    phrases: Phrases
    level: int = 1


@value
class Listing:
    """A list, marked by points or numbers."""

    items: tuple[Sentence, ...]
    numbered: bool = False
    level: int = 1


@value
class Field:
    """One cell of a table."""

    phrases: Phrases
    span: int = 1
    role: Literal["", "number", "face", "hit", "came"] = ""


@value
class Grid:
    """Rows of cells. Dice have tables of their own: by faces, by hits, and line by line where the words are long."""

    rows: tuple[tuple[Field, ...], ...]
    heads: tuple[Phrases, ...] = ()
    role: Literal["", "faces", "hits", "tall"] = ""
    level: int = 1


@value
class Slice:
    """One part of what may come: its name, how many of all ways lead to it, and how that is told."""

    name: str
    weight: Fraction | int
    chance: str
    came: bool = False
    tint: str = ""


@value
class Share:
    """All that may come, each part as long as it is likely."""

    parts: tuple[Slice, ...]
    level: int = 1


Node: TypeAlias = Sentence | Fold | Rows | Account | Heading | Listing | Grid | Share
Nodes: TypeAlias = tuple[Node, ...]


# -- making --------------------------------------------------------------------------------------------------------
def text(*words: str, style: Style = "") -> Phrases:
    """Plain words."""
    return tuple(Phrase(one, style=style) for one in words if one)


def plain(phrases: Iterable[Inline]) -> str:
    """What stands in a line, letter by letter."""
    return "".join(_letters(one) for one in phrases)


def _letters(one: Inline) -> str:
    match one:
        case Dagger():
            return one.sign
        case Bar():
            return eighths(one.share)
        case _:
            return one.text


def eighths(share: Fraction, width: int = 32) -> str:
    """A bar in eighths of a letter, so that small shares show."""
    parts = round(share * width * 8)
    if share and not parts:
        parts = 1
    full, rest = divmod(parts, 8)
    return "█" * full + ("▏▎▍▌▋▊▉"[rest - 1] if rest else "")


def at_level(nodes: Iterable[Node], level: int) -> Iterator[Node]:
    """The same, told from a level on that is at least this."""
    return (replace(node, level=max(node.level, level)) for node in nodes)


# -- looking through ---------------------------------------------------------------------------------------------
def inlines(nodes: Iterable[Node]) -> Iterator[Inline]:
    """Everything that stands in a line anywhere in a tree, in its order."""
    for node in nodes:
        yield from _own(node)
        yield from inlines(_below(node))


def _own(node: Node) -> Iterator[Inline]:
    match node:
        case Sentence():
            yield from node.phrases
            yield from node.cites
            yield from node.daggers
        case Account():
            yield from (*node.head, node.cite)
        case Fold():
            yield from node.head
        case Heading():
            yield from node.phrases
        case Grid():
            yield from (one for head in node.heads for one in head)
            yield from (one for row in node.rows for cell in row for one in cell.phrases)


def _below(node: Node) -> tuple[Node, ...]:
    match node:
        case Sentence():
            return node.below
        case Fold():
            return node.body
        case Account() | Rows():
            return tuple(line for _, line in node.rows)
        case Listing():
            return node.items
        case _:
            return ()


def citations(nodes: Iterable[Node]) -> tuple[str, ...]:
    """Every rule that is cited, once."""
    return tuple(dict.fromkeys(one.ref for one in inlines(nodes) if isinstance(one, Cite)))


def daggers_in(found: Iterable[Inline]) -> Iterator[Dagger]:
    """What the words rest on: marked, or named by the fact that they tell."""
    for one in found:
        if isinstance(one, Dagger):
            yield one
        elif isinstance(one, Phrase) and isinstance(one.fact, Chosen):
            yield Dagger("‡", one.fact.reading, one.fact.option)
        elif isinstance(one, Phrase) and isinstance(one.fact, Cell) and one.fact.stand_in:
            yield Dagger("†", one.fact.table)
