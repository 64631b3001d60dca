"""Lines of a program on which a known mistake may stand, each with the change that would undo it.

These are guesses from the text alone. The diagnosis makes the change, runs the program again, and names the mistake
only where that mends it. This runs in a child process under limits (``reading``), as ``source`` does, so it imports
nothing but the standard library.
"""

import ast
import itertools
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

Edit = tuple[int, int, int, int, str]
"""First line and column, last line and column (lines from 1, columns in bytes from 0), and what goes there instead."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_MOST = 60
_MANY_ROUNDS, _TIGHT = "3000", "1e-14"
_VECTORS = re.compile(r"vec|comp|dir|axes|^[vVWUQP]$", re.IGNORECASE)
_VALUES = re.compile(r"val|lam|^[lewdsDLS]$", re.IGNORECASE)
_ROUNDS = re.compile(r"iter|round|step|epoch|max", re.IGNORECASE)
_TOLERANCE = re.compile(r"tol|eps|thr|prec", re.IGNORECASE)


@dataclass(frozen=True)
class Suspect:
    """A line that may hold a mistake; without edits it is only a place to look at."""

    name: str
    line: int
    edits: tuple[Edit, ...] = ()
    sure: bool = False
    """Whether it is a mistake whatever the rest of the program does."""


@dataclass
class _Names:
    """What is known of the names in a function."""

    data: str = ""
    """The first parameter."""
    count: str = ""
    """What holds the number of components."""
    values: set[str] = field(default_factory=set)
    vectors: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    right: set[str] = field(default_factory=set)
    """Of the SVD: U, and the transposed V."""


def suspects(text: str) -> list[Suspect]:
    """Return the suspects of a program, the most telling kinds first; none of a text that is no Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    shared = _Names()
    scopes = [node for node in ast.walk(tree) if isinstance(node, _Function)]
    for scope in scopes:  # attributes of self are set in one method and used in another
        _learn(scope, shared, only_attributes=True)
    found: list[Suspect] = []
    every: list[ast.AST] = [*scopes] or [tree]
    for place in every:
        names = _Names(values={*shared.values}, vectors={*shared.vectors}, left={*shared.left}, right={*shared.right})
        _learn(place, names)
        found += [item for finder in _FINDERS for item in finder(place, names)]
    found += _short_iterations(tree)
    order = {name: place for place, name in enumerate(_ORDER)}
    return sorted(dict.fromkeys(found), key=lambda item: order.get(item.name, len(order)))[:_MOST]


def to_bytes(found: Iterable[Suspect]) -> bytes:
    """Return suspects as JSON."""
    return json.dumps([[item.name, item.line, item.edits, item.sure] for item in found]).encode()


def from_bytes(data: bytes) -> list[Suspect]:
    """Return the suspects that ``to_bytes`` wrote; raises ValueError, TypeError."""
    return [
        Suspect(
            str(name),
            int(line),
            tuple((int(a), int(b), int(c), int(d), str(new)) for a, b, c, d, new in edits),
            bool(sure),
        )
        for name, line, edits, sure in json.loads(data)
    ]


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with edits made; raises IndexError for places outside of it."""
    lines = [line.encode("utf-8", "surrogatepass") for line in text.split("\n")]
    for first, start, last, end, new in sorted(set(edits), reverse=True):
        joined = lines[first - 1][:start] + new.encode() + lines[last - 1][end:]
        lines[first - 1 : last] = [joined, *[b""] * (last - first)]  # later lines keep their numbers
    return b"\n".join(lines).decode("utf-8", "surrogatepass")


def _replace(node: ast.AST, new: str) -> Edit:
    return (node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or 0, new)  # type: ignore[attr-defined]


def _after(node: ast.AST, new: str) -> Edit:
    line, column = node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]
    return (line, column, line, column, new)


def _key(node: ast.AST) -> str:
    return ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""


def _called(node: ast.AST) -> str:
    """Return the last part of the name of what is called."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "")


def _learn(scope: ast.AST, names: _Names, *, only_attributes: bool = False) -> None:
    """Note what the names of a function are bound to."""
    if isinstance(scope, _Function) and not only_attributes:
        parameters = [item.arg for item in scope.args.args if item.arg not in ("self", "cls")]
        names.data = parameters[0] if parameters else ""
        names.count = parameters[1] if len(parameters) > 1 else ""
    for node in ast.walk(scope):
        if not isinstance(node, ast.Assign):
            continue
        targets = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else []
        keys = [_key(target) for target in targets]
        if only_attributes:
            keys = [key if "." in key else "" for key in keys]
        if _called(node.value) in ("eig", "eigh") and len(keys) == 2:
            names.values.add(keys[0])
            names.vectors.add(keys[1])
        elif _called(node.value) == "svd" and len(keys) == 3:
            names.left.add(keys[0])
            names.right.add(keys[2])
    for known in (names.values, names.vectors, names.left, names.right):
        known.discard("")


