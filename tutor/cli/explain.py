"""`tutor explain`: the verdict on an action, with every rule that decides it; if it is legal, what comes of it.

It stops where somebody has to choose again; with `--to-end` policies choose, and everything is told to the end.
"""

from __future__ import annotations

import click

from tutor.cli import driving
from tutor.cli.base import Command, lang_option, law_options, level_option, spoken, write
from tutor.cli.base import say as said
from tutor.engine import telling
from tutor.engine.ask import Answer, Ask
from tutor.engine.check import Verdict
from tutor.engine.consulted import entries_resting, resting
from tutor.engine.play import Session
from tutor.engine.telling import trace, with_footnotes
from tutor.engine.text import Lang
from tutor.engine.told import Node, Sentence, text


@click.command("explain", cls=Command)
@click.argument("scenario")
@click.argument("action", nargs=-1, required=True)
@click.option("--dice", metavar="3,5,...")
@click.option("--seed", type=int, default=driving.SEED)
@click.option("--policy", "policies", multiple=True, metavar="SIDE=NAME")
@click.option("--to-end", is_flag=True)
@level_option
@law_options
@lang_option
def explain(
    scenario: str,
    action: tuple[str, ...],
    dice: str | None,
    seed: int,
    policies: tuple[str, ...],
    to_end: bool,
    level: int,
    readings: tuple[str, ...],
    options: tuple[str, ...],
    lang: str | None,
) -> None:
    """Explain an action."""
    tongue = spoken(lang)
    found, state = driving.open_scenario(scenario, readings, options)
    session = Session(found.rules, state, seed=seed)
    players, faces = driving.Players(found.rules, policies), driving.Faces(dice)
    verdicts, refused = give(session, driving.tokens(action), faces, tongue)
    if refused is None:
        driving.play_on(session, players, faces, to_end)
    write(next(driving.header(found, tongue)))
    write(driving.law_told(state, tongue))
    write(verdicts, level)
    if refused is not None:
        return
    words = driving.words_of(session, tongue)
    chance = said("dice-given", tongue, dice=dice) if dice else said("dice-seeded", tongue, seed=seed)
    if players:
        write(said("played-on", tongue, players=players.told(words, sorted(players))))
    if any(entry.what == "roll" for entry in session.entries()):
        write(chance)
    write()
    write(with_footnotes(trace(entries_resting(session), words), words), level)
    if session.ask is not None:
        write()
        write(said("asked-next", tongue, asked=driving.asked(session.ask, words)))


def give(
    session: Session, left: list[str], faces: driving.Faces, lang: Lang
) -> tuple[list[Node], tuple[Ask, Answer] | None]:
    """Give the answers one by one: every verdict told, and the first that is refused with what was asked."""
    told: list[Node] = []
    for ask, verdict in driving.given(session, left, lambda chance: driving.throw(session, faces), lang):
        told += _told(session, ask, verdict, lang)
        if not verdict.legal:
            return told, (ask, verdict.request)
    return told, None


def _told(session: Session, ask: Ask, verdict: Verdict, lang: Lang) -> tuple[Node, ...]:
    words = driving.words_of(session, lang)
    verdict = resting(session.rules, session.position, ask, verdict.request)
    kind = "legal" if verdict.legal else "refused"
    head = said.phrases(f"verdict.{kind}", words, answer=ask.fact(verdict.request))
    below = (Sentence(head, mood="ok" if verdict.legal else "no"), *telling.verdict(verdict, words))
    return with_footnotes([Sentence(text(driving.asked(ask, words)), below=below)], words)
