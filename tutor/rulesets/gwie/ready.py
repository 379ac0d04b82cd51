"""Ready players: a cautious and a bold one with an answer to every question of a game of the Near East.

They see what their side sees and do not search. On each Front one side presses on, towards the towns that decide, and
the other holds: it mans its forts, trenches and towns, the threatened ones first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.pieces import FrozenMap
from tutor.engine.policy import Policy, says_no, says_yes
from tutor.engine.space.maps import HexMap
from tutor.engine.text import Text
from tutor.rulesets.gwie import victory
from tutor.rulesets.gwie.control import SURRENDER_HEXES, controller
from tutor.rulesets.gwie.events_mandated import ENVER_UNITS, FRONT, counts
from tutor.rulesets.gwie.fronts import TRACKS, TURNS, front_of, front_with, fronts_of
from tutor.rulesets.gwie.going import objections_to_going, reach_for
from tutor.rulesets.gwie.ground import BEACHES
from tutor.rulesets.gwie.kut import garrisoned, near_kut
from tutor.rulesets.gwie.pipeline import next_town
from tutor.rulesets.gwie.policies import BOLD, CAREFUL, POLICIES, Choice, column_against
from tutor.rulesets.gwie.sea import objections_to_sailing
from tutor.rulesets.gwie.stacking import objections_to_stacking, overfull
from tutor.rulesets.gwie.state import ALLIES, BY_MAP, CP, SUPPLIED, TRANSIT, WEST, State, Unit, foe
from tutor.rulesets.gwie.strategic import objections_to_railing, rail_found
from tutor.rulesets.gwie.supply import in_supply, supply_at
from tutor.rulesets.gwie.weather import HOT

NEAR = 3
FAR = 99.0
MANNED, MANNED_FORT = 2, 3
EGYPT, KEPT_IN_EGYPT = "egyptian", 2
BEST_TRIED = 12
HOT_LETTER = "H"
RAIL_GAIN, PIPE, GARRISON = 4.0, 30.0, 20.0
Allows: TypeAlias = Callable[[str], bool]


@dataclass(frozen=True)
class Temper:
    """How far a player dares: whether he goes next to the enemy alone, presses on where he could hold, spends all."""

    alone: bool
    presses: frozenset[str]
    spares: int


CALM = Temper(alone=False, presses=frozenset(), spares=1)
FIERY = Temper(alone=True, presses=frozenset({"caucasus"}), spares=0)


def _others(legal: list[Answer]) -> list[Answer]:
    return [answer for answer in legal if answer not in (DONE, BACK)]


def _ends(legal: list[Answer]) -> Answer:
    return DONE if DONE in legal else legal[0]


def _first(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return min(_others(legal), key=str, default=_ends(legal))


def _none(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return _ends(legal)


# -- what is wanted on a Front -------------------------------------------------------------------------------------
class Plan:
    """What a side wants of the hexes of one Front: towns to reach, or places to man."""

    def __init__(self, s: State, side: str, front: str, temper: Temper) -> None:
        self.s, self.side, self.front, self.temper = s, side, front, temper
        self.presses = (side == ALLIES or front in temper.presses) and self._aimed_at()
        self.foes = [u.place for u in s.on_map() if u.side != side and u.fights and self._here(u.place)]
        self.goals = self._goals() if self.presses else self._guarded()
        self.keeps = [hex for hex in self._guarded() if self.threat(hex) <= NEAR] if self.presses else []

    def _here(self, hex: str | None) -> bool:
        return hex is not None and front_of(self.s, hex) == self.front

    def _aimed_at(self) -> bool:
        """Whether there is something to win here: in a shorter game, what the side must hold at its end."""
        aims = [hex for groups in self.s.aims.values() for group in groups for hex in group]
        return not aims or any(self._here(hex) for hex in aims)

    def _keys(self, side: str) -> list[str]:
        """The hexes that decide: those of the scenario and of the tables, and the K hexes round a garrison of Kut."""
        named = [hex for groups in self.s.aims.values() for group in groups for hex in group]
        siege = [hex for hex in self.s.map.places if near_kut(self.s, hex)] if garrisoned(self.s) else []
        name = SURRENDER_HEXES if side == ALLIES else victory.HEXES
        table = self.s.law.table(name)
        return [
            hex for hex in (*named, *siege, *(table.at(row, "Hex").value for row in table.rows)) if hex in self.s.map
        ]

    def _goals(self) -> list[str]:
        """Towns and cities of the enemy on the way, and what decides."""
        s = self.s
        keys = (hex for hex in self._keys(self.side) if self._here(hex))
        held = [hex for hex in (*_towns(s.map, self.front), *keys) if controller(s, hex) == foe(self.side)]
        return sorted(set(held))

    def _guarded(self) -> list[str]:
        """What is to be manned, the most threatened first."""
        s = self.s
        works = [u.place for u in s.on_map() if u.fort and u.side == self.side and u.place]
        keys = {hex for hex in (*works, *s.trenches, *self._keys(foe(self.side))) if self._here(hex)}
        ours = [hex for hex in keys if controller(s, hex) == self.side]
        return sorted(ours, key=lambda hex: (self.threat(hex), hex))

    def threat(self, hex: str) -> float:
        return min((self.s.map.distance(hex, foe) for foe in self.foes), default=FAR)

    def far(self, hex: str) -> float:
        """How far the nearest goal is."""
        return min((self.s.map.distance(hex, goal) for goal in self.goals), default=0.0)

    def worth(self, unit: Unit, hex: str) -> float:
        """How much a unit is wanted in a hex."""
        if unit.hq:
            return self._worth_of_hq(unit, hex)
        if not self.presses:
            return self._need(unit, hex)
        wanted = self._for_the_pipe(unit, hex) + self._for_what_is_held(unit, hex)
        return wanted - self.far(hex) - self._risk(unit, hex)

    def _for_what_is_held(self, unit: Unit, hex: str) -> float:
        """Who presses on leaves a garrison behind where the enemy is near a place that decides."""
        return GARRISON if hex in self.keeps and self._lacks(unit, hex) else 0.0

    def _lacks(self, unit: Unit, hex: str) -> bool:
        """Whether a place that is to be manned has too few without this unit."""
        wanted = MANNED_FORT if self.s.forts_at(hex, self.side) else MANNED
        return sum(u.id != unit.id for u in self.s.units_at(hex, self.side)) < wanted

    def _for_the_pipe(self, unit: Unit, hex: str) -> float:
        """Somebody waits for the water pipe in its next town, or it goes no further (11.53)."""
        others = [u for u in self.s.units_at(hex, self.side) if u.id != unit.id]
        return PIPE if hex == next_town(self.s) and not others else 0.0

    def _risk(self, unit: Unit, hex: str) -> float:
        """Alone beside the enemy is nobody's place but a bold one's."""
        if self.temper.alone or self.threat(hex) > 1:
            return 0.0
        friends = [u for u in self.s.units_at(hex, self.side) if u.id != unit.id]
        return 0.0 if friends else 1.5

    def _need(self, unit: Unit, hex: str) -> float:
        """A place that lacks its garrison; of them the first, else the nearest to it."""
        s = self.s
        for rank, goal in enumerate(self.goals):
            if self._lacks(unit, goal):
                return 20.0 - rank if hex == goal else -float(s.map.distance(hex, goal))
        return 1.0 if hex == unit.place else 0.0

    def _worth_of_hq(self, unit: Unit, hex: str) -> float:
        """Behind those who fight, never before them."""
        near = (hex, *self.s.map.neighbours(hex))
        company = sum(len(self.s.units_at(other, self.side)) for other in near)
        bare = self.threat(hex) <= 1 and not self.s.units_at(hex, self.side)
        return company - self.far(hex) / NEAR - (FAR if bare else 0.0)


@lru_cache(maxsize=32)
def _towns(map: HexMap, front: str) -> tuple[str, ...]:
    """The towns and cities of a Front; a map of one sheet is a Front's own."""
    several = len(map.sheets) > 1
    sites = (hex for hex in map.places if map.hex(hex).flags & {"town", "city"})
    return tuple(hex for hex in sites if not several or map.sheet(hex).key == front)


