"""The numbers of calculations, computed again in floating point by the reference and NumPy."""

import re
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pcaproofs import reference
from pcaproofs.reference import center, covariance, mean, pca
from pcaproofs.report.documents.model import KINDS
from pcaproofs.report.exercises.model import TEXTS, number
from pcaproofs.report.exercises.numbers import MAKERS

FLOWERS = Path(reference.__file__).with_name("irises.csv")


def array(value):
    """A matrix, a list of rows, or a column as floats."""
    return np.squeeze(
        np.array([[float(x) for x in v] for v in value] if isinstance(value, list) else value, dtype=float)
    )


def line_error(X, point, w):
    R = X - point
    return ((R - np.outer(R @ w, w)) ** 2).sum()


def _moments(v):
    X = array(v["samples"])
    return [
        (array(v["mean"]), mean(X)),
        (array(v["centred"]), center(X)),
        (array(v["S"]), covariance(X)),
        (array(v["unbiased"]), np.cov(X, rowvar=False)),
    ]


def _along(v):
    X, w = array(v["samples"]), array(v["w"])
    return [
        (array(v["S"]), covariance(X)),
        (array([v["scores"]]), X @ w),
        (v["variance"], (X @ w).var()),
        (v["twice"], (X @ (2 * w)).var()),
        (v["mean"], (X @ w).mean()),
    ]


def _column(v):
    x, z = array(v["v"]), array(v["z"])
    centred = x - x.mean()
    return [
        (array(v["centred"]), centred),
        (v["mean"], x.mean()),
        (0, z.sum()),
        (v["near"], ((x - centred) ** 2).sum()),
        (v["far"], ((x - z) ** 2).sum()),
        (v["difference"], ((z - centred) ** 2).sum()),
        (array(v["way"]), z - centred),
    ]


def _entries(v):
    H = np.eye(v["n"]) - np.ones((v["n"], v["n"])) / v["n"]
    power = np.linalg.matrix_power(H, v["power"])
    return [(v["diagonal"], H[0, 0]), (v["beside"], H[1, 0]), (v["trace"], np.trace(H)), (v["trace"], np.trace(power))]


def _foot(v):
    d, x = array(v["direction"]), array(v["x"])
    factor = np.linalg.lstsq(d[:, None], x, rcond=None)[0][0]
    return [
        (v["inner"], d @ x),
        (v["square"], d @ d),
        (v["factor"], factor),
        (array(v["foot"]), factor * d),
        (array(v["residual"]), x - factor * d),
        (v["whole"], x @ x),
        (v["kept"], (factor * d) @ (factor * d)),
        (v["lost"], x @ x - (factor * d) @ (factor * d)),
    ]


def _shifted(v):
    X, w = array(v["samples"]), array(v["w"])
    normal = np.array([-w[1], w[0]])
    return [
        (np.abs(w), np.abs(pca(X, 1).components[:, 0])),
        (array(v["mean"]), X.mean(axis=0)),
        (v["least"], line_error(X, X.mean(axis=0), w)),
        (v["error"], line_error(X, X.mean(axis=0) - v["distance"] * normal, w)),
    ]


def _lost(v):
    X, w = array(v["centred"]), array(v["w"])
    e = np.array([1.0, 0.0])
    return [
        (0, X.sum()),
        (v["kept"], ((X @ w) ** 2).sum()),
        (v["lost"], line_error(X, 0, w)),
        (v["other_kept"], (X[:, 0] ** 2).sum()),
        (v["other_lost"], line_error(X, 0, e)),
        (v["total"], (X**2).sum()),
    ]


def _square(v):
    t = array(v["samples"]) @ array(v["w"])
    return [
        (array([v["scores"]]), t),
        (v["square"], (t**2).mean()),
        (v["variance"], t.var()),
        (v["mean"], t.mean()),
        (v["difference"], t.mean() ** 2),
    ]


