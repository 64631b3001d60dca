"""The vocabulary of a program: what it could have done, whatever the order in which it does things."""

import ast

from .syntax import parsed

_MOST = 4000
_LONGEST = 60
_OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.MatMult: "@", ast.USub: "minus",
    ast.FloorDiv: "/", ast.Mod: "%",
}  # fmt: skip


def words_of(text: str) -> frozenset[str]:
    """Names, operators and small numbers that stand in a text, in lower case; none of comments and strings."""
    tree = parsed(text)
    found: set[str] = set()
    for node in ast.walk(tree) if tree else ():
        found.update(each.lower() for each in _words(node) if len(each) <= _LONGEST)
        if len(found) > _MOST:
            break
    return frozenset(found)


def _words(node: ast.AST) -> tuple[str, ...]:
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
