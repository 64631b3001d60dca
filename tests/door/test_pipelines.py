"""What pipelines use: the action's steps as a shell runs them, workflows and hooks in YAML, a table of exit codes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from pcaproofs.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "pipelines.md").read_text(encoding="utf-8")
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
GOOD = "Let $w$ be a unit vector.\n\n$$w^T w = 1$$\n"
BAD = "Let $x, y \\in \\mathbb{R}^p$.\n\n$$\\|x + y\\|^2 = \\|x\\|^2 + \\|y\\| + 2\\langle x, y\\rangle$$\n"


def step(name: str) -> dict[str, Any]:
    return next(x for x in ACTION["runs"]["steps"] if x.get("name") == name)


def checked(folder: Path, files: str, options: str = "") -> subprocess.CompletedProcess[str]:
    """The step that checks, run as the action runs it."""
    (folder / "bin").mkdir(exist_ok=True)
    command = folder / "bin" / "pcaproofs"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pcaproofs "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    env = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    env |= {"FILES": files, "OPTIONS": options, "SARIF": "out.sarif"}
    assert env.keys() >= step("check")["env"].keys()
    shell = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step("check")["run"]]
    return subprocess.run(shell, cwd=folder, env=env, capture_output=True, text=True, timeout=240)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    (tmp_path / "notes" / "deep").mkdir(parents=True)
    (tmp_path / "notes" / "good.md").write_text(GOOD, encoding="utf-8")
    (tmp_path / "notes" / "deep" / "a b.md").write_text(BAD, encoding="utf-8")
    return tmp_path


def test_the_action_fails_for_an_error_and_writes_what_it_finds(notes: Path) -> None:
    done = checked(notes, "notes/**/*.md")
    assert done.returncode == 1, done.stderr
    assert "notes/deep/a b.md:3:3" in done.stdout
    found = json.loads((notes / "out.sarif").read_text(encoding="utf-8"))
    assert found["version"] == "2.1.0"
    assert {x["ruleId"] for x in found["runs"][0]["results"] if x["level"] == "error"} == {"PCA310"}


def test_the_action_takes_options_and_a_good_note(notes: Path) -> None:
    assert checked(notes, "notes/good.md", "--fail-on warning").returncode == 0
    assert checked(notes, "notes/deep/*.md", "--ignore PCA310").returncode == 0


def test_the_action_does_not_run_what_a_name_contains(notes: Path) -> None:
    (notes / "$(touch made).md").write_text(GOOD, encoding="utf-8")
    assert checked(notes, "*.md", "--all;touch made").returncode == 2
    assert checked(notes, "*.md").returncode == 0
    assert not (notes / "made").exists()


def test_the_action_says_that_no_note_is_there(notes: Path) -> None:
    done = checked(notes, "nothing/*.md")
    assert (done.returncode, done.stderr) == (2, "pcaproofs: got nothing/*.md, but should name notes\n")


def test_the_action_installs_what_it_checks_with(tmp_path: Path) -> None:
    """Its step, with a pip that takes the dependencies from here."""
    pytest.importorskip("pip")
    (tmp_path / "pip").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pip "$@"\n', encoding="utf-8")
    (tmp_path / "pip").chmod(0o755)
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_TARGET": f"{tmp_path}/made"}
    env = {**os.environ, **offline, "PATH": f"{tmp_path}:{os.environ['PATH']}", "GITHUB_ACTION_PATH": str(ROOT)}
    shell = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step("install")["run"]]
    subprocess.run(shell, cwd=tmp_path, env=env, check=True, timeout=240)
    command = [sys.executable, "-m", "pcaproofs", "prove", "tr(AB) = tr(BA)"]
    env["PYTHONPATH"] = f"{tmp_path}/made"
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("proved")
    assert (tmp_path / "made" / "pcaproofs" / "_derivations").is_dir()


def test_the_hook_and_the_workflows_are_yaml() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert (hook["id"], hook["entry"]) == ("pcaproofs-check", "pcaproofs check")
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        assert yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    blocks = re.findall(r"^```yaml[^\n]*\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 3
    for block in blocks:
        said = yaml.safe_load(block)
        assert "jobs" in said or said["repos"][0]["hooks"][0]["id"] == hook["id"]
        used = [x["with"] for job in said.get("jobs", {}).values() for x in job["steps"] if "pcaproofs@" in str(x)]
        assert all(x.keys() <= ACTION["inputs"].keys() for x in used)


def test_every_command_with_exit_codes_is_in_the_table() -> None:
    commands = {name: x for name, x in main.commands.items() if x.help and "Exit code" in x.help}  # type: ignore[attr-defined]
    assert len(commands) >= 7
    for name in commands:
        assert f"| `{name}" in PAGE, name
        assert CliRunner().invoke(main, [name, "--nothing"]).exit_code == 2


@pytest.mark.parametrize("line", re.findall(r"^pcaproofs .*$", PAGE.partition("## Other")[2], re.MULTILINE))
def test_a_line_of_the_page_has_options_that_there_are(line: str) -> None:
    words = line.split("#")[0].split(">")[0].split()
    text = CliRunner().invoke(main, [words[1], "--help"]).stdout
    assert all(word in text for word in words if word.startswith("--"))
