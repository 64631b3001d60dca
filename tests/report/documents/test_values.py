"""The numbers about the irises: computed a second time, used in every chapter, and never typed."""

import re

import numpy as np
import pytest

from pcaproofs.reference import irises
from pcaproofs.reference.irises import SPECIES
from pcaproofs.report.documents.reading import documents
from pcaproofs.report.documents.rules import problems, walk
from pcaproofs.report.values import values

X = irises()
MU = X.mean(axis=0)
S = np.cov(X, rowvar=False, ddof=0)
EIGENVALUES, V = (x[..., ::-1] for x in np.linalg.eigh(S))
V = V * np.sign(V[np.abs(V).argmax(axis=0), range(4)])
U, SIGMA, _ = np.linalg.svd(X - MU, full_matrices=False)
W, FIRST = V[:, 0], X[0] - MU
P = np.outer(W, W)
LEFT = (np.eye(4) - P) @ S @ (np.eye(4) - P)
E1, E3 = np.eye(4)[:, 0], np.eye(4)[:, 2]


def error(a, w):
    """The squared distances from a + span w, added up."""
    return sum(float((x - a) @ (x - a) - ((x - a) @ w) ** 2) for x in X)


def angle(v, w):
    return np.degrees(np.arctan2(np.linalg.norm(v - (v @ w) * w), abs(v @ w)))


AGAIN = {
    "irises.n": 150,
    "irises.p": 4,
    "irises.mean": MU,
    "irises.variances": X.var(axis=0),
    "irises.total": ((X - MU) ** 2).sum() / 150,
    "irises.petals": (X[:, 2] * X[:, 3]).mean() - MU[2] * MU[3],
    "irises.sepals": (X[:, 0] * X[:, 1]).mean() - MU[0] * MU[1],
    "irises.first": X[0],
    "irises.first-centred": FIRST,
    "irises.shorter": MU[2] - X[0, 2],
    "irises.centring-distance": ((X[:, 2] - (X[:, 2] - MU[2])) ** 2).sum(),
    "irises.petal-mean": X[:, 2].mean(),
    "irises.centring-trace": np.trace(np.eye(150) - np.ones((150, 150)) / 150),
    "irises.w1": V[:, 0],
    "irises.w2": V[:, 1],
    "irises.score": W @ FIRST,
    "irises.foot": P @ FIRST,
    "irises.residual": FIRST - P @ FIRST,
    "irises.square": (FIRST**2).sum(),
    "irises.square-kept": (W @ FIRST) ** 2,
    "irises.square-lost": (FIRST**2).sum() - (W @ FIRST) ** 2,
    "irises.error": error(MU, W),
    "irises.error-origin": error(np.zeros(4), W),
    "irises.mean-distance": np.linalg.norm(MU - P @ MU),
    "irises.scatter": (X - MU).ravel() @ (X - MU).ravel(),
    "irises.kept": (((X - MU) @ W) ** 2).sum(),
    "irises.petal-kept": ((X[:, 2] - MU[2]) ** 2).sum(),
    "irises.petal-lost": error(MU, E3),
    "irises.angle": angle(np.linalg.eigh(X.T @ X)[1][:, -1], W),
    "irises.trace2": np.trace(V[:, :2].T @ S @ V[:, :2]),
    "irises.scatter2": (((X - MU) @ V[:, :2]) ** 2).sum(),
    "irises.S-petal": S @ E3,
    "irises.petal-variance": E3 @ S @ E3,
    "irises.petal-slope": S @ E3 - (E3 @ S @ E3) * E3,
    "irises.eigenvalues": EIGENVALUES,
    "irises.deviations": SIGMA / 150**0.5,
    "irises.determinant": np.linalg.det(S),
    "irises.gap": EIGENVALUES[1] - EIGENVALUES[2],
    "irises.two-features": S[0, 0] + S[2, 2],
    "irises.weights": (V.T @ E1) ** 2 + (V.T @ E3) ** 2,
    "irises.singular": SIGMA,
    "irises.lost1": 100 * (SIGMA[1:] ** 2).sum() / (SIGMA**2).sum(),
    "irises.lost2": 100 * (SIGMA[2:] ** 2).sum() / (SIGMA**2).sum(),
    "irises.length2": 100 * ((SIGMA[2:] ** 2).sum() / (SIGMA**2).sum()) ** 0.5,
    "irises.left": np.trace(LEFT),
    "irises.left-variances": np.diag(LEFT),
    "irises.stored": 2 * (4 + 150),
    "irises.table": X.size,
    "irises.shares": 100 * np.cumsum(SIGMA**2) / (SIGMA**2).sum(),
    "irises.share2": 100 * (SIGMA[:2] ** 2).sum() / (SIGMA**2).sum(),
    "irises.enough": next(d for d in range(5) if EIGENVALUES[:d].sum() >= 0.95 * np.trace(S)),
    "irises.lambda1": W @ S @ W,
    "irises.lambda2": EIGENVALUES[1],
    "irises.between": np.var([irises(name).mean(axis=0) @ W for name in SPECIES]),
    "irises.scores": V[:, :2].T @ FIRST,
    "irises.back": MU + V[:, :2] @ V[:, :2].T @ FIRST,
}


