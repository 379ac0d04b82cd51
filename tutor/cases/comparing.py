"""What was found against what a case expects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tutor.cases.model import Case, Difference, Found
from tutor.cases.paths import same, written
from tutor.engine.ledger import Ledger, Line, Op
from tutor.engine.tables import exact
from tutor.library import frozen

_OPS: Mapping[str, Op] = {"x": "×", "×": "×", "<=": "≤", "≤": "≤", ">=": "≥", "≥": "≥", "=": "=", "+": "+"}
_ROUND: Mapping[str, Op] = {"down": "⌊⌋", "up": "⌈⌉", "near": "≈"}
_SIGNS = {op: sign for sign, op in _OPS.items() if sign.isascii()} | {op: name for name, op in _ROUND.items()}

APART = {"legal", "number"}  # where `never` names rules that do not decide


def differences(case: Case, found: Found) -> Iterator[Difference]:
    """Where the answer differs; then the rules that should decide it and do not, and those that should not and do."""
    yield from answer_differs(case, found)
    missing = tuple(rule for rule in case.rules if rule not in found.decide)
    if missing:
        yield Difference("rules", {"missing": missing, "decide": tuple(sorted(found.decide))})
    if case.question in APART:
        yield from (Difference("decides", {"unwanted": rule}) for rule in case.never if rule in found.decide)


def answer_differs(case: Case, found: Found) -> Iterator[Difference]:
    """Where the answer differs, whatever decided it."""
    return _COMPARE[case.question](case, found.answer)


def _differs(what: str, expected: Any, found: Any) -> Difference:
    return Difference("differs", {"what": what, "expected": written(expected), "found": written(found)})


def _plain(case: Case, answer: Any) -> Iterator[Difference]:
    if answer != case.expect:
        yield _differs(case.question, case.expect, answer)


def _number(case: Case, ledger: Ledger) -> Iterator[Difference]:
    expect = case.expect if isinstance(case.expect, Mapping) else {"total": case.expect}
    if expect.get("total") is not None and exact(expect["total"]) != ledger.total:
        yield _differs("total", expect["total"], ledger.total)
    lines = list(ledger.walk())
    for entry in expect.get("lines", ()):
        ((rule, amount),) = entry.items()
        op, wanted = read_amount(amount)
        at = next((i for i, line in enumerate(lines) if _is(line, rule, op, wanted)), None)
        if at is None:
            told = tuple(f"{line.rule}: {show_amount(line)}" for line in ledger.walk())
            yield Difference("line", {"rule": rule, "amount": amount, "lines": told})
            return
        lines = lines[at + 1 :]


def _is(line: Line, rule: str, op: Op, wanted: Any) -> bool:
    return (line.rule, line.op) == (rule, op) and (wanted is None or line.number == wanted)


def read_amount(amount: Any) -> tuple[Op, Any]:
    """`2`, `x 1/2`, `<= 4`, `down` as an operation and a number; raises ValueError."""
    text = str(amount).strip()
    if text in _ROUND:
        return _ROUND[text], None
    for sign in ("<=", ">=", "≤", "≥", "x", "×", "=", "+"):
        if text.startswith(sign):
            return _OPS[sign], exact(text[len(sign) :].strip())
    return "+", exact(text)


def show_amount(line: Line) -> str:
    """A ledger line's amount as a case would write it."""
    sign = _SIGNS[line.op]
    if line.op in _ROUND.values():
        return sign
    return written(line.number) if line.op == "+" else f"{sign} {written(line.number)}"


def _cell(case: Case, cell: Any) -> Iterator[Difference]:
    for part, expected in case.expect.items():
        if expected is not None and str(expected) != getattr(cell, part):
            yield _differs(part, expected, getattr(cell, part))


def _chooser(case: Case, found: Mapping[str, Any]) -> Iterator[Difference]:
    if case.expect == "nobody":
        if found:
            yield _differs("chooser", "nobody", f"{found['who']}: {found['ask']}")
        return
    if not found:
        yield _differs("chooser", case.expect, "nobody")
        return
    for part in ("who", "ask"):
        if part in case.expect and case.expect[part] != found[part]:
            yield _differs(part, case.expect[part], found[part])
    if "choices" in case.expect and "choices" not in found:
        yield Difference("no-choice", {"who": found["who"], "ask": found["ask"]})
    elif "choices" in case.expect:
        wanted = {_choice(one) for one in case.expect["choices"]}
        legal = {_choice(one) for one in found["choices"]}
        if wanted != legal:
            facts = {"missing": tuple(sorted(wanted - legal)), "more": tuple(sorted(legal - wanted))}
            yield Difference("choices", facts)


def _choice(answer: Any) -> str:
    return written(frozen(answer))


def _after(case: Case, found: Mapping[str, Any]) -> Iterator[Difference]:
    for path, expected in case.expect.items():
        if not same(expected, found[path]):
            yield _differs(path, expected, found[path])


def _order(case: Case, told: tuple[frozenset[str], ...]) -> Iterator[Difference]:
    at = 0
    before = ""
    for wanted in map(str, case.expect):
        place = next((i for i in range(at, len(told)) if wanted in told[i]), None)
        if place is None:
            elsewhere = any(wanted in tokens for tokens in told)
            kind = "too-early" if elsewhere else "never-told"
            yield Difference(kind, {"wanted": wanted, "before": before or "–"})
            return
        at, before = place + 1, wanted
    for unwanted in case.never:
        if any(unwanted in tokens for tokens in told):
            yield Difference("told", {"unwanted": unwanted})


def _chances(case: Case, found: Any) -> Iterator[Difference]:
    if not isinstance(case.expect, Mapping):
        if exact(case.expect) != found:
            yield _differs("odds", case.expect, found)
        return
    wanted = {key: exact(value) for key, value in case.expect.items()}
    for key in sorted({*wanted, *found}):
        if wanted.get(key, 0) != found.get(key, 0):
            yield _differs(key, wanted.get(key, 0), found.get(key, 0))


def _extremes(case: Case, found: tuple[Any, Any]) -> Iterator[Difference]:
    for what, expected, value in zip(("least", "most"), case.expect, found, strict=True):
        if exact(expected) != value:
            yield _differs(what, expected, value)


_COMPARE: Mapping[str, Callable[[Case, Any], Iterator[Difference]]] = {
    "legal": _plain,
    "number": _number,
    "cell": _cell,
    "chooser": _chooser,
    "after": _after,
    "order": _order,
    "odds": _chances,
    "bounds": _extremes,
}
