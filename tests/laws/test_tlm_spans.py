"""Laws of one player turn in To the Last Man!: no piece goes too far or by two means, and nobody fights nobody."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.laws.test_tlm import starts
from tests.laws.test_tlm_moves import positions
from tutor.engine.ask import DONE, Ask
from tutor.engine.play import Session
from tutor.rulesets.tlm import areas, coming
from tutor.rulesets.tlm.armies import has_left_trench
from tutor.rulesets.tlm.coming import FOOT, RAIL, RESERVES, SHIP, STRATEGIC
from tutor.rulesets.tlm.going import objections_to_choosing
from tutor.rulesets.tlm.retreats import owed
from tutor.rulesets.tlm.ruleset import RULES
from tutor.rulesets.tlm.state import SIDES, State

FAR = {"cavalry": 2, "biplane": 2}
ON_THE_SPOT = "on the spot"
counted: Counter[str] = Counter()


# -- how far, by what ------------------------------------------------------------------------------------------------
def restless(ask: Ask, rng: random.Random) -> Any:
    """Somebody who moves whatever he can, into armies and out of them again."""
    legal = list(ask.legal())
    busy = [answer for answer in legal if answer not in (DONE, "back")]
    if ask.kind == "move" and rng.random() < 0.6:
        pieces = [ask.state.pieces[unit] for unit in busy]
        liked = [p.id for p in pieces if p.kind == "army"] if rng.random() < 0.5 else [p.id for p in pieces if p.army]
        busy = liked or busy
    return rng.choice(busy) if busy and rng.random() < 0.9 else rng.choice(legal)


def went(before: State, after: State, kind: str) -> Iterator[tuple[str, str]]:
    """What each piece has done by one answer, read off the two positions: the piece, and the means."""
    if kind not in ("to", "means") or (before.used == after.used and before.pieces == after.pieces):
        return
    unit, means = after.used[-1]
    for piece in after.pieces:
        if piece.on_map and before.pieces[piece.id].place not in (None, piece.place):
            yield piece.id, means
            counted["carried" if piece.id != unit else "by itself"] += 1
    if before.pieces[unit].place == after.pieces[unit].place:
        yield unit, ON_THE_SPOT


def allowed(state: State, kind: str, done: list[str]) -> bool:
    """2.0-II.2, 4.4-4.6, 9.6 once more, in few words, of all that one piece has done."""
    if RESERVES in done and state.law.reads("reserves-second-unit", "another-unit"):
        return done == [RESERVES]
    rest = [means for means in done if means != RESERVES]
    alone = [means for means in rest if means in (RAIL, SHIP, STRATEGIC)]
    if not alone:
        return rest.count(FOOT) <= FAR.get(kind, 1)
    while rest[0] == ON_THE_SPOT and state.law.reads("transfer-then-transport", "apart"):
        rest = rest[1:]
    return len(rest) == 1


def as_passing(start: State) -> State:
    """The same without an Offensive, and with both cards that move a second unit."""
    return start.but(offensive="", rank="", hands=start.hands.put(start.active, ("strategic-reserves",) * 2))


def test_no_piece_goes_too_far_or_by_two_means_however_it_is_carried() -> None:
    for seed, start in positions(200):
        passing = seed % 4 == 3
        rng, session = random.Random(seed), Session(RULES, as_passing(start) if passing else start)
        done: dict[str, list[str]] = {}
        taken_in: set[str] = set()
        for _ in range(60):
            ask = session.ask
            if not isinstance(ask, Ask) or ask.kind not in ("move", "to", "means", "join", "take-in"):
                break
            before = session.state
            if ask.kind == "move" and rng.random() < 0.2:
                refused_by_contents(before, done.keys() | taken_in)
            session.answer(restless(ask, rng))
            if ask.kind == "take-in":  # that is what the army does, not the unit; but the unit has moved
                taken_in |= {p.id for p in session.state.pieces if p.army and not before.pieces[p.id].army}
            for piece, means in went(before, session.state, ask.kind):
                done.setdefault(piece, []).append(means)
                counted["move"] += 1
                kind = before.pieces[piece].kind
                assert allowed(before, kind, done[piece]), (seed, piece, done[piece])
                counted["again"] += len(done[piece]) > 1
        if passing:
            extra = SHIP if start.law.reads("sea-move-on-pass", "extra") else ""
            assert len({unit for unit, means in session.state.used if means != extra}) <= 2
            counted["passing"] += 1
    assert counted["carried"] > 1_000, counted
    assert counted["again"] > 100, counted
    assert counted["refused for its contents"] > 20, counted
    assert counted["passing"] > 30


def dug_in(start: State, rng: random.Random) -> State:
    """Infantry outside armies is entrenched, and every second army."""
    loose = [p for p in start.pieces if p.on_map and p.kind in ("infantry", "commonwealth") and p.army is None]
    armies = [p for p in start.pieces if p.on_map and p.kind == "army" and rng.random() < 0.5]
    return start.put(*(p.but(entrenched=True) for p in (*loose, *armies)))


def trenches_left(before: State, after: State) -> set[str]:
    """The units that have lost their trench by one answer, but for those whose army speaks for them."""
    here = [p.id for p in after.pieces if p.on_map and before.pieces[p.id].on_map]
    return {p for p in here if has_left_trench(before, after, p) and not under_its_army(before, after, p)}


def test_no_trench_is_left_without_a_word() -> None:
    for seed, start in positions(120):
        rng = random.Random(seed)
        session = Session(RULES, dug_in(start, rng))
        for _ in range(40):
            ask = session.ask
            if not isinstance(ask, Ask) or ask.kind not in ("move", "to", "means", "join", "take-in", "empty-leaves"):
                break
            before, told = session.state, len(session.entries())
            session.answer(restless(ask, rng))
            left = trenches_left(before, session.state)
            new = session.entries()[told:]
            assert left <= {entry.facts["unit"].id for entry in new if entry.kind == "trench-left"}, (seed, ask.kind)
            counted[f"trench left: {ask.kind}"] += len(left)
    assert all(counted[f"trench left: {kind}"] > 1 for kind in ("to", "join", "take-in")), counted


def under_its_army(before: State, after: State, piece: str) -> bool:
    """Whether a piece has stayed in the army that it was in, which speaks for it."""
    return before.pieces[piece].army is not None and before.pieces[piece].army == after.pieces[piece].army


def refused_by_contents(state: State, done: set[str]) -> None:
    """Where an army is refused for what it carries, something that it carries has moved."""
    for army in (p for p in state.pieces.of(state.active) if p.kind == "army" and p.on_map):
        if any(check.kind.startswith("carries-") for check in objections_to_choosing(state, army.id)):
            assert any(piece.id in done for piece in state.inside(army.id))
            counted["refused for its contents"] += 1


def test_only_coming_moves_a_piece() -> None:
    """In the Movement Phase one function puts pieces into areas: no other can forget their marks."""
    folder = Path(coming.__file__).parent
    writers = {
        (path.stem, function.name)
        for path in (folder / f"{name}.py" for name in ("coming", "movement", "going", "transport", "phase", "joining"))
        for function in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "but"
        if any(keyword.arg == "place" for keyword in call.keywords)
    }
    assert writers == {("coming", "come"), ("phase", "empty_leaves")}  # 8.1.f: that is a retreat


# -- a battle against nobody -------------------------------------------------------------------------------------------
LEAVING = ("retreat", "retreat-to", "join", "pursue")  # it is pursued who leaves, 8.3.1
PAYING = ("ersatz", "cover-which", "pay-which", "lose", "pursuit")


def thinned(start: State, rng: random.Random) -> State:
    """Few pieces on either side, so that one of them is soon gone."""
    inside = [p for p in start.pieces if p.army is not None]
    loose = [p for p in start.pieces if p.on_map and p.army is None and p.kind != "army"]
    spared = {rng.choice([p.id for p in inside if p.army == army]) for army in dict.fromkeys(p.army for p in inside)}
    gone = [p.id for p in inside if p.id not in spared] + [p.id for p in loose if rng.random() < 0.7]
    state = start.but(pieces=start.pieces.drop(*gone))
    return areas.settle(state, *state.map.places)


def test_a_battle_with_one_side_gone_asks_nobody_to_fight() -> None:
    for seed, whole in starts(240):
        rng = random.Random(seed)
        session = Session(RULES, thinned(whole, rng))
        while session.ask is not None:
            ask, state = session.ask, session.state
            gone = state.battle and [side for side in SIDES if not state.present(side)]
            if gone and state.here.area in state.fought:
                counted["one side gone"] += 1
                counted[f"gone: {ask.kind}"] += 1
                forced = ask.kind == "name-forced" and owed(state) > 0
                assert forced or ask.kind in (*LEAVING, *PAYING), (seed, ask.kind)
                if ask.kind == "retreat":
                    assert ask.who not in gone, seed
                    assert owed(state) > 0 or state.law.reads("enemy-gone", "retreat-stays"), seed
            if isinstance(ask, Ask):
                session.answer(rng.choice(list(ask.legal())))
            else:
                session.answer(ask.write(ask.sample(rng)))
    assert counted["one side gone"] > 60, counted
    assert counted["gone: retreat"] > 20, counted
