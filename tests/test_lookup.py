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


@pytest.mark.parametrize(
    ("query", "game", "rule"),
    [("falaise", "se", "11.0.4"), ("cliffs", "se", "11.0.4"), ("retraite cavalerie", "tlm", "5.4.3")],
)
def test_search(query: str, game: str, rule: str) -> None:
    assert rule in [hit.rule.id for hit in lookup.search(query, [game], most=3)]


def test_accents_do_not_matter() -> None:
    plain, accented = lookup.search("desorganisation", ["se"]), lookup.search("désorganisation", ["se"])
    assert plain
    assert plain == accented


def test_near_words() -> None:
    assert "retraite" in lookup.near_words("retraitte", ["se"])
