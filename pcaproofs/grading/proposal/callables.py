"""What a solution offers to be called, read off its text without running it."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..code import Code

# Names of parameters, in the order in which they are tried.
_MEANINGS = (
    ("k", r"k|d|m|q|r|n|num|dims?|.*comp(onent)?s?(_num|_count)?|n_?dims?|num_.*|.*_?dim(ension)?s?|target_dim.*"),
    ("covariance", r"c|s|cov|sigma|.*cov.*|.*scatter.*"),
    ("explained_variance", r"lam.*|l|.*values?|evals?|eigvals?"),
    ("components", r"w|v|u|b|.*vec.*|.*component.*|.*axes|.*basis.*|.*eig.*|pcs?"),
    ("scores", r"z|t|y|.*scores?.*|.*proj.*|.*reduced.*|.*transformed.*|.*latent.*|.*codes?"),
    ("mean", r"mu|m|.*mean.*|.*avg.*|.*average.*"),
    ("centered", r"xc|x_?c.*|.*cent.*|.*standard.*|.*norm.*"),
    ("X", r"x|a|.*data.*|.*matrix.*|.*samples?.*|.*features?.*|x_.*|arr|inputs?"),
)


@dataclass(frozen=True)
class Function:
    """A function and what each of its required arguments means: ``X``, ``k`` or a role."""

    name: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Class:
    """A class, what its constructor needs, and its methods with what they need besides self."""

    name: str
    arguments: tuple[str, ...]
    methods: dict[str, tuple[str, ...]]


def callables(code: Code) -> Iterator[Function | Class]:
    """Yield the public functions and classes of a source in their order, those named after PCA first."""
    found = [node for node in ast.parse(code.source.text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    for node in sorted(found, key=lambda node: "pca" not in node.name.lower() and "principal" not in node.name.lower()):
        if node.name.startswith("_"):
            continue
        if isinstance(node, ast.FunctionDef):
            arguments = _required(node)
            if arguments:
                yield Function(node.name, meanings(arguments))
            continue
        methods = {each.name: _required(each)[1:] for each in node.body if isinstance(each, ast.FunctionDef)}
        own = methods.get("__init__", [])
        public = {name: meanings(needs) for name, needs in methods.items() if not name.startswith("_")}
        yield Class(node.name, meanings(own), public)


def _required(node: ast.FunctionDef) -> list[str]:
    """Return the arguments that a call must give, and those that mean k wherever they come next."""
    arguments = [*node.args.posonlyargs, *node.args.args]
    first_optional = len(arguments) - len(node.args.defaults)
    kept = [item.arg for item in arguments[:first_optional]]
    for item in arguments[first_optional:]:
        if _meaning(item.arg, len(kept)) != "k":
            break
        kept.append(item.arg)
    return kept


def meanings(arguments: list[str]) -> tuple[str, ...]:
    """Return what arguments mean by their names; the first that means nothing else is the data."""
    found = [_meaning(name, position) for position, name in enumerate(arguments)]
    if arguments and "X" not in found and "?" in found:
        found[found.index("?")] = "X"
    return tuple(found)


def _meaning(name: str, position: int) -> str:
    for meaning, pattern in _MEANINGS:
        if re.fullmatch(pattern, name.lower()):
            if position == 0 and meaning == "k" and len(name) == 1 and name not in ("k", "d"):
                continue  # m or n alone, in the first place, is a matrix
            return meaning
    return "?"
