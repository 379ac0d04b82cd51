"""How the traits of a widget with a script of its own are written."""

from __future__ import annotations

from typing import Any


class Trait:
    """A trait and its first value."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def tag(self, **how: Any) -> Trait:
        return self


def Unicode(value: str = "") -> Trait:
    return Trait(value)


def Dict() -> Trait:
    return Trait({})


def List(value: Any = ()) -> Trait:
    return Trait(list(value))
