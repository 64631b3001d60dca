"""The file from which a child reads its job.

Data that all calls share and the first call are written at once; each further call is written when the call before it
has ended.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from typing import BinaryIO


class CallStream:
    """The job file of a child, and the pipe that tells the child when the next call has been written."""

    def __init__(self, shared: bytes, calls: Sequence[bytes], stack: contextlib.ExitStack) -> None:
        self._file = stack.enter_context(_memory_file())
        self._calls = calls
        self._go, self._sign = os.pipe()
        stack.callback(os.close, self._sign)
        self._file.write(shared + calls[0])
        self._file.flush()
        self._written = 1

    def child_fds(self) -> list[int]:
        """File descriptors to pass to the child; the caller closes them after passing them on."""
        return [os.dup(self._file.fileno()), self._go]

    def is_behind(self, begun: int) -> bool:
        """Whether one of the first `begun` calls has not been written yet."""
        return self._written < begun

    def write_until(self, begun: int) -> None:
        """Write the first `begun` calls."""
        while self._written < begun:
            self._file.write(self._calls[self._written])
            self._file.flush()
            self._written += 1
            with contextlib.suppress(OSError):  # the child has ended
                os.write(self._sign, b".")


@contextlib.contextmanager
def _memory_file() -> Iterator[BinaryIO]:
    """An anonymous file in memory, or a deleted temporary file where the system has no memfd."""
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("job", os.MFD_CLOEXEC)
    else:
        fd, path = tempfile.mkstemp()
        os.unlink(path)
    with os.fdopen(fd, "w+b") as file:
        yield file
