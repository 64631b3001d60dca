"""What must be accepted; and a second opinion on each: every step evaluated at random exact matrices."""

from random import Random

import pytest
from kernel_notation import cof, eq, eye, power, statement, sub, x
from kernel_proofs import CASES, H
from kernel_values import proves

from pcaproofs.kernel import Certificate, Lemma, Proof, check


@pytest.mark.parametrize("case", CASES)
def test_the_kernel_accepts_correct_certificates(case: str) -> None:
    assert check(*CASES[case]) == "proved"


@pytest.mark.parametrize("case", CASES)
def test_every_step_is_an_identity_of_matrices(case: str) -> None:
    assert all(proves(*CASES[case], Random(seed)) for seed in range(8))


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 6])
def test_an_abbreviation_is_squared_again_and_again(k: int) -> None:
    """H to the power 2ᵏ is H, by a lemma for each squaring: abbreviated, no power is ever multiplied out."""
    certificate = CASES["lets"][1]
    (hh,) = dict(certificate.proofs)["main"].lemmas
    h, n, lemmas = x("h"), eye("n"), [hh]
    for m in [2**j for j in range(1, k)]:
        steps = (cof(lemmas[-1].name, power(h, m), n), cof(lemmas[-1].name, h, n), cof("hh", n, n))
        lemmas.append(Lemma(f"power {2 * m}", steps, sub(power(h, 2 * m), h)))
    proof = Proof((cof(lemmas[-1].name, n, n),), (), tuple(lemmas))
    claim = statement("", eq(power(H, 2**k), H), "n")
    assert check(claim, Certificate((("main", proof),), certificate.lets)) == "proved"
