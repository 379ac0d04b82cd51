"""Play: a scenario is laid, answers are given, dice fall, others answer, and what was played is gone through again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from tutor.board.asked import Asked
from tutor.board.desk import Desk, Habits, Handed, question
from tutor.board.dice import Fallen, is_draw
from tutor.board.luck import Luck
from tutor.board.recording import load
from tutor.board.said import say
from tutor.board.seeing import leave, step
from tutor.engine.ask import BACK, Answer, Ask, Chance, NotAnAnswer
from tutor.engine.pieces import FrozenMap
from tutor.engine.play import Line, Moment
from tutor.engine.policy import NoWayOut, Policy
from tutor.engine.records import Record
from tutor.engine.text import Lang, Text
from tutor.library import Scenario

ME, RANDOM, RECORD = "me", "random", "record"
PERSONS = frozenset({ME, RECORD})  # who is waited for
AT_RANDOM = Text("au hasard", "at random")
MANY_STEPS = 5000
LOTS = 1916  # what chance players draw by where no seed is given


# -- a scenario is laid -----------------------------------------------------------------------------------------
def lay(
    found: Scenario, state: Any, lang: Lang, players: Mapping[str, str] | None = None, seed: int | None = None
) -> Desk:
    """A scenario before somebody; whoever is no person has answered already."""
    return others(before(found, Line.begun(found.rules, state), lang, players, seed))


def before(
    found: Scenario, line: Line, lang: Lang, players: Mapping[str, str] | None = None, seed: int | None = None
) -> Desk:
    """A line of a scenario before somebody."""
    sides = _sides(line)
    return Desk(
        found=found,
        line=line,
        first=line.now,
        here=question(line),
        habits=Habits(lang=lang),
        sides=sides,
        players=FrozenMap({**dict.fromkeys(sides, ME), **(players or {})}),
        dice=Luck.of(seed),
        lots=Luck.of(LOTS if seed is None else seed),
    )


def lay_anew(desk: Desk, found: Scenario) -> Desk:
    """Another scenario before the same person, who keeps habits and luck."""
    laid = before(found, Line.begun(found.rules, found.position()), desk.lang)
    return replace(laid, habits=desk.habits, dice=desk.dice, lots=desk.lots, inquiry=desk.inquiry)


def _sides(line: Line) -> tuple[str, ...]:
    """The sides, whoever is asked first before the others."""
    asked = () if line.ask is None else (line.ask.who,)
    return tuple(dict.fromkeys((*asked, *(piece.side for piece in line.root.state.pieces))))


# -- answers ----------------------------------------------------------------------------------------------------
def answer(desk: Desk, answer: Answer, despite: tuple[str, ...] = ()) -> Desk:
    """Give an answer, and those before it that were only looked at; a refused one is looked at instead."""
    asked, ahead = desk.asked, desk.look.ahead
    if desk.ask is None:
        return desk
    if asked is not None and not asked.ask.understands(answer):
        return no_answer(desk, answer)
    if asked is not None and not despite and not asked.allows(answer):
        return desk.looking(target=answer)
    if ahead and answer == BACK:
        return leave(desk)
    if desk.task is not None:
        return hand_in(desk, desk.here, (*ahead, answer))
    began = desk.line.told
    for one in ahead:
        desk = _given(desk, one)
    desk = _given(desk, answer, despite)
    return replace(desk, since=began) if ahead else desk


def no_answer(desk: Desk, answer: Answer) -> Desk:
    """What was said is of the wrong form, or names what does not exist."""
    return desk.told(say("not-an-answer", desk.lang, answer=answer), "no")


def hand_in(desk: Desk, asked: Asked | None, answers: tuple[Answer, ...]) -> Desk:
    """In a task answers to a question are for whoever set it, to judge and to play."""
    return desk if asked is None else replace(desk, handed=Handed(asked.ask, answers))


def _given(desk: Desk, answer: Answer, despite: tuple[str, ...] = ()) -> Desk:
    verdict = None if desk.here is None else desk.here.verdict(answer)
    return _advanced(desk, desk.line.answered(answer, despite, verdict))


def roll(desk: Desk, faces: Any = None) -> Desk:
    """Throw the dice, or put them as they fell on a real table; of several cards all are drawn one after the other."""
    chance, luck, began = desk.ask, desk.dice, desk.line.told
    if chance is None or isinstance(chance, Ask):
        return desk
    try:
        value, luck = luck.draw(chance.sample) if faces is None else (chance.read(faces), luck)
    except NotAnAnswer:
        return desk.told(say("bad-dice", desk.lang), "no")
    fallen = Fallen(desk.faces, chance, value, desk.line.position)
    desk = replace(_advanced(replace(desk, dice=luck), desk.line.fallen(value)), fallen=fallen)
    return replace(roll(desk), since=began) if desk.frame is None and _next_card(chance, desk.ask) else desk


def _next_card(drawn: Chance[Any], ask: Ask | Chance[Any] | None) -> bool:
    """Whether the same hand draws once more, with nothing to say between two cards."""
    if ask is None or isinstance(ask, Ask) or not is_draw(drawn):
        return False
    return (ask.rule, ask.kind, ask.who) == (drawn.rule, drawn.kind, drawn.who)


def _advanced(desk: Desk, line: Line) -> Desk:
    """After an answer or a roll whoever is no person answers; then one goes through it step by step, if wished."""
    before = desk.line.told
    desk = others(desk.at(line, since=before, passed=()))
    if desk.habits.stepping and desk.line.told > before:
        return step(replace(desk, frame=before), 0)
    return desk


# -- others -----------------------------------------------------------------------------------------------------
def seat(desk: Desk, side: str, player: str) -> Desk:
    """Somebody else answers for a side from now on."""
    return others(replace(desk, players=desk.players.put(side, player)))


def resume(desk: Desk, record: Record) -> Desk:
    """Play on from a record another day: with its players, and with one's own eyes against the program."""
    desk = load(desk, record)
    known = {*PERSONS, RANDOM, *desk.rules.policies}
    seats = {side: who for side, who in record.players.items() if side in desk.sides and who in known}
    desk = replace(desk, players=FrozenMap({**desk.players, **seats}))
    persons = [side for side in desk.sides if desk.players[side] in PERSONS]
    if len(persons) == 1 and len(desk.sides) > 1:
        desk = desk.with_habits(side=persons[0])
    return others(desk)