def _swapped_unpacking(scope: ast.AST, names: _Names) -> Iterator[Suspect]:
    for node in ast.walk(scope):
        if not isinstance(node, ast.Assign) or _called(node.value) not in ("eig", "eigh"):
            continue
        target = node.targets[0]
        if not isinstance(target, ast.Tuple) or len(target.elts) != 2:
            continue
        one, two = target.elts
        if _VALUES.search(ast.unparse(one)) and _VECTORS.search(ast.unparse(two)):
            continue
        edits = (_replace(one, ast.unparse(two)), _replace(two, ast.unparse(one)))
        sure = bool(re.search("vec", ast.unparse(one), re.I) and re.search("val|lam", ast.unparse(two), re.I))
        yield Suspect("swapped-unpacking", node.lineno, edits, sure)


def _sorting(scope: ast.AST, names: _Names) -> Iterator[Suspect]:
    turned = {id(node.value) for node in ast.walk(scope) if isinstance(node, ast.Subscript) and _is_reversed(node)}
    for node in ast.walk(scope):
        if _called(node) != "argsort" or not isinstance(node, ast.Call):
            continue
        argument = node.args[0] if node.args else getattr(node.func, "value", None)
        if argument is None:
            continue
        if any(_key(part) in names.vectors for part in ast.walk(argument)):
            minus = "-" if isinstance(argument, ast.UnaryOp) else ""
            plain = _key(argument.operand if isinstance(argument, ast.UnaryOp) else argument) in names.vectors
            for value in sorted(names.values):
                yield Suspect("argsort-of-vectors", node.lineno, (_replace(argument, f"{minus}{value}"),), sure=plain)
            continue
        if isinstance(argument, ast.Subscript) and _is_reversed(argument):
            edits = (_replace(argument, ast.unparse(argument.value)), _after(node, "[::-1]"))
            yield Suspect("order-of-reversed", node.lineno, edits)
        elif id(node) not in turned and not any(isinstance(part, ast.USub) for part in ast.walk(argument)):
            yield Suspect("smallest-components", node.lineno, (_after(node, "[::-1]"),))
    for node in ast.walk(scope):
        if _called(node) in ("sort", "sorted") and {_key(part) for part in ast.walk(node)} & names.values:
            yield Suspect("values-sorted-alone", node.lineno)  # type: ignore[attr-defined]


def _is_reversed(node: ast.Subscript) -> bool:
    return ast.unparse(node.slice) == "::-1"


def _base(node: ast.expr) -> ast.expr:
    """Return what columns were taken of, once or again."""
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple) and _is_all(node.slice.elts[0]):
        node = node.value
    return node


def _is_all(node: ast.AST) -> bool:
    return isinstance(node, ast.Slice) and node.lower is node.upper is node.step is None


def _rows(scope: ast.AST, names: _Names) -> Iterator[Suspect]:
    """Rows of the eigenvectors, by an index, a loop or ``zip``; columns of the transposed V of an SVD."""
    rows: list[Edit] = []
    reversed_rows: list[Edit] = []
    for node in ast.walk(scope):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            by_column = len(parts) == 2 and _is_all(parts[0])
            key = _key(_base(node.value))
            if key in names.vectors | names.left and not by_column and not _is_reversed(node):
                rows.append(_after(node.value, ".T"))
            elif key in names.vectors | names.left and _is_reversed(node):
                reversed_rows.append(_replace(node.slice, ":, ::-1"))
            elif key in names.right and by_column:
                rows.append(_after(node.value, ".T"))
            elif key in names.left and by_column and names.right:
                yield Suspect("left-singular-vectors", node.lineno, (_replace(node.value, f"{min(names.right)}.T"),))
        loop = node.iter if isinstance(node, ast.For | ast.comprehension) else None
        looped = [*node.args] if isinstance(node, ast.Call) and _called(node) in ("zip", "enumerate") else [loop]
        rows += [_after(part, ".T") for part in looped if part is not None and _key(part) in names.vectors]
    if rows:
        yield Suspect("rows-for-columns", min(rows)[0], tuple(rows))
    if reversed_rows:
        yield Suspect("rows-sorted", min(reversed_rows)[0], tuple(reversed_rows))
    yield from _rows_in_order(scope, names)


