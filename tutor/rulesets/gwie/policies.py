"""Named ways to choose, and the players made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.policy import Policy, says_no, says_yes
from tutor.engine.text import Text
from tutor.rulesets.gwie.combat import Reckoning
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.shock import is_shock
from tutor.rulesets.gwie.state import Fight, State, Unit
from tutor.rulesets.gwie.strength import defence_strength

Choice = Callable[[State, Ask, list[Answer]], Answer]
GOOD, FAIR_ODDS = 3, 1


def _others(legal: list[Answer]) -> list[Answer]:
    return [answer for answer in legal if answer not in (DONE, BACK)]


def _ends(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Done where that is allowed, else the first answer."""
    return DONE if DONE in legal else _others(legal)[0]


def _all(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """One after another, until none is left."""
    rest = _others(legal)
    return min(rest) if rest else DONE if DONE in legal else legal[0]


def column_against(s: State, hex: str) -> int:
    """The final column if all that stand next to a hex attacked it, as far as the eye can tell."""
    near = frozenset(u.id for other in s.map.neighbours(hex) for u in s.units_at(other, s.active) if not u.fought)
    draft = s.but(fight=Fight(hex, near))
    known = defence_strength(draft, draft.defenders()).total
    return Reckoning(draft).final if near and known else 0


def _rides_off(s: State, hex: str) -> bool:
    """Whether only cavalry is there that has evaded an attack already: to chase it would have no end (15.53)."""
    return all(unit.evaded for unit in s.at(hex, s.inactive))


def _attacks_at(least: int) -> Choice:
    """The hex that promises the best column, if that is good enough; whoever rode off is let go."""

    def choose(s: State, ask: Ask, legal: list[Answer]) -> Answer:
        worthwhile = [hex for hex in _others(legal) if not _rides_off(s, hex) or DONE not in legal]
        best = max(worthwhile, key=lambda hex: (column_against(s, hex), hex), default=DONE)
        if best == DONE or (column_against(s, best) < least and DONE in legal):
            return DONE
        return best

    return choose


def _joins(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Everybody who can."""
    rest = _others(legal)
    if rest:
        return min(rest)
    return DONE if DONE in legal else BACK


def worth(s: State, unit: Unit) -> tuple[Any, ...]:
    """What a loss costs: a whole unit is dearer than a step, and strong ones dearer than weak."""
    dear = is_shock(s, unit, front_of(s, s.here.hex)) if s.fight else unit.shock
    return (unit.steps == 1 and not unit.fort, dear, unit.attack + unit.defence, unit.id)


def _cheapest(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return min(legal, key=lambda id: worth(s, s.unit(id)))


def _strongest(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """One unit goes in, the one that defends best."""
    return max(_others(legal), key=lambda id: (s.unit(id).defence, id), default=DONE)


def _one_goes(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return DONE if s.here.advanced else _strongest(s, ask, legal)


def _best_hq(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return max(_others(legal), key=lambda id: (s.unit(id).support, id), default=DONE)


def _hq_if_it_matters(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Support only where the column lies inside the table."""
    return _best_hq(s, ask, legal) if 0 <= Reckoning(s).final <= 5 or DONE not in legal else DONE


def _one_aircraft(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """One air unit, or one more than the other side has committed."""
    ours = sum(s.unit(id).side == ask.who for id in s.here.air)
    theirs = len(s.here.air) - ours
    rest = _others(legal)
    return min(rest) if rest and ours <= theirs else DONE


def _marker(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Where most of one's own units stand around."""

    def near(hex: str) -> int:
        return sum(len(s.units_at(other, ask.who)) for other in s.map.within(hex, 2))

    return max(_others(legal), key=lambda hex: (near(hex), hex), default=DONE)


def _stands(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return DONE if DONE in legal else min(_others(legal))


def _flees(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The hex farthest from the attackers."""
    foes = {s.origin(u) for u in s.attackers()}
    rest = _others(legal)
    return max(rest, key=lambda hex: (min(s.map.distance(hex, foe) for foe in foes), hex)) if rest else DONE


BOLD: Mapping[str, Choice] = {
    "attack": _attacks_at(FAIR_ODDS),
    "join": _joins,
    "attacker-hq": _best_hq,
    "defender-hq": _best_hq,
    "commit-air": _all,
    "play-event": _all,
    "kaiserschlacht": says_yes,
    "take-loss": _cheapest,
    "advance": _all,
    "advance-further": _all,
    "cavalry-retreat": _stands,
    "place-marker": _marker,
}
CAREFUL: Mapping[str, Choice] = {
    **BOLD,
    "attack": _attacks_at(GOOD),
    "attacker-hq": _hq_if_it_matters,
    "defender-hq": _hq_if_it_matters,
    "commit-air": _one_aircraft,
    "play-event": _ends,
    "kaiserschlacht": says_no,
    "advance": _one_goes,
    "advance-further": _ends,
    "cavalry-retreat": _flees,
}
STUBBORN: Mapping[str, Choice] = {**BOLD, "attack": _ends, "defender-hq": _hq_if_it_matters, "play-event": _all}


def _player(choices: Mapping[str, Choice]) -> Callable[[Any, Ask, list[Answer]], Answer]:
    return lambda s, ask, legal: choices.get(ask.kind, _ends)(s, ask, legal)


POLICIES = {
    policy.id: policy
    for policy in (
        Policy(
            "bold",
            Text(
                "hardi : attaque partout à 1-1 final ou mieux, engage tout, avance avec tous",
                "bold: attacks everywhere at a final 1-1 or better, commits everything, advances with all",
            ),
            _player(BOLD),
        ),
        Policy(
            "careful",
            Text(
                "prudent : attaque à 3-1 final ou mieux, ménage ses HQ et ses évènements, avance avec une unité",
                "careful: attacks at a final 3-1 or better, spares HQs and events, advances with one unit",
            ),
            _player(CAREFUL),
        ),
        Policy(
            "stubborn",
            Text(
                "obstiné : n'attaque pas, mais défend avec tout ce qu'il a et ne se dérobe jamais",
                "stubborn: does not attack, but defends with all he has and never retreats",
            ),
            _player(STUBBORN),
        ),
    )
}
