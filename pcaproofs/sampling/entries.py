"""Plain matrices and vectors, drawn entry by entry; each shrinks to zeros and small integers."""

from functools import lru_cache

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

Array = NDArray[np.float64]

# Numbers a reader can check by hand; numbers whose products are exact; numbers that round.
_WHOLE = st.integers(-9, 9).map(float)
_EIGHTHS = st.integers(-64, 64).map(lambda k: k / 8)
_REAL = st.floats(-100, 100, allow_subnormal=False, width=64)
KINDS = {"whole": _WHOLE, "eighths": _EIGHTHS, "real": _REAL}


# Hypothesis looks over every strategy when it is first drawn from, which takes longer than the draw; so strategies are
# made once for each size and kind, and used again. True, which equals 1 and is no size of an array, is kept apart:
# shrinking may put it in the place of an integer.
once = lru_cache(maxsize=4096, typed=True)


def reject(condition: bool, message: str) -> None:
    """Raises ValueError with the message if the condition holds."""
    if condition:
        raise ValueError(message)


@once
def matrix(n: int, p: int, kinds: tuple[str, ...] = ("whole", "eighths", "real")) -> st.SearchStrategy[Array]:
    """An n×p matrix with entries of one kind: integers up to 9, eighths up to 8, or reals up to 100.

    Raises ValueError for another kind or a negative size.
    """
    reject(n < 0 or p < 0, f"matrix: got {n}×{p}, but should have no negative size")
    for kind in kinds:
        reject(kind not in KINDS, f"kinds: got {kind!r}, but should be among {', '.join(KINDS)}")
    choices = [st.lists(KINDS[kind], min_size=n * p, max_size=n * p) for kind in kinds]
    # Adding zero turns −0, which looks like an error, into 0.
    return st.one_of(choices).map(lambda entries: np.array(entries, dtype=np.float64).reshape(n, p) + 0.0)


@once
def vector(m: int, kinds: tuple[str, ...] = ("whole", "eighths", "real")) -> st.SearchStrategy[Array]:
    """A vector of length m with entries as for `matrix`."""
    return matrix(m, 1, kinds).map(lambda column: column[:, 0])


def sizes(least: int = 1, most: int = 6) -> st.SearchStrategy[int]:
    """A dimension, least ≤ size ≤ most."""
    return st.integers(least, most).map(int)
