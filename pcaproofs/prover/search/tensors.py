"""Tensors, as the kernel squares them: sums of M_ik·N_lj ("kron") and M_il·N_kj ("swap")."""

from __future__ import annotations

from dataclasses import dataclass

from pcaproofs.kernel import Expression, Polynomial
from pcaproofs.terms import from_polynomial

Part = tuple[str, Polynomial, Polynomial]


@dataclass(frozen=True)
class Tensor:
    """A sum of tensors M⊗N of two matrices each, all of one shape."""

    parts: tuple[Part, ...]

    def expression(self) -> Expression:
        """The tensor as certificates write it."""
        return ("tensor", *((kind, from_polynomial(m), from_polynomial(n)) for kind, m, n in self.parts))

    def shape(self) -> object:
        """The shapes of M and N; only tensors of one shape can be added."""
        _, m, n = self.parts[0]
        return m.shape, n.shape

    def plus(self, other: Tensor, c: int) -> Tensor:
        """The sum of this tensor and c times another one."""
        return Tensor((*self.parts, *((kind, m.scaled(c), n) for kind, m, n in other.parts)))


def inner(a: Tensor, b: Tensor) -> Polynomial:
    """The sum of the products of the entries of two tensors of one shape."""
    total = Polynomial(1, 1)
    for kind, m, n in a.parts:
        for other, k, j in b.parts:
            if kind == other:
                total = total + (m.T * k).trace() * (n.T * j).trace()
            else:
                total = total + ((m * j).T * (k * n)).trace()
    return total


def squared(m: Polynomial | Tensor) -> Polynomial:
    """‖M‖² of a matrix or a tensor."""
    return inner(m, m) if isinstance(m, Tensor) else m.norm2()


def expression(m: Polynomial | Tensor) -> Expression:
    """The squared expression, as certificates write it."""
    return m.expression() if isinstance(m, Tensor) else from_polynomial(m)
