"""The rulebooks asked at Home: the clauses that answer a question, and each clause whole, on pages without a kernel."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from tutor import lookup, rulesets
from tutor.board import clause
from tutor.board.said import say as say_at_the_table
from tutor.board.said import tied
from tutor.cases import shelf
from tutor.cases.asking import Answer, ask, unanswered
from tutor.engine.rulebook import Rule
from tutor.engine.told import Cite
from tutor.home.said import Reader
from tutor.rendering.html import Page

MOST = 5  # clauses beside what else Home finds
WHOLE = 12  # clauses on the page of a question


def rule(name: str) -> Rule | None:
    """The clause `se/11.0.4`; None where no rulebook has it."""
    game, _, id = name.partition("/")
    found = game in rulesets.games() and id in rulesets.book(game)
    return rulesets.book(game)[id] if found else None


def answers(question: str, reader: Reader, most: int = MOST) -> tuple[Answer, ...]:
    """The clauses that answer best, of all games or of the one that the question begins with."""
    game, rest = lookup.of_game(question)
    found = ask(rest, reader.lang, game, most) if question.strip() else ()
    return tuple(one for one in found if game in (None, one.rule.game))[:most]


def listed(question: str, reader: Reader, most: int = MOST) -> str:
    """The clauses that answer, each marked with its game; where none does, why."""
    found = answers(question, reader, most)
    items = "".join(f"<li>{_answer(one.rule, reader)}</li>" for one in found)
    if not question.strip():
        return ""
    told = f"<ul>{items}</ul>" if items else f"<p>{_table(unanswered(question, reader.lang), reader)}</p>"
    return f'<section class="rules"><h2>{reader.say("rules")}</h2>{told}</section>'


def _answer(found: Rule, reader: Reader) -> str:
    """A clause: what one cites it by, its title, the booklet it stands in, what it says."""
    booklet, title, gist = (
        escape(tied(one(reader.lang), reader.lang))
        for one in (rulesets.book(found.game).title, found.title, found.gist)
    )
    named = f"<b>{escape(found.cited)}</b> {title}"
    head = f'<a href="{escape(address(found, reader))}">{named}</a>' if reader.base is not None else named
    return f"{head} <small>{booklet}</small><p>{gist}</p>{_typed(found, reader)}"


def address(found: Rule, reader: Reader) -> str:
    return f"{reader.base}rule/{found.game}/{quote(found.id)}"


def _typed(found: Rule, reader: Reader) -> str:
    """Without a server: what opens a position to try it."""
    if reader.base is not None or not shelf.tried(found.game, found.id):
        return ""
    return f'<code>show("drill", "{escape(f"{found.game}/{found.id}")}")</code>'


class _Clauses(Page):
    """A tree whose citations lead to the pages of their clauses."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def named(self, cite: Cite) -> str:
        found = rule(cite.ref.replace(":", "/", 1))
        told = escape(cite.text)
        return told if found is None else f'<a href="{escape(address(found, self.reader))}">{told}</a>'


def whole(found: Rule, reader: Reader) -> str:
    """A clause as the tab Rule of the table tells it, with its position to try."""
    title, gist, booklet = (
        escape(tied(one(reader.lang), reader.lang))
        for one in (found.title, found.gist, rulesets.book(found.game).title)
    )
    told = _Clauses(reader).html(clause.told(found, reader.lang))
    to_try = ""
    if shelf.tried(found.game, found.id):
        where = escape(f"{reader.base}drill/{found.game}/{quote(found.id)}")
        to_try = f'<p><a href="{where}">{_table("try-it", reader)}</a></p>'
    return (
        f'<article class="clause"><h1><b>{escape(found.cited)}</b> {title}</h1><p>{booklet}</p>'
        f"<p>{gist}</p>{told}{to_try}</article>"
    )


def _table(kind: str, reader: Reader) -> str:
    """What the table says of it, too."""
    return escape(tied(say_at_the_table(kind, reader.lang), reader.lang))
