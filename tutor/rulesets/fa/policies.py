"""Named ways in which a side chooses: complete players, for attack and defence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.policy import Policy
from tutor.engine.text import Text
from tutor.rulesets.fa.activities import LAND
from tutor.rulesets.fa.attacking import objections_to_attacking, objections_to_attacking_with
from tutor.rulesets.fa.drafts import Attack
from tutor.rulesets.fa.initiative import GO_FIRST, LET_STAND
from tutor.rulesets.fa.odds import declared_odds
from tutor.rulesets.fa.resolution import INFILTRATION
from tutor.rulesets.fa.results import CLEAR, FORGO, KEEP, TAKE
from tutor.rulesets.fa.sea_search import flotilla
from tutor.rulesets.fa.state import OTTOMAN, State, Unit, country_of, foe

ENOUGH = 4  # the level of odds at which nobody else joins an attack
Choice: TypeAlias = Callable[[State, Ask, list[Answer]], Answer]


# -- declaring ---------------------------------------------------------------------------------------------------
def planned(s: State, hex: str) -> State:
    """The position with everything in the attack on a hex that can still join it, the strongest first."""
    ready = sorted((u for u in s.pieces.of(s.phasing) if _could(s, u, hex)), key=lambda u: (-u.factor, u.id))
    for unit in ready:
        checks = (*objections_to_attacking_with(s, unit), *objections_to_attacking(s, unit, hex))
        if s.law.allows(checks):
            attack = s.attack_on(hex) or Attack(hex)
            s = s.with_attack(attack.but(units=attack.units | {unit.id}))
    return s


def _could(s: State, unit: Unit, hex: str) -> bool:
    if not unit.land or unit.gun or unit.place is None:
        return False
    return unit.place == hex if unit.invading else s.map.adjacent(unit.place, hex)


def outlook(s: State, hex: str) -> int:
    """The level of the odds that the best attack on a hex would have."""
    after = planned(s, hex)
    attack = after.attack_on(hex)
    return declared_odds(after, attack).level if attack else -99


def _targets(s: State) -> list[str]:
    return sorted({u.place for u in s.pieces.of(s.waiting) if u.land and u.place})


def _plan(s: State, least: int) -> tuple[str, str] | None:
    """The next unit to declare and the hex for it: what makes an attack good enough, the best target first."""
    wanted = [a.hex for a in s.attacks if declared_odds(s, a).level < ENOUGH]
    begun = [a.hex for a in s.attacks]
    fresh = [(outlook(s, hex), hex) for hex in _targets(s) if hex not in begun]
    for _, hex in (*((0, hex) for hex in wanted), *sorted(fresh, key=lambda one: (-one[0], one[1]))):
        after = planned(s, hex)
        now, then = s.attack_on(hex), after.attack_on(hex)
        joining = sorted((then.units if then else frozenset()) - (now.units if now else frozenset()))
        if joining and then and declared_odds(after, then).level >= least:
            return min(joining, key=lambda id: (_choices(s, id), -s.unit(id).factor, id)), hex
    return None


def _choices(s: State, id: str) -> int:
    """Among how many enemy stacks a unit can choose: who has no choice goes first."""
    return sum(_could(s, s.unit(id), hex) for hex in _targets(s))


def _declares(least: int) -> Choice:
    def choose(s: State, ask: Ask, legal: list[Answer]) -> Answer:
        invaders = [id for id in _others(legal) if s.unit(id).invading]
        if invaders:
            return invaders[0]
        plan = _plan(s, least)
        if plan is not None and plan[0] in legal:
            return plan[0]
        helpers = [id for id in _others(legal) if not s.unit(id).land or s.unit(id).gun]
        return helpers[0] if helpers else _done(s, ask, legal)

    return choose


def _where(least: int) -> Choice:
    def choose(s: State, ask: Ask, legal: list[Answer]) -> Answer:
        plan = _plan(s.but(chosen=""), least)
        if plan is not None and plan[0] == s.chosen and plan[1] in legal:
            return plan[1]
        return min(_others(legal), key=lambda hex: (-outlook(s, hex) if s.defenders(hex) else 99, hex))

    return choose


# -- all that comes after ------------------------------------------------------------------------------------------
def _others(legal: list[Answer]) -> list[Answer]:
    return [answer for answer in legal if answer not in (DONE, BACK)]


def _done(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return DONE if DONE in legal else legal[0]


def _given_up(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """What somebody else began and no habit goes on with is taken back."""
    return BACK if BACK in legal else _done(s, ask, legal)


def _first(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return (_others(legal) or legal)[0]


def _last(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The highest section: it finds most and is surprised least."""
    return max(_others(legal))


