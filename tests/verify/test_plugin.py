"""The pytest plugin in projects of its own making."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CLAIM = """
from sympy import Eq, Identity, OneMatrix, Symbol
from pcaproofs.verify.claim import claim, note
from pcaproofs.verify.mutants import swap

n = Symbol("n", positive=True, integer=True)
H = Identity(n) - OneMatrix(n, n) / n
idempotent = claim(
    "mine.idempotent",
    show=Eq(H * H, {right}),
    prose="Centring twice is centring once, they say.",
    sources=[note("004", 69)],
    numeric="no data in this one",
    mutants=[swap(1 / n, 1)],
)
"""


def project(tmp_path: Path, right: str = "H", extra: str = "") -> Path:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\npcaproofs_claims = ["mine.py"]\n', encoding="utf-8"
    )
    (tmp_path / "mine.py").write_text(CLAIM.format(right=right) + extra, encoding="utf-8")
    return tmp_path


def pytest_in(directory: Path, *args: str) -> str:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-v", *args]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=120)
    return done.stdout + done.stderr


def test_a_claim_file_of_another_project_gives_four_items(tmp_path: Path) -> None:
    out = pytest_in(project(tmp_path))
    for layer in ("kernel", "sympy", "mutants"):
        assert f"mine.idempotent[{layer}] PASSED" in out
    assert "mine.idempotent[numeric] SKIPPED (no data in this one)" in out


def test_layers_are_markers(tmp_path: Path) -> None:
    out = pytest_in(project(tmp_path), "-m", "kernel")
    assert "1 passed, 3 deselected" in out


def test_a_false_claim_fails_in_one_line(tmp_path: Path) -> None:
    out = pytest_in(project(tmp_path, right="2 * H"))
    assert "mine.idempotent[kernel] FAILED" in out
    assert "part 1: got undecided, but should be proved" in out or "should be proved" in out
    assert "Traceback" not in out


def test_an_incomplete_claim_is_an_error_that_names_it(tmp_path: Path) -> None:
    extra = '\nbad = claim("mine.bad", show=Eq(H, 2 * H), prose="too short", sources=[], numeric="", mutants=[])\n'
    out = pytest_in(project(tmp_path, extra=extra))
    assert "[mine.bad]" in out
    assert "incomplete claim" in out


def test_nothing_heavy_is_imported_without_claims(tmp_path: Path) -> None:
    (tmp_path / "test_light.py").write_text(
        "import sys\n\ndef test_light():\n    assert not {'sympy', 'numpy', 'pcaproofs.kernel'} & set(sys.modules)\n",
        encoding="utf-8",
    )
    out = pytest_in(tmp_path, "-p", "no:hypothesispytest")
    assert "1 passed" in out
