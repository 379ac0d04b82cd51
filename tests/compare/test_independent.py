"""The answers of the comparison against sums made from the booklets alone: equal to the fraction."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.compare.independent import Data, Ends, dff, fa, gwie, se, tlm
from tutor.compare.comparison import diorama
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
    ("dff", "caporetto-1917"),
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


# What the positions are made of, written down from the situations and the booklets: who, what, and its figures.
FIGURES = {
    "gwie": ("attack", "defence", "support"),
    "fa": ("factor", "value", "reorganisation"),
    "tlm": ("entrenched", "holds"),
    "dff": ("strength",),
    "se": ("cf", "mg", "morale", "bombardment"),
}
MADE_OF: dict[tuple[str, str], list[tuple[int, str, str, list[object]]]] = {
    ("gwie", "le-cateau-1914"): [
        (5, "GE", "infantry", [3, 4]),
        (1, "GE", "cavalry", [1, 1]),
        (1, "GE", "hq", [1]),
        (3, "BR", "infantry", [3, 3]),
    ],
    ("fa", "le-cateau-1914"): [
        (2, "germany", "inf", [4]),
        (1, "germany", "art", [1]),
        (1, "cw", "inf", [5]),
        (1, "cw", "hq", [1, 3]),
    ],
    ("tlm", "brusilov-1916"): [
        (1, "FR", "army", [{"infantry": 2, "artillery": 1}]),
        (1, "GE", "army", [True, {"infantry": 1, "artillery": 1}]),
    ],
    ("dff", "caporetto-1917"): [
        (1, "germany", "infantry", [4]),
        (1, "germany", "hq", []),
        (1, "germany", "gas", []),
        (1, "italy", "infantry", [3]),
        (1, "italy", "hq", []),
    ],
    ("se", "brusilov-1916"): [
        (2, "it", "infantry", [[5, 3], [2, 1], 6]),
        (1, "it", "artillery", [5]),
        (1, "it", "hq", []),
        (1, "ah", "infantry", [[4, 2], [2, 1], 5]),
        (1, "ah", "artillery", [5]),
    ],
}


@pytest.mark.parametrize(("game", "name"), MADE_OF)
def test_a_position_is_made_of_what_was_written_down(game: str, name: str) -> None:
    pieces = diorama(game, situation(name)).data["pieces"].values()
    found = [
        (piece.get("nation") or piece["side"], piece["kind"], [piece[one] for one in FIGURES[game] if one in piece])
        for piece in pieces
    ]
    expected = [(who, kind, figures) for many, who, kind, figures in MADE_OF[game, name] for _ in range(many)]
    assert sorted(map(repr, found)) == sorted(map(repr, expected))


@pytest.mark.parametrize(("game", "name"), CASES)
def test_two_ways_give_one_distribution(game: str, name: str) -> None:
    one = situation(name)
    told = answered(game, one)
    assert told.exact
    reckoned = PROGRAMS[game](diorama(game, one).data)
    assert sum(reckoned.values()) == 1
    assert {tuple(end): chance for end, chance in told.ends.items()} == reckoned
