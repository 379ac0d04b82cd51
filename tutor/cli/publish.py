"""`tutor publish`: a chronicle as a page that needs nothing, as text with pictures, as a notebook; a site of all."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import click

from tutor.board.png import paintable, png
from tutor.chronicle import gallery
from tutor.chronicle.checked import Story, languages, story
from tutor.chronicle.notebook import notebook
from tutor.chronicle.page import page
from tutor.chronicle.papers import Style, paper
from tutor.cli.base import Command, Wrong, force_option, lang_option, progress, spoken, write, written
from tutor.cli.base import say as said
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.writing import write_whole

FORMS = ("html", *get_args(Style), "notebook")
ENDS = {"html": "html", "markdown": "md", "bbcode": "txt", "notebook": "ipynb"}


@click.command("publish", cls=Command)
@click.argument("files", nargs=-1)
@click.option("--as", "form", type=click.Choice(FORMS), default="html")
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
    target = _target(path, form, out)
    match form:
        case "html":
            found = story(path)
            written(target, page(found, lang, _langs(found)), force)
        case "notebook":
            written(target, notebook(path, lang), force)
            beside = target.parent / path.name
            if not beside.exists():
                shutil.copy(path, beside)
        case _:
            _paper(story(path), "bbcode" if form == "bbcode" else "markdown", target, where, force, lang)
    write(said("published", lang, file=str(target), size=max(1, target.stat().st_size // 1000)))


def _target(path: Path, form: str, out: Path | None) -> Path:
    name = f"{path.stem}.{ENDS[form]}"
    if out is None:
        return Path(name)
    return out / name if out.is_dir() else out


def _langs(found: Story) -> tuple[Lang, ...]:
    return tuple(lang for lang in LANGUAGES if lang in languages(found.form))


def _paper(found: Story, style: Style, target: Path, where: str, force: bool, lang: Lang) -> None:
    """The text, and its pictures beside it."""
    if not paintable():
        raise Wrong("no-painter")
    made = paper(found, lang, style, target.stem, where)
    written(target, made.text, force)
    for name, svg in made.pictures.items():
        write_whole(target.parent / name, png(svg), True)


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
        for name, content in gallery.site(stories, lang):
            write_whole(site / name, content, True)
    write(said("published-site", lang, folder=str(site), n=len(stories)))
