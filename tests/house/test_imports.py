"""Who may import whom, and what must stay light."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import igraph
import pytest
from syntax import statements

PACKAGE = Path(__file__).parents[2] / "pcaproofs"

# room -> the rooms it may import, besides itself
ALLOWED = {
    "kernel": set(),
    "terms": {"kernel"},
    "goals": set(),
    "files": set(),
    "lookalikes": set(),
    "plain_names": {"terms", "kernel", "lookalikes"},
    "statement_text": {"kernel", "plain_names"},
    "crosscheck": set(),
    "certificates": {"kernel", "files", "plain_names", "statement_text", "crosscheck"},
    "language": {"terms", "kernel", "lookalikes"},
    "prover": {
        "goals",
        "terms",
        "kernel",
        "language",
        "formula",
        "certificates",
        "plain_names",
    },  # formula to show results in notebooks
    "formula": {"terms", "kernel", "language"},
    "drawing": {"formula"},
    "failing": set(),
    "kept": {"files"},
    "notes": {"__version__", "certificates", "formula", "kept", "kernel", "language", "plain_names", "prover", "terms"}
    | {"statement_text"},
    "homework": {"formula", "kernel", "language", "notes", "prover"},
    "agents": {"__version__", "certificates"},
    "typed": {"formula", "kernel", "language", "notes", "prover"},
    "reference": set(),
    "sampling": set(),
    "verify": {
        "goals",
        "terms",
        "kernel",
        "certificates",
        "language",
        "prover",
        "sampling",
        "reference",
        "claims",
        "cookbook",
    },  # discovery walks claims and the cookbook
    "claims": {"language", "verify"},
    "cookbook": {"language", "verify"},
    "report": {
        "goals",
        "terms",
        "files",
        "formula",
        "drawing",
        "kernel",
        "certificates",
        "language",
        "prover",
        "verify",
        "reference",
        "notes",
        "rocq",
        "grading",
        "plain_names",
        "__version__",
    },
    "rocq": {"goals", "terms", "files", "kept", "kernel", "certificates", "statement_text", "language", "prover"}
    | {"verify"},
    "__main__": {"cli"},
    "pytest_plugin": {"files", "verify", "report", "notes", "typed"},
    "jupyter": {"report", "notes"},
    "lsp": {"notes"},
    "pandoc": {"notes", "report"},
    "sphinx": {"__version__", "notes", "report"},
    "terminal": {"certificates", "goals", "kernel", "language", "verify"},
    "cli": {
        "files",
        "formula",
        "kernel",
        "certificates",
        "verify",
        "terminal",
        "report",
        "grading",
        "notes",
        "agents",
        "lsp",
        "rocq",
        "typed",
        "failing",
        "kept",
        "language",
    }
    | {"__version__", "plain_names", "statement_text", "prover"},  # of statements that --against names
    "grading": {"__version__", "files"},
}

# the same inside rooms that have rooms of their own: sub-package or file -> those of the same room that it may import
PRINTED = {
    "computed",
    "documents",
    "evidence",
    "figures",
    "graph",
    "guide",
    "page",
    "sentences",
    "verdict_style",
    "versions",
}
INSIDE = {
    "report": {
        "computed": {"documents", "errata", "exercises"},
        "errata": {"documents", "sentences"},
        "exercises": {"derivation", "documents", "page", "sentences"},
        "annotated": set(),  # beside html/static, whose style it brings
        "margin": {"documents"},
        "marks": {"annotated", "derivation", "latex", "sentences"},
        "derivation": {"documents", "sentences"},
        "documents": {"figures", "sentences"},
        "edition": set(),
        "errors": set(),
        "evidence": {"sentences"},
        "figures": set(),
        "formats": {"documents", "html", "latex"},
        "graph": {"documents", "page", "verdict_style"},
        "guide": {"documents", "evidence", "sentences"},
        "html": {"derivation", "edition", "errata", "latex"} | PRINTED,
        "latex": {"derivation", "edition", "errata", "errors", "exercises"} | PRINTED,
        "notebook": {"derivation", "latex", "page", "sentences", "verdict_style"},
        "page": {"derivation", "documents", "evidence", "sentences", "theorems", "titles"},
        "sentences": set(),
        "theorems": set(),
        "titles": set(),
        "verdict_style": set(),
        "versions": set(),
        "write": {"edition", "formats"},
    },
    "grading": {  # each room imports those above it
        "dask_executor": set(),
        "parsing": set(),
        "protocol": set(),
        "judge": {"protocol"},
        "data": {"judge", "protocol"},
        "assignment": {"data", "judge", "parsing", "protocol"},
        "sandbox": {"assignment", "protocol"},
        "submission": {"assignment", "parsing", "protocol"},
        "running": {"assignment", "data", "judge", "parsing", "protocol", "sandbox", "submission"},
        "diagnosis": {"assignment", "data", "judge", "parsing", "protocol", "running", "sandbox", "submission"},
        "release": {"assignment", "running"},
        "results": {"assignment", "diagnosis", "judge", "protocol", "running", "sandbox", "submission"},
        "cells": {"results"},
        "derivations": {"assignment", "parsing", "protocol", "results", "submission"},
        "engine": {"assignment", "derivations", "diagnosis", "parsing", "results", "running", "sandbox", "submission"}
        | {"protocol"},
        "feedback": {"assignment", "diagnosis", "judge", "results", "sandbox", "submission"},
        "batch": {"assignment", "engine", "feedback", "protocol", "results", "running", "sandbox", "submission"},
        "platforms": {
            "assignment",
            "cells",
            "derivations",
            "feedback",
            "parsing",
            "release",
            "results",
            "running",
            "sandbox",
            "submission",
        },
        "proposal": {"assignment", "data", "engine", "judge", "protocol", "results", "running", "submission"},
        "outputs": {"assignment", "batch", "feedback", "platforms", "results", "submission"},
    },
    "notes": {  # each room imports those above it
        "faults": set(),
        "rules": {"faults"},
        "text": set(),
        "formulas": {"faults", "text"},
        "prose": {"formulas", "text"},
        "scope": {"formulas", "prose", "text"},
        "stored": set(),
        "searching": {"stored", "text"},
        "typing": {"faults", "formulas", "prose", "scope", "text"},
        "judging": {"faults", "formulas", "prose", "rules", "scope", "searching", "text", "typing"},
        "checking": {"formulas", "judging", "prose", "scope", "text", "typing"},
        "options": {"rules", "text"},
        "findings": {"formulas", "judging", "options", "rules", "text"},
        "readings": {"findings", "formulas", "judging", "options", "searching"},
        "sarif": {"rules"},
        "reference": {"checking", "findings", "formulas", "options", "rules", "text"},
        "asking": {"checking", "formulas", "judging", "prose", "scope", "text"},
    },
}


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    """The modules that a file imports, and names as module.name, but none for type checking alone."""
    tree = parsed(path)
    typing_only = {
        id(node)
        for branch in statements(tree)
        if isinstance(branch, ast.If) and ast.unparse(branch.test) == "TYPE_CHECKING"
        for node in statements(branch)
    }
    found = set()
    for node in statements(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = ["pcaproofs", *path.relative_to(PACKAGE).parts[: -node.level]]
                base = ".".join([*parents, *([node.module] if node.module else [])])
            found |= {f"{base}.{alias.name}" for alias in node.names}
    return frozenset(found)


FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.name != "__init__.py")


MODULES = {".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES}


def targets(path: Path) -> set[str]:
    """Our modules that a file imports, without the package's own name: report.page."""
    names = {name.removeprefix("pcaproofs.") for name in imports(path) if "pcaproofs." in name}
    return {name if name in MODULES else name.rpartition(".")[0] for name in names} & MODULES.keys()


