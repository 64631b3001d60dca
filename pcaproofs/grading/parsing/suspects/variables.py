"""Variables that may be taken for each other: an array and what is made of it, results that are unpacked together."""

import ast
from collections.abc import Iterator

from .model import Suspect
from .names import Names
from .syntax import Function, key, replaced, replacing, root, walk

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
            yield from _exchanged("wrong-variable", [part for part in later if beside.get(id(part)) != new], new)
            made = [part for part in loads.get(new, []) if beside.get(id(part)) != name]
            yield from _exchanged("original-meant", made, name)


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
                yield from _exchanged("wrong-variable", loads[name], parameter)


def _exchanged(kind: str, parts: list[ast.expr], new: str) -> Iterator[Suspect]:
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
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            yield from ((key(node.value), axis) for axis, part in enumerate(parts) if key(part) == counter != "")


def _arguments(scope: ast.AST, names: Names) -> Iterator[Suspect]:
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


FINDERS = (_uncentred, _derived, _forgotten, _together, _lengths, _arguments)