def _traces(v):
    F, G, M = (array(v[name]) for name in "FGM")
    return [
        (v["rotated"], np.trace(M @ F @ G)),
        (v["rotated"], np.trace(F @ G @ M)),
        (v["exchanged"], np.trace(G @ F @ M)),
    ]


def _stationary(v):
    V, w = array(v["V"]), array(v["w"])
    return [(array(v["image"]), V @ w), (float(v["multiplier"]) * w, V @ w), (1, w @ w), (array(v["other"]), V[:, 0])]


def _two(v):
    S = array(v["S"])
    values = np.linalg.eigvalsh(S)
    vectors = [(S @ array(v[name]), float(v[x]) * array(v[name])) for name, x in (("first", "one"), ("second", "two"))]
    return [(v["trace"], np.trace(S)), (v["determinant"], np.linalg.det(S)), ([v["two"], v["one"]], values), *vectors]


def _weights(v):
    A, B = np.diag(array([v["values"]])), np.array([array(v["first"]), array(v["second"])]).T
    return [
        (B.T @ B, np.eye(2)),
        (array([v["weights"]]), np.diag(B @ B.T)),
        (v["value"], np.trace(B.T @ A @ B)),
        (v["best"], np.sort(np.diag(A))[-2:].sum()),
    ]


def _discarded(v):
    rest = sorted(v["values"])[: 4 - v["d"]]
    return [(v["discarded"], sum(rest)), (v["error"], v["n"] * sum(rest))]


def _singular(v):
    X = array(v["samples"])
    squares = np.linalg.svd(center(X), compute_uv=False) ** 2
    right = pca(X, 2)
    return [
        (array([v["squares"]]), squares),
        (array([v["variances"]]), right.explained_variance),
        (array([v["unbiased"]]), squares / 3),
        (np.abs(array(v["scores"])), np.abs(right.scores)),
    ]


def _round(v):
    X = array(v["centred"])
    first = pca(X, 1)
    residues = X - first.scores @ first.components.T
    left = covariance(residues)
    return [
        (array(v["residues"]), residues),
        (array(v["left"]), left),
        ([0, v["second"]], np.linalg.eigvalsh(left)),
        (float(v["second"]) * array(v["axis"]), left @ array(v["axis"])),
    ]


def _pays(v):
    n, p, k = v["n"], v["p"], v["most"]
    saves = [j * (n + p) < n * p for j in (k, k + 1)]
    return [
        (v["stored"], np.zeros((v["k"], p)).size + np.zeros((v["k"], n)).size),
        (v["whole"], n * p),
        (saves, [True, False]),
    ]


def _many(v):
    values = np.array(v["values"], dtype=float)
    shares = values.cumsum() / values.sum()
    d = int(np.searchsorted(shares, float(v["wanted"]) - 1e-12)) + 1
    return [(array([v["shares"]]), shares), (v["total"], values.sum()), (v["d"], d), (v["lost"], 1 - shares[d - 1])]


def _shapes(v):
    n, p, q = v["n"], v["p"], v["q"]
    X, W = np.broadcast_to(0, (n, p)), np.broadcast_to(0, (p, q))
    shapes = {"covariance": (X.shape[1],) * 2, "gram": (X.shape[0],) * 2, "transform": W.shape, "scores": (n, q)}
    printed = [re.findall(r"\d+", v[name]) for name in shapes]
    smaller = {"Gram": n, "covariance": p}
    return [
        ([list(map(int, x)) for x in printed], list(map(list, shapes.values()))),
        (smaller[v["smaller"]], min(n, p)),
    ]


def _gram(v):
    X = array(v["X"])
    return [
        (array(v["gram"]), X @ X.T),
        (v["value"], np.linalg.eigvalsh(X @ X.T)[-1]),
        (np.abs(array(v["axis"])), np.abs(pca(X, 1).components[:, 0])),
    ]


