"""The roles of whitening, kernels, errors and counts, from an assignment's text to its points."""

import pytest

from pcaproofs.grading import engine
from pcaproofs.grading.assignment import Assignment, loads
from pcaproofs.grading.assignment.names import CRITERIA
from pcaproofs.grading.diagnosis import FullDiagnosis
from pcaproofs.grading.engine import grade
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission


@pytest.fixture(autouse=True)
def _undiagnosed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a mistake is called is tested elsewhere."""
    monkeypatch.setattr(engine, "full_diagnosis", lambda *arguments: FullDiagnosis(None, None, None))


ROLES = {
    "deviations": ("feature_deviations", "s", "s = deviations(X)", ""),
    "scale": ("standardised", "Z", "Z = scale(X, s)", 's = "feature_deviations"'),
    "sdev": ("standard_deviations", "d", "d = sdev(X, k)", ""),
    "lam": ("eigenvalue_matrix", "L", "L = lam(X, k)", ""),
    "count": ("component_count", "m", "m = count(X, t)", 't = "share"'),
    "whiten": ("whitened", "Y", "Y = whiten(X, k, e)", 'e = "epsilon"'),
    "zca": ("zca", "Y", "Y = zca(X, e)", 'e = "epsilon"'),
    "error": ("reconstruction_error", "r", "r = error(X, k)", ""),
    "rbf": ("kernel", "K", "K = rbf(X, g)", 'g = "gamma"'),
    "kpca": ("kernel_scores", "T", "T = kpca(K, k)", 'K = "kernel"'),
}
STANDARDISED = ("deviations", "scale")
CODE = """\
import numpy as np
def axes(X):
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(X.T))
    return Xc, values[::-1].clip(0), vectors[:, ::-1]
def deviations(X): return X.std(axis=0, ddof=1)
def scale(X, s): return (X - X.mean(axis=0)) / s
def sdev(X, k): return np.sqrt(axes(X)[1][:k])
def lam(X, k): return np.diag(axes(X)[1][:k])
def count(X, t): return int(np.argmax(np.cumsum(axes(X)[1]) / axes(X)[1].sum() >= t)) + 1
def whiten(X, k, e):
    Xc, values, W = axes(X)
    return Xc @ W[:, :k] / np.sqrt(values[:k] + e)
def zca(X, e):
    Xc, values, W = axes(X)
    return Xc @ W / np.sqrt(values + e) @ W.T
def error(X, k):
    Xc, values, W = axes(X)
    return ((Xc - Xc @ W[:, :k] @ W[:, :k].T) ** 2).mean()
def rbf(X, g): return np.exp(-g * ((X[:, None] - X[None]) ** 2).sum(axis=2))
def kpca(K, k):
    H = np.eye(len(K)) - 1 / len(K)
    values, vectors = np.linalg.eigh(H @ K @ H)
    return vectors[:, ::-1][:, :k] * np.sqrt(values[::-1][:k])
"""


def assignment(samples: str) -> Assignment:
    text = f'file = "hw.py"\nseed = 3\nsamples = "{samples}"\n'
    text += '[conventions]\nshare = 0.9\nepsilon = 0.1\nwhitening = "n-1"\nkernel = "rbf"\ngamma = 0.0\n'
    for name, (role, expression, call, given) in ROLES.items():
        rubric = [item for item in CRITERIA if item.startswith(f"{role}.")]
        text += f'[[task]]\nname = "{name}"\ncall = "{call}"\nroles = {{ {role} = "{expression}" }}\n'
        text += f"given = {{ {given} }}\ncriteria = {{ {', '.join(f'{item} = 1' for item in rubric)} }}\n"
        if name in STANDARDISED:
            text += 'conventions = { standardise = "n-1" }\n'
    return loads(text)


ROWS, COLUMNS = assignment("rows"), assignment("columns")
TURNED = (
    CODE.replace("def kpca(K, k):", "def _kpca(K, k):")
    + """
def turn(f, both=True):
    return lambda X, *rest: f(X.T, *rest).T if both else f(X.T, *rest)
scale, whiten, zca = turn(scale), turn(whiten), turn(zca)
deviations, sdev, lam, count, error, rbf = (turn(f, False) for f in (deviations, sdev, lam, count, error, rbf))
def kpca(K, k): return _kpca(K, k).T
"""
)


def lost(top: Pool, source: str, asked: Assignment) -> set[str]:
    limits = asked.limits
    result = grade(lambda jobs: top.run_all(jobs, limits), asked, Submission("ada", {"hw.py": source.encode()}))
    assert result.gradable
    return {item.task for item in result.criteria if item.points < item.max_points}


def test_right_code_earns_everything(top: Pool) -> None:
    assert lost(top, CODE, ROWS) == set()
    assert lost(top, TURNED, COLUMNS) == set()


# One change, and the tasks that it costs: each starts from right values, so no other.
CHANGES = {
    "deviations": ("ddof=1", "ddof=0"),
    "scale": ("/ s", "/ s**2"),
    "sdev": ("return np.sqrt(axes(X)[1][:k])", "return axes(X)[1][:k]"),
    "lam": ("np.diag(axes(X)[1][:k])", "np.cov(X.T)[:k, :k]"),
    "count": ("t)) + 1", "t))"),
    "whiten": ("W[:, :k] / np.sqrt(values[:k] + e)", "W[:, :k] / np.sqrt(values[:k])"),
    "zca": ("/ np.sqrt(values + e) @ W.T", "/ np.sqrt(values + e)"),
    "error": ("** 2).mean()", "** 2).sum()"),
    "rbf": ("np.exp(-g *", "np.exp(-2 * g *"),
    "kpca": ("eigh(H @ K @ H)", "eigh(K)"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_mistake_costs_its_own_task(name: str, top: Pool) -> None:
    old, new = CHANGES[name]
    assert old in CODE
    assert lost(top, CODE.replace(old, new, 1), ROWS.for_students()) == {name}
