"""Submissions that run in the tests' own process end, whatever they do."""

import pytest

from pcaproofs.grading.data.datasets import datasets

from . import local
from .local import Entry, run

BODIES = {
    "a loop": "while True: pass",
    "a loop that catches all errors": """
    while True:
        try:
            while True: pass
        except Exception: pass
""",
    "a value that takes for ever": """
    class Endless:
        def __array__(self, *a):
            while True: pass
    return Endless()
""",
}


@pytest.mark.parametrize("name", BODIES)
def test_an_endless_run_is_stopped(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "LIMIT", 0.05)
    entry = Entry(f"def pca(X, k):\n    {BODIES[name]}\n", "Z = pca(X, k)", {"scores": "Z"})
    assert run(entry.task, entry.source, datasets(0)[0]).outcome.status == "timeout"


def test_a_run_that_ends_is_not_stopped_later() -> None:
    entry = Entry("def pca(X, k): return X[:, :k]", "Z = pca(X, k)", {"scores": "Z"})
    assert run(entry.task, entry.source, datasets(0)[0]).outcome.status == "ok"
