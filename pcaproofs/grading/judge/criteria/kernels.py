"""Criteria of kernel matrices, n×n, and of the scores of kernel PCA, n×k.

Kernel PCA is PCA of the Gram matrix HKH: its scores Z satisfy HKHZ = ZΛ and ZᵀZ = Λ, whatever the signs and the basis
inside a repeated eigenvalue.
"""

import functools
from collections.abc import Callable, Iterator

import numpy as np

from pcaproofs.grading.judge.answer import Case, lengths_of, to_size
from pcaproofs.grading.judge.criterion import Criterion, far, within
from pcaproofs.grading.judge.kernels import Kernel, kernel_of
from pcaproofs.grading.judge.truth import Real


def _kernel(case: Case) -> Kernel:
    return kernel_of(case.facts, case.conventions)


def _error(case: Case) -> float:
    """Error bound of a right program's HKH, larger with fewer digits than float64 has."""
    known = _kernel(case)
    return known.error + (case.eps > 1e-15) * 8 * case.eps * float(np.linalg.norm(known.raw)) * case.facts.n**0.5


def _values(case: Case) -> str:
    known = _kernel(case)
    right = known.centred if case.conventions.kernel_matrix == "centred" else known.raw
    bound = _error(case) + 2 * case.facts.accuracy * float(np.linalg.norm(right))
    return far(case.roles["kernel"], right, bound, "kernel of samples")


def _scores(case: Case) -> Iterator[Real]:
    """The scores as projections, sorted by eigenvalue; unit eigenvectors are multiplied by √λ."""
    known, Z = _kernel(case), case.roles["kernel_scores"]
    Z = Z - Z.mean(axis=0)
    if case.conventions.order == "any":
        sizes = np.maximum((Z**2).sum(axis=0), np.finfo(float).tiny)
        Z = Z[:, np.argsort(-(Z * (known.centred @ Z)).sum(axis=0) / sizes, kind="stable")]
    told = known.values > 10 * _error(case)
    if case.conventions.kernel_scale != "unit":
        yield np.where(told, Z, 0.0)
    if case.conventions.kernel_scale != "projections":
        yield np.where(told, Z * np.sqrt(known.values), 0.0)


def _unvarying(case: Case) -> str:
    known = _kernel(case)
    return case.without_variation("kernel_scores", known.values, 10 * _error(case))


def _centred(case: Case) -> str:
    """A mean of 0 is what centring the kernel gives; the scores of K itself have another."""
    known, Z = _kernel(case), case.roles["kernel_scores"]
    means, lengths = np.abs(Z.mean(axis=0)), lengths_of(Z)
    told = known.values > 10 * _error(case)
    bound = 2 * _error(case) / np.where(told, known.values, 1.0) * lengths
    wrong = told & ~((means <= bound) & np.isfinite(lengths))
    if not wrong.any():
        return ""
    worst = int(np.argmax(np.where(wrong, means, 0)))
    return f"scores of component {worst + 1}: got mean {Z[:, worst].mean():.6g}, but should be 0"


def _variances(case: Case) -> str:
    known = _kernel(case)
    told = known.values > 10 * _error(case)
    wanted = np.diag(np.where(told, known.values, 0.0))
    excess = [np.abs(Z.T @ Z - wanted) for Z in _scores(case)]
    best = min(excess, key=lambda distances: float(distances.max()))
    if float(best.max()) <= 8 * _error(case):
        return ""
    i, j = np.unravel_index(int(np.argmax(best)), best.shape)
    if i != j:
        return f"the scores of components {i + 1} and {j + 1} are correlated"
    return f"scores of component {i + 1} do not vary as they should"


def _space(case: Case) -> str:
    known = _kernel(case)
    size = float(np.sqrt(known.values[0]))
    sized = (Z * to_size(Z, known.values, _error(case)) for Z in _scores(case))
    residual = min(float(np.linalg.norm(known.centred @ Z - Z * known.values)) for Z in sized)
    words = "the scores are not those of the leading components: HKHZ differs from ZΛ"
    return within(residual, 8 * np.sqrt(case.facts.k) * size * _error(case), words)


def _varying(check: Callable[[Case], str]) -> Callable[[Case], str]:
    """A check that fails as well where the scores do not vary."""

    @functools.wraps(check)
    def both(case: Case) -> str:
        return check(case) or _unvarying(case)

    return both


CRITERIA = (
    Criterion("kernel.values", ("kernel",), "svd.read-twice", _values, "The kernel of each two samples"),
    Criterion(
        "kernel_scores.centred",
        ("kernel_scores",),
        "centering.idempotent",
        _varying(_centred),
        "Kernel scores of mean 0",
    ),
    Criterion(
        "kernel_scores.variances",
        ("kernel_scores",),
        "svd.scores",
        _varying(_variances),
        "Kernel scores, uncorrelated, that vary as the components do",
    ),
    Criterion(
        "kernel_scores.space",
        ("kernel_scores",),
        "algorithms.four-routes",
        _varying(_space),
        "Kernel scores of the leading components",
    ),
)
