"""What a process remembers of earlier checks, for tests."""

from __future__ import annotations

import functools
import sys

import sympy

from pcaproofs.notes import searching
from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.text.source import Source
from pcaproofs.prover.effort import Fruitless, Remembered


def forget() -> None:
    """Clear every cache of the process. They are found in modules: gc.get_objects() lacks what conftest.py froze."""
    sympy.core.cache.clear_cache()
    modules = [module for name, module in sys.modules.items() if name.startswith("pcaproofs")]
    for x in [x for module in modules for x in vars(module).values()]:
        if isinstance(x, Remembered | Fruitless):
            x._known.clear()
        elif isinstance(x, functools._lru_cache_wrapper):
            x.cache_clear()
    assert not searching._searches._known


def told(text: str, name: str = "n.md") -> list[tuple[str, str, tuple[str, ...]]]:
    """The verdict, reason and reading of each formula."""
    return [
        (v.verdict, v.reason, v.reading)
        for v in check_note(read(Source(name, text, "tex" if name.endswith(".tex") else "markdown")))[1]
    ]
