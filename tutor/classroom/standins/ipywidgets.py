"""Widgets that are told to a page: as much of ipywidgets as the tutor uses, and no more of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any

Observer = Callable[[dict[str, Any]], Any]


class Page:
    """What is to be told to the page, in order; `sink` takes it as JSON, `soon` calls when nothing else is going on."""

    def __init__(self) -> None:
        self.told: list[list[Any]] = []
        self.widgets: dict[str, Widget] = {}
        self.numbers = count(1)
        self.sink: Callable[[str], Any] = lambda told: None
        self.soon: Callable[[Callable[[], None]], Any] = lambda act: None

    def tell(self, id: str, what: str, *said: Any) -> None:
        if not self.told:
            self.soon(self.flush)  # what is told while no one presses anything
        self.told.append([id, what, *said])

    def draw(self, id: str, command: list[Any]) -> None:
        """A command for a canvas; those for one canvas that follow one another go together."""
        last = self.told[-1] if self.told else None
        if last is not None and last[0] == id and last[1] == "draw":
            last[2].append(command)
        else:
            self.tell(id, "draw", [command])

    def flush(self) -> None:
        told, self.told = self.told, []
        if told:
            self.sink(json.dumps(told, default=_plain, ensure_ascii=False, separators=(",", ":")))

    def hear(self, id: str, what: str, value: Any) -> None:
        """What a person did to a widget; the page hears at once what comes of it."""
        widget = self.widgets.get(id)
        try:
            if widget is not None:
                widget._page_heard(what, value)
        finally:
            self.flush()


PAGE = Page()


def _plain(value: Any) -> Any:
    """A widget by its number, a layout by what it sets, any other sequence as a list."""
    if isinstance(value, Widget):
        return value.model_id
    if isinstance(value, Layout):
        return value.set
    if isinstance(value, bytes):
        return value.decode()
    return list(value)


class Layout:
    """How a widget is laid out: names and values of CSS, with underscores."""

    def __init__(self, **styles: Any) -> None:
        self.__dict__["set"] = {name: value for name, value in styles.items() if value is not None}
        self.__dict__["whose"] = ""

    def __getattr__(self, name: str) -> Any:
        """What is not set is nothing; a layout has no parts."""
        if name in ("children", "layout", "style") or name.startswith("__"):
            raise AttributeError(name)
        return self.set.get(name)

    def __setattr__(self, name: str, value: Any) -> None:
        if self.set.get(name) == value:
            return
        self.set[name] = value
        if self.whose:
            PAGE.tell(self.whose, "lay", name, value)

    def close(self) -> None:
        self.__dict__["whose"] = ""


class Widget:
    """What has traits of which the page hears, and whoever observes them."""

    _page_kind = "box"  # what the page makes of it
    _page_traits: Mapping[str, Any] = {}

    model_id: str
    comm: Any

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        own = cls.__dict__.get("_page_traits", {})
        cls._page_traits = {name: value for base in reversed(cls.__mro__[1:]) for name, value in _traits(base)} | own

    def __new__(cls, *given: Any, **named: Any) -> Widget:
        made = super().__new__(cls)
        made.__dict__.update(_page_values=dict(cls._page_traits), _page_observers={}, _page_clicks=[], _page_hearers=[])
        made.__dict__.update(model_id=str(next(PAGE.numbers)), comm=PAGE, layout=Layout(), style=Layout())
        PAGE.widgets[made.model_id] = made
        PAGE.tell(made.model_id, "new", cls._page_kind)
        made.layout.__dict__["whose"] = made.model_id
        return made

    def __init__(self, *given: Any, **named: Any) -> None:
        self._page_first(*given)
        for name, value in named.items():
            setattr(self, name, value)

    def _page_first(self, *given: Any) -> None:
        """What is given without a name."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_page_values"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "layout":
            self._page_lay(value)
        elif name == "style":  # widths of names and buttons, which the page measures itself
            object.__setattr__(self, name, Layout(**value))
        elif name in type(self)._page_traits:
            self._page_set(name, value)
        else:
            object.__setattr__(self, name, value)

    def _page_lay(self, layout: Layout) -> None:
        self.__dict__["layout"] = layout
        layout.__dict__["whose"] = self.model_id
        for name, value in layout.set.items():
            PAGE.tell(self.model_id, "lay", name, value)

    def _page_set(self, name: str, value: Any, tell: bool = True) -> None:
        """A new value of a trait: the page hears of it, unless it said so itself, and then those who observe it."""
        old = self._page_values[name]
        if _same(old, value):
            return
        self._page_values[name] = value
        if tell:
            PAGE.tell(self.model_id, "set", name, value)
        for act in (*self._page_observers.get(name, ()),):
            act({"name": name, "old": old, "new": value, "owner": self})

    def observe(self, act: Observer, names: str | Iterable[str] = "value") -> None:
        for name in [names] if isinstance(names, str) else names:
            self._page_observers.setdefault(name, []).append(act)

    def add_class(self, name: str) -> Widget:
        PAGE.tell(self.model_id, "class", name, True)
        return self

    def remove_class(self, name: str) -> Widget:
        PAGE.tell(self.model_id, "class", name, False)
        return self

    def _page_heard(self, what: str, value: Any) -> None:
        """What a person did to it."""
        if what in type(self)._page_traits:
            self._page_set(what, value, tell=False)
        for act in (*self._page_hearers,) if what == "said" else ():
            act(self, value, [])

    def on_msg(self, act: Callable[[Any, Any, list[Any]], Any]) -> None:
        """What the page says of it that is no trait: a field was sent off, a script has something to say."""
        self._page_hearers.append(act)

    def focus(self) -> None:
        PAGE.tell(self.model_id, "focus")

    def close(self) -> None:
        """Closed once: the page forgets it."""
        if self.comm is not None:
            self.__dict__["comm"] = None
            PAGE.widgets.pop(self.model_id, None)
            PAGE.tell(self.model_id, "close")


