"""Answers in plain words, line by line: for the terminal, for notebooks and for paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from tutor import rulesets
from tutor.compare.comparison import GROUNDS
from tutor.compare.debate import debate, meaning_of_spent, refused, scale, told
from tutor.compare.diorama import DEFENDER, SIDES, Word, say
from tutor.compare.frames import FIGURES, figures
from tutor.compare.outcome import Answer
from tutor.compare.situation import Situation
from tutor.compare.standins import Rests
from tutor.engine.text import Lang, Text
from tutor.engine.words import Words

LISTS = ("all", "some", "one", "none")


def percent(value: Fraction | float, lang: Lang, digits: int = 1) -> str:
    """`27.8%`; French with its comma."""
    text = f"{float(value) * 100:.{digits}f}"
    if value and not float(text):
        text = f"<{10**-digits:.{digits}f}"
    return f"{text.replace('.', ',')} %" if lang == "fr" else f"{text}%"


def heading(situation: Situation, lang: Lang) -> Iterator[str]:
    """What it is about."""
    fr = lang == "fr"
    title, date = (situation.title.fr, situation.date.fr) if fr else (situation.title.en, situation.date.en)
    yield f"{title} · {date}"
    yield situation.story.fr if fr else situation.story.en


def history(situation: Situation, lang: Lang) -> str:
    return say("history", lang, text=situation.history.fr if lang == "fr" else situation.history.en)


# -- the figures -------------------------------------------------------------------------------------------------
def figure(name: str, value: Fraction, lang: Lang) -> str:
    if name != "spent":
        return percent(value, lang)
    text = f"{float(value):.1f}"
    return text.replace(".", ",") if lang == "fr" else text


def table(answers: Sequence[Answer], lang: Lang) -> Iterator[str]:
    """One line a game."""
    rows = [[say("head.game", lang), *(say(f"head.{name}", lang) for name in FIGURES)]]
    for answer in answers:
        numbers = {} if answer.refused else figures(answer)
        rows.append([answer.game.upper(), *(figure(name, value, lang) for name, value in numbers.items())])
    widths = [max(len(row[index]) for row in rows if len(row) > index) for index in range(len(rows[0]))]
    for index, row in enumerate(rows):
        first, *rest = (_padded(cell, width, n) for n, (cell, width) in enumerate(zip(row, widths, strict=False)))
        refusal = answers[index - 1].refused if index else None
        if refusal:
            rest = [say("cannot", lang, why=refused(answers[index - 1].game, refusal, lang))]
        yield f"  {'  '.join([first, *rest])}"


def _padded(cell: str, width: int, column: int) -> str:
    return cell.rjust(width) if column else cell.ljust(width)


def certainty(answers: Iterable[Answer], lang: Lang) -> Iterator[str]:
    """Exact, or how good a sample."""
    rough = [answer for answer in answers if not answer.exact and not answer.refused]
    if not rough:
        yield say("all-exact", lang)
    for answer in rough:
        error = percent(answer.error(answer.ground()), lang)
        yield say("sampled", lang, game=answer.game.upper(), runs=answer.runs, error=error)


def agreement(answers: Iterable[Answer], lang: Lang) -> Iterator[str]:
    """Where the games part: the likeliest holder of the ground, and who loses the greater share."""
    told = [answer for answer in answers if not answer.refused]
    holders = {answer.game: max(GROUNDS, key=answer.ground) for answer in told}
    yield say("agree.ground", lang, parts=_grouped({game: f"ground.{one}" for game, one in holders.items()}, lang))
    losers = {answer.game: _loser(answer) for answer in told}
    yield say("agree.losses", lang, parts=_grouped(losers, lang))


def _loser(answer: Answer) -> str:
    ours, theirs = (answer.loss(side) for side in SIDES)
    return "agree.nobody" if ours == theirs else f"side.{SIDES[ours < theirs]}"


def _grouped(kinds: dict[str, str], lang: Lang) -> str:
    """`held by the defender (SE, GWIE); taken by the attacker (TLM)`: what most games say comes first."""
    games: dict[str, list[str]] = {}
    for game, kind in kinds.items():
        games.setdefault(kind, []).append(game.upper())
    ordered = sorted(games.items(), key=lambda item: -len(item[1]))
    between = " ; " if lang == "fr" else "; "
    return between.join(f"{say(kind, lang)} ({', '.join(names)})" for kind, names in ordered)


def scales(answers: Iterable[Answer], lang: Lang) -> Iterator[str]:
    for answer in answers:
        facts = scale(answer.game, lang)
        spent = meaning_of_spent(answer.game, lang)
        yield f"  {say('scale', lang, game=answer.game.upper(), spent=spent, **facts)}"


def policies(answers: Iterable[Answer], lang: Lang) -> Iterator[str]:
    for answer in answers:
        if answer.refused:
            continue
        for side in SIDES:
            name = answer.players[side].name(lang)
            yield f"  {say('policy', lang, game=answer.game.upper(), side=Word('side', side), policy=name)}"


# -- translation and debate --------------------------------------------------------------------------------------
def assumed(answers: Iterable[Answer], lang: Lang) -> Iterator[str]:
    """What each game keeps of the situation, and what it loses."""
    for answer in answers:
        yield f"  {answer.game.upper()}"
        if answer.refused and answer.refused[0] != "too-weak":
            yield f"    − {refused(answer.game, answer.refused, lang)}"
            continue
        for aspect in sorted(answer.diorama.aspects, key=lambda aspect: not aspect.counts):
            sign = "+" if aspect.counts else "−"
            facts = {"aspect": say(f"aspect.{aspect.name}", lang), "told": told(answer.game, aspect, lang)}
            yield f"    {sign} {say('aspect-told', lang, **facts)}"


def lists(situation: Situation, lang: Lang) -> Iterator[str]:
    """The lists of the debate."""
    found = debate(situation)
    for name in LISTS:
        points = getattr(found, name)
        yield say(f"debate.{name}", lang)
        yield from (f"  · {point.told(lang)}" for point in points)
        if not points:
            yield f"  {say('debate.nothing', lang)}"


def questions(situation: Situation, lang: Lang) -> Iterator[str]:
    if situation.questions:
        yield say("to-discuss", lang)
        yield from (f"  {question.fr if lang == 'fr' else question.en}" for question in situation.questions)


# -- what would change it, and what it rests on --------------------------------------------------------------------
def changed(base: Sequence[Answer], others: dict[str, Sequence[Answer]], lang: Lang) -> Iterator[str]:
    """A line for each change: of every game the chance of taking the ground, and the defender's loss."""
    rows = [["", *(answer.game.upper() for answer in base)], [say("as-it-was", lang), *(_both(a, lang) for a in base)]]
    for id, answers in others.items():
        rows.append([say(f"change.{id}", lang), *(_both(answer, lang) for answer in answers)])
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    for row in rows:
        first, *rest = row
        cells = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        yield f"  {first.ljust(widths[0])}  {'  '.join(cells)}"


