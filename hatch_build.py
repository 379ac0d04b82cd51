"""Build hook: compile each rulebook's YAML into the JSON that is loaded at run time."""

import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent


class CompileRulebooks(BuildHookInterface):
    def initialize(self, version: str, build_data: dict) -> None:
        sys.path.insert(0, str(ROOT))
        try:
            from tutor.engine.rulebook import write_compiled
        finally:
            sys.path.pop(0)
        for digest in sorted((ROOT / "tutor" / "rulesets").glob("*/rulebook")):
            write_compiled(digest.parent)
