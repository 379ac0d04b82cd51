"""`tutor play`: step through a position; every question can be asked "why?"."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from tutor.cli import driving
from tutor.cli.base import Command, Wrong, lang_option, law_options, level_option, pairs, spoken, write
from tutor.cli.base import say as said
from tutor.cli.naming import Answering, typed
from tutor.engine.ask import BACK, DONE, Answer, Ask, NotAnAnswer
from tutor.engine.play import Session
from tutor.engine.policy import NoWayOut
from tutor.engine.records import of_session
from tutor.engine.telling import trace, verdict, with_footnotes
from tutor.engine.text import Lang
from tutor.files.writing import save_record
from tutor.library import Scenario

SHOWN = 24
WORDS: Mapping[str, tuple[str, ...]] = {
    "why": ("why", "pourquoi"),
    "undo": ("undo", "annule", "annuler"),
    "save": ("save", "enregistre", "enregistrer"),
    "quit": ("quit", "exit", "quitte", "quitter"),
    "help": ("help", "aide", "?"),
    "all": ("all", "tout"),
    "roll": ("roll", "lance", "lancer"),
}


@click.command("play", cls=Command)
@click.argument("scenario_name", metavar="SCENARIO")
@click.option("--policy", "policies", multiple=True, metavar="SIDE=NAME")
@click.option("--seed", type=int)
@click.option("--dice", metavar="3,5,...")
@click.option("--auto-dice", is_flag=True)
@level_option
@law_options
@lang_option
def play(
    scenario_name: str,
    policies: tuple[str, ...],
    seed: int | None,
    dice: str | None,
    auto_dice: bool,
    level: int,
    readings: tuple[str, ...],
    options: tuple[str, ...],
    lang: str | None,
) -> None:
    """Play a scenario."""
    tongue = spoken(lang)
    found, state = driving.open_scenario(scenario_name, readings, options)
    players = driving.Players(found.rules, [f"{side}={name}" for side, name in pairs(policies, "--policy").items()])
    session = Session(found.rules, state, players=dict(players), seed=seed if seed is not None else _seed())
    write(driving.header(found, tongue))
    write(driving.law_told(state, tongue))
    write(said("play-hint", tongue))
    Table(session, found, driving.Faces(dice), level, tongue, auto_dice).run()


def _seed() -> int:
    return random.SystemRandom().randrange(1_000_000)


class Table:
    """A session with a person at the keyboard, or with lines from a pipe."""

    def __init__(
        self, session: Session, found: Scenario, faces: driving.Faces, level: int, lang: Lang, auto_dice: bool
    ) -> None:
        self.session, self.found, self.faces, self.level, self.lang = session, found, faces, level, lang
        self.auto_dice = auto_dice
        self.told = 0
        self.open = True
        self.lines = sys.stdin

    def run(self) -> None:
        """Until the end, `quit`, or the end of the input."""
        while self.open:
            try:
                self._answered_by_others()
            except NoWayOut as stuck:
                write(said("no-way-out", self.lang, who=stuck.ask.who, ask=stuck.ask.kind))
                return
            self._tell()
            ask = self.session.ask
            if ask is None:
                write(said("all-over", self.lang))
                return
            write()
            self._show(ask)
            line = self._read()
            if line is None:
                return
            self._do(line)

    def _answered_by_others(self) -> None:
        """Choices of sides that a policy plays; dice wait for a person, unless they fall by themselves."""
        while self._others_turn():
            if isinstance(ask := self.session.ask, Ask):
                policy = self.session.players[ask.who]
                assert policy is not None
                self.session.answer(policy.answer(self.session.rules, ask))
            else:
                driving.throw(self.session, self.faces)

    def _tell(self) -> None:
        """What was said since the last time."""
        entries = self.session.entries()
        words = driving.words_of(self.session, self.lang)
        write(with_footnotes(trace(entries[self.told :], words), words), self.level)
        self.told = len(entries)

    def _show(self, ask: Any, most: int = SHOWN) -> None:
        words = driving.words_of(self.session, self.lang)
        write(f"? {driving.asked(ask, words)} [{ask.kind}]")
        if not isinstance(ask, Ask):
            write(f"  {said('roll-hint', self.lang)}")
            return
        legal = self._legal(ask)
        for number, answer in enumerate(legal[:most], 1):
            write(f"  {number:>3}  {driving.told_and_typed(ask, answer, words, '  ')}")
        if len(legal) > most:
            write(f"       {said('more-answers', self.lang, n=len(legal) - most)}")

    @staticmethod
    def _legal(ask: Ask) -> list[Answer]:
        """What may be answered; ending and taking back come last."""
        legal = list(ask.legal())
        return [one for one in legal if one not in (DONE, BACK)] + [one for one in legal if one in (DONE, BACK)]

    def _read(self) -> str | None:
        click.echo("> ", nl=False)
        line = self.lines.readline()
        if not line:
            click.echo()
            return None
        if not self.lines.isatty():
            click.echo(line.rstrip("\n"))
        return line.strip()

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        known = next((name for name, forms in WORDS.items() if word.lower() in forms), None)
        acts: dict[str, Callable[[str], None]] = {
            "why": self._why,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
            "help": lambda rest: write(said("play-help", self.lang)),
            "all": lambda rest: self._show(self.session.ask, 10_000),
            "roll": lambda rest: self._answer(rest),
        }
        if known is None:
            self._answer(line)
        else:
            acts[known](rest.strip())

    def _answer(self, line: str) -> None:
        """An answer, by number or as typed; dice by their faces, or random."""
        ask = self.session.ask
        if not isinstance(ask, Ask):
            self._throw(line)
            return
        if not line:
            legal = [answer for answer in self._legal(ask) if answer != BACK]
            if len(legal) == 1:
                self.session.answer(legal[0])
            return
        answer = self._meant(ask, line)
        if answer is None:
            return
        verdict = ask.verdict(answer)
        if verdict.legal:
            self.session.answer(answer)
        else:
            self._verdict(ask, answer)

    def _throw(self, line: str) -> None:
        ask = self.session.ask
        assert ask is not None
        try:
            driving.throw(self.session, driving.Faces(line) if line else self.faces)
        except Wrong as wrong:
            write(said(wrong.kind, self.lang, **wrong.facts))

    def _meant(self, ask: Ask, line: str) -> Answer | None:
        """The answer that was typed; a message and None where it is none."""
        left = driving.tokens([line])
        if not left:
            return None
        legal = self._legal(ask)
        if len(left) == 1 and left[0].isdigit() and not self._names(ask, left):
            number = int(left[0])
            if 1 <= number <= len(legal):
                return legal[number - 1]
        try:
            made = Answering(self.session.rules, ask, left, self.lang).answer()
        except Wrong as wrong:
            write(said(wrong.kind, self.lang, **wrong.facts))
            return None
        if made is None or made[1]:
            write(said("not-understood", self.lang, given=line))
            return None
        return made[0]

    @staticmethod
    def _names(ask: Ask, left: list[str]) -> bool:
        """Whether a number is itself an answer, as the ids of hexes are."""
        return typed(ask, left) is not None

    def _why(self, line: str) -> None:
        ask = self.session.ask
        if not isinstance(ask, Ask):
            write(said("no-why-of-dice", self.lang))
            return
        answer = self._meant(ask, line) if line else None
        if answer is not None:
            self._verdict(ask, answer)
        elif not line:
            write(said("why-what", self.lang))

    def _verdict(self, ask: Ask, answer: Answer) -> None:
        words = driving.words_of(self.session, self.lang)
        try:
            told = with_footnotes(verdict(ask.verdict(answer), words), words)
        except NotAnAnswer:
            write(said("not-understood", self.lang, given=driving.typed(answer)))
            return
        write(told, 3, indent=2)

    def _undo(self, rest: str) -> None:
        """Back to the last choice or roll of a person."""
        steps = int(rest) if rest.isdigit() else 1
        if self.session.now.parent is None:
            write(said("nothing-to-undo", self.lang))
            return
        for _ in range(steps):
            self.session.back()
            while self.session.now.parent is not None and self._others_turn():
                self.session.back()
        self.told = len(self.session.entries())
        write(said("undone", self.lang))

    def _others_turn(self) -> bool:
        """Whether no person is waited for: a policy answers, or the dice fall by themselves."""
        ask = self.session.ask
        if isinstance(ask, Ask):
            return self.session.players.get(ask.who) is not None
        return ask is not None and self.auto_dice

    def _save(self, rest: str) -> None:
        name, space, last = rest.rpartition(" ")
        force = bool(space) and last == "--force"
        name = name.strip() if force else rest
        if not name:
            write(said("save-where", self.lang))
            return
        try:
            save_record(of_session(self.session, self.found.name), Path(name), force)
        except FileExistsError:
            write(said("save-over", self.lang, file=name))
            return
        except OSError as error:
            write(said("not-saved", self.lang, file=name, problem=error.strerror))
            return
        write(said("saved", self.lang, file=name))

    def _quit(self, rest: str) -> None:
        self.open = False
