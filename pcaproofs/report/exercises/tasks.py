"""Programs to be written: a task, a program that solves it, and the result of that program for four drawn samples."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from pcaproofs.report.documents.model import ExerciseBlock
from pcaproofs.report.documents.writing import code
from pcaproofs.report.exercises.model import exercise, written
from pcaproofs.report.exercises.samples import four

DIGITS = 4


@dataclass(frozen=True)
class Program:
    """What a function is to compute from X, a program that defines it, how it is called, and the claim behind it."""

    text: str
    hint: str
    program: str
    call: str
    claim: str


TASKS = {
    "moments": Program(
        "the mean of the rows of `X` and their covariance matrix with the divisor $n$, without `np.mean` and `np.cov`",
        "The covariance matrix is $\\tfrac1nX^\\top X-\\mu\\mu^\\top$.",
        """\
def moments(X):
    n = len(X)
    mean = X.sum(axis=0) / n
    return mean, X.T @ X / n - np.outer(mean, mean)
""",
        "moments(X)",
        "moments.sample-covariance-two-forms",
    ),
    "centering": Program(
        "$HX$ in a number of operations that grows like $np$, so without the $n\\times n$ matrix $H$",
        "What does $H$ do to a column?",
        """\
def centred(X):
    return X - X.sum(axis=0) / len(X)
""",
        "centred(X)",
        "centering.action",
    ),
    "projection": Program(
        "the point nearest to $x$ in the span of the columns of $B$, which are independent but not orthonormal",
        "An orthonormal basis of the same subspace is the factor $Q$ of a QR decomposition.",
        """\
def nearest(x, B):
    Q, _ = np.linalg.qr(B)
    return Q @ (Q.T @ x)
""",
        "nearest(X[0], X[1:2].T)",
        "projection.same-subspace",
    ),
    "affine": Program(
        "the sum of the squared distances of the rows of `X` from the line through $a$ along $w$, for any $w\\ne0$",
        "Normalise $w$ first.",
        """\
def error(X, a, w):
    w = w / np.linalg.norm(w)
    t = (X - a) @ w
    return ((X - a - np.outer(t, w)) ** 2).sum()
""",
        "error(X, X[0], X[1] - X[0])",
        "affine.decomposition",
    ),
    "equivalence": Program(
        "what the line through the mean along a unit vector $w$ loses of the samples, from the total and from what it "
        "keeps, without a residual",
        "What is lost and what is kept add up to a constant.",
        """\
def lost(X, w):
    centred = X - X.mean(axis=0)
    return (centred**2).sum() - ((centred @ w) ** 2).sum()
""",
        "lost(X, np.array([0.6, 0.8]))",
        "equivalence.variance-kept",
    ),
    "matrix-form": Program(
        "$\\operatorname{tr}(A^\\top B)$ for two matrices of the same size, without a product of matrices",
        "Write the trace of the product as a sum over all entries.",
        """\
def trace_of_product(A, B):
    return (A * B).sum()
""",
        "trace_of_product(X, X[::-1])",
        "matrix-form.trace-rules",
    ),
    "stationarity": Program(
        "whether the unit vector $w$ is a stationary direction of $w^\\top Sw$, up to the rounding error `small`",
        "The gradient on the unit circle is $Sw-(w^\\top Sw)w$, up to a factor.",
        """\
def is_stationary(S, w, small=1e-9):
    residue = S @ w - (w @ S @ w) * w
    return np.linalg.norm(residue) <= small
""",
        "is_stationary(X.T @ X, np.array([0.6, 0.8]))",
        "stationarity.eigenvector",
    ),
    "spectral": Program(
        "the largest eigenvalue of a positive semidefinite matrix $S$ by 200 steps of $w\\mapsto Sw/\\|Sw\\|$",
        "Start anywhere; in the end, $w^\\top Sw$ is the value.",
        """\
