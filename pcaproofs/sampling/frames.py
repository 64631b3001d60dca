"""Orthonormal columns and matrices made from them: unit vectors, orthogonal matrices, projectors.

An orthogonal matrix is a product of reflections I − 2vvᵀ/vᵀv with small integer vectors v; a zero vector stands for no
reflection. Every draw is orthonormal up to rounding, and the simplest draw is the identity.
"""

import numpy as np
from hypothesis import strategies as st

from pcaproofs.sampling.entries import Array, matrix, once, reject, vector


def reflect(mirrors: Array, columns: Array) -> Array:
    """The columns reflected successively in each row of mirrors; a zero row reflects nothing.

    Shapes: mirrors k×p, columns p×d → p×d. Lengths and angles do not change.
    """
    for v in mirrors:
        if v.any():
            columns = columns - np.outer(v, v @ columns) * (2.0 / (v @ v))
    return columns


@once
def mirrors(p: int) -> st.SearchStrategy[Array]:
    """Up to p vectors of length p with small integer entries, as mirrors for `reflect`; the simplest draw is none."""
    return st.integers(0, p).flatmap(lambda k: matrix(k, p, ("whole",)))


@once
def orthogonal(p: int) -> st.SearchStrategy[Array]:
    """Q p×p with QᵀQ = QQᵀ = I; the simplest is I.

    Raises ValueError for p < 0. Source: every orthogonal matrix is a product of at most p reflections
    (Cartan–Dieudonné; Golub and Van Loan, Matrix Computations, §5.1).
    """
    reject(p < 0, f"p: got {p}, but should be at least 0")
    return mirrors(p).map(lambda rows: reflect(rows, np.eye(p)) + 0.0)


@once
def orthonormal(p: int, d: int) -> st.SearchStrategy[Array]:
    """B p×d with BᵀB = I; the simplest is the first d columns of I. Raises ValueError unless 0 ≤ d ≤ p."""
    reject(not 0 <= d <= p, f"d: got {d}, but should be from 0 to p = {p}")
    return orthogonal(p).map(lambda Q: np.ascontiguousarray(Q[:, :d]))


@once
def unit(p: int) -> st.SearchStrategy[Array]:
    """w of length p with wᵀw = 1; the simplest is the first column of I. Raises ValueError for p < 1."""
    reject(p < 1, f"p: got {p}, but should be at least 1")
    first = np.eye(p)[0]
    # A vector of zeros has no direction: it stands for the first axis.
    return vector(p, ("whole", "eighths")).map(lambda v: v / np.linalg.norm(v) if v.any() else first.copy())


@once
def projector(p: int, rank: int | None = None) -> st.SearchStrategy[Array]:
    """P p×p with P = Pᵀ = P², of the given rank or any rank; the simplest keeps the first coordinates.

    Raises ValueError unless 0 ≤ rank ≤ p.
    """
    ranks = st.integers(0, p) if rank is None else st.just(rank)
    reject(rank is not None and not 0 <= rank <= p, f"rank: got {rank}, but should be from 0 to p = {p}")
    return ranks.flatmap(lambda r: orthonormal(p, r)).map(lambda B: B @ B.T)
