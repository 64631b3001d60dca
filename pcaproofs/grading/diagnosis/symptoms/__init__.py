"""Symptoms: what is told from how runs end, or from what values look like, without knowing how they were computed."""

from .appearances import of_right_parts, of_touching, of_values, of_wrong_parts
from .endings import of_ending
from .factors import of_solution_values
from .interface import in_place, of_exchange, of_new_samples, of_other_origin
from .symptom import Symptom, mistake_named

__all__ = [
    "Symptom",
    "in_place",
    "mistake_named",
    "of_ending",
    "of_exchange",
    "of_new_samples",
    "of_other_origin",
    "of_right_parts",
    "of_solution_values",
    "of_touching",
    "of_values",
    "of_wrong_parts",
]
