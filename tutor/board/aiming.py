"""What an attack would come to that the question on the table is about to declare: exact, and only where that is cheap.

It is reckoned in slices, which the page asks for one after the other while somebody points there: whoever does
something else meanwhile waits for none but the one that is under way.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

from tutor import rulesets
from tutor.board import clashing, pointing, telling
from tutor.board.asked import Asked, remembered
from tutor.board.said import say, tied
from tutor.board.scene import Mark, Scene
from tutor.engine.ask import DONE, Answer, Ask
from tutor.engine.budget import OutOfTime, OverBudget, Watch
from tutor.engine.clash import Aims, Clash
from tutor.engine.ends import end_told
from tutor.engine.facts import Place
from tutor.engine.odds import Endless, Odds, Outcome
from tutor.engine.pieces import Pieces
from tutor.engine.policy import NoWayOut, Policy, Question, leading, together
from tutor.engine.run import Ruleset, Run
from tutor.engine.words import Words

if TYPE_CHECKING:
    from tutor.board.desk import Desk

SLICE, SLICES, BUDGET = 0.06, 30, 5_000  # seconds of a slice, how many of them, and positions: beyond, nothing is told
FAR = 5  # times a slice that a step may take of which nobody knew how long it would be
FEW = 3  # outcomes of a question that are told


class Aim:
    """An attack that would be declared, and what would come of it if nothing else were, as far as it is known."""

    def __init__(self, clash: Clash, questions: tuple[Question[Any], ...], work: Odds[Any]) -> None:
        self.clash, self.questions, self.work = clash, questions, work
        self.state = work.start
        self.left = SLICES
        self.outcome: Outcome | None = None

    @property
    def waits(self) -> bool:
        """Whether it can be gone on with."""
        return self.outcome is None and self.left > 0

    def go_on(self, late: Watch) -> None:
        """A slice more; what was found before is remembered. Where one takes far too long there is no other."""
        if not self.waits:
            return
        self.left, self.work.late = self.left - 1, late
        try:
            self.outcome = self.work.outcome(self.state)
        except OutOfTime:
            self.left = self.left if late.elapsed <= FAR * max(late.seconds, SLICE) else 0
        except (OverBudget, Endless, NoWayOut):
            self.left = 0

    @property
    def answers(self) -> tuple[tuple[Question[Any], Outcome], ...]:
        """Question by question, as far as it is known."""
        if self.outcome is None:
            return ()
        return tuple(zip(self.questions, self.outcome.parts(len(self.questions)), strict=True))


# -- what is aimed at -------------------------------------------------------------------------------------------
def pointed(desk: Desk, place: str) -> Aim | None:
    """The attack that would be looked at if the place were pointed at."""
    if _silent(desk) or not desk.present.pieces.at(place):
        return None
    if _where(desk) == place:
        return looked_at(desk)
    meant = pointing.click(desk, place)
    return looked_at(meant) if meant.line is desk.line and meant.handed is None else None


def looked_at(desk: Desk) -> Aim | None:
    """The attack that would be declared by the answer that is looked at."""
    asked, target = desk.asked, desk.look.target
    if _silent(desk) or asked is None or target is None or not _ends(asked):
        return None
    return _aimed(asked, target) if asked.ask.understands(target) and asked.allows(target) else None


def _silent(desk: Desk) -> bool:
    """Where nothing is lit one is to find out alone; a side that does not see everything must not learn it so."""
    seeing = desk.habits.lit and desk.habits.side is None and desk.task is None
    return desk.asked is None or desk.frame is not None or not seeing


def _where(desk: Desk) -> str | None:
    """Where the answer that is looked at lies."""
    target: Any = desk.look.target
    piece = desk.present.pieces.get(target) if isinstance(target, str) else None
    found: str | None = target if piece is None else piece.place
    return found


def _ends(asked: Asked) -> frozenset[str]:
    """The questions in which whoever only aims has done; none where the question does not aim."""
    aims: Aims = getattr(rulesets.part(asked.rules.book.game, "clashes"), "AIMS", {})
    return aims.get(asked.ask.kind, frozenset())


# -- what would come of it --------------------------------------------------------------------------------------
@remembered
def _aimed(asked: Asked, answer: Answer) -> Aim | None:
    """The attack that stands after the answer and did not before, or to which the answer adds somebody."""
    rules, begun = asked.rules, asked.position.state
    run = Run(rules, asked.position)
    run.answer(answer)
    before, after = clashing.standing(asked.ask.state), clashing.standing(run.state)
    about = asked.ask.about
    added = (one for one in after if isinstance(about, Place) and one.place == about.id and not one.begun)
    clash = next((one for one in after if one not in before), None) or next(added, None)
    known = tuple(rules.questions.values())
    if answer == DONE or clash is None or not known or not rules.policies:
        return None
    alone = all(one.place == clash.place for one in after)
    questions = tuple(_of_this(question, clash, run.state, alone) for question in _asked(known, clash))
    sides = {piece.side for piece in begun.pieces} | {asked.ask.who}
    policies = dict.fromkeys(sides, _only_aiming(rules, _ends(asked)))
    return Aim(clash, questions, Odds(rules, together(questions), policies, run.state, BUDGET))


def _asked(known: tuple[Question[Any], ...], clash: Clash) -> tuple[Question[Any], ...]:
    """Who holds the ground, and with what losses; ground is not taken by fire."""
    first, *others = leading(known)
    return tuple(others) if clash.by and others else (first, *others)


def _of_this(question: Question[Any], clash: Clash, state: Any, alone: bool) -> Question[Any]:
    """The question where this attack is over, whatever may come then; beside others, of those who are in this one."""
    fighters = frozenset((*clash.units, *clash.foes, *(piece.id for piece in state.pieces.at(clash.place))))

    def until(state: Any) -> bool:
        return question.until(state) or not any(one.same(clash) for one in clashing.standing(state))

    def of(start: Any, end: Any) -> Hashable:
        return _here(question.of(_only(start, fighters), _only(end, fighters)), clash.place)

    return replace(question, until=until) if alone else replace(question, until=until, of=of)


def _only(state: Any, ids: frozenset[str]) -> Any:
    return state.but(pieces=Pieces(piece for piece in state.pieces if piece.id in ids))


def _here(value: Any, place: str) -> Hashable:
    """Of an answer place by place that of one place."""
    by_place: dict[str, Hashable] = dict(value) if _by_place(value) else {}
    found: Hashable = by_place.get(place, value)
    return found


def _by_place(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, tuple) and len(one) == 2 for one in value)


def _only_aiming(rules: Ruleset, ends: frozenset[str]) -> Policy[Any]:
    """As a game's first policy chooses; but nothing more is declared."""
    first = next(iter(rules.policies.values()))

    def decide(state: Any, ask: Ask, legal: list[Answer]) -> Answer:
        return DONE if ask.kind in ends and DONE in legal else first.decide(state, ask, legal)

    return replace(first, decide=decide)


