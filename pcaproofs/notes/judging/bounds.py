"""Restrictions of proofs: letters that are only inferred to be numbers, and inverses of square matrices only."""

from __future__ import annotations

from collections.abc import Callable

from pcaproofs.notes.formulas.spelling import COUNTS, key
from pcaproofs.notes.formulas.surface import Group, Name, Node, Power, Sum, nodes
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.scope.looks import look
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.terms import Dim, Relation, Term, letters_of, terms

_SUMS = ("sum", "total", "identity")


def unsaid_numbers(used: dict[str, Symbol]) -> list[str]:
    """The letters of a statement that are read as numbers although the note does not declare them."""
    return sorted(
        key(symbol.name)
        for symbol in used.values()
        if symbol.kind == "number" and symbol.strength in ("agreed", "convention") and not symbol.is_family
    )


def matrices_as_numbers(used: dict[str, Symbol]) -> list[str]:
    """The letters of a statement that look like matrices or are bold, and that only formulas make numbers."""
    return sorted(
        key(symbol.name)
        for symbol in used.values()
        if symbol.kind == "number"
        and symbol.strength in ("agreed", "convention")
        and not symbol.is_family
        and (look(symbol.name) == "matrix" or symbol.name.font == "bold")
        and symbol.name.base not in COUNTS
    )


def small_matrices(used: dict[str, Symbol]) -> list[str]:
    """The small letters of a statement that only formulas make matrices."""
    return sorted(
        key(symbol.name)
        for symbol in used.values()
        if symbol.kind == "matrix" and symbol.strength == "agreed" and look(symbol.name) != "matrix"
    )


def inverted_numbers(used: dict[str, Symbol], tree: Node) -> list[str]:
    """The letters M of M⁻¹ that only formulas make numbers: for sizes other than n, N and T this is not written."""
    inverted = {key(x.base) for x in nodes(tree) if isinstance(x, Power) and isinstance(x.exponent, Sum)}
    return sorted(
        found
        for found, symbol in used.items()
        if found in inverted and symbol.kind == "number" and not symbol.is_pinned and symbol.name.base in "MKLD"
    )


def inverted_columns(used: dict[str, Symbol], tree: Node) -> list[str]:
    """The capital letters X of (XᵀX)⁻¹ that only other rows make columns: an inverse is not written for a number."""
    inverted = {
        key(x)
        for node in nodes(tree)
        if isinstance(node, Power) and isinstance(node.base, Group) and isinstance(node.exponent, Sum)
        for x in nodes(node.base)
        if isinstance(x, Name)
    }
    return sorted(
        found
        for found, symbol in used.items()
        if found in inverted and symbol.kind == "column" and not symbol.is_pinned and look(symbol.name) == "matrix"
    )


def unlikely_numbers(used: dict[str, Symbol]) -> list[str]:
    """The letters of a statement that look like columns or matrices, and which only other rows make numbers."""
    return sorted(
        key(symbol.name)
        for symbol in used.values()
        if symbol.kind == "number" and symbol.strength == "agreed" and look(symbol.name) != "number"
    )


def inverts_both(relation: Relation, same: Callable[[Dim, Dim], bool]) -> bool:
    """Whether a relation has (XᵀX)⁻¹ and (XXᵀ)⁻¹, which both exist only for a square X; same: whether sizes agree."""
    found = [x.parts[0] for side in (relation.left, relation.right) for x in terms(side) if x.op == "inverse"]
    grams = [x for x in found if _is_gram(x)]
    return any(
        letters_of(one) == letters_of(other) and not same(one.shape[0], other.shape[0])
        for k, one in enumerate(grams)
        for other in grams[:k]
    )


def _is_gram(term: Term) -> bool:
    """Whether a term is a product of letters and their transposes, without a sum."""
    return term.op == "product" and not any(x.op in _SUMS for x in terms(term))


def sizes_elsewhere(typing: Statements, relation: Relation) -> frozenset[str]:
    """The sizes of other sections that a relation has as numbers, and as the size of nothing.

    "Let r be a number" need not be seen: r may be any number where only another section sums up to r.
    """
    if not typing.size_values:
        return frozenset()
    every = [x for side in (relation.left, relation.right) for x in terms(side)]
    shapes = {typing.sizes.find(n) for x in (*every, *typing.letters.values()) for n in x.shape}
    used = typing.size_values - {str(n) for n in shapes}
    return frozenset(x for x in used if not typing.table.is_size_here(x, typing.offset))
