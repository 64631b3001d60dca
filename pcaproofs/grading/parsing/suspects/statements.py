"""Statements that may be one too many, in the wrong order, or in the wrong place of a loop."""

import ast
import itertools
import re
from collections.abc import Iterator

from .model import Suspect
from .names import Names
from .syntax import called, key, replacing, root, walk

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
                edits = (replacing(one, _text(two)), replacing(two, _text(one)))
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


def _text(node: ast.stmt) -> str:
    return ast.unparse(node)


def _shown(node: ast.stmt) -> str:
    return _text(node).split("\n")[0]


FINDERS = (_in_place, _returned, _by_columns, _summed, _too_many, _exchanged)
