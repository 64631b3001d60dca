"""Lines of kernels, of kernel PCA and of whitening. None has a change: their values tell what is wrong."""

import ast
from collections.abc import Iterator

from .model import Suspect
from .names import Names
from .syntax import called, key, walk

_SOLVERS = ("eig", "eigh", "svd")
_DIVIDED = ("whitened-by-variances", "whitened-by-singular-values", "epsilon-left-out", "epsilon-elsewhere")
_SCALED = (*_DIVIDED, "whitened-by-multiplying", "kernel-vectors-times-values", "kernel-vectors-divided")
_GAUSSIAN = ("gamma-inverted", "gamma-left-out", "distances-not-squared")
_RETURNED = ("kernel-vectors-not-scaled", "not-whitened", "not-turned-back")


def _lines(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Exponentials and powers, solvers, means that are taken off, and products with eigenvalues."""
    solvers = [node for node in walk(scope) if called(node) in _SOLVERS]
    values = names.values | _singular_values(scope)
    for node in walk(scope):
        if not isinstance(node, ast.expr):
            continue
        if called(node) == "exp":
            yield from (Suspect(name, node.lineno) for name in _GAUSSIAN)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            yield Suspect("constant-left-out", node.lineno)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and _has_mean(node.right):
            yield Suspect("kernel-centred-on-one-side", node.lineno)
        elif isinstance(node, ast.BinOp) and _is_scaled(node, values):
            yield from (Suspect(name, node.lineno) for name in _SCALED)
    for node in solvers:
        yield Suspect("kernel-not-centred", node.lineno)  # type: ignore[attr-defined]
    for node in walk(scope) if solvers else ():
        if isinstance(node, ast.Return):
            yield from (Suspect(name, node.lineno) for name in _RETURNED)


def _singular_values(scope: ast.AST) -> set[str]:
    found = set()
    for node in walk(scope):
        if isinstance(node, ast.Assign) and called(node.value) == "svd" and isinstance(node.targets[0], ast.Tuple):
            found |= {key(part) for part in node.targets[0].elts[1:2]} - {""}
    return found


def _has_mean(node: ast.expr) -> bool:
    return any(called(part) in ("mean", "average") for part in walk(node))


def _is_scaled(node: ast.BinOp, values: set[str]) -> bool:
    """Whether something is multiplied by or divided by eigenvalues, and not only sorted or counted."""
    if not isinstance(node.op, ast.Mult | ast.Div | ast.MatMult):
        return False
    return any(key(part) in values for part in walk(node.right))


FINDERS = (_lines,)
