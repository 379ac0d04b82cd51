"""Laws of what hangs on a coming, on a flight, on a round and on a bill, in the random Offensives Phases of the battle.

Who comes by a road holds it; who flies no longer helps nobody; an attrition of troops is one round; cold doubles
every bill. That places and possession are written in one module only is read off the code.
"""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.laws.test_dff import played
from tutor.engine.ask import BACK, Ask
from tutor.engine.ledger import Ledger
from tutor.engine.pieces import FrozenMap
from tutor.engine.play import Session
from tutor.engine.trace import Entry
from tutor.library import of_data
from tutor.rulesets import dff
from tutor.rulesets.dff import supply
from tutor.rulesets.dff.active_defence import counter_on, objections_to_countering
from tutor.rulesets.dff.ruleset import RULES
from tutor.rulesets.dff.state import ATTRITION, FIGHTER, SIDES, Battle, State, Unit

CODE = Path(dff.__file__).parent
COLD = {"cold": "2.2.1.1-d", "blizzard": "2.2.1.1-e"}
MARCHING = ("initial-combats", "march-in", "counter-march-in", "exploit-march-in")
DECLARING = ("declare", "declared", "mutiny", "revolution", "counter-attack", *MARCHING)
ENTERING = ("declare", "counter-attack", "exploit", "exploit-to", "overrun", "land", *MARCHING)


# -- small fights ----------------------------------------------------------------------------------------------
FIGHTS = 120


def fight(seed: int) -> State:
    """Weak attackers with guns and a fighter against strong defenders: a raid that is often shot to pieces."""
    side = {"start": "0204", "origin": "0204", "activated": True, "nation": "germany", "place": "0203"}
    kind = ("attrition", "assault")[seed % 2]
    men: dict[str, dict[str, Any]] = {
        f"a{n}": {**side, "kind": "infantry", "strength": 1 + n % 2} for n in range(1 + seed % 3)
    }
    enemies: dict[str, dict[str, Any]] = {
        f"d{n}": {"nation": "france", "kind": "infantry", "place": "0203", "strength": 4} for n in range(2)
    }
    planes: dict[str, dict[str, Any]] = {
        f"f{n}": {"nation": "germany", "kind": "fighter", "place": "0203", "strength": 1, "mission": "0203"}
        | {"start": "0206", "activated": True}
        for n in range(2 if kind == "assault" else 0)
    }
    hqs: dict[str, dict[str, Any]] = {
        "ha": {"nation": "germany", "kind": "hq", "place": "0206", "activated": True},
        "hd": {"nation": "france", "kind": "hq", "place": "0200"},
    }
    data = {
        "map": {
            "kind": "hexes",
            "grid": {
                "top": "pointy", "first": "row", "digits": [2, 2], "shifted": "odd",
                "rows": {"from": 0, "to": 4, "grows": "south"}, "columns": {"from": 0, "to": 7, "grows": "east"},
            },
            "fill": {"terrain": "clear"},
            "provenance": {"hexes": "stand-in"},
        },
        "year": 1917, "front": "west", "fronts": ["west"], "active": "central", "acting": ["ha"],
        "control": {"rest": "allies", "central": ["0204", "0205", "0206", "0104", "0304"]},
        "supply": {"0206": 40, "0200": 40},
        "battles": [{"hex": "0203", "attacker": "central", "kind": kind, "hqs": ["ha"], "guns": ["ha"]}],
        "agenda": [["muster"], ["battle-group", ["0203"]]],
        "pieces": men | enemies | planes | hqs,
    }  # fmt: skip
    state: State = of_data("dff", data).position()
    return state


@cache
def fights() -> tuple[Session, ...]:
    return tuple(_fought(Session(RULES, fight(seed), seed=seed), random.Random(seed)) for seed in range(FIGHTS))


def _fought(session: Session, rng: random.Random) -> Session:
    while not session.over:
        if isinstance(session.ask, Ask):
            legal = [answer for answer in session.ask.legal() if answer != BACK]
            on = [answer for answer in legal if answer in ("stay", "again")] or legal
            session.answer(rng.choice(on))
        else:
            session.roll()
    return session


# -- where places and possession are written -------------------------------------------------------------------
WRITTEN = {"place", "control", "held", "side"}
BARE = {("apart.py", "control")}  # the part of a position whose odds are reckoned by themselves


