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
        cited = f"{game}:{rule}"
        super().__init__(f"{cited} is not a rule of this rulebook")


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
        game = self.game.upper()
        return f"{game} {self.printed}"

    def _repr_html_(self) -> str:
        return notebook.html(self)


def chapter_of(rule: str) -> str:
    """The first part of an id: `13` of `13.4.3.A`."""
    first, *_ = re.split(r"[.\-]", rule, maxsplit=1)
    return first


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
        if self.side not in ("", side):
            return False
        return not self.nations or nation in self.nations


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
        given = self._given
        return given() if callable(given) else given

    @property
    def title(self) -> Text:
        """What the booklet calls itself."""
        game = self.data["game"]
        return Text.of(game.get("title") or self.game)

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
        for rule in self.data["rules"]:
            yield self[rule]

    def __len__(self) -> int:
        return len(self.data["rules"])

    @cached_property
    def chapters(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of every chapter, in the booklet's order."""
        found: dict[str, list[str]] = {}
        for rule in self.data["rules"]:
            chapter = found.setdefault(chapter_of(rule), [])
            chapter.append(rule)
        return {chapter: tuple(rules) for chapter, rules in found.items()}

    @cached_property
    def boxes(self) -> Mapping[str, Box]:
        """What lies beside the maps for counters, in the order in which it is shown."""
        found = {}
        entries = self.data.get("boxes", {})
        for id, entry in entries.items():
            rules = tuple(entry["rules"])
            nations = frozenset(entry.get("nations", ()))
            found[id] = Box(id, rules, entry.get("side", ""), nations)
        return found

    @cached_property
    def alone(self) -> tuple[Alone, ...]:
        """The games within the game."""
        found = []
        entries = self.data.get("alone", {})
        for id, entry in entries.items():
            name = Text.of(entry["name"])
            rules = frozenset(entry["rules"])
            found.append(Alone(id, name, rules))
        return tuple(found)

    @cached_property
    def undecided(self) -> Mapping[str, Text]:
        """Why some rules decide no answer: without them nothing would be otherwise, or nothing could be asked."""
        found: dict[str, Text] = {}
        entries = self.data.get("undecided") or ()
        for entry in entries:
            why = Text.of(entry["why"])
            found |= dict.fromkeys(entry["rules"], why)
        return found

    @property
    def ground(self) -> Mapping[str, tuple[str, ...]]:
        """What terrain, hexsides, roads and links a map may have; a part that is not told may be anything."""
        ground = self.data["game"].get("ground", {})
        return {part: tuple(kinds) for part, kinds in ground.items()}

    @property
    def ringed(self) -> Mapping[str, str]:
        """The terrain that a hex has by its hexsides alone, and of which kind all of these then are."""
        game = self.data["game"]
        found: Mapping[str, str] = game.get("ringed", {})
        return found

    @property
    def tables(self) -> Mapping[str, Any]:
        return self.data["tables"]  # type: ignore[no-any-return]

    @property
    def readings(self) -> Mapping[str, Any]:
        return self.data["readings"]  # type: ignore[no-any-return]


def _digest(folder: Path) -> Mapping[str, Any]:
    """The compiled digest, unless a source is newer."""
    import json

    compiled, source = folder / COMPILED, folder / "rulebook"
    if not _is_fresh(compiled, source):
        return compile_digest(source)
    digest: Mapping[str, Any] = json.loads(compiled.read_bytes())
    return digest


def _is_fresh(compiled: Path, source: Path) -> bool:
    """Whether a compiled digest says what its source says. An installed game has no source: there the code beside the
    digest is as new as the digest, and which of them was unpacked last says nothing."""
    if not compiled.exists():
        return False
    if not source.is_dir():
        return True
    made = compiled.stat().st_mtime
    return made >= _newest(source)


def compile_digest(source: Path) -> dict[str, Any]:
    """Read a digest's YAML folder whole; through JSON, so that both forms have the same (string) keys."""
    import json

    game = source.parent
    digest: dict[str, Any] = {"rules": _rules(source / "rules"), "tables": _tables(source / "tables")}
    for part in PARTS:
        digest[part] = _read(source / f"{part}.yaml") or {}
    words = digest["words"] = _read(game / MESSAGES) or {}
    messages = words.setdefault("messages", {})
    messages.update(_headings(digest["sequence"]))
    digest["said"] = _said(game, digest["rules"], messages)
    written = json.dumps(digest)
    read: dict[str, Any] = json.loads(written)
    return read


def _tables(folder: Path) -> dict[str, Any]:
    """Every table by its name, which is its file's."""
    files = sorted(folder.glob("*.yaml"))
    return {path.stem: _read(path) for path in files}


def _rules(folder: Path) -> dict[str, Any]:
    """Every clause with its parent, in the booklet's order."""
    found: dict[str, Any] = {}
    for path in sorted(folder.glob("*.yaml")):
        entries = _read(path) or {}
        for rule, entry in entries.items():
            if rule in found:
                raise ValueError(f"{path}: rule {rule} stands in two files")
            found[rule] = entry
    in_order = sorted(found, key=lambda rule: _first_line(found[rule]))
    rules = {rule: found[rule] for rule in in_order}
    for rule, entry in rules.items():
        entry.setdefault("parent", parent_of(rule, rules))
    return rules


def _said(folder: Path, rules: Mapping[str, Any], messages: Mapping[str, Any]) -> dict[str, list[str]]:
    """Of every rule that the code of a game cites, the kinds of message it does so with."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.glob("*.py")):
        code = path.read_text("utf-8")
        for rule, kind in _SAID.findall(code):
            if rule not in rules or kind not in messages:
                continue
            kinds = found.setdefault(rule, [])
            if kind not in kinds:
                kinds.append(kind)
    return found


def _headings(sequence: Mapping[str, Any]) -> dict[str, Any]:
    """The names of the phases, as headings of what happens in them."""
    found: dict[str, Any] = {}
    for id, row in sequence.items():
        parts = row.get("parts", {})
        found[f"phase.{id}"] = row["name"]
        found.update(_headings(parts))
    return found


def write_compiled(folder: Path) -> Path:
    """Compile a rule set's digest into the file that is loaded."""
    import json

    target = folder / COMPILED
    digest = compile_digest(folder / "rulebook")
    written = json.dumps(digest, ensure_ascii=False)
    target.write_text(written, "utf-8")
    return target


def _first_line(entry: Mapping[str, Any]) -> int:
    """The first line of the booklet in which a clause stands."""
    lines = str(entry["lines"])
    first = re.search(r"\d+", lines)
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
    files = [Path(__file__), game / MESSAGES]
    files += source.rglob("*.yaml")
    files += game.glob("*.py")
    changes = [path.stat().st_mtime for path in files if path.exists()]
    return max(changes, default=0.0)
