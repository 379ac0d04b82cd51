"""What the panel says, as small HTML: citations that open, verdicts, ledgers, steps, the table a die is read on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any

from tutor.board.said import say
from tutor.engine.ask import ManyDice, Volley
from tutor.engine.check import Check, Verdict
from tutor.engine.facts import Side
from tutor.engine.ledger import Ledger, Line
from tutor.engine.nouns import number
from tutor.engine.trace import Entry
from tutor.engine.words import Words

if TYPE_CHECKING:
    from tutor.board.dice import Faces, Fallen
    from tutor.engine.odds import Outcome

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
        return
    if found.held:
        yield f"<h4>{escape(say('why', words.lang))}</h4>"
        yield from (_check(check, words, level) for check in found.held)


def checks(found: Iterable[Check], words: Words) -> Iterator[str]:
    """Checks without a verdict around them: what follows, what else is possible."""
    yield from (_check(check, words, 1) for check in found)


def _check(check: Check, words: Words, level: int, opened: bool = False) -> str:
    sign, mood = ("✓", "ok") if check.ok else ("✗", "no")
    told = words.say(check.kind, check.facts, check.ok and not check.exempt_by)
    text = f'<span class="sign">{sign}</span> {escape(told)}{words.marks(check.facts)}'
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
    told = escape(words.say(line.kind, line.facts)) + words.marks(line.facts)
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
    return sign + escape(words.say(entry.kind, facts)) + words.marks(entry.facts) + despite


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
    top = "".join(f"<td>{escape(str(one.face))}</td>" for one in found.cells)
    low = "".join(f"<td{' class=hit' if one.face == hit else ''}>{escape(one.value)}</td>" for one in found.cells)
    table = f'<table class="faces"><tr class="f">{top}</tr><tr>{low}</tr></table>'
    chip = f'<span class="stand">{escape(say("stand-in", lang))}</span>' if found.stand_in else ""
    title = f"<b>{escape(found.title(lang))}</b> {chip}" if found.title else chip
    told = ""
    if hit is not None:
        same = found.weight_of(hit)
        told = f"<p>{escape(say('fell', lang, value=found.value_of(hit), share=same))}</p>"
    came = found.value_of(hit) if hit is not None else None
    return f"<div>{title}{table}{share(found.summed, found.total, came)}{told}</div>"


def share(parts: Iterable[tuple[str, int]], total: int, came: str | None = None) -> str:
    """A bar of what may come, each part as long as it is likely; what came is framed."""
    shades = ("#d9d0b4", "#c3cfdd", "#e8cf5c", "#9dbb8d", "#d98b5f", "#b7a7c9", "#a8d0e6", "#c97b84")
    cells = []
    for i, (text, n) in enumerate(parts):
        framed = " class=came" if text == came else ""
        style = f"flex:{n};background:{shades[i % len(shades)]};color:#2b2418"
        told = escape(f"{text} {n}/{total}")
        cells.append(f'<span{framed} style="{style}" title="{told}">{told}</span>')
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
    """What rests on stand-ins and readings."""
    return "".join(f'<div class="note">{escape(note)}</div>' for note in words.footnotes())
