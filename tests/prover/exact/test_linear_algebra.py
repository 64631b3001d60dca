"""Exact linear algebra: factors of Gram matrices."""

from __future__ import annotations

import pytest

from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.linear_algebra import gram_factor

# name -> (S, whether S = FᵀF for some rational F that two orders of the rows show)
MATRICES = {
    "a square": (((4,),), True),
    "no square": (((2,),), False),
    "negative": (((-1,),), False),
    "of rank one": (((1, 2), (2, 4)), True),
    "of rank one, with a zero before": (((0, 0), (0, 9)), True),
    "indefinite with a zero before": (((0, 1), (1, 1)), False),
    "a square pivot in the other order": (((5, 2), (2, 1)), True),
    "of three rows": (((1, 1, 0), (1, 5, 2), (0, 2, 2)), True),
    "not symmetric": (((1, 1), (0, 1)), False),
}


@pytest.mark.parametrize(("s", "has_factor"), MATRICES.values(), ids=MATRICES)
def test_a_gram_factor_is_a_factor(s: mx.Matrix, has_factor: bool) -> None:
    f = gram_factor(s)
    assert (f is not None) == has_factor
    assert f is None or mx.mul(mx.transpose(f), f) == s
