"""Reading the job that the judge wrote for this child."""

import json
import os
from typing import Any, TypedDict

import numpy as np

_read, _pread, _loads = os.read, os.pread, json.loads


class ArrayHead(TypedDict):
    """An input array's header; its bytes follow in order after the job's own header."""

    name: str
    dtype: str
    shape: list[int]


class RunHead(TypedDict):
    """One call of a job and its data."""

    call: str
    roles: list[str]
    nested: list[int]
    """The roles whose values may be of any usual kind."""
    scalars: dict[str, Any]
    arrays: list[ArrayHead]


class JobHead(TypedDict):
    """The part of a job that is text and numbers."""

    source: str
    filename: str
    cells: list[int]
    lenient: bool
    """Whether statements that fail are left out."""
    deeds: bool
    skip: list[tuple[int, str, str]]
    prelude: str
    files: list[tuple[str, int]]
    """Names and sizes; the bytes follow in order."""
    runs: int
    room: int
    cpu: float


class JobFile:
    """What the judge writes for this child, piece by piece: the job, then each call when it is due."""

    def __init__(self, job: int, go: int) -> None:
        self._job, self._go, self._at = job, go, 0

    def head(self) -> Any:
        """The next part that is text and numbers; raises OSError where the judge is gone."""
        return _loads(self.take(int.from_bytes(self.take(8), "little")))

    def take(self, size: int) -> bytes:
        """The next bytes."""
        parts = []
        while size > 0:
            part = _pread(self._job, size, self._at)
            if not part:
                raise OSError("the job ends early")
            parts.append(part)
            size -= len(part)
            self._at += len(part)
        return b"".join(parts)

    def wait(self) -> None:
        """Wait until the judge has written the next call; raises OSError where the judge is gone."""
        if not _read(self._go, 1):
            raise OSError("the judge is gone")


def unpack(heads: list[ArrayHead], file: JobFile) -> tuple[dict[str, Any], list[bytes]]:
    """The arrays of a call by name, and the bytes of each."""
    arrays: dict[str, Any] = {}
    originals: list[bytes] = []
    for head in heads:
        dtype = np.dtype(head["dtype"])
        data = file.take(dtype.itemsize * int(np.prod(head["shape"], dtype=np.int64)))
        originals.append(data)
        arrays[head["name"]] = np.frombuffer(data, dtype).reshape(head["shape"]).copy()
    return arrays, originals
