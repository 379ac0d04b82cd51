"""What may be asked of the end of battles: who holds the ground, what each side lost, who gave way."""

from __future__ import annotations

from tutor.engine.policy import Question
from tutor.engine.text import Text
from tutor.rulesets.dff.state import ALLIES, CENTRAL, State


def _fought(start: State, end: State) -> tuple[tuple[str, str, str], ...]:
    return end.fought[len(start.fought) :]


def holder(start: State, end: State) -> object:
    """Of each hex fought over, which side holds it; in whatever order the battles were fought."""
    hexes = {hex for hex, _, _ in _fought(start, end)} or {b.hex for b in start.battles}
    found = tuple((hex, end.control.get(hex, "nobody")) for hex in sorted(hexes))
    return found[0][1] if len(found) == 1 else found


def losses(start: State, end: State, side: str) -> int:
    """Strength points that the ground units of a side lost."""
    return _strength(start, side) - _strength(end, side)


def _strength(state: State, side: str) -> int:
    return sum(u.strength for u in state.pieces if u.side == side and u.ground and u.place is not None)


def destroyed(start: State, end: State, side: str) -> int:
    """Divisions of a side that left the map."""
    return sum(u.place is not None and end.pieces[u.id].place is None for u in start.pieces.of(side) if u.stacks)


def both(start: State, end: State) -> tuple[int, int]:
    return losses(start, end, ALLIES), losses(start, end, CENTRAL)


def outcome(start: State, end: State) -> object:
    """How each battle ended: taken, withdrawn, destroyed, attrition, called off."""
    fought = sorted(_fought(start, end), key=lambda battle: battle[0])
    found = tuple((hex, outcome) for hex, _, outcome in fought)
    return found[0][1] if len(found) == 1 else found


def supply_spent(start: State, end: State) -> int:
    return sum(start.supply.values()) - sum(end.supply.values())


def first(start: State, end: State) -> object:
    """The hex of the first battle that ended, and who holds it."""
    found = tuple((hex, end.control.get(hex, "nobody")) for hex, _, _ in _fought(start, end)[:1])
    return found[0][1] if len(start.battles) == 1 else found


def _no_battle(state: State) -> bool:
    return bool(state.fought) and not state.battles


def _one_over(state: State) -> bool:
    return bool(state.fought)


QUESTIONS = {
    question.id: question
    for question in (
        Question("ground", Text("à qui est l'hex", "who holds the hex"), holder, _no_battle),
        Question("losses", Text("points perdus : Alliés, Centraux", "points lost: Allies, Central"), both, _no_battle),
        Question(
            "losses-allies",
            Text("points perdus par les Alliés", "points lost by the Allies"),
            lambda a, b: losses(a, b, ALLIES),
            _no_battle,
        ),
        Question(
            "losses-central",
            Text("points perdus par les Puissances Centrales", "points lost by the Central Powers"),
            lambda a, b: losses(a, b, CENTRAL),
            _no_battle,
        ),
        Question(
            "divisions",
            Text("divisions détruites : Alliés, Centraux", "divisions destroyed: Allies, Central"),
            lambda a, b: (destroyed(a, b, ALLIES), destroyed(a, b, CENTRAL)),
            _no_battle,
        ),
        Question(
            "outcome",
            Text("retraite, retrait ou destruction", "retreat, withdrawal or destruction"),
            outcome,
            _no_battle,
        ),
        Question("supply", Text("ravitaillement dépensé", "supply spent"), supply_spent, _no_battle),
        Question(
            "first-battle",
            Text("à qui est l'hex du premier combat terminé", "who holds the hex of the first battle that ends"),
            first,
            _one_over,
        ),
    )
}
