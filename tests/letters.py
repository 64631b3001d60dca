"""The letters of statements in tests: one name, one shape.

Dimensions n, p, d, q, m, e; X, Y, Z are n×p, U, T p×d, L, J d×d, most other capitals p×p; u, v, w, x, y, z, a, b are
columns of length p, and r, s, f, g of length n. A test that needs a name with another shape defines it itself.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import sympy
from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, ZeroMatrix, symbols

from pcaproofs.language.nodes import index, sample

Eq = partial(sympy.Eq, evaluate=False)  # the same object, without SymPy's attempt to decide it first

n, p, d, q, m, e = symbols("n p d q m e", positive=True, integer=True)
t, lam, mu, alpha, beta, c = symbols("t lambda mu alpha beta c", real=True)
i, j, k = index("i"), index("j"), index("k")


def triples(rows: dict[str, Any]) -> list[tuple[str, Any, list[Any]]]:
    """The rows of a table, (name, conclusion, assumptions); a row without assumptions is a conclusion alone."""
    return [(name, *(row if isinstance(row, tuple) else (row, []))) for name, row in rows.items()]


def matrix(name: str, rows: Any, cols: Any) -> Any:
    return MatrixSymbol(name, rows, cols)


A, B, C, D, E, F, G, M, S, K, P, Q, R, N, V, W = (matrix(name, p, p) for name in "ABCDEFGMSKPQRNVW")
X, Y, Z = (matrix(name, n, p) for name in "XYZ")
U, T = matrix("U", p, d), matrix("T", p, d)
L, J = matrix("L", d, d), matrix("J", d, d)
u, v, w, x, y, z, a, b = (matrix(name, p, 1) for name in "uvwxyzab")
r, s, f, g = (matrix(name, n, 1) for name in "rsfg")
theta = matrix("theta", p, 1)
I, In, Id = Identity(p), Identity(n), Identity(d)
O = ZeroMatrix(p, p)
o = ZeroMatrix(p, 1)
one, ones_p = OneMatrix(n, 1), OneMatrix(p, 1)
H = In - one * one.T / n
mean = X.T * one / n
cov = X.T * H * X / n
xk = sample(X, k)
nu, positive_c = Symbol("nu", positive=True), Symbol("gamma", positive=True)
