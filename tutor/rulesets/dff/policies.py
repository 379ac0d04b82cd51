"""Named ways in which a side chooses, and the players made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.policy import Policy
from tutor.engine.text import Text
from tutor.rulesets.dff.air import BREAK, LET_GO
from tutor.rulesets.dff.declaration import objections_to_committing
from tutor.rulesets.dff.ground import theatre
from tutor.rulesets.dff.headquarters import objections_to_activating
from tutor.rulesets.dff.movement import reach_of
from tutor.rulesets.dff.retreat import AGAIN, RETREAT, STAY, WITHDRAW
from tutor.rulesets.dff.state import ASSAULT, Battle, State, Unit, foe

Choice: TypeAlias = Callable[[State, Ask, list[Answer]], Answer]


@dataclass(frozen=True)
class Habit:
    """How some kinds of questions are answered; `near`: by the units concerned alone."""

    name: Text
    choices: Mapping[str, Choice]
    near: bool = False


def player(id: str, name: Text, *habits: Habit) -> Policy:
    """A complete player made of habits; what none of them answers is done, or the first legal answer."""
    choices = {kind: choice for habit in habits for kind, choice in habit.choices.items()}

    def decide(view: State, ask: Ask, legal: list[Answer]) -> Answer:
        return choices.get(ask.kind, ends)(view, ask, legal)

    parts = Text(" ; ".join(h.name.fr for h in habits), "; ".join(h.name.en for h in habits))
    near = frozenset(kind for habit in habits if habit.near for kind in habit.choices)
    return Policy(id, Text(f"{name.fr} ({parts.fr})", f"{name.en} ({parts.en})"), decide, near)


def ends(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Done where that is allowed, else the first answer that is no step back."""
    return DONE if DONE in legal else _others(legal)[0]


def _others(legal: list[Answer]) -> list[Answer]:
    return [answer for answer in legal if answer not in (DONE, BACK)] or legal


