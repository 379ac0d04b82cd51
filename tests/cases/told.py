"""What the cases tell: one sentence of every kind of thing that is said, kept as it was read, in both languages.

`told/<game>.txt` names a case, and below it what is told in it: its **shape** (the sign, the rule, the message, the
facts that go with it), then the sentence in French and in English; at the end the messages that no case says. Who
changes a sentence or a fact on purpose has them written anew and reads the difference: `python -m tests.cases.told` for
all, `python -m tests.cases.told se/11 fa` for what is told in the files that begin so.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from tutor.cases import load_cases, run
from tutor.cases.model import Result
from tutor.engine import telling
from tutor.engine.check import Check, Verdict
from tutor.engine.facts import Facts, flat
from tutor.engine.ledger import Ledger
from tutor.engine.speaking import GAP
from tutor.engine.templates import template
from tutor.engine.text import LANGUAGES
from tutor.engine.told import Node, Rows, Sentence
from tutor.engine.trace import Entry
from tutor.engine.words import Words
from tutor.rendering.plain import text
from tutor.rulesets import book

HERE = Path(__file__).parent
KEPT = HERE / "told"
UNSAID = "unsaid"
ALREADY = 1_000  # worth more than any other
WHOLE = 4  # the level from which on everything is told

Sentences = tuple[str, ...]  # in French and in English
Told = dict[str, Sentences]  # by shape
Offers = dict[str, tuple[int, Sentences]]  # by shape: what it is worth to have it of this case


class Said(NamedTuple):
    """One thing that a case says."""

    shape: str
    facts: Facts
    tell: Callable[[Words], Node]
    state: Any


# -- what a case says ----------------------------------------------------------------------------------------------
def said(result: Result) -> Iterator[Said]:
    """On the way, what is asked at the end, and what the case asks for."""
    if result.play is None or result.found is None:
        return
    for entry in result.play.entries():
        yield from _entry(entry)
    state, ask = result.play.state, result.play.ask
    if ask is not None:
        facts = getattr(ask, "facts", {})
        yield Said(_shape("?", ask.rule, ask.kind, facts), facts, lambda words: _asked(ask, words), state)
    for shown in result.found.shown:
        if isinstance(shown, Verdict):
            yield from (one for check in shown.checks for one in _check(check, state))
        elif isinstance(shown, Ledger):
            yield from _ledger(shown, state)


def _shape(sign: str, rule: str, kind: str, facts: Facts) -> str:
    return f"{sign} {rule} {kind} ({', '.join(sorted(facts))})"


def _asked(ask: Any, words: Words) -> Sentence:
    return Sentence(telling.question(ask, words), cites=(words.citation(ask.rule),))


def _entry(entry: Entry) -> Iterator[Said]:
    kind = f"{entry.kind}.{entry.asked}" if entry.asked else entry.kind
    shape = _shape(telling.SIGNS[entry.what], entry.rule, kind, entry.facts)
    yield Said(shape, entry.facts, lambda words: telling.entry(entry, words), entry.state)
    for ledger in entry.ledgers:
        yield from _ledger(ledger, entry.state)
    for check in entry.checks:
        yield from _check(check, entry.state)


def _check(check: Check, state: Any) -> Iterator[Said]:
    shape = _shape("✓" if check.ok else "✗", check.rule, check.kind, check.facts)
    yield Said(shape, check.facts, lambda words: telling.check(check, words), state)
    for fact in flat(check.facts):
        if isinstance(fact, Ledger):
            yield from _ledger(fact, state)


def _ledger(ledger: Ledger, state: Any) -> Iterator[Said]:
    shape = _shape("Σ", ledger.rule, ledger.kind, {})
    yield Said(shape, {"total": ledger.total}, lambda words: telling.ledger(ledger, words), state)
    for line in ledger.lines:
        shape = _shape(line.op, line.rule, line.kind, line.facts)
        facts = {**line.facts, "": line.number}
        yield Said(
            shape,
            facts,
            lambda words, line=line: Rows(((words.amount(line), telling.ledger_line(line, words)),)),
            state,
        )
        for story in line.stories:
            yield from _ledger(story, state)


# -- in words ------------------------------------------------------------------------------------------------------
def sentences(one: Said, result: Result) -> Sentences:
    """What is said, without what hangs on it, which has a shape of its own."""
    return tuple(_alone(one.tell(_words(result, lang).at(one.state))) for lang in LANGUAGES)


def _words(result: Result, lang: Any) -> Words:
    return Words.of(result.case.ruleset, result.state, lang)


def _alone(node: Node) -> str:
    match node:
        case Sentence():
            node = replace(node, below=(), depth=0)
        case Rows():
            node = replace(node, rows=tuple((amount, replace(line, below=())) for amount, line in node.rows))
        case _:
            node = replace(node, rows=())  # type: ignore[call-arg]
    return text([node], WHOLE).strip()


def differences(result: Result, wanted: Told) -> Iterator[str]:
    """What is told otherwise than it was read."""
    left = dict(wanted)
    for one in said(result) if left else ():
        before = left.pop(one.shape, None)
        if before is not None and (now := sentences(one, result)) != before:
            yield f"{result.case.id}: {one.shape}"
            yield from (f"  - {was}\n  + {said}" for was, said in zip(before, now, strict=True) if was != said)
    yield from (f"{result.case.id}: no longer said: {shape}" for shape in left)


def unsaid(game: str, kept: Iterable[Told]) -> Told:
    """Every message that no case says, with a gap for each of its facts."""
    said = {shape.split()[2] for told in kept for shape in told}
    messages = book(game).data["words"]["messages"]
    return {f"{GAP} - {kind} ()": _with_gaps(game, kind) for kind in messages if kind not in said}


def _with_gaps(game: str, kind: str) -> Sentences:
    message = book(game).data["words"]["messages"][kind]
    facts = {slot.name: GAP for lang in LANGUAGES for slot in template(message[lang], lang).slots}
    return tuple(Words(book(game), lang).say(kind, facts) for lang in LANGUAGES)


# -- the files -----------------------------------------------------------------------------------------------------
@cache
def kept(game: str) -> Mapping[str, Told]:
    """What was read, by case."""
    return {id: told for _, id, told in _blocks(game)}


def _blocks(game: str) -> Iterator[tuple[str, str, Told]]:
    """File, case and what was read there."""
    path = KEPT / f"{game}.txt"
    text = path.read_text("utf-8").strip("\n") if path.exists() else ""
    for block in text.split("\n\n") if text else ():
        head, *lines = block.split("\n")
        file, id = head.split()
        yield file, id, {shape: (fr[2:], en[2:]) for shape, fr, en in zip(*[iter(lines)] * 3, strict=True)}


def _written(file: str, id: str, told: Told) -> str:
    lines = (line for shape, (fr, en) in told.items() for line in (shape, f"  {fr}", f"  {en}"))
    return "\n".join((f"{file} {id}", *lines))


# -- written anew --------------------------------------------------------------------------------------------------
def anew(game: str, begins: Iterable[str]) -> None:
    """Every shape stays with the case in which it was read, if it is still said there; others find the case that
    says most with it: facts that differ from each other, numbers above one."""
    files = {path.relative_to(HERE).as_posix(): path for path in sorted((HERE / game).rglob("*.yaml"))}
    again = {name for name in files if any(name.startswith(one) for one in begins)}
    before = list(_blocks(game))
    blocks = {(file, id): told for file, id, told in before if file in files and file not in again}
    elsewhere = {shape for told in blocks.values() for shape in told}
    had = {id: told for file, id, told in before if file in again}
    offers: dict[tuple[str, str], Offers] = {}
    for name in sorted(again):
        for case in load_cases(files[name]):
            offers[name, case.id] = _offered(run(case), had.get(case.id, {}), elsewhere)
    for names, told in chosen(offers).items():
        blocks.setdefault(names, {}).update(told)
    written = [_written(*names, blocks[names]) for names in sorted(blocks)]
    written.append(_written("-", UNSAID, unsaid(game, blocks.values())))
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{game}.txt").write_text("\n\n".join(written) + "\n", "utf-8")


def chosen(offers: Mapping[tuple[str, str], Offers]) -> dict[tuple[str, str], Told]:
    """Of every shape the case that says most with it; of several by a number drawn from their names, so that neither
    the order of cases nor a case that is added moves what others keep."""
    best: dict[str, tuple[int, int, tuple[str, str]]] = {}
    for names, told in offers.items():
        for shape, (worth, _) in told.items():
            best[shape] = max(best.get(shape, (-ALREADY, 0, names)), (worth, _lot(names[1], shape), names))
    kept: dict[tuple[str, str], Told] = {}
    for names, told in offers.items():
        own = {shape: words for shape, (_, words) in told.items() if best[shape][2] == names}
        if own:
            kept[names] = own
    return kept


def _lot(id: str, shape: str) -> int:
    return crc32(f"{id} {shape}".encode())


def _offered(result: Result, had: Told, elsewhere: Set[str]) -> Offers:
    """What a case says, with what that is worth, without what other files have."""
    found: Offers = {}
    for one in said(result):
        if one.shape not in found and one.shape not in elsewhere:
            worth = ALREADY if one.shape in had else _worth(one.facts)
            found[one.shape] = (worth, sentences(one, result))
    return found


def _worth(facts: Facts) -> int:
    told = [repr(fact) for fact in facts.values()]
    return len(set(told)) - len(told) + sum(isinstance(fact, int) and fact > 1 for fact in flat(facts))


def main(begins: list[str]) -> None:
    for game in sorted(path.name for path in HERE.iterdir() if path.is_dir() and path != KEPT and path.name[0] != "_"):
        wanted = [one for one in begins or [game] if one.startswith(game)]
        if wanted:
            anew(game, wanted)


if __name__ == "__main__":
    main(sys.argv[1:])
