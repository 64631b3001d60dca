"""Files that programs run or believe unasked, and texts that are commands elsewhere, as students hand them in."""

import csv
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pcaproofs.grading.assignment.reference import EXAMPLE

from ..solutions import GOOD

COMMAND = [sys.executable, "-P", "-c", "from pcaproofs.cli import main; main()"]
MARK = "ran-outside"
RUN = f"""
import os
if "PCAPROOFS_OUTSIDE" in os.environ:  # the sandbox has no such variable
    open(os.environ["PCAPROOFS_OUTSIDE"], "a").write("{MARK}")
"""
SHELL = f'#!/bin/sh\necho {MARK} >> "$PCAPROOFS_OUTSIDE"\n'
BY_ITSELF = {
    **{f"{name}.py": RUN for name in ("sitecustomize", "usercustomize", "conftest", "json", "numpy", "pcaproofs")},
    **{f"{name}.py": RUN for name in ("setup", "__main__", "__init__", "click", "ast", "hashlib")},
    "run.pth": f"import os; {RUN.strip().splitlines()[-1].strip()}\n",
    "Makefile": f'all:\n\techo {MARK} >> "$PCAPROOFS_OUTSIDE"\n',
    ".git/hooks/post-checkout": SHELL,
    ".git/config": f'[core]\n\tfsmonitor = "echo {MARK} >> $PCAPROOFS_OUTSIDE"\n\tpager = "sh -c hook"\n',
    ".envrc": SHELL,
    "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "-p run"\n[build-system]\nrequires = ["nothing"]\n',
    ".pcaproofs.toml": "points = 1000\n",
    "adjust.toml": "[here]\npoints = 1000\n",
    "hw.toml": "[criteria]\nruns = 1000\n",
    "result.json": '{"score": 1000, "max_score": 13, "status": "ok"}',
    "grades.csv": "submission,score\nhere,1000\n",
}
PAYLOADS = [
    "<script>alert(4711)</script>", "<img src=x onerror=alert(4711)>", "](javascript:alert(4711))", "=HYPERLINK(4711)",
    "\u202etxt.exe", "</textarea><svg onload=alert(4711)>", "'\"--><x4711>", "{{4711*1}}", "${4711}", "\r\nSet: 4711",
]  # fmt: skip


def graded(folder: Path, *more: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PCAPROOFS_OUTSIDE": str(folder / "outside.txt")}
    environment = {name: value for name, value in environment.items() if name != "PYTHONPATH"}
    arguments = ["grade", str(folder / "in"), "-a", str(folder / "hw.toml"), "-o", str(folder / "out"), *more]
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, cwd=cwd or folder, env=environment, timeout=300
    )


@pytest.mark.parametrize("inside", [False, True])
def test_nothing_that_is_handed_in_runs_outside_or_is_believed(inside: bool, tmp_path: Path) -> None:
    """Also where the grader is started in a student's folder."""
    here = tmp_path / "in" / "here"
    for name, text in BY_ITSELF.items():
        path = here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    (here / "pca.py").write_text(GOOD)
    (tmp_path / "hw.toml").write_text(EXAMPLE)
    done = graded(tmp_path, cwd=here if inside else tmp_path)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "outside.txt").exists()
    result = json.loads((tmp_path / "out" / "here" / "result.json").read_text())
    assert result["score"] <= result["max_score"] == 13


class Tags(HTMLParser):
    """What a browser would act on."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if (
                "4711" in name
                or (name.startswith("on") and "4711" in (value or ""))
                or (value or "").startswith("javascript:")
            ):
                self.found.append(f"{tag} {name} {value}")
        self.found += [tag] if tag == "x4711" else []

    def handle_data(self, data: str) -> None:
        if self.lasttag == "script" and "alert(4711)" in data and "\\u003c" not in data and '"' not in data:
            self.found.append(data)


def test_texts_of_students_are_commands_nowhere(tmp_path: Path) -> None:
    """In names, errors, prints, and the code that pages show."""
    for number, payload in enumerate(PAYLOADS):
        name = f"{number} {payload}".replace("/", "").replace("\r\n", "")
        folder = tmp_path / "in" / name
        folder.mkdir(parents=True)
        quoted = payload.replace("\r\n", " ")
        (folder / "pca.py").write_text(f"# {quoted}\nprint({payload!r})\nraise ValueError({payload!r})\n{GOOD}\n")
    (tmp_path / "hw.toml").write_text(EXAMPLE)
    done = graded(
        tmp_path,
        *(text for name in ("junit", "gradebook", "gradescope", "github-classroom") for text in ("--format", name)),
    )
    assert done.returncode in (0, 1), done.stderr
    every = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert {".html", ".json", ".csv"} <= {path.suffix for path in every}
    for path in every:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            tags = Tags()
            tags.feed(text)
            assert not tags.found, (path, tags.found)
        elif path.suffix == ".json":
            json.loads(text)
        elif path.suffix == ".xml":
            ET.fromstring(text)
        elif path.suffix == ".csv":
            for row in csv.reader(text.splitlines()):
                assert not [cell for cell in row if cell[:1] in "=+-@\t\r" and "4711" in cell]
        assert "\u202e" not in text, path
