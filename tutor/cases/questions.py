"""The closed list of questions: each finds its answer, and the rules that decide it."""

from __future__ import annotations

import difflib
import inspect
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from tutor.cases.model import Case, Found
from tutor.cases.naming import Names
from tutor.cases.naming import meant as named
from tutor.cases.paths import look, written
from tutor.cases.script import Astray, answer_meant, skip_to, to_end
from tutor.engine.ask import BACK, Ask, NotAnAnswer
from tutor.engine.check import Check, Verdict
from tutor.engine.facts import Cell, flat
from tutor.engine.ledger import Ledger
from tutor.engine.odds import bounds, odds
from tutor.engine.play import Session
from tutor.engine.policy import NoWayOut, Policy, Question
from tutor.engine.run import Position, Ruleset, Run
from tutor.engine.tabletop import NoBattle, NoLine
from tutor.engine.trace import Entry, Trace

RUNS = 20
SEED = 1916


# -- what cites what ---------------------------------------------------------------------------------------------
def ledgers_in(facts: Mapping[str, Any]) -> Iterator[Ledger]:
    return (fact for fact in flat(facts) if isinstance(fact, Ledger))


def cited_by(check: Check) -> Iterator[str]:
    """The rules of a check: its own, what exempts, and those of the ledgers that it compares."""
    yield check.rule
    if check.exempt_by:
        yield check.exempt_by
    for ledger in ledgers_in(check.facts):
        yield from ledger.rules


def cited_in(entries: Iterable[Entry]) -> frozenset[str]:
    """Every rule that was cited in a trace."""
    found: set[str] = set()
    for entry in entries:
        found.update(entry.rules())
        for check in entry.checks:
            found.update(cited_by(check))
        for ledger in ledgers_in(entry.facts):
            found.update(ledger.rules)
    return frozenset(found)


# -- the questions -----------------------------------------------------------------------------------------------
def legal(session: Session, case: Case) -> Found:
    """May this be answered?"""
    ((kind, answer),) = case.argument.items()
    ask = skip_to(session, kind)
    if not isinstance(ask, Ask):
        raise Astray("dice-asked", ask=ask.kind, who=ask.who, wanted=kind)
    try:
        verdict = ask.verdict(answer_meant(ask, answer))
    except NotAnAnswer:
        raise Astray("no-answer", answer=answer, ask=kind) from None
    cited = frozenset(rule for check in verdict.checks for rule in cited_by(check)) | {ask.rule}
    return Found(verdict.legal, _deciding(ask, verdict), _refusing(verdict), _allowing(verdict), cited, (verdict,))


def _deciding(ask: Ask, verdict: Verdict) -> frozenset[str]:
    checks = verdict.objections or verdict.held
    found = frozenset(rule for check in checks for rule in cited_by(check))
    return found | {ask.rule} if verdict.legal else found


def _refusing(verdict: Verdict) -> frozenset[str]:
    return frozenset(check.rule for check in verdict.objections)


def _allowing(verdict: Verdict) -> frozenset[str]:
    return frozenset(check.exempt_by or check.rule for check in verdict.held) if verdict.legal else frozenset()


def number(session: Session, case: Case) -> Found:
    """What is this number?"""
    name, given = (case.argument, {}) if isinstance(case.argument, str) else next(iter(case.argument.items()))
    reckon, state = case.ruleset.numbers[name], session.state
    arguments = _arguments(name, reckon, given or {}, case.ruleset, state)
    try:
        ledger = reckon(state, **arguments)
    except (NoBattle, ZeroDivisionError) as none:  # odds against nobody
        raise Astray("no-battle", name=name) from none
    except NoLine as none:
        raise Astray("no-line", name=name) from none
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise _unreckoned(name, arguments, state, error) from error
    rules = frozenset(ledger.rules) | {rule for line in ledger.walk() for rule in _of_line(line.facts)}
    return Found(ledger, rules, cited=rules, shown=(ledger,))


UNITS, PLACES = ("unit", "units", "attackers"), ("place", "origin", "area", "observer")  # what arguments name


