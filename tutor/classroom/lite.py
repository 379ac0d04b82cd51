"""`tutor kit --lite FOLDER`: JupyterLab with all notebooks, and the Python that runs them, as files for any web server.

JupyterLite builds the pages. It is kept beside Python for the browser and installed nowhere: JupyterLab would load its
extension, which only the browser's JupyterLab can use. Every package that a notebook needs is a wheel beside Python
for the browser, as it is installed here, and a lock names them all: nothing is looked for elsewhere.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from jupyter_core.paths import jupyter_path
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from platformdirs import user_cache_path

from tutor import __version__
from tutor.classroom.packing import PURE, STAND_INS, compiled, own, zipped
from tutor.classroom.runtime import FILES, LOCK, Runtime, node, run
from tutor.engine.sayings import Sayings
from tutor.engine.text import LANGUAGES, Lang, language
from tutor.library import shipped

say = Sayings("tutor.classroom")
JUPYTERLITE = "0.8.6"
BUILDERS = (  # what builds the pages, and of what it needs all that JupyterLab does not bring
    f"jupyterlite-core=={JUPYTERLITE}",
    f"jupyterlite-pyodide-kernel=={JUPYTERLITE}",
    "doit==0.37.0",
    "pkginfo>=1.12",
)
PYODIDE = Path("static") / "pyodide"  # where JupyterLite looks for it
OWN = "grande-guerre-tutor"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS = (KERNEL, "@jupyter-widgets/jupyterlab-manager", "ipycanvas", "anywidget")
ROOTS = ("ipython", "jedi", "ipywidgets", "ipycanvas", "anywidget", "comm", *PURE)
KERNELS = ("ipykernel", "piplite", "pyodide_kernel", "widgetsnbextension-4")  # wheels that the kernel brings
STOOD_IN = {"numpy": "numpy.py", "pillow": "PIL"}  # where a folder has only what the registries hold
# What Pyodide's whole distribution has, and what of ours needs it.
LARGE = ("numpy", "pillow", "matplotlib", "pandas")
USED_BY = {"tutor.compare.plots": "matplotlib", "tutor.compare.frames": "pandas"}
LEFT_OUT = (".so", ".pyd", ".dylib", ".pyc")
UNUSED = ("jedi/third_party/django-stubs/", "pydantic/v1/", "pydantic/mypy.py")
BROWSER = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix", "extra": ""}
STARTUP = "tutor/classroom/ipython"  # a profile of IPython
BEGIN = "from tutor.classroom.notebook import begin\nbegin(get_ipython())\n"
APPS = ("lab",)
SPEC = {"name": "python", "display_name": "Python", "language": "python"}

File = tuple[str, bytes]


@dataclass(frozen=True, slots=True)
class Wheel:
    """A package for the browser."""

    name: str
    version: str
    content: bytes

    @property
    def file(self) -> str:
        return f"{self.name.replace('-', '_')}-{self.version}-py3-none-any.whl"

    @property
    def entry(self) -> dict[str, Any]:
        """What Pyodide's lock says of it."""
        return {
            "name": self.name,
            "version": self.version,
            "file_name": self.file,
            "sha256": hashlib.sha256(self.content).hexdigest(),
            "install_dir": "site",
            "package_type": "package",
            "imports": [],
            "depends": [],
            "unvendored_tests": False,
        }


class Unbuilt(Exception):
    """JupyterLite could not build the pages."""


def builders() -> Path:
    """Where JupyterLite lies: fetched once from the registry that pip is set to; raises Lacking."""
    folder = user_cache_path("tutor", appauthor=False) / f"jupyterlite-{JUPYTERLITE}"
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as base:
            fetched = Path(base) / "fetched"
            pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--only-binary", ":all:"]
            run([*pip, "--target", str(fetched), *BUILDERS], BUILDERS)
            if not folder.is_dir():  # another process may have been quicker
                fetched.rename(folder)
    return folder


def is_ours(folder: Path) -> bool:
    return (folder / PYODIDE / LOCK).is_file()


def build(folder: Path, runtime: Runtime, lang: Lang) -> int:
    """Write the folder; how many bytes there are in it."""
    with tempfile.TemporaryDirectory() as base:
        lite, site = Path(base) / "lite", Path(base) / "site"
        large = distribution(runtime)
        names = python(lite / PYODIDE, runtime, large)
        for name, content in notebooks(large):
            target = lite / "files" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        (lite / "jupyter-lite.json").write_text(json.dumps(settings(names, lang, runtime.site)), "utf-8")
        _pages(lite, site)
        size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
        shutil.copytree(site, folder, dirs_exist_ok=True)
    return size


