"""The pytest plugin in projects of its own making."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from prepared import Prepared

from pcaproofs.verify.discovery import all_claims

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


PytestIn = Callable[..., str]


@pytest.fixture
def pytest_in(prepared: Prepared) -> PytestIn:
    """A function of a folder and arguments: what pytest prints there."""

    def pytest_in(directory: Path, *args: str) -> str:
        done = prepared.pytest("-v", *args, cwd=directory)
        return done.stdout + done.stderr

    return pytest_in


def test_a_claim_file_of_another_project_gives_four_items(tmp_path: Path, pytest_in: PytestIn) -> None:
    out = pytest_in(project(tmp_path))
    for layer in ("kernel", "sympy", "mutants"):
        assert f"mine.idempotent[{layer}] PASSED" in out
    assert "mine.idempotent[numeric] SKIPPED (no data in this one)" in out


def test_layers_are_markers(tmp_path: Path, pytest_in: PytestIn) -> None:
    out = pytest_in(project(tmp_path), "-m", "kernel")
    assert "1 passed, 3 deselected" in out


def test_a_false_claim_fails_in_one_line(tmp_path: Path, pytest_in: PytestIn) -> None:
    out = pytest_in(project(tmp_path, right="2 * H"))
    assert "mine.idempotent[kernel] FAILED" in out
    assert "part 1: got undecided, but should be proved" in out or "should be proved" in out
    assert "Traceback" not in out


def test_an_incomplete_claim_is_an_error_that_names_it(tmp_path: Path, pytest_in: PytestIn) -> None:
    extra = '\nbad = claim("mine.bad", show=Eq(H, 2 * H), prose="too short", sources=[], numeric="", mutants=[])\n'
    out = pytest_in(project(tmp_path, extra=extra))
    assert "[mine.bad]" in out
    assert "incomplete claim" in out


def test_nothing_heavy_is_imported_without_claims(tmp_path: Path) -> None:
    (tmp_path / "test_light.py").write_text(
        "import sys\n\ndef test_light():\n    assert not {'sympy', 'numpy', 'pcaproofs.kernel'} & set(sys.modules)\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
    out = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120).stdout
    assert "1 passed" in out


def test_the_heading_of_a_failure_is_the_claim_and_the_layer(tmp_path: Path, pytest_in: PytestIn) -> None:
    out = pytest_in(project(tmp_path, right="2 * H"))
    assert re.search(r"^_+ mine\.idempotent\[kernel\]  ?_+$", out, re.MULTILINE)
    assert "test session _" not in out


def test_a_mutant_that_is_true_is_printed_as_proved(tmp_path: Path, pytest_in: PytestIn) -> None:
    folder = project(tmp_path, right="H", extra="")
    text = (folder / "mine.py").read_text(encoding="utf-8").replace("swap(1 / n, 1)", "swap(H * H, H)")
    (folder / "mine.py").write_text(text, encoding="utf-8")
    out = pytest_in(folder, "-m", "mutants")
    assert "not refuted; part 1 is proved, so the change is no mistake: " in out


USERS_TEST = """
from sympy import MatrixSymbol, Symbol
from pcaproofs import equal, symmetric

n = Symbol("n", positive=True, integer=True)
A = MatrixSymbol("A", n, n)

def test_of_a_text(assert_proved):
    assert assert_proved("tr(AB) = tr(BA)").certificate is not None
    assert_proved("x'x = 1", given="x is a unit vector")

def test_of_a_symbolic_statement(assert_proved):
    assert_proved(equal(A.T, A), [symmetric(A)])

def test_that_lacks_a_hypothesis(assert_proved):
    assert_proved("||x - (x'w) w||^2 = ||x||^2 - (x'w)^2")

def test_of_a_false_symbolic_statement(assert_proved):
    assert_proved(equal(A.T * A, A * A.T))

def test_of_half_a_text(assert_proved):
    assert_proved("AB = ")
"""


def test_the_fixture_shows_the_counterexample_and_the_missing_hypothesis(tmp_path: Path, pytest_in: PytestIn) -> None:
    (tmp_path / "test_mine.py").write_text(USERS_TEST, encoding="utf-8")
    out = pytest_in(tmp_path)
    assert "3 failed, 2 passed" in out
    for line in (
        "assert_proved(\"||x - (x'w) w||^2 = ||x||^2 - (x'w)^2\")",
        "Failed: got refuted, but should be proved",
        "  read as: for all integers n ≥ 1 and x, w ∈ ℝⁿ: ‖x − (xᵀ w) w‖² = ‖x‖² − (xᵀ w)²",
        "  fails at n = 1, x = 1, w = 2: left = 9, right = -3",
        "  holds if w is a unit vector",
        "  fails at n = 2, A = ",
        "  holds if A is symmetric",
        "Failed: got the end, but should be a formula behind = [statement, column 6]",
    ):
        assert line in out
    assert "pytest_plugin.py" not in out
    assert "typed.py" not in out  # the failure is told at the line of the test


@pytest.mark.parametrize("args", [["--pcaproofs-catalogue"], ["--pyargs", "pcaproofs.claims"]], ids=lambda x: x[0])
def test_the_catalogue_is_collected_where_pcaproofs_is_installed(
    args: list[str], tmp_path: Path, pytest_in: PytestIn
) -> None:
    """In a folder without any configuration, as a user has it."""
    out = pytest_in(tmp_path, *args, "--collect-only", "-q")
    assert f"{4 * len(all_claims())} tests collected" in out
    out = pytest_in(tmp_path, *args, "-k", "centering.idempotent", "-m", "kernel")
    assert "1 passed" in out


def test_the_catalogue_is_collected_besides_what_is_named(tmp_path: Path, pytest_in: PytestIn) -> None:
    (tmp_path / "test_mine.py").write_text("def test_mine():\n    pass\n", encoding="utf-8")
    out = pytest_in(tmp_path, "test_mine.py", "--pcaproofs-catalogue", "--collect-only", "-q")
    assert f"{4 * len(all_claims()) + 1} tests collected" in out
