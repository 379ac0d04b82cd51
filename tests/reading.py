"""A page as somebody reads it: its links, headings and fields, and the words that are seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "img", "br", "option"}
UNREAD = {"style", "script"}


@dataclass
class Node:
    tag: str
    attributes: dict[str, str]
    parts: list[Node | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        if self.tag in UNREAD:
            return ""
        return " ".join("".join(one if isinstance(one, str) else f" {one.text} " for one in self.parts).split())

    def all(self, tag: str) -> list[Node]:
        inner = [one for one in self.parts if isinstance(one, Node)]
        return [found for one in inner for found in ([one] if one.tag == tag else []) + one.all(tag)]

    def every(self, attribute: str) -> list[str]:
        """What stands in this attribute, on the whole page."""
        here = [self.attributes[attribute]] if attribute in self.attributes else []
        return here + [found for one in self.parts if isinstance(one, Node) for found in one.every(attribute)]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Node("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].parts.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element of a drawing may close itself; on a page only one that is always empty."""
        assert tag in VOID or any(node.tag == "svg" for node in self.open) or tag == "svg", f"<{tag}/>"
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].parts.append(data)


def read(html: str) -> Node:
    """The page; every element is closed."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1, [node.tag for node in reader.open]
    return reader.open[0]
