"""Means, covariances and products with the data as they came."""

import ast
from collections.abc import Iterator

from .model import Suspect
from .names import Names
from .syntax import after, called, is_method, key, keywords, replacing, root


def _means(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    for node in ast.walk(scope):
        if called(node) not in ("mean", "average") or not isinstance(node, ast.Call):
            continue
        first = 0 if is_method(node) else 1
        place = node.args[first] if len(node.args) > first else keywords(node).get("axis")
        end = (node.end_lineno or node.lineno, (node.end_col_offset or 1) - 1)
        if place is None:
            comma = ", " if node.args or node.keywords else ""
            yield Suspect("grand-mean", node.lineno, ((*end, *end, f"{comma}axis=0"),))
        elif ast.unparse(place) in ("1", "-1"):
            yield Suspect("centred-along-wrong-axis", node.lineno, (replacing(place, "0"),))
        elif ast.unparse(place) == "0":
            kept = "" if "keepdims" in keywords(node) else ", keepdims=True"
            yield Suspect("centred-along-wrong-axis", node.lineno, (replacing(place, f"1{kept}"),))


def _covariances(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    for node in ast.walk(scope):
        if called(node) != "cov" or not isinstance(node, ast.Call) or not node.args:
            continue
        rowvar = keywords(node).get("rowvar")
        edit = (
            replacing(rowvar, str(ast.unparse(rowvar) in ("0", "False")))
            if rowvar
            else after(node.args[0], ", rowvar=False")
        )
        yield Suspect("covariance-of-samples", node.lineno, (edit,))


def _products(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """The data as they came, in a product or a decomposition."""
    if not names.data:
        return
    centred = f"({names.data} - {names.data}.mean(axis=0))"
    for node in ast.walk(scope):
        parts: list[ast.expr] = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            parts = [node.left, node.right]
        elif isinstance(node, ast.Call) and called(node) in ("dot", "matmul"):
            parts = [*node.args, *([node.func.value] if isinstance(node.func, ast.Attribute) else [])]
        raw = [part for part in parts if key(part) == names.data]
        if len(raw) == 1:
            yield Suspect("uncentred-projection", node.lineno, (replacing(raw[0], centred),))  # type: ignore[attr-defined]
        both = [ast.unparse(part) for part in parts]
        if (names.data in both and f"{names.data}.T" in both) or (
            called(node) == "svd" and isinstance(node, ast.Call) and node.args and key(node.args[0]) == names.data
        ):
            yield Suspect("never-centred", node.lineno)  # type: ignore[attr-defined]


def _places(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Places to look at, where what is done to the data may be a mistake."""
    for node in ast.walk(scope):
        line = getattr(node, "lineno", 0)
        if _writes_into(node, names.data):
            yield Suspect("changes-its-input", line)
        elif called(node) in _LOOKED_AT:
            yield Suspect(_LOOKED_AT[called(node)], line)


def _writes_into(node: ast.AST, data: str) -> bool:
    if isinstance(node, ast.AugAssign):
        return key(root(node.target)) == data != ""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(each, ast.Subscript) and key(root(each)) == data != "" for each in targets)


_LOOKED_AT = {"std": "deviation", "corrcoef": "correlation-matrix", "median": "median-for-mean"}

FINDERS = (_means, _covariances, _products, _places)
