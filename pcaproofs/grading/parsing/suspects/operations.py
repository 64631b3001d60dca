"""Axes, sides, parts of arrays, operators and numbers that may be other ones."""

import ast
import re
from collections.abc import Iterator

from .model import Suspect
from .names import Names
from .syntax import (
    Function,
    after,
    bracketed,
    called,
    is_all,
    is_method,
    is_reversed,
    key,
    keywords,
    replaced,
    replacing,
    root,
    walk,
)

_REDUCE = re.compile(
    "^(sum|mean|std|var|average|norm|cumsum|cumprod|prod|max|min|amax|amin|argmax|argmin|median|ptp|sort|argsort|flip)$"
)
_PRODUCTS = ("dot", "matmul", "inner", "vdot", "multiply", "outer")
_LEFT_OUT = frozenset(
    {
        "abs", "fabs", "absolute", "sqrt", "square", "round", "around", "rint", "floor", "exp", "log", "sort", "sorted",
        "flip", "fliplr", "flipud", "normalize", "cumsum", "cov", "corrcoef", "transpose", "inv", "pinv", "reversed",
        "diag", "astype", "scale", "clip", "squeeze", "int", "list",
    }
)  # fmt: skip
_OTHERS = {"argmax": "argmin", "max": "min", "flipud": "fliplr", "hstack": "vstack", "eigvalsh": "eigh", "amax": "amin"}
_OTHERS |= {new: old for old, new in _OTHERS.items()}
_OTHERS |= {"std": "mean", "var": "mean", "nanstd": "mean"}
_SIGNS: dict[type[ast.operator], tuple[tuple[str, type[ast.operator]], ...]] = {
    ast.Add: (("-", ast.Sub),),
    ast.Sub: (("+", ast.Add),),
    ast.Mult: (("/", ast.Div), ("@", ast.MatMult)),
    ast.Div: (("*", ast.Mult),),
    ast.MatMult: (("*", ast.Mult),),
}
_COMPARED: dict[type[ast.cmpop], tuple[ast.cmpop, ...]] = {
    ast.Lt: (ast.GtE(), ast.Gt()), ast.Gt: (ast.LtE(), ast.Lt()),
    ast.LtE: (ast.Gt(), ast.GtE()), ast.GtE: (ast.Lt(), ast.LtE()),
    ast.Eq: (ast.NotEq(),), ast.NotEq: (ast.Eq(),),
}  # fmt: skip
"""The opposite of each comparison, and its mirror image."""


