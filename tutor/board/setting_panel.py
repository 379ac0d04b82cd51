"""The widgets of set-up mode."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as W

from tutor.board.controls import button, row
from tutor.board.setting import Setting
from tutor.board.stage import Stage

WIDE = W.Layout


class Panel:
    """Take, put, move, turn, remove, edit, paint; told at once what is missing; then play."""

    def __init__(self, part: Any) -> None:
        self.part = part
        self.setting: Setting | None = None
        self.act = W.ToggleButtons(
            options=[(name, name) for name in ("move", "put", "turn", "remove", "paint", "work")]
        )
        self.act.style.button_width = "auto"
        self.tray = W.Dropdown(options=[("", "")], layout=WIDE(width="320px"))
        self.unit = W.Dropdown(options=[("", "")], layout=WIDE(width="320px"))
        self.place = W.Dropdown(options=[("", "")], layout=WIDE(width="320px"))
        self.field = W.Combobox(layout=WIDE(width="220px"))
        self.value = W.Text(layout=WIDE(width="220px"))
        self.terrain = W.Combobox(layout=WIDE(width="220px"))
        self.level = W.Text(layout=WIDE(width="130px"))
        self.do_it, self.put_field, self.undo = button("", "primary"), button(), button()
        self.play, self.save, self.read = button("", "success"), button(), button()
        self.file = W.Text("my-scenario.yaml", layout=WIDE(width="260px"))
        self.text = W.Textarea(layout=WIDE(width="98%", height="180px"))
        self.faults = W.HTML()
        pairs = ((self.do_it, self._do), (self.put_field, self._edit), (self.undo, self._undo), (self.play, self._play),
                 (self.save, self._save), (self.read, self._read))  # fmt: skip
        for widget, handler in pairs:
            widget.on_click(part.pressed(self._changes(handler)))
        self.children = (
            self.act, row(self.tray, self.unit, self.place, self.do_it), row(self.field, self.value, self.put_field),
            row(self.terrain, self.level), self.faults, row(self.play, self.undo, self.file, self.save, self.read),
            self.text,
        )  # fmt: skip

    @property
    def now(self) -> Setting:
        if self.setting is None:
            self.setting = Setting(self.part.desk.found)
        return self.setting

    def _changes(self, handler: Callable[[], Any]) -> Callable[[], None]:
        def changed() -> None:
            handler()
            self.fresh()

        return changed

    # -- acts ---------------------------------------------------------------------------------------------------
    def _do(self) -> None:
        self.apply(self.place.value or None, self.unit.value or None)

    def apply(self, place: str | None, unit: str | None) -> None:
        """The chosen act on a place and a counter."""
        setting, act = self.now, self.act.value
        if act == "put" and place and self.tray.value:
            self.unit_wanted = setting.put(self.tray.value, place)
        elif act == "move" and unit:
            setting.move(unit, place)
        elif act == "turn" and unit:
            setting.turn(unit)
        elif act == "remove" and unit:
            setting.remove(unit)
        elif act == "paint" and place and self.terrain.value:
            level = self.level.value.strip()
            setting.paint(place, self.terrain.value, int(level) if level.lstrip("-").isdigit() else None)
        elif act == "work" and place:
            level = self.level.value.strip()
            setting.work(place, int(level) if level.isdigit() else 1)

    def points(self, place: str | None, unit: str | None) -> bool:
        """On the board: a counter is taken up by the first click and put down by the second."""
        desk = self.part.desk
        here = (unit,) if unit else desk._units_at(place)
        mine = [one for one in here if one in self.now.pieces]
        if self.act.value == "move" and mine and not self.taken:
            self.taken = mine[-1]
            self._set(self.unit, mine[-1])
            desk.note = (self.part.say("taken", unit=mine[-1]), "")
            return True
        wanted = self.taken or (mine[-1] if mine else None)
        self.apply(place, wanted)
        self.taken = ""
        self.fresh()
        return True

    taken = ""

    def _edit(self) -> None:
        """A field of the chosen counter; without one, of the scenario itself."""
        if self.field.value and self.unit.value:
            self.now.edit(self.unit.value, self.field.value, self.value.value)
        elif self.field.value:
            self.now.set(self.field.value, self.value.value)

    def _undo(self) -> None:
        self.now.undo()

    def _read(self) -> None:
        self.now.read(self.text.value)

    def _save(self) -> None:
        self.now.save(Path(self.file.value))
        self.part.desk.note = (self.part.say("saved", file=self.file.value), "ok")

    def _play(self) -> None:
        """Ask from the new position."""
        if not self.now.faults(self.part.desk.lang):
            self.part.table.replay_from(self.now.scenario())

    # -- showing ------------------------------------------------------------------------------------------------
    def fresh(self) -> None:
        """After a change: the file, what is wrong with it, and the position if nothing is."""
        lang = self.part.desk.lang
        faults = self.now.faults(lang)
        self.text.value = self.now.text()
        head = self.part.say("setup-bad" if faults else "setup-good")
        mood = "no" if faults else "ok"
        listed = "".join(f"<li>{escape(line)}</li>" for line in faults[:12])
        self.faults.value = f'<div class="tt"><div class="head {mood}">{escape(head)}</div><ul>{listed}</ul></div>'
        self.play.disabled = bool(faults)
        if not faults:
            self.part.table.replay_from(self.now.scenario(), told=False)
        self._lists()

    def show(self) -> None:
        if not self.text.value:
            self.text.value = self.now.text()
            self._lists()

    def _lists(self) -> None:
        desk = self.part.desk
        stage = Stage(desk.session.state, desk.lang)
        kept = self.unit.value
        self.unit.options = [("—", "")] + [(id, id) for id in sorted(self.now.pieces)]
        self._set(self.unit, kept)
        kept = self.place.value
        self.place.options = [("—", "")] + [(stage.place(p), p) for p in stage.state.map.places]
        self._set(self.place, kept)
        self.tray.options = [(label, label) for label in self.now.tray()] or [("", "")]
        keys = sorted({key for entry in self.now.pieces.values() for key in entry} | set(self.now.data))
        self.field.options = keys
        if stage.layout.hexes:
            self.terrain.options = sorted({hex.terrain for hex in stage.state.map})

    @staticmethod
    def _set(widget: W.Dropdown, value: Any) -> None:
        widget.value = value if any(value == v for _, v in widget.options) else ""

    def relabel(self) -> None:
        say = self.part.say
        kept = self.act.value
        self.act.options = [(say(f"act.{n}"), n) for n in ("move", "put", "turn", "remove", "paint", "work")]
        self.act.value = kept
        self.part.labelled(
            ("tray", self.tray), ("list.unit", self.unit), ("list.place", self.place), ("field", self.field),
            ("value", self.value), ("terrain", self.terrain), ("level-field", self.level), ("do-it", self.do_it),
            ("put-field", self.put_field), ("button.undo", self.undo), ("play-this", self.play), ("save", self.save),
            ("read-text", self.read), ("file", self.file),
        )  # fmt: skip
        self.field.placeholder, self.value.placeholder = say("field-hint"), say("value-hint")
