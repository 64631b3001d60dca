"""Rows of notes as tests of pytest, a cell of a notebook as a note, and the hook for pre-commit."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from prepared import Prepared

ROOT = Path(__file__).parents[2]
NOTE = r"""Let $x, y \in \mathbb{R}^p$.

$$\|x + y\|^2 = \|x\|^2 + \|y\|^2 + 2 x^T y$$

$$\|x + y\|^2 = \|x\|^2 + \|y\| + 2 x^T y$$

$$\|x + y\|_7 = 1$$
"""


def test_each_row_is_a_test(tmp_path: Path, prepared: Prepared) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\npcaproofs_notes = lectures/*.md lectures/*.ipynb\n")
    (tmp_path / "lectures").mkdir()
    (tmp_path / "lectures" / "a.md").write_text(NOTE, encoding="utf-8")
    cells = [{"cell_type": "markdown", "source": NOTE}]
    (tmp_path / "lectures" / "b.ipynb").write_text(json.dumps({"cells": cells}))
    (tmp_path / "lectures" / "c.md").write_bytes(b"%PDF-1.4")
    (tmp_path / "lectures" / "d.md").write_text("<!-- pcaproofs: X is a walrus -->\n\n$$X = X$$\n\n$$X = X")
    (tmp_path / "README.md").write_text("$$1 = 2$$")
    done = prepared.pytest("-v", "-rfs", "--continue-on-collection-errors", cwd=tmp_path)
    outcomes = re.findall(r"^lectures/(\S+\[row\]) (\w+)", done.stdout, re.MULTILINE)
    wanted = {"3:3": "PASSED", "5:3": "FAILED", "7:3": "SKIPPED"}
    assert dict(outcomes) == {
        **{f"a.md::{place}[row]": outcome for place, outcome in wanted.items()},
        **{f"b.ipynb::1:{place}[row]": outcome for place, outcome in wanted.items()},
        "d.md::3:3[row]": "FAILED",
        "d.md::5:3[row]": "FAILED",
    }
    assert "3:3[row]: got a walrus, but should be " in done.stdout
    assert "5:3[row]: refuted: " in done.stdout
    assert "got a binary file, but should be text" in done.stdout
    assert "Traceback" not in done.stdout


WARNED = "import pcaproofs.notes.judging.verdicts as v\nv.RowVerdict.severity = property(lambda self: 'warning')\n"
FALSE = r"$$\|x + y\|^2 = \|x\|^2$$"
OPTIONS = {  # [tool.pcaproofs], conftest.py, outcomes, what is said
    "a comment": ("", "", {"failed": 1, "skipped": 1}, "switched off by comment in line 3: fails at"),
    "a warning": (
        "",
        WARNED,
        {"passed": 1, "skipped": 1, "warning": 1},
        "a.md:5:3[row]: refuted: fails at",
    ),
    "fail on warnings": ('fail-on = "warning"', WARNED, {"failed": 1, "skipped": 1}, "[PCA310]"),
    "select": ('select = ["shape"]', "", {"passed": 1, "skipped": 1}, ""),
    "a wrong option": ("exclude = 3", "", {"errors": 2}, "got 3, but should be a list of strings ["),
}


@pytest.mark.parametrize(("table", "conftest", "outcomes", "said"), OPTIONS.values(), ids=OPTIONS)
def test_rows_are_tested_under_the_options_of_their_author(
    tmp_path: Path, prepared: Prepared, table: str, conftest: str, outcomes: dict[str, int], said: str
) -> None:
    table = table if table.startswith("exclude") else f'exclude = ["b.md"]\n{table}'
    files = {
        "pytest.ini": "[pytest]\npcaproofs_notes = *.md\n",
        "pyproject.toml": f"[tool.pcaproofs]\n{table}\n",
        "conftest.py": conftest,
        "a.md": f"Let $x, y \\in \\mathbb{{R}}^p$.\n\n{FALSE} <!-- pcaproofs: ignore fails -->\n\n{FALSE}\n",
        "b.md": "$$1 = 2$$",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = prepared.pytest("-rs", "-q", cwd=tmp_path)
    *_, last = done.stdout.splitlines()
    assert {kind: int(k) for k, kind in re.findall(r"(\d+) (\w+)", last.partition(" in ")[0])} == outcomes
    assert said in done.stdout


def test_a_cell_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    shells = pytest.importorskip("IPython.core.interactiveshell", reason="IPython is not installed")
    from pcaproofs.jupyter import load_ipython_extension

    shell = shells.InteractiveShell()
    load_ipython_extension(shell)
    shell.run_cell_magic("check", "", NOTE)
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in said] == [["3:3", "proved"], ["5:3", "error"], ["7:3", "unsupported"]]
    shell.run_cell_magic("check", "", "<!-- pcaproofs: X is a walrus -->")
    shell.run_cell_magic("check", "", "$$1 + 1 = 2")
    wrong, fault, row = capsys.readouterr().out.splitlines()
    assert wrong.startswith("got a walrus, but should be ")
    assert fault == "1:1  error   $$1 + 1 = 2    got $$, but should be closed by $$ [PCA111]"
    assert row.split()[:2] == ["1:3", "proved"]


def test_the_hook_names_a_command_and_files_that_it_reads() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    assert "entry: pcaproofs check\n" in text
    (pattern,) = re.findall(r"files: (.*)", text)
    assert all(re.search(pattern, f"notes/a.{suffix}") for suffix in ("md", "tex", "ipynb", "qmd", "Rmd"))
    assert not re.search(pattern, "a.py")
