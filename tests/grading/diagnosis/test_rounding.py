"""Values that rounding decides are no evidence, so that a diagnosis is the same on every processor."""

import numpy as np
import pytest

from pcaproofs.grading.diagnosis import variants
from pcaproofs.grading.diagnosis.variants import Divisors, Variant, VariantRun

X = np.array([[2.0, 0, 1], [2, 1, 0], [3, 4, 2], [4, 2, 5], [4, 3, 1]])


def components() -> object:
    return VariantRun(Variant(solve="values sorted, eig"), X, 2, Divisors()).role("components")


def test_the_order_of_eig_is_evidence_if_it_does_not_depend_on_rounding() -> None:
    assert isinstance(components(), np.ndarray)


def test_the_order_of_eig_is_no_evidence_if_rounding_decides_it(monkeypatch: pytest.MonkeyPatch) -> None:
    eig, steps = np.linalg.eig, iter([1, 1, 1, -1, 1])

    def other_order(M: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        values, vectors = eig(M)
        step = next(steps)
        return values[::step], vectors[:, ::step]

    monkeypatch.setattr(np.linalg, "eig", other_order)
    variants.stage_of.cache_clear()
    assert components() is None
    variants.stage_of.cache_clear()
