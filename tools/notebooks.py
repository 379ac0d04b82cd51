"""Makes the notebooks: each from one source in two languages, run from top to bottom.

    python tools/notebooks.py              all of them
    python tools/notebooks.py 01-welcome   one

A source is `notebooks/source/NAME.md`: first `fr: NAME` and `en: NAME`, then blocks that begin with `::: fr`, `::: en`
(text of one language), `::: code` (for both, `{lang}` is the language), `::: code fr` or `::: code en`.
"""

from __future__ import annotations

import base64
import io
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
SOURCE = NOTEBOOKS / "source"
LANGUAGES, WIDE = ("fr", "en"), 860
OTHER = {"fr": "In English", "en": "En français"}
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
_HEAD = re.compile(r"^(fr|en): (\S+)$")
_BLOCK = re.compile(r"^::: (fr|en|code|code fr|code en)$")


def target(source: Path, lang: str) -> Path:
    """Where the notebook of a source lies in one language."""
    names = dict(match.groups() for line in source.read_text("utf-8").splitlines() if (match := _HEAD.match(line)))
    return NOTEBOOKS / lang / f"{names[lang]}.ipynb"


def cells(source: Path, lang: str) -> list[tuple[str, str]]:
    """The cells of one language: kind and text."""
    found: list[tuple[str, list[str]]] = []
    for line in source.read_text("utf-8").splitlines():
        match = _BLOCK.match(line)
        if match:
            found.append((match.group(1), []))
        elif found:
            found[-1][1].append(line)
    wanted = {lang: "markdown", "code": "code", f"code {lang}": "code"}
    told = [(wanted[kind], "\n".join(lines).strip()) for kind, lines in found if kind in wanted]
    filled = [(kind, text.replace("{lang}", lang) if kind == "code" else text) for kind, text in told]
    return [*filled, ("markdown", onward(source, lang))]


def title(source: Path, lang: str) -> str:
    """The title of a notebook in one language: its first heading."""
    text = source.read_text("utf-8").partition(f"::: {lang}\n# ")[2]
    return text.partition("\n")[0]


def onward(source: Path, lang: str) -> str:
    """The last words of every notebook: where one comes from, where one goes on, and the other language."""
    sources = sorted(SOURCE.glob("*.md"))
    here = sources.index(source)
    other = next(one for one in LANGUAGES if one != lang)
    ways = [f"[{OTHER[lang]}](../{other}/{target(source, other).name})"]
    if here + 1 < len(sources):
        ways.insert(0, f"[{title(sources[here + 1], lang)} →]({target(sources[here + 1], lang).name})")
    if here > 1:
        ways.insert(0, f"[{title(sources[0], lang)}]({target(sources[0], lang).name})")
    if here > 0:
        ways.insert(0, f"[← {title(sources[here - 1], lang)}]({target(sources[here - 1], lang).name})")
    return "---\n" + " · ".join(ways)


def made(source: Path, lang: str) -> Any:
    """The notebook, not yet run."""
    book = new_notebook(metadata={"kernelspec": KERNEL, "language_info": {"name": "python"}})
    for n, (kind, text) in enumerate(cells(source, lang)):
        cell = new_code_cell(text) if kind == "code" else new_markdown_cell(text)
        cell["id"] = f"cell-{n}"
        book.cells.append(cell)
    return book


def run(book: Any, lang: str) -> Any:
    """With its outputs: pictures and text, which read well without a kernel; no dead widgets."""
    from nbclient import NotebookClient

    with tempfile.TemporaryDirectory() as own:
        folder = Path(own) / lang  # what the notebook saves lies beside it, and is named with its folder
        folder.mkdir()
        os.environ |= {"TUTOR_LANG": lang, "TUTOR_PROGRESS": str(Path(own) / "progress.sqlite3")}
        how = {"kernel_name": "python3", "timeout": 300, "store_widget_state": False, "coalesce_streams": True}
        NotebookClient(book, resources={"metadata": {"path": str(folder)}}, **how).execute()
    for cell in book.cells:
        cell.get("metadata", {}).pop("execution", None)
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            data.pop("application/vnd.jupyter.widget-view+json", None)
            if "image/png" in data:
                data["image/png"] = small(data["image/png"])
    book.metadata.pop("widgets", None)
    return book


def small(picture: str) -> str:
    """A saved picture in fewer colours, half as wide: a notebook is read, not printed."""
    from PIL import Image

    whole = Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB")
    width = min(whole.width, WIDE)
    fewer = whole.resize((width, round(whole.height * width / whole.width))).quantize(96)
    out = io.BytesIO()
    fewer.save(out, "png", optimize=True)
    return base64.b64encode(out.getvalue()).decode()


def main(names: list[str]) -> None:
    for source in sorted(SOURCE.glob("*.md")):
        if names and source.stem not in names:
            continue
        for lang in LANGUAGES:
            path = target(source, lang)
            path.parent.mkdir(exist_ok=True)
            nbformat.write(run(made(source, lang), lang), path)
            print(path.relative_to(NOTEBOOKS.parent))


if __name__ == "__main__":
    main(sys.argv[1:])
