"""What goes into the folder for a classroom: the tutor with what it needs, and Python's own library, two archives."""

from __future__ import annotations

import io
import json
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path

import tutor
from tutor import rulesets
from tutor.classroom.runtime import Runtime, node
from tutor.engine.rulebook import COMPILED, MESSAGES
from tutor.library import shipped

PACKAGE = Path(tutor.__file__).parent
STAND_INS = PACKAGE / "classroom" / "standins"
# What the page never asks for: commands, servers, what is only built with; a rulebook's sources, which are compiled;
# the hours in class, which are the teacher's.
LEFT_OUT = ("cli", "classroom", "data", "home/server.py", "home/voila", "__main__.py")
IN_THE_PAGE = ("classroom/__init__.py", "classroom/pupil.py", "classroom/notebook.py", "classroom/messages.yaml")
SUFFIXES = (".py", ".yaml", ".json", ".css", ".js")
DATA = ("scenarios", "chronicles", *(f"tests/cases/{game}" for game in rulesets.GAMES))
PURE = ("pyyaml", "pydantic", "typing_extensions", "annotated_types", "typing_inspection", "platformdirs",
        "snowballstemmer")  # fmt: skip
UNUSED = ("pydantic/v1/", "pydantic/mypy.py")  # what it has for programs written long ago, and for checking types
FOR_PROGRAMMERS = frozenset(
    ("_pyrepl", "doctest", "imaplib", "mailbox", "multiprocessing", "optparse", "pdb", "pickletools", "pydoc",
     "unittest", "wsgiref", "xmlrpc")
)  # fmt: skip
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same files make the same archive

File = tuple[str, bytes]


def archives(runtime: Runtime) -> tuple[bytes, bytes]:
    """Python's library, and everything else that it reads in the page."""
    made = zipped(library(runtime)), zipped((*own(), *stand_ins(), *pure(), *core(runtime)))
    if not node():
        return made
    places = f"/lib/python{runtime.python.replace('.', '')}.zip/", f"{runtime.site}/"
    first, second = compiled(made, places, runtime)
    return first, second


def zipped(files: Iterable[File]) -> bytes:
    """Not pressed yet: the whole is pressed as one, which takes a third less."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, content in sorted(files):
            made.writestr(zipfile.ZipInfo(name, EPOCH), content)
    return out.getvalue()


def compiled(packed: Sequence[bytes], places: Sequence[str], runtime: Runtime) -> list[bytes]:
    """The same with every module compiled by the Python of the page, which then starts in two thirds of the time."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{n}.zip" for n in range(len(packed))]
        for file, content in zip(files, packed, strict=True):
            file.write_bytes(content)
        given = [str(one) for pair in zip(files, places, strict=True) for one in pair]
        script = PACKAGE / "classroom" / "compile.mjs"
        subprocess.run([*node(), str(script), str(runtime.folder), *given], check=True)
        return [file.read_bytes() for file in files]


# -- what lies in it ------------------------------------------------------------------------------------------------
def library(runtime: Runtime) -> Iterator[File]:
    """Python's own, without what only a programmer asks for."""
    with zipfile.ZipFile(io.BytesIO(runtime.read("python_stdlib.zip"))) as whole:
        for name in whole.namelist():
            if name.partition("/")[0].removesuffix(".py") not in FOR_PROGRAMMERS and not name.endswith("/"):
                yield name, whole.read(name)


def own() -> Iterator[File]:
    """The engine, the games, Home; their data where an installed tutor has them; rulebooks as they are loaded."""
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if path.suffix in SUFFIXES and _wanted(name):
            yield f"tutor/{name}", path.read_bytes()
    for game in rulesets.GAMES:
        yield f"tutor/rulesets/{game}/{COMPILED}", json.dumps(rulesets.book(game).data, ensure_ascii=False).encode()
    for what in DATA:
        folder = shipped(what)
        for path in sorted(folder.rglob("*.yaml")):
            yield f"tutor/data/{what}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _wanted(name: str) -> bool:
    parts = name.split("/")
    if parts[0] == "rulesets" and len(parts) > 2 and parts[2] in ("rulebook", "hours", MESSAGES, COMPILED):
        return False
    return name in IN_THE_PAGE or not any(name == one or name.startswith(f"{one}/") for one in LEFT_OUT)


def stand_ins() -> Iterator[File]:
    """Under their bare names: whoever imports ipywidgets finds the page's."""
    for path in sorted(STAND_INS.glob("*.py")):
        if path.name != "__init__.py":
            yield path.name, path.read_bytes()


def pure() -> Iterator[File]:
    """What the tutor needs and is Python alone, as it is installed here."""
    for name in PURE:
        for file in metadata.distribution(name).files or ():
            if file.suffix == ".py" and ".." not in file.parts and not file.as_posix().startswith(UNUSED):
                yield file.as_posix(), Path(str(file.locate())).read_bytes()


def core(runtime: Runtime) -> Iterator[File]:
    with zipfile.ZipFile(runtime.core) as wheel:
        for name in wheel.namelist():
            if name.endswith((".so", ".py", "METADATA")):
                yield name, wheel.read(name)
