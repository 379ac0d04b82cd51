"""9.2-9.9 The other cards in battle: which may be added, where, and what each absorbs."""

from __future__ import annotations

from typing import Any

from tutor.engine.ask import DONE, Ask, choose, nothing
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm.offensives import TYPES, battle_in, in_battle
from tutor.rulesets.tlm.state import Battle, State, Step, foe, steps

_ELSEWHERE = {
    "ersatz-2": "9.2",
    "ersatz-3": "9.2",
    "strategic-reserves": "9.6.a",
    "entente-crisis": "9.8.a",
    "german-crisis": "9.9.a",
}
_DATED = {"poison-gas": "9.3.b", "barrage": "9.4.b", "bad-weather": "9.5.e"}
_TOLD = {
    "poison-gas": "gas-played",
    "barrage": "barrage-played",
    "bad-weather": "weather-named",
    "surprise-attack": "surprise-played",
}
_PLAYED = {"poison-gas": "9.3.a", "barrage": "9.4.a", "bad-weather": "9.5.a", "surprise-attack": "9.7.a"}


# -- which card (2.0-II.3.b) -----------------------------------------------------------------------------------
def objections_to_adding(state: State, side: str, card: str) -> Checks:
    """Whether a side may add this card at the declaration of battles."""
    if card not in state.hand(side):
        yield objection("1.3.b", "not-in-hand", card=Term(card), who=Side(side))
    if card in TYPES:
        yield objection("9.1.1.c", "offensive-not-added", card=Term(card))
    elif card in _ELSEWHERE:
        yield objection(_ELSEWHERE[card], "not-a-combat-card", card=Term(card))
    else:
        yield from _date(state, card)
        yield from _role(state, side, card)
        yield from _somewhere(state, side, card)


def _date(state: State, card: str) -> Checks:
    if card in _DATED:
        cell = state.law.table("cards").at(card, "from_turn")
        check = objection if state.turn < int(cell.value) else held
        yield check(_DATED[card], "card-date", card=Term(card), turn=state.turn, cell=cell)


def _role(state: State, side: str, card: str) -> Checks:
    if card == "bad-weather" and side == state.active:
        yield objection("9.5.a", "defender-only", card=Term(card))
    if card == "bad-weather" and state.weather and state.law.reads("second-weather", "one-only"):
        yield objection("9.5.a", "weather-once", reading=state.law.read("second-weather"))
    if card == "surprise-attack" and side != state.active:
        yield objection("9.7.a", "attacker-only", card=Term(card))


def _somewhere(state: State, side: str, card: str) -> Checks:
    if not _named(state, card):
        return
    refusals = [state.law.first_objection(objections_to_aiming(state, side, card, b.area)) for b in state.battles]
    if refusals and all(refusals):
        assert refusals[0] is not None
        yield refusals[0]


def _named(state: State, card: str) -> bool:
    """Whether the card is played on a battle area; Bad Weather as the reading `weather-area` says."""
    return card != "bad-weather" or state.law.reads("weather-area", "named-area")


@steps.step("add-cards", "2.0-II.3.b")
def add_cards(s: State, t: Trace, side: str, card: str = "") -> Step:
    """A side adds combat cards, one by one, and names the area of each."""
    if card:
        return (yield from name_area(s, t, side, card))
    if not s.hand(side) or not s.battles:
        return s
    card = yield from choose(
        Ask(
            s,
            "2.0-II.3.b",
            side,
            "add-card",
            ("card",),
            lambda c: objections_to_adding(s, side, c),
            to_end=nothing,
        )
    )
    if card == DONE:
        return s
    s = s.played(side, card)
    if _named(s, card):
        return s.then(task("add-cards", side, card), task("add-cards", side))
    t.say("9.5.a", "weather-played", s, card=Term(card), who=Side(side))
    return s.then(task("add-cards", side), weather=s.weather + 1)


# -- which area ------------------------------------------------------------------------------------------------
def objections_to_aiming(state: State, side: str, card: str, area: str) -> Checks:
    """Whether a card may be played on an area."""
    battle = battle_in(state, area)
    rule = _PLAYED[card]
    if battle is None:
        yield objection(rule, "no-battle-area", area=Place(area))
    elif card in ("poison-gas", "barrage"):
        yield from _shells(state, side, card, battle)
    elif card == "surprise-attack" and battle.surprise:
        yield objection(rule, "already-surprise", area=Place(area))


def _in_the_way(battle: Battle, card: str) -> frozenset[str]:
    """The sides whose card in this battle is not combined with the card: barrage with gas, gas with barrage."""
    return {"poison-gas": battle.barrage, "barrage": battle.gas}.get(card, frozenset())


def _shells(state: State, side: str, card: str, battle: Battle) -> Checks:
    same, other = battle.gas if card == "poison-gas" else battle.barrage, _in_the_way(battle, card)
    facts = {"card": Term(card), "area": Place(battle.area)}
    if side in same:
        yield objection(_PLAYED[card], "one-per-area", who=Side(side), **facts)
    if side in other:
        yield objection(_DATED[card], "gas-with-barrage", who=Side(side), **facts)
    if foe(side) in other and state.law.reads("gas-against-barrage", "forbidden"):
        yield objection(
            _DATED[card],
            "gas-with-barrage",
            who=Side(foe(side)),
            reading=state.law.read("gas-against-barrage"),
            **facts,
        )


def name_area(s: State, t: Trace, side: str, card: str) -> Step:
    """The card that was added is named for its battle area."""
    area = yield from choose(
        Ask(
            s,
            _PLAYED[card],
            side,
            "name-area",
            ("place",),
            lambda place: objections_to_aiming(s, side, card, place),
            facts={"card": Term(card)},
        )
    )
    battle = battle_in(s, area)
    if battle is None:
        return s
    meets = foe(side) in _in_the_way(battle, card)
    met: dict[str, Any] = {"reading": s.law.read("gas-against-barrage")} if meets else {}
    s = _laid(s, side, card, battle)
    t.say(_PLAYED[card], _TOLD[card], s, card=Term(card), area=Place(area), who=Side(side), **met)
    return s


def _laid(state: State, side: str, card: str, battle: Battle) -> State:
    match card:
        case "poison-gas":
            return in_battle(state, battle.area, gas=battle.gas | {side})
        case "barrage":
            return in_battle(state, battle.area, barrage=battle.barrage | {side})
        case "surprise-attack":
            return in_battle(state, battle.area, surprise=True)
        case _:
            new: State = in_battle(state, battle.area, weather=True).but(weather=state.weather + 1)
            return new


# -- cards as Ersatz (9.2) -------------------------------------------------------------------------------------
def ersatz_lines(state: State, card: str) -> Lines:
    cell = state.law.table("cards").at(card, "ersatz")
    if card == "ersatz-2":
        yield plus("9.2.2", "ersatz-worth", int(cell.value), card=Term(card), cell=cell)
    elif card == "ersatz-3":
        yield plus("9.2.3", "ersatz-worth", int(cell.value), card=Term(card), cell=cell)
    else:
        yield plus("9.2.1", "any-card", 1, card=Term(card))


def ersatz(state: State, card: str) -> Ledger:
    """How many losses a card absorbs."""
    return state.law.ledger("5.3.2.a", "ersatz-value", ersatz_lines(state, card))