def foreseen(s: State) -> State:
    """The position in the heat of the next turn, if it brings any: who stands there then must be supplied (12.2)."""
    turns = s.law.table(TURNS).rows
    if str(s.turn + 1) not in turns:
        return s
    hot = [front for front in fronts_of(s) if turns[str(s.turn + 1)][TRACKS[front]] == HOT_LETTER]
    return s.but(weather=FrozenMap({**s.weather, **dict.fromkeys(hot, HOT)})) if hot else s


def _fed(s: State, unit: Unit, hex: str) -> bool:
    """Whether a unit would be in supply in a hex; an HQ, whether those whom it feeds would be, too."""
    if supply_at(s, unit, hex).status != SUPPLIED:
        return False
    if not unit.hq or hex == unit.place:
        return True
    ours = [
        u for u in s.on_map() if u.side == unit.side and u.fights and front_of(s, u.place or "") == front_of(s, hex)
    ]
    then = s.put(unit.but(place=hex))
    return all(in_supply(then, u) for u in ours if in_supply(s, u))


def _best(s: State, unit: Unit, plan: Plan, places: Iterable[str], legal: Allows) -> tuple[float, str]:
    """The supplied place with room that is wanted most, if one of the first few will do."""
    ranked = sorted(places, key=lambda hex: (-plan.worth(unit, hex), hex))
    for hex in ranked[:BEST_TRIED]:
        if legal(hex) and s.law.allows(objections_to_stacking(s, unit, hex)) and _fed(s, unit, hex):
            return plan.worth(unit, hex), hex
    return -FAR, ""


