"""What an assignment leaves free is resolved once for all runs of a submission: orientation, divisors."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pcaproofs.grading.assignment import Task
from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.data.datasets import DataSet, datasets
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.protocol import Array
from pcaproofs.grading.running.run import oriented, resolved

from ..table.local import Entry, run_all

BODY = "import numpy as np\ndef pca(X, k):\n    V = np.linalg.eigh(np.cov(X.T))[1][:, ::-1]\n    return {}\n"
EVERYWHERE = datasets(0, frozenset(SITUATIONS) - {"data.constant-feature"})


def lost_on(returned: str) -> set[str]:
    entry = Entry(BODY.format(returned), "W = pca(X, k)", {"components": "W"}, conventions={"components": "either"})
    return {run.data.name for run in run_all(entry, EVERYWHERE) if not run.ok}


@pytest.mark.parametrize("returned", ["V[:, :k]", "V[:, :k].T"])
def test_right_ones_lose_nothing_either_way_round(returned: str) -> None:
    assert "all axes" in {data.name for data in EVERYWHERE if data.X.shape[1] == data.k}
    assert lost_on(returned) == set()


@pytest.mark.parametrize(
    "returned",
    [
        "V.T[:, :k]",  # rows of the eigenvector matrix, as columns
        "V[:k]",  # and as rows
    ],
)
def test_rows_of_the_eigenvector_matrix_lose_everywhere(returned: str) -> None:
    assert lost_on(returned) >= {data.name for data in EVERYWHERE} - {"ties"}


@pytest.mark.parametrize(("returned", "square"), [("V[:, :k]", "V.T"), ("V[:, :k].T", "V")])
def test_a_square_turned_against_all_others_loses(returned: str, square: str) -> None:
    assert lost_on(f"{square} if k == len(V) else {returned}") == {"all axes"}


TALL, SMALL = (np.zeros((4, 2)), np.zeros((2, 4)))
TASK = Task(call="", roles={"components": "W"}, criteria=(), conventions=Conventions(components="either"))


@pytest.mark.parametrize(
    ("answers", "orientation"),
    [
        ([], "columns"),
        ([np.zeros((4, 4))], "columns"),
        ([np.zeros(4), None], "columns"),
        ([SMALL], "rows"),
        ([SMALL, TALL], "columns"),
        ([SMALL, TALL, SMALL], "rows"),
    ],
)
def test_most_shapes_that_tell_settle_it(answers: list[Array | None], orientation: str) -> None:
    def answered(W: Array | None) -> tuple[DataSet, dict[str, Array]]:
        k = W.shape[1] if W is not None and W.shape == (4, 4) else 2
        data = DataSet(name="", X=np.zeros((9, 4)), k=k, purpose="", visible=True)
        return data, {} if W is None else {"components": W}

    found = [answered(W) for W in answers]
    assert oriented(TASK, found).conventions.components == orientation
    for asked in ("columns", "rows"):
        fixed = replace(TASK, conventions=Conventions(components=asked))
        task = oriented(fixed, found)
        assert task.conventions.components == asked
        rows = sum((W.shape == SMALL.shape) - (W.shape == TALL.shape) for W in answers if W is not None)
        assert task.reading.transposed == (frozenset({"components"}) if rows and asked != orientation else frozenset())


DIVIDED = """
import numpy as np
def pca(X, k):
    Xc = X - X.mean(axis=0)
    s, Vt = np.linalg.svd(Xc, full_matrices=False)[1:]
    n = len(X)
    return Vt[:k].T, {}
"""
BODIES = {
    "n - 1": ("s[:k] ** 2 / (n - 1)", "n-1", True),
    "n": ("s[:k] ** 2 / n", "n", True),
    "not divided": ("s[:k] ** 2", "scatter", True),
    "by n or n - 1": ("s[:k] ** 2 / (n if n % 2 else n - 1)", "", False),
    "a root where n is odd": ("s[:k] ** 2 / (n - 1) if n % 2 == 0 else np.sqrt(s[:k] ** 2 / (n - 1))", "n-1", False),
    "singular values": ("s[:k]", "", False),
}


@pytest.mark.parametrize("body", BODIES)
def test_a_free_divisor_is_the_same_on_all_data(body: str) -> None:
    returned, scale, right = BODIES[body]
    roles = {"components": "W", "explained_variance": "lam"}
    entry = Entry(DIVIDED.replace("{}", returned), "W, lam = pca(X, k)", roles, conventions={"scale": "any"})
    runs = run_all(entry, EVERYWHERE)
    lost = {item.criterion for run in runs for item in run.findings if not item.passed}
    assert lost - {"explained_variance.order"} == (set() if right else {"explained_variance.values"})
    assert not scale or {run.task.conventions.scale for run in runs} == {scale}


@pytest.mark.parametrize(
    ("returned", "right"),
    [("Z / X.std(0)", True), ("Z / X.std(0, ddof=1)", True), ("Z / X.std(0, ddof=len(X) % 2)", False)],
)
def test_a_free_divisor_of_z_scores_is_the_same_on_all_data(returned: str, right: bool) -> None:
    source = f"import numpy as np\ndef scaled(X):\n    Z = X - X.mean(0)\n    return {returned}\n"
    entry = Entry(source, "Z = scaled(X)", {"centered": "Z"}, conventions={"standardise": "any"})
    runs = run_all(entry, datasets(0, standardised=True))
    assert all(run.ok for run in runs) == right


def test_a_free_divisor_is_the_same_in_all_tasks_but_where_one_is_given() -> None:
    """Two functions of the data have one divisor; what is computed from a given matrix has that of the matrix."""

    def answer(name: str, divisor: int, **more: Any) -> Any:
        task = Task(name=name, call="", roles={"explained_variance": "lam"}, criteria=(), **more)
        found = []
        for data in datasets(0):
            s = np.linalg.svd(data.real - data.real.mean(axis=0), compute_uv=False)[: data.k]
            found.append((data, {"explained_variance": s**2 / (len(data.X) - divisor)}))
        return task, found

    mixed = resolved([answer("a", 0), answer("b", 1), answer("c", 0)])
    assert [task.conventions.scale for task in mixed] == ["n", "n", "n"]
    given = resolved([answer("a", 0), answer("b", 1, given={"C": "covariance"})])
    assert [task.conventions.scale for task in given] == ["n", "n-1"]
