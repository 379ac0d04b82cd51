"""Ready players: a cautious and a bold one with an answer to every question, so that whole games are played.

They see what their side sees and do not search: what they want is worked out anew for every question (`fronts`), so
that an army that was chosen for an attack still goes there when it is asked where to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tutor.engine.ask import DONE, Answer, Ask
from tutor.engine.policy import Policy
from tutor.engine.text import Text
from tutor.rulesets.tlm.absorption import due, worth
from tutor.rulesets.tlm.armies import armies_for, entrenched, strength
from tutor.rulesets.tlm.calendar import game_year
from tutor.rulesets.tlm.cards import ersatz
from tutor.rulesets.tlm.crisis import OWN
from tutor.rulesets.tlm.ending import ACCEPT, ARMISTICE, LEVELS, REFUSE, level, level_of
from tutor.rulesets.tlm.fronts import March, front_of
from tutor.rulesets.tlm.offensives import OFFENSIVE, SPECIAL, TYPES, rank_of
from tutor.rulesets.tlm.policies import (
    BOLD,
    CARDS_FIRST,
    CAUTIOUS,
    SAVES_ARMIES,
    STANDS,
    Habit,
    player,
    saves_armies,
)
from tutor.rulesets.tlm.production import (
    CARDS,
    PROMOTION,
    TRANSFER,
    TRENCH,
    UNIT,
    left,
    objections_to_building,
    objections_to_promoting,
)
from tutor.rulesets.tlm.state import GE, Piece, State, foe
from tutor.rulesets.tlm.transport import objections_to_means
from tutor.rulesets.tlm.victory import victory_points

Choice: TypeAlias = Callable[[State, Ask, list[Answer]], Answer]
_ACTS = ("done", "back")
WEARY_FROM = 1918
FEARS = 3  # so many points from a worse level one thinks of peace
FULL_HAND = 1.5  # what an attack must promise at most, when the hand is full


@dataclass(frozen=True)
class Temper:
    """How much a player dares: what an attack must promise, how many cards he keeps, what he buys first."""

    least: float
    keeps: int
    regroups: float
    trenches: int
    units: int


CALM = Temper(least=2.5, keeps=3, regroups=4.0, trenches=2, units=3)
FIERY = Temper(least=0.5, keeps=1, regroups=8.0, trenches=1, units=4)


def _others(legal: list[Answer]) -> list[Answer]:
    return [answer for answer in legal if answer not in _ACTS]


def _first(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    return (_others(legal) or legal)[0]


# -- an Offensive or a pass ------------------------------------------------------------------------------------------
def opens(temper: Temper) -> Choice:
    """A card where an attack promises enough, or where much is to be regrouped; the smallest that will do."""

    def choice(view: State, ask: Ask, legal: list[Answer]) -> Answer:
        cards = [card for card in legal if card in TYPES]
        if not cards or len(view.hand(ask.who)) <= temper.keeps:
            return DONE
        front = front_of(view, ask.who)
        good = [attack for attack in front.attacks if attack.value >= _least(view, ask.who, temper)]
        if good:
            return min(cards, key=lambda card: _dear(view, card, len(good)))
        gains = sum(march.value for march in front.marches())
        return min(cards, key=lambda card: _dear(view, card, 1)) if gains >= temper.regroups else DONE

    return choice


def _least(view: State, side: str, temper: Temper) -> float:
    """What an attack must promise: less to a calm one who holds so many cards that the next would be thrown away."""
    return temper.least if _cards_wanted(view, side) else min(temper.least, FULL_HAND)


def _dear(view: State, card: str, attacks: int) -> tuple[bool, bool, int, str]:
    """A Limited Offensive for one attack; a special one only when it counts as such."""
    special = rank_of(view, card)[0] == SPECIAL
    limited = card == "limited-offensive"
    return limited and attacks > 1, special and attacks < 2, 0 if limited or special else 1, card


# -- moves -----------------------------------------------------------------------------------------------------------
def _wanted(view: State, side: str, temper: Temper) -> Iterator[March]:
    """What a player would move now, the most urgent first: attackers, ships, then marches on his own ground."""
    front, least = front_of(view, side), _least(view, side, temper)
    if view.offensive:
        for attack in front.attacks:
            if attack.value >= least or attack.area in view.entered:
                yield from (March(unit, attack.area, attack.value) for unit in attack.units)
    yield from front.sailings()
    yield from front.rides()
    if not view.offensive:  # while an Offensive runs every army is wanted in the west
        yield from front.eastward()
    yield from front.marches()


def _open(view: State, march: March) -> bool:
    """Whether the unit may still go by this means at all."""
    return view.law.allows(objections_to_means(view, march.unit, march.means))


def moves(temper: Temper) -> Choice:
    def choice(view: State, ask: Ask, legal: list[Answer]) -> Answer:
        able = set(legal)
        wanted = (march for march in _wanted(view, ask.who, temper) if march.unit in able)
        return next((march.unit for march in wanted if _open(view, march)), DONE)

    return choice


def goes(temper: Temper) -> Choice:
    def choice(view: State, ask: Ask, legal: list[Answer]) -> Answer:
        unit = ask.facts["unit"].id
        mine = (march for march in _wanted(view, ask.who, temper) if march.unit == unit and _open(view, march))
        return next((march.place for march in mine if march.place in legal), legal[0])

    return choice


def cheapest_first(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """On foot, by rail, by ship; a card last."""
    return legal[0]


def into_the_weakest(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Into an army wherever one takes the unit: the weakest."""
    return min(_others(legal), key=lambda army: (strength(view, army).total, army), default=DONE)


