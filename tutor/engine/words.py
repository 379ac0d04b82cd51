"""Words for what the engine found: templates by message kind, facts by their type.

Rules code holds no sentence. A template gets its facts from the node it tells and from nowhere else, and
never glues strings: `{unit:the}`, `{n:count step}`, `{place:of}`. A missing message shows its key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from tutor.engine.ask import Volley
from tutor.engine.check import Check, Rest, Verdict
from tutor.engine.facts import Cell, Chosen, Cited, Dice, Facts, Odds, Place, Side, Signed, Term, Unit, Way, flat
from tutor.engine.ledger import Ledger, Line
from tutor.engine.nouns import Noun, number, signed
from tutor.engine.rulebook import Rulebook
from tutor.engine.run import Ruleset
from tutor.engine.text import Lang, Text
from tutor.engine.trace import Entry

_SLOT = re.compile(r"\{(\w+)(?::([^}]*))?\}")


@dataclass(frozen=True)
class Words:
    """Tells checks, ledgers and traces of one game in one language.

    `names` gives the noun of a piece, place or side of the position that is told; `naming` makes it for any
    position, since in a trace a name may change with what happens.
    """

    book: Rulebook
    lang: Lang
    names: Callable[[Unit | Place | Side], Noun | None] = lambda thing: None
    naming: Callable[[Any], Callable[[Any], Noun | None]] | None = None
    stand_ins: set[str] = field(default_factory=set, compare=False)
    readings: dict[str, str] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, rules: Ruleset, state: Any, lang: Lang) -> Words:
        """The words for a position of a game and for what leads to it and from it."""
        return cls(rules.book, lang, rules.names(state), rules.names)

    # -- single facts ---------------------------------------------------------------------------------------
    def fact(self, fact: Any, form: str = "") -> str:
        """One fact in words.

        Forms of nouns: `the`, `a`, `of`, `to`, `many`, `e` (the ending of a French participle), and `is one|several`
        (what the verb is for one and for several); of numbers: `signed`, `count noun`.
        """
        if form.startswith("is "):
            one, _, several = form.removeprefix("is ").partition("|")
            return several if self._plural(fact) else one
        match fact:
            case bool():
                return self.noun("yes" if fact else "no").bare(self.lang)
            case int() | Fraction():
                return self._number(fact, form)
            case Signed():
                return signed(fact.amount, self.lang)
            case Odds():
                between = " contre " if self.lang == "fr" else " to "
                return between.join(number(n, self.lang) for n in (fact.attacker, fact.defender))
            case Unit() | Place() | Side():
                return (self.names(fact) or Noun.of(fact.id)).form(form, self.lang)
            case Term():
                return self.noun(fact.key).form(form, self.lang)
            case Cited():
                return self.cite(fact.rule)
            case Chosen():
                self.readings[fact.reading] = fact.option
                return self.option(fact.reading, fact.option)
            case Cell():
                return self._cell(fact)
            case Dice():
                return " ".join(map(str, fact.faces))
            case Volley():
                return self._volley(fact)
            case Ledger():
                return self._number(fact.total, form)
            case Text():
                return fact(self.lang)
            case Way():
                return " → ".join(self.fact(one, form) for one in fact)
            case tuple():
                return self._endings(fact) if form == "e" else self.series([self.fact(one, form) for one in fact])
            case None:
                return "–"
            case _:
                return self._code(str(fact))

    def _plural(self, fact: Any) -> bool:
        if isinstance(fact, tuple):
            return len(fact) > 1 or any(map(self._plural, fact))
        if isinstance(fact, (int, Fraction, Ledger)):
            return not _single(fact, self.lang)
        return isinstance(fact, (Unit, Place, Side)) and (self.names(fact) or Noun.of(fact.id)).plural

    def _endings(self, facts: tuple[Any, ...]) -> str:
        """A list of feminine nouns is feminine; any other is masculine."""
        if self.lang == "en" or not facts:
            return ""
        ends = [self.fact(one, "e") for one in facts]
        if len(ends) == 1:
            return ends[0]
        return ("e" if all(end.startswith("e") for end in ends) else "") + "s"

    def noun(self, key: str) -> Noun:
        nouns = self._messages["nouns"]
        return Noun.of(nouns[key]) if key in nouns else Noun.of(key)

    def series(self, parts: list[str]) -> str:
        """`a, b et c`."""
        if not parts:
            return "–"
        last = " et " if self.lang == "fr" else " and "
        return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + last + parts[-1]

    def cite(self, rule: str) -> str:
        """A rule id as the booklet prints it."""
        return self.book[rule].cited if rule in self.book else f"{self.book.game.upper()} {rule}?"

    def _number(self, n: int | Fraction, form: str) -> str:
        if form.startswith("count "):
            return self.noun(form.removeprefix("count ")).count(n, self.lang)
        return signed(n, self.lang) if form == "signed" else number(n, self.lang)

    def _cell(self, cell: Cell) -> str:
        if cell.stand_in:
            self.stand_ins.add(cell.table)
        return self._code(cell.value) + ("†" if cell.stand_in else "")

    def _code(self, code: str) -> str:
        """A column label gets the decimal comma; other codes stand as printed."""
        return code.replace(".", ",") if self.lang == "fr" and re.fullmatch(r"[\d./]+", code) else code

    def _volley(self, volley: Volley) -> str:
        if not volley.faces:
            return str(volley.total)
        return " · ".join(f"{self.noun(tag).bare(self.lang)} {' '.join(map(str, f))}" for tag, f in volley.faces if f)

    # -- sentences ------------------------------------------------------------------------------------------
    def say(self, kind: str, facts: Facts, ok: bool | None = None) -> str:
        """A message with its facts; the key and the facts where there is no message."""
        message = self._messages["messages"].get(kind)
        if message is None:
            return f"{kind}: " + ", ".join(f"{key} {self.fact(value)}" for key, value in facts.items())
        if ok and "ok" in message:
            message = message["ok"]
        text = _SLOT.sub(lambda slot: self._slot(slot, facts), message[self.lang])
        return text[:1].upper() + text[1:]

    def _slot(self, slot: re.Match[str], facts: Facts) -> str:
        name, form = slot.group(1), slot.group(2) or ""
        return self.fact(facts[name], form) if name in facts else f"{{{name}}}"

    def check(self, check: Check) -> str:
        sign = "✓" if check.ok else "✗"
        text = self.say(check.kind, check.facts, check.ok and not check.exempt_by)
        if check.exempt_by:
            text += f" ({self.say('exempt', {'rule': Cited(check.rule), 'by': Cited(check.exempt_by)})})"
        return f"{sign} {text} [{self.cite(check.rule)}]{self.marks(check.facts)}"

    def line(self, line: Line) -> str:
        """One ledger line: what it does to the number, why, and by which rule."""
        told = self.say(line.kind, line.facts)
        return f"{self.amount(line):>5}  {told} [{self.cite(line.rule)}]{self.marks(line.facts)}"

    def amount(self, line: Line) -> str:
        """`+2`, `× ½`, `≤ 4`, `⌊⌋`: what a line does to the number."""
        if line.op == "+":
            return signed(line.number, self.lang)
        return line.op if line.op in ("⌊⌋", "⌈⌉", "≈") else f"{line.op} {number(line.number, self.lang)}"

    def ledger(self, ledger: Ledger, depth: int = 0, brief: bool = False) -> Iterator[str]:
        """The number and, below it, its lines; a brief telling leaves out a story of one line."""
        pad = "  " * depth
        yield f"{pad}{self.say(ledger.kind, {})} = {number(ledger.total, self.lang)} [{self.cite(ledger.rule)}]"
        for line in ledger.lines:
            yield f"{pad}{self.line(line)}"
            for story in line.stories:
                if not (brief and len(story.lines) <= 1):
                    yield from self.ledger(story, depth + 3, brief)

    def verdict(self, verdict: Verdict, level: int = 2) -> Iterator[str]:
        """One line: the weightiest objection. Checks: all that failed. Everything: what held, too."""
        if level == 1:
            shown = verdict.objections[:1]
            yield self.check(shown[0]) if shown else f"✓ {self.say('legal', {})}"
            return
        shown = verdict.objections if level == 2 and not verdict.legal else (*verdict.objections, *verdict.held)
        yield from (self.check(check) for check in shown)
        if verdict.legal and not verdict.held:
            yield f"✓ {self.say('legal', {})}"
        for rest in verdict.rests:
            yield from self.rest(rest, verdict.legal)
        if level > 2:
            for check in shown:
                for fact in check.facts.values():
                    if isinstance(fact, Ledger):
                        yield from self.ledger(fact, 1)

    # -- traces ---------------------------------------------------------------------------------------------
    def trace(
        self,
        entries: Iterable[Entry],
        level: int = 2,
        beside: Callable[[Entry, Words], Iterable[str]] = lambda entry, words: (),
    ) -> Iterator[str]:
        """A run told: headings, what happened, dice, choices, each with what stands `beside` it; then what rests on
        stand-ins and readings."""
        kept = _told(list(entries))
        for entry in kept:
            told = self if self.naming is None or entry.state is None else replace(self, names=self.naming(entry.state))
            yield from told.entry(entry, level)
            yield from beside(entry, told)
        yield from self.footnotes()

    def entry(self, entry: Entry, level: int = 2) -> Iterator[str]:
        pad = "  " * entry.depth
        sign = {"section": "■ ", "roll": "⚄ ", "choice": "► ", "say": "· "}[entry.what]
        facts = {"who": Side(entry.who), **entry.facts} if entry.who else entry.facts
        yield f"{pad}{sign}{self.say(entry.kind, facts)} [{self.cite(entry.rule)}]{self.marks(entry.facts)}"
        if entry.despite:
            yield f"{pad}  {self.say('despite', {'rules': tuple(Cited(rule) for rule in entry.despite)})}"
        if level > 1:
            for ledger in entry.ledgers:
                yield from (f"{pad}    {text}" for text in self.ledger(ledger, brief=level < 3))
        if level > 2 or entry.despite:
            yield from (f"{pad}    {self.check(check)}" for check in entry.checks)

    def footnotes(self) -> Iterator[str]:
        """Which tables stand in for missing charts, and which readings were used, in what was told so far."""
        if self.stand_ins:
            titles = tuple(Text.of(self.book.tables[name]["title"])(self.lang) for name in sorted(self.stand_ins))
            yield self.say("stand-in", {"tables": titles})
        for slug, option in sorted(self.readings.items()):
            yield self.reading("reading", slug, option)

    def reading(self, kind: str, slug: str, option: str, **facts: Any) -> str:
        """What the booklet leaves open, how it is read here, and the name by which it is switched."""
        question = Text.of(self.book.readings[slug]["question"])(self.lang)
        return self.say(kind, {"question": question, "option": self.option(slug, option), "slug": slug, **facts})

    def option(self, slug: str, option: str) -> str:
        """One way to read what the booklet leaves open."""
        return Text.of(self.book.readings[slug]["options"][option])(self.lang)

    def rest(self, rest: Rest, legal: bool) -> Iterator[str]:
        """A reading that decides a verdict, and what its other options would say."""
        slug, option = rest.chosen.reading, rest.chosen.option
        yield self.reading("rests", slug, option)
        for other, then in rest.others:
            kind = "not-asked" if then is None else "same" if then == legal else "legal" if then else "refused"
            yield "  " + self.say(f"rests.{kind}", {"option": self.option(slug, other), "switch": f"{slug}={other}"})

    def marks(self, facts: Facts) -> str:
        """Marks for readings, and for stand-ins that no cell of the sentence showed."""
        marks = ""
        for fact in flat(facts):
            if isinstance(fact, Chosen):
                self.readings[fact.reading] = fact.option
                marks += "" if "‡" in marks else " ‡"
            elif isinstance(fact, Cell) and fact.stand_in:
                self.stand_ins.add(fact.table)
                marks += "" if "†" in marks else " †"
        return marks

    @property
    def _messages(self) -> Mapping[str, Mapping[str, Any]]:
        return messages(self.book)


def _single(n: int | Fraction | Ledger, lang: Lang) -> bool:
    """Whether a number takes the singular: below 2 in French, 1 in English."""
    size = abs(Fraction(n.total if isinstance(n, Ledger) else n))
    return size < 2 if lang == "fr" else size == 1


def _told(entries: list[Entry]) -> list[Entry]:
    """Without headings under which nothing was said, or that only say again the one before."""
    kept: list[Entry] = []
    for entry in reversed(entries):
        if entry.what != "section" or (kept and kept[-1].depth > entry.depth):
            kept.append(entry)
    told: list[Entry] = []
    open_headings: dict[int, tuple[str, str]] = {}
    for entry in reversed(kept):
        heading = (entry.rule, entry.kind)
        if entry.what == "section":
            if open_headings.get(entry.depth) == heading and not entry.facts:
                continue
            open_headings = {depth: h for depth, h in open_headings.items() if depth < entry.depth}
            open_headings[entry.depth] = heading
        told.append(entry)
    return told


@cache
def engine_messages() -> Mapping[str, Any]:
    import yaml

    text = Path(__file__).with_name("messages.yaml").read_text("utf-8")
    loaded: Mapping[str, Any] = yaml.safe_load(text)
    return loaded


@cache
def messages(book: Rulebook) -> Mapping[str, Mapping[str, Any]]:
    """The engine's messages and nouns with the rule set's own."""
    own, common = book.data.get("words", {}), engine_messages()
    return {part: {**common[part], **own.get(part, {})} for part in ("messages", "nouns")}
