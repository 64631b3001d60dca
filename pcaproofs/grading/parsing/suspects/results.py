"""The order of returned results, and shares of the variance."""

import ast
import itertools
from collections.abc import Iterator

from .model import Suspect
from .names import Names
from .syntax import called, is_method, key, replacing

_MOST_RETURNED = 3


def _returns(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Results in every other order."""
    for node in ast.walk(scope):
        if not isinstance(node, ast.Return) or not isinstance(node.value, ast.Tuple):
            continue
        parts = node.value.elts
        if len(parts) > _MOST_RETURNED:
            continue
        texts = [ast.unparse(part) for part in parts]
        for order in itertools.permutations(texts):
            if list(order) != texts:
                edits = tuple(replacing(part, new) for part, new in zip(parts, order, strict=True))
                yield Suspect("results-exchanged", node.lineno, edits)


def _ratios(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Divisions by a sum."""
    for node in ast.walk(scope):
        divisor = node.right if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) else None
        if divisor is not None and any(called(part) == "sum" for part in ast.walk(divisor)):
            yield Suspect("ratio-of-the-kept", divisor.lineno)


def _singular_ratios(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Sums of singular values, and singular values that are divided, where those of their squares are meant."""
    found = {
        key(target.elts[1]) if isinstance(target, ast.Tuple) and len(target.elts) == 3 else key(target)
        for node in ast.walk(scope)
        if isinstance(node, ast.Assign) and called(node.value) in ("svd", "svdvals")
        for target in node.targets
    }
    sums = [node for node in ast.walk(scope) if called(node) in ("sum", "cumsum") or _is_division(node)]
    parts = {id(part): part for node in sums for part in _summed(node) if key(part) in found - {""}}
    if parts:
        edits = tuple(replacing(part, f"({key(part)} ** 2)") for part in parts.values())
        yield Suspect("ratio-of-singular-values", min(part.lineno for part in parts.values()), edits)


def _is_division(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)


def _summed(node: ast.AST) -> list[ast.expr]:
    """`s` of `np.sum(s)`, of `s.sum()` and of `s / total`."""
    if isinstance(node, ast.BinOp):
        return [node.left]
    if not isinstance(node, ast.Call):
        return []
    own = [node.func.value] if is_method(node) and isinstance(node.func, ast.Attribute) else []
    return [*own, *node.args[:1]]


FINDERS = (_returns, _ratios, _singular_ratios)
