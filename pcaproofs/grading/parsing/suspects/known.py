"""Lines on which a known mistake may stand, each with the change that would undo it where there is one."""

import ast
import builtins
import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeGuard

from .syntax import (
    Edit,
    Function,
    Names,
    Suspect,
    after,
    are_exchanged,
    arguments,
    axis_of,
    base,
    called,
    calls,
    indices,
    is_all,
    is_method,
    is_reversed,
    key,
    keywords,
    replacing,
    root,
    walk,
    with_argument,
)

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


def _svd_factors(scope: ast.AST) -> Iterator[tuple[ast.Assign, ast.expr, ast.expr]]:
    """Each assignment of `svd` to three targets, with its first and its last target."""
    for node in walk(scope):
        if isinstance(node, ast.Assign) and called(node.value) == "svd":
            target = node.targets[0]
            if isinstance(target, ast.Tuple | ast.List) and len(target.elts) == 3:
                yield node, target.elts[0], target.elts[2]


def _swapped_factors(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`Vt, s, U = svd(X)`: the factors in the wrong order."""
    for node, one, three in _svd_factors(scope):
        if not {key(one), key(three)} <= {"_", ""} and key(one) != key(three):
            edits = (replacing(one, ast.unparse(three)), replacing(three, ast.unparse(one)))
            yield Suspect("left-singular-vectors", node.lineno, edits)


def _left_factors(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`U` of `U, s, Vt = svd(X)` where `Vt.T` is meant."""
    for _, one, three in _svd_factors(scope):
        used = [part for part in walk(scope) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)]
        used = [part for part in used if part.id == key(one) != "_"]
        if used and key(three) not in ("_", ""):
            edits = tuple(replacing(part, f"{key(three)}.T") for part in used)
            yield Suspect("left-singular-vectors", min(part.lineno for part in used), edits)


