"""The line that was played, with the point of no return; files, pictures, and what a chronicler notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from html import escape
from itertools import count, pairwise
from pathlib import Path

import ipywidgets as W

from tutor import recorded
from tutor.board import gestures, recording, telling
from tutor.board.dice import is_draw
from tutor.board.drawers.part import Part
from tutor.board.drawers.saving import Saving
from tutor.board.notes import COLOURS, Shape
from tutor.board.png import paintable
from tutor.board.setting import unsaved
from tutor.board.widgets import button, lay, row
from tutor.engine.play import Moment
from tutor.files.faults import BadFile
from tutor.files.writing import load_record, refuse_to_write, save_record, to_yaml, write_whole


class Records(Part):
    """Comments, shapes and sources belong to the moment that the table stands at."""

    key = "record"

    def build(self) -> None:
        self.saving = Saving(self, "record.yaml", self._save)
        self.file, self.save = self.saving.file, self.saving.save
        self.load, self.picture = button(), button()
        for widget, act in ((self.load, self._load), (self.picture, self._picture)):
            widget.on_click(self.pressed(self.filed(act)))
        self.comment = W.Textarea(layout=W.Layout(width="98%", height="56px"), continuous_update=False)
        self.sources = W.Text(layout=W.Layout(width="98%"), continuous_update=False)
        self.comment.observe(self.heard(partial(self.turn, gestures.comment)), "value")
        self.sources.observe(self.heard(partial(self.turn, gestures.cite)), "value")
        style = {"button_width": "auto"}
        self.pen = W.ToggleButtons(options=[("–", ""), ("○", "ring"), ("→", "arrow")], style=style)
        self.colour = W.ToggleButtons(options=[(one, one) for one in COLOURS], style=style)
        self.pen.observe(self.heard(lambda _: setattr(self, "origin", None)), "value")
        self.told, self.lines = W.HTML(), W.HTML()
        self.origin: str | None = None
        files = row(self.file, self.save, self.load, self.picture)
        drawing = row(self.pen, self.colour)
        lay(self.box, self.lines, self.comment, self.sources, drawing, files, self.told)

    def relabel(self) -> None:
        self.told.value = ""
        self.labelled(("load", self.load), ("picture", self.picture), ("note", self.comment), ("sources", self.sources))
        self.saving.relabel()
        self.quiet = True
        for widget, keys in ((self.pen, ("", "ring", "arrow")), (self.colour, COLOURS)):
            kept = widget.value
            widget.options = [(self.say(f"pen.{key or 'off'}"), key) for key in keys]
            widget.value = kept
        self.quiet = False

    def show(self) -> None:
        self.saving.show()
        self.quiet = True
        noted = self.desk.noted
        self.comment.value = noted.written(self.desk.lang)
        self.comment.placeholder = noted.told(self.desk.lang) or self.say("note-hint")
        self.sources.value = "; ".join(noted.sources)
        self.quiet = False
        self.lines.value = f'<div class="tt story">{"".join(self._lines())}</div>'

    def _lines(self) -> Iterator[str]:
        """Every answer and roll of the line with its comment; under the one that is looked at what came of it."""
        entries, moments = self.desk.line.entries, self.desk.line.now.line[1:]
        heads = [n for n, entry in enumerate(entries) if entry.what in ("choice", "roll")]
        last_roll = max((n for n in heads if entries[n].what == "roll"), default=-1)
        yield from self._begun(heads)
        for number, (head, end) in enumerate(pairwise((*heads, len(entries))), 1):
            here = self._at(head, end, len(entries))
            yield self._step(head, f"{number}. ", "now" * here, self._drawn(head, end))
            said = self.desk.notes[moments[number - 1]].told(self.desk.lang) if self._noted(moments, number) else ""
            yield f'<div class="gist">{escape(said)}</div>' if said else ""
            if here:
                yield from (self._step(n, "", "below") for n in range(head + 1, end) if entries[n].what == "say")
            if head == last_roll:
                yield f'<div class="line">{escape(self.say("no-return"))}</div>'

    def _begun(self, heads: list[int]) -> Iterator[str]:
        """Before the first answer nothing can be read but that."""
        if not heads:
            yield f"<p>{escape(self.say('story-empty'))}</p>"

    def _at(self, head: int, end: int, told: int) -> bool:
        """Whether a step, or what came of it, is looked at; at the present the last one."""
        frame = self.desk.frame
        return end == told if frame is None else head <= frame < end

    def _noted(self, moments: list[Moment], number: int) -> bool:
        return number <= len(moments) and moments[number - 1] in self.desk.notes

    def _drawn(self, head: int, end: int) -> str:
        """What was drawn, for whoever may know it: its number in the pile says nothing to anybody."""
        entries, words = self.desk.line.entries, self.desk.words()
        if entries[head].what != "roll" or not is_draw(entries[head]):
            return ""
        said = next((one for one in entries[head + 1 : end] if one.what == "say"), None)
        return f"⚄ {telling.briefly(said, words)}" if said is not None and self.desk.may_read(said) else ""

    def _step(self, n: int, number: str, kind: str, drawn: str = "") -> str:
        """One step, which can be gone to; what its side keeps to itself is not told."""
        entry = self.desk.line.entries[n]
        readable = self.desk.may_read(entry)
        words = (drawn or telling.briefly(entry, self.desk.words())) if readable else self.say("sealed")
        told = escape(words, quote=False)
        looked = " looked" * (n == self.desk.frame)
        current = ' aria-current="step"' if looked else ""
        return (
            f'<button type="button" class="tale {kind}{looked}" data-act="step" data-value="{n}"{current}>'
            f"{number}{told}</button>"
        )

    # -- notes --------------------------------------------------------------------------------------------------
    def points(self, place: str | None, unit: str | None) -> bool:
        """With a pen in hand a click draws."""
        where = place or (self.desk.line.state.pieces[unit].place if unit else None)
        if not self.pen.value or where is None:
            return False
        if self.pen.value == "ring":
            self.turn(gestures.draw, Shape((where,), self.colour.value))
        elif self.origin is None or self.origin == where:
            self.origin = where
        else:
            self.turn(gestures.draw, Shape((self.origin, where), self.colour.value))
            self.origin = None
        return True

    # -- files --------------------------------------------------------------------------------------------------
    def _save(self, path: Path, over: bool) -> None:
        """The record; beside it the position that it begins with, where that has no file of its own yet."""
        record, files = recording.record(self.desk), [str(path)]
        found = self.desk.found
        if unsaved(found):
            found = replace(found, name=str(path.with_name(f"{path.stem}-scenario.yaml")))
            record = replace(record, scenario=found.name)
            files.append(found.name)
            refuse_to_write(path, over)
            write_whole(Path(found.name), to_yaml(found.data), over)
        save_record(record, path, over)
        self.turn(gestures.rename, found)
        self._told(self.say("saved", file=", ".join(files)))

    def _load(self) -> None:
        """The record of this scenario; of any other where it belongs."""
        path, here = Path(self.file.value), self.desk.found.name
        try:
            record = load_record(path)
            faults = recorded.check(path)
            if faults:
                raise BadFile(faults)
        except BadFile as bad:
            self._told(*bad.told(self.desk.lang))
            return
        if record.scenario != here:
            self._told(self.say("other-record", scenario=record.scenario, here=here))
            return
        self.turn(gestures.resume, record)
        self._told()

    def _picture(self) -> None:
        """The position as SVG, and as PNG where it can be painted, with the next number that is free."""
        stem = Path(self.file.value).with_suffix("")
        names = (f"{stem}-{number:02d}" for number in count(1))
        name = next(name for name in names if not any(Path(f"{name}.{form}").exists() for form in ("svg", "png")))
        saved = [f"{name}.svg"]
        write_whole(Path(saved[0]), str(self.table.picture("svg")))
        if paintable():
            saved.insert(0, f"{name}.png")
            write_whole(Path(saved[0]), bytes(self.table.picture("png")))  # type: ignore[arg-type]
        self._told(self.say("saved", file=", ".join(saved)))

    def _told(self, *lines: str) -> None:
        self.told.value = "<br>".join(map(escape, lines))
