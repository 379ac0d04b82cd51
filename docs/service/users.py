"""So many users come to a trial hub at once and each opens a table: seconds until it lies there, and memory a user.

python users.py 10          # beside a hub that runs with trial_config.py, on the same machine
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import requests

HUB, PASSWORD, TABLE = "http://127.0.0.1:8000", "asiago-1916", "play/se/roana"
LAID = "application/vnd.jupyter.widget-view+json"  # what the page has once its cell has made the table


def visit(name: str) -> tuple[float, float]:
    """Seconds from the password to Home, and from there to the table."""
    with requests.Session() as user:
        form = user.get(f"{HUB}/hub/login").url
        began = time.monotonic()
        given = {"username": name, "password": PASSWORD, "_xsrf": user.cookies["_xsrf"]}
        found = user.post(form, data=given)
        while "/tutor/" not in found.url:  # the hub starts a server
            found.raise_for_status()
            time.sleep(0.5)
            found = user.get(f"{HUB}/user/{name}/tutor/")
        home = time.monotonic()
        page = user.get(f"{HUB}/user/{name}/tutor/{TABLE}", timeout=600)
        page.raise_for_status()
        assert LAID in page.text, page.text[-2000:]
        return home - began, time.monotonic() - home


def memory(name: str) -> float:
    """Megabytes of all processes of a user; what several share is counted in parts."""
    return sum(_share(process) for process in _processes(name)) / 1024


def _processes(name: str) -> Iterator[Path]:
    wanted = f"JUPYTERHUB_USER={name}\0".encode()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (process / "environ").read_bytes():
                yield process
        except OSError:  # of somebody else, or gone
            continue


def _share(process: Path) -> int:
    lines = (process / "smaps_rollup").read_text("utf-8").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("Pss:")))


def main(number: int) -> None:
    names = [f"pupil{n}" for n in range(1, number + 1)]
    with ThreadPoolExecutor(number) as together:
        waits = list(together.map(visit, names))
    for told, found in (("to Home", [home for home, _ in waits]), ("to a table", [table for _, table in waits])):
        print(f"{told}: median {statistics.median(found):.1f} s, longest {max(found):.1f} s")
    print(f"memory a user: {statistics.mean(map(memory, names)):.0f} MB; load {Path('/proc/loadavg').read_text()[:14]}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
