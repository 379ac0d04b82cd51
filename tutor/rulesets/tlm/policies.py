"""Named ways in which a side chooses, and the players made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.policy import Policy
from tutor.engine.text import Text
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.absorption import due, payable, strongest, worth
from tutor.rulesets.tlm.armies import is_empty, strength
from tutor.rulesets.tlm.cards import ersatz
from tutor.rulesets.tlm.lifelines import supplied
from tutor.rulesets.tlm.movement import objections_to_walking
from tutor.rulesets.tlm.retreats import objections_to_retreating
from tutor.rulesets.tlm.state import State, foe

Choice: TypeAlias = Callable[[State, Ask, list[Answer]], Answer]


@dataclass(frozen=True)
class Habit:
    """How some kinds of questions are answered."""

    id: str
    name: Text
    choices: Mapping[str, Choice]


def player(id: str, name: Text, *habits: Habit) -> Policy:
    """A complete player made of habits; what none of them answers is done or the first legal answer."""
    choices = {kind: choice for habit in habits for kind, choice in habit.choices.items()}

    def decide(view: State, ask: Ask, legal: list[Answer]) -> Answer:
        choice = choices.get(ask.kind, ends)
        return choice(view, ask, legal)

    parts = Text(" ; ".join(h.name.fr for h in habits), "; ".join(h.name.en for h in habits))
    return Policy(id, Text(f"{name.fr} ({parts.fr})", f"{name.en} ({parts.en})"), decide)


def ends(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Done where that is allowed, else the first answer."""
    return DONE if DONE in legal else legal[0]


def _others(legal: list[Answer]) -> list[Answer]:
    return [answer for answer in legal if answer not in (DONE, BACK)]


