"""YAML read into a tree that knows where everything stands.

Built from the parser's events alone: no constructor, no tags, no merge keys, so nothing in a file can run code.
Whole numbers, true, false and null are what they say; all else is text, and so are all keys. A file of ids
like `0225` and `13.10` would otherwise be quietly misread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml

from tutor.files.faults import Fault, Mark

SIZE = 2_000_000
NODES = 200_000
DEPTH = 40
ALIASES = 1_000
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_WORDS: Mapping[str, Any] = {"true": True, "false": False, "null": None, "~": None, "": None}
_TEXT_TAGS = (None, "!", "tag:yaml.org,2002:str")


@dataclass(slots=True)
class Node:
    """A value with its place in the file. A mapping's keys have their own places."""

    mark: Mark
    value: Any = None
    items: list[Node] | None = None
    entries: dict[str, Node] | None = None
    keys: dict[str, Mark] = field(default_factory=dict)
    size: int = 1

    @classmethod
    def of(cls, data: Any, mark: Mark) -> Node:
        """Plain data as a tree all of whose parts stand at one place."""
        if isinstance(data, Mapping):
            return cls(mark, entries={str(key): cls.of(value, mark) for key, value in data.items()})
        if isinstance(data, (list, tuple)):
            return cls(mark, items=[cls.of(value, mark) for value in data])
        return cls(mark, data)

    def plain(self) -> Any:
        """The data without its places."""
        if self.entries is not None:
            return {key: node.plain() for key, node in self.entries.items()}
        if self.items is not None:
            return [node.plain() for node in self.items]
        return self.value

    def child(self, part: object) -> Node | None:
        if self.entries is not None:
            return self.entries.get(str(part))
        if self.items is not None and isinstance(part, int) and 0 <= part < len(self.items):
            return self.items[part]
        return None

    def at(self, path: Sequence[object]) -> Node:
        """The deepest node on a path; parts that the file does not have are passed over."""
        node = self
        for part in path:
            node = node.child(part) or node
        return node

    def place(self, path: Sequence[object], *, key: bool = False) -> Mark:
        """Where a path stands in the file; with `key`, where its last key is written."""
        above = self.at(path[:-1]) if path else self
        if key and path and str(path[-1]) in above.keys:
            return above.keys[str(path[-1])]
        return self.at(path).mark


class Refusal(Exception):
    """A file that cannot be read at all."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.kind)
        self.fault = fault


def read(text: str, name: str) -> tuple[Node, list[Fault]]:
    """The tree of a file, and the faults that leave a tree (keys written twice); raises Refusal."""
    if len(text.encode()) > SIZE:
        raise Refusal(Fault(name, Mark(1, 1), "too-big", {"limit": SIZE}))
    builder = _Builder(name)
    try:
        return builder.document(yaml.parse(text, Loader=LOADER)), builder.faults
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = Mark(mark.line + 1, mark.column + 1) if mark else Mark(1, 1)
        raise Refusal(Fault(name, at, "not-yaml", {"problem": error.problem or str(error)})) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise Refusal(Fault(name, Mark(line, 1), "not-yaml", {"problem": error.reason})) from error


class Pure(yaml.SafeLoader):
    """Where there is no libyaml (in a browser) the same files are read: `{fr: Qui passe ?, en: Who passes?}`.

    PyYAML's own scanner ends a bare text between braces at every question mark, libyaml at none.
    """

    def scan_plain(self) -> Any:
        if not self.flow_level:
            return super().scan_plain()
        self.peek = self._no_mark  # type: ignore[method-assign]
        try:
            return super().scan_plain()
        finally:
            del self.peek

    def _no_mark(self, index: int = 0) -> str:
        """The letter ahead; a question mark is one like any other."""
        found: str = super().peek(index)
        return "." if found == "?" else found


LOADER = getattr(yaml, "CSafeLoader", Pure)  # libyaml's is six times as fast


class _Builder:
    """Turns parser events into nodes, counting as it goes: an alias counts as all that it repeats."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[Fault] = []
        self.anchors: dict[str, Node | None] = {}
        self.nodes = 0
        self.aliases = 0

    def document(self, events: Iterator[Any]) -> Node:
        root: Node | None = None
        for event in events:
            if isinstance(event, (yaml.ScalarEvent, yaml.CollectionStartEvent, yaml.AliasEvent)):
                if root is not None:
                    raise self._refuse(event, "one-document")
                root = self.node(event, events, 1)
        if root is None:
            raise Refusal(Fault(self.name, Mark(1, 1), "empty"))
        return root

    def node(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        if event.tag not in _TEXT_TAGS:
            raise self._refuse(event, "tag", tag=event.tag)
        self._count(event, 1)
        if depth > DEPTH:
            raise self._refuse(event, "too-deep", limit=DEPTH)
        if event.anchor:
            self.anchors[event.anchor] = None
        if isinstance(event, yaml.ScalarEvent):
            node = Node(_mark(event), _scalar(event))
        elif isinstance(event, yaml.SequenceStartEvent):
            node = self._sequence(event, events, depth)
        else:
            node = self._mapping(event, events, depth)
        if event.anchor:
            self.anchors[event.anchor] = node
        return node

    def _sequence(self, start: Any, events: Iterator[Any], depth: int) -> Node:
        items: list[Node] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.append(self.node(event, events, depth + 1))
        return Node(_mark(start), items=items, size=1 + sum(item.size for item in items))

    def _mapping(self, start: Any, events: Iterator[Any], depth: int) -> Node:
        entries: dict[str, Node] = {}
        keys: dict[str, Mark] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent) or event.tag not in _TEXT_TAGS:
                raise self._refuse(event, "plain-key")
            key = event.value
            if key == "<<" and not event.style:
                raise self._refuse(event, "merge-key")
            if key in entries:
                self.faults.append(Fault(self.name, _mark(event), "twice", {"key": key, "line": keys[key].line}))
            keys.setdefault(key, _mark(event))
            self._count(event, 1)
            value = self.node(next(events), events, depth + 1)
            entries.setdefault(key, value)
        size = 1 + sum(1 + value.size for value in entries.values())
        return Node(_mark(start), entries=entries, keys=keys, size=size)

    def _alias(self, event: Any) -> Node:
        self.aliases += 1
        if self.aliases > ALIASES:
            raise self._refuse(event, "too-many-aliases", limit=ALIASES)
        node = self.anchors.get(event.anchor)
        if node is None:
            raise self._refuse(event, "alias", alias=event.anchor)
        self._count(event, node.size)
        return node

    def _count(self, event: Any, size: int) -> None:
        self.nodes += size
        if self.nodes > NODES:
            raise self._refuse(event, "too-many-nodes", limit=NODES)

    def _refuse(self, event: Any, kind: str, **facts: Any) -> Refusal:
        return Refusal(Fault(self.name, _mark(event), kind, facts))


def _mark(event: Any) -> Mark:
    return Mark(event.start_mark.line + 1, event.start_mark.column + 1)


def _scalar(event: Any) -> Any:
    if event.style or event.tag:
        return event.value
    if event.value in _WORDS:
        return _WORDS[event.value]
    return int(event.value) if _WHOLE.fullmatch(event.value) else event.value
