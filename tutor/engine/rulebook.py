"""A rulebook's digest: every rule with its id, and the tables, readings and words that go with it.

The source is a folder of YAML beside each rule set; a JSON compiled from it is what gets loaded, since
YAML of this size takes a second to read. The JSON is rebuilt in memory when a source is newer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from tutor.engine import notebook
from tutor.engine.facts import value
from tutor.engine.text import Text

COMPILED, MESSAGES = "rulebook.json", "messages.yaml"
PARTS = ("game", "alone", "boxes", "readings", "glossary", "traps", "concepts", "asked", "sequence", "undecided")
_SAID = re.compile(r'"([^"\s]+)",\s*"([a-z][\w.-]*)"')  # as code says it: a rule, and the kind of message
_CUTS = re.compile(r"[.\-_]|(?<=\d)(?=[a-z])")


class UnknownRule(KeyError):
    """A citation of a rule that the rulebook does not have."""

    def __init__(self, game: str, rule: str) -> None:
        super().__init__(f"{game}:{rule} is not a rule of this rulebook")


@value
class Rule:
    """One clause of a booklet."""

    game: str
    id: str
    printed: str
    parent: str | None
    lines: str
    kind: str
    effects: tuple[str, ...]
    text: str
    title: Text
    gist: Text

    @property
    def ref(self) -> str:
        return f"{self.game}:{self.id}"

    @property
    def chapter(self) -> str:
        return chapter_of(self.id)

    @property
    def cited(self) -> str:
        """As people write it: `SE 13.4.3`."""
        return f"{self.game.upper()} {self.printed}"

    def _repr_html_(self) -> str:
        return notebook.html(self)


def chapter_of(rule: str) -> str:
    """The first part of an id: `13` of `13.4.3.A`."""
    return re.split(r"[.\-]", rule, maxsplit=1)[0]


def parent_of(rule: str, ids: Mapping[str, Any]) -> str | None:
    """The nearest clause above `rule` that has an id of its own."""
    ends = [m.start() for m in _CUTS.finditer(rule)]
    for end in reversed(ends):
        above = rule[:end]
        for candidate in (above, f"{above}.0", f"{above}-a"):
            if candidate in ids and candidate != rule:
                return candidate
    return None


@value
class Box:
    """A place beside the maps where counters lie; whose, where the booklet says so. Its name is a noun of the game."""

    id: str
    rules: tuple[str, ...] = ()
    side: str = ""
    nations: frozenset[str] = frozenset()

    def holds(self, side: str, nation: str) -> bool:
        """Whether a counter of this side and nation may lie in it."""
        return self.side in ("", side) and (not self.nations or nation in self.nations)


@value
class Alone:
    """What the booklet lets one play alone, and the rules of it."""

    id: str
    name: Text
    rules: frozenset[str]


class Rulebook:
    """One rule set's digest: given, or read from its folder when it is first asked for something."""

    def __init__(self, game: str, data: Mapping[str, Any] | Callable[[], Mapping[str, Any]]) -> None:
        self.game = game
        self._given = data

    @classmethod
    def load(cls, game: str, folder: Path) -> Rulebook:
        return cls(game, partial(_digest, folder))

    @cached_property
    def data(self) -> Mapping[str, Any]:
        return self._given() if callable(self._given) else self._given

    @property
    def title(self) -> Text:
        """What the booklet calls itself."""
        return Text.of(self.data["game"].get("title") or self.game)

    def __contains__(self, rule: object) -> bool:
        return rule in self.data["rules"]

    def __getitem__(self, rule: str) -> Rule:
        try:
            entry = self.data["rules"][rule]
        except KeyError:
            raise UnknownRule(self.game, rule) from None
        return Rule(
            game=self.game,
            id=rule,
            printed=entry["printed"],
            parent=entry["parent"],
            lines=entry["lines"],
            kind=entry["kind"],
            effects=tuple(entry.get("effects", ())),
            text=entry["text"],
            title=Text.of(entry.get("title")),
            gist=Text.of(entry.get("gist")),
        )

    def __iter__(self) -> Iterator[Rule]:
        return (self[rule] for rule in self.data["rules"])

    def __len__(self) -> int:
        return len(self.data["rules"])

    @cached_property
    def chapters(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of every chapter, in the booklet's order."""
        found: dict[str, list[str]] = {}
        for rule in self.data["rules"]:
            found.setdefault(chapter_of(rule), []).append(rule)
        return {chapter: tuple(ids) for chapter, ids in found.items()}

    @cached_property
    def boxes(self) -> Mapping[str, Box]:
        """What lies beside the maps for counters, in the order in which it is shown."""
        return {
            id: Box(id, tuple(entry["rules"]), entry.get("side", ""), frozenset(entry.get("nations", ())))
            for id, entry in self.data.get("boxes", {}).items()
        }

    @cached_property
    def alone(self) -> tuple[Alone, ...]:
        """The games within the game."""
        found = []
        for id, entry in self.data.get("alone", {}).items():
            rules = frozenset(entry["rules"])
            found.append(Alone(id, Text.of(entry["name"]), rules))
        return tuple(found)

    @cached_property
    def undecided(self) -> Mapping[str, Text]:
        """Why some rules decide no answer: without them nothing would be otherwise, or nothing could be asked."""
        entries = self.data.get("undecided") or ()
        return {rule: Text.of(entry["why"]) for entry in entries for rule in entry["rules"]}

    @property
    def ground(self) -> Mapping[str, tuple[str, ...]]:
        """What terrain, hexsides, roads and links a map may have; a part that is not told may be anything."""
        return {part: tuple(kinds) for part, kinds in self.data["game"].get("ground", {}).items()}

    @property
    def ringed(self) -> Mapping[str, str]:
        """The terrain that a hex has by its hexsides alone, and of which kind all of these then are."""
        found: Mapping[str, str] = self.data["game"].get("ringed", {})
        return found

    @property
    def tables(self) -> Mapping[str, Any]:
        return self.data["tables"]  # type: ignore[no-any-return]

    @property
    def readings(self) -> Mapping[str, Any]:
        return self.data["readings"]  # type: ignore[no-any-return]


def _digest(folder: Path) -> Mapping[str, Any]:
    """The compiled digest, unless a source is newer. An installed game has no source: there the code beside the digest
    is as new as the digest, and which of them was unpacked last says nothing."""
    import json

    compiled, source = folder / COMPILED, folder / "rulebook"
    if compiled.exists() and (not source.is_dir() or compiled.stat().st_mtime >= _newest(source)):
        digest: Mapping[str, Any] = json.loads(compiled.read_bytes())
        return digest
    return compile_digest(source)


def compile_digest(source: Path) -> dict[str, Any]:
    """Read a digest's YAML folder whole; through JSON, so that both forms have the same (string) keys."""
    import json

    rules = _rules(source / "rules")
    tables = {path.stem: _read(path) for path in sorted((source / "tables").glob("*.yaml"))}
    parts = {part: _read(source / f"{part}.yaml") or {} for part in PARTS}
    words = _read(source.parent / MESSAGES) or {}
    words.setdefault("messages", {}).update(_headings(parts["sequence"]))
    parts["words"] = words
    parts["said"] = _said(source.parent, rules, words["messages"])
    digest: dict[str, Any] = json.loads(json.dumps({"rules": rules, "tables": tables, **parts}))
    return digest


def _rules(folder: Path) -> dict[str, Any]:
    """Every clause with its parent, in the booklet's order."""
    found: dict[str, Any] = {}
    for path in sorted(folder.glob("*.yaml")):
        for rule, entry in (_read(path) or {}).items():
            if rule in found:
                raise ValueError(f"{path}: rule {rule} stands in two files")
            found[rule] = entry
    rules = dict(sorted(found.items(), key=lambda item: _place(item[1])))
    for rule, entry in rules.items():
        entry.setdefault("parent", parent_of(rule, rules))
    return rules


def _said(folder: Path, rules: Mapping[str, Any], messages: Mapping[str, Any]) -> dict[str, list[str]]:
    """Of every rule that the code of a game cites, the kinds of message it does so with."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted(folder.glob("*.py")):
        code = path.read_text("utf-8")
        for rule, kind in _SAID.findall(code):
            if rule in rules and kind in messages:
                found.setdefault(rule, {})[kind] = None
    return {rule: [*kinds] for rule, kinds in found.items()}


def _headings(sequence: Mapping[str, Any]) -> dict[str, Any]:
    """The names of the phases, as headings of what happens in them."""
    found: dict[str, Any] = {}
    for id, row in sequence.items():
        found |= {f"phase.{id}": row["name"], **_headings(row.get("parts", {}))}
    return found


def write_compiled(folder: Path) -> Path:
    """Compile a rule set's digest into the file that is loaded."""
    import json

    target = folder / COMPILED
    target.write_text(json.dumps(compile_digest(folder / "rulebook"), ensure_ascii=False), "utf-8")
    return target


def _place(entry: Mapping[str, Any]) -> int:
    first = re.search(r"\d+", str(entry["lines"]))
    return int(first.group()) if first else 0


def _read(path: Path) -> Any:
    if not path.exists():
        return None
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_text("utf-8"), loader)


def _newest(source: Path) -> float:
    """The newest change below `source`, of the words beside it, of the code that cites its rules, of this compiler."""
    game = source.parent
    files = [*source.rglob("*.yaml"), game / MESSAGES, *game.glob("*.py"), Path(__file__)]
    changes = [path.stat().st_mtime for path in files if path.exists()]
    return max(changes, default=0.0)
