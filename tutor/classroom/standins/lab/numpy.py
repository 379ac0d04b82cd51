"""Numbers in rows as ipycanvas sends them, for a folder without NumPy: flat, with their shape."""

from __future__ import annotations

from array import array as _flat
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

__version__ = "2.0.0"
float16, float32, float64, uint8, int32, int64 = "float16", "float32", "float64", "uint8", "int32", "int64"
_CODES = {float32: "f", float64: "d", uint8: "B", int32: "i", int64: "q"}


class ndarray:
    """As many numbers as the shape says."""

    flags = {"C_CONTIGUOUS": True}

    def __init__(self, numbers: _flat[Any], shape: Sequence[int], dtype: str) -> None:
        self.numbers, self.shape, self.dtype = numbers, tuple(shape), dtype

    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: len(self.numbers))

    def ravel(self) -> ndarray:
        return ndarray(self.numbers, (len(self.numbers),), self.dtype)

    def astype(self, dtype: str) -> ndarray:
        return ndarray(_as(self.numbers, dtype), self.shape, dtype)

    def tolist(self) -> list[Any]:
        return self.numbers.tolist()

    def __buffer__(self, flags: int) -> memoryview:
        return memoryview(self.numbers)

    def __len__(self) -> int:
        return self.shape[0]


def array(given: Any, dtype: str | None = None) -> ndarray:
    if isinstance(given, ndarray):
        return given if dtype in (None, given.dtype) else given.astype(str(dtype))
    numbers = [*_numbers(given)]
    kind = dtype or (int64 if all(isinstance(one, int) for one in numbers) else float64)
    return ndarray(_as(numbers, kind), _shape(given), kind)


def _as(numbers: Iterable[Any], dtype: str) -> _flat[Any]:
    whole = int if "int" in dtype else float
    return _flat(_CODES[dtype], [whole(one) for one in numbers])


asarray = ascontiguousarray = array


def require(given: Any, dtype: str | None = None, requirements: Sequence[str] = ()) -> ndarray:
    return array(given, dtype)


def frombuffer(given: bytes, dtype: str) -> ndarray:
    numbers = _flat(_CODES[dtype], bytes(given))
    return ndarray(numbers, (len(numbers),), dtype)


def concatenate(several: Iterable[Any]) -> ndarray:
    """Rows below rows."""
    parts = [array(one) for one in several]
    numbers = _flat(parts[0].numbers.typecode)
    for one in parts:
        numbers.extend(one.numbers)
    return ndarray(numbers, (sum(len(one) for one in parts), *parts[0].shape[1:]), parts[0].dtype)


def _shape(given: Any) -> list[int]:
    found = []
    while isinstance(given, list | tuple):
        found.append(len(given))
        if not given:
            break
        given = given[0]
    return found


def _numbers(given: Any) -> Iterator[Any]:
    if isinstance(given, list | tuple):
        for one in given:
            yield from _numbers(one)
    else:
        yield given
