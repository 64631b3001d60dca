"""Functions for syntax trees."""

import ast
from collections.abc import Sequence

from .model import Edit, Suspect

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


def replaced(name: str, node: ast.expr, new: str, shown: ast.expr | None = None) -> Suspect:
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
