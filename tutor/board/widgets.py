"""Small things that every part of the table builds with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from html import escape
from typing import Any

import ipywidgets as W


def button(text: str = "", style: str = "") -> W.Button:
    return W.Button(description=text, button_style=style, layout=W.Layout(width="auto"))


def icon(name: str) -> W.Button:
    """A button that shows a sign; what it does is its name, which is read aloud and told when one points at it."""
    made = W.Button(layout=W.Layout(width="auto"))
    made.add_class("tutor-icon")
    made.add_class(f"tutor-icon-{name}")
    return made


class Buttons:
    """As many buttons as are wanted, made when they are: `act` is told the number of the one that is pressed."""

    def __init__(self, act: Callable[[int], Callable[..., None]]) -> None:
        self.act = act
        self.made: list[W.Button] = []
        self.box = row()

    def __getitem__(self, n: int) -> W.Button:
        return self.made[n]

    def named(self, names: Sequence[str]) -> Iterable[W.Button]:
        """Buttons with these names and no others."""
        for n in range(len(self.made), len(names)):
            self.made.append(button())
            self.made[n].on_click(self.act(n))
        if len(self.box.children) < len(self.made):
            lay(self.box, *self.made)
        for n, one in enumerate(self.made):
            shown(one, n < len(names))
            if n < len(names):
                one.description = names[n]
        return self.made[: len(names)]


def heard(widget: Any, name: str) -> None:
    """A name for whoever cannot see what a widget is for; for all others it takes no room."""
    widget.description = name
    widget.add_class("tutor-heard")


def close(*widgets: Any) -> None:
    """Close widgets with what they are laid out and styled by and all that lies in them.

    From without to within: a page that is loaded meanwhile never finds a box that names what is closed, for which it
    would wait for ever.
    """
    for one in widgets:
        one.close()
        parts = (getattr(one, "layout", None), getattr(one, "style", None))
        close(*filter(None, parts), *getattr(one, "children", ()))


def lay(box: Any, *parts: Any) -> None:
    """Put these into a box; what lay in it before and is not among them is closed."""
    before, box.children = box.children, parts
    close(*(one for one in before if one not in parts))


def row(*children: Any) -> W.HBox:
    return W.HBox(list(children), layout=W.Layout(flex_flow="row wrap", align_items="center", width="100%"))


def shown(widget: Any, yes: bool) -> None:
    display = None if yes else "none"
    if widget.layout.display != display:
        widget.layout.display = display


def told(widget: Any, value: str) -> None:
    """The page hears of it only where it is new."""
    if widget.value != value:
        widget.value = value


def sign_button(sign: str, name: str, act: str, value: str = "", on: bool = False) -> str:
    """A button of the frame that shows a sign, as HTML: the page says which was pressed, and no widget is needed."""
    named = f'title="{escape(name)}" aria-label="{escape(name)}"'
    pressed = ' aria-pressed="true"' if on else ""
    return (
        f'<button type="button" class="tutor-icon tutor-icon-{sign}{" tutor-on" * on}" data-act="{act}" '
        f'data-value="{escape(value)}" {named}{pressed}></button>'
    )


def link(sign: str, name: str, to: str) -> str:
    """A sign that leads to another page."""
    return (
        f'<a class="tutor-icon tutor-icon-{sign}" href="{escape(to)}" title="{escape(name)}" '
        f'aria-label="{escape(name)}"></a>'
    )


def is_shown(widget: Any) -> bool:
    return bool(widget.layout.display != "none")


def shell() -> Any:
    """What runs the code of cells; nothing outside a notebook."""
    module = sys.modules.get("IPython")
    return module.get_ipython() if module is not None else None


def parent() -> Mapping[str, Any]:
    """The message that the kernel answers now; nothing outside a notebook."""
    found = shell()
    return (found.get_parent() if hasattr(found, "get_parent") else None) or {}


def sent() -> datetime | None:
    """When the page sent the press that is handled now, by its own clock; nothing where code runs instead."""
    header = parent().get("header", {})
    date = header.get("date") if header.get("msg_type") == "comm_msg" else None
    return date if isinstance(date, datetime) else None
