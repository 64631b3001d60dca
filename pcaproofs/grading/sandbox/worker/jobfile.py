"""Decoding the job that the judge wrote for this child."""

import json
import os
from typing import Any, TypedDict

import numpy as np

_read, _pread, _loads = os.read, os.pread, json.loads


class ArrayHead(TypedDict):
    """Header of an input array; the bytes of all arrays follow the job's header in order."""

    name: str
    dtype: str
    shape: list[int]


class RunHead(TypedDict):
    """One call of a job, and its data."""

    call: str
    roles: list[str]
    nested: list[int]
    """Indices of the roles that may have nested values."""
    scalars: dict[str, Any]
    arrays: list[ArrayHead]


class JobHead(TypedDict):
    """Header of a job: texts and numbers."""

    source: str
    filename: str
    cells: list[int]
    lenient: bool
    """Whether top-level statements that fail are left out."""
    side_effects: bool
    skip: list[tuple[int, str, str]]
    prelude: str
    folder: str
    """The folder among `files` in which the source is run; empty: the top."""
    hints: dict[str, str]
    """By name: where else the submission defines it."""
    files: list[tuple[str, int]]
    """Names and sizes in bytes; the contents follow in order."""
    runs: int
    room: int
    cpu: float


class JobFile:
    """The job file, written by the judge in pieces: first the job, then each call when its turn comes."""

    def __init__(self, job: int, go: int) -> None:
        self._job, self._go, self._at = job, go, 0

    def head(self) -> Any:
        """The next header; raises OSError if the judge has ended."""
        return _loads(self.take(int.from_bytes(self.take(8), "little")))

    def take(self, size: int) -> bytes:
        """The next `size` bytes; raises OSError if the file ends before."""
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
    """The arrays of a call by name, and the original bytes of each."""
    arrays: dict[str, Any] = {}
    originals: list[bytes] = []
    for head in heads:
        dtype = np.dtype(head["dtype"])
        data = file.take(dtype.itemsize * int(np.prod(head["shape"], dtype=np.int64)))
        originals.append(data)
        arrays[head["name"]] = np.frombuffer(data, dtype).reshape(head["shape"]).copy()
    return arrays, originals
