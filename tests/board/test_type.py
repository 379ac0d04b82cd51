"""The type of the frame: nothing that must be read is smaller than 13 pixels."""

from __future__ import annotations

import re
from importlib import resources

import pytest

LEAST = 13
SIZE = re.compile(r"(?:font-size:|font:[^;}]*?)(\d+(?:\.\d+)?)px")


@pytest.mark.parametrize("sheet", ["table.css", "frame.css", "glass.css"])
def test_nothing_is_smaller_than_can_be_read_at_arms_length(sheet: str) -> None:
    sizes = [float(size) for size in SIZE.findall(resources.files("tutor.board").joinpath(sheet).read_text("utf-8"))]
    assert sizes
    assert [size for size in sizes if size < LEAST] == []


def test_a_small_letter_is_found() -> None:
    assert SIZE.findall(".a{font:600 12px/1.2 serif}.b{font-size:12.5px}") == ["12", "12.5"]
