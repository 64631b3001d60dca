"""What a child reads: what its calls share and the first of them; each other one only once it is due."""

import contextlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from typing import BinaryIO


class Calls:
    """The file in which a child finds its job, and the pipe on which it hears that the next call stands in it."""

    def __init__(self, shared: bytes, calls: Sequence[bytes], stack: contextlib.ExitStack) -> None:
        self._file = stack.enter_context(_memory_file())
        self._calls = calls
        self._go, self._sign = os.pipe()
        stack.callback(os.close, self._sign)
        self._file.write(shared + calls[0])
        self._file.flush()
        self._handed = 1

    def for_child(self) -> list[int]:
        """The descriptors that the child gets, to be closed here once it has them."""
        return [os.dup(self._file.fileno()), self._go]

    def are_left(self, begun: int) -> bool:
        """Whether a call has begun that is not written yet."""
        return self._handed < begun

    def hand_over(self, begun: int) -> None:
        """Write the calls that have begun."""
        while self._handed < begun:
            self._file.write(self._calls[self._handed])
            self._file.flush()
            self._handed += 1
            with contextlib.suppress(OSError):  # the child has ended
                os.write(self._sign, b".")


@contextlib.contextmanager
def _memory_file() -> Iterator[BinaryIO]:
    """Open a nameless file."""
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("job", os.MFD_CLOEXEC)
    else:
        fd, path = tempfile.mkstemp()
        os.unlink(path)
    with os.fdopen(fd, "w+b") as file:
        yield file
