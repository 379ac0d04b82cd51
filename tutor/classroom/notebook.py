"""What runs first in every notebook of `tutor kit --lite`: what a browser cannot do says so."""

from __future__ import annotations

import sys
from typing import Any

from tutor.engine.sayings import Sayings
from tutor.engine.text import language

say = Sayings("tutor.classroom")


def begin(shell: Any) -> None:
    """In a browser there are no processes: whoever starts one is told where it would run."""
    shell.system = shell.system_raw = shell.system_piped = shell.getoutput = no_process


def no_process(command: str, *given: Any, **named: Any) -> None:
    sys.stderr.write(f"{say('no-process', language(), command=command)}\n")
