r"""Bars around cells in notes that write them for the brackets of a matrix: A = \begin{vmatrix} … \end{vmatrix}.

In such a note nobody can tell whether bars around cells are a determinant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.notes.formulas.surface import Bars, Chain, Matrix, Name, Node, Transpose, children, nodes, with_children

UNCLEAR = "brackets"  # how bars are written that may be brackets
_DETERMINANTS = ("D", "Δ", "J", "W")  # capital letters for determinants


def are_brackets(trees: Sequence[Node]) -> bool:
    """Whether a note equates a capital letter with cells between bars."""
    return any(
        sign in ("=", ":=") and any(_is_matrix(a) and _has_bars(b) for a, b in ((left, right), (right, left)))
        for tree in trees
        for chain in nodes(tree)
        if isinstance(chain, Chain)
        for left, sign, right in zip(chain.terms, chain.signs, chain.terms[1:], strict=False)
    )


def with_unclear_bars(node: Node) -> Node:
    """A formula in which bars around cells are marked as unclear."""
    parts = [with_unclear_bars(x) for x in children(node)]
    out = with_children(node, parts) if parts else node
    return replace(out, how=UNCLEAR) if _has_bars(out) else out


def _is_matrix(node: Node) -> bool:
    node = node.base if isinstance(node, Transpose) else node
    return isinstance(node, Name) and node.base.isupper() and node.base not in _DETERMINANTS


def _has_bars(node: Node) -> bool:
    node = node.base if isinstance(node, Transpose) else node
    return isinstance(node, Bars) and isinstance(node.body, Matrix) and len(node.body.rows) > 1
