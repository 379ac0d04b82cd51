"""Records and scenarios as files that read back the same; and every file a person names: whole, or as it was."""

from __future__ import annotations

import errno
import os
import secrets
import stat
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


def write_whole(path: Path, content: str | bytes, over: bool = False) -> None:
    """A file written whole or left as it was; without `over` a file that is there is not touched (FileExistsError).

    What is written stands beside the file until all of it is on the disk, and then takes its place. A link stays a
    link, a file keeps its permissions, and what is no file (a pipe, `/dev/stdout`) is simply written to.
    """
    target, data = Path(os.path.realpath(path)), content.encode() if isinstance(content, str) else content
    if target.exists() and not target.is_file() and not target.is_dir():
        target.write_bytes(data)
        return
    refuse_to_write(path, over)
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    part = target.with_name(f".{target.name[:40]}.{secrets.token_hex(4)}.part")
    try:
        _write(part, data, mode)
        os.replace(part, target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        part.unlink(missing_ok=True)


def refuse_to_write(path: Path, over: bool = False) -> None:
    """Nothing, where the path may be written to; otherwise the OSError that says why not."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if target.exists() and not over:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _write(path: Path, data: bytes, mode: int | None) -> None:
    """A new file, all of it on the disk."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        path.chmod(mode)


def save_record(record: Record, path: Path, over: bool = False) -> None:
    write_whole(path, to_yaml(record.to_data()), over)


def load_record(path: Path) -> Record:
    """A record from its file; raises BadFile."""
    return Record.from_data(load(path, "record").data)
