"""What every drawer is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import ipywidgets as W

from tutor.board import gestures
from tutor.board.chooser import Chooser
from tutor.board.said import say

if TYPE_CHECKING:
    from tutor.board.desk import Desk
    from tutor.board.scene import Item, Scene
    from tutor.board.table import Table


class Part:
    """One drawer: `build` makes its widgets, `relabel` names them, `show` brings them up to date."""

    key = ""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.box = W.VBox([])
        self.quiet = self.built = False

    def first(self) -> None:
        """Its widgets are made when it is opened for the first time: most drawers of most tables never are."""
        if not self.built:
            self.built = True
            self.build()
            self.relabel()

    def build(self) -> None: ...

    def relabel(self) -> None: ...

    def show(self) -> None: ...

    @property
    def awake(self) -> bool:
        """Whether it must follow the position although it is closed."""
        return False

    @property
    def waits(self) -> bool:
        """Whether something is under way that it goes on with in slices."""
        return False

    def go_on(self) -> None:
        """A slice more."""

    def dressed(self, scene: Scene) -> Scene:
        """The scene as this drawer wants it seen."""
        return scene

    def takes(self, item: Item) -> bool:
        """Whether something that lies beside the map is meant for this drawer."""
        return False

    def points(self, place: str | None, unit: str | None) -> bool:
        """Whether a click on the board was meant for this drawer."""
        return False

    @property
    def desk(self) -> Desk:
        return self.table.playing

    def say(self, kind: str, **facts: Any) -> str:
        return say(kind, self.desk.lang, **facts)

    def turn(self, gesture: Callable[..., Desk], *event: Any, **named: Any) -> None:
        """The next desk, which is shown when what was begun is done."""
        self.table.turn(gesture, *event, **named)

    def pressed(self, act: Callable[[], Any]) -> Callable[[Any], None]:
        """What a button of a drawer does; a quick second press on one is meant."""
        return self.table.safely(lambda _: self.table.act(act))

    def filed(self, act: Callable[[], Any]) -> Callable[[], None]:
        """What reads or writes a file: what the system refuses is told."""

        def tried() -> None:
            try:
                act()
            except OSError as error:
                self.turn(gestures.tell, self.say("no-file", file=error.filename, problem=error.strerror), "no")

        return tried

    def heard(self, act: Callable[[Any], Any]) -> Callable[[Any], None]:
        def heard(change: Any) -> None:
            if not self.quiet:
                act(change["new"])
                self.table.show()

        return self.table.safely(heard)

    def chooser(self, act: Callable[[Any], Any] = lambda value: None, width: str = "420px") -> Chooser:
        """A list; what is typed and not in it is told."""
        made = Chooser(width, "160px")
        made.on_choice = self.table.safely(lambda value: self.table.act(lambda: act(value)))
        made.on_unknown = self.table.safely(lambda text: self.table.act(lambda: self._unknown(text)))
        return made

    def _unknown(self, text: str) -> None:
        self.turn(gestures.tell, self.say("not-listed", text=text), "no")

    def labelled(self, *pairs: tuple[str, Any]) -> None:
        for key, widget in pairs:
            widget.description = self.say(key)
