"""Chance as a value: from the same luck the same falls, and what is left of it is another."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Luck:
    """The state of a generator of chance, which no draw changes."""

    inner: tuple[Any, ...] = field(repr=False)

    @classmethod
    def of(cls, seed: int | None) -> Luck:
        return cls(random.Random(seed).getstate())

    def draw(self, by: Callable[[random.Random], T]) -> tuple[T, Luck]:
        """What falls, and the luck that is left."""
        rng = random.Random(0)
        rng.setstate(self.inner)
        fell = by(rng)
        return fell, Luck(rng.getstate())