def _arguments(
    name: str, reckon: Callable[..., Ledger], given: Mapping[str, Any], rules: Ruleset, state: Any
) -> dict[str, Any]:
    """What is given, units and places by id or name; whole numbers that name one, or stand for a text, are ids."""
    takes = dict(list(inspect.signature(reckon).parameters.items())[1:])
    needs = [one for one, parameter in takes.items() if parameter.default is parameter.empty]
    if not set(needs) <= given.keys() or not given.keys() <= takes.keys():
        raise Astray("other-arguments", name=name, wanted=tuple(takes) or ("–",), found=tuple(given) or ("–",))
    names = Names(rules, state)

    def meant(argument: str, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return tuple(meant(argument, one) for one in value)
        wanted = str(takes[argument].annotation)
        if isinstance(value, bool) or (isinstance(value, int) and wanted in ("int", "<class 'int'>")):
            return value
        kind = "unit" if argument in UNITS else "place" if argument in PLACES else None
        if kind is not None and not state.exists(kind, str(value)):
            return _by_name(names, kind, value)
        return value if not isinstance(value, int) or not ("str" in wanted or _there(state, str(value))) else str(value)

    return {argument: meant(argument, value) for argument, value in given.items()}


def _by_name(names: Names, kind: str, given: Any) -> Any:
    found = named(names.of(kind), str(given), loosely=False)
    return str(found[0]) if len(found) == 1 else str(given) if isinstance(given, int) else given


def _there(state: Any, id: str) -> bool:
    return any(state.exists(kind, id) for kind in ("unit", "place"))


def _unreckoned(name: str, arguments: Mapping[str, Any], state: Any, error: Exception) -> Astray:
    """Why a number cannot be reckoned: what was given is not there, or there is nothing to reckon it of."""
    for argument, value in arguments.items():
        for one in value if isinstance(value, tuple) else (value,):
            if argument in (*UNITS, *PLACES) and not _there(state, str(one)):
                known = [id for kind in ("unit", "place") for id in map(str, state.everything(kind))]
                near = difflib.get_close_matches(str(one), known, n=4, cutoff=0.4) or known[:4]
                return Astray("not-there", name=name, argument=argument, found=str(one), near=tuple(near))
    missing = error.args[0] if isinstance(error, LookupError) and error.args else error
    return Astray("no-number", name=name, problem=str(missing))


def _of_line(facts: Mapping[str, Any]) -> Iterator[str]:
    for ledger in ledgers_in(facts):
        yield from ledger.rules


def cell(session: Session, case: Case) -> Found:
    """Where was this table read?"""
    whole = not isinstance(case.argument, str)
    table = case.argument["table"] if whole else case.argument
    read = [(fact, rules) for fact, rules in _cells(session.entries()) if fact.table == table]
    which: int = (whole and case.argument.get("which")) or len(read)
    if not read or which > len(read):
        raise Astray("no-cell", table=table, times=len(read))
    fact, rules = read[which - 1]
    return Found(fact, rules, shown=(fact,))


def _cells(entries: Iterable[Entry]) -> Iterator[tuple[Cell, frozenset[str]]]:
    """Every reading of a table, with the rules around it, in the order of the trace."""
    for entry in entries:
        for check in entry.checks:
            yield from _cells_in(check.facts, frozenset(cited_by(check)) | {entry.rule})
        yield from _cells_in(entry.facts, frozenset({entry.rule}))


def _cells_in(facts: Mapping[str, Any], around: frozenset[str]) -> Iterator[tuple[Cell, frozenset[str]]]:
    around = around | {rule for ledger in ledgers_in(facts) for rule in ledger.rules}
    for fact in flat(facts):
        if isinstance(fact, Cell):
            yield fact, around
        elif isinstance(fact, Ledger):
            within = around | set(fact.rules)
            for line in fact.walk():
                yield from _cells_in(line.facts, within)


def chooser(session: Session, case: Case) -> Found:
    """Who is asked, and what may he answer?"""
    ask = session.ask if case.argument == "next" else skip_to(session, case.argument)
    if ask is None:
        return Found({}, cited_in(session.entries()))
    found: dict[str, Any] = {"who": ask.who, "ask": ask.kind}
    decide, refused = {ask.rule, *_open_sections(session)}, frozenset[str]()
    if isinstance(ask, Ask) and isinstance(case.expect, Mapping) and "choices" in case.expect:
        verdicts = {answer: ask.verdict(answer) for answer in ask.candidates() if answer != BACK}
        found["choices"] = frozenset(answer for answer, verdict in verdicts.items() if verdict.legal)
        checks = [check for verdict in verdicts.values() for check in verdict.checks]
        refused = frozenset(check.rule for check in checks if not check.ok)
        decide |= {rule for check in checks for rule in cited_by(check)}
    return Found(found, frozenset(decide), refused, cited=frozenset(decide))


def _open_sections(session: Session) -> Iterator[str]:
    """The rules of the steps in which play stands."""
    depth = session.trace.depth
    for entry in reversed(session.trace.entries):
        if entry.what == "section" and entry.depth < depth:
            depth = entry.depth
            yield entry.rule


def after(session: Session, case: Case) -> Found:
    """What lies on the table?"""
    if case.argument == "end":
        to_end(session)
    answer = {path: look(session.state, path) for path in case.expect}
    return Found(answer, cited_in(session.entries()))


def order(session: Session, case: Case) -> Found:
    """What was told, in which order?"""
    if case.argument == "end":
        to_end(session)
    told = tuple(_tokens(entry) for entry in session.entries())
    return Found(told, cited_in(session.entries()))


def _tokens(entry: Entry) -> frozenset[str]:
    """All by which an entry may be named: its kind, its step or phase, the rules that it cites."""
    return cited_in([entry]) | {entry.kind, entry.kind.removeprefix("step.").removeprefix("phase.")}


def chances(session: Session, case: Case) -> Found:
    """How likely is it?"""
    rules, asked = case.ruleset, case.argument
    question = rules.questions[asked["question"]]
    players = _policies(case)
    try:
        outcome = odds(rules, session.position, question, players)
    except NoWayOut as stuck:
        raise Astray("no-way-out", ask=stuck.ask.kind, who=stuck.ask.who) from None
    if not outcome.exact:
        raise Astray("not-exact")
    found = {written(value): chance for value, chance in outcome.distribution.items()}
    cited = _cited_in_play(session, case, players, question)
    answer = found.get(written(asked["value"]), 0) if "value" in asked else found
    return Found(answer, cited, cited=cited)


def extremes(session: Session, case: Case) -> Found:
    """Between what and what do choices leave it?"""
    asked, players = case.argument, _policies(case)
    question, value = case.ruleset.questions[asked["question"]], written(asked.get("value"))

    def event(start: Any, end: Any) -> bool:
        return written(question.of(start, end)) == value

    found = bounds(case.ruleset, session.position, event, frozenset(asked["choosers"]), players, until=question.until)
    everyone = _Everyone(players, dict.fromkeys(asked["choosers"], _ANY))
    cited = _cited_in_play(session, case, everyone, question)
    return Found((found.lowest, found.highest), cited, cited=cited)


class _Everyone(dict[str, Policy]):
    """Policies by side; a side that has none and must choose is a fault of the case."""

    def __init__(self, *given: Mapping[str, Policy]) -> None:
        super().__init__(chain.from_iterable(part.items() for part in given))

    def __missing__(self, side: str) -> Policy:
        raise Astray("no-policy", who=side)


_ANY = Policy("any", None, lambda view, ask, legal: legal[0])  # type: ignore[arg-type]


def _policies(case: Case) -> _Everyone:
    named = case.argument.get("policies", {})
    return _Everyone({side: case.ruleset.policies[name] for side, name in named.items()})


def _cited_in_play(session: Session, case: Case, players: Mapping[str, Policy], question: Question) -> frozenset[str]:
    """What is cited in random runs from here: exact odds are worked out in silence."""
    rng = random.Random(SEED)
    found = cited_in(session.entries())
    for _ in range(RUNS):
        found |= _one_run(case.ruleset, session.position, players, question, rng)
    return found


def _one_run(
    rules: Ruleset, position: Position, players: Mapping[str, Policy], question: Question, rng: random.Random
) -> frozenset[str]:
    trace = Trace()
    run = Run(rules, position, trace)
    while run.ask is not None and (run.answers or not question.until(run.state)):
        ask = run.ask
        run.answer(players[ask.who].answer(rules, ask) if isinstance(ask, Ask) else ask.sample(rng))
    return cited_in(trace.entries)


FIND: Mapping[str, Callable[[Session, Case], Found]] = {
    "legal": legal,
    "number": number,
    "cell": cell,
    "chooser": chooser,
    "after": after,
    "order": order,
    "odds": chances,
    "bounds": extremes,
}
