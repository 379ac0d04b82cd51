"""Named ways to choose, and the questions that odds are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.policy import Policy, Question, says_no, says_yes
from tutor.engine.text import Text
from tutor.rulesets.se.action import NOBODY
from tutor.rulesets.se.state import State, other

Choice = Callable[[State, Ask, list[Answer]], Answer]


def _all(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """One unit after another, until none is left."""
    return next((answer for answer in legal if answer not in (DONE, BACK)), legal[0])


def _none(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return DONE if DONE in legal else legal[0]


def _weakest(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The unit that is worth least: it takes the loss, or stays behind."""
    return min(legal, key=lambda id: (s.unit(id).combat, s.unit(id).morale, id))


def _steadiest(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return max(legal, key=lambda id: (s.unit(id).morale, id))


def _weakest_enemy(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The enemy hex with the least combat factors."""
    return min((a for a in legal if a != BACK), key=lambda hex: (_combat(s, hex, other(ask.who)), hex))


def _strongest_enemy(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The enemy hex with the most combat factors."""
    return max((a for a in legal if a != BACK), key=lambda hex: (_combat(s, hex, other(ask.who)), hex))


def _where_the_assault_goes(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """A hex that is about to be assaulted, else the strongest enemy."""
    assaulted = [hex for hex in legal if hex != BACK and s.assaulting(hex, ask.who)]
    return _strongest_enemy(s, ask, assaulted or legal)


def _combat(s: State, hex: str, side: str) -> int:
    return sum(u.combat for u in s.units_at(hex, side))


def _away(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The hex farthest from any enemy."""
    foes = [u.place for u in s.units_of(other(ask.who)) if u.place]

    def distance(hex: str) -> int:
        return min((s.map.distance(hex, foe) for foe in foes), default=0)

    return max(legal, key=lambda hex: (distance(hex), hex))


def _straight(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Attack from here if that is allowed, else come nearer to the lost hex."""
    ((id, target),) = s.aims
    here = s.unit(id).place
    return here if here in legal else min(legal, key=lambda hex: (s.map.distance(hex, target), hex))


def _first(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return next((answer for answer in legal if answer != BACK), legal[0])


def _most(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return max(answer for answer in legal if answer != BACK)


def _least(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return min(legal)


def _nobody(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return NOBODY


def _somebody(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return next((answer for answer in legal if answer != NOBODY), NOBODY)


BOLD: Mapping[str, Choice] = {
    "declare": _all,
    "declare-hex": _weakest_enemy,
    "bombard": _all,
    "bombard-hex": _where_the_assault_goes,
    "defend": _all,
    "defend-hex": _strongest_enemy,
    "lift-cap": says_yes,
    "take-loss": _weakest,
    "stay-behind": _weakest,
    "name-morale": _steadiest,
    "retreat": _steadiest,
    "retreat-hex": _away,
    "retreat-fire": says_yes,
    "infiltration-fire": says_yes,
    "counter-attack": _all,
    "counter-attack-hex": _weakest_enemy,
    "counter-attack-from": _straight,
    "react": _somebody,
    "place-hq": _away,
    "attach": _all,
    "move": _none,
    "pace": _first,
    "move-hex": _none,
    "infiltration-firer": _all,
    "interdict": _all,
    "interdict-hex": _first,
    "activate": _somebody,
    "plan": _somebody,
    "plan-guns": _most,
    "bid": _least,
    "turn-gun": _none,
    "reinforce": _all,
    "reinforce-hex": _first,
}
CAUTIOUS = {**BOLD, "lift-cap": says_no, "counter-attack": _none, "react": _nobody, "interdict": _none}


def _by_kind(choices: Mapping[str, Choice]) -> Callable[[Any, Ask, list[Answer]], Answer]:
    return lambda s, ask, legal: choices[ask.kind](s, ask, legal)


POLICIES = {
    "bold": Policy(
        "bold",
        Text(
            "hardi : tout assaille, tire et contre-attaque, la perte va à l'unité la plus faible",
            "bold: everything assaults, fires and counter-attacks; the weakest unit takes the loss",
        ),
        _by_kind(BOLD),
    ),
    "cautious": Policy(
        "cautious",
        Text(
            "prudent : comme le hardi, mais sans contre-attaque, réaction ni point logistique dépensé",
            "cautious: as bold, but no counter-attack, no reaction and no logistic point spent",
        ),
        _by_kind(CAUTIOUS),
    ),
}


def ground(start: State, end: State) -> str:
    """Who holds the ground that was the inactive side's and was fought for."""
    contested = sorted({u.place for u in start.units_of(start.inactive) if u.place})
    taken = [hex for hex in contested if end.units_at(hex, start.active)]
    return "attacker" if taken else "defender"


def steps_of(s: State, side: str) -> int:
    return sum(u.steps for u in s.units_of(side) if not u.fortress)


def losses(start: State, end: State) -> tuple[int, int]:
    """Steps lost by the active side and by the other."""
    active, inactive = start.active, start.inactive
    return steps_of(start, active) - steps_of(end, active), steps_of(start, inactive) - steps_of(end, inactive)


def surrendered(start: State, end: State) -> tuple[int, int]:
    """Units that surrendered, of the active side and of the other."""

    def gone(side: str) -> int:
        before = {u.id for u in start.units_of(side)}
        return sum(u.id in before and u.box == "surrendered" for u in end.pieces if u.side == side)

    return gone(start.active), gone(start.inactive)


def action_over(s: State) -> bool:
    """The action is over when the other side may react; what the reaction brings is another question."""
    return bool(s.agenda) and s.agenda[0].step == "react"


QUESTIONS = {
    "ground": Question("ground", Text("qui tient le terrain", "who holds the ground"), ground, action_over),
    "losses": Question(
        "losses",
        Text("pas perdus par l'attaquant et par le défenseur", "steps lost by attacker and defender"),
        losses,
        action_over,
    ),
    "surrenders": Question(
        "surrenders",
        Text("redditions chez l'attaquant et chez le défenseur", "surrenders of attacker and defender"),
        surrendered,
        action_over,
    ),
}
