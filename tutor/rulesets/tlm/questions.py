"""What may be asked of a battle's end: who holds the area, what each side lost, whether an army had to leave."""

from __future__ import annotations

from tutor.engine.policy import Question
from tutor.engine.text import Text
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.state import ENTENTE, GE, State


def holder(start: State, end: State) -> object:
    """Of each area fought over, who holds it, or that it is disputed."""
    found = tuple((area, _holder(end, area)) for area in sorted(set(fought(start, end))))
    return found[0][1] if len(found) == 1 else found


def fought(start: State, end: State) -> tuple[str, ...]:
    """The areas fought over since the start, that of a battle under way included."""
    over = [area for area in start.fought if start.battle is None or area != start.battle.area]
    return tuple(area for area in end.fought if area not in over)


def _holder(state: State, area: str) -> str:
    return areas.DISPUTED if areas.disputed(state, area) else state.control.get(area, areas.NEUTRAL)


def losses(start: State, end: State, side: str) -> int:
    """Pieces of a side that left the map, armies too, and steps of its forts."""
    pieces = sum(p.on_map and not end.pieces[p.id].on_map and p.kind != "fort" for p in start.pieces.of(side))
    forts = sum(p.value - _value(end, p.id) for p in start.pieces.of(side) if p.kind == "fort" and p.on_map)
    return pieces + forts


def _value(state: State, fort: str) -> int:
    return state.pieces[fort].value if state.pieces[fort].on_map else 0


def both_losses(start: State, end: State) -> tuple[int, int]:
    return losses(start, end, GE), losses(start, end, ENTENTE)


def driven_back(start: State, end: State) -> int:
    """How many of the defender's armies left the areas fought over, or fell there."""
    areas_fought = fought(start, end)
    armies = [p for p in start.pieces.of(start.defender) if p.kind == "army" and p.place in areas_fought]
    return sum(end.pieces[p.id].place != p.place for p in armies)


def _cards(start: State, end: State, side: str) -> int:
    return len(start.hand(side)) - len(end.hand(side))


def first(start: State, end: State) -> object:
    """The area of the first battle, and who holds it."""
    return tuple((area, _holder(end, area)) for area in fought(start, end)[:1])


def _one_over(state: State) -> bool:
    return bool(state.fought) and state.battle is None


QUESTIONS = {
    question.id: question
    for question in (
        Question("holder", Text("à qui est la zone", "who holds the area"), holder),
        Question("losses", Text("pertes : Allemand, Entente", "losses: German, Entente"), both_losses),
        Question("losses-GE", Text("pertes de l'Allemand", "losses of the German"), lambda a, b: losses(a, b, GE)),
        Question(
            "losses-Entente", Text("pertes de l'Entente", "losses of the Entente"), lambda a, b: losses(a, b, ENTENTE)
        ),
        Question(
            "driven-back",
            Text("Armées du Défenseur chassées ou détruites", "defending armies driven off or destroyed"),
            driven_back,
        ),
        Question(
            "cards",
            Text("cartes dépensées : Allemand, Entente", "cards spent: German, Entente"),
            lambda a, b: (_cards(a, b, GE), _cards(a, b, ENTENTE)),
        ),
        Question(
            "first-battle",
            Text("à qui est la zone de la première bataille", "who holds the area of the first battle"),
            first,
            _one_over,
        ),
    )
}
