"""Semaphores for `multiprocessing` without shared memory: counters of the kernel that forked processes share.

POSIX semaphores are files in /dev/shm, which a sandbox lacks or closes. An event descriptor needs no file, so nothing
has to be opened for it.
"""

import contextlib
import importlib
import os
import select
import sys
import threading
import time
from typing import Any

_RECURSIVE = 0
_SHARED_MEMORY = "/dev/shm"


class EventSemaphore:
    """`_multiprocessing.SemLock` on an event descriptor, for processes started by fork."""

    SEM_VALUE_MAX = 2**31 - 1

    def __init__(self, kind: int, value: int, maxvalue: int, name: str, unlink: bool) -> None:
        self.kind, self.maxvalue = kind, maxvalue
        self.name = None if unlink else name
        self.handle = os.eventfd(value, os.EFD_SEMAPHORE | os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._held = 0
        self._owner = (0, 0)

    def acquire(self, block: bool = True, timeout: float | None = None) -> bool:
        if self.kind == _RECURSIVE and self._is_mine():
            self._held += 1
            return True
        end = None if timeout is None else time.monotonic() + max(timeout, 0.0)
        while True:
            try:
                os.eventfd_read(self.handle)
                break
            except BlockingIOError:
                left = None if end is None else end - time.monotonic()
                if not block or (left is not None and left <= 0):
                    return False
                select.select([self.handle], [], [], left)
        self._held += 1
        self._owner = (os.getpid(), threading.get_ident())
        return True

    def release(self) -> None:
        if self.kind == _RECURSIVE:
            if not self._is_mine():
                raise AssertionError("attempt to release recursive lock not owned by thread")
            if self._held > 1:
                self._held -= 1
                return
        elif self.maxvalue == 1 and not self._is_zero():
            raise ValueError("semaphore or lock released too many times")
        self._held -= 1
        os.eventfd_write(self.handle, 1)

    __enter__ = acquire

    def __exit__(self, *_: object) -> None:
        self.release()

    def __del__(self) -> None:
        with contextlib.suppress(OSError, AttributeError):
            os.close(self.handle)

    def _count(self) -> int:
        return self._held

    def _is_mine(self) -> bool:
        return self._held > 0 and self._owner == (os.getpid(), threading.get_ident())

    def _is_zero(self) -> bool:
        return not select.select([self.handle], [], [], 0)[0]

    def _get_value(self) -> int:
        raise NotImplementedError  # as on macOS

    def _after_fork(self) -> None:
        self._held = 0

    @staticmethod
    def _rebuild(*_: Any) -> "EventSemaphore":
        raise OSError("semaphores cannot be handed to a process that is not forked")


def warm_up() -> None:
    """Import what `install` changes, once for all children."""
    importlib.import_module("multiprocessing.heap")


def install() -> None:
    """Let `multiprocessing` use these semaphores, and files in the usual folder, if it has no shared memory."""
    if hasattr(os, "eventfd") and not os.access(_SHARED_MEMORY, os.W_OK):
        vars(importlib.import_module("_multiprocessing"))["SemLock"] = EventSemaphore
        if heap := sys.modules.get("multiprocessing.heap"):
            heap.Arena._dir_candidates = []
