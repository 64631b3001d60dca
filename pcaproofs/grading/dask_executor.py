"""Grading on a dask cluster (extra `pcaproofs[dask]`): its scheduler as an executor of `concurrent.futures`."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

_CONNECT_SECONDS = "10s"
_RETRIES = 3
"""How often a submission is tried again after its dask worker died."""


class ClusterError(RuntimeError):
    """The cluster cannot be used."""


@contextmanager
def connect(address: str) -> Iterator[Executor]:
    """The workers of a dask scheduler as an executor; raises ClusterError."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError("got no dask, but should be installed: pip install 'pcaproofs[dask]'") from None
    try:
        client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"got no dask scheduler at {address!r}: {error}") from None
    with client:
        executor: Executor = client.get_executor(pure=False, retries=_RETRIES)
        yield executor
