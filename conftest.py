"""Whatever pytest runs here, the notebooks too, has a home of its own."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

from tests.home import move_in

HOME = Path(tempfile.mkdtemp(prefix="tutor-home-"))
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
move_in(HOME)
