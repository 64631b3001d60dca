"""What must be accepted; and a second opinion on each: every step evaluated at random exact matrices."""

from random import Random

import pytest
from kernel_proofs import CASES
from kernel_values import proves

from pcaproofs.kernel import check


@pytest.mark.parametrize("case", CASES)
def test_accepted(case: str) -> None:
    assert check(*CASES[case]) == "proved"


@pytest.mark.parametrize("case", CASES)
def test_every_step_is_an_identity_of_matrices(case: str) -> None:
    assert all(proves(*CASES[case], Random(seed)) for seed in range(8))
