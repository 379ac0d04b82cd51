"""Every country of every map has its words: nobody reads an id."""

from __future__ import annotations

import pytest

from tutor.library import named_map
from tutor.rulesets import book
from tutor.rulesets.fa.state import countries

MAPS = ("western-front", "mediterranean", "europe")


@pytest.mark.parametrize("name", MAPS)
def test_every_country_has_its_words(name: str) -> None:
    assert set(countries(named_map("fa", name))) - set(book("fa").data["words"]["nouns"]) == set()
