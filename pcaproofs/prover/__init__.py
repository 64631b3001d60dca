"""Untrusted search for certificates and counterexamples; what it finds goes through the kernel."""

from pcaproofs.prover.search.rewriting.normal_form import NormalForm, normal_form

__all__ = ["NormalForm", "normal_form"]
