"""The rulebooks asked at the table: what was asked, and which of the clauses that answer is open. It only looks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from tutor import rulesets
from tutor.board import clause
from tutor.board.home import home_url
from tutor.board.said import say, tied
from tutor.cases.asking import Answer, unanswered
from tutor.rendering.html import Panel, heading

if TYPE_CHECKING:
    from tutor.board.desk import Desk


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question in plain words, or a citation; and the clause that is open, by game and id."""

    question: str = ""
    open: str = ""


NOTHING = Inquiry()


# -- gestures -------------------------------------------------------------------------------------------------------
def inquire(desk: Desk, question: str) -> Desk:
    """Ask the rulebooks. A task is answered without them: they would give away what it asks."""
    return desk if desk.task is not None else replace(desk, inquiry=Inquiry(" ".join(question.split())))


def open_rule(desk: Desk, ref: str) -> Desk:
    """Read a clause whole; once more to shut it."""
    game, _, rule = ref.partition(":")
    if desk.task is not None or game not in rulesets.games() or rule not in rulesets.book(game):
        return desk
    inquiry = desk.inquiry
    return replace(desk, inquiry=replace(inquiry, open="" if inquiry.open == ref else ref))


# -- what is shown --------------------------------------------------------------------------------------------------
def shown(desk: Desk, answers: Iterable[Answer], under_way: bool) -> str:
    """The answers, those of the game on the table first; while they are looked for, that they are."""
    game, found = desk.rules.game, tuple(answers)
    own = [one for one in found if one.rule.game == game]
    others = [one for one in found if one.rule.game != game]
    parts = [_listed(desk, own)]
    if under_way:
        parts.append(_note(desk, "asking-others" if own else "asking"))
    elif others:
        head = _said(desk, "other-booklets" if own else "only-other-booklets")
        parts.append(heading(head) + _listed(desk, others))
    elif not own:
        question = desk.inquiry.question
        parts.append(_note(desk, unanswered(question, desk.lang) if question else "no-question"))
    return f'<div class="tt answers" aria-live="polite">{"".join(parts)}</div>'


def _said(desk: Desk, kind: str) -> str:
    return escape(tied(say(kind, desk.lang), desk.lang))


def _note(desk: Desk, kind: str) -> str:
    return f"<p>{_said(desk, kind)}</p>"


def _listed(desk: Desk, answers: Iterable[Answer]) -> str:
    items = "".join(f"<li>{_answer(desk, one)}</li>" for one in answers)
    return f"<ul>{items}</ul>" if items else ""


def _answer(desk: Desk, answer: Answer) -> str:
    """A clause: id and title, which open it, what it says, and where it can be tried."""
    rule, lang = answer.rule, desk.lang
    is_open = desk.inquiry.open == rule.ref
    title, gist = (escape(tied(one(lang), lang)) for one in (rule.title, rule.gist))
    head = (
        f'<button type="button" class="rule" data-act="rule" data-value="{escape(rule.ref)}" '
        f'aria-expanded="{str(is_open).lower()}"><b>{escape(rule.cited)}</b> {title}</button>'
    )
    law = desk.line.root.state.law if rule.game == desk.rules.game else None
    whole = f'<div class="clause">{Panel().html(clause.told(rule, lang, law))}</div>' if is_open else ""
    return f"{head}{f'<p>{gist}</p>' if gist else ''}{whole}{_to_try(desk, answer)}"


def _to_try(desk: Desk, answer: Answer) -> str:
    """A position to try it, on another page, for the game goes on; where no Home is shown, what opens one."""
    rule, home = answer.rule, home_url()
    if not answer.tried:
        return ""
    if home is None:
        typed = f"tutor lesson drill {rule.game.upper()} {rule.id}"
        return f"<p><small>{_said(desk, 'try-typed')} <code>{escape(typed)}</code></small></p>"
    where = f"{home}drill/{rule.game}/{rule.id}"
    return f'<p><a href="{escape(where)}" target="_blank" rel="noopener">{_said(desk, "try-it")}</a></p>'


__all__ = ["NOTHING", "Inquiry", "inquire", "open_rule", "shown"]
