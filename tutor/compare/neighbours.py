"""What would one more division, one more gun, rain, a trench change? The settings beside a situation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tutor.compare.comparison import compared
from tutor.compare.outcome import USUAL, Setting
from tutor.compare.situation import DEEPEST, QUALITIES, Situation
from tutor.compare.sweep import Asked

MOST_DIVISIONS = 99


@dataclass(frozen=True, slots=True)
class Axis:
    """One thing that can be turned: where it stands in a situation, and its values in order."""

    id: str
    path: str
    values: Callable[[Situation], tuple[Any, ...]]

    def around(self, situation: Situation) -> tuple[Any, ...]:
        """The values of a slider, the situation's own among them."""
        here = situation.at(self.path)
        values = self.values(situation)
        return values if here in values else tuple(sorted({*values, here}))


def _numbers(path: str, by: int, each_way: int, least: int, most: int) -> Callable[[Situation], tuple[int, ...]]:
    def values(situation: Situation) -> tuple[int, ...]:
        here = situation.at(path)
        return tuple(n for n in range(here - by * each_way, here + by * each_way + 1, by) if least <= n <= most)

    return values


AXES: Mapping[str, Axis] = {
    axis.id: axis
    for axis in (
        Axis("divisions-attacker", "attacker.divisions", _numbers("attacker.divisions", 1, 4, 1, MOST_DIVISIONS)),
        Axis("divisions-defender", "defender.divisions", _numbers("defender.divisions", 1, 4, 1, MOST_DIVISIONS)),
        Axis("heavy-attacker", "attacker.heavy", _numbers("attacker.heavy", 100, 4, 0, 5000)),
        Axis("guns-attacker", "attacker.guns", _numbers("attacker.guns", 200, 3, 0, 9000)),
        Axis("tanks-attacker", "attacker.tanks", _numbers("attacker.tanks", 100, 4, 0, 1000)),
        Axis("entrenchment", "works.entrenchment", lambda situation: tuple(range(DEEPEST + 1))),
        Axis("fort", "works.fort", lambda situation: ("none", "old", "modern")),
        Axis("height", "ground.height", lambda situation: (0, 1, 2)),
        Axis("river", "ground.river", lambda situation: (False, True)),
        Axis("terrain", "ground.terrain", lambda situation: ("open", "wood", "rough", "mountain", "marsh", "town")),
        Axis("weather", "weather", lambda situation: ("fair", "fog", "rain", "snow")),
        Axis("quality-attacker", "attacker.quality", lambda situation: QUALITIES),
        Axis("quality-defender", "defender.quality", lambda situation: QUALITIES),
        Axis("surprise", "surprise", lambda situation: (False, True)),
    )
}


def _more(path: str, by: int) -> Callable[[Situation], dict[str, Any]]:
    return lambda situation: {path: situation.at(path) + by}


CHANGES: Mapping[str, Callable[[Situation], dict[str, Any]]] = {
    "one-more-division": _more("attacker.divisions", 1),
    "one-more-defender": _more("defender.divisions", 1),
    "hundred-more-guns": _more("attacker.heavy", 100),
    "one-gun-more": _more("attacker.heavy", 1),
    "rain": lambda situation: {"weather": "rain"},
    "a-trench": lambda situation: {"works.entrenchment": min(DEEPEST, situation.works.entrenchment + 1)},
    "a-river": lambda situation: {"ground.river": True},
    "picked-troops": lambda situation: {"attacker.quality": "picked"},
}


def changes(situation: Situation, ids: Iterable[str] | None = None) -> dict[str, Situation]:
    """The usual questions: each a situation that differs in one thing; what would change nothing is left out."""
    found = {}
    for id in ids or CHANGES:
        there = CHANGES[id](situation)
        if any(situation.at(path) != value for path, value in there.items()):
            found[id] = situation.changed(there)
    return found


def along(situation: Situation, axis: str, setting: Setting = USUAL, games: Iterable[str] | None = None) -> list[Asked]:
    """All that a slider can ask, the nearest values first: what should be worked out ahead."""
    turned = AXES[axis]
    values = turned.around(situation)
    here = values.index(situation.at(turned.path))
    order = sorted(range(len(values)), key=lambda index: abs(index - here))
    asked = tuple(games or compared())
    return [Asked(game, situation.changed({turned.path: values[index]}), setting) for index in order for game in asked]
