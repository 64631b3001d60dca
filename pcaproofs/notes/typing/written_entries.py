"""Matrices that are written by one entry: (a_ij), [a_ij + b_ij], {a_ij}, (a_ij)_{i,j}, and columns (x_i).

Beside a matrix, brackets around what has two free indices hold all its entries: i counts the rows and j the columns,
in the order of the alphabet. Beside a number they are brackets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pcaproofs.notes.formulas.spelling import INDICES, key
from pcaproofs.notes.formulas.surface import Group, Indexed, Name, Node, Num, Transpose, free, nodes
from pcaproofs.notes.scope.uses import two_indices

WRITTEN = "an expression with two free indices in brackets is the matrix with these entries"


@dataclass(frozen=True)
class Grid:
    """An entry, and the indices of its row and its column; of a column the first alone."""

    entry: Node
    indices: tuple[Name, ...]
    is_transposed: bool = False


def written_by_entries(node: Node, other: Node) -> Grid | None:
    """The entry of a side of an equation that is a matrix written by it; None if it is none.

    other: the other side, which has none of its indices.
    """
    if isinstance(node, Transpose):
        found = written_by_entries(node.base, other)
        return None if found is None else replace(found, is_transposed=not found.is_transposed)
    group = node.base if isinstance(node, Indexed) else node
    if not isinstance(group, Group) or group.opening not in ("(", "[", "{"):
        return None
    if group.opening == "{" and isinstance(other, Name | Group):
        return None  # a set
    below = dict.fromkeys(x for name in nodes(group.body) if isinstance(name, Name) for x in _indices(name))
    indices = [x for x in below if x.base in free(group.body) or key(x) in free(group.body)]
    is_column = len(indices) == 1 and isinstance(group.body, Name)
    if not (is_column or len(indices) == 2) or {key(x) for x in indices} & free(other):
        return None
    return Grid(group.body, tuple(sorted(indices, key=key)))


def may_be_written(node: Node) -> bool:
    """Whether a formula has brackets around something with two free indices: [a_ij] of r[a_ij]."""
    groups = (x for x in nodes(node) if isinstance(x, Group))
    return any(len(x.indices) == 2 for group in groups if (x := written_by_entries(group, Num("0"))) is not None)


def _indices(name: Name) -> list[Name]:
    """The running letters below a name: one, or two."""
    below = two_indices(name) or (name.subscript,)
    return [x for x in below if isinstance(x, Name) and x.base in INDICES and x.subscript is None]
