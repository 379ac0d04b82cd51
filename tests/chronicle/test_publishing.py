"""Publishing in every form, and on paper where something prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chronicle.toy import CHRONICLE
from tutor.chronicle.publishing import ENDS, FORMS, publish, target
from tutor.engine.text import LANGUAGES
from tutor.rendering import pdf


@pytest.fixture
def file(toy: Path) -> Path:
    path = toy / "told.yaml"
    path.write_text(CHRONICLE, "utf-8")
    return path


@pytest.mark.parametrize("form", [form for form in FORMS if form != "pdf"])
def test_each_form_lies_beside_the_file_and_nothing_is_written_over(file: Path, form: str) -> None:
    where = target(file, form)
    assert where == file.with_suffix(f".{ENDS[form]}")
    publish(file, form, where, "en")
    assert where.stat().st_size > 500
    with pytest.raises(FileExistsError):
        publish(file, form, where, "en")
    publish(file, form, where, "en", over=True)


def test_the_chroniclers_own_pictures_go_along(file: Path, tmp_path: Path) -> None:
    (file.parent / "view.png").write_bytes(b"\x89PNG\r\n\x1a\n rest")
    shown = "    pictures: [{file: view.png, says: the field, credit: Roe, licence: CC0}]\n"
    file.write_text(CHRONICLE.replace("    place: field\n", f"    place: field\n{shown}", 1), "utf-8")
    where = tmp_path / "out" / "told.md"
    where.parent.mkdir()
    publish(file, "markdown", where, "en")
    assert (where.parent / "view.png").read_bytes() == (file.parent / "view.png").read_bytes()


def test_a_browser_of_this_machine_prints_it(file: Path) -> None:
    if pdf.printer() is None:
        pytest.fail("no browser to print with: `apt-get install chromium`, or name one in TUTOR_CHROMIUM")
    where = target(file, "pdf")
    publish(file, "pdf", where, "en")
    made = where.read_bytes()
    assert made.startswith(b"%PDF-")
    assert made.count(b"/Type /Page\n") + made.count(b"/Type /Page ") + made.count(b"/Type /Page/") > 1
    with pytest.raises(FileExistsError):
        publish(file, "pdf", where, "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_browser_one_is_told_what_is_lacking(file: Path, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    monkeypatch.setenv(pdf.PRINTER, "no-such-browser")
    with pytest.raises(pdf.CannotPrint) as why:
        publish(file, "pdf", target(file, "pdf"), "en")
    told = why.value.told(lang)  # type: ignore[arg-type]
    assert "chromium" in told
    assert pdf.PRINTER in told
    assert not target(file, "pdf").exists()


def test_a_browser_that_prints_nothing_is_told_of(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lame = tmp_path / "lame"
    lame.write_text("#!/bin/sh\necho out of ink >&2\nexit 1\n")
    lame.chmod(0o755)
    monkeypatch.setenv(pdf.PRINTER, str(lame))
    with pytest.raises(pdf.CannotPrint) as why:
        publish(file, "pdf", target(file, "pdf"), "en")
    assert why.value.told("en") == pdf.say("printer-failed", "en", title=str(lame), names="out of ink")
