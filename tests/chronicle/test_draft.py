"""Writing in a chronicle: whatever is done, the file is one that can be read, and can be undone."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from tests.chronicle.toy import CHRONICLE
from tutor.chronicle import draft as edits
from tutor.chronicle import gallery
from tutor.chronicle.draft import Draft
from tutor.chronicle.fields import read_at, read_time, written_at, written_time
from tutor.chronicle.headfields import TYPES
from tutor.chronicle.writing import BEFORE, Writing, new
from tutor.files.chronicle import UNSAID, Chronicle, Kind
from tutor.files.loading import load, parse

SHIPPED = sorted(gallery.shelf().glob("*.yaml"))
FACT = {"fact": {"sets": {"b1": {"place": "c"}}}, "certainty": "conjecture"}


@pytest.fixture
def writing(toy: Path) -> Writing:
    path = toy / "mine.yaml"
    path.write_text(CHRONICLE, "utf-8")
    return Writing(path)


def form(writing: Writing) -> Any:
    """The chronicle as its file has it now."""
    return load(writing.path, "chronicle").form


def test_a_new_chronicle_is_on_the_disk_at_once(toy: Path) -> None:
    writing = new(toy / "new.yaml", "duel/assault", "The duel", "en")
    assert form(writing).battle.title.en == "The duel"
    assert [line.what for line in form(writing).lines] == ["pause"]
    assert Writing(writing.path).draft.data == writing.draft.data


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_file_says_the_same_after_it_was_written_again(path: Path, tmp_path: Path) -> None:
    mine = tmp_path / path.name
    mine.write_bytes(path.read_bytes())
    writing = Writing(mine)
    assert writing.read.missteps == ()
    assert set(writing.read.steps) == set(writing.draft.ways)
    writing.do(edits.head, "author", "Somebody else")
    writing.undo()
    assert form(writing) == load(path, "chronicle").form
    assert mine.with_name(mine.name + BEFORE).read_bytes() == path.read_bytes(), "what another hand wrote is kept"


def test_what_a_field_is_emptied_of_is_taken_away(writing: Writing) -> None:
    writing.do(edits.tell, "title", "fr", "")
    assert form(writing).lines[0].title.en == "All is quiet"
    writing.do(edits.tell, "title", "en", "")
    assert form(writing).lines[0].title is None
    writing.do(edits.entitle, "summary", "en", "")
    writing.do(edits.entitle, "summary", "fr", " ")
    assert form(writing).battle.summary == UNSAID


def test_what_has_not_its_form_is_not_entered(writing: Writing) -> None:
    before = writing.path.read_text("utf-8")
    with pytest.raises(ValidationError):
        writing.do(edits.put, "time", "1916-13")
    assert writing.path.read_text("utf-8") == before
    assert not writing.may_undo
    writing.do(edits.put, "time", "1916-12")
    assert form(writing).lines[0].time == "1916-12"


def test_a_word_that_is_typed_is_undone_at_once_and_two_fields_one_after_the_other(writing: Writing) -> None:
    for n in range(1, 6):
        writing.do(edits.tell, "note", "en", "quiet"[:n], of="note")
    writing.do(edits.tell, "title", "en", "Dawn", of="title")
    writing.undo()
    assert form(writing).lines[0].note.en == "quiet"
    assert form(writing).lines[0].title.en == "All is quiet"
    writing.undo()
    assert form(writing).lines[0].note.en == "The guard is waiting."
    writing.redo()
    assert form(writing).lines[0].note.en == "quiet"


def test_a_line_comes_after_the_variations_of_the_one_before(writing: Writing) -> None:
    writing.stand(("lines", 4))
    writing.do(edits.add, {"pause": True})
    assert writing.draft.at == ("lines", 6)
    assert "variation" in writing.draft.data["lines"][5]


def test_what_might_have_been_begins_before_the_step(writing: Writing) -> None:
    writing.stand(("lines", 1))
    writing.do(edits.suppose, "en", "Had he stayed")
    assert writing.draft.supposed
    assert writing.step is not None
    assert writing.step.number == "2a1"
    assert writing.here.state.pieces["b1"].place == "b"
    writing.do(edits.add, {**FACT, "despite": []})
    assert [step.number for step in writing.read.story.course.walked()][:4] == ["1", "2", "2a1", "2a2"]


def test_promoted_twice_all_is_as_it_was(writing: Writing) -> None:
    before = writing.draft.data["lines"]
    writing.stand(("lines", 5, "variation", "lines", 0))
    writing.do(edits.promote, "en", "As it was told")
    lines = writing.draft.data["lines"]
    assert writing.draft.at == ("lines", 4)
    assert [line["fact"]["sets"] for line in lines[4:] if "fact" in line] == [{"r1": {"place": "c"}}]
    assert lines[5]["variation"]["title"] == "Or stayed"
    assert lines[6]["variation"]["title"] == {"en": "As it was told"}
    assert lines[6]["variation"]["lines"] == [before[4], *before[6:]]
    writing.stand(("lines", 6, *edits.INSIDE, 0))
    writing.do(edits.promote, "fr", "Autrement")
    again = writing.draft.data["lines"]
    assert [line for line in again if "variation" not in line] == [line for line in before if "variation" not in line]
    supposed = [line["variation"]["lines"] for line in again if "variation" in line]
    fact, inner = before[5]["variation"]["lines"]
    assert supposed == [[fact], inner["variation"]["lines"]], "what stood in place of the same step stands beside it"


def test_with_a_step_goes_what_might_have_been_in_its_place(writing: Writing) -> None:
    before = writing.draft.data["lines"]
    writing.stand(("lines", 5, "variation", "lines", 0))
    writing.do(edits.delete)
    assert writing.draft.data["lines"] == [*before[:5], *before[6:]], "a variation of nothing goes, too"
    assert writing.draft.at == ("lines", 4)
    writing.undo()
    writing.stand(("lines", 4))
    writing.do(edits.delete)
    assert writing.draft.data["lines"] == [*before[:4], *before[6:]]


def test_the_last_step_stays(toy: Path) -> None:
    writing = new(toy / "new.yaml", "duel/assault", "The duel", "en")
    assert not edits.may_delete(writing.draft)
    writing.do(edits.suppose, "en", "Otherwise")
    assert edits.may_delete(writing.draft)


def test_a_fact_that_a_rule_forbids_is_kept_where_history_broke_it(toy: Path) -> None:
    writing = new(toy / "new.yaml", "duel/assault", "The duel", "en")
    writing.do(edits.add, {"fact": {"sets": {"b1": {"place": "a"}}}, "certainty": "conjecture"})
    assert writing.step is not None
    assert writing.step.ruling is not None
    assert [(way, fault.kind) for way, fault in writing.faults()] == [(("lines", 1), "fact-forbidden")]
    writing.do(edits.keep, writing.step.ruling.rules)
    assert writing.faults() == []
    assert writing.step.broken == ("1.7",)


def test_a_step_that_can_no_longer_be_played_stays_in_the_file(writing: Writing) -> None:
    writing.stand(("lines", 3))
    writing.do(edits.delete)
    stopped = ("lines", 3)
    assert "rule" in writing.draft.data["lines"][3]
    assert writing.read.wrong(stopped) is not None
    writing.stand(stopped)
    assert writing.step is None
    assert writing.here.state.pieces["b1"].place == "a", "the board shows the last position that was come to"
    writing.undo()
    assert writing.read.missteps == ()


def test_a_source_that_is_removed_is_cited_no_more(writing: Writing) -> None:
    writing.do(edits.drop_entry, edits.SOURCES, "diary")
    cited = [cite.source for line in form(writing).lines for cite in line.cited]
    assert cited == ["book"]
    assert writing.faults(), "a certainty without a source is still a fault"


def test_a_source_of_each_kind_has_a_type() -> None:
    assert set(TYPES) == set(Kind.__args__)  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["", "1916", "1916-05-22T18:30", "1916-05-22/1916-05-24T06"])
def test_a_time_is_read_as_it_is_written(text: str) -> None:
    assert written_time(read_time(text)) == text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("45.876944, 11.473611", [45.876944, 11.473611]),
        ("45,877 ; 11,474", [45.877, 11.474]),
        ("45,877, 11,474", [45.877, 11.474]),
        ("45.877° N, 11.474° E", [45.877, 11.474]),
        ("-33.5 18", [-33.5, 18.0]),
        ("33.5 S / 18.25 W", [-33.5, -18.25]),
        ("48 N 4,5 O", [48.0, -4.5]),
        ("", None),
        ("Roana", "Roana"),
        ("45.877", "45.877"),
        ("45.8, 11.4, 12", "45.8, 11.4, 12"),
    ],
)
def test_coordinates_are_read_however_they_are_parted(text: str, found: Any) -> None:
    assert read_at(text) == found
    if isinstance(found, list):
        assert read_at(written_at(found)) == found


def test_a_place_that_is_removed_is_named_no_more(writing: Writing) -> None:
    assert form(writing).lines[1].place == "field"
    writing.do(edits.drop_entry, edits.PLACES, "field")
    assert "field" not in form(writing).battle.places
    assert form(writing).lines[1].place is None
    writing.undo()
    assert form(writing).lines[1].place == "field"


def test_a_formation_that_is_removed_takes_part_no_more(writing: Writing) -> None:
    assert form(writing).lines[4].formations == ["r1"]
    writing.do(edits.drop_entry, edits.FORMATIONS, "r1")
    assert form(writing).formations == {}
    assert form(writing).lines[4].formations == []
    assert [fault.kind for _, fault in writing.faults()] == []


# -- laws ----------------------------------------------------------------------------------------------------------
def edit_by_chance(writing: Writing, rng: random.Random) -> None:
    """One thing that somebody may do."""
    draft = writing.draft
    sources, kind = list(draft.data.get("sources", {})), rng.choice(edits.ENTRIES)
    known = list(edits.entries(draft, kind))
    text = rng.choice(["", "x", "a: b # c", "  ", "« é » ✗", "- no", "two\n\nparagraphs\n"])
    lang = rng.choice(["fr", "en"])
    deeds: list[Callable[[], Any]] = [
        lambda: writing.stand(rng.choice(draft.ways)),
        lambda: writing.do(edits.tell, rng.choice(["title", "note", "chapter"]), lang, text, of="typed"),
        lambda: writing.do(edits.entitle, rng.choice(["title", "summary"]), lang, text),
        lambda: writing.do(edits.head, "author", text.strip()),
        lambda: writing.do(edits.put, "glyph", rng.choice(["!", "??", ""])),
        lambda: writing.do(edits.put, "certainty", rng.choice(["certain", "disputed", ""])),
        lambda: writing.do(edits.put, "time", rng.choice(["1916", "1916-05-22", ""])),
        lambda: writing.do(edits.add, {"pause": True}),
        lambda: writing.do(edits.add, {"fact": {"sets": {"b1": {"place": rng.choice("abc")}}}, "certainty": "certain"}),
        lambda: writing.do(edits.add, {"rule": "1.1", "kind": "attack", "answer": ["r1", "b"]}),
        lambda: writing.do(edits.draw, {"ring": rng.choice("abc"), "colour": "red"}),
        lambda: writing.do(edits.draw, {"arrow": ["a", "b"], "label": {"en": "there"}}),
        lambda: writing.do(edits.suppose, lang, "Otherwise"),
        lambda: edits.may_delete(draft) and writing.do(edits.delete),
        lambda: draft.supposed and writing.do(edits.promote, lang, "As it was"),
        lambda: draft.supposed and writing.do(edits.title_variation, lang, text),
        lambda: edits.may_shift(draft, 1) and writing.do(edits.shift, 1),
        lambda: edits.may_shift(draft, -1) and writing.do(edits.shift, -1),
        lambda: writing.do(edits.new_entry, kind, "r1" if kind == edits.FORMATIONS else edits.free_name(draft, kind)),
        lambda: known and writing.do(edits.entry, kind, rng.choice(known), edits.MUST[kind], text),
        lambda: known and writing.do(edits.drop_entry, kind, rng.choice(known)),
        lambda: sources and writing.do(edits.cite, draft.at, rng.choice(sources)),
        lambda: "r1" in draft.data.get("formations", {}) and writing.do(edits.take_part, "r1"),
        lambda: writing.do(edits.add_picture, "view.png"),
        lambda: draft.line.get("pictures") and writing.do(edits.caption, 0, rng.choice(["credit", "licence"]), text),
        lambda: draft.line.get("pictures") and writing.do(edits.take_away, 0),
        lambda: writing.do(edits.put, "situation", rng.choice(["verdun-1916", ""])),
        lambda: draft.line.get("shapes") and writing.do(edits.rub_out, 0),
        lambda: draft.line.get("sources") and writing.do(edits.cite_more, draft.at, 0, "page", text.strip()),
        lambda: draft.line.get("sources") and writing.do(edits.uncite, draft.at, 0),
        lambda: "fact" in draft.line and writing.do(edits.set_also, "r1", {"place": "c"}),
        lambda: writing.undo(),
        lambda: writing.redo(),
    ]
    rng.choice(deeds)()


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_done_the_file_is_one_and_all_of_it_can_be_undone(writing: Writing, seed: int) -> None:
    rng = random.Random(seed)
    first = writing.draft.data
    for _ in range(120):
        edit_by_chance(writing, rng)
        read = parse(writing.path.read_text("utf-8"), "mine.yaml", "chronicle")
        assert read.form == Chronicle.model_validate(writing.draft.data)
        assert writing.draft.at in writing.draft.ways
        last = writing.draft.data
    many = 0
    while writing.may_undo:
        writing.undo()
        many += 1
    assert writing.draft.data == first
    while many:
        writing.redo()
        many -= 1
    assert writing.draft.data == last


def test_an_edit_leaves_the_draft_before_it_as_it_was(writing: Writing) -> None:
    before = json.dumps(writing.draft.data)
    old = writing.draft
    for seed in range(3):
        rng = random.Random(seed)
        for _ in range(40):
            edit_by_chance(writing, rng)
    assert json.dumps(old.data) == before
    assert isinstance(old, Draft)


KILLED = """
import json, os, random, signal, sys, time
from pathlib import Path
from tutor.chronicle import draft as edits
from tutor.chronicle.writing import Writing, new
from tutor.files.loading import load

