"""Where dask is not installed."""

import sys

import pytest

from pcaproofs.grading import clusters


def test_dask_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(clusters.ClusterError, match=r"pip install 'pcaproofs\[dask\]'"), clusters.connect("tcp://x:1"):
        pass
