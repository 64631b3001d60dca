"""Bugs of the reader: each is one line of its row, and the rest of the note is checked.

Our own tests set the variable PCAPROOFS_RAISES, with which a bug is raised instead, so that none is hidden.
"""

from __future__ import annotations

import os

FAULT = "a bug of pcaproofs"
RAISES = "PCAPROOFS_RAISES"


def fault(error: Exception) -> str:
    """The words for a bug or a missing library, on one line. Raises the error itself if the variable is set."""
    if os.environ.get(RAISES):
        raise error
    if isinstance(error, ModuleNotFoundError) and error.name and not error.name.startswith("pcaproofs"):
        return f"no {error.name}, which is not installed"
    return f"{FAULT} ({' '.join(f'{type(error).__name__}: {error}'.split())[:200]})"
