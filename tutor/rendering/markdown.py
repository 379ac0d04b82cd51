"""What is told as Markdown, for notebooks and for pages of the web: nested lists, tables, citations as links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from tutor.engine.told import (
    Account,
    Bar,
    Cite,
    Dagger,
    Field,
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

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$])")
LEADING = re.compile(r"^(\s*)([-+]|\d+[.)])(?=\s)")  # what would begin a list
STYLES = {"strong": "**{}**", "struck": "**{}**", "soft": "*{}*"}


def markdown(nodes: Iterable[Node], level: int = 2, link: Callable[[Cite], str] = lambda cite: f"#{cite.ref}") -> str:
    """A tree up to a level; `link` says where a citation leads."""
    return "\n".join(_Writer(level, link).nodes(nodes, 0))


def escaped(text: str) -> str:
    """Text that Markdown leaves as it stands."""
    return LEADING.sub(lambda found: f"{found.group(1)}\\{found.group(2)}", SPECIAL.sub(r"\\\1", text))


class _Writer:
    def __init__(self, level: int, link: Callable[[Cite], str]) -> None:
        self.level, self.link = level, link

    def nodes(self, nodes: Iterable[Node], depth: int) -> Iterator[str]:
        for node in nodes:
            if node.level <= self.level:
                yield from self.node(node, depth)

    def node(self, node: Node, depth: int) -> Iterator[str]:
        match node:
            case Sentence():
                yield from self.item(depth + node.depth, self.line(node), node.below)
            case Fold():
                yield from self.item(depth, self.phrases(node.head), node.body)
            case Account():
                equals = f" = **{escaped(node.total)}**" if node.total else ""
                yield self.bullet(depth, f"{self.phrases(node.head)}{equals} {self.cite(node.cite)}")
                yield from self.beside(node.rows, depth + 1)
            case Rows():
                yield from self.beside(node.rows, depth)
            case Heading():
                yield f"\n**{self.phrases(node.phrases)}**\n"
            case Listing():
                for n, one in enumerate(node.items, 1):
                    sign = f"{n}." if node.numbered else "-"
                    yield f"{'  ' * depth}{sign} {self.line(one)}"
            case Grid():
                yield from self.table(node)
            case Share():
                parts = " · ".join(f"{escaped(part.name)} {escaped(part.chance)}" for part in node.parts)
                yield self.bullet(depth, parts)

    def item(self, depth: int, told: str, below: Iterable[Node]) -> Iterator[str]:
        yield self.bullet(depth, told)
        yield from self.nodes(below, depth + 1)

    def beside(self, rows: Iterable[tuple[str, Sentence]], depth: int) -> Iterator[str]:
        for amount, line in rows:
            if line.level <= self.level:
                yield from self.item(depth, f"**{escaped(amount)}** {self.line(line)}", line.below)

    @staticmethod
    def bullet(depth: int, told: str) -> str:
        return f"{'  ' * depth}- {told}"

    # -- in a line ----------------------------------------------------------------------------------------------
    def line(self, node: Sentence) -> str:
        sign = f"{node.sign} " if node.sign and node.sign != "·" else ""
        daggers = "".join(f" {sign}" for sign in dict.fromkeys(dagger.sign for dagger in node.daggers))
        return " ".join((f"{sign}{self.phrases(node.phrases)}", *map(self.cite, node.cites))) + daggers

    def phrases(self, phrases: Phrases) -> str:
        return "".join(map(self.inline, phrases))

    def inline(self, one: Inline) -> str:
        match one:
            case Phrase():
                return STYLES.get(one.style, "{}").format(escaped(one.text)) if one.text.strip() else one.text
            case Dagger():
                return one.sign
            case Bar():
                return eighths(one.share)
            case Cite():
                return self.cite(one)

    def cite(self, cite: Cite) -> str:
        return f"[{escaped(cite.text)}]({self.link(cite)})" if cite.known else f"\\[{escaped(cite.text)}\\]"

    # -- tables -------------------------------------------------------------------------------------------------
    def table(self, node: Grid) -> Iterator[str]:
        wide = max((sum(cell.span for cell in row) for row in node.rows), default=0)
        heads = [self.phrases(head) for head in node.heads] + [""] * (wide - len(node.heads))
        yield f"\n| {' | '.join(heads)} |"
        yield f"|{'|'.join(['---', *['---:'] * (wide - 1)])}|"
        yield from (f"| {' | '.join(self.cells(row))} |" for row in node.rows)
        yield ""

    def cells(self, row: tuple[Field, ...]) -> Iterator[str]:
        for cell in row:
            yield self.phrases(cell.phrases)
            yield from [""] * (cell.span - 1)
