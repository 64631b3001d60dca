"""Iterations that may stop too early."""

import ast
import re
from collections.abc import Iterator

from .model import Edit, Suspect
from .syntax import Function, called, key, replacing

_MANY_ROUNDS, _TIGHT = "3000", "1e-14"
_ROUNDS = re.compile(r"iter|round|step|epoch|max", re.IGNORECASE)
_TOLERANCE = re.compile(r"tol|eps|thr|prec", re.IGNORECASE)


def short(tree: ast.AST) -> Iterator[Suspect]:
    """All numbers of rounds and all tolerances together, wherever they are written."""
    edits = [edit for node in ast.walk(tree) for edit in _settings(node)]
    if edits:
        yield Suspect("inaccurate", min(edits)[0], tuple(edits))


def _settings(node: ast.AST) -> list[Edit]:
    if isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and called(node.iter) == "range":
        return [replacing(part, _MANY_ROUNDS) for part in node.iter.args[-1:] if _is_count(part)]
    if isinstance(node, ast.Compare):
        return [replacing(part, _TIGHT) for part in (node.left, *node.comparators) if _is_tolerance(part)]
    if called(node) in ("allclose", "isclose") and isinstance(node, ast.Call):
        return [replacing(item.value, _TIGHT) for item in node.keywords if _is_tolerance(item.value)]
    if isinstance(node, Function):
        both = zip(reversed(node.args.args), reversed(node.args.defaults), strict=False)
        return [edit for item, value in both for edit in _of_setting(item.arg, value)]
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return _of_setting(key(node.targets[0]), node.value)
    return _of_setting(node.arg or "", node.value) if isinstance(node, ast.keyword) else []


def _of_setting(name: str, value: ast.AST) -> list[Edit]:
    if _ROUNDS.search(name) and _is_count(value):
        return [replacing(value, _MANY_ROUNDS)]
    return [replacing(value, _TIGHT)] if _TOLERANCE.search(name) and _is_tolerance(value) else []


def _is_count(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and 3 <= node.value < int(_MANY_ROUNDS)


def _is_tolerance(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is float and 1e-13 < node.value < 0.5
