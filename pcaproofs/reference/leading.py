"""A few leading eigenvectors of XcᵀXc or XcXcᵀ without a decomposition of the whole matrix: block Lanczos.

A block of a few more vectors than are asked for is multiplied by the matrix again and again. All products are kept
orthonormal, and the eigenvectors are sought in their span. Two things are checked before anything is returned:

- each vector is one of a matrix that differs by rounding: its residual ‖My − θy‖ is a small multiple of ε·λ₁;
- none was missed: what is left of the trace is below the last eigenvalue found, or else the matrix without the found
  ones has a Cholesky factorisation when it is subtracted from a slightly larger multiple of the identity.

Source: Golub and Underwood 1977; Parlett, The Symmetric Eigenvalue Problem, §11.2 (residuals) and §3.3 (counting).
"""

from collections.abc import Callable

import numpy as np

from pcaproofs.reference.centred import EPS, Centred
from pcaproofs.reference.validate import Array

_LEAST_SIZE = 2000  # below, all eigenvectors of a matrix with a flat spectrum take less time
_LEAST_RATIO = 200  # of the size to the number of vectors
_SHARE = 3  # the basis has at most one in so many of all directions; then all eigenvectors cost less than to go on
_MORE = 8  # vectors in a block beyond those that are asked for
_STEPS_WITHOUT = 12  # multiplications by Xc and Xcᵀ; then the matrix costs less than to go on without it
_MOST_STEPS = 80
_TIMES = 3  # at most, to take the rest of a span off a block; twice is enough (Kahan and Parlett) but by chance
_LOOK = 4  # steps from one look at the residuals to the next


def leading(values: Centred, d: int, *, of_samples: bool) -> Array | None:
    """The d leading eigenvectors of XcXcᵀ if `of_samples`, else of XcᵀXc; None if all should be computed instead.

    Shapes: centred data n×p → m×d with m = n or p, orthonormal columns, by decreasing eigenvalue.
    """
    m = values.shape[0 if of_samples else 1]
    if m < _LEAST_SIZE or m < _LEAST_RATIO * d:
        return None
    energy = values.energy()
    if not energy > 0:
        return None
    search = _Search(m, d, sum(values.shape))
    settled = search.run(values.squared_samples if of_samples else values.squared_features, _STEPS_WITHOUT)
    sizes, vectors = search.found
    if settled and energy - float(sizes.sum()) < sizes[-1]:
        return vectors
    M = values.gram() if of_samples else values.scatter()
    settled = settled or search.run(lambda V: M @ V, _MOST_STEPS)
    return search.found[1] if settled and _has_no_more(M, *search.found) else None


class _Search:
    """A growing orthonormal basis of products, and the best approximations in its span."""

    def __init__(self, m: int, d: int, terms: int) -> None:
        self._d, self._block_size = d, d + _MORE
        self._bound = 4 * float(np.sqrt(terms)) * EPS  # a product of that many terms is not more accurate
        most = min(m // _SHARE, self._block_size * (_STEPS_WITHOUT + _MOST_STEPS))
        # columns are contiguous; `between` is basisᵀ·image, of which the upper blocks are known
        self._basis, self._image = (np.empty((m, most), order="F") for _ in range(2))
        self._between = np.zeros((most, most))
        self._count, self._steps = 0, 0
        self._block = np.linalg.qr(np.random.default_rng(0).normal(size=(m, self._block_size)))[0]
        self.found: tuple[Array, Array] = (np.zeros(d), np.zeros((m, d)))
        """The d largest eigenvalues and their vectors, m×d."""

    def run(self, times: Callable[[Array], Array], steps: int) -> bool:
        """Multiply up to so many times; whether all residuals are as small as rounding allows."""
        for _ in range(steps):
            before, now = self._count, self._count + self._block_size
            if now > self._basis.shape[1]:
                return False
            self._basis[:, before:now] = self._block
            self._image[:, before:now] = rest = times(self._block)
            self._count, self._steps = now, self._steps + 1
            basis = self._basis[:, :now]
            along = basis.T @ rest
            self._between[:now, before:now] = along
            if self._steps % (_LOOK if self._steps <= _STEPS_WITHOUT else 2 * _LOOK) == 0 and self._is_settled():
                return True
            self._block = np.linalg.qr(rest - basis @ along)[0]
            # The part in the span that rounding left is taken off vectors of length one: by then it is large in those
            # of which little was left, and in a span that is closed under the matrix it is nearly all of them.
            for _ in range(_TIMES):
                self._block, sizes = np.linalg.qr(self._block - basis @ (basis.T @ self._block))
                if np.abs(np.diag(sizes)).min() > 0.5:
                    break
        return False

    def _is_settled(self) -> bool:
        sizes, small = np.linalg.eigh(self._between[: self._count, : self._count], UPLO="U")
        sizes, small = sizes[: -self._d - 1 : -1], small[:, : -self._d - 1 : -1]
        vectors = self._basis[:, : self._count] @ small
        residuals = np.linalg.norm(self._image[:, : self._count] @ small - vectors * sizes, axis=0)
        self.found = sizes, vectors
        return bool(residuals.max() <= self._bound * sizes[0])


def _has_no_more(M: Array, sizes: Array, vectors: Array) -> bool:
    """Whether no other eigenvalue of M, m×m, exceeds the smallest of the eigenvalues found by more than rounding."""
    m = len(M)
    left = (vectors * sizes) @ vectors.T
    left -= M
    left[np.diag_indices(m)] += sizes[-1] + 4 * m * EPS * sizes[0]
    try:
        np.linalg.cholesky(left)
    except np.linalg.LinAlgError:
        return False
    return True
