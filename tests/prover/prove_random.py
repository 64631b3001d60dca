"""Random typed statements: some true by the way they are made, some of unknown truth."""

from __future__ import annotations

from random import Random
from typing import Any

from prove_letters import A, B, H, I, P, Q, S, U, X, Y, d, k, lam, matrix, mu, n, one, p, r, w, x, y
from sympy import Eq, Identity, Integer, Rational, Trace

from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import (
    centered,
    eigenpair,
    nonnegative,
    orthogonal,
    orthonormal,
    projector,
    psd,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import inner, inverse, sample, sqnorm, total

LETTERS = {
    (p, p): (A, B, S, P, Q, I),
    (n, p): (X, Y),
    (p, d): (U,),
    (d, d): (matrix("L", d, d), Identity(d)),
    (n, n): (H, one * one.T, Identity(n)),
    (p, 1): (x, y, w),
    (n, 1): (r, one),
    (d, 1): (matrix("h", d, 1),),
}
SIZES = (p, p, n, d)


class Grower:
    """Grows expressions from one source of randomness."""

    def __init__(self, random: Random):
        self.random = random

    def matrix(self, rows: Any, cols: Any, depth: int) -> Any:
        """A random matrix of that shape."""
        here = LETTERS.get((rows, cols), ())
        there = LETTERS.get((cols, rows), ())
        if (depth <= 0 or self.random.random() < 0.25) and (here or there):
            picked = self.random.randrange(len(here) + len(there))
            return here[picked] if picked < len(here) else there[picked - len(here)].T
        if depth <= 0:
            return self.matrix(rows, p, 0) * self.matrix(p, cols, 0)
        kind = self.random.randrange(5)
        if kind == 0:
            return self.matrix(rows, cols, depth - 1) + self.matrix(rows, cols, depth - 1)
        if kind == 1:
            return self.matrix(rows, cols, depth - 1) - self.matrix(rows, cols, depth - 1)
        if kind == 2:
            return self.scalar(depth - 2) * self.matrix(rows, cols, depth - 1)
        middle = self.random.choice(SIZES)
        return self.matrix(rows, middle, depth - 1) * self.matrix(middle, cols, depth - 1)

    def scalar(self, depth: int) -> Any:
        """A random scalar."""
        kind = self.random.randrange(3 if depth <= 0 else 7)
        size = self.random.choice(SIZES)
        if kind == 0:
            return Rational(self.random.choice((-2, -1, 2, 3)), self.random.choice((1, 1, 2)))
        if kind <= 2:
            return self.random.choice((lam, mu, n, 1 / n, Integer(2)))
        if kind == 3:
            return inner(self.matrix(size, 1, depth - 1), self.matrix(size, 1, depth - 1))
        if kind == 4:
            return sqnorm(self.matrix(size, self.random.choice((1, p)), depth - 1))
        if kind == 5:
            return Trace(self.matrix(size, size, depth - 1))
        return total(inner(sample(X, k), self.matrix(p, 1, 1)) * inner(sample(X, k), self.matrix(p, 1, 1)), k)

    def hypotheses(self) -> list[Any]:
        """A few assumptions that can all hold at once."""
        every = [symmetric(S), projector(P), orthogonal(Q), orthonormal(U), unit(w), centered(X), nonnegative(lam)]
        every.append(self.random.choice([eigenpair(A, w, lam), psd(B), Eq(A, B * B.T), Eq(A * B, B * A)]))
        return self.random.sample(every, self.random.randrange(4))

    def true(self) -> Any:
        """A conclusion that holds whatever is assumed."""
        a, b, c = (self.matrix(p, p, 2) for _ in range(3))
        s = self.scalar(2)
        e = self.matrix(self.random.choice(SIZES), self.random.choice((1, p)), 2)
        return self.random.choice(
            [
                equal((a + b) * c, a * c + b * c),
                equal((a * b).T, b.T * a.T),
                equal(Trace(a * b * c), Trace(c * a * b)),
                equal(Trace(a.T), Trace(a)),
                equal(s * (a * b), a * (s * b)),
                equal(sqnorm(a + b), sqnorm(a) + 2 * inner(a, b) + sqnorm(b)),
                equal(inner(a * x, y), inner(x, a.T * y)),
                equal((I + a) * (I - a), I - a * a),
                equal(inverse(B * A) * B * A * b, b),
                equal(total(sqnorm(sample(X, k) - y), k), sqnorm(X - one * y.T)),
                at_least(sqnorm(e), 0),
                at_least(sqnorm(a) + sqnorm(b), 2 * inner(a, b)),
                at_least(sqnorm(a * x) * sqnorm(y), inner(a * x, y) ** 2),
            ]
        )

    def any(self) -> Any:
        """A conclusion that may be true or false."""
        kind = self.random.randrange(4)
        if kind == 0:
            return at_least(self.scalar(3), self.random.choice((0, 1, self.scalar(1))))
        shape = self.random.choice([(p, p), (p, 1), (n, p), (1, 1)])
        if shape == (1, 1):
            return equal(self.scalar(3), self.scalar(2))
        left = self.matrix(*shape, 3)
        return equal(left, self.random.choice([left.T if shape == (p, p) else -left, self.matrix(*shape, 1), 2 * left]))
