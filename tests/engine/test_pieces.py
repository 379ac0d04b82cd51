"""Pieces: a change makes another collection; the index by place and the hash stay true."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.duel.ruleset import Piece
from tutor.engine.pieces import FrozenMap, Pieces

IDS, PLACES = ("a", "b", "c", "d"), ("x", "y", "z", None)
moves = st.lists(st.tuples(st.sampled_from(IDS), st.sampled_from(PLACES)), max_size=12)


@given(moves)
def test_every_change_keeps_index_and_hash_true(steps: list[tuple[str, str | None]]) -> None:
    pieces = Pieces(Piece(id, "red", "x") for id in IDS)
    hash(pieces), pieces.at("x")
    for id, place in steps:
        pieces = pieces.put(pieces[id].but(place=place))
        fresh = Pieces(iter(pieces))
        assert pieces == fresh
        assert hash(pieces) == hash(fresh)
        for where in PLACES:
            assert {p.id for p in pieces.at(where)} == {p.id for p in pieces if p.place == where}


def test_the_old_collection_stays_as_it_was() -> None:
    before = Pieces([Piece("a", "red", "x"), Piece("b", "blue", "x")])
    after = before.put(before["a"].but(place="y")).drop("b")
    assert [p.id for p in before.at("x")] == ["a", "b"]
    assert [p.id for p in after] == ["a"]
    assert "b" not in after
    assert before.of("blue") == (before["b"],)


def test_alike_pieces_are_lumped() -> None:
    pieces = Pieces([Piece("a", "red", "x"), Piece("b", "red", "x"), Piece("c", "red", "y")])
    assert pieces.lumped(lambda p: p.place) == {("x", 2), ("y", 1)}


def test_a_frozen_map_is_a_value() -> None:
    one = FrozenMap({"a": 1})
    assert one.put("b", 2).drop("b") == one
    assert hash(FrozenMap({"a": 1})) == hash(one)
    assert dict(one.put("a", 3)) == {"a": 3}
