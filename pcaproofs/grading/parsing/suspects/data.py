"""Means, covariances and products with the data as they came."""

import ast
import re
from collections.abc import Iterator

from .model import Edit, Suspect
from .names import Names
from .syntax import after, called, is_method, key, keywords, replacing, root, walk


def _means(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    for node in walk(scope):
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
    for node in walk(scope):
        if called(node) != "cov" or not isinstance(node, ast.Call) or not node.args:
            continue
        rowvar = keywords(node).get("rowvar")
        edit = (
            replacing(rowvar, str(ast.unparse(rowvar) in ("0", "False")))
            if rowvar
            else after(node.args[0], ", rowvar=False")
        )
        yield Suspect("covariance-of-samples", node.lineno, (edit,))


def _gram(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Products `A @ A.T` and `A.T @ A`, of which the other one may be meant."""
    for node in walk(scope):
        parts = _factors(node)
        if not parts:
            continue
        one, other = map(ast.unparse, parts)
        if one in (_transposed(parts[1]), f"{other}.T") or _transposed(parts[0]) == other:
            edits = (replacing(parts[0], f"({other})"), replacing(parts[1], f"({one})"))
            yield Suspect("covariance-of-samples", parts[0].lineno, edits)


def _sides(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Products of two matrices, each with one of them on its other side."""
    for node in walk(scope):
        for part in _factors(node):
            if plain := _transposed(part):
                yield Suspect("transpose-too-many", node.lineno, (replacing(part, f"({plain})"),))  # type: ignore[attr-defined]
            else:
                yield Suspect("transpose-missing", node.lineno, (replacing(part, f"({ast.unparse(part)}).T"),))  # type: ignore[attr-defined]


def _factors(node: ast.AST) -> list[ast.expr]:
    """The two factors of a matrix product; none of anything else."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        return [node.left, node.right]
    if isinstance(node, ast.Call) and called(node) in ("dot", "matmul"):
        own = [node.func.value] if is_method(node) and isinstance(node.func, ast.Attribute) else []
        return parts if len(parts := [*own, *node.args]) == 2 else []
    return []


def _transposed(node: ast.expr) -> str:
    """The name of the transposed matrix; empty for other expressions."""
    if isinstance(node, ast.Attribute) and node.attr == "T":
        return ast.unparse(node.value)
    if isinstance(node, ast.Call) and called(node) == "transpose":
        own = [node.func.value] if is_method(node) and isinstance(node.func, ast.Attribute) else []
        return ast.unparse([*own, *node.args][0]) if own or node.args else ""
    return ""


def _elementwise(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`A * B` of what looks like matrices: all of them together, and each."""
    turned = {_transposed(node) for node in walk(scope) if isinstance(node, ast.expr)} - {""}
    matrices = turned | names.vectors | names.right
    edits = []
    inside: set[int] = set()
    for node in walk(scope):
        if id(node) not in inside and _is_product(node, matrices):
            inside.update(map(id, walk(node)))
            edits.append(replacing(node, ast.unparse(_multiplied(node, matrices))))
    groups = [edits, *([each] for each in edits[:_MOST_PRODUCTS])] if len(edits) > 1 else [edits] * bool(edits)
    for group in groups:
        yield Suspect("elementwise-product", min(group)[0], tuple(group))


def _is_product(node: ast.AST, matrices: set[str]) -> bool:
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
        return False
    sides = (node.left, node.right)
    plain = ast.Name | ast.Attribute | ast.Subscript | ast.Call | ast.BinOp
    return all(isinstance(each, plain) for each in sides) and any(_is_matrix(each, matrices) for each in sides)


def _is_matrix(node: ast.expr, matrices: set[str]) -> bool:
    return bool(_transposed(node) or key(node) in matrices or _MATRIX.search(key(node)))


def _multiplied(node: ast.AST, matrices: set[str]) -> ast.expr:
    """A product with `@` for each `*` of matrices in it."""
    assert isinstance(node, ast.expr)
    if not isinstance(node, ast.BinOp) or not _is_product(node, matrices):
        return node
    return ast.BinOp(_multiplied(node.left, matrices), ast.MatMult(), _multiplied(node.right, matrices))


def _whole_numbers(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Copies of the data that are written into, which keep whole numbers whole."""
    if not any(_writes(node) for node in walk(scope)):
        return
    calls = [node for node in walk(scope) if isinstance(node, ast.Call) and called(node) in _COPIES]
    edits = []
    for node in calls:
        if is_method(node) and isinstance(node.func, ast.Attribute) and not node.args and not node.keywords:
            edits.append(replacing(node, f"{ast.unparse(node.func.value)}.astype(float)"))
        elif not is_method(node) and len(node.args) == 1 and not node.keywords:
            copied = f"{ast.unparse(node)}.astype(float)"
            edits.append(replacing(node, copied))
    if edits:
        yield Suspect("writes-into-whole-numbers", edits[0][0], tuple(edits))


def _writes(node: ast.AST) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    return any(isinstance(each, ast.Subscript) for each in targets)


def _products(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """The data as they came, in a product or a decomposition."""
    if not names.data:
        return
    centred = f"({names.data} - {names.data}.mean(axis=0))"
    solved = [node for node in walk(scope) if called(node) in ("eig", "eigh", "svd", "eigvalsh")]
    inside = {id(part) for node in solved for part in walk(node)}
    for node in walk(scope):
        parts = _factors(node)
        raw = [part for part in parts if key(part) == names.data]
        both = {_transposed(part) or key(part) for part in parts} == {names.data}
        if raw and both:
            yield Suspect("never-centred", node.lineno, (replacing(raw[0], centred),))  # type: ignore[attr-defined]
        elif len(raw) == 1:
            name = "covariance-uncentred" if id(node) in inside else "uncentred-projection"
            yield Suspect(name, node.lineno, (replacing(raw[0], centred),))  # type: ignore[attr-defined]
        if called(node) == "svd" and isinstance(node, ast.Call) and node.args and key(node.args[0]) == names.data:
            yield Suspect("never-centred", node.lineno, (replacing(node.args[0], centred),))


def _places(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Places to look at, where what is done to the data may be a mistake."""
    for node in walk(scope):
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

_COPIES = ("copy", "array", "zeros_like", "empty_like", "ones_like")
_MATRIX = re.compile(r"[vV]ec|[cC]omp|[aA]xes|[bB]asis|[pP]roj|(^|\.)[A-Z]\w?$")
_MOST_PRODUCTS = 3

_HALF = ("float16", "half", "f2", "e")


def _precision(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Conversions to numbers of half precision: all of them together."""
    places = [node for node in walk(scope) if _is_half(node)]
    if places:
        yield Suspect("half-precision", places[0].lineno, tuple(map(_doubled, places)))  # type: ignore[attr-defined]


def _doubled(node: ast.AST) -> Edit:
    return replacing(node, f"{key(node.value)}.float64" if isinstance(node, ast.Attribute) else '"float64"')


def _is_half(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in _HALF[:2] and key(node.value) in ("np", "numpy")
    return isinstance(node, ast.Constant) and node.value in _HALF[:3]


FINDERS = (_precision, _means, _covariances, _gram, _products, _places, _elementwise, _whole_numbers, _sides)
