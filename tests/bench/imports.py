"""Importing the engine and five rule sets beside importing pandas, each in an interpreter of its own.

By the time of the processor, from the start of the interpreter to its end, with compiled files: whoever is told not to
write them waits for the compiler, and for no import. The two take turns.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.timing import Effort, Row, of_its_time
from tutor.engine.rulebook import write_compiled
from tutor.rulesets import GAMES, folder

ROOT, BAR = Path(__file__).parents[2], 0.45
OURS = "from tutor import rulesets; [rulesets.ruleset(game) for game in rulesets.GAMES]"
PEER = "import pandas"


def spent(code: str, compiled: str) -> float:
    """Milliseconds of the processor for one interpreter."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env |= {"PYTHONPYCACHEPREFIX": compiled, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def run(effort: Effort) -> list[Row]:
    for game in GAMES:
        write_compiled(folder(game))
    with tempfile.TemporaryDirectory() as compiled:
        for code in (OURS, PEER):
            spent(code, compiled)  # compiles
        pairs = [(spent(OURS, compiled), spent(PEER, compiled)) for _ in range(effort.passes)]
    ours, peer = (statistics.median(side) for side in zip(*pairs, strict=True))
    return [of_its_time("import", "import of the engine and five rule sets: pandas", ours, peer, "ms", bar=BAR)]
