"""Answers to one situation as a tree to be told: for the terminal, for notebooks and for paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from tutor import rulesets
from tutor.compare.comparison import GROUNDS
from tutor.compare.debate import debate, meaning_of_spent, meant, refusal, refused, scale, scale_cites
from tutor.compare.diorama import DEFENDER, SIDES, Aspect, Word, say
from tutor.compare.frames import FIGURES, figures
from tutor.compare.outcome import Answer
from tutor.compare.situation import Situation
from tutor.compare.standins import Rests, Swing
from tutor.engine.nouns import percent
from tutor.engine.sayings import SPEAKERS
from tutor.engine.telling import entry, footnotes
from tutor.engine.text import Lang, Text
from tutor.engine.told import Field, Grid, Heading, Listing, Node, Sentence, text
from tutor.engine.words import Words

LISTS = ("all", "some", "one", "none")


def line(kind: str, lang: Lang, **facts: object) -> Sentence:
    """A message as a line by itself."""
    return Sentence(say.phrases(kind, SPEAKERS[lang], **facts))


def heading(situation: Situation, lang: Lang) -> Iterator[Node]:
    """What it is about."""
    about = situation.title.fr, situation.date.fr, situation.story.fr
    title, date, story = about if lang == "fr" else (situation.title.en, situation.date.en, situation.story.en)
    yield Sentence(text(f"{title} · {date}"))
    yield Sentence(text(story))


def history(situation: Situation, lang: Lang) -> Sentence:
    return line("history", lang, text=situation.history.fr if lang == "fr" else situation.history.en)


# -- the figures -------------------------------------------------------------------------------------------------
def figure(name: str, value: Fraction, lang: Lang) -> str:
    if name != "spent":
        return percent(value, lang)
    told = f"{float(value):.1f}"
    return told.replace(".", ",") if lang == "fr" else told


def table(answers: Sequence[Answer], lang: Lang) -> Grid:
    """One row a game."""
    heads = (text(say("head.game", lang)), *(text(say(f"head.{name}", lang)) for name in FIGURES))
    return Grid(tuple(tuple(_row(answer, lang)) for answer in answers), heads)


def _row(answer: Answer, lang: Lang) -> Iterator[Field]:
    yield Field(text(answer.game.upper()))
    if answer.refused:
        why = refused(answer.game, answer.refused, lang)
        yield Field(text(say("cannot", lang, why=why)), span=len(FIGURES))
    else:
        yield from (Field(text(figure(name, value, lang)), role="number") for name, value in figures(answer).items())


def certainty(answers: Iterable[Answer], lang: Lang) -> Iterator[Sentence]:
    """Exact, or how good a sample."""
    rough = [answer for answer in answers if not answer.exact and not answer.refused]
    if not rough:
        yield line("all-exact", lang)
    for answer in rough:
        error = percent(answer.error(answer.ground()), lang)
        yield line("sampled", lang, game=answer.game.upper(), runs=answer.runs, error=error)


def agreement(answers: Iterable[Answer], lang: Lang) -> Iterator[Sentence]:
    """Where the games part: the likeliest holder of the ground, and who loses the greater share."""
    told = [answer for answer in answers if not answer.refused]
    holders = {answer.game: max(GROUNDS, key=answer.ground) for answer in told}
    yield line("agree.ground", lang, parts=_grouped({game: f"ground.{one}" for game, one in holders.items()}, lang))
    losers = {answer.game: _loser(answer) for answer in told}
    yield line("agree.losses", lang, parts=_grouped(losers, lang))


def _loser(answer: Answer) -> str:
    ours, theirs = (answer.loss(side) for side in SIDES)
    return "agree.nobody" if ours == theirs else f"side.{SIDES[ours < theirs]}"


def _grouped(kinds: dict[str, str], lang: Lang) -> str:
    """`held by the defender (SE, GWIE); taken by the attacker (TLM)`: what most games say comes first."""
    games: dict[str, list[str]] = {}
    for game, kind in kinds.items():
        games.setdefault(kind, []).append(game.upper())
    ordered = sorted(games.items(), key=lambda item: -len(item[1]))
    parts = (say("agree.part", lang, what=say(kind, lang), games=names) for kind, names in ordered)
    return say("semicolon", lang).join(parts)


def scales(answers: Iterable[Answer], lang: Lang) -> Iterator[Sentence]:
    for answer in answers:
        facts = scale(answer.game, lang) | {"spent": meaning_of_spent(answer.game, lang)}
        told = say.phrases("scale", SPEAKERS[lang], game=answer.game.upper(), **facts)
        yield Sentence(told, cites=scale_cites(answer.game, lang))


def policies(answers: Iterable[Answer], lang: Lang) -> Iterator[Sentence]:
    for answer in answers:
        for side in SIDES if not answer.refused else ():
            name = answer.players[side].name(lang)
            yield line("policy", lang, game=answer.game.upper(), side=Word("side", side), policy=name)


# -- translation and debate --------------------------------------------------------------------------------------
def assumed(answers: Iterable[Answer], lang: Lang) -> Iterator[Sentence]:
    """What each game keeps of the situation, and what it loses."""
    for answer in answers:
        if answer.refused and answer.refused[0] != "too-weak":
            told, cite = meant(answer.game, refusal(answer.refused), lang)
            below: tuple[Node, ...] = (Sentence(text(told), "−", (cite,)),)
        else:
            aspects = sorted(answer.diorama.aspects, key=lambda aspect: not aspect.counts)
            below = tuple(_aspect(answer.game, aspect, lang) for aspect in aspects)
        yield Sentence(text(answer.game.upper()), below=below)


def _aspect(game: str, aspect: Aspect, lang: Lang) -> Sentence:
    told, cite = meant(game, aspect, lang)
    facts = {"aspect": say(f"aspect.{aspect.name}", lang), "told": told}
    return Sentence(say.phrases("aspect-told", SPEAKERS[lang], **facts), "+" if aspect.counts else "−", (cite,))


def lists(situation: Situation, lang: Lang) -> Iterator[Node]:
    """The lists of the debate."""
    found = debate(situation)
    for name in LISTS:
        points = tuple(Sentence(text(point.name(lang)), cites=point.cites(lang)) for point in getattr(found, name))
        yield Heading(text(say(f"debate.{name}", lang)))
        yield Listing(points or (line("debate.nothing", lang),))


def questions(situation: Situation, lang: Lang) -> Iterator[Node]:
    if situation.questions:
        yield Heading(text(say("to-discuss", lang)))
        asked = (text(one.fr if lang == "fr" else one.en) for one in situation.questions)
        yield Listing(tuple(map(Sentence, asked)))


# -- what would change it, and what it rests on --------------------------------------------------------------------
def changed(base: Sequence[Answer], others: dict[str, Sequence[Answer]], lang: Lang) -> Grid:
    """A row for each change: of every game the chance of taking the ground, and the defender's loss."""
    rows = {"as-it-was": base, **{f"change.{id}": answers for id, answers in others.items()}}
    heads = ((), *(text(answer.game.upper()) for answer in base))
    return Grid(
        tuple(
            (Field(text(say(kind, lang))), *(Field(text(_both(one, lang)), role="number") for one in answers))
            for kind, answers in rows.items()
        ),
        heads,
    )


