"""The engine and the rule sets import fast and run anywhere: nothing heavy comes with them."""

from __future__ import annotations

import subprocess
import sys

from tutor.rulesets import GAMES

HEAVY = ("pydantic", "click", "rich", "numpy", "pandas", "IPython", "ipywidgets", "ipycanvas", "matplotlib")
PROGRAM = f"""
import importlib, pkgutil, sys
import tutor.engine, tutor.rulesets
def all_of(package):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith(".schema"):
            importlib.import_module(module.name)
all_of(tutor.engine)
all_of(tutor.rulesets)
for game in {GAMES!r}:
    tutor.rulesets.book(game)
print([name for name in {HEAVY!r} if name in sys.modules])
"""


def test_nothing_heavy_comes_with_the_rules() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
