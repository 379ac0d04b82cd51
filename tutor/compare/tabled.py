"""The table of a tournament, told: each meeting with its ends, then who won with which side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from tutor.compare.diorama import say
from tutor.compare.telling import line
from tutor.engine.ends import end_told, in_order
from tutor.engine.nouns import percent
from tutor.engine.odds import Outcome
from tutor.engine.text import Lang
from tutor.engine.told import Bar, Field, Grid, Node, Sentence, text
from tutor.engine.words import Words

if TYPE_CHECKING:
    from tutor.compare.tournament import Pairing, Table

MOST = 8  # ends of a meeting that are told one by one
NAME = re.compile(r"\s*[:(]")  # a player's name ends where it is said how he plays


def told(table: Table, lang: Lang) -> Iterator[Node]:
    """All of it."""
    one = table.of
    rules, asked = one.scenario.rules, table.question
    words = Words.of(rules, table.start, lang)
    title = one.scenario.title(lang)
    yield line("tournament.head", lang, title=title, n=one.games, seed=str(one.seed))
    if table.broken_off:
        yield line("tournament.broken-off", lang, n=len(table.games), every=len(one.pairings) * one.games)
    yield line("tournament.asked", lang, what=asked.name(lang))
    for pairing in one.pairings:
        yield from _meeting(table, pairing, words)
    if asked.id == "winner":
        yield from _by_side(table, words)
    yield line("tournament.interval", lang)
    for id in dict.fromkeys(policy for pairing in one.pairings for _, policy in pairing):
        yield line("tournament.player", lang, name=id, policy=rules.policies[id].name(lang))
    for game in table.unfinished:
        yield line(f"tournament.{game.how}", lang, players=_players(game.pairing, table, words), seed=str(game.seed))
    yield line("tournament.again", lang, command=_command(table))


def _meeting(table: Table, pairing: Pairing, words: Words) -> Iterator[Node]:
    """What came of the games of two players."""
    outcome, players, start = table.outcome(pairing), _players(pairing, table, words), table.start
    if outcome is None:
        yield line("tournament.none-played", words.lang, players=players)
        return
    ends = sorted(outcome.distribution.items(), key=in_order)
    rows = [_row(_end(end, start, words), chance, outcome, words.lang) for end, chance in ends[:MOST]]
    if rest := sum((chance for _, chance in ends[MOST:]), Fraction(0)):
        rows.append(_row(say("tournament.others", words.lang), rest, outcome, words.lang))
    length = f"{table.length(pairing):.0f}"
    told = line("tournament.meeting", words.lang, players=players, n=outcome.runs, length=length)
    yield Sentence(told.phrases, below=(Grid(tuple(rows)),))


def _row(what: str, chance: Fraction, outcome: Outcome, lang: Lang) -> tuple[Field, ...]:
    low, high = (percent(Fraction(one), lang, 0) for one in outcome.interval(chance))
    shares = Field((Bar(chance),)), Field(text(percent(chance, lang)), role="number"), Field(text(f"({low} – {high})"))
    return Field(text(what)), *shares


def _end(end: object, start: object, words: Words) -> str:
    """How games ended; nobody where nobody won."""
    return say("tournament.nobody", words.lang) if end == "" else end_told(end, start, words)


def _by_side(table: Table, words: Words) -> Iterator[Node]:
    """Who won with which side, whomever he met."""
    sides, rows = table.sides, []
    who = dict.fromkeys(one for pairing in table.of.pairings for one in pairing)
    for side, policy in sorted(who, key=lambda one: sides.index(one[0])):
        won = table.won(side, policy)
        if won is not None:
            row = _row(_player(side, policy, table, words), won.distribution[True], won, words.lang)
            rows.append((*row, Field(text(say("tournament.games", words.lang, n=won.runs)))))
    yield Sentence(text(say("tournament.by-side", words.lang)), below=(Grid(tuple(rows)),))


def _players(pairing: Pairing, table: Table, words: Words) -> str:
    return " – ".join(_player(side, policy, table, words) for side, policy in pairing)


def _player(side: str, policy: str, table: Table, words: Words) -> str:
    """A side, and how it is played."""
    name = NAME.split(table.of.scenario.rules.policies[policy].name(words.lang))[0]
    told = {"side": end_told(side, table.start, words), "policy": name[:1].lower() + name[1:]}
    return say("tournament.side", words.lang, **told)


def _command(table: Table) -> str:
    """How one looks at the last game at a terminal."""
    game = table.games[-1] if table.games else None
    pairing, seed = (game.pairing, game.seed) if game else (table.of.pairings[0], table.of.seed)
    law = *table.of.readings.items(), *(("", option) for option in table.of.options or ())
    said = [
        *(f"--policy {side}={policy}" for side, policy in pairing),
        *(f"--reading {slug}={option}" if slug else f"--option {option}" for slug, option in law),
    ]
    return " ".join(("tutor play", table.of.scenario.name, *said, f"--seed {seed} --auto-dice"))
