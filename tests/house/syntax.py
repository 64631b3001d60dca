"""The statements of a module's text, which are a fifteenth of the nodes of its tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator

PARTS = ("body", "handlers", "orelse", "finalbody", "cases")  # which hold statements, or hold what holds statements


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all statements inside it, at any depth, in their order; no expression holds one."""
    yield node
    for part in PARTS:
        for inner in getattr(node, part, ()):
            yield from statements(inner)