def largest(S):
    w = np.ones(len(S))
    for _ in range(200):
        w = S @ w
        w = w / np.linalg.norm(w)
    return w @ S @ w
""",
        "largest(np.cov(X.T, bias=True))",
        "spectral.quadratic-form-at-eigenvector",
    ),
    "trace-objective": Program(
        "the greatest value of $\\operatorname{tr}(B^\\top AB)$ over all $B$ with $d$ orthonormal columns, for a "
        "symmetric $A$",
        "No $B$ is needed.",
        """\
def greatest(A, d):
    values = np.linalg.eigvalsh(A)
    return np.sort(values)[::-1][:d].sum()
""",
        "greatest(np.cov(X.T, bias=True), 1)",
        "trace-objective.ky-fan",
    ),
    "svd": Program(
        "the variances of the principal components, with the divisor $n$, without forming $X^\\top X$",
        "The squares of the singular values of the centred table, divided by $n$.",
        """\
def variances(X):
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    return s**2 / len(X)
""",
        "variances(X)",
        "svd.eigenvectors",
    ),
    "deflation": Program(
        "the variance along the second principal axis, from one decomposition that finds the first axis, and a second "
        "one of what is left",
        "Take the part along the first axis away from every sample.",
        """\
def second_variance(X):
    centred = X - X.mean(axis=0)
    _, _, V = np.linalg.svd(centred)
    left = centred - np.outer(centred @ V[0], V[0])
    return np.linalg.norm(left, 2) ** 2 / len(X)
""",
        "second_variance(X)",
        "deflation.second-round",
    ),
    "explained": Program(
        "the least number of principal components that explain at least the share `wanted` of the variance",
        "Sum up the eigenvalues in decreasing order.",
        """\
def how_many(X, wanted):
    S = np.cov(X.T, bias=True)
    values = np.linalg.eigvalsh(S)[::-1]
    shares = np.cumsum(values) / values.sum()
    return int(np.sum(shares < wanted)) + 1
""",
        "how_many(X, 0.75)",
        "explained.threshold",
    ),
    "algorithms": Program(
        "the variance along the first principal axis from the $n\\times n$ matrix of the inner products of the centred "
        "samples",
        "This matrix and the covariance matrix times $n$ have the same nonzero eigenvalues.",
        """\
def first_variance(X):
    centred = X - X.mean(axis=0)
    gram = centred @ centred.T
    return np.linalg.eigvalsh(gram)[-1] / len(X)
""",
        "first_variance(X)",
        "algorithms.four-routes",
    ),
}
"""The task of each chapter."""


def result(task: Program, X: Any) -> Any:
    """What the program of a task returns for the samples in the rows of X."""
    import numpy as np

    names: dict[str, Any] = {"np": np, "X": X}
    exec(task.program, names)
    return eval(task.call, names)


def write_a_program(chapter: str, draw: Random) -> list[ExerciseBlock]:
    """The task of a chapter with four drawn samples, if it has one; the answer is a program and what it returns."""
    import numpy as np

    if chapter not in TASKS:
        return []
    task, samples = TASKS[chapter], [[int(x) for x in row] for row in four(draw).X.tolist()]
    shown = f"X = np.array({samples})\n{task.call}\n"
    question = (*written(f"Write a function that computes {task.text}. What does it return here?"), code(shown))
    found = result(task, np.array(samples))
    told = f"It returns `{_printed(found)}`. See {{claim}}`{task.claim}`."
    answer = (*written("One of many programs:"), code(task.program), *written(told))
    return [exercise("write", question, answer, task.hint)]


def _printed(found: Any) -> str:
    """Numbers with at most DIGITS digits after the point."""
    import numpy as np

    if isinstance(found, tuple | list):
        return f"({', '.join(map(_printed, found))})"
    if isinstance(found, np.ndarray):
        return f"[{', '.join(map(_printed, found))}]"
    if isinstance(found, bool | np.bool_):
        return str(bool(found))
    return f"{round(float(found), DIGITS) + 0.0:g}"
