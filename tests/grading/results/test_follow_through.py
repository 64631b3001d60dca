"""What follows from a mistake earns its points only where there is an answer that was computed from the data."""

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.engine import grade
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

ASSIGNMENT = loads("""\
title = "Parts"
file = "parts.py"
follow_through = 1

[[task]]
name = "center"
call = "Xc = center(X)"
roles = { centered = "Xc" }
criteria = { centered.values = 10 }

[[task]]
name = "covariance"
call = "C = covariance(Xc)"
given = { Xc = "centered" }
roles = { covariance = "C" }
criteria = { covariance.values = 10 }

[[task]]
name = "axes"
call = "W = axes(C, k)"
given = { C = "covariance" }
roles = { components = "W" }
criteria = { components.orthonormal = 10, components.captured = 10, components.order = 10 }

[[task]]
name = "project"
call = "Z = project(Xc, W)"
given = { Xc = "centered", W = "components" }
roles = { scores = "Z" }
criteria = { scores.centred = 10, scores.agree = 10, scores.variances = 10 }
""")
RETURNS = {
    "zeros": (
        "np.zeros(X.shape)",
        "np.zeros((len(X.T), len(X.T)))",
        "np.zeros((len(C), k))",
        "np.zeros((len(X), len(W.T)))",
    ),
    "ones": (
        "np.ones(X.shape)",
        "np.ones((len(X.T), len(X.T)))",
        "np.ones((len(C), k))",
        "np.ones((len(X), len(W.T)))",
    ),
    "nothing": ("None",) * 4,
    "an empty dictionary": ("{}",) * 4,
    "unit vectors": (
        "np.eye(*X.shape)",
        "np.eye(len(X.T))",
        "np.eye(len(C))[:, ::-1][:, :k]",
        "np.eye(len(X), len(W.T))",
    ),
    "numbers in a row": (
        "np.arange(X.size).reshape(X.shape)",
        "np.arange(len(X.T) ** 2).reshape(len(X.T), -1)",
        "np.arange(len(C) * k).reshape(-1, k)",
        "np.arange(len(X) * len(W.T)).reshape(len(X), -1)",
    ),
    "random numbers": (
        "np.random.rand(*X.shape)",
        "np.random.rand(len(X.T), len(X.T))",
        "np.random.rand(len(C), k)",
        "np.random.rand(len(X), len(W.T))",
    ),
    "errors": ("1 / 0",) * 4,
    "what was handed over": ("X", "X", "C", "X"),
    "parts of what was handed over": ("X[::-1]", "X.T[:, :X.shape[1]]", "C[:, :k]", "X[:, :W.shape[1]]"),
    "what was handed over last": ("X", "X[:X.shape[1]]", "np.ones((len(C), k))", "W"),
}
SOURCE = """\
import numpy as np
def center(X): return {}
def covariance(X): return {}
def axes(C, k): return {}
def project(X, W): return {}
"""


def graded(top: Pool, source: str) -> Result:
    run_all = lambda jobs: top.run_all(jobs, ASSIGNMENT.limits)  # noqa: E731
    return grade(run_all, ASSIGNMENT, Submission("ada", {"parts.py": source.encode()}))


@pytest.mark.parametrize("what", RETURNS)
def test_a_worthless_return_value_earns_nothing(what: str, top: Pool) -> None:
    result = graded(top, SOURCE.format(*RETURNS[what]))
    paid = {f"{item.task}: {item.criterion}" for item in result.criteria if item.follow_through}
    assert not paid, result.diagnosis
    earned = {item.criterion for item in result.criteria if item.points}
    # the few that hold by chance, of unit vectors or of zeros
    assert earned <= {"components.orthonormal", "components.order", "scores.centred"}
    assert (result.score or 0) <= 20
    assert not any(item.followed for item in result.criteria)


def test_a_step_computed_correctly_from_a_diagnosed_mistake_earns_its_points(top: Pool) -> None:
    right = ("X - X.mean(axis=0)", "X.T @ X / (len(X) - 1)", "np.linalg.eigh(C)[1][:, :k]", "X @ W")
    source = SOURCE.format(*right)
    result = graded(top, source)
    assert result.diagnosis
    assert 0 < (result.score or 0) < result.max_score


