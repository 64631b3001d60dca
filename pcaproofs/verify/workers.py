"""The processes that claims run in. They are forked from one that has imported what they need."""

from __future__ import annotations

import os
from multiprocessing import get_all_start_methods, get_context
from typing import Any


def cores() -> int:
    """How many processes may run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def context(*modules: str) -> Any:
    """How processes are started here; modules: what they need besides what every claim does."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    found = get_context("forkserver")
    found.set_forkserver_preload(["pcaproofs.verify.preloaded", *modules])
    return found


def start_importing(jobs: int | None, *modules: str) -> None:
    """Lets the process that others are forked from import SymPy on one core while this one does on another."""
    if (jobs or cores()) > 1 and context(*modules).get_start_method() == "forkserver":
        from multiprocessing.forkserver import ensure_running

        ensure_running()
