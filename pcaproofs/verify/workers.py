"""The processes that claims run in. They are forked from one that has imported what they need."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from typing import Any


def cores() -> int:
    """How many processes may run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def context(*modules: str) -> Any:
    """How processes are started here; modules: what they need besides what every claim does."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    from multiprocessing.forkserver import ensure_running

    found = get_context("forkserver")
    found.set_forkserver_preload(["pcaproofs.verify.preloaded", *modules])
    with _deaf():
        ensure_running()
    return found


def start_importing(jobs: int | None, *modules: str) -> None:
    """Lets the process that others are forked from import SymPy on one core while this one does on another."""
    if (jobs or cores()) > 1:
        context(*modules)


@contextmanager
def _deaf() -> Iterator[None]:
    """Whatever is started here does not hear Ctrl-C: it is for this process, at whose end the others end quietly."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