def throw_alone(desk: Desk, auto: bool) -> Desk:
    """Whether dice are thrown without being asked for."""
    return others(desk.with_habits(auto_dice=auto))


def pass_alone(desk: Desk, alone: bool) -> Desk:
    """Whether an answer gives itself where no other is allowed."""
    return others(desk.with_habits(alone=alone))


def others(desk: Desk) -> Desk:
    """Whoever is no person answers now; in a task they are let by whoever set it."""
    for _ in range(MANY_STEPS):
        before = desk.line
        desk = desk if desk.task is not None else _answered(desk)
        if desk.line is before:
            break
    return desk


def _answered(desk: Desk) -> Desk:
    """By one who is no person, where such a one is asked."""
    ask = desk.line.ask
    if isinstance(ask, Ask):
        return _chosen(desk, ask, desk.players.get(ask.who, ME))
    if ask is None or _lie_before(desk, ask):
        return desk
    value, luck = desk.dice.draw(ask.sample)
    return desk.at(desk.line.fallen(value), dice=luck)


def _lie_before(desk: Desk, ask: Chance[Any]) -> bool:
    """Whether dice wait to be thrown by whoever sits here; the cards of one who is no person do not."""
    drawn_unseen = is_draw(ask) and desk.players.get(ask.who, ME) not in PERSONS
    return not desk.habits.auto_dice and not drawn_unseen


def _chosen(desk: Desk, ask: Ask, player: str) -> Desk:
    """By the record, a policy or lot."""
    if player == RECORD and desk.line.after(desk.line.now):
        return desk.at(desk.line.forward(0))
    if player in PERSONS:
        return _alone(desk, ask) if player == ME else desk
    try:
        answer, luck = desk.lots.draw(lambda rng: _policy(desk, player, rng).answer(desk.rules, ask))
    except NoWayOut:
        return desk.told(say("no-way-out", desk.lang), "err")
    return desk.at(desk.line.answered(answer), lots=luck)


def _alone(desk: Desk, ask: Ask) -> Desk:
    """A person is not asked for the only answer that is allowed."""
    only = None if desk.here is None else _only(desk, desk.here)
    return desk if only is None else desk.at(desk.line.answered(only), passed=(*desk.passed, (ask, only)))


def _only(desk: Desk, asked: Asked) -> Answer | None:
    """The answer that gives itself: none that is given unseen, and none that takes something back."""
    if not desk.habits.alone or asked.ask.sealed or not asked.simple:
        return None
    return asked.whole[0] if len(asked.whole) == 1 and asked.whole[0] != BACK else None


def _policy(desk: Desk, player: str, rng: Random) -> Policy:
    """The policy of that name; else any legal answer, by lot."""
    by_lot = Policy(RANDOM, AT_RANDOM, lambda state, ask, legal: rng.choice([a for a in legal if a != BACK] or legal))
    named: Policy = desk.rules.policies.get(player, by_lot)
    return named


# -- back and forth ---------------------------------------------------------------------------------------------
def undo(desk: Desk) -> Desk:
    """Back to the last moment at which a person chose or dice fell."""
    line = desk.line
    while line.now is not desk.first and line.now.parent is not None:
        line = line.back()
        if _waits(desk, line):
            break
    return desk.moved(line)


def redo(desk: Desk, variation: int = -1) -> Desk:
    """Forwards again to the next such moment."""
    line = desk.line.forward(variation)
    while line.after(line.now) and not _waits(desk, line):
        line = line.forward()
    return desk.moved(line)


def go_to(desk: Desk, moment: Moment) -> Desk:
    """To any moment that was played."""
    return desk.moved(desk.line.at(moment))


def _waits(desk: Desk, line: Line) -> bool:
    """Whether a person has a choice there, or dice lie before one."""
    if isinstance(line.ask, Ask):
        player = desk.players.get(line.ask.who, ME)
        return player in PERSONS and (player != ME or _only(desk, Asked(line)) is None)
    return line.ask is None or _lie_before(desk, line.ask)
