"""What closes a line, and what does not."""

from __future__ import annotations

from tutor.engine.check import Check, objection
from tutor.engine.space.sight import Rise, look

LINE = (("a",), ("b",), ("c", "d"), ("e",))


def blocking(*places: str) -> object:
    def blocks(place: str) -> Check | None:
        return objection("9.9", "closed", place=place) if place in places else None

    return blocks


def test_nothing_between_blocks() -> None:
    sight = look(LINE, blocking())  # type: ignore[arg-type]
    assert sight.visible
    assert bool(sight)
    assert sight.line == LINE
    assert sight.objections == ()
    assert (sight.observer, sight.target) == ("a", "e")


def test_a_place_between_blocks() -> None:
    sight = look(LINE, blocking("b"))  # type: ignore[arg-type]
    assert not sight.visible
    assert [point.places for point in sight.blocking] == [("b",)]
    assert [check.facts["place"] for check in sight.objections] == ["b"]


def test_the_ends_never_block() -> None:
    assert look(LINE, blocking("a", "e")).visible  # type: ignore[arg-type]


def test_along_a_hexside_both_must_block() -> None:
    half = look(LINE, blocking("c"))  # type: ignore[arg-type]
    assert half.visible
    assert [point.spared for point in half.points] == [False, True]
    both = look(LINE, blocking("c", "d"))  # type: ignore[arg-type]
    assert not both.visible
    assert len(both.objections) == 2


def test_the_profile_takes_the_lower_side() -> None:
    heights = {"a": 1, "b": 3, "c": 5, "d": 2, "e": 4}
    profile = look(LINE, blocking()).profile(heights.__getitem__)  # type: ignore[arg-type]
    assert profile == (Rise(("a",), 1), Rise(("b",), 3), Rise(("c", "d"), 2), Rise(("e",), 4))


def test_neighbours_have_nothing_between() -> None:
    assert look((("a",), ("b",)), blocking("a", "b")).points == ()  # type: ignore[arg-type]
