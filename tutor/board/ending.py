"""The end of a scenario: what came of it, a way back into it, and a way on."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from tutor.board.clashing import Fighter
from tutor.board.home import home_url
from tutor.board.said import capitalised, say
from tutor.board.stage import Stage
from tutor.board.telling import briefly
from tutor.engine.ends import end_told
from tutor.engine.facts import Side
from tutor.engine.policy import never
from tutor.engine.told import Field, Grid, Heading, Node, Sentence, plain, text
from tutor.rendering.html import Panel

if TYPE_CHECKING:
    from tutor.board.desk import Desk

LOSSES = "losses"  # the question about them, where a game has one
WAYS = (("step", "0", "end.step"), ("page", "record", "end.story"), ("again", "", "end.again"))


def headline(desk: Desk) -> tuple[str, str]:
    """That it is over: of a whole game who has won, and what decided it, by which rule."""
    won = _winner(desk)
    if won is None:
        return say("over", desk.lang), ""
    words = desk.words()
    told = say.phrases("over-won", words, winner=Side(won)) if won else text(say("over-drawn", desk.lang))
    last = next((one for one in reversed(desk.line.entries) if one.what == "say"), None)
    return plain(told), "" if last is None else f"{briefly(last, words)} [{words.cite(last.rule)}]"


def _winner(desk: Desk) -> str | None:
    """Which side has won a whole game, nobody as ""; None where only a battle was fought."""
    return None if desk.rules.winner is None else desk.rules.winner(desk.line.state)


def told(desk: Desk) -> str:
    """The summary, and buttons that lead on."""
    return f'<div class="ended">{Panel().html(_summary(desk))}{_ways(desk)}</div>'


def _summary(desk: Desk) -> Iterator[Node]:
    """What came of it, and how much was decided."""
    lang = desk.lang
    yield Heading(text(say("end.head", lang)))
    rows = [(Field(text(name)), Field(text(value, style="strong"))) for name, value in _answers(desk)]
    if rows:
        yield Grid(tuple(rows))
    kinds = [entry.what for entry in desk.line.entries if desk.may_read(entry)]
    yield Sentence(text(say("end.counted", lang, n=kinds.count("choice"), dice=kinds.count("roll"))))


def _answers(desk: Desk) -> Iterator[tuple[str, str]]:
    """Who has won a whole game; what the game's questions answer now; where none is about losses, who left the map."""
    words, began, state, won = desk.words(), desk.first.state, desk.line.state, _winner(desk)
    if won is not None:
        yield say("end.won", desk.lang), words.fact(Side(won)) if won else say("end.nobody", desk.lang)
    whole = {key: one for key, one in desk.rules.questions.items() if one.until is never}
    if won is not None:  # what a battle is asked for says nothing of a whole game
        whole = {key: one for key, one in whole.items() if key == LOSSES}
    for key, question in whole.items():
        if not any(other in key and other != key for other in whole):  # of `losses` and `losses-attacker` the first
            yield question.name(desk.lang), end_told(question.of(began, state), state, words)
    for side in desk.sides if LOSSES not in whole else ():
        who = words.fact(Side(side))
        yield capitalised(who), ", ".join(_lost(desk, side)) or say("fight.whole", desk.lang)


def _lost(desk: Desk, side: str) -> Iterator[str]:
    """How many counters of a side have left the map, and how many are weaker since: the same as in a fight."""
    before, now = (Stage(state, desk.lang) for state in (desk.first.state, desk.line.state))
    there = [one.id for one in before.state.pieces if one.side == side and one.place is not None]
    left = [one for one in there if one in now.state.pieces and now.state.pieces[one].place is not None]
    both = ((now.counter(now.state.pieces[one]), before.counter(before.state.pieces[one])) for one in left)
    weakened = sum(Fighter(one, other, "").hit for one, other in both)
    for kind, n in (("gone", len(there) - len(left)), ("hit", weakened)):
        if n:
            yield say(f"fight.{kind}", desk.lang, n=n)


def _ways(desk: Desk) -> str:
    lang, home = desk.lang, home_url()
    made = [
        f'<button type="button" class="way" data-act="{act}" data-value="{value}">{escape(say(name, lang))}</button>'
        for act, value, name in WAYS
    ]
    if home is not None:
        made.append(f'<a class="way" href="{escape(home)}">{escape(say("end.home", lang))}</a>')
    return f'<div class="ways">{"".join(made)}</div>'
