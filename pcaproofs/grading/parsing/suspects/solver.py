"""Mistakes with the results of the solver: exchanged when unpacked, or sorted incorrectly."""

import ast
import re
from collections.abc import Iterator

from .model import Suspect
from .names import Names, are_exchanged
from .syntax import after, called, is_method, is_reversed, key, keywords, replacing, walk

_VECTORS = re.compile(r"vec|comp|dir|axes|^[vVWUQP]$", re.IGNORECASE)
_FALLING = '(lambda w, V: (w[::-1], V[:, ::-1]))(*__import__("numpy").linalg.eigh({}))'
"""Eigenvalues and eigenvectors of a symmetric matrix, the largest first."""
_UNSORTED = {"eig": "eig-unsorted", "eigh": "smallest-components"}
_VALUES = re.compile(r"val|lam|^[lewdsDLS]$", re.IGNORECASE)


def _swapped_unpacking(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    for node in walk(scope):
        if not isinstance(node, ast.Assign) or called(node.value) not in ("eig", "eigh"):
            continue
        target = node.targets[0]
        if not isinstance(target, ast.Tuple | ast.List) or len(target.elts) != 2:
            continue
        one, two = target.elts
        texts = ast.unparse(one), ast.unparse(two)
        if _VALUES.search(texts[0]) and _VECTORS.search(texts[1]) and not are_exchanged(*texts):
            continue
        edits = (replacing(one, texts[1]), replacing(two, texts[0]))
        yield Suspect("swapped-unpacking", node.lineno, edits, are_exchanged(*texts))


def _factors(scope: ast.AST) -> Iterator[tuple[ast.Assign, ast.expr, ast.expr]]:
    """Each assignment of `svd` to three targets, with its first and its last target."""
    for node in walk(scope):
        if isinstance(node, ast.Assign) and called(node.value) == "svd":
            target = node.targets[0]
            if isinstance(target, ast.Tuple | ast.List) and len(target.elts) == 3:
                yield node, target.elts[0], target.elts[2]


def _swapped_factors(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`Vt, s, U = svd(X)`: the factors in the wrong order."""
    for node, one, three in _factors(scope):
        if not {key(one), key(three)} <= {"_", ""} and key(one) != key(three):
            edits = (replacing(one, ast.unparse(three)), replacing(three, ast.unparse(one)))
            yield Suspect("left-singular-vectors", node.lineno, edits)


def _left_factors(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`U` of `U, s, Vt = svd(X)` where `Vt.T` is meant."""
    for _, one, three in _factors(scope):
        used = [part for part in walk(scope) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)]
        used = [part for part in used if part.id == key(one) != "_"]
        if used and key(three) not in ("_", ""):
            edits = tuple(replacing(part, f"{key(three)}.T") for part in used)
            yield Suspect("left-singular-vectors", min(part.lineno for part in used), edits)


def _sorting(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    turned = {id(node.value) for node in walk(scope) if isinstance(node, ast.Subscript) and is_reversed(node)}
    for node in walk(scope):
        if called(node) == "argsort" and isinstance(node, ast.Call):
            yield from _order(node, names, id(node) in turned)
        elif called(node) in ("sort", "sorted") and {key(part) for part in walk(node)} & names.values:
            yield Suspect("values-sorted-alone", node.lineno)  # type: ignore[attr-defined]


def _order(node: ast.Call, names: Names, turned: bool) -> Iterator[Suspect]:
    """Mistakes in a call of `argsort`."""
    argument = node.args[0] if node.args else getattr(node.func, "value", None)
    if argument is None:
        return
    if any(key(part) in names.vectors for part in walk(argument)):
        minus = "-" if isinstance(argument, ast.UnaryOp) else ""
        plain = key(argument.operand if isinstance(argument, ast.UnaryOp) else argument) in names.vectors
        for value in sorted(names.values):
            new = f"{minus}{value}" if node.args or not minus else f"({minus}{value})"
            yield Suspect("argsort-of-vectors", node.lineno, (replacing(argument, new),), sure=plain)
    elif isinstance(argument, ast.Subscript) and is_reversed(argument):
        edits = (replacing(argument, ast.unparse(argument.value)), after(node, "[::-1]"))
        yield Suspect("order-of-reversed", node.lineno, edits)
    elif not turned and not any(isinstance(part, ast.USub) for part in walk(argument)):
        yield Suspect("smallest-components", node.lineno, (after(node, "[::-1]"),))


def _pairs(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A list that is sorted without a key: pairs of a number and a vector, where the numbers are equal."""
    for node in walk(scope):
        if not isinstance(node, ast.Call) or keywords(node).keys() - {"reverse"}:
            continue
        as_method = called(node) == "sort" and is_method(node) and not node.args
        if as_method or (called(node) == "sorted" and len(node.args) == 1):
            end = (node.end_lineno or node.lineno, (node.end_col_offset or 1) - 1)
            comma = ", " if node.args or node.keywords else ""
            edit = (*end, *end, f"{comma}key=lambda pair: pair[0]")
            yield Suspect("sorts-pairs-without-key", node.lineno, (edit,))


def _solvers(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Calls of `eig`, which leaves its results in no order and need not keep to a symmetric matrix."""
    for node in walk(scope):
        if called(node) == "eig" and isinstance(node, ast.Call):
            yield Suspect("eig-unsorted", node.lineno)
            if isinstance(node.func, ast.Name):  # eigh need not be imported
                edit = replacing(node.func, '__import__("numpy").linalg.eigh')
            else:
                edit = after(node.func, "h")
            yield Suspect("eig-for-symmetric", node.lineno, (edit,))


def unsorted(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Calls of a solver whose results would be right if they came with the largest eigenvalue first."""
    for node in walk(scope):
        if isinstance(node, ast.Call) and called(node) in _UNSORTED and len(node.args) == 1 and not node.keywords:
            edit = replacing(node, _FALLING.format(ast.unparse(node.args[0])))
            said = "the eigenvalues should be sorted, the largest first, and the eigenvectors with them"
            yield Suspect(_UNSORTED[called(node)], node.lineno, (edit,), said=said)


FINDERS = (_swapped_unpacking, _swapped_factors, _left_factors, _sorting, _pairs, _solvers)
