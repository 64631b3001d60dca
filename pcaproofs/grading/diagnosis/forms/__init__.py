"""What known mistakes give where an assignment asks for whitened data or kernels, which ways do not reach."""

from pcaproofs.grading.diagnosis.forms.match import FORMS, Explained, explain_forms

__all__ = ["FORMS", "Explained", "explain_forms"]
