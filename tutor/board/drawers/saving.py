"""A name, and the button that writes a file of that name: over one that is there only when it is pressed again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as W

from tutor.board import gestures
from tutor.board.widgets import button

if TYPE_CHECKING:
    from tutor.board.drawers.part import Part


class Saving:
    """`write` gets the path, and whether it may write over what is there; it raises FileExistsError where it may not.

    The question whether to overwrite holds for one name at one moment of the game: another of either withdraws it.
    """

    def __init__(self, part: Part, name: str, write: Callable[[Path, bool], None]) -> None:
        self.part, self.write = part, write
        self.file = W.Text(name, layout=W.Layout(width="260px"))
        self.save = button()
        self.asked: tuple[str, Any] | None = None
        self.save.on_click(part.pressed(part.filed(self._press)))
        self.file.observe(lambda change: self.show(), "value")

    def relabel(self) -> None:
        self.file.description = self.part.say("file")
        name = Path(self.file.value).name
        self.save.description = self.part.say("overwrite", file=name) if self.asked else self.part.say("save")
        self.save.button_style = "warning" if self.asked else ""

    def show(self) -> None:
        """A question that is no longer the one that was asked is withdrawn."""
        if self.asked is not None and self.asked != self._here:
            self.asked = None
            self.relabel()

    @property
    def _here(self) -> tuple[str, Any]:
        return self.file.value, self.part.desk.line.now

    def _press(self) -> None:
        self.show()
        over, self.asked = self.asked is not None, None
        try:
            self.write(Path(self.file.value), over)
        except FileExistsError as there:
            self.asked = self._here
            self.part.turn(gestures.tell, self.part.say("asks-to-overwrite", file=there.filename), "no")
        finally:
            self.relabel()
