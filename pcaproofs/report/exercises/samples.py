"""Four samples of the plane whose mean, axes and eigenvalues are short numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from sympy import Matrix, Rational, ones

TRIPLES = ((3, 4, 5), (4, 3, 5), (5, 12, 13), (12, 5, 13))  # a² + b² = c²


@dataclass(frozen=True)
class Four:
    """The samples μ ± aw and μ ± bz for orthogonal w and z; everything else is computed by the definitions."""

    X: Any

    n = 4

    @cached_property
    def mean(self) -> Any:
        return ones(1, self.n) * self.X / self.n

    @cached_property
    def centred(self) -> Any:
        return self.X - ones(self.n, 1) * self.mean

    @cached_property
    def covariance(self) -> Any:
        return self.centred.T * self.centred / self.n

    @cached_property
    def axes(self) -> Any:
        """Unit eigenvectors of the covariance as columns, first that of the larger eigenvalue."""
        found = sorted(self.covariance.eigenvects(), key=lambda x: -x[0])
        return Matrix.hstack(*(v[0] / v[0].norm() for _, _, v in found))

    @cached_property
    def eigenvalues(self) -> list[Any]:
        return [(v.T * self.covariance * v)[0] for v in (self.axes.col(0), self.axes.col(1))]

    def lost(self, w: Any) -> Any:
        """The sum of the squared residuals of the centred samples from the line of a unit vector."""
        residues = self.centred - self.centred * w * w.T
        return sum(x**2 for x in residues)

    def kept(self, w: Any) -> Any:
        """The sum of the squared coordinates of the centred samples along a unit vector."""
        return sum(x**2 for x in self.centred * w)


def four(draw: Random) -> Four:
    """Four samples with integer coordinates."""
    a, b, _ = draw.choice(TRIPLES[:2])
    small = draw.choice([1, 2])
    large = small + draw.choice([1, 2])
    if draw.random() < 0.5:
        b = -b
    w, z = Matrix([[a, b]]), Matrix([[-b, a]])
    mean = Matrix([[draw.randrange(-5, 12), draw.randrange(-5, 12)]])
    order = [large * w, -large * w, small * z, -small * z]
    draw.shuffle(order)
    return Four(Matrix.vstack(*(mean + x for x in order)))


def direction(draw: Random, triples: Sequence[tuple[int, int, int]] = TRIPLES) -> Any:
    """A unit vector of the plane with rational entries."""
    a, b, c = draw.choice(triples)
    return Matrix([Rational(a, c), Rational(draw.choice([b, -b]), c)])


def spectrum(draw: Random, count: int) -> list[int]:
    """Distinct positive integers in decreasing order."""
    return sorted(draw.sample(range(1, 10), count), reverse=True)
