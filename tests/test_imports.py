"""The engine and the rule sets import fast and run anywhere: nothing heavy comes with them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions, requires
from pathlib import Path

import pytest

from tutor.rulesets import GAMES

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAME = re.compile(r"[\w.-]+")
EXTRAS = re.compile(r"\[([\w,-]+)\]")
HEAVY = ("pydantic", "click", "rich", "numpy", "pandas", "IPython", "ipywidgets", "ipycanvas", "anywidget",
         "matplotlib")  # fmt: skip
PROGRAM = f"""
import importlib, pkgutil, sys
import tutor.engine, tutor.rulesets
def all_of(package):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith((".schema", ".comparison")):
            importlib.import_module(module.name)
all_of(tutor.engine)
all_of(tutor.rulesets)
for game in {GAMES!r}:
    tutor.rulesets.book(game)
print([name for name in {HEAVY!r} if name in sys.modules])
"""


BARE = """
import sys
from importlib.abc import MetaPathFinder
class Nothing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {bare}:
            raise ModuleNotFoundError(name=name)
sys.meta_path.insert(0, Nothing())
from pathlib import Path
from tutor import recorded
from tutor.cases import load_cases, run
from tutor.library import names, scenario
for game in {games}:
    assert scenario(names(game)[0]).position() is not None
    path = sorted(Path("tests/cases", game).glob("*.yaml"))[0]
    assert run(load_cases(path)[0]).passed
assert recorded.check(Path("scenarios/dff/records/albert-1917.yaml")) == ()
"""


def closure(requirements: Iterable[str]) -> set[str]:
    """The distributions that come with these, as they are installed here."""
    found: set[str] = set()
    ahead = [NAME.match(one).group() for one in requirements]  # type: ignore[union-attr]
    while ahead:
        name = _plain(ahead.pop())
        if name not in found:
            found.add(name)
            needs = [one for one in requires(name) or () if "extra ==" not in one]
            ahead += [NAME.match(one).group() for one in needs if _installed(NAME.match(one).group())]  # type: ignore[union-attr]
    return found


def _installed(name: str) -> bool:
    try:
        return bool(distribution(name))
    except PackageNotFoundError:
        return False


def test_positions_cases_and_records_need_no_more_than_is_asked_for_the_rules() -> None:
    mine = closure(PROJECT["dependencies"])
    others = {
        package
        for package, owners in packages_distributions().items()
        if not mine & {_plain(owner) for owner in owners} and package not in ("tutor", "tests", "conftest")
    }
    assert {"click", "numpy", "rich", "ipywidgets"} <= others
    program = BARE.replace("{bare}", repr(others)).replace("{games}", repr(GAMES))
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("pattern", [r"extra `(\w+)`", r"grande-guerre-tutor\[([\w,]+)\]", r"'\.\[([\w,]+)\]'"])
def test_an_extra_that_is_named_exists(pattern: str) -> None:
    """In code, messages and pages."""
    files = [path for kind in ("py", "md", "yaml") for path in (ROOT / "tutor").rglob(f"*.{kind}")]
    told = " ".join(path.read_text("utf-8") for path in (*files, ROOT / "README.md", ROOT / "CONTRIBUTING.md"))
    named = {extra for found in re.findall(pattern, told) for extra in found.split(",")}
    assert named
    assert named <= set(PROJECT["optional-dependencies"])


def test_nothing_heavy_comes_with_the_rules() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_the_terminal_says_what_it_needs_where_only_the_rules_are_installed() -> None:
    program = "import sys; sys.modules['click'] = None; from tutor.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "click" in done.stderr
    assert "[lab]" in done.stderr


def declared(requirements: list[str]) -> set[str]:
    """The names of what is asked for, the project's own extras opened."""
    names: set[str] = set()
    for requirement in requirements:
        name = NAME.match(requirement).group()  # type: ignore[union-attr]
        if name == PROJECT["name"]:
            for extra in EXTRAS.search(requirement).group(1).split(","):  # type: ignore[union-attr]
                names |= declared(PROJECT["optional-dependencies"][extra])
        else:
            names.add(_plain(name))
    return names


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def executed(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in a module, without what only a type checker reads."""
    yield node
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    for child in ast.iter_child_nodes(node):
        yield from executed(child)


def imported(folder: str) -> Iterator[tuple[str, Path]]:
    """The top package of every import under a folder, and the file that imports it."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in executed(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((alias.name.partition(".")[0], path) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                yield (node.module or "").partition(".")[0], path


@pytest.mark.parametrize(("folder", "extra"), [("tutor", "lab"), ("tests", "test"), ("tools", "test")])
def test_what_is_imported_is_asked_for(folder: str, extra: str) -> None:
    """A package that comes along with another one may stay away with its next version."""
    asked = declared(PROJECT["dependencies"] + PROJECT["optional-dependencies"][extra])
    owners = packages_distributions()
    ours = {"tutor", "tests", "tools", "conftest", *sys.stdlib_module_names}
    missing = {
        f"{path.relative_to(ROOT)}: {package}"
        for package, path in imported(folder)
        if package not in ours and not asked & {_plain(owner) for owner in owners.get(package, [package])}
    }
    assert missing == set()


LACKING = {"curses", "dbm", "fcntl", "multiprocessing", "pty", "resource", "termios", "tkinter", "tty", "venv"}


def test_no_module_begins_with_what_a_browser_lacks() -> None:
    """The pupils' page has the modules of the table, not the terminal's, under a Python that starts no processes."""
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "tutor").rglob("*.py"))
        for node in ast.parse(path.read_text("utf-8")).body
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
        if name.partition(".")[0] in LACKING and "cli" not in path.parts
    }
    assert found == set()
