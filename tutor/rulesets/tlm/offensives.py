"""9.1 Cards of the Offensive type: who plays them to what effect, the dice they add, the ladder of Bad Weather."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.engine.ask import Ask, choose, nothing
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Term
from tutor.engine.ledger import Ledger, Lines, instead, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.state import Battle, State, Step, steps

SPECIAL, OFFENSIVE, LIMITED, FORCED_PASS = "special", "offensive", "limited-offensive", "forced-pass"
LADDER = {SPECIAL: OFFENSIVE, OFFENSIVE: LIMITED, LIMITED: FORCED_PASS, FORCED_PASS: FORCED_PASS}


@dataclass(frozen=True)
class Special:
    """What an Offensive with a name adds: the clauses on its side, date, effect and weather, and its dice."""

    who: str
    date: str
    effect: str
    overall: str
    weather: str
    nations: tuple[str, ...]
    tag: str
    dice: int


SPECIALS = {
    "big-push": Special("9.1.3.a", "9.1.3.c", "9.1.3.b", "9.1.3.d", "9.1.3.e", ("UK",), "extra-artillery", 1),
    "gericht": Special("9.1.4.a", "9.1.4.c", "9.1.4.b", "9.1.4.d", "9.1.4.d", ("GE",), "extra-artillery", 1),
    "tout-le-monde": Special("9.1.5.a", "9.1.5.c", "9.1.5.b", "9.1.5.d", "9.1.5.d", ("FR",), "extra-tank", 2),
    "friedensturm": Special("9.1.6.a", "9.1.6.c", "9.1.6.b", "9.1.6.c", "9.1.6.c", ("GE",), "extra-storm", 2),
}
TYPES = ("offensive", "limited-offensive", *SPECIALS)


# -- playing one (2.0-II.1) ------------------------------------------------------------------------------------
def objections_to_offensive(state: State, card: str) -> Checks:
    """Whether the attacker may open his turn with this card."""
    if card not in state.hand(state.active):
        yield objection("1.3.b", "not-in-hand", card=Term(card), who=Side(state.active))
    if card not in TYPES:
        yield objection("2.0-II.1.a", "no-offensive-type", card=Term(card))
    else:
        yield held("9.1.1.c", "attacker-plays-offensive", card=Term(card), who=Side(state.active))
        yield from (held(c.rule, c.kind, **c.facts) for c in state.law.objections(objections_to_effect(state, card)))


def objections_to_effect(state: State, card: str) -> Checks:
    """What makes a special Offensive an ordinary one: the wrong side, or too early a date."""
    special = SPECIALS.get(card)
    if special is None:
        return
    cell = state.law.table("cards").at(card, "side")
    if cell.value != state.active:
        yield objection(special.who, "plain-for-this-side", card=Term(card), who=Side(state.active), cell=cell)
    cell = state.law.table("cards").at(card, "from_turn")
    if state.turn < int(cell.value):
        yield objection(special.date, "plain-so-early", card=Term(card), turn=state.turn, cell=cell)


def rank_of(state: State, card: str) -> tuple[str, Check | None]:
    """What a card counts as when it is played, and what lowers it."""
    if card not in SPECIALS:
        return card, None
    lowered = state.law.first_objection(objections_to_effect(state, card))
    return (OFFENSIVE if lowered else SPECIAL), lowered


@steps.step("offensive", "2.0-II.1.a")
def offensive(s: State, t: Trace) -> Step:
    """Play one card of the Offensive type, or pass: then one unit moves, and there is no combat."""
    card = yield from choose(
        Ask(s, "2.0-II.1.a", s.active, "offensive", ("card",), lambda c: objections_to_offensive(s, c), to_end=nothing)
    )
    if card == "done":
        t.say("2.0-II.1.c", "passes", s, who=Side(s.active))
        return s
    s = played(s, t, card)
    t.say("2.0-II.1.b", "offensive-played", s, card=Term(card), who=Side(s.active))
    return s


def played(s: State, t: Trace, card: str) -> State:
    """The card lies on the discard pile and counts for this player turn."""
    rank, lowered = rank_of(s, card)
    s = s.played(s.active, card).but(offensive=card, rank=rank)
    if lowered:
        t.say(lowered.rule, lowered.kind, s, **lowered.facts)
    return s


# -- where the added dice go -----------------------------------------------------------------------------------
def objections_to_bonus(state: State, area: str) -> Checks:
    """Whether the dice of the special Offensive may be named for an area."""
    special = SPECIALS[state.offensive]
    yield from objections_to_effect(state, state.offensive)
    battle = battle_in(state, area)
    if battle is None:
        yield objection(special.effect, "no-battle-area", area=Place(area))
        return
    armies = [u for u in state.units(area, state.active) if u.kind == "army" and u.nation in special.nations]
    if not armies:
        yield objection(special.effect, "no-such-army", area=Place(area), nation=Term(f"nation-{special.nations[0]}"))
    if battle.bonus and state.law.reads("two-dice-split", "two-each"):
        reading = state.law.read("two-dice-split")
        yield objection(special.effect, "dice-already-there", area=Place(area), reading=reading)


def battle_in(state: State, area: str) -> Battle | None:
    return next((battle for battle in state.battles if battle.area == area), None)


def in_battle(state: State, area: str, **changes: object) -> State:
    """With these changes to the battle declared in an area."""
    new: State = state.but(battles=tuple(b.but(**changes) if b.area == area else b for b in state.battles))
    return new


@steps.step("name-bonus", "2.0-II.3.b")
def name_bonus(s: State, t: Trace) -> Step:
    """The special Offensive's dice are named for their battle areas, die by die; played as a plain one it has none."""
    special = SPECIALS.get(s.offensive)
    if special is None:
        return s
    each = special.dice > 1 and s.law.reads("two-dice-split", "two-each")
    given = sum(battle.bonus for battle in s.battles)
    if given >= (2 * special.dice if each else special.dice) or (given and not _bonus_areas(s)):
        return s
    area = yield from choose(
        Ask(
            s,
            special.effect,
            s.active,
            "name-bonus",
            ("place",),
            lambda place: objections_to_bonus(s, place),
            to_end=nothing,
            facts={"card": Term(s.offensive)},
        )
    )
    if area == "done":
        return s
    battle = battle_in(s, area)
    s = in_battle(s, area, bonus=(battle.bonus if battle else 0) + (special.dice if each else 1))
    return s.then(task("name-bonus"))


