"""Inductions are accepted as they are, and what they say holds of the powers of random matrices."""

from __future__ import annotations

import pytest
from kernel_families import FAMILIES

from pcaproofs.kernel import Certificate, Family, KernelError, check, steps


@pytest.mark.parametrize("case", FAMILIES)
def test_the_kernel_accepts_correct_inductions(case: str) -> None:
    family, induction = FAMILIES[case]
    assert check(family, induction) == "proved"
    assert len(induction.certificates) == 2 * len(induction.claims) + 1


def test_each_certificate_is_one_of_a_statement() -> None:
    """What an induction leaves to be shown are plain statements, each with its certificate."""
    for family, induction in FAMILIES.values():
        for statement, certificate in zip(steps(family, induction.claims), induction.certificates, strict=True):
            assert isinstance(certificate, Certificate)
            assert check(statement, certificate) == "proved"


def test_no_certificate_can_be_left_out() -> None:
    for family, induction in FAMILIES.values():
        for i in range(len(induction.certificates)):
            left = induction.certificates[:i] + induction.certificates[i + 1 :]
            with pytest.raises(KernelError):
                check(Family(family.statement, family.sequences), type(induction)(induction.claims, left))
