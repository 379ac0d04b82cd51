"""What the panel says, as small HTML: citations that open, verdicts, ledgers, steps, the table a die is read on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib import resources
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tutor.board.said import say
from tutor.engine.ask import ManyDice, Volley
from tutor.engine.check import Check, Verdict
from tutor.engine.facts import Side
from tutor.engine.ledger import Ledger, Line
from tutor.engine.nouns import number
from tutor.engine.text import Text
from tutor.engine.trace import Entry
from tutor.engine.words import Words

if TYPE_CHECKING:
    from tutor.board.dice import FaceCell, Faces, Fallen
    from tutor.engine.odds import Outcome

LETTER, PANEL = 7.6, 250  # of a table of faces, in pixels: a letter, and what it may take in the narrowest panel
LONG, COLUMNS = 26, 8  # letters of a cell, and how many columns of hits
CSS = f"<style>{resources.files('tutor.board').joinpath('table.css').read_text('utf-8')}</style>"


# -- citations --------------------------------------------------------------------------------------------------
def cite(rule: str, text: str, words: Words, opened: bool = False) -> str:
    """A sentence behind its citation; it opens the rule's gist without a word from the kernel."""
    book = words.book
    if rule not in book:
        return f'<div><span class="cite">{escape(words.cite(rule))}</span>{text}</div>'
    found = book[rule]
    gist = escape(found.gist(words.lang) or found.title(words.lang))
    title = escape(found.title(words.lang))
    short = found.cited.split(" (")[0]
    if short != found.cited:
        title += f" <small>{escape(found.cited)}</small>"
    where = escape(say("lines", words.lang, lines=found.lines))
    return (
        f'<details{" open" if opened else ""}><summary><span class="cite">{escape(short)}</span>{text}</summary>'
        f'<div class="gist"><b>{title}</b><br>{gist} <small>({where})</small></div></details>'
    )


# -- verdicts ---------------------------------------------------------------------------------------------------
def verdict(found: Verdict, words: Words, level: int) -> Iterator[str]:
    """Why, or why not: the failed checks first, then what held."""
    if not found.legal:
        yield f"<h4>{escape(say('why-not', words.lang))}</h4>"
        for n, check in enumerate(found.objections):
            yield _check(check, words, level, opened=n == 0 and level > 1)
        if found.held and level > 1:
            inner = "".join(_check(check, words, 1) for check in found.held)
            head = escape(say("held", words.lang, n=len(found.held)))
            yield f"<details><summary><small>{head}</small></summary>{inner}</details>"
        yield from _rests(found, words)
        return
    if found.held:
        yield f"<h4>{escape(say('why', words.lang))}</h4>"
        yield from (_check(check, words, level) for check in found.held)
    yield from _rests(found, words)


def _rests(found: Verdict, words: Words) -> Iterator[str]:
    """The readings that decide, each with what its other options would say."""
    for rest in found.rests:
        head, *others = map(escape, words.rest(rest, found.legal))
        yield f'<details class="note" open><summary>{head}</summary>{"<br>".join(others)}</details>'


def checks(found: Iterable[Check], words: Words) -> Iterator[str]:
    """Checks without a verdict around them: what follows, what else is possible."""
    yield from (_check(check, words, 1) for check in found)


def _check(check: Check, words: Words, level: int, opened: bool = False) -> str:
    sign, mood = ("✓", "ok") if check.ok else ("✗", "no")
    told = _told(check.kind, check.facts, words, check.ok and not check.exempt_by)
    text = f'<span class="sign">{sign}</span> {told}'
    stories = [fact for fact in check.facts.values() if isinstance(fact, Ledger)]
    below = "".join(ledger(story, words, level > 2 or not check.ok) for story in stories)
    return (
        f'<div class="check {mood}">{cite(check.rule, f"<span class={mood}>{text}</span>", words, opened)}{below}</div>'
    )


