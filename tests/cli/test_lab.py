"""`tutor lab`: what is prepared and started, without starting it."""

from __future__ import annotations

import json
from ast import literal_eval
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tutor.cli import main
from tutor.lessons.progress import Progress

lab: Any = import_module("tutor.cli.lab")


class Server:
    """Stands in for JupyterLab: looks at what it was given, and ends."""

    def __init__(self, command: list[str], env: dict[str, str]) -> None:
        self.command, self.env = command, env
        settings = Path(env["JUPYTERLAB_SETTINGS_DIR"])
        self.settings = json.loads(next(settings.rglob("*.jupyterlab-settings")).read_text("utf-8"))
        self.workspace = json.loads(next(Path(env["JUPYTERLAB_WORKSPACES_DIR"]).iterdir()).read_text("utf-8"))
        Started.append(self)

    def wait(self) -> int:
        return 0

    def terminate(self) -> None:
        pass


Started: list[Server] = []


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    Started.clear()
    monkeypatch.setattr(lab.subprocess, "Popen", Server)
    monkeypatch.setattr(lab.signal, "signal", lambda *given: None)
    monkeypatch.chdir(tmp_path)
    return lambda *args: CliRunner().invoke(main, ["lab", *args])


def test_it_opens_home_with_a_token(run: Any) -> None:
    result = run("--no-browser", "--lang", "fr")
    assert result.exit_code == 0, result.output
    (server,) = Started
    token = server.env["JUPYTER_TOKEN"]
    assert f"/tutor/?token={token}" in result.output
    assert "--LabApp.default_url=/tutor/" in server.command
    (extensions,) = (part for part in server.command if part.startswith("--ServerApp.jpserver_extensions="))
    assert literal_eval(extensions.partition("=")[2]) == {"tutor.home.server": True, "voila.server_extension": True}
    assert "--ServerApp.open_browser=False" in server.command
    assert "--ServerApp.ip=127.0.0.1" in server.command
    assert not any(token in part for part in server.command)
    assert server.env["TUTOR_LANG"] == "fr"
    assert server.settings == {"fetchNews": "false", "checkForUpdates": False}
    first = min(path.name for path in lab.shipped("notebooks").glob("fr/*.ipynb"))
    assert server.workspace["metadata"]["id"] == "tutor"
    assert server.workspace["data"][f"notebook:fr/{first}"]["data"]["path"] == f"fr/{first}"
    assert server.workspace["data"]["layout-restorer:data"]["left"]["collapsed"] is True


def test_a_language_on_the_command_line_is_kept_and_another_is_asked_for(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TUTOR_PROGRESS", str(tmp_path / "p.sqlite3"))
    monkeypatch.delenv("TUTOR_LANG", raising=False)
    run("--no-browser")
    assert Progress().language is None
    run("--no-browser", "--lang", "en")
    assert Progress().language == "en"
    run("--no-browser")
    assert Progress().language == "en"


@pytest.mark.parametrize("package", lab.NEEDED)
def test_what_is_missing_is_said_with_the_way_out(run: Any, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    found = lab.util.find_spec
    monkeypatch.setattr(lab.util, "find_spec", lambda name: None if name == package else found(name))
    result = run("--no-browser", "--lang", "en")
    assert result.exit_code == 2
    assert f"{package} is missing: pip install 'grande-guerre-tutor[lab]'" in result.output
    assert Started == []


def test_without_voila_home_opens_all_the_same(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = lab.util.find_spec
    monkeypatch.setattr(lab.util, "find_spec", lambda name: None if name == "voila" else found(name))
    assert run("--no-browser").exit_code == 0
    assert any("{'tutor.home.server': True}" in part for part in Started[0].command)


def test_ports_and_tokens_are_new_each_time(run: Any) -> None:
    run("--no-browser")
    run("--no-browser")
    one, other = Started
    assert one.env["JUPYTER_TOKEN"] != other.env["JUPYTER_TOKEN"]


def test_notebooks_are_copied_where_one_asks_and_never_over_ones_own(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    first = min(path.name for path in lab.shipped("notebooks").glob("fr/*.ipynb"))
    first = f"fr/{first}"
    (folder / "fr").mkdir(parents=True)
    (folder / first).write_text("mine", "utf-8")
    assert run("--folder", str(folder), "--no-browser").exit_code == 0
    assert (folder / first).read_text("utf-8") == "mine"
    assert f"--ServerApp.root_dir={folder}" in Started[0].command


def test_an_installed_tutor_works_on_a_copy(run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed = tmp_path / "site" / "notebooks"
    (installed / "below").mkdir(parents=True)
    (installed / "01.ipynb").write_text("{}", "utf-8")
    (installed / "below" / "data.txt").write_text("x", "utf-8")
    monkeypatch.setattr(lab, "shipped", lambda what: installed)
    assert run("--no-browser").exit_code == 0
    assert (tmp_path / "tutor-notebooks" / "below" / "data.txt").exists()
    monkeypatch.setattr(lab, "shipped", lambda what: tmp_path / "nowhere")
    assert run("--no-browser").exit_code == 2
