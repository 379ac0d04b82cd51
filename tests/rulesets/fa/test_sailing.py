"""A way by sea: what each step costs, and by which clause."""

from __future__ import annotations

from tutor import library
from tutor.rulesets.fa.sailing import course


def test_the_step_out_of_a_port_is_of_its_own_clause() -> None:
    """Between a port and its sea area one clause counts, between two sea areas another."""
    state = library.scenario(library.find("goeben-1914", "fa")).position()
    found = course(state, ("toulon",))
    far = max((place for place in found.places if place not in state.map), key=lambda place: (found.cost(place), place))
    story = found.story(far)
    assert len(story) > 1
    assert [[line.rule for line in step.lines] for step in story] == [
        ["10.5.2.1-b"],
        *[["10.5.2.1-f"]] * (len(story) - 1),
    ]
