"""Who may import whom, and what must stay light; the contracts that import-linter checks are in pyproject.toml."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from copy import deepcopy
from pathlib import Path

import pytest
from figures import circles, graph

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "pcaproofs"
PARSING = PACKAGE / "grading" / "parsing"
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
# contract -> a file, and an import in it that breaks this contract and no other
BREAKS = {
    "rooms": ("kept.py", "import pcaproofs.terms"),
    "grading": ("grading/cells.py", "from pcaproofs.kernel import check"),
    "inside-grading": ("grading/cells.py", "import pcaproofs.grading.feedback"),
    "inside-notes": ("notes/options.py", "def late():\n    from pcaproofs.notes import sarif"),
    "inside-report": ("report/versions.py", "import pcaproofs.report.titles"),
    "siblings": ("language/symbols.py", "from pcaproofs.language import reader"),
}


def linted(folder: Path) -> str:
    """What import-linter says of the package in a folder: `NAME KEPT` or `NAME BROKEN` of each contract, and why."""
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    return " ".join((done.stdout + done.stderr).split())


def test_the_contracts_are_kept() -> None:
    said = linted(ROOT)
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in said, said


def test_each_contract_is_broken_by_an_import_that_it_forbids(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "pcaproofs", ignore=shutil.ignore_patterns("__pycache__", "library", "static"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name, line in BREAKS.values():
        with (tmp_path / "pcaproofs" / name).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    said = linted(tmp_path)
    assert BREAKS.keys() == {contract["id"] for contract in CONTRACTS}
    assert [x["id"] for x in CONTRACTS if f"{x['name']} BROKEN" not in said] == []


def test_the_architecture_prints_the_layers_of_the_contract() -> None:
    (rooms,) = (contract["layers"] for contract in CONTRACTS if contract["id"] == "rooms")
    picture = "\n".join(rooms)
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert f"```text\n{picture}\n```" in text, f"ARCHITECTURE.md should have this:\n{picture}"


def test_no_import_is_circular() -> None:
    assert circles() == []


def test_modules_import_the_version_alone_from_the_package() -> None:
    """`from pcaproofs import prove` would pass the contracts, because the package itself is in no layer."""
    found = {
        details["line_contents"]
        for name in graph().find_modules_that_directly_import("pcaproofs")
        for details in graph().get_import_details(importer=name, imported="pcaproofs")
    }
    assert found == {"from pcaproofs import __version__", "import pcaproofs"}


def test_the_playground_has_the_rooms_that_typed_statements_need() -> None:
    tree = ast.parse((ROOT / "docs" / "playground.py").read_text(encoding="utf-8"))
    assigned = [x for x in tree.body if isinstance(x, ast.Assign | ast.AugAssign) and "OURS" in ast.unparse(x)]
    ours = {name for x in assigned for name in ast.literal_eval(x.value)}
    assert ours == rooms_below("typed") | {"__init__"}


def rooms_below(room: str) -> set[str]:
    """A room and those that its modules import, directly or not."""
    squashed = deepcopy(graph())
    for name in squashed.find_children("pcaproofs"):
        squashed.squash_module(name)
    found = squashed.find_upstream_modules(f"pcaproofs.{room}") - {"pcaproofs"}
    return {room} | {name.split(".")[1] for name in found if name.startswith("pcaproofs.")}


def test_the_kernel_needs_the_standard_library_only() -> None:
    assert graph().find_modules_directly_imported_by("pcaproofs.kernel") <= sys.stdlib_module_names
    assert len((PACKAGE / "kernel.py").read_text(encoding="utf-8").splitlines()) <= 900


def test_the_worker_imports_nothing_of_ours_but_itself() -> None:
    worker = "pcaproofs.grading.sandbox.worker"
    inside = {worker, *graph().find_descendants(worker)}
    found = set().union(*map(graph().find_modules_directly_imported_by, inside))
    assert {name for name in found if name.startswith("pcaproofs")} <= inside


@pytest.mark.parametrize("path", sorted(PARSING.rglob("*.py")), ids=lambda path: path.name)
def test_code_sent_into_a_child_imports_only_the_standard_library_and_its_own_package(path: Path) -> None:
    tree = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    froms = [node for node in tree if isinstance(node, ast.ImportFrom)]
    names = {x.name.split(".")[0] for node in tree if isinstance(node, ast.Import) for x in node.names}
    names |= {str(node.module).split(".")[0] for node in froms if not node.level}
    assert names <= sys.stdlib_module_names
    assert {node.level for node in froms if node.level} <= ({1} if path.parent != PARSING else set())


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
