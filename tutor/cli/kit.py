"""`tutor kit`: one folder for a classroom without internet."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from tutor.board.png import paintable
from tutor.classroom.runtime import CORE, MICROPIP, PYODIDE, Lacking, Runtime, runtime
from tutor.cli.base import Command, Wrong, force_option, lang_option, progress, spoken, write
from tutor.cli.base import say as said
from tutor.engine.text import Lang


@click.command("kit", cls=Command)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--lite", is_flag=True)
@click.option("--pyodide", type=click.Path(exists=True, file_okay=False, path_type=Path), default=None)
@force_option
@lang_option
def kit(folder: Path, lite: bool, pyodide: Path | None, force: bool, lang: str | None) -> None:
    """Write a folder that any browser opens."""
    tongue = spoken(lang)
    if lite:
        _notebooks(folder, pyodide, force, tongue)
        return
    from tutor.classroom import kit as folder_for_class  # it draws: whoever plays in the terminal need not wait for it

    if not paintable():
        raise Wrong("no-painter")
    _writable(folder, force, (folder / "parts" / "site.js").is_file())
    with progress(said("kit-building", tongue)) as bar:
        size = folder_for_class.build(folder, _python(pyodide), tongue, bar)
    write(said("kit-built", tongue, folder=str(folder), size=-(-size // 1_000_000)))


def _notebooks(folder: Path, pyodide: Path | None, force: bool, lang: Lang) -> None:
    """JupyterLab with the notebooks."""
    from tutor.classroom import lite  # it asks what JupyterLab has, which the terminal need not wait for

    _writable(folder, force, lite.is_ours(folder))
    with progress(said("lite-building", lang)):
        try:
            lite.builders()
        except Lacking as lacking:
            raise Wrong("no-lite", problem=lacking.problem, files=lacking.files) from None
        try:
            size = lite.build(folder, _python(pyodide, notebooks=True), lang)
        except lite.Unbuilt as unbuilt:
            raise Wrong("lite-unbuilt", problem=str(unbuilt)) from None
    write(said("lite-built", lang, folder=str(folder), size=-(-size // 1_000_000)))


def _python(folder: Path | None, notebooks: bool = False) -> Runtime:
    """Python for the browser, or what of it is missing."""
    try:
        return runtime(folder, notebooks)
    except Lacking as lacking:
        core = f"{CORE}, {MICROPIP}" if notebooks else CORE
        facts = {"version": PYODIDE, "core": core, "problem": lacking.problem, "files": lacking.files}
        raise Wrong("no-pyodide", **facts) from None


def _writable(folder: Path, force: bool, ours: bool) -> None:
    """Before anything takes long: whether one may write there, and nothing of somebody else's lies there."""
    if folder.is_dir() and any(folder.iterdir()) and not ours and not force:
        raise Wrong("not-empty", folder=folder)
    above = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    try:
        with tempfile.TemporaryFile(dir=above):
            pass
    except OSError as error:
        raise Wrong("not-written", file=folder, problem=error.strerror) from error
