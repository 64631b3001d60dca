"""Symmetric matrices with arbitrary or given eigenvalues, and eigenpairs."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from pcaproofs.sampling.entries import Array, matrix, once, reject
from pcaproofs.sampling.frames import orthogonal, unit


def _symmetrised(A: Array) -> Array:
    return (A + A.T) / 2


@once
def symmetric(p: int) -> st.SearchStrategy[Array]:
    """S p×p with S = Sᵀ exactly; the simplest is zero."""
    return matrix(p, p).map(lambda A: np.triu(A) + np.triu(A, 1).T)


def symmetric_with(spectrum: Sequence[float]) -> st.SearchStrategy[Array]:
    """S = QΛQᵀ, exactly symmetric, with the given eigenvalues up to rounding; the simplest is diagonal.

    Shapes: p numbers → p×p. Raises ValueError for no eigenvalues.
    """
    values = np.asarray(spectrum, dtype=np.float64)
    reject(values.ndim != 1 or values.size == 0, f"spectrum: got shape {values.shape}, but should be p ≥ 1 numbers")
    return orthogonal(len(values)).map(lambda Q: _symmetrised((Q * values) @ Q.T))


@once
def psd(p: int, rank: int | None = None) -> st.SearchStrategy[Array]:
    """S = FFᵀ p×p with eigenvalues ≥ 0; the simplest is zero, or I on the first coordinates for a given rank.

    Nonzero eigenvalues are at least 1, so the rank is unambiguous. Raises ValueError unless 0 ≤ rank ≤ p.
    """
    reject(rank is not None and not 0 <= rank <= p, f"rank: got {rank}, but should be from 0 to p = {p}")
    ranks = st.integers(0, p) if rank is None else st.just(rank)
    roots = ranks.flatmap(lambda r: st.lists(st.integers(1, 9), min_size=r, max_size=r))

    def build(drawn: tuple[list[int], Array]) -> Array:
        values, Q = drawn
        F = Q[:, : len(values)] * np.sqrt(np.asarray(values, dtype=np.float64))
        return F @ F.T

    return st.tuples(roots, orthogonal(p)).map(build)


@once
def eigenpair(p: int, *, symmetric_matrix: bool = True) -> st.SearchStrategy[tuple[Array, Array, float]]:
    """(A, w, λ) with Aw = λw and a unit vector w; A is p×p, symmetric by default.

    The simplest is zero with the first axis. Raises ValueError for p < 1.
    """

    def build(drawn: tuple[Array, Array, int]) -> tuple[Array, Array, float]:
        M, w, eighths = drawn
        value = eighths / 8
        if symmetric_matrix:
            K = M - np.outer(w, w @ M)
            A = _symmetrised(K - np.outer(K @ w, w) + value * np.outer(w, w))
        else:
            A = M + np.outer(value * w - M @ w, w)
        return A + 0.0, w, value

    return st.tuples(symmetric(p) if symmetric_matrix else matrix(p, p), unit(p), st.integers(-64, 64)).map(build)
