"""Calculations with drawn numbers: values for the gaps << and >> in numbers.md, computed from the definitions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import accumulate, pairwise
from random import Random
from typing import Any

from sympy import Matrix, Rational, ones

from pcaproofs.reference import irises, pca
from pcaproofs.reference.irises import FEATURES, SPECIES
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


PLACE = 3  # digits after the point of numbers about the irises


def _rounded(x: Any) -> Any:
    """Numbers in floating point as decimals that can be printed."""
    return [_rounded(y) for y in x] if hasattr(x, "__len__") else Rational(f"{float(x):.{PLACE}f}")


def _column(x: Any) -> Any:
    return Matrix(_rounded(x))


def _of_a_species(draw: Random) -> Values:
    species, X = _species(draw)
    variances = X.var(axis=0)
    out = {"species": species, "features": f"{', '.join(FEATURES[:-1])} and {FEATURES[-1]}, in cm"}
    most = FEATURES[int(variances.argmax())]
    return {**out, "mean": _column(X.mean(axis=0)), "variances": _rounded(variances), "most": most,
            "total": _rounded(variances.sum())}  # fmt: skip


def _species(draw: Random) -> tuple[str, Any]:
    species = draw.choice(SPECIES)
    return species, irises(species)


def _through_another_mean(draw: Random) -> Values:
    species, X = _species(draw)
    found, everywhere = pca(X, 1, ddof=0), irises().mean(axis=0)
    w = found.components[:, 0]

    def error(a: Any) -> Any:
        residues = (X - a) - ((X - a) @ w)[:, None] * w
        return (residues**2).sum()

    way = everywhere - found.mean
    out = {"species": species, "least": _rounded(error(found.mean)), "error": _rounded(error(everywhere)), "n": len(X)}
    return {**out, "square": _rounded(((way - (way @ w) * w) ** 2).sum())}


def _two_features(draw: Random) -> Values:
    species, X = _species(draw)
    variances = X.var(axis=0)
    second, first = variances.argsort()[-2:]
    values = pca(X, 2, ddof=0).explained_variance
    out = {"species": species, "one": FEATURES[int(first)], "other": FEATURES[int(second)]}
    return {**out, "kept": _rounded(variances[first] + variances[second]), "best": _rounded(values.sum()),
            "total": _rounded(variances.sum())}  # fmt: skip


def _best_rank(draw: Random) -> Values:
    squares, d = pca(irises(), ddof=0).singular_values ** 2, draw.choice([1, 2, 3])
    lost, whole = squares[d:].sum(), squares.sum()
    out = {"d": d, "count": d, "values": _rounded(squares**0.5), "whole": _rounded(whole), "lost": _rounded(lost)}
    return {**out, "share": Rational(f"{lost / whole:.4f}")}


def _of_one_and_all(draw: Random) -> Values:
    species, X = _species(draw)
    one, whole = (pca(x, ddof=0) for x in (X, irises()))
    shares, everywhere = one.explained_variance_ratio.cumsum(), whole.explained_variance_ratio.cumsum()
    along = [float((irises(name).mean(axis=0) - whole.mean) @ whole.components[:, 0]) for name in SPECIES]
    out = {"species": species, "shares": _rounded(shares), "d": int((shares < 0.9).sum()) + 1}
    out |= {"all": _rounded(everywhere), "few": int((everywhere < 0.9).sum()) + 1}
    return {**out, "whole": _rounded(whole.explained_variance[0]), "between": _rounded(sum(x * x for x in along) / 3)}


def _around(draw: Random) -> Values:
    small, step = draw.choice([2, 4, 6]), 15
    large, angle = small + draw.choice([20, 24, 28]), step * draw.randrange(12)
    right = (angle + 90) % 180
    bars = {k: small + (large - small) * math.cos(math.radians(k - angle)) ** 2 for k in range(0, 180, step)}
    plot = "\n".join(f"{k:4d}° {'#' * round(x):<36}{x:6.1f}" for k, x in bars.items())
    shown = {name: f"${x}^\\circ$" for name, x in (("angle", angle), ("right", right))}
    return {"plot": plot, "large": large, "small": small, "trace": large + small, **shown}


def _scree(draw: Random) -> Values:
    while True:
        cuts = sorted(draw.sample(range(1, 50), 4))
        shares = sorted((2 * (b - a) for a, b in pairwise([0, *cuts, 50])), reverse=True)
        drops = [a - b for a, b in pairwise(shares)]
        if len(set(shares)) == 5 and drops.count(max(drops)) == 1 and shares[0] < 70:
            break
    sums = list(accumulate(shares))
    wanted = draw.choice([x for x in (70, 80, 90) if x not in sums])
    d = next(k for k, x in enumerate(sums, 1) if x >= wanted)
    plot = "\n".join(f"{k}  {'#' * (x // 2)}" for k, x in enumerate(shares, 1))
    out = {
        "plot": plot,
        "wanted": f"{wanted} %",
        "shares": shares,
        "sums": sums,
        "d": d,
        "lost": f"{100 - sums[d - 1]} %",
    }
    return {**out, "drop": drops.index(max(drops)) + 1}


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
    "stationarity.around": _around,
    "explained.scree": _scree,
    "moments.irises": _of_a_species,
    "affine.irises": _through_another_mean,
    "trace-objective.irises": _two_features,
    "svd.irises": _best_rank,
    "explained.irises": _of_one_and_all,
}
"""The name of each calculation, plot and task about data, with its chapter, and what draws its numbers."""
