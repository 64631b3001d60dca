"""Ctrl-C ends a command within a second: one line, exit code 130, and no process of the command is left.

The workers of a pool do not see the interrupt, and would finish what they have begun while this process waits for
them; what runs below them, Rocq or TeX, may read on after an interrupt. So all of these are killed first.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any, ParamSpec, TypeVar

from pcaproofs.cli.messages import complain

INTERRUPTED = 130
SAID = "got an interrupt, but should be the end of the command"
PATIENCE = 0.5  # seconds for an orderly end, which removes files that are not complete
TRACKER = b"resource_tracker"  # removes what the killed processes have left, and then ends

_said = threading.Event()
P = ParamSpec("P")
T = TypeVar("T")


def ends_at_once(command: Callable[P, T]) -> Callable[P, T]:
    """A command that an interrupt ends together with all processes that it has started."""

    @wraps(command)
    def run(*args: P.args, **options: P.kwargs) -> T:
        if threading.current_thread() is not threading.main_thread():
            return command(*args, **options)
        before = signal.signal(signal.SIGINT, _interrupt)
        try:
            return command(*args, **options)
        finally:
            signal.signal(signal.SIGINT, before)

    return run


@contextmanager
def reported() -> Iterator[None]:
    """Exits with one line and 130 where the block is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        with suppress(ValueError):  # raised in a thread
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        _said.set()
        complain(SAID)
        sys.exit(INTERRUPTED)


@contextmanager
def process() -> Iterator[None]:
    """The whole life of a command as a process, which exits with 130 in the end if it has been interrupted.

    It does not wait for the interpreter to be taken down; that also ends by SIGINT if the interrupt came inside `exec`.
    """
    gc.set_threshold(50_000, 20, 50)  # what we make has hardly any cycles; looking for them took up to 25 % of the time
    atexit.register(gc.freeze)  # looking for cycles among all that SymPy has made took a quarter of importing it
    try:
        yield
    finally:
        if _said.is_set():
            with suppress(OSError):
                sys.stdout.flush()
            atexit._run_exitfuncs()  # removes the semaphores of pools
            os._exit(INTERRUPTED)


def _interrupt(signum: int, frame: FrameType | None) -> Any:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_processes()
    late = threading.Timer(PATIENCE, _end)
    late.daemon = True
    late.start()
    raise KeyboardInterrupt


def _end() -> None:
    """The end where the orderly one takes too long, or something has caught the interrupt."""
    _end_processes()
    if not _said.is_set():
        complain(SAID)
    os._exit(INTERRUPTED)


def _end_processes() -> None:
    if pools := sys.modules.get("multiprocessing"):  # else there is none
        for child in pools.active_children():
            child.kill()
    for pid in _below(os.getpid()):
        with suppress(OSError):
            if TRACKER not in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGKILL)


def _below(pid: int) -> Iterator[int]:
    """The processes below one, if the system lists them."""
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, listed.read_text().split()):
                yield from _below(child)
                yield child
