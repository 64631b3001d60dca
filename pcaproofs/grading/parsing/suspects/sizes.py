"""Numbers where a size belongs."""

import ast
import itertools
import re
from collections.abc import Iterable, Iterator

from .model import Edit, Suspect
from .names import Names
from .syntax import Function, called, is_all, key, replacing, walk

_SIZED = ("range", "zeros", "ones", "empty", "eye", "identity", "reshape", "full", "rand", "randn")
_RANGES = ("subset_by_index", "eigvals")
_FEWEST_SAMPLES = 4
_LEAST_SHARE = 0.5
_BRACKETS = re.compile(r"[(),]")
_LESS = re.compile(r" - 1\b| *ddof=1\b")


_Numbers = list[tuple[int, ast.Constant]]


def _whole(nodes: Iterable[ast.AST], least: int) -> _Numbers:
    """Whole numbers, each with where it stands."""
    constants = ((each.value, each) for each in nodes if isinstance(each, ast.Constant))
    return [(value, each) for value, each in constants if type(value) is int and value >= least]


def _by_value(numbers: _Numbers) -> dict[int, list[ast.Constant]]:
    found: dict[int, list[ast.Constant]] = {}
    for value, each in numbers:
        found.setdefault(value, []).append(each)
    return found


def _lengths(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A number of features or of samples, in what makes arrays and loops."""
    if not names.data:
        return
    rounds = {id(node.iter) for node in walk(scope) if isinstance(node, ast.For) and not _uses_its_number(node)}
    calls = [node for node in walk(scope) if isinstance(node, ast.Call) and called(node) in _SIZED]
    calls = [node for node in calls if id(node) not in rounds]
    ranges = [
        item.value
        for node in walk(scope)
        if isinstance(node, ast.Call)
        for item in node.keywords
        if item.arg in _RANGES
    ]
    yield from _in_ranges(scope, ranges, names)
    inside = itertools.chain(*(walk(part) for node in calls for part in node.args))
    everywhere = _by_value(_whole(walk(scope), 2))
    for size, found in _by_value(_whole(inside, 2)).items():
        parts = everywhere[size] if size > 2 else found
        for kind, axis in (("features", 1), ("samples", 0)):
            edits = tuple(replacing(part, f"{names.data}.shape[{axis}]") for part in parts)
            yield Suspect(f"fixed-number-of-{kind}", parts[0].lineno, edits)


def _uses_its_number(loop: ast.For) -> bool:
    """Whether the body of a loop uses the number of the round; otherwise its rounds are repetitions of one step."""
    targets = {node.id for node in walk(loop.target) if isinstance(node, ast.Name)}
    inside = (node for statement in loop.body for node in walk(statement))
    return any(isinstance(node, ast.Name) and node.id in targets for node in inside)


def _in_ranges(scope: ast.AST, ranges: list[ast.expr], names: Names) -> Iterator[Suspect]:
    """A number of features, or one less, in the range of eigenvalues that a solver is to find."""
    numbers = _whole(itertools.chain(*map(ast.walk, ranges)), 3)
    if numbers:
        size = max(value for value, _ in numbers)
        size += not any(value == size and _is_less(scope, each) for value, each in numbers)
        length = f"{names.data}.shape[1]"
        edits = [replacing(each, length) for value, each in numbers if value == size]
        edits += [replacing(each, f"{length} - 1") for value, each in numbers if value == size - 1]
        yield Suspect("fixed-number-of-features", numbers[0][1].lineno, tuple(edits))


def _is_less(scope: ast.AST, number: ast.Constant) -> bool:
    """Whether something is taken off a number, as k is off the number of features."""
    return any(isinstance(node, ast.BinOp) and node.left is number for node in walk(scope))


def _features(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    for node in walk(scope):
        if isinstance(node, ast.Subscript) and _is_part_of_the_features(node, names.data):
            yield Suspect("fixed-number-of-features", node.lineno, (replacing(node, names.data),))


def _is_part_of_the_features(node: ast.Subscript, data: str) -> bool:
    """Whether the node takes a fixed number of columns of the data: `X[:, :2]`."""
    if not (data and key(node.value) == data and isinstance(node.slice, ast.Tuple)):
        return False
    rows, *columns = node.slice.elts
    upper = columns[0].upper if len(columns) == 1 and isinstance(columns[0], ast.Slice) else None
    return is_all(rows) and upper is not None and bool(_whole([upper], 1))


def _components(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Slices that end at a number."""
    slices = [node.upper for node in walk(scope) if isinstance(node, ast.Slice) and node.upper is not None]
    ends = _whole(itertools.chain(*(walk(upper) for upper in slices)), 1)
    for parts in _by_value(ends).values():
        parts.sort(key=lambda part: (part.lineno, part.col_offset))
        edits = tuple(replacing(part, names.count) for part in parts) if names.count else ()
        said = f"`{parts[0].value!r}` should be `{names.count}`" if names.count else ""
        yield Suspect("fixed-number-of-components", parts[0].lineno, edits, said=said)


def _divisors(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Divisors that are a number of samples, or one less."""
    if not names.data:
        return
    divided = (node.right for node in walk(scope) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
    compared = {id(part) for node in walk(scope) if isinstance(node, ast.Compare) for part in walk(node)}
    inside = (part for node in divided for part in walk(node) if id(part) not in compared)
    numbers = _whole(inside, _FEWEST_SAMPLES)
    if not numbers:
        return
    samples = max(value for value, _ in numbers)
    n = f"{names.data}.shape[0]"
    edits: list[Edit] = [replacing(part, n) for value, part in numbers if value == samples]
    edits += [replacing(part, f"({n} - 1)") for value, part in numbers if value == samples - 1]
    yield Suspect("fixed-number-of-samples", numbers[0][1].lineno, tuple(edits))


def _choices(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Divisors of which a condition on the sizes of the data chooses one: each is tried for all data."""
    for node in walk(scope):
        if isinstance(node, ast.IfExp):
            texts = [ast.unparse(node.body), ast.unparse(node.orelse)]
            is_divisor = any(f"{one} - 1" == other for one, other in (texts, texts[::-1])) or {*texts} == {"0", "1"}
        elif isinstance(node, ast.If) and node.orelse:
            texts = [_BRACKETS.sub("", "\n".join(map(ast.unparse, part))) for part in (node.body, node.orelse)]
            is_divisor = any(_LESS.sub("", one) == other != one for one, other in (texts, texts[::-1]))
        else:
            continue
        if is_divisor:
            for chosen in ("True", "False"):
                yield Suspect("divisor-depends-on-data", node.lineno, (replacing(node.test, chosen),))


def _from_outside(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Variables that the function neither sets nor gets, in place of the one parameter that it does not use."""
    if not isinstance(scope, Function):
        return
    nodes = [node for statement in scope.body for node in walk(statement)]
    read = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    parameters = [each.arg for each in (*scope.args.args, *scope.args.kwonlyargs)]
    own = {
        *parameters,
        *(node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)),
    }
    own |= {each.arg for node in nodes if isinstance(node, ast.Lambda | Function) for each in node.args.args}
    unused = [each for each in parameters if each not in {node.id for node in read} and each != "self"]
    called_names = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    bases = (
        {id(node.value) for node in nodes if isinstance(node, ast.Attribute)} if unused[:1] != [names.data] else set()
    )
    for name in dict.fromkeys(node.id for node in read if node.id not in own and id(node) not in called_names | bases):
        places = [node for node in read if node.id == name]
        for parameter in unused[:1]:
            edits = tuple(replacing(node, parameter) for node in places)
            said = f"`{name}` should be `{parameter}`"
            yield Suspect("from-outside", places[0].lineno, edits, said=said)


def _shares(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """A fixed share of the variance in a function that does not use one of its parameters, or overwrites it."""
    if not isinstance(scope, Function):
        return
    nodes = [node for statement in scope.body for node in walk(statement)]
    overwritten = [
        key(node.targets[0]) for node in nodes if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    ]
    read = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    parameters = [each.arg for each in (*scope.args.args, *scope.args.kwonlyargs)]
    unused = [each for each in parameters if each not in read or each in overwritten]
    compared = [part for node in nodes if isinstance(node, ast.Compare) for part in walk(node)]
    shares: list[tuple[ast.expr, str]] = [
        (node, scale) for node in nodes if isinstance(node, ast.Constant) and (scale := _scale(node)) is not None
    ]
    shares += [(node, "") for node in compared if isinstance(node, ast.Name) and node.id not in parameters[:1]]
    for node, scale in shares:
        for parameter in [each for each in unused if each not in (names.data, "self", key(node))]:
            yield Suspect("fixed-share", node.lineno, (replacing(node, scale + parameter),))


def _scale(number: ast.Constant) -> str | None:
    """The factor of a number that may be a share of the variance or a percentage; None for other numbers."""
    value = number.value
    if type(value) not in (int, float) or not isinstance(value, int | float):
        return None
    return "" if _LEAST_SHARE <= value < 1 else "100 * " if 100 * _LEAST_SHARE <= value < 100 else None


FINDERS = (_lengths, _features, _components, _divisors, _choices, _from_outside, _shares)
