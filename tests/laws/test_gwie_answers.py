"""Laws of the one answer: where `moves` sends a unit the table lets it go, and what `supply` tells is what is done.

Whole turns are played at random, from sheets of five Fronts and from every scenario. At every question what is told
beforehand of each unit is put beside what the table says of it then.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from tests.laws.common import Watch
from tests.laws.gwie_moves import before_moves
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.going import Going, SupplyLine
from tutor.engine.play import Session
from tutor.engine.run import Run, task
from tutor.library import scenario
from tutor.rulesets.gwie.going import BY_MARCH
from tutor.rulesets.gwie.ruleset import RULES
from tutor.rulesets.gwie.sea import BY_SEA
from tutor.rulesets.gwie.state import BY_MAP, CP, FORTRESS, OOS, SUPPLIED, State, Unit
from tutor.rulesets.gwie.strategic import BY_RAIL, objections_to_boarding
from tutor.rulesets.gwie.strength import attack_strength, defence_strength

TURNS = 20
SCENARIOS = ("gwie/suez", "gwie/trent-march", "gwie/trent", "gwie/gaza")
HELD_FAST = {"14.23": "the besieged stay, here and there", "14.62": "who lays waste stays, here and there"}
MEANS = {"move": BY_MARCH, "rail": BY_RAIL, "sail": BY_SEA}
FORTS_ONLY = {"supplied-by-fort", "supplied-under-siege"}
LAWS = (
    "open as the table lets it",
    "what is shut offers no place",
    *HELD_FAST.values(),
    "what is offered is legal at the table, and nothing else",
    "a party that is moved goes as it is told",
    "attack counts the status that is told",
    "defence counts the status that is told",
    "trains ask for the status that is told",
    "attrition takes those who are told to be out of supply",
)


@cache
def played() -> Watch:
    watch = Watch()
    starts = [_wasting(before_moves(seed, readings=seed % 3 == 2)) for seed in range(TURNS)]
    for name in SCENARIOS:
        found = scenario(name)
        starts += [RULES.setup(found.data, found.map, found.law())] * 2
    for seed, start in enumerate(starts):
        _play(watch, start, seed)
    return watch


def _wasting(s: State) -> State:
    """In the West one CP unit is laying waste its hex."""
    first = next((u.id for u in s.on_map() if u.side == CP and u.foot), None)
    return s.change(first, devastates=True) if first and s.front == "western" else s


def _play(watch: Watch, start: State, seed: int) -> None:
    session, rng = Session(RULES, start, seed=seed), random.Random(seed)
    while not session.over:
        ask = session.ask
        if not isinstance(ask, Ask):
            session.roll()
            continue
        where = f"turn {seed}, {ask.kind} ({len(session.now.line)})"
        if ask.kind in MEANS:
            _going(watch, session, ask, rng, where)
        if ask.kind == "go":
            going = _by(session.state, session.state.moving.group[0], BY_MARCH)
            same = going is not None and set(going.places) == _places(ask)
            watch.look("a party that is moved goes as it is told", same, where)
        _supply(watch, session.state, rng, where)
        session.answer(_choice(ask, rng))


def _choice(ask: Ask, rng: random.Random) -> Any:
    """Whoever may lay waste does; most moves are made, most attacks are not."""
    legal = list(ask.legal())
    go = [answer for answer in legal if answer not in (DONE, BACK)]
    stop = {"devastate": 0.2, "move": 0.15, "rail": 0.25, "sail": 0.25, "attack": 0.6}.get(ask.kind, 0.4)
    if go and (rng.random() > stop or DONE not in legal):
        return rng.choice(go)
    return DONE if DONE in legal else rng.choice([answer for answer in legal if answer != BACK] or legal)


# -- may it go? --------------------------------------------------------------------------------------------------
def _going(watch: Watch, session: Session, ask: Ask, rng: random.Random, where: str) -> None:
    """Of every unit whether it goes at all; of a few, all places."""
    s = session.state
    for unit in s.on_map():
        going = _by(s, unit.id, MEANS[ask.kind])
        if going is None or (ask.kind == "rail" and unit.side != ask.who):
            continue
        verdict = ask.verdict(unit.id)
        watch.look("open as the table lets it", verdict.legal == (not going.closed), f"{where}: {unit}")
        for rule in HELD_FAST.keys() & {check.rule for check in verdict.objections}:
            watch.look(HELD_FAST[rule], rule in {check.rule for check in going.closed}, f"{where}: {unit}")
        if going.closed:
            watch.look("what is shut offers no place", not going.places, f"{where}: {unit}")
    legal = [answer for answer in ask.legal() if answer != DONE and s.unit(answer).place is not None]
    for id in rng.sample(legal, min(2, len(legal))):
        going = _by(s, id, MEANS[ask.kind])
        assert going is not None
        same = set(going.places) == _at_the_table(session, id)
        watch.look("what is offered is legal at the table, and nothing else", same, f"{where}: {s.unit(id)}")


def _by(s: State, id: str, means: str) -> Going | None:
    assert RULES.going is not None
    return next((going for going in RULES.going(s, id) if going.means == means), None)


def _at_the_table(session: Session, id: str) -> set[Any]:
    """Where this unit may go, once it is named and goes alone over the map."""
    run = Run(RULES, session.position)
    run.answer(id)
    while isinstance(run.ask, Ask) and run.ask.of != ("place",):
        run.answer(BY_MAP if run.ask.kind == "rail-means" else DONE)
    assert isinstance(run.ask, Ask)
    return _places(run.ask)


def _places(ask: Ask) -> set[Any]:
    """Every hex of the map that the table accepts, each asked for by itself."""
    return {hex for hex in ask.state.map.places if ask.verdict(hex).legal}


# -- how is it supplied? -----------------------------------------------------------------------------------------
def _supply(watch: Watch, s: State, rng: random.Random, where: str) -> None:
    told = {unit: _status(s, unit) for unit in s.on_map() if unit.ground}
    for unit, status in told.items():
        if unit.fights and unit.attack and unit.defence:
            halved = any(line.kind == "out-of-supply-share" for line in attack_strength(s, (unit,)).lines)
            watch.look("attack counts the status that is told", halved == (status != SUPPLIED), f"{where}: {unit}")
            halved = any(line.kind == "out-of-supply-share" for line in defence_strength(s, (unit,)).lines)
            watch.look("defence counts the status that is told", halved == (status == OOS), f"{where}: {unit}")
        kinds = {check.kind for check in objections_to_boarding(s, unit)}
        asked = (
            OOS if "no-train-out-of-supply" in kinds else FORTRESS if "no-train-from-fortress" in kinds else SUPPLIED
        )
        watch.look("trains ask for the status that is told", asked == status, f"{where}: {unit}")
    if s.settled or s.fight is not None or rng.random() < 0.8:
        return
    after = Run(RULES, s.but(agenda=()).then(task("attrition"))).position.state
    gone = {unit.id for unit in told if after.unit(unit.id).box.startswith("dead-")}
    starving = {unit.id for unit, status in told.items() if status == OOS}
    watch.look("attrition takes those who are told to be out of supply", gone == starving, where)


def _status(s: State, unit: Unit) -> str:
    """What `supply` tells of a unit."""
    assert RULES.supply is not None
    line: SupplyLine = RULES.supply(s, unit.id)
    if not line.open:
        return OOS
    kinds = {check.kind for check in line.checks}
    given = kinds & {"status-given", "status-settled"}
    return unit.supply if given else FORTRESS if kinds & FORTS_ONLY else SUPPLIED


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    played().held(law, 40)


def test_every_law_is_looked_at() -> None:
    assert set(played().looked) == set(LAWS)
