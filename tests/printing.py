"""A printer of one page, which is always the same: for what comes before and after it."""

from __future__ import annotations

from pathlib import Path

PRINTED = "%PDF-1.4 of a test"
SCRIPT = f"""#!/bin/sh
for one; do case "$one" in
  --print-to-pdf=*) printf '%s' '{PRINTED}' > "${{one#--print-to-pdf=}}" ;;
esac; done
"""


def printing(path: Path) -> None:
    """The printer, at a path."""
    path.write_text(SCRIPT, "utf-8")
    path.chmod(0o755)