def test_the_data_earn_nothing_beside_code_that_is_never_run(top: Pool) -> None:
    source = """\
import numpy as np
def unused(s): return s**2
def pca(X, k): return np.eye(X.shape[1])[:, :k], np.ones(k), X[:, :k] * 1.0
"""
    result = of_one(top, source, ALL, "components.captured = 4\nscores.space = 4\nscores.agree = 4")
    assert result.diagnosis
    assert result.diagnosis.name == "returns-its-input"
    assert not any(item.follow_through for item in result.criteria)


STARTER = """\
title = "Exercise 7"
file = "ex7.py"
follow_through = 1

[[task]]
name = "normalize"
call = "Xn, mu, sigma = featureNormalize(X)"
roles = { centered = "Xn", mean = "mu" }
conventions = { standardise = "n-1" }
criteria = { centered.values = 6, mean.values = 3 }

[[task]]
name = "pca"
call = "U, S = pca(Xn)"
given = { Xn = "centered" }
roles = { components = "U[:, :k]" }
conventions = { standardise = "n-1" }
criteria = { components.orthonormal = 5, components.captured = 8, components.eigen_equation = 4 }

[[task]]
name = "project"
call = "Z = projectData(Xn, W)"
given = { Xn = "centered", W = "components" }
roles = { scores = "Z" }
conventions = { standardise = "n-1" }
criteria = { scores.agree = 6, scores.variances = 4 }

[[task]]
name = "recover"
call = "R = recoverData(Z, W)"
given = { Z = "scores", W = "components" }
roles = { reconstruction = "R" }
conventions = { standardise = "n-1", reconstruction = "standardised" }
criteria = { reconstruction.error = 8, reconstruction.rank = 4 }
"""
NOTHING = {
    "zeros": ("np.zeros(X.shape), np.zeros(X.shape[1]), np.zeros(X.shape[1])", "np.zeros((X.shape[1], X.shape[1])), 0",
              "np.zeros((len(X), W.shape[1]))", "np.zeros((len(Z), len(W)))"),
    "None": ("None, None, None", "None, None", "None", "None"),
    "{}": ("{}", "{}", "{}", "{}"),
    "inputs": ("X, X, X", "X, X", "X", "Z"),
    "random": ("np.random.rand(*X.shape), np.random.rand(X.shape[1]), 1", "np.random.rand(X.shape[1], X.shape[1]), 0",
               "np.random.rand(len(X), W.shape[1])", "np.random.rand(len(Z), len(W))"),
}  # fmt: skip


@pytest.mark.parametrize("what", NOTHING)
def test_starter_code_earns_next_to_nothing(what: str, top: Pool) -> None:
    """Functions as a course hands them out, before anybody wrote into them."""
    one, two, three, four = NOTHING[what]
    source = (
        f"import numpy as np\ndef featureNormalize(X): return {one}\ndef pca(X): return {two}\n"
        f"def projectData(X, W): return {three}\ndef recoverData(Z, W): return {four}\n"
    )
    assignment = loads(STARTER)
    run_all = lambda jobs: top.run_all(jobs, assignment.limits)  # noqa: E731
    result = grade(run_all, assignment, Submission("ada", {"ex7.py": source.encode()}))
    assert not any(item.follow_through for item in result.criteria), result.diagnosis
    # zeros are of rank 0
    assert (result.score or 0) <= (4 if what == "zeros" else 0.0), [item for item in result.criteria if item.points]


ONE = """\
title = "One function"
file = "pca.py"
follow_through = 0.5
call = "W, lam, Z = pca(X, k)"
roles = {{ {roles} }}
[criteria]
{criteria}
"""
ALL = 'components = "W", explained_variance = "lam", scores = "Z"'
ROWS = """\
import numpy as np
def pca(X, k):
    Xc = X - X.mean(axis=0)
    lam, V = np.linalg.eigh(np.cov(Xc.T))
    W = V[:, ::-1][:k].T
    return W, lam[::-1][:k], Xc @ W
"""
UNCENTRED = """\
import numpy as np
def pca(X, k):
    s, Vt = np.linalg.svd(X, full_matrices=False)[1:]
    return Vt[:k].T, s[:k] ** 2 / (len(X) - 1), X @ Vt[:k].T
"""


