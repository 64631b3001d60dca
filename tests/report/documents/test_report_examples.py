"""Every number of an example in the derivations, computed: a row is a phrase of a document and what its numbers are.

The numbers are read off the phrase, so that neither the text nor the calculation can change alone.
"""

import re

import numpy as np
import pytest

from pcaproofs.report.documents.reading import documents

X = np.array([[16.0, 12.0], [0.0, 0.0], [5.0, 10.0], [11.0, 2.0]])
MU = X.mean(axis=0)
XC = X - MU
S = XC.T @ XC / 4
W1, W2 = np.array([0.8, 0.6]), np.array([-0.6, 0.8])
LEADING = np.outer(W1, W1)
SIGMA = np.linalg.svd(XC, compute_uv=False) ** 2
A = np.diag([2.0, 1.0, 0.0])
PLANE = np.array([[1, 0], [0, 0.5**0.5], [0, 0.5**0.5]])
TURNED = np.array([[1, 1], [1, -1], [0, 0]]) / 2**0.5
F, G, M = np.outer([1, 0], [0, 1]), np.outer([0, 1], [1, 0]), np.outer([1, 0], [1, 0])
SIX = np.array([[3, 0], [-3, 0], [0, 2], [0, -2], [0, 2], [0, -2]])
CLASSES = np.array([[10, 1], [-10, 1], [10, -1], [-10, -1]])
TINY = np.array([[1, 1], [1e-9, 0], [0, 1e-9]])
EIGENVALUES = np.array([7.2, 2.1, 0.4, 0.2, 0.1])


def lost(axis):
    """The squared length of what the line of a unit vector misses of the centred samples."""
    return ((XC - np.outer(XC @ axis, axis)) ** 2).sum()


def distances(axis):
    """How far the six samples are from the line of a unit vector."""
    return np.linalg.norm(SIX - np.outer(SIX @ axis, axis), axis=1)


def off(a):
    """The residuals of the samples about a + span W1."""
    return (X - a) - (X - a) @ LEADING


def shortfall(B):
    """By how much an orthonormal B falls short of Ky Fan's bound for A."""
    return 3 - np.trace(B.T @ A @ B)


