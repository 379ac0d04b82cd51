"""Set-up mode: an owner's dispute at his own table. Counters lie in a tray under the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as W

from tutor.board import gestures
from tutor.board.drawers.part import Part
from tutor.board.drawers.saving import Saving
from tutor.board.scene import Display, Item, Mark, Scene
from tutor.board.setting import Setting
from tutor.board.stage import Stage
from tutor.board.widgets import button, lay, row
from tutor.files.faults import BadFile
from tutor.files.writing import inline

ACTS = ("move", "turn", "remove", "paint", "work")
TRAY = "tray:"


class SetUp(Part):
    """Take, put, move, turn, remove, edit, paint; told at once what is missing; then play."""

    key = "setup"

    def build(self) -> None:
        self.setting: Setting | None = None
        self.taken = ""  # a counter in hand, or a kind of counter from the tray
        self.act = W.ToggleButtons(options=[(name, name) for name in ACTS], style={"button_width": "auto"})
        self.tray, self.unit, self.place = (self.chooser(width="420px") for _ in range(3))
        self.field, self.terrain = self.chooser(width="420px"), self.chooser(width="300px")
        self.field.also = lambda text: text
        self.value = W.Text(layout=W.Layout(width="220px"))
        self.level = W.Text(layout=W.Layout(width="150px"))
        self.do_it, self.put_field, self.undo = button("", "primary"), button(), button()
        self.play, self.read = button("", "success"), button()
        self.saving = Saving(self, "my-scenario.yaml", self._save)
        self.file, self.save = self.saving.file, self.saving.save
        self.text = W.Textarea(layout=W.Layout(width="98%", height="180px"))
        self.faults = W.HTML()
        acts = ((self.do_it, self._do), (self.put_field, self._edit), (self.undo, self._undo), (self.read, self._read))
        for widget, handler in acts:
            widget.on_click(self.pressed(self._changes(handler)))
        self.play.on_click(self.pressed(self._play))
        lay(
            self.box,
            self.act, row(self.terrain, self.level), self.faults, row(self.play, self.undo),
            row(self.tray, self.unit, self.place, self.do_it), row(self.field, self.value, self.put_field),
            row(self.file, self.save, self.read), self.text,
        )  # fmt: skip

    @property
    def now(self) -> Setting:
        if self.setting is None:
            self.setting = Setting(self.desk.found)
        return self.setting

    def _changes(self, handler: Callable[[], Any]) -> Callable[[], None]:
        """What cannot be read is told, and stands as it was typed."""

        def changed() -> None:
            try:
                handler()
            except BadFile as bad:
                self._say_faults(self.now.told(bad, self.desk.lang))
            else:
                self.fresh()

        return changed

    # -- on the board -------------------------------------------------------------------------------------------
    def dressed(self, scene: Scene) -> Scene:
        """The tray in place of what else lies under the map; what is in hand is marked."""
        items = tuple(
            Item("unit", TRAY + label, one.counter.title, one.counter, lit=self.taken == TRAY + label)
            for label, one in self.now.tray().items()
        )
        held = (Mark("chosen", units=(self.taken,)),) if self.taken in self.now.pieces else ()
        marks = tuple(mark for mark in scene.marks if mark.kind == "focus")
        off = tuple(display for display in scene.displays if display.key.startswith("box:"))
        return replace(scene, displays=(Display("tray", self.say("tray"), items), *off), marks=(*marks, *held), fan=())

    def takes(self, item: Any) -> bool:
        """From the tray into the hand; taken again it is put back."""
        if item.what != "unit" or not item.id.startswith(TRAY):
            return False
        self.taken = "" if self.taken == item.id else item.id
        self.tray.show(item.id.removeprefix(TRAY))
        self._say_taken()
        return True

    def points(self, place: str | None, unit: str | None) -> bool:
        """A counter is taken up by the first click and put down by the second; other acts are done at once."""
        here = (unit,) if unit else self.desk.units_at(place)
        mine = [one for one in here if one in self.now.pieces]
        act = self.act.value
        if act == "move":
            if not self.taken and mine:
                self.taken = mine[-1]
                self.unit.show(self.taken)
                self._lists()
                self._say_taken()
                return True
            self.put_down(place)
        else:
            self.apply(act, place, mine[-1] if mine else None)
        self.fresh()
        return True

    def _say_taken(self) -> None:
        name = self.taken.removeprefix(TRAY)
        pieces = self.desk.line.state.pieces
        if self.taken in pieces:
            name = Stage(self.desk.line.state, self.desk.lang).counter(pieces[self.taken]).name
        self.turn(gestures.tell, self.say("taken", unit=name) if self.taken else "")

    def put_down(self, place: str | None) -> None:
        """What is in hand, where it was pointed at."""
        taken, self.taken = self.taken, ""
        if taken.startswith(TRAY):
            self.taken = taken  # as many of a kind as are wanted
            if place is not None:
                self.unit.show(self.now.put(taken.removeprefix(TRAY), place))
        elif taken in self.now.pieces:
            self.now.move(taken, place)

    def apply(self, act: str, place: str | None, unit: str | None) -> None:
        setting, level = self.now, self.level.value.strip()
        if act == "turn" and unit:
            setting.turn(unit)
        elif act == "remove" and unit:
            setting.remove(unit)
        elif act == "paint" and place and self.terrain.chosen:
            setting.paint(place, self.terrain.chosen, int(level) if level.removeprefix("-").isdecimal() else None)
        elif act == "work" and place:
            setting.work(place, int(level) if level.isdecimal() else 1)

    # -- by the lists -------------------------------------------------------------------------------------------
    def _do(self) -> None:
        """The chosen act on what the lists name: a counter of the tray goes before one on the map."""
        if self.act.value == "move":
            taken = TRAY + self.tray.chosen if self.tray.chosen else self.unit.chosen or ""
            self.taken = taken
            self.put_down(self.place.chosen or None)
            self.taken = ""
            self.tray.show("")
        else:
            self.apply(self.act.value, self.place.chosen or None, self.unit.chosen or None)

    def _edit(self) -> None:
        """A field of the chosen counter; without one, of the scenario itself."""
        if self.field.chosen and self.unit.chosen:
            self.now.edit(self.unit.chosen, self.field.chosen, self.value.value)
        elif self.field.chosen:
            self.now.set(self.field.chosen, self.value.value)

    def _undo(self) -> None:
        self.taken = ""
        self.now.undo()

    def _read(self) -> None:
        self.now.read(self.text.value)

    def _save(self, path: Path, over: bool) -> None:
        self.now.save(path, over)
        self.turn(gestures.tell, self.say("saved", file=path), "ok")

    def _play(self) -> None:
        """Ask from the new position."""
        if not self.now.faults(self.desk.lang):
            self.table.replay_from(self.now.scenario())
            self.table.drawer.shut()

    # -- showing ------------------------------------------------------------------------------------------------
    def fresh(self) -> None:
        """After a change: the file, what is wrong with it, and the position if nothing is."""
        faults = self.now.faults(self.desk.lang)
        self.text.value = self.now.text()
        self._say_faults(faults)
        self.play.disabled = bool(faults)
        if not faults:
            self.table.replay_from(self.now.scenario(), told=False)
        self._lists()
        if self.taken:
            self._say_taken()

    def _say_faults(self, faults: list[str]) -> None:
        head = self.say("setup-bad" if faults else "setup-good")
        listed = "".join(f"<li>{escape(line)}</li>" for line in faults[:12])
        mood = "no" if faults else "ok"
        self.faults.value = f'<div class="tt"><div class="head {mood}">{escape(head)}</div><ul>{listed}</ul></div>'

    def show(self) -> None:
        self.saving.show()
        if not self.text.value:
            self.text.value = self.now.text()
            self._lists()

    def _lists(self) -> None:
        stage = Stage(self.desk.line.state, self.desk.lang)
        none = ("—", "")
        chosen = self.unit.chosen if self.unit.chosen in self.now.pieces else ""
        self.unit.fill([none, *((id, id) for id in sorted(self.now.pieces))], chosen)
        self.place.fill([none, *((stage.place(p), p) for p in stage.state.map.places)], self.place.chosen or "")
        self.tray.fill([none, *((label, label) for label in self.now.tray())], self.tray.chosen or "")
        entry = self.now.pieces[chosen] if chosen else self.now.data
        other = {key for piece in self.now.pieces.values() for key in piece} - set(entry) if chosen else set()
        told = [(f"{key}: {inline(value)}"[:60], key) for key, value in entry.items() if not isinstance(value, dict)]
        self.field.fill([*told, *((key, key) for key in sorted(other))], self.field.chosen)
        if stage.layout.hexes:
            self.terrain.fill(
                [(stage.words.noun(kind).bare(stage.lang), kind) for kind in self.now.terrains()], self.terrain.chosen
            )

    def relabel(self) -> None:
        kept = self.act.value
        self.act.options = [(self.say(f"act.{name}"), name) for name in ACTS]
        self.act.value = kept
        self.labelled(
            ("tray", self.tray), ("list.unit", self.unit), ("list.place", self.place), ("field", self.field),
            ("value", self.value), ("terrain", self.terrain), ("level-field", self.level), ("do-it", self.do_it),
            ("put-field", self.put_field), ("button.undo", self.undo), ("play-this", self.play),
            ("read-text", self.read),
        )  # fmt: skip
        self.saving.relabel()
        self.value.placeholder = self.say("value-hint")
        self.text.tooltip = self.say("tip.text")
        if self.faults.value:
            self._say_faults(self.now.faults(self.desk.lang))
