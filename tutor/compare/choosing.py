"""Who chooses how: the players of each game, made to attack the hex that is in question with all they have."""

from __future__ import annotations

from typing import Any

from tutor import rulesets
from tutor.compare.comparison import comparison
from tutor.compare.diorama import ATTACKER, DEFENDER, Diorama
from tutor.engine.ask import Answer, Ask
from tutor.engine.policy import Policy
from tutor.engine.text import Text

MANNERS = ("bold", "careful")
ATTACKS = Text("attaque ici avec tout", "attacks here with all")


def players(d: Diorama, attack: str = "bold", defence: str = "bold") -> dict[str, Policy]:
    """The policies of both sides by the game's names of them."""
    known, plug = rulesets.ruleset(d.game).policies, comparison(d.game)
    ours, theirs = known[plug.players[attack]], known[plug.players[defence]]
    declaring = plug.declaring(d.goal)

    def decide(view: Any, ask: Ask, legal: list[Answer]) -> Answer:
        choice = declaring.get(ask.kind)
        return choice(view, ask, legal) if choice else ours.decide(view, ask, legal)

    name = Text(f"{ours.name.fr} ; {ATTACKS.fr}", f"{ours.name.en}; {ATTACKS.en}")
    attacker = Policy(f"{ours.id}-here", name, decide, ours.near)
    return {d.sides[ATTACKER]: attacker, d.sides[DEFENDER]: theirs}