@pytest.mark.parametrize("name", values())
def test_a_value_is_what_another_calculation_gives(name):
    shown = [float(x) for x in re.findall(r"-?\d+(?:\.\d+)?", values()[name])]
    digits = len(re.findall(r"\d+(?:\.(\d+))?", values()[name])[0])
    wanted = np.ravel(AGAIN[name])
    assert len(shown) == len(wanted)
    assert np.allclose(shown, wanted, rtol=0, atol=0.5000001 * 10.0**-digits)


def named(document) -> list[str]:
    roles = [t.meta for _, t in walk(document) if t.type == "myst_role"]
    return [meta["id"] for meta in roles if meta["name"] == "value"]


def test_every_value_is_used_and_every_chapter_of_claims_uses_some():
    used = {d.chapter: set(named(d)) for d in documents()}
    assert set().union(*used.values()) == set(values())
    assert [d.chapter for d in documents() if d.homes() and not d.appendix and not used[d.chapter]] == []


def typed(text: str) -> list[str]:
    """The decimals that an author typed into the sections that use values."""
    sections = [x for x in re.split(r"^## ", text, flags=re.MULTILINE) if "{value}" in x]
    return [x for section in sections for x in re.findall(r"\d+\.\d+", section)]


def test_no_decimal_about_the_irises_is_typed():
    assert typed("## A\n\n{value}`irises.mean` and 3.10\n\n## B\n\n2.5\n") == ["3.10"]
    assert {d.chapter: found for d in documents() if (found := typed(d.path.read_text(encoding="utf-8")))} == {}


SAID = {
    "the length of a petal varies most": X.var(axis=0).argmax() == 2,
    "so flowers with long petals have wide ones": S[2, 3] > 0,
    "Keeping the two features that vary most, the lengths of petal and sepal": set(X.var(axis=0).argsort()[-2:])
    == {0, 2},
    "The length of the petals, which varied most, now varies least": np.diag(LEFT).argmin() == 2,
    "Up to the width of the sepals its entries have one sign": list(W > 0) == [True, False, True, True],
    "that of the length of the petals is the greatest": W.argmax() == 2,
    "nearly all of it is about sepals": (V[:2, 1] ** 2).sum() > 0.95,
    "and narrower sepals": (S @ E3)[1] < 0 < min((S @ E3)[[0, 3]]),
}


@pytest.mark.parametrize("words", SAID)
def test_what_is_said_of_the_irises_in_words_is_true(words):
    text = " ".join(" ".join(d.path.read_text(encoding="utf-8").split()) for d in documents())
    assert words in text
    assert SAID[words]


def test_an_unknown_value_is_reported_with_the_nearest(tmp_path):
    from pcaproofs.report.documents.reading import read_document

    path = tmp_path / "made.md"
    path.write_text("# T\n\nIt is {value}`irises.maen`.\n", encoding="utf-8")
    ((_, message),) = problems([read_document(path)], (), ())
    assert "got the value irises.maen, but there is none of that name; the nearest is irises.mean" in message
    assert message.endswith(":3]")