def _both(answer: Answer, lang: Lang) -> str:
    if answer.refused:
        return "–"
    return f"{percent(answer.ground(), lang, 0)} / {percent(answer.loss(DEFENDER), lang, 0)}"


def rests(found: Rests, lang: Lang) -> Iterator[str]:
    """How far the answer depends on tables that are ours."""
    game = found.answer.game.upper()
    if not found.swings and not found.unvaried:
        yield f"  {say('no-stand-in', lang, game=game)}"
    for swing in found.swings:
        low, high = (percent(value, lang, 0) for value in swing.taken)
        less, more = (percent(value, lang, 0) for value in swing.losses)
        same = low == high and less == more
        facts = {
            "game": game,
            "table": _title(found.answer.game, swing.table, lang),
            "low": low,
            "high": high,
            "less": less,
            "more": more,
        }
        yield f"  {say('no-swing' if same else 'swing', lang, **facts)}"
    if found.unvaried:
        tables = tuple(_title(found.answer.game, table, lang) for table in found.unvaried)
        yield f"  {say('unvaried', lang, game=game, tables=tables)}"


def _title(game: str, table: str, lang: Lang) -> str:
    return Text.of(rulesets.book(game).tables[table]["title"])(lang)


def ledgers(answer: Answer, lang: Lang, whole: bool = False) -> Iterator[str]:
    """The story behind the numbers, up to the first dice or to the end of one random run."""
    yield say("ledgers", lang, game=answer.game.upper())
    entries = answer.story(whole)
    words = words_of(answer, lang)
    yield from (f"  {line}" for entry in entries for line in words.entry(entry._replace(depth=0)))
    yield from (f"  {line}" for line in words.footnotes())


def words_of(answer: Answer, lang: Lang) -> Words:
    scenario = answer.diorama.scenario
    return Words.of(scenario.rules, scenario.position(answer.setting.readings), lang)