def _traits(of: type) -> Iterable[tuple[str, Any]]:
    own: Mapping[str, Any] = of.__dict__.get("_page_traits", {})
    return own.items()


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


class Box(Widget):
    _page_traits = {"children": ()}

    def _page_first(self, children: Iterable[Widget] = ()) -> None:
        self.children = tuple(children)

    def _page_set(self, name: str, value: Any, tell: bool = True) -> None:
        super()._page_set(name, tuple(value) if name == "children" else value, tell)


class VBox(Box):
    _page_kind = "vbox"


class HBox(Box):
    _page_kind = "hbox"


class _Valued(Widget):
    _page_traits = {"value": "", "description": "", "placeholder": "", "disabled": False, "tooltip": ""}

    def _page_first(self, *value: Any) -> None:
        if value:
            self.value = value[0]


class HTML(_Valued):
    _page_kind = "html"


class Image(_Valued):
    """Drawn onto a canvas, never laid into the page."""

    _page_kind = "image"
    _page_traits = {"format": ""}


class Button(_Valued):
    _page_kind = "button"
    _page_traits = {"button_style": "", "icon": ""}

    def on_click(self, act: Callable[[Button], Any]) -> None:
        self._page_clicks.append(act)

    def click(self) -> None:
        """As a person presses it."""
        for act in (*self._page_clicks,):
            act(self)

    def _page_heard(self, what: str, value: Any) -> None:
        if what == "click" and not self.disabled:
            self.click()


class Checkbox(_Valued):
    _page_kind = "checkbox"
    _page_traits = {"value": False, "indent": True}


class Text(_Valued):
    _page_kind = "text"
    _page_traits = {"continuous_update": True}


class Textarea(Text):
    _page_kind = "textarea"


class Combobox(Text):
    _page_kind = "combobox"
    _page_traits = {"options": ()}


class IntProgress(_Valued):
    _page_kind = "progress"
    _page_traits = {"value": 0, "max": 100}


class _Selection(_Valued):
    """One of several values; the page knows their labels and the number of the one that is chosen."""

    _page_traits = {"value": None, "labels": (), "index": 0, "continuous_update": True}

    def __init__(self, *given: Any, options: Iterable[Any] = (), value: Any = None, **named: Any) -> None:
        self.pairs: list[tuple[str, Any]] = []
        super().__init__(*given, **named)
        self.options = options
        if value is not None:
            self.value = value

    @property
    def options(self) -> tuple[Any, ...]:
        return tuple(self.pairs)

    @options.setter
    def options(self, given: Iterable[Any]) -> None:
        """Other labels and values; the first of them is chosen."""
        self.pairs = [one if isinstance(one, tuple) else (str(one), one) for one in given]
        self._page_set("labels", tuple(label for label, _ in self.pairs))
        if self.pairs:
            self._page_set("value", self.pairs[0][1])

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "options":
            object.__setattr__(self, name, value)
        else:
            super().__setattr__(name, value)

    def _page_set(self, name: str, value: Any, tell: bool = True) -> None:
        if name == "value":
            place = next(n for n, (_, one) in enumerate(self.pairs) if _same(one, value) or one == value)
            super()._page_set("index", place, tell)
            super()._page_set("value", value, tell=False)
        else:
            super()._page_set(name, value, tell)

    def _page_heard(self, what: str, value: Any) -> None:
        if what == "index" and 0 <= value < len(self.pairs):
            self._page_set("index", value, tell=False)
            self._page_set("value", self.pairs[value][1], tell=False)


class ToggleButtons(_Selection):
    _page_kind = "toggles"


class Dropdown(_Selection):
    _page_kind = "dropdown"


class SelectionSlider(_Selection):
    _page_kind = "slider"
