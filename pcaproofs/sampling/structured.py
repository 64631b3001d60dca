"""Square matrices that satisfy equations: skew, normal, idempotent, diagonal, permutations, and factorisations."""

import numpy as np
from hypothesis import strategies as st

from pcaproofs.sampling.entries import Array, matrix, once, reject
from pcaproofs.sampling.frames import orthogonal, orthonormal
from pcaproofs.sampling.spectra import psd

__all__ = [
    "diagonal_matrix",
    "eigen",
    "idempotent",
    "invertible",
    "normal",
    "permutation",
    "positive_definite",
    "skew",
    "stochastic",
    "svd",
]


def _positive_size(p: int) -> None:
    reject(p < 1, f"p: got {p}, but should be at least 1")


@once
def skew(p: int) -> st.SearchStrategy[Array]:
    """A p×p with Aᵀ = −A exactly; the simplest is zero."""
    return matrix(p, p).map(lambda A: np.triu(A, 1) - np.triu(A, 1).T + 0.0)


@once
def diagonal_matrix(p: int) -> st.SearchStrategy[Array]:
    """D p×p with zeros outside the diagonal; the simplest is zero."""
    return matrix(p, p).map(lambda A: np.diag(np.diag(A)) + 0.0)


@once
def permutation(p: int) -> st.SearchStrategy[Array]:
    """P p×p with one 1 in each row and column; the simplest is I."""
    return st.permutations(range(p)).map(lambda order: np.eye(p)[list(order)])


@once
def stochastic(p: int) -> st.SearchStrategy[Array]:
    """P p×p with entries ≥ 0 whose rows sum to 1; the simplest is I. Raises ValueError for p < 1."""
    _positive_size(p)
    weights = st.lists(st.lists(st.integers(0, 9), min_size=p, max_size=p), min_size=p, max_size=p)

    def build(rows: list[list[int]]) -> Array:
        W = np.asarray(rows, dtype=np.float64)
        W = np.where(W.any(axis=1, keepdims=True), W, np.eye(p))  # a row of zeros weighs nothing
        return np.asarray(W / W.sum(axis=1, keepdims=True))

    return weights.map(build)


@once
def invertible(p: int) -> st.SearchStrategy[Array]:
    """A p×p of full rank, of condition number up to some hundreds; the simplest is I. Raises ValueError for p < 1."""
    _positive_size(p)
    values = st.lists(st.integers(2, 16), min_size=p, max_size=p)
    parts = st.tuples(values, orthogonal(p), orthogonal(p))
    return parts.map(lambda drawn: (drawn[1] * (np.asarray(drawn[0]) / 2)) @ drawn[2] + 0.0)


@once
def positive_definite(p: int) -> st.SearchStrategy[Array]:
    """S p×p, symmetric with eigenvalues of at least 1; the simplest is I. Raises ValueError for p < 1."""
    _positive_size(p)
    return psd(p, p)


@once
def idempotent(p: int) -> st.SearchStrategy[Array]:
    """P p×p with P² = P, usually not symmetric; the simplest is zero. Raises ValueError for p < 1."""

    def build(drawn: tuple[int, Array]) -> Array:
        rank, V = drawn
        return np.asarray(V[:, :rank] @ np.linalg.inv(V)[:rank])

    return st.tuples(st.integers(0, p), invertible(p)).map(build)


@once
def normal(p: int) -> st.SearchStrategy[Array]:
    """A p×p with AᵀA = AAᵀ, orthogonally similar to blocks of rotations and scalings; the simplest is zero."""

    def build(drawn: tuple[list[int], Array]) -> Array:
        numbers, Q = drawn
        A = np.diag(np.asarray(numbers[:p], dtype=np.float64))
        for k in range(0, p - 1, 2):
            turn = numbers[p + k]
            if turn:  # [[a, −b], [b, a]], which commutes with its transpose
                A[k + 1, k + 1] = A[k, k]
                A[k + 1, k], A[k, k + 1] = turn, -turn
        return np.asarray(Q @ A @ Q.T) + 0.0

    numbers = st.lists(st.integers(-8, 8), min_size=2 * p, max_size=2 * p)
    return st.tuples(numbers, orthogonal(p)).map(build)


@once
def eigen(p: int) -> st.SearchStrategy[tuple[Array, Array, Array]]:
    """(A, V, Λ), p×p each, with AV = VΛ, V invertible and Λ diagonal. Raises ValueError for p < 1."""

    def build(drawn: tuple[Array, Array]) -> tuple[Array, Array, Array]:
        V, values = drawn
        return np.asarray(V @ values @ np.linalg.inv(V)), V, values

    return st.tuples(invertible(p), diagonal_matrix(p)).map(build)


@once
def svd(n: int, p: int, rank: int) -> st.SearchStrategy[tuple[Array, Array, Array, Array]]:
    """(A, U, S, V) with A = USVᵀ n×p, orthonormal columns of U n×r and V p×r, and S diagonal with entries ≥ 0.

    Raises ValueError unless 0 ≤ rank ≤ min(n, p).
    """
    reject(not 0 <= rank <= min(n, p), f"rank: got {rank}, but should be from 0 to min(n, p) = {min(n, p)}")
    values = st.lists(st.integers(0, 9), min_size=rank, max_size=rank)

    def build(drawn: tuple[Array, list[int], Array]) -> tuple[Array, Array, Array, Array]:
        U, numbers, V = drawn
        S = np.diag(np.asarray(numbers, dtype=np.float64)) if numbers else np.zeros((0, 0))
        return U @ S @ V.T, U, S, V

    return st.tuples(orthonormal(n, rank), values, orthonormal(p, rank)).map(build)