def _pages(lite: Path, site: Path) -> None:
    """JupyterLite's own build, of nothing but what lies in the folder and the extensions that the tables need."""
    extensions = [f"--LiteBuildConfig.federated_extensions={path}" for path in _extensions()]
    how = ("--no-sourcemaps", "--no-unused-shared-packages", "--no-libarchive", "--ignore-sys-prefix")
    apps = [f"--apps={one}" for one in APPS]
    places = [f"--lite-dir={lite}", f"--output-dir={site}", f"--contents={lite / 'files'}"]
    command = [sys.executable, "-m", "jupyterlite_core", "build", *how, *apps, *places, *extensions]
    paths = os.pathsep.join(filter(None, (str(builders()), os.environ.get("PYTHONPATH"))))
    how_run: dict[str, Any] = {"cwd": lite, "env": os.environ | {"PYTHONPATH": paths}}
    done = subprocess.run(command, capture_output=True, text=True, check=False, **how_run)
    if done.returncode or not is_ours(site):
        told = [line for line in f"{done.stdout}\n{done.stderr}".splitlines() if line.strip()]
        raise Unbuilt(told[-1] if told else " ".join(command))


def _extensions() -> Iterator[Path]:
    """Where the extensions of JupyterLab lie that the notebooks need."""
    places = [builders() / "share" / "jupyter" / "labextensions", *map(Path, jupyter_path("labextensions"))]
    for name in EXTENSIONS:
        found = [path for place in places if (path := place / name).is_dir()]
        if not found:
            raise Unbuilt(name)
        yield found[0]


def settings(names: Iterable[str], lang: Lang, packages: str) -> dict[str, Any]:
    """What the pages are told: where Python is, and that there is no other place to look."""
    drive = {"TUTOR_PROGRESS": "/drive/progress.sqlite3", "TUTOR_LANG": lang}
    environment = {"HOME": "/home/pyodide", "IPYTHONDIR": f"{packages}/{STARTUP}", **drive}
    kernel = {
        "pyodideUrl": f"./{(PYODIDE / 'pyodide.mjs').as_posix()}",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": [*names], "env": environment},
    }
    data = {
        "appName": "tutor",
        "exposeAppInBrowser": True,
        "defaultKernelName": "python",
        "litePluginSettings": {f"{KERNEL}:kernel": kernel},
    }
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": data}


# -- Python ---------------------------------------------------------------------------------------------------------
def python(folder: Path, runtime: Runtime, large: Mapping[str, Any]) -> list[str]:
    """Python for the browser with every package, and the lock that names them; which are loaded at once."""
    folder.mkdir(parents=True)
    for name in FILES:
        shutil.copy(runtime.folder / name, folder)
    for entry in large.values():
        shutil.copy(runtime.folder / entry["file_name"], folder)
    made = wheels(runtime, large)
    for wheel in made:
        (folder / wheel.file).write_bytes(wheel.content)
    lock = json.loads(runtime.lock)
    lock["packages"] = {**large, **{wheel.name: wheel.entry for wheel in made}}
    (folder / LOCK).write_text(json.dumps(lock), "utf-8")
    first = [name for name in STOOD_IN if name in large]
    return [*(wheel.name for wheel in made), *first]


def distribution(runtime: Runtime) -> dict[str, Any]:
    """What the folder has of Pyodide's whole distribution: each large package of which everything lies there."""
    known: dict[str, Any] = json.loads(runtime.read(LOCK))["packages"]
    found: dict[str, Any] = {}
    for name in LARGE:
        needs = [*_closed(name, known)]
        if all((runtime.folder / known.get(one, {}).get("file_name", "?")).is_file() for one in needs):
            found |= {one: known[one] for one in needs}
    return found


def _closed(name: str, known: Mapping[str, Any]) -> Iterator[str]:
    """A package, and all that it needs."""
    seen, left = set(), [name]
    while left:
        one = left.pop()
        if one not in seen:
            seen.add(one)
            left += known.get(one, {}).get("depends", ())
            yield one


def wheels(runtime: Runtime, large: Mapping[str, Any]) -> list[Wheel]:
    """Every package that is loaded at once, compiled by the Python that runs it where there is a Node.js."""
    stood_in = {name: path for name, path in STOOD_IN.items() if name not in large}
    packages = [*_packages(runtime, stood_in)]
    packed = [zipped(files) for _, files in packages]
    made = compiled(packed, [f"{runtime.site}/"] * len(packed), runtime) if node() else packed
    pairs = zip(packages, made, strict=True)
    return [Wheel(name, version, _pressed(one)) for ((name, version), _), one in pairs]


