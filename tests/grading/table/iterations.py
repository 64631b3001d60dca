"""Iterations as students write them: right with enough rounds or a usual stopping rule, wrong with too few rounds.

Those that are wrong agree to six digits on data whose variances are far apart.
"""

from .local import Entry
from .right import WLZ

_ALL = {"components": "W", "explained_variance": "lam", "scores": "Z"}
_STANDARD = {"standardise": "any"}
_START = """
import numpy as np
def pca(X, k):
    Xc = X - X.mean(axis=0)
    {scaling}
    S = Xc.T @ Xc / (len(X) - 1)
    p = len(S)
"""
_END = """
    return W, lam, Xc @ W
"""
_FROM_AXES = """
    order = np.argsort(lam)[::-1][:k]
    W, lam = V[:, order], lam[order]
"""

_BODIES = {
    "power iteration from ones": """
    C, W, lam = S.copy(), [], []
    for _ in range(k):
        w = np.ones(p)
        for _ in range(@):
            w = C @ w
            w = w / np.linalg.norm(w)
        lam.append(w @ C @ w)
        C = C - lam[-1] * np.outer(w, w)
        W.append(w)
    W, lam = np.array(W).T, np.array(lam)
""",
    "power iteration from random numbers": """
    C, W, lam = S.copy(), [], []
    for _ in range(k):
        w = np.random.rand(p)
        for _ in range(@):
            w = C @ w
            w = w / np.linalg.norm(w)
        lam.append(w @ C @ w)
        C = C - lam[-1] * np.outer(w, w)
        W.append(w)
    W, lam = np.array(W).T, np.array(lam)
""",
    "power iteration on deflated data": """
    R, W, lam = Xc.copy(), [], []
    for _ in range(k):
        w = np.eye(p)[0]
        for _ in range(@):
            w = R.T @ (R @ w)
            w = w / np.linalg.norm(w)
        W.append(w)
        lam.append(np.var(R @ w, ddof=1))
        R = R - np.outer(R @ w, w)
    W, lam = np.array(W).T, np.array(lam)
""",
    "power iteration at right angles": """
    W = np.zeros((p, 0))
    for _ in range(k):
        w = np.ones(p) / np.sqrt(p)
        for _ in range(@):
            w = S @ w
            w = w - W @ (W.T @ w)
            w = w / np.linalg.norm(w)
        W = np.column_stack([W, w])
    lam = np.diag(W.T @ S @ W)
""",
    "NIPALS": """
    E, W, lam = Xc.copy(), [], []
    for _ in range(k):
        t = E[:, 0]
        for _ in range(@):
            w = E.T @ t / (t @ t)
            w = w / np.linalg.norm(w)
            t = E @ w
        E = E - np.outer(t, w)
        W.append(w)
        lam.append(t @ t / (len(X) - 1))
    W, lam = np.array(W).T, np.array(lam)
""",
    "QR algorithm": """
    A, V = S.copy(), np.eye(p)
    for _ in range(@):
        Q, R = np.linalg.qr(A)
        A = R @ Q
        V = V @ Q
    lam = np.diag(A)
"""
    + _FROM_AXES,
    "QR algorithm by Gram-Schmidt": """
    def gram_schmidt(A):
        Q = np.zeros_like(A)
        for j in range(A.shape[1]):
            q = A[:, j] - Q[:, :j] @ (Q[:, :j].T @ A[:, j])
            q = q - Q[:, :j] @ (Q[:, :j].T @ q)
            Q[:, j] = q / np.linalg.norm(q)
        return Q
    A, V = S.copy(), np.eye(p)
    for _ in range(@):
        Q = gram_schmidt(A)
        A = Q.T @ A @ Q
        V = V @ Q
    lam = np.diag(A)
"""
    + _FROM_AXES,
    "orthogonal iteration": """
    W = np.linalg.qr(np.random.randn(p, k))[0]
    for _ in range(@):
        W = np.linalg.qr(S @ W)[0]
    lam = np.diag(W.T @ S @ W)
""",
    "orthogonal iteration turned at its end": """
    W = np.linalg.qr(np.random.randn(p, k))[0]
    for _ in range(@):
        W = np.linalg.qr(S @ W)[0]
    lam, U = np.linalg.eigh(W.T @ S @ W)
    lam, W = lam[::-1], W @ U[:, ::-1]
""",
    "expectation and maximisation": """
    W = np.random.randn(p, k)
    for _ in range(@):
        Y = np.linalg.solve(W.T @ W, W.T @ Xc.T)
        W = Xc.T @ Y.T @ np.linalg.inv(Y @ Y.T)
    W = np.linalg.qr(W)[0]
    lam, U = np.linalg.eigh(W.T @ S @ W)
    lam, W = lam[::-1], W @ U[:, ::-1]
""",
    "gradient ascent": """
    C, W, lam = S.copy(), [], []
    for _ in range(k):
        w = np.ones(p) / np.sqrt(p)
        step = 1 / np.trace(S)
        for _ in range(@):
            w = w + step * (C @ w)
            w = w / np.linalg.norm(w)
        W.append(w)
        lam.append(w @ C @ w)
        C = C - lam[-1] * np.outer(w, w)
    W, lam = np.array(W).T, np.array(lam)
""",
}
"""Bodies in which `@` is the number of rounds."""

