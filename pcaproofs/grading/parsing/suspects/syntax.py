"""A program's syntax tree, what its names mean, its vocabulary, and findings about it with their JSON."""

import ast
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any

Edit = tuple[int, int, int, int, str]
"""First line and column, last line and column (lines from 1, columns in bytes from 0), and what goes there instead."""


@dataclass(frozen=True)
class Suspect:
    """A line that may hold a mistake; without edits it is only a place to look at."""

    name: str
    line: int
    edits: tuple[Edit, ...] = ()
    sure: bool = False
    """Whether it is a mistake whatever the rest of the program does."""
    said: str = ""
    """The change in words, of what has no name of its own: `X` should be `Xc`."""


@dataclass(frozen=True)
class FunctionSpan:
    """A function's name, first and last line, and the names that stand in it."""

    name: str
    first: int
    last: int
    words: frozenset[str]


@dataclass(frozen=True)
class Text:
    """The findings about a program's code."""

    suspects: tuple[Suspect, ...] = ()
    words: frozenset[str] | None = None
    """The names and operators that stand in it, in lower case; None where it cannot be read."""
    checks: frozenset[int] = frozenset()
    """Lines that raise an error of the program's own, or assert something."""
    changes: tuple[Suspect, ...] = ()
    """Small changes of any line, the likelier ones first."""
    functions: tuple[FunctionSpan, ...] = ()
    """The names in each function, which show the functions that a call never reaches."""


def to_bytes(text: Text) -> bytes:
    """The findings as JSON."""
    found, changes = ([astuple(each) for each in some] for some in (text.suspects, text.changes))
    functions = [[each.name, each.first, each.last, sorted(each.words)] for each in text.functions]
    return json.dumps([found, sorted(text.words or ()), sorted(text.checks), changes, functions]).encode()


def from_bytes(data: bytes) -> Text:
    """The findings that `to_bytes` encoded; raises ValueError, TypeError."""
    found, words, checks, changes, functions = json.loads(data)
    return Text(
        tuple(map(_suspect, found)),
        frozenset(map(str, words)),
        frozenset(map(int, checks)),
        tuple(map(_suspect, changes)),
        tuple(FunctionSpan(str(name), int(a), int(b), frozenset(map(str, words))) for name, a, b, words in functions),
    )


def _suspect(parts: list[Any]) -> Suspect:
    name, line, edits, sure, said = parts
    whole = tuple((int(a), int(b), int(c), int(d), str(new)) for a, b, c, d, new in edits)
    return Suspect(str(name), int(line), whole, bool(sure), str(said))


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A text with edits made; raises IndexError for places outside of it."""
    lines = [line.encode("utf-8", "surrogatepass") for line in text.split("\n")]
    for first, start, last, end, new in sorted(set(edits), reverse=True):
        joined = lines[first - 1][:start] + new.encode() + lines[last - 1][end:]
        lines[first - 1 : last] = [joined, *[b""] * (last - first)]  # later lines keep their numbers
    return b"\n".join(lines).decode("utf-8", "surrogatepass")


# Functions for syntax trees


Function = ast.FunctionDef | ast.AsyncFunctionDef


def parsed(text: str) -> ast.Module | None:
    """A text's tree; None of a text that is no Python."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def walk(node: ast.AST) -> Sequence[ast.AST]:
    """The nodes of a tree as `ast.walk` gives them, found once: many rules ask, and none changes the tree."""
    found: Sequence[ast.AST] | None = node.__dict__.get("_below")
    if found is None:
        found = tuple(ast.walk(node))
        node.__dict__["_below"] = found
    return found


def written(node: ast.AST) -> str:
    """A node as text, found once."""
    found: str | None = node.__dict__.get("_written")
    if found is None:
        found = node.__dict__["_written"] = ast.unparse(node)
    return found


def replacing(node: ast.AST, new: str) -> Edit:
    """The edit that puts a text in a node's place."""
    return (node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or 0, new)  # type: ignore[attr-defined]


def replaced(name: str, node: ast.expr | ast.stmt, new: str, shown: ast.expr | None = None) -> Suspect:
    """The suspect that a text should stand in a node's place, told in words of the expression around it."""
    said = f"`{ast.unparse(node)}` should be `{new}`"
    within = f" in `{ast.unparse(shown)}`" if shown is not None else ""
    return Suspect(name, node.lineno, (replacing(node, new),), said=said + within)


def after(node: ast.AST, new: str) -> Edit:
    """The edit that adds a text behind a node."""
    line, column = node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]
    return (line, column, line, column, new)


def key(node: ast.AST) -> str:
    """A name or an attribute as it is written; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{node.value.id}.{node.attr}" if isinstance(node.value, ast.Name) else ast.unparse(node)
    return ""


def called(node: ast.AST) -> str:
    """The last part of the name of what is called."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "")


def calls(scope: ast.AST, *names: str) -> Iterator[ast.Call]:
    """The calls of functions and methods of these names."""
    return (node for node in walk(scope) if isinstance(node, ast.Call) and called(node) in names)


