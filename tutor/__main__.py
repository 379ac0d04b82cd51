"""The command `tutor`, and `python -m tutor`."""

from __future__ import annotations

import sys

COMMAND_NEEDS = ("click", "rich", "platformdirs", "snowballstemmer")


def main() -> None:
    """Run the command; where only the rules are installed, say what to add."""
    try:
        from tutor.cli import main as command

        command()
    except ModuleNotFoundError as missing:
        if missing.name not in COMMAND_NEEDS:
            raise
        sys.exit(f"tutor: {missing.name} is missing · il manque {missing.name}: pip install 'grande-guerre-tutor[lab]'")


if __name__ == "__main__":
    main()
