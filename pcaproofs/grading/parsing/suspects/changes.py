"""Generic edits of any line: an axis, a side, a part, a variable, an operator, a step more or less.

An edit is reported only if the edited program passes where the original fails.
"""

import ast
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

from .known import unsorted
from .syntax import (
    Edit,
    Function,
    Names,
    Suspect,
    after,
    arguments,
    called,
    indices,
    key,
    keywords,
    parsed,
    replaced,
    replacing,
    root,
    scopes,
    walk,
    with_argument,
    written,
)

# The mistake, a pattern, and what may be meant. K stands for anything but a constant, F for a call, N for a name or an
# attribute, P for anything without a sign, and other capital letters for any expression; `f(A)` is `A.f()` as well, and
# `*R` any further arguments. NP is numpy, COUNT the number of components, SELF the expression. "columns" is
# "wrong-part", or of the eigenvectors "rows-for-columns".
ROWS: tuple[tuple[str, ...], ...] = (
    ("wrong-axis", "A.mean(axis=0).reshape(1, -1)", "A.mean(axis=1).reshape(-1, 1)"),
    ("wrong-axis", "A.mean(axis=1).reshape(-1, 1)", "A.mean(axis=0).reshape(1, -1)"),
    ("wrong-side", "A.T", "A"),
    ("wrong-part", "A[:B]", "A", "A[-B:]", "A[:B + 1]", "A[:B - 1]"),
    ("wrong-part", "A[-B:]", "A", "A[:B]"),
    ("wrong-part", "A[P:]", "A", "A[:P]"),
    ("wrong-part", "A[P:B]", "A", "A[:B]"),
    ("wrong-part", "A[::-1]", "A"),
    ("wrong-part", "A[0]", "A[1]", "A[2]"),
    ("wrong-part", "A[1]", "A[0]", "A[2]"),
    ("wrong-part", "A[2]", "A[0]", "A[1]"),
    ("columns", "A[:B]", "A[:, :B]"),
    ("columns", "A[B:]", "A[:, B:]"),
    ("columns", "A[B:C]", "A[:, B:C]"),
    ("columns", "A[::-1]", "A[:, ::-1]"),
    ("columns", "A[K]", "A[:, K]"),
    ("columns", "A[:B, :]", "A[:, :B]"),
    ("columns", "A[B, :]", "A[:, B]"),
    ("wrong-part", "A[:, :B]", "A", "A[:B]", "A[:, -B:]", "A[:, :B + 1]", "A[:, :B - 1]"),
    ("wrong-part", "A[:, -B:]", "A", "A[-B:]", "A[:, :B]"),
    ("wrong-part", "A[:, P:]", "A", "A[P:]", "A[:, :P]"),
    ("wrong-part", "A[:, P:B]", "A", "A[P:B]", "A[:, :B]"),
    ("wrong-part", "A[:, ::-1]", "A", "A[::-1]"),
    ("wrong-part", "A[:, 0]", "A[0]", "A[:, 1]", "A[:, 2]"),
    ("wrong-part", "A[:, 1]", "A[1]", "A[:, 0]", "A[:, 2]"),
    ("wrong-part", "A[:, K]", "A[K]"),
    ("wrong-part", "A[:B, :]", "A"),
    ("wrong-operator", "A + B", "A - B"),
    ("wrong-operator", "A - B", "A + B"),
    ("wrong-operator", "A * B", "A / B", "A @ B"),
    ("wrong-operator", "A * B * C", "A @ B @ C"),
    ("wrong-operator", "A / B", "A * B"),
    ("wrong-operator", "A @ B", "A * B"),
    ("wrong-comparison", "A < B", "A >= B", "A > B"),
    ("wrong-comparison", "A > B", "A <= B", "A < B"),
    ("wrong-comparison", "A <= B", "A > B", "A >= B"),
    ("wrong-comparison", "A >= B", "A < B", "A <= B"),
    ("wrong-comparison", "A == B", "A != B"),
    ("wrong-comparison", "A != B", "A == B"),
    ("wrong-order", "argsort(A, *R)", "SELF[::-1]"),
    ("wrong-order", "sort(A, *R)", "SELF[::-1]"),
    ("wrong-function", "dot(A, A)", "A ** 2", "(A ** 2)[:COUNT]"),
    ("wrong-function", "dot(A.T, A)", "A ** 2", "(A ** 2)[:COUNT]"),
    ("wrong-function", "inner(A, A)", "A ** 2", "(A ** 2)[:COUNT]"),
    ("wrong-function", "dot(A, B)", "A * B", "NP.outer(A, B)"),
    ("wrong-function", "matmul(A, B)", "A * B", "NP.outer(A, B)"),
    ("wrong-function", "inner(A, B)", "NP.outer(A, B)"),
    ("wrong-function", "multiply(A, B)", "A @ B"),
    ("wrong-function", "outer(A, B)", "A @ B"),
    ("wrong-number", "A - 1", "A"),
    ("wrong-number", "A + 1", "A"),
    ("wrong-number", "A / N", "A / (N - 1)"),
    ("wrong-number", "len(A) - K", "len(A) - 1"),
    ("wrong-number", "len(A) + B", "len(A) - 1"),
    ("wrong-number", "A.shape[0] - K", "A.shape[0] - 1"),
    ("wrong-number", "A.shape[0] + B", "A.shape[0] - 1"),
    ("round-too-few", "range(A)", "range(A + 1)"),
    ("round-too-few", "range(A, B)", "range(A, B + 1)"),
    ("round-too-few", "range(1, A)", "range(0, A)"),
    ("round-too-many", "range(A)", "range(A - 1)"),
    ("round-too-many", "range(A, B)", "range(A, B - 1)"),
    ("round-too-many", "range(0, A)", "range(1, A)"),
    ("wrong-length", "len(A)", "A.shape[1]"),
    ("wrong-length", "max(A.shape)", "A.shape[0]", "A.shape[1]"),
    ("wrong-length", "min(A.shape)", "A.shape[0]", "A.shape[1]"),
    ("step-too-many", "A + B", "A"),
    ("step-too-many", "A - B", "A"),
    ("step-too-many", "A * B", "A", "B"),
    ("step-too-many", "A / B", "A"),
    ("step-too-many", "A @ B", "A"),
    ("step-too-many", "A ** B", "A"),
    ("step-too-many", "-N", "N"),
    *(
        ("step-too-many", f"{name}(A, *R)", "A")
        for name in (
            "abs", "fabs", "absolute", "sqrt", "square", "round", "around", "rint", "floor", "exp", "log", "sort",
            "sorted", "flip", "fliplr", "flipud", "normalize", "cumsum", "cov", "corrcoef", "transpose", "inv", "pinv",
            "reversed", "diag", "astype", "scale", "clip", "squeeze", "int", "list",
        )
    ),
    ("step-missing", "A / F", "A / NP.sqrt(F)"),
    ("step-missing", "A / (len(B) - C)", "A / NP.sqrt(len(B) - C)"),
    ("step-missing", "A / (B.shape[0] - C)", "A / NP.sqrt(B.shape[0] - C)"),
)  # fmt: skip
# The mistake, a keyword argument, its value as a regular expression, and the value that it should have.
_KEYWORDS = (
    ("wrong-axis", "axis", "0", "1"),
    ("wrong-axis", "axis", "1|-1", "0"),
    ("wrong-number", "ddof", "0", "1"),
    ("wrong-number", "ddof", "(?!0).*", "0"),
    ("wrong-number", "dtype", ".*int.*", "float"),
    ("wrong-order", "reverse", "True", "False"),
    ("wrong-order", "reverse", "False", "True"),
    ("wrong-number", "(?!reverse).*", "True", "False"),
    ("wrong-number", "(?!reverse).*", "False", "True"),
)
_REDUCE = (
    "sum|mean|std|var|average|norm|cumsum|cumprod|prod|max|min|amax|amin|argmax|argmin|median|ptp|sort|argsort|flip"
)
# The mistake, functions as a regular expression, and an argument that a call of them lacks.
_LACKED = (
    ("wrong-axis", _REDUCE, "axis=0"),
    ("wrong-axis", _REDUCE, "axis=1"),
    ("wrong-order", "sorted", "reverse=True"),
    ("wrong-function", "svd", "full_matrices=False"),
)
# What a value that is kept or returned may lack; K is the number of components.
_COMPLETED = ("A[:K]", "A[:, :K]", "A ** 2", "NP.sqrt(A)", "A / NP.linalg.norm(A, axis=0)")
_OTHERS = {"argmax": "argmin", "max": "min", "flipud": "fliplr", "hstack": "vstack", "eigvalsh": "eigh", "amax": "amin"}
_OTHERS |= {new: old for old, new in _OTHERS.items()}
_OTHERS |= {"std": "mean", "var": "mean", "nanstd": "mean"}
_NUMPY = '__import__("numpy")'


