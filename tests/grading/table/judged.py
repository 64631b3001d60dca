"""Wrong implementations that the judge has to see, whether or not a diagnosis tells what is wrong."""

from .local import Entry
from .right import FIT, FITTED, NEW


def fitted(old: str, new: str, loses: str = "scores_new.values", diagnosis: str = "") -> Entry:
    """Return an entry for a change in a class that is right, but for new samples."""
    assert old in FITTED
    roles = {"components": "m.W", "scores": "m.fit(X) and m.transform(X)"} | NEW
    return Entry(FITTED.replace(old, new), FIT, roles, loses=loses, diagnosis=diagnosis)


def kernel(centring: str, role: str, diagnosis: str) -> Entry:
    """Return an entry for PCA of the linear kernel, with the line that centres it."""
    source = f"""
import numpy as np
def pca(X, k):
    K, H = X @ X.T, np.eye(len(X)) - 1 / len(X)
    {centring}
    lam, U = np.linalg.eigh(K)
    return U[:, ::-1][:, :k] * np.sqrt(np.abs(lam[::-1][:k]))
"""
    return Entry(source, "Z = pca(X, k)", {role: "Z"}, loses=f"{role}.centred", diagnosis=diagnosis)


JUDGED: dict[str, Entry] = {
    "new samples less their own mean": fitted(
        "(X - self.mu) @ self.W", "(X - X.mean(axis=0)) @ self.W", diagnosis="new-samples-less-their-own-mean"
    ),
    "no mean taken off new samples": fitted("(X - self.mu) @ self.W", "X @ self.W", diagnosis="uncentred-projection"),
    "fits again to new samples": fitted(
        "return (X - self.mu) @ self.W", "self.fit(X)\n        return (X - self.mu) @ self.W", diagnosis="fits-again"
    ),
    "new scores of other signs": fitted(
        "return (X - self.mu) @ self.W",
        "Z = (X - self.mu) @ self.W\n        return Z * np.sign(Z[0])",
        diagnosis="step-too-many",
    ),
    "new scores divided by their deviations": fitted(
        "return (X - self.mu) @ self.W",
        "Z = (X - self.mu) @ self.W\n        return Z / Z.std(axis=0)",
        diagnosis="whitened",
    ),
    "the mean is not put back to new samples": fitted(
        "Z @ self.W.T + self.mu", "Z @ self.W.T", "reconstruction_new.values", "new-samples-without-mean"
    ),
    "kernel that is not centred": kernel("pass", "kernel_scores", "kernel-not-centred"),
    "kernel centred on one side": kernel("K = H @ K", "kernel_scores", "kernel-centred-on-one-side"),
    "linear kernel that is not centred": kernel("pass", "scores", "never-centred"),
}
