"""The format of a child's answers: records of a header of fixed size and a payload of raw bytes.

The judge reads these bytes as untrusted, so the format has no names, no nesting and no pickle.
"""

import os
import struct
from collections.abc import Callable
from enum import IntEnum
from typing import Any

MAX_DIMENSIONS = 8
HEADER = struct.Struct(f"<4sBBBxHxxQ{MAX_DIMENSIONS}Q")
"""magic, kind, dtype, dimensions, index, payload length, shape (padded with zeros)."""
MAGIC = b"pcaR"
MAX_TEXT = 16 * 1024
"""Longest payload, in bytes, of every record that is not an array."""
DTYPES = (
    "|b1", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8", "<c8", "<c16",
)  # fmt: skip
"""Element types that may be sent; a record refers to one by its index here."""

OUT_OF_TIME = 152
"""Exit code of a child that used up its processor time and cannot be ended by a signal."""


class Tag(IntEnum):
    """The kind of a record; `index` is the number of a role or an array, if the kind has one."""

    READY = 1  # the child is isolated; no student code has run yet
    UNFIT = 2  # isolation failed; payload: why
    ARRAY = 3  # a role's value
    ROLE_ERROR = 4  # a role has no value; payload: an error
    SOURCE_ERROR = 5  # the submission itself raised; payload: an error
    CALL_ERROR = 6  # the call raised; payload: an error
    TOUCHED = 7  # the call changed input array number `index`
    END = 8
    NEXT = 9  # run number `index` of several begins; the one before it has ended
    LOADED = 10  # the submission's file has run; the first call comes next
    DROPPED = 11  # a statement was left out; payload: JSON of `loading.Drop`
    SUPPLIED = 12  # a usual import was supplied; payload: JSON of `loading.Supplied`


class Writer:
    """Writes records to a file descriptor with functions that were bound before any student code ran."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._write: Callable[[int, Any], int] = os.write
        self._pack = HEADER.pack

    def send(
        self, kind: int, index: int = 0, payload: bytes | memoryview = b"", dtype: int = 0, shape: tuple[int, ...] = ()
    ) -> None:
        """Write one complete record."""
        padded = (*shape, *((0,) * (MAX_DIMENSIONS - len(shape))))
        self._all(self._pack(MAGIC, int(kind), dtype, len(shape), index, len(payload), *padded))
        self._all(payload)

    def _all(self, data: bytes | memoryview) -> None:
        view = memoryview(data)
        while len(view):
            view = view[self._write(self._fd, view) :]


def pack_error(kind: str, line: int, message: str, trace: str) -> bytes:
    """An error's class, line in the submission (0: none), message and traceback as one payload."""
    parts = (kind[:200], str(line), message[:3000], trace[-5000:])
    encoded = b"\0".join(part.replace("\0", "?").encode("utf-8", "replace") for part in parts)
    return encoded if len(encoded) <= MAX_TEXT else pack_error(kind[:50], line, message[:500], trace[-1000:])
