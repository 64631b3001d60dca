"""Criteria of the scores Z, n×k."""

import numpy as np

from pcaproofs.grading.judge.answer import Case, lengths_of, unit_of
from pcaproofs.grading.judge.criterion import Criterion, apart, far, within


def _scores_centred(case: Case) -> str:
    bound = case.data_error / np.sqrt(case.facts.n)
    means = case.score_means()
    worst = int(np.argmax(np.abs(means)))
    words = f"scores of component {worst + 1}: got mean {means[worst]:.6g}, but should be 0"
    return within(float(np.abs(means).max()), float(bound), words)


def _scores_uncorrelated(case: Case) -> str:
    Z = case.sized_scores
    M = Z.T @ Z
    off = np.abs(M - np.diag(np.diag(M))) - case.skewness * case.facts.eigenvalues[0]
    i, j = np.unravel_index(int(np.argmax(off)), off.shape)
    return within(float(off.max()), case.scores_error, f"the scores of components {i + 1} and {j + 1} are correlated")


def _scores_variances(case: Case) -> str:
    leading = case.facts.leading
    squares = (case.scores**2).sum(axis=0)
    worst = int(np.argmax(np.abs(squares - leading)))
    ratio = squares[worst] / leading[worst] if leading[worst] > 0 else np.inf
    words = f"scores of component {worst + 1} vary {apart(float(ratio), 1.0, digits=4)[0]} times as much as they should"
    return within(float(np.abs(squares - leading).max()), case.scores_error, words)


def _scores_space(case: Case) -> str:
    """XcXcᵀZ = ZΛ: the scores are eigenvectors of the Gram matrix."""
    Z, Xc = case.sized_scores, case.facts.centred
    sigma = float(np.sqrt(case.facts.eigenvalues[0]))
    residual = float(np.linalg.norm(Xc @ (Xc.T @ Z) - Z * case.facts.leading))
    bound = 4 * np.sqrt(case.facts.k) * sigma * case.scores_error
    return within(residual, bound, "the scores are not those of the leading components: XXᵀZ differs from ZΛ")


def agree_error(case: Case) -> float:
    """Error bound between scores and the centred data times the components."""
    return 2 * case.data_error + case.unit_error * float(np.linalg.norm(case.facts.centred))


def _scores_agree(case: Case) -> str:
    Z, W = case.roles["scores"], case.roles["components"]
    unit = unit_of(W)
    size = float(lengths_of(W / unit).max())
    return far(Z / unit, case.facts.centred @ (W / unit), size * agree_error(case), "score", unit)


CRITERIA = (
    Criterion("scores.centred", ("scores",), "svd.scores", _scores_centred, "Scores of mean 0"),
    Criterion("scores.uncorrelated", ("scores",), "svd.scores", _scores_uncorrelated, "Uncorrelated scores"),
    Criterion(
        "scores.variances", ("scores",), "svd.scores", _scores_variances, "Scores that vary as the components do"
    ),
    Criterion("scores.space", ("scores",), "algorithms.four-routes", _scores_space, "Scores of the leading components"),
    Criterion(
        "scores.agree",
        ("scores", "components"),
        "svd.scores",
        _scores_agree,
        "Scores that are the centred data times the components",
    ),
)
