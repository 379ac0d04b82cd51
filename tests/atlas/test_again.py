"""A sheet made again gives the file that is committed, byte for byte; one that names what the data lack gives none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.atlas.__main__ import made, names
from tools.atlas.sheet import SHEETS, sheet
from tutor.files.faults import BadFile


@pytest.mark.parametrize("name", names())
def test_the_same_sheet_gives_the_same_file(name: str) -> None:
    path, content = made(name)
    assert path.read_text("utf-8") == content, f"make it anew: python -m tools.atlas {name}"


def test_a_lake_that_the_data_lack_is_refused(tmp_path: Path) -> None:
    """The data say Ladoga; a name that fits nothing would leave the lake out without a word."""
    path = tmp_path / "europe.yaml"
    text = (SHEETS / "fa-europe.yaml").read_text("utf-8")
    path.write_text(text.replace("[Ladoga, ", "[Lake Ladoga, "), "utf-8")
    with pytest.raises(BadFile) as told:
        sheet(path)
    (fault,) = told.value.faults
    assert "Lake Ladoga" in fault.told("en")
    assert text.splitlines()[fault.mark.line - 1].startswith("lakes:")
