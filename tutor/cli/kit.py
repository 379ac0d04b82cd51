"""`tutor kit`: one folder for a classroom without internet."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.board.png import paintable
from tutor.classroom.runtime import CORE, PYODIDE, Lacking, runtime
from tutor.cli.base import Command, Wrong, force_option, lang_option, progress, spoken, write
from tutor.cli.base import say as said


@click.command("kit", cls=Command)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--pyodide", type=click.Path(exists=True, file_okay=False, path_type=Path), default=None)
@force_option
@lang_option
def kit(folder: Path, pyodide: Path | None, force: bool, lang: str | None) -> None:
    """Write a folder that any browser opens."""
    from tutor.classroom import kit as folder_for_class  # it draws: whoever plays in the terminal need not wait for it

    tongue = spoken(lang)
    if not paintable():
        raise Wrong("no-painter")
    if _anothers(folder) and not force:
        raise Wrong("not-empty", folder=folder)
    with progress(said("kit-building", tongue)) as bar:
        try:
            found = runtime(pyodide)
        except Lacking as lacking:
            facts = {"version": PYODIDE, "core": CORE, "problem": lacking.problem, "files": lacking.files}
            raise Wrong("no-pyodide", **facts) from None
        size = folder_for_class.build(folder, found, tongue, bar)
    write(said("kit-built", tongue, folder=str(folder), size=-(-size // 1_000_000)))


def _anothers(folder: Path) -> bool:
    """Whether something else lies there than a kit."""
    return folder.is_dir() and any(folder.iterdir()) and not (folder / "parts" / "site.js").is_file()
