"""Who works it out: this process, more of them here (`--jobs`), or the workers of a scheduler (`--scheduler`)."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from multiprocessing import active_children, get_context

import click

from tutor.cli.base import F, Wrong
from tutor.compare.cluster import Cluster, NoCluster
from tutor.compare.diorama import say
from tutor.engine.text import Lang


def pool_options(command: F) -> F:
    """`--jobs` and `--scheduler`."""
    command = click.option("--scheduler", metavar="ADDRESS", default=None)(command)
    return click.option("--jobs", type=click.IntRange(1), default=1)(command)


@contextmanager
def pool(jobs: int, scheduler: str | None, lang: Lang) -> Iterator[Executor | None]:
    """Whoever breaks off leaves none of ours at work."""
    try:
        with _executor(jobs, scheduler, lang) as pool:
            try:
                yield pool
            except BaseException:
                leave()
                raise
    except NoCluster as none:
        raise Wrong("as-said", said=none.told(lang)) from none
    except CancelledError as lost:
        raise Wrong("as-said", said=say("cluster-lost", lang, address=scheduler or "")) from lost


def leave() -> None:
    """What is under way here is for nobody any more."""
    for process in active_children():
        process.terminate()


def _executor(jobs: int, scheduler: str | None, lang: Lang) -> AbstractContextManager[Executor | None]:
    """Processes here begin from nothing: a copy of one with threads may wait for ever."""
    if scheduler is not None:
        cluster = Cluster(scheduler)
        click.echo(say("cluster-workers", lang, n=len(cluster.workers), address=scheduler), err=True)
        return cluster
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) if jobs > 1 else nullcontext()