# -- ledgers ----------------------------------------------------------------------------------------------------
def ledger(found: Ledger, words: Words, opened: bool = True) -> str:
    """A number with its lines and the rule of each."""
    head = f"{escape(words.say(found.kind, {}))} = <b>{number(found.total, words.lang)}</b>"
    rows = "".join(_line(line, words) for line in found.lines)
    total = (
        f'<tr class="sum"><td></td><td class="n">{number(found.total, words.lang)}</td></tr>'
        if len(found.lines) > 1
        else ""
    )
    return f"<details{' open' if opened else ''}><summary>▸ {head}</summary><table>{rows}{total}</table></details>"


def _line(line: Line, words: Words) -> str:
    told = _told(line.kind, line.facts, words)
    below = "".join(ledger(story, words, False) for story in line.stories)
    return f'<tr><td>{cite(line.rule, told, words)}{below}</td><td class="n">{escape(words.amount(line))}</td></tr>'


# -- steps ------------------------------------------------------------------------------------------------------
def steps(entries: Sequence[Entry], words: Words, now: int | None = None, level: int = 2) -> Iterator[str]:
    """What happened, entry by entry; the one that the board shows is marked."""
    for n, entry in enumerate(entries):
        if entry.what == "section" and not _followed(entries, n) and n != now:
            continue
        here = " now" if n == now else ""
        kind = " sec" if entry.what == "section" else ""
        text = sentence(entry, words)
        below = "".join(ledger(one, words, n == now) for one in entry.ledgers) if level > 1 else ""
        told = cite(entry.rule, text, words)
        yield f'<div class="step{kind}{here}" style="margin-left:{0.7 * entry.depth:g}em">{told}{below}</div>'


def _followed(entries: Sequence[Entry], n: int) -> bool:
    return n + 1 < len(entries) and entries[n + 1].depth > entries[n].depth


def sentence(entry: Entry, words: Words) -> str:
    """One entry in one sentence."""
    facts = {"who": Side(entry.who), **entry.facts} if entry.who else entry.facts
    sign = {"section": "■ ", "roll": "⚄ ", "choice": "► ", "say": ""}[entry.what]
    despite = f" <b class=no>({escape(say('despite', words.lang))})</b>" if entry.despite else ""
    return sign + _told(entry.kind, facts, words) + despite


def _told(kind: str, facts: Mapping[str, Any], words: Words, short: bool = False) -> str:
    """A message with its marks; a cell that it shows has its own."""
    text, marks = words.say(kind, facts, short), words.marks(facts)
    return escape(text) + (marks.replace(" †", "") if "†" in text else marks)


# -- dice -------------------------------------------------------------------------------------------------------
def pool(chance: Any, words: Words) -> str:
    """How many dice of which kind, and up to which face each hits."""
    if not isinstance(chance, ManyDice):
        return ""
    groups = (
        say("pool-group" if hit > 0 else "pool-pair", words.lang, tag=words.noun(tag).bare(words.lang), n=n, hit=hit)
        for tag, n, hit, *_ in chance.groups
        if n
    )
    return "".join(f"<p>{escape(one)}</p>" for one in groups)


def fallen(roll: Fallen, words: Words) -> str:
    """The dice as they fell, and where that lies among all that could have come."""
    shown = _dice(roll.value, words) if isinstance(roll.value, Volley) else ""
    return shown + faces(roll.table, words, roll.face)


def _dice(volley: Volley, words: Words) -> str:
    """Every die with its face; those that hit are marked by colour and frame."""
    rows = []
    for (tag, dice), struck in zip(volley.faces, volley.struck, strict=True):
        if dice:
            cells = "".join(_one_die(face, hit) for face, hit in zip(dice, struck, strict=True))
            rows.append(f"<p>{escape(words.noun(tag).bare(words.lang))} {cells}</p>")
    return "".join(rows)


