"""`tutor publish`: a chronicle as a page that needs nothing, as text with pictures, as a notebook; a site of all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from tutor.chronicle import gallery, publishing
from tutor.chronicle.checked import story
from tutor.cli.base import Command, Wrong, force_option, lang_option, progress, spoken, write
from tutor.cli.base import say as said
from tutor.compare.beside import said_by_others
from tutor.engine.text import Lang
from tutor.files.writing import write_whole
from tutor.rendering.pdf import CannotPrint


@click.command("publish", cls=Command)
@click.argument("files", nargs=-1)
@click.option("--as", "form", type=click.Choice(publishing.FORMS), default="html")
@click.option("-o", "--out", type=click.Path(path_type=Path), default=None, metavar="PATH")
@click.option("--pictures", "where", metavar="URL", default="")
@click.option("--all", "site", type=click.Path(path_type=Path), default=None, metavar="SITE")
@force_option
@lang_option
def publish(
    files: tuple[str, ...], form: str, out: Path | None, where: str, site: Path | None, force: bool, lang: str | None
) -> None:
    """Publish chronicles."""
    tongue = spoken(lang)
    if site is not None:
        _all(files, site, tongue)
        return
    if not files:
        raise Wrong("no-chronicle-files")
    for file in files:
        _one(_path(file), form, out, where, force, tongue)


def _path(file: str) -> Path:
    """A file, or a chronicle of the tutor's by its name."""
    path = Path(file)
    if path.suffix in (".yaml", ".yml"):
        return path
    shipped = gallery.shelf() / f"{file}.yaml"
    if not shipped.is_file():
        known = tuple(sorted(one.stem for one in gallery.shelf().glob("*.yaml")))
        raise Wrong("no-chronicle", name=file, known=known)
    return shipped


def _one(path: Path, form: str, out: Path | None, where: str, force: bool, lang: Lang) -> None:
    folder = out if out is not None and out.is_dir() else Path()
    target = publishing.target(path, form, folder) if out is None or out.is_dir() else out
    try:
        publishing.publish(path, form, target, lang, where, over=force, others=said_by_others)
    except CannotPrint as why:
        raise Wrong("cannot-publish", why=why.told(lang)) from why
    except FileExistsError as there:
        raise Wrong("file-exists", file=there.filename) from there
    except OSError as error:
        raise Wrong("not-written", file=error.filename, problem=error.strerror) from error
    write(said("published", lang, file=str(target), size=max(1, target.stat().st_size // 1000)))


def _all(files: Iterable[str], site: Path, lang: Lang) -> None:
    """A site of the chronicles that are named, or of all that came with the tutor."""
    paths = [_path(file) for file in files] or sorted(gallery.shelf().glob("*.yaml"))
    if site.exists() and not site.is_dir():
        raise Wrong("not-a-folder", folder=site)
    site.mkdir(parents=True, exist_ok=True)
    with progress(said("publishing", lang)) as bar:
        stories = {}
        for done, path in enumerate(paths):
            bar(done, len(paths), path.stem)
            stories[path.stem] = story(path)
        for name, content in gallery.site(stories, lang, said_by_others):
            write_whole(site / name, content, True)
    write(said("published-site", lang, folder=str(site), n=len(stories)))