# -- movement ------------------------------------------------------------------------------------------------------
def _moves(temper: Temper) -> Choice:
    """One unit after another, each once, if it is wanted elsewhere."""

    def choose(s: State, ask: Ask, legal: list[Answer]) -> Answer:
        s, moved = foreseen(s), max((_in_turn(s, id) for id in s.moving.spent), default=(False, ""))
        plans: dict[str, Plan] = {}
        for _, id in sorted(turn for turn in (_in_turn(s, one) for one in _others(legal)) if turn > moved):
            unit = s.unit(id)
            front = front_of(s, unit.place or "")
            plan = plans.setdefault(front, Plan(s, ask.who, front, temper))
            if not plan.goals and not unit.hq:
                continue
            here = plan.worth(unit, unit.place or "") if _fed(s, unit, unit.place or "") else -FAR
            if _destination(s, unit, plan, here):
                return id
        return DONE if DONE in legal else _leaver(s, legal)

    return choose


def _in_turn(s: State, id: str) -> tuple[bool, str]:
    """In which order units are moved: HQs last, after those whom they follow."""
    return s.unit(id).hq, id


def _leaver(s: State, legal: list[Answer]) -> Answer:
    """Where a hex is too full to end the phase, somebody who can leave it."""
    crowd = {u.id for hex, _ in overfull(s) for u in s.at(hex)}
    able = (id for id in sorted(crowd & set(_others(legal))) if any(_open(s, s.unit(id))))
    return next(able, legal[0])


def _open(s: State, unit: Unit) -> Iterator[str]:
    """Where a unit may go."""
    group = (unit,)
    return (hex for hex in reach_for(s, group).places if s.law.allows(objections_to_going(s, group, hex)))


def _destination(s: State, unit: Unit, plan: Plan, least: float) -> str:
    """The place to which a unit is to go, if one is worth more than this."""
    group = (unit,)

    def open_(hex: str) -> bool:
        return s.law.allows(objections_to_going(s, group, hex))

    better = [hex for hex in reach_for(s, group).places if plan.worth(unit, hex) > least]
    return _best(s, unit, plan, better, open_)[1] or (_refuge(s, unit, better, open_) if least == -FAR else "")


def _refuge(s: State, unit: Unit, places: Iterable[str], legal: Allows) -> str:
    """For who starves where he stands and has nothing before him: back, to where a town of his side is near."""
    homes = [hex for hex in _towns(s.map, front_of(s, unit.place or "")) if controller(s, hex) == unit.side]
    ranked = sorted(places, key=lambda hex: (min((s.map.distance(hex, home) for home in homes), default=FAR), hex))
    tried = (hex for hex in ranked[:BEST_TRIED] if legal(hex))
    free = (hex for hex in tried if s.law.allows(objections_to_stacking(s, unit, hex)))
    return next((hex for hex in free if _fed(s, unit, hex)), "")


def _goes(temper: Temper) -> Choice:
    def choose(s: State, ask: Ask, legal: list[Answer]) -> Answer:
        s = foreseen(s)
        unit = s.unit(s.moving.group[0])
        plan = Plan(s, ask.who, front_of(s, unit.place or ""), temper)
        places = _others(legal)
        _, hex = _best(s, unit, plan, places, lambda hex: True)
        return hex or _refuge(s, unit, places, lambda hex: True) or _safe(s, ask, legal)

    return choose


