"""Sweeps: over any executor, kept by content, resumed; and what is worked out ahead for a slider."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from tutor.compare import sweep as sweeping
from tutor.compare.neighbours import along
from tutor.compare.outcome import Setting
from tutor.compare.situation import situation
from tutor.compare.sweep import Asked, Kept, ask, everywhere, fingerprint, sweep
from tutor.engine.budget import Late

GAMES = ("tlm", "gwie", "fa")


def questions() -> list[Asked]:
    return everywhere([situation(name) for name in ("gorlice-1915", "gaza-1917")], games=GAMES)


def test_a_pool_of_processes_answers_the_same(tmp_path: Path) -> None:
    alone = sweep(questions(), kept=Kept(tmp_path / "alone"))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        together = sweep(questions(), pool, Kept(tmp_path / "together"))
    assert [answer.game for answer in together] == [one.game for one in questions()]
    assert all(a.ends.same_as(b.ends) for a, b in zip(alone, together, strict=True))


def test_a_cluster_answers_the_same(tmp_path: Path) -> None:
    from distributed import Client, LocalCluster

    asked = questions()[:3]
    alone = sweep(asked, kept=Kept(tmp_path / "alone"))
    workers = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "dashboard_address": ":0"}
    with LocalCluster(**workers) as cluster, Client(cluster) as client:
        together = sweep(asked, client.get_executor(), Kept(tmp_path / "cluster"))
    assert all(a.ends.same_as(b.ends) for a, b in zip(alone, together, strict=True))


def test_what_is_kept_is_not_worked_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(tmp_path)
    first = sweep(questions(), kept=kept)
    monkeypatch.setattr(sweeping, "work", lambda *asked: pytest.fail("worked out again"))
    again = sweep(questions(), kept=kept)
    assert all(a.ends.same_as(b.ends) for a, b in zip(first, again, strict=True))


def test_a_killed_sweep_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    work = sweeping.work

    def killed(asked: dict[str, object], *late: Late) -> dict[str, object]:
        if len(done) == 4:
            raise KeyboardInterrupt
        done.append(str(asked["game"]))
        return work(asked)

    monkeypatch.setattr(sweeping, "work", killed)
    with pytest.raises(KeyboardInterrupt):
        sweep(questions(), kept=Kept(tmp_path))
    assert len(list(tmp_path.glob("*.json"))) == 4
    monkeypatch.setattr(sweeping, "work", lambda asked, *late: done.append("more") or work(asked))
    told: list[tuple[int, int]] = []
    found = sweep(questions(), kept=Kept(tmp_path), progress=lambda n, all: told.append((n, all)))
    assert done.count("more") == 2
    assert told == [(n, 6) for n in range(7)]
    assert len(found) == 6


def test_half_a_file_is_no_answer(tmp_path: Path) -> None:
    kept, asked = Kept(tmp_path), questions()[0]
    (tmp_path / f"{asked.key}.json").write_text('{"exact": tr', "utf-8")
    assert ask(asked, kept).exact
    assert json.loads((tmp_path / f"{asked.key}.json").read_text("utf-8"))["exact"]


def test_where_nothing_can_be_kept_there_is_an_answer_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    assert ask(questions()[0], Kept(tmp_path / "file" / "under")).exact


def test_the_key_is_of_what_can_change_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = situation("gorlice-1915")
    key = Asked("tlm", one).key
    retold = one.changed({"title": {"fr": "Autre titre", "en": "Another title"}})
    assert Asked("tlm", retold).key == key
    others = {
        Asked("fa", one).key,
        Asked("tlm", one.changed({"attacker.divisions": 11})).key,
        Asked("tlm", one, Setting(defence="careful")).key,
    }
    assert len(others | {key}) == 4
    (tmp_path / "tlm").mkdir()
    (tmp_path / "tlm" / "firepower.yaml").write_text("cells: {}", "utf-8")
    monkeypatch.setenv("TUTOR_TABLES", str(tmp_path))
    fingerprint.cache_clear()
    assert Asked("tlm", one).key != key
    fingerprint.cache_clear()


def test_the_nearest_neighbours_come_first() -> None:
    one = situation("gorlice-1915")
    asked = along(one, "divisions-attacker", games=["tlm"])
    values = [question.situation.attacker.divisions for question in asked]
    assert values[0] == 10
    assert set(values[1:3]) == {9, 11}
    assert sorted(values) == list(range(6, 15))