def _packages(runtime: Runtime, stood_in: Mapping[str, str]) -> Iterator[tuple[tuple[str, str], list[File]]]:
    """Each package by name and version, with its files."""
    yield (OWN, __version__), [*own(), (f"{STARTUP}/profile_default/startup/00-tutor.ipy", BEGIN.encode()),
                               *_about(OWN, __version__)]  # fmt: skip
    brought = [path for path in (runtime.core, runtime.micropip, *_kernels()) if path is not None]
    for path in brought:
        name, version = path.name.split("-")[:2]
        yield (canonicalize_name(name), version), [*_unpacked(path)]
    here = {canonicalize_name(path.name.split("-")[0]) for path in brought}
    for name, module in stood_in.items():
        root = STAND_INS / "lab"
        files = [root / module] if module.endswith(".py") else sorted((root / module).glob("*.py"))
        inside = [(one.relative_to(root).as_posix(), one.read_bytes()) for one in files]
        yield (name, "2.0.0"), [*inside, *_about(name, "2.0.0")]
    for name in _installed(ROOTS, {*here, *STOOD_IN}):
        yield (name, metadata.version(name)), [*_files(name)]


def _installed(roots: Iterable[str], elsewhere: set[str]) -> list[str]:
    """What these packages need in a browser, themselves among it, but what comes from elsewhere."""
    seen: dict[str, None] = {}
    left = [canonicalize_name(name) for name in roots]
    while left:
        name = left.pop(0)
        if name in seen or name in elsewhere:
            continue
        seen[name] = None
        wanted = map(Requirement, metadata.requires(name) or ())
        left += [canonicalize_name(one.name) for one in wanted if one.marker is None or one.marker.evaluate(BROWSER)]
    return [*seen]


def _files(name: str) -> Iterator[File]:
    """An installed package, as far as it is Python."""
    for file in metadata.distribution(name).files or ():
        known = file.as_posix()
        if file.suffix in LEFT_OUT or ".." in file.parts or "/tests/" in known or known.startswith(UNUSED):
            continue
        path = Path(str(file.locate()))
        if path.is_file():
            yield known, path.read_bytes()


def _unpacked(path: Path) -> Iterator[File]:
    with zipfile.ZipFile(path) as wheel:
        yield from ((name, wheel.read(name)) for name in wheel.namelist() if not name.endswith("/"))


def _kernels() -> Iterator[Path]:
    """The wheels that come with the kernel."""
    folder = next(path for path in _extensions() if path.name == KERNEL.partition("/")[2]) / "static" / "pypi"
    for name in KERNELS:
        yield next(iter(sorted(folder.glob(f"{name}*.whl"))))


def _about(name: str, version: str) -> Iterator[File]:
    """What says that a package is installed."""
    folder = f"{name.replace('-', '_')}-{version}.dist-info"
    yield f"{folder}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()
    yield f"{folder}/WHEEL", b"Wheel-Version: 1.0\nGenerator: tutor\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield f"{folder}/RECORD", b""


def _pressed(packed: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for one in old.infolist():
            new.writestr(zipfile.ZipInfo(one.filename, one.date_time), old.read(one), zipfile.ZIP_DEFLATED)
    return out.getvalue()


# -- notebooks ------------------------------------------------------------------------------------------------------
def notebooks(large: Mapping[str, Any]) -> Iterator[File]:
    """All of them in both languages, without what they showed elsewhere; what cannot run here is told instead."""
    for lang in LANGUAGES:
        for path in sorted((shipped("notebooks") / lang).glob("*.ipynb")):
            book = json.loads(path.read_text("utf-8"))
            book["metadata"] = {"kernelspec": SPEC, "language_info": {"name": "python"}}
            book["cells"] = [_cell(cell, large, lang) for cell in book["cells"]]
            yield f"{lang}/{path.name}", json.dumps(book, ensure_ascii=False, indent=1).encode()


def _cell(cell: dict[str, Any], large: Mapping[str, Any], lang: str) -> dict[str, Any]:
    if cell["cell_type"] != "code":
        return cell
    source = "".join(cell["source"])
    needed = [package for module, package in USED_BY.items() if module in source]
    absent = [package for package in needed if package not in large]
    if absent:
        return _shown(cell, source, absent[0], language(lang))
    fetched = "".join(f"import {package}\n" for package in needed)  # Pyodide loads what it sees imported
    return {**cell, "source": fetched + source, "outputs": [], "execution_count": None}


def _shown(cell: dict[str, Any], source: str, package: str, lang: Lang) -> dict[str, Any]:
    """A cell that cannot run here: its text, why not, and what it shows where it can."""
    shown, pictures = "", {}
    for output in cell["outputs"]:
        data = output.get("data", {})
        if "image/png" in data:
            pictures["shown.png"] = {"image/png": "".join(data["image/png"])}
            shown = "![](attachment:shown.png)"
        elif text := "".join(output.get("text", ())):
            shown = f"```\n{text.rstrip()}\n```"
    told = f"```python\n{source}\n```\n\n*{say('not-here', lang, package=package)}*\n\n{shown}"
    found = {"id": cell["id"], "cell_type": "markdown", "metadata": {}, "source": told}
    return found | ({"attachments": pictures} if pictures else {})
