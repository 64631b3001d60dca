"""Criteria of whitened scores, n×k, and of ZCA-whitened data, n×p.

Whitened scores Y are judged as the scores Y·diag(s) that they came from, s being what right ones are divided by: an
error e of λ changes s by e/(2λ) of it, and so the squares of a column by e, which is in the bounds of scores already.
"""

from collections.abc import Iterator

import numpy as np

from pcaproofs.grading.judge.answer import Case, to_size
from pcaproofs.grading.judge.criterion import Criterion, far, within
from pcaproofs.grading.judge.truth import Real


def divisors(case: Case, values: Real) -> Iterator[Real]:
    """Possible divisors of whitened scores, for eigenvalues of the scatter matrix."""
    facts, rule = case.facts, case.conventions
    counts = {"n-1": [facts.n - 1], "n": [facts.n], "any": [facts.n - 1, facts.n]}[rule.whitening]
    for count in counts:
        variances = values / max(count, 1)
        if rule.epsilon_in == "deviation":
            yield np.sqrt(variances) + rule.epsilon
        else:
            yield np.sqrt(variances + rule.epsilon)


def _scores(case: Case) -> Iterator[Real]:
    """Possible scores of whitened ones, minus their means; 0 along axes without variance."""
    Y = case.roles["whitened"]
    Y = Y - Y.mean(axis=0)
    if case.conventions.order == "any":
        Gram = case.facts.centred @ (case.facts.centred.T @ Y)
        sizes = np.maximum((Y**2).sum(axis=0), np.finfo(float).tiny)
        Y = Y[:, np.argsort(-(Y * Gram).sum(axis=0) / sizes, kind="stable")]
    told = case.facts.leading > 10 * case.scores_error
    for divisor in divisors(case, case.facts.leading):
        yield np.where(told, Y * divisor, 0.0)


def _centred(case: Case) -> str:
    """Each column's mean may be off as that of the scores, over what they are divided by."""
    Y = case.roles["whitened"]
    least = np.minimum.reduce(list(divisors(case, case.facts.leading)))
    means = Y.mean(axis=0) * to_size(Y * least, case.facts.leading, case.scores_error)
    told = case.facts.leading > 10 * case.scores_error
    bound = case.data_error / np.sqrt(case.facts.n) / np.where(told, least, 1.0)
    wrong = told & (np.abs(means) > bound)
    if not wrong.any():
        return ""
    worst = int(np.argmax(np.where(wrong, np.abs(means), 0)))
    return f"whitened scores of component {worst + 1}: got mean {means[worst]:.6g}, but should be 0"


def _covariance(case: Case) -> str:
    facts = case.facts
    told = facts.leading > 10 * case.scores_error
    wanted = np.diag(np.where(told, facts.leading, 0.0))
    skew = case.skewness * facts.eigenvalues[0]
    excess = [np.abs(Z.T @ Z - wanted) - skew for Z in _scores(case)]
    best = min(range(len(excess)), key=lambda number: float(excess[number].max()))
    if float(excess[best].max()) <= case.scores_error:
        return ""
    i, j = np.unravel_index(int(np.argmax(excess[best])), wanted.shape)
    if i != j:
        return f"the whitened scores of components {i + 1} and {j + 1} are correlated"
    products = list(_scores(case))[best]
    ratio = float((products[:, i] ** 2).sum() / wanted[i, i]) if wanted[i, i] else np.inf
    return f"whitened scores of component {i + 1} vary {ratio:.6g} times as much as they should"


def _space(case: Case) -> str:
    facts = case.facts
    sigma = float(np.sqrt(facts.eigenvalues[0]))
    bound = 4 * np.sqrt(facts.k) * sigma * case.scores_error
    words = "the whitened scores are not those of the leading components: XXᵀY differs from YΛ"
    residuals = [
        float(np.linalg.norm(facts.centred @ (facts.centred.T @ Z) - Z * facts.leading))
        for Z in (Z * to_size(Z, facts.leading, case.scores_error) for Z in _scores(case))
    ]
    return within(min(residuals), float(bound), words)


def _varying(case: Case) -> "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]":
    """For each axis, whether the data vary along it by more than rounding."""
    facts = case.facts
    return facts.decomposed[1] > 2 * np.sqrt(facts.n + facts.p) * 2.0**-52 * facts.size


def zca(case: Case) -> Iterator[Real]:
    """The right ZCA-whitened data, n×p; 0 along axes without variance."""
    U, sizes, axes = case.facts.decomposed
    told = _varying(case)
    for divisor in divisors(case, sizes**2):
        yield np.asarray((U[:, told] * (sizes[told] / divisor[told])) @ axes[told])


def _zca(case: Case) -> str:
    """An error of the scatter matrix moves S^(−1/2) by half of it over the smallest eigenvalue, relatively."""
    facts, got = case.facts, case.roles["zca"]
    least = facts.decomposed[1][_varying(case)] ** 2
    if not len(least):
        return ""
    answers = list(zca(case))
    inner = min(float(divisor.min()) for divisor in divisors(case, least))
    added = case.conventions.epsilon * facts.n if case.conventions.epsilon_in == "variance" else 0.0
    relative = case.error / float(least.min() + added)
    distances = [float(np.linalg.norm(got - right)) for right in answers]
    best = answers[int(np.argmin(distances))]
    return far(got, best, relative * float(np.linalg.norm(best)) + case.data_error / inner, "entry")


CRITERIA = (
    Criterion("whitened.centred", ("whitened",), "svd.scores", _centred, "Whitened scores of mean 0"),
    Criterion(
        "whitened.covariance", ("whitened",), "svd.scores", _covariance, "Whitened scores of one variance, uncorrelated"
    ),
    Criterion(
        "whitened.space", ("whitened",), "algorithms.four-routes", _space, "Whitened scores of the leading components"
    ),
    Criterion("zca.values", ("zca",), "svd.scores", _zca, "Data whitened and turned back (ZCA)"),
)
