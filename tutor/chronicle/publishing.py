"""Publishing one chronicle: a page, text with pictures, a notebook, paper. The terminal and the table both do it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import get_args

from tutor.board.png import paintable, png
from tutor.chronicle.checked import Story, languages, story
from tutor.chronicle.notebook import notebook
from tutor.chronicle.page import Others, nobody, page
from tutor.chronicle.papers import Style, paper
from tutor.chronicle.said import say
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.writing import refuse_to_write, write_whole
from tutor.rendering.pdf import CannotPrint, pdf

FORMS = ("html", *get_args(Style), "notebook", "pdf")
ENDS = {"html": "html", "markdown": "md", "bbcode": "txt", "notebook": "ipynb", "pdf": "pdf"}


class CannotPublish(CannotPrint):
    """What a chronicle lacks here that no printer could mend."""

    def told(self, lang: Lang) -> str:
        return str(say(self.kind, lang, **self.facts))


def target(path: Path, form: str, folder: Path | None = None) -> Path:
    """Where a chronicle is published to: beside its file, or in a folder."""
    return (path.parent if folder is None else folder) / f"{path.stem}.{ENDS[form]}"


def publish(
    path: Path, form: str, target: Path, lang: Lang, where: str = "", over: bool = False, others: Others = nobody
) -> None:
    """A chronicle's file in one form; raises BadFile, OSError, and CannotPrint where something is lacking."""
    match form:
        case "html":
            found = story(path)
            write_whole(target, page(found, lang, _langs(found), others), over)
        case "pdf":
            refuse_to_write(target, over)
            write_whole(target, printed(story(path), lang, others), over)
        case "notebook":
            write_whole(target, notebook(path, lang), over)
            beside = target.parent / path.name
            if not beside.exists():
                shutil.copy(path, beside)
        case _:
            _paper(
                story(path), "bbcode" if form == "bbcode" else "markdown", target, where, lang, over=over, others=others
            )


def _langs(found: Story) -> tuple[Lang, ...]:
    return tuple(lang for lang in LANGUAGES if lang in languages(found.form))


def _paper(found: Story, style: Style, target: Path, where: str, lang: Lang, *, over: bool, others: Others) -> None:
    """The text, and its pictures beside it: those that are drawn, and those that the chronicler has put in."""
    if not paintable():
        raise CannotPublish("no-painter")
    made = paper(found, lang, style, target.stem, where, others)
    write_whole(target, made.text, over)
    for name, svg in made.pictures.items():
        write_whole(target.parent / name, png(svg), True)
    for step in found.course.walked():
        for picture in step.told.pictures:
            own = found.path.parent / picture.file
            if own.resolve() != (target.parent / picture.file).resolve():
                write_whole(target.parent / picture.file, own.read_bytes(), True)


# -- paper ---------------------------------------------------------------------------------------------------------
def printed(found: Story, lang: Lang, others: Others = nobody) -> bytes:
    """The page on A4, in one language."""
    return pdf(page(found, lang, (lang,), others))