# -- how it is told ---------------------------------------------------------------------------------------------
def told(aim: Aim, words: Words) -> str:
    """What would come of it, the likeliest first, in the words of the page of odds; and what it rests on."""
    lang, parts = words.lang, []
    for question, outcome in aim.answers:
        rows = "".join(
            f"<li><b>{escape(one.percent)}</b> {escape(one.told)}</li>" for one in _chances(aim, outcome, words)[:FEW]
        )
        parts.append(f"<p>{escape(question.name(lang))}</p><ul>{rows}</ul>")
    rests = escape(say("aimed", lang, name=next(iter(aim.work.policies.values())).name(lang)))
    return f'<div class="aim">{"".join(parts)}<p>{rests}</p></div>' if parts else ""


def _chances(aim: Aim, outcome: Outcome, words: Words) -> list[telling.Chance]:
    return telling.chances(outcome, lambda value: end_told(value, aim.state, words), words.lang)


def beside(desk: Desk) -> str:
    """The same of the attack that is looked at, for the page beside the board."""
    aim = looked_at(desk)
    return "" if aim is None else tied(told(aim, desk.words()), desk.lang)


def marked(scene: Scene, desk: Desk) -> Scene:
    """The scene with who is likeliest to hold the ground after the attack that is looked at, once that is known."""
    aim = looked_at(desk)
    if aim is None or aim.clash.by or not aim.answers:
        return scene
    likeliest = _chances(aim, aim.answers[0][1], desk.words())[0]
    text = f"{likeliest.percent} {likeliest.told}"
    return replace(scene, marks=(*scene.marks, Mark("odds", (aim.clash.place,), text=text)))
