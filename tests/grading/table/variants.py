"""Many ways to compute the components, in many types and conventions; and small changes that make a right one wrong."""

from typing import Any

from .local import Entry
from .right import ALL

# Ways to W (p×k, the largest variance first) and the eigenvalues of the scatter matrix, from Xc, S = XcᵀXc and k.
WAYS = {
    "eigh": "lam, V = np.linalg.eigh(S)\nW, lam = V[:, ::-1][:, :k], lam[::-1][:k]",
    "eigh of the mean": "lam, V = np.linalg.eigh(S / len(Xc))\nW, lam = V[:, :-k-1:-1], lam[:-k-1:-1] * len(Xc)",
    "eigh, argsort": "lam, V = np.linalg.eigh(S)\ni = np.argsort(lam)[::-1][:k]\nW, lam = V[:, i], lam[i]",
    "eig": "lam, V = np.linalg.eig(S)\ni = np.argsort(-lam)[:k]\nW, lam = V[:, i], lam[i]",
    "eig, orthonormal": "lam, V = np.linalg.eig(S)\ni = np.argsort(-lam.real)[:k]\nlam = lam[i].real\n"
        "W = np.linalg.qr(V[:, i].real)[0]",
    "svd": "U, s, Vt = np.linalg.svd(Xc, full_matrices=False)\nW, lam = Vt[:k].T, s[:k] ** 2",
    "svd, full": "U, s, Vt = np.linalg.svd(Xc)\nW, lam = Vt.T[:, :k], s[:k] ** 2",
    "svd of the transposed": "U, s, Vt = np.linalg.svd(Xc.T, full_matrices=False)\nW, lam = U[:, :k], s[:k] ** 2",
    "svd of S": "U, s, Vt = np.linalg.svd(S)\nW, lam = U[:, :k], s[:k]",
    "svd of S, the other side": "W, lam = np.linalg.svd(S)[2][:k].T, np.linalg.svd(S)[1][:k]",
    "svd of R of QR": "R = np.linalg.qr(Xc)[1]\nU, s, Vt = np.linalg.svd(R)\nW, lam = Vt[:k].T, s[:k] ** 2",
    "gram": "l, U = np.linalg.eigh(Xc @ Xc.T)\nl, U = l[::-1][:k], U[:, ::-1][:, :k]\n"
        "W, lam = Xc.T @ U / np.sqrt(l), l",
    "gram, normalised": "l, U = np.linalg.eigh(Xc @ Xc.T)\nW = Xc.T @ U[:, ::-1][:, :k]\n"
        "W = W / np.linalg.norm(W, axis=0)\n"
        "lam = l[::-1][:k]",
    "gram where samples are few": "n, p = Xc.shape\nif n < p:\n    l, U = np.linalg.eigh(Xc @ Xc.T)\n"
        "    W = Xc.T @ U[:, ::-1]\n"
        "    W = W[:, :k] / np.sqrt(l[::-1][:k])\n    lam = l[::-1][:k]\nelse:\n    l, V = np.linalg.eigh(S)\n"
        "    W, lam = V[:, ::-1][:, :k], l[::-1][:k]",
    "power iteration, deflated": "A, W, lam = S.copy(), np.zeros((len(S), 0)), []\nfor j in range(k):\n"
        "    w = np.cos(np.arange(len(S)) + j)\n"
        "    for _ in range(400):\n        w = A @ w\n        w /= np.linalg.norm(w)\n"
        "    W = np.column_stack([W, w])\n"
        "    lam.append(w @ A @ w)\n    A = A - lam[-1] * np.outer(w, w)\nlam = np.array(lam)",
    "power iteration, orthogonalised": "W, lam = np.zeros((len(S), 0)), []\nfor j in range(k):\n"
        "    w = np.sin(1 + j + np.arange(len(S)))\n"
        "    for _ in range(400):\n        w = S @ w\n        w -= W @ (W.T @ w)\n        w /= np.linalg.norm(w)\n"
        "    W = np.column_stack([W, w])\nlam = np.diag(W.T @ S @ W)",
    "QR iteration": "A, Q = S / np.trace(S), np.eye(len(S))\nfor _ in range(250):\n    q, r = np.linalg.qr(A)\n"
        "    A, Q = r @ q, Q @ q\n"
        "i = np.argsort(np.diag(A))[::-1][:k]\nW, lam = Q[:, i], np.diag(A)[i] * np.trace(S)",
    "orthogonal iteration": "W = np.linalg.qr(np.random.randn(len(S), k))[0]\nfor _ in range(250):\n"
        "    W = np.linalg.qr(S @ W)[0]\n"
        "lam = np.diag(W.T @ S @ W)",
    "NIPALS": "E, P, lam = Xc.copy(), [], []\nfor j in range(k):\n    t = E[:, np.argmax(E.var(axis=0))]\n"
        "    for _ in range(400):\n"
        "        w = E.T @ t\n        w = w / np.sqrt(w @ w)\n        t = E @ w\n    P.append(w)\n"
        "    lam.append(t @ t)\n"
        "    E = E - np.outer(t, w)\nW, lam = np.array(P).T, np.array(lam)",
    "randomised range": "Q = np.linalg.qr(S @ np.random.randn(len(S), len(S)))[0]\n"
        "l, V = np.linalg.eigh(Q.T @ S @ Q)\n"
        "W, lam = Q @ V[:, ::-1][:, :k], l[::-1][:k]",
    "inverse iteration": "l = np.linalg.eigvalsh(S)[::-1][:k]\nW = np.zeros((len(S), 0))\nfor j in range(k):\n"
        "    w = np.ones(len(S)) + np.arange(len(S)) * (j + 1)\n"
        "    shifted = S - (l[j] + 1e-7 * l[0]) * np.eye(len(S))\n"
        "    for _ in range(30):\n        w = np.linalg.solve(shifted, w)\n        w -= W @ (W.T @ w)\n"
        "        w /= np.linalg.norm(w)\n"
        "    W = np.column_stack([W, w])\nlam = l",
    "covariance by sums": "p = Xc.shape[1]\nC = np.zeros((p, p))\nfor row in Xc:\n    C += np.outer(row, row)\n"
        "l, V = np.linalg.eigh(C)\nW, lam = V[:, ::-1][:, :k], l[::-1][:k]",
    "projectors": "l, V = np.linalg.eigh(S)\n"
        "W = np.array([V[:, i] for i in sorted(range(len(l)), key=lambda i: -l[i])[:k]]).T\n"
        "lam = sorted(l, reverse=True)[:k]",
    "sorted pairs": "l, V = np.linalg.eigh(S)\npairs = sorted(zip(l, V.T), key=lambda pair: pair[0], reverse=True)\n"
        "W, lam = np.stack([v for _, v in pairs[:k]], axis=1), [v for v, _ in pairs[:k]]",
    "scipy": "from scipy.linalg import eigh\nl, V = eigh(S)\nW, lam = np.fliplr(V)[:, :k], np.flip(l)[:k]",
}  # fmt: skip

