"""Statements that may be one too many, or in the wrong place of a loop."""

import ast
from collections.abc import Iterator

from .model import Suspect
from .names import Names
from .syntax import key, replacing, root, walk

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
                    said = f"`{_shown(node)}` should be `{text}`"
                    yield Suspect("overwritten-in-loop", node.lineno, (replacing(node, text),), said=said)


def _returned(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A `return` that ends a loop in its first round."""
    for block in _blocks(scope):
        for loop in block:
            last = loop.body[-1] if isinstance(loop, _Loop) else None
            if isinstance(last, ast.Return) and isinstance(loop, _Loop) and not loop.orelse:
                edits = (replacing(last, f"pass\n{' ' * loop.col_offset}{_text(last)}"),)
                said = f"`{_shown(last)}` should stand behind the loop, not in it"
                yield Suspect("returns-in-loop", last.lineno, edits, said=said)


def _text(node: ast.stmt) -> str:
    return ast.unparse(node)


def _shown(node: ast.stmt) -> str:
    return _text(node).split("\n")[0]


FINDERS = (_in_place, _returned, _summed, _too_many)