def _bars(plot):
    """The lengths of the bars of a plot in characters."""
    return [line.count("#") for line in plot.splitlines()]


def _angle(v):
    angles = np.radians(np.arange(0, 180, 15))
    turn, right = (np.radians(float(re.search(r"\d+", v[name])[0])) for name in ("angle", "right"))
    w = np.array([np.cos(turn), np.sin(turn)])
    S = v["small"] * np.eye(2) + (v["large"] - v["small"]) * np.outer(w, w)
    along = [np.array([np.cos(x), np.sin(x)]) @ S @ np.array([np.cos(x), np.sin(x)]) for x in angles]
    shown = [float(line.split()[-1]) for line in v["plot"].splitlines()]
    return [
        (np.linalg.eigvalsh(S), [v["small"], v["large"]]),
        (v["trace"], np.trace(S)),
        (abs(np.cos(turn - right)), 0),
        (shown, np.round(along, 1)),
        (np.abs(np.array(_bars(v["plot"])) - along) <= 0.5 + 1e-9, True),
    ]


def _steps(v):
    shares = np.array(_bars(v["plot"])) * 2
    sums = shares.cumsum()
    d = int(np.argmax(sums >= int(v["wanted"].split()[0]))) + 1
    return [
        ([v["shares"]], [shares]),
        ([v["sums"]], [sums]),
        (sums[-1], 100),
        (v["d"], d),
        (int(v["lost"].split()[0]), shares[d:].sum()),
        (v["drop"], int(np.argmax(-np.diff(shares))) + 1),
    ]


def _table(species=""):
    """The irises of a species, read from the file."""
    rows = [line.split(",") for line in FLOWERS.read_text(encoding="utf-8").splitlines()]
    return rows[0], np.array([[float(x) for x in row[:4]] for row in rows[1:] if species in ("", row[4])])


def _eigen(X):
    """The eigenvalues of the covariance matrix in decreasing order, and the eigenvectors as columns."""
    values, vectors = np.linalg.eigh(np.cov(X.T, bias=True))
    return values[::-1], vectors[:, ::-1]


def _flowers(v):
    names, X = _table(v["species"])
    variances = np.diag(np.cov(X.T, bias=True))
    return [
        (array(v["mean"]), np.round(np.average(X, axis=0), 3)),
        (array([v["variances"]]), np.round(variances, 3)),
        (v["total"], np.round(variances.sum(), 3)),
        (names.index(v["most"]), int(np.argmax(variances))),
    ]


def _flowers_beside(v):
    _, X = _table(v["species"])
    _, everything = _table()
    w = _eigen(X)[1][:, 0]
    errors = [line_error(X, a, w) for a in (np.average(X, axis=0), np.average(everything, axis=0))]
    return [
        ([v["least"], v["error"]], np.round(errors, 3)),
        (v["square"], np.round((errors[1] - errors[0]) / v["n"], 3)),
        (v["n"], len(X)),
    ]


def _pairs(v):
    names, X = _table(v["species"])
    kept = {(i, j): X[:, [i, j]].var(axis=0).sum() for i in range(4) for j in range(i)}
    best = max(kept, key=kept.get)
    values = _eigen(X)[0]
    return [
        (sorted(best), sorted(names.index(v[x]) for x in ("one", "other"))),
        (v["kept"], np.round(kept[best], 3)),
        (v["best"], np.round(values[:2].sum(), 3)),
        (v["total"], np.round(values.sum(), 3)),
    ]


def _ranks(v):
    X = center(_table()[1])
    U, s, V = np.linalg.svd(X, full_matrices=False)
    near, d = (U[:, : v["d"]] * s[: v["d"]]) @ V[: v["d"]], v["d"]
    lost, whole = ((X - near) ** 2).sum(), (X**2).sum()
    said = [(array([v["values"]]), np.round(s, 3)), (v["count"], d), (v["whole"], np.round(whole, 3))]
    return [*said, (v["lost"], np.round(lost, 3)), (v["share"], np.round(lost / whole, 4))]


