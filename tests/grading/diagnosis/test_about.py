"""Which function a mistake is said to be about."""

import pytest

from pcaproofs.grading.assignment.model import Task
from pcaproofs.grading.diagnosis.diagnose import function_of

CALLS = [
    ("W, Z = pca(X, k)", "Z", "pca", "pca"),
    ("m = PCA(k).fit(X)", "m.transform(X)", "PCA.transform", "PCA.fit"),
    ("m = PCA(n_components=k)\nm.fit(X)", "m.components_", "PCA.fit", "PCA.fit"),
    ("m = PCA(n_components=k)\nm.fit(X)", "m.transform(X)", "PCA.transform", "PCA.fit"),
    ("p = np.asarray(pca(X))", "p[:, :k]", "pca", "pca"),
    ("Xn, mu, s = norm(X)\nU, S = pca(Xn)", "Xn", "norm", "norm"),
    ("Xn, mu, s = norm(X)\nU, S = pca(Xn)", "U[:, :k]", "pca", "norm"),
    ("pass", "project(X - X.mean(0), k)", "project", ""),
    ("Z = PCA(X, k).scores", "Z", "PCA", "PCA"),
    ("a = 1", "a", "", ""),
]


@pytest.mark.parametrize(("call", "expression", "of_role", "of_call"), CALLS)
def test_the_function_of_a_role_and_of_a_call(call: str, expression: str, of_role: str, of_call: str) -> None:
    task = Task(call=call, roles={"scores": expression}, criteria=())
    assert function_of(task, "scores") == of_role
    assert function_of(task) == of_call
