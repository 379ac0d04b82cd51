"""A widget whose script is a module of its own: the page loads it and gives it the same model as a notebook does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ipywidgets import PAGE, Widget
from traitlets import Trait  # type: ignore[attr-defined]


class AnyWidget(Widget):  # type: ignore[misc]
    _page_kind = "module"
    _esm, _css = "", ""

    def __init_subclass__(cls, **more: Any) -> None:
        """Its traits are written as traitlets."""
        declared = {name: one.value for name, one in [*cls.__dict__.items()] if isinstance(one, Trait)}
        for name in declared:
            delattr(cls, name)
        cls._page_traits = declared
        super().__init_subclass__(**more)

    def __init__(self, **named: Any) -> None:
        self.__dict__["_page_hearers"] = []
        super().__init__(**named)
        PAGE.tell(self.model_id, "module", self._esm, self._css)

    def on_msg(self, act: Callable[[Any, Any, list[Any]], Any]) -> None:
        self._page_hearers.append(act)

    def send(self, said: Any) -> None:
        PAGE.tell(self.model_id, "say", said)

    def _page_heard(self, what: str, value: Any) -> None:
        for act in self._page_hearers if what == "said" else ():
            act(self, value, [])