def _one_of_three(v):
    (_, X), (_, everything) = _table(v["species"]), _table()
    (one, _), (every, vectors) = _eigen(X), _eigen(everything)
    means = [np.average(_table(name)[1], axis=0) for name in ("setosa", "versicolor", "virginica")]
    return [
        (array([v["shares"]]), np.round(one.cumsum() / one.sum(), 3)),
        (v["d"], int(np.argmax(one.cumsum() >= 0.9 * one.sum())) + 1),
        (array([v["all"]]), np.round(every.cumsum() / every.sum(), 3)),
        (v["few"], int(np.argmax(every.cumsum() >= 0.9 * every.sum())) + 1),
        (v["whole"], np.round(every[0], 3)),
        (v["between"], np.round((np.array(means) @ vectors[:, 0]).var(), 3)),
    ]


AGAIN = {
    "moments.mean-and-covariance": _moments,
    "moments.variance-along": _along,
    "centering.a-column": _column,
    "centering.entries": _entries,
    "projection.foot": _foot,
    "affine.shifted-line": _shifted,
    "equivalence.lost-and-kept": _lost,
    "equivalence.mean-square": _square,
    "matrix-form.traces": _traces,
    "stationarity.is-it": _stationary,
    "spectral.two-by-two": _two,
    "trace-objective.weights": _weights,
    "trace-objective.discarded": _discarded,
    "svd.singular-values": _singular,
    "deflation.one-round": _round,
    "deflation.when-it-pays": _pays,
    "explained.how-many": _many,
    "algorithms.shapes": _shapes,
    "algorithms.gram": _gram,
    "stationarity.around": _angle,
    "explained.scree": _steps,
    "moments.irises": _flowers,
    "affine.irises": _flowers_beside,
    "trace-objective.irises": _pairs,
    "svd.irises": _ranks,
    "explained.irises": _one_of_three,
}


def test_every_calculation_is_computed_again():
    assert AGAIN.keys() == MAKERS.keys()


@pytest.mark.parametrize("name", MAKERS)
def test_the_values_of_a_calculation(name):
    for seed in range(12):
        for exact, again in AGAIN[name](MAKERS[name](Random(seed))):
            np.testing.assert_allclose(np.array(exact, dtype=float), again, atol=1e-9)


@pytest.mark.parametrize("name", MAKERS)
def test_other_seeds_have_other_numbers(name):
    drawn = [str(MAKERS[name](Random(seed))) for seed in range(12)]
    assert len(set(drawn)) >= 3  # three species
    assert drawn == [str(MAKERS[name](Random(seed))) for seed in range(12)]


def test_the_texts_have_exactly_the_values_that_are_computed():
    sections = TEXTS.read_text(encoding="utf-8").split("\n## ")[1:]
    assert [section.split("\n", 1)[0].split(":")[0] for section in sections] == list(MAKERS)
    for section in sections:
        heading, text = section.split("\n", 1)
        name, _, kind = heading.partition(": ")
        assert not kind or kind in KINDS
        assert set(re.findall("<<(.*?)>>", text)) == MAKERS[name](Random(0)).keys(), name


NUMBERS = {"3": "3", "-1/2": "-0.5", "1/8": "0.125", "2/3": r"\tfrac{2}{3}", "-20/3": r"-\tfrac{20}{3}", "0": "0"}


@pytest.mark.parametrize("exact", NUMBERS)
def test_numbers_are_decimals_where_these_are_short(exact):
    from sympy import Rational

    assert number(Rational(exact)) == NUMBERS[exact]


def test_a_number_that_is_not_rational_is_refused():
    from sympy import sqrt

    with pytest.raises(ValueError, match=r"got sqrt\(2\), but should be a rational number"):
        number(sqrt(2))
