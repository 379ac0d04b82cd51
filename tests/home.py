"""A home of the tests' own: nothing that they run reads or writes what a person keeps on this machine."""

from __future__ import annotations

import os
import site
from collections.abc import Mapping
from pathlib import Path

OURS = ("TUTOR_PROGRESS", "TUTOR_HOME", "TUTOR_TABLES", "TUTOR_SCENARIOS", "TUTOR_LESSONS", "TUTOR_CACHE", "TUTOR_LANG")
FOLDERS = ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR")


def at_home(folder: Path, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment of somebody who has just moved into `folder`, and has never opened the tutor."""
    kept = {name: value for name, value in environment.items() if name not in (*OURS, *FOLDERS)}
    packages = environment.get("PYTHONUSERBASE", site.getuserbase())  # they would be looked for in the new home
    return {**kept, "HOME": str(folder), "USERPROFILE": str(folder), "PYTHONUSERBASE": packages}


def move_in(folder: Path) -> None:
    """This process, and all that it starts, lives in `folder` from now on."""
    moved = at_home(folder)
    for name in set(os.environ) - set(moved):
        del os.environ[name]
    os.environ.update(moved)
