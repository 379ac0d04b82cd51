"""No sentence of a booklet stands in what we write: lessons, scenarios, situations, notebooks, cases, messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.copied import copied

ROOT = Path(__file__).parent.parent
WRITTEN = (
    "README.md",
    "CHANGELOG.md",
    "notebooks/source/*.md",
    "scenarios/**/*.yaml",
    "tests/cases/**/*.yaml",
    "tutor/**/messages.yaml",
    "tutor/**/*.md",
    "tutor/compare/**/*.yaml",
    "tutor/lessons/**/*.yaml",
    "tutor/rulesets/*/lessons/*.yaml",
    "tutor/rulesets/*/hours/*.yaml",
)


@pytest.mark.parametrize("pattern", WRITTEN)
def test_no_run_of_eight_words_stands_in_a_booklet(pattern: str) -> None:
    found = sorted(ROOT.glob(pattern))
    assert found
    assert {str(path.relative_to(ROOT)): runs for path in found if (runs := copied(path.read_text("utf-8")))} == {}
