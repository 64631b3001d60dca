"""A comparison compiled for evaluation at many points."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pcaproofs.kernel import Compare
from pcaproofs.prover.effort import spend
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.evaluate import COMPUTED, Letters, Sizes, compiled
from pcaproofs.prover.refute.support import Monomial, support
from pcaproofs.terms import dimensions_in, is_ones, letters_in


class Relation:
    """One hypothesis or conclusion: its two sides as functions, its letters, its monomials."""

    def __init__(self, compare: Compare, name: str = ""):
        self.compare, self.name, self.relation = compare, name, compare.relation
        self.left, self.right = compiled(compare.left), compiled(compare.right)
        self.names = frozenset(letters_in(compare.left, compare.right, ones=False))
        self.sizes = dimensions_in(compare.left, compare.right)
        self.monomials: frozenset[Monomial] = support(compare.left) | support(compare.right)

    @property
    def is_computed(self) -> bool:
        """Whether it defines a determinant or another computed letter, which no kernel equation does."""
        return self.compare.right[0] in COMPUTED

    def sides(self, sizes: Sizes, letters: Letters) -> tuple[Matrix, Matrix]:
        """The values of both sides."""
        return self.left(sizes, letters), self.right(sizes, letters)

    def holds(self, sizes: Sizes, letters: Letters) -> bool:
        """Whether it is true at the values; False if a side divides by zero."""
        spend(14)
        try:
            return related(self.left(sizes, letters), self.relation, self.right(sizes, letters))
        except ZeroDivisionError:
            return False

    def residual(self, sizes: Sizes, letters: Letters) -> list[Any]:
        """left − right, entry by entry."""
        return [x for row in mx.sub(*self.sides(sizes, letters)) for x in row]

    def degree(self, unknown: frozenset[str] | set[str]) -> int:
        """0 without unknowns, 1 if it is jointly affine in the unknowns, otherwise 2."""
        if not self.names & unknown:
            return 0
        return 1 if all(sum(name in unknown for name in m) <= 1 for m in self.monomials) else 2

    def defines(self) -> str | None:
        """The letter that this equation is written to define by others, if any."""
        for one, other in ((self.compare.left, self.compare.right), (self.compare.right, self.compare.left)):
            if self.relation == "=" and one[0] == "letter" and one[1] not in letters_in(other) and not is_ones(one[1]):
                return str(one[1])
        return None


relation_of = lru_cache(maxsize=512)(
    Relation
)  # a search, its oracle and the search after a proof compile the same ones


def related(left: Matrix, relation: str, right: Matrix) -> bool:
    """Whether left is in the relation "=", ">=", ">" or "!=" to right."""
    if relation in ("=", "!="):
        return (left == right) == (relation == "=")
    difference = left[0][0] - right[0][0]
    return bool(difference > 0 or (relation == ">=" and difference == 0))
