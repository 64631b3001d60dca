"""Iterations that may stop too early."""

import ast
import re
from collections.abc import Iterator
from typing import TypeGuard

from .model import Edit, Suspect
from .names import Names
from .syntax import Function, called, key, replacing, walk

_MANY_ROUNDS, _TIGHT = "3000", "1e-14"
_ROUNDS = re.compile(r"iter|round|step|epoch|max", re.IGNORECASE)
_TOLERANCE = re.compile(r"tol|eps|thr|prec", re.IGNORECASE)


def running_means(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Products of deviations from a mean that an earlier line of the same loop has changed.

    Of the two factors one takes the mean before the change, as in the update of Chan, Golub and LeVeque.
    """
    for node in walk(scope):
        if not isinstance(node, ast.For | ast.While | Function):
            continue
        for place, changed in enumerate(node.body):
            mean = _changed(changed)
            if not mean or (isinstance(node, Function) and "." not in mean):
                continue  # what a method keeps in an attribute changes from call to call
            later = [part for statement in node.body[place + 1 :] for part in walk(statement)]
            off = [part.right for part in later if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Sub)]
            off = [part for part in off if key(part) == mean]
            if len(off) > 1:
                start = (changed.lineno, changed.col_offset)
                kept = (*start, *start, f"before_ = 1 * {mean}; ")  # a new array, which `+=` does not change
                yield Suspect("mean-still-changing", off[0].lineno, (kept, replacing(off[0], "before_")))


def _changed(statement: ast.stmt) -> str:
    """The name or attribute that a statement computes from its own value before; empty if there is none."""
    if isinstance(statement, ast.AugAssign):
        return key(statement.target)
    if not isinstance(statement, ast.Assign):
        return ""
    mean = key(statement.targets[0])
    return mean if mean in {key(node) for node in walk(statement.value)} else ""


def short(tree: ast.AST) -> Iterator[Suspect]:
    """All numbers of rounds and all tolerances together, wherever they are written."""
    edits = [edit for node in walk(tree) for edit in _settings(node)]
    if edits:
        yield Suspect("inaccurate", min(edits)[0], tuple(edits))


def deflations(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Deflations of a matrix in a loop: `C = C - v @ v.T` instead of `λ v vᵀ`."""
    loops = [node for node in walk(scope) if isinstance(node, ast.For | ast.While)]
    for node in {id(part): part for loop in loops for part in walk(loop)}.values():
        matrix, taken = _taken_off(node)
        if taken is None:
            continue
        for vector in _vectors_of(taken):
            w = f"({vector} / np.linalg.norm({vector})).reshape(-1, 1)".replace("np.", '__import__("numpy").')
            edit = replacing(taken, f"(({w}.T @ {matrix} @ {w}) * ({w} @ {w}.T))")
            yield Suspect("deflated-wrongly", taken.lineno, (edit,))


def _taken_off(node: ast.AST) -> tuple[str, ast.expr | None]:
    """A matrix and what is taken off it; None where nothing is."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Sub):
        return key(node.target), node.value if key(node.target) else None
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.BinOp):
        matrix = key(node.targets[0])
        if matrix and isinstance(node.value.op, ast.Sub) and key(node.value.left) == matrix:
            return matrix, node.value.right
    return "", None


def _vectors_of(taken: ast.expr) -> list[str]:
    """The names that stand twice in a product: `v @ v.T`, `np.dot(v, v.T)`, `np.outer(v, v)`."""
    products = [each for each in walk(taken) if isinstance(each, ast.BinOp | ast.Call)]
    made = any(called(each) in ("dot", "outer", "matmul") or _is_matmul(each) for each in products)
    found = [key(each) for each in walk(taken) if isinstance(each, ast.Name)]
    return [name for name in dict.fromkeys(found) if made and found.count(name) > 1]


def _is_matmul(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)


def _settings(node: ast.AST) -> list[Edit]:
    if isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and called(node.iter) == "range":
        return [replacing(part, _MANY_ROUNDS) for part in node.iter.args[-1:] if _is_count(part)]
    if isinstance(node, ast.Compare):
        sides = [part.right if _is_one_less(part) else part for part in (node.left, *node.comparators)]
        return [replacing(part, _TIGHT) for part in sides if _is_tolerance(part)]
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


def _is_one_less(node: ast.AST) -> TypeGuard[ast.BinOp]:
    """Whether this is `1 - 1e-6`, with which the cosine of two directions is compared."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and ast.unparse(node.left) in ("1", "1.0")


def _is_tolerance(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is float and 1e-13 < node.value < 0.5