@pytest.mark.parametrize("room", sorted({*map(room_of, FILES)}))
def test_subpackages_import_only_permitted_subpackages(room: str) -> None:
    assert room in ALLOWED, f"got a new room {room}, but should be one that the README names"
    for path in (path for path in FILES if room_of(path) == room):
        ours = {name.split(".")[1] for name in imports(path) if name.startswith("pcaproofs.")}
        assert ours - {room} <= ALLOWED[room], path


@pytest.mark.parametrize("room", ALLOWED)
def test_every_permitted_import_is_used(room: str) -> None:
    found = {name.split(".")[1] for p in FILES if room_of(p) == room for name in imports(p) if "pcaproofs." in name}
    assert ALLOWED[room] == found - {room}


@pytest.mark.parametrize("inside", [f"{room}.{name}" for room, names in INSIDE.items() for name in names])
def test_parts_of_a_subpackage_import_exactly_the_permitted_parts(inside: str) -> None:
    room, name = inside.split(".")
    assert {x.split(".")[1] for x in MODULES if x.startswith(f"{room}.")} == INSIDE[room].keys()
    files = [path for module, path in MODULES.items() if f"{module}.".startswith(f"{inside}.")]
    found = {x.split(".")[1] for path in files for x in targets(path) if x.startswith(f"{room}.")}
    assert found - {name} == INSIDE[room][name]


