"""Build hook: compile each rulebook's YAML into the JSON that is loaded at run time."""

import json
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent


def compile_all(root: Path = ROOT) -> list[Path]:
    """Write `rulebook.json` for every rule set that has a digest."""
    sys.path.insert(0, str(root))
    try:
        from tutor.engine.rulebook import COMPILED, compile_digest
    finally:
        sys.path.pop(0)
    written = []
    for source in sorted((root / "tutor" / "rulesets").glob("*/rulebook")):
        target = source.parent / COMPILED
        target.write_text(json.dumps(compile_digest(source), ensure_ascii=False, sort_keys=False), "utf-8")
        written.append(target)
    return written


class CompileRulebooks(BuildHookInterface):
    def initialize(self, version: str, build_data: dict) -> None:
        compile_all()