# What is done with the result: types and layouts. A tie's axes may be skewed by eig, so that one goes without ties.
TYPES = {
    "as it is": "",
    "lists": "W, lam, Z = W.tolist(), list(lam), Z.tolist()",
    "tuples": "W, lam, Z = tuple(map(tuple, W)), tuple(lam), tuple(map(tuple, Z))",
    "complex": "W, lam, Z = W + 0j, np.asarray(lam) + 0j, Z.astype(complex)",
    "np.matrix": "W, lam, Z = np.matrix(W), np.matrix(lam), np.matrix(Z)",
    "Fortran order": "W, Z = np.asfortranarray(W), np.asfortranarray(Z)",
    "memory map": "import tempfile\nm = np.memmap(tempfile.TemporaryFile(), float, 'w+', 0, Z.shape)\nm[:] = Z\nZ = m",
    "views": "W, Z = np.ascontiguousarray(W.T).T, Z[::-1][::-1]",
    "masked": "W, Z = np.ma.array(W), np.ma.array(Z)",
    "long doubles": "W, lam, Z = np.longdouble(W), np.longdouble(lam), np.longdouble(Z)",
    "big-endian": "W, Z = W.astype('>f8'), Z.astype('>f8')",
    "objects": "W, Z = W.astype(object), Z.astype(object)",
    "other signs": "W, Z = -W, -Z",
    "columns of variances": "lam = np.reshape(lam, (-1, 1))",
    "single precision": "W, lam, Z = np.float32(W), np.float32(lam), np.float32(Z)",
}

# How the divisor, the orientation and the order are: the lines for it, and what the assignment says.
CONVENTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "n - 1": ("lam = np.asarray(lam) / (len(X) - 1)", {"scale": "n-1"}),
    "n": ("lam = np.asarray(lam) / len(X)", {"scale": "n"}),
    "any, by n - 1": ("lam = np.asarray(lam) / (len(X) - 1)", {"scale": "any"}),
    "any, by n": ("lam = np.asarray(lam) / len(X)", {"scale": "any"}),
    "any, not divided": ("", {"scale": "any"}),
    "singular values": ("lam = np.sqrt(lam)", {"scale": "singular"}),
    "rows": ("W = np.asarray(W).T", {"components": "rows"}),
    "rows, where either will do": ("W = np.asarray(W).T", {"components": "either"}),
    "columns, where either will do": ("", {"components": "either"}),
    "increasing": ("W, lam, Z = W[:, ::-1], lam[::-1], Z[:, ::-1]", {"order": "increasing"}),
    "any order": ("W, lam, Z = W[:, ::-1], lam[::-1], Z[:, ::-1]", {"order": "any"}),
    "first positive": ("f = np.where(W[0] < 0, -1.0, 1.0)\nW, Z = W * f, Z * f", {"sign": "first-positive"}),
    "largest positive": (
        "f = np.sign(W[np.abs(W).argmax(axis=0), range(k)])\nW, Z = W * f, Z * f",
        {"sign": "largest-positive"},
    ),
    "sum positive": ("f = np.where(W.sum(axis=0) < 0, -1.0, 1.0)\nW, Z = W * f, Z * f", {"sign": "sum-positive"}),
}


