"""Values of known mistakes in whitened data and kernels, which the variants do not cover."""

from pcaproofs.grading.diagnosis.forms.match import FORMS, Explained, explain_forms

__all__ = ["FORMS", "Explained", "explain_forms"]
