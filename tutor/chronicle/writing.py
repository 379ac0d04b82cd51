"""Writing a chronicle: every edit is on the disk before the next, can be undone, and is played and judged at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor import library
from tutor.chronicle import draft as edits
from tutor.chronicle.checked import Story, faults
from tutor.chronicle.course import Misstep, Playing, Step
from tutor.chronicle.draft import Data, Draft, Way
from tutor.engine.play import Line
from tutor.engine.text import Lang
from tutor.files.chronicle import Chronicle
from tutor.files.chronicle import Line as Told
from tutor.files.faults import Fault, Mark
from tutor.files.loading import load, parse
from tutor.files.writing import to_yaml, write_whole

BEFORE = ".before"  # what stood in a file that another hand had written


class Rehearsal(Playing):
    """Plays a draft; of a line that was played before from the same moment it knows what came of it."""

    def __init__(self, known: dict[Hashable, Any]) -> None:
        super().__init__()
        self.known, self.met = known, dict[Hashable, Any]()

    def _step(self, line: Told, at: Line, way: Way, number: str) -> Step | None:
        key = (at, line.rule, line.kind, repr(line.answer), tuple(line.despite), line.fact and repr(line.fact))
        if key not in self.known:
            before = len(self.missteps)
            step = super()._step(line, at, way, number)
            missteps = [Misstep(one.way[len(way) :], one.kind, one.facts, one.on_key) for one in self.missteps[before:]]
            del self.missteps[before:]
            self.known[key] = step, missteps
        step, missteps = self.met[key] = self.known[key]
        self.missteps += [Misstep((*way, *one.way), one.kind, one.facts, one.on_key) for one in missteps]
        if step is None:
            return None
        return Step(
            number=number, way=way, told=line, before=step.before, after=step.after, entries=step.entries,
            ruling=step.ruling, thrown=step.thrown,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Read:
    """A draft as it was played: the story, its steps by their way in the file, and what is wrong with it."""

    story: Story
    steps: dict[Way, Step]
    missteps: tuple[Misstep, ...]

    def wrong(self, way: Way) -> Misstep | None:
        """What keeps a line from being played as it stands."""
        return next((one for one in self.missteps if one.way[: len(way)] == way), None)


class Writing:
    """A chronicle's file while somebody writes in it."""

    def __init__(self, path: Path, draft: Draft | None = None) -> None:
        """From its file; a draft begins a new one."""
        self.path = path
        self._texts: dict[int, tuple[Data, str]] = {}
        self._known: dict[Hashable, Any] = {}
        self._others = False  # whether another hand wrote what stands in the file
        self._past: list[Draft] = []
        self._future: list[Draft] = []
        self._of: Hashable = None
        for left in path.parent.glob(f".{path.name[:40]}.*.part"):
            left.unlink(missing_ok=True)  # somebody was killed while he wrote
        self.draft = draft if draft is not None and not path.exists() else Draft(load(path, "chronicle").data)
        self.scenario = library.scenario(self.draft.data["scenario"])
        readings, options = self.draft.data.get("readings", {}), self.draft.data.get("options")
        self.begun = Line.begun(self.scenario.rules, self.scenario.position(readings, options))
        self.read = self._read()
        self._others = path.exists() and path.read_text("utf-8") != self.text
        if not path.exists():
            self._save()

    # -- edits -----------------------------------------------------------------------------------------
    def do(self, edit: Callable[..., Draft], *given: Any, of: Hashable = None) -> None:
        """An edit, saved. Those of one field, `of`, that follow each other are undone together."""
        self.enter(edit(self.draft, *given), of)

    def enter(self, new: Draft, of: Hashable = None) -> None:
        """What is not in the form of a chronicle is not entered (ValidationError): the file can always be read."""
        if new.data == self.draft.data:
            self.draft = new
            return
        form = Chronicle.model_validate(new.data)
        if of is None or of != self._of:
            self._past.append(self.draft)
        self._of, self._future = of, []
        self._at(new, form)

    def stand(self, way: Way) -> None:
        """To look elsewhere is no edit, but what is typed from then on is another one."""
        self._of = None
        self.draft = edits.stand(self.draft, way)

    def _at(self, draft: Draft, form: Chronicle | None = None) -> None:
        self.draft = draft
        self._save()
        self.read = self._read(form)

    @property
    def may_undo(self) -> bool:
        return bool(self._past)

    @property
    def may_redo(self) -> bool:
        return bool(self._future)

    def undo(self) -> None:
        if self._past:
            self._future.append(self.draft)
            self._of = None
            self._at(self._past.pop())

    def redo(self) -> None:
        if self._future:
            self._past.append(self.draft)
            self._of = None
            self._at(self._future.pop())

    # -- the file -----------------------------------------------------------------------------------------
    @property
    def text(self) -> str:
        """The file as it is written; a line is written anew only where it changed."""
        head = {key: value for key, value in self.draft.data.items() if key != "lines"}
        texts: dict[int, tuple[Data, str]] = {}
        for line in self.draft.data["lines"]:
            known = self._texts.get(id(line))
            texts[id(line)] = known if known is not None and known[0] is line else (line, _line(line))
        self._texts = texts
        return to_yaml(head) + "lines:\n" + "".join(texts[id(line)][1] for line in self.draft.data["lines"])

    def _save(self) -> None:
        if self._others:
            write_whole(self.path.with_name(self.path.name + BEFORE), self.path.read_bytes(), True)
            self._others = False
        write_whole(self.path, self.text, True)

    # -- what comes of it -----------------------------------------------------------------------------------------
    def _read(self, form: Chronicle | None = None) -> Read:
        form = form or Chronicle.model_validate(self.draft.data)
        playing = Rehearsal(self._known)
        course = playing.course(form.lines, self.begun)
        self._known = playing.met
        story = Story(self.path, form, self.scenario, self.begun, course)
        return Read(story, {step.way: step for step in course.walked()}, tuple(playing.missteps))

    @property
    def step(self) -> Step | None:
        """The step at which one stands; None where it cannot be played."""
        return self.read.steps.get(self.draft.at)

    @property
    def here(self) -> Line:
        """The position at which one stands; where a line cannot be played, the last one before it."""
        played = [way for way in self.draft.ways if way in self.read.steps]
        before = [way for way in played if way <= self.draft.at] if played else []
        step = self.step
        if step is not None:
            return step.after
        return self.read.steps[before[-1]].after if before else self.begun

    def faults(self) -> list[tuple[Way | None, Fault]]:
        """What keeps the chronicle from being published, and at which line of it; None where it is the head."""
        loaded = parse(self.text, str(self.path), "chronicle")
        begins = [(loaded.node.place(way), way) for way in self.draft.ways]
        return [(_last_before(begins, one.mark), one) for one in faults(loaded)]


def _last_before(begins: list[tuple[Mark, Way]], mark: Mark) -> Way | None:
    """The line of the chronicle in which a place of the file lies."""
    return next((way for at, way in sorted(begins, reverse=True) if at <= mark), None)


def _line(line: Data) -> str:
    return to_yaml({"lines": [line]}).removeprefix("lines:\n")


def new(path: Path, scenario: str, title: str, lang: Lang, author: str = "") -> Writing:
    """A chronicle on a scenario's board, with a file of its own."""
    return Writing(path, edits.begun(scenario, title, lang, author))
