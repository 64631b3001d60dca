"""Proofs in which lemmas are put in where they are used: the kernel accepts them as it accepts the others."""

from __future__ import annotations

from dataclasses import replace

from pcaproofs.kernel import Certificate as Certified
from pcaproofs.kernel import Cofactor, Compare, Lemma, Proof, Statement, check
from pcaproofs.report.derivation.inlined import inlined

A, B, C, V = (("letter", name) for name in "ABCV")
ONE = ("number", "1")


def letters(*names):
    return tuple((name, "p", "p") for name in names)


def test_the_kernel_accepts_every_proof_of_the_catalogue_without_its_plain_lemmas(reports):
    shorter = 0
    for proven in (x for report in reports for x in report.proven if x.certificate is not None):
        proofs = tuple((name, inlined(proof)) for name, proof in proven.certificate.proofs)
        if proofs != proven.certificate.proofs:
            shorter += 1
            check(proven.statement, replace(proven.certificate, proofs=proofs))
    assert shorter > 10


def test_lemmas_within_traces_and_transposed():
    """AB = C and C = V give tr(AB)·(AB)ᵀ = tr(V)·Vᵀ: the lemma AB − V = 0 is used in a trace and transposed."""
    product = ("mul", A, B)
    conclusion = Compare(("mul", ("tr", product), ("t", product)), "=", ("mul", ("tr", V), ("t", V)))
    statement = Statement(
        letters("A", "B", "C", "V"), conclusion, (("one", Compare(product, "=", C)), ("two", Compare(C, "=", V)))
    )
    lemma = Lemma(
        "lemma 1",
        tuple(Cofactor(x, False, ONE, ONE) for x in ("one", "two")),
        ("add", product, ("mul", ("number", "-1"), V)),
    )
    uses = (Cofactor("lemma 1", False, ONE, ONE, ("t", product)), Cofactor("lemma 1", True, ("tr", V), ONE))
    proof = Proof(uses, lemmas=(lemma,))
    for each in (proof, inlined(proof)):
        check(statement, Certified((("main", each),)))
    assert not inlined(proof).lemmas


def test_lemmas_that_divide_or_have_vanishing_squares_stay():
    for kept in (Lemma("lemma 1", (), A, factor=("2", ())), Lemma("lemma 1", (), squares=((("1", ()), A),))):
        proof = Proof((Cofactor(kept.name, False, ONE, ONE),), lemmas=(kept,))
        assert inlined(proof) == proof
