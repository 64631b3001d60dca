"""Calculations with drawn numbers: values for the gaps << and >> in numbers.md, computed from the definitions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from sympy import Matrix, Rational, ones

from pcaproofs.report.exercises.samples import TRIPLES, direction, four, spectrum

Values = Mapping[str, Any]
"""Name -> a number, a column, a list of either, a Rows or words."""


class Rows(list[Any]):
    """A matrix that is printed by its rows."""

    def __init__(self, matrix: Any):
        super().__init__(matrix.row(k) for k in range(matrix.rows))


def _list(matrix: Any) -> list[Any]:
    """The rows of a matrix as one list."""
    return [matrix.row(k) for k in range(matrix.rows)]


def _mean_and_covariance(draw: Random) -> Values:
    s = four(draw)
    S = s.covariance
    return {
        "samples": _list(s.X),
        "mean": s.mean,
        "centred": _list(s.centred),
        "S": Rows(S),
        "unbiased": Rows(S * 4 / 3),
    }


def _variance_along(draw: Random) -> Values:
    s, w = four(draw), direction(draw, TRIPLES[:2])
    scores = list(s.X * w)
    mean = sum(scores) / 4
    variance = sum((x - mean) ** 2 for x in scores) / 4
    known = {"S": Rows(s.covariance), "w": w, "samples": _list(s.X), "scores": scores, "mean": mean}
    return {**known, "variance": variance, "twice": (2 * w.T * s.covariance * 2 * w)[0]}


def _a_column(draw: Random) -> Values:
    v = Matrix(draw.sample(range(-6, 10), 4))
    v[0] += (-sum(v) % 4) or 4
    v[1] += 0 if sum(v) else 4
    mean = Rational(sum(v), 4)
    centred = v - mean * ones(4, 1)
    k = draw.choice([1, 2, 3])
    z = centred + Matrix([k, -k, 0, 0])
    near, far = (v - centred).dot(v - centred), (v - z).dot(v - z)
    out = {"v": v, "z": z, "mean": mean, "centred": centred, "near": near, "far": far}
    return {**out, "difference": far - near, "way": z - centred}


def _entries(draw: Random) -> Values:
    n = draw.choice([3, 4, 5, 8, 10])
    H = Matrix.eye(n) - ones(n, n) / n
    return {"n": n, "power": draw.choice([2, 3, 5]), "diagonal": H[0, 0], "beside": H[0, 1], "trace": H.trace()}


def _foot(draw: Random) -> Values:
    w = direction(draw)
    long = w * max(x.q for x in w)
    x = draw.choice([2, 3, -2]) * long + draw.choice([1, 2, -1]) * Matrix([-long[1], long[0]])
    factor = x.dot(long) / long.dot(long)
    foot = factor * long
    out = {"direction": long, "x": x, "inner": x.dot(long), "square": long.dot(long), "factor": factor, "foot": foot}
    return {**out, "residual": x - foot, "whole": x.dot(x), "kept": foot.dot(foot), "lost": (x - foot).dot(x - foot)}


def _shifted_line(draw: Random) -> Values:
    s, distance = four(draw), draw.choice([2, 3, 4, 5])
    w = s.axes.col(0)
    a = s.mean.T + distance * Matrix([-w[1], w[0]])
    residues = [(x.T - a) - w * (w.T * (x.T - a)) for x in _list(s.X)]
    error = sum(r.dot(r) for r in residues)
    return {"samples": _list(s.X), "w": w, "distance": distance, "mean": s.mean, "least": s.lost(w), "error": error}


def _lost_and_kept(draw: Random) -> Values:
    s = four(draw)
    w, e = s.axes.col(0), Matrix([1, 0])
    out = {"centred": _list(s.centred), "w": w, "kept": s.kept(w), "lost": s.lost(w)}
    return {**out, "other_kept": s.kept(e), "other_lost": s.lost(e), "total": sum(x**2 for x in s.centred)}


def _mean_square(draw: Random) -> Values:
    while True:
        s = four(draw)
        w = s.axes.col(draw.choice([0, 1]))
        t = list(s.X * w)
        mean, square = sum(t) / 4, sum(x**2 for x in t) / 4
        if mean:
            break
    variance = sum((x - mean) ** 2 for x in t) / 4
    out = {"samples": _list(s.X), "w": w, "scores": t, "square": square, "variance": variance}
    return {**out, "difference": square - variance, "mean": mean}


def _traces(draw: Random) -> Values:
    while True:
        F, G, M = (Matrix(2, 2, [draw.randrange(-2, 3) for _ in range(4)]) for _ in range(3))
        rotated, exchanged = (F * G * M).trace(), (G * F * M).trace()
        if rotated != exchanged:
            return {"F": Rows(F), "G": Rows(G), "M": Rows(M), "rotated": rotated, "exchanged": exchanged}


def _is_it(draw: Random) -> Values:
    s = four(draw)
    V, w = s.covariance, s.axes.col(draw.choice([0, 1]))
    multiplier = (w.T * V * w)[0]
    return {"V": Rows(V), "w": w, "image": V * w, "multiplier": multiplier, "other": V.col(0)}


def _two_by_two(draw: Random) -> Values:
    s = four(draw)
    S = s.covariance
    one, two = s.eigenvalues
    out = {"S": Rows(S), "trace": S.trace(), "determinant": S.det(), "one": one, "two": two}
    return {**out, "first": s.axes.col(0), "second": s.axes.col(1)}


def _weights(draw: Random) -> Values:
    values = spectrum(draw, 3)
    a, b, c = draw.choice(TRIPLES[:2])
    k = draw.choice([0, 1, 2])
    others = [i for i in range(3) if i != k]
    B = Matrix.zeros(3, 2)
    B[k, 0], B[others[0], 1], B[others[1], 1] = 1, Rational(a, c), Rational(b, c)
    value = (B.T * Matrix.diag(*values) * B).trace()
    weights = [(B.row(i) * B.row(i).T)[0] for i in range(3)]
    out = {"values": values, "first": B.col(0), "second": B.col(1), "weights": weights}
    return {**out, "value": value, "best": values[0] + values[1]}


def _discarded(draw: Random) -> Values:
    values, n, d = spectrum(draw, 4), draw.choice([10, 20, 50]), draw.choice([1, 2, 3])
    return {"values": values, "n": n, "d": d, "discarded": sum(values[d:]), "error": n * sum(values[d:])}


def _singular_values(draw: Random) -> Values:
    s = four(draw)
    scores = s.centred * s.axes
    squares = [scores.col(k).dot(scores.col(k)) for k in (0, 1)]
    out = {"samples": _list(s.X), "first": s.axes.col(0), "second": s.axes.col(1), "scores": _list(scores)}
    return {**out, "squares": squares, "variances": [x / 4 for x in squares], "unbiased": [x / 3 for x in squares]}


def _one_round(draw: Random) -> Values:
    s = four(draw)
    w = s.axes.col(0)
    residues = s.centred - s.centred * w * w.T
    left = residues.T * residues / 4
    out = {"centred": _list(s.centred), "w": w, "residues": _list(residues), "left": Rows(left)}
    return {**out, "second": left.trace(), "axis": s.axes.col(1)}


def _when_it_pays(draw: Random) -> Values:
    n, p, k = draw.choice([50, 100, 200, 500]), draw.choice([20, 30, 80]), draw.choice([2, 3, 5])
    most = max(k for k in range(p) if k * (n + p) < n * p)
    return {"n": n, "p": p, "k": k, "stored": k * p + k * n, "whole": n * p, "most": most}


def _how_many(draw: Random) -> Values:
    values = sorted((draw.randrange(1, 40) for _ in range(5)), reverse=True)
    values[0] += -sum(values) % 100
    total = sum(values)
    shares = [Rational(sum(values[: k + 1]), total) for k in range(5)]
    wanted = Rational(draw.choice([80, 90, 95]), 100)
    d = next(k for k, x in enumerate(shares, 1) if x >= wanted)
    out = {"values": values, "wanted": wanted, "total": total, "shares": shares}
    return {**out, "d": d, "lost": 1 - shares[d - 1]}


def _shapes(draw: Random) -> Values:
    n, p, q = draw.choice([(40, 1000, 5), (100, 10000, 20), (1000, 12, 3), (500, 30, 4)])
    sizes = {"covariance": (p, p), "gram": (n, n), "transform": (p, q), "scores": (n, q)}
    shown = {name: rf"${a}\times{b}$" for name, (a, b) in sizes.items()}
    return {"n": n, "p": p, "q": q, **shown, "smaller": "Gram" if n < p else "covariance"}


def _gram(draw: Random) -> Values:
    a, b, c = draw.choice(TRIPLES[:2])
    k = draw.choice([1, 2, 3])
    x = Matrix([[k * a, 0, k * b]])
    X = Matrix.vstack(x, -x)
    gram = X * X.T
    return {"X": Rows(X), "gram": Rows(gram), "value": gram.trace(), "axis": x / (k * c)}


MAKERS: dict[str, Callable[[Random], Values]] = {
    "moments.mean-and-covariance": _mean_and_covariance,
    "moments.variance-along": _variance_along,
    "centering.a-column": _a_column,
    "centering.entries": _entries,
    "projection.foot": _foot,
    "affine.shifted-line": _shifted_line,
    "equivalence.lost-and-kept": _lost_and_kept,
    "equivalence.mean-square": _mean_square,
    "matrix-form.traces": _traces,
    "stationarity.is-it": _is_it,
    "spectral.two-by-two": _two_by_two,
    "trace-objective.weights": _weights,
    "trace-objective.discarded": _discarded,
    "svd.singular-values": _singular_values,
    "deflation.one-round": _one_round,
    "deflation.when-it-pays": _when_it_pays,
    "explained.how-many": _how_many,
    "algorithms.shapes": _shapes,
    "algorithms.gram": _gram,
}
"""The name of each calculation, with its chapter, and what draws its numbers."""
