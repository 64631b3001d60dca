"""Pinning of this process's workers to one processor."""

from __future__ import annotations

import os

_pinned: list[int] = []


def pin(number: int) -> None:
    """Pin the workers of this process to one of the usable processors, chosen by number modulo their count."""
    if hasattr(os, "sched_getaffinity"):
        usable = sorted(os.sched_getaffinity(0))
        _pinned[:] = [usable[number % len(usable)]]


def core() -> int | None:
    """The number of the processor to which workers are pinned; None if they are not."""
    return _pinned[0] if _pinned else None
