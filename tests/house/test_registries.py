"""One place lists what exists, and each entry has all of its parts: hypotheses, nodes, layers, formats of reports."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click
import pytest
from hypothesis_table import TABLE

import pcaproofs
from pcaproofs import sampling
from pcaproofs.cli.reporting import report
from pcaproofs.formula import from_sympy
from pcaproofs.language import hypotheses, nodes, reader
from pcaproofs.notes.scope.scope_file import PROPERTIES
from pcaproofs.prover.needs import OF_MATRICES, OF_SCALARS
from pcaproofs.report import formats
from pcaproofs.verify import layer_registry
from pcaproofs.verify.mutants import without
from pcaproofs.verify.second_opinion import evaluate, evaluate_nodes, relations

DOCS = Path(__file__).parents[2] / "docs"
SCALARS = ("nonzero", "positive", "nonnegative")  # drawn as numbers, for which no strategy of matrices is needed
TESTED = {row.said.kind: row for row in TABLE}
SUGGESTED = (*OF_MATRICES, *OF_SCALARS)


def assert_nothing(missing: Mapping[str, bool]) -> None:
    """Fails with the name of every part that is missing."""
    assert not any(missing.values()), "missing: " + "; ".join(part for part, lacks in missing.items() if lacks)


@pytest.mark.parametrize("kind", hypotheses.KINDS)
def test_a_hypothesis_has_all_of_its_parts(kind: str) -> None:
    row = TESTED.get(kind)
    missing = {
        "a row in tests/hypothesis_table.py": row is None,
        "a public function in language/hypotheses.py": not callable(getattr(hypotheses, kind, None)),
        "its name in pcaproofs/__init__.py (python docs/api.py)": kind not in pcaproofs.__all__,
        "an exact test in verify/second_opinion/relations.py": kind not in relations._NAMED,
        "a strategy in sampling/": kind not in SCALARS and kind not in sampling.__all__,
        "a word in notes/scope/scope_file.py, or no_word": (kind in PROPERTIES) == bool(row and row.no_word),
        "a place in prover/needs.py, or no_need": (kind in SUGGESTED) == bool(row and row.no_need),
        "a line in docs/proving.md (python docs/api.py)": f"`{kind}("
        not in (DOCS / "proving.md").read_text(encoding="utf-8"),
    }
    assert_nothing(missing)


TABLES = {
    "second opinion": relations._NAMED,
    "scalars": SCALARS,
    "needs": SUGGESTED,
    "tests": TESTED,
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_every_hypothesis_in_a_table_exists(table: Iterable[str]) -> None:
    assert set(table) <= set(hypotheses.KINDS)


def test_a_mutant_without_a_hypothesis_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="got the hypothesis orthonormall, but should be one of symmetric"):
        without("orthonormall")


NODES = [cls for cls in vars(nodes).values() if inspect.isclass(cls) and cls.__module__ == nodes.__name__]
NODES = [cls for cls in NODES if cls not in (nodes._Node, nodes.ScalarNode, nodes.MatrixNode)]
BUILDERS = [
    name
    for name, function in vars(nodes).items()
    if inspect.isfunction(function) and function.__module__ == nodes.__name__
    if not name.startswith("_") and name != "reads"
]


def test_all_nodes_are_in_one_file() -> None:
    files = [path.name for path in Path(nodes.__file__).parent.glob("*.py") if "Node):" in path.read_text()]
    assert files == ["nodes.py"]


def made_in_functions(module: ModuleType) -> set[str]:
    """The names that functions of a module use."""
    functions = [x for x in ast.parse(inspect.getsource(module)).body if isinstance(x, ast.FunctionDef)]
    used = [node for function in functions for statement in function.body for node in ast.walk(statement)]
    return {node.id for node in used if isinstance(node, ast.Name)}


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.__name__)
def test_a_node_has_all_of_its_parts(node: type) -> None:
    missing = {
        "a function that builds it in its file": node.__name__ not in made_in_functions(nodes),
        "a function that reads it, with @reads": node not in nodes.READERS,
        "a formula in formula/from_sympy.py": node not in from_sympy._METHODS,
        "an evaluation in verify/second_opinion/evaluate_nodes.py": node not in evaluate.evaluate.registry,
    }
    assert evaluate_nodes
    assert reader
    assert_nothing(missing)


def test_a_second_function_that_reads_a_node_is_refused() -> None:
    with pytest.raises(ValueError, match="got two functions that read Inner, but should be one"):
        nodes.reads(nodes.Inner)(lambda s, e: ("number", "1"))


@pytest.mark.parametrize("name", BUILDERS)
def test_a_function_that_builds_nodes_is_public_and_documented(name: str) -> None:
    assert name in pcaproofs.__all__
    assert f"{name}(" in (DOCS / "proving.md").read_text(encoding="utf-8")
    assert re.search(
        rf"^::: pcaproofs\.language\.\w+\.{name}$", (DOCS / "api" / "nodes.md").read_text("utf-8"), re.MULTILINE
    )


@pytest.mark.parametrize("kind", layer_registry.KINDS, ids=lambda kind: kind.name)
def test_a_layer_has_all_of_its_parts(kind: layer_registry.LayerKind) -> None:
    assert callable(kind.load())
    assert kind.checks
    assert f"| {kind.name} |" in (DOCS / "claims.md").read_text(encoding="utf-8")


def test_a_layer_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="got the layer lean, but should be one of kernel, sympy"):
        layer_registry.layer_kind("lean")


REPORT_FORMATS = Path(formats.__file__).parent


@pytest.mark.parametrize(
    "name", [path.stem for path in REPORT_FORMATS.glob("*.py") if path.stem not in ("__init__", "format")]
)
def test_a_file_of_a_report_format_is_listed(name: str) -> None:
    format_of = import_module(f"pcaproofs.report.formats.{name}").FORMAT
    missing = {
        "its file named after it": format_of.name != name,
        "its entry in FORMATS of report/formats/__init__.py": formats.FORMATS.get(name) is not format_of,
        "a row in docs/reports.md": f"--format {name}` | {format_of.result} |"
        not in (DOCS / "reports.md").read_text(encoding="utf-8"),
        "a choice of --format": name not in option("--format").choices,
    }
    assert_nothing(missing)


def test_every_report_format_has_a_file() -> None:
    assert [name for name in formats.FORMATS if not (REPORT_FORMATS / f"{name}.py").exists()] == []


def option(name: str) -> click.Choice[str]:
    """The type of an option of `pcaproofs report`."""
    (found,) = [x.type for x in report.params if name in x.opts]
    assert isinstance(found, click.Choice)
    return found
