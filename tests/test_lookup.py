"""Rules found by citation and by words, in either language."""

from __future__ import annotations

import pytest

from tutor import lookup


@pytest.mark.parametrize(
    ("citation", "first"),
    [
        ("SE 13.4.3.A", "se:13.4.3.A"),
        ("se:13.4.3.a", "se:13.4.3.A"),
        ("  tlm 5.3.1.a ", "tlm:5.3.1.a"),
        ("tlm:5.3.1.a", "tlm:5.3.1.a"),
        ("SE 13.4.3", "se:13.4.3.A"),
        ("5.3.1.a", "tlm:5.3.1.a"),
        ("se:3.0-ZOC", "se:3.0-ZOC"),
    ],
)
def test_citations(citation: str, first: str) -> None:
    assert lookup.cited(citation)[0].ref == first


def test_a_section_means_its_parts_and_no_longer_number() -> None:
    assert {rule.id for rule in lookup.cited("SE 13.4.3")} == {f"13.4.3.{letter}" for letter in "ABCD"}
    assert not lookup.cited("SE 99")
    assert not lookup.cited("")


def test_what_is_near() -> None:
    assert lookup.near("se:13.4.99")
    assert all(ref.startswith("se:13") for ref in lookup.near("se:13.4.99"))


def test_what_is_a_citation() -> None:
    for citation in ("SE 13.4.3", "se:13.4.99", "13.4.3", "8.2.1.h", "2.0-II.4a"):
        assert lookup.is_citation(citation), citation
    for words in ("retraite", "retraite cavalerie", "SE retraite", "2 dés", "roll of 1"):
        assert not lookup.is_citation(words), words
