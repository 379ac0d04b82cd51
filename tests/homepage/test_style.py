"""The sheet of Home: what is written on it can be read, in both lights, and its letters have one scale."""

from __future__ import annotations

import re
from itertools import product

import pytest

from tutor.board.look import contrast
from tutor.home.page import style

SHEET = re.sub(r"/\*.*?\*/", "", style(), flags=re.DOTALL)
DECLARED = dict(re.findall(r"--(\w+):\s*([^;}]+)", SHEET.split("}")[0]))
BLOCKS = re.findall(r"\.tutor-home \{([^{}]*--back[^{}]*)\}", SHEET)


def colours(block: str) -> dict[str, str]:
    """What a block declares, over what is declared before it."""
    found = {**DECLARED, **dict(re.findall(r"--(\w+):\s*([^;}]+)", block))}
    return {
        name: DECLARED[value[6:-1]] if value.startswith("var(--") else value.strip() for name, value in found.items()
    }


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_letters_stand_out_from_what_they_are_written_on(block: str) -> None:
    found = colours(block)
    for ink, paper in product(("text", "soft", "link", "no"), ("back", "card", "field")):
        if (ink, paper) not in (("link", "card"), ("no", "card")):
            assert contrast(found[ink], found[paper]) >= 4.5, (ink, found[ink], paper, found[paper])


def test_both_lights_are_there_for_the_page_and_for_the_notebook_and_paper_is_white() -> None:
    day, night, *of_notebook, paper = [colours(block)["back"] for block in BLOCKS]
    assert of_notebook == [day, night]
    assert paper == "#ffffff"


def test_one_scale_of_type() -> None:
    sizes = {int(size) for size in re.findall(r"(?:font-size: |font: (?:\d+ )?)(\d+)px", SHEET)}
    assert sizes <= {13, 15, 18, 24}
