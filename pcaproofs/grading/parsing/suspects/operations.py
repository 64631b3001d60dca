"""Small changes of expressions as rows: a pattern, what may be meant instead, and the mistake that it would be."""

import ast
import re
from collections.abc import Iterator
from typing import Any

from .model import Suspect
from .names import Names
from .syntax import Function, after, called, is_method, key, keywords, replaced, replacing, root, walk, written

# The mistake, a pattern, and what may be meant. K stands for anything but a constant, F for a call, N for a name or an
# attribute, P for anything without a sign, and other capital letters for any expression; `f(A)` is `A.f()` as well, and
# `*R` any further arguments. NP is numpy, COUNT the number of components, SELF the expression. "columns" is
# "wrong-part", or of the eigenvectors "rows-for-columns".
_ROWS: tuple[tuple[str, ...], ...] = (
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
for _name, _pattern, *_templates in _ROWS:
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
        own = [node.func.value] if is_method(node) and isinstance(node.func, ast.Attribute) else []
        arguments, wanted = [*own, *node.args], pattern.args
        if pattern.func.id != called(node):
            return False
        if isinstance(wanted[-1], ast.Starred):
            return len(arguments) >= len(wanted) - 1 and _matches(wanted[:-1], arguments[: len(wanted) - 1], found)
        return not node.keywords and _matches(wanted, arguments, found)
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
        given = len(node.args) + is_method(node)
        if given == 2 and re.fullmatch(_REDUCE, called(node)) and ast.unparse(node.args[-1]) in ("0", "1"):
            yield replaced("wrong-axis", node.args[-1], str(1 - int(ast.unparse(node.args[-1]))), node)


def _functions(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Calls that lack an argument, or a sign; functions that are taken for others."""
    for node in (node for node in walk(scope) if isinstance(node, ast.Call)):
        for name, function, added in _LACKED:
            word = added.partition("=")[0]
            lacks = word not in keywords(node) and (word != "axis" or len(node.args) + is_method(node) == 1)
            if lacks and re.fullmatch(function, called(node)):
                comma = ", " if node.args or node.keywords else ""
                end = (node.end_lineno or node.lineno, (node.end_col_offset or 1) - 1)
                said = f"`{ast.unparse(node)}` should be called with `{added}`"
                yield Suspect(name, node.lineno, ((*end, *end, comma + added),), said=said)
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
            said = f"`{ast.unparse(node)}` should be `{new}`"
            yield Suspect("wrong-operator", node.lineno, (replacing(node, new),), said=said)


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


FINDERS = (_arguments, _functions, _sides, _expressions, _updates, _missing, _squares)
