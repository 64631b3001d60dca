"""False inequalities and equations of norms and traces, all of them refuted, by name."""

from __future__ import annotations

from letters import A, B, I, S, U, X, c, d, matrix, nu, p, t, triples, w, x, y, z
from sympy import Abs, Symbol, Trace, log, sqrt

from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.hypotheses import eigenpair, nonzero, positive, positive_definite, psd, symmetric, unit
from pcaproofs.language.nodes import det, inner, inverse, norm, rank, sqnorm

h = matrix("h", d, 1)
A2, K2, x2 = matrix("A", 2, 2), matrix("K", 2, 2), matrix("x", 2, 1)
ridge = inverse(A * A.T + nu * I)  # with a parameter that is positive

TABLE = {
    "normalised-by-another": equal(norm(x / norm(y)), 1),
    "divided-by-any-sign": (equal(norm(x / t), norm(x) / t), [nonzero(t)]),
    "over-another-point": at_least(norm(x - y) + norm(y - z), norm(x + z)),
    "pairs-crossed": at_least(norm(x) * norm(y) + norm(x) * norm(z), inner(x, y) + inner(y, z)),
    "cauchy-schwarz-with-a-factor": at_least(sqnorm(A) * sqnorm(B), 2 * inner(A, B) ** 2),
    "cauchy-schwarz-reversed": at_least(inner(A, B) ** 2, sqnorm(A) * sqnorm(B)),
    "cauchy-schwarz-of-squares": at_least(sqnorm(A) * sqnorm(B), inner(A, B)),
    "cauchy-schwarz-without-a-square": at_least(sqnorm(x), inner(x, y) ** 2),
    "submultiplicative-reversed": at_least(sqnorm(A * B), sqnorm(A) * sqnorm(B)),
    "submultiplicative-with-a-factor": at_least(sqnorm(A) * sqnorm(B), 2 * sqnorm(A * B)),
    "trace-of-square-of-symmetric": (at_least(Trace(S) ** 2, Trace(S**2)), [symmetric(S)]),
    "trace-of-product-of-symmetric": (at_least(Trace(A) * Trace(B), Trace(A * B)), [symmetric(A), symmetric(B)]),
    "trace-of-inverse-more": (at_least(Trace(S) * Trace(inverse(S)), p**2 + 1), [psd(S)]),
    "trace-of-inverse-unsigned": (at_least(Trace(S) * Trace(inverse(S)), p**2), [symmetric(S)]),
    "trace-of-abab": (at_least(Trace(A * B * A * B), Trace(A * A * B * B)), [symmetric(A), symmetric(B)]),
    "trace-of-abab-one-symmetric": (at_least(Trace(A * A * B * B), Trace(A * B * A * B)), [symmetric(A)]),
    "trace-of-abab-above": at_least(sqnorm(A) * sqnorm(B) + 5 * Trace(A * B * A * B), 0),
    "triangle-reversed": at_least(norm(x + y), norm(x) + norm(y)),
    "triangle-of-a-difference": at_least(norm(x) - norm(y), norm(x - y)),
    "norm-scales-without-a-sign": equal(norm(c * x), c * norm(x)),
    "norm-of-coordinates": equal(norm(U * h), norm(h)),
    "norm-of-a-projection": at_least(norm(x), norm(U.T * x)),
    "norm-of-a-square": equal(norm(X.T * X), norm(X) ** 2),
    "roots-are-not-monotonic-reversed": (at_least(norm(x), norm(y)), [at_least(sqnorm(y), sqnorm(x))]),
    "norm-of-a-unit-multiple": (equal(norm(c * w), c), [unit(w)]),
    "absolute-value-reversed": at_least(c, Abs(c)),
    "push-through-the-wrong-way": equal(A.T * ridge, ridge * A.T),
    "cayley-hamilton-without-minors": equal(A2**2, Trace(A2) * A2),
    "trace-of-2-with-a-sign": equal(Trace(A2), A2[0, 0] - A2[1, 1]),
    "norm-of-2-with-one-entry": equal(sqnorm(x2), x2[0, 0] ** 2),
    "trace-of-n-by-two-entries": equal(Trace(A), A[0, 0] + A[1, 1]),
    "root-above-of-any-sign": equal(sqrt(c**2), c),
    "root-of-a-number-of-any-sign": (equal(c, 1), [equal(c**2, 1)]),
    "root-of-a-number-of-the-other-sign": (equal(c, -1), [equal(c**2, 1), positive(c)]),
    "loewner-inverse": (at_least(inner(x, inverse(S) * x), inner(x, inverse(A) * x)), [psd(S - A), psd(A)]),
    "loewner-inverse-unsigned": (at_least(inner(x, inverse(A) * x), inner(x, inverse(S) * x)), [psd(S - A)]),
}
number, form = Symbol("s", real=True), inner(x, inverse(A) * x)
T = matrix("T", p, p)
sigma, tau = Symbol("sigma", positive=True), Symbol("tau", positive=True)
outside = at_least(norm(y), sigma)
TABLE |= {
    "proximal-map-of-the-norm": (
        minimises(sqnorm(x - y) / 2 + sigma * norm(x), {x: (1 - sigma) * y}),
        [at_least(norm(y), sigma)],
    ),
    "nearest-in-norm-doubled": minimises(norm(x - y), {x: 2 * y}),
    "nearest-in-norm-value": minimises(norm(x - y), {x: y}, value=1),
    "nearest-number-wrong": minimises(Abs(number - 1), {number: 0}),
    "reciprocal-least": minimises(1 / (1 + number**2), {number: 0}),
    "reciprocal-largest-at-one": maximises(1 / (1 + number**2), {number: 1}),
    "rayleigh-of-any-eigenvector": (maximises(inner(x, A * x) / sqnorm(x), {x: y}), [symmetric(A), eigenpair(A, y, t)]),
    "trace-of-the-inverse": minimises(Trace(inverse(S)), {S: I}),
    "norm-exactly-too-much": minimises(norm(x - y), {x: y}, exactly=[equal(x, y), equal(y, z)]),
    "norm-or-another-square": same_optimisers([x], ("min", norm(x - y)), ("min", sqnorm(x + y))),
    "ball-of-another-radius": (minimises(sqnorm(x - y), {x: y / norm(y)}), [at_least(sigma, norm(x)), outside]),
    "linear-over-a-ball-value": (maximises(inner(x, y), {x: y / norm(y)}, value=sqnorm(y)), [at_least(1, norm(x))]),
    "ball-from-inside": (minimises(norm(x - y), {x: sigma * y / norm(y)}), [at_least(sigma, norm(x))]),
    "ball-around-another-point": (
        minimises(norm(x - z), {x: sigma * (z - y) / norm(z - y)}),
        [at_least(sigma, norm(x - y)), at_least(norm(z - y), sigma)],
    ),
    "half-space-forgotten": (minimises(sqnorm(x - y), {x: y}), [at_least(t, inner(z, x))]),
    "equality-of-the-wrong-sign": (equal(inner(x, y), norm(x) * norm(y)), [equal(norm(y) * x, -norm(x) * y)]),
    "logarithm-of-smaller-determinant": (at_least(log(det(B)), log(det(A))), [psd(A - B), positive_definite(B)]),
    "logarithm-of-determinants-indefinite": (at_least(log(det(A)), log(det(B))), [psd(A - B)]),
    "square-not-monotone": (psd(A**2 - B**2), [psd(A - B), positive_definite(B)]),
    "fourth-root-unless-psd": (equal(A, B), [psd(A), symmetric(B), equal(A**4, B**4)]),
    "fourth-root-of-no-symmetric": (equal(A**2, B**2), [equal(A**4, B**4)]),
    "root-unique-unless-psd": (equal(A, B), [psd(A), symmetric(B), equal(A**2, B**2)]),
    "factors-commute-unless-singular": (equal(A * B, B * A), [equal(A * B, A + B - I)]),
    "roots-of-different-sums": (equal(norm(X), norm(X * A)), [psd(A)]),
    "harmonic-mean-above": at_least((sigma + tau) / 5, sigma * tau / (sigma + tau)),
    "reciprocal-grows": at_least(1 / (sigma + tau), 1 / sigma),
    "quadratic-over-linear-twice": at_least(c**2 / sigma + t**2 / tau, 2 * (c + t) ** 2 / (sigma + tau)),
    "trace-of-four-one-not-symmetric": (
        equal(Trace(A * B * S * T), Trace(T * S * B * A)),
        list(map(symmetric, (A, B, S))),
    ),
    "gain-of-another-sign": (equal(inverse(A + x * x.T) * x, inverse(A) * x / (1 - form)), [positive_definite(A)]),
    "gain-of-another-column": equal(inverse(A + x * x.T) * y, inverse(A) * y / (1 + form)),
    "form-squared-below": (equal(inner(x, inverse(A + x * x.T) * x), form / (1 + form) ** 2), [positive_definite(A)]),
}
TABLE |= {
    "logarithm-most-elsewhere": maximises(log(sigma) - sigma * tau, {sigma: 2 / tau}),
    "logarithm-most-value": minimises(sigma - log(sigma), {sigma: 1}, value=2),
    "entropy-least-elsewhere": minimises(sigma * log(sigma) - sigma, {sigma: 2}),
    "reciprocal-least-elsewhere": minimises(sigma + 1 / sigma, {sigma: 2}),
    "reciprocal-least-value": minimises(sigma + 1 / sigma, {sigma: 1}, value=3),
    "logarithm-tangent-below": at_least(sigma - 2, log(sigma)),
    "logarithm-of-a-sum": at_least(log(sigma), log(sigma + tau)),
    "divergence-of-gaussians": (
        at_least(Trace(inverse(B) * A) + log(det(B)), 1 + p + log(det(A))),
        [positive_definite(A), positive_definite(B)],
    ),
    "subgradient-of-norm-at-most-2": (
        minimises(sqnorm(x) / 2 - inner(x, y) + norm(x), {x: w}),
        [equal(y - w, z), equal(inner(z, w), norm(w)), at_least(2, norm(z))],
    ),
    "logarithm-of-product": equal(log(sigma * tau), log(sigma) - log(tau)),
    "logarithm-squared": at_least(log(sigma) ** 2, 1),
    "log-determinant-most": (
        maximises(log(det(S)) - 2 * Trace(S * A), {S: inverse(A)}),
        [*map(positive_definite, (S, A))],
    ),
    "log-determinant-order": (at_least(log(det(S)), log(det(A))), [*map(positive_definite, (S, A)), psd(A - S)]),
    "determinant-above-two-traces": (at_least(det(I + A), 1 + 2 * Trace(A)), [psd(A)]),
    "determinant-above-trace-unless-psd": (at_least(det(I + A), 1 + Trace(A)), [symmetric(A)]),
    "determinant-above-diagonal": (at_least(det(K2), K2[0, 0] * K2[1, 1]), [psd(K2)]),
    "rank-of-a-sum": at_least(rank(A + B), rank(A)),
    "rank-of-a-product": at_least(rank(A * B), rank(A) + rank(B) - 1),
    "logarithm-of-a-factor": (equal(log(det(A)), log(det(B))), [equal(B * B.T, A)]),
    "logarithm-of-the-scaled": equal(log(det(c * A)), log(c) + log(det(A))),
    "determinant-of-a-sum": (at_least(det(A + B), det(A) + 2 * det(B)), [psd(A), psd(B)]),
    "determinant-above-1": (at_least(det(I + A), 1 + 2 * det(A)), [psd(A)]),
    "determinant-of-a-sum-one-semidefinite": (at_least(det(A + B), det(A)), [symmetric(A), psd(B)]),
    "determinant-grows-unsigned": (at_least(det(A), det(B)), [psd(A - B)]),
    "log-determinant-of-the-middle": (
        at_least(log(det(A)) + log(det(B)), 2 * log(det((A + B) / 2))),
        [positive_definite(A), positive_definite(B)],
    ),
    "geometric-and-arithmetic": (at_least(log(det(A)), p * log(Trace(A) / p)), [positive_definite(A)]),
    "norm-and-square-least": minimises(norm(x) + sqnorm(x - y), {x: y}),
    "two-norms-least": minimises(norm(x - y) + norm(x), {x: 2 * y}),
    "inverse-and-trace-elsewhere": (minimises(Trace(inverse(S)) + Trace(S), {S: 2 * I}), [positive_definite(S)]),
}
TABLE = [(f"norm.{name}", conclusion, assuming) for name, conclusion, assuming in triples(TABLE)]