def arguments(node: ast.Call) -> list[ast.expr]:
    """The arguments by position; of an array's own method the array is the first."""
    own = [node.func.value] if is_method(node) and isinstance(node.func, ast.Attribute) else []
    return [*own, *node.args]


def axis_of(node: ast.Call) -> ast.expr | None:
    """The axis that is handed to a mean or a sum."""
    return arguments(node)[1] if len(arguments(node)) > 1 else keywords(node).get("axis")


def with_argument(node: ast.Call, new: str) -> Edit:
    """The edit that adds a last argument to a call."""
    end = (node.end_lineno or node.lineno, (node.end_col_offset or 1) - 1)
    return (*end, *end, f", {new}" if node.args or node.keywords else new)


def indices(node: ast.Subscript) -> list[ast.expr]:
    """The indices of a subscript, one for each axis."""
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def keywords(node: ast.Call) -> dict[str | None, ast.expr]:
    """A call's keyword arguments."""
    return {item.arg: item.value for item in node.keywords}


def is_method(node: ast.Call) -> bool:
    """Whether an array's own method is called, and no function of numpy."""
    return isinstance(node.func, ast.Attribute) and key(node.func.value).partition(".")[0] not in ("np", "numpy")


def is_all(node: ast.AST) -> bool:
    """Whether this is the slice `:`."""
    return isinstance(node, ast.Slice) and node.lower is node.upper is node.step is None


def is_reversed(node: ast.Subscript) -> bool:
    """Whether this is `…[::-1]`."""
    return ast.unparse(node.slice) == "::-1"


def base(node: ast.expr) -> ast.expr:
    """The matrix of which columns were taken, perhaps repeatedly."""
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple) and is_all(node.slice.elts[0]):
        node = node.value
    return node


def root(node: ast.AST) -> ast.AST:
    """The innermost indexed expression."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


# The meanings of the names in a function


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
    singular: set[str] = field(default_factory=set)

    @property
    def kinds(self) -> tuple[set[str], ...]:
        """All sets of names."""
        return self.values, self.vectors, self.left, self.right, self.singular

    @property
    def scaled(self) -> set[str]:
        """The names of what scores are divided by."""
        return self.values | self.singular

    def copy(self) -> "Names":
        """The same for a function of its own."""
        return Names("", "", self.stored, self.counted, *({*names} for names in self.kinds))


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


def scopes(tree: ast.AST) -> list[tuple[ast.AST, Names]]:
    """Each function of a program, or the program if it has none, with the meanings of its names."""
    shared = Names()
    functions = [node for node in walk(tree) if isinstance(node, Function)]
    for scope in functions:  # attributes of self are set in one method and used in another
        learn_attributes(scope, shared)
    places: list[ast.AST] = [*functions] or [tree]
    found = [(place, shared.copy()) for place in places]
    for place, names in found:
        learn(place, names)
    return found


def _bind(target: ast.expr, value: ast.expr, names: Names) -> None:
    keys = [key(each) for each in target.elts] if isinstance(target, ast.Tuple | ast.List) else [key(target)]
    if called(value) in _SOLVERS and len(keys) == 2:
        values, vectors = reversed(keys) if are_exchanged(*keys) else keys
        names.values.add(values)
        names.vectors.add(vectors)
    elif called(value) == "svd" and len(keys) == 3:
        for kind, name in zip((names.left, names.singular, names.right), keys, strict=True):
            kind.add(name)
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


# The vocabulary of a program: what it could have done, whatever the order in which it does things


_MOST_WORDS = 4000
_LONGEST_WORD = 60
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
        found.update(each.lower() for each in _words(node) if len(each) <= _LONGEST_WORD)
        if len(found) > _MOST_WORDS:
            break
    return frozenset(found)


def _words(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.Call) and called(node) in _MEANS:
        place = axis_of(node)
        return (f"axis:{_AXES.get(ast.unparse(place) if place is not None else '', '?')}",)
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


# The functions that a call may reach


def functions_of(text: str) -> tuple[FunctionSpan, ...]:
    """Each function of a program with the names that stand in it."""
    tree = parsed(text)
    found = []
    for node in walk(tree) if tree else ():
        if isinstance(node, Function):
            found.append(FunctionSpan(node.name, node.lineno, node.end_lineno or node.lineno, _names_in(node)))
    return tuple(found)


def _names_in(node: ast.AST) -> frozenset[str]:
    found = {part.id for part in walk(node) if isinstance(part, ast.Name)}
    return frozenset(found | {part.attr for part in walk(node) if isinstance(part, ast.Attribute)})


def is_reached(line: int, every: Sequence[FunctionSpan], words: Iterable[str]) -> bool:
    """Whether a line stands in a function that words reach, or in none."""
    around = [each for each in every if each.first <= line <= each.last]
    return not around or any(each in reached(every, frozenset(words)) for each in around)


def reached(every: Sequence[FunctionSpan], words: frozenset[str]) -> frozenset[FunctionSpan]:
    """The functions whose names stand among words, or in others that are reached; special methods always."""
    found: set[FunctionSpan] = set()
    while new := [each for each in every if each not in found and (each.name in words or each.name.startswith("__"))]:
        found.update(new)
        words = words.union(*(each.words for each in new))
    return frozenset(found)
