"""The vocabulary of a program: what it could have done, whatever the order in which it does things."""

import ast

from .syntax import Function, called, is_method, key, keywords, parsed, walk

_MOST = 4000
_LONGEST = 60
_OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.MatMult: "@", ast.USub: "minus",
    ast.FloorDiv: "/", ast.Mod: "%",
}  # fmt: skip


_MEANS = ("mean", "nanmean", "average", "sum", "median")
_AXES = {"0": "0", "-2": "0", "1": "1", "-1": "1", "None": "none", "": "none"}
_PRODUCTS = ("dot", "matmul", "cov", "corrcoef", "einsum", "multi_dot")


def words_of(text: str) -> frozenset[str]:
    """Names, operators and small numbers that stand in a text, in lower case; none of comments and strings.

    `axis:0`, `axis:1`, `axis:none` and `axis:?` say along which axis means and sums are taken, and `turned` that an
    argument is transposed elsewhere than in a product.
    """
    tree = parsed(text)
    found: set[str] = {"turned"} if tree and _turns(tree) else set()
    for node in walk(tree) if tree else ():
        found.update(each.lower() for each in _words(node) if len(each) <= _LONGEST)
        if len(found) > _MOST:
            break
    return frozenset(found)


def _words(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.Call) and called(node) in _MEANS:
        return (f"axis:{_axis(node)}",)
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute):
        return (node.attr,)
    if isinstance(node, ast.alias):
        return (node.name, node.asname or "")
    if isinstance(node, ast.keyword | ast.arg):
        return (node.arg or "",)
    if isinstance(node, ast.FormattedValue) and node.format_spec:
        return ("format",)
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and len(str(node.value)) < 8:
        return (f"{float(node.value):g}",)
    if isinstance(node, ast.operator | ast.unaryop):
        return (_OPERATORS.get(type(node), ""),)
    return ()


def _axis(node: ast.Call) -> str:
    first = 0 if is_method(node) else 1
    place = node.args[first] if len(node.args) > first else keywords(node).get("axis")
    return _AXES.get(ast.unparse(place) if place is not None else "", "?")


def _turns(tree: ast.AST) -> bool:
    """Whether an argument of a function is transposed elsewhere than as a factor of a product."""
    arguments = {item.arg for node in walk(tree) if isinstance(node, Function) for item in node.args.args}
    factors: set[int] = set()
    for node in walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            factors |= {id(node.left), id(node.right)}
        elif isinstance(node, ast.Call) and called(node) in _PRODUCTS:
            factors |= {id(each) for each in [*node.args, getattr(node.func, "value", node.func)]}
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "T"
        and key(node.value) in arguments
        and id(node) not in factors
        for node in walk(tree)
    ) or any(isinstance(node, ast.Call) and called(node) in ("transpose", "swapaxes") for node in walk(tree))
