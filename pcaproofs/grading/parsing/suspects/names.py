"""The meanings of the names in a function."""

import ast
import re
from dataclasses import dataclass, field

from .syntax import Function, base, called, key, walk

_VECTOR = re.compile("vec|axes", re.IGNORECASE)
_SOLVERS = ("eig", "eigh")
_COUNT = re.compile(r"(^|\.|_)(k|n|d|dim|dims|ndim|q|r)$|comp|num|count", re.IGNORECASE)
_VALUE = re.compile("val|lam", re.IGNORECASE)


@dataclass
class Names:
    """The meanings of the names in a function, as far as known."""

    data: str = ""
    """The first parameter."""
    count: str = ""
    """The name of the number of components."""
    stored: str = ""
    """The attribute that holds the first parameter of another method."""
    counted: str = ""
    """The attribute that holds the number of components."""
    values: set[str] = field(default_factory=set)
    vectors: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    right: set[str] = field(default_factory=set)
    """The names of the transposed V of an SVD; `left` has those of U."""

    @property
    def kinds(self) -> tuple[set[str], ...]:
        """All sets of names."""
        return self.values, self.vectors, self.left, self.right

    def copy(self) -> "Names":
        """The same for a function of its own."""
        return Names("", "", self.stored, self.counted, {*self.values}, {*self.vectors}, {*self.left}, {*self.right})


def are_exchanged(one: str, two: str) -> bool:
    """Whether names of eigenvalues and eigenvectors, in this order, say that they are the other way round."""
    return bool(_VECTOR.search(one) and _VALUE.search(two) and not _VALUE.search(one) and not _VECTOR.search(two))


def learn(scope: ast.AST, names: Names) -> None:
    """Note what the names of a function are bound to; names that say what they should hold are believed."""
    if isinstance(scope, Function):
        parameters = [item.arg for item in scope.args.args if item.arg not in ("self", "cls")]
        names.data = parameters[0] if parameters else names.stored
        others = parameters[1:]
        counts = [each for each in others if _COUNT.search(each)]
        names.count = next(iter([*counts, *filter(None, [names.counted]), *others]), "")
    for node in walk(scope):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            _bind(node.targets[0], node.value, names)
    for known in names.kinds:
        known.discard("")


def learn_attributes(scope: ast.AST, names: Names) -> None:
    """Note what attributes are bound to in a function: other methods use them."""
    found = Names()
    learn(scope, found)
    for known, new in zip(names.kinds, found.kinds, strict=True):
        known.update(each for each in new if "." in each)
    for node in walk(scope):
        if isinstance(node, ast.Assign) and key(node.value):
            kept = [key(target) for target in node.targets if isinstance(target, ast.Attribute)]
            counts = [each for each in kept if _COUNT.search(each)]
            if key(node.value) == found.data:
                names.stored = names.stored or (kept[0] if kept and not counts else "")
            if key(node.value) in (found.data, found.count):
                names.counted = names.counted or (counts[0] if counts else "")


def _bind(target: ast.expr, value: ast.expr, names: Names) -> None:
    keys = [key(each) for each in target.elts] if isinstance(target, ast.Tuple | ast.List) else [key(target)]
    if called(value) in _SOLVERS and len(keys) == 2:
        values, vectors = reversed(keys) if are_exchanged(*keys) else keys
        names.values.add(values)
        names.vectors.add(vectors)
    elif called(value) == "svd" and len(keys) == 3:
        names.left.add(keys[0])
        names.right.add(keys[2])
    elif len(keys) == 1 and isinstance(value, ast.Subscript):
        first = value
        while isinstance(first.value, ast.Subscript):
            first = first.value
        if called(first.value) == "svd":
            {"0": names.left, "2": names.right}.get(ast.unparse(first.slice), set()).add(keys[0])
        elif called(value.value) in _SOLVERS:
            {"0": names.values, "1": names.vectors}.get(ast.unparse(value.slice), set()).add(keys[0])
        elif key(base(value)) in names.vectors:  # columns of the eigenvectors are eigenvectors
            names.vectors.add(keys[0])
        elif key(value.value) in names.right and not isinstance(value.slice, ast.Tuple):  # and rows of Vᵀ of Vᵀ
            names.right.add(keys[0])
