"""Comparisons on a cluster: real processes, balanced, called off, and what is said where it cannot be."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from distributed import Client

from tutor.compare.cluster import Cluster, NoCluster
from tutor.compare.outcome import Answer, answered
from tutor.compare.situation import names, situation
from tutor.compare.sweep import Asked, Kept, OtherRules, apart, arriving, everywhere, sweep
from tutor.compare.tournament import Table, play, tournament
from tutor.compare.widgets import Comparison
from tutor.rulesets import GAMES

T = TypeVar("T")

LONG = [Asked("dff", situation("messines-1917"))]  # a quarter of a minute
SHORT = everywhere([situation("gorlice-1915")], games=["tlm", "gwie", "fa"])
SCHEDULER = "from distributed.cli.dask_scheduler import main; main()"
WORKER = "from distributed.cli.dask_worker import main; main()"
BARE = f"import sys; sys.modules['tutor'] = None; {WORKER}"  # as if it had never been installed there
QUIET = ("--no-dashboard", "--host", "127.0.0.1")
TUTOR = (sys.executable, "-m", "tutor", "compare", "messines-1917", "--game", "dff", "--lang", "en")
SOON = 120  # seconds for a process to start, on a machine that is busy


@contextmanager
def started(*command: str, stdout: int | None = None, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Interrupted like any command, also where whoever runs the tests lets nothing interrupt him."""
    hears = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    how: dict[str, Any] = {"stdout": stdout, "stderr": subprocess.PIPE, "text": True, "preexec_fn": hears}
    with subprocess.Popen(command, env=os.environ | environment, **how) as process:
        try:
            yield process
        finally:
            process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    port = str(free_port())
    with started(sys.executable, "-c", SCHEDULER, *QUIET, "--port", port):
        yield f"tcp://127.0.0.1:{port}"


@contextmanager
def workers(scheduler: str, number: int, code: str = WORKER, **environment: str) -> Iterator[Client]:
    """So many processes of one thread each, and who can ask them; they are gone afterwards."""
    own = (*QUIET, "--nthreads", "1", "--no-nanny", "--death-timeout", "120")
    with ExitStack() as stack, Client(scheduler, timeout=SOON, set_as_default=False) as client:
        for _ in range(number):
            stack.enter_context(started(sys.executable, "-c", code, scheduler, *own, **environment))
        until(lambda: len(client.scheduler_info(n_workers=-1)["workers"]) == number)
        yield client
        stack.close()
        until(lambda: not client.scheduler_info(n_workers=-1)["workers"])


def until(true: Callable[[], Any]) -> None:
    late = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < late
        time.sleep(0.1)


def spent(client: Client) -> dict[str, float]:
    """Seconds of processor time, by worker."""
    found: dict[str, float] = client.run(time.process_time)
    return found


def at_work(client: Client) -> bool:
    """Whether anybody reckons: a worker that waits takes a few hundredths of a second."""
    before = spent(client)
    time.sleep(1)
    return any(after - before[worker] > 0.2 for worker, after in spent(client).items())


# -- the same, and faster ------------------------------------------------------------------------------------------
def shared(scheduler: str, work: Callable[[Cluster], T], same: Callable[[T, T], bool]) -> None:
    """Two workers are at least 1.7 times one, by processor time: what the busier of two did, beside all that one did
    alone. A machine busy with something else gives one of two less than the other, and the other more to do: so two
    may try again."""

    def by(number: int) -> tuple[T, list[float]]:
        with workers(scheduler, number) as client, Cluster(scheduler) as cluster:
            for game in GAMES:  # everybody has opened the books: a minute's work would not feel it, some seconds' do
                client.run(answered, game, situation("gorlice-1915"))
            before = spent(client)
            found = work(cluster)
            return found, [after - before[worker] for worker, after in spent(client).items()]

    answers, (alone,) = by(1)
    told = []
    for _ in range(3):
        again, both = by(2)
        assert same(answers, again)
        told.append(f"{alone:.1f} s alone, {min(both):.1f} s and {max(both):.1f} s together")
        print(told[-1])
        if alone / max(both) >= 1.7:
            return
    pytest.fail("; ".join(told))


PART = ("cambrai-1917", "michael-1918", "somme-1916", "liege-1914", "verdun-1916")  # two fifths of the work of all


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("acts", [PART, pytest.param(names(), marks=pytest.mark.slow)], ids=["part", "whole"])
def test_two_workers_share_the_table(acts: Sequence[str], scheduler: str, tmp_path: Path) -> None:
    table, go = everywhere(map(situation, acts)), count()

    def same(answers: list[Answer], again: list[Answer]) -> bool:
        return all(a.refused or a.ends.same_as(b.ends) for a, b in zip(answers, again, strict=True))

    shared(scheduler, lambda cluster: sweep(table, cluster, Kept(tmp_path / str(next(go)))), same)


