"""What is told as lines of text: for the terminal, for files and for whoever reads aloud.

A line is a row of spans, each with its style; who prints on something that has no styles joins their letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from tutor.engine.told import (
    Account,
    Bar,
    Field,
    Fold,
    Grid,
    Heading,
    Listing,
    Node,
    Rows,
    Sentence,
    Share,
    plain,
)

Look: TypeAlias = Literal["", "ok", "no", "head", "cite", "soft", "strong"]  # of a span
Span: TypeAlias = tuple[str, Look]
Row: TypeAlias = tuple[Span, ...]
AMOUNT = 5  # letters of the number beside a sentence


def lines(nodes: Iterable[Node], level: int = 2, indent: int = 0) -> Iterator[str]:
    """Sentence by line, as plain text."""
    return ("".join(letters for letters, _ in row) for row in rows(nodes, level, indent))


def text(nodes: Iterable[Node], level: int = 2) -> str:
    return "\n".join(lines(nodes, level))


def rows(nodes: Iterable[Node], level: int = 2, indent: int = 0) -> Iterator[Row]:
    """Sentence by line, in spans with their style."""
    for node in nodes:
        if node.level <= level:
            yield from _node(node, level, indent)


def _node(node: Node, level: int, indent: int) -> Iterator[Row]:
    match node:
        case Sentence():
            yield from _line(node, level, indent)
        case Fold():
            yield _row(indent, (plain(node.head), "head" if node.role == "head" else ""))
            yield from rows(node.body, level, indent + 2)
        case Account():
            equals = f" = {node.total}" if node.total else ""
            yield _row(indent, (f"{plain(node.head)}{equals}", ""), (f" [{node.cite.text}]", "cite"))
            yield from _beside(node.rows, level, indent)
        case Rows():
            yield from _beside(node.rows, level, indent)
        case Heading():
            yield _row(indent, (plain(node.phrases), "head"))
        case Listing():
            for n, item in enumerate(node.items, 1):
                sign = f"{n}." if node.numbered else "·"
                yield _row(indent, (f"{sign} ", ""), *_spans(item))
                yield from rows(item.below, level, indent + 2)
        case Grid():
            yield from _table(node, indent)
        case Share():
            yield _row(indent, (" · ".join(f"{part.name} {part.chance}" for part in node.parts), ""))


def _line(node: Sentence, level: int, indent: int) -> Iterator[Row]:
    indent += 2 * node.depth
    sign = f"{node.sign} " if node.sign else ""
    look: Look = node.mood or ("head" if node.role in ("section", "head") else "")
    yield _row(indent, (sign, look), *_spans(node, look))
    yield from rows(node.below, level, indent + (4 if node.role in ("step", "section") else 2))


def _spans(node: Sentence, look: Look = "") -> Iterator[Span]:
    """The sentence, its citations and its daggers."""
    yield plain(node.phrases), look
    if node.cites:
        yield f" [{', '.join(cite.text for cite in node.cites)}]", "cite"
    signs = dict.fromkeys(dagger.sign for dagger in node.daggers)
    yield "".join(f" {sign}" for sign in signs), ""


def _beside(found: Iterable[tuple[str, Sentence]], level: int, indent: int) -> Iterator[Row]:
    """Sentences with their numbers before them."""
    for amount, line in found:
        if line.level <= level:
            yield _row(indent, (f"{amount:>{AMOUNT}}  ", ""), *_spans(line))
            yield from rows(line.below, level, indent + AMOUNT + 1)


def _row(indent: int, *spans: Span) -> Row:
    pad: Span = (" " * indent, "")
    return tuple(span for span in (pad, *spans) if span[0])


# -- tables --------------------------------------------------------------------------------------------------------
def _table(node: Grid, indent: int) -> Iterator[Row]:
    """Words and bars to the left, figures to the right."""
    heads = (tuple(map(Field, node.heads)),) if node.heads else ()
    listed = (*heads, *node.rows)
    wide = max(map(len, listed), default=0)
    widths = [max((_width(row[n]) for row in listed if n < len(row)), default=0) for n in range(wide)]
    for row in listed:
        cells = (_cell(cell, widths[n], n) for n, cell in enumerate(row))
        yield _row(indent, ("  ".join(cells).rstrip(), ""))


def _width(cell: Field) -> int:
    """What spans several columns widens none."""
    return len(plain(cell.phrases)) if cell.span == 1 else 0


def _cell(cell: Field, width: int, column: int) -> str:
    letters = plain(cell.phrases)
    if cell.span > 1:
        return letters
    left = column == 0 or any(isinstance(one, Bar) for one in cell.phrases)
    return letters.ljust(width) if left else letters.rjust(width)