def _one_die(face: int, hit: bool) -> str:
    return f"<span class='die hit'>{face}✓</span>" if hit else f"<span class='die'>{face}</span>"


def faces(found: Faces, words: Words, hit: Any = None) -> str:
    """One cell a face, the one that was rolled marked, and equal results summed."""
    lang = words.lang
    if found.plain:
        return ""
    chances = {value: chance(n, found.total, lang) for value, n in found.summed}
    table = _hits(found, hit) if found.counted else _one_a_face(found.cells, hit)
    chip = f'<span class="stand">{escape(say("stand-in", lang))}</span>' if found.stand_in else ""
    title = f"<b>{escape(found.title(lang))}</b> {chip}" if found.title else chip
    told, came = "", None
    if hit is not None:
        came = found.value_of(hit)
        kind = "fell" if len(came) <= LONG else "fell-so"
        told = f"<p>{escape(say(kind, lang, value=came, share=chances.get(came, '0')))}</p>"
    return f"<div>{title}{table}{share(found.summed, chances, came)}{told}</div>"


def chance(n: int, total: int, lang: str) -> str:
    """`2/6`; of very many ways the percentage."""
    return f"{n}/{total}" if total <= 100 else f"{_percent(n / total, lang)} %"


def _hits(found: Faces, hit: Any) -> str:
    """How many hits there may be, each with its chance; what hardly ever comes stands together."""
    cells = list(found.cells)
    last = COLUMNS - 1 if len(cells) > COLUMNS else len(cells)
    columns = [*([cell] for cell in cells[:last]), *([cells[last:]] if cells[last:] else [])]
    top = "".join(f"<td{_hit(run, hit)}><b>{escape(run[0].value)}{'+' * (len(run) > 1)}</b></td>" for run in columns)
    chances = (_near(sum(cell.weight for cell in run), found.total) for run in columns)
    low = "".join(f"<td{_hit(run, hit)}>{escape(told)}</td>" for run, told in zip(columns, chances, strict=True))
    return f'<table class="faces hits"><tr>{top}</tr><tr class="f">{low}</tr></table>'


def _near(n: int, total: int) -> str:
    """A chance as short as it can be told."""
    if total <= 100:
        return f"{n}/{total}"
    return "<1\u00a0%" if 200 * n < total else f"{round(100 * n / total)}\u00a0%"


def _one_a_face(cells: Sequence[FaceCell], hit: Any) -> str:
    """One cell a face; where the words are too long for that, what neighbours share is said once, or line by line."""
    alone = [[cell] for cell in cells]
    runs = [list(run) for _, run in groupby(cells, key=lambda cell: cell.value)]
    rows = alone if _fit(alone) else runs
    if not _fit(rows):
        return _line_by_line(cells, hit)
    top = "".join(f"<td{_hit([one], hit if rows is runs else None)}>{escape(str(one.face))}</td>" for one in cells)
    low = "".join(f"<td{_span(run)}{_hit(run, hit)}>{escape(run[0].value)}</td>" for run in rows)
    return f'<table class="faces"><tr class="f">{top}</tr><tr>{low}</tr></table>'


def _line_by_line(cells: Sequence[FaceCell], hit: Any) -> str:
    alike: dict[str, list[FaceCell]] = {}
    for cell in cells:
        alike.setdefault(cell.value, []).append(cell)
    lines = (f"<td>{_faces_of(run)}</td><td{_hit(run, hit)}>{escape(value)}</td>" for value, run in alike.items())
    return f'<table class="faces tall">{"".join(f"<tr>{line}</tr>" for line in lines)}</table>'


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
    return escape(f"{faces_[0]}–{faces_[-1]}" if row else " ".join(map(str, faces_)))


def _span(run: Sequence[FaceCell]) -> str:
    return f" colspan={len(run)}" if len(run) > 1 else ""


def _hit(run: Sequence[FaceCell], hit: Any) -> str:
    return " class=hit" if hit is not None and any(cell.face == hit for cell in run) else ""


