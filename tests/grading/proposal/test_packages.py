"""What a solution imports, and what the command says while it waits."""

import time
from pathlib import Path

import pytest

from pcaproofs.cli import progress
from pcaproofs.grading.proposal import packages_of


@pytest.mark.parametrize(
    ("text", "packages"),
    [
        ("import numpy as np\nimport os, sympy as s\n", ("sympy",)),
        ("from mpmath import mp\n", ("mpmath",)),
        ("def f():\n    import sympy.abc\n", ("sympy",)),
        ("import nothing_of_that_name\n", ()),
        ("import mine\n", ()),
        ('{"cells": [{"source": ["import numpy\\n", "from mpmath.libmp import x\\n"]}]}', ("mpmath",)),
        ("not ( Python", ()),
    ],
)
def test_installed_packages_are_found_without_running_or_parsing(
    text: str, packages: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text("")
    (tmp_path / "pca.py").write_text(text)
    assert packages_of(tmp_path / "pca.py") == packages
    assert packages_of(tmp_path) == packages_of(tmp_path / "none.py") == ()


def test_a_long_step_shows_its_progress(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "_MOMENT", 0.05)
    with progress.Progress() as shown:
        shown.begin("pca, project")
        for _ in range(1200):
            if "trying pca, project" in (err := capsys.readouterr().err):
                break
            time.sleep(0.05)
    assert "trying pca, project" in err
    capsys.readouterr()  # what it said between the last look and its end
    monkeypatch.setattr(progress, "_MOMENT", 600.0)
    with progress.Progress():
        pass
    assert capsys.readouterr().err == ""
