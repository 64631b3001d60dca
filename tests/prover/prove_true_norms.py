"""True inequalities and equations of norms and traces, all of them proved, by name."""

from __future__ import annotations

from letters import A, B, Q, S, T, U, X, Y, c, d, matrix, n, nu, one, p, t, triples, w, x, y, z
from sympy import Abs, Lt, Ne, Trace, sqrt

from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import (
    nonnegative,
    orthogonal,
    orthonormal,
    positive,
    positive_definite,
    psd,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import inner, inverse, norm, sqnorm

h = matrix("h", d, 1)

TABLE = {
    "divided": (equal(norm(x / t), norm(x) / t), [positive(t)]),
    "over-a-third-point": at_least(norm(x - y) + norm(y - z), norm(x - z)),
    "cauchy-schwarz-matrices": at_least(sqnorm(A) * sqnorm(B), inner(A, B) ** 2),
    "cauchy-schwarz-bases": at_least(sqnorm(U) * sqnorm(T), Trace(U.T * T) ** 2),
    "cauchy-schwarz-if-not-zero": (at_least(sqnorm(A) * sqnorm(B), inner(A, B) ** 2), [Ne(sqnorm(B), 0)]),
    "cauchy-schwarz-of-roots": at_least(norm(x) * norm(y), inner(x, y)),
    "cauchy-schwarz-of-norms-of-matrices": at_least(norm(A) * norm(B), Trace(A * B.T)),
    "product-of-norms": at_least(sqnorm(A) * sqnorm(B), 0),
    "submultiplicative": at_least(sqnorm(A) * sqnorm(B), sqnorm(A * B)),
    "submultiplicative-rectangular": at_least(sqnorm(X) * sqnorm(U), sqnorm(X * U)),
    "submultiplicative-roots": at_least(norm(A) * norm(B), norm(A * B)),
    "submultiplicative-transposed": at_least(sqnorm(X) * sqnorm(Y), sqnorm(X.T * Y)),
    "norm-of-a-square": at_least(sqnorm(A) ** 2, sqnorm(A**2)),
    "norm-of-a-gram-matrix": at_least(sqnorm(X) ** 2, sqnorm(X.T * X)),
    "trace-of-square-of-psd": (at_least(Trace(S) ** 2, Trace(S**2)), [psd(S)]),
    "trace-of-product-of-psd": (at_least(Trace(S) * Trace(A), Trace(S * A)), [psd(S), psd(A)]),
    "trace-of-inverse": (at_least(Trace(S) * Trace(inverse(S)), p**2), [psd(S)]),
    "trace-of-abab": (at_least(Trace(A * A * B * B), Trace(A * B * A * B)), [symmetric(A), symmetric(B)]),
    "trace-of-abab-norm": (at_least(sqnorm(A * B), Trace(A * B * A * B)), [symmetric(A), symmetric(B)]),
    "tensors-and-matrices": at_least(sqnorm(A) * sqnorm(B) + 6 * sqnorm(A * B), 0),
    "trace-of-abab-below": at_least(sqnorm(A) * sqnorm(B), Trace(A * B * A * B)),
    "trace-of-abab-above": at_least(sqnorm(A) * sqnorm(B) + Trace(A * B * A * B) / 2, 0),
    "triangle-squared": at_least((norm(x) + norm(y)) ** 2, sqnorm(x + y)),
    "triangle-of-matrices": at_least(norm(A) + norm(B), norm(A + B)),
    "triangle-reversed": at_least(norm(x - y), norm(x) - norm(y)),
    "norm-of-the-opposite": equal(norm(-x), norm(x)),
    "norm-of-a-rotated-vector": (equal(norm(Q * x), norm(x)), [orthogonal(Q)]),
    "norm-of-coordinates": (equal(norm(U * h), norm(h)), [orthonormal(U)]),
    "norm-scales": equal(norm(c * x), Abs(c) * norm(x)),
    "norm-scales-by-a-positive-number": equal(norm(nu * x), nu * norm(x)),
    "norm-of-a-transpose": equal(norm(X.T), norm(X)),
    "norm-is-a-root": equal(norm(A), sqrt(Trace(A.T * A))),
    "roots-are-monotonic": (at_least(norm(y), norm(x)), [at_least(sqnorm(y), sqnorm(x))]),
    "norm-of-a-unit-multiple": (equal(norm(nu * w), nu), [unit(w)]),
    "absolute-value-bounds": at_least(Abs(c), c),
    "absolute-value-bounds-below": at_least(c, -Abs(c)),
    "root-above": (at_least(sqrt(c**2 + sqnorm(x)), c), [nonnegative(c)]),
    "norm-of-a-projection": (at_least(norm(x), norm(U.T * x)), [orthonormal(U)]),
    "norm-of-a-column-over-its-norm": equal(norm(x / norm(x)), 1),
    "norm-of-a-matrix-over-its-norm": equal(norm(A / norm(A)), 1),
    "norm-of-ones-over-a-root": equal(norm(one / sqrt(n)), 1),
    "positive-root-of-a-number": (equal(c, 1), [equal(c**2, 1), positive(c)]),
    "negative-root-of-a-number": (equal(c, -1), [equal(c**2, 1), Lt(c, 0)]),
    "traces-of-inverses": (at_least(Trace(inverse(B)), Trace(inverse(A))), [positive_definite(B), psd(A - B)]),
    "loewner-inverse": (at_least(inner(x, inverse(A) * x), inner(x, inverse(S) * x)), [psd(S - A), psd(A)]),
}
TABLE = [(f"norm.{name}", conclusion, assuming) for name, conclusion, assuming in triples(TABLE)]
