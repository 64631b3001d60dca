"""Functions and classes of a solution, found in its syntax tree without running it."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

_OF_FRAMES = ("to_numpy", "values", "columns", "iloc", "loc", "select_dtypes", "sub", "dropna")
"""Attributes that data frames have and arrays lack."""
_SKETCH = r"range|sketch|oversampl|random_proj"
"""What names of helpers of a randomised decomposition say."""


@dataclass(frozen=True)
class Parameter:
    """A parameter; `optional` if a call may omit it."""

    name: str
    optional: bool = False
    keyword_only: bool = False
    default: object = None
    """The default of an optional parameter, if it is a constant."""
    frame: bool = False
    """Whether it is a pandas DataFrame: annotated as one, or used like one."""


@dataclass(frozen=True)
class SolutionFunction:
    """A function, or a method, with its parameters (without self)."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    returns: tuple[str, ...] = ()
    """Names of the variables in its last `return`; "" for an item that is not a name."""
    static: bool = False
    line: int = 0
    yields: bool = False
    """Whether it is a generator."""


@dataclass(frozen=True)
class Class:
    """A class with its constructor and its public methods in order."""

    name: str
    constructor: SolutionFunction
    methods: Mapping[str, SolutionFunction] = field(default_factory=dict)
    line: int = 0
    record: bool = False
    """Whether it only stores values: a dataclass or named tuple without methods."""
    maker: str = ""
    """The function that returns its objects, if one does."""


def callables(text: str) -> Iterator[SolutionFunction | Class]:
    """The functions and classes of a source in order; raises SyntaxError."""
    seen: dict[str, SolutionFunction | Class] = {}
    nodes = list(_definitions(ast.parse(text).body))
    for node in nodes:
        seen[node.name] = _class(node, seen) if isinstance(node, ast.ClassDef) else _function(node)
    for node in nodes:
        for made in _returned(node):
            found = seen.get(made)
            if isinstance(found, Class) and not found.maker:
                seen[made] = replace(found, maker=node.name)
    yield from sorted(seen.values(), key=lambda item: item.line)


def random_helpers(text: str) -> dict[str, str]:
    """Functions that draw random directions for another one, with its name; raises SyntaxError."""
    nodes = list(_definitions(ast.parse(text).body))
    found = {}
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            continue
        names = {each.arg for each in (*node.args.args, *node.args.kwonlyargs)}
        says = re.search(_SKETCH, node.name.lower()) or any(re.search(_SKETCH, name.lower()) for name in names)
        caller = next((each.name for each in nodes if each is not node and node.name in _called(each)), "")
        if says and caller and re.search(r"rng|random|generator|normal|randn|omega", ast.unparse(node).lower()):
            found[node.name] = caller
    return found


def _called(node: ast.AST) -> set[str]:
    calls = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
    return {each.id for each in calls if isinstance(each, ast.Name)}


def _returned(node: ast.AST) -> set[str]:
    """The functions and classes whose results a function returns as they are."""
    if isinstance(node, ast.ClassDef):
        return set()
    values = [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
    calls = [each.func for each in values if isinstance(each, ast.Call)]
    return {each.id for each in calls if isinstance(each, ast.Name)}


def imports(text: str) -> frozenset[str]:
    """Top-level names of all modules that a source imports; raises SyntaxError."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])
    return frozenset(names - {""})


def texts(text: str) -> frozenset[str]:
    """The string constants of a source, which may name files; raises SyntaxError."""
    found = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
    return frozenset(value for value in found if isinstance(value, str))


_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _definitions(body: list[ast.stmt]) -> Iterator[_Definition]:
    """Top-level definitions, including those inside `if` and `try`."""
    for node in body:
        if isinstance(node, _Definition):
            yield node
        elif isinstance(node, ast.If | ast.Try):
            yield from _definitions([*node.body, *node.orelse])


def _class(node: ast.ClassDef, known: Mapping[str, SolutionFunction | Class]) -> Class:
    constructor = SolutionFunction("__init__")
    methods: dict[str, SolutionFunction] = {}
    fields: list[Parameter] = []
    for base in node.bases:
        parent = known.get(base.id) if isinstance(base, ast.Name) else None
        if isinstance(parent, Class):
            constructor, methods = parent.constructor, {**methods, **parent.methods}
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            fields.append(Parameter(item.target.id, item.value is not None, default=_constant(item.value)))
        if not isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        decorators = [ast.unparse(each) for each in item.decorator_list]
        if any(each == "property" or each.endswith((".setter", "cached_property")) for each in decorators):
            continue  # read like a field
        made = _function(item, method=True, static="staticmethod" in decorators)
        if item.name == "__init__":
            constructor = made
        elif not item.name.startswith("__") or item.name == "__call__":
            methods[item.name] = made
    record = any("dataclass" in ast.unparse(each) for each in node.decorator_list) or _names_fields(node)
    if record:
        constructor = SolutionFunction("__init__", tuple(fields))
    return Class(node.name, constructor, methods, node.lineno, record=record and not methods)


def _names_fields(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith("NamedTuple") for base in node.bases)


def _function(
    node: ast.FunctionDef | ast.AsyncFunctionDef, *, method: bool = False, static: bool = False
) -> SolutionFunction:
    places = [*node.args.posonlyargs, *node.args.args]
    first_optional = len(places) - len(node.args.defaults)
    defaults = [None] * first_optional + [_constant(each) for each in node.args.defaults]
    found = [
        Parameter(item.arg, number >= first_optional, default=default)
        for number, (item, default) in enumerate(zip(places, defaults, strict=True))
    ]
    found = found[1:] if method and not static else found
    for item, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        found.append(Parameter(item.arg, default is not None, keyword_only=True, default=_constant(default)))
    frames = _frames(node)
    found = [replace(each, frame=True) if each.name in frames else each for each in found]
    yields = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node))
    return SolutionFunction(node.name, tuple(found), _returns(node), static, node.lineno, yields)


def _frames(node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The parameters that are data frames."""
    places = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    said = {each.arg for each in places if each.annotation and "DataFrame" in ast.unparse(each.annotation)}
    used = [each for each in ast.walk(node) if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)]
    return said | {each.value.id for each in used if isinstance(each.value, ast.Name) and each.attr in _OF_FRAMES}


def _constant(node: ast.expr | None) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _returns(node: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[str, ...]:
    inner = {id(each) for part in node.body for inside in ast.walk(part) if isinstance(inside, _Definition | ast.Lambda)
             for each in ast.walk(inside)}  # fmt: skip
    returns = [
        each
        for part in node.body
        for each in ast.walk(part)
        if isinstance(each, ast.Return) and each.value is not None and id(each) not in inner
    ]
    if not returns:
        return ()
    value = max(returns, key=lambda each: each.lineno).value
    items = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
    return tuple(item.id if isinstance(item, ast.Name) else "" for item in items)