def _bonus_areas(state: State) -> list[str]:
    return [b.area for b in state.battles if state.law.first_objection(objections_to_bonus(state, b.area)) is None]


def bonus_lines(state: State, side: str, stage: str) -> Lines:
    """The dice that a special Offensive adds to a step of fire of the present battle."""
    battle = state.here
    if not battle.bonus or side != state.active or state.rank != SPECIAL:
        return
    special = SPECIALS[state.offensive]
    stages = ("artillery", "attack") if special.tag == "extra-artillery" else ("attack",)
    if stage not in stages:
        return
    facts = {"card": Term(state.offensive), "shooters": Term(special.tag), "firepower": bonus_firepower(state, special)}
    if not any(p.kind == "army" and p.nation in special.nations for p in state.present(side)):
        nation = Term(f"nation-{special.nations[0]}")
        yield plus(special.effect, "no-such-army", 0, area=Place(battle.area), nation=nation)
        return
    if special.tag == "extra-tank" and areas.rough(state, battle.area) and state.law.reads("tank-dice-rough", "silent"):
        reading = state.law.read("tank-dice-rough")
        yield plus("8.3.5.d", "bonus-silent", 0, card=Term(state.offensive), area=Place(battle.area), reading=reading)
        return
    twice = battle.surprise and len(stages) == 2 and state.law.reads("extra-die-surprise", "twice")
    yield plus(special.effect, "bonus-dice", battle.bonus * (2 if twice else 1), **facts)
    if len(_armies(state, side)) > 1:
        yield plus(special.overall, "bonus-overall", 0, armies=len(_armies(state, side)))


def _armies(state: State, side: str) -> list[str]:
    return [p.id for p in state.present(side) if p.kind == "army"]


def bonus_firepower(state: State, special: Special) -> Ledger:
    return state.law.ledger("5.2.2", "firepower", _bonus_firepower(state, special))


def _bonus_firepower(state: State, special: Special) -> Lines:
    yield plus(special.effect, "bonus-f2", 2)
    raised = state.law.reads("extra-dice-and-cards", "raised") and state.active in state.here.barrage
    if special.tag == "extra-artillery" and raised:
        yield instead("9.4.a", "barrage", 3, reading=state.law.read("extra-dice-and-cards"))
