"""A folder that looks like Python for the browser, and runs nothing."""

from __future__ import annotations

import json
import zipfile
from importlib import metadata
from pathlib import Path

from tutor.classroom.runtime import FILES, LOCK, MICROPIP_VERSION

INFO = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"}


def laid(folder: Path) -> Path:
    """A folder that looks like Python for the browser."""
    folder.mkdir(exist_ok=True)
    for name in FILES:
        (folder / name).write_bytes(f"// {name}".encode())
    with zipfile.ZipFile(folder / "python_stdlib.zip", "w") as library:
        for name in ("typing.py", "pdb.py", "unittest/__init__.py"):
            library.writestr(name, f"# {name}")
    (folder / LOCK).write_text(json.dumps({"info": INFO, "packages": {"numpy": {}}}), "utf-8")
    version = metadata.version("pydantic_core")
    with zipfile.ZipFile(folder / f"pydantic_core-{version}-cp314-cp314-pyemscripten_2026_0_wasm32.whl", "w") as wheel:
        wheel.writestr("pydantic_core/_core.so", b"machine code")
        wheel.writestr("pydantic_core/__init__.py", b"from ._core import *")
        wheel.writestr("pydantic_core/licence.txt", b"no need of it")
    return folder


def with_notebooks(folder: Path) -> Path:
    """The same, with what notebooks need beside."""
    laid(folder)
    with zipfile.ZipFile(folder / f"micropip-{MICROPIP_VERSION}-py3-none-any.whl", "w") as packed:
        packed.writestr("micropip/__init__.py", "")
    return folder
