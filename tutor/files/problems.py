"""What pydantic found wrong, said as faults: one a place, in words that are ours."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from tutor.files.faults import Fault, either
from tutor.files.nodes import Node

EXPECTED: Mapping[str, str] = {
    "string_type": "expects-text",
    "int_type": "expects-whole",
    "int_parsing": "expects-whole",
    "int_from_float": "expects-whole",
    "float_type": "expects-number",
    "float_parsing": "expects-number",
    "number": "expects-number",
    "bool_type": "expects-bool",
    "bool_parsing": "expects-bool",
    "list_type": "expects-list",
    "tuple_type": "expects-list",
    "set_type": "expects-list",
    "frozen_set_type": "expects-list",
    "dict_type": "expects-mapping",
    "model_type": "expects-mapping",
    "model_attributes_type": "expects-mapping",
    "mapping_type": "expects-mapping",
    "none_required": "expects-nothing",
    "literal_error": "expects-one-of",
    "enum": "expects-one-of",
    "string_pattern_mismatch": "expects-pattern",
    "cells-or-rows": "cells-or-rows",
    "track-only": "track-only",
    "ring-or-arrow": "ring-or-arrow",
    "comment": "expects-comment",
    "date": "expects-date",
    "author": "expects-author",
    "one-shape": "one-shape",
    "mark-label": "mark-label",
    "empty-fact": "empty-fact",
    "one-line": "one-line",
    "whole-act": "whole-act",
    "despite-what": "despite-what",
    "fact-certainty": "fact-certainty",
}
LIMITS = {
    "too_short": ("min_length", "≥"),
    "too_long": ("max_length", "≤"),
    "string_too_short": ("min_length", "≥"),
    "string_too_long": ("max_length", "≤"),
    "greater_than_equal": ("ge", "≥"),
    "greater_than": ("gt", ">"),
    "less_than_equal": ("le", "≤"),
    "less_than": ("lt", "<"),
}
_QUOTED = re.compile(r"'([^']*)'")


@dataclass(frozen=True)
class Problem:
    """One of pydantic's errors, with the way to it in the file and the union it lies in, if any."""

    path: tuple[object, ...]
    union: tuple[object, ...] | None
    kind: str
    facts: Mapping[str, Any]
    key: bool = False

    @property
    def deep(self) -> bool:
        return self.union is not None and (len(self.path) > len(self.union) or self.kind in ("missing", "unknown-key"))


def faults_of(error: ValidationError, forms: Iterable[type[BaseModel]], node: Node, name: str) -> list[Fault]:
    """The faults, one for each thing that is wrong; unknown keys are compared with those of all the forms."""
    known = frozenset(key for form in forms for key in field_names(form))
    problems = [_problem(one, known, node) for one in error.errors(include_url=False, include_input=False)]
    return [
        Fault(name, node.place(problem.path, key=problem.key), problem.kind, problem.facts)
        for problem in _one_each(problems)
    ]


def _problem(error: Any, known: frozenset[str], node: Node) -> Problem:
    path: list[object] = []
    union: tuple[object, ...] | None = None
    *above, last = error["loc"] or ("",)
    at = node
    for part in above:
        child = at.child(part)
        if child is None:
            union = union if union is not None else tuple(path)
        else:
            path.append(part)
            at = child
    kind, context = error["type"], error.get("ctx") or {}
    if kind == "missing":
        return Problem(tuple(path), union, "missing", {"key": last})
    if kind == "extra_forbidden":
        return Problem((*path, last), union, "unknown-key", _near(str(last), known), key=True)
    if at.child(last) is not None:
        path.append(last)
    elif last:
        union = union if union is not None else tuple(path)
    return Problem(tuple(path), union, *_expected(kind, context, error["msg"]))


def _expected(kind: str, context: Mapping[str, Any], told: str) -> tuple[str, dict[str, Any]]:
    if kind in LIMITS:
        name, sign = LIMITS[kind]
        sized = "expects-size" if name.endswith("length") else "expects-limit"
        return sized, {"sign": sign, "limit": context.get(name)}
    if kind in ("literal_error", "enum"):
        return "expects-one-of", {"expected": tuple(_QUOTED.findall(str(context.get("expected"))))}
    if kind == "string_pattern_mismatch":
        return "expects-pattern", {"pattern": context.get("pattern")}
    if kind in EXPECTED:
        return EXPECTED[kind], {}
    return "bad-value", {"problem": told}


def _near(key: str, known: frozenset[str]) -> dict[str, Any]:
    near = difflib.get_close_matches(key, sorted(known), n=1)
    return {"key": key, "near": f" ({near[0]}?)" if near else ""}


@cache
def field_names(form: type[BaseModel]) -> frozenset[str]:
    """Every key that a form and the forms in it know."""
    found: set[str] = set()
    for part in _forms(form, set()):
        found |= {field.alias or name for name, field in part.model_fields.items()}
    return frozenset(found)


def _forms(kind: Any, seen: set[Any]) -> Iterator[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        if kind not in seen:
            seen.add(kind)
            yield kind
            for field in kind.model_fields.values():
                yield from _forms(field.annotation, seen)
        return
    for part in get_args(kind):
        yield from _forms(part, seen)


def _one_each(problems: list[Problem]) -> Iterator[Problem]:
    """Of the ways in which something might have been right, the one that was tried; else what it might be."""
    unions: dict[tuple[object, ...], list[Problem]] = {}
    for problem in problems:
        if problem.union is None:
            yield problem
        else:
            unions.setdefault(problem.union, []).append(problem)
    for path, tried in unions.items():
        deep = [problem for problem in tried if problem.deep]
        if deep:
            yield from deep
        elif len(tried) == 1:
            yield tried[0]
        else:
            yield Problem(path, path, "expects-any", {"kinds": either((one.kind, one.facts) for one in tried)})