def _sorting(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    turned = {id(node.value) for node in walk(scope) if isinstance(node, ast.Subscript) and is_reversed(node)}
    for node in calls(scope, "argsort"):
        yield from _order(node, names, id(node) in turned)


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
    for node in calls(scope, "sort", "sorted"):
        as_method = called(node) == "sort" and is_method(node) and not node.args
        if keywords(node).keys() <= {"reverse"} and (as_method or (called(node) == "sorted" and len(node.args) == 1)):
            yield Suspect("sorts-pairs-without-key", node.lineno, (with_argument(node, "key=lambda pair: pair[0]"),))


def _solvers(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Calls of `eig`, which leaves its results in no order and need not keep to a symmetric matrix."""
    for node in calls(scope, "eig"):
        by_name = isinstance(node.func, ast.Name)  # eigh need not be imported
        edit = replacing(node.func, '__import__("numpy").linalg.eigh') if by_name else after(node.func, "h")
        yield Suspect("eig-for-symmetric", node.lineno, (edit,))


def unsorted(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Calls of a solver whose results would be right if they came with the largest eigenvalue first."""
    for node in calls(scope, *_UNSORTED):
        if len(node.args) == 1 and not node.keywords:
            edit = replacing(node, _FALLING.format(ast.unparse(node.args[0])))
            said = "the eigenvalues should be sorted, the largest first, and the eigenvectors with them"
            yield Suspect(_UNSORTED[called(node)], node.lineno, (edit,), said=said)


# Rows for columns, and what else may be wrong with the matrix of the eigenvectors


def _rows(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Rows of the eigenvectors, by an index, a loop, `take` or `zip`; columns of the transposed V of an SVD."""
    found: dict[str, list[Edit]] = {}
    for node in walk(scope):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            mistake, edit = _indexed(node, names)
            if mistake == "rows-for-columns":
                found.setdefault(key(base(node.value)), []).append(edit)
            elif mistake:
                yield Suspect(mistake, node.lineno, (edit,))
        for part in (*_looped(node), *_taken(node)):
            if key(part) in names.vectors:
                found.setdefault(key(part), []).append(after(part, ".T"))
    groups = [[edit for edits in found.values() for edit in edits], *found.values()]
    for edits in groups if len(found) > 1 else groups[:1]:
        if edits:
            yield Suspect("rows-for-columns", min(edits)[0], tuple(edits))


def _indexed(node: ast.Subscript, names: Names) -> tuple[str, Edit]:
    """The mistake in an index of eigenvectors, and the change that corrects it."""
    by_column = len(indices(node)) == 2 and is_all(indices(node)[0])
    name = key(base(node.value))
    transposed = after(node.value, ".T")
    if name in names.vectors | names.left and not by_column:
        turned = "rows-sorted", replacing(node.slice, ":, ::-1")
        return turned if is_reversed(node) else ("rows-for-columns", transposed)
    if name in names.right and by_column:
        return "rows-for-columns", transposed
    if name in names.left and by_column and names.right:
        return "left-singular-vectors", replacing(node.value, f"{min(names.right)}.T")
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
    return [*arguments(node)[:1]] if axis is not None and ast.unparse(axis) == "0" else []


def _row_index(node: ast.Subscript) -> ast.expr | None:
    """`i` of `A[i]` and of `A[i, :]`."""
    first, *others = indices(node)
    return first if all(map(is_all, others)) and len(others) < 2 else None


def _rows_of_arguments(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`W[:k]` and `W[:k, :]` of an argument, where `W[:, :k].T` may be meant."""
    if not isinstance(scope, ast.FunctionDef):
        return
    own = {argument.arg for argument in scope.args.args}
    for node in walk(scope):
        if not isinstance(node, ast.Subscript) or key(node.value) not in own:
            continue
        first = _row_index(node)
        if isinstance(first, ast.Slice) and first.lower is None and first.upper is not None:
            turned = f"{key(node.value)}[:, {ast.unparse(first)}].T"
            yield Suspect("rows-for-columns", node.lineno, (replacing(node, turned),))


def _rows_in_order(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`V[order]` and `V[order, :]` where `V[:, order]` is meant."""
    for node in walk(scope):
        if not isinstance(node, ast.Subscript) or key(node.value) not in names.vectors:
            continue
        order = _row_index(node)
        if isinstance(order, ast.Name):
            yield Suspect("rows-sorted", node.lineno, (replacing(node.slice, f":, {order.id}"),))


def _reshapes(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`reshape` of two lengths, where a matrix may be meant on its side."""
    for node in calls(scope, "reshape"):
        of, *sizes = arguments(node) or [node.func]
        if len(sizes) == 1 and isinstance(sizes[0], ast.Tuple):
            sizes = sizes[0].elts
        one_row = any(called(part) in ("mean", "average", "sum", "std") for part in walk(of))
        if len(sizes) == 2 and not one_row:
            yield Suspect("reshaped-for-transposed", node.lineno, (replacing(node, f"({ast.unparse(of)}).T"),))


# Means, covariances and products with the data as they came


def _means(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    for node in calls(scope, "mean", "average"):
        place = axis_of(node)
        if place is None:
            yield Suspect("grand-mean", node.lineno, (with_argument(node, "axis=0"),))
        elif ast.unparse(place) in ("1", "-1"):
            yield Suspect("centred-along-wrong-axis", node.lineno, (replacing(place, "0"),))
        elif ast.unparse(place) == "0":
            kept = "" if "keepdims" in keywords(node) else ", keepdims=True"
            yield Suspect("centred-along-wrong-axis", node.lineno, (replacing(place, f"1{kept}"),))


def _covariances(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    for node in calls(scope, "cov"):
        rowvar = keywords(node).get("rowvar")
        if rowvar is not None:
            edit = replacing(rowvar, str(ast.unparse(rowvar) in ("0", "False")))
            yield Suspect("covariance-of-samples", node.lineno, (edit,))
        elif node.args:
            yield Suspect("covariance-of-samples", node.lineno, (after(node.args[0], ", rowvar=False"),))


def _gram(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Products `A @ A.T` and `A.T @ A`, of which the other one may be meant."""
    for node in walk(scope):
        parts = _product_factors(node)
        if not parts:
            continue
        one, other = map(ast.unparse, parts)
        if one in (_transposed(parts[1]), f"{other}.T") or _transposed(parts[0]) == other:
            edits = (replacing(parts[0], f"({other})"), replacing(parts[1], f"({one})"))
            yield Suspect("covariance-of-samples", parts[0].lineno, edits)


def _sides(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Products of two matrices, each with one of them on its other side."""
    for node in walk(scope):
        for part in _product_factors(node):
            if plain := _transposed(part):
                yield Suspect("transpose-too-many", node.lineno, (replacing(part, f"({plain})"),))  # type: ignore[attr-defined]
            else:
                yield Suspect("transpose-missing", node.lineno, (replacing(part, f"({ast.unparse(part)}).T"),))  # type: ignore[attr-defined]


def _product_factors(node: ast.AST) -> list[ast.expr]:
    """The two factors of a matrix product; none of anything else."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        return [node.left, node.right]
    if isinstance(node, ast.Call) and called(node) in ("dot", "matmul"):
        return arguments(node) if len(arguments(node)) == 2 else []
    return []


def _transposed(node: ast.expr) -> str:
    """The name of the transposed matrix; empty for other expressions."""
    if isinstance(node, ast.Attribute) and node.attr == "T":
        return ast.unparse(node.value)
    if isinstance(node, ast.Call) and called(node) == "transpose":
        return ast.unparse(arguments(node)[0]) if arguments(node) else ""
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
    edits = []
    for node in calls(scope, *_COPIES):
        if len(arguments(node)) == 1 and not node.keywords:
            copied = arguments(node)[0] if is_method(node) else node
            edits.append(replacing(node, f"{ast.unparse(copied)}.astype(float)"))
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
        parts = _product_factors(node)
        raw = [part for part in parts if key(part) == names.data]
        both = {_transposed(part) or key(part) for part in parts} == {names.data}
        if raw and both:
            yield Suspect("never-centred", node.lineno, (replacing(raw[0], centred),))  # type: ignore[attr-defined]
        elif len(raw) == 1:
            name = "covariance-uncentred" if id(node) in inside else "uncentred-projection"
            yield Suspect(name, node.lineno, (replacing(raw[0], centred),))  # type: ignore[attr-defined]
        if called(node) == "svd" and isinstance(node, ast.Call) and node.args and key(node.args[0]) == names.data:
            yield Suspect("never-centred", node.lineno, (replacing(node.args[0], centred),))


def _writes_into(node: ast.AST, data: str) -> bool:
    if isinstance(node, ast.AugAssign):
        return key(root(node.target)) == data != ""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(each, ast.Subscript) and key(root(each)) == data != "" for each in targets)


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


# Iterations that may stop too early


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
    made = any(called(each) in ("dot", "outer", "matmul") or _is(each, ast.MatMult) for each in products)
    found = [key(each) for each in walk(taken) if isinstance(each, ast.Name)]
    return [name for name in dict.fromkeys(found) if made and found.count(name) > 1]


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


# Numbers where a size belongs


_SIZED = ("range", "zeros", "ones", "empty", "eye", "identity", "reshape", "full", "rand", "randn")
_RANGES = ("subset_by_index", "eigvals")
_FEWEST_SAMPLES = 4
_LEAST_SHARE = 0.5
_BRACKETS = re.compile(r"[(),]")
_LESS = re.compile(r" - 1\b| *ddof=1\b")


_Numbers = list[tuple[int, ast.Constant]]


def _whole(nodes: Iterable[ast.AST], least: int) -> _Numbers:
    """Whole numbers, each with where it stands."""
    constants = ((each.value, each) for each in nodes if isinstance(each, ast.Constant))
    return [(value, each) for value, each in constants if type(value) is int and value >= least]


def _by_value(numbers: _Numbers) -> dict[int, list[ast.Constant]]:
    found: dict[int, list[ast.Constant]] = {}
    for value, each in numbers:
        found.setdefault(value, []).append(each)
    return found


def _lengths(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A number of features or of samples, in what makes arrays and loops."""
    if not names.data:
        return
    rounds = {id(node.iter) for node in walk(scope) if isinstance(node, ast.For) and not _uses_its_number(node)}
    sized = [node for node in calls(scope, *_SIZED) if id(node) not in rounds]
    ranges = [node.value for node in walk(scope) if isinstance(node, ast.keyword) and node.arg in _RANGES]
    yield from _in_ranges(scope, ranges, names)
    inside = itertools.chain(*(walk(part) for node in sized for part in node.args))
    everywhere = _by_value(_whole(walk(scope), 2))
    for size, found in _by_value(_whole(inside, 2)).items():
        parts = everywhere[size] if size > 2 else found
        for kind, axis in (("features", 1), ("samples", 0)):
            edits = tuple(replacing(part, f"{names.data}.shape[{axis}]") for part in parts)
            yield Suspect(f"fixed-number-of-{kind}", parts[0].lineno, edits)


def _uses_its_number(loop: ast.For) -> bool:
    """Whether the body of a loop uses the number of the round; otherwise its rounds are repetitions of one step."""
    targets = {node.id for node in walk(loop.target) if isinstance(node, ast.Name)}
    inside = (node for statement in loop.body for node in walk(statement))
    return any(isinstance(node, ast.Name) and node.id in targets for node in inside)


def _in_ranges(scope: ast.AST, ranges: list[ast.expr], names: Names) -> Iterator[Suspect]:
    """A number of features, or one less, in the range of eigenvalues that a solver is to find."""
    numbers = _whole(itertools.chain(*map(ast.walk, ranges)), 3)
    if numbers:
        size = max(value for value, _ in numbers)
        size += not any(value == size and _is_less(scope, each) for value, each in numbers)
        edits = _measured(numbers, size, f"{names.data}.shape[1]")
        yield Suspect("fixed-number-of-features", numbers[0][1].lineno, edits)


def _is_less(scope: ast.AST, number: ast.Constant) -> bool:
    """Whether something is taken off a number, as k is off the number of features."""
    return any(isinstance(node, ast.BinOp) and node.left is number for node in walk(scope))


def _features(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    for node in walk(scope):
        if isinstance(node, ast.Subscript) and _is_part_of_the_features(node, names.data):
            yield Suspect("fixed-number-of-features", node.lineno, (replacing(node, names.data),))


def _is_part_of_the_features(node: ast.Subscript, data: str) -> bool:
    """Whether the node takes a fixed number of columns of the data: `X[:, :2]`."""
    if not (data and key(node.value) == data and isinstance(node.slice, ast.Tuple)):
        return False
    rows, *columns = node.slice.elts
    upper = columns[0].upper if len(columns) == 1 and isinstance(columns[0], ast.Slice) else None
    return is_all(rows) and upper is not None and bool(_whole([upper], 1))


def _components(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Slices that end at a number."""
    slices = [node.upper for node in walk(scope) if isinstance(node, ast.Slice) and node.upper is not None]
    ends = _whole(itertools.chain(*(walk(upper) for upper in slices)), 1)
    for parts in _by_value(ends).values():
        parts.sort(key=lambda part: (part.lineno, part.col_offset))
        edits = tuple(replacing(part, names.count) for part in parts) if names.count else ()
        said = f"`{parts[0].value!r}` should be `{names.count}`" if names.count else ""
        yield Suspect("fixed-number-of-components", parts[0].lineno, edits, said=said)


def _divisors(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Divisors that are a number of samples, or one less."""
    if not names.data:
        return
    divided = (node.right for node in walk(scope) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
    compared = {id(part) for node in walk(scope) if isinstance(node, ast.Compare) for part in walk(node)}
    inside = (part for node in divided for part in walk(node) if id(part) not in compared)
    numbers = _whole(inside, _FEWEST_SAMPLES)
    if not numbers:
        return
    edits = _measured(numbers, max(value for value, _ in numbers), f"{names.data}.shape[0]")
    yield Suspect("fixed-number-of-samples", numbers[0][1].lineno, edits)


def _measured(numbers: _Numbers, size: int, length: str) -> tuple[Edit, ...]:
    """The changes of a size, and of one less, to a length."""
    texts = {size: length, size - 1: f"({length} - 1)"}
    return tuple(replacing(part, texts[value]) for value, part in numbers if value in texts)


def _choices(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Divisors of which a condition on the sizes of the data chooses one: each is tried for all data."""
    for node in walk(scope):
        if isinstance(node, ast.IfExp):
            texts = [ast.unparse(node.body), ast.unparse(node.orelse)]
            is_divisor = any(f"{one} - 1" == other for one, other in (texts, texts[::-1])) or {*texts} == {"0", "1"}
        elif isinstance(node, ast.If) and node.orelse:
            texts = [_BRACKETS.sub("", "\n".join(map(ast.unparse, part))) for part in (node.body, node.orelse)]
            is_divisor = any(_LESS.sub("", one) == other != one for one, other in (texts, texts[::-1]))
        else:
            continue
        if is_divisor:
            for chosen in ("True", "False"):
                yield Suspect("divisor-depends-on-data", node.lineno, (replacing(node.test, chosen),))


def _from_outside(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Variables that the function neither sets nor gets, in place of the one parameter that it does not use."""
    if not isinstance(scope, Function):
        return
    nodes = [node for statement in scope.body for node in walk(statement)]
    read = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    parameters = [each.arg for each in (*scope.args.args, *scope.args.kwonlyargs)]
    own = {
        *parameters,
        *(node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)),
    }
    own |= {each.arg for node in nodes if isinstance(node, ast.Lambda | Function) for each in node.args.args}
    unused = [each for each in parameters if each not in {node.id for node in read} and each != "self"][:1]
    called_names = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    bases = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)} if unused != [names.data] else set()
    for name in dict.fromkeys(node.id for node in read if node.id not in own and id(node) not in called_names | bases):
        places = [node for node in read if node.id == name]
        for parameter in unused:
            edits = tuple(replacing(node, parameter) for node in places)
            said = f"`{name}` should be `{parameter}`"
            yield Suspect("from-outside", places[0].lineno, edits, said=said)


def _shares(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A fixed share of the variance in a function that does not use one of its parameters, or overwrites it."""
    if not isinstance(scope, Function):
        return
    nodes = [node for statement in scope.body for node in walk(statement)]
    overwritten = [
        key(node.targets[0]) for node in nodes if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    ]
    read = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    parameters = [each.arg for each in (*scope.args.args, *scope.args.kwonlyargs)]
    unused = [each for each in parameters if each not in read or each in overwritten]
    compared = [part for node in nodes if isinstance(node, ast.Compare) for part in walk(node)]
    shares: list[tuple[ast.expr, str]] = [
        (node, scale) for node in nodes if isinstance(node, ast.Constant) and (scale := _scale(node)) is not None
    ]
    shares += [(node, "") for node in compared if isinstance(node, ast.Name) and node.id not in parameters[:1]]
    for node, scale in shares:
        for parameter in [each for each in unused if each not in (names.data, "self", key(node))]:
            yield Suspect("fixed-share", node.lineno, (replacing(node, scale + parameter),))


def _scale(number: ast.Constant) -> str | None:
    """The factor of a number that may be a share of the variance or a percentage; None for other numbers."""
    value = number.value
    if type(value) not in (int, float) or not isinstance(value, int | float):
        return None
    return "" if _LEAST_SHARE <= value < 1 else "100 * " if 100 * _LEAST_SHARE <= value < 100 else None


# The order of returned results, and shares of the variance


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


def _singular_ratios(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Sums of singular values, and singular values that are divided, where those of their squares are meant."""
    found = {
        key(target.elts[1]) if isinstance(target, ast.Tuple) and len(target.elts) == 3 else key(target)
        for node in walk(scope)
        if isinstance(node, ast.Assign) and called(node.value) in ("svd", "svdvals")
        for target in node.targets
    }
    sums = [node for node in walk(scope) if called(node) in ("sum", "cumsum") or _is(node, ast.Div)]
    parts = {id(part): part for node in sums for part in _summed(node) if key(part) in found - {""}}
    if parts:
        edits = tuple(replacing(part, f"({key(part)} ** 2)") for part in parts.values())
        yield Suspect("ratio-of-singular-values", min(part.lineno for part in parts.values()), edits)


def _summed(node: ast.AST) -> list[ast.expr]:
    """`s` of `np.sum(s)`, of `s.sum()` and of `s / total`."""
    if isinstance(node, ast.BinOp):
        return [node.left]
    if not isinstance(node, ast.Call):
        return []
    return arguments(node)[: 1 + is_method(node)]


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


# Places to look at, where no change is known: the values tell what is wrong


_SOLVERS = ("eig", "eigh", "svd")
_DIVIDED = ("whitened-by-variances", "whitened-by-singular-values", "epsilon-left-out", "epsilon-elsewhere")
_SCALED = (*_DIVIDED, "whitened-by-multiplying", "kernel-vectors-times-values", "kernel-vectors-divided")
_RETURNED = ("kernel-vectors-not-scaled", "not-whitened", "not-turned-back")
_PLACES: tuple[tuple[tuple[str, ...], Callable[[ast.AST, Names], bool]], ...] = (
    (("eig-unsorted",), lambda node, names: called(node) == "eig"),
    (("deviation",), lambda node, names: called(node) == "std"),
    (("correlation-matrix",), lambda node, names: called(node) == "corrcoef"),
    (("median-for-mean",), lambda node, names: called(node) == "median"),
    (("values-sorted-alone",), lambda node, names: called(node) in ("sort", "sorted") and _has(node, names.values)),
    (("changes-its-input",), lambda node, names: _writes_into(node, names.data)),
    (("ratio-of-the-kept",), lambda node, names: _is(node, ast.Div) and _calls(node.right, "sum")),
    (("gamma-inverted", "gamma-left-out", "distances-not-squared"), lambda node, names: called(node) == "exp"),
    (("constant-left-out",), lambda node, names: _is(node, ast.Pow)),
    (
        ("kernel-centred-on-one-side",),
        lambda node, names: _is(node, ast.Sub) and _calls(node.right, "mean", "average"),
    ),
    (_SCALED, lambda node, names: _is(node, ast.Mult, ast.Div, ast.MatMult) and _has(node.right, names.scaled)),
    (("kernel-not-centred",), lambda node, names: called(node) in _SOLVERS),
)
"""The mistakes that a node may hold, and whether it may."""


def _places(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    for node in walk(scope):
        found = [name for mistakes, holds in _PLACES if holds(node, names) for name in mistakes]
        yield from (Suspect(name, node.lineno) for name in found)  # type: ignore[attr-defined]
    returns = [node.lineno for node in walk(scope) if isinstance(node, ast.Return)]
    if any(calls(scope, *_SOLVERS)):
        yield from (Suspect(name, line) for line in returns for name in _RETURNED)


def _is(node: ast.AST, *operators: type[ast.operator]) -> TypeGuard[ast.BinOp]:
    return isinstance(node, ast.BinOp) and isinstance(node.op, operators)


def _has(node: ast.AST, names: set[str]) -> bool:
    return any(key(part) in names for part in walk(node))


def _calls(node: ast.AST, *names: str) -> bool:
    return any(calls(node, *names))


# Methods of classes without `self`


_TRUNCATED = "TruncatedSVD"
_STATIC = ("staticmethod", "classmethod")


def without_self(tree: ast.Module) -> Iterator[Suspect]:
    """Methods without the parameter `self`, and attributes that are read as if they were variables."""
    known = _bound(tree) | set(dir(builtins))
    for owner in [node for node in walk(tree) if isinstance(node, ast.ClassDef)]:
        methods = [node for node in owner.body if isinstance(node, Function)]
        yield from _signatures(methods)
        yield from _attributes(methods, known)
        if not owner.bases and not owner.decorator_list:
            yield from _kept_nowhere(owner, methods)


def truncated(tree: ast.Module) -> Iterator[Suspect]:
    """Uses of `TruncatedSVD`, and the import of it: what centres the data instead of it."""
    nodes = [node for node in walk(tree) if isinstance(node, ast.alias | ast.Attribute)]
    imported = [node for node in nodes if isinstance(node, ast.alias) and node.name == _TRUNCATED]
    used = [node for node in nodes if isinstance(node, ast.Attribute) and node.attr == _TRUNCATED]
    calls = [node.lineno for node in walk(tree) if isinstance(node, ast.Call) and called(node) == _TRUNCATED]
    edits = [replacing(node, f"PCA as {node.asname or _TRUNCATED}") for node in imported]
    edits += [replacing(node, f"{ast.unparse(node.value)}.PCA") for node in used]
    if edits and calls:
        yield Suspect("truncated-svd", min(calls), tuple(edits))


def _signatures(methods: list[ast.FunctionDef | ast.AsyncFunctionDef]) -> Iterator[Suspect]:
    for method in methods:
        decorated = {ast.unparse(each).split(".")[-1] for each in method.decorator_list} & {*_STATIC}
        names = {node.id for node in walk(method) if isinstance(node, ast.Name)}
        parameters = [*method.args.posonlyargs, *method.args.args]
        if not decorated and "self" in names and "self" not in [each.arg for each in parameters] and parameters:
            first = parameters[0]
            edit = (first.lineno, first.col_offset, first.lineno, first.col_offset, "self, ")
            said = f"`def {method.name}({first.arg}` should be `def {method.name}(self, {first.arg}`"
            yield Suspect("method-without-self", method.lineno, (edit,), sure=True, said=said)


def _of_self(nodes: Iterable[ast.AST], *contexts: type[ast.expr_context]) -> set[str]:
    """The attributes of `self` that are read (`Load`), set or deleted."""
    own = (node for node in nodes if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self")
    return {node.attr for node in own if isinstance(node.ctx, contexts)}


def _attributes(methods: list[ast.FunctionDef | ast.AsyncFunctionDef], known: set[str]) -> Iterator[Suspect]:
    """Variables that nothing reads, and names that nothing defines, of a class that has an attribute of this name."""
    nodes = [node for method in methods for node in walk(method)]
    kept, needed = _of_self(nodes, ast.Store), _of_self(nodes, ast.Load)
    for method in methods:
        names = [node for node in walk(method) if isinstance(node, ast.Name)]
        read = [node for node in names if isinstance(node.ctx, ast.Load)]
        unread = needed - {node.id for node in read}
        yield from (_without(node) for node in names if isinstance(node.ctx, ast.Store) and node.id in unread)
        undefined = kept - _bound(method) - known
        yield from (_without(node) for node in read if node.id in undefined)


def _kept_nowhere(owner: ast.ClassDef, methods: list[ast.FunctionDef | ast.AsyncFunctionDef]) -> Iterator[Suspect]:
    """Variables of methods, in a class that reads an attribute of this name and sets it nowhere."""
    kept = _of_self(walk(owner), ast.Store, ast.Del) | {each.name for each in methods}
    body = [node for node in owner.body if not isinstance(node, Function)]
    kept |= {name.id for node in body for name in walk(node) if isinstance(name, ast.Name)}
    lacking = _of_self(walk(owner), ast.Load) - kept
    for node in [part for method in methods for part in walk(method)]:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(target, ast.Name) and target.id in lacking:
            said = f"`{target.id} = …` should be `self.{target.id} = …`"
            edit = replacing(target, f"self.{target.id} = {target.id}")
            yield Suspect("attribute-without-self", target.lineno, (edit,), sure=True, said=said)


def _without(node: ast.Name) -> Suspect:
    said = f"`{node.id}` should be `self.{node.id}`"
    edit = replacing(node, f"self.{node.id}")
    return Suspect("attribute-without-self", node.lineno, (edit,), sure=True, said=said)


def _bound(scope: ast.AST) -> set[str]:
    """Names that are defined in a function, or outside of all functions of a module."""
    found: set[str] = set()
    waiting: list[ast.AST] = [scope]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            match node:
                case (
                    ast.Name(id=name, ctx=ast.Store() | ast.Del())
                    | ast.arg(arg=name)
                    | ast.ExceptHandler(name=str(name))
                ):
                    found.add(name)
                case ast.alias(name=name, asname=other):
                    found.add((other or name).partition(".")[0])
                case ast.Global(names=names) | ast.Nonlocal(names=names):
                    found |= {*names}
            if isinstance(node, Function | ast.ClassDef):
                found.add(node.name)
                if isinstance(scope, ast.Module):
                    continue
            waiting.append(node)
    return found


FINDERS = (
    _swapped_unpacking, _swapped_factors, _left_factors, _sorting, _pairs, _solvers,
    _rows, _rows_of_arguments, _rows_in_order, _reshapes,
    _precision, _means, _covariances, _gram, _products, _places, _elementwise, _whole_numbers, _sides,
    _lengths, _features, _components, _divisors, _choices, _from_outside, _shares,
    _returns, _singular_ratios,
    deflations, running_means,
)  # fmt: skip
"""Each takes a function, or a whole text without functions, and the meanings of its names."""
