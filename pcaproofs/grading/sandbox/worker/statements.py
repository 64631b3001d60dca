"""Analysis of top-level statements: what they bind and what they import."""

import ast
import symtable
from collections.abc import Iterator

from .definitions import Definition

LONGEST = 60
"""Maximum number of characters that are quoted of a statement."""
USUAL = {
    "np": "numpy", "numpy": "numpy", "pd": "pandas", "plt": "matplotlib.pyplot", "sp": "scipy", "scipy": "scipy",
    "LA": "numpy.linalg", "la": "numpy.linalg", "linalg": "numpy.linalg", "math": "math", "random": "random",
    "os": "os", "sys": "sys", "time": "time",
}  # fmt: skip
"""Usual names of modules; they are imported if a file uses a name without binding it."""


def short(text: str) -> str:
    """A text, shortened to LONGEST characters."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def imports_within(node: ast.stmt) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports inside a compound statement, except those inside its functions and classes."""
    waiting: list[ast.AST] = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.Import | ast.ImportFrom):
            yield each
        elif not isinstance(each, Definition | ast.Lambda):
            waiting += ast.iter_child_nodes(each)


def bound(node: ast.stmt) -> list[str]:
    """The names that a statement binds in its module."""
    if isinstance(node, Definition):
        return [node.name]
    names: list[str] = []
    waiting: list[ast.AST] = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Definition):
            names.append(each.name)
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            names.append(each.id)
        elif not isinstance(each, ast.Lambda):
            waiting += ast.iter_child_nodes(each)
    return names


def is_plain(node: ast.stmt) -> bool:
    """Whether a statement is an assignment without calls (or a `try` around such)."""
    if isinstance(node, ast.Try):
        return all(is_plain(each) or isinstance(each, ast.Import | ast.ImportFrom | ast.Pass) for each in node.body)
    plain = isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
    return plain and not any(isinstance(each, ast.Call | ast.Await) for each in ast.walk(node))


def names_of(text: str, filename: str) -> tuple[set[str], set[str]]:
    """The global names that a text uses, and those that it binds."""
    try:
        top = symtable.symtable(text, filename, "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set(), set()
    symbols = top.get_symbols()
    used = {symbol.get_name() for symbol in symbols if symbol.is_referenced()}
    bound = {symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()}
    waiting = list(top.get_children())
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        used |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global() and symbol.is_referenced()}
    return used, bound
