"""The numbers in running text, as LaTeX: {value}`irises.mean`. The reference PCA computes all; the divisor is n."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np

from pcaproofs.reference import irises, pca
from pcaproofs.reference.irises import SPECIES


def number(x: Any, places: int = 2) -> str:
    """A rounded decimal; zero has no sign."""
    return f"{round(float(x), places) + 0.0:.{places}f}"


def row(x: Iterable[Any], places: int = 2) -> str:
    """A vector in parentheses."""
    return f"({', '.join(number(each, places) for each in x)})"


def _percent(x: float) -> str:
    return rf"{number(100 * x, 1)}\,\%"


@cache
def values() -> Mapping[str, str]:
    """Name -> LaTeX of a number or vector, without dollars."""
    X, found = irises(), pca(irises(), ddof=0)
    n, p = X.shape
    mu, W, variances, shares = found.mean, found.components, found.explained_variance, found.explained_variance_ratio
    Xc = X - mu
    S = Xc.T @ Xc / n
    total, w, x = found.total_variance, W[:, 0], Xc[0]
    foot = (x @ w) * w
    kept = n * np.cumsum(variances)
    off = mu - (mu @ w) * w  # the part of the mean that the line through the origin misses
    petal = np.eye(p)[2]
    two = sorted(np.argsort(np.diag(S))[-2:])  # the features that vary most
    between = sum(float((irises(name).mean(axis=0) - mu) @ w) ** 2 for name in SPECIES) / len(SPECIES)
    uncentred = pca(X, 1, center=False).components[:, 0]
    left = S - variances[0] * np.outer(w, w)
    return {
        "irises.n": str(n),
        "irises.p": str(p),
        "irises.mean": row(mu, 3),
        "irises.variances": row(np.diag(S)),
        "irises.total": number(total),
        "irises.petals": number(S[2, 3]),
        "irises.sepals": number(S[0, 1]),
        "irises.first": row(X[0], 1),
        "irises.first-centred": row(x),
        "irises.shorter": number(-x[2]),
        "irises.centring-distance": number(n * mu[2] ** 2, 1),
        "irises.petal-mean": number(mu[2], 3),
        "irises.centring-trace": str(n - 1),
        "irises.w1": row(w),
        "irises.w2": row(W[:, 1]),
        "irises.score": number(x @ w),
        "irises.foot": row(foot),
        "irises.residual": row(x - foot),
        "irises.square": number(x @ x, 3),
        "irises.square-kept": number(foot @ foot, 3),
        "irises.square-lost": number((x - foot) @ (x - foot), 3),
        "irises.error": number(n * total - kept[0]),
        "irises.error-origin": number(n * total - kept[0] + n * (off @ off)),
        "irises.mean-distance": number(np.sqrt(off @ off)),
        "irises.scatter": number(n * total),
        "irises.kept": number(kept[0]),
        "irises.petal-kept": number(n * S[2, 2]),
        "irises.petal-lost": number(n * (total - S[2, 2])),
        "irises.angle": rf"{np.degrees(np.arccos(min(1.0, abs(float(uncentred @ w))))):.0f}^\circ",
        "irises.trace2": number(variances[:2].sum()),
        "irises.scatter2": number(kept[1]),
        "irises.S-petal": row(S[:, 2]),
        "irises.petal-variance": number(S[2, 2]),
        "irises.petal-slope": row(S[:, 2] - S[2, 2] * petal),
        "irises.eigenvalues": row(variances),
        "irises.deviations": row(np.sqrt(variances)),
        "irises.determinant": number(np.prod(variances), 5),
        "irises.gap": number(variances[1] - variances[2]),
        "irises.two-features": number(sum(S[k, k] for k in two)),
        "irises.weights": row(sum(W[k] ** 2 for k in two), 3),
        "irises.singular": row(found.singular_values),
        "irises.lost1": _percent(1 - shares[0]),
        "irises.lost2": _percent(shares[2:].sum()),
        "irises.length2": _percent(np.sqrt(shares[2:].sum())),
        "irises.left": number(np.trace(left)),
        "irises.left-variances": row(np.diag(left)),
        "irises.stored": str(2 * p + 2 * n),
        "irises.table": str(n * p),
        "irises.shares": row(100 * np.cumsum(shares), 1),
        "irises.share2": _percent(shares[:2].sum()),
        "irises.enough": str(int(np.argmax(np.cumsum(shares) >= 0.95)) + 1),
        "irises.lambda1": number(variances[0]),
        "irises.lambda2": number(variances[1]),
        "irises.between": number(between),
        "irises.scores": row(found.scores[0, :2]),
        "irises.back": row(mu + W[:, :2] @ found.scores[0, :2]),
    }
