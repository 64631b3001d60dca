"""Wrong kernel matrices and wrong scores of kernel PCA."""

import itertools
from collections.abc import Iterator

import numpy as np

from pcaproofs.grading.diagnosis.forms.form import Case, Form, Forms
from pcaproofs.grading.judge.kernels import gamma_of, kernel_of
from pcaproofs.grading.judge.truth import Real

MOST_SAMPLES = 60
"""For more samples, no eigenvectors of the wrong matrices are computed."""


def _matrices(case: Case) -> Iterator[tuple[tuple[str, ...], Real]]:
    """The kernel matrix K, and wrong ones with the mistake."""
    rule, gamma = case.conventions, gamma_of(case.facts, case.conventions)
    yield (), kernel_of(case.facts, rule).raw
    A = case.facts.X if case.facts.standardise == "no" else case.facts.centred
    if rule.kernel == "rbf":
        squares = ((A[:, None, :] - A[None, :, :]) ** 2).sum(axis=2)
        for width in (gamma, 2 * gamma, 2 * gamma**2):
            yield ("gamma-inverted",), np.exp(-squares / width)
        for factor in (2, 0.5):
            yield ("gamma-off-by-two",), np.exp(-factor * gamma * squares)
        yield ("distances-not-squared",), np.exp(-gamma * np.sqrt(squares))
        if gamma != 1:
            yield ("gamma-left-out",), np.exp(-squares)
    elif rule.kernel == "polynomial":
        if rule.coef0:
            yield ("constant-left-out",), (gamma * A @ A.T) ** rule.degree
        if gamma != 1:
            yield ("gamma-left-out",), (A @ A.T + rule.coef0) ** rule.degree


def _centrings(K: Real) -> Iterator[tuple[tuple[str, ...], Real]]:
    """K centred correctly, and centred incorrectly."""
    H = np.eye(len(K)) - 1 / len(K)
    yield (), H @ K @ H
    yield ("kernel-not-centred",), K
    yield ("kernel-centred-on-one-side",), H @ K
    yield ("kernel-centred-on-one-side",), K @ H


def kernel(case: Case) -> Forms:
    """Wrong kernel matrices n×n."""
    asked = case.conventions.kernel_matrix == "centred"
    for wrong, K in _matrices(case):
        for askew, centred in _centrings(K) if asked else [((), K)]:
            if wrong or askew:
                yield Form((*wrong, *askew), centred)


def kernel_scores(case: Case) -> Forms:
    """Wrong scores of kernel PCA n×k, up to the signs of columns."""
    for wrong, K in _matrices(case):
        for askew, M in _centrings(K):
            if len(wrong) + len(askew) < 2:
                yield from _scores(case, (*wrong, *askew), M)


def _scores(case: Case, before: tuple[str, ...], M: Real) -> Forms:
    k, rule = case.facts.k, case.conventions
    orders = (((), slice(None, -k - 1, -1)), (("smallest-components",), slice(0, k)))
    for (values, vectors), (order, some) in itertools.product(_solved(M), orders):
        lam, U = np.abs(values[some]), vectors[:, some]
        scalings: dict[str, Real] = {
            "projections": np.sqrt(lam),
            "unit": np.ones(k),
            "kernel-vectors-times-values": lam,
            "kernel-vectors-divided": 1 / np.sqrt(np.where(lam > 0, lam, np.nan)),
        }
        for name, factors in scalings.items():
            asked = rule.kernel_scale in (name, "any") and name in ("projections", "unit")
            wrong = "kernel-vectors-not-scaled" if name == "unit" else name
            if name == "projections" and not asked:
                continue  # where unit vectors are asked for
            mistakes = (*before, *order, *(() if asked else (wrong,)))
            if 0 < len(mistakes) < 3:
                yield Form(mistakes, U * factors)


def along_all(case: Case) -> Iterator[Real]:
    """The right scores along all n eigenvectors of the centred kernel matrix, largest first."""
    if case.facts.n <= MOST_SAMPLES:  # of more, no eigenvectors are looked for
        values, vectors = np.linalg.eigh(kernel_of(case.facts, case.conventions).centred)
        values, vectors = np.maximum(values[::-1], 0.0), vectors[:, ::-1]
        if case.conventions.kernel_scale in ("projections", "any"):
            yield vectors * np.sqrt(values)
        if case.conventions.kernel_scale in ("unit", "any"):
            yield vectors


def _solved(M: Real) -> Iterator[tuple[Real, Real]]:
    """Eigenvalues in increasing order with eigenvectors, from `eigh` and from `eig`."""
    yield np.linalg.eigh(M)
    if not np.allclose(M, M.T):
        values, vectors = np.linalg.eig(M)
        order = np.argsort(values.real)
        if np.abs(vectors.imag).max() < 1e-9:
            yield values.real[order], vectors.real[:, order]
