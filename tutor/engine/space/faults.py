"""What is wrong with a map's data: all of it at once, each fault with the way to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


class MapFaults(ValueError):
    """A map that cannot be read, with every fault as (where, what)."""

    def __init__(self, faults: Iterable[tuple[str, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{where}: {what}" for where, what in self.faults))


class Faults:
    """Collects faults while a map is read."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def add(self, where: str, what: str) -> None:
        self.found.append((where, what))

    def keys(self, where: str, data: object, allowed: set[str], needed: set[str] = frozenset()) -> bool:  # type: ignore[assignment]
        """Whether `data` is a mapping with these keys; an unknown or missing one is a fault."""
        if not isinstance(data, Mapping):
            self.add(where, f"{data!r} is not a mapping")
            return False
        for key in data:
            if key not in allowed:
                self.add(f"{where}.{key}", f"unknown; known are {', '.join(sorted(allowed))}")
        for key in sorted(needed - set(data)):
            self.add(where, f"lacks {key}")
        return needed <= set(data)

    def one_of(self, where: str, value: Any, allowed: Iterable[str]) -> bool:
        choices = tuple(allowed)
        if value not in choices:
            self.add(where, f"{value!r} is none of {', '.join(sorted(choices))}")
        return value in choices

    def error(self) -> MapFaults:
        return MapFaults(self.found)

    def check(self) -> None:
        """Raise what was found, if anything."""
        if self.found:
            raise self.error()
