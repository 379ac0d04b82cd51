"""A sheet made again gives the file that is committed, byte for byte."""

from __future__ import annotations

import pytest

from tools.atlas.__main__ import made, names


@pytest.mark.parametrize("name", names())
def test_the_same_sheet_gives_the_same_file(name: str) -> None:
    path, content = made(name)
    assert path.read_text("utf-8") == content, f"make it anew: python -m tools.atlas {name}"