def _rows_in_order(scope: ast.AST, names: _Names) -> Iterator[Suspect]:
    for node in ast.walk(scope):
        plain = (
            isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name) and _key(node.value) in names.vectors
        )
        if plain and isinstance(node, ast.Subscript):
            yield Suspect("rows-sorted", node.lineno, (_replace(node.slice, f":, {ast.unparse(node.slice)}"),))


def _means(scope: ast.AST, names: _Names) -> Iterator[Suspect]:
    for node in ast.walk(scope):
        if _called(node) not in ("mean", "average") or not isinstance(node, ast.Call):
            continue
        keywords = {item.arg: item.value for item in node.keywords}
        method = isinstance(node.func, ast.Attribute) and _key(node.func.value) not in ("np", "numpy")
        place = node.args[0 if method else 1] if len(node.args) > (0 if method else 1) else keywords.get("axis")
        end = (node.end_lineno or node.lineno, (node.end_col_offset or 1) - 1)
        if place is None:
            comma = ", " if node.args or node.keywords else ""
            yield Suspect("grand-mean", node.lineno, ((*end, *end, f"{comma}axis=0"),))
        elif ast.unparse(place) in ("1", "-1"):
            yield Suspect("centred-along-wrong-axis", node.lineno, (_replace(place, "0"),))
        elif ast.unparse(place) == "0":
            kept = "" if "keepdims" in keywords else ", keepdims=True"
            yield Suspect("centred-along-wrong-axis", node.lineno, (_replace(place, f"1{kept}"),))


def _covariances(scope: ast.AST, names: _Names) -> Iterator[Suspect]:
    for node in ast.walk(scope):
        if _called(node) != "cov" or not isinstance(node, ast.Call) or not node.args:
            continue
        rowvar = next((item.value for item in node.keywords if item.arg == "rowvar"), None)
        edit = (
            _replace(rowvar, str(ast.unparse(rowvar) in ("0", "False")))
            if rowvar
            else _after(node.args[0], ", rowvar=False")
        )
        yield Suspect("covariance-of-samples", node.lineno, (edit,))


_SIZED = ("range", "zeros", "ones", "empty", "eye", "identity", "reshape", "full", "rand", "randn")


def _fixed_sizes(scope: ast.AST, names: _Names) -> Iterator[Suspect]:
    """Numbers where a size belongs."""
    sizes: dict[int, list[ast.Constant]] = {}
    cuts: dict[int, list[ast.Constant]] = {}
    for node in ast.walk(scope):
        inside: Iterable[ast.AST] = ()
        if _called(node) in _SIZED and isinstance(node, ast.Call):
            inside = itertools.chain(*(ast.walk(part) for part in node.args))
        elif _is_part_of_the_features(node, names.data):
            yield Suspect("fixed-number-of-features", getattr(node, "lineno", 1), (_replace(node, names.data),))
        elif isinstance(node, ast.Slice) and node.upper is not None:
            for part in ast.walk(node.upper):
                if isinstance(part, ast.Constant) and type(part.value) is int and part.value > 0:
                    cuts.setdefault(part.value, []).append(part)
        for part in inside:
            if isinstance(part, ast.Constant) and type(part.value) is int and part.value > 1:
                sizes.setdefault(part.value, []).append(part)
    everywhere = [node for node in ast.walk(scope) if isinstance(node, ast.Constant) and type(node.value) is int]
    for size, found in sizes.items() if names.data else ():
        parts = [part for part in everywhere if part.value == size] if size > 2 else found
        for kind, axis in (("features", 1), ("samples", 0)):
            edits = tuple(_replace(part, f"{names.data}.shape[{axis}]") for part in parts)
            yield Suspect(f"fixed-number-of-{kind}", parts[0].lineno, edits)
    for parts in cuts.values():
        edits = tuple(_replace(part, names.count) for part in parts) if names.count else ()
        yield Suspect("fixed-number-of-components", parts[0].lineno, edits)


def _is_part_of_the_features(node: ast.AST, data: str) -> bool:
    """Whether the node takes a fixed number of columns of the data: ``X[:, :2]``."""
    if not (
        data and isinstance(node, ast.Subscript) and _key(node.value) == data and isinstance(node.slice, ast.Tuple)
    ):
        return False
    rows, *columns = node.slice.elts
    upper = columns[0].upper if len(columns) == 1 and isinstance(columns[0], ast.Slice) else None
    return _is_all(rows) and isinstance(upper, ast.Constant) and type(upper.value) is int and upper.value > 0


