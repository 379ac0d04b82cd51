"""Laws of whole games of To the Last Man!: set-ups that break no rule, games by chance and by ready players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.laws.test_tlm import conserved, within_limits
from tests.laws.tlm_games import SETTLED, by_chance, by_ready_players, lawful, scenario, start
from tutor import library
from tutor.engine.ask import DONE, Ask
from tutor.engine.pieces import FrozenMap
from tutor.engine.play import Session
from tutor.engine.records import of_session, replay
from tutor.engine.run import task
from tutor.engine.space.bits import bits_of
from tutor.engine.trace import SILENT
from tutor.rulesets.tlm.absorption import due
from tutor.rulesets.tlm.areas import FRIENDLY, area_state
from tutor.rulesets.tlm.armies import gone
from tutor.rulesets.tlm.ending import is_decisive, level
from tutor.rulesets.tlm.faults import faults
from tutor.rulesets.tlm.fronts import Front
from tutor.rulesets.tlm.lifelines import freed, hanging, kept, lasting
from tutor.rulesets.tlm.movement import objections_to_walking, walked
from tutor.rulesets.tlm.offensives import OFFENSIVE
from tutor.rulesets.tlm.ruleset import RULES
from tutor.rulesets.tlm.sequence import SEQUENCE
from tutor.rulesets.tlm.state import NATIONS, SIDES, State, foe
from tutor.rulesets.tlm.supply import in_supply
from tutor.rulesets.tlm.victory import victory_points

WHOLE = ("kaiserschlacht", "marne", "great-war")
counted: Counter[str] = Counter()


# -- set-ups ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_set_up_breaks_no_rule(name: str) -> None:
    state = start(name)
    assert not faults(state).lines
    assert len(state.pile) == 55
    assert all(state.control.get(area.id) in SIDES for area in state.map if not area.flags & {"closed", "east"})


@pytest.mark.parametrize("name", WHOLE)
def test_no_set_up_has_more_counters_than_there_are(name: str) -> None:
    state, mix = start(name), RULES.book.tables["counter-mix"]
    limits = {(str(row[0]), nation): int(row[2 + n]) for row in mix["rows"] for n, nation in enumerate(NATIONS)}
    found = Counter((piece.kind, piece.nation) for piece in state.pieces)
    assert all(n <= limits[one] for one, n in found.items()), found
    named = {"army", "fort"}  # which of them there are is the scenario's, and the table of arrivals'
    whole = all(found[one] == n for one, n in limits.items() if one[0] not in named)
    assert whole == (state.last == 23)  # in a shorter game some would come too late
    assert all(piece.arrives <= state.last for piece in state.pieces)


def test_the_opening_is_the_campaign_cut_short() -> None:
    opening, campaign = (dict(scenario(name).data) for name in ("marne", "great-war"))
    assert {key for key in opening if opening[key] != campaign.get(key)} == {
        "title",
        "story",
        "date",
        "last",
        "provenance",
    }


# -- whole games -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "games"), [("kaiserschlacht", 1), ("marne", 3)])
def test_whole_games_by_chance_come_to_an_end(name: str, games: int) -> None:
    def look(session: Session, ask: Ask, answer: Any) -> None:
        counted[ask.kind] += 1
        if ask.kind in SETTLED and counted[ask.kind] % 8 == 0:
            lawful(session.state)

    for seed in range(games):
        session = by_chance(start(name, seed), seed, look)
        conserved(start(name, seed), session.state)
        assert session.state.result
        counted["to the last turn"] += session.state.turn == session.state.last
    assert counted["to the last turn"] > 0


QUIET = ("arrive", "transfer", "offensive", "spend", "next-battle", "parley")  # an event is over, the next not begun


def test_a_decisive_victory_ends_the_game_where_it_is_reached() -> None:
    """3.2.b: one point from either end, no question is put any more once an event has brought that point."""
    ends: Counter[str] = Counter()
    for seed in range(16):
        rng, state = random.Random(seed), start("great-war")
        state = state.but(turn=rng.choice((3, 5, 7, 9)), hands=FrozenMap({side: HANDS[side] for side in SIDES}))
        state = state.but(crisis_vp=rng.choice((5, 22)) - int(victory_points(state).total)).but(agenda=())
        session = Session(RULES, state.then(*SEQUENCE.agenda([["season"], ["judgement"], ["season-marker"]])))
        while (ask := session.ask) is not None:
            if not isinstance(ask, Ask):
                session.answer(ask.write(ask.sample(rng)))
                continue
            now = session.state
            begun = ask.kind == "next-battle" and not now.fought
            if ask.kind in QUIET and now.battle is None and now.aside is None and not begun:
                assert not is_decisive(level(now)), (seed, ask.kind, int(victory_points(now).total))
                counted["undecided"] += 1
            session.answer(rng.choice(list(ask.legal())))
        ends[session.state.result] += 1
    assert counted["undecided"] > 100
    assert ends["german-decisive"] > 2, ends
    assert ends["entente-decisive"] > 2, ends


HANDS = {
    "GE": ("entente-crisis", "offensive", "offensive", "offensive"),
    "Entente": ("german-crisis", "offensive", "offensive", "offensive"),
}


def test_a_whole_game_replays_from_its_record() -> None:
    session = by_chance(start("marne", 11), 11)
    record = of_session(session, "tlm/marne")
    again = replay(record, Session(RULES, start("marne", 11)))
    assert again.state == session.state
    assert len(again.now.line) == len(session.now.line)


# -- ready players ---------------------------------------------------------------------------------------------------
def between(name: str, german: str, entente: str, seed: int) -> Session:
    """A game between two ready players, whose answers are counted."""

    def look(session: Session, ask: Ask, answer: Any) -> None:
        counted[f"{ask.kind}: {'done' if answer == DONE else 'acts'}"] += 1
        if ask.kind in SETTLED:
            within_limits(session.state)

    return by_ready_players(start(name), (german, entente), seed, look)


PAIRS = (("bold", "cautious"), ("cautious", "bold"))


@pytest.mark.parametrize(("german", "entente"), PAIRS)
@pytest.mark.parametrize("name", ["kaiserschlacht", "marne"])
def test_ready_players_play_whole_games(name: str, german: str, entente: str) -> None:
    session = between(name, german, entente, seed=1)
    assert session.state.result
    conserved(start(name), session.state)
    given, bought = ([e for e in session.entries() if e.kind == kind] for kind in ("points-given", "spent-on"))
    assert len(given) == len(bought) >= 2 * (session.state.turn - start(name).turn)
    assert all(entry.facts["bought"] for entry in bought)


def test_ready_players_use_all_that_the_game_offers() -> None:
    """Over a few games each of these questions is answered by an act."""
    counted.clear()  # by this test alone, whatever was played before it
    for german, entente in PAIRS:
        between("kaiserschlacht", german, entente, seed=1)
    for seed, (german, entente) in enumerate((*PAIRS, ("bold", "bold"))):
        between("marne", german, entente, seed + 2)
    wanted = (
        "offensive move to join declare add-card ersatz lose arrive arrive-at spend build build-at order-cards entrench"
    )
    missing = [kind for kind in wanted.split() if counted[f"{kind}: acts"] < 3]
    assert not missing, counted


def test_the_plans_of_1914_are_followed() -> None:
    """In the first player turn the seven armies take the first step of their ways."""
    session, plan = Session(RULES, start("marne"), seed=2), RULES.policies["plan-1914"]
    while session.state.active == "GE":
        ask = session.ask
        if isinstance(ask, Ask):
            session.answer(plan.answer(RULES, ask))
        else:
            session.roll()
    first = {"ge1": "liege", "ge2": "liege", "ge3": "luxembourg", "ge4": "sedan", "ge5": "briey"}
    assert {army: session.state.pieces[army].place for army in first} == first


def test_ready_players_send_to_the_east_as_long_as_it_pays() -> None:
    """A quiet army at a source is worth a point in the Box until 1917, and comes back in 1918."""
    army = {"nation": "GE", "kind": "army", "holds": {"infantry": 4}}
    marches = {
        (turn, place): [
            march
            for march in (*front.eastward(), *front.marches())
            if march.unit == "ge-b" and (march.place == "eft" or place == "eft")
        ]
        for turn in (15, 16)
        for place in ("cologne", "eft")
        for front in [Front(with_piece("great-war", turn, "GE", {"ge-b": army | {"at": place}}), "GE")]
    }
    assert [march.place for march in marches[15, "cologne"]] == ["eft"]
    assert not marches[16, "cologne"]
    assert not marches[15, "eft"]
    assert marches[16, "eft"]


def test_ready_players_bring_reserves_to_where_they_are_missed() -> None:
    """A card of Strategic Reserves! carries what no train may bring; without it nobody rides that way."""
    far = {"nation": "FR", "kind": "army", "at": "orleans", "holds": {"infantry": 4}}  # nobody is left at Nancy
    for cards, any_by_card in ((["strategic-reserves"], True), ([], False)):
        state = with_piece("great-war", 5, "Entente", {"fr2": far}, {"GE": [], "Entente": cards})
        state = state.put(gone(state.pieces["fort-nancy"]))
        used = [(unit, "rail") for unit in ("paris-garrison", "sordet")]  # both trains have gone
        rides = list(Front(state.but(used=tuple(used)), "Entente").rides())
        assert any(ride.means == "reserves" for ride in rides) == any_by_card
        assert all(ride.value > 0 for ride in rides)


def test_what_hangs_on_an_area_is_what_would_lose_its_line() -> None:
    """What ready players reckon is what the rules say once the area has changed hands."""
    for seed in (1, 3):
        state = scattered(random.Random(seed))
        for side, other in (SIDES, SIDES[::-1]):
            there = [p for p in state.pieces.of(side) if p.on_map and p.kind not in ("army", "fort")]
            there = [p for p in there if p.place != "england"]
            fed = {p.id for p in there if in_supply(state, p.id)}
            for area in state.map.places:
                if state.control.get(area) not in SIDES or any(state.forces(area, one) for one in SIDES):
                    continue
                lost, won = (state.but(control=state.control.put(area, one)) for one in (other, side))
                assert hanging(state, side, area) == sum(not in_supply(lost, one) for one in fed), (seed, side, area)
                again = sum(p.id not in fed and in_supply(won, p.id) for p in there)
                assert freed(state, side, area) == again, (seed, side, area)
                counted["hanging"] += hanging(state, side, area) > 0
                counted["freed"] += again > 0
    assert counted["hanging"] > 5, counted
    assert counted["freed"] > 1, counted


def test_a_line_lasts_where_nobody_of_the_enemy_may_walk_in() -> None:
    """What ready players reckon is what the rules say once the enemy has walked in wherever nobody bars his way."""
    for seed in range(4):
        state = scattered(random.Random(seed))
        for side, other in (SIDES, SIDES[::-1]):
            fallen = set(walked_into(state.but(active=other, offensive=OFFENSIVE, rank=OFFENSIVE), side))
            lost = state.put(*(gone(p) for p in state.pieces.of(side) if p.place in fallen))
            lost = lost.but(control=FrozenMap({**state.control, **dict.fromkeys(fallen, other)}))
            there = [p for p in lost.pieces.of(side) if p.on_map and p.kind not in ("army", "fort")]
            bits, lasts = bits_of(state.map), lasting(state, side)
            for piece in there:
                if piece.place != "england":
                    place = str(piece.place)
                    assert bool(lasts & bits.of[place]) == in_supply(lost, piece.id), (seed, side, place, fallen)
                    counted["cut by a walk"] += in_supply(state, piece.id) and not in_supply(lost, piece.id)
            counted["kept open"] += any(kept(state, side, area) for area in state.map.places)
    assert counted["cut by a walk"] > 10, counted
    assert counted["kept open"] > 2, counted


def walked_into(state: State, side: str) -> Iterator[str]:
    """The areas of a side that nobody bars and into which units of the other, whose turn it is, may go on foot."""

    def bare(area: str) -> bool:
        bars = any(p.infantry_type or p.kind == "cavalry" for p in state.forces(area, side))
        return area_state(state, area, side) == FRIENDLY and not bars

    for unit in Front(state, foe(side)).units:
        if not unit.infantry_type and unit.kind not in ("army", "cavalry"):
            continue
        alone = [p for p in (unit, *state.inside(unit.id)) if p.kind == "cavalry"]
        for piece in (unit, *alone):
            for first in state.map.neighbours(str(piece.place)):
                if not bare(first) or not state.law.allows(objections_to_walking(state, piece.id, first)):
                    continue
                yield first
                if piece.kind == "cavalry":
                    there = walked(state, SILENT, piece.id, first)
                    far = state.map.neighbours(first)
                    yield from (
                        b for b in far if bare(b) and there.law.allows(objections_to_walking(there, piece.id, b))
                    )


def test_ready_players_leave_somebody_on_the_road_behind_them() -> None:
    """Three armies have gone to Liége: Marwitz stays at Aachen, on their road, as long as Sordet could ride there."""
    armies = {"ge1": {"infantry": 5}, "ge2": {"infantry": 4, "artillery": 1}, "ge4": {"infantry": 3}}
    gone_on = {army: {"nation": "GE", "kind": "army", "at": "liege", "holds": holds} for army, holds in armies.items()}
    state = with_piece("great-war", 1, "GE", gone_on)
    assert "marwitz" not in {march.unit for march in Front(state, "GE").marches()}
    no_horse = state.put(gone(state.pieces["sordet"]))
    assert kept(state, "GE", "aachen") > 10
    assert not kept(no_horse, "GE", "aachen")


def test_who_passes_without_an_offensive_draws_again() -> None:
    """A hand full of cards that attack nobody is exchanged; one that holds an Offensive is kept."""
    for hand, put_down in (
        (("bad-weather", "bad-weather", "ersatz-2", "ersatz-2", "ersatz-2", "surprise-attack"), "ersatz-2"),
        (("bad-weather", "bad-weather", "ersatz-2", "offensive", "surprise-attack"), DONE),
        (("ersatz-3",), DONE),
    ):
        state = start("great-war").but(agenda=())
        state = state.but(hands=state.hands.put("GE", hand), pile=("offensive",) * 9).then(task("exchange"))
        ask = Session(RULES, state).ask
        assert isinstance(ask, Ask)
        assert RULES.policies["bold"].answer(RULES, ask) == put_down, hand


def scattered(rng: random.Random) -> State:
    """The whole front with control as chance has it, and armies far into it."""
    state = start("great-war").but(turn=5)
    land = [area for area, side in state.control.items() if side in SIDES and area != "england"]
    moved = []
    for army in state.pieces:
        if army.kind == "army" and army.on_map and army.place != "england":
            place = rng.choice(land)
            moved += [piece.but(place=place) for piece in (army, *state.inside(army.id))]
    state = state.put(*moved)
    control = {area: rng.choice(SIDES) for area in land if not any(state.forces(area, side) for side in SIDES)}
    standing = {area: side for area in land for side in SIDES if state.forces(area, side)}
    return state.but(control=FrozenMap({**state.control, **control, **standing}))


def test_ready_players_bring_a_cut_army_home() -> None:
    """Laon is disputed and lets no line pass: a German army behind it goes there, where it has one, step by step."""
    state = with_piece(
        "great-war", 5, "GE", {"ge-b": {"nation": "GE", "kind": "army", "at": "soissons", "holds": {"infantry": 4}}}
    )
    state = state.put(*(gone(p) for p in state.pieces.of("Entente") if p.place == "sedan"))
    pocket = dict.fromkeys(("sedan", "soissons", "chateau-thierry", "laon"), "GE")
    poilu = next(piece for piece in state.pieces.of("Entente") if piece.id == "paris-garrison")
    state = state.put(poilu.but(place="laon"))
    state = state.but(control=FrozenMap({**state.control, **pocket}))
    state = state.put(next(p for p in state.pieces.of("GE") if p.id == "marwitz").but(place="laon"))
    for place, home in (("soissons", "laon"), ("chateau-thierry", "soissons")):
        now = state.put(*(p.but(place=place, box="") for p in (state.pieces["ge-b"], *state.inside("ge-b"))))
        assert not in_supply(now, "ge-b")
        assert next(march.place for march in Front(now, "GE").marches() if march.unit == "ge-b") == home


def test_an_empty_source_is_in_danger_from_whoever_may_walk_in() -> None:
    """Cavalry fires at nobody, and takes what nobody holds; from two areas off, too, where nobody stands between."""
    horse = {"nation": "FR", "kind": "cavalry", "at": "luxembourg"}
    state = with_piece("great-war", 5, "GE", {"uhlans": horse})
    bare = state.put(
        *(gone(p) for p in state.pieces.of("GE") if p.place in ("luxembourg", "trier", "aachen", "cologne"))
    )
    bare = bare.but(control=FrozenMap({**bare.control, "luxembourg": "Entente"}))
    front = Front(bare, "GE")
    assert front.in_danger("trier")
    assert front.in_danger("cologne")
    held = {"nation": "GE", "kind": "infantry", "at": "trier"}
    guarded = with_piece("great-war", 5, "GE", {"uhlans": horse, "landwehr": held})
    assert not Front(guarded, "GE").in_danger("trier")


def test_cards_without_another_use_spare_units() -> None:
    """An Ersatz 2 for two hits, not for one; gas before its date; what still serves is kept."""
    for turn, hits, hand, paid in (
        (1, 2, ("ersatz-2", "offensive"), "ersatz-2"),
        (1, 1, ("ersatz-2", "offensive"), DONE),
        (1, 1, ("poison-gas", "offensive"), "poison-gas"),
        (4, 1, ("poison-gas", "offensive"), DONE),
    ):
        ask = hit(turn, hits, hand)
        assert RULES.policies["cautious"].answer(RULES, ask) == paid, (turn, hits, hand)


def hit(turn: int, hits: int, hand: tuple[str, ...]) -> Ask:
    """At Liége so many hits are to be absorbed by whoever defends it, with these cards."""
    data = dict(scenario("liege").data) | {"turn": turn, "hands": {"GE": [], "Entente": list(hand)}}
    for seed in range(60):
        session, rng = Session(RULES, library.of_data("tlm", data).position({})), random.Random(seed)
        while (ask := session.ask) is not None:
            if isinstance(ask, Ask) and ask.kind == "ersatz":
                if ask.who == "Entente" and due(ask.state).total == hits:
                    return ask
                break
            if not isinstance(ask, Ask):
                session.answer(ask.write(ask.sample(rng)))
            else:
                legal = list(ask.legal())
                session.answer(DONE if DONE in legal else legal[0])
    raise AssertionError("never so many hits")


def with_piece(name: str, turn: int, active: str, pieces: dict[str, Any], hands: dict[str, Any] | None = None) -> State:
    """A set-up in the Movement Phase of an Offensive in another turn, with a few pieces more."""
    data = dict(scenario(name).data)
    data |= {"turn": turn, "active": active, "agenda": [["movement-phase"]], "offensive": "offensive", "mix": False}
    data |= {"deck": False, "hands": hands or {}}
    state: State = library.of_data("tlm", {**data, "pieces": {**data["pieces"], **pieces}}).position({})
    return state


def test_who_is_behind_asks_for_peace_when_worse_is_near() -> None:
    """In 1918 the Entente, behind and without an attack, proposes an armistice three points from a Decisive Victory."""
    asked = {}
    for name, side, total, attacks in (
        ("kaiserschlacht", "Entente", 20, False),
        ("kaiserschlacht", "Entente", 20, True),
        ("kaiserschlacht", "Entente", 19, False),
        ("kaiserschlacht", "GE", 20, False),
        ("great-war", "Entente", 20, False),
    ):
        state = start(name).but(agenda=())
        if not attacks:
            state = state.put(*(gone(piece) for piece in state.pieces.of(side) if piece.kind != "fort"))
        state = state.but(crisis_vp=total - int(victory_points(state).total))
        ask = Session(RULES, state.then(task("parley", side))).ask
        assert isinstance(ask, Ask)
        asked[name, side, total, attacks] = RULES.policies["bold"].answer(RULES, ask)
    assert [key for key, answer in asked.items() if answer == "armistice"] == [("kaiserschlacht", "Entente", 20, False)]


def test_nobody_accepts_what_serves_the_other() -> None:
    """An armistice is taken by whoever leads."""
    state = start("kaiserschlacht").but(agenda=()).then(task("answer", "GE"))
    state = state.put(*(gone(piece) for piece in state.pieces.of("GE")))  # no attack is left to hope for
    session = Session(RULES, state, dict.fromkeys(SIDES, RULES.policies["cautious"]))
    session.play_on()
    assert session.state.result == "german-marginal"
    behind = Session(
        RULES, state.but(agenda=()).then(task("answer", "Entente")), dict.fromkeys(SIDES, RULES.policies["bold"])
    )
    behind.play_on()
    assert not behind.state.result
