"""The sample of tests that `pytest` runs without arguments.

A file that tests/slow.txt lists with more than FILE seconds runs every k-th case of each of its test functions, the
first one included, with the smallest k that would bring the file below FILE seconds. All functions run, and all files
that are not slow run whole. Layers of claims and documents are never left out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest

FILE = 2.0
WHOLE = ("claim", "document")  # marks of tests that are never left out

Item = TypeVar("Item", bound=Any)


def sampled(items: Sequence[Item], seconds: Callable[[Item], float]) -> tuple[list[Item], list[Item]]:
    """The items that run and those that are left out; seconds: those that the file of an item takes."""
    seen: Counter[str] = Counter()
    kept: list[Item] = []
    left_out: list[Item] = []
    for item in items:
        function = item.nodeid.partition("[")[0]
        every = max(1, math.ceil(seconds(item) / FILE))
        whole = any(mark in item.keywords for mark in WHOLE)
        (kept if whole or seen[function] % every == 0 else left_out).append(item)
        seen[function] += 1
    return kept, left_out


def wants_all(config: pytest.Config) -> bool:
    """Whether all cases run: with --complete, or if tests are selected by path, -k or -m."""
    by_path = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    return bool(config.option.complete or by_path or config.option.keyword or config.option.markexpr)