def writes(source: str) -> list[str]:
    """What calls of `but` and `change` write of where a counter is, whose it is, and who holds a hex."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    changes = (call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in ("but", "change"))
    return [word.arg for call in changes for word in call.keywords if word.arg in WRITTEN]


def test_only_coming_writes_where_counters_are_and_who_holds_a_hex() -> None:
    """Setting up makes counters and positions whole; apart from it nobody but `coming` places one."""
    assert writes("s = s.put(unit.but(place=hex)).change(id, place=None).but(control=held)") == [
        "control", "place", "place",
    ]  # fmt: skip
    found = {path.name: writes(path.read_text("utf-8")) for path in CODE.glob("*.py")}
    assert len(found.pop("coming.py")) >= 8
    assert {(name, word) for name, words in found.items() for word in words} == BARE


def test_supply_is_priced_in_one_module_and_spent_by_one_function() -> None:
    """The list of expenses is read where bills are made; a depot is lessened where bills are paid or supply moves."""
    sources = {path.name: path.read_text("utf-8") for path in CODE.glob("*.py")}
    assert [name for name, source in sources.items() if '"supply-costs"' in source] == ["supply.py"]
    moving = {"capture.py", "depots.py", "moving.py", "placement.py", "state.py", "supply.py"}
    assert {name for name, source in sources.items() if "with_stock(" in source} == moving


# -- the road of an attack (2.2.4.5-m) --------------------------------------------------------------------------
def moments() -> Iterator[tuple[State, State]]:
    for session in played()[1]:
        yield from pairwise(moment.state for moment in session.now.line)


def test_the_road_of_an_attack_is_friendly() -> None:
    """When the attacks are announced every hex walked through is the attackers', but where others fight for it."""
    looked: Counter[str] = Counter()
    for before, after in moments():
        for unit in before.pieces:
            now = after.pieces[unit.id]
            if not unit.road or now.road or now.place != unit.place:
                continue
            for hex in unit.road:
                assert after.control.get(hex) == unit.side or after.attacked(hex), (unit, hex)
                looked["hexes"] += 1
                looked["taken"] += before.control.get(hex) != unit.side
    assert looked["hexes"] > 50, looked
    assert looked["taken"] > 10, looked


def to_do(state: State, steps: tuple[str, ...]) -> bool:
    """Whether one of these steps or phases is still to come."""
    return any(
        task.step in steps or (task.step.startswith("next:") and task.step[5:] in steps and not task.args)
        for task in state.agenda
    )


def test_whoever_attacks_came_from_a_friendly_hex() -> None:
    """Once a battle can begin, the hex from which each attacker entered it is his side's."""
    looked = 0
    for _, state in moments():
        if state.draft or not state.battles or to_do(state, DECLARING):
            continue
        for battle in state.battles:
            for unit in state.ground_at(battle.hex, battle.attacker):
                if unit.origin is not None and unit.origin != unit.place:
                    assert state.control.get(unit.origin) == unit.side or state.attacked(unit.origin), unit
                    looked += 1
    assert looked > 500, looked


def test_no_aircraft_stays_on_a_field_that_the_enemy_has_entered() -> None:
    """From the coming of the attackers on none of the other side stands on the ground of a hex under attack."""
    looked = 0
    for _, state in moments():
        if state.draft or not state.battles or to_do(state, ENTERING):
            continue
        for battle in state.battles:
            men, there = state.ground_at(battle.hex, battle.attacker), state.pieces.at(battle.hex)
            grounded = [u for u in there if u.air and not u.mission and u.side == battle.defender]
            assert not (men and grounded), (battle.hex, grounded)
            looked += bool(men)
    assert looked > 500, looked


# -- the help of fighters (4.5.3.2) -----------------------------------------------------------------------------
GONE = ("shot-down", "ace-killed", "ace-returns", "lands", "lost-in-the-air")


def test_who_is_not_in_the_air_helps_nobody() -> None:
    """What a unit is given equals the number of those that were told to help it and have not left the air since."""
    looked: Counter[str] = Counter()
    for session in (*played()[1], *fights()):
        helped: dict[str, str] = {}
        for entry in session.trace.entries:
            if entry.kind == "aided":
                helped[entry.facts["fighter"].id] = entry.facts["unit"].id
            elif entry.kind in GONE:
                looked[entry.kind] += helped.pop(entry.facts["unit"].id, None) is not None
            elif entry.kind.startswith("fires") and entry.rule != "4.5.1-a":
                looked["helped"] += _helped(entry, helped)
    assert looked["helped"] > 10, looked
    assert looked["lands"] > 10, looked
    assert looked["shot-down"] > 10, looked


def _helped(entry: Entry, helped: dict[str, str]) -> int:
    number: Ledger = entry.facts["number"]
    given = sum(int(line.number) for line in number.lines if line.kind == "fighter-aid")
    for unit in entry.facts["units"]:
        assert given == list(helped.values()).count(unit.id), (unit, helped)
    return given


def test_the_bonus_goes_with_its_fighter() -> None:
    """Wherever a unit is helped, it is not once its helper is taken off the map, whatever took it."""
    looked = 0
    for _, state in moments():
        for fighter in state.pieces:
            if fighter.kind == FIGHTER and fighter.aiding and fighter.mission:
                helped = state.pieces[fighter.aiding]
                if helped.place == fighter.place:
                    without = state.change(fighter.id, place=None, mission=None)
                    assert len(without.aid(helped)) == len(state.aid(helped)) - 1
                    looked += 1
    assert looked > 10


