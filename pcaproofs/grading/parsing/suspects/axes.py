"""Rows for columns, and what else may be wrong with the matrix of the eigenvectors."""

import ast
from collections.abc import Iterator

from .model import Edit, Suspect
from .names import Names
from .syntax import after, base, called, is_all, is_method, is_reversed, key, keywords, replacing, walk


def _rows(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Rows of the eigenvectors, by an index, a loop, `take` or `zip`; columns of the transposed V of an SVD."""
    found: dict[str, list[Edit]] = {}
    for node in walk(scope):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            kind, edit = _indexed(node, names)
            if kind == "left":
                yield Suspect("left-singular-vectors", node.lineno, (edit,))
            elif kind == "reversed":
                yield Suspect("rows-sorted", node.lineno, (edit,))
            elif kind:
                found.setdefault(key(base(node.value)), []).append(edit)
        for part in (*_looped(node), *_taken(node)):
            if key(part) in names.vectors:
                found.setdefault(key(part), []).append(after(part, ".T"))
    groups = [[edit for edits in found.values() for edit in edits], *found.values()]
    for edits in groups if len(found) > 1 else groups[:1]:
        if edits:
            yield Suspect("rows-for-columns", min(edits)[0], tuple(edits))


def _indexed(node: ast.Subscript, names: Names) -> tuple[str, Edit]:
    """The mistake in an index of eigenvectors, and the change that corrects it."""
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    by_column = len(parts) == 2 and is_all(parts[0])
    name = key(base(node.value))
    transposed = after(node.value, ".T")
    if name in names.vectors | names.left and not by_column:
        return ("reversed", replacing(node.slice, ":, ::-1")) if is_reversed(node) else ("rows", transposed)
    if name in names.right and by_column:
        return "rows", transposed
    if name in names.left and by_column and names.right:
        return "left", replacing(node.value, f"{min(names.right)}.T")
    return "", transposed


def _looped(node: ast.AST) -> list[ast.AST]:
    """The expression that a loop iterates over."""
    if isinstance(node, ast.For | ast.comprehension):
        return [node.iter]
    return [*node.args] if isinstance(node, ast.Call) and called(node) in ("zip", "enumerate") else []


def _taken(node: ast.AST) -> list[ast.AST]:
    """The matrix of which `np.take(V, …, axis=0)` takes rows."""
    if not isinstance(node, ast.Call) or called(node) not in ("take", "compress"):
        return []
    axis = keywords(node).get("axis")
    of = node.func.value if is_method(node) and isinstance(node.func, ast.Attribute) else node.args[:1]
    told = axis is not None and ast.unparse(axis) == "0"
    return [of] if told and isinstance(of, ast.AST) else [*of] if told and isinstance(of, list) else []


def _rows_of_arguments(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`W[:k]` and `W[:k, :]` of an argument, where `W[:, :k].T` may be meant."""
    if not isinstance(scope, ast.FunctionDef):
        return
    arguments = {argument.arg for argument in scope.args.args}
    for node in walk(scope):
        if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name):
            continue
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        first = parts[0]
        is_leading = isinstance(first, ast.Slice) and first.lower is None and first.upper is not None
        if node.value.id in arguments and is_leading and (len(parts) == 1 or (len(parts) == 2 and is_all(parts[1]))):
            turned = f"{node.value.id}[:, {ast.unparse(first)}].T"
            yield Suspect("rows-for-columns", node.lineno, (replacing(node, turned),))


def _rows_in_order(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`V[order]` and `V[order, :]` where `V[:, order]` is meant."""
    for node in walk(scope):
        if not isinstance(node, ast.Subscript) or key(node.value) not in names.vectors:
            continue
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if isinstance(parts[0], ast.Name) and (len(parts) == 1 or (len(parts) == 2 and is_all(parts[1]))):
            yield Suspect("rows-sorted", node.lineno, (replacing(node.slice, f":, {ast.unparse(parts[0])}"),))


def _reshapes(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`reshape` of two lengths, where a matrix may be meant on its side."""
    for node in walk(scope):
        if called(node) != "reshape" or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        of, *sizes = [node.func.value, *node.args] if is_method(node) else node.args or [node.func.value]
        if len(sizes) == 1 and isinstance(sizes[0], ast.Tuple):
            sizes = sizes[0].elts
        one_row = any(called(part) in ("mean", "average", "sum", "std") for part in walk(of))
        if len(sizes) == 2 and not one_row:
            yield Suspect("reshaped-for-transposed", node.lineno, (replacing(node, f"({ast.unparse(of)}).T"),))


FINDERS = (_rows, _rows_of_arguments, _rows_in_order, _reshapes)
