"""What is told as BBCode, for the forums where players settle what a rule means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tutor.engine.told import (
    Account,
    Bar,
    Cite,
    Dagger,
    Fold,
    Grid,
    Heading,
    Inline,
    Listing,
    Node,
    Phrase,
    Phrases,
    Rows,
    Sentence,
    Share,
    eighths,
)

APART = "\u200b"  # of no width: what stands after it is read as no tag
STYLES = {"strong": "[b]{}[/b]", "struck": "[b]{}[/b]", "soft": "[i]{}[/i]"}


def bbcode(nodes: Iterable[Node], level: int = 2) -> str:
    """A tree up to a level."""
    return "\n".join(_nodes(nodes, level))


def escaped(text: str) -> str:
    """Brackets that are read as brackets."""
    return text.replace("[", f"[{APART}")


def _nodes(nodes: Iterable[Node], level: int) -> Iterator[str]:
    for node in nodes:
        if node.level <= level:
            yield from _node(node, level)


def _node(node: Node, level: int) -> Iterator[str]:
    match node:
        case Sentence():
            yield from _with(_line(node), _nodes(node.below, level))
        case Fold():
            yield from _with(_phrases(node.head), _nodes(node.body, level))
        case Account():
            equals = f" = [b]{escaped(node.total)}[/b]" if node.total else ""
            yield from _with(f"{_phrases(node.head)}{equals} {_cite(node.cite)}", _beside(node.rows, level))
        case Rows():
            yield from _listed(_beside(node.rows, level))
        case Heading():
            yield f"[b]{_phrases(node.phrases)}[/b]"
        case Listing():
            yield "[list=1]" if node.numbered else "[list]"
            yield from (f"[*]{_line(item)}" for item in node.items)
            yield "[/list]"
        case Grid():
            rows = [" · ".join(_phrases(cell.phrases) for cell in row) for row in node.rows]
            heads = [" · ".join(f"[b]{_phrases(head)}[/b]" for head in node.heads)] if node.heads else []
            yield from _listed(iter([*heads, *rows]))
        case Share():
            yield " · ".join(f"{escaped(part.name)} {escaped(part.chance)}" for part in node.parts)


def _with(told: str, below: Iterator[str]) -> Iterator[str]:
    yield told
    yield from _listed(below)


def _listed(lines: Iterator[str]) -> Iterator[str]:
    """Lines as a list; none is no list."""
    found = list(lines)
    if found:
        yield "[list]"
        yield from (line if line.startswith(("[list", "[/list", "[*]")) else f"[*]{line}" for line in found)
        yield "[/list]"


def _beside(rows: Iterable[tuple[str, Sentence]], level: int) -> Iterator[str]:
    for amount, line in rows:
        if line.level <= level:
            yield from _with(f"[b]{escaped(amount)}[/b] {_line(line)}", _nodes(line.below, level))


def _line(node: Sentence) -> str:
    sign = f"{node.sign} " if node.sign and node.sign != "·" else ""
    daggers = "".join(f" {sign}" for sign in dict.fromkeys(dagger.sign for dagger in node.daggers))
    return " ".join((f"{sign}{_phrases(node.phrases)}", *map(_cite, node.cites))) + daggers


def _phrases(phrases: Phrases) -> str:
    return "".join(map(_inline, phrases))


def _inline(one: Inline) -> str:
    match one:
        case Phrase():
            return STYLES.get(one.style, "{}").format(escaped(one.text)) if one.text.strip() else one.text
        case Dagger():
            return one.sign
        case Bar():
            return eighths(one.share)
        case Cite():
            return _cite(one)


def _cite(cite: Cite) -> str:
    return f"[i]({escaped(cite.text)})[/i]"
