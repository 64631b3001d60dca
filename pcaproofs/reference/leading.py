"""A few leading eigenvectors of XcᵀXc or XcXcᵀ without a decomposition of the whole matrix: Lanczos.

A vector is multiplied by the matrix again and again. All products are kept orthonormal, and the eigenvectors are sought
in their span. The data stand for the matrix as long as the search may end before the matrix would have paid. Two things
are checked before anything is returned:

- each vector is one of a matrix that differs by rounding: its residual ‖My − θy‖ is a small multiple of ε·λ₁;
- none was missed: what the span leaves of the trace, and its last link to the rest, add up to less than the last
  eigenvalue found; or else the matrix without the found ones has a Cholesky factorisation when it is subtracted from a
  slightly larger multiple of the identity. Of equal eigenvalues the span may have only one, which this notices.

Source: Parlett, The Symmetric Eigenvalue Problem, §13.1 (Lanczos), §11.2 (residuals), §10.3 (Weyl), §3.3 (counting).
"""

from collections.abc import Callable

import numpy as np

from pcaproofs.reference.centred import EPS, Centred
from pcaproofs.reference.validate import Array

_LEAST_SIZE = 2000  # below, all eigenvectors of a matrix with a flat spectrum take less time
_LEAST_RATIO = 200  # of the size to the number of vectors
_SHARE = 4  # the basis has at most one in so many of all directions; then all eigenvectors cost less than to go on
_STEPS_WITHOUT = 100  # multiplications by Xc and Xcᵀ that cost as much as the matrix and its factorisation
_TIMES = 3  # at most, to take the rest of a span off a vector; twice is enough (Kahan and Parlett) but by chance
_LOOK = 8  # steps from one look at the eigenvalues to the next


def leading(values: Centred, d: int, *, of_samples: bool) -> Array | None:
    """The d leading eigenvectors of XcXcᵀ if `of_samples`, else of XcᵀXc; None if all should be computed instead.

    Shapes: centred data n×p → m×d with m = n or p, orthonormal columns, by decreasing eigenvalue.
    """
    m = values.shape[0 if of_samples else 1]
    if m < _LEAST_SIZE or m < _LEAST_RATIO * d:
        return None
    search = _Search(m, d, values)
    if search.run(values.squared_samples if of_samples else values.squared_features, _STEPS_WITHOUT, alone=True):
        return search.found[1]
    M = values.gram() if of_samples else values.scatter()
    if search.run(lambda v: M @ v, m // _SHARE) and _has_no_more(M, *search.found):
        return search.found[1]
    return None


class _Search:
    """A growing orthonormal basis of products, and the best approximations in its span."""

    def __init__(self, m: int, d: int, values: Centred) -> None:
        self._d, self._energy = d, values.energy()
        self._bound = 4 * float(np.sqrt(sum(values.shape))) * EPS  # a product of that many terms is not more accurate
        self._basis = np.empty((m, m // _SHARE), order="F")
        self._next, self._link = _start(m), 0.0
        # The matrix between the vectors of the basis: these on its diagonal, those beside it.
        self._diagonal: list[float] = []
        self._links: list[float] = []
        self.found: tuple[Array, Array] = (np.zeros(d), np.zeros((m, d)))
        """The d largest eigenvalues and their vectors, m×d."""

    def run(self, times: Callable[[Array], Array], most: int, *, alone: bool = False) -> bool:
        """Adds vectors up to so many in all; whether all residuals are as small as rounding allows.

        With `alone`, whether it is also certain that none was missed; it ends where so many vectors will not show that.
        """
        look = 0
        while self._link + self._energy > 0 and len(self._diagonal) < min(most, self._basis.shape[1]):
            self._step(times)
            count = len(self._diagonal)
            if count < max(look, self._d + 1):
                continue
            look = count + max(_LOOK, count // _LOOK)
            sizes, small = np.linalg.eigh(np.diag(self._diagonal) + np.diag(self._links, 1), UPLO="U")
            sizes, small = sizes[::-1], small[:, ::-1]
            residuals = self._link * np.abs(small[-1])
            exact = int(np.argmax(np.append(residuals, np.inf) > self._bound * sizes[0]))
            rest = self._energy - float(sizes.sum())
            if exact >= self._d and not (alone and max([rest, *sizes[exact:]]) + self._link > sizes[self._d - 1]):
                self.found = sizes[: self._d], self._basis[:, :count] @ small[:, : self._d]
                if self._is_exact(times):
                    return True
            if alone and rest > (most - count) * sizes[self._d - 1]:
                break
        return False

    def _step(self, times: Callable[[Array], Array]) -> None:
        """Takes the next vector into the basis; what its product adds to the span is the one after."""
        if self._diagonal:
            self._links.append(self._link)
        count = len(self._diagonal) + 1
        self._basis[:, count - 1] = self._next
        basis = self._basis[:, :count]
        rest = times(self._next[:, None])[:, 0]
        along = basis.T @ rest
        self._diagonal.append(float(along[-1]))
        rest -= basis @ along
        # The part in the span that rounding left is taken off a vector of length one: by then it is large if little
        # was left, and in a span that is closed under the matrix it is nearly all of the vector.
        self._link = length = float(np.linalg.norm(rest))
        for _ in range(_TIMES):
            rest = rest / length if length > 0 else _start(len(rest))
            rest -= basis @ (basis.T @ rest)
            length = float(np.linalg.norm(rest))
            if length > 0.5:
                break
        self._next = rest / length

    def _is_exact(self, times: Callable[[Array], Array]) -> bool:
        sizes, vectors = self.found
        residuals = np.linalg.norm(times(vectors) - vectors * sizes, axis=0)
        return bool(residuals.max() <= self._bound * sizes[0])


def _start(m: int) -> Array:
    vector = np.random.default_rng(0).normal(size=m)
    return np.asarray(vector / np.linalg.norm(vector))


def _has_no_more(M: Array, sizes: Array, vectors: Array) -> bool:
    """Whether no other eigenvalue of M, m×m, exceeds the smallest of the eigenvalues found by more than rounding."""
    m = len(M)
    left = (vectors * sizes) @ vectors.T
    left -= M
    left[np.diag_indices(m)] += sizes[-1] + 4 * m * EPS * sizes[0]
    try:
        np.linalg.cholesky(left.T)  # symmetric; columns that are contiguous are copied faster
    except np.linalg.LinAlgError:
        return False
    return True
