"""The files of a school's service: read, not run; what they name exists."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest
from traitlets.config import Config, PyFileConfigLoader

ROOT = Path(__file__).parent.parent
FOLDER, PAGE = ROOT / "docs" / "service", (ROOT / "docs" / "service.md").read_text("utf-8")
CONFIGS = ("jupyterhub_config.py", "trial_config.py")


def config(name: str) -> Config:
    return PyFileConfigLoader(name, str(FOLDER)).load_config()


@pytest.mark.parametrize("name", CONFIGS)
def test_every_setting_is_one_that_the_hub_has(name: str) -> None:
    app = pytest.importorskip("jupyterhub.app")
    auth, spawner = (pytest.importorskip(f"jupyterhub.{part}") for part in ("auth", "spawner"))
    shared = pytest.importorskip("jupyterhub.authenticators.shared")
    known = {
        "JupyterHub": app.JupyterHub,
        "Authenticator": auth.Authenticator,
        "SharedPasswordAuthenticator": shared.SharedPasswordAuthenticator,
        "Spawner": spawner.Spawner,
    }
    for part, settings in config(name).items():
        if part != "DockerSpawner":  # a package of its own, beside the hub of a school
            assert set(settings) <= set(known[part].class_trait_names()), part


@pytest.mark.parametrize("name", CONFIGS)
def test_every_server_has_home_and_voila(name: str) -> None:
    import importlib

    spawner = config(name).Spawner
    given = next(one for one in spawner.args if "jpserver_extensions" in one)
    extensions = ast.literal_eval(given.partition("=")[2])
    assert set(extensions) == {"tutor.home.server", "voila.server_extension"}
    for extension in extensions:
        importlib.import_module(extension)
    assert spawner.default_url == "/tutor/"


def test_a_trial_is_closed_to_other_machines() -> None:
    hub = config("trial_config.py").JupyterHub
    assert "127.0.0.1" in hub.bind_url
    assert hub.hub_ip == "127.0.0.1"
    assert hub.spawner_class == "simple"
    assert config("jupyterhub_config.py").JupyterHub.spawner_class == "docker"


def test_whole_classes_come_at_once() -> None:
    assert config("jupyterhub_config.py").JupyterHub.concurrent_spawn_limit >= 30


def test_the_users_know_the_trial() -> None:
    told = {
        node.targets[0].elts[n].id: node.value.elts[n].value
        for node in ast.parse((FOLDER / "users.py").read_text("utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple)
        for n in range(len(node.targets[0].elts))
        if isinstance(node.targets[0].elts[n], ast.Name) and isinstance(node.value.elts[n], ast.Constant)
    }
    trial = config("trial_config.py")
    assert told["PASSWORD"] == trial.SharedPasswordAuthenticator.user_password
    assert told["HUB"] == trial.JupyterHub.bind_url
    kind, _, name = told["TABLE"].partition("/")
    from tutor.home.shelf import entry

    found = entry(kind, name)
    assert found is not None
    assert not found.faults


def test_the_image_installs_what_the_project_has() -> None:
    lines = (FOLDER / "Dockerfile").read_text("utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for extra in re.findall(r"/src\[(\w+)\]", lines):
        assert extra in extras
    assert re.search(r"FROM python:3\.(1[1-9])", lines)
    code = re.search(r'RUN python -c "(.*)"', lines)
    assert code is not None
    exec(code.group(1), {})  # what the image is asked while it is built


def test_the_table_of_voila_is_one() -> None:
    cell = json.loads((FOLDER / "table.ipynb").read_text("utf-8"))["cells"][0]["source"]
    from tutor.board.table import Table

    space: dict[str, object] = {}
    head, _, last = cell.rpartition("\n")
    exec(head, space)
    made = eval(last, space)
    assert isinstance(made, Table)
    made.close()


def test_the_page_names_files_that_are_there() -> None:
    for name in re.findall(r"docs/service/([\w.]+)", PAGE):
        assert (FOLDER / name).exists(), name
    assert {one.name for one in FOLDER.iterdir() if one.suffix == ".py"} == {*CONFIGS, "users.py"}
