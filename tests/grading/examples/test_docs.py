"""The tutorial's commands and the recipes' TOML, as docs/grading.md prints them."""

import contextlib
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.grading.assignment import load
from pcaproofs.grading.results.adjust import LATE_KEYS, STUDENT_KEYS

DOCS = (Path(__file__).parents[3] / "docs" / "grading.md").read_text()


def section(title: str) -> str:
    return DOCS.split(f"\n## {title}\n")[1].split("\n## ")[0]


def blocks(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the kind of each fenced block, its text, and the name of the file that the text before ends on."""
    for found in re.finditer(r"```(\w+)\n(.*?)```", text, re.DOTALL):
        named = re.findall(r"`([\w/.-]+)`:\s*$", text[: found.start()])
        yield found[1], found[2], named[0] if named else ""


def run(command: str, folder: Path) -> str:
    words = shlex.split(command)
    if words[0] != "pcaproofs":
        return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=60, check=True).stdout
    with contextlib.chdir(folder):
        done = CliRunner().invoke(main, words[1:])
    assert done.exit_code == ("self-check" in command), f"{command}: {done.stderr}"
    return done.stdout


def test_the_tutorial_runs_from_an_empty_folder_to_feedback(tmp_path: Path) -> None:
    printed = ""
    said: list[str] = []
    for kind, text, name in blocks(section("Tutorial")):
        if kind == "python":
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        elif kind == "sh":
            printed = "".join(run(command, tmp_path) for command in text.splitlines())
        else:
            assert kind == "text"
            said += [line for line in text.splitlines() if line not in printed]
    assert said == []
    ada, bob = (tmp_path / "graded" / "grades.csv").read_text().splitlines()[1:]
    assert ada.startswith('"ada","24.25","24.25"')
    assert '"smallest-components"' in bob


RECIPES = [text for kind, text, _ in blocks(section("Recipes")) if kind == "toml"]


@pytest.mark.parametrize("text", RECIPES, ids=[text.splitlines()[0] for text in RECIPES])
def test_recipes_are_read(text: str, tmp_path: Path) -> None:
    """A piece without a call or criteria is read with those of a usual assignment before it."""
    found = tomllib.loads(text)
    if "student" in found:
        assert set(found["late"]) <= set(LATE_KEYS)
        assert set(found["student"][0]) <= set(STUDENT_KEYS)
        return
    for name in ("utils.py", "pca.py"):
        (tmp_path / name).write_text("")
    np.save(tmp_path / "faces.npy", np.arange(60.0).reshape(5, 3, 4))
    head = [] if "file" in found else ['file = "pca.py"' if "solution" not in found else 'file = "homework.py"']
    if "task" not in found:
        head += [] if "call" in found else ['call = "Z = pca(X, k)"']
        head += [] if {"roles", "values"} & found.keys() else ['roles = { scores = "Z" }']
        head += [] if "criteria" in found else ["criteria = { scores.space = 1 }"]
    (tmp_path / "hw.toml").write_text("\n".join([*head, text]))
    assert load(tmp_path / "hw.toml").max_points > 0


def test_every_heading_is_listed() -> None:
    listed = re.findall(r"^- \[(.+)\]\(#", DOCS.split("\n## ")[0], re.MULTILINE)
    assert listed == re.findall(r"^## (.+)$", DOCS, re.MULTILINE)
