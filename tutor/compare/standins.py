"""How much of an answer rests on stand-ins: the tables it read, and what another table that fits the text would say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tutor import rulesets
from tutor.compare.comparison import Chart, comparison
from tutor.compare.diorama import DEFENDER
from tutor.compare.outcome import Answer, Position, Setting, position
from tutor.compare.sweep import Asked, Kept, sweep
from tutor.engine.ask import Ask
from tutor.engine.consulted import Noting
from tutor.engine.run import Run

RUNS = 12


def tables_read(at: Position, runs: int = RUNS) -> tuple[str, ...]:
    """The tables that some random runs read, by name. What the set-up reads is not among them."""
    import random

    noting = Noting.like(at.state.law)
    state = at.state.but(law=noting)
    for seed in range(runs):
        rng = random.Random(seed)
        run = Run(at.rules, state, until=comparison(at.diorama.game).over)
        while run.ask is not None:
            ask = run.ask
            run.answer(at.players[ask.who].answer(at.rules, ask) if isinstance(ask, Ask) else ask.sample(rng))
    return tuple(sorted(noting.opened))


# -- other tables that fit the text ------------------------------------------------------------------------------
def shifted(table: Mapping[str, Any], by: int) -> Chart:
    """A chart read so many lines higher or lower: better odds and higher dice still never hurt."""
    cells = {str(row): list(line) for row, line in table["cells"].items()}
    rows = list(cells)
    return {row: cells[rows[min(max(index + by, 0), len(rows) - 1)]] for index, row in enumerate(rows)}


def others(game: str, table: str) -> dict[str, dict[str, Any]]:
    """Other charts in the place of a stand-in that satisfy all that the text says of it."""
    printed = rulesets.book(game).tables[table]
    fits = comparison(game).fits.get(table)
    if fits is None:
        return {}
    charts = {"kinder": shifted(printed, 1), "harsher": shifted(printed, -1)}
    return {name: {"cells": cells} for name, cells in charts.items() if fits(cells)}


# -- the swing ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Swing:
    """What becomes of an answer when one stand-in is replaced by others: lowest and highest."""

    table: str
    taken: tuple[Fraction, Fraction]
    losses: tuple[Fraction, Fraction]

    @property
    def width(self) -> Fraction:
        return self.taken[1] - self.taken[0]


@dataclass(frozen=True, slots=True)
class Rests:
    """What an answer rests on: stand-ins with their swing, and those in whose place no other was at hand."""

    answer: Answer
    swings: tuple[Swing, ...]
    unvaried: tuple[str, ...]


def rests_on(answer: Answer, kept: Kept | None = None) -> Rests:
    """Replace each stand-in that the answer read by others that satisfy the text, one at a time."""
    game = answer.game
    at = position(answer.diorama, answer.setting)
    read = [name for name in tables_read(at) if at.state.law.table(name).stand_in]
    swings, unvaried = [], []
    for table in read:
        asked = [
            Asked(game, answer.situation, _with(answer.setting, table, one)) for one in others(game, table).values()
        ]
        if not asked:
            unvaried.append(table)
            continue
        found = [answer, *sweep(asked, kept=kept)]
        taken = [one.ground() for one in found if one.distribution]
        losses = [one.loss(DEFENDER) for one in found if one.distribution]
        swings.append(Swing(table, (min(taken), max(taken)), (min(losses), max(losses))))
    return Rests(answer, tuple(sorted(swings, key=lambda s: -s.width)), tuple(unvaried))


def _with(setting: Setting, table: str, data: Mapping[str, Any]) -> Setting:
    return replace(setting, tables={**setting.tables, table: data})