def test_the_playground_has_the_rooms_that_typed_statements_need() -> None:
    def below(room: str) -> set[str]:
        return {room}.union(*map(below, ALLOWED[room] & ALLOWED.keys()))

    tree = ast.parse((PACKAGE.parent / "docs" / "playground.py").read_text(encoding="utf-8"))
    assigned = [x for x in tree.body if isinstance(x, ast.Assign | ast.AugAssign) and "OURS" in ast.unparse(x)]
    ours = {name for x in assigned for name in ast.literal_eval(x.value)}
    assert ours == below("typed") | {"__init__"}


def picture_of_rooms() -> str:
    """The rooms in layers, each with those that it imports but for what these import in their turn."""
    imported = {room: set(ALLOWED[room]) & ALLOWED.keys() for room in ALLOWED}
    imported["verify"] -= {"claims", "cookbook"}  # which discovery finds by walking the folders

    def below(room: str) -> set[str]:
        return imported[room].union(*map(below, imported[room]))

    def layer(room: str) -> int:
        return 1 + max(map(layer, imported[room]), default=-1)

    lines = []
    for depth in range(max(map(layer, imported)), -1, -1):
        for room in sorted(room for room in imported if layer(room) == depth):
            direct = imported[room] - set().union(*(below(other) for other in imported[room]))
            lines.append(f"{depth}  {room:<15}{'→ ' if direct else ''}{', '.join(sorted(direct))}".rstrip())
    return "\n".join(lines)


def test_the_list_in_the_architecture_agrees_with_the_imports() -> None:
    text = (PACKAGE.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert f"```text\n{picture_of_rooms()}\n```" in text, f"ARCHITECTURE.md should have this:\n{picture_of_rooms()}"


@pytest.mark.parametrize("inside", ["grading", "notes"])
def test_parts_of_a_subpackage_are_listed_in_an_order_of_imports(inside: str) -> None:
    rooms = list(INSIDE[inside])
    assert all(used in rooms[:place] for place, room in enumerate(rooms) for used in INSIDE[inside][room])


def with_packages(names: set[str], importer: str) -> set[str]:
    """Modules with the packages around them, whose __init__ runs first, but for those around the importer too."""
    around = {".".join(name.split(".")[:k]) for name in names for k in range(1, name.count(".") + 1)}
    return names | {package for package in around & MODULES.keys() if not f"{importer}.".startswith(f"{package}.")}


def circles() -> set[frozenset[str]]:
    """Sets of modules that import one another, also inside functions: strongly connected components."""
    edges = {name: with_packages(targets(path), name) for name, path in MODULES.items()}
    names, number = list(edges), {name: k for k, name in enumerate(edges)}
    graph = igraph.Graph(len(names), [(number[a], number[b]) for a in edges for b in edges[a]], directed=True)
    found = graph.connected_components(mode="strong")
    return {frozenset(names[k] for k in component) for component in found if len(component) > 1}


def test_no_import_is_circular() -> None:
    assert circles() == set()


def test_the_kernel_needs_the_standard_library_only() -> None:
    top = {name.split(".")[0] for name in imports(PACKAGE / "kernel.py")}
    assert top <= sys.stdlib_module_names
    assert len((PACKAGE / "kernel.py").read_text(encoding="utf-8").splitlines()) <= 900


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "grading" / "sandbox" / "worker").rglob("*.py")), ids=lambda p: p.name
)
def test_the_worker_imports_nothing_of_ours_but_itself(path: Path) -> None:
    for name in imports(path):
        assert not name.startswith("pcaproofs.") or name.startswith("pcaproofs.grading.sandbox.worker"), name


PARSING = PACKAGE / "grading" / "parsing"


@pytest.mark.parametrize("path", sorted(PARSING.rglob("*.py")), ids=lambda path: path.name)
def test_code_sent_into_a_child_imports_only_the_standard_library_and_its_own_package(path: Path) -> None:
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    froms = [node for node in tree if isinstance(node, ast.ImportFrom)]
    assert all(node.module and node.module.split(".")[0] in sys.stdlib_module_names for node in froms if not node.level)
    assert {node.level for node in froms if node.level} <= ({1} if path.parent != PARSING else set())
    own = {name.split(".")[0] for name in imports(path)} - {"pcaproofs"}
    assert own <= sys.stdlib_module_names


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