def of_one(top: Pool, source: str, roles: str, criteria: str) -> Result:
    assignment = loads(ONE.format(roles=roles, criteria=criteria))
    run_all = lambda jobs: top.run_all(jobs, assignment.limits)  # noqa: E731
    return grade(run_all, assignment, Submission("ada", {"pca.py": source.encode()}))


def test_follow_through_pays_the_named_share_and_gives_the_reason(top: Pool) -> None:
    criteria = (
        "components.captured = 4\nscores.space = 4\nscores.variances = { points = 2, follow_through = 1 }\n"
        "scores.uncorrelated = { points = 2, follow_through = 0 }"
    )
    result = of_one(top, ROWS, ALL, criteria)
    assert result.diagnosis
    assert result.diagnosis.name == "rows-for-columns"
    found = {item.criterion: item for item in result.criteria}
    assert not found["components.captured"].follow_through  # where the mistake is made
    assert found["scores.space"].points == 2
    assert found["scores.space"].followed == (
        "2 of 4 points by follow-through: given the mistake named above, what came out for the scores is right"
    )
    assert found["scores.variances"].points == 2
    assert found["scores.variances"].followed.startswith("full points")
    assert found["scores.variances"].is_full
    assert not found["scores.space"].is_full
    assert not found["scores.uncorrelated"].follow_through
    assert not found["scores.uncorrelated"].followed


def test_follow_through_does_not_pay_for_the_omitted_step(top: Pool) -> None:
    roles = 'explained_variance = "lam", scores = "Z"'
    criteria = "explained_variance.values = 4\nscores.centred = 2\nscores.space = 4\nscores.variances = 2"
    result = of_one(top, UNCENTRED, roles, criteria)
    assert result.diagnosis
    assert result.diagnosis.name == "never-centred"
    found = {item.criterion: item for item in result.criteria}
    assert not found["scores.centred"].follow_through
    assert found["scores.space"].follow_through
    assert (result.score or 0) <= 0.5 * result.max_score


SHARED = """\
title = "Shared"
file = "shared.py"
follow_through = 1

[[task]]
name = "axes"
call = "W = axes(X, k)"
roles = { components = "W" }
criteria = { components.orthonormal = 1, components.captured = 1 }

[[task]]
name = "scores"
call = "Z = scores(X, k)"
roles = { scores = "Z" }
criteria = { scores.centred = 1, scores.variances = 1, scores.space = 1 }
"""
SHARED_CODE = """\
import numpy as np
def axes(X, k):
    A = X - X.mean(axis=0)
    return np.linalg.svd(A, full_matrices=False)[2][:k].T
def scores(X, k):
    return (X - X.mean(axis=0)) @ axes(X, k)
"""


@pytest.mark.parametrize(
    ("right", "wrong", "name"),
    [
        ("[:k].T", "[::-1][:k].T", "smallest-components"),  # named in both tasks
        # another name in the second task, for the same line
        ("A = X - X.mean(axis=0)", "A = X", "never-centred"),
        ("A = X - X.mean(axis=0)", "A = (X - X.mean(axis=0)) / X.std(axis=0)", "standardised-unasked"),
    ],
)
def test_a_mistake_of_two_tasks_costs_points_in_the_first_alone(right: str, wrong: str, name: str, top: Pool) -> None:
    assignment = loads(SHARED)
    source = SHARED_CODE.replace(right, wrong, 1)
    run_all = lambda jobs: top.run_all(jobs, assignment.limits)  # noqa: E731
    result = grade(run_all, assignment, Submission("ada", {"shared.py": source.encode()}))
    assert result.diagnosis
    assert result.diagnosis.name == name
    found = {(item.task, item.criterion): item for item in result.criteria}
    lost = found["axes", "components.captured"]
    assert not lost.follow_through
    assert lost.points < 1
    paid = {key for key, item in found.items() if item.follow_through}
    assert paid
    assert {task for task, _ in paid} == {"scores"}
    assert result.score == pytest.approx(result.max_score - 1 + lost.points)
