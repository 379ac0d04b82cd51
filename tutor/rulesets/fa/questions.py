"""What may be asked of a battle's end: who holds the ground, what each side lost, whether somebody had to retreat."""

from __future__ import annotations

from tutor.engine.policy import Question
from tutor.engine.text import Text
from tutor.rulesets.fa.state import OTTOMAN, REPAIR, State


def fought_over(start: State, end: State) -> tuple[str, ...]:
    """The hexes attacked between the two positions."""
    return end.fought[len(start.fought) :]


def ground(start: State, end: State) -> object:
    """Of each hex attacked: taken, empty, half lost, or held."""
    found = tuple((hex, _ground(end, start.phasing, hex)) for hex in sorted(fought_over(start, end)))
    return found[0][1] if len(found) == 1 else found


def _ground(end: State, attacker: str, hex: str) -> str:
    if end.troops(hex, attacker) and not any(u.invading for u in end.troops(hex, attacker) if end.defenders(hex)):
        return "attacker"
    if not end.defenders(hex):
        return "empty"
    return "half" if hex in end.halves else "defender"


def lost(start: State, end: State, side: str) -> int:
    """The land units of a side that were destroyed."""
    return sum(u.place is not None and u.land and end.unit(u.id).place is None for u in start.pieces.of(side))


def losses(start: State, end: State) -> tuple[int, int]:
    return lost(start, end, start.phasing), lost(start, end, start.waiting)


def retreat(start: State, end: State) -> bool:
    """Whether some defenders had to go back."""
    return len(end.beaten) > len(start.beaten)


def upright(start: State, end: State) -> int:
    """How many of the attacker's land units are still face-up."""
    return sum(u.land and u.face_up and u.place is not None for u in end.pieces.of(start.phasing))


def flight(start: State, end: State) -> str:
    """What became of the ship whose special impulse it was."""
    ship = next((u for u in end.pieces if u.id == start.special), None)
    if ship is None:
        return "none"
    if ship.nation == OTTOMAN:
        return "damaged" if ship.box == REPAIR else "turkish"
    return "sunk" if ship.place is None else "at-sea"


QUESTIONS = {
    question.id: question
    for question in (
        Question("ground", Text("qui tient le terrain", "who holds the ground"), ground),
        Question("losses", Text("pertes de l'attaquant et du défenseur", "losses of attacker and defender"), losses),
        Question(
            "losses-attacker", Text("pertes de l'attaquant", "the attacker's losses"), lambda a, b: losses(a, b)[0]
        ),
        Question("losses-defender", Text("pertes du défenseur", "the defender's losses"), lambda a, b: losses(a, b)[1]),
        Question("retreat", Text("le défenseur retraite-t-il", "does the defender retreat"), retreat),
        Question(
            "flight",
            Text("le navire gagne-t-il un port ottoman", "does the ship reach an Ottoman port"),
            flight,
            until=lambda s: not s.special and s.voyage is None and s.melee is None,
        ),
        Question(
            "upright",
            Text("unités de l'attaquant encore face visible", "the attacker's units still face-up"),
            upright,
        ),
    )
}
