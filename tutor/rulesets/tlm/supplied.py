"""1.2.1 The counters supplied: they limit what can be built, unless another reading makes more of them."""

from __future__ import annotations

from tutor.rulesets.tlm.state import NATIONS, RESERVE, Piece, State


def in_reserve(piece: Piece) -> bool:
    """Whether the counter lies in its player's reserve."""
    return not piece.on_map and piece.box == RESERVE


def is_pattern(state: State, piece: Piece) -> bool:
    """Reading `counter-limit`: when the reserve has none of its type, a unit on the map is the pattern of another."""
    if not piece.on_map or piece.kind in ("army", "fort") or state.law.reads("counter-limit", "publisher-mix"):
        return False
    return not any(in_reserve(p) and (p.nation, p.kind) == (piece.nation, piece.kind) for p in state.pieces.at(None))


def fresh(state: State, nation: str, kind: str) -> Piece:
    """A counter that the mix does not have."""
    made = sum(p.id.startswith(f"new-{nation}-{kind}-") for p in state.pieces)
    return Piece(f"new-{nation}-{kind}-{made + 1}", NATIONS[nation], nation, kind, None, box=RESERVE)


def counter_for(state: State, unit: str) -> tuple[State, str]:
    """The counter that is built: the one asked for, or another after its pattern."""
    piece = state.pieces[unit]
    if not piece.on_map:
        return state, unit
    new = fresh(state, piece.nation, piece.kind)
    return state.put(new), new.id
