"""Laws of whole seasons of To the Last Man!: reinforcements, turns, crises, Production, cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from tests.laws.test_tlm import any_readings, conserved, nobody_lonely, play_on, starts, within_limits
from tests.laws.test_tlm_moves import LOOSE, positions
from tutor import library
from tutor.engine.ask import Ask
from tutor.engine.facts import Side
from tutor.engine.pieces import FrozenMap
from tutor.engine.play import Session
from tutor.engine.run import task
from tutor.engine.telling import trace
from tutor.engine.words import Words
from tutor.rendering.plain import lines
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import gone, is_empty
from tutor.rulesets.tlm.ruleset import RULES
from tutor.rulesets.tlm.sequence import SEQUENCE
from tutor.rulesets.tlm.state import SIDES, State

counted: Counter[str] = Counter()
BOUGHT = ("build", "order-cards", "promote", "transfer", "fortify-which")  # what is offered leaves something to choose

TRUE_OF_ANY = ("join", "take-in", "starve", "substitute", "promote", "eft-lose")  # an army or a type is what is lacking


def seasons(runs: int) -> Iterator[tuple[int, State]]:
    """Whole seasons in Belgium, with reinforcements, a Crisis card and counters to build."""
    data = dict(library.scenario(library.find("door", "tlm")).data)
    data |= {
        "agenda": [["season"]],
        "pile": ["bad-weather", "ersatz-3", "offensive", "poison-gas"],
        "hands": {"GE": ["offensive", "ersatz-2"], "Entente": ["german-crisis", "offensive"]},
    }
    extra = {
        "fresh": {"nation": "UK", "kind": "infantry", "arrives": 1},
        "recruits": {"nation": "GE", "kind": "infantry", "count": 3},
        "poilus": {"nation": "FR", "kind": "infantry", "count": 3},
        "ge9": {"nation": "GE", "kind": "army"},
        "fr9": {"nation": "FR", "kind": "army"},
    }
    data["fallen"] = ["ge9", "fr9"]
    whole = library.of_data("tlm", {**data, "pieces": {**data["pieces"], **extra}})
    for seed in range(runs):
        yield seed, whole.position(any_readings(random.Random(seed)) | LOOSE if seed % 2 else {})


def one_rider_each(state: State) -> State:
    """Every army holds one cavalry, empty ones and all infantry are off the map."""
    riders = [state.inside(army.id)[0] for army in state.pieces if army.kind == "army" and state.inside(army.id)]
    loose = [p for p in state.pieces if p.on_map and (p.army or p.infantry_type or is_empty(state, p))]
    rest = [p for p in loose if p not in riders]
    return state.put(*(gone(p) for p in rest), *(p.but(kind="cavalry") for p in riders)).but(agenda=())


def test_transfers_leave_no_empty_army_alone() -> None:
    """8.1.g in Production: an army emptied where no infantry accompanies it."""
    for _, start in positions(30, wild=False):
        ready = one_rider_each(start)
        for rider in [p for p in ready.pieces if p.army]:
            session = Session(RULES, ready.then(task("transfer", rider.side)))
            if isinstance(session.ask, Ask) and rider.id in session.ask.legal():
                session.answer(rider.id)
                nobody_lonely(session.state)
                counted["transferred"] += 1
                counted["left alone"] += len(session.state.fallen) - len(ready.fallen)
    assert counted["transferred"] > 40
    assert counted["left alone"] > 10


def test_of_the_other_sides_unit_it_is_told_whose_choice_it_is() -> None:
    """Where units are chosen, what is said of the enemy's is true of it: it is not his who chooses."""
    for seed, start in (*seasons(6), *starts(8)):
        for ask in play_on(Session(RULES, start), random.Random(seed)):
            if ask.of != ("unit",) or ask.kind in TRUE_OF_ANY:
                continue
            for piece in ask.state.pieces:
                if piece.side != ask.who and piece.on_map == (ask.kind not in ("build", "arrive")):
                    told = [fact for check in ask.objections(piece.id) for fact in check.facts.values()]
                    due = ask.kind != "arrive" or piece.arrives == ask.state.turn
                    assert any(isinstance(fact, Side) for fact in told) or not due, (ask.kind, piece)
                    counted[f"not his to {ask.kind}"] += 1
    assert all(counted[f"not his to {kind}"] > 10 for kind in ("withdraw", "retreat", "move", "build")), counted


def spent(ready: State, how: str, part: str, seed: int) -> State:
    """What lies on the table when both have bought by chance, cards apart."""
    law = ready.law.under("spending-together", how)
    session, rng = Session(RULES, ready.but(law=law).then(*SEQUENCE.agenda([[part]]))), random.Random(seed)
    while isinstance(session.ask, Ask):
        session.answer(rng.choice([one for one in session.ask.legal() if one not in ("cards", "take-up")]))
    return session.state


def test_what_is_bought_unseen_is_what_is_bought_openly() -> None:
    """7.0: shown at the end or as it is bought, the same answers come to the same, armies lost once more among it."""
    for seed, start in positions(30, wild=False):
        ready = areas.settle(one_rider_each(start), *start.map.places)
        armies = tuple(piece.id for piece in ready.pieces if piece.kind == "army" and piece.on_map)
        points, none = (FrozenMap(dict.fromkeys(SIDES, n)) for n in (4, 0))
        ready = ready.but(points=points, ordered=none, fallen=armies)
        unseen, openly = spent(ready, "sealed", "spending", seed), spent(ready, "german-first", "open-spending", seed)
        assert unseen.but(law=openly.law) == openly, seed
        counted["bought either way"] += len(openly.spent)
        counted["fallen again"] += len(openly.fallen) - len(armies)
    assert counted["bought either way"] > 40
    assert counted["fallen again"] > 5


def test_random_seasons_keep_the_invariants() -> None:
    for seed, start in seasons(16):
        session = Session(RULES, start)
        trenches, passed, bought = 0, 0, ()
        for ask in play_on(session, random.Random(seed)):
            counted[ask.kind] += 1
            if ask.kind in BOUGHT:
                assert set(ask.legal()) - {"back", "done"}, (seed, ask.kind)
                counted["choices"] += 1
            nobody_lonely(session.state)
            if ask.kind not in ("join", "take-in"):
                within_limits(session.state)
            assert all(points >= 0 for points in session.state.points.values())
            trenches = max(trenches, session.state.spent.count(("GE", "trench")))
            passed = max(passed, len(session.state.passed))
            bought = session.state.spent or bought
        conserved(start, session.state)
        state = session.state
        assert trenches <= 1
        assert passed > 0
        assert set(state.fallen) <= {p.id for p in state.pieces if p.kind == "army"}
        counted["built"] += sum(what in ("infantry", "army") for _, what in bought)
        for lang in ("fr", "en") if seed < 4 else ():
            for text in lines(trace(session.entries(), Words(RULES.book, lang, RULES.names(state))), 3):
                assert "{" not in text, text
                assert "?]" not in text, text
                counted["traced"] += 1
    assert counted["built"] > 10
    assert counted["choices"] > 50
    assert counted["traced"] > 1_000
    assert all(
        counted[kind] > 3
        for kind in ("arrive-at", "spend", "build-at", "entrench", "transfer", "crisis", "exchange", "order-cards")
    ), counted
