"""What the panel says: dice and the table they are read on, odds, and any tree as the panel's HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from importlib import resources
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from tutor.board.said import say
from tutor.engine import telling
from tutor.engine.ask import ManyDice, Volley
from tutor.engine.facts import Side
from tutor.engine.nouns import percent
from tutor.engine.text import Lang
from tutor.engine.told import Bar, Field, Fold, Grid, Heading, Node, Phrase, Sentence, Share, Slice, plain, text
from tutor.engine.trace import Entry
from tutor.engine.words import Words
from tutor.rendering.html import LETTER, PANEL, Panel

if TYPE_CHECKING:
    from tutor.board.dice import FaceCell, Faces, Fallen
    from tutor.engine.odds import Outcome

LONG, COLUMNS = 26, 8  # letters of a cell, and how many columns of hits
MOST = 12  # outcomes of odds
CSS = f"<style>{resources.files('tutor.board').joinpath('table.css').read_text('utf-8')}</style>"


def panel(nodes: Iterable[Node], words: Words, level: int = 2, *more: str) -> str:
    """What is told, then what is HTML already, and below it what it rests on."""
    told = tuple(nodes)
    writer = Panel(level)
    return f'<div class="tt">{writer.html(told)}{"".join(more)}{writer.html(telling.footnotes(told, words))}</div>'


def steps(entries: Sequence[Entry], words: Words, now: int | None = None) -> Iterator[Sentence]:
    """What happened, entry by entry; the one that the board shows is marked."""
    for n, entry in enumerate(entries):
        if entry.what != "section" or _followed(entries, n) or n == now:
            yield telling.entry(entry, words, n == now)


def briefly(entry: Entry, words: Words) -> str:
    """One entry in one line of text."""
    despite = f" ({say('despite', words.lang)})" if entry.despite else ""
    sign = "" if entry.what == "say" else f"{telling.SIGNS[entry.what]} "
    runs = telling.sentence(entry, words)
    daggers = "".join(f" {sign}" for sign in dict.fromkeys(mark.sign for mark in telling.daggers(entry.facts, runs)))
    return f"{sign}{plain(runs)}{daggers}{despite}"


def _followed(entries: Sequence[Entry], n: int) -> bool:
    return n + 1 < len(entries) and entries[n + 1].depth > entries[n].depth


# -- dice -------------------------------------------------------------------------------------------------------
def pool(chance: Any, words: Words) -> str:
    """How many dice of which kind, and up to which face each hits."""
    if not isinstance(chance, ManyDice):
        return ""
    groups = (
        say.phrases("pool-group" if hit > 0 else "pool-pair", words, tag=words.noun(tag), n=n, hit=hit)
        for tag, n, hit, *_ in chance.groups
        if n
    )
    return Panel().html(map(Sentence, groups))


def fallen(roll: Fallen, words: Words) -> str:
    """The dice as they fell, and where that lies among all that could have come."""
    shown = tuple(_dice(roll.value, words)) if isinstance(roll.value, Volley) else ()
    return Panel().html(shown) + faces(roll.table, words, roll.face)


def _dice(volley: Volley, words: Words) -> Iterator[Sentence]:
    """Every die with its face; those that hit are marked by colour, frame and tick."""
    for (tag, dice), struck in zip(volley.faces, volley.struck, strict=True):
        if dice:
            cells = (_one_die(face, hit) for face, hit in zip(dice, struck, strict=True))
            yield Sentence((*words.phrases(words.noun(tag)), Phrase(" "), *cells))


def thrown(roll: Entry, read: Entry | None, words: Words) -> Iterator[Sentence]:
    """Dice that fell a while ago, and what was said of them."""
    value = roll.facts["dice"]
    if isinstance(value, Volley):
        yield from _dice(value, words)
    die = () if isinstance(value, Volley) else (Phrase(str(value), style="die"), Phrase(" "))
    if read is not None:
        phrases = telling.sentence(read, words)
        yield Sentence((*die, *phrases), daggers=telling.daggers(read.facts, phrases))
    elif die:
        yield Sentence((*die, *telling.sentence(roll, words)))


def _one_die(face: int, hit: bool) -> Phrase:
    return Phrase(f"{face}✓", style="struck") if hit else Phrase(str(face), style="die")


def faces(found: Faces, words: Words, hit: Any = None) -> str:
    """One cell a face, the one that was rolled marked, and equal results summed."""
    return f"<div>{Panel().html(faces_told(found, words, hit))}</div>" if not found.plain else ""


def faces_told(found: Faces, words: Words, hit: Any = None) -> Iterator[Node]:
    lang = words.lang
    chances = {value: chance(n, found.total, lang) for value, n in found.summed}
    title = text(found.title(lang), style="strong")
    stand_in = text(say("stand-in", lang), style="stand") if found.stand_in else ()
    if title or stand_in:
        yield Sentence((*title, *text(" " if title and stand_in else ""), *stand_in))
    yield _hits(found, hit) if found.counted else _one_a_face(found.cells, hit)
    came = None if hit is None else found.value_of(hit)
    yield Share(tuple(Slice(value, n, chances[value], value == came) for value, n in found.summed))
    if came is not None:
        kind = "fell" if len(came) <= LONG else "fell-so"
        yield Sentence(say.phrases(kind, words, value=came, share=chances.get(came, "0")))


def chance(n: int, total: int, lang: Any) -> str:
    """`2/6`; of very many ways the percentage."""
    return f"{n}/{total}" if total <= 100 else percent(Fraction(n, total), lang)


def _hits(found: Faces, hit: Any) -> Grid:
    """How many hits there may be, each with its chance; what hardly ever comes stands together."""
    cells = list(found.cells)
    last = COLUMNS - 1 if len(cells) > COLUMNS else len(cells)
    columns = [*([cell] for cell in cells[:last]), *([cells[last:]] if cells[last:] else [])]
    top = [_cell(f"{run[0].value}{'+' * (len(run) > 1)}", _is_hit(run, hit), strong=True) for run in columns]
    low = [_cell(_near(sum(cell.weight for cell in run), found.total), _is_hit(run, hit)) for run in columns]
    return Grid((tuple(top), _faced(low)), role="hits")


def _near(n: int, total: int) -> str:
    """A chance as short as it can be told."""
    if total <= 100:
        return f"{n}/{total}"
    return "<1\u00a0%" if 200 * n < total else f"{round(100 * n / total)}\u00a0%"


def _one_a_face(cells: Sequence[FaceCell], hit: Any) -> Grid:
    """One cell a face; where the words are too long for that, what neighbours share is said once, or line by line."""
    alone = [[cell] for cell in cells]
    runs = [list(run) for _, run in groupby(cells, key=lambda cell: cell.value)]
    rows = alone if _fit(alone) else runs
    if not _fit(rows):
        return _line_by_line(cells, hit)
    top = [_cell(str(one.face), rows is runs and _is_hit([one], hit)) for one in cells]
    low = [_cell(run[0].value, _is_hit(run, hit), len(run)) for run in rows]
    return Grid((_faced(top), tuple(low)), role="faces")


def _line_by_line(cells: Sequence[FaceCell], hit: Any) -> Grid:
    alike: dict[str, list[FaceCell]] = {}
    for cell in cells:
        alike.setdefault(cell.value, []).append(cell)
    rows = ((_cell(_faces_of(run)), _cell(value, _is_hit(run, hit))) for value, run in alike.items())
    return Grid(tuple(rows), role="tall")


def _cell(words: str, hit: bool = False, span: int = 1, strong: bool = False) -> Field:
    return Field(text(words, style="strong" if strong else ""), span, "hit" if hit else "")


def _faced(cells: Iterable[Field]) -> tuple[Field, ...]:
    """A row of faces, or of chances: smaller print."""
    return tuple(cell if cell.role else Field(cell.phrases, cell.span, "face") for cell in cells)


def _fit(rows: Sequence[Sequence[FaceCell]]) -> bool:
    """Whether no word would have to be broken, and no cell grows tall."""
    faces_ = sum(map(len, rows))
    short = all(len(run[0].value) <= LONG for run in rows)
    return short and all(
        LETTER * len(word) <= PANEL * len(run) / faces_ for run in rows for word in run[0].value.split()
    )


def _faces_of(run: Sequence[FaceCell]) -> str:
    """`1 3 5`, `2–10`."""
    faces_ = [cell.face for cell in run]
    row = len(faces_) > 2 and all(isinstance(one, int) for one in faces_) and faces_[-1] - faces_[0] == len(faces_) - 1
    return f"{faces_[0]}–{faces_[-1]}" if row else " ".join(map(str, faces_))


def _is_hit(run: Sequence[FaceCell], hit: Any) -> bool:
    return hit is not None and any(cell.face == hit for cell in run)


# -- odds -------------------------------------------------------------------------------------------------------
def odds(
    outcome: Outcome, question: str, told: Any, words: Words, sides: Iterable[str], now: Any = None, came: Any = None
) -> Iterator[Node]:
    """The exact odds with what they rest on; once dice have fallen, as they stand now, or what came out."""
    lang = words.lang
    yield Heading(text(question))
    rows = [_row(one, lang, now, came) for one in chances(outcome, told, lang)]
    if now is not None:
        rows.insert(0, (Field(()), _number(say("then", lang)), _number(say("now", lang))))
    yield Grid(tuple(rows))
    if came is not None:
        share = dict(outcome.distribution.items()).get(came, Fraction(0))
        yield Sentence(say.phrases("came-out", words, value=told(came), share=percent(share, lang)))
    exact = say("exact", lang, n=outcome.positions) if outcome.exact else say("sampled", lang, n=outcome.runs)
    yield Fold(text(exact), (), "note")
    players = (f"{words.fact(Side(side))}: {outcome.policies[side].name(lang)}" for side in sides
               if side in outcome.policies)  # fmt: skip
    yield Fold(text("; ".join(players)), (), "note")


class Chance(NamedTuple):
    """An outcome as it is called, and its share in words."""

    value: Any
    share: Fraction
    told: str
    percent: str


def chances(outcome: Outcome, told: Callable[[Any], str], lang: Lang) -> list[Chance]:
    """What is told of odds, wherever they are: the likeliest first."""
    likeliest = sorted(outcome.distribution.items(), key=lambda pair: -pair[1])[:MOST]
    return [Chance(value, share, told(value), percent(share, lang)) for value, share in likeliest]


def _row(one: Chance, lang: Lang, now: Any, came: Any) -> tuple[Field, ...]:
    """One outcome: its chance, what it is now, and its bar."""
    name = Field(text(one.told), role="came" if came is not None and one.value == came else "")
    after = () if now is None else (_number(f"→ {percent(dict(now.items()).get(one.value, Fraction(0)), lang)}"),)
    return (name, _number(one.percent), *after, Field((Bar(one.share),)))


def _number(words: str) -> Field:
    return Field(text(words), role="number")
