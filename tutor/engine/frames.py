"""What was found as tables for whoever computes: DataFrames of pandas, which comes with the extra `frames`.

The names of the columns are English in every language and stay as they are: `docs/frames.md` says what each holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tutor.engine.text import Text, language

if TYPE_CHECKING:
    from pandas import DataFrame

LACKING = Text(
    "il faut pandas : pip install 'grande-guerre-tutor[frames]'",
    "this needs pandas: pip install 'grande-guerre-tutor[frames]'",
)


class NoPandas(ImportError):
    """Tables were asked for where pandas is not installed."""

    def __init__(self) -> None:
        super().__init__(LACKING(language()))


def frame(rows: Iterable[Sequence[Any] | Mapping[str, Any]], columns: Sequence[str]) -> DataFrame:
    """These rows under these columns, also where there is no row; raises NoPandas."""
    try:
        from pandas import DataFrame
    except ImportError:
        raise NoPandas from None
    return DataFrame(list(rows), columns=list(columns))


def number(value: Fraction | int | None) -> float | int | None:
    """A number as one computes with it: whole where it is whole."""
    if value is None:
        return None
    return int(value) if value == int(value) else float(value)
