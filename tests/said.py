"""What rules code says: every message kind in it, with the names of the facts that go with it, read from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CHECKS = {"objection", "held"}
LINES = {"plus", "times", "at_most", "at_least", "instead", "round_down", "round_up", "round_near"}
TELLS = {"say", "section"}
DICE = {"Die", "Pool", "Total"}
IMPLIED = {"Ask": {"who", "answer"}, "Die": {"who", "dice"}, "Pool": {"who", "dice"}, "Total": {"who", "dice"}}
NOT_FACTS = {"seen_by", "state"}


@dataclass(frozen=True)
class Said:
    """One place in the code that says something."""

    path: Path
    line: int
    call: str
    rules: tuple[str, ...]
    kinds: tuple[str, ...]
    facts: frozenset[str]
    open: bool  # more facts than the source shows (`**facts`)
    ends: bool  # a question that may be ended without an answer


def said_in(folder: Path) -> Iterator[Said]:
    for path in sorted(folder.glob("**/*.py")):
        yield from _in_file(path)


def _in_file(path: Path) -> Iterator[Said]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        found = _said(name, node)
        if found:
            rule, kind = found
            facts = {k.arg for k in node.keywords if k.arg} | IMPLIED.get(name, set())
            facts |= _named_facts(node)
            opened = any(k.arg is None for k in node.keywords)
            ends = any(k.arg == "to_end" for k in node.keywords)
            said = frozenset(facts - NOT_FACTS)
            yield Said(path, node.lineno, name, _strings(rule), _strings(kind), said, opened, ends)


def _said(name: str, node: ast.Call) -> tuple[ast.expr, ast.expr] | None:
    args = node.args
    if name in CHECKS | LINES | TELLS and len(args) >= 2:
        return args[0], args[1]
    if name == "of" and isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "Ledger":
        return args[0], args[1]
    if name == "Ask" and len(args) >= 4:
        return args[1], args[3]
    if name == "Check" and len(args) >= 2:
        return args[0], args[1]
    if name in DICE:
        given = {k.arg: k.value for k in node.keywords}
        at = 3 if name == "Pool" else 2
        usual = {"Die": "die", "Pool": "pool"}.get(name, "dice")
        kind = args[at] if len(args) > at else given.get("kind", ast.Constant(usual))
        return args[0], kind
    return None


def _named_facts(node: ast.Call) -> set[str]:
    """The keys of `facts={...}`."""
    for keyword in node.keywords:
        if keyword.arg == "facts" and isinstance(keyword.value, ast.Dict):
            return {str(key.value) for key in keyword.value.keys if isinstance(key, ast.Constant)}
    return set()


def _strings(node: ast.expr) -> tuple[str, ...]:
    """The strings that an expression can be: a constant, or either end of a conditional."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    if isinstance(node, ast.IfExp):
        return (*_strings(node.body), *_strings(node.orelse))
    return ()
