"""Symptoms: conclusions from how runs end or from the appearance of values, without knowledge of the computation."""

from pcaproofs.grading.diagnosis.symptoms.errors import newer_python, of_ending, says
from pcaproofs.grading.diagnosis.symptoms.factors import of_solution_values
from pcaproofs.grading.diagnosis.symptoms.interface import (
    absent_roles,
    in_place,
    of_absent,
    of_exchange,
    of_missing,
    of_new_samples,
    of_other_origin,
)
from pcaproofs.grading.diagnosis.symptoms.symptom import Symptom, mistake_in_words, mistake_named
from pcaproofs.grading.diagnosis.symptoms.visible import (
    of_input,
    of_right_parts,
    of_signs,
    of_touching,
    of_values,
    of_wrong_parts,
)

__all__ = [
    "Symptom",
    "absent_roles",
    "in_place",
    "mistake_in_words",
    "mistake_named",
    "newer_python",
    "of_absent",
    "of_ending",
    "of_exchange",
    "of_input",
    "of_missing",
    "of_new_samples",
    "of_other_origin",
    "of_right_parts",
    "of_signs",
    "of_solution_values",
    "of_touching",
    "of_values",
    "of_wrong_parts",
    "says",
]
