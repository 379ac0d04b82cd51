"""Random battle play with fifty units a side, beside random games of python-chess.

An ask is counted when it has at least two legal answers, and its whole legal set has been worked out by the objections.
They are put to every candidate, every unit or every hex, or where the ask says so only to those that can be legal, the
way chess goes through pseudo-legal moves; before anything is timed, this is compared with the verdicts on all. A ply is
counted the same way: all legal moves, then one is made. Dice, and asks with one legal answer, take their time and are
not counted.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import chess

from tests.bench.timing import Effort, Row
from tests.randommaps import random_map
from tutor import library
from tutor.engine.ask import Ask
from tutor.engine.check import Verdict
from tutor.engine.law import Law
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.run import Ruleset, Run
from tutor.rulesets import ruleset
from tutor.rulesets.se.action import action_tasks
from tutor.rulesets.se.state import State, Unit

ROWS, COLUMNS, STACK, A_SIDE = 11, 12, 2, 50
GUNS, SEED, BAR, ENOUGH = 6, 1916, 0.25, 400
KINDS = ("infantry", "infantry", "infantry", "infantry", "mountain", "bersaglieri", "militia")


@cache
def position() -> State:
    """Two lines of fifty units face to face across a map of 132 hexes, guns and a headquarters behind each.

    From the declaration of the assaults to the end of the action, without the other side's reaction.
    """
    map, rng = random_map(ROWS, COLUMNS), random.Random(SEED)
    rows = [map.places[n * COLUMNS : (n + 1) * COLUMNS] for n in range(ROWS)]
    units: list[Unit] = []
    for side, front in (("ah", rows[:5][::-1]), ("it", rows[5:10])):
        spots = [hex for row in front for hex in row for _ in range(STACK)]
        units += [_unit(side, n, spots[n], rng) for n in range(A_SIDE)]
        units.append(Unit(f"{side}-hq", side, "hq", spots[A_SIDE], radius=6, initiative=4, brigade=side))
    rules = ruleset("se")
    return State(
        Law.of(rules.book, rules.amendments),
        agenda=action_tasks(),
        map=map,
        pieces=Pieces(units),
        brigade="ah",
        attached=frozenset(u.id for u in units if u.side == "ah" and u.gun),
        points=FrozenMap({"ah": 3, "it": 3}),
        planned=frozenset({"it"}),
        guns_planned=FrozenMap({"it": GUNS}),
        trenches=FrozenMap(dict.fromkeys(rows[5][::3], 1)),
    )


def _unit(side: str, n: int, place: str, rng: random.Random) -> Unit:
    """Infantry of one brigade in front, then guns."""
    id = f"{side}{n}"
    if n >= A_SIDE - GUNS:
        return Unit(id, side, "artillery", place, mp=4, bombardment=rng.randint(3, 8), range=6)
    combat = rng.randint(2, 5)
    return Unit(
        id,
        side,
        rng.choice(KINDS),
        place,
        face=((combat, 2), (max(1, combat - 2), 1)),
        steps=2,
        mp=8,
        mp_left=8,
        printed_morale=rng.randint(4, 7),
        brigade=side,
        commanded=True,
        activated=True,
    )


def battle(
    rules: Ruleset,
    start: Any,
    rng: random.Random,
    seen: Callable[[Ask, list[Any]], object] = lambda ask, legal: None,
) -> int:
    """One battle to its end, or for four hundred asks, with random answers and dice; how many asks had a choice."""
    run, asked = Run(rules, start), 0
    while run.ask is not None and asked < ENOUGH:
        if isinstance(run.ask, Ask):
            legal = list(run.ask.legal())
            seen(run.ask, legal)
            asked += len(legal) > 1
            run.answer(rng.choice(legal))
        else:
            run.answer(run.ask.sample(rng))
    return asked


def game(rng: random.Random) -> int:
    """One game of chess with random moves; its plies with a choice."""
    board, plies = chess.Board(), 0
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(rng.choice(moves))
        plies += len(moves) > 1
    return plies


def same_legal_set(ask: Ask, legal: list[Any]) -> None:
    """The quick way to the legal set gives what the verdicts give."""
    assert legal == [a for a in ask.candidates() if Verdict.of(a, ask.checks(a)).legal], ask.kind


def rate(play: Callable[[random.Random], int], seed: int, seconds: float) -> float:
    """Counted decisions a second, over whole games."""
    rng, counted, began = random.Random(seed), 0, time.process_time()
    while time.process_time() - began < seconds or not counted:
        counted += play(rng)
    return counted / (time.process_time() - began)


def against_chess(name: str, rules: Ruleset, start: Any, effort: Effort, bar: float | None = None) -> Row:
    width: list[int] = []

    def noted(ask: Ask, legal: list[Any]) -> None:
        if len(legal) > 1:
            width.append(sum(1 for _ in ask.candidates()))

    battle(rules, start, random.Random(SEED), same_legal_set)
    for seed in range(5):
        battle(rules, start, random.Random(seed), noted)
    ours, share = partial(battle, rules, start), effort.seconds / effort.passes
    pairs = [(rate(ours, n, share), rate(game, n, share)) for n in range(effort.passes)]
    mine, theirs = (statistics.median(side) for side in zip(*pairs, strict=True))
    note = f"{len(start.pieces)} pieces; an ask has {statistics.mean(width):.0f} candidates"
    name = f"{name}, random asks: python-chess random plies"
    return Row("play", name, mine, theirs, "/s", mine / theirs, "of its rate", bar=bar, at_most=False, note=note)


def run(effort: Effort) -> list[Row]:
    rows = [against_chess("SE, 50 units a side", ruleset("se"), position(), effort, BAR)]
    for name in ("se/roana", "tlm/verdun"):
        game_code, title = name.split("/")
        rules, start = ruleset(game_code), library.position(name)
        rows.append(against_chess(f"{game_code.upper()} {title}", rules, start, effort))
    return rows
