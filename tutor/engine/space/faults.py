"""What is wrong with a map's data: all of it at once, each fault with the way to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


class MapFault(NamedTuple):
    """One fault: the way to it, and what it is, as a message key with its facts."""

    where: str
    kind: str
    facts: Mapping[str, Any]

    def __str__(self) -> str:
        told = f"{self.where}: {self.kind}"
        if not self.facts:
            return told
        facts = ", ".join(f"{name} {fact}" for name, fact in self.facts.items())
        return f"{told} ({facts})"


class MapFaults(ValueError):
    """A map that cannot be read, with every fault."""

    def __init__(self, faults: Iterable[MapFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class Faults:
    """Collects faults while a map is read."""

    def __init__(self) -> None:
        self.found: list[MapFault] = []

    def add(self, where: str, kind: str, /, **facts: Any) -> None:
        self.found.append(MapFault(where, kind, facts))

    def keys(self, where: str, data: object, allowed: set[str], needed: set[str] = frozenset()) -> bool:  # type: ignore[assignment]
        """Whether `data` is a mapping with these keys; an unknown or missing one is a fault."""
        if not isinstance(data, Mapping):
            self.add(where, "expects-mapping")
            return False
        for key in data:
            if key not in allowed:
                self.add(f"{where}.{key}", "no-such-key", key=key, known=tuple(sorted(allowed)))
        for key in sorted(needed - set(data)):
            self.add(where, "needs-key", key=key)
        return needed <= set(data)

    def one_of(self, where: str, value: Any, allowed: Iterable[str]) -> bool:
        choices = tuple(allowed)
        if value not in choices:
            self.add(where, "expects-one-of", expected=tuple(sorted(choices)))
        return value in choices

    def number(self, where: str, value: Any) -> bool:
        """Whether a value is a number greater than nothing, also where a file has it as a text."""
        try:
            right = float(value) > 0
        except (TypeError, ValueError):
            right = False
        if not right:
            self.add(where, "expects-number")
        return right

    def pair(self, where: str, value: Any) -> tuple[float, float] | None:
        """Two numbers, also where a file has them as texts."""
        if isinstance(value, list | tuple) and len(value) == 2:
            try:
                return float(value[0]), float(value[1])
            except (TypeError, ValueError):
                pass
        self.add(where, "expects-pair")
        return None

    def error(self) -> MapFaults:
        return MapFaults(self.found)

    def check(self) -> None:
        """Raise what was found, if anything."""
        if self.found:
            raise self.error()