# -- the rounds of an attrition (2.2.4.4 d-e) --------------------------------------------------------------------
def test_an_attrition_of_troops_is_one_round() -> None:
    """Whoever is left after the first; by artillery alone it is two at most."""
    looked: Counter[str] = Counter()
    for session in (*played()[1], *fights()):
        opened: dict[str, str] = {}
        for entry in session.trace.entries:
            if entry.kind.startswith("opens-"):
                opened[entry.facts["hex"].id] = entry.kind
            elif entry.kind == "round":
                kind, n = opened.get(entry.facts["hex"].id, ""), int(entry.facts["n"])
                assert n <= {"opens-attrition": 1, "opens-shelling": 2}.get(kind, n), (kind, n)
                looked[kind] += 1
            elif entry.kind == "shells":
                assert opened[entry.facts["hex"].id] == "opens-shelling"
            elif entry.kind == "attrition-over" and opened[entry.facts["hex"].id] == "opens-attrition":
                looked["over"] += 1
    assert looked["over"] > 10, looked
    assert looked["opens-attrition"] > 10, looked
    assert looked["opens-shelling"] > 10, looked


# -- what the weather makes of a bill (2.2.1.1 d-e) ---------------------------------------------------------------
def bills(state: State, battle: Battle) -> dict[str, Ledger]:
    """Every bill that could be made out for a battle."""
    found = {
        "attack_bill": supply.attack_bill(state, battle),
        "defence_bill": supply.defence_bill(state, battle),
        "answer_bill": supply.answer_bill(state, battle.hex),
        "duel_bill": supply.duel_bill(state, battle.hex),
        "advance_bill": supply.advance_bill(state, battle.hex),
        "move_bill": supply.move_bill(state),
    }
    if battle.part in supply.LATER:
        found["least_bill"] = supply.least_bill(state, battle)
    if battle.kind == ATTRITION:
        found["second_round_bill"] = supply.second_round_bill(state, battle)
    air = [supply.air_bill(state, side) for side in SIDES]
    found["air_bill"] = max(air, key=lambda bill: bill.total)
    return found


@pytest.mark.parametrize("weather", COLD)
def test_cold_doubles_every_bill(weather: str) -> None:
    """But that of a move which is no part of any combat, unless read otherwise."""
    looked: Counter[str] = Counter()
    for _, state in moments():
        if state.home == "middle-east":
            continue
        for battle in state.battles:
            fair = bills(state.but(weather=FrozenMap({state.home: "fair"})), battle)
            cold = bills(state.but(weather=FrozenMap({state.home: weather})), battle)
            for name, bill in fair.items():
                doubled = name != "move_bill" or state.law.reads("noncombat-in-cold", "doubled")
                times = 2 if doubled else 1
                assert cold[name].total == times * bill.total, (name, cold[name])
                assert times * bill.total == bill.total or COLD[weather] in cold[name].rules
                looked[name] += bill.total != 0
    made = {name for name in vars(supply) if name.endswith("_bill")}
    assert made == set(looked)
    assert min(looked.values()) > 10, looked


def test_what_cannot_feed_one_unit_is_not_begun() -> None:
    """A counter-attack needs a point in the depots in range, two in the cold (3.4.5)."""
    looked: Counter[Any] = Counter()
    for _, state in moments():
        if state.battles or state.draft or state.home == "middle-east":
            continue
        for hex in state.conquests:
            for weather, price in (("fair", 1), ("cold", 2)):
                for n in (1, 2):
                    poor = state.but(
                        weather=FrozenMap({state.home: weather}),
                        supply=FrozenMap({hq.place: n for hq in _depots(state)}),
                    )
                    have = supply.available(poor, counter_on(poor, hex).hqs)
                    fed = poor.law.allows(
                        supply.objections_to_feeding(poor, counter_on(poor, hex), "hq-feeds-counter-attack")
                    )
                    may = poor.law.allows(objections_to_countering(poor, hex))
                    assert fed == (have >= price), (hex, have, weather)
                    assert fed or not may, (hex, have, weather)
                    looked[weather, n, may] += 1
    assert min(looked[weather, 2, True] for weather in ("fair", "cold")) > 3, looked


def _depots(state: State) -> list[Unit]:
    return [hq for hq in state.hqs_of(state.passive) if hq.place is not None]


def test_what_is_paid_in_the_cold_was_doubled() -> None:
    """Every payment that a phase tells of, whatever for."""
    looked: Counter[Any] = Counter()
    for session in played()[1]:
        state: State = session.root.state
        weather = state.weather.get(state.home, "fair") if state.home != "middle-east" else "fair"
        for entry in session.trace.entries:
            bill = entry.facts.get("bill")
            if isinstance(bill, Ledger) and bill.total:
                assert (weather in COLD) == any(line.kind == "weather-doubles-supply" for line in bill.lines), bill
                looked[weather in COLD, entry.kind] += 1
    for kind in ("pays-attack", "pays-defence", "guns-paid"):
        assert looked[True, kind] > 3, looked
        assert looked[False, kind] > 3, looked