# -- attacks that must be made (6.30) ------------------------------------------------------------------------------
def _attacks(usual: Choice) -> Choice:
    """An offensive that is owed is made first, where it promises most: without it the game is lost."""

    def choose(s: State, ask: Ask, legal: list[Answer]) -> Answer:
        owed = [event for event in sorted(s.owed) if not any(counts(event, made) for made in s.made)]
        able = [hex for hex in _others(legal) if owed and front_of(s, hex) == FRONT[owed[0]]]
        strong = [hex for hex in able if _beside(s, ask.who, hex) >= ENVER_UNITS]
        return max(strong, key=lambda hex: (column_against(s, hex), hex), default=None) or usual(s, ask, legal)

    return choose


def _beside(s: State, side: str, hex: str) -> int:
    """How many units of a side could attack a hex."""
    return sum(not u.fought for near in s.map.neighbours(hex) for u in s.units_at(near, side))


# -- new units and trains ------------------------------------------------------------------------------------------
def _comes_in(temper: Temper) -> Choice:
    """Where it is wanted most, on whatever Front that is."""

    def choose(s: State, ask: Ask, legal: list[Answer]) -> Answer:
        unit = s.unit(ask.facts["unit"].id)
        plans: dict[str, Plan] = {}

        def worth(hex: str) -> tuple[float, str]:
            front = front_of(s, hex)
            plan = plans.setdefault(front, Plan(s, ask.who, front, temper))
            return plan.worth(unit, hex), hex

        return max(_others(legal), key=worth, default=_ends(legal))

    return choose


def _entrains(temper: Temper) -> Choice:
    """Who holds sends those behind to where they lack."""

    def choose(s: State, ask: Ask, legal: list[Answer]) -> Answer:
        for id in sorted(_others(legal)):
            unit = s.unit(id)
            front = front_with(s, unit)
            if unit.place is None or unit.hq:
                continue
            plan = Plan(s, ask.who, front, temper)
            if plan.presses or not plan.goals or plan.worth(unit, unit.place) >= 0 or plan.threat(unit.place) <= NEAR:
                continue
            reached = (hex for hex in rail_found(s, id).places if s.law.allows(objections_to_railing(s, unit, hex)))
            if any(plan.worth(unit, hex) > plan.worth(unit, unit.place) + RAIL_GAIN for hex in reached):
                return id
        return DONE

    return choose


def _leaves_the_train(temper: Temper) -> Choice:
    def choose(s: State, ask: Ask, legal: list[Answer]) -> Answer:
        unit = s.unit(s.chosen or "")
        plan = Plan(s, ask.who, front_with(s, unit), temper)
        best = max(_others(legal), key=lambda hex: (plan.worth(unit, hex), hex), default=BACK)
        here = plan.worth(unit, unit.place) if unit.place is not None else -FAR
        return best if best != BACK and plan.worth(unit, best) > here + RAIL_GAIN else BACK

    return choose