_JACOBI = (
    """
    A, V = S.copy(), np.eye(p)
    for _ in range(@):
        for i in range(p):
            for j in range(i + 1, p):
                angle = 0.5 * np.arctan2(2 * A[i, j], A[j, j] - A[i, i])
                J = np.eye(p)
                J[i, i] = J[j, j] = np.cos(angle)
                J[i, j], J[j, i] = np.sin(angle), -np.sin(angle)
                A, V = J.T @ A @ J, V @ J
    lam = np.diag(A)
"""
    + _FROM_AXES
)

_RULES = {
    "np.allclose": "np.allclose(w, old)",
    "norm of the change": "np.linalg.norm(w - old) < 1e-6",
    "largest change": "np.abs(w - old).max() < 1e-8",
    "angle": "abs(w @ old) > 1 - 1e-12",
}
_UNTIL = """
    C, W, lam = S.copy(), [], []
    for _ in range(k):
        w = np.random.rand(p)
        w = w / np.linalg.norm(w)
        for _ in range(1000):
            old = w
            w = C @ w
            w = w / np.linalg.norm(w)
            if @:
                break
        lam.append(w @ C @ w)
        C = C - lam[-1] * np.outer(w, w)
        W.append(w)
    W, lam = np.array(W).T, np.array(lam)
"""
_ENOUGH = {"gradient ascent": 2000}


def _entry(body: str, amount: object, *, standardised: bool = False) -> Entry:
    scaling = "Xc = Xc / X.std(axis=0)" if standardised else "pass"
    source = _START.format(scaling=scaling) + body.replace("@)", f"{amount})").replace("@:", f"{amount}:") + _END
    conventions = _STANDARD if standardised else {}
    return Entry(source, WLZ, _ALL, conventions=conventions, loses="components.eigen_equation")


def _both(name: str, body: str, amount: object) -> dict[str, Entry]:
    return {
        f"{name}, {amount}": _entry(body, amount),
        f"{name}, {amount}, z-scores": _entry(body, amount, standardised=True),
    }


TOO_FEW: dict[str, Entry] = {}
ENOUGH: dict[str, Entry] = {}
for _name, _body in _BODIES.items():
    # what is turned at its end has to part only the space that is kept from the rest
    for _rounds in (20, 50) if "eigh(W.T" in _body else (20, 50, 100):
        TOO_FEW |= _both(_name, _body, _rounds)
    ENOUGH |= _both(_name, _body, _ENOUGH.get(_name, 300))
TOO_FEW |= _both("Jacobi rotations", _JACOBI, 1)
ENOUGH |= _both("Jacobi rotations", _JACOBI, 10)
for _rule, _text in _RULES.items():
    ENOUGH |= {f"{_rule}{end}": _entry(_UNTIL, _text, standardised=bool(end)) for end in ("", ", z-scores")}
