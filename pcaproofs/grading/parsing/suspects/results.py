"""The order of returned results, and shares of the variance."""

import ast
import itertools
from collections.abc import Iterator

from .model import Suspect
from .names import Names
from .syntax import Function, after, called, is_method, key, replacing, walk

_MOST_RETURNED = 3


def _returns(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Results in every other order."""
    for node in walk(scope):
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
    for node in walk(scope):
        divisor = node.right if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) else None
        if divisor is not None and any(called(part) == "sum" for part in walk(divisor)):
            yield Suspect("ratio-of-the-kept", divisor.lineno)


def _singular_ratios(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Sums of singular values, and singular values that are divided, where those of their squares are meant."""
    found = {
        key(target.elts[1]) if isinstance(target, ast.Tuple) and len(target.elts) == 3 else key(target)
        for node in walk(scope)
        if isinstance(node, ast.Assign) and called(node.value) in ("svd", "svdvals")
        for target in node.targets
    }
    sums = [node for node in walk(scope) if called(node) in ("sum", "cumsum") or _is_division(node)]
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


def tuples_as_one(tree: ast.Module) -> Iterator[Suspect]:
    """All results of a function of this file in one variable that is nowhere taken apart."""
    counts = {node.name: _results(node) for node in walk(tree) if isinstance(node, Function)}
    for scope in [node for node in walk(tree) if isinstance(node, Function)]:
        nodes = [*walk(scope)]
        apart = {key(part) for node in nodes for part in _taken_apart(node)}
        for node in nodes:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Call):
                name, count = key(node.targets[0]), counts.get(called(node.value), 0)
                for place in range(count if name and name not in apart else 0):
                    said = f"`{name}` holds all {count} results of `{called(node.value)}`"
                    edit = after(node.value, f"[{place}]")
                    yield Suspect("all-results-for-one", node.lineno, (edit,), said=said)


def _results(function: ast.AST) -> int:
    """How many results a function returns; 0 if it returns one, or sometimes another number of them."""
    returned = [node.value for node in walk(function) if isinstance(node, ast.Return)]
    counts = {len(value.elts) if isinstance(value, ast.Tuple) else 0 for value in returned}
    return counts.pop() if len(counts) == 1 else 0


def _taken_apart(node: ast.AST) -> list[ast.expr]:
    """The expressions that a node takes apart, or hands on as they are."""
    if isinstance(node, ast.Subscript | ast.Starred | ast.Attribute):
        return [node.value]
    if isinstance(node, ast.Assign | ast.Return) and node.value is not None:
        return [node.value]
    return [node.iter] if isinstance(node, ast.For) else []


FINDERS = (_returns, _ratios, _singular_ratios)