@pytest.mark.timeout(1200)
def test_two_workers_share_a_tournament(scheduler: str) -> None:
    wanted = tournament("gwie/suez", games=20)

    def same(table: Table, again: Table) -> bool:
        return [one[:-1] for one in table.games] == [one[:-1] for one in again.games] and len(table.games) == 80

    shared(scheduler, lambda cluster: play(wanted, cluster), same)


def test_the_command_says_who_works(scheduler: str, tmp_path: Path) -> None:
    with workers(scheduler, 1), started(*TUTOR[:4], "gaza-1917", "--scheduler", scheduler, "--lang", "en") as command:
        _, told = command.communicate(timeout=SOON)
    assert command.returncode == 0
    assert f"workers at {scheduler}: 1" in told


def test_a_tournament_that_is_broken_off_keeps_its_games_and_leaves_nothing_running(scheduler: str) -> None:
    asked = ("gwie/suez", "--games", "1000", "--scheduler", scheduler, "--lang", "en")
    with workers(scheduler, 1) as client:
        (before,) = spent(client).values()
        with started(sys.executable, "-m", "tutor", "tournament", *asked, stdout=subprocess.PIPE) as command:
            until(lambda: sum(spent(client).values()) > before + 5)  # some games, of a tenth of a second each
            command.send_signal(signal.SIGINT)
            said, _ = command.communicate(timeout=SOON)
            assert command.returncode == 130
        assert re.search(r"Broken off after [1-9]\d* games? \(of 4,?000\)", said), said
        until(lambda: not at_work(client))


# -- called off ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_command_that_is_broken_off_leaves_nothing_running(scheduler: str, how: signal.Signals, code: int) -> None:
    with workers(scheduler, 1) as client:
        with started(*TUTOR, "--scheduler", scheduler) as command:
            until(lambda: at_work(client))
            command.send_signal(how)
            assert command.wait(SOON) == code
        until(lambda: not at_work(client))


def test_processes_of_our_own_end_with_the_command(tmp_path: Path) -> None:
    with started(*TUTOR, "--jobs", "2") as command:
        children = Path(f"/proc/{command.pid}/task/{command.pid}/children")
        until(lambda: len(children.read_text("utf-8").split()) >= 2)
        known = children.read_text("utf-8").split()
        time.sleep(2)
        command.send_signal(signal.SIGINT)
        assert command.wait(SOON) == 130
    until(lambda: not any(Path("/proc", pid).exists() for pid in known))


def test_what_is_stopped_is_called_off(scheduler: str, tmp_path: Path) -> None:
    with workers(scheduler, 1) as client, Cluster(scheduler) as cluster:
        began = time.monotonic()
        found = list(arriving(LONG, cluster, Kept(tmp_path), stop=lambda: time.monotonic() > began + 3))
        assert not found
        until(lambda: not at_work(client))


def test_a_button_stops_a_comparison_and_goes_on(tmp_path: Path) -> None:
    shown = Comparison("messines-1917", "en", kept=Kept(tmp_path))
    until(lambda: shown.halt.layout.display == "")
    assert shown.halt.description == "Stop"
    shown.halt.click()
    assert shown.work is not None
    shown.work.join(SOON)
    assert not shown.work.is_alive()
    assert shown.halt.description == "Go on"
    before = shown.ahead.value
    shown.halt.click()
    assert shown.halt.description == "Stop"
    until(lambda: shown.ahead.value > before)
    shown.close()
    shown.work.join(SOON)


# -- where it cannot be --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "no address", "foo://127.0.0.1:1"])
def test_a_scheduler_that_does_not_answer(address: str) -> None:
    with pytest.raises(NoCluster, match=address) as said:
        Cluster(address, patience=1)
    assert said.value.kind == "cluster-unreachable"
    with started(*TUTOR, "--scheduler", address) as command:
        _, told = command.communicate(timeout=SOON)
    assert command.returncode == 2
    assert f"no Dask scheduler answers at {address}" in told
    assert "Traceback" not in told


def test_a_scheduler_without_workers(scheduler: str) -> None:
    with pytest.raises(NoCluster) as said:
        Cluster(scheduler)
    assert said.value.kind == "cluster-empty"


def test_a_worker_without_tutor(scheduler: str) -> None:
    with workers(scheduler, 1, BARE), pytest.raises(NoCluster) as said:
        Cluster(scheduler)
    assert said.value.kind == "cluster-bare"


def test_a_worker_with_other_tables(scheduler: str, tmp_path: Path) -> None:
    (tmp_path / "tlm").mkdir()
    (tmp_path / "tlm" / "firepower.yaml").write_text("cells: {}", "utf-8")
    with workers(scheduler, 1, TUTOR_TABLES=str(tmp_path)), pytest.raises(NoCluster) as said:
        Cluster(scheduler)
    assert said.value.kind == "cluster-differs"
    assert "0.2.0" in said.value.told("fr")


def test_a_worker_that_came_later_judges_by_the_same_rules_or_not_at_all() -> None:
    with pytest.raises(OtherRules):
        apart(SHORT[0].plain(), "other rules")
