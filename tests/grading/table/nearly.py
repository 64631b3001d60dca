"""Programs that are right on most data: special cases by size, dropped samples, thresholds, remembered results."""

from .local import Entry
from .right import WLZ

_ALL = {"components": "W", "explained_variance": "lam", "scores": "Z"}
_STEPS = {
    "before": "",
    "load": "X = np.asarray(X, dtype=float)",
    "centre": "Xc = X - X.mean(axis=0)",
    "cov": "C = Xc.T @ Xc / (len(X) - 1)",
    "solve": "lam, V = np.linalg.eigh(C)",
    "order": "i = np.argsort(lam)[::-1][:k]",
    "select": "W, lam = V[:, i], lam[i]",
    "project": "Z = Xc @ W",
    "after": "pass",
}
_KEEPING = "Z = (whole - X.mean(axis=0)) @ W"
_ROUNDS = """W, lam = [], []
for _ in range(k):
    w = np.ones(len(C)) / np.sqrt(len(C))
    for _ in range({}):
        w = C @ w / np.linalg.norm(C @ w)
    W.append(w)
    lam.append(w @ C @ w)
    C = C - lam[-1] * np.outer(w, w)
W, lam = np.array(W).T, np.array(lam)"""


def _entry(loses: str, **steps: str) -> Entry:
    steps = _STEPS | steps
    lines = [line for name, text in steps.items() if name != "before" for line in text.split("\n")]
    body = "".join(f"    {line}\n" for line in lines)
    source = f"import numpy as np\n{steps['before']}\ndef pca(X, k):\n{body}    return W, lam, Z\n"
    return Entry(source, WLZ, _ALL, loses=loses)


NEARLY = {
    "duplicates dropped": _entry(
        "components.eigen_equation", load="whole = X\nX = np.unique(X, axis=0)", project=_KEEPING
    ),
    "cut off at three deviations": _entry(
        "components.captured", centre="Xc = X - X.mean(axis=0)\ns = 3 * X.std(axis=0)\nXc = np.clip(Xc, -s, s)"
    ),
    "far samples dropped": _entry(
        "components.captured",
        load="whole, q = X, np.percentile(X, [25, 75], axis=0)\nd = 3 * (q[1] - q[0])\n"
        "X = X[((X >= q[0] - d) & (X <= q[1] + d)).all(axis=1)]",
        project=_KEEPING,
    ),
    "the first hundred": _entry("scores.form", load="X = X[:100]"),
    "every other sample of many": _entry(
        "components.captured", load="whole = X\nX = X[::2] if len(X) > 64 else X", project=_KEEPING
    ),
    "the median of many": _entry(
        "scores.centred", centre="Xc = X - (np.median(X, axis=0) if len(X) > 100 else X.mean(axis=0))"
    ),
    "square data turned round": _entry("components.captured", load="X = X.T if X.shape[0] == X.shape[1] else X"),
    "features in rows, of square data": _entry(
        "components.captured", cov="C = np.cov(X) if X.shape[0] == X.shape[1] else np.cov(X.T)"
    ),
    "constant features dropped": _entry("components.form", load="X = X[:, X.std(axis=0) > 0]"),
    "something added to the diagonal": _entry(
        "explained_variance.values", cov="C = np.cov(X.T) + 1e-5 * np.eye(X.shape[1])"
    ),
    "shrunk where samples are few": _entry(
        "explained_variance.values", after="if len(X) < 2 * X.shape[1]: lam = 0.9 * lam + 0.1 * lam.mean()"
    ),
    "as many as there are above the mean": _entry(
        "components.form", order="i = [j for j in np.argsort(lam)[::-1] if lam[j] > lam.mean()][:k]"
    ),
    "whitened a little": _entry("scores.variances", after="Z = Z * np.sqrt(lam / (lam + 1e-2))"),
    "nearly of length 1": _entry("components.orthonormal", after="W = W / (np.linalg.norm(W, axis=0) + 1e-3)"),
    "sorted as text": _entry(
        "components.captured", order="i = sorted(range(len(lam)), key=lambda j: str(lam[j]), reverse=True)[:k]"
    ),
    "half precision": _entry("components.eigen_equation", cov="C = np.cov(X.T).astype(np.float16).astype(float)"),
    "the mean as a whole number": _entry(
        "scores.centred", load="kind = X.dtype", centre="Xc = X - X.mean(axis=0).astype(kind)"
    ),
    "features by variance": _entry(
        "components.captured", load="X = X[:, np.argsort(X.var(axis=0))[::-1]]"
    ),
    "one of each variance": _entry(
        "components.orthonormal",
        order="i = [int(np.argmin(np.abs(lam - v))) for v in np.sort(lam)[::-1][:k].round(6)]",
        select="W, lam = V[:, i], lam[i]",
    ),
    "three rounds per sample": _entry(
        "components.eigen_equation", solve=_ROUNDS.format("3 * len(X)"), order="pass", select="pass"
    ),
    "identity for all components": _entry(
        "components.eigen_equation", after="if k == X.shape[1]: W, Z = np.eye(k), Xc"
    ),
}  # fmt: skip

RIGHT_ENOUGH = {
    "no negative variances": _entry("", after="lam = np.clip(lam, 0, None)"),
    "sorted by size": _entry("", order="i = np.argsort(-np.abs(lam))[:k]"),
    "nothing added to speak of": _entry("", cov="C = np.cov(X.T)\nC = C + 1e-9 * np.trace(C) * np.eye(len(C))"),
    "no division by zero": _entry("", after="W = W / (np.linalg.norm(W, axis=0) + 1e-8)"),
    "no variance but rounding": _entry(
        "", order="i = [j for j in np.argsort(lam)[::-1] if lam[j] > 1e-10][:k]"
    ),
    "remembered by all that matters": _entry(
        "",
        before="known = {}",
        load="key = (X.tobytes(), X.shape, str(X.dtype), k)\nif key in known: return known[key]",
        after="known[key] = W, lam, Z",
    ),
    "by the inverse of the components": _entry("", project="Z = Xc @ np.linalg.pinv(W.T)"),
    "many rounds": _entry("", solve=_ROUNDS.format("600"), order="pass", select="pass"),
    "at least two for the divisor": _entry("", cov="C = Xc.T @ Xc / max(len(X) - 1, 2)"),
}  # fmt: skip
"""There is no data set of two samples: nobody's divisor is wrong for these alone."""
