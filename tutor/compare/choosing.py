"""Who chooses how: the players of each game, made to attack the hex that is in question with all they have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tutor import rulesets
from tutor.compare.dioramas.base import ATTACKER, DEFENDER, Diorama
from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.odds import Policy
from tutor.engine.text import Text

Choice: TypeAlias = Callable[[Any, Ask, list[Answer]], Answer]
MANNERS = ("bold", "careful")
PLAYERS: Mapping[str, Mapping[str, str]] = {
    "bold": {"se": "bold", "tlm": "spendthrift", "dff": "stubborn", "gwie": "bold", "fa": "bold"},
    "careful": {"se": "cautious", "tlm": "careful", "dff": "careful", "gwie": "careful", "fa": "cautious"},
}


def _everybody(view: Any, ask: Ask, legal: list[Answer]) -> Answer:
    """One after another, until none is left; then the declaration ends, or is taken back where it may not stand."""
    rest = [answer for answer in legal if answer not in (DONE, BACK)]
    if rest:
        return min(rest)
    return DONE if DONE in legal else BACK


def _troops_first(view: Any, ask: Ask, legal: list[Answer]) -> Answer:
    """Troops before what supports them: guns, ships and aircraft go with an attack. HQs stay."""
    units = [view.pieces[id] for id in legal if id not in (DONE, BACK)]
    fit = sorted((u for u in units if not u.hq), key=lambda u: (not u.land or u.gun, u.id))
    if fit:
        return fit[0].id
    return DONE if DONE in legal else BACK


def _here(goal: str) -> Choice:
    """This hex, once."""
    return lambda view, ask, legal: goal if goal in legal else DONE if DONE in legal else legal[0]


def _declaring(d: Diorama) -> Mapping[str, Choice]:
    """The choices by which each game says where is attacked, and with whom."""
    here = _here(d.goal)
    return {
        "se": {"declare-hex": here},
        "tlm": {},
        "dff": {"attack": here, "activate": _everybody, "commit": _everybody},
        "gwie": {"attack": here, "join": _everybody},
        "fa": {"declare": _troops_first, "attack-at": here, "fire-at": here, "bombard": here, "fly-over": here},
    }[d.game]


ATTACKS = Text("attaque ici avec tout", "attacks here with all")


def players(d: Diorama, attack: str = "bold", defence: str = "bold") -> dict[str, Policy]:
    """The policies of both sides by the game's names of them."""
    known = rulesets.ruleset(d.game).policies
    ours, theirs = known[PLAYERS[attack][d.game]], known[PLAYERS[defence][d.game]]
    declaring = _declaring(d)

    def decide(view: Any, ask: Ask, legal: list[Answer]) -> Answer:
        choice = declaring.get(ask.kind)
        return choice(view, ask, legal) if choice else ours.decide(view, ask, legal)

    name = Text(f"{ours.name.fr} ; {ATTACKS.fr}", f"{ours.name.en}; {ATTACKS.en}")
    attacker = Policy(f"{ours.id}-here", name, decide, ours.near)
    return {d.sides[ATTACKER]: attacker, d.sides[DEFENDER]: theirs}