def _tree(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


_PATTERNS: dict[type[ast.AST], list[tuple[str, ast.expr, ast.expr]]] = {}
for _name, _pattern, *_templates in ROWS:
    for _template in _templates:
        _PATTERNS.setdefault(type(_tree(_pattern)), []).append((_name, _tree(_pattern), _tree(_template)))

_Found = dict[str, ast.expr]


def _matches(pattern: object, node: object, found: _Found) -> bool:
    """Whether a node is like a pattern; what its letters stand for is found."""
    if isinstance(pattern, ast.Name) and pattern.id.isupper() and len(pattern.id) == 1:
        return isinstance(node, ast.expr) and not isinstance(node, ast.Slice) and _stands_for(pattern.id, node, found)
    if isinstance(pattern, list) and isinstance(node, list):
        return len(pattern) == len(node) and all(map(_matches, pattern, node, [found] * len(node)))
    if not isinstance(pattern, ast.AST) or type(pattern) is not type(node):
        return pattern == node
    if isinstance(pattern, ast.Call) and isinstance(node, ast.Call) and isinstance(pattern.func, ast.Name):
        got, wanted = arguments(node), pattern.args
        if pattern.func.id != called(node):
            return False
        if isinstance(wanted[-1], ast.Starred):
            return len(got) >= len(wanted) - 1 and _matches(wanted[:-1], got[: len(wanted) - 1], found)
        return not node.keywords and _matches(wanted, got, found)
    fields = (each for each in pattern._fields if each not in ("ctx", "kind", "type_comment"))
    return all(_matches(getattr(pattern, each), getattr(node, each), found) for each in fields)


def _stands_for(letter: str, node: ast.expr, found: _Found) -> bool:
    kinds = {
        "F": isinstance(node, ast.Call),
        "K": not isinstance(node, ast.Constant | ast.Tuple),
        "N": key(node),
        "P": not isinstance(node, ast.UnaryOp),
    }
    if not kinds.get(letter, True):
        return False
    return found.setdefault(letter, node) is node or written(found[letter]) == written(node)


def _filled(template: Any, found: _Found) -> Any:
    """A template whose letters are replaced by what they stand for."""
    if isinstance(template, ast.Name):
        return found.get(template.id, template)
    if isinstance(template, list):
        return [_filled(each, found) for each in template]
    if not isinstance(template, ast.AST):
        return template
    return type(template)(**{name: _filled(value, found) for name, value in ast.iter_fields(template)})


def _replaced(name: str, node: ast.expr, new: ast.expr) -> Suspect:
    """The suspect that a filled template should stand in a node's place."""
    text = ast.unparse(new)
    simple = isinstance(new, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.Constant)
    alike = isinstance(node, ast.BinOp | ast.Compare) and name != "step-too-many"
    edit = replacing(node, (text if simple or alike else f"({text})").replace("NP.", f"{_NUMPY}."))
    return Suspect(name, node.lineno, (edit,), said=f"`{written(node)}` should be `{text.replace('NP.', 'np.')}`")


def _expressions(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """What the rows say of expressions that are read."""
    matrices = names.vectors | names.left | names.right
    count: _Found = {"COUNT": _tree(names.count)} if names.count else {}
    for node in walk(scope):
        if not isinstance(node, ast.expr) or isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            continue
        if isinstance(node, ast.Subscript) and _matrix(node) in matrices and not written(node.value).endswith(".T"):
            yield replaced("rows-for-columns", node.value, f"{ast.unparse(node.value)}.T")
        for name, pattern, template in _PATTERNS.get(type(node), ()):
            found: _Found = {"SELF": node} | count
            if not _matches(pattern, node, found):
                continue
            meant = _filled(template, found)
            new, old = ast.unparse(meant), written(node)
            if name == "columns":
                name = "rows-for-columns" if _matrix(node) in matrices else "wrong-part"
            if new == f"{old}[::-1]":
                yield Suspect(name, node.lineno, (after(node, "[::-1]"),), said=f"`{old}` should be `{new}`")
            elif new != old and "COUNT" not in new:
                yield _replaced(name, node, meant)


def _matrix(node: ast.expr) -> str:
    """The name of the matrix of which a part is taken, perhaps of its transpose."""
    of = node.value if isinstance(node, ast.Subscript) else node
    return key(root(of.value if isinstance(of, ast.Attribute) and of.attr == "T" else of))


def _arguments(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Keyword arguments that are wrong, or too many."""
    for node in (node for node in walk(scope) if isinstance(node, ast.Call)):
        for place, item in enumerate(node.keywords):
            value = ast.unparse(item.value)
            for name, argument, old, new in _KEYWORDS:
                if re.fullmatch(argument, item.arg or "") and re.fullmatch(old, value) and value != new:
                    yield replaced(name, item.value, new, node)
            if item.arg not in ("axis", "key", "reverse", "rowvar", None):
                kept = [*node.keywords[:place], *node.keywords[place + 1 :]]
                yield replaced("step-too-many", node, ast.unparse(ast.Call(node.func, node.args, kept)))
        axis = ast.unparse(node.args[-1]) if node.args and len(arguments(node)) == 2 else ""
        if axis in ("0", "1") and re.fullmatch(_REDUCE, called(node)):
            yield replaced("wrong-axis", node.args[-1], str(1 - int(axis)), node)


def _functions(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Calls that lack an argument, or a sign; functions that are taken for others."""
    for node in (node for node in walk(scope) if isinstance(node, ast.Call)):
        for name, function, added in _LACKED:
            word = added.partition("=")[0]
            lacks = word not in keywords(node) and (word != "axis" or len(arguments(node)) == 1)
            if lacks and re.fullmatch(function, called(node)):
                said = f"`{ast.unparse(node)}` should be called with `{added}`"
                yield Suspect(name, node.lineno, (with_argument(node, added),), said=said)
        for part in node.args if called(node) in ("argsort", "sort", "sorted") else ():
            if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub):
                yield replaced("wrong-order", part, ast.unparse(part.operand))
        if called(node) in _OTHERS:
            new = ast.unparse(node.func).removesuffix(called(node)) + _OTHERS[called(node)]
            yield replaced("wrong-function", node.func, new)


def _updates(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`+=` for `-=`, and `*=` for `/=`."""
    signs = {ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*"}
    for node in walk(scope):
        if isinstance(node, ast.AugAssign) and type(node.op) in signs:
            new = f"{ast.unparse(node.target)} {signs[type(node.op)]}= {ast.unparse(node.value)}"
            yield replaced("wrong-operator", node, new)


def _sides(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A transpose that is not there."""
    inside = {id(node.value) for node in walk(scope) if isinstance(node, ast.Attribute) and node.attr == "T"}
    for part in (part for node in walk(scope) for part in _values(node)):
        plain = isinstance(part, ast.Name | ast.Attribute | ast.Subscript | ast.Call | ast.BinOp)
        turned = isinstance(part, ast.Attribute) and part.attr == "T"
        if plain and not turned and id(part) not in inside and called(part) not in ("range", "len", "enumerate", "zip"):
            text = ast.unparse(part)
            yield replaced("wrong-side", part, f"({text}).T" if isinstance(part, ast.BinOp) else f"{text}.T")


def _values(node: ast.AST) -> list[ast.expr]:
    """The expressions in a node that may be matrices."""
    if isinstance(node, ast.Call) and called(node) in ("dot", "matmul", "outer", "cov", "svd", "array"):
        return node.args
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        return [node.left, node.right]
    if isinstance(node, ast.Assign):
        return [node.value]
    if isinstance(node, ast.Return) and node.value is not None:
        return node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
    return node.values if isinstance(node, ast.Dict) else [node.iter] if isinstance(node, ast.For) else []


def _missing(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A cut, a square, a root or a length that is left out of what is kept or returned."""
    wanted = ast.Name | ast.Attribute | ast.Subscript | ast.BinOp | ast.Call
    for node in walk(scope):
        value = node.value if isinstance(node, ast.Assign | ast.Return) else None
        for part in value.elts if isinstance(value, ast.Tuple) else [value]:
            if not isinstance(part, wanted) or called(part) in ("zeros", "ones", "len", "eig", "eigh", "svd"):
                continue
            for template in _COMPLETED:
                if "K" not in template or (names.count and isinstance(node, ast.Return)):
                    meant = {"A": part, "K": _tree(names.count or "k")}
                    yield _replaced("step-missing", part, _filled(_tree(template), meant))


def _squares(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """The square of a parameter that is a factor or a divisor."""
    parameters = [item.arg for item in scope.args.args[1:]] if isinstance(scope, Function) else []
    for node in walk(scope):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
            for part in (node.left, node.right):
                if isinstance(part, ast.Name) and part.id in parameters:
                    yield replaced("step-missing", part, f"{part.id} ** 2", node)


# Statements that may be one too many, in the wrong order, or in the wrong place of a loop


_Simple = ast.Assign | ast.AugAssign | ast.Expr
_Loop = ast.For | ast.While


def _blocks(scope: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in walk(scope):
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and not isinstance(node, ast.ClassDef):
                yield block


def _too_many(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Statements that change a variable which already has a value."""
    for block in _blocks(scope):
        for node in block:
            if _changes_again(node):
                said = f"`{_shown(node)}` should be left out"
                yield Suspect("step-too-many", node.lineno, (replacing(node, "pass"),), said=said)


def _in_place(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`X -= mean`, which writes into the array of the caller."""
    nodes = [node for node in walk(scope) if isinstance(node, ast.AugAssign) and key(node.target) == names.data != ""]
    edits = []
    for node in nodes:
        plain = ast.BinOp(ast.Name(names.data), node.op, node.value)
        edits.append(replacing(node, f"{names.data} = {ast.unparse(plain)}"))
    if edits:
        yield Suspect("changes-its-input", nodes[0].lineno, tuple(edits))


def _changes_again(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute)
    if isinstance(node, ast.AugAssign):
        return True
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return False
    target = node.targets[0]
    read = {key(part) for part in walk(node.value)} - {""}
    return key(root(target)) in read or isinstance(target, ast.Subscript)


def _exchanged(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Two steps in each other's place: the second changes what the first reads, or reads what it changes."""
    for block in _blocks(scope):
        for one, two in itertools.pairwise(block):
            if isinstance(one, _Simple) and isinstance(two, _Simple) and _depend(one, two):
                edits = (replacing(one, written(two)), replacing(two, written(one)))
                said = f"`{_shown(two)}` should go before `{_shown(one)}`"
                yield Suspect("steps-out-of-order", one.lineno, edits, said=said)


def _depend(one: ast.stmt, two: ast.stmt) -> bool:
    return bool(_written(one) & (_read(two) | _written(two)) or _written(two) & _read(one))


def _written(node: ast.stmt) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    parts = [part for each in targets if each is not None for part in getattr(each, "elts", [each])]
    return {key(root(part)) for part in parts} - {""}


def _read(node: ast.stmt) -> set[str]:
    return {key(part) for part in walk(node) if isinstance(getattr(part, "ctx", None), ast.Load)} - {""}


def _summed(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """`=` in a loop, or in a loop inside it, where `+=` is meant."""
    for loop in [node for node in walk(scope) if isinstance(node, _Loop)]:
        counters = {key(part) for part in walk(loop.target)} - {""} if isinstance(loop, ast.For) else set()
        inside = [part for node in loop.body for part in walk(node)]
        for node in inside:
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                target = node.targets[0]
                read = {key(part) for part in walk(node.value)}
                fixed = not isinstance(target, ast.Subscript) or not counters & {
                    key(part) for part in walk(target.slice)
                }
                inner = node not in loop.body
                if inner and not (isinstance(target, ast.Subscript) and counters & read):
                    continue  # of the entries of an array each inner round may set another one
                if fixed and key(root(target)) and key(root(target)) not in read:
                    text = f"{ast.unparse(target)} += {ast.unparse(node.value)}"
                    yield replaced("overwritten-in-loop", node, text)


def _returned(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A `return` that ends a loop in its first round."""
    for block in _blocks(scope):
        for loop in block:
            last = loop.body[-1] if isinstance(loop, _Loop) else None
            if isinstance(last, ast.Return) and isinstance(loop, _Loop) and not loop.orelse:
                edits = (replacing(last, f"pass\n{' ' * loop.col_offset}{written(last)}"),)
                said = f"`{_shown(last)}` should stand behind the loop, not in it"
                yield Suspect("returns-in-loop", last.lineno, edits, said=said)


def _by_columns(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A loop over the rows of an array, where one over its columns is meant."""
    for loop in [node for node in walk(scope) if isinstance(node, ast.For)]:
        array, counter = _counted(loop)
        whole = [part for node in loop.body for part in walk(node)]
        rows = [part for part in whole if isinstance(part, ast.Subscript) and ast.unparse(part.value) == array]
        if not rows or any(ast.unparse(part.slice) != counter for part in rows) or not isinstance(loop.iter, ast.Call):
            continue
        edits = [replacing(part, f"{array}[:, {counter}]") for part in rows]
        edits.append(replacing(loop.iter.args[0], f"{array}.shape[1]"))
        said = f"`{array}[{counter}]` should be `{array}[:, {counter}]`, for each column"
        yield Suspect("wrong-axis", loop.lineno, tuple(edits), said=said)


def _counted(loop: ast.For) -> tuple[str, str]:
    """`A` and `i` of `for i in range(len(A))` or `range(A.shape[0])`; empty texts of other loops."""
    call = loop.iter
    if not isinstance(call, ast.Call) or called(call) != "range" or len(call.args) != 1:
        return "", ""
    length = re.fullmatch(r"len\(([\w.]+)\)|([\w.]+)\.shape\[0\]", ast.unparse(call.args[0]))
    return ((length[1] or length[2]), ast.unparse(loop.target)) if length else ("", "")


def _shown(node: ast.stmt) -> str:
    return written(node).split("\n")[0]


# Variables that may be taken for each other: an array and what is made of it, results that are unpacked together


_MODULES = frozenset({"np", "numpy", "scipy", "sp", "LA", "la", "linalg", "math", "self", "plt", "pd"})
_MOST_PLACES = 6
_SIGNS: dict[type[ast.operator], str] = {ast.MatMult: "@", ast.Sub: "-", ast.Div: "/"}


def _derived(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """An array where something made of it is meant (`X` for `Xc = X - mean`), and the other way round."""
    loads, beside = _loads(scope), _beside(scope)
    for node in walk(scope):
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        new = key(node.targets[0])
        inside = {id(part) for part in walk(node)}
        old = dict.fromkeys(key(part) for part in walk(node.value))
        for name in [each for each in old if each in loads and new and each != new]:
            later = [part for part in loads[name] if part.lineno > node.lineno and id(part) not in inside]
            yield from _in_place_of("wrong-variable", [part for part in later if beside.get(id(part)) != new], new)
            made = [part for part in loads.get(new, []) if beside.get(id(part)) != name]
            yield from _in_place_of("original-meant", made, name)


def _forgotten(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A variable from outside of a function where a parameter is meant that the function never reads."""
    if not isinstance(scope, Function):
        return
    loads = _loads(scope)
    stored = {node.id for node in walk(scope) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    parameters = [each.arg for each in scope.args.args]
    read = {node.id for node in walk(scope) if isinstance(node, ast.Name)}
    outside = [name for name in loads if name.isidentifier() and name not in {*stored, *parameters}]
    for parameter in parameters:
        if parameter not in read and parameter != "self":
            for name in outside:
                yield from _in_place_of("wrong-variable", loads[name], parameter)


def _in_place_of(kind: str, parts: list[ast.expr], new: str) -> Iterator[Suspect]:
    """Every place alone, and all of them together."""
    for part in parts[:_MOST_PLACES]:
        yield replaced(kind, part, new)
    if 1 < len(parts) <= _MOST_PLACES:
        said = f"`{ast.unparse(parts[0])}` should be `{new}`, here and where it is used below"
        yield Suspect(kind, parts[0].lineno, tuple(replacing(part, new) for part in parts), said=said)


def _together(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Two results that are unpacked together, one for the other: `n, p = X.shape`."""
    loads, beside = _loads(scope), _beside(scope)
    for node in walk(scope):
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if not isinstance(target, ast.Tuple | ast.List) or len(target.elts) != 2:
            continue
        one, two = target.elts
        a, b = key(one), key(two)
        if a and b and "_" not in (a, b):
            edits = (replacing(one, b), replacing(two, a))
            yield Suspect("wrong-variable", one.lineno, edits, said=f"`{a}, {b}` should be `{b}, {a}`")
            for name, other in ((a, b), (b, a)):
                parts = [part for part in loads.get(name, []) if beside.get(id(part)) != other]
                yield from (replaced("wrong-variable", part, other) for part in parts[:_MOST_PLACES])


def _lengths(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A loop over the columns or rows of a matrix that goes to the length of something else."""
    for node in walk(scope):
        if not isinstance(node, ast.For) or not isinstance(node.iter, ast.Call) or len(node.iter.args) != 1:
            continue
        if ast.unparse(node.iter.func) != "range":
            continue
        counter, length = key(node.target), node.iter.args[0]
        for matrix, axis in dict.fromkeys(_indexed_by(counter, node)):
            yield replaced("wrong-length", length, f"{matrix}.shape[{axis}]")


def _indexed_by(counter: str, loop: ast.AST) -> Iterator[tuple[str, int]]:
    for node in walk(loop):
        if isinstance(node, ast.Subscript) and key(node.value):
            parts = enumerate(indices(node))
            yield from ((key(node.value), axis) for axis, part in parts if key(part) == counter != "")


def _order_of_arguments(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Two arguments, or two sides of an operator, in each other's places."""
    for node in walk(scope):
        if isinstance(node, ast.Call) and len(node.args) == 2:
            one, two = map(ast.unparse, node.args)
            name = ast.unparse(node.func)
            if one != two and not any(isinstance(each, ast.Constant | ast.Starred) for each in node.args):
                edits = (replacing(node.args[0], two), replacing(node.args[1], one))
                said = f"`{name}({one}, {two})` should be `{name}({two}, {one})`"
                yield Suspect("arguments-exchanged", node.lineno, edits, said=said)
        elif isinstance(node, ast.BinOp) and type(node.op) in _SIGNS:
            one, two, sign = ast.unparse(node.left), ast.unparse(node.right), _SIGNS[type(node.op)]
            edits = (replacing(node.left, f"({two})"), replacing(node.right, f"({one})"))
            said = f"`{one} {sign} {two}` should be `{two} {sign} {one}`"
            yield Suspect("arguments-exchanged", node.lineno, edits, said=said)


def _uncentred(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """The data as they came, everywhere in a function."""
    parts = _loads(scope).get(names.data, []) if names.data else []
    if parts:
        data = names.data
        edits = tuple(replacing(part, f"({data} - {data}.mean(axis=0))") for part in parts)
        yield Suspect("never-centred", parts[0].lineno, edits)


def _beside(scope: ast.AST) -> dict[int, str]:
    """The other operand of each operand, because `a - a` and `a < a` are never intended."""
    found: dict[int, str] = {}
    for node in walk(scope):
        if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Mult | ast.MatMult):
            pairs = [(node.left, node.right)]
        elif isinstance(node, ast.Compare):
            pairs = [(node.left, node.comparators[0])]
        else:
            continue
        for one, other in pairs:
            found |= {id(one): ast.unparse(other), id(other): ast.unparse(one)}
    return found


def _loads(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """The places where each variable is read, except for its shape."""
    calls = {id(node.func) for node in walk(scope) if isinstance(node, ast.Call)}
    shapes = {id(node.value) for node in walk(scope) if isinstance(node, ast.Attribute) and node.attr == "shape"}
    parts = [node for node in walk(scope) if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)]
    written = {id(root(node)) for node in parts}
    elsewhere = calls | shapes | written
    found: dict[str, list[ast.expr]] = {}
    for node in walk(scope):
        if isinstance(node, ast.Name) and node.id in _MODULES:
            continue
        own = isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and key(node.value) == "self")
        aside = id(node) in elsewhere
        if isinstance(node, ast.Name | ast.Attribute) and own and isinstance(node.ctx, ast.Load) and not aside:
            found.setdefault(key(node), []).append(node)
    return found


# Generic edits of any line: an axis, a side, a part, a variable, an operator, a step more or less


_MOST = 600
_LONGEST = 300
_WORD = re.compile(r"\w+")
_LENGTH = r"(?:.*\.shape\[0\]|len\(.*\)|n|m)"
_DIVISOR = re.compile(rf"`(.+) / .*{_LENGTH}.*` should be `\(?\1\)?`|`({_LENGTH}) [-+] .+` should be `\(?\2\)?`")
_ORDER = (
    "changes-its-input", "returns-in-loop", "overwritten-in-loop", "wrong-axis", "rows-for-columns",
    "round-too-few", "round-too-many", "wrong-length", "wrong-variable", "wrong-part", "wrong-side", "wrong-order",
    "wrong-comparison",
    "step-too-many", "original-meant", "wrong-function", "steps-out-of-order", "arguments-exchanged",
    "wrong-operator", "wrong-number", "step-missing", "never-centred", "eig-unsorted", "smallest-components",
)  # fmt: skip


def changes(text: str) -> list[Suspect]:
    """Small changes of a program, the likelier kinds first; none of a text that is no Python."""
    tree = parsed(text)
    if tree is None:
        return []
    tests = [node.test for node in walk(tree) if isinstance(node, ast.If | ast.Assert)]
    ranges = [(each.lineno, each.col_offset, each.end_lineno, each.end_col_offset) for each in tests]
    found: dict[tuple[Edit, ...], Suspect] = {}
    loops = [node for node in walk(tree) if isinstance(node, ast.For)]
    every = (each for place, names in scopes(tree) for finder in _FINDERS for each in finder(place, names))
    for each in filter(lambda each: _is_fit(each, ranges) and not _empties(each, loops), every):
        found.setdefault(each.edits, each)
    order = {name: place for place, name in enumerate(_ORDER)}
    return sorted(found.values(), key=lambda item: (_is_crude(item), order[item.name]))[:_MOST]


def _is_crude(suspect: Suspect) -> bool:
    """Whether a divisor, or a part of one, is left out, which is right up to a factor if another number is meant."""
    return suspect.name == "step-too-many" and bool(_DIVISOR.fullmatch(suspect.said))


def _is_fit(suspect: Suspect, tests: Sequence[tuple[int, int, int | None, int | None]]) -> bool:
    """Whether there is a change, short enough to be told, that is not of a condition, which may guard a mistake."""
    places = [(each[:2], each[2:4]) for each in suspect.edits]
    guarded = any(start >= test[:2] and end <= test[2:] for start, end in places for test in tests)
    return bool(places) and not guarded and len(suspect.said) < _LONGEST


def _empties(suspect: Suspect, loops: Sequence[ast.For]) -> bool:
    """Whether a loop does the same in each round after a change: the last use of its variable is gone."""
    for loop in loops:
        names = {node.id for node in walk(loop.target) if isinstance(node, ast.Name)}
        uses = [
            node
            for statement in loop.body
            for node in walk(statement)
            if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load)
        ]
        kept = any(name in _WORD.findall(new) for *_, new in suspect.edits for name in names)
        if uses and not kept and all(any(_covers(edit, node) for edit in suspect.edits) for node in uses):
            return True
    return False


def _covers(edit: Edit, node: ast.Name) -> bool:
    start, end = (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
    return edit[:2] <= start and end <= edit[2:4]


_FINDERS = (
    unsorted,
    _in_place, _returned, _by_columns, _summed, _too_many, _exchanged,
    _uncentred, _derived, _forgotten, _together, _lengths, _order_of_arguments,
    _arguments, _functions, _sides, _expressions, _updates, _missing, _squares,
)  # fmt: skip
