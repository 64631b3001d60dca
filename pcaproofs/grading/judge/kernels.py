"""Kernel matrices of a data set, and error bounds of a right program's kernel matrices."""

from dataclasses import dataclass

import numpy as np

from pcaproofs.grading.judge.truth import Conventions, Facts, Real

_DOUBLE = 2.0**-52


@dataclass(frozen=True)
class Kernel:
    """A kernel matrix n×n of the samples, K, and HKH with its leading eigenvalues and eigenvectors."""

    raw: Real
    centred: Real
    values: Real
    """The k largest eigenvalues of HKH, largest first."""
    vectors: Real
    """Their unit eigenvectors, n×k."""
    error: float
    """Norm of a perturbation of K that a stable program may cause in float64."""


def gamma_of(facts: Facts, conventions: Conventions) -> float:
    """Γ: that of the conventions, or one over the mean squared distance of two samples, to two digits."""
    if conventions.gamma:
        return conventions.gamma
    spread = (
        float((facts.centred**2).sum()) if facts.standardise != "no" else float(((facts.X - facts.mean) ** 2).sum())
    )
    return float(f"{(facts.n - 1) / (2 * spread or 1.0):.2g}")


def kernel_of(facts: Facts, conventions: Conventions) -> Kernel:
    """The kernel matrix of a data set under the conventions, cached."""
    rule = (conventions.kernel, conventions.gamma, conventions.degree, conventions.coef0)
    if rule not in facts.derived:
        facts.derived[rule] = _kernel(facts, conventions)
    found: Kernel = facts.derived[rule]
    return found


def _kernel(facts: Facts, conventions: Conventions) -> Kernel:
    A = facts.X if facts.standardise == "no" else facts.centred
    gamma, n = gamma_of(facts, conventions), facts.n
    lost = 0.0
    if conventions.kernel == "rbf":
        C = A - A.mean(axis=0)
        norms = (C**2).sum(axis=1)
        K = np.exp(-gamma * np.maximum(norms[:, None] + norms[None, :] - 2 * C @ C.T, 0.0))
        np.fill_diagonal(K, 1.0)
        # squared distances as ‖x‖² + ‖y‖² − 2xᵀy lose digits where the data are far from 0
        lost = 8 * gamma * float(np.sqrt(facts.p)) * _DOUBLE * float((A**2).sum(axis=1).max())
    elif conventions.kernel == "polynomial":
        K = (gamma * A @ A.T + conventions.coef0) ** conventions.degree
    else:
        K = A @ A.T
    H = np.eye(n) - 1.0 / n
    centred = H @ K @ H
    centred = (centred + centred.T) / 2
    values, vectors = np.linalg.eigh(centred)
    values, vectors = values[::-1][: facts.k], vectors[:, ::-1][:, : facts.k]
    size = float(np.linalg.norm(K))
    rounding = (4 * float(np.sqrt(n + facts.p)) * conventions.degree * _DOUBLE + lost) * size
    return Kernel(K, centred, np.maximum(values, 0.0), vectors, rounding + 2 * facts.accuracy * float(values[0]))
