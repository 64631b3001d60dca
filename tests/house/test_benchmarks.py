"""Every benchmark is in the one table."""

import ast
from pathlib import Path

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_the_table_has_all_of_them():
    tree = ast.parse((BENCHMARKS / "all.py").read_text())
    (names,) = (node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "NAMES")
    assert sorted(ast.literal_eval(names)) == sorted(
        p.stem for p in BENCHMARKS.glob("*.py") if p.stem not in ("all", "figure")
    )
