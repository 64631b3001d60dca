"""Where dask is not installed."""

import sys

import pytest

from pcaproofs.grading import dask_executor


def test_dask_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(dask_executor.ClusterError, match=r"pip install 'pcaproofs\[dask\]'"),
        dask_executor.connect("tcp://x:1"),
    ):
        pass