def every(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """One after another, until none is left."""
    return next((answer for answer in legal if answer not in (DONE, BACK)), legal[0])


def straight(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """By the nearest of the ways that are open: the side does not see all that closes one."""
    reached = reach_of(view, _unit(view, ask.facts["unit"].id))
    return min((way for way in legal if way != BACK), key=lambda way: (reached.cost(way) or 0, way))


def _unit(view: State, id: str) -> Unit:
    return view.pieces[id]


# -- losses --------------------------------------------------------------------------------------------------------
def spreads(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Works first, then the strongest unit, so that no division is destroyed."""
    return min(legal, key=lambda id: (not _unit(view, id).works, -_unit(view, id).strength, id))


def gives_up_one(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Works first, then the weakest unit until it is gone."""
    return min(legal, key=lambda id: (not _unit(view, id).works, _unit(view, id).strength, id))


def kills(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """A loss on a 1 goes to the unit nearest to destruction."""
    units = [id for id in legal if id in view.pieces and not _unit(view, id).works] or legal
    return min(units, key=lambda id: (_unit(view, id).strength, id))


SPREADS = Habit(
    Text("répartit ses pertes", "spreads his losses"),
    {"take-loss": spreads, "name-loss": kills, "men-pay": spreads, "starve-which": spreads, "gas-victim": gives_up_one},
    near=True,
)
GIVES_UP_ONE = Habit(
    Text("sacrifie la plus faible", "gives up the weakest"),
    {
        "take-loss": gives_up_one,
        "name-loss": kills,
        "men-pay": gives_up_one,
        "starve-which": gives_up_one,
        "gas-victim": gives_up_one,
    },
    near=True,
)


# -- staying and leaving --------------------------------------------------------------------------------------------
def _strength(view: State, hex: str, side: str) -> int:
    return sum(unit.strength for unit in view.ground_at(hex, side))


def _hex(ask: Ask) -> str:
    return str(ask.facts["hex"].id)


def stays(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    return STAY if STAY in legal else legal[0]


def retreats_when_weak(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Leaves when the attacker has twice his strength points."""
    hex = _hex(ask)
    weak = _strength(view, hex, foe(ask.who)) >= 2 * _strength(view, hex, ask.who)
    return RETREAT if weak and RETREAT in legal else STAY


def presses(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    return AGAIN


def withdraws_when_weak(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Goes on only with more strength points than the defender."""
    hex = _hex(ask)
    weak = _strength(view, hex, ask.who) <= _strength(view, hex, foe(ask.who))
    return WITHDRAW if weak and WITHDRAW in legal else AGAIN


def safest(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The hex farthest from the enemy."""
    foes = [u.place for u in view.pieces.of(foe(ask.who)) if u.ground and u.place]

    def distance(hex: str) -> int:
        return min((view.map.distance(hex, other) for other in foes), default=0)

    return max(_others(legal), key=lambda hex: (distance(hex), hex))


_LEAVING: Mapping[str, Choice] = {"leave-to": safest, "excess-to": safest, "land": safest, "hq-flees-to": safest}
STANDS = Habit(Text("tient jusqu'au bout", "holds to the last"), {"stand": stays, "press": presses, **_LEAVING})
CAUTIOUS = Habit(
    Text("cède à un contre deux", "gives way at one to two"),
    {"stand": retreats_when_weak, "press": withdraws_when_weak, **_LEAVING},
)


# -- attacking ------------------------------------------------------------------------------------------------------
def under(view: State, side: str, hex: str, hq: str) -> int:
    """The strength points that could assault a hex under this HQ alone."""
    attack = Battle(hex, side, hqs=(hq,))
    return sum(
        u.strength for u in view.pieces.of(side) if view.law.allows(objections_to_committing(view, attack, u.id))
    )


def best_target(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """A hex that more strength points can reach under one HQ than defend it; the weakest of them."""
    found = []
    for hex in legal:
        if hex in (DONE, BACK):
            continue
        bare = Battle(hex, ask.who)
        hqs = (hq.id for hq in view.hqs_of(ask.who) if view.law.allows(objections_to_activating(view, bare, hq.id)))
        ours = max((under(view, ask.who, hex, hq) for hq in hqs), default=0)
        theirs = _strength(view, hex, foe(ask.who))
        if ours > theirs:
            found.append((theirs, hex))
    return min(found)[1] if found else DONE


def one_target(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    return DONE if view.battles else best_target(view, ask, legal)


def first_hq(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The HQ under which most strength points can attack, the fuller depot if equal; one is enough."""
    if DONE in legal:
        return DONE
    hqs = [id for id in legal if id != BACK]
    hex = _hex(ask)
    return max(hqs, key=lambda id: (under(view, ask.who, hex, id), view.stock(id), id)) if hqs else BACK


def three_to_one(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Units until they have three times the defender's strength points, or none is left."""
    draft = view.draft
    assert draft is not None
    enough = _strength(view, draft.hex, draft.attacker) >= 3 * max(1, _strength(view, draft.hex, draft.defender))
    units = [id for id in legal if id not in (DONE, BACK)]
    if DONE in legal and (enough or not units):
        return DONE
    return min(units, key=lambda id: _nearness(view, id, draft.hex)) if units else BACK


def _nearness(view: State, id: str, hex: str) -> tuple[int, int, str]:
    """The nearest first, and of those the strongest."""
    unit = _unit(view, id)
    return view.map.distance(unit.place, hex), -unit.strength, id


def assaults(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    return ASSAULT if ASSAULT in legal else _others(legal)[0]


def three_rounds(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Three rounds of bombardment, or as many as can be paid."""
    return max(n for n in legal if isinstance(n, int) and n <= 3)


def no_rounds(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    return min(n for n in legal if isinstance(n, int))


def own_front(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """A front where the side has an HQ, once; then it passes."""
    fronts = {theatre(view, hq.place or "") for hq in view.hqs_of(ask.who)}
    fresh = [f for f in legal if f in fronts and (ask.who, f) not in view.declared]
    return fresh[0] if fresh else DONE


def shows_in_attack(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """A card is kept for one's own offensive."""
    return every(view, ask, legal) if ask.who == view.active else ends(view, ask, legal)


def leaves_the_air(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    return BREAK if BREAK in legal else LET_GO


_AIR: Mapping[str, Choice] = {"break-off": leaves_the_air, "pursue": leaves_the_air}
_SAME: Mapping[str, Choice] = {
    "front": own_front,
    "attack-kind": assaults,
    "activate": first_hq,
    "commit": three_to_one,
    "counter-with": three_to_one,
    "support-where": every,
    "enter-from": straight,
    "aid": every,
    "aid-whom": every,
    "payer": every,
    "send-back": every,
    **_AIR,
}
BOLD = Habit(
    Text("attaque là où il est le plus fort, après bombardement", "attacks where he is stronger, after shelling"),
    {
        **_SAME,
        "attack": best_target,
        "support": every,
        "bombard-length": three_rounds,
        "counter-attack": every,
        "second-round": lambda view, ask, legal: legal[-1],
        "duel": every,
        "duel-reply": every,
        "card": shows_in_attack,
    },
)
SPARING = Habit(
    Text("n'attaque qu'en un point, sans canon ni avion", "attacks at one point, without guns or aircraft"),
    {**_SAME, "attack": one_target, "support": ends, "bombard-length": no_rounds, "counter-attack": ends},
)
PLAYERS: Mapping[str, Policy] = {
    policy.id: policy
    for policy in (
        player("stubborn", Text("Obstiné", "Stubborn"), BOLD, STANDS, SPREADS),
        player("careful", Text("Ménager", "Careful"), BOLD, CAUTIOUS, SPREADS),
        player("thrifty", Text("Économe", "Thrifty"), SPARING, CAUTIOUS, GIVES_UP_ONE),
        player("grim", Text("Acharné", "Grim"), SPARING, STANDS, GIVES_UP_ONE),
    )
}
