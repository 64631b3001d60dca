"""The functions that a call may reach."""

import ast
from collections.abc import Iterable, Sequence

from .model import FunctionSpan
from .syntax import Function as Definition
from .syntax import parsed, walk


def functions_of(text: str) -> tuple[FunctionSpan, ...]:
    """Each function of a program with the names that stand in it."""
    tree = parsed(text)
    found = []
    for node in walk(tree) if tree else ():
        if isinstance(node, Definition):
            found.append(FunctionSpan(node.name, node.lineno, node.end_lineno or node.lineno, _names(node)))
    return tuple(found)


def _names(node: ast.AST) -> frozenset[str]:
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
