"""Line of sight: what along a line closes it, and the ground's profile under it.

The game says what blocks: a function from a place between the two ends to the check that closes it, or None.
"""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.check import Check
from tutor.engine.facts import Number, value


@value
class Point:
    """What the line passes at one moment: a place, or the two beside a hexside, with what closes each."""

    places: tuple[str, ...]
    checks: tuple[Check | None, ...]

    @property
    def closing(self) -> tuple[Check, ...]:
        """What closes some of them."""
        return tuple(check for check in self.checks if check is not None)

    @property
    def closed(self) -> bool:
        """Along a hexside the line is closed only if both places close it."""
        return len(self.closing) == len(self.checks)

    @property
    def spared(self) -> bool:
        """One of two places would close the line, and the other lets it pass."""
        return 0 < len(self.closing) < len(self.checks)


@value
class Rise:
    """One step of the profile under a line: the places that it passes and the height that it has to clear."""

    places: tuple[str, ...]
    height: Number


@value
class Sight:
    """Whether one place sees another, with everything on the line between."""

    observer: str
    target: str
    points: tuple[Point, ...]

    @property
    def visible(self) -> bool:
        return not self.blocking

    @property
    def blocking(self) -> tuple[Point, ...]:
        """The points at which the line is closed, from the observer on."""
        return tuple(point for point in self.points if point.closed)

    @property
    def objections(self) -> tuple[Check, ...]:
        """The checks of every blocking place."""
        found: list[Check] = []
        for point in self.blocking:
            found += point.closing
        return tuple(found)

    @property
    def line(self) -> tuple[tuple[str, ...], ...]:
        between = [point.places for point in self.points]
        return ((self.observer,), *between, (self.target,))

    def profile(self, height: Callable[[str], Number]) -> tuple[Rise, ...]:
        """The heights along the line, both ends included; along a hexside the lower of the two counts."""
        found = []
        for places in self.line:
            lowest = min(height(place) for place in places)
            found.append(Rise(places, lowest))
        return tuple(found)

    def __bool__(self) -> bool:
        return self.visible


def look(line: tuple[tuple[str, ...], ...], blocks: Callable[[str], Check | None]) -> Sight:
    """Look along a line that includes both ends; the ends themselves never block."""
    observer = line[0][0]
    target = line[-1][0]
    points = []
    for places in line[1:-1]:
        checks = tuple(blocks(place) for place in places)
        points.append(Point(places, checks))
    return Sight(observer, target, tuple(points))