def _if_weaker(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Home with the weaker fleet; of two that are equal the one that is not in phase."""
    mine, theirs = (sum(u.factor for u in flotilla(s, s.battle.sea, side)) for side in (ask.who, foe(ask.who)))
    return "abandon" if mine < theirs or (mine == theirs and ask.who == s.waiting) else "stay"


def _farthest(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """A port rather than the open sea, an Ottoman one before all."""
    return min(_others(legal), key=lambda p: (p not in s.map, p in s.map and country_of(s.map, p) != OTTOMAN, p))


def _weakest(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """A face-down unit before a face-up one, the lowest factor first; HQs and guns last."""

    def worth(id: str) -> tuple[bool, bool, int, str]:
        unit = s.unit(id)
        return unit.hq or unit.gun, unit.face_up, unit.factor, id

    return min(_others(legal), key=worth)


def _strongest(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The unit whose turning hurts most: a supporting HQ, then the highest factor."""
    supporting = set(s.support.values())
    return max(_others(legal), key=lambda id: (id in supporting, s.unit(id).factor, id))


def _everybody(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    others = _others(legal)
    return min(others, key=lambda id: (s.unit(id).hq, -s.unit(id).factor, id)) if others else DONE


def _one_only(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """One infantry unit takes the ground; the others stay where they are."""
    taken = s.fight is not None and bool(s.troops(s.fight.hex, s.phasing))
    return DONE if taken and DONE in legal else _everybody(s, ask, legal)


def _nearest(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Home to where the aircraft came from, else the first hex."""
    places = _others(legal)
    units = [u for u in s.pieces if u.id in s.missions and u.place in places]
    return min(units, key=lambda u: u.id).place if units else places[0]


def _away(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The retreat that leads farthest from the attackers' friends: where the fewest defenders stand."""
    return min(_others(legal), key=lambda hex: (len(s.troops(hex, s.waiting)), hex))


def _best_odds(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The surest attack first: what it takes may cut the supply of the next."""
    return min(legal, key=lambda hex: (-declared_odds(s, s.attack_on(hex) or Attack(hex)).level, hex))


def _forgoes(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Half a hex rather than a unit, where that saves one."""
    saves = s.fight is not None and s.fight.theirs <= len(s.defenders(s.fight.hex))
    return FORGO if saves and FORGO in legal else KEEP


def _option(*wanted: str) -> Choice:
    return lambda s, ask, legal: next((answer for answer in wanted if answer in legal), legal[0])


BOLD: Mapping[str, Choice] = {
    "declare": _declares(1),
    "attack-at": _where(1),
    "role": _first,
    "fire-at": _where(1),
    "bombard": _first,
    "fly-over": _first,
    "observe-for": _first,
    "answer-with": _first,
    "answer-at": _first,
    "support-with": _first,
    "support-at": _first,
    "intercept": _first,
    "intercept-at": _first,
    "line-up": _everybody,
    "air-victim": _strongest,
    "abandon": _option("stay"),
    "promote": _first,
    "turn": _strongest,
    "next-attack": _best_odds,
    "next-sea": _first,
    "table": _option(INFILTRATION),
    "forgo": _forgoes,
    "half-or-clear": _option(TAKE),
    "clear-marker": _first,
    "lose": _weakest,
    "retreat": _first,
    "retreat-to": _away,
    "advance": _everybody,
    "withdraw": _first,
    "base": _nearest,
    "haven": _first,
    "excess": _weakest,
    "serve": _first,
    "reroll": _option(LET_STAND),
    "who-begins": _option(GO_FIRST),
    "return-from": _first,
    "conqueror": _first,
    "survivor": _everybody,
    "new-master": _first,
    "choose-action": _option(LAND),
    "rebase": _done,
    "rail": _done,
    "move": _done,
    "sail": _done,
    "embark": _first,
    "interdict": _first,
    "interdict-from": _last,
    "intercept-ships": _option("attempt"),
    "take-section": _last,
    "goeben-to": _farthest,
    "stop-or-go": _option("go-on"),
    "decline-battle": _option("fight"),
    "pick-section": _last,
    "give-up-dice": _first,
    "convert-to": _first,
    "return-to": _first,
    "break-off": _if_weaker,
    "reorganise-with": _first,
    "reorganise": _strongest,
}
CAUTIOUS: Mapping[str, Choice] = {
    **BOLD,
    "declare": _declares(3),
    "attack-at": _where(3),
    "intercept": _done,
    "table": _option("assault"),
    "forgo": _option(KEEP),
    "half-or-clear": _option(CLEAR),
    "advance": _one_only,
    "stop-or-go": _option("stop"),
    "break-off": _option("abandon"),
}


def _by_kind(choices: Mapping[str, Choice]) -> Callable[[State, Ask, list[Answer]], Answer]:
    return lambda s, ask, legal: choices.get(ask.kind, _given_up)(s, ask, legal)


POLICIES = {
    policy.id: policy
    for policy in (
        Policy(
            "bold",
            Text(
                "hardi : attaque dès 1-1 avec tout, appuis compris, infiltre s'il peut, avance en masse ; en défense, "
                "soutient, intercepte et cède un demi-hex plutôt qu'une unité",
                "bold: attacks from 1-1 with everything, support included, infiltrates if it can, advances in mass; in "
                "defence supports, intercepts and gives half a hex rather than a unit",
            ),
            _by_kind(BOLD),
        ),
        Policy(
            "cautious",
            Text(
                "prudent : n'attaque qu'à 3-1 ou mieux, donne l'assaut, n'avance que d'une unité ; en défense, perd "
                "une unité plutôt qu'un demi-hex et garde ses Chasseurs au sol",
                "cautious: attacks only at 3-1 or better, assaults, advances with one unit; in defence loses a unit "
                "rather than half a hex and keeps its fighters on the ground",
            ),
            _by_kind(CAUTIOUS),
        ),
    )
}
