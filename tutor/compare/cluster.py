"""Questions on other machines: the workers of a Dask scheduler, by its address, as an executor (`docs/cluster.md`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from importlib import import_module
from typing import Any, TypeVar

import tutor
from tutor.compare.comparison import compared
from tutor.compare.diorama import say
from tutor.compare.sweep import fingerprint
from tutor.engine.text import Lang, language

T = TypeVar("T")
ADDRESS = re.compile(r"((tcp|tls|wss?)://)?[^\s/]+:\d+")
PATIENCE = 10  # seconds for a scheduler to answer


class NoCluster(RuntimeError):
    """Nothing can be worked out there. `kind` is a message, told in the reader's language."""

    def __init__(self, kind: str, **facts: Any) -> None:
        self.kind, self.facts = kind, facts
        super().__init__(self.told(language()))

    def told(self, lang: Lang) -> str:
        return say(self.kind, lang, **self.facts)


class Cluster(Executor):
    """The workers of a scheduler that have this very tutor; raises NoCluster where there are none.

    Closed, it calls off whatever it was still asked for; the workers stay, they are not ours.
    """

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        self.client = _client(address, patience)
        try:
            self.workers = _alike(self.client, address)
        except BaseException:
            self.client.close()
            raise
        self.room = sum(self.client.nthreads().values())  # more would lie before one worker while another is idle
        self._inner = self.client.get_executor()

    def submit(self, fn: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        found: Future[T] = self._inner.submit(fn, *args, **named)
        return found

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._inner.shutdown(wait=wait and not cancel_futures)
        self.client.close()


def _client(address: str, patience: float) -> Any:
    try:
        distributed: Any = import_module("distributed")
    except ImportError as missing:
        raise NoCluster("cluster-missing") from missing
    if not ADDRESS.fullmatch(address):
        raise NoCluster("cluster-unreachable", address=address)
    try:
        return distributed.Client(address, timeout=patience, set_as_default=False)
    except OSError as error:
        raise NoCluster("cluster-unreachable", address=address) from error


def _alike(client: Any, address: str) -> tuple[str, ...]:
    """The workers, which must all judge by the same rules and tables as we do."""
    games = compared()

    def there() -> Any:  # goes there by value: who has no tutor could not look it up
        try:
            from tutor import __version__
            from tutor.compare.sweep import fingerprint
        except ImportError:
            return None
        return __version__, {game: fingerprint(game) for game in games}

    ours = tutor.__version__, {game: fingerprint(game) for game in games}
    found: Mapping[str, Any] = client.run(there, on_error="return")
    if not found:
        raise NoCluster("cluster-empty", address=address)
    for worker, theirs in sorted(found.items()):
        if not isinstance(theirs, tuple):
            raise NoCluster("cluster-bare", worker=worker)
        if theirs != ours:
            raise NoCluster("cluster-differs", worker=worker, theirs=theirs[0], version=ours[0])
    return tuple(sorted(found))
