"""The duel's part in the comparison: one guard against another, in two areas."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tutor.compare.comparison import Comparison, End, held_by, lost
from tutor.compare.diorama import ATTACKER, DEFENDER, Diorama, Draft, near
from tutor.compare.situation import Situation

SIDES = {ATTACKER: "red", DEFENDER: "blue"}


def diorama(situation: Situation) -> Diorama:
    """Everybody in one piece; the fort as the situation has it."""
    draft = Draft("duel", situation, {})
    force = {side: near(situation.force(side).divisions) for side in SIDES}
    pieces = {
        "r1": {"side": "red", "place": "a", "value": min(3, max(1, force[ATTACKER]))},
        "b1": {"side": "blue", "place": "b"},
    }
    forts = [] if situation.works.fort == "none" else ["b"]
    return draft.made({"map": "ground", "agenda": [["attack"]], "pieces": pieces, "forts": forts}, SIDES, "b")


def measure(d: Diorama, start: Any, end: Any) -> End:
    """Steps are what is lost; who stands in the area has it."""

    def steps(s: Any, side: str) -> int:
        return sum(piece.steps for piece in s.pieces.of(d.sides[side]))

    ground = held_by(bool(end.pieces.at(d.goal)) and not _stands(end, "blue"), _stands(end, "blue"))
    shares = [lost(steps(start, side), steps(end, side)) for side in SIDES]
    return End(ground, *shares, retreat=not _stands(end, "blue"), spent=Fraction(0))


def _stands(s: Any, side: str) -> bool:
    return any(piece.side == side for piece in s.pieces.at("b"))


COMPARISON = Comparison(diorama=diorama, measure=measure, players={"bold": "first", "careful": "last"})