def fights(temper: Temper) -> Choice:
    """What is owed, and every battle that promises enough."""

    def choice(view: State, ask: Ask, legal: list[Answer]) -> Answer:
        owed, least = [area for area in _others(legal) if area in view.entered], _least(view, ask.who, temper)
        promising = {attack.area for attack in front_of(view, ask.who).attacks if attack.value >= least}
        return next((area for area in (*owed, *_others(legal)) if area in owed or area in promising), _ends(legal))

    return choice


def _ends(legal: list[Answer]) -> Answer:
    return DONE if DONE in legal else legal[0]


def where_it_matters(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Combat cards only where one has artillery, or, against odds, the weather."""
    if ask.who == view.defender and "bad-weather" in legal and len(view.battles) > 1:
        return "bad-weather"
    guns = any(p.kind == "artillery" for b in view.battles for p in view.forces(b.area, ask.who))
    useful = [card for card in _others(legal) if card in ("poison-gas", "barrage") and guns]
    return useful[0] if useful and not view.weather else DONE


# -- production ------------------------------------------------------------------------------------------------------
def spends(temper: Temper) -> Choice:
    """Trenches for the front, some units, and cards for the rest; loose units go into armies for nothing."""

    def choice(view: State, ask: Ask, legal: list[Answer]) -> Answer:
        side, points = ask.who, left(view, ask.who)
        spent = [what for who, what in view.spent if who == side]
        if TRANSFER in legal and _loose(view, side):
            return TRANSFER
        if TRENCH in legal and spent.count(TRENCH) < temper.trenches and _to_dig(view, side):
            return TRENCH
        if PROMOTION in legal and PROMOTION not in spent and _promotable(view, side):
            return PROMOTION
        built = sum(what not in (CARDS, TRENCH, PROMOTION) for what in spent)
        builds = UNIT in legal and built < 3 * temper.units and bool(_buildable(view, side))
        if builds and built < temper.units and points > 1:
            return UNIT
        if CARDS in legal and points and _cards_wanted(view, side):
            return CARDS
        return UNIT if builds else DONE

    return choice


def _buildable(view: State, side: str) -> list[str]:
    """The counters of the reserve that may be built now."""
    spare = (piece.id for piece in view.pieces.at(None) if piece.side == side)
    return [unit for unit in spare if view.law.allows(objections_to_building(view, side, unit))]


def _promotable(view: State, side: str) -> list[str]:
    """Infantry that may become Stoßtruppen."""
    infantry = (p.id for p in view.pieces.of(side) if p.on_map and p.kind == "infantry")
    return [unit for unit in infantry if view.law.allows(objections_to_promoting(view, unit))]


def _cards_wanted(view: State, side: str) -> int:
    """How many more cards the hand of the next turn may hold."""
    limit = int(view.law.table("hand-limits").at(game_year(view.but(turn=view.turn + 1)), side).value)
    return max(0, limit - len(view.hand(side)) - view.ordered.get(side, 0))


def as_many_as_wanted(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    numbers = [n for n in legal if isinstance(n, int)]
    wanted = min(_cards_wanted(view, ask.who), max(numbers, default=0))
    return wanted if wanted in numbers else legal[-1]


def _loose(view: State, side: str) -> list[str]:
    """Single units beside an army that could take them."""
    singles = (p for p in view.pieces.of(side) if p.on_map and p.army is None and p.kind not in ("army", "fort"))
    return [p.id for p in singles if not p.entrenched and armies_for(view, p.id)]


def the_loose(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    return next((unit for unit in _loose(view, ask.who) if unit in legal), legal[-1])


def _to_dig(view: State, side: str) -> list[Piece]:
    """Who stands in the front without a trench, where it is most wanted first."""
    front = front_of(view, side)
    bare = [p for p in front.units if (p.kind == "army" or p.infantry_type) and not entrenched(view, p)]
    facing = [p for p in bare if p.place is not None and front.threat(p.place).power and p.kind != "stosstruppen"]
    return sorted(facing, key=lambda p: (-front.worth(str(p.place)) * front.threat(str(p.place)).power, p.id))


def where_wanted(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    return next((piece.id for piece in _to_dig(view, ask.who) if piece.id in legal), _ends(legal))


_BUILDS = (
    "artillery", "stosstruppen", "tank", "infantry", "commonwealth", "biplane", "army", "cavalry", "siege-gun",
    "paris-gun",
)  # fmt: skip


def most_useful(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """What the armies lack most, if one of them has room for it."""

    def rank(unit: str) -> tuple[bool, int, str]:
        kind = view.pieces[unit].kind
        return kind != "army" and not _has_room(view, view.pieces[unit]), _BUILDS.index(kind), unit

    return min(_others(legal), key=rank, default=legal[-1])


def _has_room(view: State, piece: Piece) -> bool:
    """Whether some army could take the unit, none of its kind being left over already."""
    spare = (p for p in view.pieces.of(piece.side) if p.on_map and p.army is None)
    if any((p.nation, p.kind) == (piece.nation, piece.kind) for p in spare):
        return False
    places = dict.fromkeys(p.place for p in view.pieces.of(piece.side) if p.kind == "army" and p.on_map)
    return any(armies_for(view.put(piece.but(place=place, box="")), piece.id) for place in places)


def at_the_front(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Infantry where the enemy could walk in; else where an army has room, and the nearer to the enemy the better."""
    side, piece = ask.who, view.pieces[ask.facts["unit"].id]
    front = front_of(view, side)

    def fit(place: str) -> tuple[bool, bool, int, float, str]:
        there: State = view.put(piece.but(place=place, box="", arrives=0))
        joins = piece.kind != "army" and bool(armies_for(there, piece.id))
        stake = front.risk(place, front.force(place, side, "defence"))
        bare = piece.infantry_type and front.in_danger(place) and not front.force(place, side, "defence").mass
        return not bare, not joins, front.far(place), -stake, place

    return min(_others(legal), key=fit, default=legal[-1])


# -- losses, and cards that wait for nothing ---------------------------------------------------------------------------
def _idle(view: State, side: str, card: str) -> bool:
    """A card without another use this season: before its date, the other's Crisis, a second of what serves once."""
    if card in ("poison-gas", "barrage"):
        return view.turn < int(view.law.table("cards").at(card, "from_turn").value)
    once = card in ("surprise-attack", "strategic-reserves") and view.hand(side).count(card) > 1
    return once or card == OWN[foe(side)]


def spares_units(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Cards without another use, an Ersatz 2 or 3 that the hits use up, and any where an army would die."""
    hits = due(view).total

    def serves(card: str) -> bool:
        return (card in ("ersatz-2", "ersatz-3") and ersatz(view, card).total <= hits) or _idle(view, ask.who, card)

    idle = [card for card in _others(legal) if serves(card)]
    return max(idle, key=lambda card: (int(ersatz(view, card)), card)) if idle else saves_armies(view, ask, legal)


# -- giving up, and the end ------------------------------------------------------------------------------------------
def least_missed(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Of what must go, the piece that is least worth, out of the strongest army."""

    def missed(unit: str) -> tuple[int, bool, float, str]:
        piece = view.pieces[unit]
        within = strength(view, piece.army).total if piece.army else 1
        return worth(piece), within < 2, -float(within), unit

    return min(_others(legal), key=missed, default=legal[-1])


def weakest_army(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    return min(_others(legal), key=lambda unit: (strength(view, unit).total, unit), default=_ends(legal))


_USE = (
    "entente-crisis", "german-crisis", "surprise-attack", "strategic-reserves", "bad-weather", "barrage", "poison-gas",
    "limited-offensive", "offensive",
)  # fmt: skip


def least_useful(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """Of one's cards the one that will be missed least."""
    return min(_others(legal), key=lambda card: (_missed(card), card), default=_ends(legal))


def _missed(card: str) -> int:
    return _USE.index(card) if card in _USE else len(_USE)


def renews(temper: Temper) -> Choice:
    """Who passes without an Offensive in hand draws again: for what is idle, then for what he has most of."""

    def choice(view: State, ask: Ask, legal: list[Answer]) -> Answer:
        hand, cards = view.hand(ask.who), _others(legal)
        if any(card in TYPES for card in hand) or not cards:
            return _ends(legal)
        idle = [card for card in cards if card in _USE[:2] or _idle(view, ask.who, card)]
        if idle or len(hand) <= temper.keeps:
            return idle[0] if idle else _ends(legal)
        return max(cards, key=lambda card: (hand.count(card), -_missed(card), card))

    return choice


def _lead(view: State, side: str) -> int:
    """How many levels a side is ahead of a stalemate."""
    lead = LEVELS.index(level(view)) - LEVELS.index("stalemate")
    return lead if side == GE else -lead


def _hopes(view: State, side: str, temper: Temper) -> bool:
    """Whether some attack promises enough to go on for."""
    return any(attack.value >= temper.least for attack in front_of(view, side).attacks)


def _worse_is_near(view: State, side: str) -> bool:
    """Whether few points more against a side would bring it a level down."""
    total = int(victory_points(view).total)
    return level_of(view.law, total + (-FEARS if side == GE else FEARS)) != level(view)


def asks_for_peace(temper: Temper) -> Choice:
    """Late in the war whoever is behind, hopes for nothing and fears worse would rather stop; nobody gives up."""

    def choice(view: State, ask: Ask, legal: list[Answer]) -> Answer:
        side = ask.who
        late = game_year(view) >= WEARY_FROM and _lead(view, side) < 0 and ARMISTICE in legal
        return ARMISTICE if late and _worse_is_near(view, side) and not _hopes(view, side, temper) else DONE

    return choice


def makes_peace(temper: Temper) -> Choice:
    """An armistice is accepted by whoever has the advantage, and no attack in view that would add to it."""

    def choice(view: State, ask: Ask, legal: list[Answer]) -> Answer:
        return ACCEPT if _lead(view, ask.who) > 0 and not _hopes(view, ask.who, temper) else REFUSE

    return choice


_WHOLE: Mapping[str, Choice] = {
    "means": cheapest_first,
    "join": into_the_weakest,
    "take-in": _first,
    "crisis": _first,
    "pay-crisis": least_missed,
    "arrive": _first,
    "arrive-at": at_the_front,
    "substitute": least_missed,
    "build": most_useful,
    "build-at": at_the_front,
    "order-cards": as_many_as_wanted,
    "entrench": where_wanted,
    "promote": _first,
    "transfer": the_loose,
    "starve": least_missed,
    "eft-lose": least_missed,
    "name-forced": weakest_army,
    "doomed": weakest_army,
    "pursue": _first,
    "discard": least_useful,
}


def whole(id: str, name: Text, temper: Temper) -> Habit:
    """How a whole game is led with this temper."""
    led: dict[str, Choice] = {
        "offensive": opens(temper),
        "exchange": renews(temper),
        "move": moves(temper),
        "to": goes(temper),
        "declare": fights(temper),
        "spend": spends(temper),
        "parley": asks_for_peace(temper),
        "armistice-answer": makes_peace(temper),
    }
    return Habit(id, name, {**_WHOLE, **led})


# -- the plans of 1914 ----------------------------------------------------------------------------------------------
ROUTES: Mapping[str, tuple[str, ...]] = {  # from where an army stood in August 1914, area by area
    "ge1": ("aachen", "liege", "brussels", "lille", "amiens", "compiegne", "chateau-thierry"),
    "ge2": ("aachen", "liege", "namur", "maubeuge", "saint-quentin", "compiegne", "chateau-thierry"),
    "ge3": ("trier", "luxembourg", "namur", "maubeuge", "laon", "reims"),
    "ge4": ("luxembourg", "sedan", "reims", "chalons"),
    "ge5": ("thionville", "briey", "verdun"),
    "ge6": ("metz", "nancy"),
    "ge7": ("strasbourg", "epinal"),
    "fr1": ("epinal", "strasbourg"),
    "fr2": ("nancy", "metz"),
    "fr3": ("verdun", "briey"),
    "fr4": ("argonne", "sedan", "luxembourg"),
    "fr5": ("sedan", "namur"),
}
LAST_OF_1914 = 2


def planned(view: State, side: str) -> Iterator[March]:
    """The next step of every army on the way that its General Staff had drawn for it."""
    for unit, route in ROUTES.items():
        piece = view.pieces.get(unit)
        if piece is not None and piece.side == side and piece.place in route[:-1] and view.turn <= LAST_OF_1914:
            yield March(unit, route[route.index(piece.place) + 1], 1.0)


def _by_plan(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    able = set(legal)
    walks = front_of(view, ask.who).may_walk
    mine = (
        march.unit for march in planned(view, ask.who) if march.unit in able and walks(view, march.unit, march.place)
    )
    return next(mine, None) or moves(FIERY)(view, ask, legal)


def _where_planned(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    unit = ask.facts["unit"].id
    mine = (march.place for march in planned(view, ask.who) if march.unit == unit and march.place in legal)
    return next(mine, None) or goes(FIERY)(view, ask, legal)


def _opens_by_plan(view: State, ask: Ask, legal: list[Answer]) -> Answer:
    """As long as the plan has a step that can be taken, an Offensive."""
    cards = [card for card in legal if card in TYPES]
    view_then: State = view.but(offensive=OFFENSIVE, rank=OFFENSIVE)
    steps = [m for m in planned(view, ask.who) if front_of(view, ask.who).may_walk(view_then, m.unit, m.place)]
    if cards and steps:
        return min(cards, key=lambda card: _dear(view, card, len(steps)))
    return opens(FIERY)(view, ask, legal)


PLANS_OF_1914 = Habit(
    "plans-of-1914",
    Text("suit le plan de 1914, puis ce qui promet", "follows the plan of 1914, then whatever promises"),
    {"offensive": _opens_by_plan, "move": _by_plan, "to": _where_planned},
)


# -- the players -----------------------------------------------------------------------------------------------------
LEADS_CALMLY = whole(
    "leads-calmly", Text("attaque à coup sûr et se couvre", "attacks when sure and covers himself"), CALM
)
LEADS_BOLDLY = whole("leads-boldly", Text("attaque dès que cela promet", "attacks as soon as it promises"), FIERY)
SPARES_CARDS = Habit(
    "spares-cards",
    Text("joue ses cartes de combat là où il a des canons", "plays his combat cards where he has guns"),
    {"add-card": where_it_matters},
)

SPARES_UNITS = Habit(
    "spares-units",
    Text("paie d'abord en cartes qui ne servent à rien d'autre", "pays first in cards that serve nothing else"),
    {"ersatz": spares_units},
)

CALM_HABITS = (BOLD, CAUTIOUS, SAVES_ARMIES, LEADS_CALMLY, SPARES_CARDS, SPARES_UNITS)
BOLD_HABITS = (BOLD, STANDS, CARDS_FIRST, LEADS_BOLDLY)

READY: Mapping[str, Policy] = {
    policy.id: policy
    for policy in (
        player("cautious", Text("Prudent", "Cautious"), *CALM_HABITS),
        player("bold", Text("Hardi", "Bold"), *BOLD_HABITS),
        player("plan-1914", Text("Plan de 1914", "Plan of 1914"), *BOLD_HABITS, PLANS_OF_1914),
    )
}