def _axes(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    for node in walk(scope):
        if not isinstance(node, ast.Call):
            continue
        given = keywords(node).get("axis")
        first = 0 if is_method(node) else 1
        if given is None and _REDUCE.search(called(node)) and len(node.args) > first and called(node) != "norm":
            given = node.args[first]
        if called(node) == "reshape" and (other := _reshaped_mean(node)):
            said = f"`{ast.unparse(node)}` should be `{ast.unparse(other)}`"
            yield Suspect("wrong-axis", node.lineno, (replacing(node, ast.unparse(other)),), said=said)
        if isinstance(given, ast.Constant) and given.value in (0, 1):
            yield replaced("wrong-axis", given, str(1 - given.value), node)
        elif isinstance(given, ast.UnaryOp) and ast.unparse(given) == "-1":
            yield replaced("wrong-axis", given, "0", node)
        elif given is None and _REDUCE.search(called(node)) and len(node.args) + 1 - first <= 1:
            for axis in (0, 1):
                end = (node.end_lineno or node.lineno, (node.end_col_offset or 1) - 1)
                comma = ", " if node.args or node.keywords else ""
                said = f"`{ast.unparse(node)}` should be taken along an axis: `axis={axis}`"
                yield Suspect("wrong-axis", node.lineno, ((*end, *end, f"{comma}axis={axis}"),), said=said)


def _reshaped_mean(node: ast.Call) -> ast.expr | None:
    """`A.mean(axis=0).reshape(1, -1)` along the other axis; None of anything else."""
    text = ast.unparse(node)
    turned = {"(1, -1)": "(-1, 1)", "(-1, 1)": "(1, -1)"}
    axes = {"axis=0": "axis=1", "axis=1": "axis=0"}
    shape = next((each for each in turned if each in text), "")
    axis = next((each for each in axes if each in text), "")
    if not shape or not axis or not isinstance(node.func, ast.Attribute) or not _REDUCE.search(called(node.func.value)):
        return None
    return ast.parse(text.replace(shape, turned[shape]).replace(axis, axes[axis]), mode="eval").body


def _sides(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A transpose that is there, and one that is not."""
    inside = {id(node.value) for node in walk(scope) if isinstance(node, ast.Attribute) and node.attr == "T"}
    for node in walk(scope):
        if isinstance(node, ast.Attribute) and node.attr == "T":
            yield replaced("wrong-side", node, ast.unparse(node.value))
        elif isinstance(node, ast.Call) and called(node) in ("dot", "matmul", "outer", "cov", "svd", "array"):
            for part in node.args:
                yield from _turned(part, inside)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            yield from _turned(node.left, inside)
            yield from _turned(node.right, inside)
        elif isinstance(node, ast.Assign):
            yield from _turned(node.value, inside)
        elif isinstance(node, ast.Return) and node.value is not None:
            for part in node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]:
                yield from _turned(part, inside)
        elif isinstance(node, ast.Dict):
            for part in node.values:
                yield from _turned(part, inside)
        elif isinstance(node, ast.For):
            yield from _turned(node.iter, inside)


def _turned(node: ast.expr, inside: set[int]) -> Iterator[Suspect]:
    plain = isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call | ast.BinOp)
    turned = isinstance(node, ast.Attribute) and node.attr == "T"
    if plain and not turned and id(node) not in inside and called(node) not in ("range", "len", "enumerate", "zip"):
        text = ast.unparse(node)
        yield replaced("wrong-side", node, f"({text}).T" if isinstance(node, ast.BinOp) else f"{text}.T")


def _parts(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Other slices and indices."""
    for node in walk(scope):
        if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
            continue
        of, parts = ast.unparse(node.value), node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        texts = [ast.unparse(part) for part in parts]
        if any(isinstance(part, ast.Slice) and not is_all(part) for part in parts) and not is_reversed(node):
            yield replaced("wrong-part", node, of)
        if is_reversed(node):
            others = [of, f"{of}[:, ::-1]"]
        elif len(parts) == 2 and is_all(parts[0]):
            others = [f"{of}[{texts[1]}]", *(f"{of}[:, {each}]" for each in _other_slices(parts[1]))]
        elif len(parts) == 2 and is_all(parts[1]):
            others = [f"{of}[:, {texts[0]}]"]
        elif len(parts) == 1:
            others = [f"{of}[{each}]" for each in _other_slices(parts[0])]
            others += [f"{of}[:, {texts[0]}]"] if not isinstance(parts[0], ast.Constant) else []
        else:
            others = []
        matrix = key(
            root(node.value.value if isinstance(node.value, ast.Attribute) and node.value.attr == "T" else node.value)
        )
        if matrix in names.vectors | names.left | names.right and not of.endswith(".T"):
            yield replaced("rows-for-columns", node.value, f"{of}.T")
        for new in others:
            by_column = f"{of}[:, {texts[0]}]" == new and matrix in names.vectors | names.left | names.right
            yield replaced("rows-for-columns" if by_column else "wrong-part", node, new)


def _other_slices(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and node.value in (0, 1, 2):
        return [str(value) for value in (0, 1, 2) if value != node.value]
    if not isinstance(node, ast.Slice) or node.step is not None:
        return ["::-1"] if isinstance(node, ast.Slice) and is_all(node) else []
    lower, upper = (ast.unparse(part) if part else "" for part in (node.lower, node.upper))
    if upper and not lower:
        return [f"-{upper}:", f":{upper}+1", f":{upper}-1"]
    if lower and not upper:
        return [f":{lower.removeprefix('-')}"] if lower.startswith("-") else [":" + lower, ":"]
    return [f":{upper}"] if lower else []


def _order(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Rising for falling, and functions that are taken for each other."""
    for node in walk(scope):
        if isinstance(node, ast.keyword) and isinstance(node.value, ast.Constant) and type(node.value.value) is bool:
            yield replaced(
                "wrong-order" if node.arg == "reverse" else "wrong-number", node.value, str(not node.value.value)
            )
        elif called(node) in ("argsort", "sort", "sorted") and isinstance(node, ast.Call):
            if called(node) == "sorted" and "reverse" not in keywords(node):
                said = f"`{ast.unparse(node)}` should sort falling: `reverse=True`"
                end = (node.end_lineno or node.lineno, (node.end_col_offset or 1) - 1)
                yield Suspect("wrong-order", node.lineno, ((*end, *end, ", reverse=True"),), said=said)
            elif node.args or is_method(node):
                said = f"`{ast.unparse(node)}` should be `{ast.unparse(node)}[::-1]`"
                yield Suspect("wrong-order", node.lineno, (after(node, "[::-1]"),), said=said)
            for part in node.args:
                if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub):
                    yield replaced("wrong-order", part, ast.unparse(part.operand))
        elif isinstance(node, ast.Call) and called(node) in _OTHERS:
            new = ast.unparse(node.func).removesuffix(called(node)) + _OTHERS[called(node)]
            yield replaced("wrong-function", node.func, new)
        elif isinstance(node, ast.Call) and called(node) == "svd" and "full_matrices" not in keywords(node):
            said = "the SVD should be asked for `full_matrices=False`"
            yield Suspect(
                "wrong-function",
                node.lineno,
                (after(node.args[-1], ", full_matrices=False"),) if node.args else (),
                said=said,
            )


def _operators(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    for node in walk(scope):
        if isinstance(node, ast.BinOp):
            for _, other in _SIGNS.get(type(node.op), ()):
                yield replaced("wrong-operator", node, ast.unparse(ast.BinOp(node.left, other(), node.right)))
            factors = _factors(node)
            if len(factors) > 2:
                yield replaced("wrong-operator", node, " @ ".join(factors))
        elif isinstance(node, ast.AugAssign) and type(node.op) in _SIGNS:
            sign, other = _SIGNS[type(node.op)][0]
            old = ast.unparse(node)
            new = f"{ast.unparse(node.target)} {sign}= {ast.unparse(node.value)}"
            yield Suspect("wrong-operator", node.lineno, (replacing(node, new),), said=f"`{old}` should be `{new}`")
        elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARED:
            for opposite in _COMPARED[type(node.ops[0])]:
                compared = ast.Compare(node.left, [opposite], node.comparators)
                yield replaced("wrong-comparison", node, ast.unparse(compared))


def _factors(node: ast.expr) -> list[str]:
    """`a`, `b`, `c` of `a * b * c`."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
        return []
    last = f"({ast.unparse(node.right)})" if isinstance(node.right, ast.BinOp) else ast.unparse(node.right)
    first = f"({ast.unparse(node.left)})" if isinstance(node.left, ast.BinOp) else ast.unparse(node.left)
    return [*(_factors(node.left) or [first]), last]


def _products(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Products of matrices, entry by entry, of a vector with itself, of all entries with all."""
    for node in walk(scope):
        if not isinstance(node, ast.Call) or called(node) not in _PRODUCTS:
            continue
        own = [node.func.value] if is_method(node) and isinstance(node.func, ast.Attribute) else []
        parts = [ast.unparse(part) for part in (*own, *node.args)]
        if len(parts) != 2:
            continue
        one, two = parts
        plain = one.removesuffix(".T"), two.removesuffix(".T")
        if plain[0] == plain[1] and called(node) != "outer":
            yield replaced("wrong-function", node, f"({plain[0]} ** 2)")
            if names.count:
                yield replaced("wrong-function", node, f"({plain[0]} ** 2)[:{names.count}]")
        if called(node) in ("dot", "matmul"):
            yield replaced("wrong-function", node, f"({one} * {two})")
            outer = f'__import__("numpy").outer({plain[0]}, {plain[1]})'
            said = f"`{ast.unparse(node)}` should be `np.outer({', '.join(plain)})`"
            yield Suspect("wrong-function", node.lineno, (replacing(node, outer),), said=said)
        if called(node) in ("multiply", "outer"):
            yield replaced("wrong-function", node, f"({one} @ {two})")


def _degrees(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """n − 1 where something else is added to or subtracted from a length."""
    for node in walk(scope):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and _is_length(node.left):
            less = f"{ast.unparse(node.left)} - 1"
            if ast.unparse(node) != less:
                yield replaced("wrong-number", node, less)


def _is_length(node: ast.expr) -> bool:
    """Whether this is `len(A)` or `A.shape[0]`."""
    return called(node) == "len" or ast.unparse(node).endswith(".shape[0]")


def _numbers(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """One more, one less, and what stands where a length belongs."""
    for node in walk(scope):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and ast.unparse(node.right) == "1":
            yield replaced("wrong-number", node, ast.unparse(node.left))
        elif isinstance(node, ast.Call) and called(node) == "range":
            last = node.args[-1] if node.args else None
            if last is not None:
                yield replaced("round-too-few", last, f"{ast.unparse(last)} + 1")
                yield replaced("round-too-many", last, f"{ast.unparse(last)} - 1")
            if len(node.args) == 2 and isinstance(node.args[0], ast.Constant):
                kind = "round-too-few" if node.args[0].value else "round-too-many"
                yield replaced(kind, node.args[0], str(1 - bool(node.args[0].value)))
        elif isinstance(node, ast.Call) and called(node) == "len" and node.args:
            yield replaced("wrong-length", node, f"{ast.unparse(node.args[0])}.shape[1]")
        elif called(node) in ("max", "min") and ast.unparse(node).endswith(".shape)"):
            size = ast.unparse(node)[4:-1]
            yield replaced("wrong-length", node, f"{size}[0]")  # type: ignore[arg-type]
            yield replaced("wrong-length", node, f"{size}[1]")  # type: ignore[arg-type]
        elif isinstance(node, ast.Div):
            continue
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and key(node.right):
            yield replaced("wrong-number", node.right, f"({key(node.right)} - 1)")
        elif isinstance(node, ast.keyword) and node.arg == "ddof":
            yield replaced("wrong-number", node.value, str(1 - bool(getattr(node.value, "value", 0))))
        elif isinstance(node, ast.keyword) and node.arg == "dtype" and "int" in ast.unparse(node.value):
            yield replaced("wrong-number", node.value, "float")


def _too_many(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A function, a factor or a term that is left out."""
    for node in walk(scope):
        if isinstance(node, ast.Call) and called(node) in _LEFT_OUT:
            own = node.func.value if is_method(node) and isinstance(node.func, ast.Attribute) else None
            inner = own or (node.args[0] if node.args else None)
            if inner is not None:
                yield replaced("step-too-many", node, bracketed(inner))
        elif isinstance(node, ast.Call):
            for place, item in enumerate(node.keywords):
                kept = [*node.keywords[:place], *node.keywords[place + 1 :]]
                plain = ast.unparse(ast.Call(node.func, node.args, kept))
                if item.arg not in ("axis", "key", "reverse", "rowvar", None):
                    yield replaced("step-too-many", node, plain)
        elif isinstance(node, ast.BinOp):
            yield replaced("step-too-many", node, bracketed(node.left))
            if isinstance(node.op, ast.Mult):
                yield replaced("step-too-many", node, bracketed(node.right))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and key(node.operand):
            yield replaced("step-too-many", node, key(node.operand))


def _missing(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A square, a root or a division by the length that is left out."""
    for node in walk(scope):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and _is_count(node.right):
            divisor = ast.unparse(node.right)
            edit = replacing(node.right, f'__import__("numpy").sqrt({divisor})')
            said = f"`{divisor}` should be `np.sqrt({divisor})`"
            yield Suspect("step-missing", node.lineno, (edit,), said=said)
    values = [
        (node, part) for node in walk(scope) if isinstance(node, ast.Assign | ast.Return) for part in _given(node)
    ]
    for node, part in values:
        text = bracketed(part)
        numpy = '__import__("numpy")'
        cuts = (
            [f"{text}[:{names.count}]", f"{text}[:, :{names.count}]"]
            if names.count and isinstance(node, ast.Return)
            else []
        )
        for new, shown in (
            *((each, each) for each in cuts),
            (f"{text} ** 2", f"{text} ** 2"),
            (f"{numpy}.sqrt({ast.unparse(part)})", f"np.sqrt({ast.unparse(part)})"),
            (f"({text} / {numpy}.linalg.norm({text}, axis=0))", f"{text} / np.linalg.norm({text}, axis=0)"),
        ):
            said = f"`{ast.unparse(part)}` should be `{shown}`"
            yield Suspect("step-missing", part.lineno, (replacing(part, new),), said=said)


def _is_count(node: ast.expr) -> bool:
    """Whether this is a call, such as `len(X)`, or a length less one."""
    less = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and _is_length(node.left)
    return less or isinstance(node, ast.Call)


def _squares(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """The square of a parameter that is a factor or a divisor."""
    parameters = [item.arg for item in scope.args.args[1:]] if isinstance(scope, Function) else []
    for node in walk(scope):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
            for part in (node.left, node.right):
                if isinstance(part, ast.Name) and part.id in parameters:
                    yield replaced("step-missing", part, f"{part.id} ** 2", node)


def _given(node: ast.Assign | ast.Return) -> list[ast.expr]:
    value = node.value
    parts = value.elts if isinstance(value, ast.Tuple) else [value] if value is not None else []
    wanted = ast.Name | ast.Attribute | ast.Subscript | ast.BinOp | ast.Call
    return [
        part
        for part in parts
        if isinstance(part, wanted) and called(part) not in ("zeros", "ones", "len", "eig", "eigh", "svd")
    ]


FINDERS = (_axes, _sides, _parts, _order, _operators, _products, _degrees, _numbers, _too_many, _missing, _squares)