def right_of(way: str, kind: str, convention: str) -> Entry:
    """Return an implementation that goes a way, with a convention, and returns values of a type."""
    lines, conventions = CONVENTIONS[convention]
    body = ["Xc = X - X.mean(axis=0)", "S = Xc.T @ Xc", *WAYS[way].split("\n"), "Z = Xc @ W", *lines.split("\n")]
    body += [*TYPES[kind].split("\n"), "return W, lam, Z"]
    source = "import numpy as np\ndef pca(X, k):\n" + "".join(f"    {line}\n" for line in body if line)
    if way == "eig":
        conventions = conventions | {"ties": "any-basis"}
    return Entry(source, "W, lam, Z = pca(X, k)", ALL, conventions=conventions)


def _mixed() -> dict[str, Entry]:
    """Each way with each third type and convention, so that all of them meet."""
    ways, kinds, conventions = list(WAYS), list(TYPES), list(CONVENTIONS)
    found = {}
    for number in range(3 * len(ways)):
        way = ways[number % len(ways)]
        kind, convention = kinds[(7 * number) % len(kinds)], conventions[(5 * number + number // 14) % len(conventions)]
        if "positive" in convention:  # which other signs are wrong
            kind = kind.replace("other signs", "as it is")
        found[f"{way}; {kind}; {convention}"] = right_of(way, kind, convention)
    return found


RIGHT_VARIANTS = _mixed()

PLAIN = """import numpy as np
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        Xc = X - self.mean
        C = Xc.T @ Xc / (len(X) - 1)
        lam, V = np.linalg.eigh(C)
        order = np.argsort(lam)[::-1]
        lam, V = lam[order], V[:, order]
        self.W = V[:, :self.k]
        self.lam = lam[:self.k]
        self.ratio = self.lam / lam.sum()
        return self
    def transform(self, X):
        return (X - self.mean) @ self.W
    def inverse_transform(self, Z):
        return Z @ self.W.T + self.mean
"""
ROLES = {
    "mean": "m.mean",
    "components": "m.W",
    "explained_variance": "m.lam",
    "explained_variance_ratio": "m.ratio",
    "scores": "m.transform(X)",
    "reconstruction": "m.inverse_transform(m.transform(X))",
    "scores_new": "m.transform(X_new)",
    "reconstruction_new": "m.inverse_transform(m.transform(X_new))",
}
MEAN, CENTRED, COV = "self.mean = X.mean(axis=0)", "Xc = X - self.mean", "C = Xc.T @ Xc / (len(X) - 1)"
EIGH, ORDER, SORTED = "lam, V = np.linalg.eigh(C)", "order = np.argsort(lam)[::-1]", "lam, V = lam[order], V[:, order]"
AXES, VALUES, SHARES = "self.W = V[:, :self.k]", "self.lam = lam[:self.k]", "self.ratio = self.lam / lam.sum()"
SCORES, BACK = "return (X - self.mean) @ self.W", "return Z @ self.W.T + self.mean"

# Each line of the right program with what may stand there instead; every one is wrong.
CHANGES: dict[str, tuple[str, ...]] = {
    MEAN: (
        "self.mean = X.mean()",
        "self.mean = X.mean(axis=1)[: X.shape[1]]",
        "self.mean = np.median(X, axis=0)",
        "self.mean = X[0]",
        "self.mean = np.zeros(X.shape[1])",
        "self.mean = X.sum(axis=0) / (len(X) - 1)",
        "self.mean = X.mean(axis=0).round(1)",
        "self.mean = X[:-1].mean(axis=0)",
        "self.mean = (X.min(axis=0) + X.max(axis=0)) / 2",
        "self.mean = X.astype(np.float16).mean(axis=0)",
    ),
    CENTRED: (
        "Xc = X",
        "Xc = (X - self.mean) / X.std(axis=0)",
        "Xc = X - X.mean(axis=1, keepdims=True)",
        "Xc = X - 0.99 * self.mean",
        "Xc = X; Xc -= self.mean",
        "Xc = (X - self.mean) / (X.max(axis=0) - X.min(axis=0))",
        "Xc = (X - self.mean)[: len(X) // 2]",
        "Xc = np.abs(X - self.mean)",
        "Xc = (X - self.mean) / np.linalg.norm(X - self.mean, axis=1, keepdims=True)",
        "Xc = (X - self.mean).round(1)",
    ),
    COV: (
        "C = X.T @ X / (len(X) - 1)",
        "C = np.corrcoef(Xc.T)",
        "C = Xc @ Xc.T / (len(X) - 1)",
        "C = np.triu(Xc.T @ Xc) / (len(X) - 1)",
        "C = np.linalg.inv(Xc.T @ Xc + np.eye(X.shape[1]))",
        "C = Xc.T @ Xc / (len(X) - 1) + 0.05 * np.eye(X.shape[1])",
        "C = Xc.T @ Xc / (len(X) if len(X) % 2 else len(X) - 1)",
        "C = Xc.T @ Xc / X.shape[1]",
        "C = np.abs(Xc.T @ Xc) / (len(X) - 1)",
        "C = np.cov(Xc)",
    ),
    EIGH: (
        "lam, V = np.linalg.eigh(C); V = V.T",
        "V, lam, _ = np.linalg.svd(C); V = V.T",
        "V, lam = np.linalg.eigh(C)",
        "lam, V = np.linalg.eigh(C); V = np.abs(V)",
        "lam, V = np.linalg.eigh(C); V = V.round(2)",
        "lam, V = np.linalg.eigh(C); V = V * lam",
        "lam, V = np.linalg.eigh(C); lam = np.sqrt(np.abs(lam))",
        "lam, V = np.linalg.eig(C)",
        "lam, V = np.linalg.eigh(C); V = V / V.sum(axis=0)",
        "lam, V = np.linalg.qr(C); lam = np.diag(lam)",
    ),
    ORDER: (
        "order = np.argsort(lam)",
        "order = np.arange(len(lam))",
        "order = np.argsort(V[0])[::-1]",
        "order = np.argsort(-lam)[[1, 0, *range(2, len(lam))]]",
    ),
    SORTED: (
        "lam = lam[order]",
        "V = V[:, order]",
        "lam, V = lam[order], V[order]",
        "lam, V = lam[order], V[order].T",
        "lam, V = lam[order], V[:, order[::-1]]",
    ),
    AXES: (
        "self.W = V[:self.k].T",
        "self.W = V[:, :2]",
        "self.W = V[:, -self.k:]",
        "self.W = V[:, 1:self.k + 1]",
        "self.W = V[:, :self.k] * 2",
        "self.W = V[:, :self.k] * np.sqrt(np.abs(lam[:self.k]))",
        "self.W = V[:, [0] * self.k]",
        "self.W = V[:, :self.k] @ np.linalg.qr(np.vander(np.arange(2, self.k + 2)).astype(float))[0]",
        "self.W = np.eye(len(V))[:, :self.k]",
        "self.W = V[:, :self.k] + 1e-3",
    ),
    VALUES: (
        "self.lam = lam[-self.k:]",
        "self.lam = lam[:self.k] ** 2",
        "self.lam = np.sqrt(lam[:self.k])",
        "self.lam = lam[:self.k] / lam.sum()",
        "self.lam = np.cumsum(lam)[:self.k]",
        "self.lam = lam[:self.k].astype(int)",
        "self.lam = np.linalg.svd(X)[1][:self.k]",
    ),
    SHARES: (
        "self.ratio = self.lam / self.lam.sum()",
        "self.ratio = np.cumsum(lam)[:self.k] / lam.sum()",
        "self.ratio = 100 * self.lam / lam.sum()",
        "self.ratio = np.sqrt(self.lam) / np.sqrt(np.abs(lam)).sum()",
        "self.ratio = self.lam / lam.max()",
    ),
    SCORES: (
        "return X @ self.W",
        "return (X - X.mean(axis=0)) @ self.W",
        "return (X - self.mean) @ self.W / np.sqrt(self.lam)",
        "return ((X - self.mean) @ self.W) ** 2",
        "return (X + self.mean) @ self.W",
        "return (X - self.mean)[:, :self.k]",
        "return self.fit(X) and (X - self.mean) @ self.W",
        "Z = (X - self.mean) @ self.W; return Z / np.linalg.norm(Z, axis=1, keepdims=True)",
    ),
    BACK: (
        "return Z @ self.W.T",
        "return Z @ self.W.T - self.mean",
        "return (Z + self.mean[:self.k]) @ self.W.T",
        "return Z @ self.W.T + Z.mean()",
        "return 0 * Z @ self.W.T + self.mean",
    ),
}


def _changed() -> dict[str, Entry]:
    found = {}
    for line, others in CHANGES.items():
        assert PLAIN.count(line) == 1, line
        for other in others:
            found[other] = Entry(PLAIN.replace(line, other), "m = PCA(k).fit(X)", ROLES)
    return found


WRONG_VARIANTS = _changed()