ROWS = [
    ("recipe", "it finds the mean $(8,6)$", lambda: MU),
    (
        "recipe",
        r"the axis $\pm(0.8,0.6)$ with the variance $50$, and the scores $\pm(10,-10,0,0)$",
        lambda: [*W1, (XC @ W1).var(), *XC @ W1],
    ),
    ("moments", "the four samples $(16,12)$, $(0,0)$, $(5,10)$ and $(11,2)$", lambda: X),
    ("moments", "coordinates add up to $32$ and $24$, so their mean is $(8,6)$", lambda: [*X.sum(axis=0), *MU]),
    ("moments", r"measured from there they are $\pm(8,6)$ and $\pm(-3,4)$", lambda: XC[[0, 2]]),
    ("moments", "Of the two numbers $10^8$ and $10^8+2$ the variance is $1$", lambda: [10, 8, 10, 8, 2, _pair().var()]),
    ("moments", "it comes out as $2$", lambda: [(_pair() ** 2).mean() - _pair().mean() ** 2]),
    ("moments", "$S$ has the rows $(36.5, 18)$ and $(18, 26)$", lambda: S),
    (
        "moments",
        "its diagonal is $100.5$ and $62$, where the variances are $36.5$ and $26$",
        lambda: [*np.diag(X.T @ X / 4), *np.diag(S)],
    ),
    (
        "moments",
        "$w=(0.8,0.6)$ the coordinates along $w$ are $20$, $0$, $10$, $10$, with mean $10$ and variance $50$",
        lambda: [*W1, *X @ W1, (X @ W1).mean(), (X @ W1).var()],
    ),
    (
        "moments",
        "direction $(-0.6,0.8)$ gives the coordinates $0$, $0$, $5$, $-5$ with variance $12.5$",
        lambda: [*W2, *X @ W2, (X @ W2).var()],
    ),
    ("moments", "$36.5+26=62.5$", lambda: [*np.diag(S), np.trace(S)]),
    ("moments", "$50+12.5$", lambda: [W1 @ S @ W1, W2 @ S @ W2]),
    (
        "centering",
        "From $(16,0,5,11)$, the first coordinates of our four samples, $H$ takes away $8$ and leaves $(8,-8,-3,3)$",
        lambda: [*X[:, 0], MU[0], *XC[:, 0]],
    ),
    (
        "centering",
        "For $v=(1,3)$ the centred vector is $(-1,1)$ at squared distance $8$",
        lambda: [1, 3, *_centred([1, 3]), ((np.array([1, 3]) - _centred([1, 3])) ** 2).sum()],
    ),
    ("centering", "$z=(0,0)$ has mean zero as well and is at squared distance $10$", lambda: [0, 0, 1**2 + 3**2]),
    ("centering", "the difference, $2$, is", lambda: [(_centred([1, 3]) ** 2).sum()]),
    ("centering", "rows of $HX$ are $(8,6)$, $(-8,-6)$, $(-3,4)$ and $(3,-4)$", lambda: XC),
    (
        "centering",
        "from $(16,12)$ that would take $14$ twice and leave $(2,-2)$",
        lambda: [*X[0], X[0].mean(), *_centred(X[0])],
    ),
    (
        "projection",
        "$w=(0.8,0.6)$ the projector has the rows $(0.64,0.48)$ and $(0.48,0.36)$; its trace is $1$",
        lambda: [*W1, *LEADING.ravel(), np.trace(LEADING)],
    ),
    (
        "projection",
        "For the sample $(11,2)$ and the line along $w=(0.8,0.6)$: the foot is $(8,6)$, the residual $(3,-4)$",
        lambda: [*X[3], *W1, *LEADING @ X[3], *X[3] - LEADING @ X[3]],
    ),
    (
        "projection",
        "the three squares are $125$, $100$ and $25$",
        lambda: [(v**2).sum() for v in (X[3], LEADING @ X[3], X[3] - LEADING @ X[3])],
    ),
    (
        "projection",
        "For $w=(4,3)$ and $x=(11,2)$ the inner product is $50$, the squared length $25$, and the foot $2w$ is $(8,6)$",
        lambda: [4, 3, *X[3], X[3] @ [4, 3], 4**2 + 3**2, 50 / 25, *(50 / 25 * np.array([4, 3]))],
    ),
    (
        "projection",
        "it would come out as $50w=(200,150)$",
        lambda: [X[3] @ [4, 3], *(X[3] @ [4, 3] * np.array([4, 3]))],
    ),
    (
        "affine",
        r"the residuals from $\mu+U$ are $(0,0)$, $(0,0)$, $(-3,4)$ and $(3,-4)$, while $\mu-a=(3,-4)$",
        lambda: [*off(MU).ravel(), *MU - X[2]],
    ),
    ("affine", "inner products are $0$, $0$, $-25$ and $25$", lambda: off(MU) @ (MU - X[2])),
    ("affine", "the error about the mean is $50$", lambda: [(off(MU) ** 2).sum()]),
    (
        "affine",
        r"$a=(5,10)$ is at distance $5$ from the line through the mean; so the error rises to $50+4\cdot 25=150$",
        lambda: [*X[2], np.linalg.norm((MU - X[2]) @ W2), (off(MU) ** 2).sum(), 4, 25, (off(X[2]) ** 2).sum()],
    ),
    (
        "affine",
        r"At the distance $3$ it has risen to $50+4\cdot 9=86$",
        lambda: [3, (off(MU) ** 2).sum(), 4, 9, (off(MU + 3 * W2) ** 2).sum()],
    ),
    ("equivalence", "there are $250$ squared units", lambda: [(XC**2).sum()]),
    (
        "equivalence",
        "along $(0.8,0.6)$ keeps $200$ and loses $50$; the line along $(1,0)$ keeps $146$ and loses $104$",
        lambda: [*W1, 250 - lost(W1), lost(W1), 1, 0, 250 - lost(np.array([1, 0])), lost(np.array([1, 0]))],
    ),
    (
        "equivalence",
        "$(11,2)$ and $w=(4,3)$ its right side is $125-50^2$",
        lambda: [*X[3], 4, 3, X[3] @ X[3], -(X[3] @ [4, 3]), 2],
    ),
    (
        "equivalence",
        "are $20$, $0$, $10$, $10$. Their mean square is $150$, their variance $50$",
        lambda: [*X @ W1, ((X @ W1) ** 2).mean(), (X @ W1).var()],
    ),
    (
        "equivalence",
        "it is $50$ at the optimal unit vector $w$ and $1850$ at $2w$",
        lambda: [lost(W1), ((XC - np.outer(XC @ (2 * W1), 2 * W1)) ** 2).sum(), 2],
    ),
    (
        "equivalence",
        "leaves four residuals of length $2$, and the one along $z$ leaves two of length $3$",
        lambda: [distances(np.array([1, 0])).max(), distances(np.array([0, 1])).max()],
    ),
    ("equivalence", "Squared they add up to $16$ and to $18$", lambda: [(distances(v) ** 2).sum() for v in np.eye(2)]),
    ("equivalence", "lengths add up to $8$ and to $6$", lambda: [distances(v).sum() for v in np.eye(2)]),
    (
        "matrix-form",
        "$FGM$ has trace $1$ and $GFM$ has trace $0$",
        lambda: [np.trace(F @ G @ M), np.trace(G @ F @ M)],
    ),
    (
        "matrix-form",
        "$w=(0.8,0.6)$ gives $200$ with the scatter matrix and $50$ with the covariance",
        lambda: [*W1, W1 @ XC.T @ XC @ W1, W1 @ S @ W1],
    ),
    ("stationarity", "oscillates between $50$ and $12.5$", lambda: np.linalg.eigvalsh(S)[::-1]),
    ("stationarity", "At $(1,0)$ the value is $36.5$", lambda: [1, 0, S[0, 0]]),
    (
        "stationarity",
        "has $1.5$ on its diagonal and $0.5$ beside it",
        lambda: (TURNED.T @ A @ TURNED)[0],
    ),
    ("spectral", "they multiply to $625$", lambda: [np.prod(np.linalg.eigvalsh(S))]),
    ("spectral", r"$36.5\cdot 26-18^2$", lambda: [S[0, 0], S[1, 1], -S[0, 1], 2]),
    (
        "spectral",
        "rows $(1,1)$ and $(0,2)$ is not symmetric. It has the eigenvalues $1$ and $2$",
        lambda: [1, 1, 0, 2, *np.sort(np.linalg.eigvals([[1, 1], [0, 2]]))],
    ),
    (
        "trace-objective",
        "has the weights $1$, $0.5$, $0.5$ and earns $2.5$; the best plane earns $3$",
        lambda: [*(PLANE**2).sum(axis=1), np.trace(PLANE.T @ A @ PLANE), np.sort(np.diag(A))[-2:].sum()],
    ),
    (
        "trace-objective",
        "earn $1.5$ each, together $3$",
        lambda: [(TURNED.T @ A @ TURNED)[0, 0], np.trace(TURNED.T @ A @ TURNED)],
    ),
    (
        "trace-objective",
        "falls short by $0.5$, and its projector is at squared distance $1$",
        lambda: [shortfall(PLANE), ((PLANE @ PLANE.T - np.diag([1, 1, 0])) ** 2).sum()],
    ),
    ("trace-objective", r"that is $4\cdot 12.5=50$", lambda: [4, np.linalg.eigvalsh(S)[0], lost(W1)]),
    ("svd", r"singular values are about $1.4$ and $10^{-9}$", lambda: _of_tiny()),
    ("svd", "which in double precision is $1$", lambda: np.unique(TINY.T @ TINY)),
    ("svd", "squares of the singular values are $200$ and $50$", lambda: SIGMA),
    (
        "svd",
        "variances $50$ and $12.5$ with $n=4$, or $66.7$ and $16.7$ with",
        lambda: [*SIGMA / 4, 4, *SIGMA / 3],
    ),
    (
        "svd",
        "the scores are $(10,0)$, $(-10,0)$, $(0,5)$, $(0,-5)$",
        lambda: XC @ np.array([W1, W2]).T,
    ),
    (
        "deflation",
        "The residues are $(0,0)$, $(0,0)$, $(-3,4)$, $(3,-4)$, and their covariance has the rows $(4.5,-6)$ and"
        " $(-6,8)$, with eigenvalues $0$ and $12.5$",
        lambda: [*off(MU).ravel(), *(off(MU).T @ off(MU) / 4).ravel(), *np.linalg.eigvalsh(off(MU).T @ off(MU) / 4)],
    ),
    ("explained", "an error of 5% in squares is one of about 22% in lengths", lambda: [5, 100 * 0.05**0.5]),
    (
        "explained",
        "explains $50$ of $62.5$, which is 80%; the squared error left is 20%",
        lambda: [W1 @ S @ W1, np.trace(S), 100 * W1 @ S @ W1 / np.trace(S), 100 * lost(W1) / (XC**2).sum()],
    ),
    (
        "explained",
        "eigenvalues $7.2$, $2.1$, $0.4$, $0.2$, $0.1$ the shares are 72, 93, 97, 99 and 100%",
        lambda: [*EIGENVALUES, *100 * EIGENVALUES.cumsum() / EIGENVALUES.sum()],
    ),
    (
        "explained",
        "along $(1,0)$ with variance $100$, and explains 99% of the total",
        lambda: [1, 0, *CLASSES.var(axis=0)[:1], 100 * CLASSES.var(axis=0)[0] / CLASSES.var(axis=0).sum()],
    ),
]


def _pair():
    return np.array([1e8, 1e8 + 2])


def _of_tiny():
    first, second = np.linalg.svd(TINY, compute_uv=False)
    return [first, 10, np.log10(second)]


def _centred(v):
    return np.asarray(v) - np.mean(v)


@pytest.mark.parametrize(("chapter", "phrase", "numbers"), ROWS, ids=[f"{c}: {p[:40]}" for c, p, _ in ROWS])
def test_the_numbers_of_an_example_are_correct(chapter, phrase, numbers):
    (document,) = [d for d in documents() if d.chapter == chapter]
    assert phrase in " ".join(document.path.read_text(encoding="utf-8").split())
    printed = re.findall(r"(?<![A-Za-z_])-?\d+(?:\.\d+)?", phrase)
    computed = np.ravel(numbers())
    assert len(printed) == len(computed)
    for digits, value in zip(printed, computed, strict=True):
        rounded = "." in digits or "%" in phrase
        places = len(digits.partition(".")[2])
        assert float(digits) == pytest.approx(value, abs=0.5 * 10**-places if rounded else 1e-6)
