"""Running a numeric property on cases of the reference PCA, or of a project's own implementation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pcaproofs.sampling import Case, Disagreement
from pcaproofs.sampling.tables import ORDINARY
from pcaproofs.verify.drawing import SharedValues, read_only
from pcaproofs.verify.implementations import Implementation

Property = Callable[[Any, Any], Any]

SIZES = (
    (1, 1, 1), (2, 2, 1), (5, 1, 1), (1, 4, 1), (3, 5, 2), (4, 4, 3), (6, 3, 1), (7, 2, 2), (7, 4, 2), (7, 5, 4),
)  # fmt: skip
"""n, p and d: one sample, one feature, fewer samples than features, as many, more; few directions and all."""

_LETTERS = SharedValues()


def first_failure(numeric: Property, implementation: Callable[[], Implementation], cases: Iterable[Any]) -> str:
    """One line about the first case at which the property fails, or "" if it holds at all of them."""
    try:
        for case in cases:
            numeric(case, implementation())
    except Disagreement as failure:
        return str(failure)
    return ""


class PcaCase(Case):
    """A case of data and letters for PCA, drawn once for all properties: drawing takes longer than judging."""

    _number: int

    def __init__(self, sizes: tuple[int, int, int], number: int):
        n, p, d = sizes
        super().__init__(None, n, p, ORDINARY)
        vars(self).update(n=n, p=p, d=d, _number=number)

    def _standard(self, strategy: Any, name: str) -> Any:
        return read_only(_LETTERS.value((name, self.n, self.p, self.d), strategy, self._number))


def pca_cases(count: int) -> Iterator[PcaCase]:
    """`count` cases, the sizes taken in turn; the simplest, mostly zeros, comes once at the first size only."""
    for k in range(count):
        yield PcaCase(SIZES[k % len(SIZES)], k // len(SIZES) + (k % len(SIZES) != 0))
