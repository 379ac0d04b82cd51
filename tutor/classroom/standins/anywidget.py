"""A widget whose script is a module of its own: the page loads it and gives it the same model as a notebook does."""

from __future__ import annotations

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
        super().__init__(**named)
        PAGE.tell(self.model_id, "module", self._esm, self._css)

    def send(self, said: Any) -> None:
        PAGE.tell(self.model_id, "say", said)
