"""Where components may come in rows or in columns, a submission's own orientation is settled once for all its runs."""

from dataclasses import replace

import numpy as np
import pytest

from pcaproofs.grading.assignment import Task
from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.datasets import DataSet, datasets
from pcaproofs.grading.job import Array, Outcome
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.orientation import oriented

from .table.local import Entry, run_all

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
    ("answers", "settled"),
    [
        ([], "columns"),
        ([np.zeros((4, 4))], "columns"),
        ([np.zeros(4), None], "columns"),
        ([SMALL], "rows"),
        ([SMALL, TALL], "columns"),
        ([SMALL, TALL, SMALL], "rows"),
    ],
)
def test_most_shapes_that_tell_settle_it(answers: list[Array | None], settled: str) -> None:
    def answered(W: Array | None) -> tuple[DataSet, Outcome]:
        k = W.shape[1] if W is not None and W.shape == (4, 4) else 2
        data = DataSet(name="", X=np.zeros((9, 4)), k=k, purpose="", visible=True)
        return data, Outcome(status="ok", rung="none", roles={} if W is None else {"components": W})

    task = oriented(TASK, map(answered, answers))
    assert task.conventions.components == settled
    fixed = replace(TASK, conventions=Conventions(components="columns"))
    assert oriented(fixed, map(answered, answers)) is fixed