# -- how losses are paid -------------------------------------------------------------------------------------------
def cheapest(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The card that wastes least and, of those, the one least useful otherwise."""
    hits = due(view).total
    price = {"ersatz-2": 0, "ersatz-3": 0, "limited-offensive": 2, "offensive": 3}

    def cost(card: str) -> tuple[int, int, str]:
        value = int(ersatz(view, card))
        return max(0, value - hits) + (0 if value > 1 else price.get(card, 1)), -value, card

    cards = _others(legal)
    return min(cards, key=cost) if cards else DONE


def saves_armies(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Cards only where an army would lose its last units."""
    hits = due(view).total
    last = [u for u in strongest(view) if view.pieces[u].kind == "army" and strength(view, u).total <= hits]
    return cheapest(view, ask, legal) if last else DONE


def saves_infantry(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Cards for every loss that would fall on infantry; guns, forts and horses are given up."""
    first = [p for p in payable(view) if not p.infantry_type and p.id in strongest(view)]
    return DONE if first else cheapest(view, ask, legal)


def least_worth(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Of what may be lost, the least useful piece; a fort before an army's infantry."""
    return min(legal, key=lambda unit: (worth(view.pieces[unit]), unit))


def on_the_fort(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Hits that must fall on the fort are paid first."""
    return "siege" if "siege" in legal else legal[0]


_PAYING = {"lose": least_worth, "pay-which": on_the_fort, "cover-which": lambda v, a, legal: "plain"}
NEVER_CARDS = Habit(
    "never-cards",
    Text("paie en unités, jamais en cartes", "pays in units, never in cards"),
    {"ersatz": ends, **_PAYING},
)
CARDS_FIRST = Habit(
    "cards-first",
    Text("paie en cartes tant qu'il en a", "pays in cards as long as he has any"),
    {"ersatz": cheapest, **_PAYING},
)
SAVES_ARMIES = Habit(
    "saves-armies",
    Text("ne paie en cartes que pour sauver une Armée", "pays in cards only to save an army"),
    {"ersatz": saves_armies, **_PAYING},
)
SAVES_INFANTRY = Habit(
    "saves-infantry",
    Text("paie en cartes plutôt qu'en infanterie", "pays in cards rather than in infantry"),
    {"ersatz": saves_infantry, **_PAYING},
)


# -- who retreats, and when ----------------------------------------------------------------------------------------
Move: TypeAlias = tuple[str, str]


def stands(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Nobody leaves who need not; what must goes to a friendly area if it can."""
    if DONE in legal:
        return DONE
    moves = _ways_out(view, ask, legal)
    must = [move for move in moves if _obliged(view, move[0])]
    return min(must or moves, key=lambda move: _refuge_order(view, move))[0] if moves else legal[0]


def safest(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Where a unit that leaves goes: to a friendly area if it can, but not merely out of its army."""
    unit, here = ask.facts["unit"].id, view.here.area
    moves = [(unit, place) for place in _others(legal) if place != here]
    return min(moves, key=lambda move: _refuge_order(view, move))[1] if moves else legal[0]


def _ways_out(view: State, ask: Ask, units: list[Answer]) -> list[Move]:
    """Who may leave for where, without steps out of an army, which stays in the battle."""
    near = view.map.neighbours(view.here.area)
    pairs = ((unit, place) for unit in _others(units) for place in near)
    return [(u, p) for u, p in pairs if view.law.allows(objections_to_retreating(view, ask.kind, u, p))]


def _obliged(view: State, unit: str) -> bool:
    piece = view.pieces[unit]
    return is_empty(view, piece) or (piece.kind == "army" and bool(view.here.forced))


def _refuge_order(view: State, move: Move) -> tuple[Any, ...]:
    unit, place = move
    piece = view.pieces[unit]
    danger = areas.area_state(view, place, piece.side) != areas.FRIENDLY
    hungry = place not in supplied(view, piece.side)
    return (not is_empty(view, piece), danger, hungry, strength(view, unit).total, place, unit)


def outnumbered(view: State, side: str) -> bool:
    """Whether the other side has at least twice as many pieces in the battle."""
    ours = sum(p.kind != "army" for p in view.present(side))
    theirs = sum(p.kind != "army" for p in view.present(foe(side)))
    return theirs >= 2 * ours


def cautious(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Everything leaves when outnumbered two to one, if a friendly area is near."""
    if DONE in legal and not outnumbered(view, ask.who):
        return DONE
    moves = [move for move in _ways_out(view, ask, legal) if view.pieces[move[0]].army is None]
    safe = [move for move in moves if areas.area_state(view, move[1], ask.who) == areas.FRIENDLY]
    return min(safe, key=lambda move: _refuge_order(view, move))[0] if safe else stands(view, ask, legal)


def cavalry_leaves(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Cavalry leaves before combat when outnumbered two to one."""
    return cautious(view, ask, legal)


STANDS = Habit(
    "stands",
    Text("ne retraite que contraint", "retreats only when he must"),
    {"withdraw": stands, "retreat": stands, "cavalry-retreat": ends, "retreat-to": safest, "join": ends},
)
CAUTIOUS = Habit(
    "cautious",
    Text("retraite à un contre deux", "retreats at one to two"),
    {"withdraw": cautious, "retreat": cautious, "cavalry-retreat": cavalry_leaves, "retreat-to": safest, "join": ends},
)


# -- moving --------------------------------------------------------------------------------------------------------
def to_safety(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """A friendly area, if one is open."""
    return next((a for a in legal if areas.area_state(view, a, ask.who) == areas.FRIENDLY), legal[0])


def advances(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Under an Offensive, the army with the best odds goes to where it has them; without one nobody moves."""
    return max((attack for unit in _others(legal) for attack in _attacks(view, unit)), default=(0, DONE, ""))[1]


def to_the_attack(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Where the army that was chosen has the best odds."""
    goals = {place: odds for odds, _, place in _attacks(view, ask.facts["unit"].id)}
    return max(legal, key=lambda place: (goals.get(place, -1), place))


def _attacks(view: State, unit: str) -> list[tuple[int, str, str]]:
    """The enemy areas next to an army that it outnumbers, and those already entered; with the surplus."""
    piece, own = view.pieces[unit], strength(view, unit).total
    if piece.kind != "army" or not view.offensive:
        return []
    found = []
    for place in view.map.neighbours(str(piece.place)):
        there = sum(strength(view, foe_unit.id).total for foe_unit in view.units(place, foe(piece.side)))
        with_us = sum(strength(view, friend.id).total for friend in view.units(place, piece.side))
        if there and own + with_us > there and view.law.allows(objections_to_walking(view, unit, place)):
            found.append((int(own + with_us - there), unit, place))
    return found


# -- battles and cards ---------------------------------------------------------------------------------------------
_OFFENSIVES = ("gericht", "big-push", "friedensturm", "tout-le-monde", "offensive", "limited-offensive")


def strongest_card(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    return next((card for card in _OFFENSIVES if card in legal), DONE)


def everywhere(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Every battle that may be declared."""
    rest = _others(legal)
    return rest[0] if rest else DONE


def only_owed(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Only the battles that must be declared; where none is owed, one."""
    if DONE in legal and view.battles:
        return DONE
    rest = _others(legal)
    owed = [area for area in rest if area in view.entered]
    return owed[0] if owed else rest[0] if rest else DONE


def all_cards(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Every combat card; but no gas once bad weather blows it away."""
    useless = ("poison-gas",) if view.weather else ()
    rest = [card for card in _others(legal) if card not in useless]
    return min(rest, key=lambda card: (card != "bad-weather", card)) if rest else DONE


def first_of_all(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    rest = _others(legal)
    return rest[0] if rest else DONE


def biggest_battle(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The battle with the most of one's own artillery."""

    def guns(area: str) -> int:
        return sum(p.kind == "artillery" for p in view.forces(area, ask.who))

    rest = _others(legal)
    return max(rest, key=lambda area: (guns(area), area)) if rest else DONE


def reacts(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    return "defensive-reaction" if "defensive-reaction" in legal else legal[0]


def best_re_roll(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The hit that was likeliest is taken back last; Stoßtruppen first, since theirs force armies back."""
    order = ("stosstruppen", "infantry", "commonwealth")
    return next((kind for kind in order if kind in legal), DONE)


_SAME = {
    "offensive": strongest_card,
    "empty-leaves": to_safety,
    "next-battle": biggest_battle,
    "keep-battle": biggest_battle,
    "name-bonus": biggest_battle,
    "name-area": biggest_battle,
    "re-roll-which": best_re_roll,
}
BOLD = Habit(
    "bold",
    Text("attaque partout et joue ses cartes de combat", "attacks everywhere and plays his combat cards"),
    {"declare": everywhere, "add-card": all_cards, "alert": first_of_all, "biplane-method": reacts, **_SAME},
)
SPARING = Habit(
    "sparing",
    Text("n'attaque que là où il faut et garde ses cartes", "attacks only where he must and keeps his cards"),
    {"declare": only_owed, "add-card": ends, "alert": ends, "biplane-method": ends, **_SAME},
)


ADVANCES = Habit(
    "advances",
    Text("avance là où il est le plus fort", "advances where he is the stronger"),
    {"move": advances, "to": to_the_attack, "means": lambda v, a, legal: legal[0]},
)


# -- players -------------------------------------------------------------------------------------------------------
PLAYERS: Mapping[str, Policy] = {
    policy.id: policy
    for policy in (
        player("stubborn", Text("Obstiné", "Stubborn"), BOLD, STANDS, CARDS_FIRST),
        player("thrifty", Text("Économe", "Thrifty"), SPARING, CAUTIOUS, SAVES_ARMIES),
        player("spendthrift", Text("Meneur d'hommes", "Spends men"), BOLD, STANDS, NEVER_CARDS),
        player("careful", Text("Ménager", "Careful"), BOLD, CAUTIOUS, SAVES_INFANTRY),
        player("marcher", Text("Marcheur", "Marcher"), ADVANCES, BOLD, STANDS, CARDS_FIRST),
        player("plain", Text("Sans façon", "Plain"), SPARING, STANDS, NEVER_CARDS),
    )
}
