"""The answers of the comparison against sums made from the booklets alone: equal to the fraction."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.compare.independent import Data, Ends, dff, fa, gwie, se, tlm
from tutor.compare.dioramas import diorama
from tutor.compare.outcome import answered
from tutor.compare.situation import situation

PROGRAMS: dict[str, Callable[[Data], Ends]] = {
    "dff": dff.ends,
    "fa": fa.ends,
    "gwie": gwie.ends,
    "se": se.ends,
    "tlm": tlm.ends,
}
CASES = [
    ("dff", "gaza-1917"),
    ("dff", "le-cateau-1914"),
    ("dff", "gorlice-1915"),
    ("se", "gaza-1917"),
    ("se", "liege-1914"),
    ("se", "brusilov-1916"),
    ("se", "gorlice-1915"),
    ("se", "le-cateau-1914"),
    ("tlm", "gaza-1917"),
    ("tlm", "le-cateau-1914"),
    ("tlm", "liege-1914"),
    ("tlm", "gorlice-1915"),
    ("tlm", "vimy-1917"),
    ("tlm", "brusilov-1916"),
    ("tlm", "messines-1917"),
    ("gwie", "gaza-1917"),
    ("gwie", "le-cateau-1914"),
    ("gwie", "liege-1914"),
    ("gwie", "gorlice-1915"),
    ("gwie", "brusilov-1916"),
    ("fa", "gaza-1917"),
    ("fa", "le-cateau-1914"),
    ("fa", "liege-1914"),
    ("fa", "vimy-1917"),
    ("fa", "gorlice-1915"),
    ("fa", "brusilov-1916"),
    ("fa", "asiago-1916"),
]


@pytest.mark.parametrize(("game", "name"), CASES)
def test_two_ways_give_one_distribution(game: str, name: str) -> None:
    one = situation(name)
    told = answered(game, one)
    assert told.exact
    reckoned = PROGRAMS[game](diorama(game, one).data)
    assert sum(reckoned.values()) == 1
    assert {tuple(end): chance for end, chance in told.ends.items()} == reckoned
