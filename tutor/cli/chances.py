"""`tutor odds`: the exact distribution of a question, with the policies that it rests on."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import click

from tutor.cli import driving
from tutor.cli.base import Command, Wrong, lang_option, law_options, spoken, write
from tutor.cli.base import say as said
from tutor.engine.ask import Ask
from tutor.engine.budget import OutOfTime, OverBudget, Watch
from tutor.engine.ends import end_told, in_order
from tutor.engine.facts import Side
from tutor.engine.nouns import percent
from tutor.engine.odds import Endless, Odds, Outcome, bounds, sample
from tutor.engine.play import Session
from tutor.engine.policy import NoWayOut, Question, leading, never, together
from tutor.engine.run import Position, Ruleset, Run
from tutor.engine.telling import entry, with_footnotes
from tutor.engine.text import Lang
from tutor.engine.told import Bar, Field, Grid, Node, Phrase, Sentence, plain, text
from tutor.engine.trace import Entry, Trace
from tutor.engine.words import Words

TRIAL = 5.0  # seconds given to a question that ends sooner
LABEL = 60  # letters: a longer label stands below its bar


@click.command("odds", cls=Command)
@click.argument("scenario")
@click.argument("action", nargs=-1)
@click.option("--question", metavar="NAME")
@click.option("--dice", metavar="3,5,...")
@click.option("--policy", "policies", multiple=True, metavar="SIDE=NAME")
@click.option("--ledgers", is_flag=True)
@click.option("--bounds", "wide", is_flag=True)
@click.option("--chooser", "choosers", multiple=True, metavar="SIDE")
@click.option("--seconds", type=click.FloatRange(0), default=10)
@click.option("--sampling", type=click.FloatRange(0), default=20)
@click.option("--budget", type=click.IntRange(1), default=200_000)
@click.option("--runs", type=click.IntRange(1), default=20_000)
@click.option("--seed", type=int, default=driving.SEED)
@law_options
@lang_option
def odds(
    scenario: str,
    action: tuple[str, ...],
    question: str | None,
    dice: str | None,
    policies: tuple[str, ...],
    ledgers: bool,
    wide: bool,
    choosers: tuple[str, ...],
    seconds: float,
    sampling: float,
    budget: int,
    runs: int,
    seed: int,
    readings: tuple[str, ...],
    options: tuple[str, ...],
    lang: str | None,
) -> None:
    """The odds of a question."""
    tongue = spoken(lang)
    found, state = driving.open_scenario(scenario, readings, options)
    session = Session(found.rules, state, seed=seed)
    _do(session, driving.tokens(action), driving.Faces(dice), tongue)
    players = driving.Players(found.rules, policies)
    words = driving.words_of(session, tongue)
    limits = Limits(seconds, sampling, budget, runs, seed)
    reckoner = Reckoner(found.rules, session.position, players, limits, tongue)
    write(next(driving.header(found, tongue)))
    write(driving.law_told(state, tongue))
    answers = _named(reckoner, question) if question else _interesting(reckoner)
    (asked, outcome), *_ = answers
    write(_resting_on(outcome, reckoner.why, players, words))
    for one, answer in answers:
        write()
        write(f"{one.name(tongue)} ({one.id})")
        if answer.certain and not question:
            write(_certain(answer, session.state, words), indent=2)
        else:
            write(_bars(answer, session.state, words), indent=2)
    if not question and all(answer.certain for _, answer in answers):
        write()
        write(said("all-certain", tongue))
    if not outcome.exact:
        write(_narrower(reckoner, asked, " ".join(("tutor odds", scenario, *action)), tongue))
    told = list(_reckoned(found.rules, session.position, asked, players, seed, ledgers))
    if told:
        write()
        write(said("ledgers", tongue, seed=seed) if ledgers else said("first-ledgers", tongue))
        write(with_footnotes((entry(one._replace(depth=0), words) for one in told), words))
    if wide:
        write()
        write(_wide(reckoner, asked, outcome, choosers, session.state, words))


def _do(session: Session, left: list[str], faces: driving.Faces, lang: Lang) -> None:
    """The answers of the action; odds are asked from there."""
    named = bool(faces.left)

    def throw(chance: Any) -> None:
        if not named:
            raise Wrong("dice-needed", ask=chance.kind)
        driving.throw(session, faces)

    for _, verdict in driving.given(session, left, throw, lang):
        if not verdict.legal:
            rules = tuple(session.rules.book[rule].cited for rule in verdict.rules)
            raise Wrong("refused-by", given=driving.typed(verdict.request), rules=rules)


Answers = list[tuple[Question, Outcome]]


def _named(reckoner: Reckoner, name: str) -> Answers:
    questions = _questions(reckoner.rules)
    if name not in questions:
        raise Wrong("no-question", name=name, known=tuple(questions))
    return [(questions[name], reckoner.outcome(questions[name]))]


def _interesting(reckoner: Reckoner) -> Answers:
    """Who holds the ground, and with what losses: the game's first two questions, worked out together; where both are
    certain, also the next one that is not."""
    known = tuple(_questions(reckoner.rules).values())
    asked = leading(known)
    outcome = reckoner.outcome(together(asked))
    found = list(zip(asked, outcome.parts(len(asked)), strict=True))
    if len(asked) > 1 and all(answer.certain for _, answer in found):
        further = ((one, reckoner.outcome(one)) for one in known[len(asked) :])
        found += next(([(one, answer)] for one, answer in further if not answer.certain), [])
    return found


def _questions(rules: Ruleset) -> dict[str, Question]:
    if not rules.questions:
        raise Wrong("no-questions", game=rules.game)
    return dict(rules.questions)


class Limits(NamedTuple):
    """How long may be reckoned and then sampled, how many positions and runs at most; and the seed of the runs."""

    seconds: float
    sampling: float
    budget: int
    runs: int
    seed: int


class Reckoner:
    """Reckons from one position, exactly as long as it may and then by sampling; `why` says what ended the former.

    Whoever waits hears at once that it goes on, and every two seconds how far it has come. An interruption (Ctrl-C)
    ends the exact odds, the next one the sampling: what there is by then is told.
    """

    def __init__(
        self, rules: Ruleset, position: Position, players: driving.Players, limits: Limits, lang: Lang
    ) -> None:
        self.rules, self.position, self.players, self.limits, self.lang = rules, position, players, limits, lang
        self.why = ""

    def outcome(self, question: Question) -> Outcome:
        limits = self.limits
        try:
            with Waiting(said("reckoning", self.lang, seconds=f"{limits.seconds:g}", then=f"{limits.sampling:g}")):
                return self.exactly(question, limits.seconds)
        except OutOfTime:
            self.why = said("out-of-time", self.lang, seconds=f"{limits.seconds:g}")
        except OverBudget:
            self.why = said("out-of-positions", self.lang, budget=limits.budget)
        except KeyboardInterrupt:
            self.why = said("stopped-by-hand", self.lang)
        return self._sampled(question)

    def exactly(self, question: Question, seconds: float) -> Outcome:
        work = Odds(self.rules, question, self.players, self.position.state, self.limits.budget)
        work.late = Watch(seconds, lambda elapsed: self.tell("reckoning-on", elapsed, len(work.known)))
        return self._refusing(lambda: work.outcome(self.position))

    def _sampled(self, question: Question) -> Outcome:
        limits = self.limits
        drawn = [0]
        counted = replace(question, of=_counting(question.of, drawn))
        late = Watch(limits.sampling, lambda elapsed: self.tell("sampling-on", elapsed, drawn[0]))
        with Waiting(said("sampling", self.lang, why=self.why, seconds=f"{limits.sampling:g}")):
            return self._refusing(
                lambda: sample(
                    self.rules,
                    self.position,
                    question=counted,
                    policies=self.players,
                    runs=limits.runs,
                    seed=limits.seed,
                    late=late,
                )
            )

    def tell(self, kind: str, elapsed: float, number: int) -> None:
        Waiting.tell(said(kind, self.lang, elapsed=round(elapsed), number=number))

    @staticmethod
    def _refusing(act: Callable[[], Outcome]) -> Outcome:
        try:
            return act()
        except NoWayOut as stuck:
            raise Wrong("no-way-out", who=stuck.ask.who, ask=stuck.ask.kind) from stuck
        except Endless as endless:
            raise Wrong("circles", problem=str(endless)) from endless


def _counting(of: Callable[[Any, Any], Any], drawn: list[int]) -> Callable[[Any, Any], Any]:
    def counted(start: Any, end: Any) -> Any:
        drawn[0] += 1
        return of(start, end)

    return counted


class Waiting:
    """Lines for whoever waits, on the error stream; on a terminal each takes the place of the one before."""

    def __init__(self, told: str) -> None:
        self.told = told

    def __enter__(self) -> None:
        self.tell(self.told)

    def __exit__(self, *_: object) -> None:
        if sys.stderr.isatty():
            click.echo("\r\x1b[2K", nl=False, err=True)

    @staticmethod
    def tell(line: str) -> None:
        live = sys.stderr.isatty()
        click.echo(f"\r\x1b[2K{line}" if live else line, nl=not live, err=True)


def _narrower(reckoner: Reckoner, asked: Question, command: str, lang: Lang) -> Iterator[str]:
    """A question that ends sooner, where there is one and it can be answered exactly."""
    for question in reckoner.rules.questions.values():
        if question.until in (never, asked.until) or question.until(reckoner.position.state):
            continue
        try:
            reckoner.exactly(question, TRIAL)
        except (OverBudget, Wrong, KeyboardInterrupt):
            continue
        yield said("narrower", lang, name=question.name(lang), command=f"{command} --question {question.id}")
        return


def _reckoned(
    rules: Ruleset, position: Position, question: Question, players: driving.Players, seed: int, all: bool
) -> Iterator[Entry]:
    """What is reckoned on the way, in one random run: before the first dice it is the same in every run."""
    rng, trace = random.Random(seed), Trace()
    run = Run(rules, position, trace)
    while run.ask is not None and (run.answers or not question.until(run.state)):
        ask = run.ask
        if not isinstance(ask, Ask) and not all:
            break
        run.answer(players[ask.who].answer(rules, ask) if isinstance(ask, Ask) else ask.sample(rng))
    return (one for one in trace.entries if any(one.ledgers))


def _resting_on(outcome: Outcome, why: str, players: driving.Players, words: Words) -> Iterator[str]:
    """Exact or sampled, how many positions, who chose how."""
    if outcome.exact:
        yield said("exact", words.lang, positions=outcome.positions)
    else:
        yield said("sampled", words.lang, runs=outcome.runs, why=why)
    sides = sorted({who for who, _ in outcome.choices} or set(players))
    if sides:
        yield said("choices-by", words.lang, players=players.told(words, sides))
    else:
        yield said("no-choices", words.lang)


def _bars(outcome: Outcome, state: Any, words: Words) -> Iterator[Node]:
    """A row for each outcome: its chance as a bar, in per cent, and as a fraction; a long label stands below them."""
    chances = sorted(outcome.distribution.items(), key=in_order)
    labels = {value: text(end_told(value, state, words)) for value, _ in chances}
    figures = {value: tuple(_figures(outcome, chance, words.lang)) for value, chance in chances}
    if max(len(plain(label)) for label in labels.values()) > LABEL:
        for value, _ in chances:
            beside = (one for field in figures[value] for one in (*field.phrases, Phrase("  ")))
            yield Sentence(tuple(beside), below=(Sentence(labels[value]),))
    else:
        yield Grid(tuple((Field(labels[value]), *figures[value]) for value, _ in chances))


def _certain(outcome: Outcome, state: Any, words: Words) -> str:
    (value,) = outcome.distribution
    return said("certain", words.lang, what=end_told(value, state, words))


def _figures(outcome: Outcome, chance: Fraction, lang: Lang) -> Iterator[Field]:
    yield Field((Bar(chance),))
    yield Field(text(percent(chance, lang)))
    if outcome.exact:
        yield Field(text(str(chance)))
    else:
        low, high = (percent(Fraction(end), lang) for end in outcome.interval(chance))
        yield Field(text(f"({low} – {high})"))


def _wide(
    reckoner: Reckoner, question: Question, outcome: Outcome, choosers: tuple[str, ...], state: Any, words: Words
) -> Iterator[str]:
    """What the choices of some sides can make of each outcome, at least and at most."""
    rules, limits = reckoner.rules, reckoner.limits
    sides = frozenset(choosers) or frozenset(who for who, _ in outcome.choices)
    late = Watch(limits.seconds, lambda elapsed: reckoner.tell("bounds-on", elapsed, 0))
    yield plain(said.phrases("bounds", words, sides=tuple(map(Side, sorted(sides)))))
    for value, _ in sorted(outcome.distribution.items(), key=in_order):

        def event(start: Any, end: Any, value: Any = value) -> bool:
            return bool(question.of(start, end) == value)

        try:
            found = bounds(
                rules,
                reckoner.position,
                event=event,
                choosers=sides,
                policies=reckoner.players,
                budget=limits.budget,
                until=question.until,
                late=late,
            )
        except OutOfTime:
            yield f"  {said('out-of-time', words.lang, seconds=f'{limits.seconds:g}')}"
            return
        except OverBudget:
            yield f"  {said('out-of-positions', words.lang, budget=limits.budget)}"
            return
        least, most = (percent(chance, words.lang) for chance in (found.lowest, found.highest))
        yield f"  {end_told(value, state, words)}: {least} – {most}  ({found.lowest} – {found.highest})"
