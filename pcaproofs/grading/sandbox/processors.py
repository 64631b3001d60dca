"""Which processor the workers of this process run on."""

from __future__ import annotations

import os

_pinned: list[int] = []


def pin(number: int) -> None:
    """Let the workers of this process run on one processor of those that it may use, the same for the same number."""
    if hasattr(os, "sched_getaffinity"):
        usable = sorted(os.sched_getaffinity(0))
        _pinned[:] = [usable[number % len(usable)]]


def core() -> int | None:
    """The processor that workers run on; None where they may run on any."""
    return _pinned[0] if _pinned else None
