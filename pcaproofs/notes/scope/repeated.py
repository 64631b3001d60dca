"""The summation convention: an index that occurs twice in a product of entries, and once nowhere, is summed over.

A note may use it without a word. Then a statement is false only if it is so with and without the sums.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import INDICES
from pcaproofs.notes.formulas.surface import (
    Big,
    Chain,
    Indexed,
    Inner,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Product,
    Sum,
    Transpose,
    children,
    index_names,
    nodes,
)

_SAID = re.compile(
    r"(?<![\w-])(?:einstein(?:'s)?(?: summation)? (?:convention|notation|sums?|summation)|summation convention"
    r"|repeated ind(?:ex|ices))(?![\w-])",
    re.IGNORECASE,
)


def sums_repeated(note: Note) -> bool:
    """Whether a note announces the summation convention."""
    return _SAID.search(" ".join(note.prose.split())) is not None


def repeats_index(node: Node, bound: frozenset[str] = frozenset()) -> bool:
    """Whether a product or a letter in a formula has a repeated index that no surrounding sum binds."""
    if isinstance(node, Big):
        bound = bound | index_names(node)
    if isinstance(node, Name):
        below = [x for x in _indices(node) if x not in bound]
        if len(below) > len({*below}):
            return True
    if isinstance(node, Product):
        found = [x for factor in node.factors for x in {*_indices(factor)} - bound]
        if len(found) > len({*found}):
            return True
    return any(repeats_index(child, bound) for child in children(node))


def _indices(factor: Node) -> list[str]:
    """The indices below the letters of a factor."""
    below = [x.subscript for x in nodes(factor) if isinstance(x, Name) and x.subscript is not None]
    return [y.base for x in below for y in nodes(x) if isinstance(y, Name) and y.base in INDICES]


def summed(chain: Chain, beside: Iterable[Node], fixed: frozenset[str]) -> tuple[Chain, tuple[str, ...]] | None:
    """A chain with a sum over each repeated index, and these indices; None if there is none.

    beside: expressions that it is equal to; fixed: letters that are no indices of sums.
    """
    counted = [(addend, *_counts(addend)) for term in chain.terms for addend in _addends(term)]
    free = {x for term in beside for addend in _addends(term) for x, n in _counts(addend)[0].items() if n == 1}
    free |= {x for _, counts, members in counted for x, n in counts.items() if n == 1 or x in members} | fixed
    found = {id(a): [x for x, n in counts.items() if n == 2 and x not in free] for a, counts, _ in counted}
    over = sorted({x for indices in found.values() for x in indices})
    if not over:
        return None

    def read(term: Node) -> Node:
        if isinstance(term, Sum):
            return replace(term, terms=tuple(map(read, term.terms)))
        for index in reversed(found[id(term)]):
            term = Big("∑", term, Name(index), span=term.span)
        return term

    return replace(chain, terms=tuple(map(read, chain.terms))), tuple(over)


def _addends(term: Node) -> tuple[Node, ...]:
    return term.terms if isinstance(term, Sum) else (term,)


def _counts(node: Node) -> tuple[Counter[str], frozenset[str]]:
    """How often each index stands below the letters of a product, and those below columns: x_i of x_iᵀx_i."""
    out, members = Counter[str](), frozenset[str]()
    if isinstance(node, Name):
        return Counter(_indices(node)), members
    for part in children(node):
        inside, columns = _counts(part)
        out = out | inside if isinstance(node, Sum) else out + inside
        members |= columns
    match node:
        case Power(exponent=Num("2")):
            out = out + out
        case Big():
            bound = index_names(node)
            out, members = Counter({x: n for x, n in out.items() if x not in bound}), members - bound
        case Transpose() | Norm() | Inner():
            members |= frozenset(out)
        case Indexed(index=index):
            out += Counter(x.base for x in nodes(index) if isinstance(x, Name) and x.base in INDICES)
    return out, members