def _both(answer: Answer, lang: Lang) -> str:
    if answer.refused:
        return "–"
    return f"{percent(answer.ground(), lang, 0)} / {percent(answer.loss(DEFENDER), lang, 0)}"


def rests(found: Rests, lang: Lang) -> Iterator[Sentence]:
    """How far the answer depends on tables that are ours."""
    game = found.answer.game.upper()
    if not found.swings and not found.unvaried:
        yield line("no-stand-in", lang, game=game)
    yield from (_swing(found.answer.game, swing, lang) for swing in found.swings)
    if found.unvaried:
        tables = tuple(_title(found.answer.game, table, lang) for table in found.unvaried)
        yield line("unvaried", lang, game=game, tables=tables)


def _swing(game: str, swing: Swing, lang: Lang) -> Sentence:
    low, high = (percent(value, lang, 0) for value in swing.taken)
    less, more = (percent(value, lang, 0) for value in swing.losses)
    facts = {"game": game.upper(), "table": _title(game, swing.table, lang)}
    if low == high and less == more:
        return line("no-swing", lang, **facts)
    return line("swing", lang, **facts, low=low, high=high, less=less, more=more)


def _title(game: str, table: str, lang: Lang) -> str:
    return Text.of(rulesets.book(game).tables[table]["title"])(lang)


def ledgers(answer: Answer, lang: Lang, whole: bool = False) -> Sentence:
    """The story behind the numbers, up to the first dice or to the end of one random run."""
    words = words_of(answer, lang)
    told = tuple(entry(one._replace(depth=0), words) for one in answer.story(whole))
    head = say.phrases("ledgers", words, game=answer.game.upper())
    return Sentence(head, below=(*told, *footnotes(told, words)))


def words_of(answer: Answer, lang: Lang) -> Words:
    scenario = answer.diorama.scenario
    return Words.of(scenario.rules, scenario.position(answer.setting.readings), lang)
