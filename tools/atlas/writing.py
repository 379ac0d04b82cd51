"""A map as the text of its file: a line for every element, so that what changes can be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

BY_LINES = {"areas", "hexes", "links", "roads", "places", "sides"}


class _Inline(yaml.SafeDumper):
    """Everything on one line, and nothing by reference."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def inline(value: Any) -> str:
    """A value on one line, however long, its keys in the order in which they stand."""
    text = yaml.dump(value, Dumper=_Inline, allow_unicode=True, default_flow_style=True, width=10**9, sort_keys=False)
    return text.removesuffix("\n").removesuffix("\n...")


def text(data: Mapping[str, Any], sheet: str) -> str:
    head = [
        f"# Made by `python -m tools.atlas {sheet}` from its sheet in tools/atlas/sheets: change that.",
        "# Coasts, lakes and rivers are drawn from Natural Earth (public domain).",
    ]
    return "\n".join([*head, *_entries(data)]) + "\n"


def _entries(data: Mapping[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if key in BY_LINES and value:
            yield f"{key}:"
            yield from _lines(value, "  ")
        elif key == "drawn":
            yield f"{key}:"
            for part, within in value.items():
                if isinstance(within, Sequence) and within and not isinstance(within[0], int):
                    yield f"  {part}:"
                    yield from _lines(within, "    ")
                else:
                    yield f"  {part}: {inline(within)}"
        else:
            yield f"{key}: {inline(value)}"


def _lines(value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from (f"{indent}{inline(str(key))}: {inline(within)}" for key, within in value.items())
    else:
        yield from (f"{indent}- {inline(within)}" for within in value)
