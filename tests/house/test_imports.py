"""Who may import whom, and what must stay light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "pcaproofs"

# room -> the rooms it may import, besides itself
ALLOWED = {
    "kernel": set(),
    "terms": {"kernel"},
    "files": set(),
    "lookalikes": set(),
    "plain_names": {"kernel", "lookalikes"},
    "statement_text": {"kernel", "plain_names"},
    "crosscheck": set(),
    "certificates": {"kernel", "files", "plain_names", "statement_text", "crosscheck"},
    "language": {"terms", "kernel", "lookalikes"},
    "prover": {"terms", "kernel", "language", "certificates"},
    "formula": {"terms", "kernel", "language"},
    "reference": set(),
    "sampling": {"language", "reference"},
    "verify": {
        "terms",
        "kernel",
        "certificates",
        "language",
        "prover",
        "sampling",
        "reference",
        "claims",
    },  # discovery walks claims
    "claims": {"language", "verify"},
    "report": {
        "terms",
        "files",
        "formula",
        "kernel",
        "certificates",
        "language",
        "prover",
        "verify",
        "claims",
        "reference",
        "rocq",
    },
    "rocq": {"terms", "files", "kernel", "certificates", "statement_text", "language", "verify"},
    "pytest_plugin": {"verify", "report"},
    "jupyter": {"report"},
    "terminal": {"terms", "kernel", "language", "prover", "verify"},
    "cli": {"files", "formula", "kernel", "certificates", "verify", "terminal", "report", "grading", "rocq"}
    | {"plain_names", "statement_text", "prover"},  # of statements that --against names
    "grading": {"__version__", "files", "reference", "sampling", "claims"},
}


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """Every module that a file imports, at its top or inside a function, but not for type checking alone."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(node)
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and ast.unparse(branch.test) == "TYPE_CHECKING"
        for node in ast.walk(branch)
    }
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join(["pcaproofs", *path.relative_to(PACKAGE).parts[: -node.level]]) + f".{base}"
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)} if base == "pcaproofs" else {base}
    return found


FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.name != "__init__.py")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms_import_only_what_they_may(path: Path) -> None:
    room = room_of(path)
    ours = {name.split(".")[1] for name in imports(path) if name.startswith("pcaproofs.")}
    assert room in ALLOWED, f"got a new room {room}, but should be one that the README names"
    assert ours - {room} <= ALLOWED[room]


def test_the_kernel_needs_the_standard_library_only() -> None:
    top = {name.split(".")[0] for name in imports(PACKAGE / "kernel.py")}
    assert top <= sys.stdlib_module_names
    assert len((PACKAGE / "kernel.py").read_text(encoding="utf-8").splitlines()) <= 800


@pytest.mark.parametrize("path", sorted((PACKAGE / "grading" / "worker").rglob("*.py")), ids=lambda p: p.name)
def test_the_worker_imports_nothing_of_ours_but_itself(path: Path) -> None:
    for name in imports(path):
        assert not name.startswith("pcaproofs.") or name.startswith("pcaproofs.grading.worker"), name


def loaded_by(code: str) -> set[str]:
    printed = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"], check=True, capture_output=True, text=True
    )
    return set(printed.stdout.split())


LIGHT = [
    ("import pcaproofs", {"sympy", "numpy", "hypothesis", "rich", "click"}),
    ("import pcaproofs.cli", {"sympy", "numpy", "hypothesis", "rich"}),
    ("import pcaproofs.pytest_plugin", {"sympy", "numpy", "hypothesis", "rich", "markdown_it", "pcaproofs.kernel"}),
    ("import pcaproofs.kernel", {"sympy", "numpy", "hypothesis", "rich", "click"}),
    ("from pcaproofs.certificates import check_file", {"sympy", "numpy", "hypothesis"}),
    ("import pcaproofs.reference", {"sympy", "hypothesis", "mpmath", "scipy"}),
]


@pytest.mark.parametrize(("code", "heavy"), LIGHT, ids=[code for code, _ in LIGHT])
def test_heavy_imports_are_lazy(code: str, heavy: set[str]) -> None:
    assert not heavy & loaded_by(code)