folder, rng, found = Path(sys.argv[1]), random.Random(1916), []
path = folder / "mine.yaml"
new(path, "duel/assault", "The duel", "en")
for trial in range(50):
    heard, said = os.pipe()
    child = os.fork()
    if not child:
        writing = Writing(path)
        for n in range(1, 100_000):
            writing.do(edits.tell, "note", "en", f"{trial}:" + "x" * n, of="note")
            os.write(said, b".")
    os.close(said)
    kept = len(os.read(heard, rng.randint(1, 12)))
    while kept < trial % 10:
        kept += len(os.read(heard, 1))
    time.sleep(rng.random() * 0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while part := os.read(heard, 65536):
        kept += len(part)
    os.close(heard)
    note = load(path, "chronicle").form.lines[0].note.en
    whose, _, typed = note.partition(":")
    found.append([int(whose) == trial, kept, len(typed)])
Writing(path)
print(json.dumps([found, sorted(one.name for one in folder.iterdir())]))
"""


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="a process that is killed must be forked")
def test_killed_at_fifty_moments_of_typing_no_keystroke_is_lost(toy: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    ran = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder)], capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    trials, names = json.loads(ran.stdout)
    assert len(trials) == 50
    assert len({kept for _, kept, _ in trials}) > 2, "killed at different moments"
    for own, kept, typed in trials:
        assert own
        assert kept <= typed <= kept + 1, "what was said to be kept is kept; the keystroke after it may be, too"
    assert names == ["mine.yaml"], "nothing half written is left when one goes on"
