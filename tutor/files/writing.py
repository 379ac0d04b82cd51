"""Records and scenarios as files that read back the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from tutor.engine.records import Record
from tutor.files.loading import load


class _Dumper(yaml.SafeDumper):
    """Lists of plain values on one line, everything else below one another; no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> Any:
        node = super().represent_sequence(tag, sequence, flow_style)
        node.flow_style = all(isinstance(item, yaml.ScalarNode) for item in node.value)
        return node


class _Inline(yaml.SafeDumper):
    """Everything on one line."""


_Dumper.add_multi_representer(tuple, _Dumper.represent_list)
_Inline.add_multi_representer(tuple, _Inline.represent_list)


def to_yaml(data: Mapping[str, Any]) -> str:
    """Plain data as YAML."""
    return yaml.dump(dict(data), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)


def inline(value: Any) -> str:
    """A value as it can be written in a file, on one line."""
    text = yaml.dump(value, Dumper=_Inline, allow_unicode=True, default_flow_style=True, width=10_000)
    return text.removesuffix("\n").removesuffix("\n...")


def save_record(record: Record, path: Path) -> None:
    path.write_text(to_yaml(record.to_data()), "utf-8")


def load_record(path: Path) -> Record:
    """A record from its file; raises BadFile."""
    return Record.from_data(load(path, "record").data)
