"""Untrusted search for certificates and counterexamples; what it finds goes through the kernel."""

from pcaproofs.prover.normal import NormalForm, normal_form

__all__ = ["NormalForm", "normal_form"]
