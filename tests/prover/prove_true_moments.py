"""True statements about covariances, expectations, kernels and factor models, all of them proved."""

from __future__ import annotations

from letters import (
    A,
    Eq,
    F,
    H,
    I,
    Id,
    S,
    X,
    Y,
    a,
    b,
    cov,
    d,
    f,
    g,
    k,
    lam,
    matrix,
    n,
    nu,
    one,
    p,
    q,
    triples,
    x,
    xk,
    y,
)
from sympy import Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import centered, nonzero, unit
from pcaproofs.language.nodes import expectation, inner, inverse, sqnorm, total

C_ = matrix("C", p, q)
Kn = matrix("K", n, n)
Dn = matrix("D", n, n)
Sg = matrix("Sigma", p, p)
Ld = matrix("Lambda", p, d)
Psi = matrix("Psi", p, p)
h = matrix("h", d, 1)
E_ = expectation
Mppca = Ld.T * Ld + nu * Id

TABLE = {
    "cov-lin": equal(
        E_((A * x - A * E_(x, x)) * (A * x - A * E_(x, x)).T, x), A * (E_(x * x.T, x) - E_(x, x) * E_(x, x).T) * A.T
    ),
    "var-lin": equal(
        E_(inner(a, x) ** 2, x) - inner(a, E_(x, x)) ** 2, inner(a, (E_(x * x.T, x) - E_(x, x) * E_(x, x).T) * a)
    ),
    "quad-expect": equal(E_(inner(x, A * x), x), Trace(A * E_(x * x.T, x))),
    "quad-expect-cov": (
        equal(E_(inner(x, A * x), x), Trace(A * Sg) + inner(a, A * a)),
        [equal(E_(x, x), a), equal(E_(x * x.T, x), Sg + a * a.T)],
    ),
    "cov-shift": equal(
        E_((x + b) * (x + b).T, x) - E_(x + b, x) * E_(x + b, x).T, E_(x * x.T, x) - E_(x, x) * E_(x, x).T
    ),
    "cov-psd": at_least(inner(a, (E_(x * x.T, x) - E_(x, x) * E_(x, x).T) * a), 0),
    "sample-cov-lin": equal((X * C_).T * H * (X * C_) / n, C_.T * cov * C_),
    "cov-of-sum": equal((X + Y).T * H * (X + Y), X.T * H * X + X.T * H * Y + Y.T * H * X + Y.T * H * Y),
    "total-var": equal(Trace(cov), sqnorm(H * X) / n),
    "whiten": (equal((H * X * A).T * (H * X * A) / n, I), [equal(A.T * cov * A, I)]),
    "zca": (equal(A * cov * A, I), [Eq(A * A, inverse(cov)), Eq(A * cov, cov * A)]),
    "whiten-mahal": (equal(sqnorm(F * (x - y)), inner(x - y, inverse(S) * (x - y))), [Eq(inverse(S), F.T * F)]),
    "kernel-centre-one": equal(H * Kn * H * one, ZeroMatrix(n, 1)),
    "kernel-centre-expand": equal(
        H * Kn * H, Kn - one * one.T * Kn / n - Kn * one * one.T / n + one * one.T * Kn * one * one.T / n**2
    ),
    "mds": equal(-H * (g * one.T + one * g.T - 2 * X * X.T) * H / 2, H * X * X.T * H),
    "mds-trace": equal(Trace(-H * Dn * H / 2), -Trace(H * Dn) / 2),
    "mds-centred": (equal(-H * (g * one.T + one * g.T - 2 * X * X.T) * H / 2, X * X.T), [centered(X)]),
    "dual-scores": (equal(sqnorm(X.T * f), lam), [equal(X * X.T * f, lam * f), unit(f)]),
    "kernel-eig-centred": (equal(inner(one, f), 0), [equal(H * Kn * H * f, lam * f), nonzero(lam)]),
    "gram-dist": equal(total(sqnorm(xk - a), k), Trace(X * X.T) - 2 * inner(a, X.T * one) + n * sqnorm(a)),
    "pairs-dist": equal(2 * n * sqnorm(H * X), 2 * n * sqnorm(X) - 2 * sqnorm(X.T * one)),
    "ppca-woodbury": Eq(inverse(Ld * Ld.T + nu * I), (I - Ld * inverse(Mppca) * Ld.T) / nu),
    "ppca-push": Eq(Ld.T * inverse(Ld * Ld.T + nu * I), inverse(Mppca) * Ld.T),
    "ppca-cov": (equal(E_(Ld * h * (Ld * h).T, h) + nu * I, Ld * Ld.T + nu * I), [equal(E_(h * h.T, h), Id)]),
    "factor-posterior": Eq(
        inverse(Id + Ld.T * inverse(Psi) * Ld) * Ld.T * inverse(Psi), Ld.T * inverse(Ld * Ld.T + Psi)
    ),
}
TABLE = [(f"moments.{name}", conclusion, assuming) for name, conclusion, assuming in triples(TABLE)]
