"""`tutor odds`: the exact distribution of a question, with the policies that it rests on."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import click
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from tutor.cases.paths import written
from tutor.cli import driving
from tutor.cli.base import Command, Wrong, console, lang_option, law_options, spoken, write
from tutor.cli.base import say as said
from tutor.engine.ask import Ask
from tutor.engine.facts import Side
from tutor.engine.odds import Endless, NoWayOut, Odds, Outcome, OverBudget, Question, bounds, sample
from tutor.engine.play import Session
from tutor.engine.run import Position, Ruleset, Run
from tutor.engine.text import Lang
from tutor.engine.trace import Entry, Trace
from tutor.engine.words import Words, messages

WIDTH = 32


@click.command("odds", cls=Command)
@click.argument("scenario")
@click.argument("action", nargs=-1)
@click.option("--question", metavar="NAME")
@click.option("--dice", metavar="3,5,...")
@click.option("--policy", "policies", multiple=True, metavar="SIDE=NAME")
@click.option("--ledgers", is_flag=True)
@click.option("--bounds", "wide", is_flag=True)
@click.option("--chooser", "choosers", multiple=True, metavar="SIDE")
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
    _do(session, driving.tokens(action), driving.Faces(dice))
    players = driving.Players(found.rules, policies)
    asked = _question(found.rules, question)
    words = driving.words_of(session, tongue)
    write(next(driving.header(found, tongue)))
    write(driving.law_told(state, tongue))
    outcome = _reckon(found.rules, session.position, asked, players, budget, runs, seed, tongue)
    write(f"{asked.name(tongue)} ({asked.id})")
    write(_resting_on(outcome, players, words))
    write()
    write(_bars(outcome, words))
    told = list(_reckoned(found.rules, session.position, asked, players, seed, ledgers))
    if told:
        write()
        write(said("ledgers", tongue, seed=seed) if ledgers else said("first-ledgers", tongue))
        write(line for entry in told for line in words.entry(entry._replace(depth=0)))
        write(words.footnotes())
    if wide:
        write()
        write(_wide(found.rules, session.position, asked, outcome, players, choosers, budget, words))


def _do(session: Session, left: list[str], faces: driving.Faces) -> None:
    """The answers of the action; odds are asked from there."""
    while left:
        ask = session.ask
        if ask is None:
            raise Wrong("over-already", left=" ".join(left))
        if not isinstance(ask, Ask):
            if not faces.left:
                raise Wrong("dice-needed", ask=ask.kind)
            driving.throw(session, faces)
            continue
        made = driving.next_answer(ask, left)
        if made is None:
            raise Wrong("no-answer-here", given=left[0], ask=ask.kind)
        answer, left = made
        verdict = ask.verdict(answer)
        if not verdict.legal:
            rules = tuple(session.rules.book[rule].cited for rule in verdict.rules)
            raise Wrong("refused-by", given=driving.typed(answer), rules=rules)
        session.answer(answer)


def _question(rules: Ruleset, name: str | None) -> Question:
    if not rules.questions:
        raise Wrong("no-questions", game=rules.game)
    if name is not None and name not in rules.questions:
        raise Wrong("no-question", name=name, known=tuple(rules.questions))
    found: Question = rules.questions[name or next(iter(rules.questions))]
    return found


def _reckon(
    rules: Ruleset,
    position: Position,
    question: Question,
    players: driving.Players,
    budget: int,
    runs: int,
    seed: int,
    lang: Lang,
) -> Outcome:
    """Exactly; beyond the budget by sampling."""
    err = console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    try:
        with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
            task = progress.add_task(said("reckoning", lang))
            try:
                return Odds(rules, question, players, position.state, budget).outcome(position)
            except OverBudget:
                progress.update(task, description=said("sampling", lang))
                return sample(rules, position, question, players, runs, seed)
    except NoWayOut as stuck:
        raise Wrong("no-way-out", who=stuck.ask.who, ask=stuck.ask.kind) from stuck
    except Endless as endless:
        raise Wrong("circles", problem=str(endless)) from endless


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
    return (entry for entry in trace.entries if any(entry.ledgers))


def _resting_on(outcome: Outcome, players: driving.Players, words: Words) -> Iterator[str]:
    """Exact or sampled, how many positions, who chose how."""
    if outcome.exact:
        yield said("exact", words.lang, positions=outcome.positions)
    else:
        yield said("sampled", words.lang, runs=outcome.runs)
    sides = sorted({who for who, _ in outcome.choices} or set(players))
    if sides:
        yield said("choices-by", words.lang, players=players.told(words, sides))
    else:
        yield said("no-choices", words.lang)


def _bars(outcome: Outcome, words: Words) -> Iterator[str]:
    """A line for each outcome: its chance as a fraction, in per cent, and as a bar."""
    chances = sorted(outcome.distribution.items(), key=_in_order)
    labels = {value: outcome_told(value, words) for value, _ in chances}
    width = max(map(len, labels.values()))
    for value, chance in chances:
        share = _percent(chance, words.lang)
        if outcome.exact:
            figure = f"{share}  {chance}"
        else:
            figure = f"{share} ± {_percent(Fraction(outcome.error(chance)), words.lang).strip()}"
        yield f"  {labels[value]:<{width}}  {_bar(chance):<{WIDTH}}  {figure}"


def _in_order(entry: tuple[Any, Fraction]) -> tuple[Any, ...]:
    """Numbers, and lists of numbers, by size; all else by likelihood."""
    value, chance = entry
    if _is_number(value):
        return 0, value
    if isinstance(value, tuple) and all(map(_is_number, value)):
        return 1, value
    return 2, -chance, written(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)


def _bar(chance: Fraction) -> str:
    """Eighths of a character, so that small chances show."""
    eighths = round(chance * WIDTH * 8)
    if chance and not eighths:
        eighths = 1
    full, part = divmod(eighths, 8)
    return "█" * full + ("▏▎▍▌▋▊▉"[part - 1] if part else "")


def _percent(chance: Fraction, lang: Lang) -> str:
    text = f"{float(chance) * 100:5.1f}"
    if 0 < chance < Fraction(1, 2000):
        text = " <0.1"
    return f"{text.replace('.', ',')} %" if lang == "fr" else f"{text}%"


def outcome_told(value: Any, words: Words) -> str:
    """An outcome in words where the game has a noun for it or a side of that name."""
    if isinstance(value, tuple):
        return ", ".join(outcome_told(one, words) for one in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {outcome_told(one, words)}" for key, one in value.items())
    if isinstance(value, str):
        if value in messages(words.book)["nouns"]:
            return words.noun(value).bare(words.lang)
        named = words.names(Side(value))
        return named.bare(words.lang) if named else value
    if value is None or isinstance(value, (bool, int, Fraction)):
        return words.fact(value)
    return written(value)


def _wide(
    rules: Ruleset,
    position: Position,
    question: Question,
    outcome: Outcome,
    players: driving.Players,
    choosers: tuple[str, ...],
    budget: int,
    words: Words,
) -> Iterator[str]:
    """What the choices of some sides can make of each outcome, at least and at most."""
    sides = frozenset(choosers) or frozenset(who for who, _ in outcome.choices)
    yield said("bounds", words.lang, sides=tuple(words.fact(Side(side)) for side in sorted(sides)))
    for value, _ in sorted(outcome.distribution.items(), key=_in_order):

        def event(start: Any, end: Any, value: Any = value) -> bool:
            return bool(question.of(start, end) == value)

        try:
            found = bounds(rules, position, event, sides, players, budget, question.until)
        except OverBudget:
            yield said("over-budget", words.lang, budget=budget)
            return
        least, most = (_percent(chance, words.lang).strip() for chance in (found.lowest, found.highest))
        yield f"  {outcome_told(value, words)}: {least} – {most}  ({found.lowest} – {found.highest})"