def share(parts: Iterable[tuple[str, int]], chances: Mapping[str, str], came: str | None = None) -> str:
    """A bar of what may come, each part as long as it is likely; what came is framed."""
    shades = ("#d9d0b4", "#c3cfdd", "#e8cf5c", "#9dbb8d", "#d98b5f", "#b7a7c9", "#a8d0e6", "#c97b84")
    listed, cells = list(parts), []
    total = sum(n for _, n in listed)
    for i, (text, n) in enumerate(listed):
        framed = " class=came" if text == came else ""
        style = f"flex:{n};background:{shades[i % len(shades)]};color:#2b2418"
        wordings = (f"{text} {chances[text]}", text, chances[text])
        told = escape(next((one for one in wordings if LETTER * len(one) < PANEL * n / total), ""))
        cells.append(f'<span{framed} style="{style}" title="{escape(text)} {escape(chances[text])}">{told}</span>')
    return f'<div class="share">{"".join(cells)}</div>'


# -- odds -------------------------------------------------------------------------------------------------------
def odds(
    outcome: Outcome, question: str, told: Any, words: Words, sides: Iterable[str], now: Any = None, came: Any = None
) -> str:
    """The exact odds with what they rest on; once dice have fallen, as they stand now, or what came out."""
    lang = words.lang
    rows = []
    for value, chance in sorted(outcome.distribution.items(), key=lambda pair: -pair[1])[:12]:
        wide = max(1, round(160 * float(chance)))
        bar = f'<span style="display:inline-block;height:10px;width:{wide}px;background:#1f5fa8"></span>'
        after = "" if now is None else f"<td class=n>→ {_percent(dict(now.items()).get(value, 0), lang)} %</td>"
        hit = " class=came" if came is not None and value == came else ""
        before = f"<td>{escape(told(value))}</td><td class=n>{_percent(chance, lang)} %</td>"
        rows.append(f"<tr{hit}>{before}{after}<td>{bar}</td></tr>")
    if now is not None:
        rows.insert(0, f"<tr><td></td><td class=n>{say('then', lang)}</td><td class=n>{say('now', lang)}</td></tr>")
    if came is not None:
        share_ = _percent(dict(outcome.distribution.items()).get(came, 0), lang)
        rows.append(f"<tr><td colspan=3>{escape(say('came-out', lang, value=told(came), share=share_))}</td></tr>")
    exact = say("exact", lang, n=outcome.positions) if outcome.exact else say("sampled", lang, n=outcome.runs)
    players = "; ".join(
        f"{words.fact(Side(side))}: {outcome.policies[side].name(lang)}" for side in sides if side in outcome.policies
    )
    return (
        f"<h4>{escape(question)}</h4><table>{''.join(rows)}</table>"
        f'<div class="note">{escape(exact)}<br>{escape(players)}</div>'
    )


def _percent(chance: Any, lang: str) -> str:
    return f"{100 * float(chance):.1f}".replace(".", "," if lang == "fr" else ".")


def notes(words: Words) -> str:
    """What rests on stand-ins, and on readings: their questions, each with the answers that may be given."""
    found = list(words.footnotes())[: 1 if words.stand_ins else 0]
    told = "".join(f'<div class="note">{escape(note)}</div>' for note in found)
    return told + "".join(_reading(words.book.readings[slug], words) for slug in sorted(words.readings))


def _reading(reading: Mapping[str, Any], words: Words) -> str:
    """A question that the booklet leaves open; how it may be answered is a click away."""
    head = say("note.reading", words.lang, question=Text.of(reading["question"])(words.lang))
    answers = "".join(f"<li>{escape(Text.of(one)(words.lang))}</li>" for one in reading["options"].values())
    return f'<details class="note"><summary>{escape(head)} ▸</summary><ul>{answers}</ul></details>'
