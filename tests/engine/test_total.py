"""Several dice added up."""

from __future__ import annotations

import random

import pytest

from tutor.engine.ask import NotAnAnswer, Total
from tutor.engine.chance import Distribution


def test_the_branches_are_all_the_ways() -> None:
    two = dict(Total("1", "a").branches())
    assert Distribution.of(two).same_as(Distribution.die() + Distribution.die())
    assert sum(dict(Total("1", "a", dice=3, sides=4).branches()).values()) == 64


def test_a_total_is_read_whole_or_face_by_face() -> None:
    two = Total("1", "a")
    assert two.read(7) == two.read([3, 4]) == two.read((6, 1)) == 7
    for wrong in (1, 13, [3, 3, 3], [0, 6], "7", True, [True, 2]):
        with pytest.raises(NotAnAnswer):
            two.read(wrong)
    assert two.read(two.write(9)) == 9
    assert all(2 <= two.sample(random.Random(seed)) <= 12 for seed in range(50))
