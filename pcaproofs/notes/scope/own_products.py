"""Inner products and numbers that are not the usual ones: ⟨x, y⟩ = xᵀMy, complex entries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import INDICES, bare, key
from pcaproofs.notes.formulas.surface import (
    Big,
    Chain,
    Frac,
    Inner,
    Listed,
    Moment,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Product,
    nodes,
)
from pcaproofs.notes.prose.sentences import sentences

_NAMED = re.compile(
    r"(?<![\w-])(?:(?:inner|scalar|dot) products?|norms?|define\w*|denot\w+|notation|write|set|put)(?![\w-])"
)


def has_own_products(note: Note) -> bool:
    """Whether a note defines an inner product or a norm of columns that is not the usual one."""
    chains = [(f, f.tree) for f in note.formulas if isinstance(f.tree, Chain)]
    named = [thing.span for s in sentences(note) if _NAMED.search(s.text) for thing in s.things]
    return any(
        _is_unusual(chain) and (chain.signs[0] == ":=" or any(start <= formula.span[0] < end for start, end in named))
        for formula, chain in chains
    )


def _is_unusual(chain: Chain) -> bool:
    """Whether a chain gives ⟨x, y⟩ or ‖x‖ a value with other letters, a factor, or a moment."""
    first, *rest = chain.terms
    match first.base if isinstance(first, Power) else first:
        case Inner(Name() as left, Name() as right):
            letters = {key(left), key(right)}
        case Norm(Name() as left, None):
            letters = {key(left)}
        case _:
            return False
    body = rest[0]
    if chain.signs[0] not in ("=", ":=") or any(isinstance(x, Inner | Norm) for x in nodes(body)):
        return False
    found = {key(bare(x)) for x in nodes(body) if isinstance(x, Name)}
    if not letters <= found:
        return False
    is_scaled = isinstance(body, Product | Frac) and any(
        isinstance(x, Num | Frac) for x in getattr(body, "factors", (body,))
    )
    has_moment = any(isinstance(x, Moment) for x in nodes(body))
    bounds = {key(x) for y in nodes(body) if isinstance(y, Big) for z in (y.lower, y.upper) if z for x in nodes(z)}
    return is_scaled or has_moment or bool(found - letters - INDICES - bounds)


def complex_letters(trees: Iterable[Node]) -> Iterator[str]:
    """The letters that a note declares to be complex, x ∈ ℂ^p, by their keys without an index."""
    for chain in (x for tree in trees for x in nodes(tree) if isinstance(x, Chain)):
        for left, sign, right in zip(chain.terms, chain.signs, chain.terms[1:], strict=False):
            if sign == "∈" and _is_complex(right):
                names = left.items if isinstance(left, Listed) else (left,)
                yield from (key(bare(x)) for x in names if isinstance(x, Name))


def _is_complex(space: Node) -> bool:
    base = space.base if isinstance(space, Power) else space
    return isinstance(base, Name) and base.base == "C" and base.font in ("blackboard", "bold")
