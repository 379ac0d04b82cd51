"""Paths like `pieces.gz27.steps`: into a scenario's data, to change it, and into a position, to look at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from copy import deepcopy
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from tutor.engine.pieces import Pieces
from tutor.engine.tables import exact


class _Absent:
    def __repr__(self) -> str:
        return "absent"


ABSENT = _Absent()


class NoPath(KeyError):
    """A path that leads nowhere."""


# -- data --------------------------------------------------------------------------------------------------------
def changed(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of the data with these paths set; None takes away. Raises NoPath."""
    new = deepcopy(dict(data))
    for path, value in changes.items():
        _put(new, path.split("."), value, path)
    return new


def _put(holder: Any, parts: list[str], value: Any, path: str) -> None:
    for size in range(len(parts) - 1, 0, -1):
        found = _inner(holder, ".".join(parts[:size]))
        if found is not ABSENT:
            _put(found, parts[size:], value, path)
            return
    key = ".".join(parts)
    if isinstance(holder, dict):
        if len(parts) > 1 and key not in holder:
            raise NoPath(path)
        if value is None:
            holder.pop(key, None)
        else:
            holder[key] = deepcopy(value)
    elif isinstance(holder, list) and len(parts) == 1:
        _put_in_list(holder, key, value, path)
    else:
        raise NoPath(path)


def _put_in_list(holder: list[Any], key: str, value: Any, path: str) -> None:
    at = next((i for i, one in enumerate(holder) if isinstance(one, dict) and str(one.get("id")) == key), None)
    if at is None and key.isdigit() and int(key) < len(holder):
        at = int(key)
    if value is None:
        if at is None:
            raise NoPath(path)
        del holder[at]
    elif at is not None:
        holder[at] = deepcopy(value)
    else:
        holder.append({"id": key, **value} if isinstance(value, dict) else value)


def _inner(holder: Any, key: str) -> Any:
    if isinstance(holder, dict):
        return holder.get(key, ABSENT)
    if isinstance(holder, list):
        for one in holder:
            if isinstance(one, dict) and str(one.get("id")) == key:
                return one
        if key.isdigit() and int(key) < len(holder):
            return holder[int(key)]
    return ABSENT


# -- positions ---------------------------------------------------------------------------------------------------
def look(thing: Any, path: str) -> Any:
    """What lies at a path of a position; ABSENT where nothing does."""
    return _look(thing, path.split("."))


def _look(thing: Any, parts: list[str]) -> Any:
    if not parts:
        return thing
    if isinstance(thing, Pieces) and parts[0] == "at" and len(parts) > 1:
        return frozenset(piece.id for piece in thing.at(".".join(parts[1:])))
    for size in range(len(parts), 0, -1):
        found = _part(thing, ".".join(parts[:size]))
        if found is not ABSENT:
            return _look(found, parts[size:])
    return ABSENT


def _part(thing: Any, key: str) -> Any:
    if isinstance(thing, Pieces):
        piece = thing.get(key)
        return ABSENT if piece is None else piece
    if isinstance(thing, Mapping):
        return next((value for name, value in thing.items() if written(name) == key), ABSENT)
    if isinstance(thing, (list, tuple, Set)):
        for one in thing:
            if str(getattr(one, "id", None)) == key:
                return one
        if isinstance(thing, (list, tuple)) and key.isdigit() and int(key) < len(thing):
            return thing[int(key)]
        return ABSENT
    if key.isidentifier() and not key.startswith("_") and hasattr(thing, key):
        found = getattr(thing, key)
        return ABSENT if callable(found) else found
    return ABSENT


# -- values ------------------------------------------------------------------------------------------------------
def same(expected: Any, found: Any) -> bool:
    """Whether a value written in a case is the one found. Sets compare in any order."""
    if expected == "absent" and found is ABSENT:
        return True
    if expected is None or isinstance(expected, bool) or isinstance(found, bool) or found is None:
        return expected is found or (isinstance(expected, str) and expected == written(found))
    if isinstance(found, (int, Fraction)):
        return bool(_number(expected) == found)
    if isinstance(found, Set):
        return isinstance(expected, list) and _paired(list(expected), list(found))
    if isinstance(found, (list, tuple)) and isinstance(expected, list):
        return len(expected) == len(found) and all(map(same, expected, found))
    if isinstance(expected, Mapping):
        return _same_mapping(expected, found)
    return str(expected) == written(found)


def _paired(expected: list[Any], found: list[Any]) -> bool:
    left = list(found)
    for one in expected:
        match = next((i for i, other in enumerate(left) if same(one, other)), None)
        if match is None:
            return False
        del left[match]
    return not left


def _same_mapping(expected: Mapping[str, Any], found: Any) -> bool:
    """Of a mapping all entries; of a thing with attributes those that are named."""
    if isinstance(found, Mapping):
        return len(expected) == len(found) and all(same(value, _part(found, key)) for key, value in expected.items())
    return all(same(value, _part(found, key)) for key, value in expected.items())


def _number(value: Any) -> Any:
    try:
        return exact(value)
    except (ValueError, ZeroDivisionError):
        return None


def written(value: Any) -> str:
    """A value as a case would write it."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case Fraction() if value.denominator == 1:
            return str(value.numerator)
        case str() | int() | Fraction():
            return str(value)
        case list() | tuple():
            return ", ".join(map(written, value))
        case Set():
            return ", ".join(sorted(map(written, value)))
        case Mapping():
            return ", ".join(f"{written(key)}: {written(one)}" for key, one in value.items())
        case Pieces():
            return ", ".join(piece.id for piece in value)
    if hasattr(value, "value") and type(value).__module__ == "enum":
        return str(value.value)
    if is_dataclass(value):
        return ", ".join(f"{key}: {written(one)}" for key, one in _shown(value))
    return str(value)


def _shown(value: Any) -> Iterator[tuple[str, Any]]:
    return ((field.name, getattr(value, field.name)) for field in fields(value))
