"""`tutor lab`: Home, and JupyterLab behind it, with a port, a token, a workspace and settings of its own."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import util
from pathlib import Path

import click

from tutor.cli.base import Command, Wrong, lang_option, spoken, write
from tutor.cli.base import say as said
from tutor.engine.text import Lang
from tutor.lessons.progress import Progress
from tutor.library import shipped

WORKSPACE = "tutor"
HOME = "/tutor/"  # where `tutor/home/server.py` answers
NEEDED = ("jupyterlab", "ipywidgets", "ipycanvas")  # whatever else may be missing, Home says so itself
QUIET = {"fetchNews": "false", "checkForUpdates": False}


@click.command("lab", cls=Command)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=0)
@click.option("--browser/--no-browser", default=True)
@lang_option
def lab(folder: Path | None, port: int, browser: bool, lang: str | None) -> None:
    """Open Home."""
    tongue = spoken(lang)
    for package in NEEDED:
        if util.find_spec(package) is None:
            raise Wrong("no-lab", package=package)
    if lang or _said_before():
        Progress().enter(tongue)  # Home need not ask
    notebooks = _notebooks(folder)
    first = _first(notebooks, tongue)
    port = port or _free_port()
    token = secrets.token_urlsafe(24)
    with tempfile.TemporaryDirectory(prefix="tutor-lab-") as own:
        environment = _prepared(Path(own), first, token, tongue)
        write(said("lab-opens", tongue, url=f"http://127.0.0.1:{port}{HOME}?token={token}"))
        write(said("lab-stop", tongue))
        sys.stdout.flush()
        sys.exit(_serve(notebooks, port, browser, environment))


def _said_before() -> bool:
    """Whether the language was chosen elsewhere on the command line, or in the environment."""
    given = click.get_current_context().find_root().params.get("lang")
    return bool(given or os.environ.get("TUTOR_LANG"))


def _first(notebooks: Path, lang: Lang) -> str | None:
    """The first notebook of a language; in a folder of one's own the first there is."""
    found = sorted(notebooks.glob(f"{lang}/*.ipynb")) or sorted(notebooks.glob("*.ipynb"))
    return found[0].relative_to(notebooks).as_posix() if found else None


def _notebooks(folder: Path | None) -> Path:
    """The notebooks of the source tree; of an installed tutor a copy, so that nobody writes into the package."""
    source = shipped("notebooks")
    if not source.is_dir():
        raise Wrong("no-notebooks", folder=source)
    if folder is None and (source.parent / "pyproject.toml").exists():
        return source
    target = folder or Path.cwd() / "tutor-notebooks"
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.rglob("*")):
        copy = target / path.relative_to(source)
        if path.is_dir():
            copy.mkdir(exist_ok=True)
        elif not copy.exists():
            shutil.copy2(path, copy)
    return target


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _prepared(own: Path, notebook: str | None, token: str, lang: str) -> Mapping[str, str]:
    """Folders for settings and workspaces, and the environment that names them; the token stays out of `ps`."""
    settings = own / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(json.dumps(QUIET), "utf-8")
    (own / "workspaces").mkdir()
    _write_workspace(own / "workspaces", notebook)
    return {
        **os.environ,
        "JUPYTERLAB_SETTINGS_DIR": str(own / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(own / "workspaces"),
        "JUPYTER_TOKEN": token,
        "TUTOR_LANG": lang,
    }


def _write_workspace(folder: Path, notebook: str | None) -> None:
    """A layout with the side bar closed and the notebook in the middle."""
    from jupyterlab_server.workspaces_handler import WorkspacesManager

    widget = f"notebook:{notebook}"
    dock = {"type": "tab-area", "currentIndex": 0, "widgets": [widget] if notebook else []}
    layout = {
        "main": {"dock": dock, "current": widget if notebook else None},
        "left": {"collapsed": True, "visible": False, "widgets": []},
        "right": {"collapsed": True, "visible": False, "widgets": []},
    }
    data: dict[str, object] = {"layout-restorer:data": layout}
    if notebook:
        data[widget] = {"data": {"path": notebook, "factory": "Notebook"}}
    workspace = {"data": data, "metadata": {"id": WORKSPACE}}
    WorkspacesManager(str(folder)).save(WORKSPACE, json.dumps(workspace))


def _extensions() -> dict[str, bool]:
    """Home, and Voilà for what is alive there; for this server only."""
    return {"tutor.home.server": True, **({"voila.server_extension": True} if util.find_spec("voila") else {})}


def _serve(notebooks: Path, port: int, browser: bool, environment: Mapping[str, str]) -> int:
    """Run the server until it is stopped."""
    command = [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={notebooks}",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--LabApp.default_url={HOME}",
        f"--ServerApp.jpserver_extensions={_extensions()!r}",
        f"--ServerApp.open_browser={browser}",
    ]
    if getattr(os, "geteuid", lambda: 1)() == 0:
        command.append("--ServerApp.allow_root=True")  # in containers there is nobody else
    server = subprocess.Popen(command, env=dict(environment))
    signal.signal(signal.SIGTERM, lambda number, frame: server.terminate())
    try:
        return server.wait()
    except KeyboardInterrupt:
        server.terminate()
        server.wait()
        return 0