def _short_iterations(tree: ast.AST) -> Iterator[Suspect]:
    """All numbers of rounds and all tolerances together, wherever they are written."""
    edits: list[Edit] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and _called(node.iter) == "range":
            assert isinstance(node.iter, ast.Call)
            edits += [_replace(part, _MANY_ROUNDS) for part in node.iter.args[-1:] if _is_count(part)]
        elif isinstance(node, ast.Compare):
            edits += [_replace(part, _TIGHT) for part in (node.left, *node.comparators) if _is_tolerance(part)]
        elif _called(node) in ("allclose", "isclose") and isinstance(node, ast.Call):
            edits += [_replace(item.value, _TIGHT) for item in node.keywords if _is_tolerance(item.value)]
        elif isinstance(node, _Function):
            both = zip(reversed(node.args.args), reversed(node.args.defaults), strict=False)
            for item, value in both:
                edits += _of_setting(item.arg, value)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            edits += _of_setting(_key(node.targets[0]), node.value)
        elif isinstance(node, ast.keyword):
            edits += _of_setting(node.arg or "", node.value)
    if edits:
        yield Suspect("inaccurate", min(edits)[0], tuple(edits))


def _is_count(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and 3 <= node.value < int(_MANY_ROUNDS)


def _is_tolerance(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is float and 1e-13 < node.value < 0.5


def _of_setting(name: str, value: ast.AST) -> list[Edit]:
    if _ROUNDS.search(name) and _is_count(value):
        return [_replace(value, _MANY_ROUNDS)]
    return [_replace(value, _TIGHT)] if _TOLERANCE.search(name) and _is_tolerance(value) else []


def _returns(scope: ast.AST, names: _Names) -> Iterator[Suspect]:
    """Results in every other order."""
    for node in ast.walk(scope):
        if not isinstance(node, ast.Return) or not isinstance(node.value, ast.Tuple) or len(node.value.elts) > 3:
            continue
        texts = [ast.unparse(part) for part in node.value.elts]
        for order in itertools.permutations(texts):
            if list(order) != texts:
                edits = tuple(_replace(part, new) for part, new in zip(node.value.elts, order, strict=True))
                yield Suspect("results-exchanged", node.lineno, edits)


def _products(scope: ast.AST, names: _Names) -> Iterator[Suspect]:
    """The data as they came, in a product or a decomposition."""
    if not names.data:
        return
    centred = f"({names.data} - {names.data}.mean(axis=0))"
    for node in ast.walk(scope):
        parts: list[ast.expr] = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            parts = [node.left, node.right]
        elif isinstance(node, ast.Call) and _called(node) in ("dot", "matmul"):
            parts = [*node.args, *([node.func.value] if isinstance(node.func, ast.Attribute) else [])]
        raw = [part for part in parts if _key(part) == names.data]
        if len(raw) == 1:
            yield Suspect("uncentred-projection", node.lineno, (_replace(raw[0], centred),))  # type: ignore[attr-defined]
        both = [ast.unparse(part) for part in parts]
        if (names.data in both and f"{names.data}.T" in both) or (
            _called(node) == "svd" and isinstance(node, ast.Call) and node.args and _key(node.args[0]) == names.data
        ):
            yield Suspect("never-centred", node.lineno)  # type: ignore[attr-defined]


def _steps(scope: ast.AST, names: _Names) -> Iterator[Suspect]:
    """Places to look at: steps of which a mistake may be made."""
    for node in ast.walk(scope):
        line = getattr(node, "lineno", 0)
        if _called(node) == "eig" and isinstance(node, ast.Call):
            yield Suspect("eig-unsorted", line)
            function = node.func
            end = (function.end_lineno or line, function.end_col_offset or 0)
            yield Suspect("eig-for-symmetric", line, ((*end, *end, "h"),))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            called = {_called(part) for part in ast.walk(node.right)}
            if "sum" in called:
                yield Suspect("ratio-of-the-kept", line)
        elif isinstance(node, ast.AugAssign) and _key(_root(node.target)) == names.data != "":
            yield Suspect("changes-its-input", line)
        elif _called(node) == "std":
            yield Suspect("deviation", line)
        elif _called(node) == "corrcoef":
            yield Suspect("correlation-matrix", line)
        elif _called(node) == "median":
            yield Suspect("median-for-mean", line)


def _root(node: ast.AST) -> ast.AST:
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


_FINDERS = (
    _swapped_unpacking, _sorting, _rows, _means, _covariances, _fixed_sizes, _returns, _products, _steps,
)  # fmt: skip
_ORDER = (
    "swapped-unpacking", "argsort-of-vectors", "order-of-reversed", "rows-for-columns", "rows-sorted",
    "left-singular-vectors", "centred-along-wrong-axis", "grand-mean", "covariance-of-samples",
    "smallest-components", "results-exchanged", "inaccurate", "fixed-number-of-features", "fixed-number-of-samples",
    "fixed-number-of-components", "uncentred-projection", "eig-for-symmetric",
)  # fmt: skip
