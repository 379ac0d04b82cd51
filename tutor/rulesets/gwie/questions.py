"""What may be asked of the end of combats: who holds the ground, what each side lost, who retreated."""

from __future__ import annotations

from tutor.engine.policy import Question
from tutor.engine.text import Text
from tutor.rulesets.gwie.state import State


def contested(start: State) -> tuple[str, ...]:
    """The hexes that the inactive side holds beside its enemies."""
    held = sorted({u.place for u in start.on_map() if u.side == start.inactive and u.place and not u.flies})
    return tuple(hex for hex in held if any(start.units_at(near, start.active) for near in start.map.neighbours(hex)))


def ground(start: State, end: State) -> object:
    """Which of these hexes the attacker took; "none" where he took none."""
    taken = tuple(hex for hex in contested(start) if end.units_at(hex, start.active))
    return taken[0] if len(taken) == 1 else taken or "none"


def steps_of(s: State, side: str) -> int:
    return sum(u.steps for u in s.on_map() if u.side == side and (u.fights or u.fort))


def losses(start: State, end: State) -> tuple[int, int]:
    """Steps lost by the attacker and by the defender, forts included."""
    ours, theirs = start.active, start.inactive
    return steps_of(start, ours) - steps_of(end, ours), steps_of(start, theirs) - steps_of(end, theirs)


def retreated(start: State, end: State) -> bool:
    """Whether cavalry left its hex before a combat."""
    return any(
        u.kind == "cavalry" and u.side == start.inactive and end.unit(u.id).place not in (u.place, None)
        for u in start.on_map()
    )


def spent(start: State, end: State) -> tuple[int, int]:
    """HQs that gave their support, of the attacker and of the defender."""

    def ready(s: State, side: str) -> int:
        return sum(u.hq and u.side == side and not u.depleted and u.place is not None for u in s.pieces)

    first, second = start.active, start.inactive
    return ready(start, first) - ready(end, first), ready(start, second) - ready(end, second)


QUESTIONS = {
    question.id: question
    for question in (
        Question("ground", Text("les hexes que l'attaquant a pris", "the hexes that the attacker took"), ground),
        Question(
            "losses",
            Text("pas perdus par l'attaquant et par le défenseur", "steps lost by attacker and defender"),
            losses,
        ),
        Question(
            "attacker-losses",
            Text("pas perdus par l'attaquant", "steps lost by the attacker"),
            lambda a, b: losses(a, b)[0],
        ),
        Question(
            "defender-losses",
            Text("pas perdus par le défenseur", "steps lost by the defender"),
            lambda a, b: losses(a, b)[1],
        ),
        Question("retreat", Text("la cavalerie s'est-elle dérobée", "whether cavalry retreated"), retreated),
        Question("hqs", Text("HQ dépensés par chaque camp", "HQs spent by each side"), spent),
    )
}
