"""What each of the usual questions changes in a situation, and by how much: that, and nothing beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tutor.compare.neighbours import CHANGES, changes
from tutor.compare.situation import DEEPEST, situation

BARE: Mapping[str, Any] = {
    "attacker.divisions": 10,
    "attacker.heavy": 200,
    "attacker.quality": "ordinary",
    "defender.divisions": 5,
    "ground.river": False,
    "weather": "fair",
    "works.entrenchment": 1,
}
WANTED: Mapping[str, tuple[str, Any]] = {
    "one-more-division": ("attacker.divisions", 11),
    "one-more-defender": ("defender.divisions", 6),
    "hundred-more-guns": ("attacker.heavy", 300),
    "one-gun-more": ("attacker.heavy", 201),
    "rain": ("weather", "rain"),
    "a-trench": ("works.entrenchment", 2),
    "a-river": ("ground.river", True),
    "picked-troops": ("attacker.quality", "picked"),
}


def flat(plain: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in plain.items():
        found |= flat(value, f"{path}{key}.") if isinstance(value, Mapping) else {f"{path}{key}": value}
    return found


def test_every_question_is_looked_at() -> None:
    assert set(WANTED) == set(CHANGES)


@pytest.mark.parametrize("question", WANTED)
def test_a_question_changes_one_thing_by_its_amount(question: str) -> None:
    before = situation("somme-1916").changed(BARE)
    (after,) = changes(before, [question]).values()
    was, now = flat(before.plain()), flat(after.plain())
    path, value = WANTED[question]
    assert now[path] == value
    assert {key for key in was | now if was.get(key) != now.get(key)} == {path}


def test_a_trench_is_never_dug_deeper_than_the_deepest() -> None:
    assert changes(situation("somme-1916").changed({"works.entrenchment": DEEPEST}), ["a-trench"]) == {}