def _over_the_map(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return BY_MAP if BY_MAP in legal else BACK


# -- by sea (6.52, 9.5) --------------------------------------------------------------------------------------------
def _least_crowded(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The beach, or the port, with the fewest of one's own."""
    return min(_others(legal), key=lambda hex: (len(s.units_at(hex, ask.who)), hex), default=_ends(legal))


def _reinforces(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Whom Egypt can spare sails to the beaches, the strongest first; nobody is sent where nothing was landed."""
    able = [id for id in _others(legal) if front_with(s, s.unit(id)) == EGYPT and s.unit(id).fights]
    left = [u for u in s.on_map() if u.side == ask.who and u.fights and u.mp and front_of(s, u.place or "") == EGYPT]
    open_ = any(s.forces_at(hex, ask.who) for hex in BEACHES if hex in s.map)
    if not able or not open_ or len(left) <= KEPT_IN_EGYPT:
        return DONE
    best = max(able, key=lambda id: (s.unit(id).attack, id))
    ways = (hex for hex in sorted(BEACHES) if s.law.allows(objections_to_sailing(s, s.unit(best), hex)))
    return best if any(ways) else DONE


def _to_the_beaches(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    beaches = [hex for hex in _others(legal) if hex in BEACHES]
    return _least_crowded(s, ask, [*beaches, BACK])


# -- what else is asked --------------------------------------------------------------------------------------------
def _strongest(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Who is worth most for his point."""
    return max(_others(legal), key=lambda id: (s.unit(id).attack + s.unit(id).defence, id), default=_ends(legal))


def _weakest(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return min(_others(legal), key=lambda id: (s.unit(id).attack, id), default=_ends(legal))


def _in_danger(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """The hex nearest to the enemy, before which a trench is worth most."""
    foes = [u.place for u in s.on_map() if u.side != ask.who and u.fights and u.place]

    def threat(hex: str) -> tuple[float, str]:
        there = [foe for foe in foes if front_of(s, foe) == front_of(s, hex)]
        return min((s.map.distance(hex, foe) for foe in there), default=FAR), hex

    return min(_others(legal), key=threat, default=_ends(legal))


def _safe(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """As far from the enemy as may be."""
    foes = [u.place for u in s.on_map() if u.side != ask.who and u.fights and u.place]

    def room(hex: str) -> tuple[float, str]:
        there = [foe for foe in foes if front_of(s, foe) == front_of(s, hex)]
        return min((s.map.distance(hex, foe) for foe in there), default=FAR), hex

    return max(_others(legal), key=room, default=_ends(legal))


def _from_behind(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Into the reserve go those who stand nowhere, then those far from the enemy."""
    foes = [u.place for u in s.on_map() if u.side == ALLIES and u.place]

    def rank(id: str) -> tuple[bool, bool, float, str]:
        unit = s.unit(id)
        here = unit.place
        same = [foe for foe in foes if here is not None and front_of(s, foe) == front_of(s, here)]
        near = min((s.map.distance(here, foe) for foe in same), default=FAR) if here is not None else FAR
        return here is not None, unit.box == TRANSIT, -near, id

    return min(_others(legal), key=rank, default=_ends(legal))


def _from_boxes_only(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    idle = [id for id in _others(legal) if s.unit(id).place is None]
    return min(idle, default=_ends(legal))


def _keeps_some(temper: Temper) -> Choice:
    def choose(s: State, ask: Ask, legal: list[Answer]) -> Answer:
        nation = "TU" if ask.who == CP else "BR"
        return _strongest(s, ask, legal) if s.rp.get(nation, 0) > temper.spares else _ends(legal)

    return choose


def _in_the_west(s: State, ask: Ask, legal: list[Answer]) -> Answer:
    return WEST if WEST in legal else legal[0]


def _led(temper: Temper) -> Mapping[str, Choice]:
    """How a whole game is led with this temper."""
    return {
        "move": _moves(temper),
        "take-along": _none,
        "go": _goes(temper),
        "place-unit": _first,
        "place-in": _over_the_map,
        "place-at": _comes_in(temper),
        "rail": _entrains(temper),
        "rail-means": _over_the_map,
        "rail-to": _leaves_the_train(temper),
        "persian-force": _none,
        "persian-force-home": says_no,
        "play-landing": _first,
        "land": _strongest,
        "land-at": _least_crowded,
        "sail": _reinforces,
        "sail-to": _to_the_beaches,
        "rebuild": _keeps_some(temper),
        "rebuild-hq": _first,
        "play-now": _first,
        "near-east-trench": _in_danger,
        "set-initiative": _in_the_west,
        "answer-initiative": says_yes,
        "answer-raid": says_yes,
        "raid": _first,
        "place-arab": _safe,
        "to-libya": _weakest,
        "withdraw": _weakest,
        "lay-pipeline": _first,
        "bolshevik-roll": says_yes,
        "brest-litovsk": says_no,
        "aid-to-russia": says_no,
        "red-division": _first,
        "republic": _first,
        "fill-reserve": _from_behind if not temper.alone else _from_boxes_only,
        "empty-reserve": _none,
    }


def _whole(combat: Mapping[str, Choice], temper: Temper) -> Mapping[str, Choice]:
    """How a whole game is played: combats as the combat player has it, but for offensives that are owed."""
    return {**combat, "attack": _attacks(combat["attack"]), **_led(temper)}


def _player(choices: Mapping[str, Choice]) -> Choice:
    return lambda s, ask, legal: choices.get(ask.kind, _none)(s, ask, legal)


READY: Mapping[str, Policy] = {
    policy.id: policy
    for policy in (
        Policy(
            "cautious",
            Text(
                "prudent : attaque à 3-1 final ou mieux, ménage ses HQ et ses évènements, avance avec une unité, "
                "n'en laisse aucune seule près de l'ennemi et garde un RP",
                "cautious: attacks at a final 3-1 or better, spares HQs and events, advances with one unit, leaves "
                "none alone beside the enemy and keeps one RP",
            ),
            _player(_whole(CAREFUL, CALM)),
        ),
        Policy("bold", POLICIES["bold"].name, _player(_whole(BOLD, FIERY))),
    )
}
