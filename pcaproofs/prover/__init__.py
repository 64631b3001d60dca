"""The untrusted search for certificates and counterexamples; the kernel checks every certificate."""

from pcaproofs.prover.search.rewriting.normal_form import NormalForm, normal_form

__all__ = ["NormalForm", "normal_form"]
